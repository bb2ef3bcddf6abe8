package catalog

// Assumption returns an operating assumption, tax value or finance value by its exact id.
func (c *Catalog) Assumption(id string) (Assumption, bool) {
	for _, kind := range [...]string{"assumptions", "tax", "finance"} {
		if e, ok := c.Entity(kind, id); ok {
			return decodeAssumption(decoder{e}), true
		}
	}
	return Assumption{}, false
}

// Assumptions returns all values of a kind: assumptions, tax or finance.
func (c *Catalog) Assumptions(kind string) []Assumption {
	return decodeAll(c.kinds[kind], decodeAssumption)
}

func decodeAssumption(d decoder) Assumption {
	return Assumption{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Value: d.figure("value"), Points: d.points("points"),
		Text: d.Text("text"), Document: d.Text("document"), Note: d.Text("note"),
		ValidFrom: d.Text("valid_from"), ValidTo: d.Text("valid_to"), Where: d.Where(),
	}
}

// Curve returns a resale curve by its exact id.
func (c *Catalog) Curve(id string) (Curve, bool) {
	e, ok := c.Entity("curves", id)
	if !ok {
		return Curve{}, false
	}
	return decodeCurve(decoder{e}), true
}

// Curves returns all resale curves in sheet order.
func (c *Catalog) Curves() []Curve { return decodeAll(c.kinds["curves"], decodeCurve) }

func decodeCurve(d decoder) Curve {
	curve := Curve{ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Where: d.Where()}
	for _, p := range d.points("points") {
		curve.Points = append(curve.Points, CurvePoint{Months: p.At, Share: p.Value})
		curve.Estimate = curve.Estimate || p.Value.Estimate
	}
	return curve
}

// Subsidy returns a support programme by its exact id.
func (c *Catalog) Subsidy(id string) (Subsidy, bool) {
	e, ok := c.Entity("subsidies", id)
	if !ok {
		return Subsidy{}, false
	}
	return decodeSubsidy(decoder{e}), true
}

// Subsidies returns all support programmes in sheet order.
func (c *Catalog) Subsidies() []Subsidy { return decodeAll(c.kinds["subsidies"], decodeSubsidy) }

func decodeSubsidy(d decoder) Subsidy {
	return Subsidy{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Region: d.Text("region"),
		Authority: d.Text("authority"), Object: d.Text("object"), Share: d.figure("rate"), Cap: d.figure("cap"),
		Pool: d.figure("pool"), Minimum: d.figure("minimum"), Ceiling: d.figure("ceiling"), LagMonths: d.figure("lag"),
		ValidFrom: d.Text("valid_from"), ValidTo: d.Text("valid_to"), Status: d.Text("status"),
		Conditions: d.Text("conditions"), CondsZH: d.Text("conditions_zh"), Sources: d.texts("sources"), Where: d.Where(),
	}
}

// FX returns the rate of a currency, CNY for one unit of it. CNY itself needs none: ok is false.
// Where several are given the first in the sheet counts.
func (c *Catalog) FX(currency string) (FX, bool) {
	for _, e := range c.kinds["rates"] {
		if e.Text("currency") == currency {
			d := decoder{e}
			return FX{Currency: currency, Value: d.figure("value"), Where: d.Where()}, true
		}
	}
	return FX{}, false
}

// Source returns a source by its exact id.
func (c *Catalog) Source(id string) (Source, bool) {
	e, ok := c.Entity("sources", id)
	if !ok {
		return Source{}, false
	}
	return decodeSource(decoder{e}), true
}

// Sources returns all sources in sheet order.
func (c *Catalog) Sources() []Source { return decodeAll(c.kinds["sources"], decodeSource) }

func decodeSource(d decoder) Source {
	return Source{
		ID: d.ID, Title: d.Text("title"), URL: d.Text("url"), Date: d.Text("date"), Kind: d.Text("kind"), Where: d.Where(),
	}
}

// Scenario returns a named scenario by its exact id.
func (c *Catalog) Scenario(id string) (ScenarioDef, bool) {
	e, ok := c.Entity("scenarios", id)
	if !ok {
		return ScenarioDef{}, false
	}
	return decodeScenario(decoder{e}), true
}

// Scenarios returns all named scenarios in sheet order.
func (c *Catalog) Scenarios() []ScenarioDef { return decodeAll(c.kinds["scenarios"], decodeScenario) }

func decodeScenario(d decoder) ScenarioDef {
	s := ScenarioDef{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Card: d.Text("card"), Count: d.count("count"),
		For: d.Text("for"), ForLow: d.Text("for_low"), ForHigh: d.Text("for_high"), Util: d.Text("util"), Pattern: d.Text("pattern"), Sessions: d.count("sessions"), Independent: d.truth("independent"),
		Site: d.Text("site"), Start: d.Text("start"), View: d.Text("view"), Taxpayer: d.Text("taxpayer"),
		MemoryGB: d.number("memory"), Note: d.Text("note"), NoteZH: d.Text("note_zh"), Where: d.Where(),
	}
	s.Places = make(map[string]Place, len(d.Fields))
	for _, f := range d.Fields {
		s.Places[f.Path] = Place{f.File, f.Line, f.Col}
	}
	for _, i := range d.keys("phases") {
		at := "phases." + i
		s.Phases = append(s.Phases, Phase{
			Count: d.count(at + ".count"), For: d.Text(at + ".for"),
			Pattern: d.Text(at + ".pattern"), Util: d.Text(at + ".util"),
		})
	}
	return s
}

// Model returns a well-known model by its exact id.
func (c *Catalog) Model(id string) (Model, bool) {
	e, ok := c.Entity("models", id)
	if !ok {
		return Model{}, false
	}
	return decodeModel(decoder{e}), true
}

// Models returns all well-known models in sheet order.
func (c *Catalog) Models() []Model { return decodeAll(c.kinds["models"], decodeModel) }

func decodeModel(d decoder) Model {
	m := Model{ID: d.ID, Name: d.Text("name"), Aliases: d.texts("aliases"), Tokenizer: d.Text("tokenizer"), Values: map[string]float64{}, Where: d.Where()}
	if source := d.Text("source"); source != "" {
		m.Sources = []string{source}
	}
	for _, key := range modelNumbers() {
		if d.has(key) {
			m.Values[key] = d.number(key)
		}
	}
	for _, key := range modelSwitches() {
		if d.truth(key) {
			m.Values[key] = 1
		}
	}
	return m
}

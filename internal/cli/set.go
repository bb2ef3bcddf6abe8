package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/config"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// target is the figure that an override replaces.
type target struct {
	kind, id, path string
	figure         catalog.Figure // its unit and VAT stay
}

// overrides lays --set and its short forms over the catalogue, as a sheet whose file is the flag.
func (o *inputFlags) overrides(a *app, cat *catalog.Catalog, today quantity.YearMonth) (*catalog.Catalog, error) {
	var err error
	for _, text := range o.set {
		id, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usage(diag.New("cli.bad_set", "value", text).WithHint("cli.bad_set.hint").In("--set"))
		}
		if cat, err = override(cat, strings.TrimSpace(id), strings.TrimSpace(value), "--set", today); err != nil {
			return nil, err
		}
	}
	if rate := a.settings.DiscountRate; rate != "" {
		name := settingName(a.settings, "discount_rate")
		if cat, err = override(cat, "discount-rate", rate, name, today); err != nil {
			return nil, err
		}
	}
	return cat, nil
}

// settingName is what figures set by a setting carry as their file.
func settingName(s config.Settings, key string) string {
	origin := s.Origin(key)
	switch origin.Kind {
	case "flag":
		return "--" + origin.Name
	case "env":
		return origin.Name
	}
	return origin.File
}

// override replaces one figure.
func override(cat *catalog.Catalog, id, value, name string, today quantity.YearMonth) (*catalog.Catalog, error) {
	t, ok := findFigure(cat, id)
	if !ok {
		known := figureIDs(cat)
		d := diag.New("cli.unknown_figure", "value", id, "near", diag.Nearest(id, known))
		return nil, usage(d.WithHint("cli.unknown_figure.hint").In(name))
	}
	values, err := readValues(value, t.figure.Unit)
	if err != nil {
		return nil, badValue(name, err)
	}
	next, found := cat.Overlay(name, []byte(t.sheet(values, name, today)))
	if next == nil {
		for i := range found {
			found[i] = found[i].At("", 0, 0).In(name + " " + id)
		}
		return nil, usage(found...)
	}
	return next, nil
}

// figureIDs lists what --set can name, short names of assumptions first.
func figureIDs(cat *catalog.Catalog) []string {
	var out []string
	for _, kind := range catalog.Kinds() {
		for _, e := range cat.Entities(kind) {
			for _, f := range e.Figures() {
				out = append(out, f.ID)
				if short, ok := strings.CutSuffix(strings.TrimPrefix(f.ID, kind+"."), ".value"); ok {
					out = append(out, short)
				}
			}
		}
	}
	return out
}

// findFigure reads what --set names: the id of an assumption, or kind.id.path as prices show and JSON print it.
func findFigure(cat *catalog.Catalog, name string) (target, bool) {
	for _, kind := range [...]string{"assumptions", "tax", "finance"} {
		if e, ok := cat.Entity(kind, name); ok {
			return figureAt(e, "value")
		}
	}
	kind, rest, ok := strings.Cut(name, ".")
	if !ok || !slices.Contains(catalog.Kinds(), kind) {
		return target{}, false
	}
	for at := len(rest); at > 0; at = strings.LastIndexByte(rest[:at], '.') {
		if e, ok := cat.Entity(kind, rest[:at]); ok && at < len(rest) {
			return figureAt(e, rest[at+1:])
		}
	}
	return target{}, false
}

// figureAt finds a figure of an entity; one that the sheet leaves open takes the first unit it may have.
func figureAt(e catalog.Entity, path string) (target, bool) {
	t := target{kind: e.Kind, id: e.ID, path: path}
	for _, f := range e.Figures() {
		if f.ID == e.Kind+"."+e.ID+"."+path {
			t.figure = f
			return t, true
		}
	}
	spec, _ := catalog.Schema(e.Kind)
	for _, f := range spec.Fields {
		if f.Path == path && f.Type == catalog.TypeFigure && len(f.Units) > 0 {
			t.figure.Unit = strings.Replace(f.Units[0], "$", "CNY", 1)
			return t, true
		}
	}
	return target{}, false
}

// readValues reads one number, or low..typical..high, in the figure's unit; shares may be percentages.
func readValues(text, unit string) ([]string, error) {
	parts := strings.Split(text, "..")
	if len(parts) != 1 && len(parts) != 3 {
		return nil, &diag.Error{List: diag.List{diag.New("cli.bad_range", "value", text).WithHint("cli.bad_range.hint")}}
	}
	var out []string
	for _, p := range parts {
		p = strings.TrimSpace(p)
		read := quantity.ParseAmount
		if unit == "share" || strings.HasSuffix(p, "%") {
			read = quantity.ParseShare
		}
		n, err := read(p)
		if err != nil {
			return nil, err
		}
		out = append(out, n.String())
	}
	return out, nil
}

// sheet writes the override as a sheet. A price counts as of today; who sets a figure vouches for it, so it is no
// estimate and its source is the flag, variable or file.
func (t target) sheet(values []string, name string, today quantity.YearMonth) string {
	figure := "{typical: " + values[0]
	if len(values) == 3 {
		figure = "{low: " + values[0] + ", typical: " + values[1] + ", high: " + values[2]
	}
	figure += ", unit: " + strconv.Quote(t.figure.Unit)
	if t.figure.VAT != "" {
		figure += ", vat: " + string(t.figure.VAT)
	}
	source := strconv.Quote(name)
	figure += ", asof: \"" + today.String() + "\", reliability: high, source: " + source + "}"
	path := strings.Split(t.path, ".")
	for i := len(path) - 1; i >= 0; i-- {
		figure = "{" + strconv.Quote(path[i]) + ": " + figure + "}"
	}
	return t.kind + ": {" + strconv.Quote(t.id) + ": " + figure + "}\nsources: {" + source + ": {title: " + source + "}}\n"
}

// withPowerPrice makes every kWh of the scenario's site cost what the user says.
func (o *inputFlags) withPowerPrice(a *app, cmd *cobra.Command, cat *catalog.Catalog, sc scenario.Scenario, today quantity.YearMonth) (scenario.Scenario, *catalog.Catalog, error) {
	price := a.settings.PowerPrice
	if price == "" {
		return sc, cat, nil
	}
	name := settingName(a.settings, "power_price")
	var err error
	for _, id := range powerFigures(cat, sc.Site) {
		if cat, err = override(cat, id, price, name, today); err != nil {
			return sc, nil, err
		}
	}
	return o.resolve(a, cmd, cat)
}

// powerFigures are the figures that set the price of a kWh at a site. Where power is in the rent there is none.
func powerFigures(cat *catalog.Catalog, site catalog.Site) []string {
	switch site.Power {
	case "landlord-metered":
		return []string{"sites." + site.ID + ".power_price"}
	case "grid-account":
		return []string{"tariffs." + site.Tariff + ".flat"}
	case "household":
		var out []string
		e, _ := cat.Entity("tariffs", site.Tariff)
		for _, f := range e.Figures() {
			if strings.HasPrefix(f.ID, "tariffs."+site.Tariff+".tiers.") && strings.HasSuffix(f.ID, ".price") {
				out = append(out, f.ID)
			}
		}
		return out
	}
	return nil
}

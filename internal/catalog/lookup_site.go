package catalog

// Site returns a site by its exact id.
func (c *Catalog) Site(id string) (Site, bool) {
	e, ok := c.Entity("sites", id)
	if !ok {
		return Site{}, false
	}
	return decodeSite(decoder{e}), true
}

// Sites returns all sites in sheet order.
func (c *Catalog) Sites() []Site { return decodeAll(c.kinds["sites"], decodeSite) }

func decodeSite(d decoder) Site {
	return Site{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Aliases: d.texts("aliases"),
		Kind: d.Text("kind"), Power: d.Text("power"), Tariff: d.Text("tariff"), PowerPrice: d.figure("power_price"),
		RackPrice: d.figure("rack_price"), RackWithPower: d.figure("rack_price_with_power"),
		WholesalePrice: d.figure("wholesale_price"), WholesaleFrom: d.kilowatts("wholesale_from"),
		RackKW: d.kilowatts("rack_power"), RackMinMonths: d.figure("rack_minimum"),
		LiquidRackPrice: d.figure("liquid_rack_price"), LiquidRackKW: d.kilowatts("liquid_rack_power"),
		LimitKW: d.kilowatts("limit"), PUE: d.figure("pue"), PUELimit: d.figure("pue_limit"), Carbon: d.figure("carbon"),
		Bandwidth: d.figure("internet"), RemoteHands: d.figure("remote_hands"),
		Setup: d.figure("fit_out"), BuildMonths: d.figure("build_time"),
		Note: d.Text("note"), NoteZH: d.Text("note_zh"), Where: d.Where(),
	}
}

// Tariff returns a tariff by its exact id.
func (c *Catalog) Tariff(id string) (Tariff, bool) {
	e, ok := c.Entity("tariffs", id)
	if !ok {
		return Tariff{}, false
	}
	return decodeTariff(decoder{e}), true
}

// Tariffs returns all tariffs in sheet order.
func (c *Catalog) Tariffs() []Tariff { return decodeAll(c.kinds["tariffs"], decodeTariff) }

func decodeTariff(d decoder) Tariff {
	t := Tariff{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Kind: d.Text("kind"), Voltage: d.Text("voltage"),
		Purchase: d.figure("purchase"), Loss: d.figure("loss"), Grid: d.figure("grid"), Floats: d.Text("floats"),
		SystemFee: d.figure("system_fee"), Funds: d.figure("funds"), ComposedFrom: d.Text("composed_from"),
		Demand: d.figure("demand"), Capacity: d.figure("capacity"), DemandFloor: d.figure("demand_floor"),
		DemandDiscount: d.figure("demand_discount"), DiscountFrom: d.figure("demand_discount_from"),
		MandatoryFrom: d.figure("mandatory_from"), ValleyFactor: d.figure("valley_factor"),
		DeepDays: d.texts("deep.days"), DeepMonths: d.counts("deep.months"), DeepMultiplier: d.figure("deep.multiplier"),
		Flat: d.figure("flat"), Note: d.Text("note"), Where: d.Where(),
	}
	if t.Floats == "" {
		t.Floats = "all"
	}
	for _, id := range d.keys("seasons") {
		t.Seasons = append(t.Seasons, decodeSeason(d, id))
	}
	for _, id := range d.keys("tables") {
		at := "tables." + id
		t.Tables = append(t.Tables, PriceTable{
			ID: id, From: d.Text(at + ".from"), To: d.Text(at + ".to"), Prices: d.named(at + ".prices"),
			Float: d.figure(at + ".float"), Fixed: d.figure(at + ".fixed"),
			Demand: d.figure(at + ".demand"), Capacity: d.figure(at + ".capacity"),
		})
	}
	for _, id := range d.keys("tiers") {
		at := "tiers." + id
		t.Tiers = append(t.Tiers, Tier{
			FromKWhYear: d.number(at + ".from"), ToKWhYear: d.number(at + ".to"),
			Price: d.figure(at + ".price"), Valley: d.figure(at + ".valley"),
		})
	}
	return t
}

func decodeSeason(d decoder, id string) Season {
	at := "seasons." + id
	s := Season{ID: id, Months: d.counts(at + ".months")}
	for _, name := range d.keys(at + ".periods") {
		period := at + ".periods." + name
		s.Periods = append(s.Periods, Period{
			Name: name, Hours: d.hours(period + ".hours"), Multiplier: d.figure(period + ".multiplier"),
		})
	}
	return s
}

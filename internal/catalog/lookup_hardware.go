package catalog

import "slices"

// Card returns a card by its exact id.
func (c *Catalog) Card(id string) (Card, bool) {
	e, ok := c.Entity("cards", id)
	if !ok {
		return Card{}, false
	}
	return decodeCard(decoder{e}), true
}

// Cards returns all cards in sheet order.
func (c *Catalog) Cards() []Card { return decodeAll(c.kinds["cards"], decodeCard) }

// decodeAll decodes every entity of a list.
func decodeAll[T any](list []Entity, decode func(decoder) T) []T {
	out := make([]T, 0, len(list))
	for _, e := range list {
		out = append(out, decode(decoder{e}))
	}
	return out
}

func decodeCard(d decoder) Card {
	card := Card{
		ID: d.ID, Name: d.Text("name"), Vendor: d.Text("vendor"), Family: d.Text("family"),
		Aliases: d.texts("aliases"), Form: d.Text("form"), Market: d.Text("market"), Launch: d.Text("launch"),
		MemoryGB: d.number("memory"), BandwidthGBs: d.number("bandwidth"),
		LinkType: d.Text("link.type"), LinkGBs: d.number("link.speed"), PCIeGen: d.count("pcie"),
		TDPW: d.number("tdp"), RatesEstimate: d.Text("dense_estimate"), TypicalPower: d.figure("typical_power"), IdlePower: d.figure("idle_power"),
		ExportStatus: d.Text("export.status"), ExportNote: d.Text("export.note"),
		Price: d.figure("price"), Curve: d.Text("curve"), Quotes: d.figures("quotes"),
		Sources: d.texts("sources"), Note: d.Text("note"), Where: d.Where(),
	}
	for _, precision := range d.keys("dense") {
		card.Rates = append(card.Rates, Rate{Precision: precision, TFLOPS: d.number("dense." + precision)})
	}
	return card
}

// Rate returns the dense peak at a precision in TFLOP/s; ok is false when it is not published.
func (c Card) Rate(precision string) (tflops float64, ok bool) {
	for _, r := range c.Rates {
		if r.Precision == precision {
			return r.TFLOPS, true
		}
	}
	return 0, false
}

// Server returns a server or host by its exact id.
func (c *Catalog) Server(id string) (Server, bool) {
	e, ok := c.Entity("servers", id)
	if !ok {
		return Server{}, false
	}
	return decodeServer(decoder{e}), true
}

// AllServers returns all servers and hosts in sheet order.
func (c *Catalog) AllServers() []Server { return decodeAll(c.kinds["servers"], decodeServer) }

// Servers returns the whole machines with a card in them, in sheet order.
func (c *Catalog) Servers(cardID string) []Server {
	var out []Server
	for _, e := range c.kinds["servers"] {
		if e.Text("card") == cardID {
			out = append(out, decodeServer(decoder{e}))
		}
	}
	return out
}

// Hosts returns the hosts that take a card, in sheet order: those that name its id, form or market.
func (c *Catalog) Hosts(card Card) []Server {
	var out []Server
	for _, e := range c.kinds["servers"] {
		fits := e.texts("fits")
		if slices.Contains(fits, card.ID) || slices.Contains(fits, card.Form) || slices.Contains(fits, card.Market) {
			out = append(out, decodeServer(decoder{e}))
		}
	}
	return out
}

func decodeServer(d decoder) Server {
	return Server{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"),
		Card: d.Text("card"), Fits: d.texts("fits"), Cards: d.count("cards"), Price: d.figure("price"),
		RatedKW: d.kilowatts("rated_power"), TypicalKW: d.kilowatts("typical_power"), IdleKW: d.kilowatts("idle_power"),
		LeadDays: d.days("lead_time"), WarrantyMonths: d.figure("warranty"), Network: d.Text("network"),
		Liquid: d.truth("liquid"), Curve: d.Text("curve"), Quotes: d.figures("quotes"), Note: d.Text("note"), Where: d.Where(),
	}
}

// Part returns a component by its exact id.
func (c *Catalog) Part(id string) (Part, bool) {
	e, ok := c.Entity("parts", id)
	if !ok {
		return Part{}, false
	}
	return decodePart(decoder{e}), true
}

// Parts returns all components in sheet order.
func (c *Catalog) Parts() []Part { return decodeAll(c.kinds["parts"], decodePart) }

func decodePart(d decoder) Part {
	return Part{
		ID: d.ID, Name: d.Text("name"), NameZH: d.Text("name_zh"), Group: d.Text("group"),
		Cluster: d.count("cluster"), Price: d.figure("value"), Note: d.Text("note"), Where: d.Where(),
	}
}

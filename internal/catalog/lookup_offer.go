package catalog

import (
	"slices"
	"strings"
)

// Offer returns an offer by its exact id.
func (c *Catalog) Offer(id string) (Offer, bool) {
	e, ok := c.Entity("offers", id)
	if !ok {
		return Offer{}, false
	}
	return c.decodeOffer(decoder{e}), true
}

// Offers returns all offers in sheet order.
func (c *Catalog) Offers() []Offer { return decodeAll(c.kinds["offers"], c.decodeOffer) }

// OffersFor returns the offers of a card in sheet order. Offers whose wording may mean the card but does
// not say so come along; their Card is empty and they are marked as rejected.
func (c *Catalog) OffersFor(cardID string) []Offer {
	var hits []Entity
	for _, e := range c.kinds["offers"] {
		if offersCard(e, cardID) {
			hits = append(hits, e)
		}
	}
	out := make([]Offer, 0, len(hits))
	for _, e := range hits {
		out = append(out, c.decodeOffer(decoder{e}))
	}
	return out
}

// HasOffers reports whether OffersFor would find any, without decoding one.
func (c *Catalog) HasOffers(cardID string) bool {
	return slices.ContainsFunc(c.kinds["offers"], func(e Entity) bool { return offersCard(e, cardID) })
}

// offersCard reports whether an offer is for the card or may be.
func offersCard(e Entity, cardID string) bool {
	card := e.Text("card")
	return card == cardID || card == "" && slices.Contains(e.texts("maybe"), cardID)
}

func (c *Catalog) decodeOffer(d decoder) Offer {
	o := Offer{
		ID: d.ID, Provider: d.Text("provider"), Card: d.Text("card"), Maybe: d.texts("maybe"), CardText: d.Text("card_text"),
		MemoryGB: d.number("memory"), Region: d.Text("region"), Mainland: d.Text("mainland") != "false",
		Class: d.Text("class"), Term: d.Text("term"), Cards: d.count("cards"), Price: d.figure("price"),
		Step: d.Text("step"), MonthHours: d.count("month_hours"), Whole: d.Text("whole") != "false",
		MinUnits: d.count("min_units"), MinCards: d.count("min_cards"),
		CommitMonths: d.figure("commitment"), DepositMonths: d.figure("deposit"), Prepaid: d.truth("prepaid"),
		Exit: d.Text("exit"), Interconnect: d.Text("interconnect"), OpenTo: d.Text("open_to"), Setup: d.figure("setup"),
		Rejected: d.Text("rejected"), RejectedNote: d.Text("rejected_note"),
		Includes: d.Text("includes"), Note: d.Text("note"), Where: d.Where(),
	}
	o.ProviderName = o.Provider
	if p, ok := c.Entity("providers", o.Provider); ok {
		o.ProviderName = p.Text("name")
	}
	o.fillDefaults()
	return o
}

// fillDefaults gives an offer what most sheets leave out: one card, a month of 720 hours, open to companies,
// a billing step as long as its price unit.
func (o *Offer) fillDefaults() {
	if o.Cards == 0 {
		o.Cards = 1
	}
	if o.MonthHours == 0 {
		o.MonthHours = 720
	}
	if o.OpenTo == "" {
		o.OpenTo = "companies"
	}
	if o.Exit == "" {
		o.Exit = "none"
	}
	if o.Step == "" {
		_, o.Step, _ = strings.Cut(o.Price.Unit, "-")
	}
	if o.Rejected == "" {
		o.Rejected = o.ownReason()
	}
}

// ownReason finds why an offer without a stated reason is not acceptable by default.
func (o *Offer) ownReason() string {
	switch {
	case !o.Mainland:
		return "foreign"
	case o.OpenTo != "companies":
		return "not-open"
	case o.Card == "":
		return "card-unclear"
	case o.Price.Estimate:
		return "estimate"
	case o.Price.Reliability == "low":
		return "low-reliability"
	}
	return ""
}

// Provider returns a provider by its exact id.
func (c *Catalog) Provider(id string) (Provider, bool) {
	e, ok := c.Entity("providers", id)
	if !ok {
		return Provider{}, false
	}
	return decodeProvider(decoder{e}), true
}

// Providers returns all providers in sheet order.
func (c *Catalog) Providers() []Provider { return decodeAll(c.kinds["providers"], decodeProvider) }

func decodeProvider(d decoder) Provider {
	return Provider{
		ID: d.ID, Name: d.Text("name"), Region: d.Text("region"), URL: d.Text("url"),
		Disk: d.figure("disk"), DiskFreeGB: d.number("disk_free"),
		Images: d.figure("images"), ImagesFreeGB: d.number("images_free"),
		OffPrice: d.figure("off_price"), WipedAfter: d.figure("wiped_after"), Egress: d.figure("egress"),
		Internet: d.figure("internet"), Address: d.figure("address"), IBSurcharge: d.figure("ib_surcharge"),
		Discounts: d.named("discounts"), Rules: d.texts("rules"), Note: d.Text("note"), Where: d.Where(),
	}
}

// Trends returns the price movements of a card, "" for all.
func (c *Catalog) Trends(cardID string) []Trend {
	var out []Trend
	for _, e := range c.kinds["trends"] {
		if cardID == "" || e.Text("card") == cardID {
			out = append(out, decodeTrend(decoder{e}))
		}
	}
	return out
}

func decodeTrend(d decoder) Trend {
	t := Trend{
		ID: d.ID, Name: d.Text("name"), Card: d.Text("card"), Provider: d.Text("provider"),
		Note: d.Text("note"), Where: d.Where(),
	}
	for _, date := range d.keys("points") {
		t.Points = append(t.Points, TrendPoint{Date: date, Value: d.figure("points." + date)})
	}
	slices.SortStableFunc(t.Points, func(a, b TrendPoint) int { return strings.Compare(a.Date, b.Date) })
	return t
}

package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Families of options: a verdict names the difference to the best other family.
const (
	FamilyOwn       = "own"
	FamilyRent      = "rent"
	FamilyRentToOwn = "rent-to-own"
	FamilyHybrid    = "hybrid"
)

// Input is everything a bill depends on.
type Input struct {
	Scenario  scenario.Scenario
	Catalog   *catalog.Catalog
	Today     quantity.YearMonth // the book's month, or --today: ages of prices count from it
	Day       quantity.Date      // the day of Today, for ages in days; 0 = its first day
	Filter    Filter
	Curve     string     // resale curve to use instead of the card's own
	Fabric    string     // ib (default) or roce: the network between bought servers
	StorageTB float64    // storage that the work needs
	Market    bool       // electricity bought in the market: no government periods
	Money     MoneyTerms // money over time; the zero value leaves prices as quoted and discounts nothing
	OneCurve  bool       // bill the card's own resale curve only, without the others beside it
	OneView   bool       // bill owning in the scenario's view only
	Countable bool       // leave out the offers that do not count
	Solving   bool       // keep terms that are zero at the given utilisation, for root finding over it
	Renting
}

// Filter narrows the offers that may be rented.
type Filter struct {
	Providers, Regions, Classes []string // any of; empty = all
	Reliability                 []string // reliabilities that count; empty = medium and high
	Estimates                   bool     // accept offers that are estimates
	Foreign                     bool     // accept offers outside the mainland
}

// Missing says which price an option lacks.
type Missing struct {
	Key  string
	Args []diag.Arg
}

// Option is one way to get the cards.
type Option struct {
	ID           string
	Family       string
	View         string // for own
	Term         string // for rent
	Provider     string
	ProviderName string
	Offers       []string // ids of the offers it uses
	How          diag.Diagnostic
	Ledger       *ledger.Ledger
	Upfront      quantity.Fen // cash of the first day
	PeakCash     quantity.Fen // most cash out of pocket at a time
	Invested     quantity.Fen // reused machines: paid in full although the bill holds a share; else 0
	SpreadLow    quantity.Fen // for rent: cheapest and dearest acceptable offer of the term; 0, 0 = one offer
	SpreadHigh   quantity.Fen
	ReadyDays    catalog.Figure
	EnergyKWh    float64      // at the site's meter, PUE included; 0 = not known
	CarbonKg     float64      // kg CO2 by the site's grid factor
	Quoted       bool         // rests on a quote in hand
	Refund       quantity.Fen // for rent: what handing back the unused rest of the last period would bring
	Missing      []Missing    // not empty: no total, left out of the verdict
}

// Total is the total of the option's bill.
func (o Option) Total() quantity.Fen { return o.Ledger.Total }

// OfferBill is what one offer would cost, acceptable or not.
type OfferBill struct {
	Offer    catalog.Offer
	Term     string
	Ledger   *ledger.Ledger // nil when it cannot be priced for this need
	Rejected []Missing      // why it does not count; empty = acceptable
	Quoted   bool           // a quote in hand, not the book's
	Refund   quantity.Fen   // what handing back the unused rest of the last period would bring
	Notes    diag.List      // what a reader of the bill should know
}

// CurveTotal is what an owning option comes to with another resale curve.
type CurveTotal struct {
	Curve, Option, View string
	Total               quantity.Fen
}

// Result is all options of a scenario over one book.
type Result struct {
	Book        *ledger.Book
	Options     []Option
	Offers      []OfferBill
	Curves      []CurveTotal // owning with every other resale curve
	NotOffered  []string     // terms without an acceptable offer
	MixIs       string       // the term that the best mix equals, "" when it is a real mix or none exists
	Warnings    diag.List
	Movements   []Movement // of the card's price over about a year
	Hybrid      *Hybrid    // nil when not looked at
	Machine     Machine
	Util        []ledger.Expr // utilisation by phase
	Pattern     *PatternPrice // nil where hours make no difference to the price of electricity
	CardHours   float64
	UsedHours   float64 // card-hours
	WantedHours float64
}

package catalog

// VAT says whether a price includes value-added tax.
type VAT string

// The VAT states a price can have; the empty state is for figures that are not prices.
const (
	VATIncluded VAT = "included"
	VATExcluded VAT = "excluded"
	VATUnknown  VAT = "unknown"
)

// Figure is one number as a sheet states it, with its unit, its age and where it comes from.
// Values stay the decimal text of the sheet, so that no price ever passes through a float.
type Figure struct {
	ID          string // "offers.compshare-a100-hour.price": kind, entity and key path
	Low         string // "" when the sheet gives one value only
	Typical     string // "" = missing
	High        string
	Unit        string // canonical, "CNY/card-hour", "kW", "share"
	VAT         VAT
	AsOf        string // "2026-06"
	Source      string // source id; "" = none
	Reliability string // high, medium, low
	Estimate    bool
	Reason      string // why it is an estimate
	Range       string // "bounds" (default) or "p10-p90"
	Note        string
	File        string
	Line        int
}

// Missing reports whether the sheet gives no value: a state of its own, never zero.
func (f Figure) Missing() bool { return f.Typical == "" }

// Where is the file and line of a sheet entry.
type Where struct {
	File string
	Line int
}

// Rate is the dense peak of a card at one precision, in TFLOP/s (TOPS for int8).
type Rate struct {
	Precision string
	TFLOPS    float64
}

// Place is where a field stands; Line and Col are 1-based.
type Place struct {
	File      string
	Line, Col int
}

// Card is one accelerator model.
type Card struct {
	ID, Name, Vendor string
	Family           string // cards whose rents move together: "A100", "H100"
	Aliases          []string
	Form             string // sxm, pcie, oam, module
	Market           string // datacentre, consumer, workstation, domestic
	Launch           string // YYYY-MM, "" unknown
	MemoryGB         float64
	BandwidthGBs     float64 // memory bandwidth
	LinkType         string
	LinkGBs          float64 // card to card inside a server, both directions together
	PCIeGen          int
	TDPW             float64 // 0 = not published
	TypicalPower     Figure  // W while training; missing = a share of the TDP (assumption card-load-share)
	IdlePower        Figure  // W; missing = assumption card-idle-share
	Rates            []Rate  // dense, by precision
	RatesEstimate    string  // how those of them that no vendor published were worked out; "" = all are published
	ExportStatus     string  // domestic, not_captured, compliant, controlled, case_by_case, licence, halted, denied
	ExportNote       string
	Price            Figure   // one card as bought in China today; missing when sold only in servers
	Curve            string   // id of the resale curve that fits it by default
	Quotes           []Figure // prices seen, newest first: history, never used in a bill
	Sources          []string
	Note             string
	Where            Where
}

// Server is a chassis with its cards, or with Card empty a host into which cards of a form are put.
type Server struct {
	ID, Name, NameZH string
	Card             string   // card id; "" for a host
	Fits             []string // for a host: the card forms, markets or ids it takes ("pcie", "consumer", card ids)
	Cards            int      // cards in it, or places of a host
	Price            Figure   // whole server, or the host without cards
	RatedKW          Figure   // nameplate; a host: without cards
	TypicalKW        Figure   // while training
	IdleKW           Figure
	LeadDays         Figure // order to power-on
	WarrantyMonths   Figure // maker's; missing or 0 = none
	Network          string // ib, roce, none: what its network ports are
	Liquid           bool   // needs liquid cooling
	Curve            string // resale curve when it differs from the card's
	Quotes           []Figure
	Note             string
	Where            Where
}

// Site is a place where servers stand.
type Site struct {
	ID, Name, NameZH string
	Aliases          []string
	Kind             string // colo, office, home, hall
	Power            string // included, landlord-metered, grid-account, household
	Tariff           string // for grid-account and household
	PowerPrice       Figure // landlord-metered: CNY/kWh of IT energy
	RackPrice        Figure // CNY/kW-month or CNY/rack-month; missing where no rack is rented
	RackWithPower    Figure // CNY/rack-month with power at usual draw inside, for Power "included"
	WholesalePrice   Figure // CNY/kW-month without power from WholesaleFrom kW upward
	WholesaleFrom    Figure
	RackKW           Figure // rated kW that one rack feeds and cools
	RackMinMonths    Figure // shortest contract
	LiquidRackPrice  Figure
	LiquidRackKW     Figure
	LimitKW          Figure // the most that an office or home can feed
	PUE, PUELimit    Figure
	Carbon           Figure // kgCO2/kWh
	Bandwidth        Figure // CNY/Mbps-month
	RemoteHands      Figure // CNY/hour of the landlord's technicians
	Setup            Figure // one-off: fit-out of an office or hall, CNY or CNY/kW
	BuildMonths      Figure // until an own hall stands
	Note, NoteZH     string
	Where            Where
}

// HourSpan is a span of clock hours, From <= hour < To.
type HourSpan struct{ From, To int }

// Period is one tariff period of a season: which hours it covers and its multiplier on the floating part.
type Period struct {
	Name       string // sharp, peak, flat, valley, deep
	Hours      []HourSpan
	Multiplier Figure // ratio to flat; missing in tariffs that only publish tables
}

// Season is a set of months that share their periods; its spans cover each of the 24 hours once.
type Season struct {
	ID      string
	Months  []int
	Periods []Period
}

// PriceTable is a published table of period prices, in force from one month to another.
type PriceTable struct {
	ID, From, To string // YYYY-MM, inclusive; To "" = until the next
	Prices       map[string]Figure
	Float, Fixed Figure // F and N behind the prices, for months without a table of their own
	Demand       Figure // CNY/kW-month while the table is in force; missing = the tariff's
	Capacity     Figure // CNY/kVA-month
}

// Tier is one step of a household tariff.
type Tier struct {
	FromKWhYear, ToKWhYear float64 // To 0 = no end
	Price                  Figure
	Valley                 Figure // price of the valley hours with a two-rate meter
}

// Tariff is an electricity tariff: period tables, or F x multiplier + N, or household tiers, or one flat price.
type Tariff struct {
	ID, Name, NameZH string
	Kind             string // two-part, single-part, household, flat, market
	Voltage          string
	Seasons          []Season
	Tables           []PriceTable
	Purchase         Figure // F = Purchase x (1 + Loss) + Grid
	Loss             Figure // share
	Grid             Figure // transmission and distribution, CNY/kWh
	Floats           string // what the multipliers act on: all (F as above) or purchase (F = Purchase; the rest is N)
	SystemFee, Funds Figure // N = SystemFee + Funds
	ComposedFrom     string // month from which the composed price replaces the tables
	Demand           Figure // CNY/kW-month
	Capacity         Figure // CNY/kVA-month
	DemandFloor      Figure // share of the kVA that is billed at least
	DemandDiscount   Figure // factor on the demand charge from DiscountFrom kWh per kVA and month
	DiscountFrom     Figure
	MandatoryFrom    Figure // kVA from which this kind of tariff is compulsory
	Tiers            []Tier
	ValleyFactor     Figure   // household time of use
	DeepDays         []string // rest-days, holidays; "" none
	DeepMonths       []int
	DeepMultiplier   Figure
	Flat             Figure
	Note             string
	Where            Where
}

// Offer is one rentable thing.
type Offer struct {
	ID, Provider, ProviderName string
	Card                       string   // exact card id; "" when the offer does not say which
	Maybe                      []string // cards that the wording may mean, when Card is empty
	CardText                   string   // as the offer words it
	MemoryGB                   float64  // as the offer states; 0 unknown
	Region                     string
	Mainland                   bool
	Class                      string // cloud, marketplace, bare-metal, campus, model (a planning figure of somebody)
	Term                       string // hour, day, week, month, year, reserved, spot, rack, pack
	Cards                      int    // cards per unit sold (server price / Cards = card price)
	Price                      Figure // unit CNY/card-hour, CNY/card-day, CNY/card-month, CNY/server-month, USD/card-hour, ...
	Step                       string // second, minute, hour, day, month: what a session is rounded up to
	MonthHours                 int    // hours of the month it sells: 720 or 730
	Whole                      bool   // a month is sold whole (true) or pro rata
	MinUnits                   int    // least number of units of the term
	MinCards                   int
	CommitMonths               Figure // months that must be paid
	DepositMonths              Figure
	Prepaid                    bool
	Exit                       string // rule id: none, compshare-day, compshare-month, closed, penalty
	Interconnect               string // ib, roce, nvlink-only, none, "" = not stated
	OpenTo                     string // companies, campus, persons
	Setup                      Figure // hours to set a session up
	Rejected                   string // why it is not acceptable by default, a reason id; "" = acceptable
	RejectedNote               string
	Includes, Note             string
	Where                      Where
}

// CurvePoint is what is left of the price after a number of months.
type CurvePoint struct {
	Months int
	Share  Figure
}

// Curve is a resale curve.
type Curve struct {
	ID, Name, NameZH string
	Points           []CurvePoint // ascending; 0 months = 1 is implied
	Estimate         bool
	Where            Where
}

// Subsidy is one support programme.
type Subsidy struct {
	ID, Name, NameZH    string
	Region, Authority   string
	Object              string // rent, build, loan-interest, training-service
	Share, Cap          Figure // p and cap (CNY, or CNY/year)
	Pool, Minimum       Figure // money set aside; least contract
	Ceiling             Figure // L: the most of the spend that grants may cover together
	LagMonths           Figure
	ValidFrom, ValidTo  string // YYYY-MM-DD, "" = open or unknown
	Status              string // open, expired, unverified, draft
	Conditions, CondsZH string
	Sources             []string
	Where               Where
}

// Assumption is one operating assumption, tax rule value or finance value.
type Assumption struct {
	ID, Name, NameZH string
	Value            Figure
	Points           []Point // for values that depend on a size: ascending
	Text             string  // for values that are words: an id or a rule
	Document         string  // number of the legal document
	Note             string
	ValidFrom        string
	ValidTo          string
	Where            Where
}

// Point is one value of a table look-up; between points the model interpolates or steps as it says.
type Point struct {
	At    int
	Value Figure
}

// FX is an exchange rate: CNY for one unit of the currency.
type FX struct {
	Currency string // ISO code
	Value    Figure
	Where    Where
}

// Source is where a figure was read.
type Source struct {
	ID, Title, URL, Date, Kind string
	Where                      Where
}

// Phase is a stretch of a scenario with one number of cards.
type Phase struct {
	Count   int
	For     string // duration words
	Pattern string // "" = the scenario's
	Util    string
}

// ScenarioDef is a named scenario as written in a sheet, before defaults and look-ups.
type ScenarioDef struct {
	ID, Name, NameZH string
	Card             string
	Count            int
	For              string
	ForLow, ForHigh  string // what eight in ten runs take at least and at most; "" = as For
	Util             string
	Pattern          string
	Sessions         int
	Independent      bool // its jobs need no link between hosts
	Site             string
	Start            string
	View             string
	Taxpayer         string
	MemoryGB         float64 // least memory a card must have; 0 = the card's own
	Phases           []Phase
	Note, NoteZH     string
	Places           map[string]Place // of its fields, by key path: "for", "phases.0.count"
	Where            Where
}

// Model is a well-known open model for training estimates.
type Model struct {
	ID, Name string
	Aliases  []string
	Values   map[string]float64
	// Tokenizer is the vocabulary that cuts its text, where bytes per token are measured for it.
	Tokenizer string
	Sources   []string
	Where     Where
}

// Provider is what holds for all offers of one provider: storage while cards are off, traffic, discounts.
type Provider struct {
	ID, Name, Region, URL string
	Disk, Images          Figure  // CNY/GB-month
	DiskFreeGB            float64 // of each instance
	ImagesFreeGB          float64
	OffPrice              Figure            // CNY/hour of an instance kept without its cards
	WipedAfter            Figure            // days after power-off until the data is gone; missing = not stated
	Egress                Figure            // CNY/GB
	Internet              Figure            // CNY/Mbps-month
	Address               Figure            // CNY/IP-month
	IBSurcharge           Figure            // CNY/server-month
	Discounts             map[string]Figure // by name: member-silver, night, spot
	Rules                 []string
	Note                  string
	Where                 Where
}

// Part is a component beside servers: network ports, cables, storage, software, works.
type Part struct {
	ID, Name, NameZH string
	Group            string // network, storage, software, works
	Cluster          int    // cards of the cluster that the figure is for; 0 = any
	Price            Figure // CNY or USD per unit, card, server, TB; or a ratio
	Note             string
	Where            Where
}

// Trend is a price over time, oldest first.
type Trend struct {
	ID, Name, Card, Provider string
	Points                   []TrendPoint
	Note                     string
	Where                    Where
}

// TrendPoint is the price on one date.
type TrendPoint struct {
	Date  string // YYYY, YYYY-MM or YYYY-MM-DD
	Value Figure // Typical may be empty when only bounds were seen
}

package compare

import (
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Row is one option as it is compared.
type Row struct {
	costmodel.Option
	Low, High     quantity.Fen // of the total; for rent the cheapest and dearest acceptable offer, for own the ranges of its figures
	HasRange      bool
	PaidCardHours float64 // billed by the hour, else the clock hours of the cards needed
	PerCardHour   float64 // yuan per paid card-hour
	PerUsedHour   float64 // yuan per card-hour in which the cards work
	Counts        bool    // takes part in the verdict: rent, and owning in the deciding view
	Priced        bool    // false: a price is missing, see Missing
	Chosen        bool
	Money         *costmodel.MoneyResult // money over time; nil unless asked for
}

// ReadyInDays is the time from order to power-on; ok is false when it is not known.
func (w Row) ReadyInDays() (days float64, ok bool) {
	days, err := strconv.ParseFloat(w.ReadyDays.Typical, 64)
	if w.ReadyDays.Unit == "month" {
		days *= float64(quantity.HoursPerMonth) / quantity.HoursPerDay
	}
	return days, err == nil
}

// Flip is something that would turn the verdict to another family or, for alternatives, beat it.
type Flip struct {
	What  string       // "view", "curve", "capital", "vat", "class", "bridge", "rent-price", "memory", "second-job"
	Args  []diag.Arg   // names and values for the message "flip.<what>"
	To    string       // the option that would win
	Total quantity.Fen // its total then; 0 for thresholds
	Turns bool         // turns the verdict to another family; false = a hint worth knowing
}

// Verdict is the answer.
type Verdict struct {
	Choice      string // option id
	Family      string
	Total       quantity.Fen
	RunnerUp    string       // best option of another family; "" = none could be priced
	Saving      quantity.Fen // runner-up's total less the choice's
	SavingShare float64      // of the runner-up's total
	Robust      bool         // the same family wins in every view
	Holds       bool         // the family wins at every low and high of every figure, one at a time
	ViewWinners []ViewWinner
	MonthsApart int // months between own and rent prices, when more than 6; else 0
	Flips       []Flip
}

// ViewWinner is which option wins in a view of owning.
type ViewWinner struct {
	View, Choice string
	Total        quantity.Fen
}

// Used is a figure behind the answer, with its age.
type Used struct {
	ledger.Figure
	AgeMonths int // -1 = no date
	AgeDays   int // -1 = no date
	InChoice  bool
	InOwn     bool
}

// IsPrice reports whether the figure is money somebody asks, as opposed to a specification or an assumption of use.
func (u Used) IsPrice() bool {
	return isPrice(u.Unit)
}

// Result is a comparison.
type Result struct {
	Scenario    scenario.Scenario
	Today       quantity.YearMonth
	Day         quantity.Date
	Book        *ledger.Book
	Rows        []Row    // counted ones first, cheapest first, then other views, then those without a price
	Verdict     *Verdict // nil when nothing could be priced
	NotOffered  []string // terms without an acceptable offer
	NotCounted  []string // those of them that are offered, but by no offer that counts
	MixIs       string   // option that the best mix equals
	Offers      []costmodel.OfferBill
	Machine     costmodel.Machine
	CardHours   float64
	WantedHours float64
	UsedHours   float64
	Figures     []Used
	Warnings    diag.List
	Money       *MoneyOutcome        // nil unless money over time is asked for
	Hybrid      *costmodel.Hybrid    // nil unless owning a part was looked at
	Movements   []costmodel.Movement // of the card's price over about a year
	Equivalents []Equivalent         // set by who asks for them
	Staged      *Staged              // set by who asks for it
	desk        *desk
}

// Row returns a row by option id.
func (r *Result) Row(id string) (*Row, bool) {
	for i := range r.Rows {
		if r.Rows[i].ID == id {
			return &r.Rows[i], true
		}
	}
	return nil, false
}

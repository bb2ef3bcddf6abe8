package compare

import (
	"math"
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/scenario"
)

// LadderDays are the days of a week for which a ladder is made, every day first.
var LadderDays = []int{7, 5, 4}

// LadderPoint is what each way costs at some hours a day on some days a week.
type LadderPoint struct {
	Hours, Days int
	Totals      map[string]float64 // yuan by option id
	Best        string             // cheapest of all
	BestRental  string             // cheapest way to rent
}

// Rung is a range of hours a day in which one way is the cheapest.
type Rung struct {
	Days     int
	From, To int // hours a day, both included
	Option   string
	AtFrom   float64 // its totals at both ends, in yuan
	AtTo     float64
}

// What a threshold comes to.
const (
	ThresholdCrosses = "crosses" // the hour is cheaper below, the month above
	ThresholdHour    = "hour"    // the hour is cheaper even around the clock
	ThresholdMonth   = "month"   // the month is cheaper however short the day
	ThresholdMissing = "missing" // nobody offers one of the two for this need
)

// Threshold is at how many hours of use a day the hour and the month cost the same, all other ways aside.
type Threshold struct {
	Days   int
	Result string
	Hours  float64 // with a fraction, where Result is ThresholdCrosses
}

// Saying is a rule of thumb held against the prices: at so many hours on so many days a term is said to be right.
type Saying struct {
	Hours, Days int
	Term        string // rent.hour or rent.month: what the rule says
	Known       bool   // both have a price
	Holds       bool   // of the two the term is not dearer; for the hour at every use below too
	Hour, Month float64
	Best        string // cheapest way to rent of all
	BestTotal   float64
}

// The rules of thumb that people repeat: under two hours a day by the hour, four days of eight hours by the month.
var sayings = []Saying{{Hours: 2, Days: 7, Term: "rent.hour"}, {Hours: 8, Days: 4, Term: "rent.month"}}

// Ladder tells from how many hours of use which way of renting, or owning, is the cheapest.
type Ladder struct {
	Scenario scenario.Scenario
	Points   []LadderPoint
	Rungs    []Rung // of all ways
	Rentals  []Rung // renting alone

	Thresholds []Threshold // by days a week
	Sayings    []Saying
}

// Climb makes the ladder of a scenario: its cards, length and prices with patterns of 1 to 24 hours a day. Terms count
// one by one; a mix of terms is the business of a comparison. Of the terms of money over time it takes a kind of taxpayer
// and panics for others.
func Climb(in costmodel.Input) Ladder {
	in.Solving = true
	out := Ladder{Scenario: in.Scenario}
	c, _ := comparer(in)
	offers := ladderOffers(in)
	for _, days := range LadderDays {
		for hours := 1; hours <= 24; hours++ {
			if p, ok := ladderPoint(in, c, offers, hours, days); ok {
				out.Points = append(out.Points, p)
			}
		}
	}
	out.Rungs = rungs(out.Points, func(p LadderPoint) string { return p.Best })
	out.Rentals = rungs(out.Points, func(p LadderPoint) string { return p.BestRental })
	for _, days := range LadderDays {
		out.Thresholds = append(out.Thresholds, threshold(out.Points, days))
	}
	for _, s := range sayings {
		out.Sayings = append(out.Sayings, s.against(out.Points))
	}
	return out
}

// threshold finds where the hour overtakes the month. Between whole hours, and below the first, bills are taken as
// straight.
func threshold(points []LadderPoint, days int) Threshold {
	out := Threshold{Days: days, Result: ThresholdMissing}
	var hours, margins []float64 // hour less month
	for _, p := range points {
		hour, month, ok := p.hourAndMonth()
		if p.Days == days && ok {
			hours, margins = append(hours, float64(p.Hours)), append(margins, hour-month)
		}
	}
	if len(hours) < 2 {
		return out
	}
	last := len(hours) - 1
	if margins[last] <= 0 {
		out.Result = ThresholdHour
		return out
	}
	// The last change counts: from there on the month stays cheaper.
	at := last
	for at > 1 && margins[at-1] > 0 {
		at--
	}
	x := hours[at-1] - margins[at-1]*(hours[at]-hours[at-1])/(margins[at]-margins[at-1])
	if !(x > 0) {
		out.Result = ThresholdMonth
		return out
	}
	out.Result, out.Hours = ThresholdCrosses, x
	return out
}

func (p LadderPoint) hourAndMonth() (hour, month float64, ok bool) {
	hour, okHour := p.Totals["rent.hour"]
	month, okMonth := p.Totals["rent.month"]
	return hour, month, okHour && okMonth
}

// against holds a rule of thumb against the bills.
func (s Saying) against(points []LadderPoint) Saying {
	holds := true
	for _, p := range points {
		if p.Days != s.Days || p.Hours > s.Hours {
			continue
		}
		hour, month, ok := p.hourAndMonth()
		if s.Term == "rent.hour" {
			holds = holds && hour <= month
		}
		if p.Hours != s.Hours {
			continue
		}
		s.Known, s.Hour, s.Month = ok, hour, month
		s.Best, s.BestTotal = p.BestRental, p.Totals[p.BestRental]
		if s.Term == "rent.month" {
			holds = month <= hour
		}
	}
	s.Holds = s.Known && holds
	return s
}

// ladderOffers are the offers that are the cheapest of their term around the clock or for an hour a day; in between
// nothing else can be, as every bill grows in proportion to hours or days.
func ladderOffers(in costmodel.Input) []string {
	m := &monthDuel{}
	for _, hours := range []int{24, 1} {
		m.collect(costmodel.BuildRent(withPattern(in, hours, 7)))
	}
	return m.offers
}

func withPattern(in costmodel.Input, hours, days int) costmodel.Input {
	p, err := scenario.ParsePattern(strconv.Itoa(hours) + "hx" + strconv.Itoa(days) + "d")
	if err != nil {
		panic("compare: " + err.Error()) // hours 1 to 24 and days 1 to 7 are patterns
	}
	phase := in.Scenario.Phases[0]
	phase.Pattern, phase.Util = p, ledger.Dec("1") // the hours of the pattern are those of use
	in.Scenario.Phases, in.Scenario.Count = []scenario.Phase{phase}, phase.Count
	return in
}

func ladderPoint(in costmodel.Input, c costmodel.Comparer, offers []string, hours, days int) (LadderPoint, bool) {
	in = withPattern(in, hours, days)
	costs := c.Bills(in, costmodel.BuildPart(in, offers))
	bill := newMonthBill()
	bill.add(costs, in.Scenario.View)
	p := LadderPoint{Hours: hours, Days: days, Totals: bill.rent}
	var rent float64
	p.BestRental, rent = bill.least(BestRental)
	p.Best = p.BestRental
	if !math.IsNaN(bill.own) {
		p.Totals[bill.ownID] = bill.own
		if p.BestRental == "" || bill.own < rent {
			p.Best = bill.ownID
		}
	}
	return p, p.Best != ""
}

// rungs joins neighbouring points with the same answer.
func rungs(points []LadderPoint, answer func(LadderPoint) string) []Rung {
	var out []Rung
	for _, p := range points {
		option := answer(p)
		if option == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Option == option && out[n-1].Days == p.Days && out[n-1].To == p.Hours-1 {
			out[n-1].To, out[n-1].AtTo = p.Hours, p.Totals[option]
			continue
		}
		total := p.Totals[option]
		out = append(out, Rung{Days: p.Days, From: p.Hours, To: p.Hours, Option: option, AtFrom: total, AtTo: total})
	}
	return out
}

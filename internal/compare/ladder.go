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
}

// Ladder tells from how many hours of use which way of renting, or owning, is the cheapest.
type Ladder struct {
	Scenario scenario.Scenario
	Points   []LadderPoint
	Rungs    []Rung // of all ways
	Rentals  []Rung // renting alone
}

// Climb makes the ladder of a scenario: its cards, length and prices with patterns of 1 to 24 hours a day. Terms count
// one by one; a mix of terms is the business of a comparison.
func Climb(in costmodel.Input) Ladder {
	in.Solving, in.Money = true, costmodel.MoneyTerms{}
	out := Ladder{Scenario: in.Scenario}
	offers := ladderOffers(in)
	for _, days := range LadderDays {
		for hours := 1; hours <= 24; hours++ {
			if p, ok := ladderPoint(in, offers, hours, days); ok {
				out.Points = append(out.Points, p)
			}
		}
	}
	out.Rungs = rungs(out.Points, func(p LadderPoint) string { return p.Best })
	out.Rentals = rungs(out.Points, func(p LadderPoint) string { return p.BestRental })
	return out
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

func ladderPoint(in costmodel.Input, offers []string, hours, days int) (LadderPoint, bool) {
	costs := costmodel.BuildPart(withPattern(in, hours, days), offers)
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
			out[n-1].To = p.Hours
			continue
		}
		out = append(out, Rung{Days: p.Days, From: p.Hours, To: p.Hours, Option: option})
	}
	return out
}

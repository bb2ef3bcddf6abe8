package estimate

import (
	"math"
	"strings"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

// muchCheaper is the share of the headline's cost from which on another row of
// the table is worth a line of its own.
const muchCheaper = 0.5

// CheaperRow is the cheapest candidate where it costs much less than the
// headline, mostly as it takes longer; nil = there is none.
func (r *Result) CheaperRow() *Candidate {
	chosen, ok := r.Chosen()
	if !ok || chosen.Cost == nil {
		return nil
	}
	best := chosen
	for i := range r.Candidates {
		if c := &r.Candidates[i]; c.Cost != nil && c.Cost.Total < best.Cost.Total {
			best = c
		}
	}
	if best.Cost.Total.Float() > muchCheaper*chosen.Cost.Total.Float() {
		return nil
	}
	return best
}

// LongTerm is a way to rent that pays for more whole periods than the training
// lasts.
type LongTerm struct {
	Option, Period string // rent.month; hour, day, week, month, year
	Units          string // periods that are paid for
}

// LongTerms lists the ways to rent the chosen cards that pay longer than the
// training lasts, rounded up to whole periods: for a minimum term, or for one
// that is committed to.
func (r *Result) LongTerms() []LongTerm {
	if r.Ways == nil {
		return nil
	}
	var out []LongTerm
	for _, w := range r.Ways.Rows {
		period, ok := strings.CutPrefix(w.How.Key, "how.rent.")
		units := argument(w.How, "units")
		hours := float64(costmodel.PeriodHours(period))
		if !ok || !w.Priced || hours == 0 {
			continue
		}
		if float(units) >= math.Ceil(r.Ways.Scenario.Hours()/hours)+1 {
			out = append(out, LongTerm{w.ID, period, units})
		}
	}
	return out
}

func argument(d diag.Diagnostic, name string) string {
	for _, a := range d.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// warnUnpriced names the kinds of cards that fit and have no cost.
func (r *Result) warnUnpriced() {
	if r.biller == nil {
		return
	}
	for _, s := range r.Cards {
		c := r.unpriced(s.Machine.Card.ID)
		if c == nil {
			continue
		}
		d := diag.New("estimate.no_price", "card", s.Machine.Card.Name, "scenario", c.Shorthand())
		r.Warnings = append(r.Warnings, d.AsWarning().WithHint("estimate.no_price_hint"))
	}
}

// unpriced is a candidate of a kind of card that fits, its headline if it has
// one; nil where none fits, or one of them has a cost.
func (r *Result) unpriced(card string) *Candidate {
	var one *Candidate
	for i := range r.Candidates {
		c := &r.Candidates[i]
		switch {
		case c.Machine.Card.ID != card || !c.Result.Fits:
		case c.Cost != nil:
			return nil
		case one == nil || c.Headline:
			one = c
		}
	}
	return one
}

package compare

import (
	"math"
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// Path is one thing that can be decided today, and what it costs if the demand goes on and if it does not.
type Path struct {
	Stays, Ends    quantity.Fen
	StaysBy        string // option ids behind the amounts
	EndsBy         string
	ExpectedYuan   float64 // at the chance that the demand goes on
	StaysDecidedBy string  // for waiting: what is done after the wait
}

// Staged weighs committing today, to machines or to a way of renting, against renting for some months and deciding then.
type Staged struct {
	Months  int
	Chance  float64 // that the demand goes on after those months
	Given   bool    // somebody gave the chance; false = an estimate
	BuyNow  Path
	RentNow Path   // the best way of renting to start today and keep to; its end pays what is committed
	Against string // option of BuyNow or RentNow that costs less at the chance: what waiting is measured against
	Wait    Path
	Value   float64 // of waiting, in yuan: the better of both now less waiting, all expected; not above 0 = worth nothing
	TurnsAt float64 // chance at which waiting costs as much as the best of now; NaN = it is never better, or always
}

// evenChance stands in where the sheets do not say how likely a demand goes on.
const evenChance = 0.5

// Stage computes the value of waiting: rent for the months, then buy, rent on, or stop, against the best that can be
// settled today. Bought machines are judged in the scenario's view and, when the demand ends, sold on that day. chance < 0 takes the sheets' estimate. The findings
// say why there is no answer.
func Stage(in costmodel.Input, months int, chance float64) (*Staged, diag.List) {
	hours := float64(months) * quantity.HoursPerMonth
	if months < 1 || hours >= in.Scenario.Hours() {
		return nil, diag.List{diag.New("staged.too_long", "months", strconv.Itoa(months))}
	}
	s := &Staged{Months: months, Chance: chance, Given: chance >= 0}
	if !s.Given {
		s.Chance = costmodel.AssumedShare(in.Catalog, "staged-continue-share", evenChance)
	}
	in.Upgrade, in.RentToOwn, in.Renting.Hybrid = costmodel.Upgrade{}, 0, false
	whole := cheapest(in)
	in.Scenario = costmodel.Cut(in.Scenario, 0, hours)
	first := cheapest(in)
	in.Scenario = costmodel.Cut(whole.in.Scenario, hours, whole.in.Scenario.Hours())
	then := cheapest(in)
	next := then.least()
	if whole.own == nil || whole.rent == nil || first.own == nil || first.rent == nil || next == nil {
		return nil, diag.List{diag.New("staged.no_price")}
	}
	s.BuyNow = Path{Stays: whole.own.Total(), Ends: first.own.Total(), StaysBy: whole.own.ID, EndsBy: first.own.ID}
	s.Wait = Path{
		Stays: first.rent.Total() + next.Total(), Ends: first.rent.Total(),
		StaysBy: first.rent.ID, EndsBy: first.rent.ID, StaysDecidedBy: next.ID,
	}
	s.weigh(rentNow(whole, first))
	return s, nil
}

// rentNow lists the ways of renting to start today and keep to. When the demand ends each costs what the same offer
// costs for the shorter time, its commitment and its minimum included; a mix goes on with the provider's best.
func rentNow(whole, first waysOf) []Path {
	var out []Path
	for _, o := range whole.costs.Options {
		if len(o.Missing) > 0 || o.Family != costmodel.FamilyRent {
			continue
		}
		ends, by, found := quantity.Fen(0), "", false
		take := func(total quantity.Fen, id string) {
			if !found || total < ends {
				ends, by, found = total, id, true
			}
		}
		if len(o.Offers) == 1 {
			for _, b := range first.costs.Offers {
				if b.Offer.ID == o.Offers[0] && b.Ledger != nil {
					take(b.Ledger.Total, o.ID)
				}
			}
		} else {
			for _, f := range first.costs.Options {
				if f.Family == costmodel.FamilyRent && len(f.Missing) == 0 && f.Provider == o.Provider {
					take(f.Total(), f.ID)
				}
			}
		}
		if found {
			out = append(out, Path{Stays: o.Total(), Ends: ends, StaysBy: o.ID, EndsBy: by})
		}
	}
	return out
}

// expected is what a path costs at a chance that the demand goes on.
func (p Path) expected(chance float64) float64 {
	return chance*p.Stays.Float() + (1-chance)*p.Ends.Float()
}

func (s *Staged) weigh(rents []Path) {
	for i, p := range rents {
		if i == 0 || p.expected(s.Chance) < s.RentNow.expected(s.Chance) {
			s.RentNow = p
		}
	}
	for _, p := range []*Path{&s.BuyNow, &s.RentNow, &s.Wait} {
		p.ExpectedYuan = p.expected(s.Chance)
	}
	now := s.BuyNow
	if len(rents) > 0 && s.RentNow.ExpectedYuan <= now.ExpectedYuan {
		now = s.RentNow
	}
	s.Against, s.Value = now.StaysBy, now.ExpectedYuan-s.Wait.ExpectedYuan
	s.turn(append(rents, s.BuyNow))
}

// turn finds the chance at which waiting begins or ceases to be better than everything that can be done now: of
// several the one nearest to the chance.
func (s *Staged) turn(now []Path) {
	value := func(chance float64) float64 {
		best := math.Inf(1)
		for _, p := range now {
			best = min(best, p.expected(chance))
		}
		return best - s.Wait.expected(chance)
	}
	s.TurnsAt = math.NaN()
	const near, none = 1e-6, 0.005 // a step in chance; half a fen
	for _, p := range now {
		ends, stays := p.Ends.Float()-s.Wait.Ends.Float(), p.Stays.Float()-s.Wait.Stays.Float()
		if (ends > 0) == (stays > 0) || ends == stays {
			continue
		}
		at := ends / (ends - stays)
		turns := math.Abs(value(at)) < none && (value(at-near) > 0) != (value(at+near) > 0)
		if turns && (math.IsNaN(s.TurnsAt) || math.Abs(at-s.Chance) < math.Abs(s.TurnsAt-s.Chance)) {
			s.TurnsAt = at
		}
	}
}

// waysOf holds the cheapest way to rent and to own a need.
type waysOf struct {
	in        costmodel.Input
	costs     costmodel.Result
	own, rent *costmodel.Option
}

func cheapest(in costmodel.Input) waysOf {
	w := waysOf{in: in, costs: costmodel.Build(in)}
	for i := range w.costs.Options {
		o := &w.costs.Options[i]
		if !takesPart(*o, in.Scenario.View) {
			continue
		}
		switch {
		case o.Family == costmodel.FamilyOwn && (w.own == nil || o.Total() < w.own.Total()):
			w.own = o
		case o.Family == costmodel.FamilyRent && (w.rent == nil || o.Total() < w.rent.Total()):
			w.rent = o
		}
	}
	return w
}

func (w waysOf) least() *costmodel.Option {
	if w.own == nil || w.rent != nil && w.rent.Total() <= w.own.Total() {
		return w.rent
	}
	return w.own
}

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

// Staged weighs buying today against renting for some months and deciding then.
type Staged struct {
	Months  int
	Chance  float64 // that the demand goes on after those months
	Given   bool    // somebody gave the chance; false = an estimate
	BuyNow  Path
	Wait    Path
	Value   float64 // of waiting, in yuan: buying now less waiting, both expected; negative = do not wait
	TurnsAt float64 // chance at which both are the same; below it waiting is cheaper; NaN = one of them always is
}

// evenChance stands in where the sheets do not say how likely a demand goes on.
const evenChance = 0.5

// Stage computes the value of waiting: rent for the months, then buy, rent on, or stop. Bought machines are judged in
// the scenario's view and, when the demand ends, sold on that day. chance < 0 takes the sheets' estimate. The findings
// say why there is no answer.
func Stage(in costmodel.Input, months int, chance float64) (*Staged, diag.List) {
	hours := float64(months) * quantity.HoursPerMonth
	if months < 1 || hours >= in.Scenario.Hours() {
		return nil, diag.List{diag.New("staged.too_long", "months", strconv.Itoa(months))}
	}
	s := &Staged{Months: months, Chance: chance, Given: chance >= 0}
	if !s.Given {
		s.Chance = evenChance
		if a, ok := in.Catalog.Assumption("staged-continue-share"); ok && !a.Value.Missing() {
			if v, err := strconv.ParseFloat(a.Value.Typical, 64); err == nil {
				s.Chance = v
			}
		}
	}
	in.Upgrade, in.RentToOwn, in.Renting.Hybrid = costmodel.Upgrade{}, 0, false
	whole := cheapest(in)
	in.Scenario = costmodel.Cut(in.Scenario, 0, hours)
	first := cheapest(in)
	in.Scenario = costmodel.Cut(whole.in.Scenario, hours, whole.in.Scenario.Hours())
	then := cheapest(in)
	if whole.own == nil || first.own == nil || first.rent == nil {
		return nil, diag.List{diag.New("staged.no_price")}
	}
	s.BuyNow = Path{Stays: whole.own.Total(), Ends: first.own.Total(), StaysBy: whole.own.ID, EndsBy: first.own.ID}
	s.Wait = Path{Ends: first.rent.Total(), EndsBy: first.rent.ID, StaysBy: first.rent.ID}
	next := then.least()
	if next == nil {
		return nil, diag.List{diag.New("staged.no_price")}
	}
	s.Wait.Stays, s.Wait.StaysDecidedBy = first.rent.Total()+next.Total(), next.ID
	s.weigh()
	return s, nil
}

func (s *Staged) weigh() {
	expect := func(p *Path) float64 {
		p.ExpectedYuan = s.Chance*p.Stays.Float() + (1-s.Chance)*p.Ends.Float()
		return p.ExpectedYuan
	}
	s.Value = expect(&s.BuyNow) - expect(&s.Wait)
	s.TurnsAt = math.NaN()
	ends := s.BuyNow.Ends.Float() - s.Wait.Ends.Float()
	stays := s.BuyNow.Stays.Float() - s.Wait.Stays.Float()
	if (ends > 0) != (stays > 0) && ends != stays {
		s.TurnsAt = ends / (ends - stays)
	}
}

// waysOf holds the cheapest way to rent and to own a need.
type waysOf struct {
	in        costmodel.Input
	own, rent *costmodel.Option
}

func cheapest(in costmodel.Input) waysOf {
	w := waysOf{in: in}
	costs := costmodel.Build(in)
	for i := range costs.Options {
		o := &costs.Options[i]
		if len(o.Missing) > 0 || o.View != "" && o.View != in.Scenario.View {
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

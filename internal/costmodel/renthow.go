package costmodel

import (
	"math"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// lot is cards that are paid for some periods.
type lot struct {
	cards   int
	periods float64
	from    float64 // hours after the start
}

// howRented says what is paid for: periods times cards, which times the price is the rent.
func (m *model) howRented(o catalog.Offer) diag.Diagnostic {
	t := m.tenancy(o)
	lots, word := m.lots(t), t.period
	if t.hourlyLease() {
		word = "month"
	}
	args := []string{"provider", o.ProviderName}
	if len(lots) == 1 {
		return diag.New("how.rent."+word, append(args, "units", shortNumber(lots[0].periods), "cards", strconv.Itoa(lots[0].cards))...)
	}
	sum := 0.0
	for _, x := range lots {
		sum += float64(x.cards) * x.periods
	}
	return diag.New("how.rent.cards."+word, append(args, "units", shortNumber(sum))...)
}

// shortNumber keeps two decimals at most.
func shortNumber(v float64) string { return trim(math.Round(v*100) / 100) }

// lots lists what is paid for. Leases side by side for equally long are one lot; so are equal cards one after another.
func (m *model) lots(t tenancy) []lot {
	var all []lot
	if t.byTouch() {
		for k, p := range m.sc.Phases {
			if p.Count > 0 {
				all = append(all, lot{cards: t.cardsPaid(p.Count), periods: m.paidTouched(t, k), from: m.stretches()[k].from})
			}
		}
	} else {
		for _, s := range m.leases(t) {
			all = append(all, lot{cards: t.cardsIn(s.sold), periods: s.units, from: s.from})
		}
	}
	all = joined(all, func(a *lot, b lot) bool {
		same := a.from == b.from && a.periods == b.periods
		if same {
			a.cards += b.cards
		}
		return same
	})
	return joined(all, func(a *lot, b lot) bool {
		same := a.cards == b.cards && a.from != b.from
		if same {
			a.periods += b.periods
		}
		return same
	})
}

// joined puts lots into the first one that takes them.
func joined(lots []lot, take func(a *lot, b lot) bool) []lot {
	var out []lot
next:
	for _, b := range lots {
		for i := range out {
			if take(&out[i], b) {
				continue next
			}
		}
		out = append(out, b)
	}
	return out
}

// paidTouched is the hours or days of a phase that are billed.
func (m *model) paidTouched(t tenancy, k int) float64 {
	sum := 0.0
	for i, month := range m.cal.uses {
		switch {
		case month[k].wanted == 0:
		case t.period == "hour":
			if d, err := m.b.Exact(m.billedHours(t, i, k).Ref()); err == nil {
				sum += d.InexactFloat64()
			}
		default:
			sum += month[k].days
		}
	}
	if sum > 0 {
		sum = max(sum, float64(t.offer.MinUnits))
	}
	return sum
}

package costmodel

import (
	"math"
	"slices"
	"time"

	"gpucalc/internal/quantity"
)

// cheapest covers the wanted hours of a layer at least cost. Around the clock only the number of periods matters and a
// count of them is enough; otherwise it is a shortest path over the wanted hours.
func (m *model) cheapest(items []mixable, layer mixLayer) ([]block, bool) {
	costs := m.mixCosts(items, layer)
	if first, last, ok := m.plain(layer); ok {
		clock := m.stretches()
		from := int(math.Floor(clock[first].from + 1e-9))
		return countOut(costs, from, int(math.Ceil(clock[last].to-clock[first].from-1e-9)), first)
	}
	return shortest(costs, m.wantedHours(layer), m.switchYuan(), m.driftOf())
}

// plain reports whether a layer is wanted without a break around the clock at one utilisation, with prices that stand
// still and no change of provider.
func (m *model) plain(layer mixLayer) (first, last int, ok bool) {
	first = slices.Index(layer.want, true)
	last = first
	for k := first; k < len(layer.want); k++ {
		p := m.sc.Phases[k]
		switch {
		case layer.want[k] && last < k-1:
			return 0, 0, false
		case layer.want[k]:
			last = k
			if !p.Pattern.IsAll() || !p.Util.Equal(m.sc.Phases[first].Util) {
				return 0, 0, false
			}
		}
	}
	return first, last, m.SwitchCost.Missing() && m.RentDrift.Missing()
}

// mixCost is what an item costs one layer.
type mixCost struct {
	provider int
	hours    int // clock hours of one period; 0 = wanted hours one by one
	least    int
	yuan     float64     // of a period
	hourly   []float64   // by phase: of a wanted hour
	runs     [][]float64 // by phase: of a session of n wanted hours; nil where hours are not bought by the session
}

func (m *model) mixCosts(items []mixable, layer mixLayer) []mixCost {
	out := make([]mixCost, len(items))
	for i, item := range items {
		yuan := item.yuan * float64(item.t.unitsSold(layer.cards))
		c := mixCost{provider: item.provider, hours: item.hours, least: item.least, yuan: yuan}
		if item.t.period == "hour" && !item.t.hourlyLease() {
			c.hours = 0
			m.hourCosts(&c, item.t)
		}
		out[i] = c
	}
	return out
}

// hourCosts prices wanted hours. A given number of sessions is spread over the hours; their rounding is on the bill but
// not in the search.
func (m *model) hourCosts(c *mixCost, t tenancy) {
	c.hourly = make([]float64, len(m.sc.Phases))
	c.runs = make([][]float64, len(m.sc.Phases))
	for k := range m.sc.Phases {
		share := m.poweredShare(k)
		if m.bySession(t, k) {
			c.runs[k] = make([]float64, quantity.HoursPerDay+1)
			for n := 1; n <= quantity.HoursPerDay; n++ {
				c.runs[k][n] = c.yuan * roundedHours(t.offer.Step, float64(n)*share+m.setupHours(t))
			}
			continue
		}
		if all := m.cal.total(k); m.sc.Sessions > 0 && all.wanted > 0 {
			share += m.sessionCount(k, all.wanted, 0) / all.wanted * m.setupHours(t)
			if m.sc.Phases[k].Pattern.IsAll() {
				share = min(share, 1)
			}
		}
		c.hourly[k] = c.yuan * share
	}
}

// roundedHours rounds up to the billing step as the bill does.
func roundedHours(step string, hours float64) float64 {
	switch step {
	case "minute":
		return math.Ceil(hours*60-1e-9) / 60
	case "hour":
		return math.Ceil(hours - 1e-9)
	case "day":
		return math.Ceil(hours/quantity.HoursPerDay-1e-9) * quantity.HoursPerDay
	}
	return hours
}

func (m *model) setupHours(t tenancy) float64 {
	if !t.offer.Setup.Missing() {
		return toFloat(t.offer.Setup)
	}
	return m.assumedFloat("rent-setup-hours")
}

// poweredShare is the share of wanted hours in which cards rented by the hour are switched on.
func (m *model) poweredShare(k int) float64 {
	u := m.sc.Phases[k].Util.InexactFloat64()
	return min(1, u*(1+m.assumedFloat("rent-waste-share")))
}

func (m *model) switchYuan() float64 {
	if m.SwitchCost.Missing() {
		return math.Inf(1)
	}
	return toFloat(m.SwitchCost)
}

// driftOf is the factor on prices by month.
func (m *model) driftOf() func(month int) float64 {
	if m.RentDrift.Missing() {
		return func(int) float64 { return 1 }
	}
	yearly := 1 + toFloat(m.RentDrift)
	return func(month int) float64 { return math.Pow(yearly, float64(month)/12) }
}

// wantedHour is an hour in which a layer's cards are wanted.
type wantedHour struct {
	at    int32 // hours after the start
	day   int32
	phase int32
}

func (m *model) wantedHours(layer mixLayer) []wantedHour {
	var out []wantedHour
	for k, st := range m.stretches() {
		if !layer.want[k] {
			continue
		}
		first := int(math.Floor(st.from + 1e-9))
		end := int(math.Ceil(st.to - 1e-9))
		for h := first; h < end; {
			day := h / quantity.HoursPerDay
			mask := m.wantedOn(day, st)
			for ; h < end && h/quantity.HoursPerDay == day; h++ {
				if mask&(1<<(h%quantity.HoursPerDay)) != 0 {
					out = append(out, wantedHour{int32(h), int32(day), int32(k)})
				}
			}
		}
	}
	return out
}

// wantedOn is the hours of a day that a stretch's pattern wants; day 0 is the first of the start month.
func (m *model) wantedOn(day int, st stretch) (mask uint32) {
	date := time.Date(m.sc.Start.Year(), time.Month(m.sc.Start.Month()), 1+day, 0, 0, 0, 0, time.UTC)
	weekday := (int(date.Weekday()) + 6) % 7
	rest := 0
	if weekday >= 5 {
		rest = 1
	}
	for _, p := range m.periods[date.Month()][rest] {
		mask |= wantedHours(p, weekday, st.pattern)
	}
	return mask
}

package costmodel

import (
	"math"
	"slices"
	"strconv"
	"time"

	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// mixable is an offer that a mix may combine: sold by itself, without a commitment beyond its unit.
type mixable struct {
	t     tenancy
	hours int     // clock hours that one unit covers
	yuan  float64 // price of one unit for the phase's cards
}

// block is a run of one term in a mix.
type block struct {
	item  int // index into the mixables
	start int // hour of the phase
	hours int
}

// mix adds the cheapest combination of one provider's terms: for each provider the least cost of covering every wanted
// hour of the clock with hours, days, weeks, months and years, found by dynamic programming over the hours.
func (m *model) mix() {
	var best *Option
	for _, provider := range m.mixProviders() {
		opt, ok := m.mixOf(provider)
		if ok && (best == nil || opt.Total() < best.Total()) {
			best = &opt
		}
	}
	if best == nil {
		return
	}
	for _, o := range m.out.Options {
		if o.Family == FamilyRent && len(o.Missing) == 0 && o.Total() == best.Total() {
			m.out.MixIs = o.ID
			return
		}
	}
	m.out.Options = append(m.out.Options, *best)
}

// mixProviders are the providers with more than one acceptable term.
func (m *model) mixProviders() []string {
	terms := map[string]map[string]bool{}
	var order []string
	for _, o := range m.out.Offers {
		if len(o.Rejected) > 0 {
			continue
		}
		p := o.Offer.Provider
		if terms[p] == nil {
			terms[p] = map[string]bool{}
			order = append(order, p)
		}
		terms[p][o.Term] = true
	}
	return slices.DeleteFunc(order, func(p string) bool { return len(terms[p]) < 2 })
}

func (m *model) mixOf(provider string) (Option, bool) {
	l := ledger.New(m.b)
	var offers []string
	first := 0.0
	for k, p := range m.sc.Phases {
		items := m.mixables(provider, k)
		blocks, ok := m.cheapest(items, k)
		if !ok {
			return Option{}, false
		}
		m.billBlocks(l, items, blocks, k, first)
		for _, b := range blocks {
			if id := items[b.item].t.offer.ID; !slices.Contains(offers, id) {
				offers = append(offers, id)
			}
		}
		first += p.Duration.Hours()
	}
	if err := l.Close(); err != nil || len(l.Lines) == 0 {
		return Option{}, false
	}
	slices.Sort(offers)
	name := ""
	for _, o := range m.out.Offers {
		if o.Offer.Provider == provider {
			name = o.Offer.ProviderName
		}
	}
	return Option{
		ID: "rent.mix", Family: FamilyRent, Term: "mix", Provider: provider, ProviderName: name, Offers: offers, Ledger: l,
		How:     diag.New("how.rent.mix", "provider", name, "cards", strconv.Itoa(m.sc.Count)),
		Upfront: l.Upfront(), PeakCash: l.PeakCash(),
	}, true
}

// mixables lists the offers of a provider that can be combined, one per term: the cheapest.
func (m *model) mixables(provider string, k int) []mixable {
	var items []mixable
	for _, o := range m.out.Offers {
		if o.Offer.Provider != provider || len(o.Rejected) > 0 || o.Offer.MinUnits > 1 || toFloat(o.Offer.CommitMonths) > 0 {
			continue
		}
		if o.Term == "spot" || o.Term == "reserved" || o.Term == "rack" {
			continue
		}
		t := m.tenancy(o.Offer)
		item := mixable{t: t, hours: int(t.clockHours(k, m)), yuan: m.yuan(o.Offer.Price) * float64(t.unitsSold(m.sc.Phases[k].Count))}
		at := slices.IndexFunc(items, func(x mixable) bool { return x.t.period == t.period })
		switch {
		case at < 0:
			items = append(items, item)
		case item.yuan < items[at].yuan:
			items[at] = item
		}
	}
	return items
}

// clockHours is the clock time that one unit covers.
func (t tenancy) clockHours(k int, m *model) float64 {
	switch t.period {
	case "hour":
		return 1
	case "day":
		return quantity.HoursPerDay
	}
	return t.hours(k, m)
}

// cheapest covers the wanted hours of a phase at least cost. least[h] is the least cost of the first h hours; an
// unwanted hour may be left out, and the last unit may run over the end.
func (m *model) cheapest(items []mixable, k int) ([]block, bool) {
	wanted := m.wantedByHour(k)
	end := len(wanted)
	least := make([]float64, end+1)
	from := make([]int32, end+1)
	via := make([]int8, end+1)
	for h := 1; h <= end; h++ {
		least[h] = math.Inf(1)
	}
	share := m.poweredShare(k)
	for h := range end {
		if !wanted[h] && least[h] < least[h+1] {
			least[h+1], from[h+1], via[h+1] = least[h], int32(h), -1
		}
		for i, item := range items {
			cost := item.yuan
			if item.t.period == "hour" {
				cost *= share
			}
			to := min(end, h+item.hours)
			if c := least[h] + cost; c < least[to]-1e-9 {
				least[to], from[to], via[to] = c, int32(h), int8(i)
			}
		}
	}
	if math.IsInf(least[end], 1) {
		return nil, false
	}
	var blocks []block
	for h := end; h > 0; h = int(from[h]) {
		if via[h] >= 0 {
			blocks = append(blocks, block{int(via[h]), int(from[h]), h - int(from[h])})
		}
	}
	slices.Reverse(blocks)
	return blocks, true
}

// poweredShare is the share of wanted hours in which cards rented by the hour are switched on.
func (m *model) poweredShare(k int) float64 {
	u := m.sc.Phases[k].Util.InexactFloat64()
	return min(1, u*(1+m.assumedFloat("rent-waste-share")))
}

// wantedByHour tells for every hour of a phase whether the pattern wants it.
func (m *model) wantedByHour(k int) []bool {
	st := m.stretches()[k]
	first := int(math.Floor(st.from + 1e-9))
	out := make([]bool, int(math.Ceil(st.to-st.from-1e-9)))
	day := time.Date(m.sc.Start.Year(), time.Month(m.sc.Start.Month()), 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, first/24)
	for h := 0; h < len(out); {
		weekday := (int(day.Weekday()) + 6) % 7
		rest := 0
		if weekday >= 5 {
			rest = 1
		}
		var mask uint32
		for _, p := range m.periods[day.Month()][rest] {
			mask |= wantedHours(p, weekday, st.pattern)
		}
		for x := (first + h) % 24; x < 24 && h < len(out); x, h = x+1, h+1 {
			out[h] = mask&(1<<x) != 0
		}
		day = day.AddDate(0, 0, 1)
	}
	return out
}

// billBlocks adds a line for each month and term of a mix.
func (m *model) billBlocks(l *ledger.Ledger, items []mixable, blocks []block, k int, firstHour float64) {
	type key struct{ month, item int }
	count := map[key]int{}
	var order []key
	for _, b := range blocks {
		at := key{monthOf(firstHour + float64(b.start)), b.item}
		if count[at] == 0 {
			order = append(order, at)
		}
		count[at]++
	}
	for _, at := range order {
		t := items[at.item].t
		units := m.whole("rented."+t.basis+"."+strconv.Itoa(t.unitsSold(m.sc.Phases[k].Count)), t.basis, t.unitsSold(m.sc.Phases[k].Count))
		id := "mix." + t.offer.ID + "." + m.month(at.month).String() + ".phase" + strconv.Itoa(k)
		n := m.b.Const(id, "f.mix_units", t.period, ledger.FloatDec(float64(count[at])))
		if t.period == "hour" && m.worksBelowFull(k) {
			on := ledger.Mul(n, m.util[k], ledger.Sum(m.one(), m.assume("rent-waste-share")))
			n = ledger.MinOf(n, on).Named("f.billed_hours", "h")
		}
		l.Add(ledger.Line{At: at.month, Item: "line.rent." + t.period, Category: "rent", Args: m.monthArgs(at.month)},
			ledger.Mul(t.price, units, n))
	}
}

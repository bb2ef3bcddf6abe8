package costmodel

import (
	"slices"
	"strconv"

	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Hybrid is the need split between owned and rented cards, for every number of owned ones that makes sense.
type Hybrid struct {
	Rows []HybridRow // ascending in Owned, from all rented to all owned
	Best int         // index of the cheapest; the first of equals
}

// HybridRow is one split.
type HybridRow struct {
	Owned            int // cards
	Own, Rent, Total quantity.Fen
	Rented           string // option that rents the rest, "" when nothing is rented
	Priced           bool   // false: owning or renting that many has no price
}

// mostSplits bounds the search: the step grows beyond it.
const mostSplits = 128

// hybrid looks for the best number of owned cards, the rest being rented, and adds the option when it beats owning all
// and renting all. Owned cards are judged in the scenario's view.
func (m *model) hybrid() {
	if m.sc.Independent && m.sc.Count > hostCards {
		m.warn("note.independent")
	}
	if !m.canSplit() {
		return
	}
	h := &Hybrid{}
	for _, k := range m.splits() {
		s := m.scratch()
		row, _, _ := s.splitAt(k)
		h.Rows = append(h.Rows, row)
		if row.Priced && (!h.Rows[h.Best].Priced || row.Total < h.Rows[h.Best].Total) {
			h.Best = len(h.Rows) - 1
		}
	}
	m.out.Hybrid = h
	if m.Renting.Hybrid && !m.sc.Independent && m.sc.Count > 1 {
		m.warn("note.hybrid_apart")
	}
	best := h.Rows[h.Best]
	if !best.Priced || best.Owned == 0 || best.Own == 0 || best.Rent == 0 {
		return
	}
	_, own, rent := m.splitAt(best.Owned)
	m.addHybrid(best.Owned, own, rent)
}

// apart reports whether owned and rented cards may work at the same time: no link joins them, so the jobs must be
// independent. The scenario says so, or whoever asks for the split.
func (m *model) apart() bool { return m.sc.Independent || m.Renting.Hybrid }

// shares splits the cards of a phase when k are owned: owned ones first and the rest rented, where they may work apart;
// else a phase that the owned ones do not suffice for is rented whole.
func (m *model) shares(n, k int) (own, rent int) {
	if n <= k || m.apart() {
		return min(n, k), max(0, n-k)
	}
	return 0, n
}

// canSplit reports whether a split is asked for or can be cheaper than both ends: when the need changes over time, or,
// for cards that may work apart, does not fill whole servers.
func (m *model) canSplit() bool {
	if m.Renting.Hybrid {
		return true
	}
	places := m.out.Machine.Places
	if places == 0 {
		return false
	}
	for _, p := range m.sc.Phases {
		if p.Count != m.sc.Count {
			return true
		}
	}
	return m.apart() && m.sc.Count > places && m.sc.Count%places != 0
}

// splits lists numbers of owned cards and the ends: what whole servers hold, each single card where cards are put into
// hosts; what whole phases take where owned and rented cards cannot work at the same time.
func (m *model) splits() []int {
	owned := []int{0, m.sc.Count}
	if !m.apart() {
		for _, p := range m.sc.Phases {
			owned = append(owned, p.Count)
		}
		slices.Sort(owned)
		return slices.Compact(owned)
	}
	steps := map[int]bool{}
	for _, s := range m.cat.Servers(m.sc.Card.ID) {
		steps[s.Cards] = true
	}
	if !m.sc.Card.Price.Missing() && len(m.cat.Hosts(m.sc.Card)) > 0 {
		steps[1] = true
	}
	for step := range steps {
		by := step * max(1, ceilDiv(m.sc.Count, step*mostSplits))
		for k := by; k < m.sc.Count; k += by {
			owned = append(owned, k)
		}
	}
	slices.Sort(owned)
	return slices.Compact(owned)
}

// scratch is the model with a book of its own, for bills that nobody sees.
func (m *model) scratch() *model {
	s := *m
	s.b = ledger.NewBook()
	s.out = &Result{Book: s.b}
	s.memo = newMemo()
	s.util, s.absent = nil, nil
	s.utilisation()
	return &s
}

// splitAt bills k owned cards and the rest rented.
func (m *model) splitAt(k int) (row HybridRow, own, rent Option) {
	row = HybridRow{Owned: k, Priced: true}
	if k > 0 {
		need := withCounts(m.sc, func(n int) int { own, _ := m.shares(n, k); return own })
		m.within("hybrid.own.", need, m.util, func(s *model) { own, row.Priced = s.ownOnly(m.decidingView()) })
		if row.Priced {
			row.Own = own.Total()
		}
	}
	if k < m.sc.Count && row.Priced {
		need := withCounts(m.sc, func(n int) int { _, rent := m.shares(n, k); return rent })
		m.within("hybrid.rent.", need, m.util, func(s *model) {
			rent, row.Priced = s.rentOnly()
		})
		if row.Priced {
			row.Rent, row.Rented = rent.Total(), rent.ID
		}
	}
	row.Total = row.Own + row.Rent
	return row, own, rent
}

// decidingView is the view of owning that the verdict is about.
func (m *model) decidingView() string {
	if views := m.views(); len(views) == 1 {
		return views[0]
	}
	return m.sc.View
}

// ownOnly bills owning in one view, with what the wait for the machines takes.
func (m *model) ownOnly(view string) (Option, bool) {
	m.onlyView = &view
	m.owning()
	for _, o := range m.out.Options {
		if len(o.Missing) == 0 {
			return o, true
		}
	}
	return Option{}, false
}

// rentOnly bills renting and returns the cheapest way.
func (m *model) rentOnly() (best Option, ok bool) {
	m.rent()
	m.mix()
	return m.cheapestSingle("")
}

func (m *model) addHybrid(k int, own, rent Option) {
	l := ledger.New(m.b)
	graft(l, own.Ledger, 0)
	graft(l, rent.Ledger, 0)
	if err := l.Close(); err != nil {
		return
	}
	most := 0
	for _, p := range m.sc.Phases {
		_, n := m.shares(p.Count, k)
		most = max(most, n)
	}
	opt := Option{
		ID: "hybrid", Family: FamilyHybrid, View: own.View, Provider: rent.Provider, ProviderName: rent.ProviderName,
		Offers: rent.Offers, Ledger: l, ReadyDays: own.ReadyDays, Quoted: own.Quoted || rent.Quoted,
		How: diag.New("how.hybrid", "owned", strconv.Itoa(k), "most", strconv.Itoa(most),
			"provider", rent.ProviderName, "rented", diag.Ref("option."+rent.ID)),
		Upfront: l.Upfront(), PeakCash: l.PeakCash(), EnergyKWh: own.EnergyKWh, CarbonKg: own.CarbonKg,
	}
	if own.View == scenario.ViewReused {
		opt.Invested = own.Invested
		opt.Upfront, opt.PeakCash = own.Upfront+rent.Upfront, own.PeakCash+rent.PeakCash
	}
	m.out.Options = append(m.out.Options, opt)
}

package costmodel

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// upgrade rents the scenario's card up to a month and another one from then on, which does the rest of the work in as
// many hours as its throughput asks for. Owning cannot do that without selling.
func (m *model) upgrade() {
	at := m.Upgrade.AtMonth
	if at <= 0 {
		return
	}
	before := m.absent
	defer func() { m.absent = before }()
	m.absent = nil
	opt := Option{ID: "rent.upgrade", Family: FamilyRent, Term: "upgrade"}
	ratio, ok := Throughput(m.sc.Card, m.Upgrade.Card, "")
	if !ok {
		m.lack("missing.throughput", "card", m.Upgrade.Card.Name)
	}
	if float64(at) >= m.sc.Months() {
		m.lack("missing.upgraded_after_end", "month", strconv.Itoa(at))
	}
	if len(m.absent) > 0 {
		m.addMissing(opt)
		return
	}
	hours := float64(at) * quantity.HoursPerMonth
	first, kept := cut(m.sc, 0, hours)
	then, keptThen := cut(m.sc, hours, m.sc.Hours())
	then = onCard(then, m.sc.Card, m.Upgrade.Card, ratio)
	var a, b Option
	var priced, pricedThen bool
	m.within("first.", first, m.utilOf(kept), func(s *model) { a, priced = s.rentOnly() })
	m.within("then.", then, m.utilOf(keptThen), func(s *model) { b, pricedThen = s.rentOnly() })
	if !priced || !pricedThen {
		m.lack("missing.no_rent", "card", m.Upgrade.Card.Name)
		m.addMissing(opt)
		return
	}
	m.addUpgrade(opt, a, b, at)
}

// onCard is a need moved to another card: hours by throughput, memory by what the need asks for.
func onCard(sc scenario.Scenario, from, to catalog.Card, ratio float64) scenario.Scenario {
	phases := make([]scenario.Phase, len(sc.Phases))
	for k, p := range sc.Phases {
		p.Duration = scaled(p.Duration, 1/ratio)
		phases[k] = p
	}
	sc.Phases, sc.Card = phases, to
	if sc.MemoryGB == from.MemoryGB {
		sc.MemoryGB = min(from.MemoryGB, to.MemoryGB)
	}
	return sc
}

func (m *model) addUpgrade(opt, a, b Option, at int) {
	l := ledger.New(m.b)
	graft(l, a.Ledger, 0)
	graft(l, b.Ledger, at)
	if err := l.Close(); err != nil {
		return
	}
	opt.Provider, opt.ProviderName = a.Provider, a.ProviderName
	opt.Offers = append(append([]string(nil), a.Offers...), b.Offers...)
	opt.Ledger, opt.ReadyDays, opt.Quoted = l, a.ReadyDays, a.Quoted || b.Quoted
	opt.Upfront, opt.PeakCash = l.Upfront(), l.PeakCash()
	opt.How = diag.New("how.rent.upgrade", "month", strconv.Itoa(at), "card", m.Upgrade.Card.Name, "provider", b.ProviderName)
	m.out.Options = append(m.out.Options, opt)
}

package costmodel

import (
	"strconv"

	"gpucalc/internal/ledger"
)

// billBlocks adds a line for each month and offer of a layer's mix, and one for each change of provider.
func (m *model) billBlocks(l *ledger.Ledger, items []mixable, layer mixLayer, blocks []block) {
	type key struct{ month, item, phase, run int }
	count := map[key]int{}
	var order []key
	for i, b := range blocks {
		if i > 0 && items[b.item].provider != items[blocks[i-1].item].provider {
			l.Add(ledger.Line{At: monthOf(float64(b.start)), Item: "line.rent.switch", Category: "rent"},
				m.raw(m.SwitchCost, "f.switch_cost"))
		}
		item := items[b.item]
		if item.least > 1 || item.t.paidAhead() || item.t.deposits() {
			m.billHeld(l, item, layer, b, i)
			continue
		}
		at := key{monthOf(float64(b.start)), b.item, b.phase, 0}
		n := b.n
		if m.bySession(item.t, b.phase) {
			at.run, n = b.n, 1
		}
		if count[at] == 0 {
			order = append(order, at)
		}
		count[at] += n
	}
	for _, at := range order {
		t := items[at.item].t
		id := "mix." + t.offer.ID + "." + strconv.Itoa(layer.cards) + "." + m.month(at.month).String() + "." +
			strconv.Itoa(at.phase) + "." + strconv.Itoa(count[at])
		var amount ledger.Expr
		switch {
		case t.period != "hour" || t.hourlyLease():
			amount = m.b.Const(id, "f.mix_units", t.period, ledger.FloatDec(float64(count[at])))
		case at.run > 0:
			amount = m.mixSessions(t, at.phase, at.run, count[at], id)
		default:
			amount = m.mixHours(t, at.phase, count[at], id)
		}
		each := ledger.Mul(t.price, m.sold(t, t.unitsSold(layer.cards)))
		if t.hourlyLease() {
			each = ledger.Mul(each, m.hoursPaid(t))
		}
		l.Add(m.rentLine(t.period, at.month), m.drifted(ledger.Mul(each, amount), at.month))
	}
}

// billHeld bills a lease of several periods, or one that is paid ahead.
func (m *model) billHeld(l *ledger.Ledger, item mixable, layer mixLayer, b block, i int) {
	s := lease{sold: item.t.unitsSold(layer.cards), from: float64(b.start), units: float64(b.n), length: float64(b.n)}
	each := ledger.Mul(item.t.price, m.sold(item.t, s.sold))
	if item.t.hourlyLease() {
		each = ledger.Mul(each, m.hoursPaid(item.t))
	}
	id := "mix." + item.t.offer.ID + "." + strconv.Itoa(layer.cards) + "." + strconv.Itoa(i) + "." + strconv.Itoa(b.n)
	m.billLease(l, item.t, s, each, id)
	m.deposit(l, item.t, s, id)
}

// bySession reports whether hours are bought in sessions of a day's length: with a pattern that has pauses and no
// number of sessions given.
func (m *model) bySession(t tenancy, k int) bool {
	return t.period == "hour" && !t.hourlyLease() && m.sc.Sessions == 0 && !m.sc.Phases[k].Pattern.IsAll()
}

// mixHours is the hours that are billed for some wanted hours.
func (m *model) mixHours(t tenancy, k, hours int, id string) ledger.Expr {
	wanted := m.b.Const(id, "f.mix_units", "h", ledger.FloatDec(float64(hours)))
	var sessions ledger.Expr
	if n := m.sessionCount(k, float64(hours), 0); n > 0 {
		sessions = m.b.Const(id+".sessions", "f.sessions", "session", ledger.FloatDec(n))
	}
	return m.poweredOn(t, k, wanted, sessions)
}

// mixSessions is the hours that are billed for a number of sessions of run wanted hours each.
func (m *model) mixSessions(t tenancy, k, run, n int, id string) ledger.Expr {
	id += "." + strconv.Itoa(run)
	wanted := m.b.Const(id, "f.mix_units", "h", ledger.FloatDec(float64(run*n)))
	return m.poweredOn(t, k, wanted, m.b.Const(id+".sessions", "f.sessions", "session", ledger.FloatDec(float64(n))))
}

package costmodel

import (
	"math"
	"strconv"

	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// The rules by which an offer ends early.
const (
	exitDay     = "compshare-day"   // prepaid less paid x used share x 1.25
	exitMonth   = "compshare-month" // the same with 1.5: nothing comes back from two thirds on
	exitPenalty = "penalty"         // the rest is given back less a share of it
)

// refund is what comes back when a lease is left at the end of the need, by the offer's rule: closed offers and those
// that state no rule give nothing back. id tells leases apart.
func (m *model) refund(t tenancy, s lease, each ledger.Expr, id string) ledger.Expr {
	unused := s.units - s.length
	if unused < 1e-9 {
		return ledger.Expr{}
	}
	switch t.offer.Exit {
	case exitMonth:
		if unused >= 1 || !t.offer.Prepaid {
			return ledger.Expr{}
		}
		used := m.given("used_share."+id, "share", 1-unused)
		return m.lessUsed(m.assume("exit-compshare-month"), each, used)
	case exitPenalty:
		rest := m.given("unused."+id, t.period, unused)
		kept := ledger.Sub(m.one(), m.assume("exit-penalty")).Named("f.after_penalty", "share")
		return ledger.Mul(each, rest, kept)
	}
	return ledger.Expr{}
}

// lessUsed is paid x max(0, 1 - used share x factor).
func (m *model) lessUsed(factor, paid, used ledger.Expr) ledger.Expr {
	left := ledger.Sub(m.one(), ledger.Mul(used, factor))
	return ledger.Mul(paid, ledger.MaxOf(m.constant("zero", "", 0), left).Named("f.refund_share", "share"))
}

// restOfDay is the refund for the last day of a phase around the clock that ends within a day.
func (m *model) restOfDay(t tenancy, k int, each ledger.Expr) ledger.Expr {
	if t.period != "day" || t.offer.Exit != exitDay || !t.offer.Prepaid || !m.sc.Phases[k].Pattern.IsAll() {
		return ledger.Expr{}
	}
	used := math.Mod(m.stretches()[k].to, quantity.HoursPerDay) / quantity.HoursPerDay
	if used == 0 {
		return ledger.Expr{}
	}
	share := m.given("used_share."+t.offer.ID+"."+strconv.Itoa(k), "share", used)
	return m.lessUsed(m.assume("exit-compshare-day"), each, share)
}

package costmodel

import (
	"math"
	"strconv"

	"gpucalc/internal/ledger"
)

// billedHours is the hours of a month in which cards rented by the hour are switched on.
func (m *model) billedHours(t tenancy, month, k int) ledger.Expr {
	key := hoursKey{month: month, phase: k, step: t.offer.Step, spot: t.offer.Term == "spot"}
	if !t.offer.Setup.Missing() {
		key.setup = t.offer.Setup.ID
	}
	if e, ok := m.memo.hours[key]; ok {
		return e
	}
	id := "calendar." + m.month(month).String() + ".wanted.phase" + strconv.Itoa(k)
	wanted := m.b.Const(id, "f.wanted_hours", "h", ledger.FloatDec(m.cal.uses[month][k].wanted))
	e := m.poweredOn(t, k, wanted, m.sessions(month, k))
	m.memo.hours[key] = e
	return e
}

// poweredOn is min(W, used x (1 + w)) + sessions x set-up, each session rounded up to the offer's billing step. Around
// the clock it is never more than W. Spot hours lose work when they are taken back.
//
// The sessions of a month count as equally long. Where nobody says how often the cards are switched on, nothing is
// rounded.
func (m *model) poweredOn(t tenancy, k int, wanted, sessions ledger.Expr) ledger.Expr {
	on := wanted
	below := m.worksBelowFull(k)
	if below {
		on = ledger.MinOf(wanted, ledger.Mul(wanted, m.util[k], ledger.Sum(m.one(), m.assume("rent-waste-share"))))
	}
	if sessions.Valid() {
		on = ledger.Sum(on, ledger.Mul(sessions, m.setup(t)))
	}
	if sessions.Valid() {
		on = m.rounded(t, on, sessions)
		if m.sc.Phases[k].Pattern.IsAll() {
			on = ledger.MinOf(wanted, on)
		}
	}
	if below || sessions.Valid() {
		on = on.Named("f.billed_hours", "h")
	}
	if t.offer.Term == "spot" {
		on = ledger.Mul(on, ledger.Sum(m.one(), m.assume("spot-lost-work")))
	}
	return on
}

// rounded rounds hours up to the billing step, session by session. Seconds are left alone: they move a bill of a
// thousand sessions by less than a quarter of an hour.
func (m *model) rounded(t tenancy, hours, sessions ledger.Expr) ledger.Expr {
	var up func(ledger.Expr) ledger.Expr
	switch t.offer.Step {
	case "minute":
		sixty := m.constant("minutes_per_hour", "", 60)
		up = func(x ledger.Expr) ledger.Expr { return ledger.Div(ledger.Ceil(ledger.Mul(x, sixty)), sixty) }
	case "hour":
		up = ledger.Ceil
	case "day":
		day := m.constant("hours_per_day", "h", 24)
		up = func(x ledger.Expr) ledger.Expr { return ledger.Mul(ledger.Ceil(ledger.Div(x, day)), day) }
	default:
		return hours
	}
	return ledger.Mul(sessions, up(ledger.Div(hours, sessions)))
}

// sessions is how often the cards are switched on in a month: once a touched day for a pattern with pauses, or as often
// as the scenario says, spread over its hours.
func (m *model) sessions(month, k int) ledger.Expr {
	n := m.sessionCount(k, m.cal.uses[month][k].wanted, m.cal.uses[month][k].days)
	if n == 0 {
		return ledger.Expr{}
	}
	id := "calendar." + m.month(month).String() + ".sessions.phase" + strconv.Itoa(k)
	return m.b.Const(id, "f.sessions", "session", ledger.FloatDec(n))
}

// sessionCount is the sessions in some of a phase's hours; 0 = the cards run through.
func (m *model) sessionCount(k int, wanted, days float64) float64 {
	switch {
	case m.sc.Sessions > 0:
		all := 0.0
		for j, p := range m.sc.Phases {
			if p.Count > 0 {
				all += m.cal.total(j).wanted
			}
		}
		return math.Round(float64(m.sc.Sessions)*wanted/all*1e6) / 1e6
	case m.sc.Phases[k].Pattern.IsAll():
		return 0
	}
	return days
}

func (m *model) setup(t tenancy) ledger.Expr {
	if !t.offer.Setup.Missing() {
		return m.raw(t.offer.Setup, "f.setup_hours")
	}
	return m.assume("rent-setup-hours")
}

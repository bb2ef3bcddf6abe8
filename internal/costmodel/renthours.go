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
// The sessions of a month are equally long, but for a last one that the end of the need cuts short. Where nobody says
// how often the cards are switched on, nothing is rounded.
func (m *model) poweredOn(t tenancy, k int, wanted, sessions ledger.Expr) ledger.Expr {
	on := m.powered(k, wanted)
	if sessions.Valid() {
		on = m.inSessions(t, k, wanted, sessions)
		if m.sc.Phases[k].Pattern.IsAll() {
			on = ledger.MinOf(wanted, on)
		}
	}
	if m.worksBelowFull(k) || sessions.Valid() {
		on = on.Named("f.billed_hours", "h")
	}
	if t.offer.Term == "spot" {
		on = ledger.Mul(on, ledger.Sum(m.one(), m.assume("spot-lost-work")))
	}
	return on
}

// powered is min(W, used x (1 + w)) of some wanted hours.
func (m *model) powered(k int, wanted ledger.Expr) ledger.Expr {
	if !m.worksBelowFull(k) {
		return wanted
	}
	return ledger.MinOf(wanted, ledger.Mul(wanted, m.util[k], ledger.Sum(m.one(), m.assume("rent-waste-share"))))
}

// inSessions is the hours of a number of sessions.
func (m *model) inSessions(t tenancy, k int, wanted, sessions ledger.Expr) ledger.Expr {
	if whole, day, rest, ok := m.cutShort(k, wanted, sessions); ok {
		each := func(hours ledger.Expr) ledger.Expr {
			return m.roundUp(t, ledger.Sum(m.powered(k, hours), m.setup(t)))
		}
		return ledger.Sum(ledger.Mul(whole, each(day)), each(rest))
	}
	hours := ledger.Sum(m.powered(k, wanted), ledger.Mul(sessions, m.setup(t)))
	return ledger.Mul(sessions, m.roundUp(t, ledger.Div(hours, sessions)))
}

// cutShort splits a pattern's sessions into whole ones and a last short one; ok is false where all are equally long.
func (m *model) cutShort(k int, wanted, sessions ledger.Expr) (whole, day, rest ledger.Expr, ok bool) {
	pattern := m.sc.Phases[k].Pattern
	hours, errHours := m.b.Exact(wanted.Ref())
	count, errCount := m.b.Exact(sessions.Ref())
	if m.sc.Sessions > 0 || pattern.IsAll() || pattern.Valley || errHours != nil || errCount != nil {
		return whole, day, rest, false
	}
	n := math.Floor(hours.InexactFloat64()/float64(pattern.PerDay) + 1e-9)
	left := hours.InexactFloat64() - n*float64(pattern.PerDay)
	if left < 1e-9 || n < 1 || n+1 != count.InexactFloat64() {
		return whole, day, rest, false
	}
	return m.given("whole_sessions", "session", n), m.given("session_hours", "h", float64(pattern.PerDay)), m.given("short_session", "h", left), true
}

// roundUp rounds the hours of a session up to the billing step. Seconds are left alone: they move a bill of a thousand
// sessions by less than a quarter of an hour.
func (m *model) roundUp(t tenancy, hours ledger.Expr) ledger.Expr {
	switch t.offer.Step {
	case "minute":
		sixty := m.constant("minutes_per_hour", "", 60)
		return ledger.Div(ledger.Ceil(ledger.Mul(hours, sixty)), sixty)
	case "hour":
		return ledger.Ceil(hours)
	case "day":
		day := m.constant("hours_per_day", "h", 24)
		return ledger.Mul(ledger.Ceil(ledger.Div(hours, day)), day)
	}
	return hours
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

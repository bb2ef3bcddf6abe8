package costmodel

import (
	"math"

	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// portion is what is said of a part of the need that is billed by itself.
type portion struct {
	viewList   []string     // views of owning to bill; nil = as the length says
	onlyView   *string      // the one view of owning to bill, without other resale curves
	agedMonths int          // age of the machines at their purchase
	reprice    func(*owned) // changes what is paid for them
}

// within bills a part of the need in the same book: other counts, another card, or a stretch of the clock. scope keeps
// its hours and counts apart from those of the whole. util gives the utilisation of each of its phases.
func (m *model) within(scope string, sc scenario.Scenario, util []ledger.Expr, f func(s *model)) {
	s := *m
	s.sc, s.Scenario, s.util, s.absent = sc, sc, util, nil
	s.out, s.memo = &Result{Book: m.b}, m.memo.forNeed()
	if sc.Start != m.sc.Start || !sameClock(sc.Phases, m.sc.Phases) {
		s.cal = layOut(sc.Start, s.stretches(), s.periods)
	}
	before := m.b.Scope("")
	m.b.Scope(before + scope)
	f(&s)
	m.b.Scope(before)
}

func sameClock(a, b []scenario.Phase) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].Duration != b[k].Duration || a[k].Pattern != b[k].Pattern {
			return false
		}
	}
	return true
}

// withCounts is the need with other numbers of cards.
func withCounts(sc scenario.Scenario, count func(int) int) scenario.Scenario {
	phases := make([]scenario.Phase, len(sc.Phases))
	sc.Count = 0
	for k, p := range sc.Phases {
		p.Count = count(p.Count)
		phases[k] = p
		sc.Count = max(sc.Count, p.Count)
	}
	sc.Phases = phases
	return sc
}

// cut is the stretch of the need between two hours of its clock; it starts in the month nearest to the first. kept
// lists the phases of the whole that its phases come from. Nothing is left when the hours lie outside.
func cut(sc scenario.Scenario, from, to float64) (part scenario.Scenario, kept []int) {
	part = sc
	part.Phases, part.Count = nil, 0
	at := 0.0
	for k, p := range sc.Phases {
		end := at + p.Duration.Hours()
		if share := (min(end, to) - max(at, from)) / p.Duration.Hours(); share > 1e-9 {
			p.Duration = scaled(p.Duration, share)
			part.Phases = append(part.Phases, p)
			part.Count = max(part.Count, p.Count)
			kept = append(kept, k)
		}
		at = end
	}
	if sc.Sessions > 0 {
		part.Sessions = max(1, int(math.Round(float64(sc.Sessions)*part.Hours()/sc.Hours())))
	}
	part.Start = sc.Start.Add(int(math.Round(from / quantity.HoursPerMonth)))
	return part, kept
}

// Cut is the stretch of a need between two hours of its clock.
func Cut(sc scenario.Scenario, from, to float64) scenario.Scenario {
	part, _ := cut(sc, from, to)
	return part
}

// scaled is a share of a duration, in its unit.
func scaled(d quantity.Duration, share float64) quantity.Duration {
	if share != 1 {
		d.N = ledger.FloatDec(math.Round(d.N.InexactFloat64()*share*1e9) / 1e9)
	}
	return d
}

// utilOf picks the utilisations of some phases.
func (m *model) utilOf(kept []int) []ledger.Expr {
	out := make([]ledger.Expr, len(kept))
	for i, k := range kept {
		out[i] = m.util[k]
	}
	return out
}

// graft adds a part's lines to a bill, that many months later.
func graft(l, part *ledger.Ledger, months int) {
	for _, line := range part.Lines {
		line.At += months
		l.Lines = append(l.Lines, line)
	}
}

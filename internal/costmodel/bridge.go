package costmodel

import (
	"math"
	"slices"

	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// owning adds the options of owning, bridged with rent until the machines arrive where that is asked for, else with
// what the waiting costs.
func (m *model) owning() {
	if m.Bridge {
		m.bridgedOwn()
		return
	}
	m.own()
	m.delay()
}

// bridgedOwn rents from the first day until the machines arrive and owns for the rest of the time.
func (m *model) bridgedOwn() {
	k, ok := m.chooseMachine(m.sc.Count, false)
	if !ok {
		m.own()
		return
	}
	hours := toFloat(m.leadDays(owned{Machine: k})) * quantity.HoursPerDay
	if hours == 0 {
		m.own()
		return
	}
	if hours >= m.sc.Hours() {
		m.tooLate(k, hours)
		return
	}
	first, kept := cut(m.sc, 0, hours)
	var rent Option
	rented := false
	m.within("bridge.", first, m.utilOf(kept), func(s *model) { rent, rented = s.rentOnly() })
	then, kept := cut(m.sc, hours, m.sc.Hours())
	views := m.views()
	m.within("bridged.", then, m.utilOf(kept), func(s *model) {
		s.viewList = views
		s.own()
		m.out.Machine = s.out.Machine
		for _, opt := range s.out.Options {
			m.addBridged(opt, rent, rented, int(math.Round(hours/quantity.HoursPerMonth)))
		}
		for _, c := range s.out.Curves {
			if rented {
				c.Total += rent.Total()
				m.out.Curves = append(m.out.Curves, c)
			}
		}
	})
}

// tooLate says of every way of owning that the machines come after the end.
func (m *model) tooLate(k Machine, hours float64) {
	m.out.Machine = k
	before := m.absent
	m.lack("missing.arrives_late", "days", trim(math.Round(hours/quantity.HoursPerDay)))
	for _, view := range m.views() {
		opt := Option{ID: "own", Family: FamilyOwn, View: view, ReadyDays: m.leadDays(owned{Machine: k})}
		if view != "" {
			opt.ID += "." + view
		}
		m.addMissing(opt)
	}
	m.absent = before
}

func (m *model) addBridged(opt, rent Option, rented bool, months int) {
	switch {
	case len(opt.Missing) > 0:
	case !rented:
		opt.Missing = []Missing{{Key: "missing.no_bridge"}}
		opt.Ledger = nil
	default:
		l := ledger.New(m.b)
		for _, line := range rent.Ledger.Lines {
			line.Args = append(append([]string(nil), line.Args...), "bridge", "yes")
			l.Lines = append(l.Lines, line)
		}
		graft(l, opt.Ledger, months)
		if err := l.Close(); err != nil {
			return
		}
		opt.How.Args = withArg(opt.How.Args, "length", m.lengthWords())
		shared := opt.View == scenario.ViewReused
		opt.Ledger, opt.Offers = l, rent.Offers
		opt.Quoted = opt.Quoted || rent.Quoted
		if shared {
			opt.Upfront, opt.PeakCash = opt.Upfront+rent.Upfront, opt.PeakCash+rent.PeakCash
		} else {
			opt.Upfront, opt.PeakCash = l.Upfront(), l.PeakCash()
		}
	}
	m.out.Options = append(m.out.Options, opt)
}

// withArg replaces one value of a message.
func withArg(args []diag.Arg, name, value string) []diag.Arg {
	out := slices.Clone(args)
	for i := range out {
		if out[i].Name == name {
			out[i].Value = value
		}
	}
	return out
}

// delay adds what the wait for the machines costs to every option of owning.
func (m *model) delay() {
	if m.DelayCost.Missing() {
		return
	}
	for i, opt := range m.out.Options {
		if len(opt.Missing) > 0 || opt.Family != FamilyOwn || opt.ReadyDays.Missing() {
			continue
		}
		days := ledger.Mul(m.raw(opt.ReadyDays, "f.ready_days"), m.constant("hours_per_day", "h", quantity.HoursPerDay))
		months := ledger.Div(days, m.hoursPerMonth()).Named("f.months_waited", "mo")
		m.out.Options[i] = m.withLine(opt, ledger.Line{Item: "line.delay", Category: "delay", Imputed: true},
			ledger.Mul(m.money(m.DelayCost, "f.delay_cost"), months))
	}
}

// withLine is an option with one more line; bills that others look at stay as they are.
func (m *model) withLine(opt Option, line ledger.Line, amount ledger.Expr) Option {
	l := ledger.New(m.b)
	graft(l, opt.Ledger, 0)
	l.Add(line, amount)
	if err := l.Close(); err != nil {
		return opt
	}
	opt.Ledger = l
	if opt.View != scenario.ViewReused {
		opt.Upfront, opt.PeakCash = l.Upfront(), l.PeakCash()
	}
	return opt
}

package costmodel

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/scenario"
)

// own adds the options of owning: sold, reused and idle, or one `own` from the machine's full life on.
func (m *model) own() {
	before := m.absent
	defer func() { m.absent = before }()
	whole, ok := m.chooseMachine(m.sc.Count, false)
	switch card := m.sc.Card; {
	case m.sc.MemoryGB > card.MemoryGB:
		m.lack("missing.memory", "card", card.Name, "gb", trim(card.MemoryGB), "need", trim(m.sc.MemoryGB))
	case !ok:
		m.lack("missing.no_machine", "card", card.Name)
	}
	if len(m.absent) > len(before) {
		m.addMissing(Option{ID: "own", Family: FamilyOwn})
		return
	}
	m.out.Machine = whole
	o := m.enter(whole)
	plan, fits := m.planRacks(o)
	for _, view := range m.views() {
		if view == scenario.ViewReused {
			m.ownShare(o, plan, fits)
			continue
		}
		m.ownIn(view, o, plan, fits)
	}
}

// ownShare adds the option of a shared machine: the one that is cheapest a card, since others take the rest of it.
// At home nobody else does, and where that machine does not fit the smaller one is shared.
func (m *model) ownShare(whole owned, plan rackPlan, fits bool) {
	k, _ := m.chooseMachine(m.sc.Count, true)
	if m.sc.Site.Kind != "home" && k.Server.ID != whole.Server.ID {
		before := m.absent
		shared := m.enter(k)
		if p, ok := m.planRacks(shared); ok && len(m.absent) == len(before) {
			whole, plan, fits = shared, p, ok
		}
		m.absent = before
	}
	m.ownIn(scenario.ViewReused, whole, plan, fits)
}

// views lists the ways owning is judged; from full life on they are the same.
func (m *model) views() []string {
	switch {
	case m.onlyView != nil:
		return []string{*m.onlyView}
	case m.viewList != nil:
		return m.viewList
	}
	if m.sc.Months() >= float64(m.lifeMonths()) {
		return []string{""}
	}
	if m.OneView {
		return []string{m.sc.View}
	}
	return []string{scenario.ViewReused, scenario.ViewSold, scenario.ViewIdle}
}

func (m *model) lifeMonths() int {
	if m.sc.LifeMonths > 0 {
		return m.sc.LifeMonths
	}
	return int(m.assumedFloat("life-months"))
}

// life is the machine's useful life in months.
func (m *model) life() ledger.Expr {
	if m.sc.LifeMonths > 0 {
		return m.given("life", "mo", float64(m.sc.LifeMonths))
	}
	return m.assume("life-months")
}

// usualLines is about how many lines a bill of owning has for two months; longer ones grow.
const usualLines = 48

func (m *model) ownIn(view string, o owned, plan rackPlan, fits bool) {
	before := m.absent
	defer func() { m.absent = before }()
	m.kwh, m.monthKWh = nil, nil
	opt := Option{ID: "own", Family: FamilyOwn, View: view, ReadyDays: m.leadDays(o), How: m.howOwned(view, o)}
	opt.Quoted = m.quoted(o.Server.Price.File) || o.Composed && m.quoted(m.sc.Card.Price.File)
	if view != "" {
		opt.ID += "." + view
	}
	if !fits {
		m.addMissing(opt)
		return
	}
	opt.Ledger = ledger.New(m.b)
	opt.Ledger.Room(usualLines)
	if view == scenario.ViewReused {
		m.shared(opt.Ledger, o, plan)
	} else {
		m.alone(opt.Ledger, o, plan, view)
	}
	running := len(opt.Ledger.Lines)
	m.value(opt.Ledger, o, view)
	m.finish(opt, o)
	if len(m.absent) == 0 && view != scenario.ViewIdle && m.onlyView == nil && !m.OneCurve {
		m.otherCurves(opt, o, running)
	}
}

func (m *model) value(l *ledger.Ledger, o owned, view string) {
	if view == scenario.ViewReused {
		m.sharedValue(l, o)
		return
	}
	m.aloneValue(l, o, view != scenario.ViewIdle)
}

// otherCurves says what the option comes to with every other resale curve: only the lines after the running ones
// depend on it.
func (m *model) otherCurves(opt Option, o owned, running int) {
	rest := opt.Ledger.Total
	for _, line := range opt.Ledger.Lines[running:] {
		rest -= line.Amount
	}
	for _, id := range m.cat.IDs("curves") {
		c, ok := m.cat.Curve(id)
		if !ok || id == o.curve.ID {
			continue
		}
		alt := o
		alt.curve = c
		l := ledger.New(m.b)
		m.value(l, alt, opt.View)
		if err := l.Close(); err == nil {
			m.out.Curves = append(m.out.Curves, CurveTotal{Curve: id, Option: opt.ID, View: opt.View, Total: rest + l.Total})
		}
	}
}

// finish closes a bill and adds the option. The bill of a reused machine holds a share of its loss in value, but somebody
// has to pay all of it on the first day: cash is that price and what the project pays to run its share.
func (m *model) finish(opt Option, o owned) {
	if len(m.absent) > 0 {
		m.addMissing(opt)
		return
	}
	if err := opt.Ledger.Close(); err != nil {
		m.lack("missing.not_computable", "reason", err.Error())
		m.addMissing(opt)
		return
	}
	opt.Upfront, opt.PeakCash = opt.Ledger.Upfront(), opt.Ledger.PeakCash()
	m.weighEnergy(&opt)
	if opt.View == scenario.ViewReused {
		if price, err := m.b.Fen(o.invested().Ref()); err == nil {
			opt.Invested, opt.Upfront, opt.PeakCash = price, price, price+opt.PeakCash
		}
	}
	m.out.Options = append(m.out.Options, opt)
}

// leadDays is how long the machine takes from order to power-on.
func (m *model) leadDays(o owned) catalog.Figure {
	if o.Server.LeadDays.Missing() {
		return m.assumed("lead-time-server")
	}
	return o.Server.LeadDays
}

// weighEnergy notes the energy of an option at the site's meter and the carbon dioxide behind it.
func (m *model) weighEnergy(opt *Option) {
	if len(m.kwh) == 0 {
		return
	}
	total, err := m.b.Exact(ledger.Sum(m.kwh...).Ref())
	if err != nil {
		return
	}
	opt.EnergyKWh = total.InexactFloat64()
	opt.CarbonKg = opt.EnergyKWh * toFloat(m.sc.Site.Carbon)
}

func (m *model) addMissing(opt Option) {
	opt.Missing = append([]Missing(nil), m.absent...)
	opt.Ledger = nil
	m.out.Options = append(m.out.Options, opt)
}

func (m *model) howOwned(view string, o owned) diag.Diagnostic {
	args := []string{
		"servers", strconv.Itoa(o.Units), "cards", strconv.Itoa(o.Cards), "need", strconv.Itoa(m.sc.Count),
		"length", m.lengthWords(), "machine", diag.Ref(m.machineWord()), "spares", strconv.Itoa(o.spares),
	}
	spare := ""
	if o.spares > 0 {
		spare = ".spare"
	}
	switch {
	case view == scenario.ViewReused:
		return diag.New("how.own.reused", args...)
	case view == scenario.ViewIdle:
		return diag.New("how.own.idle"+spare, args...)
	case view == scenario.ViewSold:
		return diag.New("how.own.sold"+spare, args...)
	}
	return diag.New("how.own.life"+spare, args...)
}

// machineWord is the key of what a reader calls the machine: at home it is a PC.
func (m *model) machineWord() string {
	if m.sc.Site.Kind == "home" {
		return "machine.pc"
	}
	return "machine.server"
}

// serverName is a server's name in both languages.
func serverName(s catalog.Server) string { return diag.Both(s.Name, s.NameZH) }

func (m *model) lengthWords() string {
	if len(m.sc.Phases) == 1 {
		return m.sc.Phases[0].Duration.String()
	}
	return trim(m.sc.Hours()) + "h"
}

// alone bills what a machine costs that the project alone pays for. The rack and its line to the internet are paid to
// the end of their contract; so is all the rest where nobody will use the machine again.
func (m *model) alone(l *ledger.Ledger, o owned, plan rackPlan, view string) {
	l.Add(ledger.Line{Item: "line.purchase", Category: "purchase", Args: []string{"what", serverName(o.Server)}}, o.cost())
	for _, x := range o.extras {
		l.Add(ledger.Line{Item: x.item, Args: x.args, Category: "purchase"}, x.cost)
	}
	months := m.sc.Months()
	contract := max(months, float64(m.rackMonths(plan)))
	if view == scenario.ViewIdle {
		months = contract
	}
	m.monthly(l, "line.rack", "rack", m.rackMonthly(o, plan), contract)
	m.electricity(l, o, o.Cards, false)
	m.monthly(l, "line.staff", "staff", m.staffMonthly(o.standing(), true), months)
	m.monthly(l, "line.internet", "network", m.internetMonthly(), contract)
	m.monthly(l, "line.insurance", "insurance", m.insuranceMonthly(o), months)
	m.upkeep(l, o, months)
	m.downtime(l, o)
}

// aloneValue bills what depends on the machine's value at the end: its resale when it is sold, and the capital in it.
func (m *model) aloneValue(l *ledger.Ledger, o owned, sold bool) {
	months := m.given("months", "mo", m.sc.Months())
	end := m.wholeMonths()
	var back ledger.Expr
	if sold {
		back = m.resale(o, months).Named("f.resale", "CNY")
		l.Add(ledger.Line{At: end, Item: "line.resale", Category: "resale", Credit: true}, back)
	}
	m.capital(l, end, o.invested(), back, months)
}

// capital adds what the money costs that is tied up in the machine. What comes back at the end was tied up all the
// time, and the rest until it was used up, half the time on average. Where nothing comes back, all of
// it is tied up to the end.
func (m *model) capital(l *ledger.Ledger, end int, paid, back, months ledger.Expr) {
	rate := m.assume("discount-rate")
	if !m.charged(rate) {
		return
	}
	tied := paid
	if back.Valid() {
		tied = ledger.Div(ledger.Sum(paid, back), m.constant("two", "", 2)).Named("f.mean_capital", "CNY")
	}
	l.Add(ledger.Line{At: end, Item: "line.capital", Category: "capital", Imputed: true},
		ledger.Div(ledger.Mul(tied, rate, months), m.monthsPerYear()))
}

// charged reports whether a rate is worth a line: zero removes it.
func (m *model) charged(rate ledger.Expr) bool {
	if !rate.Valid() {
		return false
	}
	v, err := m.b.Exact(rate.Ref())
	return err == nil && !v.IsZero() || m.Solving
}

// upkeep adds the maintenance of the machines for every month without warranty, and that of the storage.
func (m *model) upkeep(l *ledger.Ledger, o owned, months float64) {
	m.monthly(l, "line.storage_upkeep", "upkeep", m.storageUpkeepMonthly(o), months)
	from := float64(m.warrantyMonths(o))
	if months <= from {
		return
	}
	each := m.upkeepMonthly(o)
	for i := int(from); float64(i) < months-1e-9; i++ {
		m.monthLine(l, i, "line.upkeep", "upkeep", each, min(1, months-float64(i)))
	}
}

// monthly adds a line for each month or part of one.
func (m *model) monthly(l *ledger.Ledger, item string, c ledger.Category, each ledger.Expr, months float64) {
	if !each.Valid() {
		return
	}
	for i := 0; float64(i) < months-1e-9; i++ {
		m.monthLine(l, i, item, c, each, min(1, months-float64(i)))
	}
}

func (m *model) monthLine(l *ledger.Ledger, i int, item string, c ledger.Category, each ledger.Expr, part float64) {
	amount := each
	if part < 1 {
		amount = ledger.Mul(each, m.given("part_month."+strconv.Itoa(i), "mo", part))
	}
	l.Add(ledger.Line{At: i, Item: item, Category: c, Args: m.monthArgs(i)}, amount)
}

// shared bills the running costs of the project's share of a machine that others use for the rest of its life. With
// sharedValue it is [(P - S(L))/L + fixed running costs + capital] x H/phi + energy.
func (m *model) shared(l *ledger.Ledger, o owned, plan rackPlan) {
	perHour := func(item string, c ledger.Category, monthly, hours ledger.Expr) {
		if monthly.Valid() {
			l.Add(ledger.Line{Item: item, Category: c}, ledger.Mul(ledger.Div(monthly, m.hoursPerMonth()), hours))
		}
	}
	fixed := func(item string, c ledger.Category, monthly ledger.Expr) { perHour(item, c, monthly, m.heldHours(o)) }
	fixed("line.rack", "rack", m.rackMonthly(o, plan))
	m.electricity(l, o, m.sc.Count, true)
	perHour("line.staff", "staff", m.staffShare(o), m.projectHours())
	perHour("line.internet", "network", m.internetMonthly(), m.projectHours())
	fixed("line.insurance", "insurance", m.insuranceMonthly(o))
	if m.lifeMonths() > m.warrantyMonths(o) {
		fixed("line.upkeep", "upkeep", ledger.Mul(m.upkeepMonthly(o), m.unwarranted(o)))
	}
	fixed("line.storage_upkeep", "upkeep", m.storageUpkeepMonthly(o))
	m.downtime(l, o)
}

// sharedValue bills depreciation and capital of the project's share.
func (m *model) sharedValue(l *ledger.Ledger, o owned) {
	life, hours := m.life(), m.heldHours(o)
	lifeHours := ledger.Mul(life, m.hoursPerMonth()).Named("f.life_hours", "h")
	back := m.resale(o, life).Named("f.resale", "CNY")
	perHour := ledger.Div(ledger.Sub(o.invested(), back), lifeHours)
	l.Add(ledger.Line{Item: "line.depreciation", Category: "purchase", Imputed: true}, ledger.Mul(perHour, hours))
	if rate := m.assume("discount-rate"); m.charged(rate) {
		mean := ledger.Div(ledger.Sum(o.invested(), back), m.constant("two", "", 2)).Named("f.mean_capital", "CNY")
		hourly := ledger.Div(ledger.Mul(mean, rate), ledger.Mul(m.monthsPerYear(), m.hoursPerMonth()))
		l.Add(ledger.Line{Item: "line.capital", Category: "capital", Imputed: true}, ledger.Mul(hourly, hours))
	}
}

// heldHours is H/phi for the whole machine: the clock hours for which the project holds its cards, as a share of the
// cards bought, over the share of life that somebody pays for.
func (m *model) heldHours(o owned) ledger.Expr {
	all := m.whole("cards_bought", "card", o.Cards)
	return ledger.Div(ledger.Div(m.heldCardHours(), all), m.assume("paid-share-of-life")).Named("f.held_hours", "h")
}

// projectHours is H/phi for what the project has to itself: the clock hours of its cards.
func (m *model) projectHours() ledger.Expr {
	all := m.whole("count", "card", m.sc.Count)
	return ledger.Div(ledger.Div(m.heldCardHours(), all), m.assume("paid-share-of-life")).Named("f.project_hours", "h")
}

func (m *model) heldCardHours() ledger.Expr {
	var held []ledger.Expr
	for k, p := range m.sc.Phases {
		held = append(held, ledger.Mul(m.whole("count."+strconv.Itoa(k), "card", p.Count),
			m.given("hours."+strconv.Itoa(k), "h", p.Duration.Hours())))
	}
	return ledger.Sum(held...)
}

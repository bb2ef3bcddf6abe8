package costmodel

import (
	"math"
	"slices"
	"strconv"

	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// lease is some units of an offer held around the clock from one hour to another.
type lease struct {
	sold     int     // cards, servers or racks
	from, to float64 // hours after the start
	length   float64 // of the need, in periods of the offer
	units    float64 // periods that are paid: rounded up as sold, at least minimum and commitment
}

// leases covers the need with as few paid periods as possible. The need is cut into layers of equal cards: those of the
// least phase are held all the time, those above it in the phases that want them. A layer whose pauses are shorter
// than what a second commitment would cost is held through.
func (m *model) leases(t tenancy) []lease {
	levels := make([]int, 0, len(m.sc.Phases))
	for _, p := range m.sc.Phases {
		levels = append(levels, t.unitsSold(p.Count))
	}
	slices.Sort(levels)
	var out []lease
	below := 0
	for _, level := range slices.Compact(levels) {
		if level == 0 {
			continue
		}
		for _, s := range m.layer(t, level) {
			s.sold = level - below
			out = append(out, s)
		}
		below = level
	}
	return out
}

// layer finds the leases of the cards that are wanted in the phases with at least level units: the cheapest way to
// group the runs of such phases, least[j] being the fewest paid periods for the first j runs.
func (m *model) layer(t tenancy, level int) []lease {
	runs, clock := m.runs(t, level), m.stretches()
	least := make([]float64, len(runs)+1)
	first := make([]int, len(runs)+1)
	for j := 1; j <= len(runs); j++ {
		least[j] = math.Inf(1)
		for i := range j {
			if units := least[i] + m.held(t, clock, runs[i][0], runs[j-1][1]).units; units < least[j]-1e-9 {
				least[j], first[j] = units, i
			}
		}
	}
	var out []lease
	for j := len(runs); j > 0; j = first[j] {
		out = append(out, m.held(t, clock, runs[first[j]][0], runs[j-1][1]))
	}
	slices.Reverse(out)
	return out
}

// runs are the first and last phases of unbroken needs for at least level units.
func (m *model) runs(t tenancy, level int) [][2]int {
	var out [][2]int
	for k, p := range m.sc.Phases {
		switch {
		case t.unitsSold(p.Count) < level:
		case len(out) > 0 && out[len(out)-1][1] == k-1:
			out[len(out)-1][1] = k
		default:
			out = append(out, [2]int{k, k})
		}
	}
	return out
}

// held is a lease from the beginning of one phase to the end of another; clock is where the phases lie.
func (m *model) held(t tenancy, clock []stretch, first, last int) lease {
	s := lease{from: clock[first].from, to: clock[last].to}
	for k := first; k <= last; k++ {
		s.length += m.sc.Phases[k].Duration.Hours() / t.hours(k, m)
	}
	s.units = m.paidUnits(t, s.length)
	return s
}

// paidUnits is the periods that are paid for a length of use: started ones, or pro rata where the offer says so, at
// least the minimum and the commitment.
func (m *model) paidUnits(t tenancy, length float64) float64 {
	units := length
	if t.offer.Whole || t.period != "month" && !t.hourlyLease() {
		units = math.Ceil(units - 1e-9)
	}
	commit := toFloat(t.offer.CommitMonths)
	switch t.period {
	case "year":
		commit /= 12
	case "week":
		commit *= quantity.HoursPerMonth / float64(quantity.HoursPerWeek)
	}
	return max(units, float64(t.offer.MinUnits), commit)
}

// hours is the clock length of one period of the lease. A month of a scenario counted in months is one of its months;
// otherwise it is as long as the offer says.
func (t tenancy) hours(k int, m *model) float64 {
	switch t.period {
	case "week":
		return quantity.HoursPerWeek
	case "year":
		return quantity.HoursPerYear
	}
	if m.sc.Phases[k].Duration.IsTerm() || t.offer.MonthHours == 0 {
		return quantity.HoursPerMonth
	}
	return float64(t.offer.MonthHours)
}

// billLeases bills weeks, months or years. Each is paid when it begins, or all at once where the offer is prepaid for
// its whole length.
func (m *model) billLeases(l *ledger.Ledger, t tenancy) (back ledger.Expr) {
	for n, s := range m.leases(t) {
		each := ledger.Mul(t.price, m.sold(t, s.sold))
		if t.hourlyLease() {
			each = ledger.Mul(each, m.hoursPaid(t))
		}
		m.billLease(l, t, s, each, t.offer.ID+"."+strconv.Itoa(n))
		m.deposit(l, t, s, t.offer.ID+"."+strconv.Itoa(n))
		if b := m.refund(t, s, each, t.offer.ID+"."+strconv.Itoa(n)); b.Valid() {
			back = b
		}
	}
	return back
}

// hoursPaid is the hours of a month that an hourly price with a commitment is paid for.
func (m *model) hoursPaid(t tenancy) ledger.Expr {
	hours := int(t.hours(0, m))
	return m.b.Int("calendar.hours_of_paid_month."+strconv.Itoa(hours), "f.hours_of_paid_month", "h", hours)
}

func (m *model) billLease(l *ledger.Ledger, t tenancy, s lease, each ledger.Expr, id string) {
	hours := t.hours(0, m)
	start := monthOf(s.from)
	if t.paidAhead() {
		n := m.given("units."+id, t.period, s.units)
		l.Add(m.rentLine(t.period, start), m.drifted(ledger.Mul(each, n), start))
		m.prepaidCapital(l, start, ledger.Mul(each, n), s.units*hours/quantity.HoursPerMonth)
		return
	}
	for i := 0; float64(i) < s.units-1e-9; i++ {
		at := monthOf(s.from + float64(i)*hours)
		amount := each
		if part := s.units - float64(i); part < 1-1e-9 {
			amount = ledger.Mul(each, m.given("part."+id, t.period, part))
		}
		l.Add(m.rentLine(t.period, at), m.drifted(amount, start+t.renewed(at-start)))
	}
}

// paidAhead reports whether a lease is paid at once for its whole length.
func (t tenancy) paidAhead() bool {
	return t.period == "year" || t.offer.Prepaid && (t.offer.Term == "year" || t.offer.Term == "reserved")
}

// renewed is the month of a lease in which the price of a later month was last agreed: a committed price holds for the
// commitment and is agreed anew after it.
func (t tenancy) renewed(month int) int {
	if commit := int(toFloat(t.offer.CommitMonths)); commit > 1 {
		return month / commit * commit
	}
	return month
}

// monthOf is the month of 730 hours in which an hour lies, for dating.
func monthOf(hour float64) int { return int(hour/quantity.HoursPerMonth + 1e-9) }

// What a capital line's money is tied up in, its argument tied_in; machines go without saying.
const (
	tiedInMachine = ""
	tiedInRent    = "rent"
	tiedInDeposit = "deposit"
)

// prepaidCapital adds what the money costs that is paid before it is used up: half of it on average.
func (m *model) prepaidCapital(l *ledger.Ledger, at int, paid ledger.Expr, months float64) {
	rate := m.assume("discount-rate")
	if months <= 1 || !m.charged(rate) {
		return
	}
	mean := ledger.Div(paid, m.constant("two", "", 2)).Named("f.mean_capital", "CNY")
	length := m.given("prepaid_months."+trim(months), "mo", months)
	l.Add(ledger.Line{At: at, Item: "line.capital", Category: "capital", Args: []string{"tied_in", tiedInRent}, Imputed: true},
		ledger.Div(ledger.Mul(mean, rate, length), m.monthsPerYear()))
}

// deposits reports whether a lease asks for a deposit.
func (t tenancy) deposits() bool { return !t.offer.DepositMonths.Missing() && t.period == "month" }

// deposit leaves at the start of a lease and comes back at its end: peak cash and capital, never the total.
func (m *model) deposit(l *ledger.Ledger, t tenancy, s lease, id string) {
	if !t.deposits() {
		return
	}
	start := monthOf(s.from)
	end := start + int(math.Ceil(s.units-1e-9))
	amount := ledger.Mul(t.price, m.sold(t, s.sold), m.raw(t.offer.DepositMonths, "f.deposit_months"))
	l.Add(ledger.Line{At: start, Item: "line.deposit", Category: "deposit", Memo: true}, amount)
	l.Add(ledger.Line{At: end, Item: "line.deposit_back", Category: "deposit", Memo: true, Credit: true}, amount)
	if rate := m.assume("discount-rate"); m.charged(rate) {
		length := m.given("deposit_length."+id, "mo", s.units)
		l.Add(ledger.Line{At: end, Item: "line.capital", Category: "capital", Args: []string{"tied_in", tiedInDeposit}, Imputed: true},
			ledger.Div(ledger.Mul(amount, rate, length), m.monthsPerYear()))
	}
}

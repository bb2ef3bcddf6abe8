package costmodel

import "math"

// countOut covers hours on end at least cost. Weeks, days and hours divide each other, so that for a given number of
// months and years the cheapest rest is known at once; all numbers of months and years are tried.
func countOut(costs []mixCost, from, hours, phase int) ([]block, bool) {
	c := counter{costs: costs, least: math.Inf(1), hour: -1, day: -1, week: -1, now: make([]int, len(costs))}
	for i, x := range costs {
		switch {
		case x.hours == 0:
			c.pick(&c.hour, i, x.hourly[phase])
		case x.least > 1 || x.hours > hoursOfWeek:
			c.long = append(c.long, i)
		case x.hours == hoursOfDay:
			c.pick(&c.day, i, x.yuan)
		case x.hours == hoursOfWeek:
			c.pick(&c.week, i, x.yuan)
		}
	}
	c.phase = phase
	c.try(0, hours, 0)
	if math.IsInf(c.least, 1) {
		return nil, false
	}
	return c.blocks(from, hours), true
}

const (
	hoursOfDay  = 24
	hoursOfWeek = 168
)

// counter searches numbers of periods.
type counter struct {
	costs           []mixCost
	phase           int
	hour, day, week int   // the items of these lengths, -1 = none
	long            []int // items of more than a week, or with a minimum
	now, best       []int // periods by item
	least           float64
}

// pick keeps the cheaper of two items of one length.
func (c *counter) pick(slot *int, i int, yuan float64) {
	if *slot < 0 || yuan < c.price(*slot) {
		*slot = i
	}
}

func (c *counter) price(i int) float64 {
	if c.costs[i].hours == 0 {
		return c.costs[i].hourly[c.phase]
	}
	return c.costs[i].yuan
}

// try fixes the number of the long item at position i and goes on with the next; what is left then is covered by
// weeks, days and hours.
func (c *counter) try(i, left int, spent float64) {
	if spent >= c.least-1e-9 {
		return
	}
	if i == len(c.long) {
		c.rest(left, spent)
		return
	}
	x := c.costs[c.long[i]]
	most := max(0, (left+x.hours-1)/x.hours)
	c.now[c.long[i]] = 0
	c.try(i+1, left, spent)
	for n := x.least; n <= max(most, x.least) && left > 0; n++ {
		c.now[c.long[i]] = n
		c.try(i+1, left-n*x.hours, spent+float64(n)*x.yuan)
	}
	c.now[c.long[i]] = 0
}

// rest covers what is left: at each length either as many whole periods as fit, or one more and nothing smaller.
func (c *counter) rest(left int, spent float64) {
	if left <= 0 {
		c.keep(spent)
		return
	}
	dayCost := 24 * c.hourPrice()
	if c.day >= 0 {
		dayCost = min(dayCost, c.price(c.day))
	}
	weeks := c.wholeOrMore(c.week, left, hoursOfWeek, 7*dayCost)
	for _, w := range weeks {
		afterWeeks := left - w*hoursOfWeek
		for _, d := range c.wholeOrMore(c.day, afterWeeks, hoursOfDay, 24*c.hourPrice()) {
			h := max(0, afterWeeks-d*hoursOfDay)
			cost := spent
			if h > 0 {
				cost += float64(h) * c.hourPrice()
			}
			c.set(c.week, w, &cost)
			c.set(c.day, d, &cost)
			if c.hour >= 0 {
				c.now[c.hour] = h
			}
			c.keep(cost)
		}
	}
	for _, i := range []int{c.hour, c.day, c.week} {
		if i >= 0 {
			c.now[i] = 0
		}
	}
}

func (c *counter) hourPrice() float64 {
	if c.hour < 0 {
		return math.Inf(1)
	}
	return c.price(c.hour)
}

// wholeOrMore lists the numbers of a period that can be cheapest: none when smaller periods do the same for less.
func (c *counter) wholeOrMore(item, left, hours int, instead float64) []int {
	if item < 0 || left <= 0 || c.price(item) > instead {
		return []int{0}
	}
	n := left / hours
	if left%hours == 0 {
		return []int{n}
	}
	return []int{n, n + 1}
}

func (c *counter) set(item, n int, cost *float64) {
	if item < 0 {
		return
	}
	c.now[item] = n
	if n > 0 {
		*cost += float64(n) * c.price(item)
	}
}

func (c *counter) keep(cost float64) {
	if cost < c.least-1e-9 {
		c.least = cost
		c.best = append(c.best[:0], c.now...)
	}
}

// blocks lays the periods on the clock, long ones first.
func (c *counter) blocks(from, hours int) []block {
	var out []block
	at := from
	add := func(i, n, length int) {
		if n > 0 {
			out = append(out, block{item: i, start: at, phase: c.phase, n: n})
			at += n * length
		}
	}
	for _, i := range c.long {
		x := c.costs[i]
		if x.least > 1 {
			add(i, c.best[i], x.hours)
			continue
		}
		for range c.best[i] {
			add(i, 1, x.hours)
		}
	}
	for _, i := range []int{c.week, c.day} {
		if i < 0 {
			continue
		}
		for range c.best[i] {
			add(i, 1, c.costs[i].hours)
		}
	}
	if c.hour >= 0 {
		out = append(out, hoursByMonth(block{item: c.hour, start: at, phase: c.phase, n: c.best[c.hour]})...)
	}
	return out
}

// hoursByMonth cuts a run of hours at the ends of months, for dating.
func hoursByMonth(b block) []block {
	var out []block
	for b.n > 0 {
		n := min(b.n, (b.start/730+1)*730-b.start)
		out = append(out, block{item: b.item, start: b.start, phase: b.phase, n: n})
		b.start, b.n = b.start+n, b.n-n
	}
	return out
}

// shortest covers the wanted hours at least cost. State i means that the first i wanted hours are covered; a period
// starts at the first hour not yet covered, which loses nothing. With several providers there is a state for each, and
// a change costs.
func shortest(costs []mixCost, hours []wantedHour, change float64, drift func(month int) float64) ([]block, bool) {
	p := newPath(costs, hours, change)
	ends := make([][]int, len(costs)) // by item: pointers to the state after n periods
	for i, c := range costs {
		ends[i] = make([]int, p.lengths(c))
	}
	month, factor := -1, 1.0
	for i, h := range hours {
		if now := monthOf(float64(h.at)); now != month {
			month, factor = now, drift(now)
		}
		p.enter(i)
		for j, c := range costs {
			if c.hours == 0 {
				p.hourEdges(i, j, factor)
				continue
			}
			for n := range ends[j] {
				end := int(h.at) + (c.least+n)*c.hours
				for ends[j][n] < len(hours) && int(hours[ends[j][n]].at) < end {
					ends[j][n]++
				}
				p.edge(i, ends[j][n], j, c.yuan*float64(c.least+n)*factor)
			}
		}
	}
	p.enter(len(hours))
	return p.walk()
}

// path is the table of the shortest path.
type path struct {
	costs  []mixCost
	hours  []wantedHour
	change float64
	least  [][]float64 // by provider, then state
	via    [][]step
	best   int // provider of the cheapest way into the current state
}

type step struct{ from, item, provider int32 }

func newPath(costs []mixCost, hours []wantedHour, change float64) *path {
	providers := 1
	for _, c := range costs {
		providers = max(providers, c.provider+1)
	}
	p := &path{costs: costs, hours: hours, change: change, least: make([][]float64, providers), via: make([][]step, providers)}
	for q := range providers {
		p.least[q] = make([]float64, len(hours)+1)
		p.via[q] = make([]step, len(hours)+1)
		for i := 1; i <= len(hours); i++ {
			p.least[q][i] = math.Inf(1)
		}
	}
	return p
}

// lengths is how many lengths of a lease with a minimum are tried: from the minimum to the end of the need. Free
// periods are chained one by one.
func (p *path) lengths(c mixCost) int {
	if c.hours == 0 {
		return 0
	}
	if c.least == 1 || len(p.hours) == 0 {
		return 1
	}
	span := int(p.hours[len(p.hours)-1].at-p.hours[0].at) + 1
	return max(1, (span+c.hours-1)/c.hours-c.least+1)
}

// enter finds the provider with the cheapest way into a state.
func (p *path) enter(i int) {
	p.best = 0
	for q := range p.least {
		if p.least[q][i] < p.least[p.best][i] {
			p.best = q
		}
	}
}

func (p *path) edge(from, to, item int, yuan float64) {
	q := p.costs[item].provider
	base, before := p.least[q][from], q
	if from > 0 && q != p.best && p.least[p.best][from]+p.change < base {
		base, before = p.least[p.best][from]+p.change, p.best
	}
	if c := base + yuan; c < p.least[q][to]-1e-9 {
		p.least[q][to] = c
		p.via[q][to] = step{int32(from), int32(item), int32(before)}
	}
}

// hourEdges buys wanted hours one by one, or, where they come in sessions, the next n of the same day at once.
func (p *path) hourEdges(i, item int, factor float64) {
	h := p.hours[i]
	c := p.costs[item]
	runs := c.runs[h.phase]
	if runs == nil {
		p.edge(i, i+1, item, c.hourly[h.phase]*factor)
		return
	}
	for n := 1; i+n <= len(p.hours) && p.hours[i+n-1].day == h.day && p.hours[i+n-1].phase == h.phase; n++ {
		p.edge(i, i+n, item, runs[n]*factor)
	}
}

// walk reads the path back.
func (p *path) walk() ([]block, bool) {
	q, i := p.best, len(p.hours)
	if i == 0 || math.IsInf(p.least[q][i], 1) {
		return nil, false
	}
	var back []block
	for i > 0 {
		s := p.via[q][i]
		h := p.hours[s.from]
		b := block{item: int(s.item), start: int(h.at), phase: int(h.phase), n: i - int(s.from)}
		if c := p.costs[s.item]; c.hours > 0 {
			b.n = p.periods(c, int(s.from), i)
		}
		back = append(back, b)
		q, i = int(s.provider), int(s.from)
	}
	out := make([]block, 0, len(back))
	for j := len(back) - 1; j >= 0; j-- {
		out = append(out, back[j])
	}
	return out, true
}

// periods is the fewest periods that reach from one state to another.
func (p *path) periods(c mixCost, from, to int) int {
	last := int(p.hours[to-1].at) - int(p.hours[from].at)
	return max(c.least, last/c.hours+1)
}

package training

import (
	"math"
	"strconv"

	"gpucalc/internal/diag"
)

// TableCounts are the numbers of cards of the table that an estimate without a
// count prints.
func TableCounts() []int { return []int{8, 16, 32, 64, 128, 256, 512, 1024} }

// HeadlineDays is the time within which the headline of a table must end.
const HeadlineDays = 30

// Plan is the table of an estimate without a count.
type Plan struct {
	Rows     []Result
	Choice   int     // index of the headline in Rows, -1 = none fits
	Smallest int     // smallest number of cards on which it fits, 0 = none up to 16,384
	Misses   float64 // bytes that a card lacks at best where nothing fits
}

// Table estimates a training on each of counts. The headline is the smallest
// count that fits and ends within days, else the fastest that fits.
func Table(in Input, counts []int, days float64) (Plan, diag.List) {
	in, findings := prepare(in)
	if findings.HasErrors() {
		return Plan{Choice: -1}, findings
	}
	p := Plan{Choice: -1, Rows: make([]Result, 0, len(counts))}
	for _, n := range counts {
		in.Machine.Count = n
		p.Rows = append(p.Rows, in.estimate())
	}
	for i := range p.Rows {
		p.Rows[i].warnFewer(p.Rows[:i])
	}
	p.Choice = headline(p.Rows, days)
	p.Smallest, p.Misses = in.smallest()
	return p, findings
}

func headline(rows []Result, days float64) int {
	choice := -1
	for i, r := range rows {
		if !r.Fits {
			continue
		}
		if r.Days.Typical <= days {
			return i
		}
		if choice < 0 || r.Days.Typical < rows[choice].Days.Typical {
			choice = i
		}
	}
	return choice
}

// mostCards is the largest machine that is searched.
const mostCards = 16_384

// SmallestCount is the smallest number of cards, a power of two or a number of
// whole servers, on which the training fits. 0 means that none does; misses is
// then by how many bytes the best layout exceeds a card.
func SmallestCount(in Input) (count int, misses float64, findings diag.List) {
	in, findings = prepare(in)
	if findings.HasErrors() {
		return 0, 0, findings
	}
	count, misses = in.smallest()
	return count, misses, findings
}

func (in Input) smallest() (count int, misses float64) {
	if in.withoutModel() {
		return 1, 0
	}
	misses = math.Inf(1)
	below := 0
	for n := 1; n <= mostCards; n *= 2 {
		fits, miss := in.fitsOn(n)
		if fits {
			return in.between(below, n), 0
		}
		misses, below = min(misses, miss), n
	}
	return 0, misses
}

// addSmallest notes the smallest count, and where the training does not fit
// says what would help.
func (in Input) addSmallest(r *Result) {
	r.SmallestCount, _ = in.smallest()
	if r.Fits {
		return
	}
	d := diag.New("training.does_not_fit", "need", number(r.Memory.Total()/GiB), "have", number(r.UsableBytes/GiB),
		"cards", strconv.Itoa(r.Count), "smallest", strconv.Itoa(r.SmallestCount)).AsWarning()
	r.Warnings = append(r.Warnings, in.helpToFit(d, r.SmallestCount))
}

// addFewer says so where fewer cards would be done sooner: the network costs
// more than the cards bring.
func (in Input) addFewer(r *Result) {
	const noticeable = 1.2
	if r.NetworkSlow < noticeable || in.withoutModel() {
		return
	}
	var fewer []Result
	for n := in.Machine.Card.perServer(); n < r.Count; n *= 2 {
		less := in
		less.Machine.Count = n
		fewer = append(fewer, less.estimate())
	}
	r.warnFewer(fewer)
}

// warnFewer compares a result with those on fewer cards.
func (r *Result) warnFewer(fewer []Result) {
	best := -1
	for i, f := range fewer {
		if f.Fits && f.Count < r.Count && f.Days.Typical < r.Days.Typical && (best < 0 || f.Days.Typical < fewer[best].Days.Typical) {
			best = i
		}
	}
	if best < 0 || !r.Fits {
		return
	}
	r.Warnings = append(r.Warnings, diag.New("training.fewer_faster", "count", strconv.Itoa(r.Count), "days", number(r.Days.Typical),
		"fewer", strconv.Itoa(fewer[best].Count), "sooner", number(fewer[best].Days.Typical)).AsWarning())
}

// between looks for the smallest number of whole servers above below, up to n,
// on which it fits: one by one, or where there are many in steps first.
func (in Input) between(below, n int) int {
	const most = 64
	server := in.Machine.Card.perServer()
	step := server
	if (n-below)/server > most {
		step = (n - below) / most / server * server
	}
	first := func(from, to, step int) int {
		for m := from + step - from%step; m < to; m += step {
			if fits, _ := in.fitsOn(m); fits {
				return m
			}
		}
		return to
	}
	m := first(below, n, step)
	if step > server {
		m = first(max(below, m-step), m, server)
	}
	return m
}

// fitsOn searches layouts on n cards for memory alone.
func (in Input) fitsOn(n int) (fits bool, misses float64) {
	in.Machine.Count = n
	p := in.plan(arranged)
	if in.Work.Layout == nil {
		f := p.least(n)
		return f.fits, f.memory.Total() - p.capacity
	}
	f := p.choose(in.Work.Layout, n)
	return f.fits, f.memory.Total() - p.capacity
}

// Deadline finds the smallest number of cards, in whole servers, that ends the
// training within days at the typical rate and fits. Count 0 means that not
// even the largest machine does.
func Deadline(in Input, days float64) (Result, diag.List) {
	in, findings := prepare(in)
	if days <= 0 {
		findings = append(findings, diag.New("training.deadline_not_positive", "value", number(days)))
	}
	if findings.HasErrors() {
		return Result{}, findings
	}
	step := in.Machine.Card.perServer()
	meets := func(n int) bool {
		in.Machine.Count = n
		r := in.estimate()
		return r.Fits && r.Days.Typical <= days
	}
	low, high := 0, 1
	for !meets(high) {
		low, high = high, nextCount(high, step)
		if high > mostCards {
			return Result{}, append(findings, diag.New("training.deadline_impossible", "days", number(days)))
		}
	}
	for high-low > step && high > step {
		middle := (low + high) / 2 / step * step
		if middle <= low {
			break
		}
		if meets(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	// Not every number of servers can be split, so fewer may do than halving finds.
	for n, tries := high-high%step-step, 0; n > 0 && tries < deadlineTries; n, tries = n-step, tries+1 {
		if meets(n) {
			high = n
		}
	}
	in.Machine.Count = high
	r := in.estimate()
	in.addSmallest(&r)
	return r, findings
}

// deadlineTries is how many smaller machines are tried below the one found.
const deadlineTries = 8

// nextCount doubles a count and rounds it to whole servers.
func nextCount(n, step int) int {
	n *= 2
	if n > step {
		n = (n + step - 1) / step * step
	}
	return n
}

// Point is an alternative with its time and its cost.
type Point struct{ Days, Cost float64 }

// Pareto marks the points that no other beats in both days and cost.
func Pareto(points []Point) []bool {
	front := make([]bool, len(points))
	for i, p := range points {
		front[i] = true
		for j, q := range points {
			better := q.Days < p.Days || q.Cost < p.Cost
			same := q == p && j < i
			if j != i && q.Days <= p.Days && q.Cost <= p.Cost && (better || same) {
				front[i] = false
				break
			}
		}
	}
	return front
}

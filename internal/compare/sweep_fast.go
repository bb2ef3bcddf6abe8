package compare

import (
	"slices"
	"sync"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Along one axis that is a figure of the bills, such as utilisation or a price, points differ in the values of lines
// alone. Those lines are billed anew, to the fen, without writing the bills again. Where the bills change otherwise along
// the axis, another machine or one rack more, it is cut into pieces that do not, and what is left is billed in full.

// Fast says how a parameter can be billed anew.
type Fast struct {
	Figure string                                     // id of the figure that the parameter sets; "" = none
	Value  func(word string) (quantity.Decimal, bool) // its value in the figure's unit
}

// UtilFigure is the figure of the utilisation.
const UtilFigure = utilID

// Limits of the fast way: how many combinations of the other parameters are kept, and the shortest piece of an axis for
// which preparing pays.
const (
	fastKept  = 64
	fastLeast = 24
)

// quick bills the points of a sweep along its fast axis.
type quick struct {
	plan   *SweepPlan
	axis   int
	stride int // points between neighbours on the axis
	mu     sync.Mutex
	pieces map[int]*fastPiece // by the number of the axis's first point
	order  []int
}

// newQuick chooses the axis with most values whose neighbours are near enough to be kept; nil when there is none.
func newQuick(p *SweepPlan) *quick {
	best := &quick{plan: p, axis: -1, pieces: map[int]*fastPiece{}}
	stride := 1
	for k := len(p.Axes) - 1; k >= 0; k-- {
		n := len(p.Axes[k].Values)
		if k < len(p.Fast) && p.Fast[k].Figure != "" && n >= fastLeast && stride <= fastKept &&
			(best.axis < 0 || n > len(p.Axes[best.axis].Values)) {
			best.axis, best.stride = k, stride
		}
		stride *= n
	}
	if best.axis < 0 {
		return nil
	}
	return best
}

// row is the row of point i; ok is false when it has to be billed in full.
func (q *quick) row(i int) (row SweepRow, ok bool) {
	n := len(q.plan.Axes[q.axis].Values)
	at := i / q.stride % n
	first := i - at*q.stride
	q.mu.Lock()
	piece, known := q.pieces[first]
	if !known {
		piece = &fastPiece{q: q, first: first, from: 0, to: n - 1}
		q.pieces[first] = piece
		q.order = append(q.order, first)
		if len(q.order) > 2*fastKept {
			delete(q.pieces, q.order[0])
			q.order = q.order[1:]
		}
	}
	q.mu.Unlock()
	return piece.row(at)
}

// fastPiece is a run of points along the axis, halved until its bills differ in values alone.
type fastPiece struct {
	q           *quick
	first       int
	from, to    int // on the axis, both included
	once        sync.Once
	bills       *fastBills
	left, right *fastPiece
}

func (f *fastPiece) row(at int) (SweepRow, bool) {
	f.once.Do(f.prepare)
	switch {
	case f.bills != nil:
		return f.bills.row(f.q.plan, f.first+at*f.q.stride, at)
	case f.left != nil && at <= f.left.to:
		return f.left.row(at)
	case f.right != nil:
		return f.right.row(at)
	}
	return SweepRow{}, false
}

// prepare writes the bills at the piece's beginning and holds what is billed anew at its middle and end against bills
// written for those.
func (f *fastPiece) prepare() {
	if f.to-f.from+1 < fastLeast {
		return
	}
	if b := f.q.write(f.first, f.from); b != nil {
		middle := (f.from + f.to) / 2
		if b.agrees(f, f.from) && b.agrees(f, middle) && b.agrees(f, f.to) {
			f.bills = b
			return
		}
	}
	middle := (f.from + f.to) / 2
	f.left = &fastPiece{q: f.q, first: f.first, from: f.from, to: middle}
	f.right = &fastPiece{q: f.q, first: f.first, from: middle + 1, to: f.to}
}

// fastBills are the bills of a piece with what is needed to bill them anew.
type fastBills struct {
	base      SweepRow
	wanted    float64 // card-hours wanted; the used ones follow utilisation
	util      bool
	options   []fastOption
	again     *ledger.Again
	value     func(string) (quantity.Decimal, bool)
	states    sync.Pool
	structure []string
}

// fastOption is one bill that may be an option: the lines that depend on the figure, and the sum of the others.
type fastOption struct {
	id, family string
	fixed      quantity.Fen
	from, to   int    // of the roots
	credit     []bool // by root
	weighing   *costmodel.Weighing
	lines      []int             // of the bill, those of the roots
	moving     *costmodel.Moving // what it is compared by where that is not its total
}

// write bills one point of an axis with every term kept that is zero there; nil when the fast way does not do.
func (q *quick) write(first, at int) *fastBills {
	in, err := q.plan.Resolve(q.plan.values(first + at*q.stride))
	if err != nil {
		return nil
	}
	how := q.plan.Fast[q.axis]
	if how.Figure == UtilFigure && mixMatters(in.Scenario) {
		return nil
	}
	in.Solving, in.OneCurve = true, true
	costs := costmodel.Build(in)
	c, _ := comparer(in)
	figure, known := costs.Book.FigureIndex(how.Figure)
	b := &fastBills{wanted: costs.WantedHours, util: how.Figure == UtilFigure, value: how.Value, structure: structureOf(costs, in.Scenario.View)}
	b.base.CardHours, b.base.UsedHours, b.base.Basis = costs.CardHours, costs.UsedHours, basisOf(c)
	var lines []ledger.Line
	add := func(o costmodel.Option) {
		f := fastOption{id: o.ID, family: o.Family, from: len(lines), weighing: c.Weighing(in, costs, o)}
		for i, line := range o.Ledger.Lines {
			if !line.Memo {
				lines, f.lines = append(lines, line), append(f.lines, i)
			}
		}
		f.to = len(lines)
		b.options = append(b.options, f)
	}
	for _, o := range costs.Options {
		switch {
		case !takesPart(o, in.Scenario.View):
		case o.Family == costmodel.FamilyOwn:
			add(o)
		case o.Family == costmodel.FamilyRent && o.Term != "mix":
			for _, x := range costs.Offers {
				if x.Term == o.Term && x.Acceptable() {
					add(costmodel.OfferOption(x))
				}
			}
		default:
			return nil
		}
	}
	if !known {
		figure = noFigure
	}
	return b.over(costs.Book, figure, lines)
}

// noFigure stands for a figure that the bills do not hold, such as the price of a machine that is not the one chosen:
// nothing depends on it.
const noFigure = -1

// over keeps the lines that the figure moves and sums up the others.
func (b *fastBills) over(book *ledger.Book, figure int, lines []ledger.Line) *fastBills {
	roots := make([]ledger.Ref, len(lines))
	for i, line := range lines {
		roots[i] = line.Root
	}
	all, err := book.Again(figure, roots)
	if err != nil {
		return nil
	}
	roots = roots[:0]
	for i := range b.options {
		o := &b.options[i]
		from, first, moved := len(roots), o.from, o.lines[:0]
		for k := o.from; k < o.to; k++ {
			if !all.Depends(k) {
				o.fixed += lines[k].Amount
				continue
			}
			roots = append(roots, lines[k].Root)
			o.credit = append(o.credit, lines[k].Credit)
			moved = append(moved, o.lines[k-first])
		}
		o.from, o.to, o.lines = from, len(roots), moved
		if o.weighing != nil {
			if o.moving, err = o.weighing.Moving(o.lines); err != nil {
				return nil
			}
		}
	}
	if b.again, err = book.Again(figure, slices.Clone(roots)); err != nil {
		return nil
	}
	b.states.New = func() any { return &fastState{b.again.State(), make([]quantity.Fen, len(roots))} }
	return b
}

// fastState is the working memory of one worker.
type fastState struct {
	again *ledger.AgainState
	fens  []quantity.Fen
}

// total is what an option comes to with the lines that were billed anew.
func (s *fastState) total(o *fastOption) (quantity.Fen, error) {
	fens, total := s.fens[o.from:o.to], o.fixed
	for k := range fens {
		if o.credit[k] {
			fens[k] = -fens[k]
		}
		total += fens[k]
	}
	if o.moving == nil {
		return total, nil
	}
	return o.moving.Total(fens)
}

// takesPart reports whether an option is one of those that a row compares.
func takesPart(o costmodel.Option, view string) bool {
	return len(o.Missing) == 0 && o.InView(view)
}

// structureOf is what must not change along a piece: the machine, the options and the offers behind them.
func structureOf(costs costmodel.Result, view string) []string {
	out := []string{costs.Machine.Server.ID}
	for _, o := range costs.Options {
		if takesPart(o, view) {
			out = append(out, o.ID)
		}
	}
	for _, b := range costs.Offers {
		if b.Acceptable() {
			out = append(out, b.Offer.ID)
		}
	}
	return out
}

// row bills one point anew.
func (b *fastBills) row(p *SweepPlan, i, at int) (SweepRow, bool) {
	row := b.base
	row.Values = p.values(i)
	value, ok := b.value(row.Values[p.quick.axis])
	if !ok {
		return row, false
	}
	if b.util {
		row.UsedHours = b.wanted * value.InexactFloat64()
	}
	s := b.states.Get().(*fastState)
	defer b.states.Put(s)
	if err := s.again.Fens(value, s.fens); err != nil {
		return row, false
	}
	for k := range b.options {
		o := &b.options[k]
		total, err := s.total(o)
		if err != nil {
			return row, false
		}
		row.offer(o.id, o.family, total)
	}
	row.judge()
	return row, true
}

// agrees holds a point billed anew against its bills in full: to the fen, and with the same machine and offers.
func (b *fastBills) agrees(f *fastPiece, at int) bool {
	i := f.first + at*f.q.stride
	fast, ok := b.row(f.q.plan, i, at)
	if !ok {
		return false
	}
	full, costs, err := f.q.plan.full(i)
	if err != nil || !slices.Equal(structureOf(costs.Result, costs.view), b.structure) {
		return false
	}
	same := func(x, y *Priced) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
	return full.Choice == fast.Choice && full.Total == fast.Total && same(full.Own, fast.Own) && same(full.Rent, fast.Rent) &&
		full.CardHours == fast.CardHours
}

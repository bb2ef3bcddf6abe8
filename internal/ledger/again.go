package ledger

import (
	"math"
	"slices"

	"gpucalc/internal/quantity"

	"github.com/quagmt/udecimal"
)

// Again bills amounts anew for other values of one figure, to the fen: in float64, and exactly where that lies too close
// to half a fen to be sure. It is read-only; workers share it, each with its own AgainState.
type Again struct {
	book    *Book
	figure  int
	roots   []Ref
	depends []bool // by node
	program Program
	order   []Ref // the nodes that depend on the figure, operands first; program.code goes with them
	floats  []float64
}

// AgainState is the working memory of one worker.
type AgainState struct {
	a      *Again
	floats []float64 // by node
	exact  Book      // the book with the value of the moment; its nodes are worked out when asked for
	fresh  bool      // what exact knows belongs to the value of the moment
}

// Again prepares to bill the roots for other values of a figure; nothing depends on a figure below 0. The book must not be added to afterwards.
func (b *Book) Again(figure int, roots []Ref) (*Again, error) {
	a := &Again{book: b, figure: figure, roots: roots, depends: make([]bool, len(b.nodes)), floats: make([]float64, len(b.nodes))}
	slot := make([]int32, len(b.nodes))
	for i := range slot {
		slot[i] = int32(i)
	}
	figures := b.Floats()
	need := b.reach(roots)
	var few [2]Ref
	for i, n := range b.nodes {
		if !need[i] {
			continue
		}
		c := b.instruction(n, slot, &a.program)
		a.floats[i] = a.program.step(c, figures, a.floats)
		a.depends[i] = n.op == opFigure && int(n.a) == figure
		for _, o := range b.operands(n, few[:0]) {
			a.depends[i] = a.depends[i] || a.depends[o]
		}
		if a.depends[i] {
			a.program.code = append(a.program.code, c)
			a.order = append(a.order, Ref(i))
		}
	}
	for _, r := range roots {
		if err := b.evalTo(r); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Depends reports whether the figure moves root number i.
func (a *Again) Depends(i int) bool { return a.depends[a.roots[i]] }

// State returns fresh working memory.
func (a *Again) State() *AgainState {
	s := &AgainState{a: a, floats: slices.Clone(a.floats), exact: *a.book}
	s.exact.figures = slices.Clone(a.book.figures)
	s.exact.exact, s.exact.done = slices.Clone(a.book.exact), slices.Clone(a.book.done)
	return s
}

// sureOf is how far from half a fen a float64 amount in fen must be to be rounded as it is.
func sureOf(fen float64) float64 { return 1e-5 + float64(1e-11*math.Abs(fen)) }

// Fens bills every root with the figure at a value.
func (s *AgainState) Fens(value udecimal.Decimal, out []quantity.Fen) error {
	if len(s.a.order) > 0 {
		s.exact.figures[s.a.figure].Value = value
	}
	s.fresh = false
	v := value.InexactFloat64()
	for i, c := range s.a.program.code {
		if c.op == opFigure {
			s.floats[s.a.order[i]] = v
			continue
		}
		s.floats[s.a.order[i]] = s.a.program.step(c, nil, s.floats)
	}
	for i, r := range s.a.roots {
		fen := float64(s.floats[r] * 100)
		whole := math.Round(fen)
		if off := math.Abs(math.Abs(fen-whole) - 0.5); off > sureOf(fen) && math.Abs(fen) < 1e15 {
			out[i] = quantity.Fen(whole)
			continue
		}
		f, err := s.exactly(r)
		if err != nil {
			return err
		}
		out[i] = f
	}
	return nil
}

// exactly works a root out in decimals.
func (s *AgainState) exactly(r Ref) (quantity.Fen, error) {
	if !s.fresh {
		for _, n := range s.a.order {
			s.exact.done[n] = false
		}
		s.fresh = true
	}
	return s.exact.Fen(r)
}

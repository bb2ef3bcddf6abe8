package ledger

import "math"

// Floats returns the typical value of every figure, in the order of Figures.
func (b *Book) Floats() []float64 {
	v := make([]float64, len(b.figures))
	for i := range b.figures {
		v[i] = b.figures[i].Value.InexactFloat64()
	}
	return v
}

// instr is one step of a Program.
type instr struct {
	op   op
	a, b int32 // slots, or the figure's index for opFigure, or the table for opTable (b)
}

type floatPoint struct {
	x    float64
	slot int32
}

// Program evaluates some expressions of a book in float64, again and again with other figures.
// It holds only the nodes that its roots need. A Program is read-only: workers share it, each with its own Scratch.
type Program struct {
	code   []instr
	tables [][]floatPoint
	roots  []int32
}

// Compile returns the program for the given expressions.
func (b *Book) Compile(roots []Ref) *Program {
	need := b.reach(roots)
	slot := make([]int32, len(b.nodes))
	p := &Program{roots: make([]int32, len(roots))}
	for i, n := range b.nodes {
		if !need[i] {
			continue
		}
		slot[i] = int32(len(p.code))
		p.code = append(p.code, b.instruction(n, slot, p))
	}
	for i, r := range roots {
		p.roots[i] = slot[r]
	}
	return p
}

func (b *Book) instruction(n node, slot []int32, p *Program) instr {
	switch n.op {
	case opFigure:
		return instr{op: opFigure, a: int32(n.a)}
	case opTable:
		fps := make([]floatPoint, len(b.tables[n.b]))
		for i, pt := range b.tables[n.b] {
			fps[i] = floatPoint{pt.f, slot[pt.y]}
		}
		p.tables = append(p.tables, fps)
		return instr{op: opTable, a: slot[n.a], b: int32(len(p.tables) - 1)}
	case opCeil, opFloor:
		return instr{op: n.op, a: slot[n.a]}
	}
	return instr{op: n.op, a: slot[n.a], b: slot[n.b]}
}

// reach marks the nodes that the roots depend on.
func (b *Book) reach(roots []Ref) []bool {
	need := make([]bool, len(b.nodes))
	for _, r := range roots {
		need[r] = true
	}
	var few [2]Ref
	for i := len(b.nodes) - 1; i >= 0; i-- {
		if !need[i] {
			continue
		}
		for _, operand := range b.operands(b.nodes[i], few[:0]) {
			need[operand] = true
		}
	}
	return need
}

// Scratch returns the working memory that Eval wants.
func (p *Program) Scratch() []float64 { return make([]float64, len(p.code)) }

// Roots returns how many results Eval writes.
func (p *Program) Roots() int { return len(p.roots) }

// Eval computes the roots for the given figures into out. scratch comes from Scratch.
func (p *Program) Eval(figures, scratch, out []float64) {
	for i, c := range p.code {
		scratch[i] = p.step(c, figures, scratch)
	}
	for i, r := range p.roots {
		out[i] = scratch[r]
	}
}

func (p *Program) step(c instr, figures, s []float64) float64 {
	switch c.op {
	case opFigure:
		return figures[c.a]
	case opMul:
		return float64(s[c.a] * s[c.b])
	case opAdd:
		return s[c.a] + s[c.b]
	case opSub:
		return s[c.a] - s[c.b]
	case opDiv:
		return s[c.a] / s[c.b]
	case opMin:
		return math.Min(s[c.a], s[c.b])
	case opMax:
		return math.Max(s[c.a], s[c.b])
	case opCeil:
		return math.Ceil(s[c.a] - ceilSlackFloat)
	case opFloor:
		return math.Floor(s[c.a] + ceilSlackFloat)
	case opPow:
		return math.Pow(s[c.a], s[c.b])
	case opTable:
		return interpolate(p.tables[c.b], s[c.a], s)
	}
	panic("ledger: unknown operation")
}

func interpolate(ps []floatPoint, x float64, s []float64) float64 {
	i := 0
	for i < len(ps) && ps[i].x < x {
		i++
	}
	switch {
	case i == 0:
		return s[ps[0].slot]
	case i == len(ps):
		return s[ps[i-1].slot]
	}
	lo, hi := s[ps[i-1].slot], s[ps[i].slot]
	return lo + float64((hi-lo)*(x-ps[i-1].x))/(ps[i].x-ps[i-1].x)
}

// Uses returns the figures that the roots depend on, ascending.
func (b *Book) Uses(roots []Ref) []int {
	need := b.reach(roots)
	seen := make([]bool, len(b.figures))
	for i, n := range b.nodes {
		if need[i] && n.op == opFigure {
			seen[n.a] = true
		}
	}
	var out []int
	for i, s := range seen {
		if s {
			out = append(out, i)
		}
	}
	return out
}

package ledger

import (
	"strings"

	"github.com/quagmt/udecimal"
)

// Factor is one printed part of a line: multiplying the values of the factors, or dividing where Over is set,
// gives the line. A factor that is itself an expression shows it in Of.
type Factor struct {
	Name   string // message key; "" for an unnamed intermediate
	Value  string
	Unit   string
	Over   bool
	Figure int    // index into Figures, -1 for an intermediate
	Op     string // what combines Of: "*" "+" "-" "min" "max" "ceil" "floor" "^" "table"
	At     string // for a support point of a table: where it lies
	Of     []Factor
}

// Factors returns the factors of an expression.
func (b *Book) Factors(r Ref) ([]Factor, error) {
	if err := b.evalTo(r); err != nil {
		return nil, err
	}
	return b.flatten(r, false, true)
}

// flatten opens products and quotients; named ones stay closed below the top, as one factor with its parts.
func (b *Book) flatten(r Ref, over, top bool) ([]Factor, error) {
	n := b.nodes[r]
	open := top || n.name == 0
	if (n.op == opMul || n.op == opDiv) && open {
		left, err := b.flatten(n.a, over, false)
		if err != nil {
			return nil, err
		}
		right, err := b.flatten(n.b, over != (n.op == opDiv), false)
		if err != nil {
			return nil, err
		}
		return append(left, right...), nil
	}
	f, err := b.factor(r)
	if err != nil {
		return nil, err
	}
	f.Over = over
	return []Factor{f}, nil
}

func (b *Book) factor(r Ref) (Factor, error) {
	n := b.nodes[r]
	v, err := b.exact[r].decimal()
	if err != nil {
		return Factor{}, err
	}
	f := Factor{Name: b.names[n.name], Unit: b.names[n.unit], Value: v.String(), Figure: -1, Op: opWord[n.op]}
	switch n.op {
	case opFigure:
		fig := &b.figures[n.a]
		f.Name, f.Unit, f.Figure = fig.Name, fig.Unit, int(n.a)
	case opMul, opDiv:
		f.Of, err = b.flatten(r, false, true)
	case opTable:
		f.Of, err = b.tableParts(n)
	case opCeil, opFloor:
		f.Of, err = b.flatten(n.a, false, false)
	default:
		f.Of, err = b.terms(n)
	}
	return f, err
}

// terms lists the operands of a sum, difference, minimum, maximum or power; chains of one operation are one list.
func (b *Book) terms(n node) ([]Factor, error) {
	var out []Factor
	if left := b.nodes[n.a]; left.op == n.op && left.name == 0 && n.op != opPow {
		more, err := b.terms(left)
		if err != nil {
			return nil, err
		}
		out = more
	} else {
		f, err := b.factor(n.a)
		if err != nil {
			return nil, err
		}
		out = []Factor{f}
	}
	f, err := b.factor(n.b)
	if err != nil {
		return nil, err
	}
	return append(out, f), nil
}

// tableParts shows where a table was read and the support points around that place.
func (b *Book) tableParts(n node) ([]Factor, error) {
	at, err := b.factor(n.a)
	if err != nil {
		return nil, err
	}
	x, err := b.exact[n.a].decimal()
	if err != nil {
		return nil, err
	}
	out := []Factor{at}
	for _, p := range neighbours(b.tables[n.b], x) {
		f, err := b.factor(p.y)
		if err != nil {
			return nil, err
		}
		f.At = p.x.String()
		out = append(out, f)
	}
	return out, nil
}

func neighbours(ps []point, x udecimal.Decimal) []point {
	i := 0
	for i < len(ps) && ps[i].x.LessThan(x) {
		i++
	}
	switch {
	case i == 0:
		return ps[:1]
	case i == len(ps):
		return ps[i-1:]
	case ps[i].x.Equal(x):
		return ps[i : i+1]
	}
	return ps[i-1 : i+1]
}

var opWord = [...]string{
	opFigure: "", opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opMin: "min", opMax: "max",
	opCeil: "ceil", opFloor: "floor", opPow: "^", opTable: "table",
}

// Formula writes an expression over figure IDs, in the syntax of a calculator.
func (b *Book) Formula(r Ref) string {
	var s strings.Builder
	b.write(&s, r, 0)
	return s.String()
}

func precedence(o op) int {
	switch o {
	case opAdd, opSub:
		return 1
	case opMul, opDiv:
		return 2
	case opPow:
		return 3
	}
	return 4
}

func (b *Book) write(s *strings.Builder, r Ref, outer int) {
	n := b.nodes[r]
	switch n.op {
	case opFigure:
		s.WriteString(b.figures[n.a].ID)
	case opAdd, opSub, opMul, opDiv, opPow:
		b.writeInfix(s, n, outer)
	default:
		b.writeCall(s, n)
	}
}

func (b *Book) writeInfix(s *strings.Builder, n node, outer int) {
	p := precedence(n.op)
	if p < outer {
		s.WriteByte('(')
		defer s.WriteByte(')')
	}
	left := p
	if n.op == opPow {
		left++ // calculators disagree on the order of a chain of powers
	}
	b.write(s, n.a, left)
	s.WriteString(" " + opWord[n.op] + " ")
	b.write(s, n.b, p+1)
}

func (b *Book) writeCall(s *strings.Builder, n node) {
	s.WriteString(opWord[n.op] + "(")
	b.write(s, n.a, 0)
	switch n.op {
	case opMin, opMax:
		s.WriteString(", ")
		b.write(s, n.b, 0)
	case opTable:
		for _, p := range b.tables[n.b] {
			s.WriteString("; " + p.x.String() + ": ")
			b.write(s, p.y, 0)
		}
	}
	s.WriteByte(')')
}

package ledger

import (
	"strconv"
	"strings"

	"github.com/quagmt/udecimal"
)

// Figure is a named input of expressions.
type Figure struct {
	ID             string // stable name: "offers.x.price", "scenario.hours"
	Name           string // message key of what it is in a formula: "f.price"
	Unit           string
	Value          udecimal.Decimal
	Low, High      udecimal.Decimal // equal to Value when the source gives one number
	Ranged         bool
	P10P90         bool // the range is the 10th to 90th percentile, not the bounds
	Given          bool // set by the scenario or a constant of the calendar: never uncertain
	AsOf           string
	Source         string
	Reliability    string
	Estimate       bool
	Reason         string
	VAT            string
	File           string
	Line           int
	Origin         string // flag, environment or file that set it when a person overrode it
	CorrelateGroup string // figures of one group move together in simulations; "" = on its own
}

// Ref names a node of a Book.
type Ref int32

// op is what a node does with its operands.
type op uint8

const (
	opFigure op = iota
	opAdd
	opSub
	opMul
	opDiv
	opMin
	opMax
	opCeil
	opFloor
	opPow
	opTable
)

// node is one operation; operands always stand before it in the arena.
type node struct {
	op   op
	a, b Ref   // operands; for opFigure a is the figure's index, for opTable b is the table's index
	name int32 // index into Book.names, 0 = unnamed
	unit int32
}

// point is a support point of a table: the value at x is the node y.
type point struct {
	x udecimal.Decimal
	f float64
	y Ref
}

// Book is the arena that the ledgers of one comparison share.
type Book struct {
	figures []Figure
	byID    map[string]int32
	nodes   []node
	names   []string
	nameIdx map[string]int32
	tables  [][]point
	exact   []fraction // values of the nodes that are done
	done    []bool
	scope   string // put in front of the IDs that Const enters
}

// What a book starts with room for: the bills of a short need.
const (
	usualFigures = 64
	usualNodes   = 256
	usualNames   = 64
)

// NewBook returns an empty book.
func NewBook() *Book {
	b := &Book{
		figures: make([]Figure, 0, usualFigures),
		byID:    make(map[string]int32, usualFigures),
		nodes:   make([]node, 0, usualNodes),
		names:   make([]string, 0, usualNames),
		nameIdx: make(map[string]int32, usualNames),
		exact:   make([]fraction, 0, usualNodes),
		done:    make([]bool, 0, usualNodes),
	}
	b.intern("")
	return b
}

// Reset empties the book and keeps its memory. Expressions, ledgers and figures of it are void from then on.
func (b *Book) Reset() {
	clear(b.byID)
	clear(b.nameIdx)
	clear(b.done)
	b.figures, b.nodes, b.names, b.tables = b.figures[:0], b.nodes[:0], b.names[:0], b.tables[:0]
	b.exact, b.done, b.scope = b.exact[:0], b.done[:0], ""
	b.intern("")
}

// Expr is an expression in a book. The zero Expr is missing.
type Expr struct {
	b   *Book
	ref Ref
}

// Valid reports whether the expression exists.
func (e Expr) Valid() bool { return e.b != nil }

// Ref returns the node of the expression.
func (e Expr) Ref() Ref { return e.ref }

// At returns the expression of a node, such as the amount of a line.
func (b *Book) At(r Ref) Expr { return Expr{b, r} }

// Figure enters a figure, once by ID, and returns it as an expression.
func (b *Book) Figure(f Figure) Expr {
	if i, ok := b.byID[f.ID]; ok {
		return b.push(node{op: opFigure, a: Ref(i)})
	}
	if !f.Ranged {
		f.Low, f.High = f.Value, f.Value
	}
	i := int32(len(b.figures))
	b.figures = append(b.figures, f)
	b.byID[f.ID] = i
	return b.push(node{op: opFigure, a: Ref(i)})
}

// Scope puts a word in front of the IDs of what Const and Int enter from here on, so that a part of the need, such as
// the owned cards of a hybrid, can be billed in the same book with hours and counts of its own. Constants of arithmetic
// ("const.") are the same everywhere. It returns the scope that held before.
func (b *Book) Scope(s string) (before string) {
	before, b.scope = b.scope, s
	return before
}

// Scoped is the ID that Const gives to a figure in the scope that holds.
func (b *Book) Scoped(id string) string {
	if b.scope == "" || strings.HasPrefix(id, "const.") {
		return id
	}
	return b.scope + id
}

// Const enters a number that belongs to the formula or the calendar, such as the hours of a month.
func (b *Book) Const(id, name, unit string, v udecimal.Decimal) Expr {
	id = b.Scoped(id)
	return b.Figure(Figure{ID: id, Name: name, Unit: unit, Value: v, Given: true})
}

// Int enters a whole number of the scenario or the calendar.
func (b *Book) Int(id, name, unit string, v int) Expr {
	return b.Const(id, name, unit, udecimal.MustFromInt64(int64(v), 0))
}

// Figures returns the figures in the order they were entered.
func (b *Book) Figures() []Figure { return b.figures }

// FigureIndex returns the index of a figure by ID.
func (b *Book) FigureIndex(id string) (int, bool) {
	i, ok := b.byID[id]
	return int(i), ok
}

func (b *Book) push(n node) Expr {
	b.nodes = append(b.nodes, n)
	return Expr{b, Ref(len(b.nodes) - 1)}
}

func (b *Book) intern(s string) int32 {
	if i, ok := b.nameIdx[s]; ok {
		return i
	}
	i := int32(len(b.names))
	b.names = append(b.names, s)
	b.nameIdx[s] = i
	return i
}

// Named gives an intermediate result a name (message key) and a unit for explanations, and returns it.
func (e Expr) Named(name, unit string) Expr {
	if !e.Valid() {
		return e
	}
	n := &e.b.nodes[e.ref]
	if n.op == opFigure {
		return e
	}
	n.name, n.unit = e.b.intern(name), e.b.intern(unit)
	return e
}

// combine joins two expressions; what is made with a missing one is missing.
func combine(o op, x, y Expr) Expr {
	if !x.Valid() || !y.Valid() {
		return Expr{}
	}
	return x.b.push(node{op: o, a: x.ref, b: y.ref})
}

func unary(o op, x Expr) Expr {
	if !x.Valid() {
		return Expr{}
	}
	return x.b.push(node{op: o, a: x.ref})
}

func fold(o op, xs []Expr) Expr {
	acc := xs[0]
	for _, x := range xs[1:] {
		acc = combine(o, acc, x)
	}
	return acc
}

// Mul is the product of its factors.
func Mul(xs ...Expr) Expr { return fold(opMul, xs) }

// Sum is the sum of its terms.
func Sum(xs ...Expr) Expr { return fold(opAdd, xs) }

// MinOf is the least of its terms.
func MinOf(xs ...Expr) Expr { return fold(opMin, xs) }

// MaxOf is the greatest of its terms.
func MaxOf(xs ...Expr) Expr { return fold(opMax, xs) }

// Sub is x less y.
func Sub(x, y Expr) Expr { return combine(opSub, x, y) }

// Div is x over y. A zero divisor is a mistake of the builder and fails the evaluation.
func Div(x, y Expr) Expr { return combine(opDiv, x, y) }

// Pow is x to the power y, in float64.
func Pow(x, y Expr) Expr { return combine(opPow, x, y) }

// Ceil is the least whole number not below x; differences under 1e-9 are rounding noise, not a further unit.
func Ceil(x Expr) Expr { return unary(opCeil, x) }

// Floor is the greatest whole number not above x.
func Floor(x Expr) Expr { return unary(opFloor, x) }

// TablePoint is a support point of a Table.
type TablePoint struct {
	X udecimal.Decimal
	Y Expr
}

// Table interpolates linearly between support points, ascending in X, and keeps the end values outside them.
// Without points, or with a point whose value is missing, the result is missing.
func (b *Book) Table(at Expr, points []TablePoint) Expr {
	if !at.Valid() || len(points) == 0 {
		return Expr{}
	}
	ps := make([]point, len(points))
	for i, p := range points {
		if !p.Y.Valid() {
			return Expr{}
		}
		ps[i] = point{p.X, p.X.InexactFloat64(), p.Y.ref}
	}
	b.tables = append(b.tables, ps)
	return b.push(node{op: opTable, a: at.ref, b: Ref(len(b.tables) - 1)})
}

// Dec parses a decimal text that is known to be good, such as a literal; it panics otherwise.
func Dec(s string) udecimal.Decimal { return udecimal.MustParse(s) }

// decimalPlaces is how many places a decimal keeps.
const decimalPlaces = 19

// FloatDec turns a float that came from a scenario's arithmetic (hours, shares) into a decimal of at most 19 places.
func FloatDec(f float64) udecimal.Decimal {
	d, err := udecimal.Parse(strconv.FormatFloat(f, 'f', -1, 64))
	if err != nil {
		d, err = udecimal.Parse(strconv.FormatFloat(f, 'f', decimalPlaces, 64))
		if err != nil {
			panic("ledger: not a finite number: " + strconv.FormatFloat(f, 'g', -1, 64))
		}
	}
	return d
}

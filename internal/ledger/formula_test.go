package ledger

import (
	"math/big"
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

func TestFormula(t *testing.T) {
	tests := []struct {
		make func(b *Book) Expr
		want string
	}{
		{func(b *Book) Expr { return num(b, "1") }, "n.1"},
		{func(b *Book) Expr { return Mul(Sum(num(b, "1"), num(b, "2")), num(b, "3")) }, "(n.1 + n.2) * n.3"},
		{func(b *Book) Expr { return Sum(Mul(num(b, "1"), num(b, "2")), num(b, "3")) }, "n.1 * n.2 + n.3"},
		{func(b *Book) Expr { return Sub(num(b, "1"), Sub(num(b, "2"), num(b, "3"))) }, "n.1 - (n.2 - n.3)"},
		{func(b *Book) Expr { return Sub(Sub(num(b, "1"), num(b, "2")), num(b, "3")) }, "n.1 - n.2 - n.3"},
		{func(b *Book) Expr { return Div(num(b, "1"), Div(num(b, "2"), num(b, "3"))) }, "n.1 / (n.2 / n.3)"},
		{func(b *Book) Expr { return Mul(Div(num(b, "1"), num(b, "2")), num(b, "3")) }, "n.1 / n.2 * n.3"},
		{func(b *Book) Expr { return Ceil(Div(num(b, "9"), num(b, "8"))) }, "ceil(n.9 / n.8)"},
		{func(b *Book) Expr { return MinOf(num(b, "1"), Sum(num(b, "2"), num(b, "3"))) }, "min(n.1, n.2 + n.3)"},
		{func(b *Book) Expr { return MaxOf(num(b, "1"), num(b, "2"), num(b, "3")) }, "max(max(n.1, n.2), n.3)"},
		// spreadsheets read 2 ^ 3 ^ 2 from the left, mathematicians from the right
		{func(b *Book) Expr { return Pow(Pow(num(b, "2"), num(b, "3")), num(b, "2")) }, "(n.2 ^ n.3) ^ n.2"},
		{func(b *Book) Expr { return Pow(num(b, "2"), Pow(num(b, "3"), num(b, "2"))) }, "n.2 ^ (n.3 ^ n.2)"},
		{func(b *Book) Expr { return Mul(num(b, "2"), Pow(num(b, "3"), num(b, "2"))) }, "n.2 * n.3 ^ n.2"},
	}
	for _, tt := range tests {
		b := NewBook()
		if got := b.Formula(tt.make(b).Ref()); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestFormulaParsesBack: a calculator that reads the printed formula finds the same value.
func TestFormulaParsesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, trees{})
		b := NewBook()
		e := tree.build(b)
		formula := b.Formula(e.Ref())
		c := calculator{words: token.FindAllString(formula, -1), book: b}
		got := c.sum()
		if len(c.words) > 0 {
			t.Fatalf("%s: %v is left over", formula, c.words)
		}
		if diff := new(big.Rat).Sub(got, tree.value); !small(diff, 1e-9*size(tree.value)) {
			t.Fatalf("%s = %s, want %s", formula, got.FloatString(12), tree.value.FloatString(12))
		}
	})
}

var token = regexp.MustCompile(`[^\s(),]+|[(),]`)

// calculator is a small recursive-descent reader of formulas.
type calculator struct {
	words []string
	book  *Book
}

func (c *calculator) peek() string {
	if len(c.words) == 0 {
		return ""
	}
	return c.words[0]
}

func (c *calculator) next() string {
	w := c.peek()
	c.words = c.words[1:]
	return w
}

func (c *calculator) want(w string) {
	if got := c.next(); got != w {
		panic("calculator: got " + got + ", want " + w)
	}
}

func (c *calculator) sum() *big.Rat {
	acc := c.product()
	for c.peek() == "+" || c.peek() == "-" {
		o := opAdd
		if c.next() == "-" {
			o = opSub
		}
		acc = calculate(o, []*big.Rat{acc, c.product()})
	}
	return acc
}

func (c *calculator) product() *big.Rat {
	acc := c.power()
	for c.peek() == "*" || c.peek() == "/" {
		o := opMul
		if c.next() == "/" {
			o = opDiv
		}
		acc = calculate(o, []*big.Rat{acc, c.power()})
	}
	return acc
}

// power refuses chains without parentheses, which calculators read in two ways.
func (c *calculator) power() *big.Rat {
	acc := c.operand()
	if c.peek() == "^" {
		c.next()
		acc = calculate(opPow, []*big.Rat{acc, c.operand()})
		if c.peek() == "^" {
			panic("calculator: a chain of powers")
		}
	}
	return acc
}

func (c *calculator) operand() *big.Rat {
	w := c.next()
	if w == "(" {
		v := c.sum()
		c.want(")")
		return v
	}
	if c.peek() != "(" {
		i, ok := c.book.FigureIndex(w)
		if !ok {
			panic("calculator: no figure " + w)
		}
		return rat(c.book.Figures()[i].Value.String())
	}
	return c.call(w)
}

func (c *calculator) call(name string) *big.Rat {
	c.want("(")
	args := []*big.Rat{c.sum()}
	for c.peek() == "," {
		c.next()
		args = append(args, c.sum())
	}
	c.want(")")
	for o, word := range opWord {
		if word == name {
			return calculate(op(o), args)
		}
	}
	panic("calculator: no function " + name)
}

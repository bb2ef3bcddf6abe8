package ledger

import "math"

// Lanes is how many draws one evaluation of a Folded program takes at most: few enough that its columns stay in the
// processor's cache, many enough that a step costs next to nothing beside its arithmetic.
const Lanes = 256

// Folded evaluates expressions for many values of some variables at once. It is read-only; workers share it, each
// with its own Columns.
type Folded struct {
	variables, columns int
	steps              []step
	roots              []int32
}

// Columns is the working memory of one worker.
type Columns struct {
	program *Folded
	data    [][Lanes]float64
}

// Columns returns fresh working memory.
func (f *Folded) Columns() *Columns {
	return &Columns{f, make([][Lanes]float64, f.columns)}
}

// Variables returns how many variables the program has.
func (f *Folded) Variables() int { return f.variables }

// Roots returns how many results the program has.
func (f *Folded) Roots() int { return len(f.roots) }

// Operations returns the number of float64 operations of one draw.
func (f *Folded) Operations() int {
	n := 0
	for _, s := range f.steps {
		n += max(1, 2*len(s.terms), 4*len(s.table))
	}
	return n
}

// Variable is the column into which the values of variable v go before Eval; Eval keeps it.
func (c *Columns) Variable(v int) *[Lanes]float64 { return &c.data[v] }

// Root is the column of results of root r, good until the next Eval.
func (c *Columns) Root(r int) *[Lanes]float64 { return &c.data[c.program.roots[r]] }

// At evaluates the roots for one set of variables into out.
func (c *Columns) At(variables, out []float64) {
	for v, x := range variables {
		c.data[v][0] = x
	}
	c.Eval(1)
	for r := range out {
		out[r] = c.Root(r)[0]
	}
}

// Eval computes the first n results of every root, n up to Lanes. Products are rounded before they are added, so
// that no platform fuses the two into another result.
func (c *Columns) Eval(n int) {
	for i := range c.program.steps {
		s := &c.program.steps[i]
		dst := c.data[s.dst][:n]
		if s.op == opAdd {
			c.linear(s, dst)
			continue
		}
		a := c.data[s.a][:len(dst)]
		switch s.op {
		case opMul:
			multiply(dst, a, c.data[s.b][:])
		case opDiv:
			for k, x := range a {
				dst[k] = 1 / x
			}
		case opMin:
			b := c.data[s.b][:len(dst)]
			for k, x := range a {
				dst[k] = min(x, b[k])
			}
		case opMax:
			b := c.data[s.b][:len(dst)]
			for k, x := range a {
				dst[k] = max(x, b[k])
			}
		case opCeil:
			for k, x := range a {
				dst[k] = math.Ceil(x - ceilSlackFloat)
			}
		case opFloor:
			for k, x := range a {
				dst[k] = math.Floor(x + ceilSlackFloat)
			}
		case opPow:
			b := c.data[s.b][:len(dst)]
			for k, x := range a {
				dst[k] = math.Pow(x, b[k])
			}
		case opTable:
			for k := range dst {
				dst[k] = c.read(s.table, a[k], k)
			}
		}
	}
}

func multiply(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	for k := range dst {
		dst[k] = a[k] * b[k]
	}
}

// linear adds a step's terms, four to a pass.
func (c *Columns) linear(s *step, dst []float64) {
	ts := s.terms
	switch len(ts) % 4 {
	case 0:
		fill(dst, s.c)
	case 1:
		linear1(dst, s.c, ts[0].c, c.data[ts[0].col][:])
	case 2:
		linear2(dst, s.c, ts, c.data[ts[0].col][:], c.data[ts[1].col][:])
	case 3:
		linear2(dst, s.c, ts, c.data[ts[0].col][:], c.data[ts[1].col][:])
		accumulate1(dst, ts[2].c, c.data[ts[2].col][:])
	}
	for i := len(ts) % 4; i < len(ts); i += 4 {
		accumulate4(dst, ts[i:i+4], c.data[ts[i].col][:], c.data[ts[i+1].col][:], c.data[ts[i+2].col][:], c.data[ts[i+3].col][:])
	}
}

func fill(dst []float64, v float64) {
	for k := range dst {
		dst[k] = v
	}
}

func linear1(dst []float64, c, ca float64, a []float64) {
	a = a[:len(dst)]
	for k := range dst {
		dst[k] = c + float64(ca*a[k])
	}
}

func linear2(dst []float64, c float64, ts []columnTerm, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	ca, cb := ts[0].c, ts[1].c
	for k := range dst {
		dst[k] = c + float64(ca*a[k]) + float64(cb*b[k])
	}
}

func accumulate1(dst []float64, ca float64, a []float64) {
	a = a[:len(dst)]
	for k := range dst {
		dst[k] += float64(ca * a[k])
	}
}

func accumulate4(dst []float64, ts []columnTerm, a, b, c, d []float64) {
	n := len(dst)
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	ca, cb, cc, cd := ts[0].c, ts[1].c, ts[2].c, ts[3].c
	for k := range dst {
		dst[k] += (float64(ca*a[k]) + float64(cb*b[k])) + (float64(cc*c[k]) + float64(cd*d[k]))
	}
}

func (c *Columns) read(ps []floatPoint, x float64, lane int) float64 {
	i := 0
	for i < len(ps) && ps[i].x < x {
		i++
	}
	switch {
	case i == 0:
		return c.data[ps[0].slot][lane]
	case i == len(ps):
		return c.data[ps[i-1].slot][lane]
	}
	lo, hi := c.data[ps[i-1].slot][lane], c.data[ps[i].slot][lane]
	return lo + float64((hi-lo)*(x-ps[i-1].x))/(ps[i].x-ps[i-1].x)
}

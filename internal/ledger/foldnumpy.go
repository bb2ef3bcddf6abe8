package ledger

import (
	"fmt"
	"strings"
)

// NumPy writes the program as a Python function over NumPy arrays, for benchmarks against that library and for readers
// who want to see what was folded: totals(v) takes one array a variable and returns one a root.
func (f *Folded) NumPy() string {
	var b strings.Builder
	b.WriteString("import numpy as np\n\n\ndef totals(v):\n")
	column := func(c int32) string {
		if int(c) < f.variables {
			return fmt.Sprintf("v[%d]", c)
		}
		return fmt.Sprintf("c%d", c)
	}
	for i := range f.steps {
		s := &f.steps[i]
		fmt.Fprintf(&b, "    c%d = %s\n", s.dst, s.numPy(column))
	}
	names := make([]string, len(f.roots))
	for i, r := range f.roots {
		names[i] = column(r)
	}
	fmt.Fprintf(&b, "    return [%s]\n", strings.Join(names, ", "))
	return b.String()
}

func (s *step) numPy(column func(int32) string) string {
	switch s.op {
	case opAdd:
		parts := []string{fmt.Sprint(s.c)}
		for _, t := range s.terms {
			parts = append(parts, fmt.Sprintf("%v * %s", t.c, column(t.col)))
		}
		return strings.Join(parts, " + ")
	case opMul:
		return column(s.a) + " * " + column(s.b)
	case opDiv:
		return "1 / " + column(s.a)
	case opMin:
		return "np.minimum(" + column(s.a) + ", " + column(s.b) + ")"
	case opMax:
		return "np.maximum(" + column(s.a) + ", " + column(s.b) + ")"
	case opCeil:
		return fmt.Sprintf("np.ceil(%s - %v)", column(s.a), ceilSlackFloat)
	case opFloor:
		return fmt.Sprintf("np.floor(%s + %v)", column(s.a), ceilSlackFloat)
	case opPow:
		return column(s.a) + " ** " + column(s.b)
	}
	var xs, ys []string
	for _, p := range s.table {
		xs = append(xs, fmt.Sprint(p.x))
		ys = append(ys, column(p.slot))
	}
	return fmt.Sprintf("read(%s, [%s], [%s])", column(s.a), strings.Join(xs, ", "), strings.Join(ys, ", "))
}

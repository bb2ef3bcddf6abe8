package ledger

// step is one operation of a Folded program over whole columns.
type step struct {
	op    op    // opMul, opDiv (1 over a), opMin, opMax, opCeil, opFloor, opPow, opTable, or opAdd: c + the terms
	dst   int32 // columns
	a, b  int32
	c     float64
	terms []columnTerm
	table []floatPoint // slots are columns
}

type columnTerm struct {
	col int32
	c   float64
}

// emitter writes the steps for what the roots need, operands just before their use.
type emitter struct {
	f     *folder
	steps []step // with virtual columns, one per result
	monos []int32
	atoms []int32
	roots []int32
	next  int32
}

func newEmitter(f *folder) *emitter {
	e := &emitter{f: f, monos: make([]int32, len(f.monos)), atoms: make([]int32, len(f.atoms))}
	for i := range e.monos {
		e.monos[i] = -1
	}
	for i, a := range f.atoms {
		e.atoms[i] = -1
		if a.op == opFigure {
			e.atoms[i] = e.next
			e.next++
		}
	}
	return e
}

func (e *emitter) push(s step) int32 {
	s.dst = e.next
	e.next++
	e.steps = append(e.steps, s)
	return s.dst
}

// root computes a result into a column of its own.
func (e *emitter) root(p poly) {
	e.roots = append(e.roots, e.sum(p))
}

// column returns the column of a polynomial: that of its only factor where it is one.
func (e *emitter) column(p poly) int32 {
	if p.c == 0 && len(p.terms) == 1 && p.terms[0].c == 1 {
		return e.mono(p.terms[0].mono)
	}
	return e.sum(p)
}

func (e *emitter) sum(p poly) int32 {
	s := step{op: opAdd, c: p.c}
	for _, t := range p.terms {
		s.terms = append(s.terms, columnTerm{e.mono(t.mono), t.c})
	}
	return e.push(s)
}

func (e *emitter) mono(m int32) int32 {
	if e.monos[m] >= 0 {
		return e.monos[m]
	}
	n := e.f.monos[m]
	col := e.atom(n.last)
	if n.head != 0 {
		col = e.push(step{op: opMul, a: e.mono(n.head), b: col})
	}
	e.monos[m] = col
	return col
}

func (e *emitter) atom(i int32) int32 {
	if e.atoms[i] >= 0 {
		return e.atoms[i]
	}
	at := e.f.atoms[i]
	var col int32
	switch at.op {
	case opAdd:
		col = e.column(at.a)
	case opTable:
		s := step{op: opTable, a: e.column(at.a)}
		for _, p := range at.table {
			s.table = append(s.table, floatPoint{p.x, e.column(p.y)})
		}
		col = e.push(s)
	case opMin, opMax, opPow:
		s := step{op: at.op, a: e.column(at.a)}
		s.b = e.column(at.b)
		col = e.push(s)
	default:
		col = e.push(step{op: at.op, a: e.column(at.a)})
	}
	e.atoms[i] = col
	return col
}

// finish gives the results real columns: one is free again after its last use. Variables and roots keep theirs.
func (e *emitter) finish() *Folded {
	variables := 0
	for _, a := range e.f.atoms {
		if a.op == opFigure {
			variables++
		}
	}
	last := make([]int, e.next)
	for i, s := range e.steps {
		s.each(func(c int32) { last[c] = i })
	}
	for _, r := range e.roots {
		last[r] = len(e.steps)
	}
	for v := range variables {
		last[v] = len(e.steps)
	}
	real := make([]int32, e.next)
	for v := range variables {
		real[v] = int32(v)
	}
	used := int32(variables)
	var free []int32
	for i := range e.steps {
		s := &e.steps[i]
		var done []int32
		s.each(func(c int32) {
			if last[c] == i {
				done = append(done, c)
				last[c] = -1
			}
		})
		dst := s.dst
		s.rename(real)
		if n := len(free); n > 0 {
			s.dst, free = free[n-1], free[:n-1]
		} else {
			s.dst = used
			used++
		}
		real[dst] = s.dst
		for _, c := range done {
			free = append(free, real[c])
		}
	}
	for i, r := range e.roots {
		e.roots[i] = real[r]
	}
	return &Folded{variables: variables, columns: int(used), steps: e.steps, roots: e.roots}
}

// each calls do for every column that the step reads.
func (s *step) each(do func(int32)) {
	switch s.op {
	case opAdd:
		for _, t := range s.terms {
			do(t.col)
		}
		return
	case opTable:
		for _, p := range s.table {
			do(p.slot)
		}
	case opMul, opMin, opMax, opPow:
		do(s.b)
	}
	do(s.a)
}

// rename replaces the columns that the step reads.
func (s *step) rename(to []int32) {
	switch s.op {
	case opAdd:
		for i := range s.terms {
			s.terms[i].col = to[s.terms[i].col]
		}
		return
	case opTable:
		for i := range s.table {
			s.table[i].slot = to[s.table[i].slot]
		}
	case opMul, opMin, opMax, opPow:
		s.b = to[s.b]
	}
	s.a = to[s.a]
}

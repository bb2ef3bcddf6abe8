package ledger

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// poly is a sum of products: c + terms[0].c x its monomial + ... Terms are ascending by monomial, none is zero.
type poly struct {
	c     float64
	terms []term
}

type term struct {
	mono int32
	c    float64
}

// mono is a product of atoms in ascending order, kept as the product of all but the last, and the last.
type mono struct {
	head, last int32
	lo, hi     float64
}

func (p poly) constant() bool { return len(p.terms) == 0 }

// lead is the coefficient by which sums are made comparable: that of the first term, or the constant.
func (p poly) lead() float64 {
	if len(p.terms) > 0 {
		return p.terms[0].c
	}
	return p.c
}

func (f *folder) single(m int32, c float64) poly {
	if c == 0 {
		return poly{}
	}
	return poly{terms: append(f.room(1), term{m, c})}
}

// room returns an empty slice for n terms out of one large block.
func (f *folder) room(n int) []term {
	if cap(f.arena)-len(f.arena) < n {
		f.arena = make([]term, 0, max(4096, n))
	}
	at := len(f.arena)
	f.arena = f.arena[:at+n]
	return f.arena[at : at : at+n]
}

func (f *folder) scale(p poly, by float64) poly {
	switch {
	case by == 1:
		return p
	case p.constant():
		return poly{c: p.c * by}
	case by == 0:
		return poly{}
	}
	out := poly{c: p.c * by, terms: f.room(len(p.terms))}
	for _, t := range p.terms {
		out.terms = append(out.terms, term{t.mono, t.c * by})
	}
	return out
}

// add returns a + by x b.
func (f *folder) add(a, b poly, by float64) poly {
	switch {
	case b.constant():
		return poly{c: a.c + float64(by*b.c), terms: a.terms}
	case a.constant():
		out := f.scale(b, by)
		out.c += a.c
		return out
	}
	out := poly{c: a.c + float64(by*b.c), terms: f.room(len(a.terms) + len(b.terms))}
	i, j := 0, 0
	for i < len(a.terms) || j < len(b.terms) {
		switch {
		case j == len(b.terms) || i < len(a.terms) && a.terms[i].mono < b.terms[j].mono:
			out.terms = append(out.terms, a.terms[i])
			i++
		case i == len(a.terms) || b.terms[j].mono < a.terms[i].mono:
			out.terms = append(out.terms, term{b.terms[j].mono, by * b.terms[j].c})
			j++
		default:
			if c := a.terms[i].c + float64(by*b.terms[j].c); c != 0 {
				out.terms = append(out.terms, term{a.terms[i].mono, c})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// maxProduct is the number of terms up to which a product of two sums is multiplied out.
const maxProduct = 24

// mul multiplies out small products, so that equal ones of many lines merge; a large sum becomes one atom.
func (f *folder) mul(a, b poly) poly {
	switch {
	case a.constant():
		return f.scale(b, a.c)
	case b.constant():
		return f.scale(a, b.c)
	}
	if na, nb := a.size(), b.size(); na > 1 && nb > 1 && na*nb > maxProduct {
		a, b = f.closed(a), f.closed(b)
	}
	out := poly{c: a.c * b.c, terms: f.room(a.size() * b.size())}
	push := func(m int32, c float64) {
		if c != 0 {
			out.terms = append(out.terms, term{m, c})
		}
	}
	for _, x := range a.terms {
		push(x.mono, x.c*b.c)
		for _, y := range b.terms {
			push(f.product(x.mono, y.mono), x.c*y.c)
		}
	}
	for _, y := range b.terms {
		push(y.mono, y.c*a.c)
	}
	out.terms = merged(out.terms)
	return out
}

// size is the number of summands.
func (p poly) size() int {
	if p.c != 0 {
		return len(p.terms) + 1
	}
	return len(p.terms)
}

// merged sorts terms and joins equal monomials, in place.
func merged(ts []term) []term {
	if len(ts) < 2 {
		return ts
	}
	slices.SortStableFunc(ts, func(x, y term) int { return cmp.Compare(x.mono, y.mono) })
	n := 0
	for _, t := range ts[1:] {
		if t.mono == ts[n].mono {
			ts[n].c += t.c
			continue
		}
		n++
		ts[n] = t
	}
	return slices.DeleteFunc(ts[:n+1], func(t term) bool { return t.c == 0 })
}

// closed makes a sum one atom, scaled by its first coefficient so that sums in proportion are the same atom.
func (f *folder) closed(p poly) poly {
	if p.size() < 2 {
		return p
	}
	s := p.lead()
	p = f.scale(p, 1/s)
	lo, hi := f.bounds(p)
	return f.scale(f.opaque(atom{op: opAdd, a: p, lo: lo, hi: hi}), s)
}

// times returns the monomial m x an atom that does not come before those of m.
func (f *folder) times(m, at int32) int32 {
	key := [2]int32{m, at}
	if i, ok := f.monoAt[key]; ok {
		return i
	}
	lo, hi := interval(f.monos[m].lo, f.monos[m].hi, f.atoms[at].lo, f.atoms[at].hi)
	f.monos = append(f.monos, mono{head: m, last: at, lo: lo, hi: hi})
	i := int32(len(f.monos) - 1)
	f.monoAt[key] = i
	return i
}

// open appends the atoms of a monomial in ascending order.
func (f *folder) open(m int32, to []int32) []int32 {
	at := len(to)
	for ; m != 0; m = f.monos[m].head {
		to = append(to, f.monos[m].last)
	}
	slices.Reverse(to[at:])
	return to
}

// product multiplies two monomials.
func (f *folder) product(x, y int32) int32 {
	if x > y {
		x, y = y, x
	}
	key := [2]int32{x, y}
	if m, ok := f.products[key]; ok {
		return m
	}
	f.mine, f.yours = f.open(x, f.mine[:0]), f.open(y, f.yours[:0])
	out := int32(0)
	a, b := f.mine, f.yours
	for len(a) > 0 || len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			out, a = f.times(out, a[0]), a[1:]
		} else {
			out, b = f.times(out, b[0]), b[1:]
		}
	}
	f.products[key] = out
	return out
}

// opaque enters an atom, once for equal operands, as a polynomial.
func (f *folder) opaque(at atom) poly {
	f.key = append(f.key[:0], byte(at.op))
	f.key = appendKey(appendKey(f.key, at.a), at.b)
	for _, p := range at.table {
		f.key = appendKey(binary.LittleEndian.AppendUint64(f.key, math.Float64bits(p.x)), p.y)
	}
	i, ok := f.atomAt[string(f.key)]
	if !ok {
		f.atoms = append(f.atoms, at)
		i = int32(len(f.atoms) - 1)
		f.atomAt[string(f.key)] = i
	}
	return f.single(f.times(0, i), 1)
}

// appendKey writes a polynomial with its coefficients cut to 13 digits: what differs by rounding only is equal.
func appendKey(key []byte, p poly) []byte {
	blur := func(c float64) uint64 { return (math.Float64bits(c) + 0x80) &^ 0xff }
	key = binary.LittleEndian.AppendUint64(key, blur(p.c))
	for _, t := range p.terms {
		key = binary.LittleEndian.AppendUint32(key, uint32(t.mono))
		key = binary.LittleEndian.AppendUint64(key, blur(t.c))
	}
	return append(key, 0xff)
}

// bounds is a range that holds every value of p; NaN where infinities meet.
func (f *folder) bounds(p poly) (lo, hi float64) {
	lo, hi = p.c, p.c
	for _, t := range p.terms {
		l, h := interval(f.monos[t.mono].lo, f.monos[t.mono].hi, t.c, t.c)
		lo, hi = lo+l, hi+h
	}
	return lo, hi
}

// interval is the product of two ranges.
func interval(alo, ahi, blo, bhi float64) (lo, hi float64) {
	w, x, y, z := alo*blo, alo*bhi, ahi*blo, ahi*bhi
	return math.Min(math.Min(w, x), math.Min(y, z)), math.Max(math.Max(w, x), math.Max(y, z))
}

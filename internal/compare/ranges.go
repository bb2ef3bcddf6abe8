package compare

import (
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// ranges evaluates the totals of all rows with figures at the ends of their ranges.
type ranges struct {
	book    *ledger.Book
	program *ledger.Program
	typical []float64
	base    []float64
	index   map[string]int // root by option id
	low     [][]float64    // by ranged figure: totals with that figure at its low
	high    [][]float64
	figures []int // the ranged figures
	scratch []float64
}

func newRanges(b *ledger.Book, rows []Row) *ranges {
	r := &ranges{book: b, index: map[string]int{}}
	var roots []ledger.Ref
	for _, w := range rows {
		if w.Priced {
			r.index[w.ID] = len(roots)
			roots = append(roots, w.Ledger.TotalExpr().Ref())
		}
	}
	r.program = b.Compile(roots)
	r.typical = b.Floats()
	r.scratch = r.program.Scratch()
	r.base = r.at(r.typical)
	all := b.Figures()
	for _, f := range b.Uses(roots) {
		if !all[f].Ranged {
			continue
		}
		r.figures = append(r.figures, f)
		r.low = append(r.low, r.with(f, all[f].Low.InexactFloat64()))
		r.high = append(r.high, r.with(f, all[f].High.InexactFloat64()))
	}
	return r
}

func (r *ranges) at(figures []float64) []float64 {
	out := make([]float64, r.program.Roots())
	r.program.Eval(figures, r.scratch, out)
	return out
}

func (r *ranges) with(figure int, value float64) []float64 {
	old := r.typical[figure]
	r.typical[figure] = value
	out := r.at(r.typical)
	r.typical[figure] = old
	return out
}

// fill sets the low and high of a row. Owning: every figure at the end that makes the total smaller, or larger.
// Renting: the cheapest and dearest acceptable offer of the term.
func (r *ranges) fill(w *Row, _ int) {
	if !w.Priced {
		return
	}
	if w.Family == costmodel.FamilyRent && w.Term != "mix" {
		w.Low, w.High = w.SpreadLow, w.SpreadHigh
		w.HasRange = w.Low != w.High
		return
	}
	at := r.index[w.ID]
	cheap, dear := r.ends(*w)
	w.Low, w.High = fen(r.at(cheap)[at]), fen(r.at(dear)[at])
	w.HasRange = w.Low != w.High
}

// ends returns the figures at the ends that make a row's total smallest and largest.
func (r *ranges) ends(w Row) (cheap, dear []float64) {
	cheap, dear = append([]float64(nil), r.typical...), append([]float64(nil), r.typical...)
	at := r.index[w.ID]
	all := r.book.Figures()
	for i, f := range r.figures {
		low, high := all[f].Low.InexactFloat64(), all[f].High.InexactFloat64()
		if r.low[i][at] > r.high[i][at] {
			low, high = high, low
		}
		cheap[f], dear[f] = low, high
	}
	return cheap, dear
}

// holds reports whether the winner stays ahead of the best other family when any one figure goes to either end.
func (r *ranges) holds(rows []Row, first, other candidate) bool {
	if other.id == "" {
		return true
	}
	ahead := func(totals []float64) bool {
		win := totals[r.index[first.id]]
		for _, w := range rows {
			if w.Counts && w.CanWin() && w.Family != first.family && totals[r.index[w.ID]] < win {
				return false
			}
		}
		return true
	}
	for i := range r.figures {
		if !ahead(r.low[i]) || !ahead(r.high[i]) {
			return false
		}
	}
	return true
}

// fen rounds a float total; totals are far inside the range of fen.
func fen(yuan float64) quantity.Fen {
	f, err := quantity.RoundFenFloat(yuan)
	if err != nil {
		return 0
	}
	return f
}

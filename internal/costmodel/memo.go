package costmodel

import "gpucalc/internal/ledger"

// memo remembers what bills ask for again and again, so that it is entered once.
type memo struct {
	figures map[string]ledger.Expr   // by figure id: the same in the whole book
	hours   map[hoursKey]ledger.Expr // billed hours: of one need
	days    map[dayKey]ledger.Expr
	args    map[int][]string // of lines, by month
}

// hoursKey is what the billed hours of a month depend on beside the need.
type hoursKey struct {
	month, phase int
	step, setup  string
	spot         bool
}

type dayKey struct{ month, phase int }

func newMemo() *memo {
	return (&memo{figures: map[string]ledger.Expr{}}).forNeed()
}

// forNeed keeps what holds for every need in the book.
func (x *memo) forNeed() *memo {
	return &memo{
		figures: x.figures, hours: map[hoursKey]ledger.Expr{}, days: map[dayKey]ledger.Expr{}, args: map[int][]string{},
	}
}

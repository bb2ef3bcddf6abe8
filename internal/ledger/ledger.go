package ledger

import (
	"slices"

	"gpucalc/internal/quantity"
)

// Category groups lines of a bill for people: purchase, rack, electricity, staff, upkeep, resale, rent, capital.
type Category string

// Line is one item of a bill.
type Line struct {
	At       int // months after the start when it is paid: 0 on the first day
	Item     string
	Args     []string // name, value pairs for the item's message
	Category Category
	Credit   bool // the amount comes back: resale, refunds
	Memo     bool // shown and counted in cash flows, not in the total: deposits out and back
	Imputed  bool // costs, and yet nobody is paid: interest on tied-up money, lost time, a share of a machine bought in full
	Root     Ref
	Amount   quantity.Fen // set by Close; negative for credits
}

// Ledger is the bill of one option.
type Ledger struct {
	Book  *Book
	Lines []Line
	Total quantity.Fen // sum of Lines without memos, set by Close
	open  bool
}

// New returns an empty ledger over the book.
func New(b *Book) *Ledger { return &Ledger{Book: b, open: true} }

// Room makes room for a number of lines.
func (l *Ledger) Room(lines int) { l.Lines = slices.Grow(l.Lines, lines) }

// Add appends a line; an expression that is missing adds nothing.
func (l *Ledger) Add(line Line, amount Expr) {
	if !amount.Valid() {
		return
	}
	line.Root = amount.ref
	l.Lines = append(l.Lines, line)
}

// Close rounds every line to the fen and sums them.
func (l *Ledger) Close() error {
	l.Total = 0
	for i := range l.Lines {
		line := &l.Lines[i]
		fen, err := l.Book.Fen(line.Root)
		if err != nil {
			return err
		}
		if line.Credit {
			fen = -fen
		}
		line.Amount = fen
		if line.Memo {
			continue
		}
		if l.Total, err = l.Total.Add(fen); err != nil {
			return err
		}
	}
	l.open = false
	return nil
}

// CategoryTotal sums the lines of a category.
func (l *Ledger) CategoryTotal(c Category) quantity.Fen {
	var sum quantity.Fen
	for _, line := range l.Lines {
		if line.Category == c && !line.Memo {
			sum += line.Amount
		}
	}
	return sum
}

// Categories returns the categories in order of first appearance.
func (l *Ledger) Categories() []Category {
	var out []Category
	seen := map[Category]bool{}
	for _, line := range l.Lines {
		if !line.Memo && !seen[line.Category] {
			seen[line.Category] = true
			out = append(out, line.Category)
		}
	}
	return out
}

// TotalExpr is the unrounded total as one expression, for float64 evaluation.
func (l *Ledger) TotalExpr() Expr {
	var plus, minus []Expr
	for _, line := range l.Lines {
		e := Expr{l.Book, line.Root}
		switch {
		case line.Memo:
		case line.Credit:
			minus = append(minus, e)
		default:
			plus = append(plus, e)
		}
	}
	switch {
	case len(plus) == 0 && len(minus) == 0:
		return l.Book.Int("const.zero", "f.zero", "CNY", 0)
	case len(plus) == 0:
		return Sub(l.Book.Int("const.zero", "f.zero", "CNY", 0), Sum(minus...))
	case len(minus) == 0:
		return Sum(plus...)
	}
	return Sub(Sum(plus...), Sum(minus...))
}

// Flows returns the cash flow of each month, index = months after the start, memos included, imputed lines not; money
// paid is positive.
func (l *Ledger) Flows() []quantity.Fen {
	last := 0
	for _, line := range l.Lines {
		last = max(last, line.At)
	}
	flows := make([]quantity.Fen, last+1)
	for _, line := range l.Lines {
		if !line.Imputed {
			flows[line.At] += line.Amount
		}
	}
	return flows
}

// Upfront is what is paid on the first day, deposits included, imputed lines not.
func (l *Ledger) Upfront() quantity.Fen {
	var sum quantity.Fen
	for _, line := range l.Lines {
		if line.At == 0 && !line.Credit && !line.Imputed {
			sum += line.Amount
		}
	}
	return sum
}

// PeakCash is the most that is out of pocket at the end of any month before money comes back in it. Imputed lines are
// no cash.
func (l *Ledger) PeakCash() quantity.Fen {
	type month struct{ out, back quantity.Fen }
	months := map[int]month{}
	last := 0
	for _, line := range l.Lines {
		if line.Imputed {
			continue
		}
		m := months[line.At]
		if line.Amount < 0 {
			m.back += line.Amount
		} else {
			m.out += line.Amount
		}
		months[line.At] = m
		last = max(last, line.At)
	}
	var run, peak quantity.Fen
	for i := 0; i <= last; i++ {
		run += months[i].out
		peak = max(peak, run)
		run += months[i].back
	}
	return peak
}

package costmodel

import (
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// tiedUp is what the lines behind a kind of capital come to: as quoted, and as it is paid for good, without VAT that
// comes back and with VAT that is added.
type tiedUp struct{ quoted, kept quantity.Fen }

// tieUp counts a purchase, a sale or a rent as money that capital lines of the bill may stand on.
func (w *moneyWork) tieUp(in string, quoted, kept quantity.Fen) {
	t := w.tied[in]
	if t == nil {
		t = &tiedUp{}
		w.tied[in] = t
	}
	t.quoted, t.kept = t.quoted+quoted, t.kept+kept
}

// chargeCapital puts the bill's capital lines on what is paid for good: VAT that is credited in the month in which it
// is paid ties up no money. Deposits carry no VAT.
func (w *moneyWork) chargeCapital() {
	for _, line := range w.capital {
		w.out.Capital += w.withoutCredit(line)
	}
}

func (w *moneyWork) withoutCredit(line ledger.Line) quantity.Fen {
	in := lineArg(line, "tied_in")
	t := w.tied[in]
	if in == tiedInDeposit || t == nil || t.quoted <= 0 || t.quoted == t.kept {
		return line.Amount
	}
	d, err := line.Amount.Yuan().Mul(t.kept.Yuan()).Div(t.quoted.Yuan())
	if err != nil {
		return line.Amount
	}
	return w.round(d)
}

// lineArg is a named value of a line, "" when it has none.
func lineArg(line ledger.Line, name string) string {
	for i := 0; i+1 < len(line.Args); i += 2 {
		if line.Args[i] == name {
			return line.Args[i+1]
		}
	}
	return ""
}

package costmodel

import (
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// tiedUp is what the lines behind a kind of capital come to: as quoted, and as it is paid for good, without VAT that
// comes back and with VAT that is added.
type tiedUp struct{ quoted, kept quantity.Fen }

// tied is money that capital lines of a bill may stand on.
type tied struct{ machine, rent tiedUp }

// ties is the kind of capital that lines of a category tie up: a purchase, a sale, or rent; ok is false for the others.
func ties(c category) (in string, ok bool) {
	switch c {
	case "purchase", "resale":
		return tiedInMachine, true
	case "rent":
		return tiedInRent, true
	}
	return "", false
}

// of is what a kind of capital stands on; nil for deposits, which carry no VAT.
func (t *tied) of(in string) *tiedUp {
	switch in {
	case tiedInMachine:
		return &t.machine
	case tiedInRent:
		return &t.rent
	}
	return nil
}

// add counts a line of a bill. What comes back at the end was tied up all the time, and counts like what was paid.
func (t *tied) add(line ledger.Line, quoted, kept quantity.Fen) {
	in, ok := ties(line.Category)
	if !ok {
		return
	}
	if line.Category == "resale" {
		quoted, kept = -quoted, -kept
	}
	on := t.of(in)
	on.quoted, on.kept = on.quoted+quoted, on.kept+kept
}

// withoutCredit puts the amount of a capital line on what is paid for good: VAT that is credited in the month in which
// it is paid ties up no money.
func (t *tied) withoutCredit(r *rounder, line ledger.Line, amount quantity.Fen) quantity.Fen {
	on := t.of(lineArg(line, "tied_in"))
	if on == nil || on.quoted <= 0 || on.quoted == on.kept {
		return amount
	}
	d, err := amount.Yuan().Mul(on.kept.Yuan()).Div(on.quoted.Yuan())
	if err != nil {
		return amount
	}
	return r.round(d)
}

// chargeCapital puts the bill's capital lines on what is paid for good.
func (w *moneyWork) chargeCapital() {
	for _, line := range w.capital {
		w.out.Capital += w.tied.withoutCredit(&w.rounder, line, line.Amount)
	}
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

package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// levy is the VAT on a line of a bill: what is paid for an amount, and what of it counts when options are compared.
// That is the amount x (1 + Added) / (1 + Rate), without the division where the VAT does not come back.
type levy struct {
	rule   string           // id of the rate, "" = the line carries no VAT
	rate   quantity.Decimal // of the VAT in what is paid
	quoted catalog.VAT      // how the price is quoted
	added  quantity.Decimal // put on top of a price quoted without VAT, else 0
	counts bool             // the buyer's kind of taxpayer is known
	back   bool             // comes back, or is handed over: what is left counts
}

// levyOn reads the VAT on a line. Without a kind of taxpayer only grants ask for it.
func (w *moneyWork) levyOn(line ledger.Line) levy {
	if w.t.taxpayer() == TaxpayerNone && len(w.t.Grants) == 0 || carriesNone(line) {
		return levy{}
	}
	v := levy{counts: w.t.taxpayer() != TaxpayerNone, back: w.t.credits()}
	added := ""
	if line.Category == "resale" {
		v.rule, v.rate, v.back, added = w.outputRule(line.At), w.outputRate(line.At), true, "vat-goods"
	} else {
		if v.rule = vatRule(line.Category, w.in.Class); v.rule == "" {
			return levy{}
		}
		v.rate, added = w.r.rates[v.rule], v.rule
	}
	if v.quoted = w.quoted(line); w.read(v.quoted) == catalog.VATExcluded {
		v.added = w.r.rates[added]
	}
	return v
}

// carriesNone reports whether a line is no price of anything: capital, deposits, and time lost.
func carriesNone(line ledger.Line) bool {
	return line.Memo || line.Category == "capital" || line.Category == "failures" || line.Category == "delay"
}

// gross is an amount with its VAT.
func (v levy) gross(r *rounder, amount quantity.Fen) quantity.Fen {
	if v.added.IsZero() {
		return amount
	}
	return amount + r.part(amount, v.added)
}

// net is an amount without VAT.
func (v levy) net(r *rounder, amount quantity.Fen) quantity.Fen {
	return r.without(v.gross(r, amount), v.rate)
}

// paid is what an amount takes out of pocket.
func (v levy) paid(r *rounder, amount quantity.Fen) quantity.Fen {
	if !v.counts {
		return amount
	}
	return v.gross(r, amount)
}

// kept is what an amount counts when options are compared: what is paid less the VAT that comes back.
func (v levy) kept(r *rounder, amount quantity.Fen) quantity.Fen {
	switch {
	case !v.counts:
		return amount
	case v.back:
		return v.net(r, amount)
	}
	return v.gross(r, amount)
}

// share is kept over the amount, unrounded.
func (v levy) share() quantity.Decimal {
	one := quantity.Int(1)
	out := one
	if v.counts {
		out = out.Add(v.added)
	}
	if !v.counts || !v.back {
		return out
	}
	if d, err := out.Div(one.Add(v.rate)); err == nil {
		return d
	}
	return out
}

// rounder rounds yuan to the fen and keeps the first amount beyond range as an error.
type rounder struct{ err error }

func (r *rounder) round(yuan quantity.Decimal) quantity.Fen {
	f, err := quantity.RoundFen(yuan)
	if err != nil && r.err == nil {
		r.err = err
	}
	return f
}

// part is a share of an amount, rounded once.
func (r *rounder) part(f quantity.Fen, share quantity.Decimal) quantity.Fen {
	return r.round(f.Yuan().Mul(share))
}

// without is an amount without the VAT in it.
func (r *rounder) without(gross quantity.Fen, rate quantity.Decimal) quantity.Fen {
	if rate.IsZero() {
		return gross
	}
	d, err := gross.Yuan().Div(quantity.Int(1).Add(rate))
	if err != nil {
		return gross
	}
	return r.round(d)
}

package cli

import (
	"strconv"

	"github.com/spf13/pflag"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// gateFlags are checks that a script asks of an answer: the answer is printed all the same, and a check that fails
// ends the program with exit code 4.
type gateFlags struct {
	maxAge, maxTotal string
	days             int
	total            quantity.Fen
}

func (g *gateFlags) addFlags(f *pflag.FlagSet, a *app) {
	f.StringVar(&g.maxAge, "max-age", "", a.texts.T("flag.max-age"))
	f.StringVar(&g.maxTotal, "max-total", "", a.texts.T("flag.max-total"))
}

// finish reads the limits.
func (g *gateFlags) finish() error {
	if g.maxAge != "" {
		d, err := quantity.ParseDuration(g.maxAge)
		if err != nil {
			return badFlag("max-age", err)
		}
		g.days = int(d.Hours() / quantity.HoursPerDay)
	}
	if g.maxTotal != "" {
		yuan, err := quantity.ParseAmount(g.maxTotal)
		if err == nil {
			g.total, err = quantity.RoundFen(yuan)
		}
		if err != nil {
			return badFlag("max-total", err)
		}
	}
	return nil
}

// check returns what the answer fails; prices without a date fail a limit on age.
func (g *gateFlags) check(r *compare.Result) error {
	var failed diag.List
	if g.maxAge != "" {
		failed = append(failed, g.old(r)...)
	}
	if g.maxTotal != "" && (r.Verdict == nil || r.Verdict.Total > g.total) {
		total := "-"
		if r.Verdict != nil {
			total = r.Verdict.Total.Format()
		}
		failed = append(failed, diag.New("gate.total", "total", total, "limit", g.total.Format()))
	}
	if len(failed) == 0 {
		return nil
	}
	return &failure{exitCheckFailed, failed}
}

// old lists the prices behind the answer that are older than the limit.
func (g *gateFlags) old(r *compare.Result) (failed diag.List) {
	for _, u := range r.Figures {
		if !u.IsPrice() || u.AgeDays >= 0 && u.AgeDays <= g.days {
			continue
		}
		age := "-"
		if u.AgeDays >= 0 {
			age = strconv.Itoa(u.AgeDays)
		}
		failed = append(failed, diag.New("gate.age", "figure", u.ID, "days", age, "limit", strconv.Itoa(g.days)))
	}
	return failed
}

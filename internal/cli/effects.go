package cli

import (
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
)

// uselessFlags refuses flags that would change nothing beside others: who gives one counts on it.
func uselessFlags(money *moneyFlags, rent *rentFlags, taxpayer string) error {
	var wrong diag.List
	if money != nil && money.invoice != "" && taxpayer != costmodel.TaxpayerGeneral {
		wrong = append(wrong, diag.New("cli.no_effect_without", "flag", "invoice", "other", "taxpayer general").In("--invoice"))
	}
	if rent.bridge && rent.delayCost != "" {
		wrong = append(wrong, diag.New("cli.no_effect_with", "flag", "delay-cost", "other", "bridge").
			WithHint("cli.no_effect_with.hint").In("--delay-cost"))
	}
	if len(wrong) > 0 {
		return usage(wrong...)
	}
	return nil
}

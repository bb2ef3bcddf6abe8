package catalog

import "strings"

// currencies are the money codes that sheets may use; rates turn them into CNY.
var currencies = []string{"CNY", "USD", "EUR", "HKD"}

// currencyOf returns the currency with which a unit begins, "" for a physical unit.
func currencyOf(unit string) string {
	code, _, _ := strings.Cut(unit, "/")
	for _, c := range currencies {
		if code == c {
			return c
		}
	}
	return ""
}

// unitAllowed reports whether a unit is among the allowed ones, "$" standing for any currency.
func unitAllowed(unit string, allowed []string) bool {
	general := unit
	if c := currencyOf(unit); c != "" {
		general = "$" + unit[len(c):]
	}
	for _, a := range allowed {
		if a == general || a == unit {
			return true
		}
	}
	return false
}

// spelledOut returns the allowed units with the currency filled in, for suggestions.
func spelledOut(allowed []string) []string {
	var out []string
	for _, a := range allowed {
		if rest, ok := strings.CutPrefix(a, "$"); ok {
			for _, c := range currencies[:2] {
				out = append(out, c+rest)
			}
			continue
		}
		out = append(out, a)
	}
	return out
}

// isPrice reports whether figures in the allowed units are money.
func isPrice(unit string) bool { return currencyOf(unit) != "" }

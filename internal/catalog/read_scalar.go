package catalog

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/yamlx"
)

// checkScalar reports text that the field's type does not allow. Figures are checked as a whole later.
func (w walker) checkScalar(f FieldSpec, path string, n *yamlx.Node) {
	at := join(w.at, path)
	switch f.Type {
	case TypeEnum:
		if !slices.Contains(f.Values, n.Value) {
			w.reportNear(n, at, "sheet.not_word", n.Value, f.Values)
		}
	case TypeBool:
		if n.Value != "true" && n.Value != "false" {
			w.report(n, at, "sheet.not_bool", "value", n.Value)
		}
	case TypeCount, TypeCounts:
		if _, ok := wholeNumber(n.Value); !ok {
			w.report(n, at, "sheet.not_count", "value", n.Value)
		} else if d, out := outside(f, n.Value); out {
			w.ds = append(w.ds, d.At(w.file, n.Line, n.Col).In(at))
		}
	case TypeDate:
		if !isDate(n.Value) {
			w.report(n, at, "sheet.not_date", "value", n.Value)
		}
	case TypeMonth:
		if _, err := quantity.ParseMonth(n.Value); err != nil {
			w.report(n, at, "sheet.not_month", "value", n.Value)
		}
	case TypeHours:
		if _, ok := hourSpans(n.Value); !ok {
			w.report(n, at, "sheet.not_hours", "value", n.Value)
		}
	case TypeQuantity:
		w.checkQuantity(f, at, n)
	}
}

// checkQuantity checks a number with its unit in one scalar.
func (w walker) checkQuantity(f FieldSpec, at string, n *yamlx.Node) {
	number, unit := cutUnit(n.Value)
	if d, ok := numberMistake(number); ok {
		w.ds = append(w.ds, d.At(w.file, n.Line, n.Col).In(at))
		return
	}
	switch {
	case len(f.Units) == 0:
	case unit == "":
		w.report(n, at, "sheet.no_unit", "value", n.Value, "units", strings.Join(f.Units, ", "), "near", number+" "+f.Units[0])
	case !slices.Contains(f.Units, unit):
		w.reportNear(n, at, "sheet.unknown_unit", unit, f.Units)
	case strings.HasPrefix(number, "-"):
		w.report(n, at, "sheet.negative", "value", n.Value)
	case over(number, maxNumber):
		w.report(n, at, "sheet.too_large", "value", n.Value, "max", maxNumber)
	}
}

// maxNumber bounds every number of a sheet: far above any price, and small enough that products stay in range.
const maxNumber = "1000000000000"

// outside explains a number that is below or above the bounds of its field.
func outside(f FieldSpec, number string) (diag.Diagnostic, bool) {
	switch {
	case f.Min != "" && over(f.Min, number):
		return diag.New("sheet.too_small", "value", number, "min", f.Min), true
	case f.Max != "" && over(number, f.Max):
		return diag.New("sheet.too_large", "value", number, "max", f.Max), true
	case over(number, maxNumber):
		return diag.New("sheet.too_large", "value", number, "max", maxNumber), true
	}
	return diag.Diagnostic{}, false
}

// wholeNumber reads a count as a sheet writes it: digits only, no leading zero.
func wholeNumber(text string) (int, bool) {
	if len(text) > 1 && text[0] == '0' || len(text) > 9 || !isIndex(text) {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// isDate reports whether text is a year, a month or a day of the years that sheets are about.
func isDate(text string) bool {
	switch len(text) {
	case 4:
		n, ok := wholeNumber(text)
		return ok && n >= 1990 && n <= 2100
	case 7:
		_, err := quantity.ParseMonth(text)
		return err == nil
	}
	_, err := quantity.ParseDate(text)
	return err == nil
}

// hourSpans reads "8-11"; "22-6" runs over midnight and becomes two spans.
func hourSpans(text string) ([]HourSpan, bool) {
	a, b, ok := strings.Cut(text, "-")
	from, okFrom := wholeNumber(a)
	to, okTo := wholeNumber(b)
	if !ok || !okFrom || !okTo || from > 23 || to > 24 || from == to {
		return nil, false
	}
	if from < to {
		return []HourSpan{{from, to}}, true
	}
	if to == 0 {
		return []HourSpan{{from, 24}}, true
	}
	return []HourSpan{{from, 24}, {0, to}}, true
}

package quantity

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
)

// Range is low to high, both included, in steps. Step is zero when none was
// given.
type Range struct{ Low, High, Step Decimal }

// maxPoints bounds how many values a range may stand for.
const maxPoints = 1_000_000

// ParseRange reads "0.1:1:0.05", "10%:100%:5%" or "1:36": low, high and a
// step above 0. Low must not be above high.
func ParseRange(text string) (Range, error) {
	text, err := trimmed(text)
	if err != nil {
		return Range{}, err
	}
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return Range{}, fail("quantity.not_range", text).meant(repairedRange(text))
	}
	var values [3]Decimal
	for i, p := range parts {
		if values[i], err = rangeValue(p); err != nil {
			return Range{}, wrongPart(err, parts, i)
		}
	}
	r := Range{Low: values[0], High: values[1], Step: values[2]}
	return r, r.check(text, len(parts) == 3)
}

// rangeValue reads one part: a share with a percent sign, else an amount.
func rangeValue(text string) (Decimal, *Error) {
	if strings.HasSuffix(text, "%") {
		d, _, err := share(text)
		return d, err
	}
	return amount(text)
}

// wrongPart is the error of part i with a suggestion for the whole range.
func wrongPart(err *Error, parts []string, i int) *Error {
	near := err.Near()
	if near == "" {
		return err
	}
	whole := fail(err.Key, parts[i])
	whole.Args = append(whole.Args, dropNear(err.Args[1:])...)
	repaired := slices.Clone(parts)
	repaired[i] = near
	if text := strings.Join(repaired, ":"); isRange(text) {
		return whole.meant(text)
	}
	return whole
}

func dropNear(args []diag.Arg) []diag.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a diag.Arg) bool { return a.Name == "near" })
}

func isRange(text string) bool {
	_, err := ParseRange(text)
	return err == nil
}

func (r Range) check(text string, stepped bool) error {
	switch {
	case r.Low.GreaterThan(r.High):
		return fail("quantity.range_order", text, "low", r.Low.String(), "high", r.High.String())
	case stepped && !r.Step.IsPos():
		return fail("quantity.range_step", text)
	case stepped && r.High.Sub(r.Low).GreaterThan(r.Step.Mul(Int(maxPoints))):
		return fail("quantity.range_points", text, "max", strconv.Itoa(maxPoints))
	}
	return nil
}

// repairedRange suggests the colon form of 0.1..0.9, 0.1-0.9 and 0.1~0.9.
func repairedRange(text string) string {
	for _, sep := range []string{"..", "~", "-", "—", "："} {
		near := strings.ReplaceAll(text, sep, ":")
		if near != text && strings.Count(near, ":") <= 2 && isRange(near) {
			return near
		}
	}
	return ""
}

// Values returns low, low + step, ... up to high. Without a step it returns
// the two ends.
func (r Range) Values() []Decimal {
	if !r.Step.IsPos() {
		if r.Low.Equal(r.High) {
			return []Decimal{r.Low}
		}
		return []Decimal{r.Low, r.High}
	}
	var values []Decimal
	for v := r.Low; !v.GreaterThan(r.High) && len(values) <= maxPoints; v = v.Add(r.Step) {
		values = append(values, v)
	}
	return values
}

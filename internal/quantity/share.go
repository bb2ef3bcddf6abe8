package quantity

import "strings"

// ParseShare reads a part of a whole, from 0 to 1: "0.6" or "60%". A bare 60
// is refused with "did you mean 60%?". Whether 0 makes sense is the caller's
// matter.
func ParseShare(text string) (Decimal, error) {
	d, percent, err := share(text)
	if err != nil {
		return Decimal{}, err
	}
	if d.IsNeg() {
		return Decimal{}, fail("quantity.negative", text)
	}
	if d.GreaterThan(Int(1)) {
		return Decimal{}, fail("quantity.share_above", text).meant(asPercent(text, d, percent))
	}
	return d, nil
}

// ParseChange reads a relative change: "+10%", "-5%", "0.08". The size is at
// most 1 without a percent sign, so that a bare 10 is refused, and a fall of
// more than 100% is refused too.
func ParseChange(text string) (Decimal, error) {
	unsigned := strings.TrimPrefix(strings.TrimSpace(text), "+")
	d, percent, err := share(unsigned)
	if err != nil {
		return Decimal{}, err
	}
	if d.LessThan(Int(-1)) || !percent && d.GreaterThan(Int(1)) {
		return Decimal{}, fail("quantity.change_range", text).meant(asPercent(text, d, percent))
	}
	return d, nil
}

// share reads "60%" or "0.6" of any size.
func share(text string) (d Decimal, percent bool, err *Error) {
	text, err = trimmed(text)
	if err != nil {
		return Decimal{}, false, err
	}
	num, percent := strings.CutSuffix(text, "%")
	if percent {
		num = strings.TrimSuffix(num, " ")
	}
	d, err = number(num)
	if err != nil {
		err.Key = shareKey(err.Key)
		return Decimal{}, false, err.about(text).meant(repairedShare(text))
	}
	if percent {
		d = d.Mul(MustDecimal("0.01"))
	}
	return d, percent, nil
}

// shareKey says "not a share" where "not a number" would mislead.
func shareKey(key string) string {
	if key == "quantity.not_number" || key == "quantity.empty" {
		return "quantity.not_share"
	}
	return key
}

func repairedShare(text string) string {
	num, percent := strings.CutSuffix(Fold(text), "%")
	near := strings.TrimSpace(num)
	if _, ok := readShape(near); !ok {
		near = nearNumber(near)
	}
	if near == "" {
		return ""
	}
	if percent {
		near += "%"
	}
	if near == text {
		return ""
	}
	return near
}

// asPercent suggests "60%" for a bare number of up to 100.
func asPercent(text string, d Decimal, percent bool) string {
	if percent || d.Abs().GreaterThan(Int(100)) {
		return ""
	}
	return strings.TrimSpace(text) + "%"
}

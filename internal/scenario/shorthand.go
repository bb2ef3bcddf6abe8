package scenario

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// head is the count and the x of a shorthand.
var head = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d+)\s*[xX×]\s*(.+)$`) })

func looksLikeShorthand(s string) bool { return head().MatchString(strings.TrimSpace(s)) }

// ParseShorthand reads <count>x<card>-<duration>[@<util>], split at the last "-": 4xA100-2w, 8xH20-3y@0.6. Cards keep
// their case, dots and dashes.
func ParseShorthand(s string, at Origin) (Spec, diag.List) {
	m := head().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return Spec{}, badShorthand(s)
	}
	rest, util, hasUtil := strings.Cut(m[2], "@")
	cut := strings.LastIndex(rest, "-")
	if cut <= 0 || cut == len(rest)-1 || hasUtil && util == "" {
		return Spec{}, badShorthand(s)
	}
	spec := Spec{
		ID: strings.TrimSpace(s), Count: Word{m[1], at}, Card: Word{strings.TrimSpace(rest[:cut]), at},
		For: Word{strings.TrimSpace(rest[cut+1:]), at},
	}
	if hasUtil {
		spec.Util = Word{strings.TrimSpace(util), at}
	}
	if !spec.Card.Set() {
		return Spec{}, badShorthand(s)
	}
	if _, err := quantity.ParseDuration(spec.For.Text); err != nil {
		return Spec{}, badLength(s, spec.For.Text, err)
	}
	return spec, nil
}

// badLength says what is wrong with the length of a shorthand where something like one stands: its unit or its size.
func badLength(s, length string, err error) diag.List {
	var bad *quantity.Error
	if length[0] < '0' || length[0] > '9' || !errors.As(err, &bad) {
		return badShorthand(s)
	}
	d := bad.Diagnostic()
	if d.Hint == "" {
		d = d.WithHint("scenario.bad_shorthand.hint")
	}
	return diag.List{d}
}

func badShorthand(s string) diag.List {
	return diag.List{diag.New("scenario.bad_shorthand", "value", s).WithHint("scenario.bad_shorthand.hint")}
}

// ParseCards reads [N x]CARD: "H800" is one kind of card with no count (0), "64xH800" has both.
func ParseCards(s string) (count int, card string, err error) {
	m := head().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, strings.TrimSpace(s), nil
	}
	count, err = strconv.Atoi(m[1])
	if err != nil || count < 1 {
		d := diag.New("scenario.bad_count", "value", m[1]).WithHint("scenario.bad_count.hint")
		return 0, "", &diag.Error{List: diag.List{d}}
	}
	return count, strings.TrimSpace(m[2]), nil
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func gigabytes(g float64) string {
	if g == 0 {
		return ""
	}
	return strconv.FormatFloat(g, 'f', -1, 64) + "GB"
}

package config

import (
	"errors"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// key is one setting.
type key struct {
	name      string
	otherwise string // default
	field     func(*Values) *string
	check     func(string) error
}

// Words that some settings take.
var (
	langs    = []string{"en", "zh", "auto"}
	formats  = []string{"table", "json", "csv", "md", "html"}
	colors   = []string{"auto", "always", "never"}
	booleans = []string{"true", "false"}
)

// keys lists the settings in the order in which they are shown.
func keys() []key {
	return []key{
		{"lang", "auto", func(v *Values) *string { return &v.Lang }, oneOf(langs)},
		{"format", "table", func(v *Values) *string { return &v.Format }, oneOf(formats)},
		{"color", "auto", func(v *Values) *string { return &v.Color }, oneOf(colors)},
		{"width", "", func(v *Values) *string { return &v.Width }, CheckWidth},
		{"prices", "", func(v *Values) *string { return &v.Prices }, anything},
		{"today", "", func(v *Values) *string { return &v.Today }, func(s string) error { _, err := ParseToday(s); return err }},
		{"site", "songjiang", func(v *Values) *string { return &v.Site }, anything},
		{"util", "100%", func(v *Values) *string { return &v.Util }, func(s string) error { _, err := scenario.ParseUtil(s); return err }},
		{"pattern", "all", func(v *Values) *string { return &v.Pattern }, func(s string) error { _, err := scenario.ParsePattern(s); return err }},
		{"view", scenario.ViewSold, func(v *Values) *string { return &v.View }, oneOf(scenario.Views)},
		{"taxpayer", scenario.Taxpayers[0], func(v *Values) *string { return &v.Taxpayer }, oneOf(scenario.Taxpayers)},
		{"start", "", func(v *Values) *string { return &v.Start }, func(s string) error { _, err := quantity.ParseMonth(s); return err }},
		{"life", "", func(v *Values) *string { return &v.Life }, func(s string) error { _, err := quantity.ParseDuration(s); return err }},
		{"idle", "", func(v *Values) *string { return &v.Idle }, oneOf(scenario.Idles)},
		{"curve", "", func(v *Values) *string { return &v.Curve }, anything},
		{"discount_rate", "", func(v *Values) *string { return &v.DiscountRate }, func(s string) error { _, err := quantity.ParseShare(s); return err }},
		{"power_price", "", func(v *Values) *string { return &v.PowerPrice }, func(s string) error { _, err := quantity.ParseNumber(s); return err }},
		{"accept_estimates", "false", func(v *Values) *string { return &v.AcceptEstimates }, oneOf(booleans)},
		{"accept_foreign", "false", func(v *Values) *string { return &v.AcceptForeign }, oneOf(booleans)},
	}
}

// Names lists the keys.
func Names() []string {
	var out []string
	for _, k := range keys() {
		out = append(out, k.name)
	}
	return out
}

func anything(string) error { return nil }

// oneOf accepts the given words only.
func oneOf(words []string) func(string) error {
	return func(s string) error {
		for _, w := range words {
			if s == w {
				return nil
			}
		}
		d := diag.New("config.not_one_of", "value", s, "words", strings.Join(words, ", "), "near", diag.Nearest(s, words))
		d = d.WithHint("config.hint.near")
		return &diag.Error{List: diag.List{d}}
	}
}

// The widths that a line may have.
const (
	minWidth = 20
	maxWidth = 1000
)

// CheckWidth accepts a number of display cells.
func CheckWidth(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < minWidth || n > maxWidth {
		d := diag.New("config.bad_width", "value", s, "min", strconv.Itoa(minWidth), "max", strconv.Itoa(maxWidth))
		return &diag.Error{List: diag.List{d}}
	}
	return nil
}

// ParseToday reads the day or month from which ages of prices are counted.
func ParseToday(s string) (quantity.Date, error) {
	if month, err := quantity.ParseMonth(s); err == nil {
		return month.First(), nil
	}
	return quantity.ParseDate(s)
}

// mistakes checks a value and returns what is wrong with it.
func (k key) mistakes(text string) diag.List {
	err := k.check(text)
	var list *diag.Error
	var bad *quantity.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &list):
		return list.List
	case errors.As(err, &bad):
		return diag.List{bad.Diagnostic()}
	}
	return diag.List{diag.New("config.bad_value", "value", text)}
}

// Check returns what is wrong with flags, given by key; the findings name the flag.
func Check(flags map[string]string) diag.List {
	var wrong diag.List
	for _, k := range keys() {
		text, ok := flags[k.name]
		if !ok {
			continue
		}
		if text == "" {
			wrong = append(wrong, diag.New("config.empty", "flag", FlagName(k.name)).In("--"+FlagName(k.name)))
			continue
		}
		for _, d := range k.mistakes(text) {
			wrong = append(wrong, d.In("--"+FlagName(k.name)))
		}
	}
	return wrong
}

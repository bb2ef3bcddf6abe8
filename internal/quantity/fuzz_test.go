package quantity

import (
	"errors"
	"testing"
)

// fuzz runs one parser: it must not panic, an error must be an *Error with a
// key, and a suggested text must be one that the parser accepts.
func fuzz[T any](f *testing.F, parse func(string) (T, error), seeds ...string) {
	for _, s := range append(seeds, "", "010", "0x10", "nan", "-.inf", "１２％", "0,90", "1,000", "1_000", "1e3", "1e99", "-", ".", "5.", "\xff", "6 0", "1.2.3") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := parse(text)
		if err == nil {
			return
		}
		var e *Error
		if !errors.As(err, &e) || e.Key == "" || e.Error() == "" {
			t.Fatalf("%q: %#v is no *Error with a key", text, err)
		}
		if near := e.Near(); near != "" {
			if _, err := parse(near); err != nil && !isValueError(err) {
				t.Fatalf("%q: the suggestion %q is refused: %v", text, near, err)
			}
		}
	})
}

// isValueError reports whether a well-formed text is refused for its size or
// sign: a suggestion repairs the form only.
func isValueError(err error) bool {
	var e *Error
	errors.As(err, &e)
	switch e.Key {
	case "quantity.too_large", "quantity.too_precise", "quantity.too_far", "quantity.negative", "quantity.not_positive",
		"quantity.not_whole", "quantity.share_above", "quantity.change_range", "quantity.too_long":
		return true
	}
	return false
}

func FuzzParseNumber(f *testing.F) { fuzz(f, ParseNumber) }

func FuzzParseCount(f *testing.F) { fuzz(f, ParseCount, "10B", "10GB", "3万", "1.5亿", "2e12K") }

func FuzzParseDuration(f *testing.F) { fuzz(f, ParseDuration, "2w", "336h", "3m", "3个月", "1e2y") }

func FuzzParseBytes(f *testing.F) { fuzz(f, ParseBytes, "200GB", "1TiB", "200g") }

func FuzzParsePower(f *testing.F) { fuzz(f, ParsePower, "10.2 kW", "6500w") }

func FuzzParseShare(f *testing.F) { fuzz(f, ParseShare, "60%", "60", "0.6", "6０ %") }

func FuzzParseMonth(f *testing.F) { fuzz(f, ParseMonth, "2026-11", "2026年1月", "202611") }

func FuzzParseDate(f *testing.F) { fuzz(f, ParseDate, "2026-11-30", "2026/1/2", "20261130") }

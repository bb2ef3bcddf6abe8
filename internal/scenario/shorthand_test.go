package scenario

import (
	"errors"
	"strings"
	"testing"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

// texts is the words of a shorthand: count, card, length, utilisation.
type texts struct{ Count, Card, For, Util string }

func textsOf(s Spec) texts { return texts{s.Count.Text, s.Card.Text, s.For.Text, s.Util.Text} }

func TestParseShorthand(t *testing.T) {
	tests := map[string]texts{
		"4xA100-2w":          {"4", "A100", "2w", ""},
		"64xH800-14d":        {"64", "H800", "14d", ""},
		"8xH20-3y@0.6":       {"8", "H20", "3y", "0.6"},
		"8xH20-3y@60%":       {"8", "H20", "3y", "60%"},
		"4xA100-40G-2w":      {"4", "A100-40G", "2w", ""},
		"8xH20-1.5x-3mo":     {"8", "H20-1.5x", "3mo", ""},
		"1xRTX-4090D-V2-36h": {"1", "RTX-4090D-V2", "36h", ""},
		"4xA100-PCIe-1.5y":   {"4", "A100-PCIe", "1.5y", ""},
		"4XA100-2w":          {"4", "A100", "2w", ""},
		"4×A100-2w":          {"4", "A100", "2w", ""},
		" 4 x A100 - 2w ":    {"4", "A100", "2w", ""},
		"2x昇腾910B-1mo":       {"2", "昇腾910B", "1mo", ""},
		"1x910B-1mo":         {"1", "910B", "1mo", ""},
		"1xx-1h":             {"1", "x", "1h", ""},
		"0xA100-2w":          {"0", "A100", "2w", ""}, // Resolve refuses the count
		"4xA100-2w@2":        {"4", "A100", "2w", "2"},
	}
	at := Origin{Kind: "flag", Name: "scenario"}
	for word, want := range tests {
		spec, wrong := ParseShorthand(word, at)
		if len(wrong) > 0 {
			t.Errorf("%q: %v", word, wrong.Err())
			continue
		}
		if diff := cmp.Diff(want, textsOf(spec)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", word, diff)
		}
		if spec.ID != strings.TrimSpace(word) {
			t.Errorf("%q: id %q", word, spec.ID)
		}
		if spec.Count.Origin != at || spec.Card.Origin != at || spec.For.Origin != at || spec.Util.Set() && spec.Util.Origin != at {
			t.Errorf("%q: a word does not say where it comes from: %+v", word, spec)
		}
	}
}

func TestBadShorthands(t *testing.T) {
	for _, word := range []string{
		"", "x", "4", "A100", "4xA100", "xA100-2w", "4x-2w", "4xA100-", "4xA100-2", "4xA100-2weeks", "4xA100-w", "4xA100-2m",
		"4xA100-0w", "4xA100--w", "-4xA100-2w", "4.5xA100-2w", "4*A100-2w", "4xA100-2w@", "4xA100@0.6-2w", "4xA100-2w-40G",
		"4xA100-200y", "4x\u00a0-2w", "4x\u3000-2w", "4xA100_2w", "4xA100-2w\n", "4xA1\n00-2w",
	} {
		spec, wrong := ParseShorthand(word, Origin{})
		if word == "4xA100-2w\n" { // blanks around a word come from copying
			if len(wrong) > 0 {
				t.Errorf("%q: %v", word, wrong)
			}
			continue
		}
		if len(wrong) != 1 || wrong[0].Hint == "" {
			t.Errorf("%q: got %+v, %v", word, textsOf(spec), wrong)
			continue
		}
		if strings.HasPrefix(wrong[0].Key, "quantity.") { // TestBadLengths
			continue
		}
		if wrong[0].Key != "scenario.bad_shorthand" || wrong[0].Hint != "scenario.bad_shorthand.hint" {
			t.Errorf("%q: got %+v, %v", word, textsOf(spec), wrong)
			continue
		}
		if wrong[0].Args[0] != (diag.Arg{Name: "value", Value: word}) {
			t.Errorf("%q: the message shows %+v", word, wrong[0].Args)
		}
	}
}

// A length is named when it is what is wrong: its unit or its size.
func TestBadLengths(t *testing.T) {
	for word, want := range map[string]string{
		"4xA100-999y": "quantity.too_far", "4xA100-2q": "quantity.unit_unknown", "4xA100-2": "quantity.unit_missing",
		"4xA100-0w": "quantity.not_positive", "4xA100-2weeks": "quantity.unit_unknown", "4xA100-w": "scenario.bad_shorthand",
		"4xA100-PCIe": "scenario.bad_shorthand",
	} {
		_, wrong := ParseShorthand(word, Origin{})
		if len(wrong) != 1 || wrong[0].Key != want {
			t.Errorf("%q: %v, want %s", word, wrong, want)
		}
	}
}

// FuzzShorthand: what is accepted has a card, a length that parses and a count of digits, splits at the last
// dash, and reads back.
func FuzzShorthand(f *testing.F) {
	for _, word := range []string{
		"4xA100-2w", "64xH800-14d", "8xH20-3y@0.6", "4xA100-40G-2w", "8xH20-1.5x-3mo", "4×A100-2w", "4x-2w", "4x\u3000-2w",
		"4xA100-2w@", "4xA100-2w@@", "a100-four-two-weeks", "1xx-1h", "", "@-x",
	} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		spec, wrong := ParseShorthand(word, Origin{Kind: "shorthand"})
		if len(wrong) > 0 {
			if len(wrong) != 1 || !wrong.HasErrors() || wrong[0].Hint == "" {
				t.Fatalf("%q: %v", word, wrong)
			}
			return
		}
		got := textsOf(spec)
		if got.Card == "" || strings.Trim(got.Count, "0123456789") != "" || got.Count == "" {
			t.Fatalf("%q: %+v", word, got)
		}
		if _, err := quantity.ParseDuration(got.For); err != nil || strings.Contains(got.For, "-") {
			t.Fatalf("%q: length %q, %v", word, got.For, err)
		}
		again := got.Count + "x" + got.Card + "-" + got.For
		if got.Util != "" {
			again += "@" + got.Util
		}
		second, wrong := ParseShorthand(again, Origin{Kind: "shorthand"})
		if diff := cmp.Diff(got, textsOf(second)); len(wrong) > 0 || diff != "" {
			t.Fatalf("%q: %q reads otherwise, %v (-first +again):\n%s", word, again, wrong, diff)
		}
	})
}

func TestParseCards(t *testing.T) {
	for word, want := range map[string]struct {
		count int
		card  string
	}{
		"H800":         {0, "H800"},
		" H800 ":       {0, "H800"},
		"64xH800":      {64, "H800"},
		"64 x H800":    {64, "H800"},
		"64×H800":      {64, "H800"},
		"4xA100-40G":   {4, "A100-40G"},
		"2xRTX 4090":   {2, "RTX 4090"},
		"910B":         {0, "910B"},
		"8xH20-1.5x":   {8, "H20-1.5x"},
		"MLU370-X8":    {0, "MLU370-X8"},
		"1xMLU370-X8":  {1, "MLU370-X8"},
		"RTX-4090x2":   {0, "RTX-4090x2"},
		"10000xA100":   {10000, "A100"},
		"1x1xA100":     {1, "1xA100"},
		"RTX-5090D-V2": {0, "RTX-5090D-V2"},
	} {
		count, card, err := ParseCards(word)
		if err != nil || count != want.count || card != want.card {
			t.Errorf("%q: %d x %q, %v; want %d x %q", word, count, card, err, want.count, want.card)
		}
	}
	for _, word := range []string{"0xH800", "00xH800", "99999999999999999999xH800"} {
		_, _, err := ParseCards(word)
		var list *diag.Error
		if !errors.As(err, &list) || list.List[0].Key != "scenario.bad_count" {
			t.Errorf("%q: got %v, want scenario.bad_count", word, err)
		}
	}
}

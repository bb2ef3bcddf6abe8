package i18n

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucalc/internal/diag"
)

// TestEntries holds for every message of every area: a key, both languages,
// the same placeholders in both, and no key twice.
func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range areas() {
		for _, e := range table {
			if e.Key == "" || e.EN == "" || e.ZH == "" {
				t.Errorf("entry %+v lacks a key or a language", e)
			}
			if seen[e.Key] {
				t.Errorf("key %q stands twice", e.Key)
			}
			seen[e.Key] = true
			if diff := cmp.Diff(placeholders(e.EN), placeholders(e.ZH)); diff != "" {
				t.Errorf("key %q: placeholders differ (-en +zh):\n%s", e.Key, diff)
			}
		}
	}
}

// placeholders returns the distinct names in a text, sorted.
func placeholders(text string) []string {
	names := []string{}
	expand(text, func(name string) (string, bool) {
		names = append(names, name)
		return "", false
	})
	slices.Sort(names)
	return slices.Compact(names)
}

func TestT(t *testing.T) {
	en, zh := New("en"), New("zh")
	for _, c := range []struct{ got, want string }{
		{en.T("common.hint"), "hint"},
		{zh.T("common.hint"), "提示"},
		{New("fr").T("common.hint"), "hint"},
		{en.T("no.such.key", "a", "b"), "no.such.key"},
		{en.T("common.at_path", "text", "bad {path}", "path", "x\x1b.y"), "bad {path}, at x.y"},
		{en.T("common.at_path", "path", "p"), "{text}, at p"},
		{zh.T("common.at_path", "text", diag.Ref("common.error"), "path", "p"), "错误，位置 p"},
		{zh.T("common.at_path", "text", diag.Ref("no.key"), "path", "p"), "no.key，位置 p"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestFinding(t *testing.T) {
	d := diag.New("common.warning").At("a.yaml", 2, 7).In("offers.x").WithHint("common.hint")
	en := New("en")
	if got, want := en.Line(d), "a.yaml:2:7: warning, at offers.x"; got != want {
		t.Errorf("Line: got %q, want %q", got, want)
	}
	if got, want := en.Hint(d), "hint"; got != want {
		t.Errorf("Hint: got %q, want %q", got, want)
	}
	if got := en.Hint(diag.New("common.error")); got != "" {
		t.Errorf("a finding without a remedy has the hint %q", got)
	}
}

func TestExpandKeepsLoneBraces(t *testing.T) {
	value := func(name string) (string, bool) { return strings.ToUpper(name), name != "no" }
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"{a}{b}", "AB"},
		{"{", "{"},
		{"{low, typical, high}", "{low, typical, high}"},
		{"{ {a}", "{ A"},
		{"{no} {}", "{no} {}"},
	} {
		if got := expand(c.text, value); got != c.want {
			t.Errorf("expand(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLang(t *testing.T) {
	for _, c := range []struct {
		flag string
		env  []string
		want string
	}{
		{"", nil, "en"},
		{"zh", []string{"en_US.UTF-8"}, "zh"},
		{"en", []string{"zh_CN.UTF-8"}, "en"},
		{"zh-Hans", nil, "zh"},
		{"", []string{"", "", "zh_CN.UTF-8"}, "zh"},
		{"", []string{"C", "", "zh_CN.UTF-8"}, "en"},
		{"", []string{"", "POSIX", "zh_CN.UTF-8"}, "en"},
		{"", []string{"zh_TW", "en_US"}, "zh"},
		{"", []string{"de_DE.UTF-8", "zh_CN"}, "en"},
		{"auto", []string{"zh_CN"}, "zh"},
	} {
		if got := Lang(c.flag, c.env...); got != c.want {
			t.Errorf("Lang(%q, %q) = %q, want %q", c.flag, c.env, got, c.want)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	c := New("zh")
	done := make(chan string)
	for range 4 {
		go func() { done <- c.T("common.error") }()
	}
	for range 4 {
		if got := <-done; got != "错误" {
			t.Errorf("got %q", got)
		}
	}
}

// A text that names the nearest word never shows an empty one: it has another wording for then.
func TestNoEmptyNearest(t *testing.T) {
	for _, lang := range Languages() {
		c := New(lang)
		for _, table := range areas() {
			for _, e := range table {
				d := diag.New(e.Key, "near", "").WithHint(e.Key)
				text := c.Hint(d)
				if !strings.Contains(e.Key, "hint") && e.Key != "quantity.did_you_mean" {
					text += "|" + c.Message(d)
				}
				if strings.Contains(text, `""`) || strings.Contains(text, "“”") || strings.Contains(text, "{near}") {
					t.Errorf("%s shows %q", e.Key, text)
				}
			}
		}
	}
	d := diag.New("cli.unknown_id", "value", "x", "near", "", "see", "gpucalc prices list").WithHint("cli.unknown_id.hint")
	if got, want := New(English).Hint(d), `see "gpucalc prices list"`; got != want {
		t.Errorf("hint %q, want %q", got, want)
	}
}

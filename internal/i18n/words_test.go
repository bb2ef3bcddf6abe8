package i18n

import (
	"testing"

	"gpucalc/internal/diag"
)

// Lengths and patterns are words of the language; English keeps the short form of lengths.
func TestWordsOfTime(t *testing.T) {
	type words []struct{ word, en, zh string }
	check := func(read func(*Catalog, string) string, cases words) {
		t.Helper()
		for _, c := range cases {
			if got := read(New(English), c.word); got != c.en {
				t.Errorf("%s: %q, want %q", c.word, got, c.en)
			}
			if got := read(New(Chinese), c.word); got != c.zh {
				t.Errorf("%s: %q, want %q", c.word, got, c.zh)
			}
		}
	}
	check((*Catalog).Duration, words{
		{"2w", "2w", "2 周"},
		{"1y", "1y", "1 年"},
		{"1008h", "1008h", "1008 小时"},
		{"1.5mo", "1.5mo", "1.5 个月"},
		{"10d+3w+11d", "10d+3w+11d", "10 天+3 周+11 天"},
		{"soon", "soon", "soon"},
	})
	check((*Catalog).Pattern, words{
		{"all", "around the clock", "全天候"},
		{"8hx7d", "8 h a day", "每天 8 小时"},
		{"3h/d", "3 h a day", "每天 3 小时"},
		{"8hx5d", "8 h a day, 5 days a week", "每天 8 小时、每周 5 天"},
		{"odd", "odd", "odd"},
	})
}

// A name in both languages is shown in the reader's, also inside a longer value.
func TestNamesInBothLanguages(t *testing.T) {
	name := "4 x " + diag.Both("server", "服务器") + "!"
	for lang, want := range map[string]string{English: "error, at 4 x server!", Chinese: "错误，位置 4 x 服务器!"} {
		if got := New(lang).T("common.at_path", "text", diag.Ref("common.error"), "path", name); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := diag.Clean(name); got != "4 x server!" {
		t.Errorf("Clean: %q", got)
	}
}

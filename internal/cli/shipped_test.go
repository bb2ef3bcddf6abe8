package cli

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
)

// rawKey is what a message key without a text looks like in an output.
var rawKey = regexp.MustCompile(`\b(pattern|line|how|f|flip|warning|note|missing|reject|category|period|term|choice|view|report|verdict|scenario)\.[a-z0-9_.-]+`)

// TestShippedScenariosAreAnswered: every named scenario has a headline in both languages, within 80 cells, and no text
// shows its key or a placeholder.
func TestShippedScenariosAreAnswered(t *testing.T) {
	for _, id := range catalog.Embedded().IDs("scenarios") {
		for _, lang := range []string{"en", "zh"} {
			var out, errs bytes.Buffer
			d := OSDeps("test")
			d.Stdout, d.Stderr = &out, &errs
			d.Getenv = func(string) string { return "" }
			code := Run(context.Background(), []string{"compare", "-s", id, "--lang", lang, "--all-offers"}, d)
			text := out.String()
			if code != 0 || errs.Len() > 0 {
				t.Errorf("%s: exit %d, %s", id, code, errs.String())
				continue
			}
			if first, _, _ := strings.Cut(text, "\n"); !strings.ContainsAny(first, "0123456789") {
				t.Errorf("%s, %s: no amount in the headline: %s", id, lang, first)
			}
			if key := rawKey.FindString(text); key != "" {
				t.Errorf("%s, %s: shows the key %q", id, lang, key)
			}
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%s, %s: shows a placeholder", id, lang)
			}
		}
	}
}

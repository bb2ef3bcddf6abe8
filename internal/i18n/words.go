package i18n

import (
	"regexp"
	"strings"
	"sync"

	"gpucalc/internal/diag"
)

// lengthForm is a length as scenarios write it: "2w", "1.5y".
var lengthForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9][0-9.,_]*)\s*(h|d|w|mo|y)$`) })

// Duration returns a length, "2w", or several joined by "+", as the language writes it; other text stays as it is.
func (c *Catalog) Duration(word string) string {
	parts := strings.Split(diag.Clean(word), "+")
	for i, part := range parts {
		if m := lengthForm().FindStringSubmatch(part); m != nil {
			parts[i] = c.T("length."+m[2], "n", m[1])
		}
	}
	return strings.Join(parts, c.T("length.joint"))
}

// hoursForm is a pattern of hours a day and days a week: "8hx5d", "3h/d".
var hoursForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]+)h(?:x([1-7])d|/d)$`) })

// Pattern returns a pattern of use in words: "around the clock", "8 hours a day, 5 days a week".
func (c *Catalog) Pattern(word string) string {
	m := hoursForm().FindStringSubmatch(word)
	switch {
	case m != nil && (m[2] == "" || m[2] == "7"):
		return c.T("pattern.daily", "hours", m[1])
	case m != nil:
		return c.T("pattern.weekly", "hours", m[1], "days", m[2])
	case c.Has("pattern." + word):
		return c.T("pattern." + word)
	}
	return diag.Clean(word)
}

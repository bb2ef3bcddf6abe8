// Package i18n turns message keys into English or Chinese text.
//
// Other packages return keys with named values and never build sentences. The
// texts stand in one table a subject (sheet.go, quantity.go, ...) and are
// joined when the first one is asked for.
package i18n

import (
	"slices"
	"strings"
	"sync"

	"gpucalc/internal/diag"
)

// The languages that every message has.
const (
	English = "en"
	Chinese = "zh"
)

// Catalog holds the texts of one language. It is safe for concurrent use.
type Catalog struct {
	lang  string
	once  sync.Once
	texts map[string]string
}

// New returns the catalogue of a language; anything but "zh" means English.
// It does no work: the texts are indexed at the first use.
func New(lang string) *Catalog {
	if lang != Chinese {
		lang = English
	}
	return &Catalog{lang: lang}
}

// Language returns "en" or "zh".
func (c *Catalog) Language() string { return c.lang }

// Has reports whether the catalogue knows key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.lookup(key)
	return ok
}

// T returns the text of key with its {name} placeholders filled from args,
// which alternate name and value. An unknown key is returned as it is, and a
// placeholder without a value stays visible. A value made by diag.Ref is shown
// as the text of the key inside it.
func (c *Catalog) T(key string, args ...string) string {
	return c.fill(key, diag.Args(args...))
}

// Message returns the sentence of a finding, without its place and remedy. One that names the nearest word has another
// text, with ".far" behind its key, for when there is none.
func (c *Catalog) Message(d diag.Diagnostic) string {
	if c.lacksNear(d.Key, d.Args) && c.Has(d.Key+far) {
		return c.fill(d.Key+far, d.Args)
	}
	return c.fill(d.Key, d.Args)
}

// Hint returns the remedy of a finding, "" when it has none. Where the remedy names the nearest word and there is none,
// the key with ".far" behind it says what else helps.
func (c *Catalog) Hint(d diag.Diagnostic) string {
	if d.Hint == "" {
		return ""
	}
	if c.lacksNear(d.Hint, d.Args) {
		if !c.Has(d.Hint + far) {
			return ""
		}
		return c.fill(d.Hint+far, d.Args)
	}
	return c.fill(d.Hint, d.Args)
}

// lacksNear reports whether the text of a key names a nearest word and there is none.
func (c *Catalog) lacksNear(key string, args []diag.Arg) bool {
	text, _ := c.lookup(key)
	return strings.Contains(text, "{near}") && !slices.ContainsFunc(args, isNear)
}

// far ends the key of a text for a word that nothing is near to.
const far = ".far"

// isNear reports whether an argument is a nearest word.
func isNear(a diag.Arg) bool { return a.Name == "near" && a.Value != "" }

// Line returns "file:line:col: message, at key path", leaving out what is
// unknown.
func (c *Catalog) Line(d diag.Diagnostic) string {
	text := c.Message(d)
	if d.Path != "" {
		text = c.T("common.at_path", "text", text, "path", d.Path)
	}
	if place := d.Place(); place != "" {
		return place + ": " + text
	}
	return text
}

func (c *Catalog) fill(key string, args []diag.Arg) string {
	return c.fillTo(key, args, nesting)
}

// nesting is how deep a value that is a key may hold values that are keys: one, so that no text can hold itself.
const nesting = 1

func (c *Catalog) fillTo(key string, args []diag.Arg, depth int) string {
	text, ok := c.lookup(key)
	if !ok {
		return key
	}
	return expand(text, func(name string) (string, bool) {
		for _, a := range args {
			if a.Name == name {
				return c.value(a, args, depth), true
			}
		}
		return "", false
	})
}

// value returns an argument as it is shown: when it is a key, its text filled from the same arguments, a length in
// words, and free of characters that could disturb a terminal.
func (c *Catalog) value(a diag.Arg, args []diag.Arg, depth int) string {
	key, ok := diag.RefKey(a.Value)
	switch {
	case !ok && a.Name == "length":
		return c.Duration(a.Value)
	case !ok:
		return diag.Clean(diag.InLanguage(a.Value, c.lang == Chinese))
	case depth == 0:
		return key
	}
	return c.fillTo(key, args, depth-1)
}

func (c *Catalog) lookup(key string) (string, bool) {
	c.once.Do(func() { c.texts = join(c.lang, areas()) })
	text, ok := c.texts[key]
	return text, ok
}

func join(lang string, tables [][]Entry) map[string]string {
	n := 0
	for _, table := range tables {
		n += len(table)
	}
	texts := make(map[string]string, n)
	for _, table := range tables {
		for _, e := range table {
			texts[e.Key] = e.EN
			if lang == Chinese {
				texts[e.Key] = e.ZH
			}
		}
	}
	return texts
}

// expand replaces each {name} that value knows. Everything else, a lone brace
// included, stays as it is; what is put in is not expanded again.
func expand(text string, value func(name string) (string, bool)) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		v, known := "", false
		if closed && isName(name) {
			v, known = value(name)
		}
		if !known {
			b.WriteByte('{')
			text = rest
			continue
		}
		b.WriteString(v)
		text = after
	}
}

// isName reports whether s is a placeholder's name: lower-case letters, digits
// and underscores.
func isName(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' {
			return false
		}
	}
	return s != ""
}

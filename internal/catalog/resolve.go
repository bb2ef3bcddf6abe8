package catalog

import (
	"slices"
	"strings"
	"unicode"

	"gpucalc/internal/diag"
)

// ResolveCard finds the one card that a name means: an exact id first, then ids, names and aliases with
// case, blanks, hyphens and underscores ignored. An unknown or ambiguous name comes back as a finding
// that lists the nearest names or all that it may mean.
func (c *Catalog) ResolveCard(name string) (Card, diag.List) {
	id, ds := c.resolve("cards", name)
	if len(ds) > 0 {
		return Card{}, ds
	}
	card, _ := c.Card(id)
	return card, nil
}

// ResolveSite finds the one site that a name means, as ResolveCard does.
func (c *Catalog) ResolveSite(name string) (Site, diag.List) {
	id, ds := c.resolve("sites", name)
	if len(ds) > 0 {
		return Site{}, ds
	}
	site, _ := c.Site(id)
	return site, nil
}

// ResolveModel finds the one model that a name means, as ResolveCard does. A
// publisher before a slash does not count: "Qwen/Qwen2.5-7B".
func (c *Catalog) ResolveModel(name string) (Model, diag.List) {
	if _, model, ok := strings.Cut(name, "/"); ok && model != "" {
		name = model
	}
	id, ds := c.resolve("models", name)
	if len(ds) > 0 {
		return Model{}, ds
	}
	model, _ := c.Model(id)
	return model, nil
}

func (c *Catalog) resolve(kind, name string) (id string, ds diag.List) {
	if _, ok := c.Entity(kind, name); ok {
		return name, nil
	}
	want := squash(name)
	var exact, loose []string
	for _, e := range c.kinds[kind] {
		for _, n := range names(e) {
			if n == name && !slices.Contains(exact, e.ID) {
				exact = append(exact, e.ID)
			}
			if want != "" && squash(n) == want && !slices.Contains(loose, e.ID) {
				loose = append(loose, e.ID)
			}
		}
	}
	switch {
	case len(exact) == 1:
		return exact[0], nil
	case len(loose) == 1:
		return loose[0], nil
	case len(loose) > 1:
		return "", diag.List{diag.New("catalog.ambiguous", "value", name, "kind", kind, "known", strings.Join(loose, ", ")).
			WithHint("catalog.hint.exact")}
	}
	near := diag.Nearest(name, c.allNames(kind))
	d := diag.New("catalog.unknown", "value", name, "kind", kind, "near", near,
		"known", strings.Join(c.shortNames(kind), ", "))
	if near != "" {
		return "", diag.List{d.WithHint("sheet.hint.near")}
	}
	return "", diag.List{d.WithHint("sheet.hint.known")}
}

// names lists what an entity may be called.
func names(e Entity) []string {
	out := append([]string{e.ID}, e.texts("aliases")...)
	for _, path := range [...]string{"name", "name_zh"} {
		if n := e.Text(path); n != "" {
			out = append(out, n)
		}
	}
	return out
}

// allNames lists what the entities of a kind may be called.
func (c *Catalog) allNames(kind string) []string {
	var out []string
	for _, e := range c.kinds[kind] {
		out = append(out, names(e)...)
	}
	return out
}

// shortNames lists one handy name of each entity: of a card its first alias, else its id. Other aliases are in one
// language only.
func (c *Catalog) shortNames(kind string) []string {
	var out []string
	for _, e := range c.kinds[kind] {
		name := e.ID
		if aliases := e.texts("aliases"); kind == "cards" && len(aliases) > 0 && isASCII(aliases[0]) {
			name = aliases[0]
		}
		out = append(out, name)
	}
	return out
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c > unicode.MaxASCII })
}

// squash drops what people vary in a name: case, blanks, hyphens and underscores.
func squash(name string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case ' ', '-', '_', '\u3000':
			return -1
		}
		return unicode.ToLower(c)
	}, name)
}

package catalog

import "strings"

// Field is one scalar of a sheet: where it stands under its entity, its source text and its place.
type Field struct {
	Path      string // "price.low", "aliases.0", "seasons.summer.periods.peak.multiplier"
	Value     string // the text of the sheet, undecoded
	File      string
	Line, Col int
}

// Entity is one entry of a sheet in its flat form: the shape in which embedded sheets are stored and
// in which user sheets are laid over them. Fields keep the order of the sheet.
type Entity struct {
	Kind, ID  string
	File      string
	Line, Col int // of the id
	Fields    []Field
}

// Where returns the place at which the entity was first defined.
func (e Entity) Where() Where { return Where{File: e.File, Line: e.Line} }

// Text returns the text at a key path, "" when the sheet has none.
func (e Entity) Text(path string) string {
	for i := range e.Fields {
		if e.Fields[i].Path == path {
			return e.Fields[i].Value
		}
	}
	return ""
}

// texts returns the items of a list.
func (e Entity) texts(path string) []string {
	var out []string
	for i := range e.Fields {
		if rest, ok := under(e.Fields[i].Path, path); ok && !strings.Contains(rest, ".") {
			out = append(out, e.Fields[i].Value)
		}
	}
	return out
}

// keys returns the distinct keys directly below a path, in sheet order.
func (e Entity) keys(path string) []string {
	var out []string
	seen := map[string]bool{}
	for i := range e.Fields {
		rest, ok := under(e.Fields[i].Path, path)
		if !ok {
			continue
		}
		key, _, _ := strings.Cut(rest, ".")
		if !seen[key] {
			seen[key] = true
			out = append(out, key)
		}
	}
	return out
}

// has reports whether the sheet says anything at or below a path.
func (e Entity) has(path string) bool {
	for i := range e.Fields {
		if _, ok := under(e.Fields[i].Path, path); ok || e.Fields[i].Path == path {
			return true
		}
	}
	return false
}

// fieldAt returns the field at exactly a path.
func (e Entity) fieldAt(path string) (Field, bool) {
	for i := range e.Fields {
		if e.Fields[i].Path == path {
			return e.Fields[i], true
		}
	}
	return Field{}, false
}

// under returns what follows root in a path that lies below it.
func under(path, root string) (string, bool) {
	if len(path) > len(root) && path[len(root)] == '.' && strings.HasPrefix(path, root) {
		return path[len(root)+1:], true
	}
	return "", false
}

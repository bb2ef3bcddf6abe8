package catalog

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gpucalc/internal/diag"
	"gpucalc/internal/yamlx"
)

// ReadSheet reads one sheet file into flat entities and reports all mistakes that can be seen without
// the rest of the catalogue: shape, unknown keys, words, numbers and units. File is the name to report.
func ReadSheet(file string, data []byte) ([]Entity, diag.List) {
	root, ds := yamlx.Read(file, data)
	if root == nil {
		return nil, ds
	}
	r := reader{file: file}
	r.sheet(root)
	return r.entities, append(ds, r.ds...)
}

// formOnly reports whether a finding is about the form of a file. Values of a wrong form are left out of what is read.
func formOnly(d diag.Diagnostic) bool { return strings.HasPrefix(d.Key, "yaml.") }

// withoutEchoes drops findings that a value left out for its form may have caused: what seems to be missing is there.
func withoutEchoes(ds diag.List) diag.List {
	if !slices.ContainsFunc(ds, formOnly) {
		return ds
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		switch d.Key {
		case "sheet.missing_key", "sheet.unknown_entry", "sheet.no_typical", "sheet.no_unit", "sheet.empty",
			"sheet.offer_cards", "sheet.offer_card", "sheet.server_card", "sheet.months_cover", "sheet.hours_cover":
			return true
		}
		return false
	})
}

// reader collects the entities and mistakes of one file.
type reader struct {
	file     string
	entities []Entity
	ds       diag.List
}

func (r *reader) report(n *yamlx.Node, path, key string, args ...string) {
	r.ds = append(r.ds, diag.New(key, args...).At(r.file, n.Line, n.Col).In(path))
}

// reportNear reports a wrong word together with the nearest right one, or with all right ones.
func (r *reader) reportNear(n *yamlx.Node, path, key, word string, known []string) {
	d := diag.New(key, "value", word).At(r.file, n.Line, n.Col).In(path)
	r.ds = append(r.ds, hintNear(d, word, known))
}

// maxKnown is how many right words a message lists.
const maxKnown = 30

// hintNear adds the nearest known word as the remedy, or the list of all when it is short.
func hintNear(d diag.Diagnostic, word string, known []string) diag.Diagnostic {
	near := diag.Nearest(word, known)
	list := ""
	if len(known) <= maxKnown {
		list = strings.Join(known, ", ")
	}
	d = d.With("known", list, "near", near)
	switch {
	case near != "":
		return d.WithHint("sheet.hint.near")
	case list != "":
		return d.WithHint("sheet.hint.known")
	}
	return d
}

func (r *reader) sheet(root *yamlx.Node) {
	if root.Kind != yamlx.Map {
		r.report(root, "", "sheet.not_a_sheet", "known", strings.Join(kindNames, ", "))
		return
	}
	if len(root.Items) == 0 {
		r.report(root, "", "sheet.empty", "known", strings.Join(kindNames, ", "))
	}
	for i, key := range root.Keys {
		spec, ok := Schema(key.Value)
		if !ok {
			r.reportNear(key, key.Value, "sheet.unknown_kind", key.Value, kindNames)
			continue
		}
		r.kind(spec, root.Items[i])
	}
}

func (r *reader) kind(spec KindSpec, n *yamlx.Node) {
	if n.Kind != yamlx.Map {
		r.report(n, spec.Name, "sheet.wants_entries", "kind", spec.Name)
		return
	}
	for i, key := range n.Keys {
		path := spec.Name + "." + key.Value
		if !goodID(key.Value) {
			r.report(key, path, "sheet.bad_id", "value", key.Value)
			continue
		}
		if n.Items[i].Kind != yamlx.Map {
			r.report(n.Items[i], path, "sheet.wants_map", "where", path)
			continue
		}
		r.entity(spec, key, n.Items[i])
	}
}

// goodID reports whether a text can be an id: no blanks, no invisible characters.
func goodID(id string) bool {
	return id != "" && len(id) <= 100 && !strings.ContainsFunc(id, func(c rune) bool {
		return unicode.IsSpace(c) || !unicode.IsPrint(c)
	})
}

func (r *reader) entity(spec KindSpec, key, n *yamlx.Node) {
	e := Entity{Kind: spec.Name, ID: key.Value, File: r.file, Line: key.Line, Col: key.Col}
	w := walker{reader: r, spec: spec, at: spec.Name + "." + key.Value, entity: &e}
	w.below("", n)
	r.entities = append(r.entities, e)
	r.checkFigures(spec, e)
}

// walker flattens one entity and checks each leaf against the schema.
type walker struct {
	*reader
	spec   KindSpec
	at     string // "offers.compshare-a100-hour"
	entity *Entity
}

// below visits the children of a map that stands at path.
func (w walker) below(path string, n *yamlx.Node) {
	for i, key := range n.Keys {
		w.visit(join(path, key.Value), key, n.Items[i])
	}
}

func (w walker) visit(path string, key, n *yamlx.Node) {
	if strings.Contains(key.Value, ".") {
		w.report(key, w.at, "sheet.key_dot", "value", key.Value)
		return
	}
	f, ok := w.spec.find(path)
	switch {
	case ok:
		w.leaf(f, path, n)
	case !w.knows(path):
		w.unknown(path, key)
	case n.Kind == yamlx.Map && !w.wantsItems(path):
		w.below(path, n)
	case n.Kind == yamlx.List && w.wantsItems(path):
		w.items(path, n)
	case w.wantsItems(path):
		w.report(n, join(w.at, path), "sheet.wants_list", "where", path)
	default:
		w.report(n, join(w.at, path), "sheet.wants_map", "where", path)
	}
}

func (w walker) items(path string, n *yamlx.Node) {
	for i, item := range n.Items {
		at := join(path, strconv.Itoa(i))
		if f, ok := w.spec.find(at); ok {
			w.leaf(f, at, item)
			continue
		}
		if item.Kind != yamlx.Map {
			w.report(item, join(w.at, at), "sheet.wants_map", "where", at)
			continue
		}
		w.below(at, item)
	}
}

func (w walker) knows(path string) bool      { return len(w.spec.children(path)) > 0 }
func (w walker) wantsItems(path string) bool { return slices.Contains(w.spec.children(path), "[]") }

func (w walker) unknown(path string, key *yamlx.Node) {
	parent, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		parent, name = path[:i], path[i+1:]
	}
	w.reportNear(key, join(w.at, path), "sheet.unknown_key", name, w.spec.children(parent))
}

func (w walker) leaf(f FieldSpec, path string, n *yamlx.Node) {
	switch {
	case f.Type == TypeFigure && n.Kind == yamlx.Map:
		w.figureMap(path, n)
	case f.Type.list() && n.Kind == yamlx.List:
		for i, item := range n.Items {
			w.scalar(f, join(path, strconv.Itoa(i)), item)
		}
	case f.Type.list():
		w.report(n, join(w.at, path), "sheet.wants_list", "where", path)
	default:
		w.scalar(f, path, n)
	}
}

func (w walker) figureMap(path string, n *yamlx.Node) {
	for i, key := range n.Keys {
		at := join(path, key.Value)
		if !slices.Contains(figureKeys, key.Value) {
			w.reportNear(key, join(w.at, at), "sheet.unknown_key", key.Value, figureKeys)
			continue
		}
		w.scalar(figureFieldSpec(key.Value), at, n.Items[i])
	}
}

// scalar keeps one leaf and checks its text.
func (w walker) scalar(f FieldSpec, path string, n *yamlx.Node) {
	if n.Kind != yamlx.Scalar {
		w.report(n, join(w.at, path), "sheet.wants_scalar", "where", path, "want", f.Type.String())
		return
	}
	w.entity.Fields = append(w.entity.Fields, Field{Path: path, Value: n.Value, File: w.file, Line: n.Line, Col: n.Col})
	w.checkScalar(f, path, n)
}

// join puts a key below a path; either may be empty.
func join(path, key string) string {
	switch "" {
	case path:
		return key
	case key:
		return path
	}
	return path + "." + key
}

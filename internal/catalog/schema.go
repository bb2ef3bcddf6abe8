package catalog

import (
	"slices"
	"strings"
)

// FieldType says how the text of a field is read.
type FieldType uint8

// The field types. A figure is a number with unit and provenance; it may be written in one scalar or as a map.
const (
	TypeText     FieldType = iota
	TypeEnum               // one of Values
	TypeRef                // id of an entity of kind Ref
	TypeCount              // whole number
	TypeQuantity           // number with unit in one scalar, "80 GB"
	TypeDate               // YYYY, YYYY-MM or YYYY-MM-DD
	TypeMonth              // YYYY-MM
	TypeBool
	TypeTexts  // list of text
	TypeRefs   // list of ids of kind Ref
	TypeCounts // list of whole numbers
	TypeHours  // list of hour spans, "8-11"; "22-6" runs over midnight
	TypeFigure
)

// String names the type as schemas and messages do.
func (t FieldType) String() string {
	return [...]string{
		"text", "word", "id", "whole number", "quantity", "date", "month", "true or false",
		"list of texts", "list of ids", "list of whole numbers", "list of hour spans", "figure",
	}[t]
}

// list reports whether the field holds a list of scalars.
func (t FieldType) list() bool {
	return t == TypeTexts || t == TypeRefs || t == TypeCounts || t == TypeHours
}

// FieldSpec describes one field of a kind. In Path, "*" stands for any key of a map and "[]" for the
// items of a list.
type FieldSpec struct {
	Path     string
	Type     FieldType
	Required bool
	Values   []string // of an enum
	Units    []string // allowed units, "$" for a currency; a ratio needs none
	Ref      string   // kind that an id points to
	Min, Max string   // bounds of a number in its unit, "" = none of its own
}

// KindSpec describes one kind of sheet.
type KindSpec struct {
	Name   string // top-level key: "offers"
	Fields []FieldSpec
}

// Doc returns the message key of the text that explains the field, the same for all kinds that have it:
// "sheet.field.seasons.months" for the path "seasons.*.months".
func (f FieldSpec) Doc() string {
	key := "sheet.field"
	for segment := range strings.SplitSeq(f.Path, ".") {
		if segment != "*" && segment != "[]" {
			key += "." + segment
		}
	}
	return key
}

// KindDoc returns the message key of the text that explains a kind.
func KindDoc(kind string) string { return "sheet.kind." + kind }

// find returns the spec that a key path falls under exactly.
func (k KindSpec) find(path string) (FieldSpec, bool) {
	for _, f := range k.Fields {
		if matches(f.Path, path) {
			return f, true
		}
	}
	return FieldSpec{}, false
}

// children returns the key names that may stand directly below a path; "*" and "[]" among them.
func (k KindSpec) children(path string) []string {
	var out []string
	for _, f := range k.Fields {
		rest := f.Path
		if path != "" {
			head, tail, ok := splitAt(f.Path, strings.Count(path, ".")+1)
			if !ok || !matches(head, path) {
				continue
			}
			rest = tail
		}
		key, _, _ := strings.Cut(rest, ".")
		if !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// splitAt cuts a path after n segments; ok is false when nothing is left.
func splitAt(path string, n int) (head, tail string, ok bool) {
	at := 0
	for range n {
		i := strings.IndexByte(path[at:], '.')
		if i < 0 {
			return "", "", false
		}
		at += i + 1
	}
	return path[:at-1], path[at:], true
}

// matches reports whether a path fits a pattern of literal keys, "*" and "[]".
func matches(pattern, path string) bool {
	for {
		p, pRest, pMore := strings.Cut(pattern, ".")
		s, sRest, sMore := strings.Cut(path, ".")
		if p != s && p != "*" && (p != "[]" || !isIndex(s)) {
			return false
		}
		if !pMore || !sMore {
			return pMore == sMore
		}
		pattern, path = pRest, sRest
	}
}

// isIndex reports whether a path segment is the number of a list item.
func isIndex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// figureKeys are the keys of a figure written as a map.
var figureKeys = []string{
	"low", "typical", "high", "unit", "vat", "asof", "source", "reliability", "estimate", "reason", "range", "note", "free",
}

// defaultKeys may stand on an entity and hold for all its figures that come from the same file.
var defaultKeys = []string{"unit", "vat", "asof", "source", "reliability", "estimate", "reason", "free"}

// figureFieldSpec returns the spec of a key inside a figure map.
func figureFieldSpec(key string) FieldSpec {
	spec := FieldSpec{Path: key}
	switch key {
	case "vat":
		spec.Type, spec.Values = TypeEnum, []string{string(VATIncluded), string(VATExcluded), string(VATUnknown)}
	case "asof":
		spec.Type = TypeDate
	case "source":
		spec.Type, spec.Ref = TypeRef, "sources"
	case "reliability":
		spec.Type, spec.Values = TypeEnum, []string{"high", "medium", "low"}
	case "estimate", "free":
		spec.Type = TypeBool
	case "range":
		spec.Type, spec.Values = TypeEnum, []string{"bounds", "p10-p90"}
	}
	return spec
}

package catalog

import (
	"slices"
	"strings"
)

// merge lays the fields of over on base: a scalar replaces the scalar at its path, a list the whole list,
// a number the whole figure. Provenance that stands on an entity is kept beside the user's own, each
// for the numbers of its file.
func merge(base, over Entity) Entity {
	spec, _ := Schema(base.Kind)
	out := base
	out.Fields = slices.Clone(base.Fields)
	for _, root := range replacedRoots(spec, over) {
		out.Fields = slices.DeleteFunc(out.Fields, func(f Field) bool {
			_, below := under(f.Path, root)
			return below || f.Path == root
		})
	}
	for _, f := range over.Fields {
		out.Fields = setField(out.Fields, f)
	}
	return out
}

// replacedRoots lists the paths whose old content goes entirely: lists, and figures given a new number.
func replacedRoots(spec KindSpec, over Entity) []string {
	var out []string
	add := func(root string) {
		if !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	for _, f := range over.Fields {
		if list, ok := listRoot(spec, f.Path); ok {
			add(list)
		} else if root, _, ok := figureRoot(spec, f.Path); ok && over.numberField(root).Path != "" {
			add(root)
		}
	}
	return out
}

// listRoot returns the list that a path lies in.
func listRoot(spec KindSpec, path string) (string, bool) {
	at := strings.LastIndexByte(path, '.')
	if at > 0 {
		if f, ok := spec.find(path[:at]); ok && f.Type.list() {
			return path[:at], true
		}
	}
	for i := range path {
		if path[i] == '.' && slices.Contains(spec.children(path[:i]), "[]") {
			return path[:i], true
		}
	}
	return "", false
}

// setField replaces the field with the same path, or with the same path and file where entity-wide
// provenance is concerned; a new one goes to the end.
func setField(fields []Field, f Field) []Field {
	perFile := slices.Contains(defaultKeys, f.Path)
	for i := range fields {
		if fields[i].Path == f.Path && (!perFile || fields[i].File == f.File) {
			fields[i] = f
			return fields
		}
	}
	return append(fields, f)
}

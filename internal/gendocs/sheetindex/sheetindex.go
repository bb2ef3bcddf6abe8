// Package sheetindex turns the price sheets into the Go source of package catalog's index: static
// composite literals of strings, laid out by the linker and touched only when looked up.
package sheetindex

import (
	"bytes"
	"fmt"
	"go/format"

	"gpucalc/internal/catalog"
)

// Read reads every shipped sheet in the order of file names.
func Read() ([]catalog.Entity, error) {
	var all []catalog.Entity
	for _, name := range catalog.ShippedSheets() {
		data, err := catalog.ShippedSheet(name)
		if err != nil {
			return nil, err
		}
		entities, ds := catalog.ReadSheet(name, data)
		if err := ds.Err(); err != nil {
			return nil, err
		}
		all = append(all, entities...)
	}
	return all, nil
}

// Generate returns the source of the index. Sheets with mistakes are refused.
func Generate() ([]byte, error) {
	all, err := Read()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("// Code generated from pricing/*.yaml by internal/gendocs/index; DO NOT EDIT.\n\npackage catalog\n\n")
	b.WriteString("// embedded returns the entities of a kind as the shipped sheets state them.\n")
	b.WriteString("func embedded(kind string) []Entity {\n\tswitch kind {\n")
	for _, kind := range catalog.Kinds() {
		fmt.Fprintf(&b, "\tcase %q:\n\t\treturn %s\n", kind, variable(kind))
	}
	b.WriteString("\t}\n\treturn nil\n}\n")
	for _, kind := range catalog.Kinds() {
		writeKind(&b, kind, all)
	}
	code, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("format index: %w", err)
	}
	return code, nil
}

func variable(kind string) string { return "embedded" + string(kind[0]-'a'+'A') + kind[1:] }

func writeKind(b *bytes.Buffer, kind string, all []catalog.Entity) {
	fmt.Fprintf(b, "\nvar %s = []Entity{\n", variable(kind))
	for _, e := range all {
		if e.Kind != kind {
			continue
		}
		fmt.Fprintf(b, "\t{%q, %q, %q, %d, %d, []Field{\n", e.Kind, e.ID, e.File, e.Line, e.Col)
		for _, f := range e.Fields {
			fmt.Fprintf(b, "\t\t{%q, %q, %q, %d, %d},\n", f.Path, f.Value, f.File, f.Line, f.Col)
		}
		b.WriteString("\t}},\n")
	}
	b.WriteString("}\n")
}

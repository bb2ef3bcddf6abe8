// Package sheetindex turns the price sheets into the Go source of package catalog's index: static
// composite literals of strings, laid out by the linker and touched only when looked up.
package sheetindex

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"strconv"

	"gpucalc/internal/catalog"
)

// Prefix is put before a sheet's file name in the places that figures remember.
const Prefix = "pricing/"

// Read reads every sheet of a file system in the order of file names.
func Read(sheets fs.FS) ([]catalog.Entity, error) {
	names, err := fs.Glob(sheets, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list sheets: %w", err)
	}
	var all []catalog.Entity
	for _, name := range names {
		data, err := fs.ReadFile(sheets, name)
		if err != nil {
			return nil, fmt.Errorf("read sheet: %w", err)
		}
		entities, ds := catalog.ReadSheet(Prefix+name, data)
		if err := ds.Err(); err != nil {
			return nil, err
		}
		all = append(all, entities...)
	}
	return all, nil
}

// Generate returns the source of the index.
func Generate(sheets fs.FS) ([]byte, error) {
	all, err := Read(sheets)
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
		file := constant(e.File)
		fmt.Fprintf(b, "\t{%q, %q, %s, %d, []Field{\n", e.Kind, e.ID, file, e.Line)
		for _, f := range e.Fields {
			fmt.Fprintf(b, "\t\t{%q, %s, %s, %d, %d},\n", f.Path, strconv.Quote(f.Value), constant(f.File), f.Line, f.Col)
		}
		b.WriteString("\t}},\n")
	}
	b.WriteString("}\n")
}

// constant quotes a file name; the compiler keeps one copy of equal strings.
func constant(file string) string { return strconv.Quote(file) }

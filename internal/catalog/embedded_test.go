package catalog_test

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucalc/internal/catalog"
	"gpucalc/internal/gendocs/sheetindex"
	"gpucalc/internal/i18n"
)

func TestEmbeddedSheetsAreValid(t *testing.T) {
	for _, d := range catalog.Embedded().Validate() {
		t.Errorf("%s:%d:%d %s %s %v", d.File, d.Line, d.Col, d.Path, d.Key, d.Args)
	}
}

// The index must equal what reading the sheets gives, down to file, line and column.
func TestIndexEqualsSheets(t *testing.T) {
	read, err := sheetindex.Read()
	if err != nil {
		t.Fatal(err)
	}
	c := catalog.Embedded()
	for _, kind := range catalog.Kinds() {
		want := slices.DeleteFunc(slices.Clone(read), func(e catalog.Entity) bool { return e.Kind != kind })
		if got := len(c.Entities(kind)); got != len(want) {
			t.Errorf("%s: the index has %d entities, the sheets have %d", kind, got, len(want))
			continue
		}
		for i, e := range c.Entities(kind) {
			if diff := cmp.Diff(want[i], e); diff != "" {
				t.Errorf("%s.%s differs; run go generate ./internal/catalog (-sheet +index):\n%s", kind, e.ID, diff)
				break
			}
		}
	}
}

// The index is static data: a package variable may hold literals only, so that nothing runs at start.
func TestIndexHasNoStartUpCode(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "index_gen.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Imports) > 0 {
		t.Error("the index imports packages")
	}
	code, err := os.ReadFile("index_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, banned := range []string{"map[", "func init", "append("} {
		if strings.Contains(string(code), banned) {
			t.Errorf("the index contains %q", banned)
		}
	}
}

// Every shipped sheet holds one kind, named like the file, beside sources of its own.
func TestOneKindAFile(t *testing.T) {
	for _, name := range catalog.ShippedSheets() {
		data, err := catalog.ShippedSheet(name)
		if err != nil {
			t.Fatal(err)
		}
		entities, ds := catalog.ReadSheet(name, data)
		if err := ds.Err(); err != nil {
			t.Fatal(err)
		}
		for _, e := range entities {
			if "pricing/"+e.Kind+".yaml" != name && e.Kind != "sources" {
				t.Errorf("%s holds %s.%s", name, e.Kind, e.ID)
			}
		}
	}
}

// A price without its source must be an estimate, and an estimate must say why or name where it comes from.
func TestEstimatesAreMarked(t *testing.T) {
	c := catalog.Embedded()
	for _, kind := range catalog.Kinds() {
		for _, e := range c.Entities(kind) {
			for _, f := range e.Figures() {
				switch {
				case f.Source == "" && !f.Estimate:
					t.Errorf("%s has no source and is no estimate", f.ID)
				case f.Estimate && f.Reason == "" && f.Note == "":
					t.Errorf("%s is an estimate without a reason", f.ID)
				case f.AsOf == "" && kind != "tax":
					t.Errorf("%s has no date", f.ID)
				case f.Reliability == "":
					t.Errorf("%s has no reliability", f.ID)
				}
			}
		}
	}
}

func TestSourcesHaveTitleAndAddress(t *testing.T) {
	for _, s := range catalog.Embedded().Sources() {
		if s.Title == "" || s.URL == "" {
			t.Errorf("source %s has title %q, address %q", s.ID, s.Title, s.URL)
		}
	}
}

func TestEveryFieldHasAText(t *testing.T) {
	words := i18n.New(i18n.English)
	for _, kind := range catalog.Kinds() {
		if !words.Has(catalog.KindDoc(kind)) {
			t.Errorf("no text for %s", catalog.KindDoc(kind))
		}
		spec, _ := catalog.Schema(kind)
		for _, f := range spec.Fields {
			if !words.Has(f.Doc()) {
				t.Errorf("no text for %s", f.Doc())
			}
		}
	}
}

func TestJSONSchemas(t *testing.T) {
	words := i18n.New(i18n.English)
	for _, kind := range catalog.Kinds() {
		text, err := catalog.JSONSchema(kind, func(key string) string { return words.T(key) })
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(kind, doc); err != nil {
			t.Fatal(err)
		}
		if _, err := compiler.Compile(kind); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if !json.Valid(text) {
			t.Errorf("%s: not valid JSON", kind)
		}
	}
	if _, err := catalog.JSONSchema("nonsense", nil); err == nil {
		t.Error("a schema for an unknown kind was given")
	}
}

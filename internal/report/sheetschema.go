package report

import (
	"strings"

	"gpucalc/internal/catalog"
)

// fieldSpecJSON is one field of a kind of sheet, for programs that write sheets.
type fieldSpecJSON struct {
	Path     string   `json:"path"`
	Type     string   `json:"type"`
	Required bool     `json:"required"`
	Words    []string `json:"words,omitempty"`
	Units    []string `json:"units,omitempty"`
	Ref      string   `json:"ref,omitempty"`
}

type kindSpecJSON struct {
	Schema string          `json:"schema"`
	Kind   string          `json:"kind"`
	Fields []fieldSpecJSON `json:"fields"`
}

func sheetSchema(spec catalog.KindSpec) kindSpecJSON {
	out := kindSpecJSON{Schema: schemaID("sheet"), Kind: spec.Name}
	for _, f := range spec.Fields {
		out.Fields = append(out.Fields, fieldSpecJSON{f.Path, f.Type.String(), f.Required, f.Values, f.Units, f.Ref})
	}
	return out
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

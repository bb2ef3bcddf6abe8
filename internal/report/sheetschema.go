package report

import (
	"encoding/json"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/i18n"
)

// sheetSchema is the JSON Schema of a kind of sheet. Its texts are English
// whatever the language, as all of JSON.
func sheetSchema(kind string) json.RawMessage {
	words := i18n.New(i18n.English)
	text, err := catalog.JSONSchema(kind, func(key string) string { return words.T(key) })
	if err != nil {
		return nil
	}
	return text
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

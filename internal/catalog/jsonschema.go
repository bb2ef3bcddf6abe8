package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// JSONSchema returns the JSON Schema of a kind's sheets, for editors that check YAML while it is written.
// Text gives the description behind a message key. The program itself checks more than a schema can say.
func JSONSchema(kind string, text func(key string) string) ([]byte, error) {
	spec, ok := Schema(kind)
	if !ok {
		return nil, fmt.Errorf("no kind of sheet is called %q", kind)
	}
	schema := object{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"$id":     "gpucalc.sheet." + kind + "/v1",
		"title":   text(KindDoc(kind)),
		"type":    "object",
		"properties": object{
			kind: object{"type": "object", "additionalProperties": spec.schema("", text)},
		},
		"patternProperties": object{"^x-": object{}},
		"$defs":             object{"figure": figureSchema(text)},
	}
	if kind != "sources" {
		sources, _ := Schema("sources")
		schema["properties"].(object)["sources"] = object{
			"type": "object", "additionalProperties": sources.schema("", text),
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(schema)
	return out.Bytes(), err
}

type object map[string]any

// schema describes what stands below a path.
func (k KindSpec) schema(path string, text func(string) string) object {
	if f, ok := k.find(path); ok && path != "" {
		return f.schema(text)
	}
	properties := object{}
	var extra any = false
	for _, key := range k.children(path) {
		below := k.schema(join(path, wildcardSample(key)), text)
		switch key {
		case "[]":
			return object{"type": "array", "items": below}
		case "*":
			extra = below
		default:
			properties[key] = below
		}
	}
	out := object{"type": "object", "additionalProperties": extra}
	if len(properties) > 0 {
		out["properties"] = properties
	}
	return out
}

// wildcardSample turns a pattern segment into a key that the pattern matches.
func wildcardSample(segment string) string {
	if segment == "[]" {
		return "0"
	}
	return segment
}

// schema describes one field.
func (f FieldSpec) schema(text func(string) string) object {
	out := f.valueSchema()
	doc := text(f.Doc())
	if len(f.Units) > 0 {
		doc += " [" + strings.Join(spelledOut(f.Units), ", ") + "]"
	}
	out["description"] = doc
	return out
}

func (f FieldSpec) valueSchema() object {
	scalar := object{"type": []string{"string", "number"}}
	switch f.Type {
	case TypeEnum:
		return object{"enum": f.Values}
	case TypeBool:
		return object{"type": "boolean"}
	case TypeCount:
		return object{"type": "integer", "minimum": 0}
	case TypeCounts:
		return object{"type": "array", "items": object{"type": "integer", "minimum": 0}}
	case TypeHours:
		return object{"type": "array", "items": object{"type": "string", "pattern": "^[0-9]{1,2}-[0-9]{1,2}$"}}
	case TypeTexts, TypeRefs:
		return object{"type": "array", "items": scalar}
	case TypeFigure:
		return object{"$ref": "#/$defs/figure"}
	}
	return scalar
}

func figureSchema(text func(string) string) object {
	properties := object{}
	for _, key := range figureKeys {
		properties[key] = figureFieldSpec(key).schema(text)
	}
	return object{
		"description": text("sheet.field.figure"),
		"anyOf": []object{
			{"type": []string{"string", "number"}},
			{"type": "object", "properties": properties, "additionalProperties": false},
		},
	}
}

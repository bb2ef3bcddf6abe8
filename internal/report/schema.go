package report

import (
	"reflect"
	"slices"
	"strings"
)

// documents maps the name of a JSON document to a value of its type.
func documents() map[string]any {
	return map[string]any{
		"breakeven":   breakEvenJSON{},
		"compare":     compareJSON{},
		"config":      configJSON{},
		"estimate":    estimateJSON{},
		"error":       errorJSON{},
		"explain":     explainJSON{},
		"prices":      pricesJSON{},
		"scenarios":   scenariosJSON{},
		"sensitivity": sensitivityJSON{},
		"simulate":    simulateJSON{},
		"sweep":       sweepJSON{},
		"version":     versionJSON{},
	}
}

// SchemaNames lists the JSON documents that have a schema.
func SchemaNames() []string {
	var names []string
	for name := range documents() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Schema returns the JSON Schema of a document, made from the very type that is encoded. Objects may get further keys
// in later versions.
func Schema(name string) (string, bool) {
	doc, ok := documents()[name]
	if !ok {
		return "", false
	}
	s := schemaOf(reflect.TypeOf(doc), "")
	root := schemaNode{
		Dialect: "https://json-schema.org/draft/2020-12/schema", ID: schemaID(name), Title: "gpucalc " + name + " --json",
		Type: s.Type, Properties: s.Properties, Required: s.Required,
	}
	out, err := encode(root)
	return out, err == nil
}

// schemaID is the value of the root key "schema" of a document.
func schemaID(name string) string { return "gpucalc." + name + "/v1" }

// schemaNode is one node of a JSON Schema.
type schemaNode struct {
	Dialect     string      `json:"$schema,omitempty"`
	ID          string      `json:"$id,omitempty"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	Type        any         `json:"type,omitempty"`
	Enum        []string    `json:"enum,omitempty"`
	Pattern     string      `json:"pattern,omitempty"`
	Items       *schemaNode `json:"items,omitempty"`
	Properties  *properties `json:"properties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Additional  *schemaNode `json:"additionalProperties,omitempty"`
}

// properties keeps the order of the struct.
type properties struct {
	names []string
	nodes []schemaNode
}

// MarshalJSON writes the properties in order.
func (p properties) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, name := range p.names {
		if i > 0 {
			b.WriteByte(',')
		}
		node, err := encode(p.nodes[i])
		if err != nil {
			return nil, err
		}
		b.WriteString(`"` + name + `":` + node)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

func schemaOf(t reflect.Type, enum string) schemaNode {
	switch t {
	case reflect.TypeOf(amount(0)):
		return schemaNode{Type: "number"}
	case reflect.TypeOf(number(0)), reflect.TypeOf(decimal("")):
		return schemaNode{Type: []string{"number", "null"}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		inner := schemaOf(t.Elem(), enum)
		if word, ok := inner.Type.(string); ok {
			inner.Type = []string{word, "null"}
		}
		return inner
	case reflect.Slice:
		item := schemaOf(t.Elem(), enum)
		return schemaNode{Type: "array", Items: &item}
	case reflect.Map:
		item := schemaOf(t.Elem(), "")
		return schemaNode{Type: "object", Additional: &item}
	case reflect.Struct:
		return schemaOfStruct(t)
	case reflect.Bool:
		return schemaNode{Type: "boolean"}
	case reflect.Int:
		return schemaNode{Type: "integer"}
	}
	node := schemaNode{Type: "string"}
	if enum != "" {
		node.Enum = strings.Split(enum, ",")
	}
	return node
}

// schemaOfStruct reads the json tags; a doc tag describes a key, an enum tag lists its words.
func schemaOfStruct(t reflect.Type) schemaNode {
	node := schemaNode{Type: "object", Properties: &properties{}}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		child := schemaNode{Type: "array", Items: &schemaNode{Type: "object"}}
		if !recursive(t, f.Type) {
			child = schemaOf(f.Type, f.Tag.Get("enum"))
		}
		child.Description = f.Tag.Get("doc")
		node.Properties.names = append(node.Properties.names, name)
		node.Properties.nodes = append(node.Properties.nodes, child)
		if options != "omitempty" {
			node.Required = append(node.Required, name)
		}
	}
	return node
}

// recursive reports whether a field holds more of its own type.
func recursive(t, field reflect.Type) bool { return field.Kind() == reflect.Slice && field.Elem() == t }

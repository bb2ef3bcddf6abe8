package config

import (
	"path/filepath"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/scenario"
	"gpucalc/internal/yamlx"
)

// readFile reads a settings file with the strict reader, so that values keep their source text and mistakes their
// place, and reports all mistakes in it.
func readFile(f File) (map[string]Setting, diag.List) {
	root, wrong := yamlx.Read(f.Name, f.Data)
	if root == nil || wrong.HasErrors() {
		return nil, wrong
	}
	out := map[string]Setting{}
	if root.Kind != yamlx.Map {
		return nil, append(wrong, diag.New("config.not_a_map").At(f.Name, root.Line, root.Col))
	}
	for i, name := range root.Keys {
		k, ok := find(name.Value)
		if !ok {
			d := diag.New("config.unknown_key", "key", name.Value, "near", diag.Nearest(name.Value, Names()),
				"known", strings.Join(Names(), ", "))
			wrong = append(wrong, hinted(d).At(f.Name, name.Line, name.Col))
			continue
		}
		text, ok := textOf(k, root.Items[i])
		if !ok {
			wrong = append(wrong, diag.New("config.wants_text", "key", k.name).At(f.Name, root.Items[i].Line, root.Items[i].Col))
			continue
		}
		for _, d := range k.mistakes(text) {
			wrong = append(wrong, d.At(f.Name, root.Items[i].Line, root.Items[i].Col).In(k.name))
		}
		origin := scenario.Origin{Kind: "config", Name: k.name, File: f.Name, Line: name.Line}
		out[k.name] = Setting{k.name, text, origin}
	}
	return out, wrong
}

func hinted(d diag.Diagnostic) diag.Diagnostic {
	for _, a := range d.Args {
		if a.Name == "near" && a.Value != "" {
			return d.WithHint("config.hint.near")
		}
	}
	return d.WithHint("config.hint.known")
}

func find(name string) (key, bool) {
	for _, k := range keys() {
		if k.name == name {
			return k, true
		}
	}
	return key{}, false
}

// textOf is the source text of a value; prices may also be a list.
func textOf(k key, n *yamlx.Node) (string, bool) {
	if n.Kind == yamlx.Scalar {
		return n.Value, true
	}
	if k.name != "prices" || n.Kind != yamlx.List {
		return "", false
	}
	var items []string
	for _, item := range n.Items {
		if item.Kind != yamlx.Scalar {
			return "", false
		}
		items = append(items, item.Value)
	}
	return strings.Join(items, string(filepath.ListSeparator)), true
}

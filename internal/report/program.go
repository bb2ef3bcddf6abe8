package report

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
)

type versionJSON struct {
	Schema   string `json:"schema" enum:"gpucalc.version/v1"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	BookDate string `json:"book_date" doc:"day on which the shipped sheets were closed"`
}

// Version is the report of what program this is.
func Version(m Meta, goVersion string) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			line := t.T("report.version", "version", m.Version, "go", goVersion, "book", m.BookDate)
			return Doc{Title: "gpucalc", Blocks: []Block{{Lines: []Line{say(line)}}}}
		},
		JSON: func() any { return versionJSON{schemaID("version"), m.Version, goVersion, m.BookDate} },
		Records: func() [][]string {
			return [][]string{{"version", "go", "book_date"}, {m.Version, goVersion, m.BookDate}}
		},
	}
}

type configJSON struct {
	Schema   string        `json:"schema" enum:"gpucalc.config/v1"`
	Version  string        `json:"version"`
	Settings []settingJSON `json:"settings"`
}

// SettingRow is one setting with its value and where it came from; a Default one was set by nobody.
type SettingRow struct {
	Name, Value, Origin string
	Default             bool
}

// Settings is the report of `config show`.
func Settings(rows []SettingRow, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			g := &Grid{Columns: []Column{
				{Head: t.T("col.field")}, {Head: t.T("col.value"), Shrinks: true}, {Head: t.T("col.origin"), Shrinks: true},
			}}
			for _, r := range rows {
				origin := r.Origin
				if r.Default {
					origin = t.T("origin.default")
				}
				g.Add(r.Name, orNone(r.Value), origin)
			}
			title := t.T("report.config.title")
			return Doc{Title: title, Blocks: []Block{{Table: g}}}
		},
		JSON: func() any {
			out := configJSON{Schema: schemaID("config"), Version: m.Version, Settings: []settingJSON{}}
			for _, r := range rows {
				out.Settings = append(out.Settings, settingJSON{r.Name, r.Value, r.Origin})
			}
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"name", "value", "origin"}}
			for _, r := range rows {
				out = append(out, []string{r.Name, r.Value, r.Origin})
			}
			return out
		},
	}
}

type errorJSON struct {
	Schema   string        `json:"schema" enum:"gpucalc.error/v1"`
	ExitCode int           `json:"exit_code"`
	Errors   []messageJSON `json:"errors"`
}

// ErrorJSON is the document that goes to stderr when a command with JSON output fails.
func ErrorJSON(list diag.List, exitCode int) (string, error) {
	return encode(errorJSON{Schema: schemaID("error"), ExitCode: exitCode, Errors: messages(list)})
}

// Fields is the report of what a kind of sheet may hold. Its JSON is the JSON
// Schema of the sheet, for editors.
func Fields(spec catalog.KindSpec) Report {
	return Report{
		Doc:     func(t *i18n.Catalog) Doc { return fieldsDoc(spec, t) },
		JSON:    func() any { return sheetSchema(spec.Name) },
		Records: func() [][]string { return fieldRecords(spec) },
	}
}

func fieldsDoc(spec catalog.KindSpec, t *i18n.Catalog) Doc {
	g := &Grid{Columns: []Column{
		{Head: t.T("col.field")}, {Head: t.T("col.type")}, {Head: t.T("col.meaning"), Shrinks: true},
	}}
	var words []Line
	for _, f := range spec.Fields {
		name := f.Path
		if f.Required {
			name += " *"
		}
		g.Add(name, f.Type.String(), t.T(f.Doc()))
		if list := fieldWords(f); list != "" {
			words = append(words, say(f.Path+": "+list))
		}
	}
	title := t.T("report.fields.title", "kind", spec.Name)
	doc := Doc{Title: title, Blocks: []Block{{
		Head: title, Lines: []Line{say(t.T(catalog.KindDoc(spec.Name)))}, Table: g, Notes: []Line{say(t.T("report.fields.note"))},
	}}}
	if len(words) > 0 {
		doc.Blocks = append(doc.Blocks, Block{Head: t.T("report.fields.words"), Lines: words})
	}
	return doc
}

func fieldRecords(spec catalog.KindSpec) [][]string {
	rows := [][]string{{"path", "type", "required", "words_or_units"}}
	for _, f := range spec.Fields {
		rows = append(rows, []string{f.Path, f.Type.String(), strconv.FormatBool(f.Required), fieldWords(f)})
	}
	return rows
}

// fieldWords lists the words or units that a field takes, or the kind of entity
// that it names.
func fieldWords(f catalog.FieldSpec) string {
	switch {
	case len(f.Values) > 0:
		return joinWords(f.Values)
	case len(f.Units) > 0:
		return joinWords(f.Units)
	}
	return f.Ref
}

// Names is the report of a plain list of words under a title.
func Names(titleKey string, names []string, noteKey string) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			var lines []Line
			for _, n := range names {
				lines = append(lines, Line{Text: n, Indent: 2})
			}
			title := t.T(titleKey)
			return Doc{Title: title, Blocks: []Block{{Head: title, Lines: lines, Notes: []Line{say(t.T(noteKey))}}}}
		},
		JSON: func() any { return names },
		Records: func() [][]string {
			out := [][]string{{"name"}}
			for _, n := range names {
				out = append(out, []string{n})
			}
			return out
		},
	}
}

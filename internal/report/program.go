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

// Fields is the report of what a kind of sheet may hold.
func Fields(spec catalog.KindSpec) Report {
	rows := [][]string{{"path", "type", "required", "words_or_units"}}
	for _, f := range spec.Fields {
		words := ""
		switch {
		case len(f.Values) > 0:
			words = joinWords(f.Values)
		case len(f.Units) > 0:
			words = joinWords(f.Units)
		case f.Ref != "":
			words = f.Ref
		}
		rows = append(rows, []string{f.Path, f.Type.String(), strconv.FormatBool(f.Required), words})
	}
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			g := &Grid{Columns: []Column{
				{Head: t.T("col.field")}, {Head: t.T("col.type")}, {Head: t.T("col.words"), Shrinks: true},
			}}
			for i, f := range spec.Fields {
				name := f.Path
				if f.Required {
					name += " *"
				}
				g.Add(name, f.Type.String(), rows[i+1][3])
			}
			title := t.T("report.fields.title", "kind", spec.Name)
			return Doc{Title: title, Blocks: []Block{{Head: title, Table: g, Notes: []Line{say(t.T("report.fields.note"))}}}}
		},
		JSON:    func() any { return sheetSchema(spec) },
		Records: func() [][]string { return rows },
	}
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

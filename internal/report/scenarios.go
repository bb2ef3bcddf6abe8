package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

type scenariosJSON struct {
	Schema    string        `json:"schema" enum:"gpucalc.scenarios/v1"`
	Version   string        `json:"version"`
	Scenarios []namedJSON   `json:"scenarios,omitempty" doc:"scenarios list"`
	Scenario  *resolvedJSON `json:"scenario,omitempty" doc:"scenarios show, with everything looked up"`
}

type namedJSON struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameZH string `json:"name_zh"`
	Card   string `json:"card"`
	Count  int    `json:"count"`
	For    string `json:"for"`
	Where  string `json:"where"`
}

type resolvedJSON struct {
	ID       string        `json:"id"`
	Card     string        `json:"card"`
	CardName string        `json:"card_name"`
	Count    int           `json:"count"`
	Hours    number        `json:"clock_hours"`
	Site     string        `json:"site"`
	Start    string        `json:"start"`
	Phases   []phaseJSON   `json:"phases"`
	Settings []settingJSON `json:"settings"`
}

type phaseJSON struct {
	Count       int     `json:"count"`
	For         string  `json:"for"`
	Pattern     string  `json:"pattern"`
	Utilisation decimal `json:"utilisation"`
}

// Scenarios is the report of the named scenarios.
func Scenarios(list []catalog.ScenarioDef, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			g := &Grid{Columns: []Column{
				{Head: t.T("col.id")}, {Head: t.T("col.need"), Shrinks: true, Least: 20}, {Head: t.T("col.what"), Shrinks: true, Drop: 1},
			}}
			for _, s := range list {
				g.Add(s.ID, t.T("report.scenarios.need", "count", strconv.Itoa(max(s.Count, 1)), "card", s.Card, "length", scenarioLength(s)), inLanguage(t, s.Name, s.NameZH))
			}
			title := t.T("report.scenarios.title")
			return Doc{Title: title, Blocks: []Block{{Head: title, Table: g, Notes: []Line{say(t.T("report.scenarios.next"))}}}}
		},
		JSON: func() any {
			out := scenariosJSON{Schema: schemaID("scenarios"), Version: m.Version}
			for _, s := range list {
				out.Scenarios = append(out.Scenarios, namedJSON{
					s.ID, s.Name, s.NameZH, s.Card, max(s.Count, 1), scenarioLength(s), where(s.Where.File, s.Where.Line),
				})
			}
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"id", "name", "card", "count", "for"}}
			for _, s := range list {
				out = append(out, []string{s.ID, s.Name, s.Card, strconv.Itoa(max(s.Count, 1)), scenarioLength(s)})
			}
			return out
		},
	}
}

// scenarioLength is how long a named scenario lasts, its phases joined where it has several.
func scenarioLength(s catalog.ScenarioDef) string {
	if len(s.Phases) == 0 {
		return s.For
	}
	var out []string
	for _, p := range s.Phases {
		out = append(out, p.For)
	}
	return strings.Join(out, "+")
}

// defaultLines is what holds for fields that nobody set, as one line or none.
func defaultLines(t *i18n.Catalog, s scenario.Scenario) []Line {
	var words []string
	for _, set := range s.Settings {
		if set.Origin.Kind == "default" && set.Name != "taxpayer" && set.Name != "view" && set.Name != "start" {
			words = append(words, defaultText(t, s, set))
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []Line{say(t.T("report.defaults", "list", strings.Join(words, t.T("default.joint"))))}
}

// defaultText says in words what holds for a field that nobody set.
func defaultText(t *i18n.Catalog, s scenario.Scenario, set scenario.Setting) string {
	value, key := set.Text, "default."+set.Name
	switch set.Name {
	case "count":
		if value != "1" {
			key = "default.counts"
		}
	case "util":
		if share, err := quantity.ParseShare(value); err == nil {
			value = percentOf(share.InexactFloat64())
		}
	case "for":
		value = t.Duration(set.Text)
	case "pattern":
		value = t.Pattern(set.Text)
	case "site":
		value = diag.Both(s.Site.ID, s.Site.NameZH)
	}
	if !t.Has(key) {
		key = "default.other"
	}
	return t.T(key, "name", set.Name, "value", value)
}

// ScenarioShown is the report of one scenario with everything looked up and the origin of every field.
func ScenarioShown(s scenario.Scenario, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc { return scenarioDoc(t, s) },
		JSON: func() any {
			out := &resolvedJSON{
				ID: s.ID, Card: s.Card.ID, CardName: s.Card.Name, Count: s.Count, Hours: number(s.Hours()), Site: s.Site.ID,
				Start: s.Start.String(), Settings: []settingJSON{},
			}
			for _, p := range s.Phases {
				out.Phases = append(out.Phases, phaseJSON{p.Count, p.Duration.String(), p.Pattern.Word, decimal(p.Util.String())})
			}
			for _, set := range s.Settings {
				out.Settings = append(out.Settings, settingJSON{set.Name, set.Text, OriginText(set.Origin)})
			}
			return scenariosJSON{Schema: schemaID("scenarios"), Version: m.Version, Scenario: out}
		},
		Records: func() [][]string {
			out := [][]string{{"field", "value", "origin"}}
			for _, set := range s.Settings {
				out = append(out, []string{set.Name, set.Text, OriginText(set.Origin)})
			}
			return out
		},
	}
}

func scenarioDoc(t *i18n.Catalog, s scenario.Scenario) Doc {
	fields := &Grid{Columns: []Column{
		{Head: t.T("col.field")}, {Head: t.T("col.value"), Shrinks: true}, {Head: t.T("col.origin"), Shrinks: true},
	}}
	for _, set := range s.Settings {
		origin := OriginText(set.Origin)
		if set.Origin.Kind == "default" || set.Origin.Kind == "shorthand" {
			origin = t.T("origin." + set.Origin.Kind)
		}
		fields.Add(set.Name, set.Text, origin)
	}
	head := s.ID
	if name := inLanguage(t, s.Name, s.NameZH); name != "" {
		head += ": " + name
	}
	lines := []Line{say(t.T("report.scenarios.card", "asked", s.Asked, "card", s.Card.Name, "id", s.Card.ID))}
	if note := inLanguage(t, s.Note, s.NoteZH); note != "" {
		lines = append(lines, say(note))
	}
	phases := &Grid{Columns: []Column{
		{Head: t.T("col.cards"), Number: true}, {Head: t.T("col.for")}, {Head: t.T("col.pattern")}, {Head: t.T("col.util"), Number: true},
	}}
	for _, p := range s.Phases {
		phases.Add(strconv.Itoa(p.Count), t.Duration(p.Duration.String()), t.Pattern(p.Pattern.Word), percent(p.Util.InexactFloat64()))
	}
	return Doc{Title: head, Blocks: []Block{{Head: head, Lines: lines}, {Table: fields}, {Head: t.T("report.scenarios.phases"), Table: phases}}}
}

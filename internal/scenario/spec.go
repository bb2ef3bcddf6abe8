package scenario

import (
	"slices"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// Origin is where a word came from.
type Origin struct {
	Kind string // "flag", "env", "config", "shorthand", "sheet", "default"
	Name string // the flag's or variable's name
	File string // sheet or settings file
	Line int
	Col  int // 0 = not known
}

// Word is one field of a scenario as written.
type Word struct {
	Text   string
	Origin Origin
}

// Set reports whether somebody gave the field.
func (w Word) Set() bool { return w.Text != "" }

// Spec is a scenario in words.
type Spec struct {
	ID, Name, NameZH, Note, NoteZH string
	Card, Count, For, Util         Word
	Pattern, Sessions, Site, Start Word
	View, Taxpayer, Memory, Life   Word
	Idle, Power, Tariff            Word
	ForLow, ForHigh                Word // range of For: eight in ten runs lie inside
	Independent                    Word // true or false
	Phases                         []catalog.Phase
	Places                         map[string]catalog.Place // of the words of a sheet, by key path
	Where                          catalog.Where
}

// field pairs a name with the word it stands for, in the order in which scenarios are printed.
type field struct {
	name string
	word *Word
}

func (s *Spec) fields() []field {
	return []field{
		{"card", &s.Card},
		{"count", &s.Count},
		{"for", &s.For},
		{"for_low", &s.ForLow},
		{"for_high", &s.ForHigh},
		{"util", &s.Util},
		{"pattern", &s.Pattern},
		{"sessions", &s.Sessions},
		{"site", &s.Site},
		{"start", &s.Start},
		{"view", &s.View},
		{"taxpayer", &s.Taxpayer},
		{"memory", &s.Memory},
		{"life", &s.Life},
		{"idle", &s.Idle},
		{"power", &s.Power},
		{"tariff", &s.Tariff},
		{"independent", &s.Independent},
	}
}

// Field is the word of a field, nil when no field has the name.
func (s *Spec) Field(name string) *Word {
	for _, f := range s.fields() {
		if f.name == name {
			return f.word
		}
	}
	return nil
}

// FieldNames lists the fields of a scenario that can be set one by one.
func FieldNames() []string {
	var names []string
	for _, f := range (&Spec{}).fields() {
		names = append(names, f.name)
	}
	return names
}

// Over returns the spec with every field that top sets laid over it. A flag that changes the count or the length
// replaces the phases of a named scenario, which could not be scaled without guessing; one that changes the
// utilisation or the pattern holds for every phase. A shorthand that is changed is no longer what its name says.
func (s Spec) Over(top Spec) Spec {
	out := s
	from, into := top.fields(), out.fields()
	for i := range from {
		if from[i].word.Set() {
			*into[i].word = *from[i].word
		}
	}
	if s.Card.Origin.Kind == "shorthand" && (top.Card.Set() || top.Count.Set() || top.For.Set() || top.Util.Set()) {
		out.ID = ""
	}
	if top.For.Set() {
		out.ForLow, out.ForHigh = top.ForLow, top.ForHigh
	}
	if top.Count.Set() || top.For.Set() {
		out.Phases = nil
		return out
	}
	out.Phases = slices.Clone(s.Phases)
	for i := range out.Phases {
		if top.Util.Set() {
			out.Phases[i].Util = ""
		}
		if top.Pattern.Set() {
			out.Phases[i].Pattern = ""
		}
	}
	return out
}

// FromSheet turns a named scenario into a spec.
func FromSheet(d catalog.ScenarioDef) Spec {
	word := func(path, text string) Word {
		if text == "" {
			return Word{}
		}
		return Word{text, placed(d.Places, d.Where, path)}
	}
	independent := Word{}
	if d.Independent {
		independent = word("independent", "true")
	}
	return Spec{
		ID: d.ID, Name: d.Name, NameZH: d.NameZH, Note: d.Note, NoteZH: d.NoteZH,
		Where: d.Where, Places: d.Places, Phases: d.Phases,
		Card: word("card", d.Card), Count: word("count", number(d.Count)), For: word("for", d.For),
		ForLow: word("for_low", d.ForLow), ForHigh: word("for_high", d.ForHigh),
		Util: word("util", d.Util), Pattern: word("pattern", d.Pattern), Sessions: word("sessions", number(d.Sessions)),
		Site: word("site", d.Site), Start: word("start", d.Start), View: word("view", d.View),
		Taxpayer: word("taxpayer", d.Taxpayer), Memory: word("memory", gigabytes(d.MemoryGB)), Independent: independent,
	}
}

// placed is where a field of a sheet's scenario stands: its own place, else that of the scenario.
func placed(places map[string]catalog.Place, whole catalog.Where, path string) Origin {
	if p, ok := places[path]; ok {
		return Origin{Kind: "sheet", File: p.File, Line: p.Line, Col: p.Col}
	}
	return Origin{Kind: "sheet", File: whole.File, Line: whole.Line}
}

// Find reads the --scenario word: a named scenario of the sheets, or a shorthand.
func Find(word string, cat *catalog.Catalog, at Origin) (Spec, diag.List) {
	if d, ok := cat.Scenario(word); ok {
		return FromSheet(d), nil
	}
	spec, err := ParseShorthand(word, at)
	if err == nil {
		return spec, nil
	}
	if !looksLikeShorthand(word) {
		d := diag.New("scenario.unknown", "value", diag.Shorten(word))
		d = d.With("near", diag.Nearest(word, cat.IDs("scenarios"))).WithHint("scenario.unknown.hint")
		return Spec{}, diag.List{d}
	}
	return Spec{}, err
}

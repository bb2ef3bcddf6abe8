package scenario

import (
	"errors"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"

	"github.com/google/go-cmp/cmp"
)

// sheet is a small catalogue: two cards of one model, two sites, scenarios with and without phases.
const sheet = `cards:
  a100-80: {name: NVIDIA A100 SXM 80GB, aliases: [A100, A100-80G], memory: 80 GB}
  a100-40: {name: NVIDIA A100 SXM 40GB, aliases: [A100-40G], memory: 40 GB}
  h20-x: {name: NVIDIA H20 x, aliases: [H20-1.5x], memory: 96 GB}
sites:
  hall: {name: A hall, aliases: [Songjiang], kind: colo, power: landlord-metered}
  home: {name: At home, kind: home, power: household}
scenarios:
  team-year:
    name: A team for a year
    name_zh: 团队一年
    card: A100
    count: 8
    for: 12mo
    util: "60%"
    pattern: 8hx5d
    sessions: 30
    site: hall
    start: 2026-09
    view: reused
    taxpayer: general
    memory: 40 GB
    note: as last year
  swing:
    card: A100
    count: 8
    for: 6w
    util: "50%"
    pattern: office
    phases:
      - {count: 8, for: 10d}
      - {count: 1, for: 3w, util: "20%", pattern: all}
      - {count: 4, for: 11d}
  broken:
    card: A1O0
    count: 8
    for: 2weeks
`

func book(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, ds := (&catalog.Catalog{}).Overlay("need.yaml", []byte(sheet))
	if c == nil {
		t.Fatal(ds.Err())
	}
	return c
}

func defaults() Defaults {
	return Defaults{
		Site: "hall", Util: "1", Pattern: "all", View: ViewSold, Taxpayer: "none", Start: quantity.NewMonth(2026, 11),
	}
}

func flag(name, text string) Word { return Word{text, Origin{Kind: "flag", Name: name}} }

func find(t *testing.T, word string) Spec {
	t.Helper()
	spec, wrong := Find(word, book(t), Origin{Kind: "shorthand"})
	if len(wrong) > 0 {
		t.Fatal(wrong.Err())
	}
	return spec
}

func resolve(t *testing.T, spec Spec) Scenario {
	t.Helper()
	s, wrong := Resolve(spec, book(t), defaults())
	if len(wrong) > 0 {
		t.Fatal(wrong.Err())
	}
	return s
}

func TestResolveShorthand(t *testing.T) {
	s := resolve(t, find(t, "4xA100-40G-2w@0.6"))
	if s.ID != "4xA100-40G-2w@0.6" || s.Card.ID != "a100-40" || s.Asked != "A100-40G" || s.Count != 4 || s.MemoryGB != 40 {
		t.Errorf("%+v", s)
	}
	if s.Hours() != 336 || s.IsTerm() || s.Util().String() != "0.6" || !s.Pattern().IsAll() {
		t.Errorf("%v h, term %v, util %s, pattern %s", s.Hours(), s.IsTerm(), s.Util(), s.Pattern().Word)
	}
	if s.Site.ID != "hall" || s.Start.String() != "2026-11" || s.View != ViewSold || s.Taxpayer != "none" || s.IdleOff {
		t.Errorf("defaults: %+v", s)
	}
}

func TestResolveNamed(t *testing.T) {
	s := resolve(t, find(t, "team-year"))
	if s.ID != "team-year" || s.Name != "A team for a year" || s.NameZH != "团队一年" || s.Note != "as last year" {
		t.Errorf("names: %+v", s)
	}
	if s.Card.ID != "a100-80" || s.Count != 8 || s.Sessions != 30 || s.MemoryGB != 40 || s.View != ViewReused || s.Taxpayer != "general" {
		t.Errorf("%+v", s)
	}
	if s.Hours() != 8760 || s.Months() != 12 || !s.IsTerm() || s.Pattern().Word != "8hx5d" || s.Start.String() != "2026-09" {
		t.Errorf("%v h, %v months, %s from %s", s.Hours(), s.Months(), s.Pattern().Word, s.Start)
	}
}

func TestResolvePhases(t *testing.T) {
	s := resolve(t, find(t, "swing"))
	type phase struct {
		Count               int
		For, Pattern, Share string
	}
	var got []phase
	for _, p := range s.Phases {
		got = append(got, phase{p.Count, p.Duration.String(), p.Pattern.Word, p.Util.String()})
	}
	want := []phase{{8, "10d", "office", "0.5"}, {1, "3w", "all", "0.2"}, {4, "11d", "office", "0.5"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("phases (-want +got):\n%s", diff)
	}
	if s.Count != 8 || s.Hours() != 1008 { // the most cards at a time; 10 + 21 + 11 days
		t.Errorf("%d cards, %v h", s.Count, s.Hours())
	}
}

func TestOver(t *testing.T) {
	base := find(t, "swing")
	// a field that changes neither count nor length keeps the phases
	got := base.Over(Spec{Site: flag("site", "home"), Card: flag("card", "A100-40G")})
	if len(got.Phases) != 3 || got.Site != flag("site", "home") || got.Card.Text != "A100-40G" || got.Count != base.Count || got.ID != "swing" {
		t.Errorf("site and card: %+v", got)
	}
	// a count or a length replaces them
	for _, top := range []Spec{{Count: flag("count", "16")}, {For: flag("for", "3mo")}} {
		if got := base.Over(top); len(got.Phases) != 0 {
			t.Errorf("%+v keeps phases", top)
		}
	}
	s := resolve(t, base.Over(Spec{Count: flag("count", "16")}))
	if s.Count != 16 || len(s.Phases) != 1 || s.Hours() != 1008 {
		t.Errorf("16 cards: %d cards, %d phases, %v h", s.Count, len(s.Phases), s.Hours())
	}
	if len(base.Phases) != 3 || base.Count.Text != "8" {
		t.Errorf("laying over changed the spec below: %+v", base)
	}
	// nothing set changes nothing
	if diff := cmp.Diff(base, base.Over(Spec{})); diff != "" {
		t.Errorf("an empty spec changes (-want +got):\n%s", diff)
	}
	// every field can be laid over
	for _, name := range FieldNames() {
		var top Spec
		for _, f := range top.fields() {
			if f.name == name {
				*f.word = flag(name, "x")
			}
		}
		out := base.Over(top)
		for _, f := range out.fields() {
			if f.name == name && *f.word != flag(name, "x") {
				t.Errorf("%s is not laid over", name)
			}
		}
	}
}

func TestOrigins(t *testing.T) {
	spec := find(t, "team-year").Over(Spec{Util: flag("util", "0.5"), Idle: flag("idle", "off")})
	s := resolve(t, spec)
	got := map[string]Setting{}
	for _, set := range s.Settings {
		if _, twice := got[set.Name]; twice {
			t.Errorf("%s is there twice", set.Name)
		}
		got[set.Name] = set
	}
	fromSheet := func(line, col int) Origin { return Origin{Kind: "sheet", File: "need.yaml", Line: line, Col: col} }
	for _, want := range []Setting{
		{"card", "A100", fromSheet(12, 11)},
		{"count", "8", fromSheet(13, 12)},
		{"sessions", "30", fromSheet(17, 15)},
		{"memory", "40GB", fromSheet(22, 13)},
		{"util", "0.5", Origin{Kind: "flag", Name: "util"}},
		{"idle", "off", Origin{Kind: "flag", Name: "idle"}},
	} {
		if diff := cmp.Diff(want, got[want.Name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, diff)
		}
	}
	if _, ok := got["life"]; ok {
		t.Error("a life that nobody set has an origin")
	}
}

// TestDefaultsAreSaid: what nobody set is among the settings, the count of one card too.
func TestDefaultsAreSaid(t *testing.T) {
	s := resolve(t, Spec{Card: flag("card", "A100"), For: flag("for", "2w")})
	var got []string
	for _, set := range s.Settings {
		got = append(got, set.Name+"="+set.Text+" "+set.Origin.Kind)
	}
	want := []string{
		"card=A100 flag", "count=1 default", "for=2w flag", "util=1 default", "pattern=all default", "site=hall default",
		"start=2026-11 default", "view=sold default", "taxpayer=none default",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.ID != "1xA100-2w" {
		t.Errorf("id %q, want 1xA100-2w", s.ID)
	}
}

// TestResolveCollects: twelve wrong fields, twelve mistakes, in the order of the fields' checks.
func TestResolveCollects(t *testing.T) {
	spec := Spec{}
	for name, text := range map[string]string{
		"card": "A1000", "count": "0", "for": "2weeks", "util": "60", "pattern": "9to5", "sessions": "-1", "site": "mars",
		"start": "2026-13", "view": "solid", "taxpayer": "big", "life": "0mo", "idle": "maybe",
	} {
		for _, f := range spec.fields() {
			if f.name == name {
				*f.word = flag(name, text)
			}
		}
	}
	s, wrong := Resolve(spec, book(t), defaults())
	if diff := cmp.Diff(Scenario{}, s); diff != "" {
		t.Errorf("a scenario comes with mistakes:\n%s", diff)
	}
	var got []string
	for _, d := range wrong {
		got = append(got, d.Path+": "+d.Key)
		if d.Place() != "" {
			t.Errorf("%s of a flag has the place %s", d.Path, d.Place())
		}
	}
	want := []string{
		"card: catalog.unknown", "site: catalog.unknown", "count: scenario.bad_count", "for: quantity.unit_unknown",
		"pattern: scenario.bad_pattern", "util: quantity.share_above", "view: scenario.not_one_of",
		"taxpayer: scenario.not_one_of", "start: quantity.not_month", "sessions: quantity.negative",
		"life: quantity.not_positive", "idle: scenario.not_one_of",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMissingFields(t *testing.T) {
	_, wrong := Resolve(Spec{Where: catalog.Where{File: "need.yaml", Line: 3}}, book(t), defaults())
	var got []string
	for _, d := range wrong {
		got = append(got, d.Place()+" "+d.Key+" "+d.Args[0].Value)
	}
	if diff := cmp.Diff([]string{"need.yaml:3 scenario.missing card", "need.yaml:3 scenario.missing for"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestMistakesOfSheetsHavePlaces: both mistakes of the scenario "broken" point to their fields, lines below it.
func TestMistakesOfSheetsHavePlaces(t *testing.T) {
	_, wrong := Resolve(find(t, "broken"), book(t), defaults())
	if len(wrong) != 2 || wrong[0].Path != "card" || wrong[1].Path != "for" {
		t.Fatalf("got %v", wrong.Err())
	}
	line := strings.Count(sheet[:strings.Index(sheet, "broken:")], "\n") + 1
	for i, below := range []int{1, 3} {
		if d := wrong[i]; d.File != "need.yaml" || d.Line != line+below || d.Col == 0 {
			t.Errorf("%s: %s, want need.yaml:%d", d.Path, d.Place(), line+below)
		}
	}
}

func TestUtil(t *testing.T) {
	for text, want := range map[string]string{"0.6": "0.6", "60%": "0.6", "1": "1", "100%": "1", "0.01": "0.01"} {
		if got, err := ParseUtil(text); err != nil || got.String() != want {
			t.Errorf("%q: %s, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"0", "0%", "0.0"} {
		_, err := ParseUtil(text)
		var list *diag.Error
		if !errors.As(err, &list) || list.List[0].Key != "scenario.util_zero" || list.List[0].Hint != "scenario.util_zero.hint" {
			t.Errorf("%q: got %v, want scenario.util_zero", text, err)
		}
	}
	for text, want := range map[string]struct{ key, near string }{
		"60":   {"quantity.share_above", "60%"},
		"1.5":  {"quantity.share_above", "1.5%"},
		"150%": {"quantity.share_above", ""},
		"-0.1": {"quantity.negative", ""},
		"busy": {"quantity.not_share", ""},
		"0,6":  {"quantity.not_share", "0.6"},
		"":     {"quantity.empty", ""},
		"nan":  {"quantity.not_finite", ""},
		"６０％":  {"quantity.full_width", "60%"},
	} {
		_, err := ParseUtil(text)
		var q *quantity.Error
		if !errors.As(err, &q) {
			t.Errorf("%q: got %v", text, err)
		} else if q.Key != want.key || q.Near() != want.near {
			t.Errorf("%q: %s near %q, want %s near %q", text, q.Key, q.Near(), want.key, want.near)
		}
	}
}

// TestUtilHintReachesTheUser: --util 60 is answered with "did you mean 60%?".
func TestUtilHintReachesTheUser(t *testing.T) {
	_, wrong := Resolve(find(t, "8xA100-3y@60"), book(t), defaults())
	if len(wrong) != 1 || wrong[0].Path != "util" || wrong[0].Hint != "quantity.did_you_mean" {
		t.Fatalf("got %v", wrong)
	}
	if a := wrong[0].Args[len(wrong[0].Args)-1]; a != (diag.Arg{Name: "near", Value: "60%"}) {
		t.Errorf("the hint shows %+v", a)
	}
}

func TestCounts(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "1,000": 1000, "1_000": 1000, "1K": 1000, "1000000": 1_000_000} {
		if s := resolve(t, Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Count: flag("count", text)}); s.Count != want {
			t.Errorf("%q: %d cards, want %d", text, s.Count, want)
		}
	}
	for text, key := range map[string]string{
		"0": "scenario.bad_count", "1000001": "scenario.bad_count", "1.5": "quantity.not_whole", "eight": "quantity.not_number",
	} {
		_, wrong := Resolve(Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Count: flag("count", text)}, book(t), defaults())
		if len(wrong) != 1 || wrong[0].Key != key || wrong[0].Path != "count" {
			t.Errorf("%q: got %v, want %s", text, wrong, key)
		}
	}
}

func TestLife(t *testing.T) {
	for text, want := range map[string]int{"5y": 60, "48mo": 48, "730h": 1, "1.5mo": 2} {
		if s := resolve(t, Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Life: flag("life", text)}); s.LifeMonths != want {
			t.Errorf("%q: %d months, want %d", text, s.LifeMonths, want)
		}
	}
	_, wrong := Resolve(Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Life: flag("life", "1d")}, book(t), defaults())
	if len(wrong) != 1 || wrong[0].Key != "scenario.bad_field" || wrong[0].Path != "life" {
		t.Errorf("a life of a day: %v", wrong)
	}
}

func TestMemory(t *testing.T) {
	s := resolve(t, Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Memory: flag("memory", "24GB")})
	if s.MemoryGB != 24 {
		t.Errorf("%v GB, want 24", s.MemoryGB)
	}
}

// TestIdle: at home and in an office cards are switched off, elsewhere they stay on; --idle decides.
func TestIdle(t *testing.T) {
	for _, tt := range []struct {
		site, idle string
		off        bool
	}{
		{"hall", "", false},
		{"home", "", true},
		{"hall", "off", true},
		{"home", "on", false},
	} {
		spec := Spec{Card: flag("card", "A100"), For: flag("for", "1mo"), Site: flag("site", tt.site)}
		if tt.idle != "" {
			spec.Idle = flag("idle", tt.idle)
		}
		if s := resolve(t, spec); s.IdleOff != tt.off {
			t.Errorf("%s, idle %q: off = %v", tt.site, tt.idle, s.IdleOff)
		}
	}
}

func TestFind(t *testing.T) {
	for word, key := range map[string]string{
		"team-yaer": "scenario.unknown", "": "scenario.unknown", "4xA100": "scenario.bad_shorthand",
		"4xA100-2q": "quantity.unit_unknown", " 4xA100-999y": "quantity.too_far", "A100-2w": "scenario.unknown",
	} {
		_, wrong := Find(word, book(t), Origin{})
		if len(wrong) != 1 || wrong[0].Key != key {
			t.Errorf("%q: got %v, want %s", word, wrong, key)
		}
	}
	_, wrong := Find("team-yaer", book(t), Origin{})
	if a := wrong[0].Args[1]; a != (diag.Arg{Name: "near", Value: "team-year"}) {
		t.Errorf("nearest: %+v", a)
	}
}

func TestMixedLengthsAreNoTerm(t *testing.T) {
	s := Scenario{Phases: []Phase{{Duration: quantity.Months(2)}, {Duration: quantity.Hours(73)}}}
	if s.IsTerm() || s.Hours() != 1533 || s.Months() != 2.1 {
		t.Errorf("term %v, %v h, %v months", s.IsTerm(), s.Hours(), s.Months())
	}
}

// TestShippedScenarios: each resolves, none is a shorthand, and phases add up to what the scenario says.
func TestShippedScenarios(t *testing.T) {
	cat := catalog.Embedded()
	def := defaults()
	def.Site = "songjiang"
	for _, d := range cat.Scenarios() {
		if _, wrong := ParseShorthand(d.ID, Origin{}); len(wrong) == 0 {
			t.Errorf("%s is a shorthand too", d.ID)
		}
		s, wrong := Resolve(FromSheet(d), cat, def)
		if len(wrong) > 0 {
			t.Errorf("%s: %v", d.ID, wrong.Err())
			continue
		}
		if len(d.Phases) == 0 {
			continue
		}
		length, err := quantity.ParseDuration(d.For)
		if err != nil || length.Hours() != s.Hours() || d.Count != s.Count {
			t.Errorf("%s: phases of %v h and %d cards, the scenario says %s and %d", d.ID, s.Hours(), s.Count, d.For, d.Count)
		}
	}
}

// TestShippedCardsInShorthands: every alias of a card can stand in a shorthand.
func TestShippedCardsInShorthands(t *testing.T) {
	cat := catalog.Embedded()
	for _, card := range cat.Cards() {
		for _, name := range append([]string{card.ID}, card.Aliases...) {
			spec, wrong := Find("4x"+name+"-2w", cat, Origin{Kind: "shorthand"})
			if len(wrong) > 0 || spec.Card.Text != name {
				t.Errorf("%s: card %q, %v", name, spec.Card.Text, wrong.Err())
				continue
			}
			if got, wrong := cat.ResolveCard(spec.Card.Text); len(wrong) > 0 || got.ID != card.ID {
				t.Errorf("%s means %s, %v; want %s", name, got.ID, wrong.Err(), card.ID)
			}
		}
	}
}

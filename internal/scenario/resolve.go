package scenario

import (
	"errors"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// Views of owning after a project that is shorter than the machine's life.
const (
	ViewSold   = "sold"
	ViewReused = "reused"
	ViewIdle   = "idle"
)

// Views lists the views, the default first.
var Views = []string{ViewSold, ViewReused, ViewIdle}

// Taxpayers lists what the buyer may be, the default first.
var Taxpayers = []string{"none", "general", "small"}

// Powers lists how a site may be supplied.
var Powers = []string{"included", "landlord-metered", "grid-account", "household"}

// Truths lists the words of what holds or does not.
var Truths = []string{"true", "false"}

// Idles lists what happens to owned cards outside their hours of use.
var Idles = []string{"on", "off"}

// Phase is a stretch with one number of cards.
type Phase struct {
	Count    int
	Duration quantity.Duration
	Pattern  Pattern
	Util     quantity.Decimal
}

// Setting says what holds for a field and where it came from.
type Setting struct {
	Name, Text string
	Origin     Origin
}

// Scenario is a need with everything looked up.
type Scenario struct {
	ID, Name, NameZH, Note, NoteZH string
	Card                           catalog.Card
	Asked                          string // the card as the user wrote it
	Count                          int    // the most cards at a time
	Phases                         []Phase
	Sessions                       int // times the cards are switched on; 0 = as the pattern says
	Site                           catalog.Site
	Start                          quantity.YearMonth
	View, Taxpayer                 string
	MemoryGB                       float64 // what a card must have: the card's own unless asked for
	MemoryAsked                    bool
	LifeMonths                     int  // 0 = the assumption of the sheets
	IdleOff                        bool // owned cards are switched off when not used
	Independent                    bool // its jobs need no link between hosts
	Range                          TimeRange
	Settings                       []Setting
}

// TimeRange is the hours within which eight in ten runs of the need end; the zero value means that its length is given.
type TimeRange struct{ Low, High float64 }

// Hours is the clock time from start to end.
func (s Scenario) Hours() float64 {
	sum := 0.0
	for _, p := range s.Phases {
		sum += p.Duration.Hours()
	}
	return sum
}

// IsTerm reports whether the scenario is counted in rental months rather than clock time.
func (s Scenario) IsTerm() bool {
	for _, p := range s.Phases {
		if !p.Duration.IsTerm() {
			return false
		}
	}
	return true
}

// Months is the length in months of 730 hours.
func (s Scenario) Months() float64 {
	sum := 0.0
	for _, p := range s.Phases {
		sum += p.Duration.Months()
	}
	return sum
}

// Util is the utilisation of the first phase, which is the only one of most scenarios.
func (s Scenario) Util() quantity.Decimal { return s.Phases[0].Util }

// Pattern is the pattern of the first phase.
func (s Scenario) Pattern() Pattern { return s.Phases[0].Pattern }

// Defaults are the words for fields that nobody set.
type Defaults struct {
	Site, Util, Pattern, View, Taxpayer string
	Start                               quantity.YearMonth
}

// Sheets is what Resolve looks up. A catalogue has it all.
type Sheets interface {
	ResolveCard(name string) (catalog.Card, diag.List)
	ResolveSite(name string) (catalog.Site, diag.List)
	Tariff(id string) (catalog.Tariff, bool)
	IDs(kind string) []string
}

// resolver collects the mistakes of one spec.
type resolver struct {
	spec  Spec
	cat   Sheets
	out   Scenario
	wrong diag.List
}

// Resolve looks up and checks a spec. All mistakes are reported together; those of words from a file carry its place.
func Resolve(spec Spec, cat Sheets, def Defaults) (Scenario, diag.List) {
	spec.fill(def)
	r := &resolver{spec: spec, cat: cat}
	r.out = Scenario{
		ID: spec.ID, Name: spec.Name, NameZH: spec.NameZH, Note: spec.Note, NoteZH: spec.NoteZH,
		Asked: spec.Card.Text, View: spec.View.Text, Taxpayer: spec.Taxpayer.Text,
	}
	r.card()
	r.memory()
	r.site()
	r.phases()
	r.rest()
	for _, f := range r.spec.fields() {
		if f.word.Set() {
			r.out.Settings = append(r.out.Settings, Setting{f.name, f.word.Text, f.word.Origin})
		}
	}
	if r.wrong.HasErrors() {
		return Scenario{}, r.wrong
	}
	if r.out.ID == "" {
		r.out.ID = r.name()
	}
	return r.out, nil
}

// fill sets the fields nobody set.
func (s *Spec) fill(def Defaults) {
	set := func(w *Word, text string) {
		if !w.Set() {
			*w = Word{text, Origin{Kind: "default"}}
		}
	}
	set(&s.Site, def.Site)
	set(&s.Util, def.Util)
	set(&s.Pattern, def.Pattern)
	set(&s.View, def.View)
	set(&s.Taxpayer, def.Taxpayer)
	set(&s.Start, def.Start.String())
}

// name makes a shorthand out of a scenario that was put together from flags.
func (r *resolver) name() string {
	return number(r.out.Count) + "x" + r.spec.Card.Text + "-" + r.spec.For.Text
}

// fail reports a mistake of a word at the place the word came from.
func (r *resolver) fail(w Word, field string, err error) {
	var list *diag.Error
	var bad *quantity.Error
	var ds diag.List
	switch {
	case errors.As(err, &list):
		ds = list.List
	case errors.As(err, &bad):
		ds = diag.List{bad.Diagnostic()}
	default:
		ds = diag.List{diag.New("scenario.bad_field", "value", w.Text, "field", field)}
	}
	for _, d := range ds {
		if w.Origin.File != "" {
			d = d.At(w.Origin.File, w.Origin.Line, w.Origin.Col)
		}
		r.wrong = append(r.wrong, d.In(field))
	}
}

func (r *resolver) missing(field string) {
	d := diag.New("scenario.missing", "field", field).WithHint("scenario.missing.hint")
	if r.spec.Where.File != "" {
		d = d.At(r.spec.Where.File, r.spec.Where.Line, 0)
	}
	r.wrong = append(r.wrong, d)
}

func (r *resolver) card() {
	if !r.spec.Card.Set() {
		r.missing("card")
		return
	}
	card, wrong := r.cat.ResolveCard(r.spec.Card.Text)
	if len(wrong) > 0 {
		r.fail(r.spec.Card, "card", wrong.Err())
		return
	}
	r.out.Card = card
}

// memory is the least that a card must have: what the need says, else the card's own.
func (r *resolver) memory() {
	r.out.MemoryGB = r.out.Card.MemoryGB
	if !r.spec.Memory.Set() {
		return
	}
	bytes, err := quantity.ParseBytes(r.spec.Memory.Text)
	if err != nil {
		r.fail(r.spec.Memory, "memory", err)
	}
	r.out.MemoryGB, r.out.MemoryAsked = bytes/1e9, true
}

func (r *resolver) site() {
	site, wrong := r.cat.ResolveSite(r.spec.Site.Text)
	if len(wrong) > 0 {
		r.fail(r.spec.Site, "site", wrong.Err())
	}
	r.out.Site = site
	if r.spec.Power.Set() {
		r.oneOf(r.spec.Power, "power", Powers)
		r.out.Site.Power = r.spec.Power.Text
	}
	if r.spec.Tariff.Set() {
		r.tariff()
	}
}

// tariff puts another tariff in the place of the site's.
func (r *resolver) tariff() {
	id := r.spec.Tariff.Text
	if _, ok := r.cat.Tariff(id); !ok {
		near := diag.Nearest(id, r.cat.IDs("tariffs"))
		d := diag.New("scenario.unknown_tariff", "value", id, "near", near).WithHint("scenario.unknown_tariff.hint")
		r.fail(r.spec.Tariff, "tariff", &diag.Error{List: diag.List{d}})
		return
	}
	r.out.Site.Tariff = id
}

func (r *resolver) phases() {
	if len(r.spec.Phases) > 0 {
		for i, p := range r.spec.Phases {
			word := func(field, text string) Word {
				return Word{text, placed(r.spec.Places, r.spec.Where, "phases."+strconv.Itoa(i)+"."+field)}
			}
			pick := func(own, otherwise Word) Word {
				if own.Set() {
					return own
				}
				return otherwise
			}
			r.phase(word("count", number(p.Count)), word("for", p.For),
				pick(word("pattern", p.Pattern), r.spec.Pattern), pick(word("util", p.Util), r.spec.Util))
		}
		return
	}
	if !r.spec.For.Set() {
		r.missing("for")
		return
	}
	if !r.spec.Count.Set() {
		r.spec.Count = Word{"1", Origin{Kind: "default"}}
	}
	r.phase(r.spec.Count, r.spec.For, r.spec.Pattern, r.spec.Util)
	r.timeRange()
}

// timeRange reads the ends of the length. Both must be given, on either side of it.
func (r *resolver) timeRange() {
	if !r.spec.ForLow.Set() && !r.spec.ForHigh.Set() {
		return
	}
	low, high := r.hours(r.spec.ForLow, "for_low"), r.hours(r.spec.ForHigh, "for_high")
	typical := r.out.Hours()
	if r.wrong.HasErrors() {
		return
	}
	if low > typical || typical > high {
		d := diag.New("scenario.time_range", "low", r.spec.ForLow.Text, "typical", r.spec.For.Text, "high", r.spec.ForHigh.Text)
		r.fail(r.spec.ForLow, "for_low", &diag.Error{List: diag.List{d}})
		return
	}
	r.out.Range = TimeRange{low, high}
}

func (r *resolver) hours(w Word, field string) float64 {
	if !w.Set() {
		r.missing(field)
		return 0
	}
	d, err := quantity.ParseDuration(w.Text)
	if err != nil {
		r.fail(w, field, err)
	}
	return d.Hours()
}

func (r *resolver) phase(count, length, pattern, util Word) {
	var p Phase
	n, err := quantity.ParseCount(count.Text)
	if err == nil && (n < 1 || n > maxCards) {
		err = &diag.Error{List: diag.List{diag.New("scenario.bad_count", "value", count.Text).WithHint("scenario.bad_count.hint")}}
	}
	if err != nil {
		r.fail(count, "count", err)
	}
	p.Count = int(n)
	if p.Duration, err = quantity.ParseDuration(length.Text); err != nil {
		r.fail(length, "for", err)
	}
	if p.Pattern, err = ParsePattern(pattern.Text); err != nil {
		r.fail(pattern, "pattern", err)
	}
	if p.Util, err = ParseUtil(util.Text); err != nil {
		r.fail(util, "util", err)
	}
	r.out.Phases = append(r.out.Phases, p)
	r.out.Count = max(r.out.Count, p.Count)
}

// maxCards bounds a scenario; the largest known cluster is a tenth of it.
const maxCards = 1_000_000

// ParseUtil reads the share of the wanted hours in which the cards work: above 0, at most 1.
func ParseUtil(s string) (quantity.Decimal, error) {
	u, err := quantity.ParseShare(s)
	if err != nil {
		return u, err
	}
	if !u.IsPos() {
		d := diag.New("scenario.util_zero", "value", s).WithHint("scenario.util_zero.hint")
		return u, &diag.Error{List: diag.List{d}}
	}
	return u, nil
}

func (r *resolver) rest() {
	r.oneOf(r.spec.View, "view", Views)
	r.oneOf(r.spec.Taxpayer, "taxpayer", Taxpayers)
	start, err := quantity.ParseMonth(r.spec.Start.Text)
	if err != nil {
		r.fail(r.spec.Start, "start", err)
	}
	r.out.Start = start
	if r.spec.Sessions.Set() {
		n, err := quantity.ParseCount(r.spec.Sessions.Text)
		if err != nil {
			r.fail(r.spec.Sessions, "sessions", err)
		}
		r.out.Sessions = int(n)
	}
	if r.spec.Life.Set() {
		r.life()
	}
	r.out.IdleOff = r.out.Site.Kind == "home" || r.out.Site.Kind == "office"
	if r.spec.Idle.Set() {
		r.oneOf(r.spec.Idle, "idle", Idles)
		r.out.IdleOff = r.spec.Idle.Text == "off"
	}
	if r.spec.Independent.Set() {
		r.oneOf(r.spec.Independent, "independent", Truths)
		r.out.Independent = r.spec.Independent.Text == "true"
	}
}

func (r *resolver) life() {
	d, err := quantity.ParseDuration(r.spec.Life.Text)
	if err != nil {
		r.fail(r.spec.Life, "life", err)
		return
	}
	r.out.LifeMonths = int(d.Months() + 0.5)
	if r.out.LifeMonths < 1 {
		r.fail(r.spec.Life, "life", errors.New("too short"))
	}
}

func (r *resolver) oneOf(w Word, field string, words []string) {
	for _, ok := range words {
		if w.Text == ok {
			return
		}
	}
	d := diag.New("scenario.not_one_of", "value", w.Text, "field", field, "words", strings.Join(words, ", "), "near", diag.Nearest(w.Text, words))
	r.fail(w, field, &diag.Error{List: diag.List{d}})
}

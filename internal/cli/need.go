package cli

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// inputFlags describe the need and how it is priced. Every command that works on a scenario has them.
type inputFlags struct {
	scenario, cards, length, util, pattern, sessions, site, start string
	view, taxpayer, memory, life, idle, power, tariff             string
	curve, discountRate, powerPrice, fabric                       string
	providers, regions, reliability, classes, set                 []string
	estimates, foreign, independent, market                       bool
	standard                                                      string // shorthand of what holds where nobody says anything; "" = a need must be given
}

func (o *inputFlags) addFlags(f *pflag.FlagSet, a *app) {
	o.addPriceFlags(f, a)
	word := wordFlags(f, a, "")
	f.StringVarP(&o.scenario, "scenario", "s", "", a.texts.T("flag.scenario"))
	placeholders(f, "scenario", "NAME")
	word(&o.cards, "cards", "CARD")
	word(&o.length, "for", "TIME")
	word(&o.util, "util", "SHARE")
	word(&o.pattern, "pattern", "HOURS")
	word(&o.sessions, "sessions", "N")
	word(&o.memory, "memory", "SIZE")
	word(&o.life, "life", "TIME")
	word(&o.idle, "idle", "on|off")
	word(&o.power, "power", "WORD")
	word(&o.tariff, "tariff", "TARIFF")
	word(&o.fabric, "fabric", "WORD")
	word(&o.powerPrice, "power-price", "YUAN")
	f.BoolVar(&o.market, "market", false, a.texts.T("flag.market"))
	f.BoolVar(&o.independent, "independent-jobs", false, a.texts.T("flag.independent-jobs"))
}

// priceFlags are those of the flags that decide what cards cost, whatever the need.
var priceFlags = []string{
	"site", "start", "view", "taxpayer", "curve", "discount-rate", "provider", "region", "reliability", "class", "set",
	"accept-estimates", "accept-foreign",
}

// addPriceFlags adds priceFlags alone.
func (o *inputFlags) addPriceFlags(f *pflag.FlagSet, a *app) {
	word := wordFlags(f, a, "")
	words := func(to *[]string, name, placeholder string) {
		f.Var(listValue{to, ","}, name, a.texts.T("flag."+name))
		placeholders(f, name, placeholder)
	}
	word(&o.site, "site", "SITE")
	word(&o.start, "start", "MONTH")
	word(&o.view, "view", "VIEW")
	word(&o.taxpayer, "taxpayer", "KIND")
	word(&o.curve, "curve", "CURVE")
	word(&o.discountRate, "discount-rate", "SHARE")
	words(&o.providers, "provider", "NAME")
	words(&o.regions, "region", "NAME")
	words(&o.reliability, "reliability", "WORD")
	words(&o.classes, "class", "WORD")
	f.Var(listValue{to: &o.set}, "set", a.texts.T("flag.set"))
	placeholders(f, "set", "ID=VALUE")
	f.BoolVar(&o.estimates, "accept-estimates", false, a.texts.T("flag.accept-estimates"))
	f.BoolVar(&o.foreign, "accept-foreign", false, a.texts.T("flag.accept-foreign"))
}

// wordFlags returns what adds a flag that takes a word. Its text stands under
// "flag." and its name; of a flag of one command, the command comes between.
func wordFlags(f *pflag.FlagSet, a *app, command string) func(to *string, name, placeholder string) {
	return func(to *string, name, placeholder string) {
		f.StringVar(to, name, "", a.texts.T("flag."+command+name))
		placeholders(f, name, placeholder)
	}
}

// complete offers the words that the flags take.
func (o *inputFlags) complete(cmd *cobra.Command, a *app) {
	completeWords(cmd, "view", scenario.Views)
	completeWords(cmd, "taxpayer", scenario.Taxpayers)
	completeWords(cmd, "idle", scenario.Idles)
	completeWords(cmd, "power", scenario.Powers)
	completeWords(cmd, "pattern", scenario.PatternWords)
	completeWords(cmd, "fabric", fabrics)
	completeWords(cmd, "reliability", reliabilities)
	completeWords(cmd, "class", offerClasses)
}

// The words that offers use for how far their price can be trusted, and for what kind of thing they are.
var (
	reliabilities = []string{"high", "medium", "low"}
	offerClasses  = []string{"cloud", "marketplace", "bare-metal", "campus", "model"}
)

// fabrics are the networks between servers.
var fabrics = []string{"ib", "roce"}

// finish checks words that do not depend on the sheets.
func (o *inputFlags) finish() error {
	if o.fabric != "" && !slices.Contains(fabrics, o.fabric) {
		return notOneOf("fabric", o.fabric, fabrics)
	}
	for _, w := range o.reliability {
		if !slices.Contains(reliabilities, w) {
			return notOneOf("reliability", w, reliabilities)
		}
	}
	for _, w := range o.classes {
		if !slices.Contains(offerClasses, w) {
			return notOneOf("class", w, offerClasses)
		}
	}
	return nil
}

func notOneOf(flag, value string, words []string) error {
	d := diag.New("config.not_one_of", "value", value, "words", strings.Join(words, ", "), "near", diag.Nearest(value, words))
	return usage(d.WithHint("cli.hint.near").In("--" + flag))
}

// input looks everything up: the sheets with the user's values laid over them, and the scenario.
func (o *inputFlags) input(a *app, cmd *cobra.Command) (costmodel.Input, error) {
	none := costmodel.Input{}
	if err := o.finish(); err != nil {
		return none, err
	}
	day, err := a.day()
	if err != nil {
		return none, err
	}
	today := day.Month()
	cat, err := a.catalogue()
	if err != nil {
		return none, err
	}
	if cat, err = o.overrides(a, cat, today); err != nil {
		return none, err
	}
	if err := o.knownFilters(a, cmd, cat); err != nil {
		return none, err
	}
	sc, cat, err := o.resolve(a, cmd, cat)
	if err != nil {
		return none, err
	}
	if sc, cat, err = o.withPowerPrice(a, cmd, cat, sc, today); err != nil {
		return none, err
	}
	in := costmodel.Input{
		Scenario: sc, Catalog: cat, Today: today, Day: day, Curve: a.settings.Curve, Fabric: o.fabric, Market: o.market,
		Money: costmodel.MoneyTerms{Taxpayer: sc.Taxpayer},
		Filter: costmodel.Filter{
			Providers: o.providers, Regions: o.regions, Classes: o.classes, Reliability: o.reliability,
			Estimates: a.settings.AcceptEstimates == "true", Foreign: a.settings.AcceptForeign == "true",
		},
	}
	return in, knownCurve(cat, in.Curve)
}

func knownCurve(cat *catalog.Catalog, id string) error {
	if id == "" {
		return nil
	}
	if _, ok := cat.Curve(id); ok {
		return nil
	}
	known := cat.IDs("curves")
	d := diag.New("cli.unknown_curve", "value", id, "near", diag.Nearest(id, known), "known", strings.Join(known, ", "))
	return usage(d.WithHint("cli.hint.known").In("--curve"))
}

// resolve puts the scenario together: flags over the named scenario or shorthand over settings over defaults.
func (o *inputFlags) resolve(a *app, cmd *cobra.Command, cat *catalog.Catalog) (scenario.Scenario, *catalog.Catalog, error) {
	spec, cat, inFile, err := o.asked(a, cmd, cat)
	if err != nil {
		return scenario.Scenario{}, nil, err
	}
	if o.scenario == "" && o.standard != "" && !allStandard(spec) {
		spec.ID = "" // it names the standard case
	}
	month, err := a.today()
	if err != nil {
		return scenario.Scenario{}, nil, err
	}
	sc, wrong := scenario.Resolve(spec, cat, a.defaults(month))
	if wrong = append(inFile, newMistakes(wrong, inFile)...); wrong.HasErrors() {
		return scenario.Scenario{}, nil, wrongInput(wrong)
	}
	return sc, cat, nil
}

// asked is what flags, --scenario and settings say of the need.
func (o *inputFlags) asked(a *app, cmd *cobra.Command, cat *catalog.Catalog) (scenario.Spec, *catalog.Catalog, diag.List, error) {
	spec, cat, inFile, err := o.base(a, cat)
	if err != nil {
		return spec, nil, nil, err
	}
	flags, err := o.spec(cmd)
	if err != nil {
		return spec, nil, nil, err
	}
	spec = spec.Over(flags)
	fillFromSettings(&spec, a)
	return spec, cat, inFile, nil
}

// defaults is what holds where nobody says anything.
func (a *app) defaults(start quantity.YearMonth) scenario.Defaults {
	return scenario.Defaults{
		Site: a.settings.Site, Util: a.settings.Util, Pattern: a.settings.Pattern, View: a.settings.View,
		Taxpayer: a.settings.Taxpayer, Start: start,
	}
}

// allStandard reports whether all that a shorthand says is as the standard case has it.
func allStandard(s scenario.Spec) bool {
	for _, w := range []scenario.Word{s.Count, s.Card, s.For, s.Util} {
		if w.Origin.Kind != "default" {
			return false
		}
	}
	return true
}

// newMistakes drops mistakes of fields that have been told as mistakes of the file's form.
func newMistakes(wrong, told diag.List) diag.List {
	return slices.DeleteFunc(wrong, func(d diag.Diagnostic) bool {
		field := d.Path
		if field == "" && len(d.Args) > 0 {
			field = d.Args[0].Value
		}
		return slices.ContainsFunc(told, func(t diag.Diagnostic) bool {
			return d.Col > 0 && t.Line == d.Line && t.Col == d.Col || strings.HasSuffix(t.Path, "."+field)
		})
	})
}

// base is what --scenario names: a scenario of the sheets, a shorthand, or a file. The list is the mistakes of the
// file that left enough of a scenario to look for more.
func (o *inputFlags) base(a *app, cat *catalog.Catalog) (scenario.Spec, *catalog.Catalog, diag.List, error) {
	if o.scenario == "" && o.standard != "" {
		spec, wrong := scenario.ParseShorthand(o.standard, scenario.Origin{Kind: "default"})
		return spec, cat, wrong, nil
	}
	if o.scenario == "" {
		if o.cards == "" {
			return scenario.Spec{}, nil, nil, usage(diag.New("cli.no_scenario").WithHint("cli.no_scenario.hint"))
		}
		return scenario.Spec{}, cat, nil, nil
	}
	if isFile(o.scenario) {
		return a.scenarioFile(o.scenario, cat)
	}
	spec, wrong := scenario.Find(o.scenario, cat, scenario.Origin{Kind: "shorthand", Name: "scenario"})
	if wrong.HasErrors() {
		return scenario.Spec{}, nil, nil, usage(wrong...)
	}
	return spec, cat, nil, nil
}

// isFile tells a scenario file from a name: it has a sheet's extension, or is "-".
func isFile(word string) bool {
	ext := strings.ToLower(filepath.Ext(word))
	return word == "-" || ext == ".yaml" || ext == ".yml"
}

// scenarioFile reads a file that holds one scenario; it may hold sheets too.
func (a *app) scenarioFile(name string, cat *catalog.Catalog) (scenario.Spec, *catalog.Catalog, diag.List, error) {
	data, err := a.readInput(name)
	if err != nil {
		return scenario.Spec{}, nil, nil, err
	}
	next, found := cat.Draft(name, data)
	var ids []string
	for _, s := range next.Scenarios() {
		if s.Where.File == name {
			ids = append(ids, s.ID)
		}
	}
	if len(ids) != 1 && found.HasErrors() {
		return scenario.Spec{}, nil, nil, badFile(found)
	}
	if len(ids) != 1 {
		d := diag.New("cli.scenario_file", "count", strconv.Itoa(len(ids)), "known", strings.Join(ids, ", ")).At(name, 1, 0)
		return scenario.Spec{}, nil, nil, badFile(diag.List{d.WithHint("cli.scenario_file.hint")})
	}
	def, _ := next.Scenario(ids[0])
	if found.HasErrors() {
		return scenario.FromSheet(def), next, found, nil
	}
	a.warn(found)
	return scenario.FromSheet(def), next, nil, nil
}

// spec is the scenario fields that flags give.
func (o *inputFlags) spec(cmd *cobra.Command) (scenario.Spec, error) {
	word := func(flag, text string) scenario.Word {
		if !cmd.Flags().Changed(flag) {
			return scenario.Word{}
		}
		return scenario.Word{Text: text, Origin: scenario.Origin{Kind: "flag", Name: flag}}
	}
	spec := scenario.Spec{
		For: word("for", o.length), Util: word("util", o.util), Pattern: word("pattern", o.pattern),
		Sessions: word("sessions", o.sessions), Site: word("site", o.site), Start: word("start", o.start),
		View: word("view", o.view), Taxpayer: word("taxpayer", o.taxpayer), Memory: word("memory", o.memory),
		Life: word("life", o.life), Idle: word("idle", strings.ToLower(o.idle)),
		Power: word("power", o.power), Tariff: word("tariff", o.tariff),
		Independent: word("independent-jobs", strconv.FormatBool(o.independent)),
	}
	if o.cards == "" {
		return spec, nil
	}
	count, card, err := scenario.ParseCards(o.cards)
	if err != nil {
		return spec, badFlag("cards", err)
	}
	spec.Card = word("cards", card)
	if count > 0 {
		spec.Count = word("cards", strconv.Itoa(count))
	}
	return spec, nil
}

// fillFromSettings fills fields that neither a flag nor the scenario gives from environment and settings files.
func fillFromSettings(spec *scenario.Spec, a *app) {
	fill := func(w *scenario.Word, key string) {
		free := !w.Set() || w.Origin.Kind == "default"
		if s := a.settings.Word(key); free && s.Set() && s.Origin.Kind != "default" {
			*w = s
		}
	}
	fill(&spec.Util, "util")
	fill(&spec.Pattern, "pattern")
	fill(&spec.Site, "site")
	fill(&spec.Start, "start")
	fill(&spec.View, "view")
	fill(&spec.Taxpayer, "taxpayer")
	fill(&spec.Life, "life")
	fill(&spec.Idle, "idle")
}

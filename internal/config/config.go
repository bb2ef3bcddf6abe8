// Package config reads the user's settings: flag over environment over settings file over default, each with where it
// came from. It is the only importer of the settings library, which gets explicit keys and text values only: names of
// cards and sheets never pass through it.
package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"gpucalc/internal/diag"
	"gpucalc/internal/scenario"
)

// FileName is the settings file that is looked for in the working folder and in the user's configuration folder.
const FileName = "gpucalc.yaml"

// Values are the settings as text; "" = nobody set it and it has no default. Meaning and checks are in keys.go.
type Values struct {
	Lang            string `mapstructure:"lang"`
	Format          string `mapstructure:"format"`
	Color           string `mapstructure:"color"`
	Width           string `mapstructure:"width"`
	Prices          string `mapstructure:"prices"`
	Today           string `mapstructure:"today"`
	Site            string `mapstructure:"site"`
	Util            string `mapstructure:"util"`
	Pattern         string `mapstructure:"pattern"`
	View            string `mapstructure:"view"`
	Taxpayer        string `mapstructure:"taxpayer"`
	Start           string `mapstructure:"start"`
	Life            string `mapstructure:"life"`
	Idle            string `mapstructure:"idle"`
	Curve           string `mapstructure:"curve"`
	DiscountRate    string `mapstructure:"discount_rate"`
	PowerPrice      string `mapstructure:"power_price"`
	AcceptEstimates string `mapstructure:"accept_estimates"`
	AcceptForeign   string `mapstructure:"accept_foreign"`
}

// File is a settings file that was read.
type File struct {
	Name string
	Data []byte
}

// Settings are the values in force and where each came from.
type Settings struct {
	Values
	origins map[string]scenario.Origin
}

// Setting is one value with its origin.
type Setting struct {
	Name, Value string
	Origin      scenario.Origin
}

// Load puts the settings together. Files are given strongest first; flags hold the text of flags that were given, by
// key. All mistakes of files and environment are reported together; a wrong value is a mistake, never ignored.
func Load(files []File, flags map[string]string) (Settings, diag.List) {
	l := loader{v: viper.New(), origins: map[string]scenario.Origin{}}
	for _, k := range keys() {
		l.v.SetDefault(k.name, k.otherwise)
		l.origins[k.name] = scenario.Origin{Kind: "default"}
	}
	for i := len(files) - 1; i >= 0; i-- {
		l.file(files[i])
	}
	l.environment()
	l.flags(flags)
	var s Settings
	if err := l.v.UnmarshalExact(&s.Values); err != nil {
		l.wrong = append(l.wrong, diag.New("config.unreadable", "why", err.Error()))
	}
	s.origins = l.origins
	return s, l.wrong
}

// loader collects the layers.
type loader struct {
	v       *viper.Viper
	origins map[string]scenario.Origin
	wrong   diag.List
}

// file lays a settings file over the weaker ones.
func (l *loader) file(f File) {
	values, wrong := readFile(f)
	l.wrong = append(l.wrong, wrong...)
	layer := map[string]any{}
	for name, v := range values {
		layer[name] = v.Value
		l.origins[name] = v.Origin
	}
	if err := l.v.MergeConfigMap(layer); err != nil {
		l.wrong = append(l.wrong, diag.New("config.unreadable", "why", err.Error()).At(f.Name, 0, 0))
	}
}

// environment binds the GPUCALC_ variables; an empty one counts as not set.
func (l *loader) environment() {
	for _, k := range keys() {
		name := EnvName(k.name)
		if err := l.v.BindEnv(k.name, name); err != nil {
			l.wrong = append(l.wrong, diag.New("config.unreadable", "why", err.Error()))
		}
		text, ok := os.LookupEnv(name)
		if !ok || text == "" {
			continue
		}
		l.origins[k.name] = scenario.Origin{Kind: "env", Name: name}
		for _, d := range k.mistakes(text) {
			l.wrong = append(l.wrong, d.In(name))
		}
	}
}

// flags puts given flags on top; the commands have checked them.
func (l *loader) flags(flags map[string]string) {
	for _, k := range keys() {
		if text, ok := flags[k.name]; ok {
			l.v.Set(k.name, text)
			l.origins[k.name] = scenario.Origin{Kind: "flag", Name: FlagName(k.name)}
		}
	}
}

// UnknownVariables warns about GPUCALC_ variables of an environment ("NAME=value") that are no settings, in the order
// of their names; an empty one counts as not set.
func UnknownVariables(environment []string) diag.List {
	var known []string
	for _, name := range Names() {
		known = append(known, EnvName(name))
	}
	var out diag.List
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		if value == "" || !strings.HasPrefix(name, envPrefix) || slices.Contains(known, name) {
			continue
		}
		d := diag.New("config.unknown_variable", "name", name, "near", diag.Nearest(name, known))
		out = append(out, d.WithHint("config.hint.near").AsWarning())
	}
	slices.SortStableFunc(out, func(a, b diag.Diagnostic) int { return strings.Compare(a.Args[0].Value, b.Args[0].Value) })
	return out
}

// envPrefix begins the names of the program's environment variables.
const envPrefix = "GPUCALC_"

// EnvName is the environment variable of a key: util is GPUCALC_UTIL.
func EnvName(key string) string { return envPrefix + strings.ToUpper(key) }

// FlagName is the flag of a key: discount_rate is discount-rate.
func FlagName(key string) string { return strings.ReplaceAll(key, "_", "-") }

// Origin is where a key's value came from.
func (s Settings) Origin(key string) scenario.Origin { return s.origins[key] }

// All lists every setting in the order of the documentation.
func (s Settings) All() []Setting {
	var out []Setting
	for _, k := range keys() {
		out = append(out, Setting{k.name, *k.field(&s.Values), s.origins[k.name]})
	}
	return out
}

// Word is a scenario field that a setting fills when neither flag nor scenario does.
func (s Settings) Word(key string) scenario.Word {
	for _, k := range keys() {
		if k.name == key {
			return scenario.Word{Text: *k.field(&s.Values), Origin: s.origins[key]}
		}
	}
	return scenario.Word{}
}

// PriceFiles splits the prices setting into files and folders. Those of a settings file are relative to its folder.
func (s Settings) PriceFiles() []string {
	if s.Prices == "" {
		return nil
	}
	origin := s.origins["prices"]
	var out []string
	for _, name := range filepath.SplitList(s.Prices) {
		if origin.Kind == "config" && !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(origin.File), name)
		}
		out = append(out, name)
	}
	return out
}

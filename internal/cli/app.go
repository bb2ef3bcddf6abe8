package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/config"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/report"
)

// app is one run of the program.
type app struct {
	Deps
	texts     *i18n.Catalog
	global    globalOptions
	files     []config.File
	unread    error // the first settings file that is there and cannot be read
	settings  config.Settings
	wantsJSON bool
	inputs    []string // files that were read: an output must not replace one
	stdin     []byte   // kept, because it can be read only once
	cat       *catalog.Catalog
}

// Run runs one command line and returns the exit code. args are those after the program's name.
func Run(ctx context.Context, args []string, d Deps) int {
	a := &app{Deps: d}
	a.files = a.settingsFiles()
	a.texts = i18n.New(a.language(args))
	a.wantsJSON = asksForJSON(args, d.Getenv(config.EnvName("format")))
	root := newRootCmd(a, args)
	root.SetArgs(args)
	return a.exit(ctx, root.ExecuteContext(ctx))
}

// interruptible is the context of a command that may run long: it ends with Ctrl-C. Only such commands ask for it,
// because to listen costs a start two threads.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt)
}

// settingsFiles reads the settings files that exist: the working folder's, then the user's.
func (a *app) settingsFiles() []config.File {
	names := []string{config.FileName}
	if dir, err := a.ConfigDir(); err == nil {
		names = append(names, filepath.Join(dir, "gpucalc", config.FileName))
	}
	var out []config.File
	for _, name := range names {
		data, err := os.ReadFile(name)
		switch {
		case err == nil:
			out = append(out, config.File{Name: name, Data: data})
		case !errors.Is(err, fs.ErrNotExist):
			a.unread = cmp.Or(a.unread, cannot("cli.cannot_read", name, err))
		}
	}
	return out
}

// language is chosen before flags are parsed, because help and errors of parsing need it.
func (a *app) language(args []string) string {
	asked := flagText(args, "lang")
	if asked == "" {
		asked = a.Getenv(config.EnvName("lang"))
	}
	if asked == "" && len(a.files) > 0 {
		s, _ := config.Load(a.files, nil)
		asked = s.Lang
	}
	return i18n.Lang(asked, a.Getenv("LC_ALL"), a.Getenv("LC_MESSAGES"), a.Getenv("LANG"))
}

// flagText finds the value of a flag in raw arguments, "" when it is not there.
func flagText(args []string, name string) string {
	for i, arg := range args {
		if arg == "--" {
			return ""
		}
		if value, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
			return value
		}
		if arg == "--"+name && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

func asksForJSON(args []string, env string) bool {
	for _, arg := range args {
		if arg == "--json" || arg == "--json=true" {
			return true
		}
	}
	if format := flagText(args, "format"); format != "" {
		return format == "json"
	}
	return env == "json"
}

// begin puts the settings together once the flags are known. Every command that does something calls it first.
func (a *app) begin(cmd *cobra.Command) error {
	if a.unread != nil {
		return a.unread
	}
	settings, wrong := config.Load(a.files, givenFlags(cmd))
	if wrong.HasErrors() {
		return wrongInput(wrong)
	}
	if err := a.take(cmd, settings); err != nil {
		return err
	}
	a.warn(config.UnknownVariables(os.Environ()))
	return nil
}

// take uses settings and decides the format.
func (a *app) take(cmd *cobra.Command, settings config.Settings) error {
	a.settings = settings
	if err := a.global.finish(a, cmd); err != nil {
		return err
	}
	a.wantsJSON = a.global.format == report.JSON
	return nil
}

// givenFlags is the text of the flags that are settings too and were given.
func givenFlags(cmd *cobra.Command) map[string]string {
	out := map[string]string{}
	for _, name := range config.Names() {
		if f := cmd.Flags().Lookup(config.FlagName(name)); f != nil && f.Changed && name != "prices" {
			out[name] = f.Value.String()
		}
	}
	return out
}

// runs wraps a command's work: settings first, then the work with its arguments.
func (a *app) runs(work func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.begin(cmd); err != nil {
			return err
		}
		return work(cmd, args)
	}
}

// meta is what documents say about this program.
func (a *app) meta() report.Meta { return report.Meta{Version: a.Version, BookDate: a.BookDate} }

// today is the month from which ages of prices are counted.
func (a *app) today() (quantity.YearMonth, error) {
	day, err := a.day()
	return day.Month(), err
}

// day is the day from which ages are counted in days.
func (a *app) day() (quantity.Date, error) {
	text := a.settings.Today
	if text == "" {
		text = a.BookDate
	}
	day, err := config.ParseToday(text)
	if err != nil {
		return 0, badFlag("today", err)
	}
	return day, nil
}

// catalogue is the shipped sheets with the user's laid over them.
func (a *app) catalogue() (*catalog.Catalog, error) {
	if a.cat != nil {
		return a.cat, nil
	}
	cat := a.Catalog()
	sheets, err := a.userSheets()
	if err != nil {
		return nil, err
	}
	cat, warnings, err := overlay(cat, sheets)
	if err != nil {
		return nil, err
	}
	a.warn(warnings)
	a.cat = cat
	return cat, nil
}

// sheet is a user's sheet as read.
type sheet struct {
	name string
	data []byte
}

// userSheets reads the files of --prices; a folder stands for the sheets in it, in the order of their names.
func (a *app) userSheets() ([]sheet, error) {
	names := a.global.prices
	if len(names) == 0 {
		names = a.settings.PriceFiles()
	}
	var out []sheet
	for _, name := range names {
		files, err := sheetFiles(name)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			data, err := a.readInput(file)
			if err != nil {
				return nil, err
			}
			out = append(out, sheet{file, data})
		}
	}
	return out, nil
}

// sheetFiles lists the files that a --prices value stands for.
func sheetFiles(name string) ([]string, error) {
	if name == "-" {
		return []string{name}, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, cannot("cli.cannot_read", name, err)
	}
	if !info.IsDir() {
		return []string{name}, nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, cannot("cli.cannot_read", name, err)
	}
	var out []string
	for _, e := range entries {
		ext := strings.ToLower(filepath.Ext(e.Name()))
		if !e.IsDir() && (ext == ".yaml" || ext == ".yml") {
			out = append(out, filepath.Join(name, e.Name()))
		}
	}
	if len(out) == 0 {
		return nil, usage(diag.New("cli.no_sheets", "path", name))
	}
	return out, nil
}

// overlay lays sheets over the catalogue. One may name what a later one defines, such as a source, so those with
// mistakes are tried again after the others until none gets on.
func overlay(cat *catalog.Catalog, sheets []sheet) (*catalog.Catalog, diag.List, error) {
	var warnings diag.List
	for len(sheets) > 0 {
		var left []sheet
		var wrong diag.List
		for _, s := range sheets {
			next, found := cat.Overlay(s.name, s.data)
			if next == nil {
				left, wrong = append(left, s), append(wrong, found...)
				continue
			}
			cat, warnings = next, append(warnings, found...)
		}
		if len(left) == len(sheets) {
			return nil, nil, badFile(wrong)
		}
		sheets = left
	}
	return cat, warnings, nil
}

// readInput reads an input file, "-" being stdin, and remembers it.
func (a *app) readInput(name string) ([]byte, error) {
	if name == "-" {
		return a.readStdin()
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, cannot("cli.cannot_read", name, err)
	}
	defer file.Close()
	a.inputs = append(a.inputs, name)
	data, err := readAll(file)
	if err != nil {
		return nil, cannot("cli.cannot_read", name, err)
	}
	return data, nil
}

func (a *app) readStdin() ([]byte, error) {
	if a.stdin == nil {
		data, err := readAll(a.Stdin)
		if err != nil {
			return nil, cannot("cli.cannot_read", "-", err)
		}
		a.stdin = data
	}
	return a.stdin, nil
}

func goVersion() string { return runtime.Version() }

// width is the display cells of a line: the user's, else the terminal's, else 80.
func (a *app) width() int {
	if n, err := strconv.Atoi(a.settings.Width); err == nil {
		return n
	}
	if n, ok := a.Terminal(); ok && n >= 20 {
		return n
	}
	return report.DefaultWidth
}

// color reports whether escape sequences may be used on stdout.
func (a *app) color() bool {
	switch a.settings.Color {
	case "always":
		return true
	case "never":
		return false
	}
	_, terminal := a.Terminal()
	return terminal && a.Getenv("NO_COLOR") == "" && a.Getenv("TERM") != "dumb"
}

// exists reports whether a path is there.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

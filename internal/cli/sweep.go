package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/report"
	"gpucalc/internal/scenario"
)

// sweepOptions are the flags of `sweep`.
type sweepOptions struct {
	inputFlags
	vary, shard []string
	workers     string
}

func (o *sweepOptions) addFlags(f *pflag.FlagSet, a *app) {
	o.inputFlags.addFlags(f, a)
	f.StringArrayVar(&o.vary, "vary", nil, a.texts.T("flag.sweep.vary"))
	f.StringArrayVar(&o.shard, "shard", nil, a.texts.T("flag.sweep.shard"))
	f.StringVar(&o.workers, "workers", "", a.texts.T("flag.sweep.workers"))
	placeholders(f, "vary", "NAME=VALUES", "shard", "I/N", "workers", "N")
}

func newSweepCmd(a *app) *cobra.Command {
	var o sweepOptions
	cmd := &cobra.Command{
		Use: "sweep", Short: a.texts.T("cmd.sweep.short"), Long: a.texts.T("cmd.sweep.long"),
		Example: `gpucalc sweep -s 8xA100-1y --vary util=0.1:1:0.05 --vary card=A100,H20
gpucalc sweep -s 8xH800-3y --vary for=3mo:60mo:3mo --vary discount-rate=0:0.12:0.04 --json
gpucalc sweep -s 8xA100-1y --vary util=1%:100%:1% --shard 2/8 -o part2.csv`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error { return runSweep(a, cmd, &o) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	return cmd
}

func runSweep(a *app, cmd *cobra.Command, o *sweepOptions) error {
	plan, err := o.plan()
	if err != nil {
		return err
	}
	format, err := o.format(a, cmd)
	if err != nil {
		return err
	}
	r, err := o.resolver(a, cmd, plan.Axes)
	if err != nil {
		return err
	}
	plan.Resolve, plan.Fast = r.resolve, r.fast()
	if err := r.try(); err != nil {
		return err
	}
	if err := a.checkOutputs(); err != nil {
		return err
	}
	out, done, err := a.sweepOutput()
	if err != nil {
		return err
	}
	if err := writeSweep(a, cmd, plan, format, out); err != nil {
		done()
		return err
	}
	return done()
}

// plan reads --vary, --shard and --workers.
func (o *sweepOptions) plan() (compare.SweepPlan, error) {
	var p compare.SweepPlan
	if len(o.vary) == 0 {
		return p, usage(diag.New("sweep.none").WithHint("sweep.vary.hint").In("--vary"))
	}
	for _, text := range o.vary {
		axis, wrong := compare.ParseVary(text)
		if wrong.HasErrors() {
			return p, usage(inFlag("--vary", wrong)...)
		}
		p.Axes = append(p.Axes, axis)
	}
	if len(o.shard) > 1 {
		return p, usage(diag.New("sweep.shard_twice", "value", strings.Join(o.shard, ", ")).WithHint("sweep.bad_shard.hint").In("--shard"))
	}
	shard, wrong := compare.ParseShard(strings.Join(o.shard, ""))
	if wrong.HasErrors() {
		return p, usage(inFlag("--shard", wrong)...)
	}
	p.Shard = shard
	if _, wrong := p.Points(); wrong.HasErrors() {
		return p, usage(inFlag("--vary", wrong)...)
	}
	var err error
	p.Workers, err = workerCount(o.workers)
	return p, err
}

// inFlag says which flag the findings are about.
func inFlag(flag string, list diag.List) diag.List {
	for i := range list {
		list[i] = list[i].In(flag)
	}
	return list
}

// format is how rows are written: CSV unless JSON is asked for.
func (o *sweepOptions) format(a *app, cmd *cobra.Command) (report.Format, error) {
	f := a.global.format
	if len(a.global.output) > 1 {
		return f, usage(diag.New("sweep.one_output").WithHint("sweep.one_output.hint").In("--output"))
	}
	if len(a.global.output) == 1 && a.global.output[0] != "-" {
		named, err := a.global.formatOf(cmd, a.global.output[0])
		if err != nil {
			return f, err
		}
		f = named
	}
	switch f {
	case report.JSON, report.CSV:
		return f, nil
	case report.Table:
		return report.CSV, nil
	}
	return f, usage(diag.New("sweep.format", "format", string(f)).WithHint("sweep.format.hint").In("--format"))
}

// sweepOutput is stdout or the file of --output. A file grows row by row, so that what is done is not lost.
func (a *app) sweepOutput() (io.Writer, func() error, error) {
	if len(a.global.output) == 0 || a.global.output[0] == "-" {
		return a.Stdout, func() error { return nil }, nil
	}
	file, err := os.Create(a.global.output[0])
	if err != nil {
		return nil, nil, cannot("cli.cannot_write", a.global.output[0], err)
	}
	return file, file.Close, nil
}

// flushRows is after how many rows the output is brought up to date.
const flushRows = 64

func writeSweep(a *app, cmd *cobra.Command, plan compare.SweepPlan, format report.Format, out io.Writer) error {
	names := make([]string, len(plan.Axes))
	for i, x := range plan.Axes {
		names[i] = x.Name
	}
	buffer := bufio.NewWriterSize(out, 1<<16)
	w, err := report.NewSweepWriter(buffer, format, names, plan.Shard.I == 1)
	if err != nil {
		return err
	}
	progress := a.progress(plan.Mine())
	rows := 0
	plan.Row = func(r compare.SweepRow) error {
		// A row that no longer fits goes out with the next ones: the output never ends within a row.
		if rows++; rows%flushRows == 0 || buffer.Available() < 1<<12 {
			if err := buffer.Flush(); err != nil {
				return err
			}
			progress(rows)
		}
		return w.Row(r)
	}
	err = compare.Sweep(cmd.Context(), plan)
	if flushed := buffer.Flush(); err == nil {
		err = flushed
	}
	progress(-1)
	return err
}

// progress shows on a terminal how far a long run is; a negative number ends the line.
func (a *app) progress(all int) func(done int) {
	file, ok := a.Stderr.(*os.File)
	if !ok || a.global.quiet || !term.IsTerminal(int(file.Fd())) {
		return func(int) {}
	}
	return func(done int) {
		if done < 0 {
			fmt.Fprint(file, "\r\x1b[K")
			return
		}
		fmt.Fprint(file, "\r"+a.texts.T("sweep.progress", "done", strconv.Itoa(done), "all", strconv.Itoa(all)))
	}
}

// sweepResolver turns the values of a point into an input.
type sweepResolver struct {
	base     costmodel.Input
	spec     scenario.Spec
	defaults scenario.Defaults
	axes     []compare.Vary
	today    quantity.YearMonth
}

func (o *sweepOptions) resolver(a *app, cmd *cobra.Command, axes []compare.Vary) (*sweepResolver, error) {
	in, err := o.input(a, cmd)
	if err != nil {
		return nil, err
	}
	a.warnAsQuoted(in)
	spec, _, _, err := o.base(a, in.Catalog)
	if err != nil {
		return nil, err
	}
	flags, err := o.spec(cmd)
	if err != nil {
		return nil, err
	}
	spec = spec.Over(flags)
	fillFromSettings(&spec, a)
	r := &sweepResolver{
		base: in, spec: spec, axes: axes, today: in.Today,
		defaults: scenario.Defaults{
			Site: a.settings.Site, Util: a.settings.Util, Pattern: a.settings.Pattern, View: a.settings.View,
			Taxpayer: a.settings.Taxpayer, Start: in.Today,
		},
	}
	for _, x := range axes {
		if _, ok := findFigure(in.Catalog, x.Name); ok || fieldOf(&spec, x.Name) != nil {
			continue
		}
		known := append(scenario.FieldNames(), figureIDs(in.Catalog)...)
		d := diag.New("cli.unknown_figure", "value", x.Name, "near", diag.Nearest(x.Name, known))
		return nil, usage(d.WithHint("cli.unknown_figure.hint").In("--vary"))
	}
	return r, r.distinct()
}

// distinct refuses parameters that set the same field or figure: the last would hide the others.
func (r *sweepResolver) distinct() error {
	by := map[string]string{}
	for _, x := range r.axes {
		for _, what := range r.sets(x) {
			if other, ok := by[what]; ok {
				d := diag.New("sweep.same", "name", x.Name, "other", other, "what", what)
				return usage(d.WithHint("sweep.same.hint").In("--vary"))
			}
			by[what] = x.Name
		}
	}
	return nil
}

// sets names what a parameter sets: a card with a number in front sets the count too.
func (r *sweepResolver) sets(x compare.Vary) []string {
	switch x.Name {
	case "card", "cards":
		out := []string{"card"}
		for _, v := range x.Values {
			if n, _, err := scenario.ParseCards(v); err == nil && n > 0 {
				return append(out, "count")
			}
		}
		return out
	}
	if t, ok := findFigure(r.base.Catalog, x.Name); ok {
		return []string{t.figure.ID}
	}
	return []string{x.Name}
}

// fieldOf is the field of a scenario with a name; nil when there is none.
func fieldOf(s *scenario.Spec, name string) *scenario.Word {
	switch name {
	case "card", "cards":
		return &s.Card
	case "count":
		return &s.Count
	case "for":
		return &s.For
	case "util":
		return &s.Util
	case "pattern":
		return &s.Pattern
	case "sessions":
		return &s.Sessions
	case "site":
		return &s.Site
	case "start":
		return &s.Start
	case "view":
		return &s.View
	case "taxpayer":
		return &s.Taxpayer
	case "memory":
		return &s.Memory
	case "life":
		return &s.Life
	case "idle":
		return &s.Idle
	case "power":
		return &s.Power
	case "tariff":
		return &s.Tariff
	case "independent":
		return &s.Independent
	}
	return nil
}

// fast says which parameters are figures of the bills: utilisation, and whatever --set can name.
func (r *sweepResolver) fast() []compare.Fast {
	out := make([]compare.Fast, len(r.axes))
	for i, x := range r.axes {
		if x.Name == "util" {
			out[i] = compare.Fast{Figure: compare.UtilFigure, Value: utilValue}
			continue
		}
		if t, ok := findFigure(r.base.Catalog, x.Name); ok && fieldOf(&scenario.Spec{}, x.Name) == nil {
			out[i] = compare.Fast{Figure: t.figure.ID, Value: func(word string) (quantity.Decimal, bool) {
				values, err := readValues(word, t.figure.Unit)
				if err != nil || len(values) != 1 {
					return quantity.Decimal{}, false
				}
				d, err := quantity.ParseNumber(values[0])
				return d, err == nil
			}}
		}
	}
	return out
}

// utilValue reads a utilisation that a scenario takes; the full way tells what is wrong with others.
func utilValue(word string) (quantity.Decimal, bool) {
	d, err := quantity.ParseShare(word)
	return d, err == nil && d.IsPos() && !d.GreaterThan(quantity.Int(1))
}

func (r *sweepResolver) resolve(values []string) (costmodel.Input, error) {
	in := r.base
	spec, cat, err := r.at(values)
	if err != nil {
		return in, err
	}
	sc, wrong := scenario.Resolve(spec, cat, r.defaults)
	if wrong.HasErrors() {
		return in, r.located(values, wrong)
	}
	in.Scenario, in.Catalog = sc, cat
	return in, nil
}

// tried is how many values of a parameter are tried before the first row is written.
const tried = 200

// try resolves values of every parameter, all others at their first, so that a slip is found before anything is written:
// the first and last hundred of long lists.
func (r *sweepResolver) try() error {
	values := make([]string, len(r.axes))
	for i, x := range r.axes {
		values[i] = x.Values[0]
	}
	cards := map[string]string{}
	for i, x := range r.axes {
		for k, v := range x.Values {
			if len(x.Values) > tried && k >= tried/2 && k < len(x.Values)-tried/2 {
				continue
			}
			values[i] = v
			in, err := r.resolve(values)
			if err != nil {
				return err
			}
			if x.Name != "card" && x.Name != "cards" {
				continue
			}
			card := strconv.Itoa(in.Scenario.Count) + " x " + in.Scenario.Card.ID
			if other, ok := cards[card]; ok {
				d := diag.New("sweep.same_value", "name", x.Name, "value", v, "other", other)
				return usage(d.WithHint("sweep.same_value.hint").In("--vary"))
			}
			cards[card] = v
		}
		values[i] = x.Values[0]
	}
	return nil
}

// at lays the point's values over scenario and sheets.
func (r *sweepResolver) at(values []string) (scenario.Spec, *catalog.Catalog, error) {
	spec, cat := r.spec, r.base.Catalog
	var top scenario.Spec
	for i, x := range r.axes {
		field := fieldOf(&top, x.Name)
		if field == nil {
			next, err := override(cat, x.Name, values[i], "--vary", r.today)
			if err != nil {
				return spec, nil, err
			}
			cat = next
			continue
		}
		text := values[i]
		if field == &top.Card {
			count, card, err := scenario.ParseCards(text)
			if err != nil {
				return spec, nil, badFlag("vary", err)
			}
			if text = card; count > 0 {
				top.Count = scenario.Word{Text: strconv.Itoa(count), Origin: varied}
			}
		}
		*field = scenario.Word{Text: text, Origin: varied}
	}
	return spec.Over(top), cat, nil
}

// varied is where the values of a point come from.
var varied = scenario.Origin{Kind: "flag", Name: "vary"}

// located says at which point the words were wrong.
func (r *sweepResolver) located(values []string, wrong diag.List) error {
	var point []string
	for i, x := range r.axes {
		point = append(point, x.Name+"="+values[i])
	}
	for i := range wrong {
		wrong[i] = wrong[i].In("--vary " + strings.Join(point, ", "))
	}
	return usage(wrong...)
}

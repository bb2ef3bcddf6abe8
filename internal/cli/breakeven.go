package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

// standardCase is what is solved where nothing is asked for.
const standardCase = "8xA100-36mo@0.6"

// breakEvenOptions are the flags of `breakeven`.
type breakEvenOptions struct {
	inputFlags
	solve     []string
	against   string
	maxMonths string
	grid      string
	ladder    bool
}

func (o *breakEvenOptions) addFlags(f *pflag.FlagSet, a *app) {
	o.inputFlags.addFlags(f, a)
	t := a.texts.T
	f.StringSliceVar(&o.solve, "solve", nil, t("flag.breakeven.solve"))
	f.StringVar(&o.against, "against", "", t("flag.breakeven.against"))
	f.StringVar(&o.maxMonths, "max-months", "", t("flag.breakeven.max-months"))
	f.StringVar(&o.grid, "grid", "", t("flag.breakeven.grid"))
	f.BoolVar(&o.ladder, "ladder", false, t("flag.breakeven.ladder"))
	placeholders(f, "solve", "WORD", "against", "OPTION", "max-months", "N", "grid", "A,B")
}

func newBreakEvenCmd(a *app) *cobra.Command {
	var o breakEvenOptions
	cmd := &cobra.Command{
		Use: "breakeven", Short: a.texts.T("cmd.breakeven.short"), Long: a.texts.T("cmd.breakeven.long"),
		Example: `gpucalc breakeven --util 0.6
gpucalc breakeven --cards 8xH800 --for 3y --solve months,rent --against rent.month
gpucalc breakeven --cards A100,H800,H20 --solve util,months
gpucalc breakeven --cards 8xH20 --grid util,months
gpucalc breakeven --ladder --cards 1xRTX-4090 --for 3mo`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error { return runBreakEven(a, cmd, &o) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	completeWords(cmd, "solve", compare.Unknowns)
	return cmd
}

func runBreakEven(a *app, cmd *cobra.Command, o *breakEvenOptions) error {
	rows, cols, err := o.axes()
	if err != nil {
		return err
	}
	most, err := o.months()
	if err != nil {
		return err
	}
	o.standard = standardCase
	inputs, err := o.inputs(a, cmd)
	if err != nil {
		return err
	}
	var cases []report.BreakEvenCase
	for _, in := range inputs {
		c, err := o.solveCase(in, most, len(inputs) == 1, rows, cols)
		if err != nil {
			return err
		}
		cases = append(cases, c)
	}
	return a.write(cmd, report.BreakEven(cases, a.meta(), report.BreakEvenOptions{
		CurveName: func(id string) string { return curveName(inputs[0].Catalog, id, a.texts) },
	}))
}

func (o *breakEvenOptions) solveCase(in costmodel.Input, most int, table bool, rows, cols string) (report.BreakEvenCase, error) {
	result, wrong := compare.Solve(in, compare.BreakEvenOptions{Solve: o.solve, Against: o.against, MaxMonths: most, Table: table})
	if wrong.HasErrors() {
		return report.BreakEvenCase{}, usage(wrong...)
	}
	c := report.BreakEvenCase{Result: result}
	if o.ladder {
		l := compare.Climb(in)
		c.Ladder = &l
	}
	if rows != "" {
		g, wrong := compare.Survey(in, rows, cols, o.against)
		if wrong.HasErrors() {
			return c, usage(wrong...)
		}
		c.Grid = &g
	}
	return c, nil
}

// axes reads --grid A,B.
func (o *breakEvenOptions) axes() (rows, cols string, err error) {
	if o.grid == "" {
		return "", "", nil
	}
	rows, cols, ok := strings.Cut(o.grid, ",")
	rows, cols = strings.TrimSpace(rows), strings.TrimSpace(cols)
	if !ok || rows == "" || cols == "" || strings.Contains(cols, ",") {
		d := diag.New("breakeven.grid_two", "value", o.grid, "words", strings.Join(compare.Unknowns, ", "))
		return "", "", usage(d.WithHint("breakeven.grid_two.hint").In("--grid"))
	}
	return rows, cols, nil
}

// longestSearch bounds --max-months: fifty years.
const longestSearch = 600

func (o *breakEvenOptions) months() (int, error) {
	if o.maxMonths == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(o.maxMonths, "mo"))
	if err != nil || n < 2 || n > longestSearch {
		return 0, usage(diag.New("breakeven.max_months", "value", o.maxMonths).WithHint("breakeven.max_months.hint").In("--max-months"))
	}
	return n, nil
}

// inputs is one input for each kind of card that --cards lists.
func (o *inputFlags) inputs(a *app, cmd *cobra.Command) ([]costmodel.Input, error) {
	var out []costmodel.Input
	asked := o.cards
	for _, card := range strings.Split(asked, ",") {
		o.cards = strings.TrimSpace(card)
		in, err := o.input(a, cmd)
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	o.cards = asked
	return out, nil
}

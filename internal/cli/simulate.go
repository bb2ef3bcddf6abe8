package cli

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/report"
)

// simulateOptions are the flags of `simulate`.
type simulateOptions struct {
	inputFlags
	draws, seed, workers, demand, drift string
	independent                         bool
}

func (o *simulateOptions) addFlags(f *pflag.FlagSet, a *app) {
	o.inputFlags.addFlags(f, a)
	word := wordFlags(f, a, "simulate.")
	word(&o.draws, "draws", "N")
	word(&o.seed, "seed", "N")
	word(&o.workers, "workers", "N")
	word(&o.demand, "demand", "RANGE")
	word(&o.drift, "drift", "RANGE")
	f.BoolVar(&o.independent, "independent", false, a.texts.T("flag.simulate.independent"))
}

func newSimulateCmd(a *app) *cobra.Command {
	var o simulateOptions
	cmd := &cobra.Command{
		Use: "simulate", Short: a.texts.T("cmd.simulate.short"), Long: a.texts.T("cmd.simulate.long"),
		Example: `gpucalc simulate --scenario 8xA100-36mo@0.6
gpucalc simulate -s 8xH800-3y --draws 1M --seed 7 --demand 40%..60%..90%
gpucalc simulate -s 8xH20-2y --drift -30%..-10%..0% --json`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error { return runSimulate(a, cmd, &o) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	return cmd
}

func runSimulate(a *app, cmd *cobra.Command, o *simulateOptions) error {
	options, err := o.finish()
	if err != nil {
		return err
	}
	in, err := o.input(a, cmd)
	if err != nil {
		return err
	}
	if !o.independent {
		options.Loadings = compare.LoadingsOf(in.Catalog)
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	result, wrong, err := compare.Simulate(ctx, in, options)
	if err != nil {
		return err
	}
	if wrong.HasErrors() {
		return usage(wrong...)
	}
	return a.write(cmd, report.Simulate(&result, a.meta()))
}

// usualDraws is how many draws are taken unless asked for more: their sampling error is about 1 % of a total's spread.
const usualDraws = 10_000

func (o *simulateOptions) finish() (compare.SimulateOptions, error) {
	out := compare.SimulateOptions{Draws: usualDraws, Seed: 1}
	if o.draws != "" {
		n, err := quantity.ParseCount(o.draws)
		if err != nil {
			return out, usage(diag.New("simulate.not_draws", "value", o.draws).WithHint("simulate.bad_draws.hint").In("--draws"))
		}
		out.Draws = int(n)
	}
	if o.seed != "" {
		n, err := strconv.ParseUint(o.seed, 10, 64)
		if err != nil {
			return out, usage(diag.New("simulate.bad_seed", "value", o.seed).WithHint("simulate.bad_seed.hint").In("--seed"))
		}
		out.Seed = n
	}
	var err error
	if out.Workers, err = workerCount(o.workers); err != nil {
		return out, err
	}
	if out.Demand, err = readRange("demand", o.demand, quantity.ParseShare); err != nil {
		return out, err
	}
	out.Drift, err = readRange("drift", o.drift, quantity.ParseChange)
	return out, err
}

// maxWorkers bounds --workers.
const maxWorkers = 1024

// workerCount reads --workers; "" means every core.
func workerCount(text string) (int, error) {
	if text == "" {
		return runtime.GOMAXPROCS(0), nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxWorkers {
		return 0, usage(diag.New("simulate.bad_workers", "value", text).WithHint("simulate.bad_workers.hint").In("--workers"))
	}
	return n, nil
}

// readRange reads LOW..HIGH or LOW..TYPICAL..HIGH; of two numbers the middle is typical.
func readRange(flag, text string, read func(string) (quantity.Decimal, error)) (*compare.Range, error) {
	if text == "" {
		return nil, nil
	}
	parts := strings.Split(text, "..")
	if len(parts) != 2 && len(parts) != 3 {
		return nil, usage(diag.New("simulate.bad_range", "value", text).WithHint("simulate.bad_range.hint").In("--" + flag))
	}
	values := make([]float64, len(parts))
	for i, p := range parts {
		d, err := read(strings.TrimSpace(p))
		if err != nil {
			return nil, badFlag(flag, err)
		}
		values[i] = d.InexactFloat64()
	}
	if len(values) == 2 {
		return &compare.Range{Low: values[0], Typical: (values[0] + values[1]) / 2, High: values[1]}, nil
	}
	return &compare.Range{Low: values[0], Typical: values[1], High: values[2]}, nil
}

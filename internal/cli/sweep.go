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

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
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
			return p, badFlag("vary", wrong.Err())
		}
		p.Axes = append(p.Axes, axis)
	}
	if len(o.shard) > 1 {
		return p, usage(diag.New("sweep.shard_twice", "value", strings.Join(o.shard, ", ")).WithHint("sweep.bad_shard.hint").In("--shard"))
	}
	shard, wrong := compare.ParseShard(strings.Join(o.shard, ""))
	if wrong.HasErrors() {
		return p, badFlag("shard", wrong.Err())
	}
	p.Shard = shard
	if _, wrong := p.Points(); wrong.HasErrors() {
		return p, badFlag("vary", wrong.Err())
	}
	var err error
	p.Workers, err = workerCount(o.workers)
	return p, err
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
	ctx, stop := interruptible(cmd)
	defer stop()
	err = compare.Sweep(ctx, plan)
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

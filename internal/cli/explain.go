package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

// explainOptions are the flags of `explain`.
type explainOptions struct {
	billFlags
}

func newExplainCmd(a *app) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use: "explain OPTION[/CATEGORY]", Short: a.texts.T("cmd.explain.short"), Long: a.texts.T("cmd.explain.long"),
		Example: `gpucalc explain own.sold --scenario 4xA100-2w
gpucalc explain own.reused/electricity --scenario 4xA100-2w
gpucalc explain own.sold --scenario 8xA100-1y --npv --taxpayer general --income-tax 25%`,
		Args: exactly("OPTION"),
		RunE: a.runs(func(cmd *cobra.Command, args []string) error { return runExplain(a, cmd, &o, args[0]) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	return cmd
}

func runExplain(a *app, cmd *cobra.Command, o *explainOptions, what string) error {
	in, err := o.bill(a, cmd)
	if err != nil {
		return err
	}
	result := compare.Run(in)
	option, category, _ := strings.Cut(what, "/")
	row, err := pricedRow(&result, option)
	if err != nil {
		return err
	}
	if err := knownCategory(row, category); err != nil {
		return err
	}
	return a.write(cmd, report.Explain(&result, *row, category, a.meta()))
}

// pricedRow finds an option that has a bill.
func pricedRow(r *compare.Result, id string) (*compare.Row, error) {
	var known []string
	for i := range r.Rows {
		if r.Rows[i].Priced {
			known = append(known, r.Rows[i].ID)
			if r.Rows[i].ID == id {
				return &r.Rows[i], nil
			}
		}
	}
	d := diag.New("cli.unknown_option", "value", id, "near", diag.Nearest(id, known), "known", strings.Join(known, ", "))
	return nil, usage(d.WithHint("cli.hint.known"))
}

func knownCategory(row *compare.Row, category string) error {
	if category == "" {
		return nil
	}
	var known []string
	for _, line := range row.Ledger.Lines {
		if string(line.Category) == category {
			return nil
		}
		if n := len(known); n == 0 || known[n-1] != string(line.Category) {
			known = append(known, string(line.Category))
		}
	}
	d := diag.New("cli.unknown_category", "value", category, "option", row.ID, "near", diag.Nearest(category, known), "known", strings.Join(known, ", "))
	return usage(d.WithHint("cli.hint.known"))
}

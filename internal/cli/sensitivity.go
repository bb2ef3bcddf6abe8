package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"gpucalc/internal/compare"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

// figuresShown is how many figures a tornado shows unless asked for more.
const figuresShown = 20

func newSensitivityCmd(a *app) *cobra.Command {
	var o inputFlags
	top := figuresShown
	cmd := &cobra.Command{
		Use: "sensitivity", Short: a.texts.T("cmd.sensitivity.short"), Long: a.texts.T("cmd.sensitivity.long"),
		Example: `gpucalc sensitivity --scenario 8xA100-36mo@0.6
gpucalc sensitivity -s 8xH800-3y --top 0 --json`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error {
			if top < 0 {
				return usage(diag.New("sensitivity.bad_top", "value", strconv.Itoa(top)).WithHint("sensitivity.bad_top.hint").In("--top"))
			}
			in, err := o.input(a, cmd)
			if err != nil {
				return err
			}
			base := compare.Run(in)
			result := compare.Sense(in, &base)
			return a.write(cmd, report.Sensitivity(&result, a.meta(), top))
		}),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	cmd.Flags().IntVar(&top, "top", figuresShown, a.texts.T("flag.sensitivity.top"))
	placeholders(cmd.Flags(), "top", "N")
	return cmd
}

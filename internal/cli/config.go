package cli

import (
	"github.com/spf13/cobra"

	"gpucalc/internal/report"
)

func newConfigCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "config", Short: a.texts.T("cmd.config.short"), Args: cobra.ArbitraryArgs, RunE: group,
	}
	cmd.AddCommand(newConfigShowCmd(a))
	return cmd
}

func newConfigShowCmd(a *app) *cobra.Command {
	var o inputFlags
	cmd := &cobra.Command{
		Use: "show", Short: a.texts.T("cmd.config.show.short"), Long: a.texts.T("cmd.config.show.long"), Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error {
			var rows []report.SettingRow
			for _, s := range a.settings.All() {
				rows = append(rows, report.SettingRow{
					Name: s.Name, Value: s.Value, Origin: report.OriginText(s.Origin), Default: s.Origin.Kind == "default",
				})
			}
			return a.write(cmd, report.Settings(rows, a.meta()))
		}),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	return cmd
}

package cli

import (
	"github.com/spf13/cobra"

	"gpucalc/internal/report"
)

func newVersionCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: a.texts.T("cmd.version.short"), Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error {
			return a.write(cmd, report.Version(a.meta(), goVersion()))
		}),
	}
}

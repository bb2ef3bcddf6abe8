package cli

import (
	"github.com/spf13/cobra"

	"gpucalc/internal/config"
	"gpucalc/internal/report"
)

func newVersionCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: a.texts.T("cmd.version.short"), Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Mistakes in a settings file must not keep anybody from learning the version.
			settings, _ := config.Load(nil, givenFlags(cmd))
			if err := a.take(cmd, settings); err != nil {
				return err
			}
			return a.write(cmd, report.Version(a.meta(), goVersion()))
		},
	}
}

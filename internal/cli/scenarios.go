package cli

import (
	"github.com/spf13/cobra"

	"gpucalc/internal/report"
)

func newScenariosCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "scenarios", Short: a.texts.T("cmd.scenarios.short"), Args: cobra.ArbitraryArgs, RunE: group,
	}
	cmd.AddCommand(newScenariosListCmd(a), newScenariosShowCmd(a))
	return cmd
}

func newScenariosListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: a.texts.T("cmd.scenarios.list.short"), Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error {
			cat, err := a.catalogue()
			if err != nil {
				return err
			}
			return a.write(cmd, report.Scenarios(cat.Scenarios(), a.meta()))
		}),
	}
}

func newScenariosShowCmd(a *app) *cobra.Command {
	var o inputFlags
	cmd := &cobra.Command{
		Use: "show NAME", Short: a.texts.T("cmd.scenarios.show.short"), Args: exactly("NAME"),
		Example: "gpucalc scenarios show thesis-4090\ngpucalc scenarios show 64xH800-14d",
		RunE: a.runs(func(cmd *cobra.Command, args []string) error {
			o.scenario = args[0]
			in, err := o.input(a, cmd)
			if err != nil {
				return err
			}
			return a.write(cmd, report.ScenarioShown(in.Scenario, a.meta()))
		}),
	}
	return cmd
}

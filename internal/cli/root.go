package cli

import (
	"io"

	"github.com/spf13/cobra"

	"gpucalc/internal/i18n"
	"gpucalc/internal/report"
)

// newRootCmd builds the command tree.
func newRootCmd(a *app) *cobra.Command {
	root := &cobra.Command{
		Use: "gpucalc", Short: a.texts.T("cmd.root.short"), Long: a.texts.T("cmd.root.long"),
		Example:       "gpucalc compare --scenario 4xA100-2w",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE:          group,
		Version:       a.Version,
	}
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(io.Discard) // errors are printed once, by exit
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(a.help)
	root.SetUsageFunc(func(*cobra.Command) error { return nil })
	root.SetVersionTemplate(a.texts.T("report.version", "version", a.Version, "go", goVersion(), "book", a.BookDate) + "\n")
	a.global.addFlags(root.PersistentFlags(), a)
	completeWords(root, "lang", i18n.Languages())
	completeWords(root, "format", report.Formats())
	completeWords(root, "color", []string{"auto", "always", "never"})
	root.AddCommand(
		newCompareCmd(a),
		newBreakEvenCmd(a),
		newSensitivityCmd(a),
		newSimulateCmd(a),
		newSweepCmd(a),
		newEstimateCmd(a),
		newExplainCmd(a),
		newPricesCmd(a),
		newScenariosCmd(a),
		newSchemaCmd(a),
		newConfigCmd(a),
		newVersionCmd(a),
	)
	root.AddCommand(newTopics(a)...)
	root.SetHelpCommand(newHelpCmd(a))
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.InitDefaultCompletionCmd()
	a.describe(root)
	return root
}

package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"gpucalc/internal/i18n"
	"gpucalc/internal/report"
)

// command is a constructor with the name of what it makes.
type command struct {
	name  string
	build func(*app) *cobra.Command
}

// commandList names every command, in the order of help.
func commandList() []command {
	return []command{
		{"compare", newCompareCmd},
		{"breakeven", newBreakEvenCmd},
		{"sensitivity", newSensitivityCmd},
		{"simulate", newSimulateCmd},
		{"sweep", newSweepCmd},
		{"estimate", newEstimateCmd},
		{"explain", newExplainCmd},
		{"prices", newPricesCmd},
		{"scenarios", newScenariosCmd},
		{"schema", newSchemaCmd},
		{"config", newConfigCmd},
		{"version", newVersionCmd},
	}
}

// commands builds the commands that the words of a command line name; of the others only what help lists is made,
// because their hundreds of flags would cost every start half a millisecond.
func (a *app) commands(words []string) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range commandList() {
		if slices.Contains(words, c.name) {
			out = append(out, c.build(a))
			continue
		}
		out = append(out, &cobra.Command{
			Use: c.name, Short: a.texts.T("cmd." + c.name + ".short"), Run: func(*cobra.Command, []string) {},
		})
	}
	return out
}

// newRootCmd builds the command tree for a command line.
func newRootCmd(a *app, words []string) *cobra.Command {
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
	root.AddCommand(a.commands(words)...)
	root.AddCommand(newTopics(a)...)
	root.SetHelpCommand(newHelpCmd(a))
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.InitDefaultCompletionCmd()
	a.describe(root)
	return root
}

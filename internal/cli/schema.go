package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

func newSchemaCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "schema [NAME]", Short: a.texts.T("cmd.schema.short"), Long: a.texts.T("cmd.schema.long"), Args: atMost(1),
		Example: "gpucalc schema compare\ngpucalc schema offers", ValidArgs: listed(),
		RunE: a.runs(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.write(cmd, report.Names("report.schema.title", listed(), "report.schema.note"))
			}
			return runSchema(a, cmd, args[0])
		}),
	}
}

// listed names the documents and, apart from them, the kinds of sheets; a name of both is the document's.
func listed() []string {
	out := report.SchemaNames()
	for _, kind := range catalog.Kinds() {
		if !slices.Contains(out, kind) {
			out = append(out, kind)
		} else {
			out = append(out, "sheet."+kind)
		}
	}
	return out
}

func runSchema(a *app, cmd *cobra.Command, name string) error {
	if text, ok := report.Schema(name); ok {
		a.global.format = report.JSON
		return a.write(cmd, report.RawJSON(text))
	}
	if spec, ok := catalog.Schema(strings.TrimPrefix(name, "sheet.")); ok {
		return a.write(cmd, report.Fields(spec))
	}
	known := listed()
	d := diag.New("cli.unknown_schema", "value", name, "near", diag.Nearest(name, known), "known", strings.Join(known, ", "))
	return usage(d.WithHint("cli.hint.known"))
}

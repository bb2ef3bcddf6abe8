// Package cli is the command tree: it parses words, asks the model, and hands the result to a renderer. It computes
// nothing.
//
// Run builds a fresh tree for every call from an app, which holds what the process gives (streams, environment,
// catalogue loader) and what the user set (flags over environment over settings file).
//
// To add a command NAME:
//
//  1. cli/NAME.go: an options struct with addFlags(*pflag.FlagSet), a constructor newNameCmd(a *app) *cobra.Command,
//     and a run function. What describes the need and the prices comes from inputFlags: its addFlags, then
//     input(a, cmd) gives a costmodel.Input with everything looked up. End with a.write(report.Name(result, ...)).
//  2. report/NAME.go: Name(result, ...) report.Report with Doc, JSON and Records, and its JSON type listed in
//     report/schema.go.
//  3. i18n/NAME.go: the texts cmd.NAME.short, cmd.NAME.long, cmd.NAME.example, flag.* for new flags, and the report's
//     words; join the table in i18n/areas.go.
//  4. root.go: name and constructor in commandList. testdata/script/NAME.txtar: one script with good and bad calls.
//
// Errors are findings (diag) with a key each: usage(d) ends with exit code 2, badFile(list) with 3, a *failure with
// exitCheckFailed with 4, anything else with 1. They are printed once, in error.go; nothing is written to stdout when a command fails.
package cli

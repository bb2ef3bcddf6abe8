package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/diag"
)

// worded is a flag's value with the ASCII word that stands for it in help: its type is that word. Annotations would do
// too, but take a map for every flag of every start.
type worded struct {
	pflag.Value
	word string
}

// Type returns the word.
func (w worded) Type() string { return w.word }

// placeholders sets the words that stand for values in help, alternating flag name and word.
func placeholders(f *pflag.FlagSet, nameWords ...string) {
	for i := 0; i+1 < len(nameWords); i += 2 {
		flag := f.Lookup(nameWords[i])
		flag.Value = worded{flag.Value, nameWords[i+1]}
	}
}

// placeholder is the word of a flag, "" for one without a value.
func placeholder(f *pflag.Flag) string {
	if w, ok := f.Value.(worded); ok {
		return w.word
	}
	return ""
}

// flagValues are the texts that were given for a flag, several for a repeatable one.
func flagValues(f *pflag.Flag) []string {
	v := f.Value
	if w, ok := v.(worded); ok {
		v = w.Value
	}
	if list, ok := v.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{v.String()}
}

// listValue is a repeatable flag; with a separator one text may hold several values. The library's own makes a CSV
// writer for every flag of every start.
type listValue struct {
	to        *[]string
	separator string
}

// String returns the values joined by commas.
func (l listValue) String() string { return strings.Join(*l.to, ",") }

// Set appends the values of a text.
func (l listValue) Set(text string) error {
	if l.separator == "" {
		*l.to = append(*l.to, text)
		return nil
	}
	for _, v := range strings.Split(text, l.separator) {
		if v = strings.TrimSpace(v); v != "" {
			*l.to = append(*l.to, v)
		}
	}
	return nil
}

// Type names the kind of value.
func (l listValue) Type() string { return "list" }

// Append, Replace and GetSlice make it a pflag.SliceValue.
func (l listValue) Append(v string) error     { *l.to = append(*l.to, v); return nil }
func (l listValue) Replace(vs []string) error { *l.to = vs; return nil }
func (l listValue) GetSlice() []string        { return *l.to }

// completeWords offers fixed words for a flag's value.
func completeWords(cmd *cobra.Command, flag string, words []string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag does not exist: a mistake of the constructor
	}
}

// flagError turns a mistake of the flag parser into a finding with the nearest right flag.
func flagError(cmd *cobra.Command, err error) error {
	see := commandLine(cmd) + " --help"
	switch e := err.(type) {
	case *pflag.NotExistError:
		name := "--" + e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			name = "-" + e.GetSpecifiedName()
		}
		if slices.Contains(solverCommands, cmd.Name()) && slices.Contains(beyondVAT, e.GetSpecifiedName()) {
			return usage(diag.New("cli.only_vat", "flag", name, "command", cmd.Name()).WithHint("money.only_vat.hint"))
		}
		near := diag.Nearest(name, flagNames(cmd))
		d := diag.New("cli.unknown_flag", "flag", name, "near", near, "see", see)
		if near != "" {
			return usage(d.WithHint("cli.hint.near"))
		}
		return usage(d.WithHint("cli.hint.see"))
	case *pflag.ValueRequiredError:
		return usage(diag.New("cli.flag_needs_value", "flag", e.GetFlag().Name, "see", see).WithHint("cli.hint.see"))
	case *pflag.InvalidValueError:
		return usage(diag.New("cli.bad_value", "flag", e.GetFlag().Name, "value", e.GetValue(), "see", see).WithHint("cli.hint.see"))
	}
	return usage(diag.New("cli.bad_flag", "why", err.Error(), "see", see).WithHint("cli.hint.see"))
}

func flagNames(cmd *cobra.Command) []string {
	var out []string
	add := func(f *pflag.Flag) { out = append(out, "--"+f.Name) }
	cmd.Flags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	return out
}

// commandLine is a command with its parents: "gpucalc prices show".
func commandLine(cmd *cobra.Command) string { return cmd.CommandPath() }

// exactly wants n arguments, named in the message.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return usage(diag.New("cli.missing_argument", "what", names[len(args)], "see", commandLine(cmd)+" --help").WithHint("cli.hint.see"))
		}
		return atMost(len(names))(cmd, args)
	}
}

// atMost wants n arguments or fewer.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return usage(diag.New("cli.extra_argument", "value", args[n], "see", commandLine(cmd)+" --help").WithHint("cli.hint.see"))
	}
}

// group is the work of a command that only holds others: help without arguments, else an unknown name.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var known []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			known = append(known, c.Name())
		}
	}
	near := diag.Nearest(args[0], known)
	d := diag.New("cli.unknown_command", "value", args[0], "near", near, "known", strings.Join(known, ", "), "see", commandLine(cmd)+" --help")
	if near != "" {
		return usage(d.WithHint("cli.hint.near"))
	}
	return usage(d.WithHint("cli.hint.known"))
}

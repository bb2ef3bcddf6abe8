package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/report"
)

// topics are the help pages that are no commands.
var topicNames = [...]string{"scenarios-format", "units", "sheets", "model", "memory", "settings", "formats", "exit-codes", "sources"}

// newTopics makes a help page of each topic: gpucalc help units.
func newTopics(a *app) []*cobra.Command {
	var out []*cobra.Command
	for _, name := range topicNames {
		out = append(out, &cobra.Command{Use: name, Short: a.texts.T("topic." + name + ".short"), Long: a.texts.T("topic." + name)})
	}
	return out
}

// newHelpCmd is `help [COMMAND|TOPIC]`; an unknown name is a mistake.
func newHelpCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: a.texts.T("cmd.help.short"), Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return group(found, append(rest, args...)[:1])
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// describe gives the commands and flags that the library adds their texts.
func (a *app) describe(root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short, c.Long = a.texts.T("cmd.completion.short"), a.texts.T("cmd.completion.long")
			for _, shell := range c.Commands() {
				shell.Short = a.texts.T("cmd.completion.shell", "shell", shell.Name())
			}
		}
	}
	root.Flags().Lookup("version").Usage = a.texts.T("flag.version")
}

// help prints a command's page in the reader's language, wrapped to the width.
func (a *app) help(cmd *cobra.Command, _ []string) {
	if flag := cmd.Flags().Lookup("help"); flag != nil {
		flag.Usage = a.texts.T("flag.help")
	}
	p := helpPage{app: a, width: a.helpWidth()}
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	p.paragraphs(long)
	if cmd.Runnable() || cmd.HasAvailableSubCommands() {
		p.usage(cmd)
	}
	p.commands(cmd)
	if cmd.Runnable() {
		p.flags("help.flags", cmd.LocalFlags())
		p.flags("help.global_flags", cmd.InheritedFlags())
	}
	if cmd.Example != "" {
		p.head("help.examples")
		for _, line := range strings.Split(strings.TrimSpace(cmd.Example), "\n") {
			fmt.Fprintln(&p.out, "  "+strings.TrimSpace(line))
		}
	}
	if cmd.Runnable() {
		p.head("help.exit_status")
		p.paragraphs(a.texts.T("help.exit_status.text"))
	}
	fmt.Fprint(a.Stdout, strings.TrimLeft(p.out.String(), "\n"))
}

// helpWidth is the width of help, which is printed before settings are put together.
func (a *app) helpWidth() int {
	if n, ok := a.Terminal(); ok && n >= 40 && n < 120 {
		return n
	}
	return report.DefaultWidth
}

// helpPage is help under construction.
type helpPage struct {
	*app
	width int
	out   strings.Builder
}

func (p *helpPage) head(key string) { p.out.WriteString("\n" + p.texts.T(key) + "\n") }

// paragraphs prints text; lines that begin with a blank stay as they are.
func (p *helpPage) paragraphs(text string) {
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		if strings.HasPrefix(line, " ") {
			p.out.WriteString(line + "\n")
			continue
		}
		for _, part := range report.Wrap(line, p.width) {
			p.out.WriteString(part + "\n")
		}
	}
}

func (p *helpPage) usage(cmd *cobra.Command) {
	p.head("help.usage")
	line := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		line = cmd.CommandPath() + " COMMAND"
	}
	p.out.WriteString("  " + line + "\n")
}

func (p *helpPage) commands(cmd *cobra.Command) {
	var real, topics [][2]string
	for _, c := range cmd.Commands() {
		switch {
		case c.IsAvailableCommand() || c.Name() == "help":
			real = append(real, [2]string{c.Name(), c.Short})
		case c.IsAdditionalHelpTopicCommand():
			topics = append(topics, [2]string{c.Name(), c.Short})
		}
	}
	p.list("help.commands", real)
	p.list("help.topics", topics)
}

// flags prints one line a flag: --name PLACEHOLDER and what it does.
func (p *helpPage) flags(key string, set *pflag.FlagSet) {
	var rows [][2]string
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if word := placeholder(f); word != "" {
			name += " " + word
		}
		rows = append(rows, [2]string{name, f.Usage})
	})
	p.list(key, rows)
}

// list prints names and texts in two columns.
func (p *helpPage) list(key string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	p.head(key)
	indent := 0
	for _, r := range rows {
		indent = max(indent, len(r[0]))
	}
	for _, r := range rows {
		for i, part := range report.Wrap(r[1], p.width-indent-4) {
			name := r[0]
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&p.out, "  %-*s  %s\n", indent, name, part)
		}
	}
}

package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/config"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

// globalOptions are the flags that every command has.
type globalOptions struct {
	lang, formatWord, today, width, color string
	json, quiet                           bool
	output, prices                        []string
	format                                report.Format
}

func (o *globalOptions) addFlags(f *pflag.FlagSet, a *app) {
	t := a.texts.T
	f.StringVar(&o.lang, "lang", "", t("flag.lang"))
	f.StringVar(&o.formatWord, "format", "", t("flag.format"))
	f.BoolVar(&o.json, "json", false, t("flag.json"))
	f.VarP(listValue{to: &o.output}, "output", "o", t("flag.output"))
	f.Var(listValue{to: &o.prices}, "prices", t("flag.prices"))
	f.StringVar(&o.today, "today", "", t("flag.today"))
	f.StringVar(&o.width, "width", "", t("flag.width"))
	f.StringVar(&o.color, "color", "", t("flag.color"))
	f.BoolVar(&o.quiet, "quiet", false, t("flag.quiet"))
	placeholders(f, "lang", "LANG", "format", "FORMAT", "output", "FILE", "prices", "PATH", "today", "DATE", "width", "N", "color", "WHEN")
}

// finish checks the flags that are settings and decides the format.
func (o *globalOptions) finish(a *app, cmd *cobra.Command) error {
	if list := config.Check(givenFlags(cmd)); list.HasErrors() {
		return usage(list...)
	}
	o.format = report.Format(a.settings.Format)
	if o.json {
		if cmd.Flags().Changed("format") && o.format != report.JSON {
			return usage(diag.New("cli.json_and_format", "format", string(o.format)))
		}
		o.format = report.JSON
	}
	for _, file := range o.output {
		if _, err := o.formatOf(cmd, file); err != nil {
			return err
		}
	}
	return nil
}

// formatOf is the format of an output file: what --format or --json says, else its extension.
func (o *globalOptions) formatOf(cmd *cobra.Command, file string) (report.Format, error) {
	if file == "-" || cmd.Flags().Changed("format") || o.json {
		return o.format, nil
	}
	switch ext := strings.ToLower(filepath.Ext(file)); ext {
	case ".json":
		return report.JSON, nil
	case ".csv":
		return report.CSV, nil
	case ".md", ".markdown":
		return report.Markdown, nil
	case ".html", ".htm":
		return report.HTML, nil
	case ".txt":
		return report.Table, nil
	default:
		return "", usage(diag.New("cli.unknown_extension", "path", file, "ext", ext).WithHint("cli.unknown_extension.hint"))
	}
}

// checkOutputs refuses, before the work, outputs that could not be written or would replace an input.
func (a *app) checkOutputs() error {
	for _, file := range a.global.output {
		if file == "-" {
			continue
		}
		info, err := os.Stat(file)
		if err == nil && info.IsDir() {
			return usage(diag.New("cli.output_is_folder", "path", file))
		}
		for _, in := range a.inputs {
			other, otherErr := os.Stat(in)
			if err == nil && otherErr == nil && os.SameFile(info, other) {
				return usage(diag.New("cli.output_is_input", "path", file))
			}
		}
		if dir := filepath.Dir(file); !exists(dir) {
			return usage(diag.New("cli.no_folder", "path", dir))
		}
	}
	return nil
}

// write writes a report to stdout, or to the files of --output. Warnings that a machine format cannot show to a person
// go to stderr.
func (a *app) write(cmd *cobra.Command, r report.Report) error {
	if err := a.checkOutputs(); err != nil {
		return err
	}
	if len(a.global.output) == 0 {
		return a.writeStdout(a.global.format, r)
	}
	for _, file := range a.global.output {
		format, err := a.global.formatOf(cmd, file)
		if err != nil {
			return err
		}
		if file == "-" {
			err = a.writeStdout(format, r)
		} else {
			err = a.writeFile(file, format, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) writeStdout(f report.Format, r report.Report) error {
	if f.ForMachine() {
		a.warn(r.Warnings)
	}
	return report.Write(a.Stdout, f, r, report.Options{Texts: a.texts, Width: a.width(), Color: a.color()})
}

// writeFile writes to a temporary file in the same folder and renames it, so that no half file is left.
func (a *app) writeFile(path string, f report.Format, r report.Report) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return cannot("cli.cannot_write", path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
		}
	}()
	err = report.Write(tmp, f, r, report.Options{Texts: a.texts, Width: a.width()})
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return cannot("cli.cannot_write", path, err)
	}
	if err = os.Chmod(tmp.Name(), filePermissions(path)); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return cannot("cli.cannot_write", path, err)
	}
	if !a.global.quiet {
		fmt.Fprintln(a.Stderr, a.texts.T("cli.wrote", "path", diag.Clean(path)))
	}
	return nil
}

// filePermissions are those of the file that is replaced, else what everybody may read.
func filePermissions(path string) os.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// maxInput is the most that is read of a sheet; the reader refuses those over 1 MiB with their true reason.
const maxInput = 8 << 20

func readAll(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxInput)) }

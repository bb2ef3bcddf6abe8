package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/report"
)

// Exit codes. `gpucalc help exit-codes` explains them to users.
const (
	exitDone        = 0
	exitFailure     = 1   // could not run
	exitUsage       = 2   // wrong usage, an unknown name on the command line
	exitBadFile     = 3   // a price sheet, scenario or other input file is wrong
	exitCheckFailed = 4   // done, and a check that the user asked for failed
	exitInterrupted = 130 // stopped by the user
)

// failure is an error with its exit code and findings.
type failure struct {
	code int
	list diag.List
}

// Error returns the plain fallback of the findings.
func (f *failure) Error() string { return (&diag.Error{List: f.list}).Error() }

func usage(list ...diag.Diagnostic) error { return &failure{exitUsage, list} }

func badFile(list diag.List) error { return &failure{exitBadFile, list} }

// wrongInput sorts findings by where they were made: with a place in a file exit code 3, without one 2.
func wrongInput(list diag.List) error {
	for _, d := range list {
		if d.File != "" && !strings.HasPrefix(d.File, "--") && d.Severity == diag.Mistake {
			return badFile(list)
		}
	}
	return usage(list...)
}

// cannot reports that something could not be done with a file: a path that is not there is a wrong name.
func cannot(key, path string, err error) error {
	code := exitFailure
	if errors.Is(err, fs.ErrNotExist) {
		code = exitUsage
	}
	var pathError *fs.PathError
	why := err.Error()
	if errors.As(err, &pathError) {
		why = pathError.Err.Error()
	}
	return &failure{code, diag.List{diag.New(key, "path", path, "why", why)}}
}

// badFlag reports a value that a flag does not take.
func badFlag(flag string, err error) error { return badValue("--"+flag, err) }

// badValue reports a value that a flag, variable or file does not take.
func badValue(name string, err error) error {
	var list *diag.Error
	var bad *quantity.Error
	switch {
	case errors.As(err, &list):
		out := make(diag.List, len(list.List))
		for i, d := range list.List {
			out[i] = d.In(name)
		}
		return usage(out...)
	case errors.As(err, &bad):
		return usage(bad.Diagnostic().In(name))
	}
	return usage(diag.New("cli.failed", "why", err.Error()).In(name))
}

// exit prints an error once and returns the exit code.
func (a *app) exit(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		a.print(diag.List{diag.New("cli.interrupted")}, exitInterrupted)
		return exitInterrupted
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{exitFailure, diag.List{diag.New("cli.failed", "why", err.Error())}}
		if errors.Is(err, os.ErrClosed) || strings.Contains(err.Error(), "broken pipe") {
			return exitFailure
		}
	}
	a.print(f.list.Sorted(), f.code)
	return f.code
}

// print writes findings to stderr: as JSON where the result would have been JSON, else a line each with its remedy.
func (a *app) print(list diag.List, code int) {
	if a.wantsJSON {
		if doc, err := report.ErrorJSON(list, code); err == nil {
			fmt.Fprint(a.Stderr, doc)
			return
		}
	}
	for _, d := range list {
		a.printOne(d)
	}
}

func (a *app) printOne(d diag.Diagnostic) {
	line := a.texts.Line(d)
	if d.File == "" {
		key := "common.error"
		if d.Severity == diag.Warning {
			key = "common.warning"
		}
		line = "gpucalc: " + a.texts.T(key) + ": " + line
	}
	fmt.Fprintln(a.Stderr, line)
	if hint := a.texts.Hint(d); hint != "" {
		fmt.Fprintln(a.Stderr, "gpucalc: "+a.texts.T("common.hint")+": "+hint)
	}
}

// warn prints warnings to stderr unless the user wants quiet.
func (a *app) warn(list diag.List) {
	if a.global.quiet {
		return
	}
	for _, d := range list {
		a.printOne(d.AsWarning())
	}
}

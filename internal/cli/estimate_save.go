package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
)

// checkPath refuses a path that cannot be written or is an input.
func (a *app) checkPath(file string) error {
	outputs := a.global.output
	defer func() { a.global.output = outputs }()
	a.global.output = []string{file}
	return a.checkOutputs()
}

// saveScenario writes the scenario of an estimate as a sheet, whole or not at all.
func (a *app) saveScenario(path string, r *estimate.Result) (err error) {
	text := r.Sheet(r.ScenarioID())
	if text == "" {
		return &failure{exitFailure, diag.List{diag.New("estimate.nothing_to_save", "path", path)}}
	}
	if err := a.checkPath(path); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return cannot("cli.cannot_write", path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
			err = cannot("cli.cannot_write", path, err)
		}
	}()
	_, err = tmp.WriteString(text)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), filePermissions(path))
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err == nil && !a.global.quiet {
		fmt.Fprintln(a.Stderr, a.texts.T("cli.wrote", "path", diag.Clean(path)))
	}
	return err
}

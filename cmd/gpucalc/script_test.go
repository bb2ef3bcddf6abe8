package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite scripts, golden files and README examples")

func TestMain(m *testing.M) {
	version = "test"
	testscript.Main(m, map[string]func(){"gpucalc": main})
}

// TestScripts runs the end-to-end scripts: one area a file, each with wrong calls too.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               fixedEnvironment,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// fixedEnvironment makes runs independent of the machine.
func fixedEnvironment(env *testscript.Env) error {
	home := env.WorkDir + "/home"
	env.Setenv("HOME", home)
	env.Setenv("XDG_CONFIG_HOME", home+"/.config")
	env.Setenv("LC_ALL", "C")
	env.Setenv("LANG", "")
	env.Setenv("TERM", "dumb")
	env.Setenv("TZ", "UTC")
	env.Setenv("COLUMNS", "")
	return os.MkdirAll(home+"/.config", 0o755)
}

// exits runs a command that must end with an exit code: exits 2 gpucalc compare.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("exits: %v", err)
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("exits: %v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

package cli

import (
	"io"
	"os"
	"runtime/debug"

	"golang.org/x/term"

	"gpucalc/internal/catalog"
	"gpucalc/pricing"
)

// Deps is what a run gets from its process. Tests fill it with their own.
type Deps struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	ConfigDir      func() (string, error)              // the user's configuration folder
	Terminal       func() (columns int, terminal bool) // of stdout
	Catalog        func() *catalog.Catalog             // the shipped sheets; called only by commands that need them
	Version        string
	BookDate       string // day on which the shipped sheets were closed
}

// OSDeps is the process's own streams, environment and terminal, and the shipped sheets.
func OSDeps(version string) Deps {
	return Deps{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, ConfigDir: os.UserConfigDir,
		Terminal: stdoutTerminal, Catalog: catalog.Embedded, Version: versionText(version), BookDate: pricing.BookDate,
	}
}

func stdoutTerminal() (int, bool) {
	fd := int(os.Stdout.Fd())
	if !term.IsTerminal(fd) {
		return 0, false
	}
	columns, _, err := term.GetSize(fd)
	if err != nil {
		return 0, true
	}
	return columns, true
}

// versionText is the version set at link time, else the one of the module, else "devel".
func versionText(linked string) string {
	if linked != "" {
		return linked
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
)

// BenchmarkCommands is whole commands in one process: all but the start of the program itself.
func BenchmarkCommands(b *testing.B) {
	for _, line := range []string{
		"estimate --params 10B --cards H800",
		"estimate --params 10B --cards H800 --no-cost",
		"estimate --params 10B --cards H800,A100,H20",
		"compare --scenario 4xA100-2w",
		"version",
	} {
		b.Run(line, func(b *testing.B) {
			var out, errs bytes.Buffer
			d := Deps{
				Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
				Getenv:    func(string) string { return "" },
				ConfigDir: func() (string, error) { return "", errors.New("none") },
				Terminal:  func() (int, bool) { return 0, false },
				Catalog:   catalog.Embedded, Version: "test", BookDate: catalog.BookDate,
			}
			b.Chdir(b.TempDir())
			b.ReportAllocs()
			for b.Loop() {
				out.Reset()
				if code := Run(context.Background(), strings.Fields(line), d); code != 0 {
					b.Fatalf("exit code %d: %s", code, errs.String())
				}
			}
		})
	}
}

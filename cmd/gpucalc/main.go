// Command gpucalc compares renting accelerators with owning them, on Shanghai prices.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"gpucalc/internal/cli"
)

// version is set at link time: -ldflags "-X main.version=1.2.3".
var version string

func main() {
	// A run lives for milliseconds and ends before its garbage matters.
	debug.SetGCPercent(400)
	os.Exit(cli.Run(context.Background(), os.Args[1:], cli.OSDeps(version)))
}

// Command index writes the embedded price sheets as Go literals, so that the program starts without
// parsing anything. It refuses sheets with mistakes.
//
//	go generate ./internal/catalog
package main

import (
	"flag"
	"fmt"
	"os"

	"gpucalc/internal/gendocs/sheetindex"
)

func main() {
	out := flag.String("o", "index_gen.go", "file to write")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintln(os.Stderr, "index:", err)
		os.Exit(1)
	}
}

func write(path string) error {
	code, err := sheetindex.Generate()
	if err != nil {
		return err
	}
	return os.WriteFile(path, code, 0o644)
}

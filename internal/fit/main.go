// Command fit turns published training runs and measured rates into the sheet
// of utilisation coefficients, and shows how well it predicts runs it has not
// seen.
//
//	go run ./internal/fit            writes pricing/mfu.yaml
//	go run ./internal/fit accuracy   prints every run: predicted, published, ratio
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
)

const (
	dataFolder = "testdata/training"
	sheetPath  = "pricing/mfu.yaml"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	all, err := load(dataFolder)
	if err != nil {
		return err
	}
	accuracy := slices.Equal(args, []string{"accuracy"})
	if len(args) > 0 && !accuracy {
		return fmt.Errorf("unknown argument %q, expected none or accuracy", args[0])
	}
	r, err := newReport(all)
	if err != nil {
		return err
	}
	if accuracy {
		r.printAccuracy(out)
		memory, err := loadMemory(dataFolder)
		if err != nil {
			return err
		}
		printMemory(out, memory)
		return nil
	}
	return os.WriteFile(sheetPath, r.sheet(), 0o644)
}

// unflagged selects the rows that are fitted; flagged runs are the others.
func unflagged(all []observation) (fitted, flagged []observation) {
	for _, o := range all {
		if o.Flag == "" {
			fitted = append(fitted, o)
		} else {
			flagged = append(flagged, o)
		}
	}
	return fitted, flagged
}

// final fits the model on everything that is not flagged.
func final(fitted []observation) (fittedModel, error) {
	d := newDesign(fitted)
	everything := func(int) bool { return true }
	s, residuals, err := choose(d, fitted, everything)
	if err != nil {
		return fittedModel{}, err
	}
	m, err := build(d, fitted, everything, s, residuals)
	return fittedModel{m, s}, err
}

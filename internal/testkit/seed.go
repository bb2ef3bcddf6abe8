package testkit

import "flag"

// FixSeed makes property tests draw the same cases in every run, so that a change is what turns a test red, not luck.
// It is called before flags are parsed: -rapid.seed=0 on the command line draws fresh cases, as `make properties` does.
func FixSeed() {
	if f := flag.Lookup("rapid.seed"); f != nil {
		_ = f.Value.Set("1")
	}
}

package estimate

import (
	"os"
	"testing"

	"gpucalc/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.FixSeed()
	os.Exit(m.Run())
}

package testkit

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// listed is what `go list -json` says about a package.
type listed struct {
	ImportPath string
	Imports    []string
}

// onlyIn names the packages that may import a library, by the library's path prefix.
var onlyIn = map[string][]string{
	"github.com/spf13/cobra":            {"internal/cli", "internal/gendocs", "internal/testkit/startbench/empty"},
	"github.com/spf13/pflag":            {"internal/cli", "internal/gendocs"},
	"github.com/spf13/viper":            {"internal/config"},
	"gopkg.in/yaml.v3":                  {"internal/yamlx"},
	"go.yaml.in/yaml/v3":                {},
	"github.com/olekukonko/tablewriter": {"internal/report"},
	"github.com/quagmt/udecimal":        {"internal/quantity", "internal/ledger", "internal/costmodel", "internal/compare"},
	"gpucalc/pricing":                   {"internal/catalog", "internal/cli", "internal/gendocs"},
	"gpucalc/internal/testkit":          {},
	"github.com/santhosh-tekuri":        {},
	"github.com/google/go-cmp":          {"internal/testkit"},
	"pgregory.net/rapid":                {},
	"github.com/rogpeppe/go-internal":   {},
}

// pure packages know no files, network, clock or log.
var pure = []string{
	"diag", "i18n", "quantity", "yamlx", "catalog", "scenario", "ledger", "finance", "costmodel", "compare", "training", "estimate",
}

var impure = []string{"os", "os/exec", "io/fs", "io/ioutil", "net", "net/http", "log", "log/slog", "path/filepath", "embed"}

// layers order the packages: one may import only those of lower layers, and its own layer where said.
var layers = map[string]int{
	"diag": 0, "quantity": 1, "yamlx": 1, "i18n": 2, "ledger": 2, "finance": 2, "catalog": 3, "scenario": 4,
	"training": 5, "costmodel": 6, "compare": 7, "estimate": 8, "report": 9, "config": 9, "cli": 10,
}

// TestImportRules holds the package layout: which package may import what.
func TestImportRules(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "gpucalc/")
		for _, imp := range p.Imports {
			checkLibrary(t, name, imp)
			checkPurity(t, name, imp)
			checkLayer(t, name, imp)
		}
	}
}

func checkLibrary(t *testing.T, name, imp string) {
	for lib, allowed := range onlyIn {
		if (imp == lib || strings.HasPrefix(imp, lib+"/")) && !slices.ContainsFunc(allowed, func(a string) bool {
			return name == a || strings.HasPrefix(name, a+"/")
		}) {
			t.Errorf("%s imports %s, which only %v may", name, imp, allowed)
		}
	}
}

func checkPurity(t *testing.T, name, imp string) {
	if slices.Contains(pure, strings.TrimPrefix(name, "internal/")) && slices.Contains(impure, imp) {
		t.Errorf("%s imports %s: it must know no files, network, clock or log", name, imp)
	}
}

func checkLayer(t *testing.T, name, imp string) {
	from, known := layers[path.Base(name)]
	to, inside := layers[strings.TrimPrefix(imp, "gpucalc/internal/")]
	if known && inside && strings.HasPrefix(name, "internal/") && to >= from {
		t.Errorf("%s imports %s: imports go downward only", name, imp)
	}
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "gpucalc/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if len(list) < 10 {
		t.Fatalf("go list found only %d packages", len(list))
	}
	return list
}

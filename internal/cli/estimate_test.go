package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucalc/internal/catalog"
)

// estimated runs `estimate` and returns what it leaves.
func estimated(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Run(context.Background(), append([]string{"estimate", "--lang", "en"}, args...), Deps{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" },
		ConfigDir: func() (string, error) { return "", errors.New("none") }, Terminal: func() (int, bool) { return 0, false },
		Catalog: catalog.Embedded, Version: "test", BookDate: "2026-11-30",
	})
	return code, out.String(), errs.String()
}

func TestEstimateRefuses(t *testing.T) {
	folder := t.TempDir()
	unknown := filepath.Join(folder, "unknown.json")
	broken := filepath.Join(folder, "broken.json")
	negative := filepath.Join(folder, "negative.json")
	for file, text := range map[string]string{unknown: `{"model_type":"lama"}`, broken: `{"model_type"`, negative: "{\n\"model_type\":\"llama\",\"hidden_size\":8,\"num_attention_heads\":1,\"vocab_size\":9,\n \"num_hidden_layers\": -3}"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		code   int
		stderr string
		args   []string
	}{
		{2, "MFU 1.2 is above 1", []string{"--params", "10B", "--cards", "A100", "--mfu", "1.2"}},
		{2, "did you mean 38%?", []string{"--params", "10B", "--cards", "A100", "--mfu", "38"}},
		{2, "does not compute in fp8", []string{"--params", "10B", "--cards", "A100", "--precision", "fp8"}},
		{2, "use --precision fp16", []string{"--params", "10B", "--cards", "V100", "--precision", "bf16"}},
		{2, `"0" is not a number of cards`, []string{"--params", "10B", "--cards", "0xA100"}},
		{2, "did you mean 10B?", []string{"--params", "10", "--cards", "H800"}},
		{2, "did you mean 200GB?", []string{"--params", "10B", "--data", "200B", "--cards", "H800"}},
		{2, `"-1" is not a number of cards`, []string{"--params", "10B", "--cards", "-1xA100"}},
		{2, `"2.5" is not a number of cards`, []string{"--params", "10B", "--cards", "2.5xA100"}},
		{2, "8.34 times what its peak allows", []string{"--params", "10B", "--cards", "64xA100", "--measured", "1xA100: 40000 tok/s"}},
		{2, "did you mean 10B?", []string{"--params", "10GB", "--cards", "H800"}},
		{2, `did you mean "H800"?`, []string{"--params", "10B", "--cards", "H80O"}},
		{2, "no cards given", []string{"--params", "10B"}},
		{2, "no model size", []string{"--cards", "H800"}},
		{2, "both --params and --model", []string{"--params", "10B", "--model", "llama3-8b", "--cards", "H800"}},
		{2, "both --tokens and --data", []string{"--params", "10B", "--tokens", "1T", "--data", "1TB", "--cards", "H800"}},
		{2, "20B active parameters are more than all 10B", []string{"--params", "10B", "--active", "20B", "--cards", "H800"}},
		{2, `"200" has no unit`, []string{"--params", "10B", "--data", "200", "--cards", "H800"}},
		{2, "is not a bandwidth with its unit", []string{"--params", "10B", "--cards", "H800", "--network", "10"}},
		{2, `"lroa" is not one of pretrain`, []string{"--params", "10B", "--cards", "H800", "--kind", "lroa"}},
		{2, `unknown tokenizer "mine"`, []string{"--params", "10B", "--cards", "H800", "--data", "1TB", "--tokenizer", "mine"}},
		{2, "not a year", []string{"--params", "10B", "--cards", "H800", "--year", "later"}},
		{2, "--mfu and --measured", []string{"--params", "10B", "--cards", "H800", "--mfu", "0.4", "--measured", "8xA100: 21000 tok/s"}},
		{2, "is not a measured rate", []string{"--params", "10B", "--cards", "H800", "--measured", "21000"}},
		{2, "is not published", []string{"--params", "10B", "--cards", "BW1000"}},
		{2, "unknown flag", []string{"--params", "10B", "--cards", "H800", "--parms", "1B"}},
		{2, "no such file", []string{"--config", filepath.Join(folder, "none.json"), "--cards", "H800"}},
		{3, `unknown architecture "lama"`, []string{"--config", unknown, "--cards", "H800"}},
		{3, "broken.json:1:14: the JSON of the model configuration breaks off", []string{"--config", broken, "--cards", "H800"}},
		{3, `negative.json:3:2: "num_hidden_layers" is -3, expected a whole number from 1 on`, []string{"--config", negative, "--cards", "H800"}},
		{2, "--language says how text is cut", []string{"--params", "10B", "--cards", "H800", "--language", "zh"}},
		{2, "--tokenizer says how text is cut", []string{"--params", "10B", "--tokens", "1T", "--cards", "H800", "--tokenizer", "llama2"}},
		{2, "--bytes-per-token says how text is cut", []string{"--params", "10B", "--cards", "H800", "--bytes-per-token", "4"}},
		{2, `"H800" is named twice with the same number`, []string{"--params", "10B", "--cards", "H800,H800"}},
		{2, "end within 0.0417 days", []string{"--params", "10B", "--cards", "H800", "--deadline", "1h"}},
		{1, "nothing fits", []string{"--params", "70B", "--cards", "8xA100", "--save-scenario", filepath.Join(folder, "s.yaml")}},
	} {
		code, stdout, stderr := estimated(t, c.args...)
		if code != c.code || !strings.Contains(stderr, c.stderr) || stdout != "" {
			t.Errorf("%v: code %d, want %d; stderr %q lacks %q; stdout %q", c.args, code, c.code, stderr, c.stderr, stdout)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "s.yaml")); err == nil {
		t.Error("a failed run leaves a file")
	}
}

// Several mistakes are reported in one run.
func TestEstimateCollectsMistakes(t *testing.T) {
	_, _, stderr := estimated(t, "--params", "10GB", "--cards", "H80O", "--mfu", "1.2", "--seq", "x")
	for _, want := range []string{"--params", "--cards", "--mfu", "--seq"} {
		if !strings.Contains(stderr, "at "+want) {
			t.Errorf("%s is not named in\n%s", want, stderr)
		}
	}
}

func TestEstimateSaves(t *testing.T) {
	file := filepath.Join(t.TempDir(), "train.yaml")
	code, stdout, stderr := estimated(t, "--params", "10B", "--cards", "16xA100", "--save-scenario", file, "--no-cost")
	if code != 0 || stdout == "" || !strings.Contains(stderr, "wrote "+file) {
		t.Fatalf("code %d, stderr %q", code, stderr)
	}
	var out, errs bytes.Buffer
	code = Run(context.Background(), []string{"compare", "--lang", "en", "--scenario", file}, Deps{
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" },
		ConfigDir: func() (string, error) { return "", errors.New("none") }, Terminal: func() (int, bool) { return 0, false },
		Catalog: catalog.Embedded, Version: "test", BookDate: "2026-11-30",
	})
	if code != 0 || !strings.Contains(out.String(), "16 x A100 SXM4 80GB") {
		t.Errorf("compare of the saved scenario: code %d, %s%s", code, out.String(), errs.String())
	}
}

func TestEstimateReadsConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.json")
	const llama = `{"model_type":"llama","hidden_size":4096,"intermediate_size":11008,"num_attention_heads":32,"num_hidden_layers":32,"vocab_size":32000}`
	if err := os.WriteFile(file, []byte(llama), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := estimated(t, "--config", file, "--tokens", "1T", "--cards", "64xA100", "--no-cost", "--json")
	if code != 0 || !strings.Contains(stdout, `"params": 6738149376`) || !strings.Contains(stdout, `"shape_assumed": false`) {
		t.Errorf("code %d, %s%s", code, stdout, stderr)
	}
}

// A claim that does not hold fails a check: the answer is printed, code 4.
func TestEstimateExpectation(t *testing.T) {
	claim := []string{"--params", "10B", "--data", "200GB", "--epochs", "20", "--cards", "64xH800", "--no-cost", "--expect"}
	code, stdout, stderr := estimated(t, append(claim, "14d")...)
	if code != 4 || !strings.Contains(stdout, "What would make 14 days true") || !strings.Contains(stderr, "the claimed 14.0 days lie outside") {
		t.Errorf("code %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	if code, _, stderr := estimated(t, append(claim, "35d")...); code != 0 {
		t.Errorf("a claim inside the range: code %d, %s", code, stderr)
	}
}

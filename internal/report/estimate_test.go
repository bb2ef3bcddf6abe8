package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/estimate"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// estimateCases are answers of every kind.
func estimateCases(t *testing.T) map[string]*estimate.Result {
	t.Helper()
	cat := catalog.Embedded()
	month := quantity.NewMonth(2026, 11)
	run := func(cards string, change func(*estimate.Ask)) *estimate.Result {
		targets, wrong := estimate.ParseTargets(cards, cat)
		if err := wrong.Err(); err != nil {
			t.Fatal(err)
		}
		a := estimate.Ask{
			Model: training.ModelShape{Params: 10e9}, From: estimate.FromSize, Targets: targets, WithCost: true,
			Costs:    costmodel.Input{Catalog: cat, Today: month},
			Defaults: scenario.Defaults{Site: "songjiang", Util: "1", Pattern: "all", View: "sold", Taxpayer: "none", Start: month},
		}
		change(&a)
		r, wrong := estimate.Run(a)
		if err := wrong.Err(); err != nil {
			t.Fatal(err)
		}
		return &r
	}
	return map[string]*estimate.Result{
		"table": run("H800", func(*estimate.Ask) {}),
		"cards": run("A100,H20,4090", func(a *estimate.Ask) { a.DeadlineDays = 20 }),
		"claim": run("64xH800", func(a *estimate.Ask) {
			a.Data = training.Data{Bytes: 200e9, Epochs: 20}
			a.ExpectDays = 14
		}),
		"network": run("1000xH100", func(a *estimate.Ask) {
			a.Model.Params, a.WithCost = 70e9, false
			a.Network = estimate.Network{Gbps: 10, PerServer: true}
			a.AllReduce = estimate.AllReduce{GBs: 0.5, Nominal: 1}
			a.UploadMbps, a.StorageGBs = 100, 0.0001
		}),
		"no fit": run("8xA100", func(a *estimate.Ask) { a.Model.Params = 70e9 }),
		"flops":  run("8x4090", func(a *estimate.Ask) { a.From, a.Data = estimate.FromFLOPs, training.Data{FLOPs: 1e21} }),
		"qlora":  run("1x4090", func(a *estimate.Ask) { a.Work.Kind = training.QLoRA }),
	}
}

func TestEstimateJSONFollowsItsSchema(t *testing.T) {
	schema, ok := Schema("estimate")
	if !ok {
		t.Fatal("no schema")
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("estimate.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("estimate.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range estimateCases(t) {
		var b bytes.Buffer
		if err := Write(&b, JSON, Estimate(r, Meta{"1", "2026-11-30"}, ""), Options{}); err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The names that scripts rely on, and their shapes.
func TestEstimateJSONNames(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, JSON, Estimate(estimateCases(t)["table"], Meta{"1", "2026-11-30"}, ""), Options{}); err != nil {
		t.Fatal(err)
	}
	type span struct{ Low, Typical, High *float64 }
	var doc struct {
		Schema string
		Model  struct{ Params, Active, Tokens float64 }
		Choice struct {
			Card  string
			Count int
		}
		Candidates []struct {
			Card      string
			Count     int
			Precision string
			Fits      bool
			Layout    map[string]any
			MemoryGB  float64 `json:"memory_gb"`
			MFU       span
			Days      span
			CardHours span    `json:"card_hours"`
			EnergyKWh float64 `json:"energy_kwh"`
			Cost      struct {
				Option string
				Total  float64
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != "gpucalc.estimate/v1" || doc.Model.Params != 10e9 || doc.Model.Active != 10e9 || doc.Model.Tokens != 200e9 {
		t.Errorf("%s, model %+v", doc.Schema, doc.Model)
	}
	if doc.Choice.Card != "nvidia-h800-sxm-80g" || doc.Choice.Count != 16 {
		t.Errorf("choice %+v", doc.Choice)
	}
	for _, c := range doc.Candidates {
		full := c.MFU.Low != nil && c.Days.Typical != nil && c.CardHours.High != nil
		if !full || c.Card == "" || c.Precision != "bf16" || !c.Fits || len(c.Layout) == 0 || c.MemoryGB <= 0 || c.EnergyKWh <= 0 || c.Cost.Total <= 0 {
			t.Errorf("candidate %+v", c)
		}
	}
}

// No line is wider than the terminal, and no key is left without its text.
func TestEstimateText(t *testing.T) {
	for name, r := range estimateCases(t) {
		for _, language := range i18n.Languages() {
			for _, width := range []int{80, 60} {
				var b bytes.Buffer
				o := Options{Texts: i18n.New(language), Width: width}
				if err := Write(&b, Table, Estimate(r, Meta{"1", "2026-11-30"}, ""), o); err != nil {
					t.Fatal(err)
				}
				for line := range strings.SplitSeq(b.String(), "\n") {
					if cells(line) > width {
						t.Errorf("%s, %s: %d cells: %s", name, language, cells(line), line)
					}
					if strings.Contains(line, "estimate.") && !strings.Contains(line, "gpucalc") || strings.Contains(line, "{") {
						t.Errorf("%s, %s: a key or placeholder is left in: %s", name, language, line)
					}
				}
			}
		}
	}
}

// Every record has as many cells as the head line.
func TestEstimateRecords(t *testing.T) {
	for name, r := range estimateCases(t) {
		rows := estimateRecords(r)
		if len(rows) != len(r.Candidates)+1 {
			t.Errorf("%s: %d rows for %d candidates", name, len(rows), len(r.Candidates))
		}
		for _, row := range rows {
			if len(row) != len(rows[0]) {
				t.Errorf("%s: %d cells, want %d", name, len(row), len(rows[0]))
			}
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{10e9: "10B", 9.999e11: "1T", 700e6: "700M", 37.5e9: "37.5B", 4194304: "4.19M", 512: "512", 0.5: "0.5"} {
		if got := short(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
	if got := scientific(5.714e22); got != "5.71e22" {
		t.Errorf("5.714e22 is %s", got)
	}
}

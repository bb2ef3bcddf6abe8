package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"gpucalc/internal/training"
	"gpucalc/internal/yamlx"
)

// observation is one published run or measured rate, ready for the fit.
type observation struct {
	ID, Org  string
	Source   source
	Group    string // whose software it ran: left out together
	Flag     string // why the row does not follow the formula; "" = fitted
	Run      bool   // a run with card-hours; false: a measured rate
	Input    training.MFUInput
	Work     float64 // useful FLOPs of the run, causal attention included
	Hours    float64 // published card-hours
	LogMFU   float64 // what the row implies, against the dense bf16 peak
	Family   string
	Lineage  string // generation of the card
	features []float64
}

// explained is the part of ln MFU that the terms have to explain: how much
// longer than usual the layout makes it wait is known, and predicted apart.
func (o observation) explained() float64 { return o.LogMFU + o.Input.Excess }

// fields gives the scalar fields of one row by name.
type fields map[string]string

func (f fields) number(name string) (float64, error) {
	text, ok := f[name]
	if !ok {
		return 0, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %q is no number", name, text)
	}
	return v, nil
}

// entry is one named row of a file.
type entry struct {
	id     string
	fields fields
}

// group is the organisation of a row, or the one whose tuned software it ran.
func (e entry) group() string {
	if stack := e.fields["stack"]; stack != "" {
		return stack
	}
	return e.fields["org"]
}

// entries reads the rows of a file under its kind key, in file order.
func entries(path, kind string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	root, mistakes := yamlx.Read(path, data)
	if err := mistakes.Err(); err != nil {
		return nil, err
	}
	_, rows := root.Get(kind)
	if rows == nil {
		return nil, fmt.Errorf("%s: no rows under %q", path, kind)
	}
	var out []entry
	for i, id := range rows.Keys {
		row := fields{}
		for j, name := range rows.Items[i].Keys {
			row[name.Value] = rows.Items[i].Items[j].Value
		}
		out = append(out, entry{id.Value, row})
	}
	return out, nil
}

// source is where rows were read.
type source struct{ ID, Title, URL string }

// loadSources reads the sources of a file. Two files may call different ones
// alike: the ids get the file's name before them.
func loadSources(path, file string) (map[string]source, error) {
	rows, err := entries(path, "sources")
	if err != nil {
		return nil, err
	}
	sources := map[string]source{}
	for _, row := range rows {
		sources[row.id] = source{file + "-" + row.id, row.fields["title"], row.fields["url"]}
	}
	return sources, nil
}

// load reads cards, runs and rates from a folder. Runs come first.
func load(folder string) ([]observation, error) {
	cards, err := loadCards(filepath.Join(folder, "cards.yaml"))
	if err != nil {
		return nil, err
	}
	var all []observation
	for _, file := range [...]string{"runs", "rates"} {
		path := filepath.Join(folder, file+".yaml")
		rows, err := entries(path, file)
		if err != nil {
			return nil, err
		}
		sources, err := loadSources(path, file)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			o, err := observe(row, cards, file == "runs")
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, row.id, err)
			}
			var known bool
			if o.Source, known = sources[row.fields["source"]]; !known {
				return nil, fmt.Errorf("%s: %s: unknown source %q", path, row.id, row.fields["source"])
			}
			all = append(all, o)
		}
	}
	return all, nil
}

func loadCards(path string) (map[string]training.CardSpec, error) {
	rows, err := entries(path, "cards")
	if err != nil {
		return nil, err
	}
	cards := map[string]training.CardSpec{}
	for _, row := range rows {
		r := reader{fields: row.fields}
		card := training.CardSpec{
			ID: row.fields["id"], MemoryGB: r.get("memory"), BandwidthGBs: r.get("bandwidth"), LinkGBs: r.get("link"),
		}
		for _, precision := range [...]string{"bf16", "fp8", "fp4"} {
			if peak := r.get(precision); peak > 0 {
				card.Rates = append(card.Rates, training.Rate{Precision: precision, TFLOPS: peak})
			}
		}
		if r.err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, row.id, r.err)
		}
		cards[row.id] = card
	}
	return cards, nil
}

// reader reads numbers and keeps the first mistake.
type reader struct {
	fields fields
	err    error
}

func (r *reader) get(name string) float64 {
	v, err := r.fields.number(name)
	if err != nil && r.err == nil {
		r.err = err
	}
	return v
}

func (r *reader) count(name string) int { return int(r.get(name)) }

// observe turns a row into an observation.
func observe(row entry, cards map[string]training.CardSpec, run bool) (observation, error) {
	card, ok := cards[row.fields["card"]]
	if !ok {
		return observation{}, fmt.Errorf("unknown card %q", row.fields["card"])
	}
	r := reader{fields: row.fields}
	card.NetGbps = r.get("net")
	whole := training.Input{
		Model: shape(&r), Data: training.Data{Tokens: r.get("tokens")},
		Work: training.Work{
			Kind: training.Kind(row.fields["work"]), Precision: row.fields["precision"], Seq: r.count("seq"),
			BatchTokens: r.get("batch"), Recompute: recompute(row.fields), EarlyStack: r.count("year") <= 2022,
			Effort: effort(row.fields, run),
		},
		Machine: training.Machine{Card: card, Count: r.count("count")},
	}
	if whole.Work.Seq == 0 {
		whole.Work.Seq = training.DefaultSeq
	}
	in := training.Arrange(whole)
	in.Count, in.Tokens = whole.Machine.Count, whole.Data.Tokens
	o := observation{ID: row.id, Org: row.fields["org"], Group: row.group(), Flag: row.fields["flag"], Run: run, Input: in, Hours: r.get("hours")}
	o.Family, o.Lineage = training.Kin(card.ID)
	o.features = training.TermValues(in)
	perToken := training.FLOPsPerToken(in.Shape, in.Kind, in.Seq)
	if run {
		o.Work = perToken * in.Tokens
		if flops := r.get("flops"); flops > 0 {
			o.Work = flops
		}
		o.LogMFU = math.Log(o.Work / (o.Hours * 3600 * card.HalfPeak()))
	} else {
		o.LogMFU = math.Log(perToken * r.get("rate") / card.HalfPeak())
	}
	if r.err == nil && (math.IsNaN(o.LogMFU) || math.IsInf(o.LogMFU, 0)) {
		r.err = fmt.Errorf("no utilisation follows from the row")
	}
	return o, r.err
}

// recompute is how a row recomputes, "" where it does not say.
func recompute(row fields) string {
	if row["recompute"] == "no" {
		return training.RecomputeNone
	}
	return row["recompute"]
}

func effort(row fields, run bool) training.Effort {
	switch {
	case row["kind"] == "benchmark" || row["tuned"] == "true":
		return training.Benchmark
	case row["kind"] == "steady" || !run:
		return training.Steady
	}
	return training.WholeRun
}

// shape reads the architecture; parameters that a row lacks are counted.
func shape(r *reader) training.ModelShape {
	m := training.ModelShape{
		Params: r.get("params"), Active: r.get("active"), Layers: r.count("layers"), Hidden: r.count("hidden"),
		Heads: r.count("heads"), KVHeads: r.count("kv_heads"), HeadDim: r.count("head_dim"), FFN: r.count("ffn"), Vocab: r.count("vocab"),
		Experts: r.count("experts"), TopK: r.count("topk"), Window: r.count("window"), WindowShare: r.get("window_share"),
	}
	if m.Params == 0 {
		m.Params = 12 * float64(m.Layers) * float64(m.Hidden) * float64(m.Hidden)
		m = m.Complete()
		m.Params, _ = m.CountParams()
	}
	return m.Complete()
}

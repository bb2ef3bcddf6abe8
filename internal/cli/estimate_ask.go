package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// ask looks everything up. All mistakes of the command line are reported together.
func (o *estimateOptions) ask(a *app, cmd *cobra.Command) (estimate.Ask, error) {
	none := estimate.Ask{}
	if err := o.inputFlags.finish(); err != nil {
		return none, err
	}
	today, err := a.today()
	if err != nil {
		return none, err
	}
	cat, err := a.catalogue()
	if err != nil {
		return none, err
	}
	if cat, err = o.overrides(a, cat, today); err != nil {
		return none, err
	}
	if err := o.knownFilters(a, cmd, cat); err != nil {
		return none, err
	}
	start := today
	if a.settings.Start != "" {
		if start, err = quantity.ParseMonth(a.settings.Start); err != nil {
			return none, badFlag("start", err)
		}
	}
	if _, wrong := cat.ResolveSite(a.settings.Site); len(wrong) > 0 {
		return none, badFlag("site", wrong.Err())
	}
	out := estimate.Ask{
		WithCost: !o.noCost,
		Costs: costmodel.Input{
			Catalog: cat, Today: today, Curve: a.settings.Curve, Fabric: o.fabric, Market: o.market,
			Filter: costmodel.Filter{
				Providers: o.providers, Regions: o.regions, Classes: o.classes, Reliability: o.reliability,
				Estimates: a.settings.AcceptEstimates == "true", Foreign: a.settings.AcceptForeign == "true",
			},
		},
		Defaults: scenario.Defaults{
			Site: a.settings.Site, Util: "1", Pattern: "all", View: a.settings.View, Taxpayer: a.settings.Taxpayer, Start: start,
		},
	}
	if err := knownCurve(cat, out.Costs.Curve); err != nil {
		return none, err
	}
	words := estimateWords{o: o, ask: &out, cat: cat}
	words.read()
	if words.wrong.HasErrors() {
		return none, usage(words.wrong...)
	}
	return out, o.readConfig(a, &out)
}

// readConfig reads the model's published configuration.
func (o *estimateOptions) readConfig(a *app, ask *estimate.Ask) error {
	if o.config == "" {
		return nil
	}
	data, err := a.readInput(o.config)
	if err != nil {
		return err
	}
	file := o.config
	if file == "-" {
		file = "stdin"
	}
	shape, wrong := training.ParseConfig(data)
	if wrong.HasErrors() {
		for i, d := range wrong {
			wrong[i] = d.At(file, d.Line, d.Col)
		}
		return badFile(wrong)
	}
	ask.Model, ask.From, ask.ModelID, ask.Where = shape, estimate.FromConfig, file, catalog.Where{File: file}
	return nil
}

// estimateWords turns the flags' words into values and collects the mistakes.
type estimateWords struct {
	o     *estimateOptions
	ask   *estimate.Ask
	cat   *catalog.Catalog
	wrong diag.List
}

func (w *estimateWords) read() {
	w.readModel()
	w.readData()
	w.readWork()
	w.readMachine()
	w.readTimes()
}

// fail notes findings about a flag.
func (w *estimateWords) fail(flag string, list diag.List) {
	for _, d := range list {
		w.wrong = append(w.wrong, d.In("--"+flag))
	}
}

func (w *estimateWords) failError(flag string, err error) {
	if f, ok := badFlag(flag, err).(*failure); ok {
		w.wrong = append(w.wrong, f.list...)
	}
}

// size reads a count of things, which is above 0; 0 without a word.
func (w *estimateWords) size(flag, text string) float64 {
	if text == "" {
		return 0
	}
	n, err := quantity.ParseCount(text)
	if err != nil {
		w.failError(flag, err)
		return 0
	}
	if n == 0 {
		w.fail(flag, diag.List{diag.New("quantity.not_positive", "value", text)})
	}
	return float64(n)
}

// bounds are the least of things that make sense: below stands a forgotten unit.
const (
	leastParams = 100_000
	leastTokens = 1_000
	leastBytes  = 10_000
)

// atLeast refuses a number that lacks its unit, and names the likely one.
func (w *estimateWords) atLeast(flag, text string, value, least float64, unit string) {
	if value > 0 && value < least {
		near := strings.TrimRight(strings.TrimSpace(text), "bB ") + unit
		w.fail(flag, diag.List{diag.New("estimate.too_small", "value", diag.Shorten(text), "near", near).WithHint("quantity.did_you_mean")})
	}
}

// positive reads a number above 0; 0 without a word.
func (w *estimateWords) positive(flag, text string) float64 {
	if text == "" {
		return 0
	}
	d, err := quantity.ParseAmount(text)
	if err != nil {
		w.failError(flag, err)
		return 0
	}
	if !d.IsPos() {
		w.fail(flag, diag.List{diag.New("quantity.not_positive", "value", text)})
	}
	return d.InexactFloat64()
}

// with reads a word by a parser of package estimate; nothing happens without a word.
func with[T any](w *estimateWords, flag, text string, to *T, parse func(string) (T, diag.List)) {
	if text == "" {
		return
	}
	v, wrong := parse(text)
	w.fail(flag, wrong)
	*to = v
}

// oneOf checks a word against a list; no word is fine.
func (w *estimateWords) oneOf(flag, text string, words []string) string {
	if text != "" && !slices.Contains(words, text) {
		d := diag.New("config.not_one_of", "value", text, "words", strings.Join(words, ", "), "near", diag.Nearest(text, words))
		w.fail(flag, diag.List{d})
	}
	return text
}

// readModel reads what is trained: exactly one way to say it.
func (w *estimateWords) readModel() {
	o := w.o
	var given []string
	for _, way := range [...]struct{ flag, text string }{
		{"params", o.params}, {"model", o.model}, {"config", o.config}, {"flops", o.flops}, {"samples", o.samples},
	} {
		if way.text != "" {
			given = append(given, "--"+way.flag)
		}
	}
	if len(given) == 0 && o.active != "" {
		given = append(given, "--active")
	}
	switch {
	case len(given) == 0:
		w.wrong = append(w.wrong, diag.New("training.no_model").WithHint("estimate.no_model_hint"))
		return
	case len(given) > 1:
		w.wrong = append(w.wrong, diag.New("estimate.two_models", "first", given[0], "second", given[1]))
		return
	}
	if o.active != "" && o.params == "" && given[0] != "--active" {
		w.wrong = append(w.wrong, diag.New("estimate.active_alone", "with", given[0]))
	}
	switch given[0] {
	case "--params", "--active":
		w.ask.From = estimate.FromSize
		w.ask.Model = training.ModelShape{
			Params: w.size("params", o.params), Active: w.size("active", o.active), EncoderDecoder: o.encoderDecoder,
		}
		w.atLeast("params", o.params, w.ask.Model.Params, leastParams, "B")
		w.atLeast("active", o.active, w.ask.Model.Active, leastParams, "B")
	case "--model":
		m, shape, wrong := estimate.Model(w.cat, o.model)
		w.fail("model", wrong)
		w.ask.From, w.ask.Model, w.ask.ModelID, w.ask.Where = estimate.FromSheet, shape, m.ID, m.Where
	case "--flops":
		w.ask.From = estimate.FromFLOPs
		with(w, "flops", o.flops, &w.ask.Data.FLOPs, estimate.ParseFLOPs)
	case "--samples":
		w.ask.From = estimate.FromSamples
		w.ask.Data.Samples = w.size("samples", o.samples)
		with(w, "flops-per-sample", o.flopsPerSample, &w.ask.Data.FLOPsPerSample, estimate.ParseFLOPs)
	}
}

func (w *estimateWords) readData() {
	o, d := w.o, &w.ask.Data
	if o.tokens != "" && o.data != "" {
		w.wrong = append(w.wrong, diag.New("estimate.two_data"))
	}
	d.Tokens = w.size("tokens", o.tokens)
	w.atLeast("tokens", o.tokens, d.Tokens, leastTokens, "B")
	if o.data != "" {
		bytes, err := quantity.ParseBytes(o.data)
		if err != nil {
			w.failError("data", err)
		} else if bytes <= 0 {
			w.fail("data", diag.List{diag.New("quantity.not_positive", "value", o.data)})
		}
		w.atLeast("data", o.data, bytes, leastBytes, "GB")
		d.Bytes = bytes
	}
	for _, f := range [...]struct{ flag, text string }{
		{"language", o.language}, {"tokenizer", o.tokenizer}, {"bytes-per-token", o.bytesPerToken},
	} {
		if f.text != "" && o.data == "" {
			w.wrong = append(w.wrong, diag.New("estimate.needs_data", "flag", "--"+f.flag))
		}
	}
	d.Language = w.oneOf("language", o.language, training.Languages())
	d.Tokenizer = o.tokenizer
	d.BytesPerToken = w.positive("bytes-per-token", o.bytesPerToken)
	d.Epochs = w.positive("epochs", o.epochs)
	if o.flopsPerSample != "" && o.samples == "" {
		w.wrong = append(w.wrong, diag.New("estimate.samples_missing"))
	}
}

// earlyYear is the last year of software without flash attention.
const earlyYear = 2022

func (w *estimateWords) readWork() {
	o, k := w.o, &w.ask.Work
	kind := w.oneOf("kind", o.kind, estimate.Kinds())
	if kind == "" {
		kind = estimate.Kinds()[0]
	}
	k.Kind, _ = estimate.KindOf(kind)
	k.Precision = w.oneOf("precision", strings.ToLower(o.precision), precisions)
	k.Recompute = w.oneOf("recompute", o.recompute, recomputes)
	k.Optimizer = w.oneOf("optimizer", o.optimizer, training.Optimizers())
	k.Software = w.oneOf("software", o.software, training.Softwares())
	k.UpdateInBackward, k.Offload = o.inBackward, o.offload
	k.Effort = estimate.EffortOf(w.oneOf("effort", o.effort, estimate.Efforts()))
	k.Seq = int(w.size("seq", o.seq))
	k.BatchTokens = w.size("batch", o.batch)
	k.Rank = int(w.size("lora-rank", o.rank))
	if o.year != "" {
		year, err := strconv.Atoi(o.year)
		if err != nil || year < 2015 || year > 2100 {
			w.fail("year", diag.List{diag.New("estimate.bad_year", "value", diag.Shorten(o.year))})
		}
		k.EarlyStack = year <= earlyYear
	}
	with(w, "layout", o.layout, &k.Layout, estimate.ParseLayout)
	with(w, "mfu", o.mfu, &k.MFU, estimate.ParseUtilisation)
	with(w, "goodput", o.goodput, &k.Goodput, estimate.ParseGoodput)
	if o.measured != "" {
		m, wrong := estimate.ParseMeasured(o.measured, w.cat)
		w.fail("measured", wrong)
		k.Measured = &m
	}
	if o.mfu != "" && o.measured != "" {
		w.wrong = append(w.wrong, diag.New("estimate.mfu_and_measured"))
	}
	w.ask.Failures = training.Failures{
		CardHours: w.positive("failure-hours", o.failureHours), CheckpointSeconds: w.positive("checkpoint-seconds", o.checkpointSeconds),
		RestartMinutes: w.positive("restart-minutes", o.restart),
	}
}

func (w *estimateWords) readMachine() {
	o := w.o
	if o.cards == "" {
		w.wrong = append(w.wrong, diag.New("estimate.no_cards").WithHint("estimate.cards_hint"))
	} else {
		targets, wrong := estimate.ParseTargets(o.cards, w.cat)
		w.fail("cards", wrong)
		w.ask.Targets = targets
		for _, t := range targets {
			if o.layout != "" && t.Count == 0 && len(wrong) == 0 {
				w.fail("layout", diag.List{diag.New("estimate.layout_count", "card", t.Asked)})
			}
		}
	}
	bandwidth := func(flag, text string, unit float64) (float64, bool) {
		if text == "" {
			return 0, false
		}
		bits, perServer, wrong := estimate.ParseBandwidth(text)
		w.fail(flag, wrong)
		return bits / unit, perServer
	}
	w.ask.Network.Gbps, w.ask.Network.PerServer = bandwidth("network", o.network, 1e9)
	w.ask.LinkGBs, _ = bandwidth("link", o.link, 8e9)
	w.ask.UploadMbps, _ = bandwidth("upload-bandwidth", o.upload, 1e6)
	w.ask.StorageGBs, _ = bandwidth("storage-bandwidth", o.storage, 8e9)
	with(w, "allreduce", o.allReduce, &w.ask.AllReduce, estimate.ParseAllReduce)
}

func (w *estimateWords) readTimes() {
	days := func(flag, text string) float64 {
		if text == "" {
			return 0
		}
		d, err := quantity.ParseDuration(text)
		if err != nil {
			w.failError(flag, err)
			return 0
		}
		return d.Hours() / quantity.HoursPerDay
	}
	w.ask.DeadlineDays = days("deadline", w.o.deadline)
	w.ask.ExpectDays = days("expect", w.o.expect)
}

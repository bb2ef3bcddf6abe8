package estimate

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// ParseTargets reads "64xH800,A100": kinds of cards, each with its number or
// without. Every unknown name is reported, and a card that is asked for twice.
func ParseTargets(text string, cat *catalog.Catalog) ([]Target, diag.List) {
	var targets []Target
	var wrong diag.List
	for part := range strings.SplitSeq(text, ",") {
		t, ds := parseTarget(strings.TrimSpace(part), cat)
		if len(ds) == 0 && slices.ContainsFunc(targets, t.same) {
			ds = diag.List{diag.New("estimate.card_twice", "card", t.Asked)}
		}
		wrong = append(wrong, ds...)
		targets = append(targets, t)
	}
	return targets, wrong
}

// same reports whether two targets ask for the same estimate.
func (t Target) same(o Target) bool { return t.Card.ID == o.Card.ID && t.Count == o.Count }

// form is a pattern that is compiled when first needed: most runs read none.
func form(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// oddCount is a number of cards that is none: negative, or a fraction.
var oddCount = form(`^([-+][0-9.]+|[0-9]*\.[0-9]*)\s*[xX×*]`)

func parseTarget(text string, cat *catalog.Catalog) (Target, diag.List) {
	if text == "" {
		return Target{}, diag.List{diag.New("estimate.cards_empty").WithHint("estimate.cards_hint")}
	}
	if parts := oddCount().FindStringSubmatch(text); parts != nil {
		return Target{}, diag.List{diag.New("scenario.bad_count", "value", parts[1]).WithHint("scenario.bad_count.hint")}
	}
	count, name, err := scenario.ParseCards(text)
	if err != nil {
		return Target{}, findings(err)
	}
	card, wrong := cat.ResolveCard(name)
	if len(wrong) > 0 {
		return Target{}, wrong
	}
	const most = 1_000_000
	if count > most {
		return Target{}, diag.List{diag.New("scenario.bad_count", "value", strconv.Itoa(count)).WithHint("scenario.bad_count.hint")}
	}
	return Target{Card: card, Asked: name, Count: count}, nil
}

// findings takes the findings out of an error of package scenario or quantity.
func findings(err error) diag.List {
	var list *diag.Error
	var bad *quantity.Error
	switch {
	case errors.As(err, &list):
		return list.List
	case errors.As(err, &bad):
		return diag.List{bad.Diagnostic()}
	}
	return diag.List{diag.New("quantity.not_number", "value", err.Error())}
}

// measuredForm reads "8xA100: 21000 tok/s" and "8xA100: 2600 tok/s/card".
var measuredForm = form(`^\s*([^:：]+)[:：]\s*([0-9][0-9.,_eE+]*[KkMm万]?)\s*(?:tok|tokens?)?(?:/s|ps)?(/card|/gpu)?\s*$`)

// ParseMeasured reads a rate that the user measured: cards, and tokens per
// second of all of them together, or of one with /card.
func ParseMeasured(text string, cat *catalog.Catalog) (training.Measured, diag.List) {
	parts := measuredForm().FindStringSubmatch(text)
	if parts == nil {
		return training.Measured{}, diag.List{diag.New("estimate.measured_form", "value", diag.Shorten(text)).WithHint("estimate.measured_hint")}
	}
	target, wrong := parseTarget(strings.TrimSpace(parts[1]), cat)
	if len(wrong) > 0 {
		return training.Measured{}, wrong
	}
	rate, err := quantity.ParseAmount(parts[2])
	if err != nil {
		return training.Measured{}, findings(err)
	}
	count := max(target.Count, 1)
	perSecond := rate.InexactFloat64()
	if parts[3] != "" {
		perSecond *= float64(count)
	}
	return training.Measured{Card: MachineOf(cat, target.Card).Spec(), Count: count, TokensPerSecond: perSecond}, nil
}

// bandwidthForm reads a number and its unit.
var bandwidthForm = form(`^([0-9][0-9.,_]*)\s*([A-Za-z]+(?:/s)?)$`)

// bandwidths are units of bandwidth in bits a second. A small b is bits, a
// large one bytes.
var bandwidths = map[string]float64{
	"Gb/s": 1e9, "Gbps": 1e9, "Gbit/s": 1e9, "G": 1e9, "GbE": 1e9, "Mb/s": 1e6, "Mbps": 1e6, "Mbit/s": 1e6, "M": 1e6,
	"Tb/s": 1e12, "Tbps": 1e12, "Kb/s": 1e3, "kb/s": 1e3, "Kbps": 1e3, "kbps": 1e3, "Kbit/s": 1e3, "kbit/s": 1e3,
	"GB/s": 8e9, "MB/s": 8e6, "TB/s": 8e12, "KB/s": 8e3, "kB/s": 8e3,
}

// ParseBandwidth reads "400Gb/s", "100Mbps", "2 GB/s", "10GbE/server" in bits
// a second. perServer tells that the words say so.
func ParseBandwidth(text string) (bits float64, perServer bool, wrong diag.List) {
	fail := func() (float64, bool, diag.List) {
		return 0, false, diag.List{diag.New("estimate.bandwidth_form", "value", diag.Shorten(text)).WithHint("estimate.bandwidth_hint")}
	}
	speed, perServer := cutOwner(text)
	parts := bandwidthForm().FindStringSubmatch(speed)
	if parts == nil {
		return fail()
	}
	unit, ok := bandwidths[parts[2]]
	if !ok {
		return fail()
	}
	n, err := quantity.ParseAmount(parts[1])
	if err != nil {
		return 0, false, findings(err)
	}
	if !n.IsPos() {
		return 0, false, diag.List{diag.New("quantity.not_positive", "value", text)}
	}
	return n.InexactFloat64() * unit, perServer, nil
}

// cutOwner takes "/card", "/server", "per card" or "per server" off a bandwidth.
func cutOwner(text string) (speed string, perServer bool) {
	for _, owner := range [...]string{"/server", " per server", "/card", " per card"} {
		if rest, ok := strings.CutSuffix(strings.TrimSpace(text), owner); ok {
			return strings.TrimSpace(rest), strings.HasSuffix(owner, "server")
		}
	}
	return strings.TrimSpace(text), false
}

// ParseAllReduce reads "30GB/s" or "30GB/s of 50GB/s": measured, and nominal
// where it is not what the network is assumed to have.
func ParseAllReduce(text string) (AllReduce, diag.List) {
	measured, nominal, both := strings.Cut(text, " of ")
	var a AllReduce
	bits, _, wrong := ParseBandwidth(measured)
	a.GBs = bits / 8e9
	if both && len(wrong) == 0 {
		bits, _, wrong = ParseBandwidth(nominal)
		a.Nominal = bits / 8e9
	}
	return a, wrong
}

// flopsForm reads a number with an optional SI prefix and unit.
var flopsForm = form(`^\s*([0-9][0-9.,_]*(?:[eE][+]?[0-9]{1,2})?)\s*([KMGTPEZY]?)(?:FLOPs?|FLOPS|flops?)?\s*$`)

// ParseFLOPs reads an amount of work: "3.14e23", "6.5 EFLOP", "300ZFLOP".
// Sums beyond 10^30 are no training.
func ParseFLOPs(text string) (float64, diag.List) {
	fail := func() (float64, diag.List) {
		return 0, diag.List{diag.New("estimate.flops_form", "value", diag.Shorten(text)).WithHint("estimate.flops_hint")}
	}
	parts := flopsForm().FindStringSubmatch(text)
	if parts == nil {
		return fail()
	}
	v, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "").Replace(parts[1]), 64)
	if err != nil {
		return fail()
	}
	if parts[2] != "" {
		v *= math.Pow(10, float64(3*(1+strings.Index("KMGTPEZY", parts[2]))))
	}
	if v <= 0 || v > 1e30 {
		return fail()
	}
	return v, nil
}

// layoutKeys are the parts of a layout that can be given.
var layoutKeys = []string{"tensor", "pipeline", "context", "expert", "data", "zero", "interleave", "micro", "batches", "sequence"}

// ParseLayout reads "tensor=8,pipeline=8,interleave=3,micro=1,zero=1". What is
// left out is worked out from cards and batch; sequence=0 keeps activations
// between tensor-parallel blocks whole.
func ParseLayout(text string) (*training.Layout, diag.List) {
	l := training.Layout{SequenceParallel: true}
	fields := map[string]*int{
		"tensor": &l.TP, "pipeline": &l.PP, "context": &l.CP, "expert": &l.EP, "data": &l.DP, "zero": &l.ZeRO,
		"interleave": &l.Interleave, "micro": &l.MicroBatch, "batches": &l.MicroBatches,
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(value)
		known := key == "sequence" || fields[key] != nil
		if !ok || err != nil || !known || !layoutValue(key, n) {
			d := diag.New("estimate.layout_form", "value", diag.Shorten(part), "known", strings.Join(layoutKeys, ", "))
			return nil, diag.List{d.WithHint("estimate.layout_hint")}
		}
		if key == "sequence" {
			l.SequenceParallel = n == 1
			continue
		}
		*fields[key] = n
	}
	l.SequenceParallel = l.SequenceParallel && l.TP > 1
	return &l, nil
}

// layoutValue reports whether a number makes sense for a part of a layout.
func layoutValue(key string, n int) bool {
	switch key {
	case "zero":
		return n >= 0 && n <= 3
	case "sequence":
		return n == 0 || n == 1
	}
	return n >= 1 && n <= 1_000_000
}

// ParseUtilisation reads an MFU: above 1 is impossible, and a bare 38 means 38%.
func ParseUtilisation(text string) (float64, diag.List) {
	return parseShare(text, "training.mfu_above_one", "training.mfu_negative")
}

// ParseGoodput reads the share of the calendar in which training gets on.
func ParseGoodput(text string) (float64, diag.List) {
	return parseShare(text, "training.goodput_range", "training.goodput_range")
}

func parseShare(text, above, notAbove string) (float64, diag.List) {
	d, err := quantity.ParseShare(text)
	var bad *quantity.Error
	switch {
	case err == nil && !d.IsPos():
		return 0, diag.List{diag.New(notAbove, "value", text)}
	case err == nil:
		return d.InexactFloat64(), nil
	case errors.As(err, &bad) && bad.Key == "quantity.share_above":
		found := diag.New(above, "value", text)
		if v, parsed := strconv.ParseFloat(text, 64); parsed == nil && v > 2 && bad.Near() != "" {
			found = found.With("near", bad.Near()).WithHint("quantity.did_you_mean")
		}
		return 0, diag.List{found}
	}
	return 0, findings(err)
}

// Efforts are the words for what the time covers, the default first.
func Efforts() []string { return []string{"run", "steady", "tuned"} }

// EffortOf is what a word of Efforts stands for: everything between start and
// end, undisturbed steps, or a short segment that a vendor has tuned.
func EffortOf(word string) training.Effort {
	switch word {
	case "steady":
		return training.Steady
	case "tuned":
		return training.Benchmark
	}
	return training.WholeRun
}

// EffortWord is the word for what the time covers.
func EffortWord(e training.Effort) string { return Efforts()[e] }

// Kinds are the words for kinds of training, the default first.
func Kinds() []string { return []string{"pretrain", "continue", "full", "lora", "qlora"} }

// KindOf is the kind of training that a word of Kinds stands for.
func KindOf(word string) (training.Kind, bool) {
	switch word {
	case "pretrain":
		return training.Pretrain, true
	case "continue":
		return training.Continued, true
	case "full":
		return training.FullTune, true
	case "lora":
		return training.LoRA, true
	case "qlora":
		return training.QLoRA, true
	}
	return "", false
}

// KindWord is the word for a kind of training.
func KindWord(k training.Kind) string {
	for _, word := range Kinds() {
		if kind, _ := KindOf(word); kind == k {
			return word
		}
	}
	return string(k)
}

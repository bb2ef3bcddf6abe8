package training

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
)

// number rounds a value for reading: three digits, large ones with K M B T.
func number(v float64) string {
	for _, unit := range [...]struct {
		size   float64
		suffix string
	}{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e4, "K"}} {
		if v < unit.size || math.IsInf(v, 0) {
			continue
		}
		if unit.suffix == "K" {
			unit.size = 1e3
		}
		return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.suffix
	}
	if v >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// check finds what is wrong with an input.
func (in Input) check() diag.List {
	var list diag.List
	add := func(key string, args ...string) { list = append(list, diag.New(key, args...)) }
	if in.Work.MFU > 1 {
		add("training.mfu_above_one", "value", number(in.Work.MFU))
	}
	if in.Work.MFU < 0 {
		add("training.mfu_negative", "value", number(in.Work.MFU))
	}
	if in.Work.Goodput < 0 || in.Work.Goodput > 1 {
		add("training.goodput_range", "value", number(in.Work.Goodput))
	}
	if in.Machine.Count < 0 {
		add("training.count_zero")
	}
	if !in.withoutModel() && in.Model.Params <= 0 && in.Model.Active <= 0 {
		add("training.no_model")
	}
	if !in.withoutModel() && in.Machine.Card.MemoryGB <= 0 {
		add("training.no_memory", "card", in.Machine.Card.ID)
	}
	if in.Model.Active > in.Model.Params && in.Model.Params > 0 {
		add("training.active_above_all", "active", number(in.Model.Active), "all", number(in.Model.Params))
	}
	if in.Data.Samples > 0 && in.Data.FLOPsPerSample <= 0 {
		add("training.no_flops_per_sample")
	}
	if m := in.Work.Measured; m != nil && (m.TokensPerSecond <= 0 || m.Count < 1) {
		add("training.measured_empty")
	}
	list = append(list, in.checkLayout()...)
	list = append(list, in.Work.checkSoftware()...)
	list = append(list, in.checkData()...)
	list = append(list, in.checkPrecision()...)
	if len(list) == 0 {
		list = in.checkMeasured()
	}
	return list
}

// checkMeasured refuses a rate that the card cannot have reached.
func (in Input) checkMeasured() diag.List {
	m := in.Work.Measured
	if m == nil || in.withoutModel() || m.Card.HalfPeak() == 0 {
		return nil
	}
	f := in
	f.Work.Kind = defaultKind(f.Work.Kind)
	f = f.filled()
	peak := m.Card.Peak(m.Card.defaultPrecision(in.Work.Precision))
	if peak == 0 {
		peak = m.Card.HalfPeak()
	}
	share := m.TokensPerSecond * FLOPsPerToken(f.Model, f.Work.Kind, f.Work.Seq) / (float64(m.Count) * peak)
	if share <= 1 {
		return nil
	}
	d := diag.New("training.measured_above_peak", "rate", number(m.TokensPerSecond), "count", strconv.Itoa(m.Count),
		"card", m.Card.ID, "times", number(share), "most", number(m.TokensPerSecond/share))
	return diag.List{d.WithHint("training.measured_hint")}
}

func (in Input) checkData() diag.List {
	var list diag.List
	if l := in.Data.Language; l != "" && l != "en" && l != "zh" && l != "code" && l != "mixed" {
		list = append(list, diag.New("training.language_unknown", "value", l, "known", strings.Join(Languages(), ", ")))
	}
	if t := in.Data.Vocabulary(in.Model); t != "" && !KnownTokenizer(t) {
		ids := make([]string, 0, 16)
		for _, known := range Tokenizers() {
			ids = append(ids, known.ID)
		}
		list = append(list, diag.New("training.tokenizer_unknown", "value", t, "known", strings.Join(ids, ", ")))
	}
	return list
}

// checkPrecision refuses a precision that the card does not compute in.
func (in Input) checkPrecision() diag.List {
	card := in.Machine.Card
	if card.HalfPeak() == 0 {
		return diag.List{diag.New("training.no_peak", "card", card.ID)}
	}
	switch in.Work.Precision {
	case "bf16", "fp16", "tf32", "fp32", "fp8", "fp4":
	case "bf16+fp8", "bf16+int8":
		return nil
	default:
		return diag.List{diag.New("training.precision_unknown", "value", in.Work.Precision, "known", card.precisions())}
	}
	if card.Peak(in.Work.Precision) == 0 {
		d := diag.New("training.precision_missing", "value", in.Work.Precision, "card", card.ID, "known", card.precisions())
		if in.Work.Precision == "bf16" && card.Peak("fp16") > 0 {
			d = d.WithHint("training.use_fp16")
		}
		return diag.List{d}
	}
	return nil
}

// precisions lists what a card trains in.
func (c CardSpec) precisions() string {
	var known []string
	for _, p := range [...]string{"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"} {
		if c.Peak(p) > 0 {
			known = append(known, p)
		}
	}
	return strings.Join(known, ", ")
}

// warnings says what about a result deserves doubt, and which number it moves.
func (in Input) warnings(r *Result) diag.List {
	var list diag.List
	warn := func(when bool, key string, args ...string) {
		if when {
			list = append(list, diag.New(key, args...).AsWarning())
		}
	}
	in.warnBasis(warn, r)
	if !in.withoutModel() {
		in.warnData(warn, r)
		in.warnLayout(warn, r)
	}
	warn(r.Limited, "training.mfu_above_ceiling", "value", number(100*in.Work.MFU), "need", number(100*in.Work.MFU*r.FLOPs.Hardware/r.FLOPs.SixND),
		"most", number(100*typicalReach*matmulCeiling*math.Exp(precisionGain(in.mfuInput()))), "taken", number(100*r.MFU.Typical))
	warn(r.NetworkSlow > 1.1, "training.network_slow",
		"gbps", number(r.Card.NetGbps), "usual", number(usualNet(r.Card)), "times", number(r.NetworkSlow))
	warn(r.AllReduce.Flagged, "training.allreduce_low",
		"share", number(100*r.AllReduce.Share), "hours", number(r.AllReduce.LostHours))
	warn(r.Transfer.LoadingFloor > 0, "training.storage_slow", "share", number(100*r.Transfer.LoadingFloor))
	warn(in.Failures != (Failures{}) && (in.Work.Goodput > 0 || in.Work.Effort != WholeRun), "training.failures_unused")
	warn(r.Failures.Goodput < in.Fitted.settledGoodput() && in.Work.Goodput == 0, "training.failures_dominate",
		"hours", number(r.Failures.HoursBetween), "goodput", number(100*r.Failures.Goodput))
	return list
}

type warner func(when bool, key string, args ...string)

func (in Input) warnBasis(warn warner, r *Result) {
	warn(r.Basis == BasisNone, "training.card_unmeasured", "card", r.Card.ID)
	warn(r.Basis == BasisGeneration, "training.card_relatives", "card", r.Card.ID)
	warn(in.Model.Assumed, "training.shape_assumed",
		"layers", strconv.Itoa(in.Model.Layers), "hidden", strconv.Itoa(in.Model.Hidden))
	warn(in.Model.ParamsAssumed, "training.params_assumed", "all", number(in.Model.Params), "active", number(in.Model.Active),
		"ratio", number(ParamsPerActive), "least", number(LeastParamsPerActive), "most", number(MostParamsPerActive))
	warn(in.withoutModel() && in.Work.MFU == 0, "training.not_a_language_model")
	warn(in.Work.Precision == "tf32" || in.Work.Precision == "fp32", "training.precision_slow", "value", in.Work.Precision)
}

func (in Input) warnData(warn warner, r *Result) {
	_, assumed := in.Data.tokens(in.Model)
	perParam := r.Tokens / in.Model.ActiveParams()
	warn(assumed, "training.tokens_assumed", "tokens", number(r.Tokens))
	in.warnVocabulary(warn, r)
	pretraining := in.Work.Kind == Pretrain
	warn(pretraining && perParam < 10, "training.tokens_few", "ratio", number(perParam))
	warn(pretraining && perParam > 2000, "training.tokens_many", "ratio", number(perParam))
	warn(pretraining && in.Data.epochs() > 4, "training.epochs_many", "epochs", number(in.Data.epochs()))
}

// warnVocabulary tells where the text of a known model, or of a vocabulary that
// was asked for, is counted by the rule for its language.
func (in Input) warnVocabulary(warn warner, r *Result) {
	_, measured := in.Data.bytesPerToken(in.Model)
	if measured || r.BytesPerToken == 0 {
		return
	}
	vocabulary := in.Data.Vocabulary(in.Model)
	args := []string{
		"bytes", number(r.BytesPerToken), "language", diag.Ref("estimate.language." + in.Data.TextLanguage()), "tokenizer", vocabulary,
	}
	warn(vocabulary == "" && !in.Model.Assumed, "training.vocabulary_unknown", args...)
	warn(vocabulary != "", "training.vocabulary_unmeasured", args...)
}

func (in Input) warnLayout(warn warner, r *Result) {
	l := r.Layout
	perServer := r.Card.perServer()
	short := l.PP > 1 && l.MicroBatches < 4*l.PP
	args := []string{"batches", strconv.Itoa(l.MicroBatches), "stages", strconv.Itoa(l.PP)}
	warn(short && r.Communication.Bubble <= 1, "training.pipeline_short", append(args, "bubble", number(100*r.Communication.Bubble))...)
	warn(short && r.Communication.Bubble > 1, "training.pipeline_idle", append(args, "times", number(r.Communication.Bubble))...)
	warn(in.Work.Layout == nil && l.Cards() < r.Count, "training.cards_idle", "idle", strconv.Itoa(r.Count-l.Cards()), "count", strconv.Itoa(r.Count))
	warn(l.TP > perServer, "training.tensor_leaves_server", "degree", strconv.Itoa(l.TP))
	warn(l.EP > 1 && l.EP*l.TP > perServer, "training.experts_leave_server", "degree", strconv.Itoa(l.EP))
	warn(in.Work.Offload, "training.offload", "gib", number(r.Memory.Host*float64(min(perServer, r.Count))/GiB),
		"gbs", number(r.Card.hostLink()/1e9), "memory", number(hostMemoryBytes/1e9))
	warn(in.Work.UpdateInBackward && r.BatchTokens < in.Work.askedBatch, "training.batch_in_backward",
		"tokens", number(r.BatchTokens), "batch", number(in.Work.askedBatch))
	perCard := r.BatchTokens / float64(r.Count)
	warn(perCard < 4096 && r.Count > perServer, "training.batch_small", "tokens", number(perCard))
	warn(r.Count > perServer && r.Card.OnlyOneServer, "training.one_server_only", "card", r.Card.ID)
}

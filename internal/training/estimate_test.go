package training

import (
	"testing"

	"gpucalc/internal/diag"
)

func tenB(t testing.TB) Input {
	return Input{
		Model:   ModelShape{Params: 10e9},
		Data:    Data{Bytes: 200e9, Language: "en", Epochs: 20},
		Work:    Work{MFU: 0.38, Goodput: 0.90},
		Machine: Machine{Card: h800, Count: 64},
		Fitted:  fitted(t),
	}
}

func estimate(t testing.TB, in Input) Result {
	t.Helper()
	r, findings := Estimate(in)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	return r
}

// 200e9 B / 4.2 x 20 = 952e9 tokens; 6 x 10e9 x 952e9 = 5.71e22 FLOPs; 64 H800
// at 38 % of 989e12 and 0.90: 30.5 days. Chinese by a Llama 2 vocabulary holds
// 1.98 B a token, 2.1 times the tokens: 65 days.
func TestRuleOfThumb(t *testing.T) {
	english := tenB(t)
	r := estimate(t, english)
	if d := r.Days.Typical; d < 29 || d > 31 {
		t.Errorf("English takes %.1f days, want 29 to 31", d)
	}
	near(t, "tokens", r.Tokens, 952e9, 0.001)
	near(t, "FLOPs", r.FLOPs.SixND, 5.714e22, 0.001)
	near(t, "MFU", r.MFU.Typical, 0.38, 1e-9)

	chinese := english
	chinese.Data.Language, chinese.Data.Tokenizer = "zh", "llama2"
	near(t, "Chinese", estimate(t, chinese).Days.Typical, 65, 0.02)
}

// Two weeks need 4.2 x 30.5 / 14 = 9.15 bytes in a token.
func TestWhatWouldMakeTwoWeeksTrue(t *testing.T) {
	in := tenB(t)
	list, findings := WhatWouldMakeTrue(in, 14)
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]Assumption{}
	for _, a := range list {
		seen[a.Name] = a
	}
	near(t, "bytes per token", seen["bytes_per_token"].Needs, 9.15, 0.01)
	if seen["bytes_per_token"].Possible {
		t.Error("9 bytes in a token count as possible, no vocabulary holds so much")
	}
	near(t, "MFU", seen["mfu"].Needs, 0.828, 0.01)
	if seen["mfu"].Possible || seen["goodput"].Possible {
		t.Error("MFU of 83 % or goodput of 196 % count as possible")
	}
	if got := seen["count"].Needs; got != 144 { // 64 x 30.5 / 14 = 139.4, in whole servers
		t.Errorf("%g cards, want 144", got)
	}

	// What it names must be true: with those bytes it does take two weeks.
	in.Data.BytesPerToken = seen["bytes_per_token"].Needs
	near(t, "days", estimate(t, in).Days.Typical, 14, 1e-6)
}

func TestEstimateFitsTogether(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	in.Machine.CarbonKgPerKWh = 0.5
	r := estimate(t, in)
	near(t, "card-hours", r.CardHours.Typical, r.Days.Typical*24*64, 1e-9)
	near(t, "days", r.Days.Typical, r.FLOPs.SixND/(64*989e12*r.MFU.Typical)/86400/r.Goodput, 1e-9)
	near(t, "energy", r.Energy.KWh.Typical, r.CardHours.Typical*0.7*1.4*1.3, 1e-9)
	near(t, "carbon", r.Energy.KgCO2.Typical, r.Energy.KWh.Typical*0.5, 1e-9)
	if !r.Fits || r.Layout.Cards() != 64 {
		t.Errorf("fits %v in %+v, want a layout of 64 cards", r.Fits, r.Layout)
	}
	if r.Days.Low >= r.Days.Typical || r.Days.Typical >= r.Days.High {
		t.Errorf("days %+v are not in order", r.Days)
	}
	if r.HFU.Typical < r.MFUWithAttention.Typical || r.MFUWithAttention.Typical <= r.MFU.Typical {
		t.Errorf("MFU %v, with attention %v, HFU %v: each holds more work than the one before", r.MFU, r.MFUWithAttention, r.HFU)
	}
}

func TestBadInput(t *testing.T) {
	change := func(f func(*Input)) Input {
		in := tenB(t)
		in.Work = Work{}
		f(&in)
		return in
	}
	for _, c := range []struct {
		key string
		in  Input
	}{
		{"training.mfu_above_one", change(func(in *Input) { in.Work.MFU = 1.2 })},
		{"training.mfu_negative", change(func(in *Input) { in.Work.MFU = -0.2 })},
		{"training.goodput_range", change(func(in *Input) { in.Work.Goodput = 1.5 })},
		{"training.count_zero", change(func(in *Input) { in.Machine.Count = 0 })},
		{"training.precision_missing", change(func(in *Input) { in.Machine.Card, in.Work.Precision = a100, "fp8" })},
		{"training.precision_missing", change(func(in *Input) { in.Machine.Card, in.Work.Precision = v100, "bf16" })},
		{"training.precision_unknown", change(func(in *Input) { in.Work.Precision = "fp9" })},
		{"training.no_model", change(func(in *Input) { in.Model = ModelShape{} })},
		{"training.active_above_all", change(func(in *Input) { in.Model.Active = 20e9 })},
		{"training.language_unknown", change(func(in *Input) { in.Data.Language = "fr" })},
		{"training.tokenizer_unknown", change(func(in *Input) { in.Data.Tokenizer = "mine" })},
		{"training.no_peak", change(func(in *Input) { in.Machine.Card.Rates = nil })},
	} {
		_, findings := Estimate(c.in)
		if !findings.HasErrors() || !has(findings, c.key) {
			t.Errorf("%s: got %v", c.key, findings)
		}
	}
}

func has(list diag.List, key string) bool {
	for _, d := range list {
		if d.Key == key {
			return true
		}
	}
	return false
}

func TestPrecisionDefaults(t *testing.T) {
	in := tenB(t)
	in.Machine.Card = v100
	in.Work = Work{}
	if got := estimate(t, in).Precision; got != "fp16" {
		t.Errorf("precision on a V100 is %s, want fp16", got)
	}
}

// 70B on 1,000 cards with 10-gigabit Ethernet a server: 1.25 Gb/s a card.
func TestSlowEthernet(t *testing.T) {
	in := tenB(t)
	in.Model = ModelShape{Params: 70e9}
	in.Work = Work{}
	in.Machine.Count = 1000
	fast := estimate(t, in)
	in.Machine.Card.NetGbps = 10.0 / 8
	slow := estimate(t, in)
	if slow.NetworkSlow < 3 {
		t.Errorf("10-gigabit Ethernet stretches the run %.2f times, want at least 3", slow.NetworkSlow)
	}
	if slow.Days.Typical < 3*fast.Days.Typical {
		t.Errorf("%.0f days on Ethernet against %.0f", slow.Days.Typical, fast.Days.Typical)
	}
	if !has(slow.Warnings, "training.network_slow") {
		t.Errorf("no warning among %v", slow.Warnings)
	}
}

func TestMeasurement(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	plain := estimate(t, in)
	measured := Measured{Card: h800, Count: 64, TokensPerSecond: plain.TokensPerSecond.Typical * 1.2}
	in.Work.Measured = &measured
	r := estimate(t, in)
	near(t, "rate at the measured point", r.TokensPerSecond.Typical, measured.TokensPerSecond, 1e-9)
	if r.Days.High/r.Days.Low >= plain.Days.High/plain.Days.Low {
		t.Error("a measurement does not narrow the range")
	}
	in.Machine.Card = a100
	if got := estimate(t, in); got.Basis != BasisMeasured {
		t.Errorf("basis %s, want measured", got.Basis)
	}
}

// 8 A100 compute 2.5e15 FLOP/s, some 40,000 tokens/s of 10B.
func TestImpossibleMeasurement(t *testing.T) {
	in := tenB(t)
	in.Work = Work{Measured: &Measured{Card: a100, Count: 8, TokensPerSecond: 210_000}}
	if _, findings := Estimate(in); !has(findings, "training.measured_above_peak") {
		t.Errorf("findings %v", findings)
	}
}

func TestUnknownCardWidens(t *testing.T) {
	in := tenB(t)
	in.Work = Work{}
	known := estimate(t, in)
	in.Machine.Card.ID = "acme-x1"
	unknown := estimate(t, in)
	if unknown.Basis != BasisNone || !has(unknown.Warnings, "training.card_unmeasured") {
		t.Errorf("basis %s and warnings %v, want none and a warning", unknown.Basis, unknown.Warnings)
	}
	if unknown.Days.High/unknown.Days.Low <= known.Days.High/known.Days.Low {
		t.Error("the range of an unknown card is not wider")
	}
}

// The range is wider for a small model, for a chip with one published run and for
// cards that only a PCIe bus connects.
func TestWidths(t *testing.T) {
	model := fitted(t)
	width := func(card CardSpec, count int, params float64) float64 {
		p := model.Predict(MFUInput{Card: card, Count: count, Precision: "bf16", Shape: ModelShape{Params: params}.Complete(), Seq: 2048})
		return p.Typical / p.Low
	}
	base := width(a100, 8, 13e9)
	bus := a100
	bus.LinkGBs = 64
	for name, wide := range map[string]float64{
		"1B": width(a100, 8, 1e9), "V100": width(v100, 8, 13e9), "PCIe": width(bus, 8, 13e9),
	} {
		if wide < 1.05*base {
			t.Errorf("%s: typical over low %.2f, against %.2f", name, wide, base)
		}
	}
	if one := width(bus, 1, 13e9); one > 1.001*base {
		t.Errorf("one card has no bus to wait for: %.2f against %.2f", one, base)
	}
}

func TestOtherModels(t *testing.T) {
	in := Input{
		Data:    Data{Samples: 1e9, FLOPsPerSample: 12e9, Epochs: 2},
		Machine: Machine{Card: a100, Count: 8}, Fitted: fitted(t),
	}
	r := estimate(t, in)
	near(t, "FLOPs", r.FLOPs.Useful, 24e18, 1e-12)
	if r.Days.Typical <= 0 || !has(r.Warnings, "training.not_a_language_model") {
		t.Errorf("days %v, warnings %v", r.Days, r.Warnings)
	}
	in.Data = Data{FLOPs: 3.14e23}
	if got := estimate(t, in).FLOPs.Useful; got != 3.14e23 {
		t.Errorf("FLOPs %g, want 3.14e23", got)
	}
}

func TestTransfer(t *testing.T) {
	in := tenB(t)
	in.Machine.UploadMbps, in.Machine.StorageGBs = 1000, 0.0001
	r := estimate(t, in)
	near(t, "upload", r.Transfer.UploadHours, 200e9*8/1e9/3600, 1e-9) // 200 GB at 1 Gb/s: 27 min
	near(t, "checkpoint", r.Transfer.CheckpointBytes, 130e9, 1e-9)    // 13 B x 10e9
	if r.Transfer.LoadingFloor <= 0 {
		t.Error("storage of 100 kB/s does not slow the run")
	}
	// 200 GB x 20 / 100 kB/s = 463 days of training, whatever the cards do, and
	// the tokens pass at no more than that pace.
	near(t, "days", r.Days.Low, 200e9*20/1e5/86400/r.Goodput, 1e-9)
	near(t, "tokens", r.TokensPerSecond.Typical*86400*r.Goodput*r.Days.Typical, r.Tokens, 1e-9)
	// BLOOM 176B 2.3 TB, Nemotron 15B 204 GB.
	near(t, "BLOOM", adamCheckpoint*176.2e9, 2.3e12, 0.01)
	near(t, "Nemotron", adamCheckpoint*15.6e9, 204e9, 0.01)
}

func TestAllReduce(t *testing.T) {
	in := tenB(t)
	in.Machine.AllReduceGBs, in.Machine.AllReduceNominalGBs = 30, 50
	r := estimate(t, in)
	if !r.AllReduce.Flagged || r.AllReduce.LostHours <= 0 || !has(r.Warnings, "training.allreduce_low") {
		t.Errorf("60 %% of nominal bandwidth: %+v", r.AllReduce)
	}
	in.Machine.AllReduceGBs = 45
	if estimate(t, in).AllReduce.Flagged {
		t.Error("90 % of nominal is flagged")
	}
}

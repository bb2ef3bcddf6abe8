package training

import "gpucalc/internal/diag"

// Assumption is one input that, changed alone, would make a duration true.
type Assumption struct {
	Name      string // bytes_per_token, tokens, epochs, mfu, count, goodput, params
	Is, Needs float64
	Possible  bool // inside what is physically or practically there
}

// WhatWouldMakeTrue says for a training that is claimed to take days which
// single assumption would have to hold instead. Time falls in inverse
// proportion to speed, and in proportion to the data, so each answer is the
// present value times or divided by typical days over days; the number of cards
// is solved for, as more of them wait more.
func WhatWouldMakeTrue(in Input, days float64) ([]Assumption, diag.List) {
	r, findings := Estimate(in)
	if days <= 0 {
		findings = append(findings, diag.New("training.deadline_not_positive", "value", number(days)))
	}
	if findings.HasErrors() {
		return nil, findings
	}
	faster := r.Days.Typical / days
	var list []Assumption
	add := func(name string, is, needs float64, possible bool) {
		list = append(list, Assumption{name, is, needs, possible})
	}
	if r.BytesPerToken > 0 {
		const most = 5.0 // no measured vocabulary holds more
		needs := r.BytesPerToken * faster
		add("bytes_per_token", r.BytesPerToken, needs, needs <= most && needs >= 1)
	}
	if r.Tokens > 0 {
		add("tokens", r.Tokens, r.Tokens/faster, true)
	}
	if e := in.Data.epochs(); e > 1 || faster < 1 {
		add("epochs", e, e/faster, e/faster >= 1)
	}
	mfu := r.MFU.Typical * faster
	add("mfu", r.MFU.Typical, mfu, mfu <= max(r.MFU.High, r.MFU.Typical))
	cards, possible := in.countFor(r, days)
	add("count", float64(r.Count), cards, possible)
	add("goodput", r.Goodput, r.Goodput*faster, r.Goodput*faster <= 1)
	if r.Tokens > 0 {
		add("params", r.Model.ActiveParams(), r.Model.ActiveParams()/faster, true)
	}
	return list, findings
}

// countFor is the number of cards that take so many days: the smallest that do
// where they are too slow, else what is left of them in proportion.
func (in Input) countFor(r Result, days float64) (count float64, possible bool) {
	proportional := float64(r.Count) * r.Days.Typical / days
	if proportional <= float64(r.Count) {
		return proportional, true
	}
	in.Work.Layout = nil
	solved, wrong := Deadline(in, days)
	if wrong.HasErrors() {
		return proportional, false
	}
	return float64(solved.Count), true
}

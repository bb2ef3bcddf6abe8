package estimate

import (
	"strconv"

	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
	"gpucalc/internal/training"
)

// Expectation is a claimed duration held against the estimate.
type Expectation struct {
	Days        float64
	Candidate   int // index of the candidate that it was held against
	Found       training.Range
	Holds       bool // inside low and high
	Assumptions []training.Assumption
	Texts       []TextTime // the same data as other texts; empty unless they were given as text
	Naive       *Naive     // nil unless the data were given as text
}

// TextTime is how long the same bytes take as text of another kind.
type TextTime struct {
	Language, Tokenizer string
	BytesPerToken, Days float64
}

// Naive is the rule of thumb as it circulates: parameters x data x epochs /
// utilisation. It leaves out the 6 FLOPs per parameter and token, the bytes of
// a token, and the peak of the card, so it has no unit of time.
type Naive struct {
	Value         float64 // parameters x bytes x epochs / utilisation
	FLOPs         float64 // what training takes: 6 x parameters x tokens
	BytesPerToken float64
	PeakFLOPS     float64 // of one card
}

// expect explains which single assumption would make the claimed time true.
func (r *Result) expect() diag.List {
	days := r.Ask.ExpectDays
	if days <= 0 {
		return nil
	}
	at := r.Choice
	if at < 0 {
		at = len(r.Candidates) - 1
	}
	c := &r.Candidates[at]
	in := r.Ask.input(c.Machine, c.Result.Count, r.Fitted)
	list, wrong := training.WhatWouldMakeTrue(in, days)
	if wrong.HasErrors() {
		return wrong
	}
	found := c.Result.Days
	r.Expect = &Expectation{
		Days: days, Candidate: at, Found: found, Holds: found.Low <= days && days <= found.High, Assumptions: list,
		Texts: r.texts(c), Naive: r.naive(c),
	}
	return nil
}

// texts are English and Chinese by an old and by newer vocabularies: the data
// stay the same, the tokens do not, and time follows the tokens.
func (r *Result) texts(c *Candidate) []TextTime {
	if !r.countsText() {
		return nil
	}
	var out []TextTime
	for _, k := range [...]TextTime{
		{Language: "en", Tokenizer: "llama2"},
		{Language: "en", Tokenizer: "llama3"},
		{Language: "zh", Tokenizer: "llama2"},
		{Language: "zh", Tokenizer: "llama3"},
		{Language: "zh", Tokenizer: "baichuan2"},
	} {
		k.BytesPerToken, _ = training.BytesPerToken(k.Language, k.Tokenizer)
		k.Days = c.Result.Days.Typical * c.Result.BytesPerToken / k.BytesPerToken
		out = append(out, k)
	}
	return out
}

// countsText reports whether tokens were counted from bytes of text.
func (r *Result) countsText() bool {
	return r.Ask.Data.Bytes > 0 && r.Ask.Data.Tokens == 0 && r.Ask.languageModel()
}

func (r *Result) naive(c *Candidate) *Naive {
	if !r.countsText() {
		return nil
	}
	one := c.Result
	seen := one.Tokens * one.BytesPerToken
	return &Naive{
		Value: one.Model.ActiveParams() * seen / one.MFU.Typical, FLOPs: one.FLOPs.SixND,
		BytesPerToken: one.BytesPerToken, PeakFLOPS: one.Card.HalfPeak(),
	}
}

func gib(bytes float64) string { return strconv.FormatFloat(bytes/training.GiB, 'f', 1, 64) }

// days is a time for reading, with three digits at most.
func days(d float64) string { return quantity.DropZeros(quantity.Significant(d, 3)) }

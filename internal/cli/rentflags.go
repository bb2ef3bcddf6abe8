package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// rentFlags say how rent is billed and what may be mixed with it: they change bills.
type rentFlags struct {
	quotes                                        []string
	rentDrift, resaleDrift, switchCost, delayCost string
	upgradeAt, upgradeTo, rentToOwn               string
	storage, traffic, bandwidth                   string
	hybrid, bridge, earlyExit, keepInstance       bool
}

func (o *rentFlags) addFlags(f *pflag.FlagSet, a *app) {
	word := wordFlags(f, a, "")
	yes := func(to *bool, name string) { f.BoolVar(to, name, false, a.texts.T("flag."+name)) }
	f.StringArrayVar(&o.quotes, "quotes", nil, a.texts.T("flag.quotes"))
	placeholders(f, "quotes", "FILE")
	word(&o.rentDrift, "rent-drift", "CHANGE")
	word(&o.resaleDrift, "resale-drift", "CHANGE")
	word(&o.switchCost, "switch-cost", "YUAN")
	word(&o.upgradeAt, "upgrade-at", "TIME")
	word(&o.upgradeTo, "upgrade-to", "CARD")
	word(&o.rentToOwn, "rent-to-own", "TIME")
	word(&o.delayCost, "delay-cost", "YUAN")
	word(&o.storage, "storage", "SIZE")
	word(&o.traffic, "traffic", "SIZE")
	word(&o.bandwidth, "bandwidth", "MBPS")
	yes(&o.hybrid, "hybrid")
	yes(&o.bridge, "bridge")
	yes(&o.earlyExit, "early-exit")
	yes(&o.keepInstance, "keep-instance")
}

// fill puts the flags into an input, whose catalogue gains the quotes.
func (o *rentFlags) fill(a *app, in *costmodel.Input) error {
	if err := o.addQuotes(a, in); err != nil {
		return err
	}
	r := &rentReader{}
	in.RentDrift = r.change("rent-drift", o.rentDrift)
	in.ResaleDrift = r.change("resale-drift", o.resaleDrift)
	in.SwitchCost = r.yuan("switch-cost", o.switchCost, "CNY")
	in.DelayCost = r.yuan("delay-cost", o.delayCost, "CNY/month")
	in.RentToOwn = r.months("rent-to-own", o.rentToOwn)
	in.StorageTB = r.bytes("storage", o.storage) / 1e12
	in.EgressGB = r.bytes("traffic", o.traffic) / 1e9
	in.BandwidthMbps = r.amount("bandwidth", o.bandwidth)
	in.Renting.Hybrid, in.Bridge = o.hybrid, o.bridge
	in.EarlyExit, in.KeepInstance = o.earlyExit, o.keepInstance
	in.Upgrade = o.upgrade(r, in.Catalog)
	return r.err
}

// quoteKinds are the kinds of sheet that a vendor's quote may hold.
var quoteKinds = []string{"offers", "servers", "providers", "cards", "sources"}

// addQuotes lays the quotes over the catalogue and remembers which files they are.
func (o *rentFlags) addQuotes(a *app, in *costmodel.Input) error {
	var sheets []sheet
	for _, name := range o.quotes {
		data, err := a.readInput(name)
		if err != nil {
			return err
		}
		entities, wrong := catalog.ReadSheet(name, data)
		if wrong.HasErrors() {
			return badFile(wrong)
		}
		for _, e := range entities {
			if !slices.Contains(quoteKinds, e.Kind) {
				d := diag.New("cli.quote_kind", "kind", e.Kind, "known", strings.Join(quoteKinds, ", "))
				return badFile(diag.List{d.At(e.File, e.Line, 0)})
			}
		}
		sheets = append(sheets, sheet{name, data})
	}
	cat, warnings, err := overlay(in.Catalog, sheets)
	if err != nil {
		return err
	}
	a.warn(warnings)
	in.Catalog, in.Quotes = cat, o.quotes
	return nil
}

func (o *rentFlags) upgrade(r *rentReader, cat *catalog.Catalog) costmodel.Upgrade {
	u := costmodel.Upgrade{AtMonth: r.months("upgrade-at", o.upgradeAt)}
	switch {
	case o.upgradeTo == "" && u.AtMonth == 0:
		return u
	case o.upgradeTo == "":
		r.fail(usage(diag.New("cli.needs_flag", "flag", "upgrade-at", "other", "upgrade-to")))
		return u
	case u.AtMonth == 0:
		r.fail(usage(diag.New("cli.needs_flag", "flag", "upgrade-to", "other", "upgrade-at")))
		return u
	}
	card, wrong := cat.ResolveCard(o.upgradeTo)
	if wrong.HasErrors() {
		r.fail(badFlag("upgrade-to", wrong.Err()))
	}
	u.Card = card
	return u
}

// rentReader reads words and keeps the first mistake.
type rentReader struct{ err error }

func (r *rentReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// given is a figure that a flag sets.
func given(flag, value, unit string) catalog.Figure {
	return catalog.Figure{ID: "flag." + flag, Typical: value, Unit: unit, Source: "", Reliability: "high", File: "--" + flag}
}

func (r *rentReader) change(flag, text string) catalog.Figure {
	if text == "" {
		return catalog.Figure{}
	}
	d, err := quantity.ParseChange(text)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	return given(flag, d.String(), "share")
}

func (r *rentReader) yuan(flag, text, unit string) catalog.Figure {
	if text == "" {
		return catalog.Figure{}
	}
	d, err := quantity.ParseAmount(text)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	if d.IsNeg() {
		r.fail(usage(diag.New("quantity.negative", "value", text).In("--" + flag)))
	}
	return given(flag, d.String(), unit)
}

func (r *rentReader) amount(flag, text string) float64 {
	if text == "" {
		return 0
	}
	f := r.yuan(flag, text, "")
	v, err := strconv.ParseFloat(f.Typical, 64)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	return v
}

func (r *rentReader) bytes(flag, text string) float64 {
	if text == "" {
		return 0
	}
	n, err := quantity.ParseBytes(text)
	if err != nil {
		r.fail(badFlag(flag, err))
	}
	return n
}

// months reads a time of whole months: "6mo", "1y".
func (r *rentReader) months(flag, text string) int {
	if text == "" {
		return 0
	}
	d, err := quantity.ParseDuration(text)
	if err != nil {
		r.fail(badFlag(flag, err))
		return 0
	}
	n := int(d.Months() + 0.5)
	if n < 1 {
		r.fail(usage(diag.New("cli.months", "value", text).In("--" + flag)))
	}
	return n
}

// alternativeFlags ask for tables beside the comparison: they change no bill.
type alternativeFlags struct {
	equivalent                    bool
	precision, staged, continuing string
}

// alternativeFlagNames are the flags that commands which print bills do not take.
var alternativeFlagNames = []string{"or-equivalent", "precision", "staged", "continue"}

// densePrecisions are the words that cards publish dense peaks for.
var densePrecisions = []string{"bf16", "fp16", "fp8", "tf32", "fp32", "int8", "fp4"}

func (o *alternativeFlags) addFlags(f *pflag.FlagSet, a *app) {
	f.BoolVar(&o.equivalent, "or-equivalent", false, a.texts.T("flag.or-equivalent"))
	word := wordFlags(f, a, "")
	word(&o.precision, "precision", "WORD")
	word(&o.staged, "staged", "TIME")
	word(&o.continuing, "continue", "SHARE")
}

func (o *alternativeFlags) complete(cmd *cobra.Command) {
	completeWords(cmd, "precision", densePrecisions)
}

// add computes what was asked for beside a comparison.
func (o *alternativeFlags) add(in costmodel.Input, r *compare.Result) error {
	if o.precision != "" && !slices.Contains(densePrecisions, o.precision) {
		return notOneOf("precision", o.precision, densePrecisions)
	}
	if o.equivalent {
		r.AddEquivalents(in, o.precision)
	}
	if o.staged == "" {
		if o.continuing != "" {
			return usage(diag.New("cli.needs_flag", "flag", "continue", "other", "staged"))
		}
		return nil
	}
	read := &rentReader{}
	months, chance := read.months("staged", o.staged), -1.0
	if o.continuing != "" {
		d, err := quantity.ParseShare(o.continuing)
		if err != nil {
			return badFlag("continue", err)
		}
		chance = d.InexactFloat64()
	}
	if read.err != nil {
		return read.err
	}
	staged, wrong := compare.Stage(in, months, chance)
	if wrong.HasErrors() {
		return usage(wrong[0].In("--staged"))
	}
	r.Staged = staged
	return nil
}

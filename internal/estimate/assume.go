package estimate

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/training"
)

// Assumption is one input of the answer with where it comes from.
type Assumption struct {
	Key       string // message key of its name: estimate.a.<Key>
	Value     float64
	Low, High float64 // 0, 0 = no range
	Unit      string
	AsOf      string
	Source    string // id of a source, a citation, or the flag
	Where     catalog.Where
	Estimate  bool
	Given     bool // the user said so
}

// Citations of what does not stand in a sheet.
const (
	citeTokens    = "Hoffmann 2022"
	citeTokenizer = "tokenizer arena, CC-100"
	citeFailures  = "Llama 3 report, 2024"
)

// Assumptions lists the inputs behind the shown candidate.
func (r *Result) Assumptions() []Assumption {
	c := r.Shown()
	var out []Assumption
	out = append(out, r.dataAssumptions(c)...)
	out = append(out, r.speedAssumptions(c)...)
	return append(out, r.powerAssumptions(c)...)
}

func (r *Result) dataAssumptions(c *Candidate) []Assumption {
	var out []Assumption
	a, one := r.Ask, c.Result
	if !a.languageModel() {
		return nil
	}
	if one.Model.ParamsAssumed {
		out = append(out, Assumption{
			Key: "params_per_active", Value: training.ParamsPerActive, Low: training.LeastParamsPerActive,
			High: training.MostParamsPerActive, Unit: "ratio", Source: "pricing/models.yaml", Estimate: true,
		})
	}
	if a.Data.Tokens == 0 && a.Data.Bytes == 0 {
		out = append(out, Assumption{Key: "tokens_per_parameter", Value: training.TokensPerParameter, Unit: "token", Source: citeTokens})
	}
	if one.BytesPerToken > 0 {
		vocabulary, _ := r.Vocabulary()
		_, measured := training.BytesPerToken(a.Data.Language, vocabulary)
		given := a.Data.BytesPerToken > 0
		s := Assumption{Key: "bytes_per_token", Value: one.BytesPerToken, Unit: "B", Estimate: !measured && !given, Given: given}
		if measured {
			s.Source = citeTokenizer
		}
		if given {
			s.Source = "--bytes-per-token"
		}
		out = append(out, s)
	}
	out = append(out, Assumption{Key: "seq", Value: float64(one.Seq), Unit: "token", Given: a.Work.Seq > 0, Estimate: a.Work.Seq == 0 && a.Model.SeqLen == 0})
	return append(out, a.batchAssumption(one))
}

// Vocabulary is the tokenizer by which text was counted, "" = the rule for the
// language, and where it comes from: "asked", "sheet", "config" or "none". Both
// are empty where no text was counted, or by bytes that the user gave.
func (r *Result) Vocabulary() (id, from string) {
	a, one := r.Ask, r.Shown().Result
	if one.BytesPerToken == 0 || a.Data.BytesPerToken > 0 {
		return "", ""
	}
	switch id = a.Data.Vocabulary(one.Model); {
	case id == "":
		return "", "none"
	case a.Data.Tokenizer != "":
		return id, "asked"
	}
	return id, string(a.From)
}

// batchAssumption is the tokens in a step: given, as the model's makers took
// it, or as runs of its size do.
func (a Ask) batchAssumption(one training.Result) Assumption {
	s := Assumption{Key: "batch", Value: one.BatchTokens, Unit: "token", Given: a.Work.BatchTokens > 0}
	published := a.Model.BatchTokens > 0 && one.BatchTokens == a.Model.BatchTokens
	s.Estimate = !s.Given && !published
	if published && !s.Given {
		s.Where = a.Where
	}
	return s
}

func (r *Result) speedAssumptions(c *Candidate) []Assumption {
	a, one, card := r.Ask, c.Result, c.Machine.Card
	source := ""
	if len(card.Sources) > 0 {
		source = card.Sources[0]
	}
	out := []Assumption{
		{Key: "peak", Value: one.Card.HalfPeak() / 1e12, Unit: "TFLOP/s", AsOf: card.Launch, Source: source, Where: card.Where, Estimate: card.RatesEstimate != ""},
		r.utilisation(c),
		{Key: "goodput", Value: one.Goodput, Unit: "share", Given: a.Work.Goodput > 0, Source: "pricing/mfu.yaml"},
	}
	if a.Work.Goodput > 0 {
		out[2].Source = "--goodput"
	}
	if one.Count > c.Machine.PerServer {
		net := Assumption{Key: "network", Value: one.Card.NetGbps, Unit: "Gb/s", Given: true, Source: "--network"}
		if net.Value == 0 {
			net = Assumption{Key: "network", Value: one.Card.UsualNetGbps(), Unit: "Gb/s", Estimate: true}
		}
		out = append(out, net)
	}
	failures := Assumption{Key: "failures", Value: one.Failures.HoursBetween * float64(one.Count), Unit: "card-hour", Source: citeFailures}
	if a.Failures.CardHours > 0 {
		failures.Source, failures.Given = "--failure-hours", true
	}
	return append(out, failures)
}

// utilisation says on how many fitted rows of the same chip the MFU rests.
func (r *Result) utilisation(c *Candidate) Assumption {
	one := c.Result
	s := Assumption{Key: "mfu_" + string(one.Basis), Value: one.MFU.Typical, Low: one.MFU.Low, High: one.MFU.High, Unit: "share"}
	switch one.Basis {
	case training.BasisGiven:
		s.Source, s.Given = "--mfu", !one.Limited
		if one.Limited {
			s.Key = "mfu_limited"
		}
	case training.BasisMeasured:
		s.Source, s.Given = "--measured", true
	default:
		s.Source = "pricing/mfu.yaml"
	}
	return s
}

// FittedRows is the number of published runs and rates on the same chip, else
// on its generation, behind the utilisation of a candidate.
func (r *Result) FittedRows(c *Candidate) int {
	family, generation := training.Kin(c.Machine.Card.ID)
	for _, list := range [...]struct {
		effects []training.Effect
		id      string
	}{{r.Fitted.Families, family}, {r.Fitted.Generations, generation}} {
		for _, e := range list.effects {
			if e.ID == list.id && e.Rows > 0 {
				return e.Rows
			}
		}
	}
	return 0
}

func (r *Result) powerAssumptions(c *Candidate) []Assumption {
	site := r.Ask.site()
	var out []Assumption
	if kw := c.Result.Energy.KWPerCard; kw > 0 {
		s := fromFigure("kw_per_card", c.Machine.Power)
		s.Value, s.Unit, s.Low, s.High = kw, "kW", 0, 0
		s.Estimate = s.Estimate || c.Machine.Power.Missing()
		out = append(out, s)
	}
	if !site.PUE.Missing() {
		out = append(out, fromFigure("pue", site.PUE))
	}
	if !site.Carbon.Missing() {
		out = append(out, fromFigure("carbon", site.Carbon))
	}
	return out
}

func fromFigure(key string, f catalog.Figure) Assumption {
	return Assumption{
		Key: key, Value: float(f.Typical), Low: float(f.Low), High: float(f.High), Unit: f.Unit, AsOf: f.AsOf,
		Source: f.Source, Where: catalog.Where{File: f.File, Line: f.Line}, Estimate: f.Estimate,
	}
}

// ModelName is what the model is called, "" when only its size is known.
func (a Ask) ModelName() string {
	if a.From == FromSize {
		return ""
	}
	if a.Model.Name != "" {
		return a.Model.Name
	}
	return a.ModelID
}

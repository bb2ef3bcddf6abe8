package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
	"gpucalc/internal/quantity"
	"gpucalc/internal/training"
)

// layout is how the model lies on the cards, and the memory of one by part.
func (d estimateDoc) layout() Block {
	c := d.r.Shown()
	one := c.Result
	if one.Tokens == 0 {
		return Block{}
	}
	l := one.Layout
	line := d.t.T("estimate.layout", "tensor", count(l.TP), "pipeline", count(l.PP), "context", count(l.CP), "expert", count(l.EP),
		"data", count(l.DP), "zero", count(l.ZeRO), "micro", count(l.MicroBatch), "batches", count(l.MicroBatches),
		"recompute", diag.Ref("estimate.recompute."+recomputed(one)))
	lines := []Line{say(line)}
	if l.Interleave > 1 {
		lines = append(lines, say(d.t.T("estimate.interleave", "stages", count(l.Interleave))))
	}
	m := one.Memory
	lines = append(lines, say(d.t.T("estimate.software", "software", one.Software, "moment", diag.Ref("estimate.moment."+m.Moment))))
	if m.Host > 0 {
		lines = append(lines, say(d.t.T("estimate.host", "gib", quantity.Fixed(m.Host/training.GiB, 1))))
	}
	g := &Grid{Columns: []Column{{Head: d.t.T("estimate.col.part")}, {Head: d.t.T("estimate.col.gib"), Number: true}}}
	for _, part := range [...]struct {
		key   string
		bytes float64
	}{
		{"weights", m.Weights},
		{"gradients", m.Gradients},
		{"optimizer", m.Optimizer},
		{"gathered", m.Gathered},
		{"activations", m.Activations},
		{"logits", m.Logits},
		{"update", m.Update},
		{"overhead", m.Overhead},
	} {
		if part.bytes > 0 {
			g.Add(d.t.T("estimate.memory."+part.key), quantity.Fixed(part.bytes/training.GiB, 2))
		}
	}
	g.Rows = append(g.Rows, Row{Strong: true, Cells: []string{
		d.t.T("estimate.memory.total", "have", quantity.Fixed(one.CapacityBytes/training.GiB, 0), "usable", quantity.Fixed(one.UsableBytes/training.GiB, 1)),
		quantity.Fixed(m.Total()/training.GiB, 2),
	}})
	return Block{
		Head:  d.layoutHead(c),
		Lines: lines, Table: g,
	}
}

// layoutHead names the cards that work, and of how many where some are idle.
func (d estimateDoc) layoutHead(c *estimate.Candidate) string {
	working, all := c.Result.Layout.Cards(), c.Result.Count
	if working < all {
		return d.t.T("estimate.layout_head_part", "working", count(working), "count", count(all), "card", c.Machine.Card.Name)
	}
	return d.t.T("estimate.layout_head", "count", count(all), "card", c.Machine.Card.Name)
}

// recomputed is the word for what a layout computes again.
func recomputed(one training.Result) string {
	if one.Layout.Recompute == training.RecomputeSelective && training.SelectsOperators(one.Software) {
		return "operators"
	}
	return one.Layout.Recompute
}

// communication is where the time of a step goes.
func (d estimateDoc) communication() Block {
	one := d.r.Shown().Result
	if one.Tokens == 0 || one.Communication.Compute == 0 {
		return Block{}
	}
	k := one.Communication
	g := &Grid{Columns: []Column{{Head: d.t.T("estimate.col.exchange")}, {Head: d.t.T("estimate.col.seconds"), Number: true}}}
	for _, part := range [...]struct {
		key     string
		seconds float64
	}{{"compute", k.Compute}, {"tensor", k.Tensor}, {"pipeline", k.Pipeline}, {"expert", k.Expert}, {"context", k.Context}, {"data", k.Data}, {"host", k.Host}} {
		if part.seconds > 0 {
			g.Add(d.t.T("estimate.exchange."+part.key), quantity.Significant(part.seconds, 3))
		}
	}
	if hidden := k.Hidden(); hidden > 0 {
		g.Add(d.t.T("estimate.exchange.hidden"), "-"+quantity.Significant(hidden, 3))
	}
	if k.Idle() > 0 {
		g.Add(d.t.T("estimate.exchange.idle"), quantity.Significant(k.Idle(), 3))
	}
	g.Rows = append(g.Rows, Row{Strong: true, Cells: []string{d.t.T("estimate.exchange.step"), quantity.Significant(k.Step(), 3)}})
	lines := []Line{say(d.t.T("estimate.waiting", "share", d.ofComputing(k.Exposed/k.Compute), "bubble", d.ofComputing(k.Bubble)))}
	lines = append(lines, say(d.t.T("estimate.rate", "rate", quantity.Significant(one.TokensPerSecond.Typical, 3),
		"step", quantity.Significant(one.StepSeconds, 3), "mfu", percent(one.MFU.Typical), "hfu", percent(one.HFU.Typical))))
	if one.AllReduce.NominalGBs > 0 {
		lines = append(lines, say(d.t.T("estimate.allreduce", "share", percent(one.AllReduce.Share),
			"nominal", quantity.Significant(one.AllReduce.NominalGBs, 3), "hours", quantity.Fixed(one.AllReduce.LostHours, 0))))
	}
	return Block{Head: d.t.T("estimate.communication"), Table: g, Notes: lines}
}

// ofComputing is a time against the time of computing: a share, or how many times it.
func (d estimateDoc) ofComputing(ratio float64) string {
	if ratio > 1 {
		return d.t.T("estimate.times_computing", "n", digits(ratio))
	}
	return d.t.T("estimate.of_computing", "share", percent(ratio))
}

// givenRange says what the range around a given utilisation is.
func (d estimateDoc) givenRange(key string) Line {
	return say(d.t.T(key, "worse", digits(training.GivenWorse), "better", digits(training.GivenBetter)))
}

// failures is what stops and checkpoints cost.
func (d estimateDoc) failures() Block {
	one := d.r.Shown().Result
	f := one.Failures
	lines := []Line{say(d.t.T("estimate.stops", "hours", quantity.Significant(f.HoursBetween, 3), "stops", quantity.Significant(f.Stops, 2),
		"interval", quantity.Significant(f.IntervalSeconds/60, 2), "seconds", quantity.Significant(f.CheckpointSeconds, 2),
		"lost", percent(f.Lost)))}
	lines = append(lines, say(d.t.T("estimate.goodput", "goodput", percent(one.Goodput))))
	return Block{Head: d.t.T("estimate.failures"), Lines: lines}
}

// data is disk, upload and what the store must deliver, and the energy.
func (d estimateDoc) data() Block {
	one := d.r.Shown().Result
	var lines []Line
	if one.Tokens > 0 {
		t := one.Transfer
		lines = append(lines, say(d.t.T("estimate.disk", "set", bytesText(t.SetBytes), "checkpoint", bytesText(t.CheckpointBytes),
			"disk", bytesText(t.DiskBytes), "rate", bytesText(t.ReadRate))))
		if t.UploadHours > 0 {
			lines = append(lines, say(d.t.T("estimate.upload", "time", d.time(t.UploadHours/24), "mbps", plain(d.r.Ask.UploadMbps))))
		}
		if t.LoadingFloor > 0 {
			lines = append(lines, say(d.t.T("estimate.loading", "share", percent(t.LoadingFloor))))
		}
	}
	if e := one.Energy; e.KWPerCard > 0 {
		key := "estimate.energy"
		if e.CarbonKgPerKWh > 0 {
			key = "estimate.energy_carbon"
		}
		lines = append(lines, say(d.t.T(key, "kwh", quantity.Fixed(e.KWh.Typical, 0), "low", quantity.Fixed(e.KWh.Low, 0),
			"high", quantity.Fixed(e.KWh.High, 0), "kg", quantity.Fixed(e.KgCO2.Typical, 0))))
	} else {
		lines = append(lines, say(d.t.T("estimate.energy_unknown")))
	}
	return Block{Head: d.t.T("estimate.data"), Lines: lines}
}

func bytesText(v float64) string {
	for _, u := range [...]struct {
		size float64
		name string
	}{{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}} {
		if v >= u.size*0.9995 {
			return digits(v/u.size) + " " + u.name
		}
	}
	return digits(v) + " B"
}

// expected holds a claimed time against the estimate.
func (d estimateDoc) expected() Block {
	e := d.r.Expect
	if e == nil {
		return Block{}
	}
	c := d.r.Candidates[e.Candidate]
	key := "estimate.expect_fails"
	if e.Holds {
		key = "estimate.expect_holds"
	}
	typical, low, high := d.times(e.Found)
	b := Block{
		Head: d.t.T("estimate.expect_head", "claim", d.time(e.Days)),
		Lines: []Line{say(d.t.T(key, "claim", d.time(e.Days), "time", typical, "low", low, "high", high,
			"count", count(c.Result.Count), "card", c.Machine.Card.Name))},
		Table: &Grid{Columns: []Column{
			{Head: d.t.T("estimate.col.instead")},
			{Head: d.t.T("estimate.col.is"), Number: true},
			{Head: d.t.T("estimate.col.needs"), Number: true},
			{Head: d.t.T("estimate.col.possible")},
		}},
	}
	for _, a := range e.Assumptions {
		possible := d.t.T("estimate.possible.no")
		if a.Possible {
			possible = d.t.T("estimate.possible.yes")
		}
		b.Table.Add(d.t.T("estimate.would."+a.Name), wouldValue(a.Name, a.Is), wouldValue(a.Name, a.Needs), possible)
	}
	if len(e.Texts) > 0 {
		var each []string
		for _, x := range e.Texts {
			each = append(each, d.t.T("estimate.text_kind", "language", diag.Ref("estimate.language."+x.Language), "tokenizer", x.Tokenizer, "time", d.time(x.Days)))
		}
		b.Notes = append(b.Notes, say(d.t.T("estimate.texts", "list", strings.Join(each, d.t.T("report.semicolon")))))
	}
	if n := e.Naive; n != nil {
		b.Notes = append(b.Notes, say(d.t.T("estimate.naive", "value", scientific(n.Value), "flops", scientific(n.FLOPs),
			"bytes", digits(n.BytesPerToken), "peak", scientific(n.PeakFLOPS))))
	}
	return b
}

func wouldValue(name string, v float64) string {
	switch name {
	case "mfu", "goodput":
		return percent(v)
	case "tokens", "params":
		return short(v)
	}
	return digits(v)
}

// assumptions lists the inputs with their sources.
func (d estimateDoc) assumptions() Block {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.figure"), Shrinks: true},
		{Head: d.t.T("col.value"), Number: true},
		{Head: d.t.T("col.unit"), Drop: 1},
		{Head: d.t.T("col.range"), Number: true, Drop: 2},
		{Head: d.t.T("col.asof"), Drop: 3},
		{Head: d.t.T("col.source"), Shrinks: true},
	}}
	for _, a := range d.r.Assumptions() {
		name := d.t.T("estimate.a." + a.Key)
		if a.Estimate {
			name += estimateMark
		}
		spread := ""
		if a.Low != a.High {
			spread = digits(a.Low) + " - " + digits(a.High)
		}
		source := a.Source
		if source == "" {
			source = where(a.Where.File, a.Where.Line)
		}
		g.Add(name, quantity.DropZeros(quantity.Significant(a.Value, 4)), a.Unit, spread, diag.Clean(a.AsOf), diag.Clean(source))
	}
	notes := d.vocabulary()
	c := d.r.Shown()
	switch rows := d.r.FittedRows(c); {
	case c.Result.Basis == training.BasisGiven && d.r.Ask.Work.Goodput > 0:
		notes = append(notes, d.givenRange("estimate.given_range_goodput"))
	case c.Result.Basis == training.BasisGiven:
		notes = append(notes, d.givenRange("estimate.given_range"))
	case c.Result.Basis != training.BasisFamily && c.Result.Basis != training.BasisGeneration:
	case rows == 1:
		notes = append(notes, say(d.t.T("estimate.fitted_one")))
	default:
		notes = append(notes, say(d.t.T("estimate.fitted", "rows", count(rows))))
	}
	return Block{Head: d.t.T("report.assumptions"), Table: g, Notes: append(notes, d.nearest()...)}
}

// vocabulary says what cuts the text into tokens.
func (d estimateDoc) vocabulary() []Line {
	id, from := d.r.Vocabulary()
	if from == "" {
		return nil
	}
	return []Line{say(d.t.T("estimate.vocabulary."+from, "tokenizer", id, "language", diag.Ref("estimate.language."+d.r.Ask.Data.TextLanguage())))}
}

// estimateRecords is one row for each candidate.
func estimateRecords(r *estimate.Result) [][]string {
	rows := [][]string{{
		"card", "count", "precision", "fits", "chosen", "pareto", "days_low", "days", "days_high", "card_hours", "mfu",
		"memory_gb", "energy_kwh", "option", "total",
	}}
	for i, c := range r.Candidates {
		one := c.Result
		option, total := "", ""
		if c.Cost != nil {
			option, total = c.Cost.Option, c.Cost.Total.String()
		}
		energy, memory := "", ""
		if one.Energy.KWPerCard > 0 {
			energy = plainNumber(one.Energy.KWh.Typical)
		}
		if one.Tokens > 0 {
			memory = plainNumber(one.Memory.Total() / 1e9)
		}
		rows = append(rows, []string{
			c.Machine.Card.ID, count(one.Count), one.Precision, strconv.FormatBool(one.Fits), strconv.FormatBool(i == r.Choice), strconv.FormatBool(c.Pareto),
			plainNumber(one.Days.Low), plainNumber(one.Days.Typical), plainNumber(one.Days.High), plainNumber(one.CardHours.Typical), plainNumber(one.MFU.Typical),
			memory, energy, option, total,
		})
	}
	return rows
}

// plainNumber is a number for spreadsheets, without grouping.
func plainNumber(v float64) string { return quantity.DropZeros(strconv.FormatFloat(v, 'f', 6, 64)) }

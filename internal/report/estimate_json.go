package report

import (
	"gpucalc/internal/estimate"
	"gpucalc/internal/training"
)

type estimateJSON struct {
	Schema      string               `json:"schema" enum:"gpucalc.estimate/v1"`
	Version     string               `json:"version"`
	BookDate    string               `json:"book_date"`
	Currency    string               `json:"currency"`
	Basis       string               `json:"basis" enum:"total,after-tax" doc:"what every cost stands on: the bills as quoted, or after VAT"`
	Model       estimateModel        `json:"model"`
	Candidates  []candidateJSON      `json:"candidates"`
	Choice      *choiceJSON          `json:"choice" doc:"null: it fits on none"`
	Cards       []estimateCard       `json:"cards" doc:"what holds for a kind of card whatever the number"`
	Ways        []wayJSON            `json:"ways" doc:"each way to get the chosen cards"`
	Scenario    *estimateScenario    `json:"scenario" doc:"of the choice, as compare takes it"`
	Expect      *expectJSON          `json:"expect" doc:"a claimed duration held against the estimate"`
	Nearest     *nearestJSON         `json:"nearest" doc:"the published run or rate most like the choice; null: no language model"`
	Assumptions []estimateAssumption `json:"assumptions"`
	Warnings    []messageJSON        `json:"warnings"`
}

type rangeJSON struct {
	Low     number `json:"low"`
	Typical number `json:"typical"`
	High    number `json:"high"`
}

type estimateModel struct {
	Name          string  `json:"name"`
	From          string  `json:"from" enum:"size,sheet,config,flops,samples"`
	Params        number  `json:"params"`
	Active        number  `json:"active" doc:"parameters that a token passes through"`
	Tokens        number  `json:"tokens" doc:"of all epochs"`
	Kind          string  `json:"kind" enum:"pretrain,continue,full,lora,qlora"`
	Layers        int     `json:"layers"`
	Hidden        int     `json:"hidden"`
	Heads         int     `json:"heads"`
	KVHeads       int     `json:"kv_heads"`
	Vocabulary    int     `json:"vocabulary"`
	Experts       int     `json:"experts"`
	ShapeAssumed  bool    `json:"shape_assumed"`
	AllAssumed    bool    `json:"params_assumed" doc:"all parameters follow from the active ones"`
	TokensAssumed bool    `json:"tokens_assumed"`
	Sequence      int     `json:"sequence"`
	BatchTokens   number  `json:"batch_tokens"`
	Epochs        number  `json:"epochs"`
	BytesPerToken *number `json:"bytes_per_token" doc:"null: tokens were not counted from text"`
	Tokenizer     string  `json:"tokenizer" doc:"vocabulary by which text was counted; empty: none, or the rule for the language"`
	FLOPs         number  `json:"flops" doc:"6 or 4 FLOPs per parameter and token"`
	UsefulFLOPs   number  `json:"useful_flops" doc:"with the attention core, counted causally"`
}

type candidateJSON struct {
	Card           string             `json:"card"`
	CardName       string             `json:"card_name"`
	Count          int                `json:"count"`
	Precision      string             `json:"precision"`
	Fits           bool               `json:"fits"`
	Chosen         bool               `json:"chosen"`
	Headline       bool               `json:"headline" doc:"the answer for its kind of card"`
	Pareto         bool               `json:"pareto" doc:"no other is both sooner and cheaper"`
	Layout         *layoutJSON        `json:"layout"`
	MemoryGB       *number            `json:"memory_gb" doc:"that the fullest card needs, 10^9 bytes"`
	CapacityGB     number             `json:"capacity_gb"`
	UsableGB       number             `json:"usable_gb" doc:"of the capacity, what a training may take"`
	Memory         *memoryJSON        `json:"memory"`
	MFU            rangeJSON          `json:"mfu" doc:"by 6 N D, against the dense bf16 peak"`
	MFUAttention   rangeJSON          `json:"mfu_with_attention"`
	HFU            rangeJSON          `json:"hfu"`
	Basis          string             `json:"mfu_basis" enum:"card,generation,none,measured,given"`
	FittedRows     int                `json:"mfu_rows" doc:"published runs and rates on the same chip or generation"`
	Days           rangeJSON          `json:"days"`
	CardHours      rangeJSON          `json:"card_hours"`
	TokensPerSec   *rangeJSON         `json:"tokens_per_second"`
	StepSeconds    number             `json:"step_seconds"`
	HardwareFLOPs  number             `json:"hardware_flops" doc:"with recomputation"`
	Goodput        number             `json:"goodput"`
	EnergyKWh      *number            `json:"energy_kwh"`
	EnergyRange    *rangeJSON         `json:"energy_kwh_range"`
	CO2Kg          *number            `json:"co2_kg"`
	Communication  *communicationJSON `json:"communication"`
	NetworkSlow    number             `json:"network_slowdown" doc:"times as long as on the usual network"`
	Failures       failuresJSON       `json:"failures"`
	Transfer       transferJSON       `json:"transfer"`
	AllReduce      *allReduceJSON     `json:"allreduce"`
	SmallestCount  *int               `json:"smallest_count" doc:"cards from which it fits"`
	Cost           *costJSON          `json:"cost"`
	ResultWarnings []messageJSON      `json:"warnings"`
}

type layoutJSON struct {
	Cards        int    `json:"cards" doc:"that work; the others are idle"`
	Tensor       int    `json:"tensor"`
	Pipeline     int    `json:"pipeline"`
	Context      int    `json:"context"`
	Expert       int    `json:"expert"`
	Data         int    `json:"data"`
	ZeRO         int    `json:"zero"`
	Interleave   int    `json:"interleave"`
	MicroBatch   int    `json:"micro_batch"`
	MicroBatches int    `json:"micro_batches"`
	Recompute    string `json:"recompute" enum:"none,selective,full"`
	Sequence     bool   `json:"sequence_parallel"`
}

type memoryJSON struct {
	WeightsGB     number `json:"weights_gb"`
	GradientsGB   number `json:"gradients_gb"`
	OptimizerGB   number `json:"optimizer_gb"`
	GatheredGB    number `json:"gathered_gb"`
	ActivationsGB number `json:"activations_gb"`
	LogitsGB      number `json:"logits_gb"`
	UpdateGB      number `json:"update_gb" doc:"what the optimiser works in"`
	OverheadGB    number `json:"overhead_gb"`
	HostGB        number `json:"host_gb" doc:"beside it, in the memory of the host"`
	Moment        string `json:"moment" enum:"turn,end,update" doc:"when the card is fullest: between forward and backward pass, as that ends, while the optimiser works"`
	Software      string `json:"software" doc:"that the memory is counted for"`
}

type communicationJSON struct {
	ComputeSeconds  number `json:"compute_seconds" doc:"of one step"`
	TensorSeconds   number `json:"tensor_seconds"`
	PipelineSeconds number `json:"pipeline_seconds"`
	ExpertSeconds   number `json:"expert_seconds"`
	ContextSeconds  number `json:"context_seconds"`
	DataSeconds     number `json:"data_seconds"`
	HostSeconds     number `json:"host_seconds" doc:"to and in the memory of the host, where states lie there"`
	ExposedSeconds  number `json:"exposed_seconds" doc:"that the cards wait"`
	BubbleShare     number `json:"bubble_share"`
	IdleSeconds     number `json:"idle_seconds" doc:"in the pipeline; with computing and exposed the step"`
}

type failuresJSON struct {
	HoursBetween      number `json:"hours_between_stops"`
	Stops             number `json:"stops"`
	CheckpointSeconds number `json:"checkpoint_seconds"`
	IntervalSeconds   number `json:"checkpoint_interval_seconds"`
	LostShare         number `json:"lost_share"`
	Goodput           number `json:"goodput"`
}

type transferJSON struct {
	SetGB        number `json:"set_gb"`
	CheckpointGB number `json:"checkpoint_gb"`
	DiskGB       number `json:"disk_gb"`
	UploadHours  number `json:"upload_hours" doc:"0: no bandwidth given"`
	ReadMBs      number `json:"read_mb_per_second"`
	LoadingShare number `json:"loading_share" doc:"by which slow storage stretches the run"`
}

type allReduceJSON struct {
	NominalGBs number `json:"nominal_gb_per_second"`
	Share      number `json:"share"`
	Flagged    bool   `json:"flagged" doc:"under 80 % of nominal"`
	LostHours  number `json:"lost_card_hours"`
}

type costJSON struct {
	Option string `json:"option"`
	Total  amount `json:"total"`
}

type choiceJSON struct {
	Candidate int    `json:"candidate" doc:"index into candidates"`
	Card      string `json:"card"`
	Count     int    `json:"count"`
}

type estimateCard struct {
	Card          string `json:"card"`
	SmallestCount *int   `json:"smallest_count" doc:"null: fits on none up to 16,384"`
	MissesGB      number `json:"misses_gb" doc:"that a card lacks at best where nothing fits"`
}

type wayJSON struct {
	Option string  `json:"option"`
	Family string  `json:"family"`
	Chosen bool    `json:"chosen"`
	Counts bool    `json:"counts"`
	Total  *amount `json:"total" doc:"for the typical time"`
	Low    *amount `json:"low_time_total"`
	High   *amount `json:"high_time_total"`
}

type estimateScenario struct {
	Card  string    `json:"card"`
	Count int       `json:"count"`
	Hours rangeJSON `json:"hours" doc:"whole hours, as they would be rented"`
	Site  string    `json:"site"`
	Asked string    `json:"shorthand"`
}

type expectJSON struct {
	Days        number      `json:"days"`
	Candidate   int         `json:"candidate"`
	Holds       bool        `json:"holds" doc:"inside low and high"`
	Assumptions []wouldJSON `json:"assumptions" doc:"each alone would make it true"`
	Texts       []textJSON  `json:"texts" doc:"the same bytes as text of other kinds"`
	Naive       *naiveJSON  `json:"rule_of_thumb"`
}

type wouldJSON struct {
	Name     string `json:"name"`
	Is       number `json:"is"`
	Needs    number `json:"needs"`
	Possible bool   `json:"possible"`
}

type textJSON struct {
	Language      string `json:"language"`
	Tokenizer     string `json:"tokenizer"`
	BytesPerToken number `json:"bytes_per_token"`
	Days          number `json:"days"`
}

type naiveJSON struct {
	Value number   `json:"value" doc:"parameters x bytes x epochs / utilisation"`
	FLOPs number   `json:"flops"`
	Lacks []string `json:"lacks"`
}

type estimateAssumption struct {
	Name     string  `json:"name"`
	Value    number  `json:"value"`
	Low      *number `json:"low"`
	High     *number `json:"high"`
	Unit     string  `json:"unit"`
	AsOf     string  `json:"asof"`
	Source   string  `json:"source"`
	Where    string  `json:"where"`
	Estimate bool    `json:"estimate"`
	Given    bool    `json:"given"`
}

func estimateAsJSON(r *estimate.Result, m Meta) estimateJSON {
	out := estimateJSON{
		Schema: schemaID("estimate"), Version: m.Version, BookDate: m.BookDate, Currency: "CNY", Basis: r.Basis(), Model: modelAsJSON(r),
		Candidates: []candidateJSON{}, Cards: []estimateCard{}, Ways: waysAsJSON(r), Expect: expectAsJSON(r.Expect), Nearest: nearestAsJSON(r),
		Assumptions: []estimateAssumption{}, Warnings: messages(r.Warnings),
	}
	for i := range r.Candidates {
		out.Candidates = append(out.Candidates, candidateAsJSON(r, i))
	}
	if c, ok := r.Chosen(); ok {
		out.Choice = &choiceJSON{r.Choice, c.Machine.Card.ID, c.Result.Count}
		out.Scenario = scenarioOf(r, c)
	}
	for _, s := range r.Cards {
		card := estimateCard{Card: s.Machine.Card.ID, SmallestCount: positive(s.Smallest)}
		if s.Smallest == 0 {
			card.MissesGB = number(s.Misses / 1e9)
		}
		out.Cards = append(out.Cards, card)
	}
	for _, a := range r.Assumptions() {
		j := estimateAssumption{
			Name: a.Key, Value: number(a.Value), Unit: a.Unit, AsOf: a.AsOf, Source: a.Source,
			Where: where(a.Where.File, a.Where.Line), Estimate: a.Estimate, Given: a.Given,
		}
		if a.Low != a.High {
			j.Low, j.High = numberOf(a.Low), numberOf(a.High)
		}
		out.Assumptions = append(out.Assumptions, j)
	}
	return out
}

// positive is null for 0, which stands for "none".
func positive(n int) *int {
	if n <= 0 {
		return nil
	}
	return &n
}

func spread(r training.Range) rangeJSON {
	return rangeJSON{number(r.Low), number(r.Typical), number(r.High)}
}

func modelAsJSON(r *estimate.Result) estimateModel {
	one, a := r.Shown().Result, r.Ask
	m := one.Model
	out := estimateModel{
		Name: a.ModelName(), From: string(a.From), Params: number(m.Params), Active: number(m.ActiveParams()),
		Tokens: number(one.Tokens), Kind: estimate.KindWord(one.Kind), Layers: m.Layers, Hidden: m.Hidden, Heads: m.Heads,
		KVHeads: m.KVHeads, Vocabulary: m.Vocab, Experts: m.Experts, ShapeAssumed: m.Assumed, AllAssumed: m.ParamsAssumed,
		TokensAssumed: one.Tokens > 0 && a.Data.Tokens == 0 && a.Data.Bytes == 0,
		Sequence:      one.Seq, BatchTokens: number(one.BatchTokens), Epochs: number(max(a.Data.Epochs, 1)),
		FLOPs: number(one.FLOPs.SixND), UsefulFLOPs: number(one.FLOPs.Useful),
	}
	if one.BytesPerToken > 0 {
		out.BytesPerToken = numberOf(one.BytesPerToken)
		out.Tokenizer, _ = r.Vocabulary()
	}
	return out
}

func candidateAsJSON(r *estimate.Result, i int) candidateJSON {
	c := &r.Candidates[i]
	one := c.Result
	out := candidateJSON{
		Card: c.Machine.Card.ID, CardName: c.Machine.Card.Name, Count: one.Count, Precision: one.Precision, Fits: one.Fits,
		Chosen: i == r.Choice, Headline: c.Headline, Pareto: c.Pareto, CapacityGB: number(one.CapacityBytes / 1e9), UsableGB: number(one.UsableBytes / 1e9),
		MFU: spread(one.MFU), MFUAttention: spread(one.MFUWithAttention), HFU: spread(one.HFU), Basis: string(one.Basis),
		FittedRows: r.FittedRows(c), Days: spread(one.Days), CardHours: spread(one.CardHours), StepSeconds: number(one.StepSeconds),
		HardwareFLOPs: number(one.FLOPs.Hardware), Goodput: number(one.Goodput), NetworkSlow: number(one.NetworkSlow),
		SmallestCount: positive(one.SmallestCount), ResultWarnings: messages(one.Warnings),
	}
	f, t := one.Failures, one.Transfer
	out.Failures = failuresJSON{
		number(f.HoursBetween), number(f.Stops), number(f.CheckpointSeconds), number(f.IntervalSeconds), number(f.Lost), number(f.Goodput),
	}
	out.Transfer = transferJSON{
		number(t.SetBytes / 1e9), number(t.CheckpointBytes / 1e9), number(t.DiskBytes / 1e9), number(t.UploadHours),
		number(t.ReadRate / 1e6), number(t.LoadingFloor),
	}
	if one.Tokens > 0 {
		addLayout(&out, one)
	}
	if e := one.Energy; e.KWPerCard > 0 {
		kwh := spread(e.KWh)
		out.EnergyKWh, out.EnergyRange = &kwh.Typical, &kwh
		if e.CarbonKgPerKWh > 0 {
			out.CO2Kg = numberOf(e.KgCO2.Typical)
		}
	}
	if a := one.AllReduce; a.NominalGBs > 0 {
		out.AllReduce = &allReduceJSON{number(a.NominalGBs), number(a.Share), a.Flagged, number(a.LostHours)}
	}
	if c.Cost != nil {
		out.Cost = &costJSON{c.Cost.Option, amount(c.Cost.Total)}
	}
	return out
}

// addLayout fills what only models of tokens have.
func addLayout(out *candidateJSON, one training.Result) {
	l, m, k := one.Layout, one.Memory, one.Communication
	gb := func(bytes float64) number { return number(bytes / 1e9) }
	out.MemoryGB = numberOf(m.Total() / 1e9)
	out.Memory = &memoryJSON{
		gb(m.Weights), gb(m.Gradients), gb(m.Optimizer), gb(m.Gathered), gb(m.Activations), gb(m.Logits), gb(m.Update), gb(m.Overhead),
		gb(m.Host), m.Moment, one.Software,
	}
	out.Layout = &layoutJSON{
		l.Cards(), l.TP, l.PP, l.CP, l.EP, l.DP, l.ZeRO, l.Interleave, l.MicroBatch, l.MicroBatches, l.Recompute, l.SequenceParallel,
	}
	out.Communication = &communicationJSON{
		number(k.Compute), number(k.Tensor), number(k.Pipeline), number(k.Expert), number(k.Context), number(k.Data), number(k.Host),
		number(k.Exposed), number(k.Bubble), number(k.Idle()),
	}
	rate := spread(one.TokensPerSecond)
	out.TokensPerSec = &rate
}

func waysAsJSON(r *estimate.Result) []wayJSON {
	out := []wayJSON{}
	if r.Ways == nil {
		return out
	}
	for _, w := range r.Ways.Rows {
		j := wayJSON{Option: w.ID, Family: w.Family, Chosen: w.Chosen, Counts: w.Counts}
		if w.Priced {
			j.Total = yuan(w.Cost())
		}
		if low, ok := estimate.TotalOf(r.WaysLow, w.ID); ok {
			j.Low = yuan(low)
		}
		if high, ok := estimate.TotalOf(r.WaysHigh, w.ID); ok {
			j.High = yuan(high)
		}
		out = append(out, j)
	}
	return out
}

func scenarioOf(r *estimate.Result, c *estimate.Candidate) *estimateScenario {
	low, typical, high := estimate.Hours(c.Result.Days)
	return &estimateScenario{
		Card: c.Machine.Card.ID, Count: c.Result.Count, Hours: rangeJSON{number(low), number(typical), number(high)},
		Site:  r.Ask.SiteID(),
		Asked: c.Shorthand(),
	}
}

func expectAsJSON(e *estimate.Expectation) *expectJSON {
	if e == nil {
		return nil
	}
	out := &expectJSON{Days: number(e.Days), Candidate: e.Candidate, Holds: e.Holds, Assumptions: []wouldJSON{}, Texts: []textJSON{}}
	for _, a := range e.Assumptions {
		out.Assumptions = append(out.Assumptions, wouldJSON{a.Name, number(a.Is), number(a.Needs), a.Possible})
	}
	for _, x := range e.Texts {
		out.Texts = append(out.Texts, textJSON{x.Language, x.Tokenizer, number(x.BytesPerToken), number(x.Days)})
	}
	if n := e.Naive; n != nil {
		out.Naive = &naiveJSON{number(n.Value), number(n.FLOPs), []string{"flops_per_parameter_and_token", "bytes_per_token", "peak_flops"}}
	}
	return out
}

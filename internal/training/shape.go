package training

import "math"

// ModelShape is the architecture of a model as far as an estimate needs it.
// Zero fields are unknown; Complete fills them with what is usual for the size.
type ModelShape struct {
	Name         string
	Architecture string  // "llama", "qwen3_moe", "" when only the size is known
	Params       float64 // all parameters, embeddings included
	Active       float64 // parameters that a token passes through; 0 = all of them
	Layers       int
	Hidden       int
	Heads        int
	KVHeads      int // 0 = as many as Heads
	HeadDim      int // 0 = Hidden / Heads
	FFN          int // width of the dense feed-forward block
	Gated        bool
	Vocab        int
	Tokenizer    string // id of Tokenizers that its text is cut with, "" = not among them
	Tied         bool   // input and output embeddings are one table
	Experts      int    // routed experts of a mixture layer, 0 = dense
	TopK         int    // routed experts that a token uses
	Shared       int    // experts that every token uses
	ExpertFFN    int    // width of one expert
	DenseLayers  int    // leading layers without experts

	// EncoderDecoder: half of the layers read the input, half write the output,
	// so that a token meets half of the parameters. [Raffel 2020]
	EncoderDecoder bool
	SeqLen         int     // context length it was published with
	BatchTokens    float64 // tokens in a step of its pretraining, as published; 0 = unknown

	// Window is how many tokens the layers with a sliding window look back,
	// WindowShare the share of layers that have it. 0 = all look at everything.
	Window      int
	WindowShare float64

	// AttentionPerLayer overrides the attention parameters of one layer for
	// forms that the plain count does not cover, such as latent attention.
	AttentionPerLayer float64
	Assumed           bool // the shape was filled in from the size
	ParamsAssumed     bool // so were all parameters, from the active ones
}

// ModelFromValues builds a shape from the named values of a sheet of models:
// params, active, layers, hidden, heads, kv_heads, head_dim, ffn, vocab, seq,
// experts, topk, shared, expert_ffn, dense_layers, attention, batch, and
// gated and tied, which are true unless 0 or missing. Missing values are
// completed. tokenizer is one of Tokenizers, "" = not among them.
func ModelFromValues(name, tokenizer string, values map[string]float64) ModelShape {
	count := func(key string) int { return int(values[key]) }
	m := ModelShape{
		Name: name, Tokenizer: tokenizer, Params: values["params"], Active: values["active"], Layers: count("layers"), Hidden: count("hidden"),
		Heads: count("heads"), KVHeads: count("kv_heads"), HeadDim: count("head_dim"), FFN: count("ffn"),
		Vocab: count("vocab"), SeqLen: count("seq"), Experts: count("experts"), TopK: count("topk"),
		Shared: count("shared"), ExpertFFN: count("expert_ffn"), DenseLayers: count("dense_layers"),
		AttentionPerLayer: values["attention"], BatchTokens: values["batch"], Gated: values["gated"] != 0, Tied: values["tied"] != 0,
	}
	return m.Complete()
}

// MoE reports whether the model is a mixture of experts.
func (m ModelShape) MoE() bool { return m.Experts > 1 || (m.Active > 0 && m.Active < 0.95*m.Params) }

// ActiveParams is the number of parameters that a token passes through.
func (m ModelShape) ActiveParams() float64 {
	switch {
	case m.Active > 0:
		return m.Active
	case m.EncoderDecoder:
		return m.Params / 2
	}
	return m.Params
}

// layersMet is the number of layers that a token passes through.
func (m ModelShape) layersMet() float64 {
	if m.EncoderDecoder {
		return float64(m.Layers) / 2
	}
	return float64(m.Layers)
}

// ParamsPerActive is how many parameters a mixture has for each active one where
// only those are known: the median of the nine mixtures among the well-known
// models. They spread widely, half of them between 5.0 and 17.9, all between
// LeastParamsPerActive and MostParamsPerActive, and not by their size.
const (
	ParamsPerActive      = 10.6
	LeastParamsPerActive = 3.6
	MostParamsPerActive  = 31.2
)

// Complete returns the shape with unknown fields filled from a standard shape
// of its size. Active parameters alone are those of a mixture of experts with
// the usual share of experts in use. Assumed is set when the layers or the width
// had to be guessed, ParamsAssumed when all parameters had to.
func (m ModelShape) Complete() ModelShape {
	if m.Params == 0 && m.Active > 0 {
		m.Params, m.ParamsAssumed = ParamsPerActive*m.Active, true
	}
	size := m.ActiveParams()
	if m.EncoderDecoder {
		size = m.Params
	}
	standard := StandardShape(size)
	if m.Layers == 0 || m.Hidden == 0 {
		m.Layers, m.Hidden, m.Heads, m.KVHeads = standard.Layers, standard.Hidden, standard.Heads, standard.KVHeads
		m.FFN, m.Gated, m.Assumed = standard.FFN, standard.Gated, true
	}
	if m.Heads == 0 {
		m.Heads = max(1, m.Hidden/128)
	}
	if m.KVHeads == 0 {
		m.KVHeads = m.Heads
	}
	if m.HeadDim == 0 {
		m.HeadDim = m.Hidden / m.Heads
	}
	if m.Vocab == 0 {
		m.Vocab = standard.Vocab
	}
	if m.FFN == 0 {
		m.FFN = 4 * m.Hidden
	}
	if m.MoE() {
		m = m.completeExperts()
	}
	return m
}

// completeExperts guesses the experts of a mixture that is known by size only:
// eight active ones where the mixture is sparse, two where it is not.
func (m ModelShape) completeExperts() ModelShape {
	ratio := m.Params / m.ActiveParams()
	if m.TopK == 0 {
		m.TopK = 2
		if ratio > 4.5 {
			m.TopK = 8
		}
	}
	if m.Experts == 0 {
		m.Experts = int(math.Exp2(math.Ceil(math.Log2(float64(m.TopK) * ratio))))
	}
	if m.ExpertFFN == 0 {
		m.ExpertFFN = max(256, m.FFN/m.TopK)
	}
	return m
}

// standardWidths are the widths and depths in common use, from published models.
var standardWidths = [...]struct{ layers, hidden, heads, kv int }{
	{12, 768, 12, 12},
	{24, 1024, 16, 16},
	{24, 1536, 12, 12},
	{24, 2048, 16, 16},
	{32, 2560, 20, 20},
	{32, 4096, 32, 8},
	{40, 5120, 40, 8},
	{48, 6144, 48, 8},
	{60, 6656, 52, 52},
	{64, 5120, 40, 8},
	{80, 8192, 64, 8},
	{96, 12288, 96, 96},
	{118, 14336, 112, 8},
	{126, 16384, 128, 8},
	{105, 20480, 128, 128},
	{128, 25600, 160, 160},
}

// standardVocab is the vocabulary assumed where none is stated.
const standardVocab = 128_000

// StandardShape is a usual dense shape for a number of parameters: the nearest
// published width and depth, with the feed-forward width solved so that the
// parameter count comes out right.
func StandardShape(params float64) ModelShape {
	best, distance := standardWidths[0], math.Inf(1)
	for _, w := range standardWidths {
		size := 12 * float64(w.layers) * float64(w.hidden) * float64(w.hidden)
		if d := math.Abs(math.Log(size / params)); d < distance {
			best, distance = w, d
		}
	}
	m := ModelShape{
		Params: params, Layers: best.layers, Hidden: best.hidden, Heads: best.heads,
		KVHeads: best.kv, Vocab: standardVocab, Gated: true, Assumed: true,
	}
	m.HeadDim = m.Hidden / m.Heads
	if params < 1e9 {
		m.Vocab, m.Tied = 50_304, true
	}
	m.FFN = solveFFN(m)
	return m
}

// solveFFN is the feed-forward width that makes the parameter count of m true,
// kept between twice and six times the width.
func solveFFN(m ModelShape) int {
	blocks := m.Params - m.embeddingParams()
	perLayer := blocks/float64(m.Layers) - m.attentionParams()
	width := perLayer / (3 * float64(m.Hidden))
	width = min(max(width, 2*float64(m.Hidden)), 6*float64(m.Hidden))
	return int(math.Round(width/64)) * 64
}

// embeddingParams counts the input table and, unless tied, the output matrix.
func (m ModelShape) embeddingParams() float64 {
	table := float64(m.Vocab) * float64(m.Hidden)
	if m.Tied {
		return table
	}
	return 2 * table
}

// attentionParams counts the projections of one attention layer.
func (m ModelShape) attentionParams() float64 {
	if m.AttentionPerLayer > 0 {
		return m.AttentionPerLayer
	}
	kv := m.KVHeads
	if kv == 0 {
		kv = m.Heads
	}
	h, width := float64(m.Hidden), float64(m.Heads*m.HeadDim)
	return 2*h*width + 2*h*float64(kv*m.HeadDim)
}

// mlpParams counts one feed-forward block of the given width.
func (m ModelShape) mlpParams(width int) float64 {
	matrices := 2.0
	if m.Gated {
		matrices = 3
	}
	return matrices * float64(m.Hidden) * float64(width)
}

// CountParams computes all and active parameters from the full shape.
func (m ModelShape) CountParams() (all, active float64) {
	attention := float64(m.Layers) * m.attentionParams()
	if m.EncoderDecoder {
		attention *= 1.5 // each decoder layer attends to the input too
	}
	all = m.embeddingParams() + attention
	active = all
	if m.Experts == 0 {
		mlp := float64(m.Layers) * m.mlpParams(m.FFN)
		return all + mlp, active + mlp
	}
	dense := float64(m.DenseLayers) * m.mlpParams(m.FFN)
	mixture := float64(m.Layers - m.DenseLayers)
	router := mixture * float64(m.Hidden*m.Experts)
	one := m.mlpParams(m.ExpertFFN)
	all += dense + router + mixture*one*float64(m.Experts+m.Shared)
	active += dense + router + mixture*one*float64(m.TopK+m.Shared)
	return all, active
}

// AttentionShare is the work of the attention core as a share of 6·N, counted
// causally (half of the full matrix): 6·L·h·s / (6·N). A sliding window of w
// tokens leaves w·(2 - w/s) of s. [Narayanan 2021, MaxText]
func (m ModelShape) AttentionShare(seq int) float64 {
	width, met := float64(m.Heads*m.HeadDim), float64(seq)
	if w := float64(m.Window); w > 0 && w < met {
		met += m.WindowShare * (w*(2-w/met) - met)
	}
	return m.layersMet() * width * met / m.ActiveParams()
}

package training

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
)

// architecture says how a family of models lays out its blocks.
type architecture struct {
	name  string
	gated bool
	tied  bool // embeddings are shared unless the file says otherwise

	encoderDecoder bool
}

// architectures are the published model types that ParseConfig reads, sorted.
var architectures = [...]architecture{
	{name: "baichuan", gated: true},
	{name: "bart", tied: true, encoderDecoder: true},
	{name: "bloom", tied: true},
	{name: "chatglm", gated: true},
	{name: "cohere", gated: true, tied: true},
	{name: "deepseek", gated: true},
	{name: "deepseek_v2", gated: true},
	{name: "deepseek_v3", gated: true},
	{name: "dots1", gated: true},
	{name: "ernie4_5", gated: true, tied: true},
	{name: "exaone", gated: true},
	{name: "falcon", tied: true},
	{name: "gemma", gated: true, tied: true},
	{name: "gemma2", gated: true, tied: true},
	{name: "gemma3_text", gated: true, tied: true},
	{name: "glm", gated: true},
	{name: "glm4", gated: true},
	{name: "glm4_moe", gated: true},
	{name: "gpt2", tied: true},
	{name: "gpt_bigcode", tied: true},
	{name: "gpt_neox"},
	{name: "gpt_oss", gated: true},
	{name: "gptj"},
	{name: "granite", gated: true, tied: true},
	{name: "internlm", gated: true},
	{name: "internlm2", gated: true},
	{name: "kimi_k2", gated: true},
	{name: "llama", gated: true},
	{name: "minicpm", gated: true, tied: true},
	{name: "mistral", gated: true},
	{name: "mixtral", gated: true},
	{name: "mpt", tied: true},
	{name: "mt5", gated: true, encoderDecoder: true},
	{name: "olmo", gated: true},
	{name: "olmo2", gated: true},
	{name: "olmoe", gated: true},
	{name: "opt", tied: true},
	{name: "phi"},
	{name: "phi3", gated: true},
	{name: "phimoe", gated: true},
	{name: "qwen", gated: true},
	{name: "qwen2", gated: true},
	{name: "qwen2_moe", gated: true},
	{name: "qwen3", gated: true},
	{name: "qwen3_moe", gated: true},
	{name: "stablelm", gated: true},
	{name: "starcoder2", tied: true},
	{name: "t5", tied: true, encoderDecoder: true},
	{name: "umt5", gated: true, encoderDecoder: true},
	{name: "yi", gated: true},
}

// ConfigArchitectures lists the model types that ParseConfig knows, sorted.
func ConfigArchitectures() []string {
	names := make([]string, len(architectures))
	for i, a := range architectures {
		names[i] = a.name
	}
	return names
}

// config is a decoded file with the names that its fields go by.
type config map[string]json.RawMessage

// number returns the first of names that holds a number.
func (c config) number(names ...string) float64 {
	for _, name := range names {
		var v float64
		if raw, ok := c[name]; ok && json.Unmarshal(raw, &v) == nil {
			return v
		}
	}
	return 0
}

func (c config) count(names ...string) int {
	v := c.number(names...)
	if v < 0 || v > 1e9 {
		return 0
	}
	return int(v)
}

func (c config) text(name string) string {
	var s string
	if raw, ok := c[name]; ok && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return ""
}

func (c config) boolean(name string, otherwise bool) bool {
	var b bool
	if raw, ok := c[name]; ok && json.Unmarshal(raw, &b) == nil {
		return b
	}
	return otherwise
}

// maxConfigBytes bounds a config file; published ones have a few kilobytes.
const maxConfigBytes = 1 << 20

// ParseConfig reads a model's published config.json and counts its parameters.
func ParseConfig(data []byte) (ModelShape, diag.List) {
	fail := func(key string, args ...string) (ModelShape, diag.List) {
		return ModelShape{}, diag.List{diag.New(key, args...)}
	}
	if len(data) > maxConfigBytes {
		return fail("training.config_too_big", "bytes", strconv.Itoa(len(data)))
	}
	var c config
	if err := json.Unmarshal(data, &c); err != nil || c == nil {
		return ModelShape{}, diag.List{notJSON(data, err)}
	}
	c = c.languagePart()
	kind := c.text("model_type")
	if kind == "" {
		d := diag.New("training.config_no_type", "field", "model_type", "near", c.misspelt([]string{"model_type"}))
		return ModelShape{}, diag.List{d.WithHint("training.config_misspelt_hint")}
	}
	i := slices.IndexFunc(architectures[:], func(a architecture) bool { return a.name == kind })
	if i < 0 {
		d := diag.New("training.config_architecture", "value", kind, "near", diag.Nearest(kind, ConfigArchitectures()))
		return ModelShape{}, diag.List{d.WithHint("training.config_hint")}
	}
	if wrong := c.badCounts(data); len(wrong) > 0 {
		return ModelShape{}, wrong
	}
	m := c.shape(architectures[i])
	if m.Layers < 1 || m.Hidden < 1 || m.Heads < 1 || m.Vocab < 1 {
		return fail("training.config_incomplete", "value", kind)
	}
	m.Params, m.Active = m.CountParams()
	if m.Experts == 0 {
		m.Active = 0
	}
	if math.IsInf(m.Params, 0) || m.Params > 1e15 {
		return fail("training.config_incomplete", "value", kind)
	}
	return m, nil
}

// languagePart is the text model of a multimodal file.
func (c config) languagePart() config {
	if raw, ok := c["text_config"]; ok {
		var inner config
		if json.Unmarshal(raw, &inner) == nil && inner["hidden_size"] != nil {
			return inner
		}
	}
	return c
}

// shape reads the fields, which have other names in older families.
func (c config) shape(a architecture) ModelShape {
	m := ModelShape{
		Name: c.text("_name_or_path"), Architecture: a.name, Gated: a.gated,
		EncoderDecoder: a.encoderDecoder,

		Layers:  c.count("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
		Hidden:  c.count("hidden_size", "n_embd", "d_model", "n_embed"),
		Heads:   c.count("num_attention_heads", "n_head", "n_heads"),
		KVHeads: c.count("num_key_value_heads", "multi_query_group_num", "num_kv_heads"),
		HeadDim: c.count("head_dim", "kv_channels"),
		FFN:     c.count("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim"),
		Vocab:   c.count("padded_vocab_size", "vocab_size"),
		SeqLen:  c.count("max_position_embeddings", "seq_length", "n_positions", "max_seq_len", "model_max_length"),
		Tied:    c.boolean("tie_word_embeddings", a.tied),
	}
	c.oldForms(&m, a)
	if a.encoderDecoder {
		c.bothHalves(&m)
	}
	if m.KVHeads == 0 {
		m.KVHeads = m.Heads
	}
	if m.HeadDim == 0 && m.Heads > 0 {
		m.HeadDim = m.Hidden / m.Heads
	}
	if m.FFN == 0 {
		m.FFN = 4 * m.Hidden
	}
	c.experts(&m)
	c.latentAttention(&m)
	c.slidingWindow(&m)
	m.Tokenizer = ownTokenizer(m.Architecture, m.Vocab)
	return m
}

// oldForms corrects fields that mean something else in older families.
func (c config) oldForms(m *ModelShape, a architecture) {
	switch {
	case a.name == "qwen":
		m.FFN /= 2 // the file counts both halves of the gated block
	case a.name == "chatglm" && !c.boolean("multi_query_attention", false):
		m.KVHeads = m.Heads
	case a.name == "falcon" && c.boolean("multi_query", false) && !c.boolean("new_decoder_architecture", false),
		a.name == "gpt_bigcode" && c.boolean("multi_query", false):
		m.KVHeads = 1
	case a.name == "chatglm" || a.name == "mpt":
		if c["expansion_ratio"] != nil {
			m.FFN = int(c.number("expansion_ratio") * float64(m.Hidden))
		}
	}
}

// bothHalves reads the names that encoder-decoder families use.
func (c config) bothHalves(m *ModelShape) {
	encoder := c.count("encoder_layers", "num_layers")
	decoder := c.count("decoder_layers", "num_decoder_layers")
	if decoder == 0 {
		decoder = encoder
	}
	m.Layers = encoder + decoder
	m.Heads = c.count("num_heads", "encoder_attention_heads")
	m.HeadDim = c.count("d_kv")
	m.FFN = c.count("d_ff", "encoder_ffn_dim")
	m.SeqLen = c.count("n_positions", "max_position_embeddings")
	if form := c.text("feed_forward_proj"); form != "" {
		m.Gated = strings.HasPrefix(form, "gated")
	}
}

// experts reads the mixture layers.
func (c config) experts(m *ModelShape) {
	m.Experts = c.count("n_routed_experts", "num_local_experts", "num_experts")
	if m.Experts < 2 {
		m.Experts = 0
		return
	}
	m.TopK = max(1, c.count("num_experts_per_tok", "num_experts_per_token", "moe_topk"))
	m.Shared = c.count("n_shared_experts", "num_shared_experts")
	m.ExpertFFN = c.count("moe_intermediate_size", "intermediate_size")
	m.DenseLayers = min(c.count("first_k_dense_replace"), m.Layers)
	if wide := c.count("shared_expert_intermediate_size"); wide > 0 && m.ExpertFFN > 0 {
		m.Shared = max(1, wide/m.ExpertFFN)
	}
}

// latentAttention counts the compressed projections of DeepSeek's attention.
func (c config) latentAttention(m *ModelShape) {
	rank := c.number("kv_lora_rank")
	if rank == 0 {
		return
	}
	h, heads := float64(m.Hidden), float64(m.Heads)
	nope, rope, value := c.number("qk_nope_head_dim"), c.number("qk_rope_head_dim"), c.number("v_head_dim")
	query := h * heads * (nope + rope)
	if q := c.number("q_lora_rank"); q > 0 {
		query = h*q + q*heads*(nope+rope)
	}
	m.AttentionPerLayer = query + h*(rank+rope) + rank*heads*(nope+value) + heads*value*h
	m.HeadDim = int(nope+rope+value) / 2
}

// slidingWindow reads which layers look back only so far: those listed, all but
// every n-th, those above a layer, or all of them.
func (c config) slidingWindow(m *ModelShape) {
	m.Window, m.WindowShare = c.count("sliding_window"), 1
	var kinds []string
	if raw, ok := c["layer_types"]; ok && json.Unmarshal(raw, &kinds) == nil && len(kinds) > 0 {
		sliding := 0
		for _, kind := range kinds {
			if kind == "sliding_attention" {
				sliding++
			}
		}
		m.WindowShare = float64(sliding) / float64(len(kinds))
	} else if pattern := c.count("sliding_window_pattern"); pattern > 1 {
		m.WindowShare = 1 - 1/float64(pattern)
	} else if m.Architecture == "gemma2" || m.Architecture == "gpt_oss" {
		m.WindowShare = 0.5
	} else if first := c.count("max_window_layers"); first > 0 && m.Layers > 0 {
		m.WindowShare = max(0, 1-float64(first)/float64(m.Layers))
	}
	if m.Window == 0 || !c.boolean("use_sliding_window", true) || m.WindowShare == 0 {
		m.Window, m.WindowShare = 0, 0
	}
}

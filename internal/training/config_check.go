package training

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gpucalc/internal/diag"
)

// neededCounts are the sizes without which no shape follows, each by all the
// names that families give it, the usual one first.
var neededCounts = [...][]string{
	{"num_hidden_layers", "n_layer", "num_layers", "n_layers", "encoder_layers"},
	{"hidden_size", "n_embd", "d_model", "n_embed"},
	{"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"},
	{"vocab_size", "padded_vocab_size"},
}

// otherCounts are sizes that a file may leave out, or set to 0 or null.
var otherCounts = [...]string{
	"num_key_value_heads", "multi_query_group_num", "num_kv_heads", "head_dim", "kv_channels",
	"intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff", "encoder_ffn_dim", "d_kv",
	"max_position_embeddings", "seq_length", "n_positions", "max_seq_len", "decoder_layers", "num_decoder_layers",
	"n_routed_experts", "num_local_experts", "num_experts", "num_experts_per_tok", "num_experts_per_token", "moe_topk",
	"n_shared_experts", "num_shared_experts", "moe_intermediate_size", "shared_expert_intermediate_size", "first_k_dense_replace",
	"kv_lora_rank", "q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
}

// badCounts finds the sizes of a configuration that are no sizes, and what is
// there under a misspelt name.
func (c config) badCounts(data []byte) diag.List {
	var list diag.List
	for _, names := range neededCounts {
		given := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return c.absent(name) })
		for _, name := range given {
			if !c.isCount(name, 1) {
				list = append(list, c.badCount(data, name, "training.config_count"))
			}
		}
		if len(given) == 0 {
			d := diag.New("training.config_lacks", "field", names[0], "near", c.misspelt(names))
			list = append(list, d.WithHint("training.config_misspelt_hint"))
		}
	}
	for _, name := range otherCounts {
		if !c.absent(name) && !c.isList(name) && !c.isCount(name, 0) {
			list = append(list, c.badCount(data, name, "training.config_count_or_none"))
		}
	}
	return list
}

func (c config) absent(name string) bool {
	raw, ok := c[name]
	return !ok || string(bytes.TrimSpace(raw)) == "null"
}

// isList reports a field that holds more than one value: some families name a
// size for each layer, which none of the fields read here needs.
func (c config) isList(name string) bool { return strings.ContainsAny(string(c[name][:1]), "[{") }

func (c config) isCount(name string, least float64) bool {
	var v float64
	err := json.Unmarshal(c[name], &v)
	return err == nil && v >= least && v == math.Trunc(v) && v <= 1e9
}

func (c config) badCount(data []byte, name, key string) diag.Diagnostic {
	line, col := fieldAt(data, name)
	return diag.New(key, "field", name, "value", diag.Shorten(string(c[name]))).At("", line, col)
}

// misspelt is a field of the file that was probably meant to be one of names.
func (c config) misspelt(names []string) string {
	fields := make([]string, 0, len(c))
	for field := range c {
		fields = append(fields, field)
	}
	slices.Sort(fields)
	for _, name := range names {
		near := diag.Nearest(name, fields)
		if near != "" && !knownField(near) {
			return near
		}
	}
	return ""
}

func knownField(name string) bool {
	for _, names := range neededCounts {
		if slices.Contains(names, name) {
			return true
		}
	}
	return slices.Contains(otherCounts[:], name)
}

// fieldAt is the line and column of a field's name, 0 where it stands in the
// text more than once.
func fieldAt(data []byte, name string) (line, col int) {
	quoted := []byte(`"` + name + `"`)
	if bytes.Count(data, quoted) != 1 {
		return 0, 0
	}
	return position(data, bytes.Index(data, quoted))
}

// position is the 1-based line and column of an offset in a text.
func position(data []byte, offset int) (line, col int) {
	before := data[:min(max(offset, 0), len(data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// notJSON says where a text stops being JSON, or that it is JSON of another kind.
func notJSON(data []byte, err error) diag.Diagnostic {
	var broken *json.SyntaxError
	if !errors.As(err, &broken) {
		return diag.New("training.config_not_json")
	}
	offset := int(broken.Offset)
	if offset < len(data) || strings.HasPrefix(broken.Error(), "invalid character") {
		offset-- // it counts the character that is wrong
	}
	line, col := position(data, offset)
	return diag.New("training.config_broken").At("", line, col)
}

package training

import (
	"strings"
	"testing"
)

// A window of 4,096 in a sequence of 16,384: the average token looks back at
// 4096 x (1 - 4096/32768) = 3,584 instead of 8,192 tokens.
func TestSlidingWindow(t *testing.T) {
	const config = `{"model_type":"starcoder2","hidden_size":3072,"intermediate_size":12288,"num_attention_heads":24,
"num_key_value_heads":2,"num_hidden_layers":30,"vocab_size":49152,"max_position_embeddings":16384,"sliding_window":4096}`
	read := func(text string) ModelShape {
		m, findings := ParseConfig([]byte(text))
		if err := findings.Err(); err != nil {
			t.Fatal(err)
		}
		return m
	}
	full := read(strings.Replace(config, `,"sliding_window":4096`, "", 1))
	window := read(config)
	near(t, "attention in the window", window.AttentionShare(16384)/full.AttentionShare(16384), 3584.0/8192, 1e-9)
	near(t, "shorter sequence", window.AttentionShare(2048), full.AttentionShare(2048), 1e-9)

	off := read(strings.Replace(config, `"sliding_window":4096`, `"sliding_window":4096,"use_sliding_window":false`, 1))
	near(t, "switched off", off.AttentionShare(16384), full.AttentionShare(16384), 1e-9)
	null := read(strings.Replace(config, `"sliding_window":4096`, `"sliding_window":null`, 1))
	near(t, "null", null.AttentionShare(16384), full.AttentionShare(16384), 1e-9)
	half := read(strings.Replace(config, "starcoder2", "gemma2", 1))
	near(t, "every other layer", half.WindowShare, 0.5, 1e-9)
}

// Adapters freeze weights, and the attention core has none: 4 FLOPs a parameter
// and 6·L·h·s of attention.
func TestAdapterAttention(t *testing.T) {
	m := ModelShape{Params: 7e9, Layers: 32, Hidden: 4096, Heads: 32}.Complete()
	near(t, "LoRA", FLOPsPerToken(m, LoRA, 8192), 4*7e9+6*32*4096*8192, 1e-9)
}

package training

import (
	"strings"
	"testing"
)

// Published configurations, reduced to the fields that matter, with the
// parameter counts that their makers state.
func TestParseConfig(t *testing.T) {
	cases := []struct {
		name, json  string
		all, active float64
	}{
		{"Llama 2 7B", `{"model_type":"llama","hidden_size":4096,"intermediate_size":11008,"num_attention_heads":32,"num_hidden_layers":32,"vocab_size":32000,"max_position_embeddings":4096}`, 6.738e9, 0},
		{"Llama 3.1 405B", `{"model_type":"llama","hidden_size":16384,"intermediate_size":53248,"num_attention_heads":128,"num_key_value_heads":8,"num_hidden_layers":126,"vocab_size":128256}`, 405.85e9, 0},
		{"Qwen2 7B", `{"model_type":"qwen2","hidden_size":3584,"intermediate_size":18944,"num_attention_heads":28,"num_key_value_heads":4,"num_hidden_layers":28,"vocab_size":152064,"tie_word_embeddings":false}`, 7.62e9, 0},
		{"Qwen3 30B-A3B", `{"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,"moe_intermediate_size":768,"num_attention_heads":32,"num_key_value_heads":4,"head_dim":128,"num_hidden_layers":48,"num_experts":128,"num_experts_per_tok":8,"vocab_size":151936}`, 30.5e9, 3.3e9},
		{"Mistral 7B", `{"model_type":"mistral","hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,"num_key_value_heads":8,"num_hidden_layers":32,"vocab_size":32000}`, 7.24e9, 0},
		{"Mixtral 8x7B", `{"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,"num_key_value_heads":8,"num_hidden_layers":32,"num_local_experts":8,"num_experts_per_tok":2,"vocab_size":32000}`, 46.7e9, 12.9e9},
		{"DeepSeek-V2", `{"model_type":"deepseek_v2","hidden_size":5120,"intermediate_size":12288,"moe_intermediate_size":1536,"n_routed_experts":160,"n_shared_experts":2,"num_experts_per_tok":6,"first_k_dense_replace":1,"kv_lora_rank":512,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"num_attention_heads":128,"num_key_value_heads":128,"num_hidden_layers":60,"vocab_size":102400}`, 236e9, 21e9},
		{"DeepSeek-V3", `{"model_type":"deepseek_v3","hidden_size":7168,"intermediate_size":18432,"moe_intermediate_size":2048,"n_routed_experts":256,"n_shared_experts":1,"num_experts_per_tok":8,"first_k_dense_replace":3,"kv_lora_rank":512,"q_lora_rank":1536,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"num_attention_heads":128,"num_key_value_heads":128,"num_hidden_layers":61,"vocab_size":129280}`, 671e9, 37e9},
		{"Gemma 7B", `{"model_type":"gemma","hidden_size":3072,"intermediate_size":24576,"head_dim":256,"num_attention_heads":16,"num_key_value_heads":16,"num_hidden_layers":28,"vocab_size":256000}`, 8.54e9, 0},
		{"GPT-2", `{"model_type":"gpt2","n_embd":768,"n_head":12,"n_layer":12,"n_positions":1024,"vocab_size":50257}`, 124e6, 0},
		{"GPT-NeoX-20B", `{"model_type":"gpt_neox","hidden_size":6144,"intermediate_size":24576,"num_attention_heads":64,"num_hidden_layers":44,"vocab_size":50432}`, 20.6e9, 0},
		{"Baichuan2 13B", `{"model_type":"baichuan","hidden_size":5120,"intermediate_size":13696,"num_attention_heads":40,"num_hidden_layers":40,"vocab_size":125696}`, 13.9e9, 0},
		{"ChatGLM3 6B", `{"model_type":"chatglm","hidden_size":4096,"ffn_hidden_size":13696,"kv_channels":128,"multi_query_attention":true,"multi_query_group_num":2,"num_attention_heads":32,"num_layers":28,"padded_vocab_size":65024,"seq_length":8192}`, 6.24e9, 0},
		{"GLM-4 9B", `{"model_type":"chatglm","hidden_size":4096,"ffn_hidden_size":13696,"kv_channels":128,"multi_query_attention":true,"multi_query_group_num":2,"num_attention_heads":32,"num_layers":40,"padded_vocab_size":151552,"seq_length":131072}`, 9.4e9, 0},
		{"InternLM2 20B", `{"model_type":"internlm2","hidden_size":6144,"intermediate_size":16384,"num_attention_heads":48,"num_key_value_heads":8,"num_hidden_layers":48,"vocab_size":92544}`, 19.9e9, 0},
		{"Phi-3 mini", `{"model_type":"phi3","hidden_size":3072,"intermediate_size":8192,"num_attention_heads":32,"num_key_value_heads":32,"num_hidden_layers":32,"vocab_size":32064}`, 3.82e9, 0},
		{"BLOOM 176B", `{"model_type":"bloom","n_embed":14336,"num_attention_heads":112,"n_layer":70,"vocab_size":250880}`, 176.2e9, 0},
		{"Falcon 7B", `{"model_type":"falcon","hidden_size":4544,"num_attention_heads":71,"num_hidden_layers":32,"multi_query":true,"vocab_size":65024}`, 6.92e9, 0},
		{"Qwen 7B", `{"model_type":"qwen","hidden_size":4096,"intermediate_size":22016,"num_attention_heads":32,"num_hidden_layers":32,"vocab_size":151936}`, 7.72e9, 0},
		{"gpt-oss 120B", `{"model_type":"gpt_oss","hidden_size":2880,"intermediate_size":2880,"head_dim":64,"num_attention_heads":64,"num_key_value_heads":8,"num_hidden_layers":36,"num_local_experts":128,"num_experts_per_tok":4,"vocab_size":201088}`, 116.8e9, 5.7e9},
		{"T5 3B", `{"model_type":"t5","d_model":1024,"d_ff":16384,"d_kv":128,"num_heads":32,"num_layers":24,"num_decoder_layers":24,"n_positions":512,"vocab_size":32128}`, 2.85e9, 0},
		{"mT5 XL", `{"model_type":"mt5","d_model":2048,"d_ff":5120,"d_kv":64,"num_heads":32,"num_layers":24,"num_decoder_layers":24,"feed_forward_proj":"gated-gelu","tie_word_embeddings":false,"vocab_size":250112}`, 3.74e9, 0},
		{"BART large", `{"model_type":"bart","d_model":1024,"encoder_ffn_dim":4096,"decoder_ffn_dim":4096,"encoder_attention_heads":16,"encoder_layers":12,"decoder_layers":12,"vocab_size":50265}`, 406e6, 0},
		{"nested text model", `{"model_type":"gemma3","text_config":{"model_type":"gemma3_text","hidden_size":2560,"intermediate_size":10240,"head_dim":256,"num_attention_heads":8,"num_key_value_heads":4,"num_hidden_layers":34,"vocab_size":262208}}`, 3.9e9, 0},
	}
	for _, c := range cases {
		m, findings := ParseConfig([]byte(c.json))
		if err := findings.Err(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		near(t, c.name, m.Params, c.all, 0.02)
		if c.active > 0 {
			near(t, c.name+" active", m.Active, c.active, 0.04)
		} else if m.Active != 0 {
			t.Errorf("%s: %g active parameters of a dense model", c.name, m.Active)
		}
	}
}

func TestParseConfigMistakes(t *testing.T) {
	const rest = `"num_attention_heads":1,"num_hidden_layers":1,"vocab_size":1}`
	for _, c := range []struct{ text, want string }{
		{`not json`, "1:2: training.config_broken"},
		{`{"model_type"`, "1:14: training.config_broken"},
		{"{\n \"model_type\": \"llama\",\n  \"hidden_size\" 4096}", "3:17: training.config_broken"},
		{``, "1:1: training.config_broken"},
		{`null`, "training.config_not_json"},
		{`[1]`, "training.config_not_json"},
		{`{"hidden_size":4096}`, `training.config_no_type field="model_type" near=""`},
		{`{"model_typ":"llama"}`, `training.config_no_type field="model_type" near="model_typ"`},
		{`{"model_type":"lama"}`, `training.config_architecture value="lama" near="llama"`},
		{`{"model_type":"resnet"}`, `training.config_architecture value="resnet" near=""`},
		{`{"model_type":"llama","hidden_size":4096,` + rest[:len(rest)-len(`,"vocab_size":1}`)] + `}`, `training.config_lacks field="vocab_size" near=""`},
		{`{"model_type":"llama","hiden_size":4096,` + rest, `training.config_lacks field="hidden_size" near="hiden_size"`},
		{`{"model_type":"llama","hidden_size":-1,` + rest, `1:23: training.config_count field="hidden_size" value="-1"`},
		{`{"model_type":"llama","hidden_size":"4096",` + rest, `1:23: training.config_count field="hidden_size" value="\"4096\""`},
		{`{"model_type":"llama","hidden_size":40.5,` + rest, `1:23: training.config_count field="hidden_size" value="40.5"`},
		{`{"model_type":"llama","hidden_size":8,"num_key_value_heads":-2,` + rest, `1:39: training.config_count_or_none field="num_key_value_heads" value="-2"`},
		{strings.Repeat(" ", maxConfigBytes+1), `training.config_too_big bytes="1048577"`},
	} {
		_, findings := ParseConfig([]byte(c.text))
		if len(findings) != 1 || findings.Err().Error() != c.want {
			t.Errorf("%.60s: got %v, want %s", c.text, findings.Err(), c.want)
		}
	}
}

// What a file leaves out or sets to null, and sizes for each layer, are fine.
func TestParseConfigLeavesOut(t *testing.T) {
	const text = `{"model_type":"llama","hidden_size":64,"num_attention_heads":4,"num_hidden_layers":2,"vocab_size":100,` +
		`"num_key_value_heads":null,"head_dim":null,"intermediate_size":128,"moe_intermediate_size":[1,2],"n_shared_experts":0}`
	if _, findings := ParseConfig([]byte(text)); len(findings) > 0 {
		t.Error(findings)
	}
}

// A configuration names its vocabulary where architecture and size leave no doubt.
func TestConfigVocabulary(t *testing.T) {
	for _, c := range []struct {
		kind, vocab, want string
	}{
		{"llama", "32000", "llama2"},
		{"llama", "128256", "llama3"},
		{"mistral", "32000", ""}, // its own
		{"llama", "102400", "deepseek"},
		{"deepseek_v3", "129280", ""},
		{"qwen2", "152064", ""},
		{"baichuan", "125696", "baichuan2"},
		{"gemma2", "256000", "gemma"},
		{"cohere", "256000", ""},
		{"bloom", "250880", "bloom"},
		{"falcon", "65024", "falcon"},
		{"chatglm", "65024", "chatglm3"},
	} {
		text := `{"model_type":"` + c.kind + `","hidden_size":64,"num_attention_heads":4,"num_hidden_layers":2,"vocab_size":` + c.vocab + `}`
		m, findings := ParseConfig([]byte(text))
		if m.Tokenizer != c.want || len(findings) > 0 {
			t.Errorf("%s of %s: %q, want %q; %v", c.kind, c.vocab, m.Tokenizer, c.want, findings)
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(`{"model_type":"llama","hidden_size":64,"num_attention_heads":4,"num_hidden_layers":2,"vocab_size":100}`))
	f.Add([]byte(`{"model_type":"deepseek_v3","hidden_size":1e300,"kv_lora_rank":1e300,"n_routed_experts":1e9}`))
	f.Add([]byte(`{"text_config":{"hidden_size":0}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, findings := ParseConfig(data)
		if findings.HasErrors() {
			return
		}
		if !(m.Params > 0) || m.Params > 1e15 {
			t.Fatalf("%g parameters", m.Params)
		}
	})
}

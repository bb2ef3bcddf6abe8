package training

import (
	"slices"
	"strings"
)

// Data is what a model is trained on. The first of FLOPs, Samples, Tokens and
// Bytes that is set counts.
type Data struct {
	Tokens         float64 // one epoch
	Bytes          float64 // UTF-8 text of one epoch
	Language       string  // en, zh, code, mixed; "" = en
	Tokenizer      string  // id of Tokenizers, "" = the model's own, or a usual one for the language
	BytesPerToken  float64 // overrides language and tokenizer
	Epochs         float64 // 0 = 1
	Samples        float64 // of one epoch, for models that do not read tokens
	FLOPsPerSample float64 // forward and backward
	FLOPs          float64 // the whole work
}

// Tokenizer says how many bytes of text a token of a vocabulary holds, as
// measured on web text; 0 = not measured.
type Tokenizer struct {
	ID               string
	Vocab            int
	English, Chinese float64
}

// Tokenizers are measured on 100 MB samples of CC-100. [tokenizer arena]
func Tokenizers() []Tokenizer {
	return []Tokenizer{
		{"llama2", 32_000, 3.82, 1.98},
		{"llama3", 128_256, 4.4, 3.52},
		{"gpt3.5-code", 50_281, 4.35, 1.41},
		{"cl100k", 100_277, 4.41, 0},
		{"bloom", 250_680, 4.37, 4.60},
		{"falcon", 65_024, 4.28, 0},
		{"deepseek", 102_400, 4.13, 0},
		{"baichuan", 64_000, 4.02, 4.21},
		{"baichuan2", 125_696, 4.18, 4.86},
		{"chatglm3", 65_024, 3.89, 4.51},
		{"gemma", 256_000, 4.20, 0},
		{"aya", 255_029, 0, 4.18},
	}
}

// ownTokenizer is the vocabulary that a configuration names beyond doubt by its
// architecture and size, "" = none. Tables are padded, so sizes differ a little;
// a size alone counts only where no other known vocabulary has it.
func ownTokenizer(architecture string, vocab int) string {
	switch {
	case architecture == "llama" && vocab == 32_000:
		return "llama2"
	case vocab == 128_256:
		return "llama3"
	case architecture == "bloom" && vocab >= 250_680 && vocab <= 250_880:
		return "bloom"
	case architecture == "falcon" && vocab == 65_024:
		return "falcon"
	case (architecture == "llama" || architecture == "deepseek" || architecture == "deepseek_v2") && vocab == 102_400:
		return "deepseek"
	case architecture == "baichuan" && vocab == 64_000:
		return "baichuan"
	case architecture == "baichuan" && vocab == 125_696:
		return "baichuan2"
	case architecture == "chatglm" && vocab == 65_024:
		return "chatglm3"
	case (architecture == "gemma" || architecture == "gemma2") && vocab == 256_000:
		return "gemma"
	}
	return ""
}

// Bytes per token where no tokenizer is named: English 0.75 words a token,
// Chinese 0.65 tokens a character of 3 bytes, code between 3 and 3.5.
const (
	englishBytes = 4.2
	chineseBytes = 4.6
	codeBytes    = 3.25
)

// Languages lists the languages of a text corpus.
func Languages() []string { return []string{"en", "zh", "code", "mixed"} }

// BytesPerToken is the text that one token holds, by language and tokenizer
// id; measured is false where it is the rule for the language. Mixed text is
// half English, half Chinese by bytes.
func BytesPerToken(language, tokenizer string) (bytes float64, measured bool) {
	var named Tokenizer
	for _, t := range Tokenizers() {
		if t.ID == strings.ToLower(tokenizer) {
			named = t
		}
	}
	switch language {
	case "zh":
		return orRule(named.Chinese, chineseBytes)
	case "code":
		return codeBytes, false
	case "mixed":
		en, a := orRule(named.English, englishBytes)
		zh, b := orRule(named.Chinese, chineseBytes)
		return 2 / (1/en + 1/zh), a && b
	}
	return orRule(named.English, englishBytes)
}

func orRule(measured, rule float64) (float64, bool) {
	if measured > 0 {
		return measured, true
	}
	return rule, false
}

// KnownTokenizer reports whether an id names a measured tokenizer.
func KnownTokenizer(id string) bool {
	return slices.ContainsFunc(Tokenizers(), func(t Tokenizer) bool { return t.ID == strings.ToLower(id) })
}

// TokensPerParameter is the amount of data for which a given amount of
// compute is best spent. [Hoffmann 2022]
const TokensPerParameter = 20

func (d Data) epochs() float64 {
	if d.Epochs > 0 {
		return d.Epochs
	}
	return 1
}

// Vocabulary is the id of the tokenizer that cuts the text: the one asked for,
// else the model's own; "" = unknown.
func (d Data) Vocabulary(m ModelShape) string {
	if d.Tokenizer != "" {
		return strings.ToLower(d.Tokenizer)
	}
	return m.Tokenizer
}

// TextLanguage is the language of the text, English where none is named.
func (d Data) TextLanguage() string {
	if d.Language == "" {
		return "en"
	}
	return d.Language
}

// bytesPerToken is the stated, measured or usual number of bytes in a token;
// measured is false where it is only the rule for the language.
func (d Data) bytesPerToken(m ModelShape) (bytes float64, measured bool) {
	if d.BytesPerToken > 0 {
		return d.BytesPerToken, true
	}
	return BytesPerToken(d.Language, d.Vocabulary(m))
}

// tokens is the number of tokens seen in all epochs. assumed is true where
// neither tokens nor bytes were given.
func (d Data) tokens(m ModelShape) (tokens float64, assumed bool) {
	switch {
	case d.Tokens > 0:
		return d.Tokens * d.epochs(), false
	case d.Bytes > 0:
		bytes, _ := d.bytesPerToken(m)
		return d.Bytes / bytes * d.epochs(), false
	}
	return TokensPerParameter * m.ActiveParams() * d.epochs(), true
}

// setBytes is the size of the training set on disk: the text itself, or two
// to four bytes a token where only tokens are known.
func (d Data) setBytes(m ModelShape) float64 {
	if d.Bytes > 0 {
		return d.Bytes
	}
	tokens, _ := d.tokens(m)
	width := 4.0
	if m.Vocab > 0 && m.Vocab <= 1<<16 {
		width = 2
	}
	return tokens / d.epochs() * width
}

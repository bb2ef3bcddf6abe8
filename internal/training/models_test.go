package training

import (
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gpucalc/internal/yamlx"
)

// The parameters of every shipped model must follow from its shape, and its
// vocabulary must be a measured one of the size of its tables.
func TestShippedModels(t *testing.T) {
	for _, m := range shippedModels(t) {
		all, active := m.CountParams()
		if math.Abs(all/m.Params-1) > 0.02 {
			t.Errorf("%s: the shape has %.4g parameters, the sheet says %.4g", m.Name, all, m.Params)
		}
		if m.Active > 0 && math.Abs(active/m.Active-1) > 0.03 {
			t.Errorf("%s: the shape has %.4g active parameters, the sheet says %.4g", m.Name, active, m.Active)
		}
		if m.Tokenizer == "" {
			continue
		}
		at := slices.IndexFunc(Tokenizers(), func(k Tokenizer) bool { return k.ID == m.Tokenizer })
		if at < 0 || math.Abs(float64(m.Vocab)/float64(Tokenizers()[at].Vocab)-1) > 0.002 {
			t.Errorf("%s: %d tokens by the vocabulary %q", m.Name, m.Vocab, m.Tokenizer)
		}
	}
}

// shippedModels reads the sheet of well-known models.
func shippedModels(t *testing.T) []ModelShape {
	t.Helper()
	const path = "../../pricing/models.yaml"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, mistakes := yamlx.Read(path, data)
	if err := mistakes.Err(); err != nil {
		t.Fatal(err)
	}
	_, models := root.Get("models")
	var all []ModelShape
	for i, id := range models.Keys {
		m := shippedModel(models.Items[i])
		m.Name = id.Value
		all = append(all, m)
	}
	return all
}

func shippedModel(entity *yamlx.Node) ModelShape {
	values, tokenizer := map[string]float64{}, ""
	for i, key := range entity.Keys {
		text := entity.Items[i].Value
		if key.Value == "tokenizer" {
			tokenizer = text
		}
		if text == "true" {
			text = "1"
		}
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			values[key.Value] = v
		}
	}
	return ModelFromValues("", tokenizer, values)
}

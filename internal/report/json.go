package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// encode writes one JSON document: keys in struct order, two blanks a level, nothing escaped for HTML, a final newline.
func encode(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return b.String(), nil
}

// amount is money in JSON: yuan as a number with at most two decimals.
type amount quantity.Fen

// MarshalJSON writes 13248.48, 13248.5, 13248.
func (a amount) MarshalJSON() ([]byte, error) {
	return []byte(quantity.DropZeros(quantity.Fen(a).String())), nil
}

// number is a float in JSON: never with an exponent, at most nine decimals, null when it is not finite.
type number float64

// numberOf is a number that may be absent.
func numberOf(v float64) *number {
	n := number(v)
	return &n
}

// MarshalJSON writes 0.002361111, 1344, null.
func (n number) MarshalJSON() ([]byte, error) {
	f := float64(n)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return []byte(quantity.DropZeros(strconv.FormatFloat(f, 'f', 9, 64))), nil
}

// decimal is a number in JSON that keeps the decimals of its source text; "" is null.
type decimal string

// MarshalJSON writes the text as it is.
func (d decimal) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	n, err := quantity.ParseNumber(string(d))
	if err != nil {
		return nil, err
	}
	return []byte(n.String()), nil
}

func count(n int) string { return strconv.Itoa(n) }

// RawJSON is the report of a JSON text that is already made, such as a schema.
func RawJSON(text string) Report {
	return Report{
		JSON:    func() any { return json.RawMessage(text) },
		Doc:     func(*i18n.Catalog) Doc { return Doc{Blocks: []Block{{Lines: []Line{say(text)}}}} },
		Records: func() [][]string { return [][]string{{"json"}, {text}} },
	}
}

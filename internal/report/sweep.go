package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"gpucalc/internal/compare"
	"gpucalc/internal/quantity"
)

// SweepWriter writes the rows of a sweep one by one: a JSON document a line, or CSV. Every row goes out in one write, so
// that a sweep that is stopped leaves whole rows.
type SweepWriter struct {
	out   io.Writer
	json  bool
	names []string
	text  bytes.Buffer // the row under way
	rows  *csv.Writer  // into text
}

// NewSweepWriter starts the output. names are the parameters; head asks for the head line of CSV, which only the first
// of several parts may have.
func NewSweepWriter(out io.Writer, format Format, names []string, head bool) (*SweepWriter, error) {
	w := &SweepWriter{out: out, json: format == JSON, names: names}
	w.rows = csv.NewWriter(&w.text)
	if w.json || !head {
		return w, nil
	}
	return w, w.line(append(append([]string(nil), names...), sweepColumns...))
}

var sweepColumns = []string{
	"choice", "family", "total", "runner_up", "saving", "own", "own_total", "rent", "rent_total", "margin", "per_card_hour", "basis",
}

// Row writes one row.
func (w *SweepWriter) Row(r compare.SweepRow) error {
	if w.json {
		return w.document(r)
	}
	cells := append(make([]string, 0, len(r.Values)+len(sweepColumns)), r.Values...)
	cells = append(cells, r.Choice, r.Family, fenIf(r.Choice != "", r.Total), r.RunnerUp, fenIf(r.RunnerUp != "", r.Saving))
	for _, p := range []*compare.Priced{r.Own, r.Rent} {
		if p == nil {
			cells = append(cells, "", "")
			continue
		}
		cells = append(cells, p.ID, p.Cost.String())
	}
	margin := ""
	if r.Own != nil && r.Rent != nil {
		margin = (r.Own.Cost - r.Rent.Cost).String()
	}
	perHour := ""
	if r.Choice != "" && r.CardHours > 0 {
		perHour = floatText(r.Total.Float() / r.CardHours)
	}
	return w.line(append(cells, margin, perHour, r.Basis))
}

func fenIf(known bool, f quantity.Fen) string {
	if !known {
		return ""
	}
	return f.String()
}

func (w *SweepWriter) line(cells []string) error {
	for i, c := range cells {
		cells[i] = guard(c)
	}
	w.text.Reset()
	if err := w.rows.Write(cells); err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	w.rows.Flush()
	_, err := w.out.Write(w.text.Bytes())
	return err
}

type sweepJSON struct {
	Schema      string            `json:"schema" enum:"gpucalc.sweep/v1"`
	Vary        map[string]string `json:"vary" doc:"value of each parameter"`
	Choice      *string           `json:"choice" doc:"null when nothing has its prices"`
	Family      string            `json:"family"`
	Total       *amount           `json:"total"`
	RunnerUp    *string           `json:"runner_up"`
	Saving      *amount           `json:"saving"`
	Own         *pricedJSON       `json:"own" doc:"cheapest way to own in the deciding view"`
	Rent        *pricedJSON       `json:"rent"`
	Margin      *amount           `json:"margin" doc:"own less rent"`
	PerCardHour *number           `json:"per_card_hour"`
	Basis       string            `json:"basis" enum:"total,after-tax" doc:"what every amount stands on: the bills as quoted, or after VAT"`
}

type pricedJSON struct {
	ID    string `json:"id"`
	Total amount `json:"total"`
}

func pricedAsJSON(p *compare.Priced) *pricedJSON {
	if p == nil {
		return nil
	}
	return &pricedJSON{p.ID, amount(p.Cost)}
}

func (w *SweepWriter) document(r compare.SweepRow) error {
	out := sweepJSON{Schema: schemaID("sweep"), Vary: map[string]string{}, Family: r.Family, Basis: r.Basis}
	for i, name := range w.names {
		out.Vary[name] = r.Values[i]
	}
	if r.Choice != "" {
		out.Choice, out.Total = &r.Choice, yuan(r.Total)
		if r.CardHours > 0 {
			out.PerCardHour = numberOf(r.Total.Float() / r.CardHours)
		}
	}
	if r.RunnerUp != "" {
		out.RunnerUp, out.Saving = &r.RunnerUp, yuan(r.Saving)
	}
	out.Own, out.Rent = pricedAsJSON(r.Own), pricedAsJSON(r.Rent)
	if r.Own != nil && r.Rent != nil {
		out.Margin = yuan(r.Own.Cost - r.Rent.Cost)
	}
	text, err := json.Marshal(out)
	if err != nil {
		return fmt.Errorf("write a row: %w", err)
	}
	_, err = w.out.Write(append(text, '\n'))
	return err
}

package main

import (
	"fmt"
	"io"
	"path/filepath"

	"gpucalc/internal/training"
)

// memoryRow is one published memory of a card beside the model's.
type memoryRow struct {
	ID       string
	Measured float64 // bytes
	Modelled float64 // bytes; 0 where Why says that the row cannot be modelled
	Why      string
}

// ratio is the model against the source.
func (r memoryRow) ratio() float64 { return r.Modelled / r.Measured }

// loadMemory reads the published memories of a folder and models each.
func loadMemory(folder string) ([]memoryRow, error) {
	path := filepath.Join(folder, "memory.yaml")
	models, err := loadShapes(path)
	if err != nil {
		return nil, err
	}
	rows, err := entries(path, "memory")
	if err != nil {
		return nil, err
	}
	var all []memoryRow
	for _, row := range rows {
		m, err := modelMemory(row, models)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, row.id, err)
		}
		all = append(all, m)
	}
	return all, nil
}

func loadShapes(path string) (map[string]training.ModelShape, error) {
	rows, err := entries(path, "models")
	if err != nil {
		return nil, err
	}
	shapes := map[string]training.ModelShape{}
	for _, row := range rows {
		r := reader{fields: row.fields}
		m := shape(&r)
		m.Gated, m.Tied = row.fields["gated"] == "true", row.fields["tied"] == "true"
		if r.err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, row.id, r.err)
		}
		shapes[row.id] = m
	}
	return shapes, nil
}

func modelMemory(row entry, models map[string]training.ModelShape) (memoryRow, error) {
	units := map[string]float64{"gb": 1e9, "gib": training.GiB}
	r := reader{fields: row.fields}
	out := memoryRow{ID: row.id, Measured: r.get("measured") * units[row.fields["unit"]], Why: row.fields["why"]}
	model, ok := models[row.fields["model"]]
	switch {
	case out.Measured == 0:
		return out, fmt.Errorf("nothing measured, in unit %q", row.fields["unit"])
	case out.Why != "":
		return out, r.err
	case !ok:
		return out, fmt.Errorf("unknown model %q", row.fields["model"])
	}
	mem := training.MemoryOf(model, memoryWork(&r), memoryLayout(&r))
	measures := map[string]float64{
		"formula": mem.States() + mem.Activations, "tensors": mem.Tensors(), "reserved": mem.Reserved(), "card": mem.Total(),
	}
	if out.Modelled, ok = measures[row.fields["measure"]]; !ok {
		return out, fmt.Errorf("unknown measure %q", row.fields["measure"])
	}
	return out, r.err
}

func memoryWork(r *reader) training.Work {
	return training.Work{
		Kind: training.Kind(r.fields["work"]), Precision: r.fields["precision"], Seq: r.count("seq"), Rank: r.count("rank"),
		Optimizer: r.fields["optimizer"], Software: r.fields["software"], UpdateInBackward: r.fields["in_backward"] == "true",
		Offload: r.fields["offload"] == "true",
	}
}

func memoryLayout(r *reader) training.Layout {
	return training.Layout{
		TP: r.count("tensor"), PP: r.count("pipeline"), CP: r.count("context"), DP: r.count("data"),
		ZeRO: r.count("zero"), Interleave: r.count("interleave"), MicroBatch: r.count("micro"), MicroBatches: r.count("batches"),
		Recompute: r.fields["recompute"], SequenceParallel: r.fields["sequence"] == "true",
		StoredAttention: r.fields["stored_attention"] == "true",
	}
}

// printMemory prints every published memory beside the model's.
func printMemory(w io.Writer, rows []memoryRow) {
	fmt.Fprintf(w, "\nMemory of one card, GiB, by the layout that the source states\n\n")
	fmt.Fprintf(w, "  %-42s %9s %9s %6s\n", "training", "modelled", "published", "ratio")
	for _, r := range rows {
		if r.Why == "" {
			fmt.Fprintf(w, "  %-42s %9.2f %9.2f %6.2f\n", r.ID, r.Modelled/training.GiB, r.Measured/training.GiB, r.ratio())
		}
	}
	fmt.Fprintln(w, "\nNot modelled")
	for _, r := range rows {
		if r.Why != "" {
			fmt.Fprintf(w, "  %s, %.1f GiB: %s\n", r.ID, r.Measured/training.GiB, r.Why)
		}
	}
}

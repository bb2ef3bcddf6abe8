package training

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/diag"
)

// checkLayout holds a layout that the user gave against cards and model.
func (in Input) checkLayout() diag.List {
	l := in.Work.Layout
	if l == nil {
		return nil
	}
	var list diag.List
	if in.Machine.Count%l.cut() != 0 {
		list = append(list, diag.New("training.layout_cards", "count", strconv.Itoa(in.Machine.Count), "cut", strconv.Itoa(l.cut())))
	}
	if stages := l.PP * max(l.Interleave, 1); !in.withoutModel() && stages > in.Model.Complete().Layers {
		list = append(list, diag.New("training.pipeline_deep", "stages", strconv.Itoa(stages), "layers", strconv.Itoa(in.Model.Complete().Layers)))
	}
	if in.Work.Offload && l.PP > 1 {
		list = append(list, diag.New("training.offload_pipeline", "value", strconv.Itoa(l.PP)))
	}
	if in.Work.UpdateInBackward && l.MicroBatches > 1 {
		list = append(list, diag.New("training.micro_batches_in_backward", "value", strconv.Itoa(l.MicroBatches)))
	}
	return list
}

// checkSoftware holds optimiser and software against what is known, and
// against each other.
func (w Work) checkSoftware() diag.List {
	var list diag.List
	unknown := func(key, value string, known []string) {
		if value != "" && !slices.Contains(known, value) {
			list = append(list, diag.New(key, "value", value, "known", strings.Join(known, ", ")))
		}
	}
	unknown("training.optimizer_unknown", w.Optimizer, Optimizers())
	unknown("training.software_unknown", w.Software, Softwares())
	if len(list) > 0 {
		return list
	}
	s, o := w.software(), w.optimizer()
	if w.UpdateInBackward && s.buffers {
		can := softwareNames(func(s *software) bool { return !s.buffers })
		list = append(list, diag.New("training.software_keeps_gradients", "value", s.name, "known", strings.Join(can, ", ")))
	}
	if s.flat && o.name != optimizers[0].name {
		list = append(list, diag.New("training.software_optimizer", "value", o.name, "software", s.name, "known", optimizers[0].name))
	}
	if o.pure && wide(w.Precision) {
		list = append(list, diag.New("training.optimizer_precision", "value", o.name, "precision", w.Precision))
	}
	return list
}

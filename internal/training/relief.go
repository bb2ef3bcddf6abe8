package training

import (
	"fmt"
	"slices"
	"strings"

	"gpucalc/internal/diag"
)

// relief is one change to the work that takes less memory.
type relief struct {
	name   string
	kinds  []Kind
	change func(*Work)
}

// adaptation turns a work into training of adapters by what is usual for it.
func adaptation(kind Kind) func(*Work) {
	return func(w *Work) {
		w.Kind, w.Optimizer, w.Software, w.UpdateInBackward, w.Offload = kind, "", "", false, false
	}
}

// reliefs are in the order of how much they change the training.
var reliefs = [...]relief{
	{"adam8bit", []Kind{Pretrain, Continued, FullTune}, func(w *Work) { w.Optimizer = "adam8bit" }},
	{"adam16-8bit", []Kind{Pretrain, Continued, FullTune}, func(w *Work) { w.Optimizer = "adam16-8bit" }},
	{"adam16-paged + optimizer-in-backward", []Kind{Continued, FullTune}, func(w *Work) {
		w.Optimizer, w.Software, w.UpdateInBackward = "adam16-paged", "", true
	}},
	{"offload", []Kind{Pretrain, Continued, FullTune}, func(w *Work) { w.Offload = true }},
	{"LoRA", []Kind{Continued, FullTune}, adaptation(LoRA)},
	{"QLoRA", []Kind{Continued, FullTune, LoRA}, adaptation(QLoRA)},
}

// relieved lists the changes with which the training fits on its cards, each
// with the memory of one card.
func (in Input) relieved() string {
	var ways []string
	for _, r := range reliefs {
		if !slices.Contains(r.kinds, in.Work.Kind) {
			continue
		}
		other := in
		r.change(&other.Work)
		if other.check().HasErrors() {
			continue
		}
		p := other.plan(arranged)
		if f := p.choose(other.Work.Layout, other.Machine.Count); f.fits {
			ways = append(ways, fmt.Sprintf("%s (%s GiB)", r.name, number(f.memory.Total()/GiB)))
		}
	}
	return strings.Join(ways, ", ")
}

// helpToFit says what would make a training fit that does not: other ways to
// train on the same cards, and how many cards hold it as it is.
func (in Input) helpToFit(d diag.Diagnostic, smallest int) diag.Diagnostic {
	ways := in.relieved()
	d = d.With("ways", ways)
	switch {
	case smallest == 0 && ways == "":
		return d.WithHint("training.fit_none")
	case smallest == 0:
		return d.WithHint("training.fit_ways")
	case ways == "":
		return d.WithHint("training.fit_count")
	}
	return d.WithHint("training.fit_count_or_ways")
}

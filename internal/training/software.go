package training

// wideGradients are the layouts in which gradients add up in fp32.
type wideGradients uint8

const (
	never      wideGradients = iota
	pipelined                // where a pipeline keeps them whole
	cutByModel               // where tensor or pipeline parallelism cuts the model
)

func (w wideGradients) in(l *Layout) bool {
	return w == cutByModel && l.TP*l.PP > 1 || w == pipelined && l.PP > 1
}

// software says what a training framework keeps on a card beside what the
// formulas of the papers count.
type software struct {
	name       string
	logit      float64 // bytes of a logit at the peak of the loss
	splitLogit float64 // where tensor parallelism splits the vocabulary; 0 = the same
	lossChunks float64 // parts in which logits are computed; 0 = whole

	// buffers: gradients, and logits too, have their place for the whole step.
	// Otherwise gradients appear as the backward pass reaches their layer.
	buffers bool
	grad32  wideGradients
	// eager: nothing is fused, so norms work on copies in fp32, grouped heads
	// are repeated for all, and the product of a gate is kept.
	eager bool
	// lean: the inputs of frozen matrices are not kept.
	lean bool
	// keepsInputs: the inputs of 4-bit matrices are kept as well.
	keepsInputs bool
	// operators: recomputing selectively means to keep every second product of
	// matrices, and the attention.
	operators bool
	// gathers: around the blocks of tensor parallelism whole activations stand,
	// and a pipeline keeps what its stages put out.
	gathers bool
	// flat: the optimiser updates one flat tensor without a fused kernel.
	flat bool
}

// What an update of one flat tensor takes beside the states: per parameter a
// flat copy of the 16-bit gradient, the gradient in fp32, and the denominator
// of Adam with its square root, all of which the allocator keeps; and two
// buckets of 512 x 1,024 x 1,024 gradients where they are not sharded.
// [InternEvo, hybrid_zero_optim.py and configs/7B_sft.py]
const (
	flatUpdateBytes = 2 + 4 + 8
	flatBuckets     = 2 * 1.0 * GiB
)

// stacks are the kinds of software whose memory is known, the default first.
// Logits in fp32 take 4 bytes each time that they are there.
//
//   - megatron: Megatron-LM, NeMo, DeepSpeed; logits and their gradient.
//     [Korthikanti 2022, Megatron-LM]
//   - torchtitan: FSDP2 and compiled blocks; the loss is compiled since 2025
//     and takes 16-bit logits and their gradient. Before: logits, their
//     logarithm and its gradient, one more where the vocabulary is split, and
//     the block of the 16-bit logits that the allocator keeps. [torchtitan]
//   - torchtune: compiled, the loss in eight parts. [torchtune]
//   - pytorch, pytorch-compiled: plain modules as in Hugging Face
//     Transformers, without and with torch.compile. [torchtune]
//   - litgpt: plain modules, 16-bit logits and their gradient. [litgpt]
//   - internevo: one flat tensor to update. [InternEvo]
var stacks = [...]software{
	{name: "megatron", logit: 2 * 4, buffers: true, grad32: cutByModel},
	{name: "torchtitan", logit: 2 * 2, operators: true, gathers: true, grad32: pipelined},
	{name: "torchtitan-2024", logit: 3*4 + 2, splitLogit: 4*4 + 2, operators: true, gathers: true, grad32: pipelined},
	{name: "torchtune", logit: 3 * 4, lossChunks: 8, lean: true},
	{name: "pytorch", logit: 3 * 4, eager: true},
	{name: "pytorch-compiled", logit: 3 * 4, lean: true},
	{name: "litgpt", logit: 2 * 2, eager: true, keepsInputs: true},
	{name: "internevo", logit: 2 * 4, buffers: true, flat: true},
}

// Softwares names the kinds of software whose memory is known, the default
// first.
func Softwares() []string { return softwareNames(func(*software) bool { return true }) }

func softwareNames(which func(*software) bool) []string {
	var names []string
	for i := range stacks {
		if which(&stacks[i]) {
			names = append(names, stacks[i].name)
		}
	}
	return names
}

// SelectsOperators reports whether selective recomputation keeps every second
// product of matrices in a kind of software, rather than all but the attention
// core.
func SelectsOperators(name string) bool { return Work{Software: name}.software().operators }

// software is what the memory is counted for: the one asked for, or torchtune
// for adapters and for updates in the backward pass, Megatron for all else.
func (w Work) software() *software {
	name := w.Software
	if name == "" && (w.Kind.adapts() || w.UpdateInBackward) {
		name = "torchtune"
	}
	for i := range stacks {
		if stacks[i].name == name {
			return &stacks[i]
		}
	}
	return &stacks[0]
}

// lossBytes is what one token takes at the peak of the loss: its hidden state
// in fp32 and its logits. In fp32 there are no 16-bit logits.
func (s *software) lossBytes(m *ModelShape, tensor int, width float64) float64 {
	logit := s.logit
	if tensor > 1 && s.splitLogit > 0 {
		logit = s.splitLogit
	}
	if width > 1 {
		logit = max(logit, 2*4)
	}
	return (4*float64(m.Hidden) + logit*float64(m.Vocab)) / float64(tensor) / max(s.lossChunks, 1)
}

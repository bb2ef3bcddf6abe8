package training

// DefaultSeq is the sequence length assumed where none is stated.
const DefaultSeq = 4096

// passes is the number of FLOPs per active parameter and token: forward 2 and
// backward 4; an adapter on a frozen base needs no weight gradients, so 4.
func passes(kind Kind) float64 {
	if kind == LoRA || kind == QLoRA {
		return 4
	}
	return 6
}

// FLOPsPerToken is the useful work of one token: 6·N, or 4·N with adapters,
// and the attention core counted causally. Recomputation is not useful work.
// [Kaplan 2020, Narayanan 2021]
func FLOPsPerToken(m ModelShape, kind Kind, seq int) float64 {
	return passes(kind) * m.ActiveParams() * (1 + m.AttentionShare(seq))
}

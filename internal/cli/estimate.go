package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
	"gpucalc/internal/quantity"
	"gpucalc/internal/report"
	"gpucalc/internal/scenario"
	"gpucalc/internal/training"
)

// estimateOptions are the flags of `estimate`.
type estimateOptions struct {
	inputFlags // only those that price the cards are offered

	params, active, model, config            string
	tokens, data, language, tokenizer        string
	bytesPerToken, epochs                    string
	samples, flopsPerSample, flops, kind     string
	measured, deadline, expect               string
	precision, seq, batch, recompute, year   string
	optimizer, rank, mfu, goodput            string
	network, link                            string
	upload, storage, allReduce               string
	failureHours, checkpointSeconds, restart string
	effort, layout, save                     string
	software                                 string
	encoderDecoder, noCost, inBackward       bool
	offload                                  bool
}

func (o *estimateOptions) addFlags(f *pflag.FlagSet, a *app) {
	word := wordFlags(f, a, "estimate.")
	word(&o.params, "params", "N")
	word(&o.active, "active", "N")
	word(&o.model, "model", "NAME")
	word(&o.config, "config", "FILE")
	f.BoolVar(&o.encoderDecoder, "encoder-decoder", false, a.texts.T("flag.estimate.encoder-decoder"))
	word(&o.tokens, "tokens", "N")
	word(&o.data, "data", "SIZE")
	word(&o.language, "language", "LANG")
	word(&o.tokenizer, "tokenizer", "NAME")
	word(&o.bytesPerToken, "bytes-per-token", "N")
	word(&o.epochs, "epochs", "N")
	word(&o.samples, "samples", "N")
	word(&o.flopsPerSample, "flops-per-sample", "N")
	word(&o.flops, "flops", "N")
	word(&o.kind, "kind", "KIND")
	word(&o.rank, "lora-rank", "N")
	word(&o.optimizer, "optimizer", "NAME")
	f.BoolVar(&o.inBackward, "optimizer-in-backward", false, a.texts.T("flag.estimate.optimizer-in-backward"))
	f.BoolVar(&o.offload, "offload", false, a.texts.T("flag.estimate.offload"))
	word(&o.software, "software", "NAME")
	word(&o.cards, "cards", "CARDS")
	word(&o.deadline, "deadline", "TIME")
	word(&o.expect, "expect", "TIME")
	word(&o.measured, "measured", "RATE")
	word(&o.precision, "precision", "NAME")
	word(&o.seq, "seq", "N")
	word(&o.batch, "batch", "N")
	word(&o.recompute, "recompute", "HOW")
	word(&o.layout, "layout", "PARTS")
	word(&o.year, "year", "YEAR")
	word(&o.mfu, "mfu", "SHARE")
	word(&o.goodput, "goodput", "SHARE")
	word(&o.effort, "effort", "WORD")
	word(&o.network, "network", "SPEED")
	word(&o.link, "link", "SPEED")
	word(&o.upload, "upload-bandwidth", "SPEED")
	word(&o.storage, "storage-bandwidth", "SPEED")
	word(&o.allReduce, "allreduce", "SPEED")
	word(&o.failureHours, "failure-hours", "N")
	word(&o.checkpointSeconds, "checkpoint-seconds", "N")
	word(&o.restart, "restart-minutes", "N")
	word(&o.save, "save-scenario", "FILE")
	f.BoolVar(&o.noCost, "no-cost", false, a.texts.T("flag.estimate.no-cost"))
	o.addPriceFlags(f, a)
}

// askedPrices is the given flags that price cards, to be typed behind another command.
func askedPrices(cmd *cobra.Command) string {
	var words []string
	for _, name := range append([]string{"prices", "today"}, priceFlags...) {
		flag := cmd.Flags().Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			words = append(words, "--"+name)
			if flag.Value.Type() != "bool" {
				words = append(words, shellWord(v))
			}
		}
	}
	return strings.Join(words, " ")
}

func newEstimateCmd(a *app) *cobra.Command {
	var o estimateOptions
	cmd := &cobra.Command{
		Use: "estimate", Short: a.texts.T("cmd.estimate.short"), Long: a.texts.T("cmd.estimate.long"),
		Example: `gpucalc estimate --params 10B --cards H800
gpucalc estimate --model llama3-8b --tokens 1T --cards H100,A100 --deadline 30d
gpucalc estimate --params 10B --data 200GB --epochs 20 --cards 64xH800 --mfu 38% --goodput 90% --expect 14d
gpucalc estimate --model qwen2.5-32b --kind qlora --tokens 50M --cards 1xRTX-4090
gpucalc estimate --params 7B --tokens 300B --measured "8xA100: 21000 tok/s" --cards 64xA100
gpucalc estimate --config config.json --tokens 2T --cards 256xH20 --save-scenario train.yaml`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error { return runEstimate(a, cmd, &o) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd)
	return cmd
}

// complete offers the words that the flags take.
func (o *estimateOptions) complete(cmd *cobra.Command) {
	completeWords(cmd, "kind", estimate.Kinds())
	completeWords(cmd, "language", training.Languages())
	completeWords(cmd, "precision", precisions)
	completeWords(cmd, "recompute", recomputes)
	completeWords(cmd, "effort", estimate.Efforts())
	completeWords(cmd, "optimizer", training.Optimizers())
	completeWords(cmd, "software", training.Softwares())
	completeWords(cmd, "view", scenario.Views)
	completeWords(cmd, "taxpayer", scenario.Taxpayers)
	var tokenizers []string
	for _, t := range training.Tokenizers() {
		tokenizers = append(tokenizers, t.ID)
	}
	completeWords(cmd, "tokenizer", tokenizers)
}

// Words for how numbers are computed and activations kept.
var (
	precisions = []string{"bf16", "fp16", "fp8", "fp4", "tf32", "fp32", "bf16+fp8"}
	recomputes = []string{training.RecomputeNone, training.RecomputeSelective, training.RecomputeFull}
)

func runEstimate(a *app, cmd *cobra.Command, o *estimateOptions) error {
	ask, err := o.ask(a, cmd)
	if err != nil {
		return err
	}
	result, wrong := estimate.Run(ask)
	if wrong.HasErrors() {
		return usage(wrong...)
	}
	if o.save != "" {
		if err := a.checkOutputs(); err != nil {
			return err
		}
		if err := a.saveScenario(o.save, &result); err != nil {
			return err
		}
	}
	if err := a.write(cmd, report.Estimate(&result, a.meta(), askedPrices(cmd))); err != nil {
		return err
	}
	return unmet(&result)
}

// unmet fails a check that the user asked for: a claimed time outside the range.
func unmet(r *estimate.Result) error {
	e := r.Expect
	if e == nil || e.Holds {
		return nil
	}
	days := func(v float64) string { return quantity.Significant(v, 3) }
	return &failure{exitCheckFailed, diag.List{diag.New("estimate.expect_unmet", "claim", days(e.Days), "low", days(e.Found.Low), "high", days(e.Found.High))}}
}

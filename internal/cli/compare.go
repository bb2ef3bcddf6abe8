package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpucalc/internal/catalog"
	"gpucalc/internal/compare"
	"gpucalc/internal/i18n"
	"gpucalc/internal/report"
)

// compareOptions are the flags of `compare`.
type compareOptions struct {
	billFlags
	beside             alternativeFlags
	gates              gateFlags
	allOffers, explain bool
}

func (o *compareOptions) addFlags(f *pflag.FlagSet, a *app) {
	o.billFlags.addFlags(f, a)
	o.beside.addFlags(f, a)
	o.gates.addFlags(f, a)
	f.BoolVar(&o.allOffers, "all-offers", false, a.texts.T("flag.all-offers"))
	f.BoolVar(&o.explain, "explain", false, a.texts.T("flag.explain"))
}

func newCompareCmd(a *app) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use: "compare", Short: a.texts.T("cmd.compare.short"), Long: a.texts.T("cmd.compare.long"),
		Example: `gpucalc compare --scenario 4xA100-2w
gpucalc compare --cards 8xH20 --for 3y --util 60% --site lingang
gpucalc compare -s thesis-4090 --all-offers --lang zh
gpucalc compare -s 4xA100-2w --set discount-rate=0.06 --json
gpucalc compare -s 4xA100-2w --or-equivalent --quotes vendors.yaml
gpucalc compare -s 8xA100-3y --npv --taxpayer general --income-tax 25% --loan share=60%,months=36`,
		Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error { return runCompare(a, cmd, &o) }),
	}
	o.addFlags(cmd.Flags(), a)
	o.complete(cmd, a)
	o.beside.complete(cmd)
	return cmd
}

func runCompare(a *app, cmd *cobra.Command, o *compareOptions) error {
	if err := o.gates.finish(); err != nil {
		return err
	}
	in, err := o.bill(a, cmd)
	if err != nil {
		return err
	}
	result := compare.Run(in)
	if err := o.beside.add(in, &result); err != nil {
		return err
	}
	err = a.write(cmd, report.Compare(&result, a.meta(), report.CompareOptions{
		AllOffers: o.allOffers, Explain: o.explain, Asked: askedAgain(cmd),
		CurveName: func(id string) string { return curveName(in.Catalog, id, a.texts) },
	}))
	if err != nil {
		return err
	}
	return o.gates.check(&result)
}

func curveName(cat *catalog.Catalog, id string, texts *i18n.Catalog) string {
	curve, ok := cat.Curve(id)
	switch {
	case !ok:
		return id
	case texts.Language() == i18n.Chinese && curve.NameZH != "":
		return curve.NameZH
	}
	return curve.Name
}

// askedAgain is the flags that describe this need and its prices, to be typed behind another command.
func askedAgain(cmd *cobra.Command) string {
	var words []string
	skip := map[string]bool{
		"all-offers": true, "explain": true, "format": true, "json": true, "output": true, "width": true,
		"color": true, "lang": true, "quiet": true, "help": true, "max-age": true, "max-total": true,
	}
	for _, name := range alternativeFlagNames {
		skip[name] = true // a bill's lines do not depend on them
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if skip[f.Name] {
			return
		}
		for _, v := range flagValues(f) {
			switch {
			case f.Value.Type() == "bool":
				words = append(words, "--"+f.Name)
			default:
				words = append(words, "--"+f.Name, shellWord(v))
			}
		}
	})
	return strings.Join(words, " ")
}

// shellWord quotes a value that a shell would take apart.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@%:,=+", r) || r > 0x7f
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

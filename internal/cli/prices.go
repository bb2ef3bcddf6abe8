package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/report"
)

func newPricesCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "prices", Short: a.texts.T("cmd.prices.short"), Long: a.texts.T("cmd.prices.long"),
		Args: cobra.ArbitraryArgs, RunE: group,
	}
	cmd.AddCommand(newPricesListCmd(a), newPricesShowCmd(a), newPricesLintCmd(a), newPricesSourcesCmd(a))
	return cmd
}

func newPricesListCmd(a *app) *cobra.Command {
	var card string
	cmd := &cobra.Command{
		Use: "list [KIND]", Short: a.texts.T("cmd.prices.list.short"), Args: atMost(1), ValidArgs: catalog.Kinds(),
		Example: "gpucalc prices list\ngpucalc prices list offers --card A100",
		RunE: a.runs(func(cmd *cobra.Command, args []string) error {
			cat, err := a.catalogue()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				if card == "" {
					return a.write(cmd, report.Kinds(cat, a.meta()))
				}
				args = []string{"offers"}
			}
			list, err := entitiesOf(cat, args[0], card)
			if err != nil {
				return err
			}
			return a.write(cmd, report.Entries(list, args[0], a.meta()))
		}),
	}
	cmd.Flags().StringVar(&card, "card", "", a.texts.T("flag.card"))
	placeholders(cmd.Flags(), "card", "CARD")
	return cmd
}

// entitiesOf lists the entries of a kind, those of one card only where asked for.
func entitiesOf(cat *catalog.Catalog, kind, card string) ([]catalog.Entity, error) {
	if _, ok := catalog.Schema(kind); !ok {
		known := catalog.Kinds()
		d := diag.New("cli.unknown_kind", "value", kind, "near", diag.Nearest(kind, known), "known", strings.Join(known, ", "))
		return nil, usage(d.WithHint("cli.hint.known"))
	}
	list := cat.Entities(kind)
	if card == "" {
		return list, nil
	}
	found, wrong := cat.ResolveCard(card)
	if len(wrong) > 0 {
		return nil, usage(wrong...)
	}
	var out []catalog.Entity
	for _, e := range list {
		if e.Text("card") == found.ID || kind == "cards" && e.ID == found.ID {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return nil, usage(diag.New("cli.nothing_for_card", "kind", kind, "card", found.ID))
	}
	return out, nil
}

func newPricesShowCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: a.texts.T("cmd.prices.show.short"), Args: exactly("ID"),
		Example: "gpucalc prices show compshare-a100-day\ngpucalc prices show assumptions.discount-rate",
		RunE: a.runs(func(cmd *cobra.Command, args []string) error {
			cat, err := a.catalogue()
			if err != nil {
				return err
			}
			list, err := findEntities(cat, args[0])
			if err != nil {
				return err
			}
			today, err := a.today()
			if err != nil {
				return err
			}
			return a.write(cmd, report.Shown(list, cat, today, a.meta()))
		}),
	}
}

// findEntities finds an entry by id, by kind.id, or a card or site by any of its names.
func findEntities(cat *catalog.Catalog, name string) ([]catalog.Entity, error) {
	if list := cat.Find(name); len(list) > 0 {
		return list, nil
	}
	if kind, id, ok := strings.Cut(name, "."); ok {
		if e, ok := cat.Entity(kind, id); ok {
			return []catalog.Entity{e}, nil
		}
	}
	if card, wrong := cat.ResolveCard(name); len(wrong) == 0 {
		return cat.Find(card.ID), nil
	}
	if site, wrong := cat.ResolveSite(name); len(wrong) == 0 {
		return cat.Find(site.ID), nil
	}
	var known []string
	for _, kind := range catalog.Kinds() {
		known = append(known, cat.IDs(kind)...)
	}
	d := diag.New("cli.unknown_id", "value", name, "near", diag.Nearest(name, known), "see", "gpucalc prices list")
	return nil, usage(d.WithHint("cli.unknown_id.hint"))
}

func newPricesLintCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "lint FILE...", Short: a.texts.T("cmd.prices.lint.short"), Args: cobra.ArbitraryArgs,
		Example: "gpucalc prices lint my-prices.yaml",
		RunE: a.runs(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exactly("FILE")(cmd, args)
			}
			return runLint(a, cmd, args)
		}),
	}
}

func runLint(a *app, cmd *cobra.Command, args []string) error {
	a.global.prices = args
	sheets, err := a.userSheets()
	if err != nil {
		return err
	}
	_, warnings, err := overlay(a.Catalog(), sheets)
	if err != nil {
		return err
	}
	entries := 0
	var names []string
	for _, s := range sheets {
		list, _ := catalog.ReadSheet(s.name, s.data)
		entries += len(list)
		names = append(names, s.name)
	}
	return a.write(cmd, report.Linted(names, entries, warnings, a.meta()))
}

func newPricesSourcesCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "sources", Short: a.texts.T("cmd.prices.sources.short"), Args: atMost(0),
		RunE: a.runs(func(cmd *cobra.Command, _ []string) error {
			cat, err := a.catalogue()
			if err != nil {
				return err
			}
			return a.write(cmd, report.Sources(cat.Sources(), a.meta()))
		}),
	}
}

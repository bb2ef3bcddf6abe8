package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// maxListed is how many names a remedy lists.
const maxListed = 40

// knownFilters refuses providers and regions that no offer has: a misspelt one would leave nothing to rent and turn the
// answer round. A word counts as known when it is part of a name, as filters take it.
func (o *inputFlags) knownFilters(a *app, cmd *cobra.Command, cat *catalog.Catalog) error {
	if len(o.providers)+len(o.regions) == 0 {
		return nil
	}
	offers, err := a.offersAtHand(cmd, cat)
	if err != nil {
		return err
	}
	var wrong diag.List
	for _, w := range o.providers {
		wrong = append(wrong, unknownWord("provider", w, offers, func(e catalog.Offer) []string { return []string{e.Provider, e.ProviderName} })...)
	}
	for _, w := range o.regions {
		wrong = append(wrong, unknownWord("region", w, offers, func(e catalog.Offer) []string { return []string{e.Region} })...)
	}
	if len(wrong) > 0 {
		return usage(wrong...)
	}
	return nil
}

// offersAtHand is the offers of the sheets and of the quotes that a command takes beside them. What is wrong with a
// quote is told when it is laid over the sheets.
func (a *app) offersAtHand(cmd *cobra.Command, cat *catalog.Catalog) ([]catalog.Offer, error) {
	quotes := cmd.Flags().Lookup("quotes")
	if quotes == nil || !quotes.Changed {
		return cat.Offers(), nil
	}
	for _, name := range flagValues(quotes) {
		data, err := a.readInput(name)
		if err != nil {
			return nil, err
		}
		cat, _ = cat.Draft(name, data)
	}
	return cat.Offers(), nil
}

// unknownWord reports a word of a filter that is part of none of the offers' names; the first name is the one to type.
func unknownWord(flag, word string, offers []catalog.Offer, names func(catalog.Offer) []string) diag.List {
	var ids, known []string
	low := strings.ToLower(word)
	for _, e := range offers {
		list := names(e)
		if strings.Contains(strings.ToLower(strings.Join(list, " ")), low) {
			return nil
		}
		ids, known = append(ids, list[0]), append(known, list...)
	}
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
	d := diag.New("cli.unknown_filter", "flag", flag, "value", word, "near", diag.Nearest(word, known),
		"known", strings.Join(ids[:min(len(ids), maxListed)], ", "))
	return diag.List{d.WithHint("cli.hint.near_known").In("--" + flag)}
}

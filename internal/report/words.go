package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// nameOf is the text of a key; a key with further parts, such as f.rented.card.4, falls back to its longest known
// beginning.
func nameOf(texts *i18n.Catalog, key string) string {
	for at := len(key); at > 0; at = strings.LastIndexByte(key[:at], '.') {
		if texts.Has(key[:at]) {
			return texts.T(key[:at])
		}
	}
	return key
}

// optionName is what a sentence calls an option.
func optionName(texts *i18n.Catalog, id string) string { return nameOf(texts, "option."+id) }

// inLanguage picks the Chinese name where there is one and it is wanted.
func inLanguage(texts *i18n.Catalog, en, zh string) string {
	if texts.Language() == i18n.Chinese && zh != "" {
		return diag.Clean(zh)
	}
	return diag.Clean(en)
}

// shortProvider is the part of a provider's name that is in the reader's language, without what stands in brackets:
// of "优云智算 CompShare (UCloud)" the first word or the second.
func shortProvider(texts *i18n.Catalog, name string) string {
	name, _, _ = strings.Cut(name, " (")
	name, _, _ = strings.Cut(name, "（")
	var kept []string
	for _, word := range strings.Fields(name) {
		chinese := strings.ContainsFunc(word, isWide)
		if chinese == (texts.Language() == i18n.Chinese) {
			kept = append(kept, word)
		}
	}
	if len(kept) == 0 {
		return diag.Clean(name)
	}
	return diag.Clean(strings.Join(kept, " "))
}

// percent is a share for people: "39%", "0.4%".
func percent(share float64) string {
	places := 0
	if share > -0.01 && share < 0.01 && share != 0 {
		places = 1
	}
	return quantity.Fixed(share*100, places) + "%"
}

// unitPrice is yuan per something: two decimals, and four digits below one yuan.
func unitPrice(yuan float64) string {
	if yuan > -1 && yuan < 1 {
		return quantity.Significant(yuan, 4)
	}
	return quantity.Fixed(yuan, 2)
}

// plain is a number of hours or cards for people: grouped, without needless decimals.
func plain(f float64) string {
	return quantity.Group(quantity.DropZeros(strconv.FormatFloat(f, 'f', 2, 64)))
}

// none marks what does not exist; a missing value is never shown as zero.
const none = "-"

// where is the place of a figure: file and line of a sheet, or the flag that set it.
func where(file string, line int) string {
	if line == 0 || strings.HasPrefix(file, "--") || strings.HasPrefix(file, "GPUCALC_") {
		return diag.Clean(file)
	}
	return diag.Clean(file) + ":" + strconv.Itoa(line)
}

// rangeOf is "low - high" of a figure, "" without a range.
func rangeOf(low, high string) string {
	if low == high || low == "" && high == "" {
		return ""
	}
	return quantity.Group(low) + " - " + quantity.Group(high)
}

// estimateMark is put behind figures without a price list.
const estimateMark = " (e)"

// sheetFigure is the value of a sheet's figure with its unit and mark.
func sheetFigure(f catalog.Figure) string {
	if f.Missing() {
		return none
	}
	text := quantity.Group(f.Typical) + " " + f.Unit
	if f.Estimate {
		text += estimateMark
	}
	return text
}

// age is the as-of month of a figure with its age in months.
func age(texts *i18n.Catalog, asOf string, months int) string {
	switch {
	case asOf == "":
		return none
	case months < 1:
		return diag.Clean(asOf[:min(len(asOf), len("2026-11"))])
	}
	return texts.T("report.age", "asof", asOf[:min(len(asOf), len("2026-11"))], "months", strconv.Itoa(months))
}

// messages turns findings into what scripts read: a code and an English sentence.
func messages(list diag.List) []messageJSON {
	en := i18n.New(i18n.English)
	out := make([]messageJSON, 0, len(list))
	for _, d := range list {
		out = append(out, messageJSON{Code: d.Key, Message: en.Message(d), Place: d.Place(), Path: d.Path, Hint: en.Hint(d)})
	}
	return out
}

// messageJSON is one finding.
type messageJSON struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty" doc:"file:line:column"`
	Path    string `json:"path,omitempty" doc:"key path in the file"`
	Hint    string `json:"hint,omitempty"`
}

// alerts shows findings as warnings.
func alerts(texts *i18n.Catalog, list diag.List) []Line {
	out := make([]Line, 0, len(list))
	for _, d := range list {
		out = append(out, Line{Text: texts.Line(d), Style: Alert})
	}
	return out
}

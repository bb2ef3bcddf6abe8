package report

import (
	"encoding/csv"
	"strings"
)

// records writes rows as RFC 4180 with line feeds.
func records(rows [][]string) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = guard(cell)
		}
		if err := w.Write(safe); err != nil {
			return "", err
		}
	}
	w.Flush()
	return b.String(), w.Error()
}

// guard keeps a spreadsheet from taking a text for a formula; negative numbers stay numbers.
func guard(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return cell
	}
	if cell[0] == '-' && len(cell) > 1 && strings.Trim(cell[1:], "0123456789.") == "" {
		return cell
	}
	return "'" + cell
}

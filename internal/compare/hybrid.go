package compare

import "gpucalc/internal/costmodel"

// Neighbours are the splits that say why the best one is best: all rented, the ones beside it, itself, all owned.
func Neighbours(h *costmodel.Hybrid) (rows []costmodel.HybridRow, best int) {
	if h == nil {
		return nil, -1
	}
	last := len(h.Rows) - 1
	for i, row := range h.Rows {
		if i != 0 && i != last && (i < h.Best-1 || i > h.Best+1) {
			continue
		}
		if i == h.Best {
			best = len(rows)
		}
		rows = append(rows, row)
	}
	return rows, best
}

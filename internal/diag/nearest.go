package diag

import (
	"strings"
	"unicode/utf8"
)

// maxNearest is the length in characters above which no near word is sought,
// which bounds the time spent on a hostile input.
const maxNearest = 64

// Nearest returns the known word that word most likely stands for, "" when
// nothing is near. Case does not count. A word is near when it needs few
// insertions, deletions, substitutions or swaps of neighbours (a third of its
// length, at least one), or when one of the two begins with the other. Equal
// candidates are decided by alphabet, so the order of known does not matter.
func Nearest(word string, known []string) string {
	folded := []rune(strings.ToLower(word))
	if len(folded) == 0 || len(folded) > maxNearest {
		return ""
	}
	limit := max(1, len(folded)/3)
	best, bestRank := "", limit+1
	for _, k := range known {
		rank := distanceRank(folded, k, limit)
		if rank < bestRank || rank == bestRank && rank <= limit && k < best {
			best, bestRank = k, rank
		}
	}
	if best != "" {
		return best
	}
	return nearestPrefix(string(folded), known)
}

// distanceRank is the edit distance to k, or limit+1 when that is too far or
// nothing of the word would remain.
func distanceRank(folded []rune, k string, limit int) int {
	n := utf8.RuneCountInString(k)
	if n > maxNearest || n > len(folded)+limit || len(folded) > n+limit {
		return limit + 1
	}
	d := distance(folded, []rune(strings.ToLower(k)))
	if d > limit || d >= n || d >= len(folded) {
		return limit + 1
	}
	return d
}

// nearestPrefix returns the shortest known word that begins with word, or the
// longest that word begins with; at least three characters must agree.
func nearestPrefix(folded string, known []string) string {
	longer, shorter := "", ""
	for _, k := range known {
		low := strings.ToLower(k)
		if utf8.RuneCountInString(folded) >= 3 && strings.HasPrefix(low, folded) && before(len(k), len(longer), k, longer) {
			longer = k
		}
		if utf8.RuneCountInString(low) >= 3 && strings.HasPrefix(folded, low) && before(len(shorter), len(k), k, shorter) {
			shorter = k
		}
	}
	if longer != "" {
		return longer
	}
	return shorter
}

// before reports whether candidate k beats the best so far: the smaller size,
// then the alphabet.
func before(size, bestSize int, k, best string) bool {
	if best == "" || size < bestSize {
		return true
	}
	return size == bestSize && k < best
}

// distance is the Damerau-Levenshtein distance in its optimal string alignment
// form: a swap of two neighbours counts as one edit.
func distance(a, b []rune) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// Package ledger holds bills: dated lines, each one expression over named figures.
//
// A Book is the arena of one comparison. Builders put figures into it and combine them with Mul, Div, Add and the
// like into expressions; a Line dates and names one expression; a Ledger is the list of lines of one option. The
// expression is written once and read in four ways:
//
//   - Exact evaluates it in decimals, division last, and a line is rounded once, half away from zero, to the fen;
//   - Program evaluates it in float64 for root finding and simulation, thousands of times with other figures;
//   - Factors and Formula print it, factor by factor, with the figures behind it;
//   - Low and high of a total come from the same Program at the ends of the figures' ranges.
//
// Money is yuan inside expressions and fen in lines. Nothing here knows cards, offers or tariffs.
package ledger

// Package finance holds the textbook functions behind rent or buy: present
// value and rates of return, annuities, depreciation, loans, payback, the net
// advantage of leasing, the Chinese income-tax shields, and root finding.
//
// Everything is a pure function of plain numbers. Two kinds stand apart:
//
//   - float64 functions (NPV, PMT, VDB, ...) take yuan or any other unit and
//     keep it. Like those of package math they return NaN outside their stated
//     domain; a search whose answer may be "none" returns a typed result.
//   - schedules in Fen (Asset.Years, Loan.Schedule, ...) are exact: powers are
//     float64 and rounded once, every other step is whole numbers, and the rows
//     add up to the amount that was spread. They return an error that carries
//     message keys for wrong input.
//
// Rates are fractions a period (0.08 = 8 %). Money paid is negative and money
// received positive wherever a function takes or returns cash flows.
package finance

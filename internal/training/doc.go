// Package training estimates how long a model trains, on how many cards it
// fits, and how far the answer may be off.
//
// An estimate goes from data to tokens (data.go), from tokens and shape to
// FLOPs (work.go, shape.go), from card, count and model to the utilisation of
// published runs (mfu.go, mfumodel.go), through the layout with the least
// overhead that fits (search.go, memory.go, comm.go), to days, card-hours and
// energy (estimate.go), with what failures and transfers add (failure.go,
// transfer.go). Tables, deadlines and the smallest machine are in
// candidates.go; truth.go turns a claimed duration into assumptions.
//
// Everything is pure: coefficients and card data come in as arguments,
// findings go out as message keys. Bytes, seconds and FLOP/s unless a name
// says otherwise.
package training

// Package scenario says what is needed: which cards, how many, how long, in which hours, where, and how owning is
// judged.
//
// A Spec is a scenario in words, each with the place it came from. It starts from a shorthand ("4xA100-2w"), a named
// entry of a sheet or nothing, flags lay single fields over it, and Resolve looks up cards and sites, fills in
// defaults and checks. A Scenario is the result; its Settings say for every field what holds and why.
package scenario

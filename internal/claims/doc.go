// Package claims computes rules of thumb about renting and owning cards on the shipped sheets. It holds tests only: a
// golden file records for each rule whether the sheets agree, and the same table stands in the README.
package claims

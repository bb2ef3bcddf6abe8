// Package compare lays the bills of a scenario side by side and says which way is cheapest, by how much, and what
// would change that.
//
// Run is `compare`. All of it works on costmodel's options and their expressions; nothing here knows prices.
package compare

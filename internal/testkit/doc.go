// Package testkit holds what tests of several packages share: golden files and the rules of the package layout.
package testkit

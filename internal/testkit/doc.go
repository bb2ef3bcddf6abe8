// Package testkit holds the rules of the package layout as a test, and the benchmark of whole processes.
package testkit

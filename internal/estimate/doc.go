// Package estimate joins training estimates to the sheets and to money: it
// makes machines out of cards, servers and sites, asks package training for
// time and layout, turns each answer into a scenario and lets costmodel and
// compare say what the cards would cost.
//
// Run is the command "estimate" from resolved words to a Result. Words are read
// in words.go, sheets in machine.go, money in cost.go; save.go writes the
// scenario of an answer as a sheet.
package estimate

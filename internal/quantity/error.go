package quantity

import (
	"slices"

	"gpucalc/internal/diag"
)

// Error says why a text is not the quantity that was wanted. Key and Hint are
// message keys; Args always holds "value", the text as given.
type Error struct {
	Key  string
	Args []diag.Arg
	Hint string // "" = no remedy known
}

// Error returns a plain fallback, key and named values.
func (e *Error) Error() string {
	return (&diag.Error{List: diag.List{e.Diagnostic()}}).Error()
}

// Diagnostic returns the same finding without a place.
func (e *Error) Diagnostic() diag.Diagnostic {
	return diag.Diagnostic{Key: e.Key, Args: e.Args, Hint: e.Hint}
}

// Near returns the text that was probably meant, "" when none is known.
func (e *Error) Near() string {
	for _, a := range e.Args {
		if a.Name == "near" {
			return a.Value
		}
	}
	return ""
}

// fail returns an error about value.
func fail(key, value string, nameValues ...string) *Error {
	args := append([]diag.Arg{{Name: "value", Value: diag.Shorten(value)}}, diag.Args(nameValues...)...)
	return &Error{Key: key, Args: args}
}

// about returns the error for a longer text that the faulty one is part of, without the part's remedy.
func (e *Error) about(text string) *Error {
	out := &Error{Key: e.Key, Args: dropNear(e.Args)}
	for i := range out.Args {
		if out.Args[i].Name == "value" {
			out.Args[i].Value = diag.Shorten(text)
		}
	}
	return out
}

// meant adds "did you mean near?"; an empty near adds nothing.
func (e *Error) meant(near string) *Error {
	if near == "" {
		return e
	}
	e.Hint = "quantity.did_you_mean"
	e.Args = append(e.Args, diag.Arg{Name: "near", Value: near})
	return e
}

func dropNear(args []diag.Arg) []diag.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(a diag.Arg) bool { return a.Name == "near" })
}

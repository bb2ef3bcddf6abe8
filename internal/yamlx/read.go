package yamlx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"gpucalc/internal/diag"
)

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 1 << 20

// maxFindings bounds how many mistakes of one file are listed; their number is
// still told.
const maxFindings = 200

// Read returns the root map of a file and all its mistakes in file order.
// After a syntax error only that error is returned, because nothing behind it
// can be trusted. The node is nil when the file cannot be used at all; with
// mistakes in the list it is what could be understood. file only labels the
// findings.
func Read(file string, data []byte) (*Node, diag.List) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	found := refuseBytes(data)
	if len(found.list) > 0 {
		return nil, found.placed(file)
	}
	doc, mistake := parse(data)
	if mistake != nil {
		found.add(*mistake)
		return nil, found.placed(file)
	}
	c := newConverter(data)
	root := c.document(doc)
	return root, c.found.placed(file)
}

// findings collects the first mistakes of a file and counts the rest.
type findings struct {
	list diag.List
	more int
}

func (f *findings) add(d diag.Diagnostic) {
	if len(f.list) >= maxFindings {
		f.more++
		return
	}
	f.list = append(f.list, d)
}

// placed returns the findings of a file in file order.
func (f *findings) placed(file string) diag.List {
	for i := range f.list {
		f.list[i].File = file
	}
	out := f.list.Sorted()
	if f.more > 0 {
		last := out[len(out)-1]
		out = append(out, diag.New("yaml.more", "count", strconv.Itoa(f.more)).At(file, last.Line, last.Col))
	}
	return out
}

// parse runs the YAML library: one document, and nothing behind it.
func parse(data []byte) (*yaml.Node, *diag.Diagnostic) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	doc, err := decode(dec)
	if errors.Is(err, io.EOF) {
		d := diag.New("yaml.no_content").At("", 1, 1)
		return nil, &d
	}
	if err != nil {
		return nil, syntaxError(err, data)
	}
	second, err := decode(dec)
	if err == nil {
		d := diag.New("yaml.second_document").At("", second.Line, second.Column).WithHint("yaml.second_document.hint")
		return nil, &d
	}
	if !errors.Is(err, io.EOF) {
		return nil, syntaxError(err, data)
	}
	return doc, nil
}

// decode reads the next document. The library signals some broken inputs by a
// panic; a file must never bring the program down.
func decode(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	doc = &yaml.Node{}
	return doc, dec.Decode(doc)
}

// syntaxError turns the library's text, "yaml: line 3: did not find expected
// key", into a finding. The library tells a line, except for the first line
// and for unknown anchors, and never a column.
func syntaxError(err error, data []byte) *diag.Diagnostic {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, why, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, text = n, why
		}
	}
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok {
		name = strings.TrimSuffix(name, "' referenced")
		line, col := aliasPlace(data, name)
		d := diag.New("yaml.unknown_anchor", "name", diag.Shorten(name)).At("", line, col)
		return &d
	}
	d := diag.New("yaml.syntax", "why", diag.Shorten(text)).At("", line, 0)
	d.Hint = syntaxHint(text)
	return &d
}

// syntaxHint returns the remedy of the slips that people make most, "" for
// others.
func syntaxHint(text string) string {
	switch {
	case strings.Contains(text, "cannot start any token"), strings.Contains(text, "tab character"):
		return "yaml.syntax.token"
	case strings.Contains(text, "mapping values are not allowed"):
		return "yaml.syntax.colon"
	case strings.Contains(text, "did not find expected"), strings.Contains(text, "could not find expected"):
		return "yaml.syntax.indent"
	}
	return ""
}

// aliasPlace finds where *name is written.
func aliasPlace(data []byte, name string) (line, col int) {
	at := bytes.Index(data, []byte("*"+name))
	if at < 0 {
		return 0, 0
	}
	return placeOf(data, at)
}

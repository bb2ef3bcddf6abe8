// Package yamlx reads a strict, positioned subset of YAML.
//
// A file is one map. Scalars stay source text: nothing is turned into a
// number, a date or a boolean, so no price passes through a float and no count
// through octal. What YAML readers and people disagree about is refused, and
// every mistake of a file is reported in one run with its line and column.
// Aliases and merge keys work when their anchor stands inside a top-level key
// that begins with "x-"; these helper keys are not part of the result.
package yamlx

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Map
	List
)

// Node is a value with its place. Nodes reached through an alias are shared
// and keep the place where their text stands, so treat a node as read-only.
type Node struct {
	Kind      Kind
	Line, Col int     // 1-based, in characters
	Value     string  // of a scalar, never blank
	Quoted    bool    // a scalar in quotes or a text block
	Keys      []*Node // of a map: scalars, parallel to Items
	Items     []*Node // of a map or list
}

// Get returns the key and the value of a map's entry, nil and nil when there
// is none or n is not a map.
func (n *Node) Get(key string) (k, value *Node) {
	if n == nil {
		return nil, nil
	}
	for i, k := range n.Keys {
		if k.Value == key {
			return k, n.Items[i]
		}
	}
	return nil, nil
}

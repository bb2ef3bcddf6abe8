package yamlx

import (
	"bytes"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"gpucalc/internal/diag"
)

// maxDepth is how deep maps and lists may nest, aliases included.
const maxDepth = 64

// maxExpanded is how many nodes all aliases of a file may stand for together.
// Shared nodes cost no memory, yet whoever walks the result visits each.
const maxExpanded = 200_000

// helperPrefix begins the top-level keys that hold shared blocks.
const helperPrefix = "x-"

// converter turns the library's nodes into ours and collects mistakes.
type converter struct {
	text     *source
	found    findings
	path     []string
	inHelper bool
	blocks   map[*yaml.Node]block // finished anchors inside helper keys
	expanded int                  // nodes that aliases stood for so far
}

// block is a converted value with what a walker of it would visit.
type block struct {
	node   *Node
	size   int // nodes, aliases expanded
	height int // levels
}

func newConverter(data []byte) *converter {
	return &converter{text: newSource(data), blocks: map[*yaml.Node]block{}}
}

// report adds a mistake at a node, at the current key path.
func (c *converter) report(n *yaml.Node, d diag.Diagnostic) {
	c.found.add(d.At("", n.Line, n.Column).In(joinPath(c.path)))
}

// joinPath writes offers.a100.tiers[0].
func joinPath(path []string) string {
	return strings.ReplaceAll(strings.Join(path, "."), ".[", "[")
}

// document converts the root map without its helper keys.
func (c *converter) document(doc *yaml.Node) *Node {
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		c.report(root, diag.New("yaml.root_not_map"))
		return nil
	}
	b := c.value(root)
	if b.node == nil {
		return nil
	}
	return withoutHelpers(b.node)
}

func withoutHelpers(root *Node) *Node {
	out := *root
	out.Keys, out.Items = nil, nil
	for i, k := range root.Keys {
		if !strings.HasPrefix(k.Value, helperPrefix) {
			out.Keys = append(out.Keys, k)
			out.Items = append(out.Items, root.Items[i])
		}
	}
	return &out
}

// value converts any node. A block without a node is a mistake that has been
// reported.
func (c *converter) value(n *yaml.Node) block {
	if len(c.path) > maxDepth {
		c.report(n, diag.New("yaml.too_deep", "max", strconv.Itoa(maxDepth)))
		return block{}
	}
	if n.Kind == yaml.AliasNode {
		return c.alias(n)
	}
	if tag, ok := c.tag(n); ok {
		c.report(n, diag.New("yaml.tag", "tag", diag.Shorten(tag)).WithHint("yaml.tag.hint"))
		return block{}
	}
	var b block
	switch n.Kind {
	case yaml.MappingNode:
		b = c.mapping(n)
	case yaml.SequenceNode:
		b = c.sequence(n)
	default:
		b = c.scalar(n)
	}
	if n.Anchor != "" && c.inHelper {
		c.blocks[n] = b
	}
	return b
}

// alias returns the block that *name stands for.
func (c *converter) alias(n *yaml.Node) block {
	b, finished := c.blocks[n.Alias]
	if !finished {
		c.report(n, diag.New("yaml.alias", "name", diag.Shorten(n.Value)).WithHint("yaml.alias.hint"))
		return block{}
	}
	if !c.mayExpand(n, b) {
		return block{}
	}
	return b
}

// mayExpand counts an alias against the file's allowance.
func (c *converter) mayExpand(n *yaml.Node, b block) bool {
	c.expanded += b.size
	if c.expanded > maxExpanded {
		// Sizes saturate here, so that a chain of doublings cannot overflow.
		c.expanded = maxExpanded + 1
		c.report(n, diag.New("yaml.expansion", "max", strconv.Itoa(maxExpanded)))
		return false
	}
	if len(c.path)+b.height > maxDepth {
		c.report(n, diag.New("yaml.too_deep", "max", strconv.Itoa(maxDepth)))
		return false
	}
	return true
}

func (c *converter) sequence(n *yaml.Node) block {
	b := block{node: &Node{Kind: List, Line: n.Line, Col: n.Column}, size: 1, height: 1}
	for i, item := range n.Content {
		c.path = append(c.path, "["+strconv.Itoa(i)+"]")
		b.add(nil, c.value(item))
		c.path = c.path[:len(c.path)-1]
	}
	return b
}

// add puts an item, under a key in a map, into the block. A mistaken item is
// left out.
func (b *block) add(key *Node, item block) {
	if item.node == nil {
		return
	}
	if key != nil {
		b.node.Keys = append(b.node.Keys, key)
	}
	b.node.Items = append(b.node.Items, item.node)
	b.size += item.size
	b.height = max(b.height, item.height+1)
}

// tag returns the tag that is written at a node. The library does not show a
// lone "!", so the source is looked at too.
func (c *converter) tag(n *yaml.Node) (string, bool) {
	if n.Style&yaml.TaggedStyle != 0 {
		return n.Tag, true
	}
	text := c.text.at(n.Line, n.Column)
	if len(text) > 0 && text[0] == '&' {
		end := max(bytes.IndexAny(text, " \t,[]{}"), 0)
		text = bytes.TrimLeft(text[end:], " \t")
	}
	return "!", len(text) > 0 && text[0] == '!'
}

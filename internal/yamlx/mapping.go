package yamlx

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"gpucalc/internal/diag"
)

const mergeTag = "!!merge"

// mapping converts a map and resolves its merge key.
func (c *converter) mapping(n *yaml.Node) block {
	b := block{node: &Node{Kind: Map, Line: n.Line, Col: n.Column}, size: 1, height: 1}
	seen := map[string]int{} // key → line
	var merged []block
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !c.acceptKey(k, seen) {
			continue
		}
		if isMerge(k) {
			merged = c.merge(v)
			continue
		}
		key := &Node{Line: k.Line, Col: k.Column, Value: k.Value, Quoted: k.Style != 0}
		b.add(key, c.entry(k.Value, v))
	}
	for _, m := range merged {
		b.mergeFrom(m, seen)
	}
	return b
}

// entry converts the value under a key, keeping track of the path and of
// being inside a helper.
func (c *converter) entry(key string, v *yaml.Node) block {
	top := len(c.path) == 0
	c.path = append(c.path, key)
	if top {
		c.inHelper = strings.HasPrefix(key, helperPrefix)
	}
	b := c.value(v)
	c.path = c.path[:len(c.path)-1]
	return b
}

// acceptKey reports what is wrong with a key: not a plain word, blank, or
// there before.
func (c *converter) acceptKey(k *yaml.Node, seen map[string]int) bool {
	if k.Kind != yaml.ScalarNode {
		c.report(k, diag.New("yaml.key_not_text"))
		return false
	}
	if tag, ok := c.tag(k); ok {
		c.report(k, diag.New("yaml.tag", "tag", diag.Shorten(tag)).WithHint("yaml.tag.hint"))
		return false
	}
	if strings.TrimSpace(k.Value) == "" || isNull(k) {
		c.report(k, diag.New("yaml.key_empty"))
		return false
	}
	if d, bad := badCharacter(k.Value); bad {
		c.report(k, d)
		return false
	}
	if first, twice := seen[k.Value]; twice {
		c.path = append(c.path, k.Value)
		c.report(k, diag.New("yaml.duplicate", "key", diag.Shorten(k.Value), "line", strconv.Itoa(first)).WithHint("yaml.duplicate.hint"))
		c.path = c.path[:len(c.path)-1]
		return false
	}
	seen[k.Value] = k.Line
	return true
}

func isMerge(k *yaml.Node) bool { return k.Tag == mergeTag && k.Value == "<<" }

// merge returns the maps that << stands for, in order of precedence.
func (c *converter) merge(v *yaml.Node) []block {
	c.path = append(c.path, "<<")
	defer func() { c.path = c.path[:len(c.path)-1] }()
	aliases := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		aliases = v.Content
	}
	var maps []block
	for _, a := range aliases {
		if a.Kind != yaml.AliasNode {
			c.report(a, diag.New("yaml.merge_not_alias"))
			continue
		}
		b := c.alias(a)
		switch {
		case b.node == nil: // reported
		case b.node.Kind != Map:
			c.report(a, diag.New("yaml.merge_not_map", "name", diag.Shorten(a.Value)))
		default:
			maps = append(maps, b)
		}
	}
	return maps
}

// mergeFrom adds the entries of m whose keys are not there yet: the map's own
// keys win wherever << stands, and earlier merged maps win over later ones.
func (b *block) mergeFrom(m block, seen map[string]int) {
	for i, k := range m.node.Keys {
		if _, own := seen[k.Value]; own {
			continue
		}
		seen[k.Value] = k.Line
		b.node.Keys = append(b.node.Keys, k)
		b.node.Items = append(b.node.Items, m.node.Items[i])
	}
	b.size += m.size
	b.height = max(b.height, m.height)
}

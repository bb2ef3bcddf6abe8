package yamlx

import (
	"testing"

	"gpucalc/internal/diag"
)

// FuzzRead holds for any bytes: no panic, findings have a key, and a place
// when the file was parsed; what is returned is a bounded tree of what the
// package promises; the same bytes give the same answer.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1\n", "a: 010\nb: ~\n", "x-c: &c {p: 1}\ns: {<<: *c, q: [1, 2]}\n",
		bomb(), "a: !!int 3\n", "a: 1\n---\nb: 2\n", "a: \"\\e\"\n", "? [a]\n: b\n", "a: |\n  x\n",
		"\ufeffa: 1\r\n", "a: [", "a: &a [*a]\n", "*x : 1\n", "<<: 1\n", "a: 'b", "%YAML 1.1\n---\na: 1\n",
		"a:\n\tb: 1\n", "\xff\xfe", "a: ! 1\n", "x-a: &a ! 1\n", "{a: b, c}\n", "- a\n", "a: #c\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, found := Read("f.yaml", data)
		if root == nil && !found.HasErrors() {
			t.Fatal("neither a tree nor a mistake")
		}
		for _, d := range found {
			if d.Key == "" || d.File != "f.yaml" || d.Line == 0 && d.Key != "yaml.too_big" {
				t.Fatalf("finding without a key or place: %+v", d)
			}
		}
		if root != nil {
			checkTree(t, root, 0)
		}
		if _, again := Read("f.yaml", data); len(again) != len(found) {
			t.Fatalf("%d findings, then %d", len(found), len(again))
		}
	})
}

func checkTree(t *testing.T, n *Node, depth int) int {
	t.Helper()
	if depth > maxDepth+1 {
		t.Fatal("too deep")
	}
	if n.Line < 1 || n.Col < 1 {
		t.Fatalf("node without a place: %+v", n)
	}
	if n.Kind == Scalar && (n.Value == "" || diag.Clean(n.Value) == "") {
		t.Fatalf("blank scalar: %+v", n)
	}
	if n.Kind == Map && len(n.Keys) != len(n.Items) {
		t.Fatalf("%d keys, %d items", len(n.Keys), len(n.Items))
	}
	size := 1
	for _, item := range n.Items {
		size += checkTree(t, item, depth+1)
	}
	if size > MaxBytes+maxExpanded {
		t.Fatal("too large")
	}
	return size
}

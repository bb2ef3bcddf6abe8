package ledger

// Product splits an expression that is a product of two into them: kWh x yuan per kWh.
func (b *Book) Product(r Ref) (left, right Expr, ok bool) {
	n := b.nodes[r]
	if n.op != opMul {
		return Expr{}, Expr{}, false
	}
	return Expr{b, n.a}, Expr{b, n.b}, true
}

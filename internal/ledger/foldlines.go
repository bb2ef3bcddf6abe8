package ledger

// TotalWith is TotalExpr with every amount changed by the caller, for what-if questions about some lines.
func (l *Ledger) TotalWith(change func(Line, Expr) Expr) Expr {
	other := &Ledger{Book: l.Book, Lines: make([]Line, len(l.Lines))}
	for i, line := range l.Lines {
		line.Root = change(line, Expr{l.Book, line.Root}).ref
		other.Lines[i] = line
	}
	return other.TotalExpr()
}

// Product splits an expression that is a product of two into them: kWh x yuan per kWh.
func (b *Book) Product(r Ref) (left, right Expr, ok bool) {
	n := b.nodes[r]
	if n.op != opMul {
		return Expr{}, Expr{}, false
	}
	return Expr{b, n.a}, Expr{b, n.b}, true
}

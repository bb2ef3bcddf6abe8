package compare

import "gpucalc/internal/costmodel"

// flipBridge asks whether owning still wins when the wait for the machines is bridged with rent.
func (r *Result) flipBridge(in costmodel.Input) {
	if in.Bridge || r.Verdict.Family != costmodel.FamilyOwn {
		return
	}
	in.Bridge, in.OneCurve, in.OneView, in.Countable = true, true, true, true
	bridged := map[string]costmodel.Option{}
	for _, o := range costmodel.BuildOwn(in).Options {
		bridged[o.ID] = o
	}
	var cs []candidate
	for _, c := range r.candidates(in.Scenario.View) {
		if o, ok := bridged[c.id]; ok {
			if len(o.Missing) > 0 {
				continue // the machines come too late, or nothing can be rented until then
			}
			c.total = o.Total()
		}
		cs = append(cs, c)
	}
	if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
		r.addFlip("bridge", w)
	}
}

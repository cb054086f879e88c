package rollout

// suffix collects records from the newest back, until what it holds determines live
// history: down to the newest replacement history that no rollback takes back, else down
// to the first record. Replaying its pieces forward gives what replaying the whole ledger
// would.
type suffix struct {
	pending int     // user turns still to be skipped
	stretch []step  // records since the last border, newest first, while turns are skipped
	pieces  []piece // what survives, newest first
}

// piece is a surviving record, or the place where a rollback cut a turn out.
type piece struct {
	step step
	cut  *cut
}

// cut is the place of a rolled-back turn. Where that was the first turn, what it held
// before its user message is the session's start and stays: start, newest first.
// Elsewhere contextual items directly before the cut go.
type cut struct {
	start    []step
	notFirst bool // a compaction stood before the user message
}

// add takes the next older record; it reports whether nothing older is needed.
func (x *suffix) add(st step) (done bool) {
	if st.op == opNone {
		return false
	}
	if x.pending == 0 && st.op != opRollback {
		x.pieces = append(x.pieces, piece{step: st})
		return st.op == opReplace
	}
	if st.op == opRollback || st.op == opEnd { // the borders that records stand before
		if x.flushOpenless(); x.hasBase() {
			return true
		}
	}
	switch {
	case st.op == opRollback:
		x.pending = min(x.pending+int(st.turns), manyTurns)
	case x.pending == 0:
		x.pieces = append(x.pieces, piece{step: st})
	default:
		x.stretch = append(x.stretch, st)
		if st.op == opBegin {
			x.flushTurn()
		}
	}
	return false
}

// hasBase reports whether the oldest surviving piece is a replacement history.
func (x *suffix) hasBase() bool {
	n := len(x.pieces)
	return n > 0 && x.pending == 0 && x.pieces[n-1].cut == nil && x.pieces[n-1].step.op == opReplace
}

// flushTurn ends a stretch that is one turn, from its begin on.
func (x *suffix) flushTurn() {
	stretch := x.stretch
	x.stretch = nil
	c := &cut{}
	for i := len(stretch) - 1; i >= 0; i-- {
		st := stretch[i]
		if st.userTurn() {
			if x.pending--; x.pending == 0 {
				c.start = stretch[i+1:]
				x.pieces = append(x.pieces, piece{cut: c})
			}
			return
		}
		c.notFirst = c.notFirst || st.op == opReplace
	}
}

// flushOpenless ends a stretch in which no turn was begun: each real user message is a
// turn of its own.
func (x *suffix) flushOpenless() {
	stretch := x.stretch
	x.stretch = nil
	for i, st := range stretch {
		if x.pending == 0 {
			x.survive(stretch[i:])
			return
		}
		if st.op == opItem && st.user {
			if x.pending--; x.pending == 0 {
				x.pieces = append(x.pieces, piece{cut: &cut{}})
			}
		}
	}
}

// survive keeps a stretch, down to a replacement history in it.
func (x *suffix) survive(stretch []step) {
	for _, st := range stretch {
		x.pieces = append(x.pieces, piece{step: st})
		if st.op == opReplace {
			return
		}
	}
}

// replay builds live history once the last record, or what suffices, was added.
func (x *suffix) replay() *replayer {
	if !x.hasBase() {
		x.flushOpenless()
	}
	s := &replayer{}
	if x.pending > 0 {
		// A rollback reached beyond the first turn: nothing older is left.
		x.pending = 0
	}
	for i := len(x.pieces) - 1; i >= 0; i-- {
		p := x.pieces[i]
		if p.cut == nil {
			s.apply(p.step)
			continue
		}
		s.open = false
		if !s.first() || p.cut.notFirst {
			s.restore(s.now().trimmed())
			continue
		}
		for j := len(p.cut.start) - 1; j >= 0; j-- {
			if st := p.cut.start[j]; st.op == opItem || st.op == opRebuild {
				s.apply(st)
			}
		}
	}
	return s
}

package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const forkParent = "01956000-0001-7abc-8def-0123456789ab"

// timed writes records of a fork at moments after its beginning.
type timed struct{ ledgerText }

func (l *timed) at(after time.Duration, kind, payload string) *timed {
	l.raw(fmt.Sprintf(`{"timestamp":%q,"type":%q,"payload":%s}`, rowBegan.Add(after).Format(time.RFC3339Nano), kind, payload))
	return l
}

func (l *timed) says(after time.Duration, role, text string) *timed {
	return l.at(after, "response_item", fmt.Sprintf(message, role, text, ""))
}

// newFork begins a fork: its own meta and, unless it copies nothing, its parent's.
func newFork(copies bool) *timed {
	l := new(timed)
	l.at(0, "session_meta", fmt.Sprintf(`{"id":%q,"timestamp":%q,"cwd":"/w","forked_from_id":%q}`, rowThread, rowBegan.Format(time.RFC3339Nano), forkParent))
	if copies {
		l.at(0, "session_meta", fmt.Sprintf(`{"id":%q,"timestamp":"2026-03-04T07:00:00Z","cwd":"/w"}`, forkParent))
	}
	return l
}

// parentOf writes the parent's ledger, a message a minute.
func parentOf(words ...string) *ledgerText {
	l := new(ledgerText).raw(fmt.Sprintf(`{"timestamp":"2026-03-04T07:00:00Z","type":"session_meta","payload":{"id":%q,"timestamp":"2026-03-04T07:00:00Z","cwd":"/w"}}`, forkParent))
	for i, w := range words {
		role := []string{"user", "assistant"}[i%2]
		l.raw(fmt.Sprintf(`{"timestamp":"2026-03-04T07:%02d:00Z","type":"response_item","payload":%s}`, i+1, fmt.Sprintf(message, role, w, "")))
	}
	return l
}

// forkHome writes a fork and, if there is one, its parent into a home.
func forkHome(t *testing.T, child *timed, parent *ledgerText) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sessions", "2026", "03", "04")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(id string, l *ledgerText) string {
		path := filepath.Join(dir, "rollout-2026-03-04T10-00-00-"+id+".jsonl")
		if err := os.WriteFile(path, []byte(l.b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if parent != nil {
		write(forkParent, parent)
	}
	return write(rowThread, &child.ledgerText)
}

func TestRowsOfALegacyForkByItsParent(t *testing.T) {
	const moment = 10 * time.Millisecond
	parent := func() *ledgerText { return parentOf("a", "ok a", "b", "ok b", "c", "ok c") }
	for _, tc := range []struct {
		name   string
		child  *timed
		parent *ledgerText
		want   []string
	}{
		{"the child goes on at once", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a").
			says(2*moment, "user", "mine").says(3*moment, "assistant", "yes"), parent(), []string{"5 user t1: mine", "6 assistant t1: yes"}},
		{"a pause in the copy", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a").
			says(5*time.Second, "user", "b").says(5*time.Second, "assistant", "ok b").says(9*time.Second, "user", "mine"), parent(), []string{"7 user t1: mine"}},
		{"nothing copied", newFork(false).says(moment, "user", "mine").says(2*moment, "assistant", "yes").says(time.Minute, "user", "more"),
			parent(), []string{"2 user t1: mine", "3 assistant t1: yes", "4 user t2: more"}},
		{"words of a later turn of the parent", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a").
			says(2*moment, "user", "c").says(3*moment, "assistant", "yes"), parent(), []string{"5 user t1: c", "6 assistant t1: yes"}},
		{"the words of the parent's next turn", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a").
			says(time.Minute, "user", "b").says(time.Minute, "assistant", "yes"), parent(), []string{"5 user t1: b", "6 assistant t1: yes"}},
		{"all of it copied", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a"), parent(), nil},
		{"the parent is written in another form", newFork(true).at(moment, "response_item", `{"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"a"}]}`).
			says(moment, "assistant", "ok a").says(2*moment, "user", "mine"), parent(), []string{"5 user t1: mine"}},
		{"a record of the parent is missing", newFork(true).says(moment, "user", "a").says(moment, "user", "b").says(2*moment, "assistant", "ok b").
			says(3*moment, "user", "mine"), parent(), []string{"6 user t1: mine"}},
		{"no parent: the child goes on soon", newFork(true).says(moment, "user", "a").says(moment, "assistant", "ok a").
			says(500*time.Millisecond, "user", "mine").says(time.Second, "assistant", "yes"), nil, []string{"5 user t1: mine", "6 assistant t1: yes"}},
		{"no parent: nothing copied", newFork(false).says(moment, "user", "mine").says(2*moment, "assistant", "yes"), nil,
			[]string{"2 user t1: mine", "3 assistant t1: yes"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, brief(rowsOf(t, forkHome(t, tc.child, tc.parent)))); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRowsOfOneSegmentKnowItsSiblings: what a revert took back is marked when the first
// segment is read alone, in a home or beside it in a folder, also through a symlink.
func TestRowsOfOneSegmentKnowItsSiblings(t *testing.T) {
	first := segmentFrom("", 0).message("user", "q1").message("assistant", "a1").message("user", "q2").message("assistant", "a2")
	second := segmentFrom(rowThread, 3).message("user", "q3")
	for _, place := range []string{"", filepath.Join("sessions", "2026", "03", "04")} {
		t.Run("in "+place, func(t *testing.T) {
			root := t.TempDir()
			dir := filepath.Join(root, place)
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path, other := filepath.Join(dir, segmentFile("")), filepath.Join(dir, segmentFile(rolloutTwo))
			for p, l := range map[string]*paginated{path: first, other: second} {
				if err := os.WriteFile(p, []byte(l.b.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			link := filepath.Join(root, "link.jsonl")
			if err := os.Symlink(path, link); err != nil {
				t.Fatal(err)
			}
			want := []string{"2 user t1: q1", "3 assistant t1: a1", "4 user t2: q2 (taken back)", "5 assistant t2: a2 (taken back)"}
			for _, p := range []string{path, link} {
				if diff := cmp.Diff(want, brief(rowsOf(t, p))); diff != "" {
					t.Errorf("%s (-want +got):\n%s", p, diff)
				}
			}
			if diff := cmp.Diff([]string{"2 user t1: q3"}, brief(rowsOf(t, other))); diff != "" {
				t.Errorf("the second (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRowsTellBadLines: each line that could not be read is a problem with its place and
// reason; a ledger without one good line shows by its counts.
func TestRowsTellBadLines(t *testing.T) {
	path := new(ledgerText).meta("").user("hi").raw("rubbish").raw(`{"timestamp":"x`).file(t, "")
	var counts Counts
	for _, err := range FileRows(path, RowOptions{}, &counts) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if counts.Records != 2 || counts.Bad != 2 || len(counts.Problems) != 2 || counts.Problems[0].Error() != path+":3: not a JSON object" {
		t.Errorf("got %+v, want two records and two bad lines, told", counts)
	}
	path = new(ledgerText).raw("rubbish").raw("more").file(t, "")
	for r, err := range FileRows(path, RowOptions{}, &counts) {
		t.Errorf("got row %v, error %v; want none", r, err)
	}
	if counts.Records != 0 || counts.Bad != 2 || len(counts.Problems) != 2 {
		t.Errorf("got %+v, want no record and two bad lines", counts)
	}
}

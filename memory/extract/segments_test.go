package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	rolloutTwo   = "0195608b-0002-7abc-8def-0123456789ab"
	rolloutThree = "0195608c-0003-7abc-8def-0123456789ab"
)

// paginated writes records with ordinals from a first one on.
type paginated struct {
	ledgerText
	ordinal int
}

func (p *paginated) message(role, text string) *paginated {
	p.raw(fmt.Sprintf(`{"timestamp":%q,"ordinal":%d,"type":"response_item","payload":{"type":"message","role":%q,"content":[{"type":"input_text","text":%q}]}}`,
		rowBegan.Format(time.RFC3339Nano), p.ordinal, role, text))
	p.ordinal++
	return p
}

func segmentFrom(base string, end int) *paginated {
	p := &paginated{ordinal: end}
	history := ""
	if base != "" {
		history = fmt.Sprintf(`,"history_base":{"thread_id":%q,"end_ordinal_exclusive":%d,"end_byte_offset":1}`, base, end)
	}
	p.raw(fmt.Sprintf(`{"timestamp":%q,"ordinal":%d,"type":"session_meta","payload":{"id":%q,"timestamp":%q,"history_mode":"paginated"%s}}`,
		rowBegan.Format(time.RFC3339Nano), end, rowThread, rowBegan.Format(time.RFC3339Nano), history))
	p.ordinal++
	return p
}

func segmentFile(rollout string) string {
	name := "rollout-2026-03-04T10-00-00-" + rowThread
	if rollout != "" {
		name += "_" + rollout
	}
	return name + ".jsonl"
}

func TestOpenSessionOverSegments(t *testing.T) {
	one := segmentFrom("", 0).message("user", "q1").message("assistant", "a1").message("user", "q2").message("assistant", "a2").file(t, segmentFile(""))
	two := segmentFrom(rowThread, 3).message("user", "q3").message("assistant", "a3").file(t, segmentFile(rolloutTwo))
	three := segmentFrom(rowThread, 2).message("user", "q4").file(t, segmentFile(rolloutThree))
	s, counts, err := OpenSession(Session{ThreadID: rowThread, Segments: []string{three, one, two}}, RowOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{one, two, three}, s.Segments); diff != "" {
		t.Fatalf("segments (-want +got):\n%s", diff)
	}
	want := []string{
		"0/2 user q1", "0/3 assistant a1 (taken back)", "0/4 user q2 (taken back)", "0/5 assistant a2 (taken back)",
		"1/1 rollback the thread was reverted to an earlier point", "1/2 user q3 (taken back)", "1/3 assistant a3 (taken back)",
		"2/1 rollback the thread was reverted to an earlier point", "2/2 user q4",
	}
	for range 2 { // a walk can be done again
		var got []string
		for r, err := range s.Rows {
			if err != nil {
				t.Fatal(err)
			}
			back := ""
			if r.TakenBack {
				back = " (taken back)"
			}
			got = append(got, fmt.Sprintf("%d/%d %s %s%s", r.Segment, r.Line, r.Kind, r.Text, back))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
		if counts.Records != 10 || counts.Bad != 0 {
			t.Errorf("got %+v, want 10 records, none bad", counts)
		}
	}

	// An older segment that is gone costs its own rows alone.
	if err := os.Remove(one); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range s.Rows {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 5 || len(counts.Problems) != 1 {
		t.Errorf("got %d rows, problems %v; want 5 rows and one problem", n, counts.Problems)
	}
}

func TestOpenSessionWithoutLedger(t *testing.T) {
	if _, _, err := OpenSession(Session{ThreadID: rowThread}, RowOptions{}); err == nil {
		t.Error("got no error, want one")
	}
}

func TestOrderSegments(t *testing.T) {
	in := []string{
		filepath.Join("b", segmentFile(rolloutThree)), filepath.Join("a", segmentFile(rolloutTwo)+".zst"),
		filepath.Join("a", segmentFile("")), filepath.Join("a", segmentFile(rolloutTwo)),
	}
	want := []string{in[2], in[3], in[0]}
	if diff := cmp.Diff(want, OrderSegments(in)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// fork writes a child's own meta and then what it copied.
func fork() *ledgerText {
	l := new(ledgerText).meta(`,"forked_from_id":"01956000-0001-7abc-8def-0123456789ab"`)
	return l.add("session_meta", `{"id":"01956000-0001-7abc-8def-0123456789ab","timestamp":"2026-03-04T07:00:00Z","cwd":"/w"}`)
}

// burst writes a record in the same moment as the child's meta.
func (l *ledgerText) burst(kind, payload string) *ledgerText {
	return l.raw(fmt.Sprintf(`{"timestamp":%q,"type":%q,"payload":%s}`, rowBegan.Add(time.Millisecond).Format(time.RFC3339Nano), kind, payload))
}

const message = `{"type":"message","role":%q,"content":[{"type":"input_text","text":%q}]%s}`

func TestRowsOfALegacyFork(t *testing.T) {
	before, after := "01956000-0002-7abc-8def-0123456789ab", "0195607a-0002-7abc-8def-0123456789ab"
	t.Run("turn ids", func(t *testing.T) {
		l := fork().burst("event_msg", `{"type":"task_started","turn_id":"`+before+`"}`).
			burst("response_item", fmt.Sprintf(message, "user", "the parent's", "")).
			burst("response_item", fmt.Sprintf(message, "assistant", "its answer", `,"internal_chat_message_metadata_passthrough":{"turn_id":"`+before+`"}`)).
			burst("event_msg", `{"type":"task_started","turn_id":"`+after+`"}`).
			burst("response_item", fmt.Sprintf(message, "user", "the child's", ""))
		wantRows(t, l, "7 user t1: the child's")
	})
	t.Run("a pause", func(t *testing.T) {
		l := fork().burst("response_item", fmt.Sprintf(message, "user", "the parent's", "")).
			burst("response_item", fmt.Sprintf(message, "assistant", "its answer", ""))
		l.n = 60
		l.user("the child's").assistant("yes")
		wantRows(t, l, "5 user t1: the child's", "6 assistant t1: yes")
	})
	t.Run("nothing of its own", func(t *testing.T) {
		wantRows(t, fork().burst("response_item", fmt.Sprintf(message, "user", "the parent's", "")))
	})
}

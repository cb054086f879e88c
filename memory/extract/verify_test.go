package extract

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func verifiable(rows ...Row) Session {
	return Session{ThreadID: "t", Rows: func(yield func(Row, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}}
}

func TestVerifyDropsWhatNoRowSays(t *testing.T) {
	at := func(line int) Mark { return Mark{Line: line} }
	m := RawMemory{Tasks: []Task{{
		Name: "x", Mark: at(1),
		Preferences: []Bullet{
			NewPreference("", []Quote{{"never  push\non Friday", at(1)}}, "", ScopeUnsaid, false, false),
			NewPreference("", []Quote{{"never push on Monday", at(1)}}, "", ScopeUnsaid, false, false),
			NewPreference("", []Quote{{"never push on Friday", at(2)}}, "", ScopeUnsaid, false, false),
			NewPreference("", []Quote{{"never push on Friday", Mark{Line: 1, Segment: 1}}}, "", ScopeUnsaid, false, false),
			NewPreference("", []Quote{{"never push on Friday", at(1)}, {"made up", at(1)}}, "", ScopeUnsaid, false, false),
			ParseBullet(LabelPreferences, "the user likes tabs"),
		},
		Failures: []Bullet{
			NewFailure("make", "error: no rule", at(2), "a.mk", ""),
			NewFailure("make", "wrapped…no rule", at(2), "", ""),
			NewFailure("make", "error: something else", at(2), "", ""),
		},
		Knowledge:  []Bullet{NewKnowledge("make all", "builds", at(9))},
		References: []Bullet{NewReference(Quote{"never push", at(1)}, "asked:"), NewReference(Quote{"not said", at(1)}, "asked:")},
	}}}
	got, err := Verify(context.Background(), m, verifiable(
		Row{Line: 1, Text: "please never push on Friday"},
		Row{Line: 2, Text: "\x1b[31merror:\x1b[0m no rule\nwrapped by: no rule"},
	))
	if err != nil {
		t.Fatal(err)
	}
	task := got.Tasks[0]
	if len(task.Preferences) != 1 || !strings.Contains(task.Preferences[0].Text, "Friday") {
		t.Errorf("preferences: got %d, want the one that was said: %+v", len(task.Preferences), task.Preferences)
	}
	if len(task.Failures) != 2 {
		t.Errorf("failures: got %d, want the two whose line stands in the row: %+v", len(task.Failures), task.Failures)
	}
	if len(task.Knowledge) != 1 || len(task.References) != 1 {
		t.Errorf("got %d knowledge and %d references, want 1 and 1", len(task.Knowledge), len(task.References))
	}
}

func TestVerifyPassesErrorsOn(t *testing.T) {
	broken := errors.New("gone")
	s := Session{Rows: func(yield func(Row, error) bool) { yield(Row{}, broken) }}
	if _, err := Verify(context.Background(), RawMemory{}, s); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

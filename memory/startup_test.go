package memory

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/seed50391015/reverie/memory/state"
)

func TestGates(t *testing.T) {
	m, err := openTest(context.Background(), t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	m.o.Settings.MinRateLimitRemaining = 25
	for name, tc := range map[string]struct {
		session Session
		want    string
	}{
		"a root session":       {Session{Kind: "cli"}, ""},
		"no data of limits":    {Session{Kind: "cli", Limits: RateLimit{}}, ""},
		"enough left":          {Session{Kind: "cli", Limits: RateLimit{UsedPercent: []float64{10, 75}}}, ""},
		"too little left":      {Session{Kind: "cli", Limits: RateLimit{UsedPercent: []float64{10, 75.5}}}, "25 %"},
		"the limit is reached": {Session{Kind: "cli", Limits: RateLimit{Reached: true}}, "25 %"},
		"an ephemeral session": {Session{Kind: "cli", Ephemeral: true}, "ephemeral"},
		"a sub-agent":          {Session{Kind: "subagent"}, "subagent"},
		"an internal session":  {Session{Kind: "internal:compact"}, "internal"},
		"memory off":           {Session{Kind: "cli", Off: true}, "off"},
	} {
		t.Run(name, func(t *testing.T) {
			got := m.Gate(tc.session)
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("gate = %q, want %q", got, tc.want)
			}
		})
	}
}

func TestStartupIsBoundedAndCoolsDown(t *testing.T) {
	ctx := context.Background()
	codexHome := sampleHome(t)
	m, err := openTest(ctx, t.TempDir(), codexHome)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	now := testNow
	m.o.Now = func() time.Time { return now }
	m.o.Settings.MaxRolloutAgeDays = 90
	m.o.Settings.MaxRolloutsPerStartup = 3
	start := func(want int) SyncReport {
		t.Helper()
		r, gate, err := m.Startup(ctx, Session{Kind: "cli"}, nil)
		if err != nil || gate != "" {
			t.Fatalf("startup: %q, %v", gate, err)
		}
		if got := r.Learned + r.Nothing; got != want {
			t.Fatalf("%d sessions were read, want %d", got, want)
		}
		return r
	}
	if r := start(3); r.Consolidation.Claim != state.Claimed {
		t.Errorf("the first consolidation: %s, want claimed", r.Consolidation.Claim)
	}
	if r := start(3); r.Consolidation.Claim != state.Cooldown {
		t.Errorf("the second consolidation: %s, want cooldown", r.Consolidation.Claim)
	}
	if r := start(1); r.Consolidation.Claim != state.Cooldown {
		t.Errorf("the third consolidation: %s, want cooldown", r.Consolidation.Claim)
	}
	r, err := m.Sync(ctx, SyncOptions{}, nil) // by hand, rules do not cool down
	if err != nil || r.Consolidation.Claim != state.Claimed {
		t.Errorf("a sync by hand: %s, %v", r.Consolidation.Claim, err)
	}
}

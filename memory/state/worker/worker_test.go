package worker

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// childEnv makes the test binary print its id and end.
const childEnv = "REVERIE_WORKER_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		_, _ = os.Stdout.WriteString(ID())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestDead(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	ended := string(out)
	here := "@" + place()
	own := strconv.Itoa(os.Getpid())
	for name, test := range map[string]struct {
		id   string
		want bool
	}{
		"this process":                     {ID(), false},
		"process that ended":               {ended, true},
		"process that ended elsewhere":     {strings.Split(ended, "@")[0] + "@other/boot/pid:[1]", false},
		"our process id, given away again": {own + "-1" + here, startKnown()},
		"our process id, start unknown":    {own + "-0" + here, false},
		"process 1":                        {"1-0" + here, false},
		"another program's id":             {"sync-17", false},
		"nothing":                          {"", false},
		"no number":                        {"x-0" + here, false},
		"no start":                         {own + here, false},
		"a group of processes":             {"-1-0" + here, false},
	} {
		if got := Dead(test.id); got != test.want {
			t.Errorf("%s (%q): got dead = %v, want %v", name, test.id, got, test.want)
		}
	}
}

func TestZombieIsDead(t *testing.T) {
	if !startKnown() {
		t.Skip("this system does not tell")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 4096)
	n, err := out.Read(id)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// The pipe closes when the process has ended; it stays a zombie until it is waited for.
	for err == nil {
		_, err = out.Read(make([]byte, 1))
	}
	for deadline := time.Now().Add(10 * time.Second); !Dead(string(id[:n])); runtime.Gosched() {
		// The kernel closes the pipe just before it marks the process.
		if time.Now().After(deadline) {
			t.Fatal("a zombie is taken for alive, want dead")
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Log("the child ended before the kill")
	}
}

func startKnown() bool { return look(os.Getpid()).start != unknownStart }

// Package worker names the process that holds a lease and tells whether it still lives,
// so that the jobs of a killed run can be taken over at once instead of after the lease.
//
// It promises to call a worker dead only when that is certain: an id from another
// machine, another process-id namespace or another program is never called dead, and
// its lease has to run out.
package worker

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// ID names this process: "<pid>-<start>@<place>". Start is the process's start time in
// the kernel's ticks (0 where the system does not tell), so that a process id which was
// given away again is not taken for its first owner.
func ID() string {
	pid := os.Getpid()
	p := look(pid)
	return fmt.Sprintf("%d-%s@%s", pid, p.start, place())
}

// Dead reports whether id, made by ID, names a process of this machine that has ended.
// It is safe for concurrent use.
func Dead(id string) bool {
	process, where, ok := strings.Cut(id, "@")
	if !ok || where != place() {
		return false
	}
	pidText, start, ok := strings.Cut(process, "-")
	pid, err := strconv.Atoi(pidText)
	if !ok || err != nil || pid <= 0 {
		return false
	}
	p := look(pid)
	return p.ended || (p.start != unknownStart && start != unknownStart && p.start != start)
}

const unknownStart = "0"

// process is what the system tells of a process id.
type process struct {
	ended bool
	start string
}

func look(pid int) process {
	if runtime.GOOS == "linux" {
		if p, ok := lookProc(pid); ok {
			return p
		}
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return process{ended: true, start: unknownStart}
	}
	defer func() { _ = p.Release() }()
	err = p.Signal(syscall.Signal(0))
	ended := errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
	return process{ended: ended, start: unknownStart}
}

// lookProc reads /proc; ok is false where that says nothing: /proc is not mounted, hides
// other users' processes, or the process is gone. The caller then asks by signal.
func lookProc(pid int) (p process, ok bool) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return process{}, false
	}
	// The command name in parentheses may hold anything; the fields after it do not.
	i := strings.LastIndexByte(string(data), ')')
	fields := strings.Fields(string(data[i+1:]))
	const stateField, startField = 0, 19
	if i < 0 || len(fields) <= startField {
		return process{}, false
	}
	state := fields[stateField]
	return process{ended: state == "Z" || state == "X", start: fields[startField]}, true
}

// place names the machine's present boot and the process-id namespace: process ids mean
// nothing outside of them.
func place() string {
	host, _ := os.Hostname()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	ns, _ := os.Readlink("/proc/self/ns/pid")
	parts := []string{host, strings.TrimSpace(string(boot)), ns}
	return strings.ReplaceAll(strings.Join(parts, "/"), "@", "_")
}

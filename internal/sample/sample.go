// Package sample bundles a few invented sessions, so that a new user sees the whole way
// before his own sessions are read. It owns the plain text form in sessions/ and writes
// it as ledgers in Codex's legacy format; the pipeline then reads those as any others.
package sample

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed sessions/*.txt
var sessions embed.FS

// Write lays the sample out as a Codex home under dir. Ledgers that stand there already are left as
// they are, so that a second call changes no byte.
func Write(dir string) error {
	names, err := fs.Glob(sessions, "sessions/*.txt")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := sessions.ReadFile(name)
		if err != nil {
			return err
		}
		s, err := parse(text)
		if err != nil {
			return fmt.Errorf("sample %s: %w", name, err)
		}
		if err := s.write(dir); err != nil {
			return fmt.Errorf("write sample %s: %w", name, err)
		}
	}
	return nil
}

// session is one parsed file.
type session struct {
	start       time.Time
	cwd, branch string
	steps       []step
}

// step is one thing that happened: user, assistant, run, patch or abort.
type step struct {
	kind string
	arg  string // command or path
	text string // words, output or diff
	exit int
}

// parse reads the text form: lines that begin with @ are directives, the lines after
// @user, @assistant, @out and @patch are their text.
func parse(text []byte) (session, error) {
	var s session
	for scanner := bufio.NewScanner(bytes.NewReader(text)); scanner.Scan(); {
		line := scanner.Text()
		if !strings.HasPrefix(line, "@") {
			if len(s.steps) == 0 {
				return s, fmt.Errorf("text before the first directive: %q", line)
			}
			last := &s.steps[len(s.steps)-1]
			last.text += line + "\n"
			continue
		}
		word, rest, _ := strings.Cut(line[1:], " ")
		if err := s.directive(word, rest); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s *session) directive(word, rest string) (err error) {
	if (word == "exit" || word == "out") && len(s.steps) == 0 {
		return fmt.Errorf("@%s before any step", word)
	}
	switch word {
	case "session":
		f := strings.Fields(rest)
		if len(f) != 3 {
			return errors.New("@session wants a time, a folder and a branch")
		}
		s.cwd, s.branch = f[1], f[2]
		s.start, err = time.Parse(time.RFC3339, f[0])
	case "user", "assistant", "run", "patch", "abort":
		s.steps = append(s.steps, step{kind: word, arg: rest})
	case "exit":
		s.steps[len(s.steps)-1].exit, err = strconv.Atoi(rest)
	case "out": // the lines that follow are the step's text
	default:
		err = fmt.Errorf("unknown directive @%s", word)
	}
	return err
}

// id is a UUIDv7 of the session's start, the same at every call.
func (s session) id() string {
	sum := sha256.Sum256([]byte(s.start.String() + s.cwd))
	ms := fmt.Sprintf("%012x", s.start.UnixMilli())
	h := fmt.Sprintf("%x", sum)
	return ms[:8] + "-" + ms[8:] + "-7" + h[:3] + "-8" + h[3:6] + "-" + h[6:18]
}

func (s session) write(dir string) error {
	folder := filepath.Join(dir, "sessions", s.start.Format("2006/01/02"))
	path := filepath.Join(folder, "rollout-"+s.start.Format("2006-01-02T15-04-05")+"-"+s.id()+".jsonl")
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	data, last := s.ledger()
	partial := path + ".part"
	if err := os.WriteFile(partial, data, 0o600); err != nil {
		return err
	}
	if err := os.Chtimes(partial, last, last); err != nil {
		return err
	}
	return os.Rename(partial, path)
}

type object = map[string]any

// ledger renders the session, one step twenty seconds after the other.
func (s session) ledger() (data []byte, last time.Time) {
	var b bytes.Buffer
	at, turn := s.start, 0
	put := func(kind string, payload object) {
		line, _ := json.Marshal(object{"timestamp": at.Format("2006-01-02T15:04:05.000Z"), "type": kind, "payload": payload})
		b.Write(append(line, '\n'))
	}
	message := func(role, part, text string) {
		put("response_item", object{"type": "message", "role": role, "content": []object{{"type": part, "text": text}}})
	}
	event := func(kind string, more object) {
		more["type"] = kind
		put("event_msg", more)
	}
	put("session_meta", object{"id": s.id(), "timestamp": at.Format("2006-01-02T15:04:05.000Z"), "cwd": s.cwd, "originator": "codex_cli_rs",
		"cli_version": "0.98.0", "source": "cli", "model_provider": "openai", "git": object{"branch": s.branch}})
	message("user", "input_text", "<environment_context>\n  <cwd>"+s.cwd+"</cwd>\n  <shell>zsh</shell>\n</environment_context>")
	for i, st := range s.steps {
		at = at.Add(20 * time.Second)
		call, text := fmt.Sprintf("call_%d", i), strings.TrimSuffix(st.text, "\n")
		switch st.kind {
		case "user":
			turn++
			event("task_started", object{"turn_id": fmt.Sprint(turn)})
			put("turn_context", object{"turn_id": fmt.Sprint(turn), "cwd": s.cwd, "approval_policy": "on-request", "sandbox_policy": object{"type": "workspace-write"}, "model": "gpt-5.2-codex", "summary": "auto"})
			message("user", "input_text", text)
			event("user_message", object{"message": text})
		case "assistant":
			message("assistant", "output_text", text)
			event("agent_message", object{"message": text})
		case "run":
			args, _ := json.Marshal(object{"cmd": st.arg})
			put("response_item", object{"type": "function_call", "name": "exec_command", "arguments": string(args), "call_id": call})
			put("response_item", object{"type": "function_call_output", "call_id": call, "output": fmt.Sprintf("Chunk ID: %06x\nWall time: 0.4200 seconds\nProcess exited with code %d\nOutput:\n%s", i, st.exit, st.text)})
		case "patch":
			put("response_item", object{"type": "custom_tool_call", "status": "completed", "call_id": call, "name": "apply_patch", "input": "*** Begin Patch\n*** Update File: " + st.arg + "\n@@\n" + st.text + "*** End Patch"})
			put("response_item", object{"type": "custom_tool_call_output", "call_id": call, "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM " + st.arg + "\n"})
		case "abort":
			event("turn_aborted", object{"reason": "interrupted", "turn_id": fmt.Sprint(turn)})
		}
	}
	return b.Bytes(), at
}

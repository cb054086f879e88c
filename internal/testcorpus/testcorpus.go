// Package testcorpus finds the optional folder of real ledgers that the tests replay.
//
// The folder is named by REVERIE_SHARED, or stands beside the checkout as ../shared.
// Where it is absent a test skips with a message, unless REVERIE_REQUIRE_CORPUS=1
// turns the skip into a failure, as the gate does.
package testcorpus

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the path of a folder or file inside the shared folder, for example
// "corpus/codex/a02_tools"; it skips or fails the test where that is absent.
func Dir(tb testing.TB, rel string) string {
	tb.Helper()
	root := os.Getenv("REVERIE_SHARED")
	if root == "" {
		root = filepath.Join(moduleRoot(tb), "..", "shared")
	}
	path := filepath.Join(root, filepath.FromSlash(rel))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if os.Getenv("REVERIE_REQUIRE_CORPUS") == "1" {
		tb.Fatalf("%s is absent, and REVERIE_REQUIRE_CORPUS=1 asks for it", path)
	}
	tb.Skipf("%s is absent: tests over the shared corpus are skipped", path)
	return ""
}

func moduleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
}

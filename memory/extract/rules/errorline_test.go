package rules

import (
	"strings"
	"testing"
)

// TestTheCauseIsPicked: of each toolchain's output the line that names the cause comes
// first, not the summary behind it.
func TestTheCauseIsPicked(t *testing.T) {
	k := testKit()
	for _, c := range []struct{ name, output, want string }{
		{"go build", "# shop/cart\ncart/cart.go:12:9: undefined: Totl\nFAIL\tshop/cart [build failed]\nFAIL", "cart/cart.go:12:9: undefined: Totl"},
		{"go test", "--- FAIL: TestSum (0.00s)\n    sum_test.go:9: Sum() = 3, want 4\nFAIL\nexit status 1\nFAIL\tshop\t0.01s", "sum_test.go:9: Sum() = 3, want 4"},
		{"rust", "   Compiling shop v0.1.0\nerror[E0308]: mismatched types\n --> src/main.rs:4:5\n  |\n4 |     \"a\"\n  |     ^^^ expected `i32`, found `&str`\nerror: could not compile `shop` due to previous error", "error[E0308]: mismatched types"},
		{"rust panic", "running 1 test\nthread 'sum' panicked at src/lib.rs:9:5:\ntotals differ by a cent\nnote: run with `RUST_BACKTRACE=1`\ntest result: FAILED. 0 passed; 1 failed", "totals differ by a cent"},
		{"python", "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    import yaml\nModuleNotFoundError: No module named 'yaml'", "ModuleNotFoundError: No module named 'yaml'"},
		{"pytest", "E       AssertionError: assert 3 == 4\nFAILED tests/test_a.py::test_sum - AssertionError: assert 3 == 4\n1 failed in 0.02s", "E       AssertionError: assert 3 == 4"},
		{"typescript", "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error.\n ELIFECYCLE  Command failed with exit code 2.", "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'."},
		{"jest", " FAIL  a.test.js\n  ● sums\n    TypeError: sum is not a function\n      at Object.<anonymous> (a.test.js:3:5)\nTests:       1 failed, 1 total", "TypeError: sum is not a function"},
		{"npm", "npm error code E404\nnpm error 404 Not Found - GET https://r/left-pad2 - Not found\nnpm error A complete log of this run can be found in: /x", "npm error 404 Not Found - GET https://r/left-pad2 - Not found"},
		{"maven", "[INFO] Scanning\n[ERROR] CartTest.sum:14 expected:<4> but was:<3>\n[ERROR] Tests run: 3, Failures: 1\n[INFO] BUILD FAILURE", "[ERROR] CartTest.sum:14 expected:<4> but was:<3>"},
		{"gradle", "> Task :compileKotlin FAILED\ne: file:///a/B.kt:3:1 Unresolved reference: foo\nFAILURE: Build failed with an exception.\n* What went wrong:", "e: file:///a/B.kt:3:1 Unresolved reference: foo"},
		{"c", "a.c:7:3: error: unknown type name 'uint31_t'\nmake: *** [Makefile:3: a.o] Error 1", "a.c:7:3: error: unknown type name 'uint31_t'"},
		{"linker", "/usr/bin/ld: a.o: undefined reference to `crc32'\ncollect2: error: ld returned 1 exit status", "/usr/bin/ld: a.o: undefined reference to `crc32'"},
		{"docker", "#7 [2/3] RUN make\nERROR: failed to solve: process \"/bin/sh -c make\" did not complete successfully: exit code: 2", ""},
		{"sql", "psql:a.sql:3: ERROR:  column \"totl\" does not exist\nLINE 1: select totl", "psql:a.sql:3: ERROR:  column \"totl\" does not exist"},
		{"git", "From host:x\nAuto-merging a.go\nCONFLICT (content): Merge conflict in a.go\nerror: could not apply 3fa1b2c... x", "CONFLICT (content): Merge conflict in a.go"},
		{"kubernetes", "Error from server (Forbidden): pods is forbidden: User \"me\" cannot list resource \"pods\"", "Error from server (Forbidden): pods is forbidden: User \"me\" cannot list resource \"pods\""},
		{"shell", "bash: line 1: jqq: command not found", "bash: line 1: jqq: command not found"},
		{"colours", "\x1b[31merror\x1b[0m: no such subcommand: `tst`", "error: no such subcommand: `tst`"},
		{"gradle, nested", "FAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':app:dex'.\n   > The build tools need revision 34 to be installed\nBUILD FAILED in 3s", "> The build tools need revision 34 to be installed"},
		{"webpack", " ERROR  Failed to compile with 1 error\nThis dependency was not found:\n* @/store/cart in ./src/Cart.vue", "* @/store/cart in ./src/Cart.vue"},
		{"dbt", "09:14:02  Encountered an error:\nCompilation Error\n  Model 'fct_sales' depends on a node named 'stg_sale' which was not there", "Model 'fct_sales' depends on a node named 'stg_sale' which was not there"},
		{"sqlfluff", "== [models/a.sql] FAIL\nL:   4 | P:  12 | LT01 | Expected only single space before naked identifier.", "L:   4 | P:  12 | LT01 | Expected only single space before naked identifier."},
		{"jest, message apart", " FAIL  a.test.js\n  ● cart › sums\n\n    No store given, wrap it in a Provider\n\n      at render (a.js:3:5)", "No store given, wrap it in a Provider"},
		{"git push", "remote: GitLab: You are not allowed to push code to protected branches\n ! [remote rejected] main -> main (pre-receive hook declined)\nerror: failed to push some refs", "remote: GitLab: You are not allowed to push code to protected branches"},
		{"npm peer", "npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error peer react@\"^17\" from old-grid@2.1.0", "npm error peer react@\"^17\" from old-grid@2.1.0"},
		{"flutter", "00:02 +0 -1: Pad keeps the digit [E]\n  Expected: '47'\n    Actual: '7'", "Expected: '47'"},
		{"xctest", "/w/T.swift:41: error: -[T testA] : XCTAssertEqual failed: (\"2\") is not equal to (\"1\")\nExecuted 6 tests, with 1 failure (0 unexpected)", "/w/T.swift:41: error: -[T testA] : XCTAssertEqual failed: (\"2\") is not equal to (\"1\")"},
		{"ssh", "@@@@@@@@\n@  WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!  @\nHost key verification failed.", "Host key verification failed."},
		{"exunit", "  1) test sums the crate (Orchard.CrateTest)\n     test/orchard/crate_test.exs:7\n     ** (FunctionClauseError) no clause of weigh/1 matches\n     (orchard 0.2.0) lib/orchard/crate.ex:12: Orchard.Crate.weigh/1", "** (FunctionClauseError) no clause of weigh/1 matches"},
		{"rspec", "An error occurred while loading spec_helper.\nFailure/Error: require \"barley\"\n\nLoadError:\n  barley went away -- look elsewhere\n# ./lib/malt.rb:1:in `<main>'", "barley went away -- look elsewhere"},
		{"exception's name apart", "  1) Malt dries\n     Failure/Error: malt.dry!\n\n     Kiln::Errors::Damp:\n       The grain holds 30 % of water.\n", "The grain holds 30 % of water."},
		{"bundler", "Could not find compatible versions for gem \"rake\":\n  In snapshot:\n    rake (= 9)\n\nThe gem is at 13, but the lockfile requires 9", "The gem is at 13, but the lockfile requires 9"},
		{"credo", "  Warnings\n┃ [W] ↗ Calls to inspect should go\n┃       lib/a.ex:3:5 #(A.b)\n90 mods/funs, found 1 warning, found 1 code issue.", "[W] ↗ Calls to inspect should go"},
		{"logrus", "  ✗ is quick\nERRO[0031] the checks of 'p95' were crossed", "ERRO[0031] the checks of 'p95' were crossed"},
		{"silence", "all fine\nnothing here", ""},
	} {
		a := &act{errors: k.scanErrors(c.output), failed: true}
		got := ""
		if lines := rank(a); len(lines) > 0 {
			got = lines[0].text
		}
		if c.name == "docker" {
			if !strings.Contains(got, "ERROR: failed to solve") && got != "" {
				t.Errorf("docker: got %q", got)
			}
			continue
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHugeOutputsKeepAFewShortLines(t *testing.T) {
	k := testKit()
	var b strings.Builder
	for range 20_000 {
		b.WriteString("compiling something long and boring, line after line\n")
	}
	b.WriteString(strings.Repeat("x", 1<<20) + "\nfatal: the disk is full\n")
	for range 20_000 {
		b.WriteString("error: cascade\n")
	}
	lines := k.scanErrors(b.String())
	if len(lines) == 0 || len(lines) > maxErrors {
		t.Fatalf("kept %d lines, want 1 to %d", len(lines), maxErrors)
	}
	if got := rank(&act{errors: lines, failed: true})[0].text; got != "fatal: the disk is full" {
		t.Errorf("the cause is %q, want the line in the middle", got)
	}
	for _, l := range lines {
		if len(l.text) > maxLine+8 {
			t.Errorf("a line of %d bytes is kept, want at most %d", len(l.text), maxLine)
		}
	}
}

func TestSignatureIgnoresWhatDiffersFromRunToRun(t *testing.T) {
	if signature("db.go:31: dial 127.0.0.1:5432 after 12ms") != signature("db.go:44: dial 127.0.0.1:6432 after 9ms") {
		t.Error("two runs of the same error have different signatures")
	}
	if signature("undefined: a") == signature("undefined: b") {
		t.Error("two errors share a signature")
	}
}

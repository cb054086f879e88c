package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestForgottenTextStandsInNoPage(t *testing.T) {
	x := openTest(t)
	var docs []Doc
	for i := range 300 {
		docs = append(docs, doc(fmt.Sprintf("d%d", i), "", strings.Repeat(fmt.Sprintf("ordinary words of number%d ", i), 20)))
	}
	secret := doc("s", "Qzwortel", "the Xylomarke stands\n密码本 here")
	secret.ThreadID, secret.Keywords = "t9", "Jvkenn"
	mustSync(t, x, append(docs, secret)...)
	needles := []string{"qzwortel", "xylomark", "jvkenn", "密码", "码本"}
	if found := inFiles(t, x, needles); len(found) != len(needles) {
		t.Fatalf("before forgetting got %v in the files, want all of %v: the test would prove nothing", found, needles)
	}
	n, err := x.ForgetThread(context.Background(), "t9")
	if err != nil || n != 1 {
		t.Fatalf("got %d, %v", n, err)
	}
	if err := x.Scrub(context.Background()); err != nil {
		t.Fatal(err)
	}
	if found := inFiles(t, x, needles); len(found) > 0 {
		t.Errorf("after scrubbing %v still stand in the index's files", found)
	}
	if got := keys(t, x, Query{Text: "number77"}); len(got) == 0 || got[0] != "d77" {
		t.Errorf("got %v, want the others untouched", got)
	}
}

// inFiles returns the needles found, in either case, in any file beside the index.
func inFiles(t *testing.T, x *Index, needles []string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(x.path), "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	var found []string
	for _, n := range needles {
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(bytes.ToLower(b), []byte(n)) {
				found = append(found, n)
				break
			}
		}
	}
	return found
}

func TestForgottenUnitIsReadAgainWhereItStillStands(t *testing.T) {
	x := openTest(t)
	d := doc("a", "", "alpha")
	mustSync(t, x, d)
	if n, err := x.ForgetUnit(context.Background(), "test", "a"); n != 1 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	if got := mustSync(t, x, d); got.Written != 1 {
		t.Errorf("got %+v, want the document written again", got)
	}
}

func TestDamagedFileIsMadeAnew(t *testing.T) {
	damages := map[string]func(path string) error{
		"no database": func(p string) error { return os.WriteFile(p, []byte("this is not a database at all\n"), 0o600) },
		"empty":       func(p string) error { return os.WriteFile(p, nil, 0o600) },
		"cut":         func(p string) error { return os.Truncate(p, 5000) },
		"garbled": func(p string) error {
			b, err := os.ReadFile(p)
			for i := 4096; err == nil && i < len(b); i++ {
				b[i] ^= 0x5a
			}
			return errors.Join(err, os.WriteFile(p, b, 0o600))
		},
		"gone": os.Remove,
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "index.sqlite")
			x, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			mustSync(t, x, doc("a", "", "alpha"))
			if err := errors.Join(x.Scrub(context.Background()), x.Close(), damage(path)); err != nil {
				t.Fatal(err)
			}
			if x, err = Open(path); err != nil {
				t.Fatalf("open the damaged index: %v", err)
			}
			defer x.Close()
			mustSync(t, x, doc("a", "", "alpha"))
			if got := keys(t, x, Query{Text: "alpha"}); !slices.Equal(got, []string{"a"}) {
				t.Errorf("got %v, want the document again", got)
			}
		})
	}
}

// garbled returns the path of an index of many documents in which the pages with the
// texts of some are damaged: opening sees nothing of it.
func garbled(t *testing.T) (path string, docs []Doc) {
	t.Helper()
	x := openTest(t)
	for i := range 200 {
		docs = append(docs, doc(fmt.Sprintf("d%d", i), "", strings.Repeat(fmt.Sprintf("word%d ", i), 200)))
	}
	mustSync(t, x, docs...)
	if err := errors.Join(x.Scrub(context.Background()), x.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for at := 0; at+page <= len(b); at += page {
		if bytes.Contains(b[at:at+page], []byte("word15 word15 ")) {
			copy(b[at:at+page], bytes.Repeat([]byte{0xff}, page))
		}
	}
	if err := os.WriteFile(x.path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return x.path, docs
}

func TestDamageFoundWhileSyncing(t *testing.T) {
	path, docs := garbled(t)
	x, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for i := range docs {
		docs[i].Body += "changed"
	}
	mustSync(t, x, docs...)
	if got := keys(t, x, Query{Text: "word7"}); len(got) == 0 || got[0] != "d7" {
		t.Errorf("got %v, want d7 first", got)
	}
}

func TestDamageFoundWhileSearching(t *testing.T) {
	path, docs := garbled(t)
	x, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	anew := false
	for i := 0; i < len(docs) && !anew; i++ {
		_, err := x.Search(context.Background(), Query{Text: fmt.Sprintf("word%d", i)})
		if anew = errors.Is(err, ErrMadeAnew); err != nil && !anew {
			t.Fatalf("got %v, want ErrMadeAnew", err)
		}
	}
	if !anew {
		t.Fatal("no search met the damage: the test proves nothing")
	}
	mustSync(t, x, docs...)
	if got := keys(t, x, Query{Text: "word7"}); len(got) == 0 || got[0] != "d7" {
		t.Errorf("after a sync: got %v, want d7 first", got)
	}
}

func TestClear(t *testing.T) {
	x := openTest(t)
	mustSync(t, x, doc("a", "", "alpha"))
	if err := x.Clear(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := keys(t, x, Query{Text: "alpha"}); len(got) != 0 {
		t.Errorf("got %v, want nothing", got)
	}
	if got := mustSync(t, x, doc("a", "", "alpha")); got.Written != 1 {
		t.Errorf("got %+v, want the document written again", got)
	}
}

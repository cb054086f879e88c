package rules

import (
	"testing"

	"github.com/seed50391015/reverie/memory/extract/language"
)

// TestImplicationIsNeverTheOpposite: where the words leave it open, the implication says
// no more than that they hold.
func TestImplicationIsNeverTheOpposite(t *testing.T) {
	k := newKit(Options{})
	for _, tc := range []struct{ said, want string }{
		{"Never edit the generated client by hand.", impliesUndone},
		{"Don't touch the lock file.", impliesUndone},
		{"You no longer need to ask me before committing.", impliesChanged},
		{"Ask me before you drop a table.", impliesKept},
		{"Indexes are always built concurrently, no exceptions.", impliesKept},
		{"We use pnpm here, never yarn.", impliesKept},
		{"Every error a user sees goes to stderr, no stack traces.", impliesKept},
		{"不要动生成的代码。", impliesKept},
		{"提交之前不用再问我了。", impliesChanged},
		{"删表之前先问我。", impliesKept},
		{"密钥一律放环境变量，不许写进文件。", impliesKept},
		{"Frag mich, bevor du eine Tabelle löschst.", impliesKept},
		{"Nie direkt auf main pushen.", impliesKept},
		{"Ne touche jamais aux migrations.", impliesUndone},
		{"No uses nunca print para depurar.", impliesUndone},
		{"main に直接プッシュしないでください。", impliesKept},
	} {
		var set language.Set
		for _, s := range k.reader.Read(tc.said, "").Sentences {
			set |= s.Cues
		}
		s := steering{exchange: &exchange{text: tc.said}, to: len(tc.said), set: set}
		if got := k.implies(s); got != tc.want {
			t.Errorf("%q implies %q, want %q", tc.said, got, tc.want)
		}
	}
}

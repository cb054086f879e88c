package history

import (
	"github.com/seed50391015/reverie/conversation/instructions"
	"github.com/seed50391015/reverie/conversation/item"
)

// KeptUserTokens is how many tokens of user messages a compaction keeps.
const KeptUserTokens = 20_000

// NoSummary stands where a compaction's summary came back empty.
const NoSummary = "(no summary available)"

// Rebuild is the history after a compaction that recorded no replacement history: the
// newest real user messages up to KeptUserTokens, the one that overflows cut in its
// middle, then the summary as a user message.
func Rebuild(items []item.Item, summary string) []item.Item {
	var kept []item.Item // newest first
	left := KeptUserTokens
	for i := len(items) - 1; i >= 0 && left > 0; i-- {
		if !instructions.IsUserWords(items[i]) {
			continue
		}
		text := items[i].Text()
		if n := Tokens(len(text)); n <= left {
			kept = append(kept, items[i])
			left -= n
			continue
		}
		kept = append(kept, item.Message("user", Truncate(text, left)))
		left = 0
	}
	out := make([]item.Item, 0, len(kept)+1)
	for i := len(kept) - 1; i >= 0; i-- {
		out = append(out, kept[i])
	}
	if summary == "" {
		summary = NoSummary
	}
	return append(out, item.Message("user", summary))
}

package history

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed50391015/reverie/conversation/item"
)

// BytesPerToken is the estimate that the whole house uses: 1 token = 4 bytes.
const BytesPerToken = 4

// Tokens estimates the tokens of n bytes, rounded up.
func Tokens(n int) int { return (n + BytesPerToken - 1) / BytesPerToken }

// EstimateTokens estimates what the items cost a model: a quarter of the bytes of each
// as a model gets it, rounded up item by item. Where a server gave its own count, add
// this only for the items that came after it.
func EstimateTokens(items []item.Item) int {
	n := 0
	for _, it := range items {
		n += Tokens(len(it.ForModel().Raw))
	}
	return n
}

// Truncate cuts the middle out of a text that is longer than maxTokens: head and tail
// stay, `…N tokens truncated…` stands between, and no rune is split. A text that fits
// comes back as it is.
func Truncate(text string, maxTokens int) string {
	budget := maxTokens * BytesPerToken
	if len(text) <= budget {
		return text
	}
	if budget < 0 {
		budget = 0
	}
	head := runeFloor(text, budget/2)
	tail := runeCeil(text, len(text)-(budget-budget/2))
	return fmt.Sprintf("%s…%d tokens truncated…%s", text[:head], Tokens(tail-head), text[tail:])
}

// runeFloor is the last rune border at or before i.
func runeFloor(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// runeCeil is the first rune border at or after i.
func runeCeil(s string, i int) int {
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

package rollout

import (
	"errors"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
)

// reason says in words why a line is bad. torn: the file ended within it.
func reason(err error, torn bool) string {
	switch {
	case torn && (errors.Is(err, jsonraw.ErrCut) || errors.Is(err, jsonraw.ErrSyntax)):
		return "torn last line: the file ends in the middle of a record"
	case errors.Is(err, jsonraw.ErrCut):
		return "the line ends in the middle of a record"
	}
	return err.Error()
}

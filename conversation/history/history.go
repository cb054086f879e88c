// Package history shapes live history for a model: it completes and prunes calls and
// outputs, estimates tokens and cuts texts to size (section 2 of docs/format.md).
//
// It owns no state: functions take items and return items, and never change their bytes
// in place. Where the items come from is package rollout's matter.
package history

import (
	"bytes"

	"github.com/seed50391015/reverie/conversation/internal/jsonraw"
	"github.com/seed50391015/reverie/conversation/item"
)

// Aborted is the text of the output that stands in for one that never came.
const Aborted = "aborted"

// ImagePlaceholder stands where an image was that the model cannot take.
const ImagePlaceholder = "[an image stood here; this model cannot take images]"

// Options say what the model can take.
type Options struct {
	// NoImages: each image becomes a text part with ImagePlaceholder.
	NoImages bool
}

// Normalise returns the items as a model gets them. A call without an output gets a
// synthetic one, Aborted, right after it. An output whose call is not there is dropped;
// an output without a call id stays when it names what it comes from. Items of unknown
// type and ghost snapshots are passed over; members that the ledger keeps for itself go.
func Normalise(items []item.Item, o Options) []item.Item {
	calls, outputs := callIDs(items)
	out := make([]item.Item, 0, len(items))
	for _, it := range items {
		typ := it.Type()
		if typ == item.TypeGhostSnapshot || !it.Known() || orphan(it, typ, calls) {
			continue
		}
		it = it.ForModel()
		if o.NoImages {
			it = withoutImages(it)
		}
		out = append(out, it)
		if it.IsCall() {
			if id := it.CallID(); id != "" && !outputs[key(typ, id)] {
				out = append(out, abortedOutput(typ, id))
			}
		}
	}
	return out
}

// key joins a call's id and the family of its output: an output of one family does not
// answer a call of another.
func key(typ, id string) string {
	switch typ {
	case item.TypeCustomToolCall, item.TypeCustomToolCallOutput:
		return "c" + id
	case item.TypeToolSearchCall, item.TypeToolSearchOutput:
		return "s" + id
	}
	return "f" + id
}

func callIDs(items []item.Item) (calls, outputs map[string]bool) {
	calls, outputs = map[string]bool{}, map[string]bool{}
	for _, it := range items {
		switch {
		case it.IsCall():
			calls[key(it.Type(), it.CallID())] = true
		case it.IsOutput():
			outputs[key(it.Type(), it.CallID())] = true
		}
	}
	return calls, outputs
}

// orphan reports whether an output answers nothing and cannot stand alone.
func orphan(it item.Item, typ string, calls map[string]bool) bool {
	if !it.IsOutput() {
		return false
	}
	if typ == item.TypeToolSearchOutput && jsonraw.GetText(it.Raw, "execution") == "server" {
		return false
	}
	id := it.CallID()
	if id == "" {
		return typ != item.TypeToolSearchOutput && it.Name() == ""
	}
	return !calls[key(typ, id)]
}

func abortedOutput(callType, id string) item.Item {
	typ, rest := item.TypeFunctionCallOutput, `,"output":"`+Aborted+`"}`
	switch callType {
	case item.TypeCustomToolCall:
		typ = item.TypeCustomToolCallOutput
	case item.TypeToolSearchCall:
		typ, rest = item.TypeToolSearchOutput, `,"status":"completed","execution":"client","tools":[]}`
	}
	b := append([]byte(`{"type":"`+typ+`","call_id":`), jsonraw.Quote(id)...)
	return item.New(append(b, rest...))
}

// withoutImages puts ImagePlaceholder where an image part stands in a message's content
// or an output's list.
func withoutImages(it item.Item) item.Item {
	if !bytes.Contains(it.Raw, []byte("input_image")) {
		return it
	}
	name := "content"
	if it.IsOutput() {
		name = "output"
	}
	list := it.Field(name)
	if len(list) == 0 || list[0] != '[' {
		return it
	}
	out := []byte{'['}
	for e := range jsonraw.Elements(list) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		if jsonraw.GetText(e, "type") == "input_image" {
			out = jsonraw.AppendQuote(append(out, `{"type":"input_text","text":`...), ImagePlaceholder)
			out = append(out, '}')
			continue
		}
		out = append(out, e...)
	}
	return item.New(jsonraw.Replace(it.Raw, name, append(out, ']')))
}

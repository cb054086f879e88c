// Package reverie stands at the root of the module and holds no code: it carries the
// test that keeps the house in order. The house itself is drawn in ARCHITECTURE.md.
package reverie

// Package oracle compares the redaction engine with gitleaks and its rule set: whatever
// gitleaks calls a secret has to go. It holds tests alone and is a module of its own, so
// that the scanner and its dependencies stay out of the product:
//
//	cd redact/oracle && go test ./...
package oracle

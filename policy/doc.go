// Package policy reads .comity.yml, fills in its defaults and judges findings
// by it.
//
// It is pure: the file comes in as bytes, and nothing here reads a repository,
// a clock or the network. A policy is always the one of the default branch;
// which commit it is read from is for the caller to decide.
//
// The types in policy.go are the only description of the file. The parser, the
// JSON Schema (schema.json) and the written form all come from them.
package policy

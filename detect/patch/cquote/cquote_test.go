package cquote

import "testing"

func TestUnquote(t *testing.T) {
	tests := []struct {
		name, in, value, rest string
		ok                    bool
	}{
		{"plain", `"a b"`, "a b", "", true},
		{"empty", `""`, "", "", true},
		{"rest is kept", `"a" merge=union`, "a", " merge=union", true},
		{"control characters", `"\a\b\f\n\r\t\v"`, "\a\b\f\n\r\t\v", "", true},
		{"quote and backslash", `"\"\\"`, `"\`, "", true},
		{"octal", `"na\303\257ve"`, "na\u00efve", "", true},
		{"octal that is not UTF-8", `"\377\000"`, "\xff\x00", "", true},
		{"raw bytes that are not UTF-8", "\"\xff\\t\"", "\xff\t", "", true},
		{"octal over a byte", `"\400"`, "", "", false},
		{"octal too short", `"\12"`, "", "", false},
		{"not octal", `"\189"`, "", "", false},
		{"escape of Go, not of git", `"\x41"`, "", "", false},
		{"no closing quote", `"abc`, "", "", false},
		{"ends in a backslash", `"abc\`, "", "", false},
		{"not quoted", `abc`, "", "", false},
		{"nothing", ``, "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			value, rest, ok := Unquote(tt.in)
			if value != tt.value || rest != tt.rest || ok != tt.ok {
				t.Errorf("Unquote(%s) = %q, %q, %v; want %q, %q, %v", tt.in, value, rest, ok, tt.value, tt.rest, tt.ok)
			}
		})
	}
}

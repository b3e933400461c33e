package main

import "runtime/debug"

// version is the module version or the commit the binary was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "comity (unknown version)"
	}
	text := "comity " + info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && info.Main.Version == "(devel)" {
			text += " " + s.Value
		}
	}
	return text
}

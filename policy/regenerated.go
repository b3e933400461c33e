package policy

import (
	"slices"

	"github.com/comity-dev/comity/policy/glob"
)

// RegeneratedGroup is a sort of file that is built in as regenerated.
type RegeneratedGroup struct {
	Title string
	Globs []string
}

// RegeneratedGroups lists the built-in globs behind [Regenerated], for the
// documentation.
func RegeneratedGroups() []RegeneratedGroup {
	out := slices.Clone(regeneratedGroups)
	for i := range out {
		out[i].Globs = slices.Clone(out[i].Globs)
	}
	return out
}

var regeneratedGroups = []RegeneratedGroup{
	{"Lock files", []string{
		"**/package-lock.json", "**/npm-shrinkwrap.json", "**/yarn.lock", "**/pnpm-lock.yaml", "**/pnpm-lock.yml",
		"**/bun.lock", "**/bun.lockb", "**/deno.lock",
		"**/go.sum", "**/go.work.sum", "**/Cargo.lock", "**/Gemfile.lock", "**/gems.locked",
		"**/composer.lock",
		"**/poetry.lock", "**/uv.lock", "**/pdm.lock", "**/pixi.lock", "**/Pipfile.lock",
		"**/conda-lock.yml", "**/requirements.lock", "**/requirements-dev.lock", "**/pylock.toml", "**/pylock.*.toml",
		"**/gradle.lockfile", "**/*.gradle.lockfile", "**/packages.lock.json", "**/paket.lock", "**/Package.resolved",
		"**/Podfile.lock", "**/Cartfile.resolved", "**/pubspec.lock",
		"**/mix.lock", "**/rebar.lock", "**/stack.yaml.lock", "**/cabal.project.freeze", "**/*.opam.locked",
		"**/esy.lock/**",
		"**/flake.lock", "**/Chart.lock", "**/.terraform.lock.hcl", "**/MODULE.bazel.lock", "**/maven_install.json",
		"**/conan.lock", "**/vcpkg-lock.json", "**/renv.lock",
		"**/Manifest.toml", "**/shard.lock", "**/buf.lock", "**/nimble.lock", "**/jsonnetfile.lock.json",
		"**/mise.lock", "**/devbox.lock",
	}},
	{"Changelogs", []string{
		"**/CHANGELOG", "**/CHANGELOG.{md,markdown,rst,txt,adoc}",
		"**/CHANGES", "**/CHANGES.{md,markdown,rst,txt,adoc}",
		"**/HISTORY", "**/HISTORY.{md,markdown,rst,txt,adoc}",
		"**/NEWS", "**/NEWS.{md,markdown,rst,txt,adoc}",
		"**/Changelog", "**/Changelog.{md,markdown,rst,txt,adoc}",
		"**/ChangeLog", "**/ChangeLog.{md,markdown,rst,txt,adoc}",
		"**/Changes", "**/Changes.{md,markdown,rst,txt,adoc}",
		"**/History", "**/History.{md,markdown,rst,txt,adoc}",
		"**/News", "**/News.{md,markdown,rst,txt,adoc}",
		"**/changelog.{md,markdown,rst,txt,adoc}", "**/CHANGELOG[-_.]*.{md,rst,txt}",
	}},
	{"Generated code", []string{
		"**/*.pb.go", "**/*.pb.gw.go", "**/*.pb.validate.go", "**/*.pb.cc", "**/*.pb.h", "**/*.connect.go",
		"**/*_pb2.py", "**/*_pb2.pyi", "**/*_pb2_grpc.py", "**/*_pb.js", "**/*_pb.ts", "**/*_pb.d.ts",
		"**/*_grpc_pb.js", "**/*_connect.ts", "**/*.g.dart", "**/*.freezed.dart", "**/*.mocks.dart", "**/*.g.cs",
		"**/*.Designer.cs", "**/*_gen.go", "**/*_generated.go", "**/zz_generated.*", "**/*.gen.go", "**/*.gen.ts",
		"**/*.generated.go", "**/*.generated.ts", "**/*.generated.tsx", "**/*.generated.js", "**/*.generated.cs", "**/*.generated.swift",
		"**/__generated__/**", "**/routeTree.gen.ts",
	}},
	{"Build output, bundles and copies of other projects", []string{
		"**/*.min.js", "**/*.min.mjs", "**/*.min.css", "**/*.js.map", "**/*.mjs.map", "**/*.css.map",
		"**/*.bundle.js", "**/node_modules/**", "**/bower_components/**", "**/.pnp.js", "**/.pnp.cjs", "**/.pnp.loader.mjs",
		"**/.yarn/{cache,releases,plugins,unplugged}/**",
		"dist/**", "{apps,packages}/*/dist/**", "vendor/**",
	}},
	{"Recorded test output", []string{
		"**/*.snap", "**/__snapshots__/**", "**/__image_snapshots__/**",
	}},
}

var regenerated = compileAll(regeneratedGroups)

func compileAll(groups []RegeneratedGroup) []*glob.Glob {
	var out []*glob.Glob
	for _, group := range groups {
		for _, pattern := range group.Globs {
			g, err := glob.Compile(pattern)
			if err != nil {
				panic("policy: built-in glob " + pattern + ": " + err.Error())
			}
			out = append(out, g)
		}
	}
	return out
}

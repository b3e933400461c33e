package gitrepo

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// readRemotes lists the names of the configured remotes, origin first. Names
// may hold slashes, so refs alone do not tell where a remote's name ends.
func (r *Repo) readRemotes(ctx context.Context) ([]string, error) {
	var names []string
	err := r.git.run(ctx, "", func(s *scanner) error {
		return s.each(0, maxRefLine, func(entry []byte) error {
			key, _, _ := strings.Cut(string(entry), "\n")
			key = strings.TrimPrefix(key, "remote.")
			if i := strings.LastIndexByte(key, '.'); i > 0 {
				names = append(names, key[:i])
			}
			return nil
		})
	}, "config", "-z", "--get-regexp", `^remote\..*\.(url|fetch)$`)
	if err != nil && exitCode(err) != 1 { // 1: nothing matched
		return nil, err
	}
	return names, nil
}

func sortRemotes(names []string) []string {
	slices.SortFunc(names, func(a, b string) int {
		if (a == "origin") != (b == "origin") {
			if a == "origin" {
				return -1
			}
			return 1
		}
		return cmp.Compare(a, b)
	})
	return slices.Compact(names)
}

func (s *refSet) setRemotes(names []string) {
	s.remotes = sortRemotes(slices.Clone(names))
	s.order = make(map[string]int, len(s.remotes))
	for i, name := range s.remotes {
		s.order[name] = i
	}
}

// strayRemotes lists the remotes that have refs but no configuration any more.
func (s *refSet) strayRemotes() []string {
	var found []string
	for _, ref := range s.all {
		rest, ok := strings.CutPrefix(ref.full, "refs/remotes/")
		if !ok || s.remoteOf(rest) != "" {
			continue
		}
		if name, _, ok := strings.Cut(rest, "/"); ok && name != "pull" {
			found = append(found, name)
		}
	}
	return found
}

// remoteOf returns the longest known remote that path, a ref name without
// refs/remotes/, lies under; empty if there is none.
func (s *refSet) remoteOf(path string) string {
	for {
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return ""
		}
		path = path[:i]
		if _, known := s.order[path]; known {
			return path
		}
	}
}

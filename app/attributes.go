package app

import (
	"github.com/comity-dev/comity/detect/gitattr"
	"github.com/comity-dev/comity/detect/merge3"
)

// mergeAttribute translates the merge attribute of the target's .gitattributes.
// A driver that only the user's git knows merges as text, as it does in a git
// without that driver.
func mergeAttribute(set *gitattr.Set) func(path string) merge3.Attribute {
	return func(path string) merge3.Attribute {
		switch set.Merge(path).Driver() {
		case "binary":
			return merge3.MergeBinary
		case "union":
			return merge3.MergeUnion
		}
		return merge3.MergeText
	}
}

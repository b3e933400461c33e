package plan

import (
	"container/heap"

	"github.com/comity-dev/comity/detect"
)

// Edge says that one side should merge before another.
type Edge struct {
	First, Then detect.SideID
	// Hard edges are dependencies and stacks; the others are advice and give way
	// in a cycle.
	Hard bool
}

// Order returns all sides in an order in which they could merge: what others
// need first, then what the advice says, ties by arrival. Edges to sides that
// are not given are left out; a cycle comes after what nothing holds back. It takes time linear in sides and edges, up to
// the logarithm of the heap.
func Order(sides []*detect.Side, edges []Edge) []detect.SideID {
	o := newOrdering(sides, edges)
	out := make([]detect.SideID, 0, len(sides))
	for len(out) < len(sides) {
		n := o.next()
		n.done = true
		out = append(out, n.side.ID)
		o.release(n)
	}
	return out
}

type node struct {
	side       *detect.Side
	hard, soft int // unmet edges that point here
	then       []Edge
	done       bool
}

// ordering keeps the nodes that can go now, and those that only advice holds
// back: where nothing is free, the earliest of them breaks the cycle.
type ordering struct {
	nodes map[detect.SideID]*node
	free  queue // no unmet edge
	held  queue // no unmet hard edge
	rest  queue // everything, for a cycle of hard edges
}

func newOrdering(sides []*detect.Side, edges []Edge) *ordering {
	o := &ordering{nodes: make(map[detect.SideID]*node, len(sides))}
	for _, s := range sides {
		o.nodes[s.ID] = &node{side: s}
	}
	seen := make(map[Edge]bool, len(edges))
	for _, e := range edges {
		first, then := o.nodes[e.First], o.nodes[e.Then]
		if first == nil || then == nil || first == then || seen[e] {
			continue
		}
		seen[e] = true
		first.then = append(first.then, e)
		if e.Hard {
			then.hard++
		} else {
			then.soft++
		}
	}
	for _, s := range sides {
		n := o.nodes[s.ID]
		heap.Push(&o.rest, n)
		o.offer(n)
	}
	return o
}

func (o *ordering) offer(n *node) {
	if n.hard > 0 {
		return
	}
	heap.Push(&o.held, n)
	if n.soft == 0 {
		heap.Push(&o.free, n)
	}
}

func (o *ordering) next() *node {
	for _, q := range []*queue{&o.free, &o.held, &o.rest} {
		for q.Len() > 0 {
			if n := heap.Pop(q).(*node); !n.done {
				return n
			}
		}
	}
	return nil // unreachable: rest holds every node that is not done
}

func (o *ordering) release(n *node) {
	for _, e := range n.then {
		then := o.nodes[e.Then]
		if then.done {
			continue
		}
		if e.Hard {
			then.hard--
		} else {
			then.soft--
		}
		o.offer(then)
	}
}

// queue is a heap of nodes by arrival.
type queue []*node

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return detect.CompareArrival(q[i].side, q[j].side) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push is for container/heap.
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }

// Pop is for container/heap.
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

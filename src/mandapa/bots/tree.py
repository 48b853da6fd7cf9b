"""Compiled Monte Carlo tree search for any game, which uses only the knowledge of one seat.

Every simulation fills in hidden information at random (information-set search with one observer), descends the tree,
and adds a node. It then continues with the playout policy, and adds the outcome of every seat to the nodes on its path.
Each decision of a turn and each chance event has a separate node. At each node, the player to act chooses the action
that is most promising for that player (max^n).

A tree consists of two flat arrays. ``nodes[0]`` is the number of nodes, followed by ``FIELDS`` numbers per node; node 0
is the root. ``sums`` holds the sum of utilities per node and seat.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.bots.turns import Workspace, listed, margin, play_on
from mandapa.kernel import generic
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Rng, Values

ACTION, FIRST_CHILD, NEXT_SIBLING, CHILDREN, VISITS, AVAILABLE = range(6)
"""Fields of a node: the action that leads to the node; its first child and next sibling; the number of its children;
the number of simulations that visited it; and the number of visits of its parent in which its action was legal."""
FIELDS = 6
NO_NODE = -1

WIDENING = 2.0
"""Progressive widening: a node with v visits may have 1 + ``WIDENING`` * sqrt(v) children.

The first child is the choice of the playout policy; further children are added in random order.
"""

FIRST_LOOKS = 3
"""Minimum number of visits before a child is judged, so that a single bad outcome cannot rule it out."""

COUNT, MEAN, SQUARES, WIDEST = range(4)
"""Layout of ``Tree.spread``, the variation of the seat's own utilities: the sums of Welford's algorithm, and the
highest standard deviation so far. The search uses the highest one, because the current standard deviation decreases as
the search converges, which would end exploration."""

Nodes = NDArray[np.int64]


class Tree(NamedTuple):
    """A tree and buffers for the search.

    Attributes:
        nodes, sums: see the module docstring.
        path: buffer for the nodes that a simulation visits; its length limits the depth.
        spread: variation of the seat's own utilities, shape (4,).
        rest: buffer with room for the legal actions of any state.
    """

    nodes: Nodes
    sums: Values
    path: Nodes
    spread: Values
    rest: Actions


class TreeSearch(NamedTuple):
    """Parameters of a tree search.

    Attributes:
        seat: the seat that thinks.
        turns: number of turns played after a simulation has left the tree.
        exploration: width of the confidence bound, in standard deviations of the seat's own utility.
        rivalry: weight of the other seats' mean score, subtracted from the seat's own score.
    """

    seat: int
    turns: int
    exploration: float
    rivalry: float


@compilable
def at(node: int, field: int) -> int:
    """Return the index of a field of a node in ``Tree.nodes``."""
    return 1 + node * FIELDS + field


@compilable
def find_child(nodes: Nodes, parent: int, action: int) -> int:
    """Return the child of ``parent`` for an action, or ``NO_NODE``."""
    child = int(nodes[at(parent, FIRST_CHILD)])
    while child != NO_NODE and nodes[at(child, ACTION)] != action:
        child = int(nodes[at(child, NEXT_SIBLING)])
    return child


@compilable
def add_child(nodes: Nodes, sums: Values, seats: int, parent: int, action: int) -> int:
    """Add a child to ``parent`` and return the new node, or ``NO_NODE`` if the arrays are full."""
    child = int(nodes[0])
    if (child + 1) * seats > len(sums):
        return NO_NODE
    nodes[0] += 1
    nodes[at(child, ACTION)] = action
    nodes[at(child, FIRST_CHILD)] = NO_NODE
    nodes[at(child, NEXT_SIBLING)] = nodes[at(parent, FIRST_CHILD)]
    nodes[at(child, CHILDREN)] = 0
    nodes[at(child, VISITS)] = 0
    nodes[at(child, AVAILABLE)] = 1
    nodes[at(parent, FIRST_CHILD)] = child
    nodes[at(parent, CHILDREN)] += 1
    for seat in range(seats):
        sums[child * seats + seat] = 0
    return child


@compilable
def untried(nodes: Nodes, node: int, actions: Actions, count: int, rest: Actions) -> int:
    """Write the legal actions that have no child node yet into ``rest``, ascending; return their number."""
    left = 0
    for i in range(count):
        if find_child(nodes, node, int(actions[i])) == NO_NODE:
            rest[left] = actions[i]
            left += 1
    return left


@compilable
def promising_child(
    nodes: Nodes, sums: Values, seats: int, node: int, player: int, actions: Actions, count: int, width: float
) -> int:
    """Return the child with the highest upper confidence bound among those whose action is legal in this simulation."""
    best = NO_NODE
    best_bound = 0.0
    child = int(nodes[at(node, FIRST_CHILD)])
    while child != NO_NODE:
        if listed(int(nodes[at(child, ACTION)]), actions, count):
            nodes[at(child, AVAILABLE)] += 1
            visits = nodes[at(child, VISITS)]
            bound = math.inf
            if visits >= FIRST_LOOKS:
                bound = sums[child * seats + player] / visits
                bound += width * math.sqrt(math.log(nodes[at(child, AVAILABLE)]) / visits)
            if best == NO_NODE or bound > best_bound:
                best = child
                best_bound = bound
        child = int(nodes[at(child, NEXT_SIBLING)])
    return best


@compilable
def descend(state: Record, tree: Tree, workspace: Workspace, width: float, chance: Rng, rng: Rng) -> int:
    """Play one simulation from the root of the tree to a new node, which is added to the tree; changes ``state``.

    The visited nodes are written into ``Tree.path``. Return the number of these nodes.
    """
    nodes, sums, path, rest = tree.nodes, tree.sums, tree.path, tree.rest
    seats, actions = len(workspace.out), workspace.actions
    node = 0
    path[0] = 0
    length = 1
    fresh = False
    while not fresh and length < len(path):
        player = generic.current_player(state)
        if player == generic.TERMINAL:
            break
        if player == generic.CHANCE:
            action = generic.sample_chance(state, chance)
            child = find_child(nodes, node, action)
        else:
            count = generic.legal_actions(state, actions)
            left = 0
            if nodes[at(node, CHILDREN)] < 1 + WIDENING * math.sqrt(nodes[at(node, VISITS)]):
                left = untried(nodes, node, actions, count, rest)
            child = NO_NODE
            if left == 0:
                child = promising_child(nodes, sums, seats, node, player, actions, count, width)
            if child != NO_NODE:
                action = int(nodes[at(child, ACTION)])
            else:
                action = generic.playout_action(state, actions, rng)
                if left > 0 and not listed(action, rest, left):
                    action = int(rest[int(rng.random() * left)])
        generic.apply_action(state, action)
        if child == NO_NODE:
            child = add_child(nodes, sums, seats, node, action)
            if child == NO_NODE:
                break
            fresh = True
        path[length] = child
        length += 1
        node = child
    return length


@compilable
def search_tree(
    start: Record,
    workspace: Workspace,
    tree: Tree,
    search: TreeSearch,
    simulations: int,
    stop: NDArray[np.bool_],
    chance: Rng,
    rng: Rng,
) -> int:
    """Run up to ``simulations`` simulations until ``stop`` is set; return the number completed.

    ``start`` contains only what the thinking seat knows.
    """
    state, spread, out = workspace.scratch[0], tree.spread, workspace.out
    for done in range(simulations):
        if stop[0]:
            return done
        workspace.scratch[0] = start
        generic.resample(state, search.seat, chance)
        width = search.exploration * max(spread[WIDEST], 1e-3)
        length = descend(state, tree, workspace, width, chance, rng)
        play_on(state, workspace, generic.current_player(state), search.turns, search.seat, chance, rng)
        for i in range(length):
            node = int(tree.path[i])
            tree.nodes[at(node, VISITS)] += 1
            for player in range(len(out)):
                tree.sums[node * len(out) + player] += margin(out, player, search.rivalry)
        spread[COUNT] += 1
        difference = margin(out, search.seat, search.rivalry) - spread[MEAN]
        spread[MEAN] += difference / spread[COUNT]
        spread[SQUARES] += difference * (margin(out, search.seat, search.rivalry) - spread[MEAN])
        spread[WIDEST] = max(spread[WIDEST], math.sqrt(spread[SQUARES] / spread[COUNT]))
    return simulations

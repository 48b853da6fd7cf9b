"""Tree search guided by a network, as AlphaZero plays.

A network maps the observation of the seat to act to a prior probability of each action and to a value, the expected
result of that seat (``NetworkSearch.results``). A simulation descends through the tree, choosing at each node the
action with the highest sum of mean value and a bonus that grows with the prior and shrinks with the visits (PUCT),
until it reaches a new state, which the network evaluates. Chance outcomes are sampled again at every visit, and so is
the information hidden from the seat that searches. This is the simplest form of the method.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.adapters.position import Position
from mandapa.bots.external_policies import Question

EXPLORATION = 1.5
"""Weight of the prior in the choice of actions to visit."""
DIRICHLET_TOTAL = 10.0
"""Sum of the parameters of the Dirichlet noise, which are equal and at most 1."""
Numbers = NDArray[np.floating]
Network = Callable[[Numbers, NDArray[np.bool_]], tuple[Numbers, Numbers]]
"""``network(observations, masks)``, shapes (n, size) and (n, num_actions), returns the probabilities of the actions,
shape (n, num_actions) and 0 where the mask is, and the values, shape (n,)."""


class Node:
    """A state in which a seat is to act, or a terminal state, with search statistics of its actions."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[int] = []
        self.priors: Numbers = np.zeros(0)
        self.visits: Numbers = np.zeros(0)
        self.totals: Numbers = np.zeros(0)
        self.children: dict[object, Node] = {}

    def expand(self, probabilities: Numbers) -> None:
        """List the legal actions, with their priors from the probabilities of all actions."""
        self.actions = self.position.legal()
        self.priors = probabilities[self.actions]
        self.visits, self.totals = np.zeros(len(self.actions)), np.zeros(len(self.actions))

    def next_visit(self, exploration: float) -> int:
        """Return the index of the action to visit next, balancing its value against its prior and visit count."""
        mean = self.totals / np.maximum(self.visits, 1)
        return int((mean + exploration * self.priors * math.sqrt(self.visits.sum() + 1) / (1 + self.visits)).argmax())

    @property
    def favourite(self) -> int:
        """The most visited action; before the first simulation, the one with the highest prior."""
        return self.actions[int((self.visits if self.visits.any() else self.priors).argmax())]


class NetworkSearch:
    """Search with a network, in one game or in parallel in many."""

    def __init__(
        self, form: ObservationFormat, network: Network, rng: np.random.Generator, exploration: float = EXPLORATION
    ) -> None:
        """Prepare the search; ``form`` is that of the network's observations."""
        self.game = form.game
        self.form = form
        self.network = network
        self.rng = rng
        self.exploration = exploration
        self.uncertain = "chance_outcomes" in self.game.type.methods or self.game.type.hidden_information

    def observe(self, position: Position) -> Numbers:
        """Return the observation of the seat to act, shape (size,)."""
        seat = position.player
        return position.compact(self.form, seat) if self.form.compact else position.observe(seat)

    def evaluate(self, positions: Sequence[Position]) -> tuple[Numbers, Numbers]:
        """Return the network's probabilities and values for the seats to act, as ``Network`` does."""
        observations = np.stack([self.observe(position) for position in positions])
        return self.network(observations, np.stack([position.mask(np.bool_) for position in positions]))

    def run(self, roots: Sequence[Node], simulations: int, noise: float = 0.0) -> None:
        """Search from all roots in parallel. In each simulation, the network evaluates the new states as one batch.

        Args:
            roots: one node for each game, in which a seat is to act.
            simulations: number of simulations per game.
            noise: weight of the Dirichlet noise in the priors of the roots.
        """
        for root, priors in zip(roots, self.evaluate([root.position for root in roots])[0], strict=True):
            if not root.actions:
                root.expand(priors)
            if noise:
                count = len(root.actions)
                random = self.rng.dirichlet(np.full(count, min(1.0, DIRICHLET_TOTAL / count)))
                root.priors = (1 - noise) * root.priors + noise * random
        for _ in range(simulations):
            descents = [self.descend(root) for root in roots]
            open_leaves = [leaf for _, leaf in descents if not leaf.position.is_over]
            found = (
                iter(zip(*self.evaluate([leaf.position for leaf in open_leaves]), strict=True))
                if open_leaves
                else iter(())
            )
            for path, leaf in descents:
                if leaf.position.is_over:
                    results = self.results(leaf.position)
                else:
                    priors, value = next(found)
                    leaf.expand(priors)
                    results = self.results_from(leaf.position.player, float(value))
                for node, index in path:
                    node.visits[index] += 1
                    node.totals[index] += results[node.position.player]

    def descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node]:
        """Return the path to a state that was not visited before or is terminal, and its node."""
        path, node = [], root
        while node.actions and not node.position.is_over:
            index = node.next_visit(self.exploration)
            path.append((node, index))
            if not self.uncertain and index in node.children:
                node = node.children[index]
                continue
            after = node.position.copy()
            if node is root:
                after.resample(root.position.player, self.rng)
            after.apply(node.actions[index])
            after.settle(self.rng)
            key: object = (index, after.to_bytes()) if self.uncertain else index
            node = node.children.setdefault(key, Node(after))
        return path, node

    def results(self, position: Position) -> Numbers:
        """Return each seat's result, shape (players,).

        It is 1 for a sole win, with the others sharing the loss equally; in cooperative games, 1 for a win and 0 for a
        loss.
        """
        shares = np.array(self.game.shares_of_win(position.returns()))
        seats = self.game.players
        return shares if self.game.together else (seats * shares - 1) / (seats - 1)

    def results_from(self, seat: int, value: float) -> Numbers:
        """Return the value of each seat, given that of one seat."""
        if self.game.together:
            return np.full(self.game.players, value)
        results = np.full(self.game.players, -value / (self.game.players - 1))
        results[seat] = value
        return results

    def choose(self, question: Question, simulations: int) -> int:
        """Return the action for a seat after this number of simulations; without any, the network's favourite."""
        root = Node(Position(self.game, question.state.record.tobytes()))
        self.run([root], simulations)
        return root.favourite

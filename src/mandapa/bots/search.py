"""Information-set Monte Carlo tree search: the bot ``search``."""

from typing import Any

import numpy as np

from mandapa.bots import tree
from mandapa.bots.base import Budget, SearchResult
from mandapa.bots.simulation_base import BaseSimulationBot
from mandapa.kernel.record import Record

MAX_NODES = 200_000
"""Maximum number of nodes in a tree; simulations in a full tree add no nodes."""
DEEPEST = 256
SLICE = 32
"""Number of simulations between two checks of the clock."""


class SearchBot(BaseSimulationBot):
    """Searches a tree of the seat's own decisions, the decisions of other players, and chance events.

    ``exploration`` is the width of the confidence bound, in standard deviations of the seat's own result.
    """

    name = "search"

    def __init__(self, *arguments: Any, exploration: float = 2.0, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.exploration = exploration
        self._chance = np.random.default_rng(self._key)
        self._rest = np.zeros_like(self._worker.workspace.actions)
        self._path = np.zeros(DEEPEST, np.int64)

    def simulate(self, record: Record, seat: int, budget: Budget) -> SearchResult:
        """Build a tree and choose the most visited action."""
        room = min(MAX_NODES, (self.simulations or MAX_NODES) + 2)
        nodes = np.zeros(1 + room * tree.FIELDS, np.int64)
        nodes[0] = 1
        nodes[tree.at(0, tree.FIRST_CHILD)] = nodes[tree.at(0, tree.NEXT_SIBLING)] = tree.NO_NODE
        sums = np.zeros(room * self.game.players)
        grown = tree.Tree(nodes, sums, self._path, np.zeros(4), self._rest)
        search = tree.TreeSearch(seat, self.turns, self.exploration, self.rivalry)
        workspace, stop = self._worker.workspace, budget.cancel.flag
        while budget.spent < 1 or budget.used == 0:
            left = SLICE if self.simulations is None else min(SLICE, self.simulations - budget.used)
            budget.used += self.game.engine.run(
                tree.search_tree, record, workspace, grown, search, max(1, left), stop, self._chance, self.rng
            )
            if budget.cancel.is_set():
                break
        return self._thought(record, seat, nodes, sums, budget)

    def _thought(self, record: Record, seat: int, nodes: Any, sums: Any, budget: Budget) -> SearchResult:
        players = self.game.players
        tried: list[tuple[int, float, int, int]] = []
        child = int(nodes[tree.at(0, tree.FIRST_CHILD)])
        while child != tree.NO_NODE:
            visits = int(nodes[tree.at(child, tree.VISITS)])
            mean = float(sums[child * players + seat] / max(1, visits))
            tried.append((visits, mean, int(nodes[tree.at(child, tree.ACTION)]), child))
            child = int(nodes[tree.at(child, tree.NEXT_SIBLING)])
        if not tried:  # The search was cancelled before the first simulation.
            return SearchResult(self._lister.best(record, 1, self.rng)[0][1])
        allowed = [line[0] for line in self.without_avoided(record, [[action] for _, _, action, _ in tried])]
        visits, _, action, child = max(one for one in tried if one[2] in allowed)
        expected = (sums[child * players : (child + 1) * players] / max(1, visits)).tolist()
        return SearchResult([action], {action: mean for _, mean, action, _ in tried}, expected, budget.used)

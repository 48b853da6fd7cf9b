"""The plain players: ``random`` and ``greedy``."""

from __future__ import annotations

import numpy as np

from mandapa.bots.base import Bot, Thought
from mandapa.bots.cancel import Cancel
from mandapa.bots.learnt import NO_WEIGHTS
from mandapa.bots.turns import LENGTH, OVERLOOKED, TurnSearch, Workspace, list_turns
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Numbers, Record, new_records
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

SCENARIOS = 8
"""In how many scenarios a turn is judged that ends unsettled."""
MOST_TURNS = 20_000
"""Turns that are looked through at most."""
INTERPRETED_TURNS = 60
"""The same while there is no machine code; then only the first two decisions of a turn are tried in every way."""
INTERPRETED_DEPTH = 2
INTERPRETED_SCENARIOS = 1


class RandomBot(Bot):
    """Any legal action, all equally likely."""

    name = "random"

    def think(self, record: Record, seat: int, cancel: Cancel | None = None) -> Thought:
        """Draw an action."""
        actions = [line[0] for line in self.willing(record, [[action] for action in listed_actions(record)])]
        return Thought([int(self.rng.choice(actions))])


def new_workspace(game: Game, weights: Numbers = NO_WEIGHTS, positions: int = 1, decisions: int = 1) -> Workspace:
    """Room for simulations of a game, with so many positions and the legal actions of so many decisions."""
    return Workspace(
        scratch=new_records(game.type.state_type, positions),
        actions=np.zeros(decisions * game.type.max_legal, np.int32),
        weights=weights,
        out=np.zeros(game.players),
    )


class TurnLister:
    """Finds the best turns by the game's evaluation; owns the buffers for it."""

    def __init__(self, game: Game, rivalry: float = 0.0, attention: float = 1.0, weights: Numbers = NO_WEIGHTS) -> None:
        self.game = game
        self.rivalry = rivalry
        self.attention = attention
        self._chance = RestartableRng()
        self._workspace = new_workspace(game, weights, LENGTH + 2, LENGTH)

    def best(
        self, record: Record, width: int, rng: np.random.Generator, ahead: bool = True
    ) -> list[tuple[float, list[int]]]:
        """Value and actions of the at most ``width`` best turns, best first; by the running score if not ``ahead``.

        Where it notices none, any one.
        """
        lines = np.zeros(width * LENGTH, np.int32)
        values = np.zeros(width)
        ready = self.game.engine.ready
        search = TurnSearch(
            depth=self.game.type.planning.depth if ready else INTERPRETED_DEPTH,
            limit=MOST_TURNS if ready else INTERPRETED_TURNS,
            rivalry=self.rivalry,
            attention=self.attention,
            ahead=ahead,
            scenarios=SCENARIOS if ready else INTERPRETED_SCENARIOS,
        )
        chance, words = self._chance.generator, self._chance.words
        run = self.game.engine.run
        count = run(list_turns, record, self._workspace, search, chance, words, rng, lines, values)
        rows = lines.reshape(width, LENGTH)[:count].tolist()
        noticed = max(1, int((values[:count] > -OVERLOOKED / 2).sum()))
        return [
            (round(value, 6), [action for action in row if action >= 0])
            for value, row in zip(values[:noticed].tolist(), rows, strict=False)
        ]


class GreedyBot(Bot):
    """The turn after which the game stands best for it.

    Attributes:
        attention: share of the possible turns that it notices, each with that probability.
        foresight: share of its turns in which it looks at what the evaluation expects; in the others at the running
            score alone, as newcomers do.
    """

    name = "greedy"

    def __init__(self, *arguments: object, attention: float = 1.0, foresight: float = 1.0, **settings: object) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]
        self.attention = attention
        self.foresight = foresight
        self._lister = TurnLister(self.game, self.game.type.planning.rivalry, attention)

    def think(self, record: Record, seat: int, cancel: Cancel | None = None) -> Thought:
        """Look through the own turn."""
        ahead = self.foresight == 1 or bool(self.rng.random() < self.foresight)
        found = self._lister.best(record, 64 if self.avoids else 1, self.rng, ahead)
        allowed = self.willing(record, [line for _, line in found])
        found = [(value, line) for value, line in found if line in allowed]
        values: dict[int, float] = {}
        for value, line in found:
            values.setdefault(line[0], value)
        return Thought(found[0][1], values)

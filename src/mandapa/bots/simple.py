"""Simple bots: ``random`` and ``greedy``."""

import numpy as np

from mandapa.bots.base import Bot, SearchResult
from mandapa.bots.cancellation import CancelToken
from mandapa.bots.turns import LENGTH, OVERLOOKED, TurnSearch, Workspace, list_turns
from mandapa.bots.weights import NO_WEIGHTS
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Numbers, Record, new_records
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

SCENARIOS = 8
"""Number of scenarios used to evaluate a turn that ends in an unsettled state."""
MAX_TURNS = 20_000
"""Maximum number of turns that a search examines."""
INTERPRETED_TURNS = 60
"""Maximum number of turns without machine code, where only the first two decisions are searched exhaustively."""
INTERPRETED_DEPTH = 2
INTERPRETED_SCENARIOS = 1


class RandomBot(Bot):
    """Chooses a legal action uniformly at random."""

    name = "random"

    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Choose a random legal action."""
        actions = [line[0] for line in self.without_avoided(record, [[action] for action in listed_actions(record)])]
        return SearchResult([int(self.rng.choice(actions))])


def new_workspace(game: Game, weights: Numbers = NO_WEIGHTS, positions: int = 1, decisions: int = 1) -> Workspace:
    """Create simulation buffers for ``positions`` positions and the legal actions of ``decisions`` decisions."""
    return Workspace(
        scratch=new_records(game.type.state_type, positions),
        actions=np.zeros(decisions * game.type.max_legal, np.int32),
        weights=weights,
        out=np.zeros(game.players),
    )


class TurnLister:
    """Finds the best turns according to the game's evaluation, with buffers that are reused between calls."""

    def __init__(self, game: Game, rivalry: float = 0.0, attention: float = 1.0, weights: Numbers = NO_WEIGHTS) -> None:
        self.game = game
        self.rivalry = rivalry
        self.attention = attention
        self._chance = RestartableRng()
        self._workspace = new_workspace(game, weights, LENGTH + 2, LENGTH)

    def best(
        self, record: Record, width: int, rng: np.random.Generator, ahead: bool = True
    ) -> list[tuple[float, list[int]]]:
        """Return the value and the actions of up to ``width`` best turns, best first.

        Turns are valued by the evaluation if ``ahead``, otherwise by the running score. If the bot notices none of the
        turns, a random turn is returned.
        """
        lines = np.zeros(width * LENGTH, np.int32)
        values = np.zeros(width)
        ready = self.game.engine.ready
        search = TurnSearch(
            depth=self.game.type.planning.depth if ready else INTERPRETED_DEPTH,
            limit=MAX_TURNS if ready else INTERPRETED_TURNS,
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
    """Plays the turn with the best evaluation.

    Attributes:
        attention: probability of noticing each possible turn.
        foresight: share of turns in which the bot uses the evaluation. In all other turns, it only looks at the running
            score, as beginners do.
    """

    name = "greedy"

    def __init__(self, *arguments: object, attention: float = 1.0, foresight: float = 1.0, **settings: object) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]
        self.attention = attention
        self.foresight = foresight
        self._lister = TurnLister(self.game, self.game.type.planning.rivalry, attention)

    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Examine the possible turns and choose the one with the best evaluation."""
        ahead = self.foresight == 1 or bool(self.rng.random() < self.foresight)
        found = self._lister.best(record, 64 if self.avoided_kind else 1, self.rng, ahead)
        allowed = self.without_avoided(record, [line for _, line in found])
        found = [(value, line) for value, line in found if line in allowed]
        values: dict[int, float] = {}
        for value, line in found:
            values.setdefault(line[0], value)
        return SearchResult(found[0][1], values)

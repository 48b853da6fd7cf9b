"""Simple bots: ``random`` and ``greedy``."""

import numpy as np

from mandapa.bots.base import INTERPRETED_DEPTH, Bot, SearchResult
from mandapa.bots.cancellation import CancelToken
from mandapa.bots.turns import BLUNDER, LENGTH, TurnSearch, Workspace, list_turns
from mandapa.bots.weights import NO_WEIGHTS
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Numbers, Record, new_records
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

SCENARIOS = 8
"""Number of scenarios in which a turn is continued if it ends in a state that the evaluation cannot judge yet."""
MAX_TURNS = 20_000
"""Maximum number of turns that a search examines."""
LOOKS = 20
"""Maximum number of searches by an inattentive bot that notices no acceptable turn; the last one notices every turn."""
INTERPRETED_TURNS = 60
"""Maximum number of turns that a search examines while the rules are not yet compiled to machine code."""
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
        self,
        record: Record,
        width: int,
        rng: np.random.Generator,
        ahead: bool = True,
        floor: float = -BLUNDER,
        least: float = -np.inf,
    ) -> list[tuple[float, list[int]]]:
        """Return the value and the actions of up to ``width`` best turns, best first.

        Turns are valued by the evaluation if ``ahead``, otherwise by the running scores. Turns with an evaluation below
        ``floor`` or a value below ``least`` are left out. If the bot notices none of the remaining turns, it searches
        again, with more attention each time. If no turn remains, only the best of all turns is returned.
        """
        for attention in np.linspace(self.attention, 1.0, LOOKS if self.attention < 1 else 1):
            found = self._list(record, width, rng, ahead, floor, float(attention))
            accepted = [(value, line) for value, line in found if value > -BLUNDER / 2 and value >= least]
            if accepted:
                break
        return accepted or found[:1]

    def _list(
        self, record: Record, width: int, rng: np.random.Generator, ahead: bool, floor: float, attention: float
    ) -> list[tuple[float, list[int]]]:
        lines = np.zeros(width * LENGTH, np.int32)
        values = np.zeros(width)
        ready = self.game.engine.ready
        search = TurnSearch(
            depth=self.game.type.planning.depth if ready else INTERPRETED_DEPTH,
            limit=MAX_TURNS if ready else INTERPRETED_TURNS,
            rivalry=float(self.rivalry),
            attention=float(attention),
            floor=float(floor),
            ahead=ahead,
            scenarios=SCENARIOS if ready else INTERPRETED_SCENARIOS,
        )
        chance, words = self._chance.generator, self._chance.words
        run = self.game.engine.run
        count = run(list_turns, record, self._workspace, search, chance, words, rng, lines, values)
        rows = lines.reshape(width, LENGTH)[:count].tolist()
        return [
            (round(value, 6), [action for action in row if action >= 0])
            for value, row in zip(values[:count].tolist(), rows, strict=False)
        ]


class GreedyBot(Bot):
    """Plays the turn with the best evaluation, or makes human-like errors at lower skill.

    Attributes:
        attention: probability of noticing an action that does not stand out (``turns.notices``).
        foresight: share of turns in which the bot uses the evaluation. In all other turns, it only looks at the running
            scores, as beginners do.
        slip: greatest loss, according to the evaluation, that the bot accepts in one turn; infinity for any loss. This
            limit applies even in turns in which the bot only looks at the running scores.
        oversight: greatest number of points that the bot overlooks in a turn in which it only looks at the running
            scores; infinity for any number. Points that it would only get by exceeding ``slip`` do not count.
    """

    name = "greedy"

    def __init__(
        self,
        *arguments: object,
        attention: float = 1.0,
        foresight: float = 1.0,
        slip: float = np.inf,
        oversight: float = np.inf,
        **settings: object,
    ) -> None:
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]
        self.attention = attention
        self.foresight = foresight
        self.slip = slip
        self.oversight = oversight
        if foresight < 1 and self.game.type.planning.rivalry:
            self.version = 2  # In version 1, the running scores of the others did not count.
        self._lister = TurnLister(self.game, self.game.type.planning.rivalry, attention)
        self._attentive = TurnLister(self.game, self.game.type.planning.rivalry)

    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Examine the possible turns and choose the one with the best evaluation."""
        ahead = self.foresight == 1 or bool(self.rng.random() < self.foresight)
        floor = -BLUNDER
        if np.isfinite(self.slip):
            floor = self._attentive.best(record, 1, self.rng)[0][0] - self.slip
        least = -np.inf
        if not ahead and np.isfinite(self.oversight):
            least = self._attentive.best(record, 1, self.rng, ahead, floor)[0][0] - self.oversight
        found = self._lister.best(record, 64 if self.avoided_kind else 1, self.rng, ahead, floor, least)
        allowed = self.without_avoided(record, [line for _, line in found])
        found = [(value, line) for value, line in found if line in allowed]
        values: dict[int, float] = {}
        for value, line in found:
            values.setdefault(line[0], value)
        return SearchResult(found[0][1], values)

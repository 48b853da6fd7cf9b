"""Sample decisions from games and evaluate turns by simulation, as training data for an evaluation network.

The final result of a game says little about a single turn, because chance affects it more. Therefore, several possible
turns in the same position are compared by simulations with common random numbers. The games are played by bots that
overlook some of their turns, so that both good and bad positions arise. At some of the decisions, the turns that the
evaluation ranks highest and some lower ones are simulated many times each.
"""

from dataclasses import dataclass

import numpy as np

from mandapa.bots import flat, simple
from mandapa.kernel.record import Numbers, Record, Values, new_records
from mandapa.lab.arena.player_specs import planning
from mandapa.lab.executor import warm
from mandapa.lab.training.positions import Positions
from mandapa.library import Game, State

DECISIONS_A_GAME = 10_000
"""Upper bound on the number of decisions of a game."""


@dataclass(frozen=True)
class SamplingSettings:
    """Settings for sampling and simulating positions.

    Attributes:
        scenarios: number of simulations per turn.
        share: fraction of the decisions that are sampled.
        attention: probability that a player notices a turn.
        best: number of turns to simulate that are the best by the evaluation.
        others: number of turns to simulate that are drawn at random from the turns after the ``best`` ones.
        among: total number of turns, ranked by the evaluation, from which these turns are taken.
    """

    scenarios: int = 80
    share: float = 0.25
    attention: float = 0.75
    best: int = 8
    others: int = 4
    among: int = 24


SETTINGS = SamplingSettings()


def simulated_turns(game: Game, weights: Numbers, job: tuple[int, int]) -> Positions:
    """Play games and return possible turns of some decisions, as the positions after them, with simulated margins.

    ``job`` is the first seed and the number of games. The group of a position is the number of its decision. Neither
    the games nor the simulations use a network, so ``weights`` has no effect.
    """
    warm(game)
    first, games = job
    found = [
        (DECISIONS_A_GAME * seed + number, decision)
        for seed in range(first, first + games)
        for number, decision in enumerate(_Player(game, SETTINGS, seed).play())
    ]
    states = new_records(game.type.state_type, sum(len(one.values) for _, one in found))
    for at, state in enumerate(state for _, one in found for state in one.after):
        states[at] = state
    return Positions(
        states,
        np.concatenate([np.full(len(one.values), one.seat, np.int8) for _, one in found]),
        np.concatenate([one.evaluations for _, one in found]),
        np.concatenate([one.values for _, one in found]),
        np.concatenate([np.full(len(one.values), number, np.int64) for number, one in found]),
    )


@dataclass(frozen=True)
class _Decision:
    after: list[Record]
    seat: int
    evaluations: Values
    values: Values


class _Player:
    """Plays one game and evaluates the turns at a sample of its decisions."""

    def __init__(self, game: Game, settings: SamplingSettings, seed: int) -> None:
        self.game = game
        self.settings = settings
        self.rng = np.random.default_rng(seed)
        self.planner = flat.PlannerBot(planning(game, {"weights": None}), self.rng, simulations=1)
        self.lister = simple.TurnLister(game, game.type.planning.rivalry)

    def play(self) -> list[_Decision]:
        state = self.game.new_state()
        found = []
        while not state.is_terminal:
            if state.is_chance:
                state.apply(state.sample(self.rng))
                continue
            turns = self._turns(state)
            if len(turns) > 1 and self.rng.random() < self.settings.share:
                found.append(self._simulate(state, turns))
            noticed = [line for _, line in turns if self.rng.random() < self.settings.attention] or [turns[-1][1]]
            for action in noticed[0]:
                state.apply_id(action)
        return found

    def _turns(self, state: State) -> list[tuple[float, list[int]]]:
        own = self.planner.planning_state(state, state.current_player)
        return self.lister.best(own.record, self.settings.among, self.rng)

    def _simulate(self, state: State, turns: list[tuple[float, list[int]]]) -> _Decision:
        best, behind = turns[: self.settings.best], turns[self.settings.best :]
        drawn = self.rng.permutation(len(behind))[: self.settings.others]
        candidates = best + [behind[number] for number in sorted(drawn.tolist())]
        seat = state.current_player
        own = self.planner.planning_state(state, seat).record
        lines = flat.Lines([line for _, line in candidates], self.game.players)
        outcomes = self.planner.ends(own, seat, lines.lines, self.planner.next(self.settings.scenarios))
        lines.add(np.arange(len(candidates)), outcomes, seat, self.planner.rivalry)
        return _Decision(
            [self.planner.after(state.record, line) for _, line in candidates],
            seat,
            np.array([value for value, _ in candidates]),
            lines.means(seat, self.game.type.planning.rivalry),
        )

"""Find the bot level that plays like the players of given games, or fit the parameters of a level to them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any

import numpy as np

from mandapa.bots import Bot, make, simple
from mandapa.coach.plan import planning_state
from mandapa.kernel.record import Record
from mandapa.lab.executor import Progress
from mandapa.library import Game, State
from mandapa.rows import Rows

WIDTH = 1000
"""Maximum number of turns of a position that are compared."""
SAME = 1e-6
"""Differences of values up to this are rounding errors."""
ATTENTION = tuple(np.linspace(0.0, 1.0, 11).round(2).tolist())
FORESIGHT = (0.0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0)
"""Values of ``Skill`` that are tried."""


@dataclass(frozen=True)
class Choice:
    """The turns of a position with their values, and the turn that was played.

    Attributes:
        record: the position as the seat to act knows it.
        seat: the seat to act.
        played: action ids of the played turn.
        losses: by turn, the evaluation of the best turn minus that of the turn.
        shortfalls: by turn, the most immediate points of any turn minus those of the turn.
    """

    record: Record
    seat: int
    played: tuple[int, ...]
    losses: dict[tuple[int, ...], float]
    shortfalls: dict[tuple[int, ...], float]


@dataclass(frozen=True)
class Habits(Rows):
    """Measures of the turns that a player chooses. Standard errors have the same order as the means.

    Attributes:
        name: name of the player.
        turns: number of turns with a choice.
        means: mean loss by the evaluation, share of turns without a loss, and share of turns with the most immediate
            points.
        errors: standard errors of ``means``.
    """

    name: str
    turns: int
    means: tuple[float, float, float]
    errors: tuple[float, float, float]

    def distance(self, other: "Habits") -> float:
        """Return the root of the sum of squared differences of the means, each in standard errors."""
        pairs = zip(self.means, other.means, self.errors, other.errors, strict=True)
        return float(np.sqrt(sum((a - b) ** 2 / max(x * x + y * y, SAME) for a, b, x, y in pairs)))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row."""
        loss, best, most = self.means
        return [{"player": self.name, "turns": self.turns, "loss": loss, "lose_nothing": best, "score_most": most}]


@dataclass(frozen=True)
class LevelFit:
    """Result of a fit.

    Attributes:
        people: habits of the players of the games.
        levels: habits of each bot level in the same positions.
        attention, foresight: parameters of the bot that plays most like the people, with its habits, ``fitted``.
    """

    people: Habits
    levels: tuple[Habits, ...]
    attention: float
    foresight: float
    fitted: Habits

    @property
    def nearest(self) -> Habits:
        """The level that plays most like the people."""
        return min(self.levels, key=self.people.distance)

    def to_json(self) -> dict[str, Any]:
        """Return the fit as JSON-compatible data."""
        every = (self.people, *self.levels, self.fitted)
        return {
            "nearest": self.nearest.name,
            "attention": self.attention,
            "foresight": self.foresight,
            "habits": [row for one in every for row in one.rows()],
        }


def choices_of(final: State, actors: Sequence[int | None], seats: Iterable[int]) -> Iterator[Choice]:
    """Yield the choices of some seats in a game. ``actors`` has the seat of each action, None for a chance outcome.

    Turns without a choice, and turns that bots never consider, are left out.
    """
    rng = np.random.default_rng(0)
    lister = simple.TurnLister(final.game, final.game.type.planning.rivalry)
    ply = 0
    for seat, actions in groupby(actors):
        first, ply = ply, ply + len(list(actions))
        if seat is None or seat not in seats:
            continue
        record = planning_state(final.at(first).for_seat(seat)).record
        played = tuple(final.history_ids[first:ply])
        losses, shortfalls = (_behind(lister.best(record, WIDTH, rng, ahead)) for ahead in (True, False))
        if len(losses) > 1 and played in losses and played in shortfalls:
            yield Choice(record, seat, played, losses, shortfalls)


def _behind(turns: Sequence[tuple[float, list[int]]]) -> dict[tuple[int, ...], float]:
    """Return how far each turn is behind the best, which comes first."""
    return {tuple(line): turns[0][0] - value for value, line in turns}


def habits_of(name: str, choices: Sequence[Choice], lines: Iterable[Sequence[int]]) -> Habits:
    """Return the habits of a player who plays these turns in these positions."""
    found = []
    for choice, line in zip(choices, map(tuple, lines), strict=True):
        worst = max(choice.losses.values())
        loss, shortfall = choice.losses.get(line, worst), choice.shortfalls.get(line, np.inf)
        found.append((loss, loss <= SAME, shortfall <= SAME))
    table = np.array(found, float)
    errors = table.std(axis=0, ddof=1) / np.sqrt(len(table)) if len(table) > 1 else np.ones(3)
    return Habits(name, len(table), tuple(table.mean(axis=0).tolist()), tuple(errors.tolist()))


def fit_level(game: Game, choices: Sequence[Choice], slip: float, progress: Progress) -> LevelFit:
    """Fit attention and foresight of a bot with this ``slip``; ``progress`` is called with the number of bots tried.

    Levels that simulate are not compared; their errors do not come from these parameters.
    """
    people = habits_of("people", choices, (choice.played for choice in choices))
    skills = game.type.planning.skills
    quick = [name for name, skill in skills.items() if not skill.simulations]
    levels = tuple(_bot_habits(name, make(name, game, 0), choices) for name in quick)
    tried = []
    for attention, foresight in product(ATTENTION, FORESIGHT):
        bot = simple.GreedyBot(game, 0, attention=attention, foresight=foresight, slip=slip)
        tried.append((_bot_habits("fitted", bot, choices), attention, foresight))
        progress(len(tried))
    fitted, attention, foresight = min(tried, key=lambda one: people.distance(one[0]))
    return LevelFit(people, levels, attention, foresight, fitted)


def _bot_habits(name: str, bot: Bot, choices: Sequence[Choice]) -> Habits:
    return habits_of(name, choices, (bot.think(choice.record, choice.seat).line for choice in choices))

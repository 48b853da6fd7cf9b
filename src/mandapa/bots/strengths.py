"""The computer players by name: three strengths for people, and the methods behind them for studies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mandapa.bots.base import Bot
from mandapa.bots.cancel import Cancel
from mandapa.bots.flat import FlatBot, PlannerBot
from mandapa.bots.search import SearchBot
from mandapa.bots.simple import GreedyBot, RandomBot
from mandapa.bots.simulating import has_evaluation
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import imagine
from mandapa.library import Game, State

NOVICE_ATTENTION = 0.5
"""Share of the possible turns that a novice sees."""
HINT_SECONDS = 0.8


class Level(NamedTuple):
    """A strength that people can choose."""

    name: str
    title: str
    description: str


LEVELS = (
    Level("novice", "Novice", "Looks at its own turn only, and overlooks half of what it could do."),
    Level("adept", "Adept", "Takes the best turn it sees, without thinking about what comes after."),
    Level("master", "Master", "Plays the promising turns on, many times over, and takes the one that ends best."),
)


def _novice(game: Game, seed: Any, simulations: int | None, seconds: float | None) -> Bot:
    return GreedyBot(game, seed, simulations, seconds, attention=NOVICE_ATTENTION)


def _master(game: Game, seed: Any, simulations: int | None, seconds: float | None) -> Bot:
    """What was measured to be best: whole turns where an evaluation picks the candidates, otherwise tree search."""
    kind = PlannerBot if has_evaluation(game) else SearchBot
    return kind(game, seed, simulations, seconds)


MAKERS: dict[str, Callable[..., Bot]] = {
    "novice": _novice,
    "adept": GreedyBot,
    "master": _master,
    "random": RandomBot,
    "greedy": GreedyBot,
    "flat": FlatBot,
    "search": SearchBot,
}


def levels() -> tuple[Level, ...]:
    """The strengths for people, from weak to strong."""
    return LEVELS


def names() -> tuple[str, ...]:
    """All names that ``make`` knows."""
    return tuple(MAKERS)


def make(
    name: str,
    game: Game,
    seed: int | np.random.Generator | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
) -> Bot:
    """The computer player of that name.

    ``simulations`` or ``seconds`` a decision bound how long it thinks; by default a fraction of a second. With a
    ``seed`` and ``simulations`` its decisions are reproducible. ``OptionError`` if there is no such player.
    """
    if name not in MAKERS:
        raise OptionError(f"bot: found {name!r}, expected one of {', '.join(MAKERS)}")
    return MAKERS[name](game, seed, simulations, seconds)


def hint(
    state: State, seat: int | None = None, seconds: float = HINT_SECONDS, cancel: Cancel | None = None
) -> dict[str, Any]:
    """What the master would do and what it expects; nothing but what ``seat`` may know is looked at.

    Returns:
        ``unit`` of all that follows (``Worth``), None where there is nothing to win; ``choices``: ``{"action",
        "value"}`` for the next actions that were compared, best first, with what the seat may expect of them; ``best``:
        the next action; ``line``: the actions of the rest of the turn; ``expected``: what the seat may expect after
        them; ``expected_of_all``: what every seat may; ``before``: what every seat has as it stands, None for a chance.
    """
    seat = state.current_player if seat is None else seat
    own = state.for_seat(seat)
    imagine(own.record)
    thought = make("master", state.game, seconds=seconds).think(own.record, seat, cancel)
    best = thought.line[0]
    ranked = sorted(thought.values.items(), key=lambda entry: (entry[0] != best, -entry[1]))
    line = own.copy()
    for action in thought.line:
        line.apply_id(action)
    worth = own.game.type.worth(own.record)
    read = worth.read if worth else float
    return {
        "unit": worth.unit if worth else None,
        "choices": [{"action": own.format(action), "value": read(value)} for action, value in ranked],
        "best": own.format(best),
        "line": line.history[len(own.history) :],
        "expected": read(thought.values[best]),
        "expected_of_all": [read(value) for value in thought.expected or own.returns()],
        "before": _standing(own, worth),
    }


def _standing(state: State, worth: Worth | None) -> list[float] | None:
    """What every seat has as it stands, in the unit of ``worth``; None where that can only be expected."""
    if worth is None or worth.unit == "chance":
        return None
    return state.scores() if worth.unit == "points" else state.returns()

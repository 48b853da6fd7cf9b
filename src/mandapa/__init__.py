"""Mandapa: five board games to play, to study and to program.

>>> import mandapa
>>> game = mandapa.load("kerala", players=3)
>>> state = game.new_state()
>>> state.is_chance
True
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mandapa import (
    bots,  # The search algorithms are part of every game's machine code.
    games as _package,  # noqa: F401  (import it before the function of the same name, which it would overwrite)
)
from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError
from mandapa.kernel.game_type import GameType
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.library import Game, State, game_type, games, load

if TYPE_CHECKING:
    from mandapa.coach import Analysis
    from mandapa.coach.puzzles import Puzzle
    from mandapa.rows import TabularTuple

__version__ = "1.0.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "ComponentError",
    "Game",
    "GameType",
    "IllegalAction",
    "OptionError",
    "PositionError",
    "State",
    "analyse",
    "bots",
    "game_type",
    "games",
    "load",
    "puzzles",
]


SUBPACKAGES = ("adapters", "coach", "lab", "play", "testing")
"""Subpackages imported on first access; playing a game needs none of them."""


def __getattr__(name: str) -> Any:
    """Import a subpackage such as ``mandapa.coach`` on first access."""
    if name in SUBPACKAGES:
        return import_module(f"mandapa.{name}")
    raise AttributeError(f"module 'mandapa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *SUBPACKAGES})


def _read_trained(source: str) -> Any:
    from mandapa.adapters.policy_files import FilePolicy  # Playing does not need it.

    return FilePolicy(source)


bots.external_policies.READERS[bots.external_policies.TRAINED] = _read_trained


def puzzles(game: str) -> TabularTuple[Puzzle]:
    """Return the puzzles that come with a game, easiest first.

    ``mandapa.puzzles("kerala")[0].state()`` is a position; ``mandapa.puzzles("kerala").frame()`` is a data frame with
    one row per puzzle. Raises ``OptionError`` if there is no such game.
    """
    from mandapa.coach import puzzles as coach  # Playing does not need the coach.

    return coach.puzzles(game)


def analyse(game: State | Mapping[str, Any], simulations: int = 400, seed: int = 0) -> Analysis:
    """Analyse every decision and the luck of every draw in a finished game, given as its final state or as a record.

    ``mandapa.analyse(record).frame()`` is a data frame with one row per decision or draw. The same seed gives the same
    result. Raises ``ValueError`` if the game is not over, and ``RecordError`` if the record is invalid.
    """
    from mandapa import coach

    return coach.analyse(game, simulations, seed)

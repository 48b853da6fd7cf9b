"""Mandapa: five board games to play, to study and to program.

>>> import mandapa
>>> game = mandapa.load("kerala", players=3)
>>> state = game.new_state()
>>> state.is_chance
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mandapa import games as _package  # noqa: F401  (before the function of that name, which would be lost otherwise)
from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError
from mandapa.kernel.game_type import GameType
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.library import Game, State, game_type, games, load

if TYPE_CHECKING:
    from mandapa.coach.puzzles import Puzzle

__version__ = "0.1.0"

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
    "game_type",
    "games",
    "load",
    "puzzles",
]


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, the easiest first: ``mandapa.puzzles("kerala")[0].state()`` is a position.

    ``OptionError`` if there is no such game.
    """
    from mandapa.coach import puzzles as coach  # the coach is not needed to play

    return coach.puzzles(game)

"""Mandapa: five board games to play, to study and to program.

>>> import mandapa
>>> game = mandapa.load("kerala", players=3)
>>> state = game.new_state()
>>> state.is_chance
True
"""

from mandapa import games as _package  # noqa: F401  (before the function of that name, which would be lost otherwise)
from mandapa.kernel.errors import ComponentError, IllegalAction, OptionError, PositionError
from mandapa.kernel.game_type import GameType
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.library import Game, State, game_type, games, load

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
]

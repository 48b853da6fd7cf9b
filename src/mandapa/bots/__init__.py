"""Computer players, written once for all games: ``levels``, ``make`` and ``hint`` are what others call."""

from mandapa.bots.base import Bot, Thought
from mandapa.bots.cancel import Cancel
from mandapa.bots.strengths import Level, hint, levels, make, names

__all__ = ["Bot", "Cancel", "Level", "Thought", "hint", "levels", "make", "names"]

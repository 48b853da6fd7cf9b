"""Computer players, written once for all games: ``levels``, ``make`` and ``hint`` are what others call."""

from mandapa.bots.base import Bot, Thought
from mandapa.bots.cancel import Cancel
from mandapa.bots.outside import PolicyBot, PolicyError, Question
from mandapa.bots.strengths import Level, hint, levels, make, make_named, names, own_names

__all__ = [
    "Bot",
    "Cancel",
    "Level",
    "PolicyBot",
    "PolicyError",
    "Question",
    "Thought",
    "hint",
    "levels",
    "make",
    "make_named",
    "names",
    "own_names",
]

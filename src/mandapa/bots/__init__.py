"""Bots that can play any game; ``levels`` and ``make`` are the main entry points."""

from mandapa.bots import tree, turns
from mandapa.bots.base import Bot, SearchResult
from mandapa.bots.cancellation import CancelToken
from mandapa.bots.external_policies import PolicyBot, PolicyError, Question
from mandapa.bots.registry import Level, built_in_names, levels, make, make_named, names
from mandapa.kernel.compile.engine import STUDY, TABLE, add_entry_points

__all__ = [
    "Bot",
    "CancelToken",
    "Level",
    "PolicyBot",
    "PolicyError",
    "Question",
    "SearchResult",
    "built_in_names",
    "levels",
    "make",
    "make_named",
    "names",
]

add_entry_points({TABLE: (tree.search_tree,)}, unless="evaluate")  # Games with `evaluate` use the planner instead.
add_entry_points({TABLE: (turns.list_turns, turns.simulate_lines), STUDY: (tree.search_tree,)})

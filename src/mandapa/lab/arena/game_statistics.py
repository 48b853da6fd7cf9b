"""Play a game between bots and collect statistics: leaders, kinds of actions, and score sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.executor import warm
from mandapa.library import Game, State

NOBODY = -1
"""Value used instead of the leading seat while several seats share the highest score."""
TENTHS = 10
TABLES = ("rows", "kinds", "other")
"""Names that a score sheet can use for a table of points by item."""
REST = "other"
"""Name of the item for the rest of a score sheet's total, which belongs to no other item."""


@dataclass
class GameStatistics:
    """Statistics of one game.

    Attributes:
        number: number of the game in the study.
        scores: final score of each seat.
        wins: share of the win of each seat.
        order: seats in the order of their first decisions.
        plies: number of actions, including chance outcomes.
        branching: number of decisions with each number of legal actions.
        kinds: number of decisions by kind (first word of the action's text).
        events: number of chance outcomes by kind.
        lead_changes: number of times that the sole leader changed.
        led: for each tenth of the decisions, the final share of the win of the seat that was leading at that point;
            None if several seats shared the lead.
        items: points of each score sheet item, by seat.
    """

    number: int
    scores: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    plies: int = 0
    branching: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    lead_changes: int = 0
    led: list[float | None] = field(default_factory=list)
    items: list[dict[str, float]] = field(default_factory=list)

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return self.kinds.total()

    def to_json(self) -> dict[str, Any]:
        """Return all fields except the number as JSON-compatible data."""
        return {name: value for name, value in vars(self).items() if name != "number"}

    @classmethod
    def from_json(cls, number: int, data: Mapping[str, Any]) -> GameStatistics:
        """Create the statistics from the output of ``to_json``, converting the keys of ``branching`` to integers."""
        branching = Counter({int(legal): count for legal, count in data["branching"].items()})
        counts = {"kinds": Counter(data["kinds"]), "events": Counter(data["events"])}
        return cls(number, **{**data, "branching": branching, **counts})


def watch(game: Game, seats: Sequence[PlayerSpec], seed: int, number: int) -> GameStatistics:
    """Play a game with one bot per seat and return its statistics.

    The random numbers of the game depend only on ``seed`` and ``number``.
    """
    warm(game)
    chance = np.random.default_rng([seed, number])
    # NumPy pads seeds with zeros, so [seed, number, 0] would give a bot the random numbers of chance.
    players = [one.player(game, np.random.default_rng([seed, number, 1 + seat])) for seat, one in enumerate(seats)]
    seen = GameStatistics(number)
    state = game.new_state()
    leaders: list[int] = []
    while not state.is_terminal:
        if state.is_chance:
            seen.events[kind_of(state.resolve_chance(chance))] += 1
            continue
        seat = state.current_player
        if seat not in seen.order:
            seen.order.append(seat)
        seen.branching[len(state.legal_action_ids)] += 1
        state.apply_id(players[seat].decide(state, seat))
        seen.kinds[kind_of(state.history[-1])] += 1
        leaders.append(leader(state.scores()))
    return _ended(seen, state, leaders)


def _ended(seen: GameStatistics, state: State, leaders: list[int]) -> GameStatistics:
    seen.scores = [float(score) for score in state.scores()]
    seen.wins = state.game.shares_of_win(state.returns())
    seen.plies = len(state.history)
    alone = [seat for seat in leaders if seat != NOBODY]
    seen.lead_changes = sum(before != after for before, after in pairwise(alone))
    marks = [leaders[max(0, len(leaders) * tenth // TENTHS - 1)] for tenth in range(1, TENTHS + 1)]
    seen.led = [None if seat == NOBODY else seen.wins[seat] for seat in marks]
    seen.items = [sheet_items(sheet) for sheet in state.scores(explain=True)]
    return seen


def leader(scores: Sequence[float]) -> int:
    """Return the seat with the highest score, or ``NOBODY`` if several seats share it."""
    best = max(scores)
    return list(scores).index(best) if list(scores).count(best) == 1 else NOBODY


def kind_of(text: str) -> str:
    """Return the kind of an action or a chance outcome, which is the first word of its text."""
    return text.split(maxsplit=1)[0] if text else ""


def sheet_items(sheet: Mapping[str, Any]) -> dict[str, float]:
    """Return the points of each item of a score sheet, which add up to its total; empty if the sheet has no items.

    Items are entries with ``points`` in the sheet, and all entries of its ``TABLES``, which can be plain numbers.
    """
    found = {name: item["points"] for name, item in sheet.items() if isinstance(item, Mapping) and "points" in item}
    for table in TABLES:
        for name, item in sheet.get(table, {}).items():
            found[name] = item["points"] if isinstance(item, Mapping) else item
    items = {name: float(points) for name, points in found.items() if isinstance(points, int | float)}
    rest = float(sheet.get("total", 0)) - sum(items.values())
    if items and abs(rest) > 1e-9:
        items[REST] = items.get(REST, 0.0) + rest
    return items

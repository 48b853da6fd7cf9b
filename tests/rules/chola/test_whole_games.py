"""Whole random games by the package and by the reference, step by step; and what holds in every game."""

from __future__ import annotations

import numpy as np
import pytest
from chola_play import ending, known_of, load, pick_any, totals, winners
from chola_reference import Reference

GAMES = {
    "basic 2": {"players": 2},
    "basic 3, double": {"players": 3, "treasures": "double"},
    "basic 4, full": {"players": 4, "pattern_scoring": "full"},
    "basic 5, none": {"players": 5, "treasures": "none", "first_player": 3},
    "basic 2, replace counts": {"players": 2, "stuck_rule": "replace_counts", "turn_cap": 150},
    "expert 2": {"players": 2, "variant": "expert"},
    "expert 3, double": {"players": 3, "variant": "expert", "treasures": "double"},
    "expert 4": {"players": 4, "variant": "expert", "removed_value": 7},
    "expert 5, full": {"players": 5, "variant": "expert", "pattern_scoring": "full", "treasures": "none"},
    "expert 3, replace counts": {"players": 3, "variant": "expert", "stuck_rule": "replace_counts"},
    "solo": {"players": 1, "variant": "solo", "head_start": 60},
    "solo, double": {"players": 1, "variant": "solo", "treasures": "double", "colours": ["gold"]},
    "solo, full": {"players": 1, "variant": "solo", "pattern_scoring": "full", "treasures": "none"},
}
LASTING = ("stones", "carved", "tiles", "treasures", "hands", "cards", "wagons", "bonus", "points", "turn")
"""What is left when a game is over."""


def side_by_side(options, seed):
    """The same game in both programs, compared at every step; gives the two after each."""
    rng = np.random.default_rng(seed)
    state, other = load(**options).new_state(), Reference(**options)
    while not state.is_terminal:
        compare(state, other)
        text = state.sample(rng) if state.is_chance else str(pick_any(state, rng))
        state.apply(text)
        other.apply(text)
        yield state, other


def compare(state, other):
    where = f"after {state.history[-3:]}"
    assert state.current_player == other.current_player, where
    assert state.legal_actions == other.legal_actions, where
    if state.is_chance:
        shares = dict(other.chance_outcomes())
        assert dict(state.chance_outcomes()) == {text: pytest.approx(float(share)) for text, share in shares.items()}
        return
    assert state.legal_action_ids == other.legal_action_ids, where
    mine, theirs = known_of(state), known_of(other)
    if other.node.kind in ("colours", "place", "arrange"):  # all see the card that is being built
        mine["known"] = theirs["known"]
    assert mine == theirs, where


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_the_reference_plays_the_same_game(options, seed):
    *_, (state, other) = side_by_side(options, seed)
    assert other.is_terminal and state.is_terminal
    mine, theirs = known_of(state), known_of(other)
    assert {name: mine[name] for name in LASTING} == {name: theirs[name] for name in LASTING}
    assert totals(state) == other.totals() and ending(state) == ending(other)
    assert winners(state) == winners(other)

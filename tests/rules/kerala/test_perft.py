"""Kerala: number of different turns, by the rules and by a formula, which verifies the order of decisions."""

from __future__ import annotations

from collections import Counter

import kerala_reference as reference
import pytest
from kerala_play import position

CELLS = "(0,0)BS (1,0)G1 (2,0)K1/R>K@E (0,1)R1 (1,1)B2 (0,2)K2 (1,2)P2 (3,0)K3"
FIGURES = ("(1,2)", "(0,0)")
OFFERS = [["G2", "K>R"], ["GJ", "GM"], ["B1", "B1"], ["RM", "P>G"]]

COUNTS = {"G2": 8, "K>R": 32, "GJ": 112, "GM": 391, "B1": 8, "RM": 391, "P>G": 32}
"""Number of turns with each tile in this position."""


def count_turns(state):
    """Return the number of ways to finish the current turn of seat 0."""
    if state.current_player != 0:
        return 1
    total = 0
    for text in state.legal_actions:
        after = state.copy()
        after.apply(text)
        total += count_turns(after)
    return total


def expected_turns(state):
    """Return the same number by formula: steps x sides, 1 + 2 (c - 2) jumps, 1 + drops (x 4 for an edge on top)."""
    tile = state.view()["held"]
    total = 0
    for choice in state.choices(0):
        after = state.copy()
        after.apply(choice["action"])
        platform = reference.read(after.view()["platforms"][0])
        if ">" in tile:
            total += 4
        elif tile.endswith("J"):
            total += 1 + 2 * (len(platform.tops) - 2)
        elif tile.endswith("M"):
            drops = reference.shifts(platform, False)
            total += 1 + sum(len(goals) * (4 if ">" in platform.tops[cell] else 1) for cell, goals in drops.items())
        else:
            total += 1
    return total


@pytest.mark.clause("KER-TURN-5", "KER-PLACE-8", "KER-PLACE-10", "KER-JUMP-5", "KER-SHIFT-9")
@pytest.mark.parametrize("offer", OFFERS, ids=" ".join)
def test_turns_are_counted(offer):
    state = position(CELLS, FIGURES, offer=offer)
    for tile in Counter(offer):
        taken = state.copy()
        taken.apply(f"take {tile}")
        assert count_turns(taken) == expected_turns(taken) == COUNTS[tile], tile
    assert count_turns(state) == 1 + sum(COUNTS[tile] for tile in set(offer))  # and the pass

"""Hampi: general checks of every game, and bounds of its choices and its length."""

from __future__ import annotations

from collections import Counter

import pytest
from hampi_play import at, eager, known_of, plays
from hampi_zones import beside

import mandapa
from mandapa.games.hampi.rules.components import MAX_TILES, STACKS
from mandapa.games.hampi.rules.landscape import cell_at
from mandapa.games.hampi.rules.state import NONE
from mandapa.testing import check_game


@pytest.mark.slow
@pytest.mark.clause("HAM-TURN-4", "HAM-END-1")
@pytest.mark.parametrize(
    "options", [{}, {"terrain_marks": "completed", "replace_tile": True, "tie_shares": "total"}], ids=str
)
def test_nothing_is_wrong_in_a_random_game(options):
    game = mandapa.load("hampi", players=2, mode="advanced", length="quick", **options)
    report = check_game(game, games=1, seed=3, every=60)
    assert report.games == 1 and report.longest > 80


@pytest.mark.clause("HAM-PLACE-1", "HAM-MARK-9", "HAM-TURN-6")
@pytest.mark.parametrize("options", [{}, {"mode": "advanced"}, {"replace_tile": True}], ids=str)
def test_few_choices_and_an_end(options):
    """All tiles lie near the first; a turn takes at least one item from a stack, so the game ends."""
    items = 65
    widest = 0
    for state in plays(21, 2, eager, **options):
        known = known_of(state)
        if known["stack"]:
            left = sum(known["stack"]) + sum(known["aside"].values())
            assert left <= items
            items = left if known["phase"] == "draw" else items
        assert all(max(abs(q), abs(r), abs(q + r)) <= 30 for q, r in known["board"])
        if not state.is_chance and not state.is_terminal:
            widest = max(widest, len(state.legal_actions))
            assert len(state.legal_actions) <= {"cell": 62, "turn": 6, "mark": 15, "withdraw": 8}[known["phase"]]
    assert widest > 5


@pytest.mark.clause("HAM-TURN-5", "HAM-MARK-9")
@pytest.mark.parametrize("options", [{}, {"replace_tile": True, "length": "quick"}], ids=str)
def test_bounds_hold_from_every_position(options):
    """Also where a marker is still to place, or a drawn tile may be put back."""
    seen, decisions = [], 0
    for number, state in enumerate(plays(1, 2, take_all, **options)):
        seen.append((state.game.type.bounds(state.record), decisions, number - decisions))
        decisions += not state.is_chance and not state.is_terminal
    outcomes = number - decisions
    assert all(
        decisions - made <= bounds.decisions and outcomes - came <= bounds.outcomes for bounds, made, came in seen
    )


def take_all(state, rng):
    """Replace tiles and mark zones wherever that is possible."""
    return "replace" if "replace" in state.legal_actions else eager(state, rng)


@pytest.mark.clause("HAM-PLACE-1")
@pytest.mark.parametrize(("count", "all_on_the_map"), [(MAX_TILES, True), (MAX_TILES + STACKS, False)])
def test_why_a_box_holds_sixty_tiles_at_most(count, all_on_the_map):
    """Tiles that fit everywhere extend as far as they can; a cell next to the last one needs a number, too."""
    furthest = 0
    for towards in (1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1):
        laid = {(0, 0), (1, 0), (0, 1)}
        while len(laid) < count:
            rim = Counter(beside(cell, direction) for cell in laid for direction in range(6))
            free = [cell for cell, touches in rim.items() if touches >= 2 and cell not in laid]
            laid.add(max(free, key=lambda cell: (cell[0] * towards[0] + cell[1] * towards[1], cell)))
        furthest = max(furthest, *(max(abs(q), abs(r)) for q, r in laid))
    assert (cell_at(furthest + 1, 0) != NONE and cell_at(-furthest - 1, 0) != NONE) == all_on_the_map


@pytest.mark.clause("HAM-END-6")
def test_scores_and_returns():
    state = at("TRI", 4, support=[{"lady": 3}, {"lady": 3, "farmer": -5}, {}, {"miner": 2}])
    assert state.scores() == [3, -2, 0, 2]

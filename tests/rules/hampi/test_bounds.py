"""What holds in any game, checked in games of Hampi; bounds of its choices and its length."""

from __future__ import annotations

import pytest
from hampi_play import at, eager, known_of, plays

import mandapa
from mandapa.testing import check_game


@pytest.mark.slow
@pytest.mark.clause("HAM-TURN-4", "HAM-END-1")
@pytest.mark.parametrize("terrain_marks", ["any", "completed"])
def test_nothing_is_wrong_in_a_random_game(terrain_marks):
    game = mandapa.load("hampi", players=2, mode="advanced", length="quick", terrain_marks=terrain_marks)
    report = check_game(game, games=1, seed=3, every=60)
    assert report.games == 1 and report.longest > 80


@pytest.mark.clause("HAM-PLACE-1", "HAM-MARK-9", "HAM-TURN-6")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_few_choices_and_an_end(mode):
    """All tiles lie near the first; a turn takes at least one item from a stack, so the game ends."""
    items = 65
    widest = 0
    for state in plays(21, 2, eager, mode=mode):
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


@pytest.mark.clause("HAM-END-6")
def test_scores_and_returns():
    state = at("TRI", 4, support=[{"lady": 3}, {"lady": 3, "farmer": -5}, {}, {"miner": 2}])
    assert state.scores() == [3, -2, 0, 2]

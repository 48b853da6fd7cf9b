"""Whole games of Indus, package and reference compared step by step."""

from __future__ import annotations

import indus_reference as reference
import numpy as np
import pytest

import mandapa
from scaling import seeds

VARIANTS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "board": "random", "start_seat": 1},
    {"players": 3, "board": "random", "start_seat": 2},
    {"players": 4, "board": "random"},
    {"players": 2, "placement": "free", "two_player_teams": [[0, 3], [1, 2]]},
    {"players": 3, "placement": "free"},
    {"players": 4, "placement": "free", "start_seat": 3},
    {"players": 2, "board": "random", "placement": "fixed", "two_player_teams": [[0, 1], [2, 3]]},
    {"players": 3, "board": "random", "placement": "fixed"},
    {"players": 4, "board": ["M5", "K1", "K2", "K5", "K4"], "placement": "fixed"},
    {"players": 2, "spare_own": True},
    {"players": 2, "board": "random", "placement": "free", "spare_own": True},
]


@pytest.mark.clause("IND-TURN-1", "IND-TURN-3", "IND-ADD-1", "IND-ROLL-2", "IND-CAP-3", "IND-TWO-5", "IND-SCORE-12")
@pytest.mark.parametrize("number", range(len(VARIANTS)), ids=lambda number: str(VARIANTS[number]))
def test_both_play_the_same_game(number):
    options = VARIANTS[number]
    for seed in seeds(1):
        play_both(options, np.random.default_rng([number, seed]), seeking=(number + seed) % 2 == 1)


def play_both(options, rng, seeking):
    """Play both. ``seeking``: roll again, take back or spare, and move researchers to where they capture, if
    possible."""
    state = mandapa.load("indus", **options).new_state()
    other = reference.Reference(**options)
    while True:
        compare(state, other)
        if state.is_terminal:
            return
        texts = state.legal_actions
        if seeking and not state.is_chance:
            texts = sought(state, texts)
        text = str(texts[int(rng.integers(len(texts)))])
        state.apply(text)
        other.apply(text)


def sought(state, texts):
    phase = state.view()["phase"]
    if phase == "own":
        return texts[-1:] if "spare" in texts else ["take"]
    if phase == "go":
        captures = [
            row["action"]
            for row in state.choices(state.current_player)
            if row.get("effect", {"captured": 0})["captured"]
        ]
        return captures or texts[-1:]
    return texts


def compare(state, other):
    """Compare everything that both show."""
    expected = other.view()
    view = state.view()
    where = " ".join(state.history)
    for name, value in expected.items():
        if name != "ruins":
            assert view[name] == value, f"{name} after {where}"
    assert state.current_player == other.current_player, where
    assert state.legal_actions == other.legal_actions, where
    if state.is_chance:
        mine, theirs = state.chance_outcomes(), other.chance_outcomes()
        assert [text for text, _ in mine] == [text for text, _ in theirs], where
        assert [share for _, share in mine] == pytest.approx([float(share) for _, share in theirs]), where
    assert state.scores() == other.scores(), where
    for mine, theirs in zip(view["ruins"], expected["ruins"], strict=True):
        assert {name: mine[name] for name in ("name", "fields", "values", "counts")} == {
            name: theirs[name] for name in ("name", "fields", "values", "counts")
        }, where
        assert mine["prizes"] == {team: points for team, points in theirs["prizes"].items() if points}, where

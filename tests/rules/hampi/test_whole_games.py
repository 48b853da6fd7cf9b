"""Whole random games of Hampi, package and reference compared step by step; and invariants of every game."""

from __future__ import annotations

import tomllib

import hampi_boxes as boxes
import numpy as np
import pytest
from hampi_play import eager, finished, known_of, load, pick_any, zones_of
from hampi_reference import Reference

GAMES = {
    "2": {"players": 2},
    "3, quick": {"players": 3, "length": "quick"},
    "4, total": {"players": 4, "final_tie": "total", "first_player": 2},
    "5, none in stack 2": {"players": 5, "conditions_in_stack_2": 0},
    "2, quick, all in stack 2": {"players": 2, "length": "quick", "conditions_in_stack_2": 7},
    "3, all in stack 2": {"players": 3, "conditions_in_stack_2": 7, "first_player": 1},
    "advanced 2": {"players": 2, "mode": "advanced"},
    "advanced 3, quick, none": {"players": 3, "mode": "advanced", "length": "quick", "conditions_in_stack_2": 0},
    "advanced 4": {"players": 4, "mode": "advanced", "final_tie": "total"},
    "advanced 2, completed": {"players": 2, "mode": "advanced", "terrain_marks": "completed"},
    "3, replace, total": {"players": 3, "replace_tile": True, "tie_shares": "total"},
    "advanced 4, replace, total": {"players": 4, "mode": "advanced", "replace_tile": True, "tie_shares": "total"},
    "advanced 5": {"players": 5, "mode": "advanced", "first_player": 4, "conditions_in_stack_2": 3},
}
PLAYED = [(name, [pick_any, eager][number % 2]) for number, name in enumerate(GAMES)]
PLAYED += [("2", eager), ("advanced 2", eager), ("advanced 2, completed", eager)]  # few players, whose markers run out
PLAYED += [("3, replace, total", eager)]


def side_by_side(options, seed, choose=pick_any, box=None):
    """Play the same game in both implementations, comparing every step; yields both states after each. ``box``: a
    component file."""
    rng = np.random.default_rng(seed)
    state = load(**options, **({"components": str(box)} if box else {})).new_state()
    other = Reference(**options, **({"data": tomllib.loads(box.read_text(encoding="utf-8"))} if box else {}))
    laid = 0
    while True:
        compare(state, other)
        if len(other.laid) > laid:
            laid = len(other.laid)
            compare_zones(state, other)
        yield state, other
        if state.is_terminal:
            return
        text = state.sample(rng) if state.is_chance else choose(state, rng)
        state.apply(text)
        other.apply(text)


def compare(state, other):
    where = f"after {state.history[-3:]}"
    assert (state.is_terminal, state.is_chance) == (other.is_terminal, other.is_chance), where
    assert known_of(state) == known_of(other), where
    if state.is_chance and (other.phase != "tiles" or len(other.setup_tiles) == 2):  # test_chance.py has the rest
        theirs = other.chance_outcomes()
        mine = dict(state.chance_outcomes())
        assert list(mine) == sorted(theirs, key=other.number_of), where
        assert mine == {text: pytest.approx(float(share)) for text, share in theirs.items()}, where
    elif not state.is_chance and not state.is_terminal:
        texts = other.legal_actions
        assert state.current_player == other.seat, where
        assert state.legal_actions == texts, where
        assert state.legal_action_ids == [other.number_of(text) for text in texts], where


def compare_zones(state, other):
    mine, theirs = (sorted(zones_of(one), key=lambda zone: str(zone["members"])) for one in (state, other))
    assert mine == theirs, f"after {state.history[-3:]}"
    if other.phase in ("draw", "over") and other.finished:
        assert finished(state) == finished(other)


@pytest.mark.clause("HAM-TURN-1", "HAM-TURN-4", "HAM-MARK-2", "HAM-SCORE-1", "HAM-SCORE-6", "HAM-END-3")
@pytest.mark.parametrize(("name", "choose"), PLAYED)
def test_the_reference_plays_the_same_game(name, choose):
    *_, (state, other) = side_by_side(GAMES[name], 1 if choose is pick_any else 2, choose)
    assert state.is_terminal and other.is_terminal
    assert state.returns() == pytest.approx([float(share) for share in other.returns()])
    assert state.scores() == [sum(row) for row in other.support]
    sheets = state.scores(explain=True)
    assert {sheet["seat"] for sheet in sheets if sheet["rank"] == 1} == other.winners()
    assert [len(sheet["zones"]) for sheet in sheets] == other.zones_scored


@pytest.mark.clause("HAM-TILE-2", "HAM-TILE-4", "HAM-TILE-5", "HAM-TILE-6", "HAM-ZONE-2")
@pytest.mark.parametrize(
    ("count", "faces", "letters", "mode"),
    [
        (60, 60, "LLLRRRFP", "basic"),
        (60, 20, "LRRR", "advanced"),
        (45, 30, "RRRRP", "basic"),
        (60, 12, "LLFFPP", "advanced"),
        (9, 6, "LLLLR", "advanced"),
        (12, 4, "LLR", "basic"),
    ],
)
def test_other_tiles(tmp_path, count, faces, letters, mode):
    tiles = boxes.random_tiles(np.random.default_rng([count, faces]), count, faces, letters)
    box = boxes.written(tiles, tmp_path / "tiles.toml")
    *_, (state, _) = side_by_side({"players": 2, "mode": mode}, 3, eager, box)
    assert state.is_terminal

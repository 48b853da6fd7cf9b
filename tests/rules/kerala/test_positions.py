"""Kerala: set-up positions: impossible ones are refused, accepted ones can be played to the end."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa

CODES = [colour + face for colour in "BKRGP" for face in ["1"] * 4 + ["2"] * 5 + ["3"] * 5]
FULL = "(0,0)BS " + " ".join(f"({x},{y}){CODES[8 * x + y - 1]}" for x in range(5) for y in range(1, 9))


def position(**description):
    game = mandapa.load("kerala", players=2, colours=["blue", "red"])
    return game.position({"colours": ["blue", "red"], "platforms": [{}, {}], **description})


@pytest.mark.parametrize(
    ("description", "message"),
    [
        (
            {"platforms": [{"cells": f"(0,0)BS ({'9' * 5000},0)K1"}, {}]},
            r"platforms\[0\]\.cells: found .*, expected sta",
        ),
        ({"platforms": [{"cells": "(0,0)BS (\u0661,0)K1"}, {}]}, r"platforms\[0\]\.cells: found .*, expected stacks"),
        ({"platforms": [{"figures": [f"({'9' * 5000},0)"] * 2}, {}]}, r"platforms\[0\]\.figures: .* an occupied cell"),
        ({"platforms": [{"cells": "(0,0)BS/" + "/".join(["K1"] * 41)}, {}]}, r"cells: found '42 tiles', .* at most 41"),
        ({"round": True}, "round: found True, expected 1 to 40"),
        ({"round": 1.0}, "round: found 1.0, expected 1 to 40"),
        ({"seat": False}, "seat: found False, expected 0 to 1"),
        ({"players": 2.0}, "players: found 2.0, expected 2"),
        ({"platforms": [{"passes": True}, {}]}, r"platforms\[0\]\.passes: found True, expected 0 to 2"),
        (
            {"platforms": [{"cells": FULL}, {}], "offer": ["G1"]},
            r"platforms\[0\]\.cells: found '41 tiles', .* at most 40",
        ),
        (
            {"platforms": [{"cells": FULL}, {}], "round": 15},
            r"found '41 tiles', expected at most 15, a later round, or",
        ),
        ({"box": CODES, "round": 3}, "bag: found '30 tiles', expected 74 for the rounds to come, or phase over"),
        (
            {"platforms": [{"passes": 2}, {}]},
            "offer: found '0 tiles', expected a tile for seat 0, whose passes are used",
        ),
        ({"platforms": [{}, {"passes": 2}], "offer": ["K1"]}, "offer: found '1 tiles', expected a tile for seat 1, .*"),
    ],
)
def test_what_cannot_be(description, message):
    with pytest.raises(mandapa.PositionError, match=message):
        position(**description)


def test_a_finished_game_needs_no_supply():
    state = position(platforms=[{"cells": FULL, "passes": 2}, {"passes": 2}], phase="over")
    assert state.is_terminal and state.scores()[1] == -19


def test_without_a_round_it_is_the_first_that_fits():
    cells = "(0,0)BS " + " ".join(f"({n},0)K1" for n in range(1, 4))
    assert position(platforms=[{"cells": cells}, {"passes": 2}], offer=["K2", "K2"]).record.round_number == 4
    assert position().record.round_number == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_accepted_can_be_played_to_the_end(seat):
    cells = FULL.replace("(0,0)BS", "(0,0)BS" if seat == 0 else "(0,0)RS").rsplit(" ", 1)[0]
    platforms = [{}, {}]
    platforms[seat] = {"cells": cells, "passes": 2}
    state = position(platforms=platforms, seat=seat, phase="step", held="P>B", round=40)
    rng = np.random.default_rng(seat)
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    assert state.record.platforms[seat].tiles == 41

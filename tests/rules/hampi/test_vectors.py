"""The worked examples of Hampi's rules, HAM-V1 to 34, stored as data in ``vectors/*.toml``.

Each one is run by the rule package and by the reference implementation, which is thereby tested as well.

A vector is a game (``players``, ``options``), a set-up ``position`` and ``steps``. A step may ``place`` the drawn tile
(cell and rotation) and ``do`` actions and chance outcomes; every other key is an expectation: ``gain`` is the points of
the step for each seat, ``left`` the supplies, ``locked`` the markers in complete zones, ``zone`` the zone that an
action refers to, ``scored`` the completed zones, ``wins`` the shares of the victory.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import hampi_reference as reference
import hampi_zones as zones
import pytest
from hampi_play import (
    BOX,
    PROGRAMS,
    at,
    begun,
    cells_in,
    finished,
    known_of,
    locked,
    place,
    support,
    totals,
    vectors,
    zone_at,
    zones_of,
)

from mandapa.games.hampi.rules import scoring


def data() -> list[Any]:
    return [
        pytest.param(
            row, id=" ".join([row["id"], row.get("part", "")]).strip(), marks=pytest.mark.clause(*row["clauses"])
        )
        for row in vectors()
    ]


def shares(state: Any) -> list[float]:
    """Return each seat's share of the victory."""
    players = len(state.returns())
    return [float(part) + 1 / players for part in state.returns()]


CHECKS = {
    "legal": lambda state: state.legal_actions,
    "phase": lambda state: known_of(state)["phase"],
    "total": totals,
    "support": lambda state: known_of(state)["support"],
    "left": lambda state: [8 - len(row) for row in known_of(state)["markers"]],
    "in_round_2": lambda state: known_of(state)["in_round_2"],
    "holders": lambda state: known_of(state)["holders"],
    "stack": lambda state: known_of(state)["stack"],
    "aside": lambda state: list(known_of(state)["aside"]),
    "returned": lambda state: list(known_of(state)["returned"]),
    "tiles": lambda state: len(known_of(state)["board"]),
    "turn": lambda state: state.seat if isinstance(state, reference.Reference) else state.view()["turn"],
    "locked": locked,
    "open_roads": lambda state: sum(zone["kind"] == "road" and zone["gaps"] > 0 for zone in zones_of(state)),
    "ids": lambda state: [reference.Reference().number_of(text) for text in state.legal_actions],
}
"""The actual value for each key of a step."""

CHECKED_BELOW = {"place", "do", "gain", "zone", "scored", "wins", "outcomes", "impossible", "open_lands"}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("vector", data())
def test_vectors(vector, program):
    state = begun(program, vector.get("players", 3), vector["position"], **vector.get("options", {}))
    for number, step in enumerate(vector["steps"]):
        assert set(step) <= set(CHECKS) | CHECKED_BELOW
        check_chance(state, step)
        before = known_of(state)["support"]
        if "place" in step:
            place(state, step["place"])
        for text in [step["do"]] if isinstance(step.get("do"), str) else step.get("do", []):
            state.apply(text)
        for key, compared in CHECKS.items():
            if key in step:
                expected = [support(**row) for row in step[key]] if key == "support" else step[key]
                assert compared(state) == expected, f"step {number}: {key}"
        check_the_rest(state, step, before)


def check_chance(state, step):
    """Check ``outcomes`` with their probability and those that are ``impossible``, before the step."""
    if "outcomes" in step:
        chances = {text: float(chance) for text, chance in dict(state.chance_outcomes()).items()}
        for text, chance in step["outcomes"].items():
            assert chances[text] == pytest.approx(float(Fraction(chance))), text
        assert sum(chances.values()) == pytest.approx(1)
        assert not set(step.get("impossible", [])) & set(chances)


def check_the_rest(state, step, before):
    """Check the keys that are not plain comparisons."""
    if "gain" in step:
        now = known_of(state)["support"]
        gained = [[b - a for a, b in zip(*rows, strict=True)] for rows in zip(before, now, strict=True)]
        assert gained == [support(**row) for row in step["gain"]]
    if "zone" in step:
        check_zone(state, step["zone"])
    if "scored" in step:
        found = [{**zone, "total": sum(zone["vector"])} for zone in finished(state)]
        assert len(found) == len(step["scored"])
        for zone, row in zip(found, step["scored"], strict=True):
            assert {key: zone[key] for key in row} == row
    if "wins" in step:
        assert shares(state) == pytest.approx([float(Fraction(part)) for part in step["wins"]])
    if "open_lands" in step:
        lands = [zone["tiles"] for zone in zones_of(state) if zone["kind"] == "land" and zone["gaps"]]
        for cells in step["open_lands"]:
            assert cells_in(cells) in lands


def check_zone(state, row):
    zone = zone_at(state, row["of"])
    assert "tiles" not in row or zone["tiles"] == cells_in(row["tiles"])
    assert {key: zone[key] for key in row if key in zone and key != "tiles"} == {
        key: value for key, value in row.items() if key not in ("of", "tiles")
    }


@pytest.mark.clause("HAM-SCORE-5")
def test_v7_split_of_thirteen():
    """The vector of V6 for two tied players; no building can hold two markers, so only the division is tested."""
    vector = support(merchant=4, elder=6, lady=5, farmer=-2)
    halves = support(merchant=2, elder=3, lady=2, farmer=-1)
    assert sum(vector) == 13 and sum(halves) == 6
    assert [scoring.share(entry, 2) for entry in vector] == halves
    assert reference.shares(vector, [1, 0, 1]) == {0: halves, 2: halves}


FITTING = {18: "H59", 12: "H12 H54", 9: "H01 H25 H38 H43", 6: "H08 H10 H42 H17", 3: "H11 H24 H60"}
NOWHERE = "H18 H21 H22 H23 H26 H33 H34 H35 H36 H46 H49 H50"


@pytest.mark.clause("HAM-PLACE-1", "HAM-PLACE-2", "HAM-ZONE-1")
@pytest.mark.parametrize(("count", "tile"), [(count, tile) for count, row in FITTING.items() for tile in row.split()])
def test_v11_places_beside_three_tiles_of_land(count, tile):
    state = at("TRI", drawn=tile)
    rows = state.choices(0)
    assert {tuple(row["cell"]) for row in rows} <= {(1, 1), (1, -1), (-1, 1)}
    assert sum(len(row["rotations"]) for row in rows) == count
    board = begun("reference", 3, {"board": "TRI"}).board
    assert zones.placements(BOX, board, tile) == [
        (tuple(row["cell"]), rotation) for row in rows for rotation in row["rotations"]
    ]
    if tile == "H01":
        state.apply("cell (1,1)")
        assert state.legal_actions == ["turn 0", "turn 1", "turn 5"]
        assert at("TRI", drawn=tile).refusal("cell (2,0)").clause == "HAM-PLACE-1"


@pytest.mark.clause("HAM-TURN-5", "HAM-PLACE-2")
@pytest.mark.parametrize("tile", NOWHERE.split())
def test_v11_tiles_without_a_place(tile):
    for program in PROGRAMS:
        state = begun(program, 3, {"board": "TRI"})
        state.apply(f"draw {tile}")
        assert known_of(state)["aside"] == {tile: 1} and known_of(state)["phase"] == "draw"


def test_every_vector_is_here():
    named = " ".join(parameter.id for parameter in data())
    numbers = {int(word.removeprefix("HAM-V")) for word in named.split() if word.startswith("HAM-V")}
    assert numbers | {7, 11} == set(range(1, 35))

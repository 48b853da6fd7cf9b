"""Kerala: scoring and invariants (KER-SCORE, KER-INV)."""

from __future__ import annotations

import kerala_reference as reference
import numpy as np
import pytest
from kerala_play import GAME_CODES, SYMBOLS, edge_codes, played, plays, position, random_platform

import mandapa
from mandapa.games.kerala.rules.invariant import tile_census
from mandapa.games.kerala.rules.state import NONE, TAKE
from scaling import scaled

ROWS = ("removed", "missing", "standing", "edges", "symbols")


def sheet(cells, **more):
    return position(cells, phase="over", **more).scores(explain=True)[0]


def gone(row):
    return sorted(tuple(cell) for area in row["removed"]["areas"] for cell in area["cells"])


@pytest.mark.clause("KER-SCORE-2")
def test_areas_join_side_by_side_in_their_main_colour():
    assert gone(sheet("(0,0)BS (1,0)R1 (1,1)G1 (0,1)R1")) == [(0, 1)]  # red only touches red at a corner
    assert gone(sheet("(0,0)BS (1,0)R1 (2,0)K>R@W (3,0)R1")) == [(3, 0)]  # an edge colour joins nothing
    assert gone(sheet("(0,0)BS (1,0)R1 (2,0)R>K@N (3,0)R1")) == []


@pytest.mark.clause("KER-SCORE-2")
def test_areas_are_found_before_anything_is_removed():
    row = sheet("(0,0)BS (1,0)R1 (2,0)R2 (3,0)G2 (3,1)G2 (2,1)G1 (1,1)K1 (0,1)R1")
    assert gone(row) == [(0, 1)]


@pytest.mark.clause("KER-SCORE-3", "KER-SCORE-4")
def test_how_many_areas_stay():
    cells = "(0,0)BS (1,0)K1 (2,0)B1 (3,0)K1 (4,0)B1 (5,0)K2 (6,0)B2"
    row = sheet(cells)
    areas = [area["colour"] for area in row["removed"]["areas"]]
    assert sorted(areas) == ["black", "black", "blue", "blue"]
    red = mandapa.load("kerala", players=2, colours=["red", "blue"])
    other = cells.replace("BS", "RS")
    state = red.position({"phase": "over", "platforms": [{"cells": other}, {}]})
    areas = [area["colour"] for area in state.scores(explain=True)[0]["removed"]["areas"]]
    assert sorted(areas) == ["black", "black", "blue", "blue"]


@pytest.mark.clause("KER-SCORE-5", "KER-SCORE-6")
def test_removed_stacks_cost_every_tile():
    row = sheet("(0,0)BS (1,0)R3 (2,0)R1 (0,1)K1/G2/P1/R1")
    assert gone(row) == [(1, 0), (2, 0)] and row["removed"]["points"] == -4
    deep = sheet("(0,0)BS (1,0)R3 (2,0)R3 (3,0)R3 (0,1)K1/G2/P1/R1")
    assert gone(deep) == [(0, 1)] and deep["removed"]["points"] == -8
    with_start = sheet("(0,0)BS/R1 (1,0)K1 (2,0)R3 (3,0)R3")
    assert gone(with_start) == [(0, 0)] and with_start["removed"] | {"areas": []} == {
        "tiles": 2,
        "points": -4,
        "areas": [],
    }


@pytest.mark.clause("KER-SCORE-7")
def test_what_stays_may_fall_apart():
    row = sheet("(0,0)BS (1,0)R1 (2,0)G1 (0,1)R2 (0,2)R2")
    assert gone(row) == [(1, 0)] and row["symbols"]["by_colour"]["green"]["points"] == 1


@pytest.mark.clause("KER-SCORE-8")
@pytest.mark.parametrize("missing", range(1, 5))
def test_each_missing_colour_costs_five(missing):
    tiles = ["K1", "R1", "G1", "P1"][missing:]
    cells = "(0,0)BS" + "".join(f" ({x},0){tile}" for x, tile in enumerate(tiles, 1))
    row = sheet(cells)
    assert row["missing"]["points"] == -5 * missing
    assert row["missing"]["colours"] == ["black", "red", "green", "purple"][:missing]


@pytest.mark.clause("KER-SCORE-9", "KER-PASS-3")
@pytest.mark.parametrize("passes", [0, 1, 2])
def test_standing_figures(passes):
    row = sheet("(0,0)BS", passes=passes)
    assert row["standing"] == {"figures": 2 - passes, "points": 2 - passes}
    assert row["total"] == 1 - 20 + 2 - passes


@pytest.mark.clause("KER-SCORE-10", "KER-SCORE-11")
@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ("(0,0)BS (1,0)K>B@W", 5),
        ("(0,0)BS (1,0)K>B@E", 0),
        ("(0,0)BS (1,0)K>R@W", 0),
        ("(0,0)BS (1,0)K>G@E (2,0)R>G@W", 0),
        ("(0,0)BS (1,0)K>R@E (2,0)R>K@W", 10),
        ("(0,0)BS (1,0)K>R@E (2,0)G1/R1", 5),
        ("(0,0)BS (1,0)K>R@E (2,0)R1 (2,1)G1 (2,2)R3", 5),
        ("(0,0)BS (1,0)K>R@E (2,0)R1 (2,1)G1 (2,2)R3 (2,3)R3", 0),
    ],
)
def test_edges(cells, points):
    row = sheet(cells)
    assert row["edges"]["points"] == points == row["edges"]["each"] * len(row["edges"]["matched"])
    edges = sum(">" in word for word in cells.split())
    assert len(row["edges"]["matched"]) + len(row["edges"]["unmatched"]) == edges


@pytest.mark.clause("KER-SCORE-10")
def test_an_edge_tile_that_is_not_turned_yet_scores_no_edge():
    state = position("(0,0)BS (1,0)K>B@E", phase="over")
    before = state.scores()
    state.record.platforms[0].side[1] = NONE
    assert state.scores() == before


@pytest.mark.clause("KER-SCORE-12")
def test_symbols_of_what_stays():
    row = sheet("(0,0)BS (1,0)K3 (1,1)K2 (2,0)R2/G1 (3,0)K1")
    assert row["symbols"]["points"] == 1 + 3 + 2 + 1
    assert row["symbols"]["by_colour"]["black"] == {"points": 5, "cells": [(1, 0), (1, 1)]}
    assert row["symbols"]["by_colour"]["blue"] == {"points": 1, "cells": [(0, 0)]}


@pytest.mark.clause("KER-SCORE-13")
def test_the_total_is_the_sum_and_may_be_negative():
    totals = []
    for seed in range(6):
        state = played(seed, 3)
        for row, total in zip(state.scores(explain=True), state.scores(), strict=True):
            assert row["total"] == sum(row[name]["points"] for name in ROWS) == total
            totals.append(total)
    assert min(totals) < 0 < max(totals)


@pytest.mark.clause("KER-SCORE-14")
def test_of_equal_totals_the_choice_that_removes_fewer_tiles():
    """Keeping R1 with the edge that touches it is worth as much as R2, R1 and K1 without an edge."""
    row = sheet("(0,0)BS (1,0)R1 (1,1)K>R@N (-1,0)R2 (-2,0)R1 (0,-1)K1")
    assert row["total"] == -7 and gone(row) == [(1, 0), (1, 1)]


@pytest.mark.clause("KER-SCORE-14")
def test_the_choice_that_removes_fewer_tiles_may_need_an_edge_to_be_equal():
    """Four tiles with 2 symbols and an edge are worth as much as three tiles with 9 symbols and no edge."""
    row = sheet("(0,0)BS (1,0)R3 (2,0)R3 (3,0)R3 (0,1)K1/G2/P1/R2 (-1,1)K>R@E")
    assert gone(row) == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.clause("KER-SCORE-15")
def test_ranks_and_shared_wins():
    state = played(3, 5)
    rows = state.scores(explain=True)
    for row in rows:
        assert row["rank"] == 1 + sum(other["total"] > row["total"] for other in rows)
    tie = position("(0,0)BS", phase="over").scores(explain=True)
    assert [row["rank"] for row in tie] == [1, 1]
    assert state.returns() == state.scores()


# ---------------------------------------------------------------- comparison with the reference

EDGES = edge_codes()
ONES = [code for code in GAME_CODES if code.endswith("1")]
TWO_COLOURS = [code for code in GAME_CODES if code[0] in "RG"]
COUPLED = ["R>G", "G>R", "R>G", "G>R", "R1", "G1", "B1", "B>R", "B>G"]
KINDS = {
    "as in the bag": (list(GAME_CODES), 0.2),
    "many edges": (EDGES + ONES, 0.1),
    "ties": (ONES, 0.0),
    "ties with stacks": (ONES, 0.5),
    "two colours": (TWO_COLOURS, 0.1),
    "edges of two colours": (COUPLED, 0.1),
    "edges only": (EDGES, 0.3),
}


def choices(platform):
    """Return the number of choices of areas."""
    count = 1
    for name in reference.LETTERS.values():
        areas = len(reference.groups({cell for cell, code in platform.tops.items() if reference.colour(code) == name}))
        count *= max(1, areas * (areas - 1) // 2 if name == platform.own else areas)
    return count


@pytest.mark.clause("KER-SCORE-4", "KER-SCORE-10", "KER-SCORE-13", "KER-SCORE-14")
@pytest.mark.parametrize("kind", KINDS)
def test_scores_of_random_platforms_are_those_of_the_obvious_rule(kind):
    """At least 120 platforms of each kind, with up to 1,000 choices of areas: total, removed cells, tie rule."""
    codes, tall = KINDS[kind]
    rng = np.random.default_rng(len(kind))
    compared = 0
    while compared < scaled(120):
        state = random_platform(rng, int(rng.integers(2, 24)), codes, tall)
        platform = reference.read(state.view()["platforms"][0])
        if choices(platform) > 1000:
            continue
        compared += 1
        row = state.scores(explain=True)[0]
        total, cells = reference.best_removal(platform, SYMBOLS)
        assert (row["total"], gone(row)) == (total, cells), state


@pytest.mark.clause("KER-SCORE-14")
def test_scores_in_play_are_those_of_the_obvious_rule(interpreted):
    compared = 0
    for state in plays(13, 4):
        if state.record.phase != TAKE:
            continue
        seat = state.current_player
        sheets = state.scores(explain=True)
        with interpreted():
            assert state.scores(explain=True) == sheets
        platform = reference.read(state.view()["platforms"][seat])
        if choices(platform) <= 1000:
            compared += 1
            total, cells = reference.best_removal(platform, SYMBOLS)
            assert (sheets[seat]["total"], gone(sheets[seat])) == (total, cells)
    assert compared > 40


# ---------------------------------------------------------------- invariants


@pytest.mark.clause("KER-INV-1")
@pytest.mark.parametrize("players", [2, 5])
def test_no_tile_is_lost(players):
    counts = None
    for state in plays(23, players):
        counts = state.game.components.counts if counts is None else counts
        assert tile_census(state.record).tolist() == list(counts)
    assert sum(counts) == 100


@pytest.mark.clause("KER-INV-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tiles_at_the_end(players):
    view = played(29, players).view()
    for row in view["platforms"]:
        assert sum(len(cell["stack"]) for cell in row["cells"]) == 1 + view["rounds"] - row["passes"]
    assert view["box"]["total"] == sum(row["passes"] for row in view["platforms"])


@pytest.mark.clause("KER-INV-1", "KER-INV-2")
def test_the_invariant_sees_what_is_wrong():
    """``check_game`` relies on the invariant, so it must detect each kind of damage."""
    start = mandapa.load("kerala", players=2).new_state().record
    state = played(37, 2)
    check = state.game.type.invariant
    assert check(start, state.record) is None
    damages = {
        "KER-INV-1": lambda record: record.box.__setitem__(3, 9),
        "fewer than no": lambda record: record.bag.__setitem__(3, -1),
        "on top": lambda record: record.platforms[0].height.__setitem__(2, 7),
        "neighbours": lambda record: record.platforms[1].neighbour.__setitem__((0, 0), 5),
        "two slots": lambda record: (
            record.platforms[0].x.__setitem__(1, record.platforms[0].x[0]),
            record.platforms[0].y.__setitem__(1, record.platforms[0].y[0]),
        ),
        "KER-PLACE-3": lambda record: record.platforms[0].figure.__setitem__(slice(None), 3),
        "KER-PASS-5": lambda record: setattr(record.platforms[0], "passes", 3),
        "KER-INV-2": lambda record: setattr(record, "rounds", 39),
    }
    for message, damage in damages.items():
        damaged = state.copy().record
        damage(damaged)
        assert message in (check(start, damaged) or ""), message


def test_the_invariant_sees_a_wrong_offer():
    states = plays(41, 4, rounds=2)
    start = next(states).copy().record
    state = next(state for state in states if state.record.phase == TAKE and len(set(state.view()["offer"])) == 4)
    offer = state.record.offer.tolist()
    state.record.offer[:] = [*offer[1::-1], *offer[2:]]
    assert "ascending" in state.game.type.invariant(start, state.record)
    state.record.offer[:] = [*offer[:2], NONE, NONE, NONE]
    state.record.box[offer[2]] += 1
    state.record.box[offer[3]] += 1
    assert "KER-TURN-2" in state.game.type.invariant(start, state.record)

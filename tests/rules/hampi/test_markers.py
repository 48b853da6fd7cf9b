"""Hampi: markers, points and the advanced game (HAM-MARK, HAM-SCORE, HAM-BANK, HAM-ADV)."""

from __future__ import annotations

import pytest
from hampi_play import PROGRAMS, RING, at, begun, known_of, locked, place, plays, support, totals

import mandapa


@pytest.mark.clause("HAM-MARK-5", "HAM-ADV-1")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("mode", "number"), [("basic", 3), ("advanced", 1), ("advanced", 2), ("advanced", 3)])
def test_no_limits(program, mode, number):
    given = {"board": "TRI", "drawn": "H38", "round": number, "holders": [0], "markers": ["0:H56:land:5"]}
    state = begun(program, 3, {**given, "in_round_2": [3, 0, 0] if mode == "basic" else [0, 0, 0]}, mode=mode)
    place(state, "1,1/5")
    assert state.legal_actions == ["decline", "mark 0", "mark 1"]
    state.apply("mark 1")
    assert known_of(state)["markers"][0][-1] == ((1, 1), 1)
    assert known_of(state)["in_round_2"] == ([3, 0, 0] if mode == "basic" else [0, 0, 0])


POND = "TRI H38@1,1/5 H39@2,0/1"
TEMPLE = "H54@0,0/3 H05@1,0/4 H07@0,1/0 H14@-1,1/3 H31@-1,0/3 H58@0,-1/3"
MARKET = "H10@0,0/0 H30@1,0/3 H04@0,1/0 H54@-1,1/1 H26@-1,0/5 H13@0,-1/2"


@pytest.mark.clause("HAM-MARK-5", "HAM-MARK-7")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    ("board", "drawn", "where", "early", "completed"),
    [
        ("TRI", "H38", "1,1/5", ["mark 0", "mark 1"], []),  # an open pond, open land
        (POND, "H40", "2,1/3", ["mark 0", "mark 1"], ["mark 0"]),  # the pond is complete
        (TEMPLE, "H28", "1,-1/1", ["mark 0", "mark 1", "mark 2", "mark building SW"], ["mark building SW"]),
        (MARKET, "H56", "1,-1/0", ["mark 0", *(both := ["mark building", "mark building SW"])], both),  # a new temple
    ],
)
def test_terrain_may_have_to_be_complete(program, number, board, drawn, where, early, completed):
    """Advanced, with ``terrain_marks``; temples and markets can still be marked early."""
    for terrain_marks, marks in (("any", early), ("completed", completed)):
        given = {"board": board, "drawn": drawn, "round": number, "holders": [0]}
        state = begun(program, 3, given, mode="advanced", terrain_marks=terrain_marks)
        place(state, where)
        if marks:
            assert state.legal_actions == ["decline", *marks]
        else:
            assert known_of(state)["phase"] == "draw"


@pytest.mark.clause("HAM-MARK-7")
@pytest.mark.parametrize(
    ("board", "drawn", "where", "usual", "own_tile"),
    [
        (TEMPLE, "H28", "1,-1/1", ["mark 0", "mark 1", "mark 2", "mark building SW"], ["mark 0", "mark 1", "mark 2"]),
        (MARKET, "H56", "1,-1/0", ["mark 0", "mark building", "mark building SW"], ["mark 0", "mark building"]),
    ],
)
def test_buildings_may_be_marked_only_on_the_tile_just_laid(board, drawn, where, usual, own_tile):
    for option, marks in ((False, usual), (True, own_tile)):
        state = begun("package", 3, {"board": board, "drawn": drawn}, mode="advanced", own_tile_only=option)
        place(state, where)
        assert state.legal_actions == ["decline", *marks]
    refused = state.refusal("mark building SW")
    assert (refused.clause, refused.key) == ("HAM-MARK-7", "hampi.refusal.not_on_tile")


@pytest.mark.clause("HAM-MARK-5")
def test_why_open_terrain_is_not_offered():
    for mode, clause, name in (("advanced", "HAM-MARK-5", "terrain_open"), ("basic", "HAM-MARK-3", "not_complete")):
        state = begun("package", 3, {"board": POND, "drawn": "H40"}, mode=mode, terrain_marks="completed")
        place(state, "2,1/3")
        refused = state.refusal("mark 1")
        assert (refused.clause, refused.key) == (clause, f"hampi.refusal.{name}")
        assert state.view()["marking"] == "completed"


@pytest.mark.clause("HAM-MARK-5")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_basic_game_knows_no_such_option(program):
    given = {"board": "TRI", "drawn": "H38", "round": 2, "holders": [0]}
    state = begun(program, 3, given, terrain_marks="completed")
    place(state, "1,1/5")
    assert state.legal_actions == ["decline", "mark 0", "mark 1"]


@pytest.mark.clause("HAM-MARK-4")
@pytest.mark.parametrize("program", PROGRAMS)
def test_markers_of_round_1_do_not_count_in_round_2(program):
    state = begun(program, 3, {"board": "TRI", "drawn": "H38", "round": 2, "markers": ["0:H56:land:7"]})
    place(state, "1,1/5")
    assert state.legal_actions == ["decline", "mark 0", "mark 1"]


@pytest.mark.clause("HAM-MARK-4", "HAM-MARK-9")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_marker_that_is_withdrawn_counts_in_round_2(program):
    given = {"board": "TRI", "drawn": "H38", "round": 2, "markers": ["0:H56:land:8"], "in_round_2": [2, 0, 0]}
    state = begun(program, 3, given)
    place(state, "1,1/5")
    for text in ("mark 0", "withdraw 0"):
        state.apply(text)
    assert known_of(state)["in_round_2"] == [3, 0, 0]
    assert known_of(state)["markers"][0] == [((0, 0), 0)] * 7 + [((1, 1), 0)]


@pytest.mark.clause("HAM-MARK-9")
@pytest.mark.parametrize("program", PROGRAMS)
def test_one_source_for_each_open_zone(program):
    board = "TRI H38@1,1/5 H43@1,-1/5"
    given = {
        "board": board,
        "drawn": "H39",
        "round": 3,
        "markers": ["0:H38:pond 0:H56:land:3 0:H43:farm:2 0:H38:pond:2"],
    }
    state = begun(program, 3, given)
    place(state, "2,0/1")
    assert "mark 0" in state.legal_actions  # the pond of H38 and H39
    state.apply("mark 0")
    assert state.legal_actions == ["withdraw 1", "withdraw 4"]  # the oldest on land and on the farm, not the pond's
    if program == "package":
        assert state.refusal("withdraw 2").clause == "HAM-MARK-9"
    state.apply("withdraw 4")
    assert known_of(state)["markers"][0][4:] == [((1, -1), 0), ((1, 1), 0), ((1, 1), 0), ((2, 0), 0)]


@pytest.mark.clause("HAM-MARK-9", "HAM-ADV-2")
@pytest.mark.parametrize("program", PROGRAMS)
def test_markers_that_return_cannot_be_used_in_the_same_turn(program):
    given = {"board": "TRI H38@1,1/5 H39@2,0/1", "drawn": "H40", "markers": ["0:H38:pond:8 1:H38:pond"]}
    state = begun(program, 3, given, mode="advanced")
    place(state, "2,1/3")
    assert known_of(state)["phase"] == "draw"  # no marker left
    assert known_of(state)["markers"] == [[], [], []]  # all are back, including the loser's
    assert totals(state) == [12, 0, 0]


@pytest.mark.clause("HAM-ADV-2")
@pytest.mark.parametrize("program", PROGRAMS)
def test_markers_return_also_from_a_zone_that_costs(program):
    given = {
        "board": "TRI H12@1,1/0 H13@2,0/1",
        "drawn": "H05",
        "seat": 1,
        "markers": ["0:H12:village:2 1:H13:village"],
    }
    state = begun(program, 3, given, mode="advanced")
    place(state, "2,1/3")
    state.apply("decline")
    assert known_of(state)["markers"] == [[], [], []] and totals(state) == [-4, 0, 0]


@pytest.mark.clause("HAM-MARK-6", "HAM-MARK-2")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_zone_is_offered_once_and_at_its_lowest_part(program):
    state = begun(program, 3, {"board": "TRI", "drawn": "H17", "round": 3})
    place(state, "1,1/2")
    # Two villages on one tile, two zones, and one land area that passes behind both.
    assert state.legal_actions == ["decline", "mark 0", "mark 1", "mark 2"]


@pytest.mark.clause("HAM-MARK-7", "HAM-ADV-4", "HAM-ADV-3")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_building_in_a_hole(program):
    state = begun(program, 3, {"board": RING, "drawn": "H56"}, mode="advanced")
    place(state, "1,1/0")
    assert "mark building" in state.legal_actions
    state.apply("mark building")
    # H56 elder 2; around it H58 merchant 2, H59 miner 2 elder 2, H14 lady 1, H08 merchant 2 elder 2,
    # H05 merchant 2 lady -2, H19 lady 1 farmer 2.
    assert known_of(state)["support"][0] == support(miner=2, merchant=6, elder=6, farmer=2)
    assert known_of(state)["markers"] == [[], [], []]


@pytest.mark.clause("HAM-MARK-7")
def test_why_a_building_is_not_offered():
    state = at("TRI", mode="advanced", drawn="H38")
    place(state, "1,1/5")
    assert state.refusal("mark building").clause == "HAM-MARK-7"  # H38 has none
    assert state.refusal("mark building W").clause == "HAM-MARK-7"  # H58 is not complete
    board = "H54@0,0/3 H05@1,0/4 H07@0,1/0 H14@-1,1/3 H31@-1,0/3 H58@0,-1/3"
    state = at(board, mode="advanced", drawn="H28", markers=["2:H54:building"])
    place(state, "1,-1/1")
    assert state.refusal("mark building SW").clause == "HAM-MARK-7"  # taken


@pytest.mark.clause("HAM-MARK-10")
def test_where_a_marker_is_shown():
    def shown(board, drawn, where, text):
        state = at(board, drawn=drawn, round=3)
        place(state, where)
        state.apply(text)
        (marker,) = state.view()["markers"]
        return tuple(marker["cell"]), marker["part"]

    assert shown("TRI", "H01", "1,1/5", "mark 1") == ((1, 1), 1)  # a land
    assert shown("TRI", "H17", "1,1/2", "mark 1") == ((1, 1), 1)  # the village on the tile
    assert shown("TRI H13@1,1/5", "H08", "2,0/2", "mark 0") == ((1, 1), 0)  # the village on the next tile
    two = "TRI H59@1,-1/0 H15@2,-1/1 H13@1,1/5"
    assert shown(two, "H08", "2,0/2", "mark 0") == ((1, 1), 0)  # equally near: lower q
    loop = "H08@0,0/4 H01@1,0/3 H56@0,1/0 H57@-1,1/0 H58@-1,0/0 H02@0,-1/0"
    assert shown(loop, "H21", "1,-1/0", "mark 0") == ((1, -1), 1)  # its own village, though the road goes round to it


@pytest.mark.clause("HAM-ADV-2", "HAM-SCORE-5")
def test_what_a_scored_zone_paid_is_still_known():
    state = at("TRI H38@1,1/5 H39@2,0/1", mode="advanced", drawn="H40", round=3, markers=["0:H38:pond 1:H38:pond"])
    place(state, "2,1/3")
    state.apply("decline")
    (pond,) = [zone for zone in state.view()["zones"] if zone["scored"]]
    assert (pond["paid"], pond["total"], pond["each_total"]) == ([0, 1], 12, 6)
    assert pond["markers"] == [0, 0, 0]


@pytest.mark.clause("HAM-MARK-10", "HAM-ZONE-11")
def test_where_a_marker_is_shown_makes_no_difference():
    for first, second in (("H13", "H15"), ("H15", "H13")):
        given = [f"0:{first}:village:2 1:{second}:village:2"]
        state = at("TRI H13@1,1/5 H59@1,-1/0 H15@2,-1/1", drawn="H08", round=3, seat=2, markers=given)
        place(state, "2,0/2")
        state.apply("decline")
        assert totals(state) == [3, 3, 0]


# ---------------------------------------------------------------- points


@pytest.mark.clause("HAM-SCORE-3", "HAM-SCORE-5")
@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ("0:H38:pond:2 1:H38:pond:2 2:H38:pond", [6, 6, 0]),
        ("0:H38:pond 1:H38:pond:2 2:H39:pond", [0, 12, 0]),
        ("0:H38:pond 1:H39:pond", [6, 6, 0]),
    ],
)
def test_the_most_markers_wherever_they_stand(markers, expected):
    """A pond of H38, H39 and H40: 12 points; each of two players gets 6."""
    state = at("TRI H38@1,1/5 H39@2,0/1", drawn="H40", round=3, seat=2, markers=[markers])
    place(state, "2,1/3")
    state.apply("decline")
    assert totals(state) == expected


@pytest.mark.parametrize(
    ("board", "tile", "cell"),
    [
        ("TRI H38@1,1/5 H39@2,0/1", "H38", (1, 1)),
        ("TRI H38@1,1/5 H39@2,0/1", "H39", (2, 0)),
        ("TRI H39@1,1/5 H38@2,0/1", "H38", (2, 0)),
        ("TRI H39@1,1/5", "H39", (1, 1)),
        ("TRI H39@1,1/5", "H38", (1, 1)),  # as the game names twins
        ("TRI H38@1,1/5", "H39", (1, 1)),
    ],
)
def test_a_marker_stands_on_the_twin_that_is_named(board, tile, cell):
    assert known_of(at(board, round=3, markers=[f"0:{tile}:pond"]))["markers"][0] == [(cell, 0)]


@pytest.mark.parametrize("tile", ["H40", "H99", ["H38"], None])
def test_a_marker_on_a_tile_that_does_not_lie_there(tile):
    with pytest.raises(mandapa.PositionError) as caught:
        at("TRI H39@1,1/5", markers=[{"seat": 0, "tile": tile, "at": "pond"}])
    assert f"found {tile!r}, expected a tile of the board: H56 H57 H58 H39" in str(caught.value)


@pytest.mark.clause("HAM-SCORE-8", "HAM-MARK-11")
@pytest.mark.parametrize("program", PROGRAMS)
def test_open_zones_pay_nothing_at_the_end(program):
    conditions = ["total", "lady", "merchant", "miner", "priest", "farmer"]
    given = {
        "board": "TRI H38@1,1/5",
        "round": 3,
        "holders": [2],
        "conditions": conditions,
        "markers": ["0:H38:pond:3"],
    }
    state = begun(program, 3, given)
    state.apply("draw condition elder")
    assert state.is_terminal and totals(state) == [0, 0, 0] and locked(state) == [0, 0, 0]
    assert known_of(state)["holders"] == [2]


@pytest.mark.clause("HAM-SCORE-6")
def test_zones_are_counted_on_the_sheet():
    state = at("TRI H38@1,1/5 H39@2,0/1", drawn="H40", round=3, markers=["0:H38:pond"])
    place(state, "2,1/3")
    state.apply("decline")
    sheets = state.scores(explain=True)
    assert [sheet["kinds"] for sheet in sheets] == [{"pond": {"zones": 1, "points": 12}}, {}, {}]
    assert [row["zones_scored"] for row in state.view()["seats"]] == [1, 0, 0]


@pytest.mark.clause("HAM-BANK-1", "HAM-BANK-3")
def test_support_is_six_numbers():
    state = at("TRI", support=[{"lady": 17, "farmer": -4}, {"miner": -3}, {}])
    rows = state.view()["seats"]
    expected = {"miner": 0, "merchant": 0, "lady": 17, "elder": 0, "priest": 0, "farmer": -4}
    assert rows[0]["support"] == expected and [row["total"] for row in rows] == [13, -3, 0]
    assert state.scores() == [13, -3, 0]


@pytest.mark.clause("HAM-BANK-4")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_bank_never_runs_dry(program):
    """The cards of one influencer are worth 60 together."""
    given = {"board": "TRI H38@1,1/5 H39@2,0/1", "drawn": "H40", "support": [{"lady": 59}, {"lady": 60}, {"lady": 100}]}
    state = begun(program, 3, given)
    place(state, "2,1/3")
    state.apply("mark 0")
    assert [row[2] for row in known_of(state)["support"]] == [63, 60, 100]


@pytest.mark.clause("HAM-MARK-1", "HAM-SCORE-4")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_at_most_one_marker_a_turn(mode):
    before, laid = None, 0
    for state in plays(12, 4, mode=mode):
        known = known_of(state)
        out = sum(map(len, known["markers"]))
        if before is not None:
            assert out - before <= 1
        before, laid = out, len(known["board"])
    assert laid > 40


@pytest.mark.clause("HAM-MARK-7")
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_second_own_marker_on_a_temple(program):
    given = {"board": TEMPLE, "drawn": "H28", "round": 3, "holders": [0], "markers": ["0:H54:building"]}
    state = begun(program, 3, given, mode="advanced")
    place(state, "1,-1/1")
    assert "mark building SW" not in state.legal_actions
    if program == "package":
        refused = state.refusal("mark building SW")
        assert (refused.clause, refused.key) == ("HAM-MARK-7", "hampi.refusal.taken")

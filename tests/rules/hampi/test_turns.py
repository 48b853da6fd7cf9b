"""Hampi: draws, places, rounds (HAM-TILE, HAM-TURN, HAM-PLACE, HAM-ZONE), in small positions and whole games."""

from __future__ import annotations

import hampi_boxes as boxes
import pytest
from hampi_play import PROGRAMS, RING, at, begun, eager, known_of, place, plays, support, zone_at, zones_of
from hampi_zones import beside

import mandapa

# ---------------------------------------------------------------- places


@pytest.mark.clause("HAM-PLACE-1", "HAM-PLACE-2", "HAM-TILE-1")
def test_why_a_cell_is_not_offered():
    state = at("TRI", drawn="H38")
    assert state.legal_actions == ["cell (-1,1)", "cell (1,-1)", "cell (1,1)"]
    assert state.refusal("cell (2,0)").clause == "HAM-PLACE-1"  # one neighbour
    assert state.refusal("cell (5,5)").clause == "HAM-PLACE-1"  # none
    assert state.refusal("cell (0,0)").clause == "HAM-TILE-1"
    state.apply("cell (1,1)")
    assert state.legal_actions == ["turn 0", "turn 1", "turn 5"]
    assert state.refusal("turn 3").clause == "HAM-PLACE-2"


@pytest.mark.clause("HAM-PLACE-1")
def test_the_two_neighbours_need_not_touch_each_other():
    """Tested in a game: a cell with two neighbours that do not touch."""
    apart = 0
    for state in plays(4, 2):
        if known_of(state)["phase"] == "cell":
            board = known_of(state)["board"]
            for row in state.choices(state.current_player):
                covered = [direction for direction in range(6) if beside(tuple(row["cell"]), direction) in board]
                assert len(covered) >= 2
                apart += len(covered) == 2 and (covered[1] - covered[0]) % 6 in (2, 3, 4)
    assert apart


@pytest.mark.clause("HAM-PLACE-3")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_hole_is_a_cell(program):
    state = begun(program, 3, {"board": RING, "drawn": "H56"})
    assert "cell (1,1)" in state.legal_actions
    state.apply("cell (1,1)")
    assert state.legal_actions == [f"turn {rotation}" for rotation in range(6)]
    state.apply("turn 4")
    assert known_of(state)["board"][1, 1] == ("H56", 4)


@pytest.mark.clause("HAM-TILE-1", "HAM-ZONE-12", "HAM-SCORE-7", "HAM-SCORE-8", "HAM-MARK-11")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_what_lies_stays_and_what_is_complete_stays_so(mode):
    """Tiles, complete zones and, in the basic game, the markers in them; only completed zones ever pay."""
    tiles, done, before = [], [], None
    for number, state in enumerate(plays(8, 3, eager, mode=mode)):
        if number % 4 and not state.is_terminal:
            continue
        view = state.view()
        assert view["tiles"][: len(tiles)] == tiles
        tiles = view["tiles"]
        complete = [zone for zone in zones_of(state) if zone["complete"]]
        assert all(zone in complete for zone in done)
        done = complete
        known = known_of(state)
        if before is not None and known["support"] != before["support"]:
            assert known["zones_scored"] != before["zones_scored"]
        if before is not None and mode == "basic":
            members = [member for zone in complete for member in zone["members"]]
            for now, then in zip(known["markers"], before["markers"], strict=True):
                assert [place for place in then if place in members and place not in now] == []
        before = known
    assert len(tiles) > 40 and len(done) > 5


# ---------------------------------------------------------------- zones


@pytest.mark.clause("HAM-TILE-7", "HAM-ZONE-9", "HAM-MARK-8")
@pytest.mark.parametrize(("mode", "offered"), [("basic", False), ("advanced", True)])
def test_buildings_are_zones_only_in_the_advanced_game(mode, offered):
    board = "H54@0,0/3 H05@1,0/4 H07@0,1/0 H14@-1,1/3 H31@-1,0/3 H58@0,-1/3"
    state = at(board, mode=mode, drawn="H28", round=3)
    place(state, "1,-1/1")
    assert ("mark building SW" in state.legal_actions) == offered
    kinds = {zone["kind"] for zone in zones_of(state)}
    assert {"temple", "market"} <= kinds if offered else not {"temple", "market"} & kinds
    assert "mine" not in kinds  # H07


@pytest.mark.clause("HAM-TILE-7", "HAM-ZONE-9", "HAM-MARK-8", "HAM-SCORE-2")
def test_a_mine_is_nothing_but_the_support_of_its_tile_counts():
    state = at(RING.replace("H58", "H56"), mode="advanced", drawn="H58")
    place(state, "1,1/0")
    assert "mark building" in state.legal_actions  # the market
    ring = (
        "H57@0,0/0 H15@1,0/4 H59@0,1/0 H10@1,-1/4 H42@2,-1/5 H41@2,0/4 H28@3,-1/5 H08@3,0/5 H02@2,1/1 H01@3,1/4 "
        "H17@2,2/4 H09@1,2/5 H38@0,2/1"
    )
    state = at(ring, mode="advanced", drawn="H56")
    place(state, "1,1/0")  # encloses the mine of H15
    assert [text for text in state.legal_actions if "building" in text] == ["mark building"]
    assert state.refusal("mark building NW").clause == "HAM-MARK-7"
    state.apply("mark building")
    # H56 elder 2; around it H15 miner 2 lady 1, H41 miner 2, H02 merchant -2 priest 2, H09 miner 2 priest 2,
    # H38 lady 2 farmer 2, H59 miner 2 elder 2.
    expected = support(miner=8, merchant=-2, lady=3, elder=4, priest=4, farmer=2)
    assert known_of(state)["support"][0] == expected


@pytest.mark.clause("HAM-ZONE-3", "HAM-ZONE-8", "HAM-MARK-8")
def test_a_road_without_a_village_is_no_zone():
    state = at("TRI H01@1,1/5 H02@2,0/1", drawn="H03", round=3)
    place(state, "2,1/3")
    ring = zone_at(state, "mark 0")
    assert (ring["kind"], ring["gaps"], ring["complete"]) == ("road", 0, False)
    assert state.legal_actions == ["decline", "mark 1", "mark 2"]
    assert state.refusal("mark 0").clause == "HAM-MARK-8"
    inside, outside = zone_at(state, "mark 2"), zone_at(state, "mark 1")
    assert inside["complete"] and not outside["complete"] and inside["tiles"] != outside["tiles"]


@pytest.mark.clause("HAM-ZONE-3", "HAM-MARK-2")
def test_a_road_that_meets_a_village_becomes_a_zone():
    state = at("TRI H01@1,1/5", drawn="H02", round=3)
    place(state, "2,0/1")
    assert "mark 0" not in state.legal_actions
    state = at("TRI H13@1,1/5", drawn="H02", round=3)
    place(state, "2,0/1")
    zone = zone_at(state, "mark 0")
    assert (zone["kind"], zone["tiles"], zone["complete"]) == ("village", [(1, 1), (2, 0)], False)
    assert "mark 0" in state.legal_actions  # the piece on H02 has no village, but its road has


@pytest.mark.clause("HAM-ZONE-6", "HAM-MARK-8", "HAM-MARK-9", "HAM-MARK-11", "HAM-SCORE-8")
@pytest.mark.parametrize("program", PROGRAMS)
def test_dead_land(program, tmp_path):
    """Two spits of land in a pond: no gaps, but no road; a marker there is lost and cannot be withdrawn."""
    pond, spit = {"edges": "PPPPPP", "roads": []}, {"edges": "LPPPPP", "roads": []}
    faces = [pond, spit, pond, pond, spit, *[pond] * 4]
    tiles = [{"id": f"H{n:02}", **face, "support": {"lady": n}} for n, face in enumerate(faces, 1)]
    box = boxes.written(tiles, tmp_path / "spits.toml")
    options = {"components": str(box)} if program == "package" else {"data": {"land_tile": tiles}}
    given = {"board": "H01@0,0/0 H02@1,0/0 H03@0,1/0 H04@1,1/0", "drawn": "H05", "round": 3, "holders": [0]}
    state = begun(program, 2, {**given, "markers": ["0:H02:land 0:H01:pond:7"]}, **options)
    place(state, "2,0/3")
    land = zone_at(state, "mark 1")
    assert (land["kind"], land["tiles"], land["gaps"], land["complete"]) == ("dead", [(1, 0), (2, 0)], 0, False)
    # The supply is empty. The pond could be marked only with a marker from elsewhere, and the one on land is lost.
    assert known_of(state)["phase"] == "draw" and known_of(state)["support"] == [[0] * 6] * 2
    state = begun(program, 2, given, **options)
    place(state, "2,0/3")
    assert state.legal_actions == ["decline", "mark 0"]


@pytest.mark.clause("HAM-ZONE-4", "HAM-ZONE-9")
def test_gaps():
    state = at("TRI H38@1,1/5", mode="advanced", drawn="H39")
    rows = {(zone["kind"], tuple(zone["cells"][0])): zone for zone in state.view()["zones"]}
    pond = rows["pond", (1, 1)]
    assert (pond["status"], pond["gaps"]) == ("open", 2)
    assert sorted(map(tuple, pond["gap_cells"])) == [(2, 0), (2, 1)]
    temple = rows["temple", (0, 0)]
    assert temple["gaps"] == 4 and len(temple["gap_cells"]) == 4


# ---------------------------------------------------------------- draws and rounds


@pytest.mark.clause("HAM-TURN-1", "HAM-TURN-4")
def test_before_the_draw_there_is_nothing_to_decide():
    state = at("TRI")
    assert state.is_chance and state.current_player == -1
    assert state.refusal("decline").clause == "HAM-TURN-1"
    state.apply("draw H59")
    assert state.current_player == 0 and "decline" not in state.legal_actions
    assert all(text.startswith("cell") for text in state.legal_actions)


@pytest.mark.clause("HAM-TURN-2", "HAM-MARK-1")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_jewel_takes_the_turn(program):
    state = begun(program, 3, {"board": "TRI", "seat": 2})
    state.apply("draw jewel")
    known = known_of(state)
    assert (known["holders"], known["phase"], len(known["board"])) == ([2], "draw", 3)
    assert (state.view()["turn"] if program == "package" else state.seat) == 0


@pytest.mark.clause("HAM-TURN-5", "HAM-TURN-3")
@pytest.mark.parametrize("program", PROGRAMS)
def test_whatever_follows_a_tile_without_a_place_counts(program):
    given = {"board": "TRI", "round": 2, "holders": [2], "support": [{"lady": 1}, {}, {}]}
    state = begun(program, 3, given)
    for text in ("draw H22", "draw H23", "draw condition lady"):
        assert known_of(state)["returned"] == {}
        state.apply(text)
    known = known_of(state)
    assert known["returned"] == {"H22": 1, "H23": 1} and known["aside"] == {} and known["holders"] == [0]
    assert (state.view()["turn"] if program == "package" else state.seat) == 1


@pytest.mark.clause("HAM-TURN-6", "HAM-TURN-7")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_stack_of_tiles_without_a_place(program):
    given = {"board": "TRI", "holders": [1], "seat": 2, "stacks": [[2, 0], [30, 4], [32, 3]], "markers": ["0:H56:land"]}
    state = begun(program, 3, given)
    for text in ("draw H22", "draw H23"):
        assert known_of(state)["round"] == 1
        state.apply(text)
    known = known_of(state)
    assert (known["round"], known["gone"], known["aside"], known["returned"]) == (2, {"H22": 1, "H23": 1}, {}, {})
    assert known["markers"] == [[((0, 0), 0)], [], []] and known["support"] == [[0] * 6] * 3
    assert (state.view()["turn"] if program == "package" else state.seat) == 0
    assert known["stack"] == [0, 30, 32]


@pytest.mark.clause("HAM-TURN-7", "HAM-INFO-1")
def test_a_round_ends_with_its_stack():
    given = {"board": "TRI", "holders": [1], "seat": 2, "stacks": [[2, 0], [30, 4], [32, 3]], "returned": ["H22"]}
    state = at(**given)
    assert dict(state.chance_outcomes())["draw H22"] == pytest.approx(1 / 2)
    state.apply("draw H59")
    place(state, "1,1/0")
    assert known_of(state)["round"] == 1 and state.view()["turn"] == 0
    assert state.legal_actions == ["draw H22"]  # the last item, and known
    state.apply("draw H22")
    assert known_of(state)["gone"] == {"H22": 1} and known_of(state)["round"] == 2 and state.view()["turn"] == 1


@pytest.mark.clause("HAM-INFO-1", "HAM-INFO-2")
def test_everybody_sees_the_same():
    assert not mandapa.game_type("hampi").hidden_information
    for number, state in enumerate(plays(6, 3, mode="advanced")):
        if number % 40 == 0:
            assert len({repr(state.view(seat)) for seat in (None, 0, 1, 2)}) == 1
    view = at("TRI", returned=["H22"], gone=["H23"]).view()
    for key in ("tiles", "markers", "seats", "zones", "jewel", "conditions", "stacks"):
        assert key in view
    shown = repr(view["deduced"])
    assert "H22" in shown and "H23" in shown


@pytest.mark.clause("HAM-TURN-5", "HAM-INFO-1")
def test_a_tile_that_came_back_is_drawn_again():
    """It is no longer known to be in the stack, and no other tile has been seen in its place."""
    state = at("TRI", returned=["H38", "H22"])
    before = known_of(state)
    assert before["returned"] == {"H38": 1, "H22": 1} and before["unseen"]["H38"] == 1  # H39 is its twin
    state.apply("draw H38")
    after = known_of(state)
    assert (after["returned"], after["unseen"]) == ({"H22": 1}, before["unseen"]) and after["drawn"] == "H38"
    assert dict(state.copy().view()["deduced"])["returned"] == ["H22"]


@pytest.mark.clause("HAM-PLACE-2", "HAM-PLACE-3")
def test_two_rotations_side_by_side_are_both_offered():
    """Three sides of H47 are land, and two of them must be adjacent."""
    state = at("TRI", drawn="H47")
    state.apply("cell (1,1)")
    first, second = (int(text.removeprefix("turn ")) for text in state.legal_actions)
    assert (second - first) % 6 in (1, 5)
    shown = {turn: next(row for row in done.view()["tiles"] if row["tile"] == "H47") for turn, done in turned(state)}
    assert shown[first] != shown[second]


def turned(state):
    for text in state.legal_actions:
        done = state.copy()
        done.apply(text)
        yield int(text.removeprefix("turn ")), done

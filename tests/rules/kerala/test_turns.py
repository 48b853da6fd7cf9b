"""Kerala: rounds, turns, placing, passing (KER-ROUND, KER-TURN, KER-PLACE, KER-PASS, KER-END)."""

from __future__ import annotations

from collections import Counter

import kerala_reference as reference
import numpy as np
import pytest
from kerala_play import played, plays, position

import mandapa

PLAYERS = [2, 3, 4, 5]


@pytest.mark.clause("KER-ROUND-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_round_opens_with_a_tile_a_player(players):
    seen = 0
    for state in plays(1, players, rounds=6):
        view = state.view()
        if view["phase"] == "take" and not view["done"]:
            assert len(view["offer"]) == players
            seen += 1
    assert seen == 6


@pytest.mark.clause("KER-ROUND-2", "KER-ROUND-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_one_turn_a_round_clockwise(players):
    turns = []
    for state in plays(2, players, rounds=7):
        view = state.view()
        if view["phase"] == "take":
            turns.append((view["round"], view["seat"]))
            assert view["turn_order"][len(view["done"])] == view["seat"]
    assert len(turns) == 7 * players
    for number in range(1, 8):
        seats = [seat for round_number, seat in turns if round_number == number]
        assert seats == [(seats[0] + k) % players for k in range(players)]
    assert set(Counter(seat for _, seat in turns).values()) == {7}


@pytest.mark.clause("KER-ROUND-3", "KER-INV-2")
def test_leftovers_go_to_the_box_and_never_return():
    before = Counter()
    for state in plays(5, 3):
        box = Counter(state.view()["box"]["counts"])
        assert before <= box
        before = box
    passes = sum(row["passes"] for row in state.view()["platforms"])
    assert box.total() == passes > 0


@pytest.mark.clause("KER-ROUND-4")
@pytest.mark.parametrize(("players", "leads"), [(2, 20), (3, 10), (4, 6), (5, 4)])
def test_the_lead_goes_round(players, leads):
    leaders = {}
    for state in plays(9, players, first_leader=1):
        view = state.view()
        if view["round"] not in leaders and view["phase"] == "take":
            assert view["seat"] == view["leader"]
            leaders[view["round"]] = view["leader"]
    rounds = range(1, max(leaders) + 1)
    assert [leaders[number] for number in rounds] == [(1 + number - 1) % players for number in rounds]
    assert set(Counter(leaders[number] for number in rounds).values()) == {leads}


@pytest.mark.clause("KER-TURN-1", "KER-PASS-1")
def test_take_or_pass():
    for state in plays(3, 4, rounds=10):
        view = state.view()
        if view["phase"] == "take":
            passes = view["platforms"][view["seat"]]["passes"]
            expected = {f"take {code}" for code in view["offer"]} | ({"pass"} if passes < 2 else set())
            assert set(state.legal_actions) == expected


@pytest.mark.clause("KER-TURN-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_offer_is_never_empty(players):
    for state in plays(7, players):
        view = state.view()
        if view["phase"] == "take":
            turn = len(view["done"]) + 1
            assert len(view["offer"]) >= players - turn + 1


@pytest.mark.clause("KER-TURN-3")
def test_equal_tiles_are_one_choice():
    game = mandapa.load("kerala", players=4)
    state = game.position({"offer": ["P2", "K1", "P2", "K1"], "platforms": [{}] * 4})
    assert state.legal_actions == ["take K1", "take P2", "pass"]
    assert len(state.legal_action_ids) == 3
    state.apply("take P2")
    assert state.view()["offer"] == ["K1", "K1", "P2"]


@pytest.mark.clause("KER-TURN-4")
def test_a_tile_taken_is_placed_at_once():
    state = position(offer=["G2", "K1"])
    state.apply("take G2")
    assert state.view()["held"] == "G2"
    assert all(text.startswith("step") for text in state.legal_actions)
    for text in ("pass", "take K1", "keep", "stay"):
        assert state.refusal(text).clause == "KER-TURN-5"
    state.apply("step 0 S")
    assert state.view()["held"] is None and state.current_player == 1


@pytest.mark.clause("KER-TURN-5")
@pytest.mark.parametrize(
    ("tile", "phases"),
    [
        ("G2", ["take", "step"]),
        ("G>K", ["take", "step", "turn"]),
        ("GJ", ["take", "step", "jump"]),
        ("GM", ["take", "step", "lift", "drop"]),
    ],
)
def test_the_order_of_a_turn(tile, phases):
    state = position("(0,0)BS (1,0)G1 (2,0)R1", ("(2,0)", "(1,0)"), offer=[tile, "K1"])
    seen = []
    choose = {"take": f"take {tile}", "step": "step 0 E", "jump": "stay"}
    while state.current_player == 0:
        phase = state.view()["phase"]
        seen.append(phase)
        state.apply(choose.get(phase, state.legal_actions[-1]))
    assert seen == phases


# ---------------------------------------------------------------- placing


@pytest.mark.clause("KER-PLACE-1", "KER-PLACE-3", "KER-PLACE-6", "KER-PLACE-7", "KER-PLACE-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_steps_are_those_of_the_obvious_rule(players):
    for state in plays(players, players):
        view = state.view()
        if view["phase"] == "step":
            platform = reference.read(view["platforms"][view["seat"]])
            assert set(state.legal_actions) == reference.steps(platform)
            (ax, ay), (bx, by) = platform.figures
            apart = abs(ax - bx) + abs(ay - by)
            assert len(state.legal_actions) == {0: 4, 1: 6}.get(apart, 8)


@pytest.mark.clause("KER-PLACE-2", "KER-PLACE-4", "KER-PLACE-5")
def test_a_step_lays_the_tile_on_top_and_moves_that_figure_alone():
    for state in plays(11, 3, rounds=8):
        if state.view()["phase"] != "step":
            continue
        seat = state.current_player
        before = state.view()["platforms"][seat]
        tile = state.view()["held"]
        stacks = {tuple(cell["cell"]): cell["stack"] for cell in before["cells"]}
        for choice in state.choices(seat):
            after = state.copy()
            after.apply(choice["action"])
            row = after.view()["platforms"][seat]
            cell = tuple(choice["cell"])
            expected = {**stacks, cell: [*stacks.get(cell, []), tile]}
            assert {tuple(there["cell"]): there["stack"] for there in row["cells"]} == expected
            figures = [tuple(figure["cell"]) for figure in before["figures"]]
            figures[choice["figure"]] = cell
            if after.current_player != seat or after.view()["phase"] in ("turn", "jump", "lift"):
                assert [tuple(figure["cell"]) for figure in row["figures"]] == figures


@pytest.mark.clause("KER-PLACE-2")
def test_the_start_tile_may_be_covered():
    state = position("(0,0)BS (1,0)G1 (2,0)R1", ("(1,0)", "(2,0)"), held="K1")
    state.apply("step 0 W")
    assert state.view()["platforms"][0]["cells"][0]["stack"] == ["BS", "K1"]


@pytest.mark.clause("KER-PLACE-3")
def test_figures_never_meet_again():
    for state in plays(21, 2):
        for platform in state.record.platforms[:2]:
            assert platform.cells <= 1 or platform.figure[0] != platform.figure[1]
    state = position("(0,0)BS (1,0)G1", ("(1,0)", "(0,0)"), held="K1")
    assert state.refusal("step 0 W").clause == "KER-PLACE-3"


@pytest.mark.clause("KER-PLACE-7")
def test_only_figure_0_steps_first():
    state = position(held="K1")
    assert state.refusal("step 1 N").clause == "KER-PLACE-7"
    state.apply("step 0 N")
    figures = state.view()["platforms"][0]["figures"]
    assert [figure["cell"] for figure in figures] == [(0, -1), (0, 0)]


@pytest.mark.clause("KER-PLACE-9")
def test_colours_do_not_restrict_and_the_grid_has_no_border():
    base = position(held="B1").legal_actions
    for tile in ("K1", "R3", "G>B", "PJ", "BM"):
        assert position(held=tile).legal_actions == base
    line = "(0,0)BS " + " ".join(f"({x},0){code}" for x, code in enumerate(LINE, start=1))
    state = position(line, (f"({len(LINE)},0)", "(0,0)"), held="K1")
    state.apply("step 0 E")
    assert state.view()["platforms"][0]["cells"][-1]["cell"] == (len(LINE) + 1, 0)


LINE = [f"{c}{s}" for c in "BKRGP" for s, n in ((1, 3), (2, 4)) for _ in range(n)]


@pytest.mark.clause("KER-PLACE-10")
def test_an_edge_tile_may_face_any_side_and_stays_so():
    for side in "NESW":
        state = position(offer=["K>G", "R1"])
        for text in ("take K>G", "step 0 E"):
            state.apply(text)
        assert state.legal_actions == ["turn N", "turn E", "turn S", "turn W"]
        assert state.view()["platforms"][0]["cells"][1]["side"] is None
        state.apply(f"turn {side}")
        assert state.view()["platforms"][0]["cells"][1]["side"] == side
        for text in ("take R1", "step 0 N"):
            state.apply(text)
        assert state.view()["platforms"][0]["cells"][1]["side"] == side
        assert state.view()["platforms"][1]["cells"][1]["side"] is None


@pytest.mark.clause("KER-PLACE-11", "KER-SCORE-1")
def test_a_covered_tile_loses_everything():
    open_edge = "(0,0)BS (1,0)K>R@E (2,0)R3"
    assert sheet(open_edge)["edges"]["points"] == 5
    covered = sheet("(0,0)BS (1,0)K>R/G1 (2,0)R3/P1")
    assert covered["edges"]["points"] == 0 and covered["edges"]["unmatched"] == []
    assert covered["symbols"]["points"] == 3
    assert covered["missing"]["colours"] == ["black", "red"]
    state = position("(0,0)BS (1,0)KJ (2,0)R1", ("(0,0)", "(2,0)"), held="G1")
    state.apply("step 0 E")
    assert state.current_player == 1, "the effect of a covered jump tile is gone"


def sheet(cells):
    return position(cells, phase="over").scores(explain=True)[0]


@pytest.mark.clause("KER-PLACE-12", "KER-SHIFT-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_platforms_hang_together(players):
    for state in plays(31, players):
        for row in state.view()["platforms"]:
            cells = {tuple(cell["cell"]) for cell in row["cells"]}
            assert len(reference.groups(cells)) == (1 if cells else 0)


@pytest.mark.clause("KER-PLACE-12")
def test_placing_may_close_in_a_free_cell():
    ring = "(0,0)BS (1,0)G1 (2,0)R1 (0,1)K1 (0,2)P1 (1,2)B1 (2,2)K2"
    state = position(ring, ("(2,0)", "(0,0)"), held="G2")
    state.apply("step 0 S")
    assert reference.holes({tuple(cell["cell"]) for cell in state.view()["platforms"][0]["cells"]}) == {(1, 1)}


# ---------------------------------------------------------------- passing and the end


@pytest.mark.clause("KER-PASS-1")
def test_passing_in_the_first_and_the_last_turn():
    state = mandapa.load("kerala", players=2, rounds=1).new_state()
    rng = np.random.default_rng(0)
    while state.is_chance:
        state.apply(state.sample(rng))
    for _ in range(2):
        assert "pass" in state.legal_actions
        state.apply("pass")
    assert state.is_terminal


@pytest.mark.clause("KER-PASS-2", "KER-PASS-3")
def test_a_pass_lays_a_figure_and_changes_nothing_else():
    state = position("(0,0)BS (1,0)G1", ("(1,0)", "(0,0)"), offer=["K1", "K2"])
    before = state.view()["platforms"][0]
    state.apply("pass")
    after = state.view()["platforms"][0]
    assert state.view()["offer"] == ["K1", "K2"]
    assert after["cells"] == before["cells"]
    assert after["figures"] == [{"cell": (1, 0), "lying": True}, {"cell": (0, 0), "lying": False}]
    assert (after["passes"], after["passes_left"]) == (1, 1)
    twice = position("(0,0)BS (1,0)G1", ("(1,0)", "(0,0)"), offer=["K1", "K2"], passes=1)
    twice.apply("pass")
    assert [figure["lying"] for figure in twice.view()["platforms"][0]["figures"]] == [True, True]


@pytest.mark.clause("KER-PASS-4")
@pytest.mark.parametrize("held", ["K1", "KJ", "K>B", "KM"])
def test_a_lying_figure_acts_like_a_standing_one(held):
    cells, figures = "(0,0)BS (1,0)G1 (1,1)R1 (2,1)P1", ("(2,1)", "(0,0)")
    standing = position(cells, figures, held=held)
    lying = position(cells, figures, held=held, passes=2)
    while standing.current_player == 0:
        assert lying.legal_actions == standing.legal_actions
        for state in (standing, lying):
            state.apply(state.legal_actions[-1])
    assert lying.current_player == 1


@pytest.mark.clause("KER-PASS-5")
def test_no_third_pass():
    for state in plays(41, 2):
        view = state.view()
        if view["phase"] == "take" and view["platforms"][view["seat"]]["passes"] == 2:
            assert "pass" not in state.legal_actions
            assert state.refusal("pass").clause == "KER-PASS-5"
    assert max(row["passes"] for row in state.view()["platforms"]) == 2


@pytest.mark.clause("KER-END-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_full_game_ends_when_the_bag_is_empty(players):
    state = played(51, players)
    view = state.view()
    assert view["phase"] == "over" and view["round"] == view["rounds"]
    assert view["bag"]["total"] == 0 and view["offer"] == []
    assert state.legal_actions == [] and state.refusal("pass").clause == "KER-END-1"


@pytest.mark.clause("KER-END-2")
def test_nothing_else_ends_the_game():
    for state in plays(61, 3):
        if state.is_terminal:
            break
        assert state.view()["round"] <= 30
        assert state.current_player in (mandapa.CHANCE, 0, 1, 2)
    assert sum(text.startswith("draw") for text in state.history) == 90


@pytest.mark.clause("KER-PASS-1", "KER-PASS-5")
@pytest.mark.parametrize("used", [0, 1, 2])
def test_the_table_says_how_many_passes_are_left(used):
    game = mandapa.load("kerala", players=2)
    state = game.position({"platforms": [{"passes": used}, {}], "offer": ["K1", "G2"]})
    assert state.view()["platforms"][0]["passes_left"] == 2 - used
    assert f"{2 - used} passes left" in str(state)
    offered = [choice["left"] for choice in state.choices(0) if choice["kind"] == "pass"]
    assert offered == ([2 - used] if used < 2 else [])


@pytest.mark.clause("KER-TURN-5", "KER-SHIFT-1")
def test_a_stack_is_put_down_only_after_it_was_lifted():
    state = position("(0,0)BS (0,1)K1 (1,1)R1", ("(0,0)", "(0,0)"), held="GM")
    state.apply("step 0 E")
    assert state.view()["phase"] == "lift"
    refused = state.refusal("drop (2,1)")
    assert (refused.clause, refused.key) == ("KER-TURN-5", "kerala.refusal.phase")
    assert state.refusal("turn N").key == "kerala.refusal.phase"


@pytest.mark.clause("KER-SHIFT-2", "KER-TURN-5")
@pytest.mark.clause("KER-PLACE-10", "KER-SHIFT-9", "KER-SCORE-11")
def test_choices_of_a_side_tell_whether_the_edge_touches_its_colour():
    steps, seen = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}, Counter()
    for state in plays(5, 3):
        view = state.view()
        if view["phase"] not in ("turn", "turn2"):
            continue
        platform = view["platforms"][view["seat"]]
        x, y = view["lifted"] or platform["figures"][view["figure"]]["cell"]
        tops = {tuple(cell["cell"]): cell["stack"][-1] for cell in platform["cells"]}
        for choice in state.choices(view["seat"]):
            dx, dy = steps[choice["side"]]
            beside = tops.get((x + dx, y + dy))
            assert choice["matches"] == (beside is not None and beside[0] == tops[x, y][-1])
            seen[view["phase"], choice["matches"]] += 1
    assert len(seen) == 4, seen


def test_nothing_is_left_of_a_turn():
    """The tile taken, the figure that stepped and the stack that was lifted belong to the turn only."""
    state = position("(0,0)BS (0,1)K1 (1,1)R1", ("(0,0)", "(0,0)"), held="GM")
    for text in ("step 0 E", "lift (0,1)", "drop (2,1)"):
        state.apply(text)
    assert state.current_player == 1
    record = state.record
    assert (record.taken, record.mover, record.lifted) == (-1, -1, -1)


@pytest.mark.clause("KER-PLACE-10")
def test_the_edge_of_a_tile_that_the_second_figure_stepped_on():
    state = position("(0,0)BS (1,0)R1", ("(0,0)", "(1,0)"), held="K>G")
    state.apply("step 1 S")
    assert state.view()["phase"] == "turn"
    state.apply("turn W")
    cells = {tuple(cell["cell"]): cell for cell in state.view()["platforms"][0]["cells"]}
    assert cells[1, 1]["side"] == "W" and cells[0, 0]["side"] is None

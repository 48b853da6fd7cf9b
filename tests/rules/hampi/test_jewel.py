"""Hampi: the Sun Jewel and the end of the game (HAM-JEWEL, HAM-END)."""

from __future__ import annotations

import pytest
from hampi_play import PROGRAMS, at, begun, known_of, plays

import mandapa
from scaling import seeds

MEASURES = ["total", "miner", "merchant", "lady", "elder", "priest", "farmer"]


def won(state):
    players = len(state.returns())
    return [round(float(share) + 1 / players, 9) for share in state.returns()]


@pytest.mark.clause("HAM-JEWEL-1")
@pytest.mark.parametrize("seed", seeds(2))
def test_once_found_the_jewel_always_has_a_holder(seed):
    found = False
    for number, state in enumerate(plays(seed, 3)):
        found = found or "draw jewel" in state.history[-1:]
        assert bool(state.record.holders) == found
        if number % 10 == 0:
            assert bool(state.view()["jewel"]["holders"]) == found
    assert found


@pytest.mark.clause("HAM-JEWEL-2", "HAM-JEWEL-3")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure(program, measure):
    """Seat 1 leads in the tested measure only, seat 0 everywhere else."""
    rows = [dict.fromkeys(MEASURES[1:], 3), dict.fromkeys(MEASURES[1:], 0), {}]
    if measure == "total":
        rows[1].update(lady=19, farmer=-1)  # 18, like seat 0
    else:
        rows[1][measure] = 4
    state = begun(program, 3, {"board": "TRI", "round": 2, "seat": 2, "holders": [2], "support": rows})
    state.apply(f"draw condition {measure}")
    assert known_of(state)["holders"] == ([0, 1] if measure == "total" else [1])


@pytest.mark.clause("HAM-JEWEL-4")
@pytest.mark.parametrize(("most", "holders"), [(-1, [0, 1]), (0, [0, 1]), (1, [2])])
def test_at_least_one_point_is_needed(most, holders):
    state = at("TRI", round=2, holders=[0, 1], support=[{"elder": -3}, {"elder": -2}, {"elder": most}])
    state.apply("draw condition elder")
    assert known_of(state)["holders"] == holders


@pytest.mark.clause("HAM-JEWEL-5", "HAM-JEWEL-6", "HAM-TURN-3")
def test_conditions_are_public_and_look_at_what_is():
    given = {"round": 2, "holders": [0], "support": [{"lady": 1}, {"lady": 2}, {}], "markers": ["0:H38:pond:3"]}
    state = at("TRI H38@1,1/5", **given)
    before = known_of(state)
    state.apply("draw condition lady")
    after = known_of(state)
    assert {key for key in after if after[key] != before[key]} == {"undrawn", "stack", "specials", "holders"}
    rows = state.view()["conditions"]
    assert len(rows) == 7 and {row["measure"] for row in rows} == set(MEASURES)
    assert [entry["measure"] for entry in state.view()["jewel"]["history"]] == ["lady"]
    assert not [text for text, _ in state.chance_outcomes() if text == "draw condition lady"]


@pytest.mark.clause("HAM-JEWEL-6", "HAM-END-4")
def test_who_has_the_jewel_wins_with_any_total():
    state = at("TRI", round=3, holders=[2], conditions=MEASURES[:6], support=[{"lady": 50}, {"lady": 1}, {"lady": -9}])
    state.apply("draw condition farmer")
    assert won(state) == [0, 0, 1] and [sheet["rank"] for sheet in state.scores(explain=True)] == [2, 3, 1]


@pytest.mark.clause("HAM-END-1")
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("length", ["full", "quick"])
def test_the_seventh_condition_ends_the_game_in_round_2(program, length):
    given = {
        "board": "TRI",
        "round": 2,
        "holders": [0],
        "conditions": MEASURES[:6],
        "stacks": [[0, 0], [19, 1], [39, 0]],
    }
    state = begun(program, 3, {**given, "support": [{}, {"farmer": 1}, {}]}, length=length)
    state.apply("draw condition farmer")
    assert state.is_terminal and known_of(state)["round"] == 2 and won(state) == [0, 1, 0]


@pytest.mark.clause("HAM-END-3")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quick_game_ends_with_stack_2(program):
    given = {
        "board": "TRI",
        "round": 2,
        "holders": [1],
        "stacks": [[0, 0], [1, 1], [63, 6]],
        "support": [{"lady": 3}, {}, {}],
    }
    state = begun(program, 3, given, length="quick")
    state.apply("draw condition lady")
    assert state.is_terminal and won(state) == [1, 0, 0] and len(known_of(state)["undrawn"]) == 6
    state = begun(program, 3, given)
    state.apply("draw condition lady")
    assert not state.is_terminal and known_of(state)["round"] == 3


@pytest.mark.clause("HAM-END-3", "HAM-TURN-6")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quick_game_can_end_with_a_tile_that_has_no_place(program):
    given = {"board": "TRI", "round": 2, "holders": [1, 2], "stacks": [[0, 0], [1, 0], [63, 7]]}
    state = begun(program, 3, given, length="quick")
    state.apply("draw H22")
    assert state.is_terminal and won(state) == [0, 0.5, 0.5]


@pytest.mark.clause("HAM-END-2", "HAM-END-5", "HAM-END-6")
@pytest.mark.parametrize(
    ("final_tie", "expected"), [("shared", [0.25, 0.25, 0.25, 0.25, 0]), ("total", [0, 0.5, 0, 0.5, 0])]
)
def test_shared_victories(final_tie, expected):
    rows = [{"lady": 2}, {"lady": 2, "elder": 1}, {"lady": 2}, {"lady": 2, "miner": 1}, {"lady": 1, "elder": 50}]
    conditions = [measure for measure in MEASURES if measure != "lady"]
    given = {"board": "TRI", "round": 3, "holders": [4], "conditions": conditions, "support": rows}
    for program in PROGRAMS:
        state = begun(program, 5, given, final_tie=final_tie)
        state.apply("draw condition lady")
        assert won(state) == expected and sum(state.returns()) == pytest.approx(0)


@pytest.mark.clause("HAM-END-6")
def test_ranks_of_the_others_go_by_total():
    rows = [{"lady": 5}, {"lady": 9, "elder": -9}, {"lady": 2, "miner": 30}, {"miner": 7}]
    conditions = [measure for measure in MEASURES if measure != "lady"]
    state = at("TRI", 4, round=3, holders=[0], conditions=conditions, support=rows)
    state.apply("draw condition lady")
    assert [sheet["rank"] for sheet in state.scores(explain=True)] == [4, 1, 2, 3]
    assert state.returns() == pytest.approx([-0.25, 0.75, -0.25, -0.25])


@pytest.mark.clause("HAM-END-1", "HAM-TURN-5")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_seventh_condition_after_a_tile_without_a_place(program):
    given = {"board": "TRI", "round": 3, "holders": [0], "conditions": MEASURES[:6]}
    state = begun(program, 3, given)
    state.apply("draw H22")
    state.apply("draw condition farmer")
    assert state.is_terminal and won(state) == [1, 0, 0]


def test_all_is_over_at_the_end():
    state = at("TRI", round=3, holders=[1], conditions=MEASURES, phase="over", stacks=[[0, 0], [0, 0], [57, 0]])
    assert state.is_terminal and state.legal_actions == [] and won(state) == [0, 1, 0]
    with pytest.raises(mandapa.IllegalAction, match="HAM-END-1"):
        state.apply("decline")

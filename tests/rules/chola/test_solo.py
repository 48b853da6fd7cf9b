"""Chola: the solo game (CHO-SOLO)."""

from __future__ import annotations

import pytest
from chola_play import SQUARES, at, build, ending, filled, gains, known_of, pick_any, plays, totals, winners


def alone(**position):
    options = position.pop("options", {})
    return at(position, "B", **options)


def size(counts):
    return sum(counts.values())


def drawn(state, letters):
    """Draw these stones, one after the other."""
    for letter in letters:
        assert state.is_chance
        state.apply(f"stone {letter}")


# ---------------------------------------------------------------- the procedure


@pytest.mark.clause("CHO-SOLO-3")
@pytest.mark.parametrize("seed", range(2))
def test_only_builds_are_decided(seed):
    for state in plays(seed, 1, variant="solo"):
        if not state.is_chance and not state.is_terminal:
            assert state.current_player == 0
            assert {text.split()[0] for text in state.legal_actions} <= {"build", "colours", "place", "arrange"}
            if state.legal_actions[0].startswith("build"):
                for text in ("pick", "draw stack", "replace B 3", "sculpt S1"):
                    assert state.refusal(text).clause == "CHO-SOLO-3"


@pytest.mark.clause("CHO-SOLO-4")
def test_seven_stones_for_an_empty_hand_only():
    state = alone(hands=[{"W": 1}], face_up={"one": 2})
    build(state, "one W a1")
    drawn(state, "BBBWWWG")
    assert not state.is_chance and size(known_of(state)["hands"][0]) == 7
    state = alone(hands=[{"W": 2}], face_up={"one": 2})
    build(state, "one W a1")
    assert not state.is_chance and known_of(state)["hands"][0] == {"W": 1}


@pytest.mark.clause("CHO-SOLO-4")
def test_a_card_is_turned_up_if_none_is_open():
    state = alone(hands=[{"W": 2}], face_up={"one": 1}, stack={"same2": 1, "one": 1})
    build(state, "one W a1")
    assert state.legal_actions == ["card one", "card same2"]
    state.apply("card one")
    assert known_of(state)["row"] == {"one": 1} and state.legal_actions == ["build one"]


@pytest.mark.clause("CHO-SOLO-5")
def test_any_open_card_that_fits_must_be_built():
    state = alone(hands=[{"W": 2, "G": 1}], face_up={"one": 1, "same2": 1, "diff2": 1, "hv4": 2})
    assert state.legal_actions == ["build one", "build same2", "build diff2"]
    assert state.refusal("build hv4").clause == "CHO-BUILD-1"


@pytest.mark.clause("CHO-SOLO-6")
def test_one_more_card_if_none_fits():
    state = alone(hands=[{"W": 2, "G": 1}], face_up={"one": 1, "hv4": 1}, stack={"diag4": 2, "same2": 1})
    build(state, "one W a1")  # white and grey remain: no block
    assert state.legal_actions == ["card same2", "card diag4"]
    fits = state.copy()
    fits.apply("card same2")
    assert fits.is_chance  # there are not two stones of one colour either: continue with step e
    drawn(fits, "WWWWW")
    assert fits.legal_actions == ["build same2"]
    pair = alone(hands=[{"W": 2, "G": 1}], face_up={"one": 1, "hv4": 1}, stack={"diff2": 3})
    build(pair, "one W a1")
    pair.apply("card diff2")
    assert pair.legal_actions == ["build diff2"]


@pytest.mark.clause("CHO-SOLO-7", "CHO-SOLO-10")
def test_up_to_seven_stones_if_nothing_fits():
    state = alone(hands=[{"W": 2, "G": 1}], face_up={"one": 1, "hv4": 1}, stack={"diag4": 3})
    build(state, "one W a1")
    state.apply("card diag4")
    drawn(state, "WGGGG")
    assert size(known_of(state)["hands"][0]) == 7
    assert state.legal_actions == ["build hv4", "build diag4"]


@pytest.mark.clause("CHO-SOLO-7", "CHO-SOLO-6")
def test_a_full_hand_draws_nothing():
    state = alone(hands=[{"W": 7}], face_up={"hv4": 1, "one": 1}, stack={"diag4": 3})
    build(state, "one W a1")
    state.apply("card diag4")
    drawn(state, "W")
    assert state.legal_actions == ["card diag4"]  # a, b and c again: the row grows


@pytest.mark.clause("CHO-SOLO-8")
def test_cards_without_a_place_are_discarded_whatever_the_stones():
    """Only single squares remain, high up; pairs have no place, a single stone has one."""
    stones = filled([square for square in SQUARES if square not in ("g13", "a3", "n3")])
    state = alone(stones=stones, hands=[{"G": 2}], face_up={"one": 1, "same2": 1, "hv4": 2}, stack={"diff2": 3})
    build(state, "one G a3")
    state.apply("card diff2")
    drawn(state, "BBBBBB")
    assert known_of(state)["row"] == {}  # then a again
    assert state.legal_actions == ["card diff2"] and not state.is_terminal


@pytest.mark.clause("CHO-SOLO-8")
def test_a_card_that_lacks_stones_stays():
    state = alone(hands=[{"W": 7}], face_up={"hv4": 1, "one": 1}, stack={"diag4": 2})
    build(state, "one W a1")
    state.apply("card diag4")
    drawn(state, "W")
    assert known_of(state)["row"] == {"hv4": 1, "diag4": 1}


@pytest.mark.clause("CHO-SOLO-9")
def test_the_end_at_a_full_temple():
    stones = filled([square for square in SQUARES if square != "h13"])
    state = alone(stones=stones, hands=[{"G": 1}], face_up={"one": 1})
    build(state, "one G h13")
    assert state.is_terminal and ending(state) == "full"


@pytest.mark.clause("CHO-SOLO-9", "CHO-SOLO-7")
def test_the_end_when_the_stack_is_empty():
    """The stones drawn in step e would help, but a pass without a Build is the last one."""
    state = alone(hands=[{"W": 2}], face_up={"one": 1, "same2": 1}, stack={})
    build(state, "one W a1")
    drawn(state, "WWWWWW")
    assert state.is_terminal and ending(state) == "solo_done" and size(known_of(state)["hands"][0]) == 7


@pytest.mark.clause("CHO-SOLO-9", "CHO-SOLO-6")
def test_builds_go_on_without_a_stack():
    state = alone(hands=[{"W": 3}], face_up={"one": 1, "same2": 1}, stack={})
    build(state, "one W a1")
    assert state.legal_actions == ["build same2"]


@pytest.mark.clause("CHO-SOLO-10")
@pytest.mark.parametrize("seed", range(3))
def test_limits(seed):
    largest = 0
    for state in plays(seed, 1, variant="solo"):
        known = known_of(state)
        assert size(known["hands"][0]) <= 7 and known["cards"] == [{}]
        largest = max(largest, size(known["row"]))
    assert largest >= 2


@pytest.mark.clause("CHO-SOLO-3", "CHO-SOLO-4", "CHO-SOLO-6")
@pytest.mark.parametrize("seed", range(3))
def test_after_every_build_from_the_start(seed):
    """Stones are drawn for an empty hand, or after a card was turned up in vain."""
    before = None
    for state in plays(seed, 1, pick_any, variant="solo"):
        if before is not None and state.history[-1].startswith("stone") and before["last"] != "stone":
            assert before["hand"] == 0 or before["last"] == "card" or before["stack"] == 0
        known = known_of(state)
        last = state.history[-1].split()[0] if state.history else ""
        before = {"hand": size(known["hands"][0]), "last": last, "stack": size(known["stack"])}


# ---------------------------------------------------------------- points


@pytest.mark.clause("CHO-SOLO-2", "CHO-DEF-8")
@pytest.mark.parametrize(
    ("stones", "hand", "text", "gained"),
    [
        ("", {"W": 1}, "one W a1", [1, 0]),
        ("a1W", {"W": 1}, "one W b1", [1, 2]),
        ("a1B b1B", {"B": 1}, "one B c1", [4, 0]),
        ("a1B", {"B": 1}, "one B b1", [0, 0]),
        ("a1G b1G", {"G": 1}, "one G c1", [1, 4]),
        ("a1G c1W", {"G": 1, "W": 1}, "diff2 WG b1-b2 1", [2, 2]),
        ("a1G d1W", {"G": 1, "W": 1}, "diff2 WG b1-c1 1", [2, 4]),
        ("a1G b1G c1G", {"G": 1}, "one G d1", [1, 7]),
    ],
)
def test_the_opponent_is_paid_from_pairs_on(stones, hand, text, gained):
    state = alone(stones=stones, hands=[hand], face_up={text.split()[0]: 1})
    assert gains(state, f"build {text}") == gained


@pytest.mark.clause("CHO-SOLO-2", "CHO-TREAS-1")
def test_treasures_are_the_players():
    state = alone(
        stones="c1W", hands=[{"W": 1}], face_up={"one": 1}, treasures={"c2": "plus2"}, options={"treasures": "open"}
    )
    assert gains(state, "build one W c2") == [3, 2]


@pytest.mark.clause("CHO-SOLO-11")
@pytest.mark.parametrize(
    ("mine", "theirs", "won"), [(101, 100, True), (100, 100, False), (99, 100, False), (1, 0, True)]
)
def test_more_points_win(mine, theirs, won):
    stones = filled([square for square in SQUARES if square != "h13"])
    state = alone(stones=stones, hands=[{"B": 1}], face_up={"one": 1}, points=[mine, theirs])
    build(state, "one B h13")
    gained = totals(state)[0] - mine
    assert state.is_terminal and gained == 0
    assert (winners(state) == [0]) == won == (state.returns()[0] > 0)
    sheet = state.scores(explain=True)[0]
    assert sheet["won"] == won and sheet["opponent"]["total"] == theirs
    assert state.view()["opponent"]["total"] == theirs


@pytest.mark.clause("CHO-SOLO-11")
@pytest.mark.parametrize(
    ("options", "ladder"),
    [
        ({"pattern_scoring": "increment"}, {60: True, 100: True, 110: True, 120: False, 130: False, 140: False}),
        ({"pattern_scoring": "full"}, {60: True, 100: True, 150: False, 200: False, 250: False}),
    ],
    ids=str,
)
def test_the_ladder_has_the_result_for_every_head_start(options, ladder):
    state = alone(points=[145, 60], options=options)
    state.record.points[1, 0] += 30
    view = state.view()
    assert {step["points"]: step["won"] for step in view["ladder"]} == ladder
    assert [step["points"] for step in view["ladder"] if step["own"]] == [60]
    assert state.scores(explain=True)[0]["won"]

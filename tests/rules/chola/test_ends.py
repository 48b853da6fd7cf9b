"""Chola: how a game ends and who wins (CHO-END, CHO-TIE)."""

from __future__ import annotations

from collections import Counter

import pytest
from chola_play import SQUARES, at, build, ending, filled, known_of, plays, those, winners

STUCK = {"B": 3, "W": 1, "L": 1, "G": 1, "Y": 1}
BLOCKED = {"diag4": 4}


def almost_full(*spaces):
    """Return the temple, full except for these squares."""
    return filled([square for square in SQUARES if square not in spaces])


def replace_once(state):
    """Replace three stones by three of the same colour."""
    (text, *_) = those(state, "replace")
    state.apply(text)
    while state.is_chance:
        state.apply(f"stone {text.split()[1]}")


# ---------------------------------------------------------------- a full temple, the last turns


@pytest.mark.clause("CHO-END-1")
def test_a_full_temple_ends_the_basic_game():
    state = at({"stones": almost_full("h13"), "hands": [{"W": 1}], "cards": [{"one": 1}], "turns_left": 4})
    build(state, "one W h13")
    assert state.is_terminal and ending(state) == "full"


@pytest.mark.clause("CHO-END-5", "CHO-END-1")
def test_a_full_temple_does_not_end_the_expert_game():
    position = {"stones": almost_full("h13"), "hands": [{"W": 1}], "cards": [{"one": 1}], "tiles": {"S40": "M4"}}
    state = at(position, variant="expert")
    build(state, "one W h13")
    assert not state.is_terminal and known_of(state)["turns_left"] == 0


@pytest.mark.clause("CHO-END-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("spaces", "left"), [(8, 0), (7, 1), (6, 1), (2, 1)])
def test_the_last_turns_begin_at_six_spaces(players, spaces, left):
    empty = [square for square in SQUARES if int(square[1:]) >= 11][-spaces:]
    state = at({"stones": almost_full(*empty), "hands": [{"W": 1}], "cards": [{"one": 1}]}, "BWGLY"[:players])
    build(state, f"one W {empty[0]}")
    assert known_of(state)["turns_left"] == 2 * players * left


@pytest.mark.clause("CHO-END-2", "CHO-END-3")
@pytest.mark.parametrize("players", [2, 5])
def test_everybody_has_two_last_turns(players):
    empty = ["e11", "f12", "g12", "h12", "i12", "g13", "h13"]
    position = {"stones": almost_full(*empty), "seat": 1, "hands": [{}, {"W": 1}], "cards": [{}, {"one": 1}]}
    state = at(position, "BWGLY"[:players])
    build(state, "one W f12")
    turns = Counter()
    while not state.is_terminal:
        turns[state.current_player] += 1
        for text in ("draw stack", "card one"):
            state.apply(text)
    assert turns == dict.fromkeys(range(players), 2) and ending(state) == "last_turns"


@pytest.mark.clause("CHO-END-3")
def test_a_further_build_does_not_start_them_anew():
    empty = ["e11", "f12", "g12", "h12", "i12", "g13", "h13"]
    hand, cards = {"W": 1}, {"one": 1}
    state = at({"stones": almost_full(*empty), "hands": [hand] * 3, "cards": [cards] * 3})
    for number, square in enumerate(empty[:3]):
        build(state, f"one W {square}")
        assert known_of(state)["turns_left"] == 6 - number


@pytest.mark.clause("CHO-END-3", "CHO-END-5")
def test_other_games_have_no_last_turns():
    empty = ["g13", "h13"]
    position = {"stones": almost_full(*empty), "hands": [{"W": 1}], "cards": [{"one": 1}], "face_up": {"one": 2}}
    for options in ({"colours": "BWG", "variant": "expert", "position": {"tiles": {"S1": "Q4B"}}}, {"colours": "B"}):
        state = at({**position, **options.pop("position", {})}, **options)
        build(state, "one W g13")
        assert known_of(state)["turns_left"] == 0 and not state.is_terminal


# ---------------------------------------------------------------- stuck


@pytest.mark.clause("CHO-END-4", "CHO-TURN-2")
@pytest.mark.parametrize(
    "change",
    [
        {"hands": [{"B": 3, "W": 1, "L": 1}]},  # may pick
        {"cards": [{"diag4": 3}]},  # may draw
        {"hands": [{"B": 3, "W": 2, "G": 1, "Y": 1}]},  # may build
        {"cards": [{"diag4": 3, "one": 1}]},
    ],
)
def test_anything_that_counts_keeps_the_game_going(change):
    state = at({"hands": [STUCK], "cards": [BLOCKED], **change})
    assert not state.is_terminal
    assert at({"hands": [STUCK], "cards": [BLOCKED]}).is_terminal


@pytest.mark.clause("CHO-END-4")
def test_nothing_to_draw_and_nothing_to_pick():
    assert at({"hands": [STUCK], "stack": {}}).is_terminal
    assert not at({"hands": [STUCK], "stack": {}, "face_up": {"hv4": 1}}).is_terminal
    assert not at({"hands": [STUCK], "stack": {"one": 1}}).is_terminal


@pytest.mark.clause("CHO-END-4")
@pytest.mark.parametrize(
    ("change", "options", "can_restock"),
    [
        ({}, {}, False),
        ({"hands": [{}, {"B": 3, "W": 1, "L": 1}]}, {}, True),  # may pick
        ({"cards": [{}, {"diag4": 3}]}, {}, True),  # may draw
        ({"cards": [{}, {"diag4": 3, "one": 1}]}, {}, False),  # may build
        ({}, {"stuck_rule": "replace_counts"}, True),
    ],
)
def test_views_warn_seats_that_are_stuck_unless_they_build(change, options, can_restock):
    state = at({"hands": [{}, STUCK], "cards": [{}, BLOCKED], **change}, **options)
    assert state.view()["seats"][1]["can_restock"] == can_restock and state.view()["seats"][0]["can_restock"]


@pytest.mark.clause("CHO-END-4")
@pytest.mark.parametrize(
    ("wagon", "red", "over"),
    [
        ({"W": 4, "G": 1}, "R1", False),
        ({"W": 3}, "R1", False),  # with the stones in hand
        ({"W": 2}, "R1", True),
        ({"W": 2}, "R2", True),
        ({}, "R3", False),
        ({"W": 2}, "R4", False),
        ({"W": 2}, "R6", False),
        ({"B": 1}, "R5", False),  # four brown, one of any other
    ],
)
def test_a_sculpture_in_reach_of_a_red_card_counts(wagon, red, over):
    stones = "c1W d1G c2L d2L"
    position = {"stones": stones, "tiles": {"S2": "Q8W"}, "hands": [STUCK], "cards": [BLOCKED]}
    state = at({**position, "wagons": [wagon], "bonus": [[red, "U1"]]}, variant="expert")
    assert state.is_terminal == over
    assert at(
        {**position, "tiles": {"S1": "Q4B"}, "wagons": [wagon], "bonus": [[red, "U1"]]}, variant="expert"
    ).is_terminal


@pytest.mark.clause("CHO-END-4")
def test_who_has_no_place_left_and_cannot_pick_or_draw():
    tall = filled([square for square in SQUARES if square not in ("a3", "n3")])
    state = at({"stones": tall, "hands": [{"G": 7}], "cards": [{"same2": 4}], "turns_left": 3}, "BWGLY")
    assert state.is_terminal and ending(state) == "stuck"
    assert state.view()["stuck_seat"] == 0


@pytest.mark.clause("CHO-END-4", "CHO-TURN-3")
def test_the_house_rule():
    hand = {"hands": [STUCK], "cards": [BLOCKED]}
    assert at(hand, stuck_rule="replace_counts").legal_actions == ["replace B 3"]
    even = {"B": 2, "W": 2, "L": 1, "G": 1, "Y": 1}
    assert at(
        {"hands": [even], "cards": [{"one": 4}], "stones": filled(SQUARES)}, stuck_rule="replace_counts"
    ).is_terminal


@pytest.mark.clause("CHO-END-6")
def test_the_end_is_at_once():
    """The player who carves the last sculpture could have had an extra turn; the round is not finished."""
    tiles = {"stones": "c1W d1G c2L d2L", "tiles": {"S2": "Q8L"}, "wagons": [{"L": 4, "Y": 1}], "bonus": [["R1", "U4"]]}
    state = at(tiles, variant="expert")
    state.apply("sculpt S2")
    assert state.is_terminal and ending(state) == "all_carved" and state.legal_actions == []
    state = at({"stones": almost_full("h13"), "hands": [{"W": 1}], "cards": [{"one": 1}]})
    build(state, "one W h13")
    assert state.is_terminal


@pytest.mark.clause("CHO-END-5")
@pytest.mark.parametrize("left", [1, 2])
def test_the_last_sculpture_ends_the_expert_game(left):
    tiles = dict([("S2", "Q8L"), ("S1", "Q8W")][:left])
    position = {"stones": "c1W d1G c2L d2L", "tiles": tiles, "wagons": [{"L": 4, "Y": 1}]}
    state = at(position, variant="expert")
    state.apply("sculpt S2")
    assert state.is_terminal == (left == 1)


@pytest.mark.clause("CHO-END-7")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_but_replacing_ends_the_game(players):
    hands = [{"BWGLY"[seat]: 3} for seat in range(players)]
    state = at({"hands": hands}, "BWGLY"[:players])
    for number in range(3 * players):
        assert not state.is_terminal and known_of(state)["replace_run"] == number
        replace_once(state)
    assert state.is_terminal and ending(state) == "stalled"


@pytest.mark.clause("CHO-END-7")
def test_anything_else_breaks_the_row():
    state = at({"hands": [{"B": 3}, {"W": 3}], "replace_run": 4}, "BW")
    replace_once(state)
    assert known_of(state)["replace_run"] == 5
    for text in ("draw stack", "card one"):
        state.apply(text)
    assert known_of(state)["replace_run"] == 0


@pytest.mark.clause("CHO-END-7", "CHO-BONUS-11")
def test_turns_that_are_skipped_neither_count_nor_break_the_row():
    hands = [{"B": 3}, {"W": 3}]
    state = at({"hands": hands, "bonus": [["R1", "U4"], ["R2", "U1"]], "replace_run": 0}, "BW", variant="expert")
    replace_once(state)
    state.apply("extra")
    replace_once(state)  # seat 0 again
    replace_once(state)  # seat 1; seat 0 is skipped
    assert state.current_player == 1 and known_of(state)["replace_run"] == 3
    replace_once(state)
    assert state.current_player == 0 and known_of(state)["replace_run"] == 4


@pytest.mark.clause("CHO-END-8")
@pytest.mark.parametrize("cap", [1, 7, 30])
def test_a_limit_of_turns(cap):
    *_, state = plays(3, 2, turn_cap=cap, stuck_rule="replace_counts")
    assert ending(state) == "capped" and known_of(state)["turn"] == cap


@pytest.mark.clause("CHO-END-8", "CHO-SOLO-3")
@pytest.mark.parametrize("cap", [1, 5])
def test_a_limit_of_turns_alone(cap):
    """In Solo every Build is a turn."""
    *_, state = plays(3, 1, variant="solo", turn_cap=cap)
    assert ending(state) == "capped" and known_of(state)["turn"] == cap
    assert sum(text.startswith("build") for text in state.history) == cap


@pytest.mark.clause("CHO-END-8", "CHO-SOLO-9")
def test_a_full_temple_is_told_before_the_limit():
    position = {"stones": almost_full("g13"), "hands": [{"G": 2}], "face_up": {"one": 1}, "turn": 7}
    state = at(position, "B", turn_cap=7)
    build(state, "one G g13")
    assert ending(state) == "full"


@pytest.mark.clause("CHO-END-8", "CHO-BONUS-11")
def test_extra_turns_count_and_skipped_ones_do_not():
    state = at({"bonus": [["R1", "U4"], ["R2", "U1"]]}, "BW", variant="expert", turn_cap=4)
    for text in ("draw stack", "card one", "extra", "draw stack", "card one"):
        state.apply(text)
    assert (state.current_player, known_of(state)["turn"]) == (1, 3)
    for text in ("draw stack", "card one"):
        state.apply(text)
    assert (state.current_player, known_of(state)["turn"]) == (1, 4)  # seat 0 was skipped
    for text in ("draw stack", "card one"):
        assert not state.is_terminal
        state.apply(text)
    assert ending(state) == "capped"


@pytest.mark.clause("CHO-END-8")
def test_no_limit():
    state = at({"turn": 9999}, turn_cap=0)
    for text in ("draw stack", "card one"):
        state.apply(text)
    assert not state.is_terminal


# ---------------------------------------------------------------- who wins


@pytest.mark.clause("CHO-TIE-1", "CHO-TIE-2", "CHO-TIE-4")
@pytest.mark.parametrize(
    ("points", "stones", "expected"),
    [
        ([10, 20, 15], "a1B b2B c3B", [1]),
        ([20, 20, 15], "a1B b2W c3W", [1]),
        ([20, 20, 20], "a1B c3W e1G f2G", [2]),
        ([20, 20, 15], "a1B c3W e1G f2G", [0, 1]),
        ([20, 20, 20], "", [0, 1, 2]),
        ([0, 0, 0], "a1Y b2L", [0, 1, 2]),
    ],
)
def test_winners_of_the_basic_game(points, stones, expected):
    state = at({"points": points, "stones": stones, "hands": [STUCK], "cards": [BLOCKED]})
    assert state.is_terminal and winners(state) == expected


@pytest.mark.clause("CHO-TIE-1", "CHO-TIE-3", "CHO-TIE-4")
@pytest.mark.parametrize(
    ("points", "wagons", "expected"),
    [
        ([10, 20, 15], [{"B": 5}, {}, {}], [1]),
        ([20, 20, 15], [{"B": 5}, {"L": 2, "W": 4}, {}], [1]),
        ([20, 20, 20], [{"B": 5}, {"L": 5}, {"G": 1, "Y": 4}], [0, 1, 2]),
    ],
)
def test_winners_of_the_expert_game(points, wagons, expected):
    """A player's own stones on the temple do not matter here."""
    position = {"points": points, "stones": "a1B b2B", "wagons": wagons, "hands": [STUCK], "cards": [BLOCKED]}
    state = at(position, variant="expert")
    assert state.is_terminal and winners(state) == expected


@pytest.mark.clause("CHO-TIE-2", "CHO-TIE-3", "CHO-TIE-4")
@pytest.mark.parametrize("variant", ["basic", "expert"])
@pytest.mark.parametrize(
    ("wagons", "stones"), [([{"B": 5}, {"L": 4}], "a1B c1W e1B"), ([{"B": 4}, {"L": 4}], "a1B c1W")]
)
def test_returns_know_the_tie_break(variant, wagons, stones):
    """The winner has the greatest return, for programs that only look at returns."""
    position = {"points": [20, 20, 5], "wagons": wagons, "stones": stones, "hands": [STUCK], "cards": [BLOCKED]}
    state = at(position, variant=variant)
    returns = state.returns()
    assert [seat for seat, value in enumerate(returns) if value == max(returns)] == winners(state)
    assert len(winners(state)) == (1 if "e1B" in stones else 2)


@pytest.mark.clause("CHO-TIE-2", "CHO-DEF-5")
def test_a_tie_break_looks_at_all_stones_of_the_temple():
    state = at({"points": [9, 9], "stones": "a1B a2B b1W b2W a3W", "hands": [STUCK], "cards": [BLOCKED]}, "BW")
    assert winners(state) == [1]

"""Chola: turns, and the actions that do not build (CHO-TURN, CHO-PICK, CHO-REPL, CHO-DRAW, CHO-CHANCE-1)."""

from __future__ import annotations

from collections import Counter

import pytest
from chola_play import at, build, ending, known_of, plays, those

VERBS = {"pick", "replace", "draw", "build", "sculpt"}


def sizes(state):
    return [sum(hand.values()) for hand in known_of(state)["hands"]]


def shares(state):
    return dict(state.chance_outcomes())


# ---------------------------------------------------------------- turns


@pytest.mark.clause("CHO-TURN-1", "CHO-SETUP-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_action_a_turn(players):
    """The next seat acts after each action; passing is impossible."""
    acting = []
    for state in plays(3, players, variant="basic", first_player=1):
        if state.is_chance or state.is_terminal:
            continue
        known, legal = known_of(state), state.legal_actions
        if legal[0].split()[0] in VERBS:
            assert {text.split()[0] for text in legal} <= VERBS - {"sculpt"}
            assert known["turn"] == len(acting) + 1
            acting.append(state.current_player)
    assert acting == [(1 + number) % players for number in range(len(acting))] and len(acting) > 20


@pytest.mark.clause("CHO-TURN-1")
def test_there_is_no_passing():
    state = at({"hands": [{"B": 3}], "cards": [{"one": 1}], "face_up": {"hv4": 1}})
    assert {text.split()[0] for text in state.legal_actions} == VERBS - {"sculpt"}
    assert state.refusal("pass") is not None and state.refusal("end") is not None
    assert "sculpt S1" not in state.legal_actions and state.refusal("sculpt S1") is not None


@pytest.mark.clause("CHO-TURN-2", "CHO-END-4")
def test_the_stuck_test_comes_first():
    """After seat 0 has acted, seat 1 has no action that counts."""
    hand = {"B": 3, "W": 1, "L": 1, "G": 1, "Y": 1}
    state = at({"hands": [{}, hand], "cards": [{}, {"diag4": 4}]})
    for text in ("pick", "stone B", "stone B"):
        assert not state.is_terminal
        state.apply(text)
    assert state.is_terminal and ending(state) == "stuck"


@pytest.mark.clause("CHO-TURN-3", "CHO-END-4")
def test_replace_may_be_chosen_by_who_is_not_stuck():
    state = at({"hands": [{"B": 3}]})
    assert "replace B 3" in state.legal_actions
    full = at({"hands": [{"B": 7}], "cards": [{"diag4": 4}]}, stuck_rule="replace_counts")
    assert those(full, "replace") == full.legal_actions == [f"replace B {count}" for count in range(3, 8)]


@pytest.mark.clause("CHO-TURN-4", "CHO-END-8", "CHO-BONUS-8")
def test_a_bonus_is_offered_before_the_turns_are_counted():
    position = {"hands": [{"B": 2}], "cards": [{"same2": 1}], "bonus": [["R1", "U1"]], "turn": 7}
    state = at(position, variant="expert", turn_cap=7)
    build(state, "same2 B a1-b1")
    assert state.legal_actions == ["no", "yes"]
    state.apply("no")
    assert state.is_terminal and ending(state) == "capped"


@pytest.mark.clause("CHO-TURN-4", "CHO-END-8", "CHO-BONUS-10")
def test_an_extra_turn_is_offered_after_the_ends_only():
    position = {"bonus": [["R1", "U4"]], "turn": 7}
    state = at(position, variant="expert", turn_cap=7)
    for text in ("draw stack", "card one"):
        state.apply(text)
    assert state.is_terminal
    state = at(position, variant="expert", turn_cap=8)
    for text in ("draw stack", "card one", "extra", "draw stack", "card one"):
        assert not state.is_terminal
        state.apply(text)
    assert state.is_terminal


# ---------------------------------------------------------------- picking


@pytest.mark.clause("CHO-PICK-1", "CHO-PICK-3")
@pytest.mark.parametrize("stones", range(8))
def test_five_stones_are_the_most_to_pick_with(stones):
    state = at({"hands": [{"B": stones}]})
    assert ("pick" in state.legal_actions) == (stones <= 5)
    if stones > 5:
        assert state.refusal("pick").clause in ("CHO-PICK-1", "CHO-PICK-3")


@pytest.mark.clause("CHO-PICK-2", "CHO-CHANCE-1")
def test_two_stones_one_after_the_other():
    state = at({"hands": [{"B": 5}, {"W": 7}]})
    bag = Counter({"B": 27, "L": 32, "W": 25, "G": 32, "Y": 32})
    assert known_of(state)["bag"] == bag
    state.apply("pick")
    for letter in "WB":
        total = sum(bag.values())
        assert shares(state) == {f"stone {x}": pytest.approx(count / total) for x, count in bag.items()}
        state.apply(f"stone {letter}")
        bag[letter] -= 1
    assert known_of(state)["hands"][0] == {"B": 6, "W": 1} and known_of(state)["bag"] == bag
    assert state.current_player == 1


@pytest.mark.clause("CHO-PICK-3", "CHO-DRAW-5", "CHO-WAGON-1")
@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (5, "basic"), (3, "expert")])
def test_hands_are_never_larger(players, variant):
    for state in plays(21, players, variant=variant):
        known = known_of(state)
        assert max(sizes(state)) <= 7 and all(sum(cards.values()) <= 4 for cards in known["cards"])
        assert all(count <= 5 for wagon in known["wagons"] for count in wagon.values())


@pytest.mark.clause("CHO-PICK-4")
@pytest.mark.parametrize("players", [2, 5])
def test_the_bag_does_not_run_short(players):
    for state in plays(23, players):
        known = known_of(state)
        stones = sum(known["bag"].values()) + sum(sizes(state)) + len(known["stones"])
        assert stones == 160
        if "pick" in state.legal_actions:
            assert sum(known["bag"].values()) >= 7


# ---------------------------------------------------------------- replacing


@pytest.mark.clause("CHO-REPL-1", "CHO-REPL-3")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [
        ({"B": 2, "L": 2, "W": 2}, []),
        ({"Y": 3}, ["Y 3"]),
        ({"Y": 7}, ["Y 3", "Y 4", "Y 5", "Y 6", "Y 7"]),
        ({"L": 3, "G": 4}, ["L 3", "G 3", "G 4"]),
    ],
)
def test_three_of_one_colour_at_least(hand, offered):
    state = at({"hands": [hand]})
    assert those(state, "replace") == [f"replace {text}" for text in offered]
    for text in ("replace B 2", "replace B 8", "replace B 3 Y 3"):
        assert state.refusal(text) is not None
    assert state.refusal("replace B 4").clause == "CHO-REPL-1"


@pytest.mark.clause("CHO-REPL-2", "CHO-CHANCE-1")
def test_stones_are_returned_first():
    state = at({"hands": [{"W": 5}]})
    state.apply("replace W 4")
    assert known_of(state)["hands"][0] == {"W": 1}
    bag = Counter({"B": 32, "L": 32, "W": 31, "G": 32, "Y": 32})
    for letter in "WWWB":
        total = sum(bag.values())
        assert shares(state) == {f"stone {x}": pytest.approx(count / total) for x, count in bag.items()}
        state.apply(f"stone {letter}")
        bag[letter] -= 1
    assert known_of(state)["hands"][0] == {"W": 4, "B": 1} and state.current_player == 1


@pytest.mark.clause("CHO-REPL-3", "CHO-WAGON-2")
def test_the_wagon_is_not_replaced():
    state = at({"hands": [{"W": 2}], "wagons": [{"W": 5}]}, variant="expert")
    assert those(state, "replace") == []


# ---------------------------------------------------------------- drawing


@pytest.mark.clause("CHO-DRAW-1", "CHO-DRAW-5")
@pytest.mark.parametrize("cards", range(5))
def test_three_cards_are_the_most_to_draw_with(cards):
    state = at({"cards": [{"hv4": cards}], "face_up": {"one": 1, "same2": 2}})
    assert those(state, "draw") == (["draw stack", "draw one", "draw same2"] if cards <= 3 else [])
    if cards > 3:
        assert state.refusal("draw stack").clause in ("CHO-DRAW-1", "CHO-DRAW-5")
    assert state.refusal("draw diag4").clause in ("CHO-DRAW-1", "CHO-DRAW-2", "CHO-DRAW-5")


@pytest.mark.clause("CHO-DRAW-1", "CHO-DRAW-3")
def test_what_there_is_to_draw():
    assert those(at({"face_up": {"one": 1}, "stack": {"hv4": 1}}), "draw") == ["draw stack", "draw one"]
    assert those(at({"face_up": {"one": 1}, "stack": {}}), "draw") == ["draw one"]
    assert those(at({"stack": {"hv4": 1}}), "draw") == ["draw stack"]
    assert those(at({"stack": {}}), "draw") == []


@pytest.mark.clause("CHO-DRAW-2", "CHO-CHANCE-1")
def test_the_top_card_of_the_stack():
    state = at({"face_up": {"one": 2}, "stack": {"one": 1, "hv4": 3}})
    state.apply("draw stack")
    assert shares(state) == {"card one": pytest.approx(1 / 4), "card hv4": pytest.approx(3 / 4)}
    state.apply("card hv4")
    known = known_of(state)
    assert known["cards"][0] == {"hv4": 1} and known["known"][0] == {} and known["row"] == {"one": 2}
    assert known["stack"] == {"one": 1, "hv4": 2} and state.current_player == 1


@pytest.mark.clause("CHO-DRAW-2", "CHO-DRAW-3", "CHO-CHANCE-1")
def test_a_card_from_the_row_is_replaced():
    state = at({"face_up": {"one": 2, "same2": 1}, "stack": {"one": 1, "hv4": 1}})
    state.apply("draw same2")
    assert shares(state) == {"card one": pytest.approx(1 / 2), "card hv4": pytest.approx(1 / 2)}
    state.apply("card hv4")
    known = known_of(state)
    assert known["cards"][0] == known["known"][0] == {"same2": 1}
    assert known["row"] == {"one": 2, "hv4": 1} and known["stack"] == {"one": 1} and state.current_player == 1


@pytest.mark.clause("CHO-DRAW-3")
def test_without_a_stack_nothing_is_replaced():
    state = at({"face_up": {"one": 2}, "stack": {}})
    state.apply("draw one")
    assert known_of(state)["row"] == {"one": 1} and not state.is_chance and state.current_player == 1


@pytest.mark.clause("CHO-DRAW-4", "CHO-BUILD-9")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_cards_that_were_played_are_gone(variant):
    gone, before, started = Counter(), 80, False
    for state in plays(31, 3, variant=variant):
        known = known_of(state)
        everywhere = Counter(known["row"]) + Counter(known["stack"]) + sum(map(Counter, known["cards"]), Counter())
        total = sum(everywhere.values())
        started = started or not state.is_chance
        assert total <= before and before - total <= 1
        if started and state.legal_actions and total < before:
            gone[total] += 1
        before = total
    assert gone and before < 80

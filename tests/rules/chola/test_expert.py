"""Chola: wagon, sculptures and bonus cards (CHO-WAGON, CHO-SCULPT, CHO-BONUS)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import chola_pieces as pieces
import chola_positions as positions
import pytest
from chola_play import TEMPLE, at, build, ending, filled, gains, known_of, plays, those, totals

FULL_WAGON = dict.fromkeys("BLWGY", 5)
S2 = "c1W d1G c2L d2L"
REST = {"S1": "Q4B"}
"""A remaining sculpture, so that carving another one does not end the game."""


def expert(colours="BWG", **position):
    return at(position, colours, variant="expert")


def carving(tile, red="R1", wagon=None, hand=None, slot="S2", stones=S2, **more):
    """Return a position in which seat 0 may carve the sculpture on slot S2, with a full wagon by default."""
    rest = {"S1": "Q4B"} if tile != "Q4B" else {"S1": "Q4L"}
    given = {"stones": stones, "tiles": {**rest, slot: tile}, "bonus": [[red, "U1"]], "hands": [hand or {}]}
    return expert(**given, wagons=[FULL_WAGON if wagon is None else wagon], **more)


def plans(state, slot="S2"):
    """Return the offered ways to pay; an only one is not asked for."""
    if f"sculpt {slot}" not in state.legal_actions:
        return []
    state.apply(f"sculpt {slot}")
    return [text for text in state.legal_actions if state.view()["phase"] == "plan"]


# ---------------------------------------------------------------- wagon


@pytest.mark.clause("CHO-WAGON-1", "CHO-WAGON-2")
def test_the_wagon_is_loaded_by_what_is_placed():
    state = expert(hands=[{"B": 2, "L": 2}], cards=[{"hv4": 1}], wagons=[{"B": 4, "W": 3}])
    build(state, "hv4 BL a1:b2 0")
    known = known_of(state)
    assert known["wagons"][0] == {"B": 5, "L": 2, "W": 3} and known["wagons"][1] == {}
    assert len(known["stones"]) == 4 and known["hands"][0] == {}


@pytest.mark.clause("CHO-WAGON-1")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 5), (4, 5), (5, 5)])
def test_a_track_ends_at_five(before, after):
    state = expert(hands=[{"B": 2}], cards=[{"same2": 1}], wagons=[{"B": before}])
    build(state, "same2 B a1-b1")
    assert known_of(state)["wagons"][0] == {"B": after}


@pytest.mark.clause("CHO-WAGON-1")
def test_the_basic_game_has_no_wagon():
    state = at({"hands": [{"B": 2}], "cards": [{"same2": 1}]})
    build(state, "same2 B a1-b1")
    assert known_of(state)["wagons"] == [{}] * 3 and state.view()["seats"][0]["wagon"] is None


@pytest.mark.clause("CHO-WAGON-2")
def test_a_wagon_does_not_build():
    state = expert(wagons=[FULL_WAGON], cards=[{"one": 1}])
    assert those(state, "build") == [] and "pick" in state.legal_actions


# ---------------------------------------------------------------- which sculptures


@pytest.mark.clause("CHO-SCULPT-1")
@pytest.mark.parametrize("slot", ["S1", "S7", "S9", "S25", "S35", "S40"])
def test_all_squares_of_the_slot(slot):
    tile = {"big": "Q4B", "three": "T1", "two": "D1", "one": "M1"}[TEMPLE.slot_kinds[slot]]
    squares = TEMPLE.slots[slot]
    for missing in (None, *squares):
        stones = filled([square for square in squares if square != missing])
        state = expert(stones=stones, tiles={slot: tile}, wagons=[FULL_WAGON])
        assert those(state, "sculpt") == ([f"sculpt {slot}"] if missing is None else [])
        if missing:
            assert state.refusal(f"sculpt {slot}").clause == "CHO-SCULPT-1"


@pytest.mark.clause("CHO-SCULPT-1")
def test_only_on_its_own_slot_and_only_once():
    state = expert(stones=f"{S2} {filled(TEMPLE.slots['S3'])}", tiles={"S2": "Q4B"}, wagons=[FULL_WAGON])
    assert those(state, "sculpt") == ["sculpt S2"]
    done = expert(stones=S2, carved={"S2": 1}, tiles=REST, wagons=[FULL_WAGON])
    assert those(done, "sculpt") == [] and done.refusal("sculpt S2").clause == "CHO-SCULPT-1"
    both = carving("Q5B")
    both.apply("sculpt S2")
    assert known_of(both)["tiles"] == {"S1": "Q4B"} and those(both, "sculpt") == []
    again = expert(stones=S2, tiles={**REST, "S2": "Q5B"}, bonus=[["R1", "U1"]], wagons=[FULL_WAGON] * 2)
    again.apply("sculpt S2")
    assert again.current_player == 1 and those(again, "sculpt") == []  # the next player could pay for it


@pytest.mark.clause("CHO-SCULPT-6", "CHO-DEF-4")
def test_whoever_built_it():
    for stones in ("c1B d1B c2B d2B", "c1Y d1Y c2Y d2Y", S2):
        assert those(carving("Q5B", stones=stones), "sculpt") == ["sculpt S2"]


# ---------------------------------------------------------------- paying


@pytest.mark.clause("CHO-SCULPT-2", "CHO-SCULPT-3")
@pytest.mark.parametrize(("hand", "wagon"), list(product(range(5), range(5))))
def test_every_split(hand, wagon):
    """Q4B costs two brown and one gold; the gold comes from the wagon."""
    state = carving("Q4B", wagon={"B": wagon, "Y": 1}, hand={"B": hand})
    if hand + wagon < 2:
        assert those(state, "sculpt") == []
        assert state.refusal("sculpt S2").clause == "CHO-SCULPT-2"
        return
    before = known_of(state)
    splits = range(max(0, 2 - wagon), min(2, hand) + 1)
    state.apply("sculpt S2")
    paid = splits[-1]
    if len(splits) > 1:
        assert state.legal_actions == [f"hand B {count}" for count in splits]
        state.apply(f"hand B {paid}")
    after = known_of(state)
    assert after["hands"][0].get("B", 0) == hand - paid
    assert after["wagons"][0] == {key: n for key, n in {"B": wagon - 2 + paid}.items() if n}
    assert after["bag"]["B"] == before["bag"]["B"] + paid and totals(state)[0] == 4


@pytest.mark.clause("CHO-SCULPT-2")
def test_each_colour_is_split_by_itself_in_order():
    state = carving("Q7B", wagon={"B": 2, "G": 2}, hand={"B": 3, "G": 2})  # three brown, two grey
    state.apply("sculpt S2")
    assert state.legal_actions == ["hand B 1", "hand B 2", "hand B 3"]
    state.apply("hand B 2")
    assert state.legal_actions == ["hand G 0", "hand G 1", "hand G 2"]
    assert state.refusal("hand B 1") is not None
    state.apply("hand G 0")
    known = known_of(state)
    assert known["hands"][0] == {"B": 1, "G": 2} and known["wagons"][0] == {"B": 1}


@pytest.mark.clause("CHO-SCULPT-3", "CHO-DEF-4")
def test_what_is_paid_from_the_hand_can_be_drawn_again():
    state = carving("Q4B", wagon={"Y": 1}, hand={"B": 2})
    state.apply("sculpt S2")
    assert known_of(state)["bag"] == {"B": 32, "L": 30, "W": 31, "G": 31, "Y": 32}


# ---------------------------------------------------------------- carving


@pytest.mark.clause("CHO-SCULPT-4")
@pytest.mark.parametrize("tile", ["Q4B", "Q5L", "Q6W", "Q7G", "Q8Y"])
def test_a_sculpture_brings_its_value(tile):
    state = carving(tile)
    assert gains(state, "sculpt S2") == [int(tile[1]), 0, 0]
    known = known_of(state)
    assert known["carved"] == {"S2": 0} and "S2" not in known["tiles"] and state.current_player == 1
    covered = {row["square"] for row in state.view()["squares"] if row["covered"]}
    assert covered == {"c1", "d1", "c2", "d2"}


@pytest.mark.clause("CHO-SCULPT-4")
@pytest.mark.parametrize(("slot", "tile", "points"), [("S7", "T1", 3), ("S9", "D1", 2), ("S35", "M1", 1)])
def test_small_sculptures(slot, tile, points):
    state = carving(tile, slot=slot, stones=filled(TEMPLE.slots[slot]))
    assert gains(state, f"sculpt {slot}") == [points, 0, 0]


@pytest.mark.clause("CHO-SCULPT-5", "CHO-DEF-5", "CHO-SCORE-8")
def test_covering_splits_groups_and_pays_nothing():
    stones = "b1W c1W d1W e1W c2W d2W f1L e2L f2L"
    state = carving("Q4B", stones=stones, treasures={"c2": "plus2"}, cards=[{}, {"one": 1}])
    assert gains(state, "sculpt S2") == [4, 0, 0]
    groups = [row["squares"] for row in state.view()["groups"] if row["letter"] == "W"]
    assert groups == []  # b1 and e1 are single now
    other = expert(stones=stones, carved={"S2": 0}, tiles=REST, hands=[{"W": 1}], cards=[{"one": 1}], wagons=[{}])
    assert gains(other, "build one W a1") == [1, 0, 0]


@pytest.mark.clause("CHO-SCULPT-5")
def test_a_sculpture_takes_no_treasure():
    """Its squares have stones, so their tiles are already gone; other tiles stay."""
    state = at(
        {"stones": S2, "tiles": {"S2": "Q4B", "S1": "Q4L"}, "wagons": [FULL_WAGON], "treasures": {"l2": "plus2"}},
        treasures="open",
        variant="expert",
    )
    state.apply("sculpt S2")
    assert known_of(state)["treasures"] == {"l2": "plus2"}


# ---------------------------------------------------------------- red cards


@pytest.mark.clause("CHO-BONUS-1", "CHO-BONUS-3", "CHO-BONUS-4")
@pytest.mark.parametrize(("red", "offered"), [("R1", []), ("R2", ["normal", "double"]), ("R3", ["normal", "free"])])
@pytest.mark.parametrize(("slot", "tile"), [("S2", "Q8L"), ("S7", "T1"), ("S9", "D1"), ("S35", "M1")])
def test_cards_for_any_sculpture(red, offered, slot, tile):
    state = carving(tile, red, slot=slot, stones=filled(TEMPLE.slots[slot]))
    assert plans(state, slot) == offered


@pytest.mark.clause("CHO-BONUS-3")
def test_double_value_once():
    state = carving("Q7B", "R2")
    assert gains(state, "sculpt S2", "double") == [14, 0, 0]
    assert known_of(state)["bonus"][0] == ["U1"]
    again = expert(stones=S2, tiles={"S2": "Q7B", **REST}, wagons=[FULL_WAGON], bonus=[["U1"]])
    assert gains(again, "sculpt S2") == [7, 0, 0]


@pytest.mark.clause("CHO-BONUS-3")
def test_double_value_must_be_paid():
    state = carving("Q7B", "R2", wagon={"B": 3, "G": 1})
    assert those(state, "sculpt") == []


@pytest.mark.clause("CHO-BONUS-4", "CHO-SCULPT-1")
def test_free_once():
    state = carving("Q7B", "R3", wagon={}, hand={"B": 2})
    assert gains(state, "sculpt S2") == [7, 0, 0]
    known = known_of(state)
    assert known["bonus"][0] == ["U1"] and known["hands"][0] == {"B": 2}
    assert those(carving("Q7B", "R3", stones="c1W d1G c2L"), "sculpt") == []


@pytest.mark.clause("CHO-BONUS-1", "CHO-BONUS-4")
def test_free_need_not_be_used():
    state = carving("Q7B", "R3")
    assert gains(state, "sculpt S2", "normal") == [7, 0, 0]
    assert known_of(state)["bonus"][0] == ["R3", "U1"]
    assert known_of(state)["wagons"][0] == {**FULL_WAGON, "B": 2, "G": 3}


@pytest.mark.clause("CHO-BONUS-5", "CHO-BONUS-6", "CHO-BONUS-7", "CHO-BONUS-12", "CHO-SCULPT-2")
@pytest.mark.parametrize("red", ["R1", "R2", "R3", "R4", "R5", "R6"])
@pytest.mark.parametrize("tile", ["Q4B", "Q5Y", "Q6L", "Q7G", "Q8W"])
def test_plans_against_the_reference(red, tile):
    """With full wagons and with few stones, every plan costs what it should."""
    cost = Counter(next(row["cost"] for row in pieces.DATA["sculpture_rules"]["big"] if row["id"] == tile))
    for wagon in (FULL_WAGON, {"B": 4, "L": 1}, {"W": 3, "G": 1}, dict(cost - Counter("W")), dict.fromkeys("BLWGY", 1)):
        state = carving(tile, red, wagon=wagon)
        other = positions.at_position(
            {"stones": S2, "tiles": {"S2": tile}, "wagons": [wagon], "bonus": [[red, "U1"]]},
            players=3,
            variant="expert",
        )
        expected = other.plans("S2")
        assert those(state, "sculpt") == (["sculpt S2"] if expected else [])
        if len(expected) > 1:
            assert plans(state) == list(expected)
        for text, (_, paid) in expected.items():
            state = carving(tile, red, wagon=wagon)
            for step in ("sculpt S2", text) if len(expected) > 1 else ("sculpt S2",):
                state.apply(step)
            assert known_of(state)["wagons"][0] == dict(+(Counter(wagon) - paid))


@pytest.mark.clause("CHO-BONUS-5")
def test_one_stone_of_another_colour():
    state = carving("Q8W", "R4", wagon={"W": 3, "G": 1, "B": 1})
    assert gains(state, "sculpt S2") == [8, 0, 0]
    assert known_of(state)["wagons"][0] == {} and known_of(state)["bonus"][0] == ["R4", "U1"]
    assert those(carving("Q8W", "R4", wagon={"W": 2, "G": 1, "B": 5}), "sculpt") == []


@pytest.mark.clause("CHO-BONUS-6")
def test_other_colours():
    offered = plans(carving("Q8W", "R5"))  # four white, one grey
    pairs = [f"recolour {x} {y}" for x in "BLWGY" for y in "BLWGY" if x != y and (x, y) != ("W", "G")]
    assert offered == ["normal", *pairs]
    state = carving("Q8W", "R5", wagon={"Y": 4, "G": 1})
    assert gains(state, "sculpt S2") == [8, 0, 0]
    assert those(carving("Q8W", "R5", wagon={"Y": 5}), "sculpt") == []  # not the same colour twice


@pytest.mark.clause("CHO-BONUS-7")
def test_one_stone_less():
    assert plans(carving("Q8W", "R6")) == ["normal", "less W", "less G"]
    state = carving("Q8W", "R6", wagon={"W": 4})
    assert gains(state, "sculpt S2") == [8, 0, 0]
    assert those(carving("Q8W", "R6", wagon={"W": 2, "G": 1}), "sculpt") == []


@pytest.mark.clause("CHO-BONUS-12")
@pytest.mark.parametrize("red", ["R4", "R5", "R6"])
@pytest.mark.parametrize(("slot", "tile"), [("S7", "T1"), ("S9", "D1"), ("S35", "M1")])
def test_cards_for_big_sculptures_only(red, slot, tile):
    stones = filled(TEMPLE.slots[slot])
    state = carving(tile, red, slot=slot, stones=stones)
    assert gains(state, f"sculpt {slot}")[0] > 0  # no decision
    short = dict.fromkeys("LWGY", 5)  # all but brown, of which each costs one
    assert those(carving(tile, red, wagon=short, slot=slot, stones=stones), "sculpt") == []


@pytest.mark.clause("CHO-BONUS-12", "CHO-SCULPT-2")
def test_red_plans_are_paid_from_hand_and_wagon():
    state = carving("Q8W", "R5", wagon={"Y": 3, "G": 1}, hand={"Y": 2})
    state.apply("sculpt S2")
    assert state.legal_actions == ["hand Y 1", "hand Y 2"]
    state.apply("hand Y 2")
    assert known_of(state)["wagons"][0] == {"Y": 1} and totals(state)[0] == 8


@pytest.mark.clause("CHO-BONUS-13")
def test_costs_of_other_component_files(tmp_path):
    """Of two equal amounts, the earlier colour counts as the larger; a cost in one colour has one second colour."""
    source = pieces.FILE.read_text(encoding="utf-8")
    source = source.replace(
        'id = "Q8W", value = 8, cost = { W = 4, G = 1 }', 'id = "Q8W", value = 8, cost = { G = 2, W = 2 }'
    )
    source = source.replace('id = "Q8L", value = 8, cost = { L = 4, Y = 1 }', 'id = "Q8L", value = 8, cost = { L = 3 }')
    path = tmp_path / "mine.toml"
    path.write_text(source, encoding="utf-8")
    position = {"stones": S2, "wagons": [FULL_WAGON], "bonus": [["R5", "U1"]]}
    even = at({**position, "tiles": {"S2": "Q8W", **REST}}, variant="expert", components=str(path))
    pairs = [f"recolour {x} {y}" for x in "BLWGY" for y in "BLWGY" if x != y and (x, y) != ("W", "G")]
    assert plans(even) == ["normal", *pairs]
    single = at({**position, "tiles": {"S2": "Q8L", **REST}}, variant="expert", components=str(path))
    assert plans(single) == ["normal", "recolour B L", "recolour W B", "recolour G B", "recolour Y B"]
    single.apply("recolour G B")
    assert known_of(single)["wagons"][0] == {**FULL_WAGON, "G": 2}


# ---------------------------------------------------------------- R1 and blue cards


@pytest.mark.clause("CHO-BONUS-2")
@pytest.mark.parametrize(
    ("text", "gained"), [("one B a1", 1), ("one W a1", 1), ("same2 B a1-b1", 2), ("diff2 BW a1-b1 0", 2)]
)
def test_points_for_own_stones(text, gained):
    state = expert(hands=[{"B": 2, "W": 1}], cards=[{text.split()[0]: 1}], bonus=[["R1", "U5"]])
    assert gains(state, f"build {text}") == [gained, 0, 0]
    plain = expert(hands=[{"B": 2, "W": 1}], cards=[{text.split()[0]: 1}], bonus=[["R2", "U5"]])
    assert gains(plain, f"build {text}")[0] == gained - text.split()[1].count("B") * (2 if "same2" in text else 1)


@pytest.mark.clause("CHO-BONUS-8", "CHO-BONUS-1")
@pytest.mark.parametrize("card", pieces.CARDS)
@pytest.mark.parametrize("blue", ["U1", "U2"])
def test_after_a_build(blue, card):
    state = expert(hands=[{"B": 3, "L": 3}], cards=[{card: 1}], bonus=[["R2", blue]])
    state.apply(f"build {card}")
    while state.legal_actions[0].split()[0] in ("colours", "place", "arrange"):
        state.apply(state.legal_actions[0])
    due = (card in ("same2", "diff2")) == (blue == "U1")
    if not due:
        assert state.current_player == 1
        return
    assert state.legal_actions == ["no", "yes"] and state.current_player == 0
    refused = state.copy()
    refused.apply("no")
    assert refused.current_player == 1 and not refused.is_chance
    before = known_of(state)
    state.apply("yes")
    for outcome in ("stone W", "stone W") if blue == "U1" else ("card one",):
        assert state.is_chance
        state.apply(outcome)
    after = known_of(state)
    assert state.current_player == 1 and after["row"] == before["row"]
    if blue == "U1":
        assert after["hands"][0] == {**before["hands"][0], "W": 2}
    else:
        assert after["cards"][0] == {"one": 1} and after["known"][0] == {}


@pytest.mark.clause("CHO-BONUS-8")
def test_no_card_from_an_empty_stack():
    state = expert(hands=[{"B": 1}], cards=[{"one": 1}], bonus=[["R2", "U2"]], stack={}, face_up={"one": 2})
    build(state, "one B a1")
    assert state.current_player == 1


@pytest.mark.clause("CHO-BONUS-9")
@pytest.mark.parametrize("stones", range(6))
@pytest.mark.parametrize("blue", ["U1", "U2", "U3", "U5", "U6"])
def test_after_a_pick(blue, stones):
    state = expert(hands=[{"B": stones}], bonus=[["R2", blue]])
    for text in ("pick", "stone W", "stone G"):
        state.apply(text)
    due = (blue == "U3" and stones <= 4) or (blue == "U5" and stones == 0)
    assert (state.legal_actions == ["no", "yes"]) == due
    if due:
        state.apply("yes")
        for _ in range(1 if blue == "U3" else 2):
            assert state.is_chance
            state.apply("stone Y")
        assert sum(known_of(state)["hands"][0].values()) == stones + (3 if blue == "U3" else 4)
    assert state.current_player == 1 and not state.is_chance


@pytest.mark.clause("CHO-BONUS-9")
@pytest.mark.parametrize("held", range(2))
@pytest.mark.parametrize("how", ["stack", "one"])
def test_after_a_draw(how, held):
    state = expert(cards=[{"hv4": held}], bonus=[["R2", "U6"]], face_up={"one": 1})
    for text in (f"draw {how}", "card same2"):
        state.apply(text)
    row = {"one": 1} if how == "stack" else {"same2": 1}  # an open card has been replaced by now
    assert known_of(state)["row"] == row
    if held:
        assert state.current_player == 1
        return
    assert state.legal_actions == ["no", "yes"]
    for text in ("yes", "card diag4"):
        state.apply(text)
    known = known_of(state)
    assert known["cards"][0] == {("same2" if how == "stack" else "one"): 1, "diag4": 1} and known["row"] == row
    assert known["known"][0] == ({} if how == "stack" else {"one": 1}) and state.current_player == 1


@pytest.mark.clause("CHO-BONUS-9")
def test_no_second_card_from_an_empty_stack():
    state = expert(bonus=[["R2", "U6"]], face_up={"one": 1}, stack={"hv4": 1})
    for text in ("draw one", "card hv4"):
        state.apply(text)
    assert state.current_player == 1


@pytest.mark.clause("CHO-BONUS-1")
def test_once_for_each_action():
    """A stone drawn by U3 does not bring another one."""
    state = expert(hands=[{"B": 1}], bonus=[["R2", "U3"]])
    for text in ("pick", "stone W", "stone W", "yes", "stone W"):
        state.apply(text)
    assert state.current_player == 1 and not state.is_chance


@pytest.mark.clause("CHO-BONUS-1")
def test_red_and_blue_in_one_turn():
    state = expert(stones="a1B", hands=[{"B": 2}], cards=[{"same2": 1}], bonus=[["R1", "U1"]])
    assert gains(state, "build same2 B b1-c1") == [4 + 2, 0, 0]
    assert state.legal_actions == ["no", "yes"]


# ---------------------------------------------------------------- the extra turn


@pytest.mark.clause("CHO-BONUS-10")
@pytest.mark.parametrize(
    "action",
    [
        ["pick", "stone B", "stone B"],
        ["replace B 3", "stone W", "stone W", "stone W"],
        ["draw stack", "card one"],
        ["sculpt S2"],
    ],
)
def test_an_extra_turn_after_any_action(action):
    state = expert(
        stones=S2, tiles={"S2": "Q4B", "S1": "Q4L"}, hands=[{"B": 3}], bonus=[["R1", "U4"]], wagons=[{"B": 2, "Y": 1}]
    )
    for text in action:
        state.apply(text)
    while state.legal_actions[0].startswith("hand"):
        state.apply(state.legal_actions[0])
    assert state.legal_actions == ["end", "extra"] and state.current_player == 0
    state.apply("end")
    assert state.current_player == 1 and known_of(state)["resting"] == []


@pytest.mark.clause("CHO-BONUS-10", "CHO-END-4")
@pytest.mark.parametrize(("rule", "offered"), [("literal", False), ("replace_counts", True)])
def test_no_extra_turn_for_who_could_do_nothing_that_counts(rule, offered):
    position = {"hands": [{"B": 5}], "cards": [{"diag4": 4}], "bonus": [["R1", "U4"]]}
    state = at(position, variant="expert", stuck_rule=rule)
    for text in ("pick", "stone B", "stone W"):
        state.apply(text)
    assert (state.current_player == 0) == offered


@pytest.mark.clause("CHO-BONUS-11")
def test_the_next_turn_is_skipped_without_a_stuck_test():
    """Seat 0 is stuck after its extra turn, but is skipped first; then the card lies face up again."""
    position = {"hands": [{"B": 5}], "cards": [{"diag4": 3}], "bonus": [["R1", "U4"], ["R2", "U1"]]}
    state = at(position, "BW", variant="expert")
    for text in ("draw stack", "card diag4", "extra", "pick", "stone B", "stone B"):
        state.apply(text)
    assert state.current_player == 1 and known_of(state)["resting"] == [0]
    assert state.view()["seats"][0]["resting"] is True
    state.apply("draw stack")
    line = state.describe("card one")
    assert line["params"]["also"] == [{"key": "chola.log.skipped", "params": {"seat": 0}}]
    state.apply("card one")
    assert state.current_player == 1 and known_of(state)["resting"] == [] and not state.is_terminal
    for text in ("draw stack", "card one"):
        state.apply(text)
    assert state.is_terminal and ending(state) == "stuck"


@pytest.mark.clause("CHO-BONUS-11")
def test_no_further_extra_turn_in_the_extra_turn():
    state = expert(bonus=[["R1", "U4"]])
    for text in ("draw stack", "card one", "extra", "draw stack", "card one"):
        state.apply(text)
    assert state.current_player == 1 and state.legal_actions != ["end", "extra"]


@pytest.mark.clause("CHO-BONUS-11")
@pytest.mark.parametrize("seed", range(3))
def test_extra_turns_are_paid_for(seed):
    """In whole games, a player with two turns in a row acts again after two turns of both others."""
    acting, turn = [], 0
    for state in plays(seed, 3, variant="expert", first_player=0):
        known = known_of(state)
        if known["turn"] > turn and not state.is_chance and not state.is_terminal:
            acting.append(state.current_player)
            turn = known["turn"]
    twice = [n for n, (one, two) in enumerate(pairwise(acting)) if one == two]
    assert len(twice) == state.history.count("extra")
    for n in twice:
        after = acting[n + 2 : n + 6]
        assert acting[n] not in after and after == [(acting[n] + 1 + k % 2) % 3 for k in range(len(after))]
    assert any("U4" in bonus for bonus in known["bonus"]) == (len(twice) > 0)


@pytest.mark.clause("CHO-TURN-1", "CHO-BONUS-10", "CHO-BONUS-11")
def test_a_turn_after_a_skipped_one_is_a_turn_of_its_own():
    """Seat 1 plays twice, since seat 0 is skipped: that is a new turn, while the extra turn of seat 0 continues the
    old one."""
    position = {"hands": [{"B": 3}], "bonus": [["R1", "U4"], ["R2", "U1"]]}
    state = at(position, "BW", variant="expert")
    begins = state.game.type.begins_turn
    turns = [("draw stack", "card one"), ("extra", "draw stack", "card one"), ("draw stack", "card one")]
    seen = []
    for turn in turns:
        for text in turn:
            state.apply(text)
            seen.append((text, state.current_player, begins(state.record)))
    assert [entry for entry in seen if not entry[0].startswith("draw")] == [
        ("card one", 0, False),
        ("extra", 0, False),
        ("card one", 1, True),
        ("card one", 1, True),
    ]

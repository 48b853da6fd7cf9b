"""Menara: a turn: exchange, card, building, and its end."""

from __future__ import annotations

from collections import Counter

import pytest
from menara_play import BASE, FULL, at, columns_on, do, draw_any, end_turn, hands, kinds, known_of, lay_floor
from menara_rules import BOX, card_text

from mandapa.games.menara.rules.physics.placing.pose_rules import FEW_COLUMNS, FITS, floor_fault
from mandapa.games.menara.rules.physics.statics.standing_test import base_margin
from mandapa.games.menara.rules.physics.tower import LIGHT
from mandapa.kernel.errors import PositionError

pytestmark = pytest.mark.usefixtures("compiled_menara")

CARDS = [card_text(card) for card in BOX["card"]]


# ---------------------------------------------------------------- exchange


@pytest.mark.clause("MEN-TURN-2", "MEN-TURN-3")
def test_what_was_handed_in_stays_there():
    state = at(BASE, hands=hands({"yellow": 2, "red": 2, "black": 2}), camp={"yellow": 2, "white": 4})
    do(state, "give red take yellow")
    assert sum(state.view()["camp"].values()) == 6 and state.view()["camp"]["red"] == 1
    for text, key in [
        ("give black take red", "was_given"),
        ("give yellow take white", "was_given"),
        ("give red take red", "same_colour"),
        ("give blue take white", "not_in_hand"),
        ("give red take blue", "not_in_camp"),
    ]:
        assert state.refusal(text).key == f"menara.refusal.{key}", text
        assert state.refusal(text).clause == "MEN-TURN-2"
    assert state.refusal("pile red").key == "menara.refusal.phase"
    do(state, "give black take white")
    assert state.refusal("give red take white").key == "menara.refusal.order"
    do(state, "done")
    assert (refusal := state.refusal("give black take white")).key == "menara.refusal.exchange_over"
    assert refusal.clause == "MEN-TURN-3" and state.refusal("done").clause == "MEN-TURN-3"
    do(state, "pile blue", "card blue PLACE 1 free")
    assert state.refusal("give black take white").clause == "MEN-TURN-3"


@pytest.mark.clause("MEN-TURN-2")
def test_every_exchange_has_one_spelling():
    """All multisets given for as many taken that share no colour, each reached once."""
    hand, camp = {"yellow": 2, "red": 1, "black": 1, "white": 2}, {"yellow": 1, "red": 2, "white": 1, "blue": 2}
    found: Counter[tuple[int, ...]] = Counter()
    level = [()]
    while level:
        longer = []
        for texts in level:
            state = do(at(BASE, hands=hands(hand), camp=camp), *texts)
            found[tuple(known_of(state)["hands"][0])] += 1
            assert len(state.legal_actions) <= 21
            longer += [(*texts, text) for text in state.legal_actions[1:]]
        level = longer
    assert set(found.values()) == {1}
    assert set(found) == set(exchanges(hand, camp))


def exchanges(hand, camp):
    """Return every hand that exchanging some k columns with the camp leads to, without a colour both ways."""
    colours = ["yellow", "red", "black", "white", "blue"]
    changes = [()]
    for colour in colours:
        changes = [
            (*rest, change) for rest in changes for change in range(-hand.get(colour, 0), camp.get(colour, 0) + 1)
        ]
    for change in changes:
        if sum(change) == 0:
            yield tuple(hand.get(colour, 0) + step for colour, step in zip(colours, change, strict=True))


# ---------------------------------------------------------------- cards


@pytest.mark.clause("MEN-TURN-1", "MEN-TURN-5")
def test_turns_go_round():
    state = at(BASE, players=3, options={"first_player": 1}, hands=[{"yellow": 5}] * 3, seat=1)
    seats = []
    for _ in range(4):
        seats.append(state.current_player)
        assert state.choices((state.current_player + 1) % 3) == []
        do(state, "done", "pile red")
        draw_any(state)
        do(state, "give up")
        end_turn(state)
    assert seats == [1, 2, 0, 1] and state.view()["turn_number"] == 5


@pytest.mark.clause("MEN-TURN-4")
def test_a_pile_must_be_chosen():
    used = [card for card in CARDS if not card.startswith("red")]
    state = do(at(BASE, used_cards=used[1:]), "done")
    assert state.legal_actions == ["pile blue", "pile red"]
    state = do(at(BASE, used_cards=used), "done")
    assert state.legal_actions == ["pile red"]
    assert state.refusal("pile blue").clause == "MEN-TURN-4" and state.refusal("give up").key.endswith(".phase")


@pytest.mark.clause("MEN-END-4", "MEN-END-7", "MEN-END-8")
def test_the_last_card_ends_the_game():
    state = at(BASE, hands=hands(), used_cards=CARDS[1:20], row=CARDS[20:], target=2, turn=35)
    assert state.view()["target"] == 17
    do(state, "done", "pile blue", "card blue PLACE 1 free", "place F02.0")
    draw_any(state)
    assert state.is_terminal and state.view()["ending"] == "cards" and state.view()["hands"][0] != FULL
    assert sum(state.view()["hands"][0].values()) == 6 and state.returns() == [-1, -1]
    sheet = state.scores(explain=True)[1]
    assert sheet["total"] == -17 and sheet["won"] is False and sheet["rank"] == 1


@pytest.mark.clause("MEN-TURN-7", "MEN-TURN-6", "MEN-CARD-1")
@pytest.mark.parametrize("card", ["blue PLACE 1 free", "yellow SAME 2 light", "red MOVE 2 dark", "red FILL light"])
def test_one_may_give_up_what_could_be_done(card):
    above = "Q4 light @0,0 r0 L1 []"
    state = at([*BASE, above], hands=hands(), card=card)
    assert state.legal_actions[0] == "give up" and len(state.legal_actions) > 1
    before = columns_on(state)
    do(state, "give up")
    assert state.view()["target"] == 5 and columns_on(state) == before


@pytest.mark.clause("MEN-CARD-2")
def test_the_first_base_fixes_the_floor():
    state = at(BASE, hands=hands(), card="yellow SAME 2 light")
    assert {"place F02.0", "place F03.1"} <= set(state.legal_actions)
    do(state, "place F02.0")
    assert all(text == "give up" or text.startswith("place F02.") for text in state.legal_actions)
    refusal = state.refusal("place F03.1")
    assert (refusal.clause, refusal.key) == ("MEN-CARD-2", "menara.refusal.other_floor")
    do(state, "place F02.1")
    assert state.view()["target"] == 4 and len(state.view()["discarded"]) == 1


@pytest.mark.clause("MEN-CARD-2", "MEN-CARD-5")
def test_a_floor_may_be_chosen_that_cannot_take_all():
    nearly = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2]]
    for card in ("red SAME 3 light", "red FILL light"):
        state = at(nearly, hands=hands({"black": 1, "yellow": 1}), card=card)
        assert {"place F02.3", "place F03.3", "place F03.0"} <= set(state.legal_actions)
        assert "place F03.1" not in state.legal_actions  # no red column


@pytest.mark.clause("MEN-CARD-3", "MEN-CARD-4")
def test_a_moved_column_stays():
    floors = [line.replace("[]", "[0,1,2,3]") for line in BASE]
    floors += ["Q4 light @0,0 r0 L1 []", "Q4 light @120.5,0 r0 L1 []", "Q4 light @120.5,0 r0 L2 []"]
    floors[4] = floors[4].replace("[]", "[0,1,2,3]")
    state = at(floors, hands=hands(), card="red MOVE 2 light")
    before = state.view()["hands"], state.view()["bag"]
    do(state, "lift F03.0", "put F04.0")
    assert "lift F04.0" not in state.legal_actions and state.view()["built"] == 1
    assert (refusal := state.refusal("lift F04.0")).key == "menara.refusal.moved_already"
    assert refusal.clause == "MEN-CARD-4"
    assert state.refusal("lift F04.1").key == "menara.refusal.nothing_there"
    assert state.refusal("place F04.1").key == "menara.refusal.not_the_card"
    do(state, "lift F03.1", "put F06.1")
    assert len(state.view()["discarded"]) == 1 and before == (state.view()["hands"], state.view()["bag"])
    do(state, "done", "pile yellow", "card yellow MOVE 1 free")
    assert "lift F04.0" in state.legal_actions  # another turn


@pytest.mark.clause("MEN-CARD-7")
def test_nothing_to_shift():
    state = at(BASE, hands=hands(), card="red SHIFT free")
    assert state.legal_actions == ["give up"]
    assert state.refusal("shift F01").clause == "MEN-CARD-7"
    do(state, "give up")
    assert state.view()["target"] == 5


@pytest.mark.clause("MEN-CARD-7", "MEN-PHY-1")
def test_a_floor_that_holds_another_in_balance_cannot_be_shifted():
    """Without the upper square the lower one would tip towards its column on the unsupported corner."""
    floors = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:], "Q4 light @0,0 r0 L1 [1,2,3]"]
    state = at([*floors, "Q4 light @0,0 r0 L2 []"], hands=hands(), card="red SHIFT free")
    assert state.legal_actions == ["give up"]
    assert state.refusal("shift F05").key == "menara.refusal.tips"
    assert state.refusal("shift F04").key == "menara.refusal.carries"
    with pytest.raises(PositionError, match="MEN-PHY-1"):
        at(floors)


# ---------------------------------------------------------------- columns


@pytest.mark.clause("MEN-COL-1", "MEN-COL-2", "MEN-PHY-5")
def test_columns_go_to_the_middle_of_bases_of_their_colour():
    state = at(BASE, hands=hands({"black": 2, "white": 4}), card="blue PLACE 1 free")
    assert state.legal_actions == ["give up", "place F02.3", "place F03.3"]
    for text, key in [("F02.0", "no_colour"), ("F01.0", "base_taken"), ("F04.0", "no_base"), ("F02.4", "no_base")]:
        refusal = state.refusal(f"place {text}")
        assert (refusal.clause, refusal.key) == ("MEN-COL-1", f"menara.refusal.{key}")
    do(state, "place F02.3")
    assert state.view()["floors"][1]["bases"][3] == {
        "colour": "black", "at": (80.3, 40.0), "column": "standing", "off": (0, 0),
    }  # fmt: skip


@pytest.mark.clause("MEN-COL-3")
def test_a_column_is_slid_in_under_a_floor():
    floors = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:], "Q4 light @0,0 r0 L1 []"]
    state = at(floors, hands=hands(), quarry="F05", card="blue PLACE 2 light")
    weak = float(base_margin(state.record, 3, 2))
    do(state, "place F01.2", "floor F06")  # it fills its floor
    assert base_margin(state.record, 3, 2) > 4 * weak
    lay_floor(state, "base")
    assert "place F04.2" in state.legal_actions


@pytest.mark.clause("MEN-COL-5", "MEN-TURN-7")
def test_two_columns_at_the_same_moment():
    floors = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:], "Q4 light @0,0 r0 L1 []"]
    alone = at(floors, hands=hands(), card="blue PLACE 1 free")
    assert "place F04.2" not in alone.legal_actions
    state = at(floors, hands=hands(), card="blue PLACE 2 free")
    assert "place F04.2" in state.legal_actions
    do(state, "place F04.2")
    view = state.view()
    assert view["phase"] == "partner" and view["partner"] == ("F04", 2) and ("F04", 2) not in columns_on(state)
    assert state.legal_actions == ["place F01.2", "place F04.0"]
    assert state.refusal("give up").clause == "MEN-TURN-7"
    assert state.refusal("place F04.1").key == "menara.refusal.partner"
    assert state.undo() == "place F04.2" and state.view()["phase"] == "build"
    do(state, "place F04.2", "place F04.0")
    assert {("F04", 0), ("F04", 2)} <= columns_on(state) and state.view()["hands"][0]["yellow"] == 0
    same = at(floors, hands=hands(), card="yellow SAME 2 free")
    assert do(same, "place F04.2").legal_actions == ["place F04.0"]  # on one floor
    short = at(floors, hands=hands({"yellow": 1, "red": 5}), card="blue PLACE 2 free")
    assert "place F04.2" not in short.legal_actions  # no second yellow column


@pytest.mark.clause("MEN-COL-5", "MEN-FLOOR-1")
def test_a_pair_that_fills_a_floor():
    floors = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:], "Q4 light @0,0 r0 L1 []"]
    state = at(floors, hands=hands(), quarry="F05", card="blue PLACE 2 dark")
    do(state, "place F04.2", "place F01.2", "floor F06")
    assert state.view()["built"] == 2 and state.view()["placing"]["floor"] == "F05"
    lay_floor(state, "base")
    assert len(state.view()["row"]) == 1  # fulfilled, but the base was extended


@pytest.mark.clause("MEN-COL-7")
def test_a_lifted_column_can_go_back():
    floors = [*BASE, "Q4 light @0,0 r0 L1 []"]
    state = at(floors, hands=hands(), card="yellow MOVE 1 free")
    before = columns_on(state)
    do(state, state.legal_actions[1])
    assert state.legal_actions[-1] == "back" and state.view()["lifted"]["colour"] in ("yellow", "red", "black")
    assert len(columns_on(state)) == 3
    do(state, "back")
    assert columns_on(state) == before and state.view()["target"] == 5 and state.view()["lifted"] is None


# ---------------------------------------------------------------- floors


@pytest.mark.clause("MEN-FLOOR-2", "MEN-FLOOR-3", "MEN-CARD-12")
@pytest.mark.parametrize(
    ("card", "rim"), [("PLACE 3 free", None), ("PLACE 3 light", "light"), ("PLACE 3 dark", "dark")]
)
def test_the_rim_and_the_side(card, rim):
    nearly = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2]]
    state = at(nearly, hands=hands(), quarry="F09", card=f"yellow {card}")
    do(state, "place F02.3")
    hidden = state.view()["quarry"]["hidden"]
    assert dict(state.chance_outcomes()) == {f"floor {floor}": pytest.approx(1 / 14) for floor in hidden}
    assert "F09" not in hidden and state.view()["placing"]["side"] is None
    do(state, "floor F18")
    if rim is None:
        assert state.legal_actions == ["side light", "side dark"]
        assert state.refusal("level 1").key == "menara.refusal.must_finish"
        do(state, "side dark")
    assert state.refusal("side dark").clause == "MEN-FLOOR-2"
    placing = state.view()["placing"]
    assert placing["side"] == (rim or "dark") and placing["other_side"] == (None if rim else "light")
    assert state.legal_actions == ["base", "level 1"]
    assert state.refusal("level 2").clause == "MEN-FLOOR-5"
    do(state, "level 1")
    assert kinds(state) == {"cover"}
    assert state.refusal("lay 0.00,0.00 r17").clause == "MEN-FLOOR-5"  # a bar covers no three columns of one square


@pytest.mark.clause("MEN-FLOOR-5", "MEN-FLOOR-9", "MEN-COL-4")
def test_a_column_under_two_floors_is_free_for_neither():
    full = [line.replace("[]", "[0,1,2,3]") for line in BASE]
    half = "Q4 light @-20.25,0 r0 L1 []"  # its edge runs over the columns 1 and 2
    alone = at(full, hands=hands()).record
    beside = at([*full, half], hands=hands()).record
    for record, fault in ((alone, FITS), (beside, FEW_COLUMNS)):
        # It covers two columns of the second square, and touches those two of the first.
        assert floor_fault(record, 4, LIGHT, 1, 10025 if record is beside else 9000, 0, 0, 2) == fault


@pytest.mark.clause("MEN-FLOOR-7", "MEN-FLOOR-8")
def test_a_floor_is_slid_in_under_a_higher_one():
    full = [line.replace("[]", "[0,1,2,3]") for line in BASE]
    tall = ["Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @14,0 r0 L2 [0,1,2,3]"]
    record = at([*full, *tall], hands=hands()).record
    assert floor_fault(record, 5, LIGHT, 1, 12050, 0, 0, 2) == FITS  # from 60.5 mm on, under one that ends at 74
    covers_base = at(BASE, hands=hands()).record
    assert floor_fault(covers_base, 3, LIGHT, 1, 1000, 0, 0, 2) == FITS  # hangs over the next base floor


@pytest.mark.clause("MEN-FLOOR-4", "MEN-FLOOR-5", "MEN-FLOOR-6", "MEN-PHY-1", "MEN-PHY-4")
def test_a_floor_may_lie_anywhere_it_stands():
    """V14, V15 and V35 in play."""
    three = ["Q4 light @0,0 r0 L0 [0,1,3]", "Q4 light @120.3,0 r0 L0 [0,1,2,3]", "Q4 light @240.6,0 r0 L0 [0,1,2]"]
    state = at([*three, "Q4 light @241,0 r0 L1 []"], hands=hands(), quarry="F05", card="blue PLACE 1 light")
    do(state, "place F03.3", "floor F06", "level 1")
    for pose, key in [
        ("3.70,3.70 r0", "tips"),
        ("-26.00,0.00 r0", "few_columns"),
        ("120.60,0.00 r0", "no_room"),
        ("1600.00,0.00 r0", "off_table"),
        ("0.00,0.00 r360", "off_table"),
    ]:
        assert state.refusal(f"lay {pose}").key == f"menara.refusal.{key}", pose
    for pose in ("3.50,3.50 r0", "120.50,0.00 r0"):
        assert state.refusal(f"lay {pose}") is None, pose
    do(state, "lay -1.23,-0.77 r0.5")
    row = state.view()["floors"][-1]
    assert (row["floor"], row["level"], row["x"], row["y"], row["rotation"]) == ("F05", 1, -1.23, -0.77, 0.5)


@pytest.mark.clause("MEN-PHY-4")
def test_places_are_whole_hundredths():
    nearly = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2]]
    state = at(nearly, hands=hands(), quarry="F18", card="blue PLACE 1 dark")
    do(state, "place F02.3", "floor F09", "base")
    rows = state.choices(0)
    assert len(rows) > 20
    do(state, rows[7]["action"])
    row = state.view()["floors"][-1]
    pose = rows[7]["pose"]
    assert (row["x"], row["y"], row["rotation"]) == (pose["x"], pose["y"], pose["rotation"])
    assert rows[7]["action"] == f"lay {row['x']:.2f},{row['y']:.2f} r{row['rotation']:g}"


# ---------------------------------------------------------------- the end of a turn


@pytest.mark.clause("MEN-END-2", "MEN-END-1")
def test_the_camp_changes_before_the_hand_is_filled():
    state = at(BASE, hands=hands(), card="blue PLACE 2 free", camp={"white": 6})
    do(state, "place F02.0", "give up")
    assert state.refusal("done").key == "menara.refusal.exchange_over"
    do(state, "camp exchange")
    chances = dict(state.chance_outcomes())
    bag = state.view()["bag"]
    assert chances["draw white"] == pytest.approx(bag["white"] / sum(bag.values()))  # without the old camp
    do(state, *["draw red"] * 6)
    assert state.view()["camp"]["red"] == 6 and state.view()["bag"]["white"] == bag["white"] + 6
    assert state.is_chance and sum(state.view()["hands"][0].values()) == 5
    do(state, "draw white")
    assert state.view()["phase"] == "exchange"


@pytest.mark.clause("MEN-END-4", "MEN-END-3")
def test_the_game_ends_when_the_bag_is_too_small():
    state = at(BASE, bag=2, hands=hands(), card="yellow PLACE 3 free")
    do(state, "place F02.0", "place F02.1", "place F03.0", "draw yellow", "draw yellow")
    assert state.is_terminal and state.view()["ending"] == "bag" and sum(state.view()["hands"][0].values()) == 5
    enough = at(BASE, bag=3, hands=hands(), card="yellow PLACE 3 free")
    do(enough, "place F02.0", "place F02.1", "place F03.0", *["draw yellow"] * 3)
    assert not enough.is_terminal and sum(enough.view()["bag"].values()) == 0

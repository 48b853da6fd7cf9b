"""Menara: positions as text, refusals, log lines, previews, and observations of programs."""

from __future__ import annotations

import re

import numpy as np
import pytest
from menara_play import BASE, at, builder, do, draw_any, hands, lay_floor, load, new_state, plays

from mandapa.games.menara.ai import compact, observation
from mandapa.games.menara.ai.observation import observation_tensor
from mandapa.games.menara.rules.actions import MENARA

pytestmark = pytest.mark.usefixtures("compiled_menara")

LINE = re.compile(r"F\d\d (?:light|dark) @-?\d+\.\d\d,-?\d+\.\d\d r\d+(?:\.\d+)? L\d+ \[(?:\d(?:,\d)*)?\]")


def card_text(card):
    return " ".join(str(word) for word in card.values() if word is not None)


def description(state):
    """Return the current position as text."""
    view = state.view()
    return {
        "floors": [LINE.match(line)[0] for line in str(state).splitlines() if LINE.match(line)],
        "hands": view["hands"],
        "camp": view["camp"],
        "quarry": view["quarry"]["top"],
        "used_cards": [card_text(card) for card in view["discarded"]],
        "row": [card_text(card) for card in view["row"]],
        "target": view["start_target"],
        "seat": view["seat"],
        "turn": view["turn_number"],
    }


@pytest.mark.clause("MEN-PHY-4")
@pytest.mark.parametrize("players", [1, 3])
def test_positions_as_text_come_back(players):
    """Also where columns were moved out from under floors, and floors were shifted."""
    checked = 0
    for state in plays(3, players):
        if state.view()["phase"] != "exchange" or state.view()["turn_number"] % 4:
            continue
        copy = load(players).position(description(state))
        again = description(copy)
        assert again == description(state)
        mine, theirs = state.view(), copy.view()
        for key in ("bag", "piles", "target", "levels", "quarry", "phase", "full_number", "stability"):
            assert mine[key] == theirs[key], key
        rows = [{**row, "order": None} for row in mine["floors"]]
        assert rows == [{**row, "order": None} for row in theirs["floors"]]
        assert copy.legal_actions == load(players).position(again).legal_actions
        checked += 1
    assert checked >= 4


ABOVE = [*BASE, "Q4 light @0,0 r0 L1 []"]
REFUSED = [
    # card, actions before, refused, reason
    (None, ["done"], "draw red", "phase"),
    (None, ["done", "pile red"], "done", "chance"),
    (None, ["done", "pile red"], "draw red", "not_possible"),
    (None, ["done", "pile red"], "card blue PLACE 1 free", "not_possible"),
    ("blue PLACE 1 free", [], "pile red", "phase"),
    ("blue PLACE 1 free", [], "lift F01.0", "not_the_card"),
    ("yellow MOVE 1 free", [], "place F02.0", "not_the_card"),
    ("yellow MOVE 1 free", [], "lift F02.0", "nothing_there"),
    ("yellow MOVE 1 free", ["lift F01.0"], "lift F01.1", "put_first"),
    ("red SHIFT free", [], "shift F04", None),
    ("red SHIFT free", ["shift F04"], "level 1", "same_level"),
    ("red SHIFT free", ["shift F04"], "side dark", "side_settled"),
    ("red SHIFT free", ["shift F04"], "give up", "must_finish"),
]


@pytest.mark.clause("MEN-TURN-1", "MEN-TURN-3", "MEN-TURN-5", "MEN-CARD-7")
@pytest.mark.parametrize(("card", "before", "text", "reason"), REFUSED)
def test_refusals_name_the_reason(card, before, text, reason):
    state = at(ABOVE, hands=hands(), **({"card": card} if card else {}))
    do(state, *before)
    refusal = state.refusal(text)
    if reason is None:
        assert refusal is None
        return
    (fault,) = [fault for fault in MENARA.faults if fault.key == f"menara.refusal.{reason}"]
    assert refusal.key == fault.key and refusal.clause == fault.clause and fault.sentence in str(refusal)


def test_no_column_can_go_up():
    state = at([*BASE, "L3 light @0,0 r0 L1 []"], hands=hands(), card="yellow MOVE 1 free")
    assert state.refusal("lift F01.3").key == "menara.refusal.no_goal"  # the floor above has no black base
    unknown = state.refusal("jump over the wall")
    assert unknown.code == "unknown_action" and "lift {floor}.{base}" in str(unknown)


def test_reasons_are_parts_of_a_sentence():
    for _, _, sentence in MENARA.faults[1:]:
        assert sentence[0].islower() and not sentence.endswith(".")


@pytest.mark.clause("MEN-END-1", "MEN-END-3", "MEN-FLOOR-2")
def test_the_log_says_how_the_card_ended():
    """The log line announces what then happens."""
    counts = {"done": 0, "failed": 0, "over": 0, "fills": 0}
    for state in plays(9, 2):
        if state.is_terminal:
            break
        rng = np.random.default_rng(len(state.history))
        text = state.sample(rng) if state.is_chance else builder(state, rng)
        line = state.describe(text)
        after = state.copy()
        after.apply(text)
        params = line["params"]
        ended = bool(after.record.cards_done.sum() + after.record.cards_failed.sum()) and (
            int(after.record.cards_done.sum() - state.record.cards_done.sum()),
            int(after.record.cards_failed.sum() - state.record.cards_failed.sum()),
        )
        if state.is_chance or not ended or not any(ended):
            assert not params.get("card")
        else:
            done = bool(ended[0])
            counts["done" if done else "failed"] += 1
            target = int(after.record.target)
            joined = target > int(state.record.target)
            assert params["card"] == {"done": done, "joins_row": joined, "target": target}
        if not state.is_chance:
            assert (params["over"] is not None) == after.is_terminal
            if params.get("fills"):
                counts["fills"] += 1
                assert after.view()["phase"] in ("quarry", "side", "where", "partner")
    assert counts["done"] > 3 and counts["failed"] > 3 and counts["fills"] > 3


def test_the_log_says_which_of_several_bases_of_a_colour_it_was():
    """Also for a floor that was laid in the same turn."""
    first = {"number": 1, "count": 2, "axis": "across"}
    state = at(["Q4 light @0,0 r0 L0 []", *BASE[1:]], hands=hands(), card="blue PLACE 2 light")
    for text, which in (("place F01.0", first), ("place F01.2", {**first, "number": 2}), ("place F01.3", None)):
        assert state.describe(text)["params"]["which"] == which
    corner = at(["L3 light @0,0 r0 L0 []", *BASE[1:]], hands=hands(), card="blue PLACE 2 light")
    assert corner.describe("place F14.2")["params"]["which"] == {"number": 2, "count": 2, "axis": "deep"}
    nearly = at([BASE[0].replace(",3", ""), *BASE[1:]], hands=hands(), quarry="F04", card="blue PLACE 2 light")
    lay_floor(do(nearly, "place F01.3", "floor F05"), "level 1")
    lines = [nearly.describe(f"place F04.{base}")["params"] for base in (0, 2)]
    assert sorted(line["which"]["number"] for line in lines) == [1, 2]


@pytest.mark.clause("MEN-PHY-6", "MEN-COL-6")
def test_previews_say_what_a_base_bears_and_a_floor_means():
    state = at(ABOVE, hands=hands(), quarry="F05", card="yellow PLACE 2 light")
    rows = {row["action"]: row for row in state.previews()}
    assert rows["place F02.0"]["bears"] is None and rows["place F04.0"]["bears"] is None  # right above a column
    assert rows["give up"] == {"action": "give up", "gives_up": True}
    assert not rows["place F04.0"]["fills"]
    nearly = at([*BASE, "Q4 light @0,0 r0 L1 [1,2,3]"], hands=hands(), quarry="F05", card="blue PLACE 1 light")
    assert next(row for row in nearly.previews() if row["action"] == "place F04.0")["fills"]
    do(nearly, "place F04.0", "floor F06", "level 2")
    listed = nearly.previews()
    assert [row["action"] for row in listed] == nearly.legal_actions
    assert all(row["stability"]["tilt"] >= 0.5 and row["stability"]["reserve"] > 0 for row in listed)
    assert draw_any(new_state(2)).view()["stability"] == {"tilt": None, "towards": None, "reserve": None}


@pytest.mark.clause("MEN-TURN-2")
def test_views_list_the_swaps_that_an_exchange_can_still_include():
    state = at(BASE, hands=hands({"yellow": 2, "red": 2, "black": 2}), camp={"yellow": 2, "white": 4})

    def swaps():
        return [f"give {swap['give']} take {swap['take']}" for swap in state.view()["swaps"]]

    assert swaps() == state.legal_actions[1:]
    do(state, "give red take yellow")
    assert "give black take yellow" in state.legal_actions
    do(state, "give black take white")
    assert state.legal_actions == ["done", "give black take white"]
    assert swaps() == ["give red take yellow", "give red take white", "give black take yellow", "give black take white"]
    assert do(state, "done").view()["swaps"] == []


@pytest.mark.clause("MEN-CARD-1", "MEN-COL-1")
@pytest.mark.parametrize(
    ("hand", "beyond"), [({"yellow": 2, "red": 2, "black": 2}, 0), ({"yellow": 2, "white": 4}, 9), ({"blue": 6}, 18)]
)
def test_a_pile_counts_its_cards_for_which_columns_or_bases_are_missing(hand, beyond):
    """The bases are four yellow, two red and two black ones; nine cards require three or more columns."""
    state = do(at(BASE, hands=hands(hand)), "done")
    assert state.view()["empty_bases"] == {"yellow": 4, "red": 2, "black": 2, "white": 0, "blue": 0}
    assert sum(choice["beyond"] for choice in state.choices(state.current_player)) == beyond


@pytest.mark.clause("MEN-PHY-6")
def test_views_tell_loads_centre_of_mass_and_the_weakest_way():
    state = at(ABOVE, hands=hands(), quarry="F05", card="yellow PLACE 2 light")
    stable, balance = state.view()["stability"], state.view()["balance"]
    assert stable["tilt"] == pytest.approx(10.79, abs=0.01) and stable["towards"] in (90, 270)  # V20
    assert sum(balance["columns"].values()) == pytest.approx(25.9, abs=0.2)
    assert set(balance["columns"]) == {f"F01.{base}" for base in range(4)}
    assert balance["mass"] == pytest.approx(25.92 + 4 * 3.958407, abs=0.1) and balance["centre"] == (0.0, 0.0)
    assert balance["lean"] == pytest.approx(balance["height"] * np.tan(np.radians(10.787)), abs=0.1)
    rest = balance["rests"]["F04"]
    assert rest["at"] == (0.0, 0.0) and rest["margin"] == pytest.approx(40 + 5.5 * 3**0.5 / 2, abs=0.1)
    do(state, "place F04.1")
    assert state.view()["balance"]["rests"]["F04"]["load"] == pytest.approx(25.92 + 3.958407, abs=0.1)
    assert draw_any(new_state(2)).view()["balance"] is None and state.view()["fallen"] == []


def test_compact_places_keep_to_their_bounds_however_far_out_they_are():
    least, most = 0, compact.WHERE[0].most
    for mm, expected in ((-320, least), (-310, 1), (0, compact.MIDDLE), (310, most - 1), (320, most), (1500, most)):
        assert compact.steps(100 * mm) == expected
    state = at(BASE, hands=hands())
    state.record.floor_x[0] = 33000
    compact.compact_tensor(state.record, 0, seen := np.zeros(sum(part.size for part in compact.PARTS), np.uint8))
    assert seen[compact.FLOORS_AT :].max() == most


@pytest.mark.clause("MEN-SETUP-10")
def test_observations():
    """Bounded numbers; the observer's hand comes first; different states have different observations."""
    seen = {}
    for state in plays(2, 3):
        out = np.full(observation.SIZE, np.nan)
        observation_tensor(state.record, 1, out)
        assert np.isfinite(out).all() and np.abs(out).max() <= 5
        if not state.is_chance and not state.is_terminal and len(state.history) % 5 == 0:
            seen.setdefault(out.tobytes(), set()).add(state.hash())
            other = np.zeros(observation.SIZE)
            observation_tensor(state.record, 2, other)
            hand = [count / 9 for count in state.view()["hands"][1].values()]
            at_hands = observation.COLUMNS_AT + 10
            assert out[at_hands : at_hands + 5] == pytest.approx(hand)
            assert other[at_hands + 10 : at_hands + 15] == pytest.approx(hand)
    assert len(seen) > 20 and all(len(states) == 1 for states in seen.values())

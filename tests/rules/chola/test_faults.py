"""Chola's rules as their own explanation: actions without a fault are legal, and all explanations name the same
fault."""

from __future__ import annotations

from itertools import chain

import pytest
from chola_play import at, load, plays

from mandapa.games.chola.rules import actions
from mandapa.games.chola.rules.actions import CHOLA, PAY_BY_HAND, SLOT_NAMES, TAKE_PLACE
from mandapa.games.chola.rules.components import CARDS
from mandapa.games.chola.rules.state import ACTION
from mandapa.games.chola.rules.temple import num_places
from mandapa.testing import check_faults

PLACES = {TAKE_PLACE: num_places}

SUPPLIES = {"hand_full", "too_few_alike", "cards_full", "no_such_card"}
BUILDING = {"not_held", "stones_short", "wrong_colours", "wrong_shape", "occupied", "unsupported", "no_arrangement"}


@pytest.mark.clause(
    "CHO-PICK-1", "CHO-REPL-1", "CHO-DRAW-1", "CHO-BUILD-1", "CHO-BUILD-2", "CHO-BUILD-4", "CHO-BUILD-5"
)
def test_what_has_no_fault_is_listed_in_a_basic_game():
    games = chain(*(plays(seed, 3, turn_cap=60) for seed in (1, 2)))
    assert check_faults(CHOLA, games, PLACES) == SUPPLIES | BUILDING | {"no_tile"}


@pytest.mark.clause("CHO-SCULPT-1", "CHO-SCULPT-2", "CHO-BONUS-3", "CHO-BONUS-12")
def test_what_has_no_fault_is_listed_in_an_expert_game():
    seen = check_faults(CHOLA, plays(4, 4, variant="expert"), PLACES)
    assert seen >= SUPPLIES | BUILDING | {"no_tile", "unfinished", "cost_short", "no_plan", "no_split"}


@pytest.mark.clause("CHO-SOLO-3")
def test_what_has_no_fault_is_listed_in_solo():
    assert check_faults(CHOLA, plays(5, 1, turn_cap=25), PLACES) == {"solo", *BUILDING}


WAYS_OF = {
    "pick": ["pick"],
    "replace": [f"replace {letter} 3" for letter in "BLWGY"],
    "draw": [f"draw {source}" for source in ("stack", *CARDS)],
    "build": [f"build {card}" for card in CARDS],
    "sculpt": [f"sculpt {slot}" for slot in SLOT_NAMES],
}
"""The choices of each action."""


@pytest.mark.clause("CHO-PICK-1", "CHO-REPL-1", "CHO-DRAW-1", "CHO-BUILD-1", "CHO-SCULPT-1", "CHO-SCULPT-2")
def test_an_action_is_shown_as_closed_when_each_of_its_choices_is_refused():
    reasons = set()
    for number, state in enumerate(plays(6, 3, variant="expert")):
        if state.record.phase == ACTION and number % 5 == 0:
            closed = {row["doing"]: row["key"] for row in state.previews()[-1]["blocked"] if "doing" in row}
            for doing, choices in WAYS_OF.items():
                refused = [state.refusal(choice) for choice in choices]
                assert all(refused) == (doing in closed)
                if doing in closed:
                    assert closed[doing] in {refusal.key for refusal in refused}
            reasons |= {(doing, key.rpartition(".")[2]) for doing, key in closed.items()}
    assert reasons >= {
        ("pick", "hand_full"),
        ("replace", "too_few_alike"),
        ("draw", "cards_full"),
        ("sculpt", "unfinished"),
    }


@pytest.mark.clause("CHO-BUILD-1", "CHO-SCULPT-2")
def test_what_is_shown_as_blocked_is_refused_for_the_same_reason():
    compared = set()
    for number, state in enumerate(plays(6, 3, variant="expert")):
        if state.current_player >= 0 and number % 3 == 0:
            for row in state.previews()[-1].get("blocked", []):
                if "doing" in row:
                    continue
                refused = state.refusal(f"build {row['card']}" if "card" in row else f"sculpt {row['slot']}")
                assert (refused.key, refused.clause) == (row["key"], row["clause"])
                compared.add(row["key"].removeprefix("chola.refusal."))
    assert compared == {"stones_short", "cost_short"}


@pytest.mark.clause("CHO-PICK-1", "CHO-BUILD-1")
def test_what_seldom_lacks():
    state = at({"full_but": "g13", "hands": [{"B": 2}], "cards": [{"one": 1, "same2": 1}]})
    assert (state.refusal("pick"), state.refusal("build one")) == (None, None)
    assert state.refusal("build same2").key == "chola.refusal.no_place"
    state.record.bag[:] = 0
    assert state.refusal("pick").key == "chola.refusal.bag_empty"


SPLITTING = {
    "stones": "c1W d1G c2L d2L",
    "tiles": {"S2": "Q8W", "S1": "Q4B"},
    "hands": [{"W": 3, "G": 1}],
    "wagons": [{"W": 3, "G": 1}],
}


@pytest.mark.clause("CHO-SCULPT-2", "CHO-BUILD-2")
def test_a_text_that_names_nothing_is_refused():
    state = at({**SPLITTING, "cards": [{"one": 1, "diff2": 1}]}, variant="expert")
    assert state.refusal("sculpt S54").key == "chola.refusal.no_tile"
    assert state.refusal("sculpt S55").code == state.refusal("replace W 2").code == "unknown_action"
    assert state.refusal("stone W").key == "chola.refusal.phase"
    build = state.copy()
    build.apply("build diff2")
    for text in ("place z9", "place c3-e3", "place d3-c3", "place c3:c4"):
        assert build.refusal(text).key == "chola.refusal.wrong_shape"
    state.apply("sculpt S2")
    assert [text for text in state.legal_actions if text.startswith("hand W ")] == ["hand W 1", "hand W 2", "hand W 3"]
    for text in ("hand W 0", "hand W 4", "hand G 1"):
        assert state.refusal(text).key == "chola.refusal.no_split"


def test_the_table_of_ids_tells_where_each_block_begins():
    record = load(3).new_state().record
    firsts = {kind.first.__name__: kind.first(record) for kind in CHOLA.decisions if callable(kind.first)}
    assert list(firsts.values()) == [77, 92, 515, 519, 567, 575, 577]
    assert actions.FIRST_IDS.endswith(": " + ", ".join(f"{name} {number}" for name, number in firsts.items()))
    assert PAY_BY_HAND.encode(record, 7) == 574 and PAY_BY_HAND.decode(record, 574) == 7


def test_the_colours_of_a_card_are_numbered_in_their_order():
    pairs = zip(actions.FIRST_OF_CHOICE.tolist(), actions.SECOND_OF_CHOICE.tolist(), strict=True)
    assert list(pairs) == [(c, c) for c in range(5)] + [(c, d) for c in range(5) for d in range(c + 1, 5)]

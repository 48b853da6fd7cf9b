"""Vocabularies of decisions: ids, texts and faults declared in one table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mandapa.kernel.actions import NOWHERE, Kind, Parameter, Vocabulary, below, fixed_by_state, one_of
from mandapa.kernel.generic import CHANCE, TERMINAL, register_methods
from mandapa.kernel.record import new_records

MOVE, FEED, RAIN, OVER = range(4)
POND = np.dtype([("phase", np.int8), ("pads", np.int8, 4), ("shift", np.int8)])


def current_player(state):
    return {RAIN: CHANCE, OVER: TERMINAL}.get(int(state.phase), 0)


register_methods(POND, {"current_player": current_player})

PADS = ("a", "b", "c", "d")
PAD = Parameter(
    4,
    "pad [a-z]",
    write=lambda state, number: f"pad {PADS[state.pads[number]]}",
    read=lambda state, text: state.pads.tolist().index(PADS.index(text[-1])) if text[-1] in PADS else NOWHERE,
    value=lambda state, number: PADS[state.pads[number]],
    about="pad, as they lie",
)


def frogs() -> Vocabulary:
    return Vocabulary("frogs", ("move", "feed", "rain", "over"), over="F-4", chance="F-3", due="F-1")


class Pond:
    """A vocabulary with a decision of each form, and its rules."""

    def __init__(self) -> None:
        self.words = words = frogs()
        self.hop = words.decision("hop {frog} {side}", MOVE, frog=below(3), side=one_of("left", "right"))
        self.rest = words.decision("rest", MOVE)
        self.visit = words.decision("visit {pad}", MOVE, FEED, pad=PAD)
        self.again = words.decision("visit {pad}", RAIN, name="swim", first=self.visit.first, pad=PAD)
        self.late = words.decision("call {frog}", FEED, first=shifted, frog=below(3))
        self.drop = words.event(
            "rain {pad} {where}", RAIN, pad=PAD, where=fixed_by_state("here|there", lambda state: "here")
        )
        self.shine = words.event("shine {hours} {pad}", FEED, hours=below(3, first=2), pad=replace(PAD, value=None))
        self.tired = words.fault("tired", "F-2", "this frog has to rest")
        self.gone = words.fault("gone", "F-5", "there is no such pad")
        self.hop.rule(lambda state, frog, side: self.tired if frog == 1 else 0)
        self.rest.rule(lambda state: 0)
        self.visit.rule(lambda state, pad: self.gone if pad == NOWHERE else 0)
        self.again.rule(lambda state, pad: 0)
        self.late.rule(lambda state, frog: 0)


def shifted(state):
    return 20 + int(state.shift)


@pytest.fixture
def pond() -> Pond:
    return Pond()


def at(phase, shift=0):
    state = new_records(POND, 1)[0]
    state.phase, state.shift, state.pads[:] = phase, shift, (2, 0, 3, 1)
    return state


def test_ids_count_like_digits(pond):
    assert [pond.hop.encode(frog, side) for frog in range(3) for side in range(2)] == list(range(6))
    assert pond.hop.decode(5) == (2, 1) and pond.rest.id == 6
    assert pond.visit.encode(0) == 7 and pond.visit.decode(10) == 3
    assert pond.visit.has(7) and pond.visit.has(10) and not pond.visit.has(6) and not pond.visit.has(11)
    assert pond.again.id == 7 and pond.drop.id == 0 and pond.words.num_actions == 11


def test_ids_begin_where_the_state_says(pond):
    early, late = at(FEED), at(FEED, shift=5)
    assert [pond.late.encode(state, frog) for state in (early, late) for frog in range(3)] == [20, 21, 22, 25, 26, 27]
    assert (pond.late.decode(early, 22), pond.late.decode(late, 27)) == (2, 2)
    with pytest.raises(TypeError, match=r"call \{frog\}': its first id depends on the state"):
        _ = pond.late.id
    two = Kind("two", "{a} {b}", (), shifted, dict.fromkeys("ab", below(2)))
    with pytest.raises(ValueError, match="2 numbers, expected one where the state says the first id"):
        _ = two.encode


def test_a_single_value_is_no_number(pond):
    known = Kind(
        "known", "{where} {frog}", (), 4, {"where": fixed_by_state("here", lambda state: "here"), "frog": below(3)}
    )
    assert known.encode(2) == 6 and known.decode(6) == 2 and known.split(at(MOVE), 6) == [0, 2]


def test_texts_and_back(pond):
    def both(state, action):
        text = pond.words.format(state, action)
        kind = pond.words.kind_of(state, action)
        match = kind.form.fullmatch(text)
        assert kind.read(state, match.groupdict()) == kind.split(state, action)
        return text

    assert [both(at(MOVE), action) for action in (3, 6, 8)] == ["hop 1 right", "rest", "visit pad a"]
    assert both(at(FEED, shift=5), 27) == "call 2"
    assert both(at(RAIN), 8) == "visit pad a"
    assert both(at(RAIN), 2) == "rain pad d here"
    with pytest.raises(ValueError, match=r"frogs: no action 20 is due, expected one of hop \{frog\} \{side\}, rest"):
        pond.words.format(at(MOVE), 20)


def test_choices_and_log_lines(pond):
    choices = pond.words.choices({pond.hop: lambda state, frog, side: {"far": frog + side}})
    assert choices(at(MOVE), [5, 6, 7]) == [
        {"kind": "hop", "frog": 2, "side": "right", "far": 3},
        {"kind": "rest"},
        {"kind": "visit", "pad": "c"},
    ]
    log = pond.words.log({pond.drop: lambda before, after, pad, where: {"pads": int(after.phase) + pad}})
    assert log(at(RAIN), 2, at(MOVE)) == {"key": "frogs.log.rain", "params": {"pad": "d", "where": "here", "pads": 2}}
    assert log(at(RAIN), 8, at(MOVE)) == {"key": "frogs.log.swim", "params": {"pad": "a"}}


@pytest.mark.parametrize(
    ("phase", "text", "clause", "key"),
    [
        (MOVE, "hop 1 left", "F-2", "frogs.refusal.tired"),
        (MOVE, "visit pad x", "F-5", "frogs.refusal.gone"),
        (MOVE, "call 1", "F-1", "frogs.refusal.phase"),
        (FEED, "hop 0 left", "F-1", "frogs.refusal.phase"),
        (RAIN, "rest", "F-3", "frogs.refusal.chance"),
        (RAIN, "rain pad a there", "F-3", "frogs.refusal.not_possible"),
        (RAIN, "shine 2 pad a", "F-3", "frogs.refusal.not_possible"),
        (MOVE, "shine 2 pad a", "F-1", "frogs.refusal.phase"),
        (OVER, "hop 1 left", "F-4", "frogs.refusal.over"),
        (MOVE, "hop 3 left", "", "refusal.unknown"),
        (MOVE, "rest ", "", "refusal.unknown"),
    ],
)
def test_refusals_come_from_the_rules(pond, phase, text, clause, key):
    refused = pond.words.refusal(at(phase), text)
    assert (refused.text, refused.clause, refused.key) == (text, clause, key)
    if clause:
        assert refused.code == "illegal_action" and refused.params["phase"] == pond.words.phases[phase]


def test_who_does_not_know_a_text_hears_what_there_is(pond):
    pond.words.decision("{mood}", FEED, mood=one_of("merry", "sad")).rule(lambda state, mood: 0)
    told_so = str(pond.words.refusal(at(MOVE), "dive"))
    assert "hop {frog} {side}, rest, visit {pad}, call {frog}, merry, sad" in told_so


def test_a_refusal_names_the_kind_that_is_due(pond):
    """Two kinds, ``visit`` and ``swim``, have the same text in different phases."""
    pond.visit.fault = lambda state, numbers: pond.gone
    refuse = pond.words.refusal
    assert [refuse(at(phase), "visit pad a").params["kind"] for phase in (MOVE, FEED, RAIN)] == [
        "visit",
        "visit",
        "swim",
    ]


def test_a_game_may_say_more_of_what_is_not_due(pond):
    pond.words.not_due(lambda state, kind: pond.gone if kind is pond.late else pond.words.due)
    refuse = pond.words.refusal
    assert refuse(at(MOVE), "call 1").clause == "F-5" and refuse(at(FEED), "rest").clause == "F-1"


def test_people_count_from_where_they_like_and_hear_what_they_need(pond):
    lit = at(FEED)
    assert [pond.shine.write(lit, [hours, 0]) for hours in range(3)] == [f"shine {n} pad c" for n in (2, 3, 4)]
    assert pond.shine.read(lit, {"hours": "4", "pad": "pad c"}) == [2, 0]
    assert pond.shine.values(lit, [1, 0]) == {"hours": 3}


def test_what_is_declared_wrongly_is_an_error_at_once(pond):
    with pytest.raises(TypeError, match=r"rest.*needs one rule with parameters \(state\)"):
        pond.rest.rule(lambda state: 0)
    words = frogs()
    leap = words.decision("leap {frog}", MOVE, frog=below(3))
    with pytest.raises(TypeError, match=r"leap \{frog\}' needs one rule with parameters \(state, frog\)"):
        leap.rule(lambda state: 0)
    with pytest.raises(TypeError, match=r"frogs: no rule for \['leap \{frog\}'\]"):
        words.check_rules()
    with pytest.raises(ValueError, match=r"expected parameters \['frog'\], found \['toad'\]"):
        words.decision("leap {frog}", MOVE, toad=below(3))
    three = Kind("three", "{a} {b} {c}", (), 0, dict.fromkeys("abc", below(2)))
    with pytest.raises(ValueError, match="3 numbers, expected one or two"):
        _ = three.encode


def test_a_game_without_phases():
    layout = np.dtype([("column_heights", np.int8, 2)])
    register_methods(layout, {"current_player": lambda state: 0})
    words = Vocabulary("tiny_four", over="", chance="", due="")
    put = words.decision("column {column}", column=one_of("1", "2"))
    full = words.fault("full", "", "this column is full")
    put.rule(lambda state, column: full)
    state = new_records(layout, 1)[0]
    assert words.format(state, 1) == "column 2"
    refused = words.refusal(state, "column 2")
    assert (refused.key, refused.params) == ("tiny_four.refusal.full", {"kind": "column", "column": "2"})


def test_the_table(pond):
    assert pond.words.table().splitlines() == [
        "| decision | id | |",
        "| --- | --- | --- |",
        "| hop {frog} {side} | 2 frog + side | frog: 0 to 2; side: left, right |",
        "| rest | 6 |  |",
        "| visit {pad} | 7 + pad | pad: pad, as they lie |",
        "| call {frog} | shifted + frog | frog: 0 to 2 |",
        "",
        "| chance | outcome | |",
        "| --- | --- | --- |",
        "| rain {pad} {where} | pad | pad: pad, as they lie; where: as it is |",
        "| shine {hours} {pad} | 4 hours + pad | hours: 2 to 4, less 2; pad: pad, as they lie |",
    ]

"""`check_faults` and `check_options` find rules and options that say one thing and do another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mandapa_envoy.game import GAME
from mandapa_envoy.rules.actions import ENVOY

import mandapa
from mandapa.kernel.game_type import Option
from mandapa.kernel.input.options import choice, flag
from mandapa.library import Game
from mandapa.testing import CheckFailed, check_faults, check_options

KERALA = mandapa.game_type("kerala")


@pytest.fixture
def decision():
    """Return a state in which a player has the regent and another card, and has to play it."""
    state = Game(GAME, 2, {}).new_state()
    for text in ("aside seal", "deal regent", "deal sentry", "draw herald"):
        state.apply(text)
    return state


def judged(monkeypatch, state, fault):
    """Give every decision this fault, whatever its rule says; the legal actions stay as they are."""
    monkeypatch.setattr(ENVOY, "fault_of", lambda record, kind, numbers: fault)
    with pytest.raises(CheckFailed) as failure:
        check_faults(ENVOY, [state])
    assert failure.value.check == "faults"
    return str(failure.value)


def test_a_sound_game_names_what_is_wrong_with_each_decision(decision):
    assert {"regent_first", "not_held"} <= check_faults(ENVOY, [decision])


def test_a_decision_that_is_listed_in_spite_of_its_rule(monkeypatch, decision):
    message = judged(monkeypatch, decision, ENVOY.due)
    assert "'regent' is listed, but its rule says 'this is not the next step of the turn'" in message


def test_a_decision_that_is_not_listed_though_nothing_is_wrong(monkeypatch, decision):
    assert "is not listed, but its rule says that nothing is wrong with it" in judged(monkeypatch, decision, 0)


def test_a_listed_id_of_no_kind_that_is_due(monkeypatch, decision):
    monkeypatch.setattr(ENVOY, "kinds", lambda record: ENVOY.decisions[:1])
    with pytest.raises(CheckFailed, match="is listed, but no kind of decision that is due has this id"):
        check_faults(ENVOY, [decision])


def test_a_refusal_of_another_clause(monkeypatch, decision):
    refusal = mandapa.IllegalAction("any", "illegal_action", "", "envoy.refusal.none", {}, "no")
    monkeypatch.setattr(decision, "refusal", lambda text: refusal, raising=False)
    with pytest.raises(CheckFailed, match=r"found  envoy\.refusal\.none, expected ENV-TURN-"):
        check_faults(ENVOY, [decision])


def with_option(option, new_state=KERALA.new_state):
    return replace(KERALA, options=(*KERALA.options, option), new_state=new_state)


def refusing(value, players):
    raise mandapa.OptionError("no")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (flag("idle", ""), "idle: found no value that changes anything"),
        (Option("any", "a", "choice", "", lambda value, players: value, ("a", "b")), "expected that it is refused"),
        (Option("grows", "a", "choice", "", lambda value, players: f"{value}a", ("a",)), "when read again"),
        (replace(choice("never", ("a",), ""), choices=("a", "b")), "never: found 'b', expected a"),
        (Option("mute", "a", "choice", "", refusing, ("a",)), "found no, expected that it is accepted"),
        (Option("text", False, "flag", "", lambda value, players: bool(value)), "text: found the normal form True"),
    ],
)  # fmt: skip
def test_options_that_do_not_do_what_they_say(option, message):
    accepted = [({"rounds": 3}, {})]
    check_options(KERALA, accepted=accepted)
    with pytest.raises(CheckFailed, match=message) as failure:
        check_options(with_option(option), accepted=accepted)
    assert failure.value.check == "options"


def test_rows_that_are_not_so():
    accepted = [({"rounds": "3"}, {"rounds": 3})]
    with pytest.raises(CheckFailed, match="rounds: found the normal form 3, expected '3'"):
        check_options(KERALA, accepted=[({"rounds": "3"}, {"rounds": "3"})])
    with pytest.raises(CheckFailed, match="expected that it is refused: 'rounds'"):
        check_options(KERALA, accepted=accepted, refused=[({"rounds": 2}, "rounds")])
    with pytest.raises(CheckFailed, match=r"found .rounds: found 99.* expected 'other'"):
        check_options(KERALA, accepted=accepted, refused=[({"rounds": 99}, "other")])


def test_states_in_which_nobody_decides_are_passed_over():
    assert check_faults(ENVOY, [Game(GAME, 2, {}).new_state()]) == set()

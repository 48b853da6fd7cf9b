"""Tests of the rules of Pebbles, and of general requirements on games."""

import pytest

import mandapa
from mandapa.cli.skeleton.game import GAME
from mandapa.cli.skeleton.rules.actions import PEBBLES
from mandapa.library import Game
from mandapa.testing import check_faults, check_game, check_options


def test_it_is_sound() -> None:
    """The game passes the checks that apply to any game."""
    assert check_game(Game(GAME, 3, {"most": 4}), games=10).games == 10


def test_its_options() -> None:
    """Every option is accepted or rejected, and has an effect, as declared."""
    accepted = [({"most": "4"}, {"most": 4})]
    check_options(GAME, accepted=accepted, refused=[({"most": 0}, "most: found 0, expected ")])


@pytest.mark.clause("PEB-TURN-1")
def test_its_rules_explain_themselves() -> None:
    """Illegal actions are rejected with the fault that their rule names."""
    state = Game(GAME, 2, {}).new_state()
    states = []
    for text in ("heap 12", "take 3", "take 3", "take 3", "take 1"):
        state.apply(text)
        states.append(state.copy())
    assert check_faults(PEBBLES, states) == {"too_many", "not_there"}


@pytest.mark.clause("PEB-SETUP-1", "PEB-TURN-1", "PEB-END-1")
def test_a_whole_game() -> None:
    """A game runs from the heap to the last stone."""
    state = Game(GAME, 2, {}).new_state()
    assert [text for text, _ in state.chance_outcomes()][::9] == ["heap 12", "heap 21"]
    for text in ("heap 12", "take 3", "take 3", "take 3", "take 1"):
        state.apply(text)
    with pytest.raises(mandapa.IllegalAction, match="the heap has fewer stones"):
        state.apply("take 3")
    with pytest.raises(mandapa.IllegalAction, match="you cannot take that many stones"):
        state.apply("take 4")
    state.apply("take 2")
    assert state.is_terminal and state.returns() == [1, 0]

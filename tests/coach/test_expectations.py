"""Expected final results of every choice."""

from __future__ import annotations

import pytest

import mandapa
from mandapa.coach.hint import expectations
from mandapa.library import State

from .test_analysis import played
from .test_hint import GAMES, half_played


def test_before_the_end_it_is_what_comes() -> None:
    """If every choice ends the game, the expectation is the result, less the points the seat already has."""
    state = played(mandapa.load("kerala", players=2, rounds=2), ["random", "greedy"])
    asked = (state.at(ply) for ply in reversed(range(len(state.history))))
    before = next(one for one in asked if len(one.legal_actions) > 1)
    seat = before.current_player
    found = expectations(before.for_seat(seat))
    assert list(found) == before.legal_actions
    for action, value in found.items():
        assert value == pytest.approx(ended(before, action).returns()[seat] - before.scores()[seat])


def ended(state: State, action: str) -> State:
    after = state.copy()
    after.apply(action)
    assert after.is_terminal
    return after


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_has_a_number(name: str) -> None:
    state = half_played(name, 40)
    found = expectations(state.for_seat(state.current_player), seconds=0.05)
    assert list(found) == state.legal_actions
    if name in ("hampi", "menara"):
        assert all(0 <= chance <= 1 for chance in found.values())

"""Two turns in a row of one seat: the first is ended like any other (IND-TURN-3, IND-INFO-2)."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Match, RequestRefused, Seat
from mandapa.play.entries import Entry

AT = "2026-01-02T03:04:05.000Z"
PEOPLE = [Seat("Asha", "person"), Seat("Bala", "person")]


class Moment(NamedTuple):
    """The actions before a move that ends a turn of ``seat`` after which the same seat plays again."""

    game: library.Game
    before: list[Entry]
    seat: int
    move: str


@pytest.fixture(scope="module")
def moment() -> Moment:
    """Return the first such move in games of two random players."""
    game = library.load("indus", players=2, start_seat=0)
    for seed in count():
        rng = np.random.default_rng(seed)
        match = Match(game, [Seat("Asha", "bot", "random"), Seat("Bala", "bot", "random")])
        while (seat := match.to_act) is not None:
            legal = match.state.legal_actions
            before, action = match.entries, legal[int(rng.integers(len(legal)))]
            match.act(seat, action, AT)
            if (
                match.to_act == seat
                and not action.startswith("team")
                and match.state.legal_actions[0].startswith("team")
            ):
                return Moment(game, before, seat, action)
            match.resolve_chance(rng, AT)
    raise AssertionError("endless")


@pytest.mark.clause("IND-TURN-3")
def test_the_first_turn_is_confirmed_before_the_second_begins(moment: Moment) -> None:
    match = Match(moment.game, PEOPLE, entries=moment.before)
    turn = match.turns
    match.act(moment.seat, moment.move, AT)
    assert match.open_turn == moment.seat and match.to_act is None
    match.back([moment.seat], None, AT)
    match.act(moment.seat, moment.move, AT)
    match.confirm([moment.seat], AT)
    assert match.to_act == moment.seat and match.earliest_undo_ply(moment.seat) == match.ply
    match.act(moment.seat, match.state.legal_actions[0], AT)
    assert match.turns == turn + 1
    match.back([moment.seat], None, AT)
    assert match.actions[-1].entry.text == moment.move


@pytest.mark.clause("IND-INFO-2")
def test_without_confirmation_the_move_is_final(moment: Moment) -> None:
    match = Match(moment.game, PEOPLE, confirm=False, entries=moment.before)
    match.persons = ["asha", "bala"]
    match.act(moment.seat, moment.move, AT)
    assert match.to_act == moment.seat and match.earliest_undo_ply(moment.seat) == match.ply
    match.back([moment.seat], None, AT)
    assert match.take_back_request is not None and match.pending_consents() == [1 - moment.seat]
    with pytest.raises(RequestRefused):
        match.answer([moment.seat], True, AT)

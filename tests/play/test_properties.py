"""Random requests at a table: folding, replay and live play agree."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings, strategies as st

from mandapa import library
from mandapa.play import Entry, Match, RequestRefused, Seat, export_record, import_record

from .conftest import AT

STEPS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 1), st.integers(0, 60)), min_size=15, max_size=60)


def do_something(match: Match, what: int, seat: int, number: int, rng: np.random.Generator) -> None:
    """Make one request of one player, sensible or not."""
    if what <= 4 and match.to_act is not None:
        legal = match.state.legal_actions
        match.act(match.to_act, legal[number % len(legal)], AT)
    elif what == 5:
        match.confirm([0, 1], AT)
    elif what == 6:
        match.back([seat], None if number % 2 else number, AT)
    elif what == 7:
        match.answer([seat], number % 3 > 0, AT)
    elif what == 8 and number % 5 == 0:
        match.withdraw([seat], AT)
    elif what == 8:
        match.stand_in(seat, "random", AT)
    else:
        match.return_seat(seat, AT)
    match.resolve_chance(rng, AT)


def fold(entries: list[Entry]) -> list[Entry]:
    """Return the actions that are in force after all take-backs."""
    actions: list[Entry] = []
    for entry in entries:
        if entry.kind in ("act", "chance"):
            actions.append(entry)
        elif entry.kind == "back":
            del actions[int(entry.text) :]
    return actions


def facts(match: Match) -> dict[str, Any]:
    """Return everything that a client can see of a match."""
    return {
        "state": match.state.hash(),
        "history": match.state.history,
        "seats": match.seats,
        "turn": (match.turn, match.to_act, match.open_turn, match.turns, match.last_move_seq),
        "floors": [match.earliest_undo_ply(seat) for seat in (0, 1)],
        "ask": (match.take_back_request, match.pending_consents()),
        "status": (match.status, match.result()),
        "events": [event.to_json() for event in match.events],
        "actions": [event.to_json() for event in match.actions],
    }


@settings(max_examples=25)
@given(steps=STEPS, seed=st.integers(0, 1000), confirm=st.booleans())
def test_live_play_equals_replay(steps: list[tuple[int, int, int]], seed: int, confirm: bool) -> None:
    game = library.load("kerala", players=2, rounds=3)
    rng = np.random.default_rng(seed)
    seats = [Seat("Asha", "person"), Seat("Bala", "person")]
    match = Match(game, seats, confirm=confirm)
    match.resolve_chance(rng, AT)
    for what, seat, number in steps:
        before = match.seq
        try:
            do_something(match, what, seat, number, rng)
        except RequestRefused:
            assert match.seq == before, "a refused request leaves nothing behind"
    assert [entry.seq for entry in match.entries] == list(range(1, match.seq + 1))
    assert [event.entry for event in match.actions] == fold(match.entries)
    assert [event.ply for event in match.actions] == list(range(match.ply))
    assert facts(Match(game, seats, confirm=confirm, entries=match.entries)) == facts(match)
    if not match.open_turn:
        imported = import_record(export_record(match))
        assert imported.state == match.state
        assert imported.entries == match.entries

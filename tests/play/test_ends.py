"""Leaving, resigning and closing: ends of a match outside the rules."""

from __future__ import annotations

import json

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Entry, Match, RecordError, ReplayError, RequestRefused, Seat, export_record, import_record

from .conftest import AT, play_turn
from .test_match import refused


def three(*kinds: str) -> Match:
    """A match with three seats, the first ones for people."""
    seats = [Seat(kind[0].upper(), kind, "random" if kind == "bot" else None) for kind in kinds]
    match = Match(library.load("kerala", players=3, rounds=3), seats)
    match.resolve_chance(np.random.default_rng(7), AT)
    while match.to_act != 0:
        play_turn(match, np.random.default_rng(7))
    return match


def again(match: Match) -> Match:
    """Load the match from its record."""
    return import_record(json.loads(json.dumps(export_record(match))))


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_opponents_the_other_wins(two_people: Match, rng: np.random.Generator, seat: int) -> None:
    match = two_people
    for _ in range(3):
        play_turn(match, rng)
    open_turn = play_turn(match, rng, confirm=False)
    assert match.resign(seat, "random", AT) == [Entry(match.seq, "end", seat, "resigned", AT)]
    assert (match.status, match.turn, match.to_act, match.open_turn) == ("over", None, None, None)
    result = match.result()
    ranks = [2, 1] if seat == 0 else [1, 2]
    assert result == {"totals": match.state.scores(), "ranks": ranks, "winners": [1 - seat]}
    with refused("finished"):
        match.back([open_turn], None, AT)
    with refused("finished"):
        match.resign(1 - seat, "random", AT)
    replayed = again(match)
    assert replayed.result() == result
    assert replayed.ending == match.ending


def test_where_several_play_on_a_bot_takes_the_seat_for_good() -> None:
    match = three("person", "person", "person")
    seat = match.to_act
    assert seat is not None
    match.resign(seat, "novice", AT)
    assert match.status == "playing"
    assert match.seats[seat] == Seat("P", "person", "novice", resigned=True)
    assert match.to_act == seat
    assert match.events[-1].log.to_json() == {"key": "table.log.resign", "params": {"seat": seat, "bot": "novice"}}
    with refused("seat_unavailable"):
        match.return_seat(seat, AT)
    with refused("seat_unavailable"):
        match.resign(seat, "novice", AT)
    others = [n for n in range(3) if n != seat]
    match.resign(others[0], "novice", AT)
    assert match.status == "playing"
    match.resign(others[1], "novice", AT)  # no player is left who would continue
    assert (match.status, match.result()) == ("over", None)
    assert again(match).seats == match.seats


def test_computer_players_do_not_play_on_by_themselves() -> None:
    match = three("person", "bot", "bot")
    match.resign(0, "novice", AT)
    assert (match.status, match.result()) == ("over", None)


def test_who_builds_together_plays_on_with_the_others() -> None:
    match = Match(library.load("menara", players=2), [Seat("Asha", "person"), Seat("Bala", "person")])
    match.resign(0, "novice", AT)
    assert match.seats[0].resigned
    assert match.status == "playing"
    match.resign(1, "novice", AT)
    assert (match.status, match.result()) == ("over", None)


def test_a_take_back_needs_no_consent_of_who_has_resigned(rng: np.random.Generator) -> None:
    match = three("person", "person", "bot")
    match.persons = ["asha", "bala", None]
    before = match.ply
    play_turn(match, rng)
    match.back([0], before, AT)
    assert match.pending_consents() == [1]
    match.resign(1, "novice", AT)
    assert match.ply == before


def test_a_seat_is_left_before_the_game_begins(game: library.Game) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("", "open")])
    match.claim(1, "Bala", "bala", AT)
    with refused("begun"):
        match.leave(1, AT)
    waiting = Match(library.load("kerala", players=3), [Seat("Asha", "person"), Seat("", "open"), Seat("", "open")])
    waiting.claim(1, "Bala", "bala", AT)
    waiting.leave(1, AT)
    assert waiting.seats[1] == Seat("", "open")
    assert waiting.persons == [None, None, None]
    assert again(waiting).seats == waiting.seats
    with refused("seat_unavailable"):
        waiting.leave(1, AT)


@pytest.mark.parametrize("why", ["closed", "untouched", "host"])
def test_a_match_that_is_closed_has_no_result(game: library.Game, why: str) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("", "open")])
    match.close(why, AT)
    assert (match.status, match.result()) == ("over", None)
    assert match.events[-1].log.to_json() == {"key": f"table.log.end.{why}", "params": {"seat": None}}
    assert export_record(again(match))["entries"][-1] == {"seq": 1, "kind": "end", "seat": None, "text": why, "at": AT}
    with pytest.raises(RequestRefused):
        match.close(why, AT)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry(1, "end", None, "bored", AT), "one of closed, host, resigned, rules, untouched"),
        (Entry(1, "end", 0, "closed", AT), "no seat"),
        (Entry(1, "end", None, "resigned", AT), "a seat from 0 to 1"),
        (Entry(1, "seat", 0, "resign", AT), "a change that fits the seat"),
        (Entry(1, "seat", 1, "resign novice", AT), "a change that fits the seat"),
    ],
)
def test_ends_that_cannot_be(game: library.Game, entry: Entry, expected: str) -> None:
    with pytest.raises(ReplayError) as raised:
        Match(game, [Seat("Asha", "person"), Seat("", "open")], entries=[entry])
    assert raised.value.expected == expected


def test_nothing_follows_an_end(two_people: Match) -> None:
    two_people.close("closed", AT)
    record = export_record(two_people)
    record["entries"].append({**record["entries"][-1], "seq": two_people.seq + 1})
    with pytest.raises(RecordError, match="the match has ended"):
        import_record(record)


def test_nothing_comes_after_the_end(two_people: Match, rng: np.random.Generator) -> None:
    """Requests in flight are ignored: an answer, an invited guest, a bot that takes over."""
    match = two_people
    asks = play_turn(match, rng)
    match.back([asks], 0, AT)
    assert match.take_back_request is not None
    match.resign(asks, "random", AT)
    assert match.take_back_request is None
    other = [1 - asks]
    for late in (
        lambda: match.answer(other, True, AT),
        lambda: match.withdraw([asks], AT),
        lambda: match.stand_in(asks, "random", AT),
        lambda: match.return_seat(asks, AT),
        lambda: match.set_level(asks, "random", AT),
        lambda: match.confirm(other, AT),
    ):
        with pytest.raises(RequestRefused):
            late()
    waits = Match(library.load("kerala", players=2), [Seat("A", "person"), Seat("", "open")])
    waits.close("closed", AT)
    for late in (lambda: waits.claim(1, "B", None, AT), lambda: waits.fill(1, "random", "B", AT)):
        with refused("finished"):
            late()
    assert again(match).ending == match.ending and again(waits).ending == waits.ending

"""Turns, confirmation, take-back with barriers and consent, substitute bots."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Entry, Match, ReplayError, RequestRefused, Seat
from mandapa.play.match import TO_FINISH

from .conftest import AT, play_turn


def refused(code: str) -> pytest.RaisesExc[RequestRefused]:
    return pytest.RaisesExc(RequestRefused, check=lambda error: error.code == code)


def test_a_turn_stays_open_until_it_is_confirmed(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    first = play_turn(match, rng, confirm=False)
    assert match.open_turn == match.turn == first
    assert match.to_act is None
    other = 1 - first
    with refused("not_your_turn"):
        match.act(other, "pass", AT)
    with refused("not_your_turn"):
        match.act(first, "pass", AT)
    with refused("nothing_to_confirm"):
        match.confirm([other], AT)
    match.confirm([first], AT)
    assert match.to_act == other


def test_chance_waits_for_the_confirmation(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    play_turn(match, rng)
    last = play_turn(match, rng, confirm=False)  # ends the round: tiles must be drawn
    assert match.state.is_chance
    assert not match.chance_due
    assert match.resolve_chance(rng, AT) == []
    match.confirm([last], AT)
    drawn = match.resolve_chance(rng, AT)
    assert [entry.kind for entry in drawn] == ["chance", "chance"]
    assert match.to_act is not None


def test_the_last_turn_too_can_be_taken_back(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    for _ in range(5):
        play_turn(match, rng)
    seat = play_turn(match, rng, confirm=False)
    assert match.state.is_terminal
    assert (match.status, match.result()) == ("playing", None)
    match.back([seat], None, AT)
    assert not match.state.is_terminal
    play_turn(match, rng)
    result = match.result()
    assert result is not None
    assert match.status == "over"
    assert result["totals"] == match.state.scores()
    assert result["ranks"][result["winners"][0]] == 1
    with refused("finished"):
        match.back([seat], None, AT)


def test_without_confirmation_the_turn_passes_at_once(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")], confirm=False)
    match.resolve_chance(rng, AT)
    first = play_turn(match, rng)
    assert match.open_turn is None
    assert match.to_act == 1 - first
    assert match.actions[-1].barrier


def test_bots_need_no_confirmation(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("A", "bot", "random"), Seat("B", "bot", "random")])
    while match.status == "playing":
        match.resolve_chance(rng, AT)
        seat = match.to_act
        if seat is not None:
            match.act(seat, match.state.legal_actions[0], AT)
    assert match.status == "over"


def test_take_back_is_free_within_the_own_turn(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    start, before = match.ply, match.state.hash()
    seat = play_turn(match, rng, confirm=False)
    assert match.earliest_undo_ply(seat) == start
    match.back([seat], None, AT)
    assert match.ply > start
    entries = match.back([seat], start, AT)
    assert [entry.kind for entry in entries] == ["back"]
    assert (match.ply, match.state.hash()) == (start, before)
    assert match.entries[-1].text == str(start), "the take-back is logged, nothing is deleted"
    with refused("nothing_to_take_back"):
        match.back([seat], start, AT)


def test_beyond_the_barrier_others_are_asked(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    seat = play_turn(match, rng)
    other = 1 - seat
    ply = match.ply
    entries = match.back([seat], None, AT)
    assert [entry.kind for entry in entries] == ["ask_back"]
    assert match.pending_consents() == [other]
    assert match.ply == ply
    with refused("nothing_to_answer"):
        match.answer([seat], True, AT)
    match.answer([other], False, AT)
    assert match.take_back_request is None

    with refused("nothing_to_withdraw"):
        match.withdraw([seat], AT)
    match.back([seat], None, AT)
    with refused("nothing_to_withdraw"):
        match.withdraw([other], AT)
    assert [entry.kind for entry in match.withdraw([seat], AT)] == ["withdraw"]
    assert (match.take_back_request, match.pending_consents(), match.ply) == (None, [], ply)

    match.back([seat], None, AT)
    entries = match.answer([other], True, AT)
    assert [entry.kind for entry in entries] == ["agree_back", "back"]
    assert match.ply == ply - 1
    assert match.turn == seat


def test_a_move_is_an_answer_too(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    seat = play_turn(match, rng)
    match.back([seat], None, AT)
    match.act(1 - seat, match.state.legal_actions[0], AT)
    assert match.take_back_request is None
    with refused("nothing_to_answer"):
        match.answer([1 - seat], True, AT)


def test_a_chance_event_is_a_barrier(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    play_turn(match, rng)
    seat = play_turn(match, rng)  # draws follow; the same seat may lead the next round
    if match.to_act == seat:
        assert match.earliest_undo_ply(seat) == match.ply
    assert [entry.kind for entry in match.back([seat], match.ply - 1, AT)] == ["ask_back"]


def test_alone_among_bots_everything_can_be_taken_back(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("B", "bot", "random")])
    match.resolve_chance(rng, AT)
    for _ in range(3):
        play_turn(match, rng)
    entries = match.back([0], 0, AT)
    assert [entry.kind for entry in entries] == ["ask_back", "back"]
    assert match.ply == 0


def test_people_at_one_device_are_one_person(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    match.persons = ["asha", "asha"]
    seat = play_turn(match, rng)
    assert [entry.kind for entry in match.back([0, 1], None, AT)] == ["ask_back", "back"]
    assert match.turn == seat


def test_a_confirmed_turn_stays_confirmed_below_a_take_back(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    first = play_turn(match, rng)
    ply = match.ply
    second = play_turn(match, rng, confirm=False)
    match.back([second], ply, AT)
    assert match.to_act == second, "the first seat need not confirm again"
    assert match.open_turn != first


def test_open_seats_are_waited_for(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("", "open")])
    assert match.status == "waiting"
    assert not match.chance_due
    with refused("not_started"):
        match.act(0, "pass", AT)
    match.claim(1, "Bala B.", "bala", AT)
    assert match.seats[1] == Seat("Bala B.", "person")
    assert match.status == "playing"
    assert match.chance_due
    with refused("seat_unavailable"):
        match.claim(1, "Chand", "chand", AT)


@pytest.mark.parametrize("opens", [0, 1], ids=["who played", "who is next"])
def test_a_complete_turn_is_ended_while_a_seat_is_open(two_people: Match, rng: np.random.Generator, opens: int) -> None:
    """Nobody has to confirm it later."""
    first = play_turn(two_people, rng, confirm=False)
    seats = [Seat("Asha", "person"), Seat("Asha", "person")]
    seats[first if opens == 0 else 1 - first] = Seat("", "open")
    match = Match(two_people.game, seats, entries=[action.entry for action in two_people.actions])
    match.end_complete_turn(AT)
    match.claim(first if opens == 0 else 1 - first, "Bala", "bala", AT)
    assert (match.open_turn, match.to_act) == (None, 1 - first)
    before = match.seq
    match.end_complete_turn(AT)
    assert match.seq == before


def test_a_bot_stands_in_and_gives_the_seat_back(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    seat = play_turn(match, rng, confirm=False)
    match.stand_in(seat, "random", AT)
    assert match.open_turn is None, "bots need no confirmation: the turn passes"
    assert match.to_act == 1 - seat
    with refused("seat_unavailable"):
        match.stand_in(seat, "random", AT)
    match.return_seat(seat, AT)
    assert match.seats[seat].is_person_deciding
    with refused("seat_unavailable"):
        match.return_seat(seat, AT)
    with refused("unknown_seat"):
        match.return_seat(7, AT)


def test_who_leaves_needs_not_agree(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    seat = play_turn(match, rng)
    match.back([seat], None, AT)
    entries = match.stand_in(1 - seat, "random", AT)
    assert [entry.kind for entry in entries] == ["seat", "back"]


def test_an_illegal_action_leaves_the_match_alone(two_people: Match) -> None:
    match = two_people
    seat, before = match.to_act, (match.seq, match.ply, match.state.hash())
    assert seat is not None
    for text in ("take Z9", "step 0 N", "", "draw K3", "🐘" * 50):
        with pytest.raises(RequestRefused) as error:
            match.act(seat, text, AT)
        assert error.value.code in ("illegal_action", "unknown_action")
        assert str(error.value)
    assert (match.seq, match.ply, match.state.hash()) == before


def test_turns_are_counted_over_all_seats(two_people: Match, rng: np.random.Generator) -> None:
    match = two_people
    assert {event.turn for event in match.events} == {0}
    for number in (1, 2, 3):
        ply = match.ply
        play_turn(match, rng)
        acts = [event for event in match.actions[ply:] if event.entry.kind == "act"]
        assert {event.turn for event in acts} == {number}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry(99, "act", 0, "pass", AT), "number"),
        (Entry(1, "dance", 0, "", AT), "one of"),
        (Entry(1, "act", 0, "pass", AT), "chance"),
        (Entry(1, "chance", 0, "colour 0 blue", AT), "no seat"),
        (Entry(1, "chance", None, "colour 0 pink", AT), "a legal action"),
        (Entry(1, "back", 0, "0", AT), "below 0"),
        (Entry(1, "back", 0, "-1", AT), "below 0"),
        (Entry(1, "confirm", 5, "", AT), "a seat from 0 to 1"),
        (Entry(1, "seat", 0, "return", AT), "a change that fits"),
    ],
)
def test_entries_that_cannot_have_happened(game: library.Game, entry: Entry, expected: str) -> None:
    match = Match(game, [Seat("A", "person"), Seat("B", "person")])
    with pytest.raises(ReplayError) as error:
        match.extend([entry])
    assert error.value.seq == entry.seq
    assert expected in error.value.expected


def test_a_match_does_not_grow_without_end(
    two_people: Match, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_people.resolve_chance(rng, AT)
    seat = two_people.turn
    assert seat is not None
    two_people.act(seat, two_people.state.legal_actions[0], AT)
    monkeypatch.setattr("mandapa.play.match.MAX_ENTRIES", two_people.seq + TO_FINISH)
    for ask in (
        lambda: two_people.back([seat], None, AT),
        lambda: two_people.stand_in(1 - seat, "random", AT),
        lambda: two_people.claim(1 - seat, "Chand", None, AT),
    ):
        with refused("too_long"):
            ask()
    two_people.act(seat, two_people.state.legal_actions[0], AT)


def test_who_builds_together_may_all_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """A common loss is not a shared win."""
    match = Match(library.load("menara", players=2), [Seat(name, "person") for name in ("Asha", "Bala")])
    monkeypatch.setattr(Match, "status", "over")
    assert match.state.returns() == [-1, -1]
    result = match.result()
    assert result is not None
    assert result["winners"] == []

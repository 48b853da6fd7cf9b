"""Games with secrets: each player's knowledge in the log and in the view."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mandapa.games.chola import GAME
from mandapa.kernel.generic import observation_tensor
from mandapa.library import Game
from mandapa.play import Entry, Match, RequestRefused, Seat, visible_to as told_to
from mandapa.server.live.snapshot import visible_events

from .conftest import AT

KINDS = ("one", "same2", "diff2", "hv4", "diag4")


@pytest.fixture
def match(rng: np.random.Generator) -> Match:
    """Three people at a table of Chola; set-up is done, and each has drawn a card from the stack."""
    options = {"first_player": 0, "colours": ["brown", "white", "grey"]}
    match = Match(Game(GAME, 3, options), [Seat(name, "person") for name in ("Asha", "Bala", "Chitra")])
    match.resolve_chance(rng, AT)
    for seat in range(3):
        match.act(seat, "draw stack", AT)
        match.resolve_chance(rng, AT)
    return match


def visible_json(match: Match, seats: tuple[int, ...], status: str = "playing") -> list[dict[str, Any]]:
    table: Any = SimpleNamespace(match=match, status=status)
    return visible_events(table, match.events, seats)


def lines(match: Match, seats: tuple[int, ...] | None) -> list[str]:
    """Return the output of the terminal for these seats."""
    return [event.line for event in told_to(match.events, seats)]


def drawn(match: Match) -> dict[int, list[str]]:
    """Return the cards that each seat has drawn from the stack."""
    cards: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for event in match.events:
        if event.only_for is not None:
            cards[event.only_for].append(event.entry.text)
    return cards


def test_cards_from_the_stack_are_told_to_who_draws_them_only(match: Match) -> None:
    assert {seat: len(cards) for seat, cards in drawn(match).items()} == {0: 3, 1: 3, 2: 3}
    for seat in range(3):
        secrets = [event for event in match.events if event.only_for not in (None, seat)]
        for event, data in zip(match.events, visible_json(match, (seat,)), strict=True):
            if event in secrets:
                unseen = {
                    "key": "chola.log.card_unseen",
                    "params": event.redacted_log.params if event.redacted_log else {},
                }
                assert (data["action"], data["log"]) == ("", unseen) and unseen["params"] == {"seat": event.only_for}
            else:
                assert (data["action"], data["log"]) == (event.entry.text, event.log.to_json())


def test_the_terminal_tells_of_the_others_cards_only_whose_they_are(match: Match) -> None:
    for seat in range(3):
        shown = lines(match, (seat,))
        for event, line in zip(match.events, shown, strict=True):
            hidden = event.only_for not in (None, seat)
            assert line == (f"card for seat {event.only_for}" if hidden else event.entry.text)
    assert lines(match, None) == [event.entry.text for event in match.events]


def test_spectators_are_told_no_secrets_and_two_seats_at_one_device_both(match: Match) -> None:
    hidden = [data for data in visible_json(match, ()) if data["log"]["key"] == "chola.log.card_unseen"]
    assert len(hidden) == 9
    assert len([data for data in visible_json(match, (0, 2)) if data["log"]["key"] == "chola.log.card_unseen"]) == 3


def test_after_the_game_everything_is_told(match: Match) -> None:
    assert all(data["log"]["key"] != "chola.log.card_unseen" for data in visible_json(match, (), "over"))


def test_cards_of_the_row_and_stones_are_no_secrets(match: Match) -> None:
    public = [event.entry.text for event in match.events if event.only_for is None]
    assert any(text.startswith("stone ") for text in public)
    assert sum(text.startswith("card ") for text in public) == 3


def test_views_hold_no_cards_of_others(match: Match) -> None:
    for seat in (None, 0, 1, 2):
        seats = match.state.view(seat)["seats"]
        for other in range(3):
            known = sum(seats[other]["cards"].values())
            assert (known, seats[other]["held"]) == (3 if other == seat else 0, 3)


def test_all_that_a_seat_gets_is_the_same_whatever_the_others_hold(match: Match) -> None:
    """Exchange hidden cards of two others, and nothing that is sent to the seat changes."""
    record = match.state.record
    own, unseen = record.cards[1].copy(), record.cards[2].copy()
    before = json.dumps([match.state.view(0), match.state.for_seat(0).scores(explain=True)])
    record.cards[1], record.cards[2] = unseen, own
    assert json.dumps([match.state.view(0), match.state.for_seat(0).scores(explain=True)]) == before


# ---------------------------------------------------------------- an unfinished Build


BUILD = ("build diff2", "colours B L", "place a1-b1", "arrange 0")


@pytest.fixture
def building(rng: np.random.Generator) -> Match:
    """Three people; the first one holds two unknown cards for two different stones, and at least one of each stone."""
    options = {"first_player": 0, "colours": ["brown", "white", "grey"]}
    match = Match(Game(GAME, 3, options), [Seat(name, "person") for name in ("Asha", "Bala", "Chitra")])
    while match.chance_due:
        wanted = [text for text in match.state.legal_actions if text == "card diff2"]
        match.extend([Entry(match.seq + 1, "chance", None, (wanted or match.state.legal_actions)[0], AT)])
    return match


def shown(match: Match, seat: int | None) -> str:
    """Return all that a seat is sent of the match, except the number of entries."""
    events = visible_json(match, () if seat is None else (seat,))
    return json.dumps([match.state.view(seat), match.state.choices(seat), events])


@pytest.mark.parametrize("steps", range(1, len(BUILD)))
def test_nobody_sees_a_build_that_is_being_chosen(building: Match, steps: int) -> None:
    before = {seat: shown(building, seat) for seat in (None, 0, 1, 2)}
    tensors = {seat: observed(building, seat) for seat in (-1, 1, 2)}
    for text in BUILD[:steps]:
        building.act(0, text, AT)
    for seat in (None, 1, 2):
        assert shown(building, seat) == before[seat]
    assert {seat: observed(building, seat) for seat in (-1, 1, 2)} == tensors
    assert shown(building, 0) != before[0]
    building.back([0], building.ply - steps, AT)
    assert {seat: shown(building, seat) for seat in (None, 1, 2)} == {seat: before[seat] for seat in (None, 1, 2)}


def observed(match: Match, seat: int) -> bytes:
    tensor = np.zeros(GAME.observation_size)
    observation_tensor(match.state.record, seat, tensor)
    return tensor.tobytes()


def test_guesses_of_others_while_a_build_is_chosen_are_of_the_start_of_the_turn(
    building: Match, rng: np.random.Generator
) -> None:
    known = building.state.for_seat(1)
    for text in BUILD[:3]:
        building.act(0, text, AT)
        assert building.state.for_seat(1) == known
        guess = building.state.for_seat(1)
        guess.resample(1, rng)
        assert guess.for_seat(1) == known and guess.current_player == 0


def test_everybody_sees_the_card_once_it_is_played(building: Match) -> None:
    for text in BUILD:
        building.act(0, text, AT)
    for seats in ((), (1,)):
        told_last = visible_json(building, seats)[-1]
        assert told_last["log"]["key"] == "chola.log.built" and told_last["log"]["params"]["card"] == "diff2"
        assert not [data for data in visible_json(building, seats)[:-1] if data["kind"] == "act"]
    assert [data["action"] for data in visible_json(building, (0,)) if data["kind"] == "act"] == list(BUILD)


def test_the_terminal_tells_a_build_once_it_is_complete(building: Match) -> None:
    before = len(building.events)
    for text in BUILD:
        building.act(0, text, AT)
    for seats in ((), (1,)):
        assert lines(building, seats)[before:] == ["build diff2 Ba1 Lb1"]
    assert lines(building, (0,))[before:] == [*BUILD[:-1], "build diff2 Ba1 Lb1"]


def test_of_a_game_that_does_not_say_secrets_are_hidden_and_all_else_is_told(match: Match) -> None:
    silent = replace(GAME, presentation=replace(GAME.presentation, public_text=None))
    again = Match(Game(silent, 3, match.game.options), match.first_seats, entries=match.entries)
    for event, line in zip(again.events, lines(again, ()), strict=True):
        assert line == ("hidden" if event.only_for is not None else event.entry.text)


def test_a_whole_build_is_sent_and_taken_back_at_once(building: Match) -> None:
    start = building.state.copy()
    entries = building.act(0, BUILD[0], AT, BUILD[1:])
    building.requests.add(entries[0].seq)
    assert [entry.text for entry in entries] == list(BUILD) and building.open_turn == 0
    building.back([0], None, AT)
    assert building.state == start


def test_a_build_that_does_not_fit_is_not_begun(building: Match) -> None:
    before, seq = building.state.copy(), building.seq
    with pytest.raises(RequestRefused) as refused:
        building.act(0, BUILD[0], AT, (*BUILD[1:3], "arrange 3"))
    assert refused.value.clause == "CHO-BUILD-3"
    with pytest.raises(RequestRefused) as refused:
        building.act(0, BUILD[0], AT, (*BUILD[1:], "pick"))
    assert refused.value.code == "not_your_turn"
    assert (building.state, building.seq) == (before, seq)


def test_a_drawn_card_cannot_be_taken_back(match: Match) -> None:
    assert match.earliest_undo_ply(0) == match.ply


def test_who_plays_alone_wins_only_against_the_opponent(rng: np.random.Generator) -> None:
    for head_start, winners in ((0, [0]), (500, [])):
        match = Match(Game(GAME, 1, {"variant": "solo", "head_start": head_start}), [Seat("Asha", "person")])
        while match.status != "over":
            match.resolve_chance(rng, AT)
            if match.to_act == 0:
                match.act(0, match.state.legal_actions[0], AT)
            if match.open_turn == 0:
                match.confirm([0], AT)
        result = match.result()
        assert result is not None
        assert result["winners"] == winners

"""Clocks are computed from the times of the entries."""

from __future__ import annotations

import time

import numpy as np
import pytest

from mandapa import library
from mandapa.play import Match, RequestRefused, Seat, entries, export_record, import_record, now
from mandapa.play.clock import ONE_TURN, TAKE_OVER, Clocks, runs_out, times_left


def at(seconds: float) -> str:
    return f"2026-01-02T03:{int(seconds // 60):02d}:{seconds % 60:06.3f}Z"


def test_a_turn_is_charged_and_earns_its_increment(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    match.resolve_chance(rng, at(0))
    clock = {"bank": 60.0, "increment": 5.0}
    first = match.to_act
    assert first is not None
    assert times_left(match, clock)["left"] == [60, 60]

    match.act(first, match.state.legal_actions[0], at(20))
    assert times_left(match, clock)["left"][first] == 40
    while match.to_act == first:
        match.act(first, match.state.legal_actions[0], at(20))
    assert times_left(match, clock)["running"] == first, "the turn waits for its confirmation"
    match.confirm([first], at(30))
    assert times_left(match, clock)["left"][first] == 35
    assert times_left(match, clock)["running"] == 1 - first

    match.act(1 - first, match.state.legal_actions[0], at(130))
    left = times_left(match, clock)["left"]
    assert left[1 - first] == -40, "nobody is punished"
    assert left[first] == 35


def test_the_bank_never_grows_beyond_its_start(game: library.Game, rng: np.random.Generator) -> None:
    match = Match(game, [Seat("A", "bot", "random"), Seat("B", "bot", "random")])
    match.resolve_chance(rng, at(0))
    while match.to_act is not None:
        match.act(match.to_act, match.state.legal_actions[0], at(1))
        match.resolve_chance(rng, at(1))
    assert max(times_left(match, {"bank": 60, "increment": 5})["left"]) <= 60


def test_the_time_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, counted = 1_800_000_000.0, 50.0
    monkeypatch.setattr(time, "time", lambda: wall)
    monkeypatch.setattr(time, "monotonic", lambda: counted)
    monkeypatch.setattr(entries, "_clock", entries._Clock())
    assert now() == "2027-01-15T08:00:00.000Z"
    wall, counted = wall - 3600 + 5, counted + 5
    assert now() == "2027-01-15T08:00:05.000Z", "set back by an hour: it goes on"
    wall, counted = wall + 7200, counted + 1
    assert now() == "2027-01-15T09:00:05.000Z", "set forward, or the machine has slept: it follows"


def test_a_computer_player_takes_over_when_time_is_up_if_that_was_settled(
    game: library.Game, rng: np.random.Generator
) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    match.resolve_chance(rng, at(0))
    clock = {"bank": 60.0, "increment": 5.0, "at_zero": TAKE_OVER}
    first = match.turn
    assert first is not None
    assert runs_out(match, clock) == at(60)
    assert runs_out(match, clock | {"at_zero": "nothing"}) is None
    with pytest.raises(RequestRefused, match="no longer waits for that seat"):
        match.run_out(1 - first, "adept", at(61))
    match.run_out(first, "adept", at(61))
    assert match.seats[first].stand_in
    assert runs_out(match, clock) is None, "no person is waited for"
    assert times_left(match, clock)["left"][first] == -1
    match.return_seat(first, at(62))
    assert times_left(match, clock)["left"][first] == 11, "who is back has some time"
    match.act(first, match.state.legal_actions[0], at(63))
    assert times_left(match, clock)["left"][first] == 9
    copy = import_record(export_record(match))
    assert copy.seats == match.seats


def test_a_computer_player_plays_only_the_turn_for_which_there_was_no_time(
    game: library.Game, rng: np.random.Generator
) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    clocks = Clocks(match, {"bank": 60.0, "increment": 0.0, "at_zero": ONE_TURN})
    match.resolve_chance(rng, at(0))
    first = match.turn
    assert first is not None and clocks.runs_out() == at(60)
    match.run_out(first, "adept", at(61), once=True)
    while match.turn == first:
        assert clocks.to_hand_back() == []
        match.act(first, match.state.legal_actions[0], at(62))
        match.resolve_chance(rng, at(62))
    assert clocks.to_hand_back() == [first]
    match.return_after_timeout(first, at(62))
    assert match.seats[first].is_person_deciding and match.turn == 1 - first and clocks.to_hand_back() == []
    assert times_left(match, {"bank": 60.0, "increment": 0.0})["left"][first] == 6, "some time for the next one"
    copy = import_record(export_record(match))
    assert copy.seats == match.seats


def test_a_turn_that_waits_for_its_confirmation_ends_as_it_was_played(
    game: library.Game, rng: np.random.Generator
) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    match.resolve_chance(rng, at(0))
    first = match.turn
    assert first is not None
    while match.open_turn is None:
        match.act(first, match.state.legal_actions[0], at(1))
    match.run_out(first, "adept", at(61), once=True)
    assert match.turn == 1 - first and match.seats[first].is_person_deciding


def test_who_lets_a_computer_player_play_while_there_is_time_wins_none(
    game: library.Game, rng: np.random.Generator
) -> None:
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    match.resolve_chance(rng, at(0))
    clock = {"bank": 600.0, "increment": 0.0, "at_zero": TAKE_OVER}
    first = match.turn
    assert first is not None
    match.stand_in(first, "adept", at(590))
    match.return_seat(first, at(591))
    assert runs_out(match, clock) == at(600)


def test_clocks_go_on_from_what_they_have_counted(
    game: library.Game, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "now", lambda: at(60))
    match = Match(game, [Seat("Asha", "person"), Seat("Bala", "person")])
    clock = {"bank": 30.0, "increment": 4.0, "at_zero": TAKE_OVER}
    clocks = Clocks(match, clock)
    match.resolve_chance(rng, at(0))
    for n in range(1, 60):
        turn = match.turn
        if turn is None:
            break
        if match.seats[turn].stand_in:
            match.return_seat(turn, at(n))
        elif n % 9 == 0:
            match.run_out(turn, "adept", at(n))
        elif match.open_turn is not None:
            match.confirm([turn], at(n))
        elif n % 5 == 0 and match.earliest_undo_ply(turn) < match.ply:
            match.back([turn], None, at(n))
        else:
            match.act(turn, match.state.legal_actions[0], at(n))
        match.resolve_chance(rng, at(n))
        assert (clocks.status(), clocks.runs_out()) == (times_left(match, clock), runs_out(match, clock))

"""Chance inside a turn: players ask for it, and may take back until they do."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.kernel.game_type import Roll
from mandapa.library import Game
from mandapa.play import Match, ReplayError, RequestRefused, Seat, export_record
from mandapa.play.clock import times_left
from mandapa.play.entries import Entry
from mandapa.testing import CheckFailed, check_game

from .conftest import AT
from .dice import dice


@pytest.fixture(scope="module")
def game() -> Game:
    return dice()


def people(game: Game, *, confirm: bool = True) -> Match:
    return Match(game, [Seat("Asha", "person"), Seat("Bala", "person")], confirm=confirm)


def kinds(match: Match) -> list[str]:
    return [entry.kind for entry in match.entries]


def go(match: Match, seat: int, rng: np.random.Generator) -> None:
    """Play the rest of a turn that has come to its roll."""
    match.confirm([seat], AT)
    match.resolve_chance(rng, AT)
    match.act(seat, "go", AT)
    match.confirm([seat], AT)
    match.resolve_chance(rng, AT)


def test_the_toy_is_sound(game: Game) -> None:
    assert check_game(game, games=20).longest <= 40


def test_a_roll_waits_until_it_is_asked_for(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    assert match.state.is_chance
    assert (match.to_roll, match.turn, match.to_act, match.open_turn, match.chance_due) == (0, 0, None, None, False)
    assert match.resolve_chance(rng, AT) == []
    with pytest.raises(RequestRefused, match="ask for it"):
        match.act(0, "go", AT)
    with pytest.raises(RequestRefused, match="not your turn"):
        match.act(1, "go", AT)
    with pytest.raises(RequestRefused) as refused:
        match.confirm([1], AT)
    assert refused.value.code == "nothing_to_confirm"

    match.back([0], None, AT)  # decisions before the roll may be changed
    assert (match.to_act, match.to_roll) == (0, None)
    match.act(0, "stand right", AT)
    assert [entry.kind for entry in match.confirm([0], AT)] == ["roll"]
    assert match.chance_due
    match.resolve_chance(rng, AT)
    assert (match.to_act, match.to_roll, match.open_turn) == (0, None, None)


def test_after_the_roll_the_turn_goes_on_behind_a_barrier(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    match.confirm([0], AT)
    match.resolve_chance(rng, AT)
    assert match.actions[-1].barrier
    assert match.earliest_undo_ply(0) == match.ply == 2
    match.act(0, "go", AT)
    assert match.open_turn == match.turn == 0, "the end of the turn is confirmed as ever"
    assert match.earliest_undo_ply(0) == 2
    match.back([0], None, AT)
    assert (match.ply, match.to_act) == (2, 0)
    entries = match.back([0], None, AT)
    assert [entry.kind for entry in entries] == ["ask_back"]
    match.answer([1], True, AT)
    assert (match.ply, match.to_act) == (0, 0)


def test_rolling_again_needs_no_question(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    match.confirm([0], AT)
    match.resolve_chance(rng, AT)
    match.act(0, "again", AT)
    assert match.chance_due
    assert match.to_roll is match.open_turn is None
    assert len(match.resolve_chance(rng, AT)) == 1
    assert match.to_act == 0
    assert match.earliest_undo_ply(0) == match.ply == 4
    assert kinds(match) == ["act", "roll", "chance", "act", "chance"]


def test_a_turn_may_begin_with_its_roll(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    for seat in (0, 1):
        match.act(seat, "stand left", AT)
        go(match, seat, rng)
    assert (match.to_roll, match.turn, match.turns) == (0, 0, 2)
    assert match.earliest_undo_ply(0) == match.ply, "the turn before is over"
    go(match, 0, rng)
    assert (match.to_roll, match.turns) == (1, 3)
    turns = [event.turn for event in match.actions]
    assert turns == [1, 1, 1, 2, 2, 2, 3, 3], "a turn has one number, whatever chance does in it"


def test_nobody_rolls_before_the_turn_before_is_confirmed(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    for seat in (0, 1):
        match.act(seat, "stand left", AT)
        match.confirm([seat], AT)
        match.resolve_chance(rng, AT)
        match.act(seat, "go", AT)
        assert (match.open_turn, match.to_roll) == (seat, None)
        with pytest.raises(RequestRefused):
            match.confirm([1 - seat], AT)
        match.confirm([seat], AT)
    assert match.to_roll == 0


def test_consent_leads_back_to_the_question(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    match.confirm([0], AT)
    match.resolve_chance(rng, AT)
    match.back([0], 1, AT)
    match.answer([1], True, AT)
    assert (match.to_roll, match.chance_due) == (0, False)
    assert match.earliest_undo_ply(0) == 0, "the piece may be stood elsewhere again"


def test_computer_players_and_quick_tables_are_not_asked(game: Game, rng: np.random.Generator) -> None:
    bots = Match(game, [Seat("A", "bot", "random"), Seat("B", "bot", "random")])
    for match in (bots, people(game, confirm=False)):
        while match.status == "playing":
            assert match.to_roll is None
            match.resolve_chance(rng, AT)
            if match.to_act is not None:
                match.act(match.to_act, match.state.legal_actions[0], AT)
        assert set(kinds(match)) == {"act", "chance"}
        assert match.turns == 6


def test_whoever_stands_in_rolls_at_once(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    match.stand_in(0, "random", AT)
    assert match.chance_due
    match.resolve_chance(rng, AT)
    assert match.to_act == 0


def test_a_record_with_rolls_replays(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", AT)
    match.confirm([0], AT)
    again = Match(game, match.first_seats, entries=match.entries)
    assert again.chance_due, "asked for, and not yet drawn"
    match.resolve_chance(rng, AT)
    again = Match(game, match.first_seats, entries=match.entries)
    assert (again.state, again.to_act, again.earliest_undo_ply(0)) == (match.state, 0, 2)
    assert export_record(match)["entries"][1]["kind"] == "roll"
    with pytest.raises(ReplayError, match="a roll by seat 1"):
        people(game).extend([match.entries[0], Entry(2, "roll", 1, "", AT)])
    with pytest.raises(ReplayError, match="a roll by seat 0"):
        people(game).extend([Entry(1, "roll", 0, "", AT)])


def test_the_time_until_the_roll_counts(game: Game, rng: np.random.Generator) -> None:
    match = people(game)
    match.act(0, "stand left", "2026-01-02T03:04:05.000Z")
    match.confirm([0], "2026-01-02T03:04:15.000Z")
    assert times_left(match, {"bank": 60, "increment": 5})["left"] == [50, 60]


def test_a_roll_of_nobody_is_found() -> None:
    with pytest.raises(CheckFailed) as failed:
        check_game(dice(lambda state: Roll(2)), games=1)
    assert failed.value.check == "roll"

"""Checks that no seat sees, or can act on, what it may not know."""

from __future__ import annotations

from typing import Any

from mandapa.kernel.types import contents
from mandapa.library import Game, State
from mandapa.testing.playthrough import CheckFailed, Playthrough, Report

ENOUGH = 20
"""In so many states with something hidden, resampling must have guessed wrong at least once."""


def check_secrets(play: Playthrough) -> None:
    """For every seat and a spectator: states that cannot be told apart look the same."""
    if not play.game.type.hidden_information:
        return
    seats: list[int | None] = [None, *range(play.game.players)]
    for seat in seats:
        known = check_redaction(play, seat)
        guess = known.copy()
        guess.resample(seat, play.rng)
        hidden = contents(known.record) != contents(play.state.record)
        play.report.hidden += hidden
        play.report.guessed += hidden and contents(guess.record) != contents(play.state.record)
        play.check_invariant(guess.record, f"resampled for {name(seat)}")
        check_alike(play, seat, known, guess)


def check_redaction(play: Playthrough, seat: int | None) -> State:
    """Redacting leaves the seat its own knowledge, and happens once; returns the redacted state."""
    with play.reading("redact"):
        known = play.state.for_seat(seat)
    again = known.for_seat(seat)
    play.expect(again == known, "secrets", f"redacting twice for {name(seat)} changes more than once")
    actor = play.state.current_player
    play.expect(known.current_player == actor, "secrets", f"redacting for {name(seat)} changes whose turn it is")
    if seat == actor:
        same = known.legal_actions == play.state.legal_actions
        play.expect(same, "secrets", f"redacting for {name(seat)} changes its own legal actions")
    return known


def check_alike(play: Playthrough, seat: int | None, known: State, guess: State) -> None:
    """A state that the seat cannot tell from the true one looks the same to it."""
    who = name(seat)
    actor = play.state.current_player
    play.expect(guess.current_player == actor, "secrets", f"resampling for {who} changes whose turn it is")
    if actor >= 0:
        play.expect(guess.legal_action_ids != [], "secrets", f"resampled for {who}, seat {actor} can do nothing")
    seen_here = seen(play.state, seat)
    seen_there = seen(guess, seat)
    for what, here in seen_here.items():
        there = seen_there[what]
        if here != there:
            where = difference(here, there)
            play.fail("secrets", f"{who} can tell states apart that it should not: {what}{where}")
    same = guess.for_seat(seat) == known
    play.expect(same, "secrets", f"a state resampled for {who} redacts to other bytes: something known was changed")


def seen(state: State, seat: int | None) -> dict[str, Any]:
    """All that a seat is shown."""
    shown: dict[str, Any] = {"view": state.view(seat), "choices": state.choices(seat)}
    if seat is not None and seat == state.current_player:
        shown |= {"legal actions": state.legal_actions, "previews": state.previews()}
    return shown


def difference(here: Any, there: Any) -> str:
    """Where two pieces of JSON data differ first, and how."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        key = next(key for key in here if here[key] != there[key])
        return f".{key}{difference(here[key], there[key])}"
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        index = next(index for index in range(len(here)) if here[index] != there[index])
        return f"[{index}]{difference(here[index], there[index])}"
    return f" is {here!r} or {there!r}"


def name(seat: int | None) -> str:
    """What to call whoever sits there."""
    return "a spectator" if seat is None else f"seat {seat}"


def check_guesses_vary(game: Game, report: Report) -> None:
    """Resampling that always finds the truth knows too much."""
    if report.hidden >= ENOUGH and report.guessed == 0:
        record = {"game": game.name, "players": game.players, "options": game.options, "actions": []}
        message = f"resampling gave the true state in all of {report.hidden} states with something hidden"
        raise CheckFailed("secrets", message, record)

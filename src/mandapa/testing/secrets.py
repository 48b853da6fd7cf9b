"""Checks that no seat sees, is told, or can act on, what it may not know.

Two histories that differ only in what is kept from a seat must be one and the same to it. Such pairs come from two
sources: a state in which what the seat does not know is dealt anew (``resample``), and the same state after two actions
of which the seat is told the same (``secret``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.kernel.types import Record, contents
from mandapa.library import Game, State
from mandapa.play.events import secret_parts
from mandapa.testing.playthrough import CheckFailed, Playthrough, Report

ENOUGH = 20
"""In so many states with something hidden, resampling must have guessed wrong at least once."""
TRIED = 6
"""So many of the actions that could come in a state are tried, to compare what everybody learns of them."""


def check_secrets(play: Playthrough) -> None:
    """For every seat and a spectator: states that cannot be told apart look the same, now and one action later."""
    if not play.game.type.hidden_information:
        return
    seats: list[int | None] = [None, *range(play.game.players)]
    listed = play.rng.permutation(play.state.legal_action_ids)[:TRIED].tolist()
    steps = [step for step in (Step(play.state, action) for action in sorted(listed)) if not step.ends]
    for seat in seats:
        known = check_redaction(play, seat)
        guess = known.copy()
        guess.resample(seat, play.rng)
        hidden = contents(known.record) != contents(play.state.record)
        play.report.hidden += hidden
        play.report.guessed += hidden and contents(guess.record) != contents(play.state.record)
        play.check_invariant(guess.record, f"resampled for {name(seat)}")
        check_told(play, seat, steps)
        with play.explaining(f" in a state resampled for {name(seat)}"):
            check_alike(play, seat, known, guess)
            check_kept(play, seat, steps, guess)


def check_redaction(play: Playthrough, seat: int | None) -> State:
    """Redacting leaves the seat its own knowledge, and happens once; returns the redacted state."""
    with play.reading("redact"):
        known = play.state.for_seat(seat)
    again = known.for_seat(seat)
    play.expect(again == known, "secrets", f"redact: redacting twice for {name(seat)} changes more than once")
    actor, found = play.state.current_player, known.current_player
    wrong = f"redact: redacting for {name(seat)} changes whose turn it is to {found}, expected {actor}"
    play.expect(found == actor, "secrets", wrong)
    if seat == actor:
        here, there = play.state.legal_actions, known.legal_actions
        if here != there:
            wrong = f"redacting for {name(seat)} changes its own legal actions{difference(here, there)}"
            play.fail("secrets", f"legal_actions, format_action or redact: {wrong}; expected them to be the same")
    return known


def check_alike(play: Playthrough, seat: int | None, known: State, guess: State) -> None:
    """A state that the seat cannot tell from the true one looks the same to it."""
    who = name(seat)
    actor = play.state.current_player
    same = guess.current_player == actor
    play.expect(same, "secrets", f"resample: resampling for {who} changes whose turn it is")
    if actor >= 0:
        message = f"resample: resampled for {who}, seat {actor} can do nothing"
        play.expect(guess.legal_action_ids != [], "secrets", message)
    seen_here = seen(play.state, seat)
    seen_there = seen(guess, seat)
    for what, here in seen_here.items():
        there = seen_there[what]
        if here != there:
            where = difference(here, there)
            play.fail("secrets", f"{who} can tell states apart that it should not: {what}{where}")
    again = guess.for_seat(seat)
    if again != known:
        where = difference(fields(known.record), fields(again.record))
        wrong = f"a state resampled for {who} redacts to other bytes: {where.lstrip('.')}"
        play.fail("secrets", f"resample or redact: {wrong}; expected that what is known is not changed")


def seen(state: State, seat: int | None) -> dict[str, Any]:
    """All that a seat is shown; observations, like views, are made of what redact leaves."""
    return {"view": state.view(seat), **offered(state, seat)}


def offered(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat may do, as ids (the mask), as texts and as it is shown; nothing if it is not to act."""
    if seat is None or seat != state.current_player:
        return {"to act": state.current_player}
    return {
        "mask": state.legal_action_ids,
        "legal actions": state.legal_actions,
        "choices": state.choices(seat),
        "previews": state.previews(),
    }


# ---------------------------------------------------------------- what one action teaches


class Step:
    """An action that could come now, where it leads, and who is told of it."""

    def __init__(self, state: State, action: int) -> None:
        before, type = state.record, state.game.type
        self.text = state.format(action)
        self.after = State(state.game, state.try_id(action))
        actor = None if state.is_chance else state.current_player
        self.log = type.presentation.describe(before, action, self.after.record)
        self.only_for, untold, aloud = secret_parts(type, actor, self.text, before, action, self.after.record)
        self.untold = None if untold is None else (untold.to_json(), aloud)
        self.ends = self.after.is_terminal  # then nothing is kept from anybody any more
        self.action = action

    def is_kept_from(self, seat: int | None) -> bool:
        """Whether the seat is not to know what the action is."""
        return self.only_for is not None and self.only_for != seat

    def told(self, seat: int | None) -> Any:
        """What the seat reads of it."""
        return self.untold if self.is_kept_from(seat) else (self.text, self.log)


def check_told(play: Playthrough, seat: int | None, steps: Sequence[Step]) -> None:
    """Of two actions a seat is told the same exactly if it knows the same after them."""
    earlier: list[Step] = []
    for one in steps:
        for other in earlier:
            if one.told(seat) == other.told(seat):
                check_same_after(play, seat, other, one)
            elif one.after != other.after and one.after.for_seat(seat) == other.after.for_seat(seat):
                told = f"{name(seat)} is told {other.told(seat)!r} or {one.told(seat)!r}"
                wrong = f"{told}, yet after both redact leaves it the same; expected that what is told is known"
                play.fail("secrets", f"secret, untold or redact: {wrong}")
        earlier.append(one)


def check_kept(play: Playthrough, seat: int | None, steps: Sequence[Step], guess: State) -> None:
    """A secret action leaves a seat with the same knowledge, whatever it did not know before."""
    possible = set(guess.legal_action_ids)
    for one in steps:
        if one.action in possible and one.is_kept_from(seat):
            other = Step(guess, one.action)
            if not other.ends and one.told(seat) == other.told(seat):
                check_same_after(play, seat, one, other)


def check_same_after(play: Playthrough, seat: int | None, one: Step, other: Step) -> None:
    """After two actions of which a seat is told the same it knows the same, and may do the same."""
    told = f"{name(seat)} is told the same of {one.text!r} and {other.text!r}"
    known = [step.after.for_seat(seat) for step in (one, other)]
    if known[0] != known[1]:
        where = difference(*(fields(state.record) for state in known)).lstrip(".")
        play.fail("secrets", f"redact or secret: {told}, yet then {where} for it; expected the same bytes")
    here, there = (offered_after(play, step, seat) for step in (one, other))
    if here != there:
        where = difference(here, there).lstrip(".")
        play.fail("secrets", f"legal_actions, format_action or choices: {told}, yet then {where} for it")


def offered_after(play: Playthrough, step: Step, seat: int | None) -> dict[str, Any]:
    """What a seat may do after an action."""
    with play.reading(f"choices or previews, after {step.text!r},", step.after):
        return offered(step.after, seat)


# ---------------------------------------------------------------- telling what differs


def fields(record: Record) -> dict[str, Any]:
    """A record as plain data."""
    assert record.dtype.names is not None
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


def difference(here: Any, there: Any) -> str:
    """Where two pieces of plain data differ first, and how."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        key = next(key for key in here if here[key] != there[key])
        return f".{key}{difference(here[key], there[key])}"
    if isinstance(here, list | tuple) and isinstance(there, list | tuple) and len(here) == len(there):
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

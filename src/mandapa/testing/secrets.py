"""Checks that no seat sees, is told, or can act on, what it may not know.

Two histories that differ only in what is kept from a seat must be one and the same to it. Such pairs come from two
sources: a state in which what the seat does not know is dealt anew (``resample``), and the same state after two actions
of which the seat is told the same (``secret``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.kernel.generic import sample_chance
from mandapa.kernel.record import Record, contents
from mandapa.library import Game, State
from mandapa.testing.playthrough import CheckFailed, Playthrough, Report
from mandapa.testing.steps import Step

ENOUGH = 20
"""In so many states with something hidden, resampling must have guessed wrong at least once."""
REFUSED = 6
"""So many texts that a seat may not play are tried, to compare why."""
DEALS = 500
"""How often the set-up is drawn, to compare it with resampled ones."""
DRAWS = 10
"""How many outcomes are drawn at a chance node, to compare them with resampled ones."""


def check_secrets(play: Playthrough, steps: Sequence[Step]) -> None:
    """For every seat and a spectator: states that cannot be told apart look the same, now and one action later."""
    if not play.game.type.hidden_information:
        return
    seats: list[int | None] = [None, *range(play.game.players)]
    steps = [step for step in steps if not step.ends]
    for seat in seats:
        known = check_redaction(play, seat)
        guess = resampled(play, seat, known)
        hidden = contents(known.record) != contents(play.state.record)
        play.report.hidden += hidden
        play.report.guessed += hidden and contents(guess.record) != contents(play.state.record)
        play.check_invariant(guess.record, f"resampled for {name(seat)}")
        check_told(play, seat, steps)
        with play.explaining(f" in a state resampled for {name(seat)}"):
            check_alike(play, seat, known, guess)
            check_log(play, seat, steps, guess)
            check_refusals(play, seat, guess)


def resampled(play: Playthrough, seat: int | None, known: State) -> State:
    """A state that the seat cannot tell from the true one."""
    guess = known.copy()
    with play.watchdog.watch(f"resample for {name(seat)}"):
        guess.resample(seat, play.rng)
    return guess


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
    seen_here, seen_there = seen(play.state, seat), seen(guess, seat)
    if not play.state.is_terminal and play.state.scores() == guess.scores():  # totals may count what is hidden
        seen_here["score sheets"], seen_there["score sheets"] = (
            list(state.scores(explain=True)) for state in (play.state, guess)
        )
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


def check_log(play: Playthrough, seat: int | None, steps: Sequence[Step], guess: State) -> None:
    """What a seat is told of an action says nothing that it does not know afterwards, whatever it did not know before.

    A secret action leaves it with the same knowledge.
    """
    possible = set(guess.legal_action_ids)
    for one in steps:
        if one.action not in possible:
            continue
        other = Step(guess, one.action)
        here, there = one.told(seat), other.told(seat)
        if not other.ends and here == there and one.is_kept_from(seat):
            check_same_after(play, seat, one, other)
        elif not other.ends and here != there and one.after.for_seat(seat) == other.after.for_seat(seat):
            where = difference(here, there).lstrip(".")
            wrong = f"{name(seat)} is told of {one.text!r} what it may not know: {where}"
            play.fail("secrets", f"{wrong}; expected the same of states that the seat cannot tell apart")


def check_refusals(play: Playthrough, seat: int | None, guess: State) -> None:
    """A refusal says no more than the seat knows."""
    if seat is None or seat != play.state.current_player:
        return
    texts = play.rng.permutation([text for text in play.texts if text not in set(play.state.legal_actions)])
    for text in texts[:REFUSED].tolist():
        here, there = (explained(state, text) for state in (play.state, guess))
        if here != there:
            where = difference(here, there).lstrip(".")
            wrong = f"refusal: why {name(seat)} may not do {text!r} tells what it may not know: {where}"
            play.fail("secrets", f"{wrong}; expected the same in states that the seat cannot tell apart")


def explained(state: State, text: str) -> dict[str, Any] | None:
    """Why an action may not be done; None if it may."""
    refused = state.refusal(text)
    if refused is None:
        return None
    return {
        "code": refused.code,
        "clause": refused.clause,
        "key": refused.key,
        "params": refused.params,
        "text": str(refused),
    }


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


# ---------------------------------------------------------------- odds


def check_guesses_vary(game: Game, report: Report) -> None:
    """Resampling that always finds the truth knows too much."""
    if report.hidden >= ENOUGH and report.guessed == 0:
        message = f"resampling gave the true state in all of {report.hidden} states with something hidden"
        raise CheckFailed("secrets", message, record_of(game))


def record_of(game: Game) -> dict[str, Any]:
    """A record that leads nowhere: what is wrong is not wrong in one state."""
    return {"game": game.name, "players": game.players, "options": game.options, "actions": []}


def compare_draws(
    play: Playthrough, seat: int | None, known: State, outcomes: Sequence[int], chances: np.ndarray
) -> None:
    """Count how an outcome drawn in a resampled state differs from one that the redacted state or resampling gives."""
    odds = play.report.odds
    for _ in range(DRAWS):
        guess = resampled(play, seat, known)
        outcome = int(play.game.engine.run(sample_chance, guess.record, play.rng))
        expected = int(play.rng.choice(outcomes, p=chances / chances.sum()))
        if outcome != expected:
            odds.count("chance_outcomes of a redacted record: the outcome", outcome, expected)
        drawn = State(play.game, guess.try_id(outcome))
        if not drawn.is_terminal:
            odds.compare(drawn.record, resampled(play, seat, drawn.for_seat(seat)).record, "after an outcome, ")


def compare_deals(play: Playthrough) -> None:
    """Count how set-ups that chance deals differ from resampled ones."""
    if not play.game.type.hidden_information:
        return
    for _ in range(DEALS):
        state = play.game.new_state()
        while state.is_chance:
            state.resolve_chance(play.rng)
        seat = int(play.rng.integers(play.game.players))
        if not state.is_terminal:
            play.report.odds.compare(
                state.record, resampled(play, seat, state.for_seat(seat)).record, "after the set-up, "
            )


def check_odds(game: Game, report: Report) -> None:
    """Resampling deals as chance does."""
    wrong = report.odds.wrong()
    if wrong is not None:
        message = f"{wrong}; expected that resample deals with the odds of chance"
        raise CheckFailed("odds", message, record_of(game))

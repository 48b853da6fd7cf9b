"""Check that no seat can see, read, or act on information that is hidden from it.

A seat must not be able to distinguish two histories that differ only in information hidden from that seat. Such pairs
come from two sources: a state with resampled hidden information (``resample``), and the states after two actions that
look the same to the seat (``secret``).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.kernel.generic import CHANCE, apply_action, current_player, sample_chance
from mandapa.kernel.record import Record, contents
from mandapa.library import Game, State
from mandapa.testing.playthrough import CheckFailed, Playthrough, Report
from mandapa.testing.steps import Step

ENOUGH = 20
"""Number of states with hidden information after which resampling must have guessed wrong at least once."""
REFUSED = 6
"""Number of illegal texts per seat whose rejections are compared."""
DEALS = 500
"""Number of set-ups that are compared with resampled set-ups."""
DRAWS = 10
"""Number of outcomes that are drawn at a chance node and compared with outcomes in resampled states."""


def check_secrets(play: Playthrough, steps: Sequence[Step]) -> None:
    """Check for every seat and a spectator that indistinguishable states look the same, now and one action later."""
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
        check_log_matches_knowledge(play, seat, steps)
        with play.convert_exceptions(f" in a state resampled for {name(seat)}"):
            check_alike(play, seat, known, guess)
            check_log(play, seat, steps, guess)
            check_refusals(play, seat, guess)


def resampled(play: Playthrough, seat: int | None, known: State) -> State:
    """Return a resampled state that the seat cannot distinguish from the true state."""
    guess = known.copy()
    with play.watchdog.watch(f"resample for {name(seat)}"):
        guess.resample(seat, play.rng)
    return guess


def check_redaction(play: Playthrough, seat: int | None) -> State:
    """Check that redaction keeps the seat's own knowledge and is idempotent; return the redacted state."""
    with play.assert_unchanged("redact"):
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
    """Check that a resampled state looks the same to the seat as the true state."""
    who = name(seat)
    actor = play.state.current_player
    same = guess.current_player == actor
    play.expect(same, "secrets", f"resample: resampling for {who} changes whose turn it is")
    if actor >= 0:
        message = f"resample: resampled for {who}, seat {actor} can do nothing"
        play.expect(guess.legal_action_ids != [], "secrets", message)
    seen_here, seen_there = seen(play.state, seat), seen(guess, seat)
    if not play.state.is_terminal and play.state.scores() == guess.scores():  # Totals may include hidden points.
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
    """Return everything that a seat is shown: its view, and its legal actions or the player to act."""
    return {"view": state.view(seat), **offered(state, seat)}


def offered(state: State, seat: int | None) -> dict[str, Any]:
    """Return the legal actions of a seat as ids, as text, as choices and as previews.

    For a seat that is not to act, return only the player to act."""
    if seat is None or seat != state.current_player:
        return {"to act": state.current_player}
    return {
        "mask": state.legal_action_ids,
        "legal actions": state.legal_actions,
        "choices": state.choices(seat),
        "previews": state.previews(),
    }


# ---------------------------------------------------------------- information in an action


def check_log_matches_knowledge(play: Playthrough, seat: int | None, steps: Sequence[Step]) -> None:
    """Check that two actions read the same to a seat if and only if they lead to the same knowledge."""
    earlier: list[Step] = []
    for one in steps:
        for other in earlier:
            if one.visible_log(seat) == other.visible_log(seat):
                check_same_after(play, seat, other, one)
            elif one.after != other.after and one.after.for_seat(seat) == other.after.for_seat(seat):
                logs = f"{other.visible_log(seat)!r} and {one.visible_log(seat)!r}"
                wrong = f"{name(seat)} sees different log lines, {logs}, but redact leaves it the same state after both"
                play.fail("secrets", f"secret, redacted_log or redact: {wrong}; expected states that differ")
        earlier.append(one)


def check_log(play: Playthrough, seat: int | None, steps: Sequence[Step], guess: State) -> None:
    """Check that the log entry of an action contains nothing that the seat does not know after the action.

    After a secret action, the seat's knowledge is the same for all actions that the seat cannot distinguish.
    """
    possible = set(guess.legal_action_ids)
    for one in steps:
        if one.action not in possible:
            continue
        other = Step(guess, one.action)
        here, there = one.visible_log(seat), other.visible_log(seat)
        if not other.ends and here == there and one.is_kept_from(seat):
            check_same_after(play, seat, one, other)
        elif not other.ends and here != there and one.after.for_seat(seat) == other.after.for_seat(seat):
            where = difference(here, there).lstrip(".")
            wrong = f"the log line of {one.text!r} shows {name(seat)} hidden information: {where}"
            play.fail("secrets", f"{wrong}; expected the same line in states that the seat cannot tell apart")


def check_refusals(play: Playthrough, seat: int | None, guess: State) -> None:
    """Check that a rejection reveals no hidden information."""
    if seat is None or seat != play.state.current_player:
        return
    texts = play.rng.permutation([text for text in play.texts if text not in set(play.state.legal_actions)])
    for text in texts[:REFUSED].tolist():
        here, there = (explained(state, text) for state in (play.state, guess))
        if here != there:
            where = difference(here, there).lstrip(".")
            wrong = f"refusal: the refusal of {text!r} shows {name(seat)} hidden information: {where}"
            play.fail("secrets", f"{wrong}; expected the same in states that the seat cannot tell apart")


def explained(state: State, text: str) -> dict[str, Any] | None:
    """Return the error data of an illegal action; None if the action is legal."""
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
    """Check that two actions that look the same to a seat lead to the same knowledge and the same options."""
    same = f"{name(seat)} sees the same log line for {one.text!r} and {other.text!r}"
    known = [step.after.for_seat(seat) for step in (one, other)]
    if known[0] != known[1]:
        where = difference(*(fields(state.record) for state in known)).lstrip(".")
        play.fail("secrets", f"redact or secret: {same}, but after them {where}; expected the same bytes")
    here, there = (offered_after(play, step, seat) for step in (one, other))
    if here != there:
        where = difference(here, there).lstrip(".")
        play.fail("secrets", f"legal_actions, format_action or choices: {same}, but after them {where}")


def offered_after(play: Playthrough, step: Step, seat: int | None) -> dict[str, Any]:
    """Return a seat's legal actions after an action, in the form of ``offered``."""
    with play.assert_unchanged(f"choices or previews, after {step.text!r},", step.after):
        return offered(step.after, seat)


# ---------------------------------------------------------------- reporting differences


def fields(record: Record) -> dict[str, Any]:
    """Return the fields of a record as plain data, by name."""
    assert record.dtype.names is not None
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


def difference(here: Any, there: Any) -> str:
    """Describe the first difference between two pieces of plain data."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        key = next(key for key in here if here[key] != there[key])
        return f".{key}{difference(here[key], there[key])}"
    if isinstance(here, list | tuple) and isinstance(there, list | tuple) and len(here) == len(there):
        index = next(index for index in range(len(here)) if here[index] != there[index])
        return f"[{index}]{difference(here[index], there[index])}"
    return f" is {here!r} or {there!r}"


def name(seat: int | None) -> str:
    """Return the name of a seat or spectator for messages."""
    return "a spectator" if seat is None else f"seat {seat}"


# ---------------------------------------------------------------- odds


def check_guesses_vary(game: Game, report: Report) -> None:
    """Raise ``CheckFailed`` if resampling always finds the true state, which means that it uses hidden information."""
    if report.hidden >= ENOUGH and report.guessed == 0:
        message = f"resampling gave the true state in all of {report.hidden} states with something hidden"
        raise CheckFailed("secrets", message, record_of(game))


def record_of(game: Game) -> dict[str, Any]:
    """Return the data for ``CheckFailed.record`` for a failure that does not belong to one state."""
    return {"game": game.name, "players": game.players, "options": game.options, "actions": []}


def compare_draws(
    play: Playthrough, seat: int | None, known: State, outcomes: Sequence[int], chances: np.ndarray
) -> None:
    """Sample outcomes of a chance node in resampled states, and count differences for the odds check.

    Each outcome is compared with one that is drawn from ``chances``, the probabilities of ``outcomes`` in the redacted
    state. The state after the outcome is compared with a resampled state."""
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
    """Set up games at random, and count differences from resampled set-ups for the odds check."""
    if not play.game.type.hidden_information:
        return
    for _ in range(DEALS):
        state = set_up(play)
        seat = int(play.rng.integers(play.game.players))
        if not state.is_terminal:
            play.report.odds.compare(
                state.record, resampled(play, seat, state.for_seat(seat)).record, "after the set-up, "
            )


def set_up(play: Playthrough) -> State:
    """Return the state after a random set-up.

    In games without a referee, the outcomes are applied without storing a history, which takes half the time."""
    state, run = play.game.new_state(), play.game.engine.run
    if play.game.type.referee is None:
        while current_player(state.record) == CHANCE:
            run(apply_action, state.record, run(sample_chance, state.record, play.rng))
    while state.is_chance:
        state.resolve_chance(play.rng)
    return state


def check_odds(game: Game, report: Report) -> None:
    """Raise ``CheckFailed`` if the counted differences show that ``resample`` does not draw with the odds of chance."""
    wrong = report.odds.wrong()
    if wrong is not None:
        message = f"{wrong}; expected that resample deals with the odds of chance"
        raise CheckFailed("odds", message, record_of(game))

"""Compiled step functions of the environments, shared by all games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import COMPACT, ENVIRONMENT, add_entry_points, compilable
from mandapa.kernel.random_play import settle_chance
from mandapa.kernel.record import Actions, Bytes, Record, Records, Rng, Values, Words

NO_ACTION = -1
"""In a batch: leave this game unchanged."""
RESTART = -2

RANDOM, POLICY, OUTSIDE = range(3)
"""Opponents inside a batch: random legal actions, the game's fast built-in policy, or a policy outside."""
SELF_PLAY = -1
"""Seat of the learner when every seat is played from outside."""
AT_END, BY_SCORE = range(2)
"""Reward schemes: the returns when the game ends, or every change of the running score."""


# ---------------------------------------------------------------- one game: an array of one record
# Machine code accepts an array much faster than a single record, and needs 20 microseconds to accept a random
# generator; therefore single games draw outside, from the exact distribution.


@compilable
def move(
    states: Records, action: int, actions: Actions, probabilities: Values, mask: NDArray[np.bool_]
) -> tuple[int, int]:
    """Apply an action or outcome, none if it is ``NO_ACTION``.

    Returns the next player, and how many legal actions, or outcomes with their probabilities, the buffers hold.
    ``mask`` has the legal decisions, none at chance nodes and at the end.
    """
    if action != NO_ACTION:
        generic.apply_action(states[0], action)
    player = int(generic.current_player(states[0]))
    mask[:] = False
    if player == generic.CHANCE:
        return player, int(generic.chance_outcomes(states[0], actions, probabilities))
    if player == generic.TERMINAL:
        return player, 0
    count = int(generic.legal_actions(states[0], actions))
    for i in range(count):
        mask[actions[i]] = True
    return player, count


@compilable
def observe_record(state: Record, scratch: Records, secret: bool, seat: int, out: NDArray[np.float32]) -> None:
    """Write the observation of ``seat``; if the game has secrets, from a redacted copy in ``scratch``."""
    if secret:
        scratch[0] = state
        generic.redact(scratch[0], seat)
        generic.observation_tensor(scratch[0], seat, out)
    else:
        generic.observation_tensor(state, seat, out)


# ---------------------------------------------------------------- batches, records begin to end - 1 at a time


@compilable
def write_choices(state: Record, player: int, listed: Actions, mask: NDArray[np.bool_]) -> int:
    """Write the legal actions of the seat to act, as a list and as a mask; return their number.

    At the end of a game, when no action counts, the list is empty and all are true.
    """
    mask[:] = player == generic.TERMINAL
    count = 0 if player == generic.TERMINAL else int(generic.legal_actions(state, listed))
    for i in range(count):
        mask[listed[i]] = True
    return count


@compilable
def until_asked(state: Record, learner: int, opponents: int, buffer: Actions, rng: Rng) -> int:
    """Let chance and opponents act until the learner is to act or the game is over; return the player to act."""
    settle_chance(state, rng)
    player = int(generic.current_player(state))
    while learner != SELF_PLAY and opponents != OUTSIDE and player != learner and player != generic.TERMINAL:
        if opponents == POLICY:
            action = int(generic.playout_action(state, buffer, rng))
        else:
            action = int(buffer[int(rng.random() * generic.legal_actions(state, buffer))])
        generic.apply_action(state, action)
        settle_chance(state, rng)
        player = int(generic.current_player(state))
    return player


@compilable
def write_reward_totals(state: Record, player: int, rewarded: int, now: Values) -> None:
    """Write the amounts whose differences are the rewards: final returns at the end; before, scores or zeros."""
    if player == generic.TERMINAL:
        generic.returns(state, now)
    elif rewarded == BY_SCORE:
        generic.scores(state, now)
    else:
        now[:] = 0


class Games(NamedTuple):
    """The games of a batch, as a structure of arrays.

    Attributes:
        start: the initial record, shape (1,).
        states: their current records, shape (n,).
        finals: the last records of games that were restarted, shape (n,).
        luck: the state of each game's random generator, shape (n * WORDS,) as in kernel/rng.py.
        actions: the next action, shape (n,); or ``RESTART`` (without a reward), or ``NO_ACTION``.
        players: seat to act, shape (n,).
        learners: the learner's seat, shape (n,).
        masks, listed, counts: the legal actions as booleans and as lists, and their number.
        standing: amounts that were already rewarded, shape (n * seats,).
        rewards: of the last step, shape (n * seats,).
        ended: true if the game ended in the last step, shape (n,).
        final_returns, final_scores: results of finished games, shape (n * seats,).
    """

    start: Records
    states: Records
    finals: Records
    rng_states: Words
    actions: Actions
    players: NDArray[np.int64]
    learners: NDArray[np.int64]
    masks: NDArray[np.bool_]
    listed: Actions
    counts: NDArray[np.int64]
    reward_baseline: Values
    rewards: Values
    ended: NDArray[np.bool_]
    final_returns: Values
    final_scores: Values


class Settings(NamedTuple):
    """Settings for playing the games of a batch.

    Attributes:
        opponents: ``RANDOM``, ``POLICY`` or ``OUTSIDE``.
        rewarded: ``AT_END`` or ``BY_SCORE``.
        reset: true to restart a finished game in the same step; otherwise in the next step, whose action is ignored.
        rotate: true if the learner moves to the next seat in each new game.
    """

    opponents: int
    rewarded: int
    reset: bool
    rotate: bool


@compilable
def step_batch(games: Games, settings: Settings, begin: int, end: int, rng: Rng, words: Words) -> None:
    """Take the action of each game, then let chance and opponents act until the learner is to act or the game is over.

    Each game draws from the generator ``rng`` with its own random state in ``words``.
    """
    states = games.states
    size, seats = len(games.masks) // len(states), len(games.reward_baseline) // len(states)
    most = len(games.listed) // len(states)
    now = np.zeros(seats)
    for i in range(begin, end):
        action = int(games.actions[i])
        if action == NO_ACTION:
            continue
        for word in range(len(words)):
            words[word] = games.rng_states[i * len(words) + word]
        before = games.reward_baseline[i * seats : (i + 1) * seats]
        own = games.listed[i * most : (i + 1) * most]
        reward = games.rewards[i * seats : (i + 1) * seats]
        games.ended[i] = False
        reward[:] = 0
        fresh = action == RESTART or games.players[i] == generic.TERMINAL
        going_on = True
        while going_on:  # second pass: a game that ended restarts
            if fresh:
                if settings.rotate and action != RESTART:
                    games.learners[i] = (games.learners[i] + 1) % seats
                states[i] = games.start[0]
            else:
                generic.apply_action(states[i], action)
            player = until_asked(states[i], int(games.learners[i]), settings.opponents, own, rng)
            games.players[i] = player
            write_reward_totals(states[i], player, settings.rewarded, now)
            if not fresh:
                games.ended[i] = player == generic.TERMINAL
                if games.ended[i]:
                    games.final_returns[i * seats : (i + 1) * seats] = now
                    generic.scores(states[i], games.final_scores[i * seats : (i + 1) * seats])
                for seat in range(seats):
                    reward[seat] = now[seat] - before[seat]
            before[:] = now
            going_on = not fresh and bool(games.ended[i]) and settings.reset
            if going_on:
                games.finals[i] = states[i]
                fresh = True
        for word in range(len(words)):
            games.rng_states[i * len(words) + word] = words[word]
        games.counts[i] = write_choices(states[i], int(games.players[i]), own, games.masks[i * size : (i + 1) * size])


@compilable
def observe_batch(
    states: Records,
    begin: int,
    end: int,
    scratch: Records,
    secret: bool,
    seats: NDArray[np.int64],
    out: NDArray[np.float32],
) -> None:
    """Write the observation of every record from its seat in ``seats``."""
    size = len(out) // len(states)
    for i in range(begin, end):
        observe_record(states[i], scratch, secret, int(seats[i]), out[i * size : (i + 1) * size])


@compilable
def observe_compactly(
    states: Records, begin: int, end: int, scratch: Records, secret: bool, seats: NDArray[np.int64], out: Bytes
) -> None:
    """Write the raw compact observation of every record from its seat in ``seats``.

    ``ObservationFormat.finish`` completes it.
    """
    size = len(out) // len(states)
    for i in range(begin, end):
        seen = out[i * size : (i + 1) * size]
        seen[:] = 0
        if secret:
            scratch[0] = states[i]
            generic.redact(scratch[0], int(seats[i]))
            generic.compact_tensor(scratch[0], int(seats[i]), seen)
        else:
            generic.compact_tensor(states[i], int(seats[i]), seen)


add_entry_points({ENVIRONMENT: (move, step_batch, observe_batch), COMPACT: (observe_compactly,)})

"""What the environments run as machine code, written once for all games."""

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import COMPACT, ENVIRONMENT, add_entry_points, compilable
from mandapa.kernel.random_play import settle_chance
from mandapa.kernel.record import Actions, Bytes, Record, Records, Rng, Values

NO_ACTION = -1
"""In a batch: this game waits."""
RESTART = -2

RANDOM, POLICY, OUTSIDE = range(3)
"""How opponents inside a batch choose: any legal action, or the game's own quick policy, or somebody outside."""
SELF_PLAY = -1
"""Seat of the learner when every seat is played from outside."""
AT_END, BY_SCORE = range(2)
"""What is rewarded: the returns when the game ends, or every change of the running score."""

WORDS = 5
"""Size of the state of a random number generator (SFC64) in words of 64 bits."""


# ---------------------------------------------------------------- one game: an array of one record
# Machine code takes an array much faster than a single record, and takes 20 microseconds to take a generator of random
# numbers; so single games draw outside, from the exact distribution.


@compilable
def move(
    states: Records, action: int, actions: Actions, probabilities: Values, mask: NDArray[np.bool_]
) -> tuple[int, int]:
    """Apply an action or outcome, none if it is ``NO_ACTION``.

    Returns who is to act then, and how many legal actions, or outcomes with their probabilities, the buffers hold.
    ``mask`` has the decisions that are legal, none at chance nodes and at the end.
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
    """What ``seat`` may know as numbers; if the game has secrets, from a redacted copy in ``scratch``."""
    if secret:
        scratch[0] = state
        generic.redact(scratch[0], seat)
        generic.observation_tensor(scratch[0], seat, out)
    else:
        generic.observation_tensor(state, seat, out)


# ---------------------------------------------------------------- batches, records begin to end - 1 at a time


@compilable
def write_choices(state: Record, player: int, listed: Actions, mask: NDArray[np.bool_]) -> int:
    """The legal actions of whoever is to act, as a list and as truth values; returns how many.

    At the end of a game, when no action counts, the list is empty and all are true.
    """
    mask[:] = player == generic.TERMINAL
    count = 0 if player == generic.TERMINAL else int(generic.legal_actions(state, listed))
    for i in range(count):
        mask[listed[i]] = True
    return count


@compilable
def until_asked(state: Record, learner: int, opponents: int, buffer: Actions, rng: Rng) -> int:
    """Let chance and opponents act until the learner is to act or the game is over; returns who is to act."""
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
def measure(state: Record, player: int, rewarded: int, now: Values) -> None:
    """What rewards are the differences of: final returns at the end; before it scores, or nothing."""
    if player == generic.TERMINAL:
        generic.returns(state, now)
    elif rewarded == BY_SCORE:
        generic.scores(state, now)
    else:
        now[:] = 0


@compilable
def step_batch(
    states: Records,
    start: Records,
    begin: int,
    end: int,
    luck: NDArray[np.int64],
    learners: NDArray[np.int64],
    opponents: int,
    rewarded: int,
    players: NDArray[np.int64],
    masks: NDArray[np.bool_],
    listed: Actions,
    counts: NDArray[np.int64],
    standing: Values,
    rng: Rng,
    words: NDArray[np.int64],
    actions: Actions,
    rewards: Values,
    ended: NDArray[np.bool_],
    reset: bool,
    rotate: bool,
    finals: Records,
    final_returns: Values,
    final_scores: Values,
) -> None:
    """Apply ``actions[i]`` to ``states[i]``, then chance and opponents until the learner is to act or the game is over.

    ``RESTART`` as an action begins a new game, rewarding nothing; with ``NO_ACTION`` nothing changes. ``luck`` keeps
    the random numbers of every record apart: they are those of the generator ``rng``, whose inner state is ``words``.
    ``listed`` and ``counts`` are the legal actions, of all records one after the other. ``standing`` is what the
    rewards were counted up to. ``final_returns`` and ``final_scores`` have the results of a finished game. It is begun
    anew, with its last state kept in ``finals``, if ``reset`` is True; otherwise at the next step, whose action does
    not count. The learner then has the next seat if ``rotate`` is True.
    """
    size, seats, most = len(masks) // len(states), len(standing) // len(states), len(listed) // len(states)
    now = np.zeros(seats)
    for i in range(begin, end):
        if actions[i] == NO_ACTION:
            continue
        for word in range(WORDS):
            words[word] = luck[i * WORDS + word]
        before = standing[i * seats : (i + 1) * seats]
        own = listed[i * most : (i + 1) * most]
        reward = rewards[i * seats : (i + 1) * seats]
        ended[i] = False
        reward[:] = 0
        fresh = actions[i] == RESTART or players[i] == generic.TERMINAL
        going_on = True
        while going_on:  # a second time for a game that ended and begins anew
            if fresh:
                if rotate and actions[i] != RESTART:
                    learners[i] = (learners[i] + 1) % seats
                states[i] = start[0]
            else:
                generic.apply_action(states[i], int(actions[i]))
            players[i] = until_asked(states[i], int(learners[i]), opponents, own, rng)
            measure(states[i], int(players[i]), rewarded, now)
            if not fresh:
                ended[i] = players[i] == generic.TERMINAL
                if ended[i]:
                    for seat in range(seats):
                        final_returns[i * seats + seat] = now[seat]
                    generic.scores(states[i], final_scores[i * seats : (i + 1) * seats])
                for seat in range(seats):
                    reward[seat] = now[seat] - before[seat]
            for seat in range(seats):
                before[seat] = now[seat]
            going_on = not fresh and bool(ended[i]) and reset
            if going_on:
                finals[i] = states[i]
                fresh = True
        for word in range(WORDS):
            luck[i * WORDS + word] = words[word]
        counts[i] = write_choices(states[i], int(players[i]), own, masks[i * size : (i + 1) * size])


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
    """``observe_record`` for every record, each from the seat of ``seats``."""
    size = len(out) // len(states)
    for i in range(begin, end):
        observe_record(states[i], scratch, secret, int(seats[i]), out[i * size : (i + 1) * size])


@compilable
def observe_compactly(
    states: Records, begin: int, end: int, scratch: Records, secret: bool, seats: NDArray[np.int64], out: Bytes
) -> None:
    """The compact observation of every record, each from the seat of ``seats``, as it is written (``Form.finish``)."""
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

"""Compiled functions that step the games of environments, written once for all games."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import COMPACT, ENVIRONMENT, add_entry_points, compilable
from mandapa.kernel.random_play import settle_chance, share_win
from mandapa.kernel.record import Actions, Bytes, Record, Records, Rng, Values, Words
from mandapa.kernel.rng import restart

NO_ACTION = -1
"""Action that leaves a game in a batch unchanged."""
RESTART = -2

NO_OBSERVER = -2
"""Observing seat of a game that is not to be observed; its observation is 0."""

RANDOM, POLICY, OUTSIDE = range(3)
"""Opponents in a batch: random legal actions, the game's fast built-in policy, or a policy outside machine code."""
SELF_PLAY = -1
"""Learner's seat if the caller plays every seat."""
GAMES_PER_BLOCK = 16
"""Number of games that are stepped before they are observed."""
AT_END, BY_SCORE = range(2)
"""Reward schemes: the returns at the end of the game, or every change of the running score."""


# ---------------------------------------------------------------- one game: an array of one record
# Passing an array to machine code is much faster than passing a single record. Passing a random generator takes 20
# microseconds; single games therefore draw chance outcomes in Python, from the exact distribution.


@compilable
def move(
    states: Records, action: int, actions: Actions, probabilities: Values, mask: NDArray[np.bool_]
) -> tuple[int, int]:
    """Apply an action or outcome, unless it is ``NO_ACTION``, and list the next actions or outcomes.

    The legal actions, or the outcomes with their probabilities, are written to the buffers. ``mask`` receives the legal
    decisions; it is all false at chance nodes and at the end. Return the next player and the number of actions or
    outcomes.
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
    """Write the observation of ``seat``, made from a redacted copy in ``scratch`` if the game has secrets."""
    if secret:
        scratch[0] = state
        generic.redact(scratch[0], seat)
        generic.observation_tensor(scratch[0], seat, out)
    else:
        generic.observation_tensor(state, seat, out)


@compilable
def observe_compact_record(state: Record, scratch: Records, secret: bool, seat: int, out: Bytes) -> None:
    """Write the raw compact observation of ``seat``; ``scratch`` and ``secret`` are as in ``observe_record``."""
    out[:] = 0
    if secret:
        scratch[0] = state
        generic.redact(scratch[0], seat)
        generic.compact_tensor(scratch[0], seat, out)
    else:
        generic.compact_tensor(state, seat, out)


# ---------------------------------------------------------------- batches, records begin to end - 1 at a time


@compilable
def write_choices(state: Record, player: int, listed: Actions, mask: NDArray[np.bool_]) -> int:
    """Write the legal actions of the seat to act as a list and as a mask; return the number of actions.

    In a finished game, in which actions are ignored, the list is empty and the mask is all true.
    """
    mask[:] = player == generic.TERMINAL
    count = 0 if player == generic.TERMINAL else int(generic.legal_actions(state, listed))
    for i in range(count):
        mask[listed[i]] = True
    return count


@compilable
def until_asked(state: Record, learner: int, opponents: int, buffer: Actions, rng: Rng) -> int:
    """Let chance and opponents act until the learner must act or the game is over; return the player to act."""
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
    """Write the total reward of each seat so far.

    At the end of the game, this is the return. Before the end, it is the running score, or 0 if ``rewarded`` is
    ``AT_END``."""
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
        states: the current records, shape (n,).
        finals: for each index, the final record of the last game that finished there, shape (n,).
        rng_states: the state of each game's random generator, shape (n * WORDS,) as in kernel/rng.py.
        actions: the next action in each game, shape (n,); ``RESTART`` restarts without a reward, ``NO_ACTION`` does
            nothing.
        players: seat to act in each game, shape (n,).
        learners: the learner's seat in each game, shape (n,).
        masks, listed, counts: the legal actions as booleans and as lists, and the number of legal actions.
        reward_baseline: total rewards so far, shape (n * seats,).
        rewards: rewards of the last step, shape (n * seats,).
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
        rotate: true if the learner takes the next seat in each new game.
        secret: true if the game has hidden information.
        together: true if all seats win or lose together (``Game.together``).
    """

    opponents: int
    rewarded: int
    reset: bool
    rotate: bool
    secret: bool
    together: bool


@compilable
def step_batch(games: Games, settings: Settings, begin: int, end: int, rng: Rng, words: Words) -> None:
    """Take the action in each game, then let chance and opponents act until the learner must act or the game is over.

    All games use the generator ``rng``. Before the step of a game, the game's own random state is copied to ``words``,
    which is a view of the generator's state; after the step, it is copied back.
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
        while going_on:  # If the game ends and ``reset`` is set, the second pass restarts it.
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
    """Write an observation of each record, as seen by the seat at the same index in ``seats``."""
    size = len(out) // len(states)
    for i in range(begin, end):
        if seats[i] == NO_OBSERVER:
            out[i * size : (i + 1) * size] = 0
        else:
            observe_record(states[i], scratch, secret, int(seats[i]), out[i * size : (i + 1) * size])


@compilable
def observe_compactly(
    states: Records, begin: int, end: int, scratch: Records, secret: bool, seats: NDArray[np.int64], out: Bytes
) -> None:
    """Write a raw compact observation of each record, as seen by the seat at the same index in ``seats``.

    ``ObservationFormat.finish`` converts the raw observations to their final form.
    """
    size = len(out) // len(states)
    for i in range(begin, end):
        if seats[i] == NO_OBSERVER:
            out[i * size : (i + 1) * size] = 0
        else:
            observe_compact_record(states[i], scratch, secret, int(seats[i]), out[i * size : (i + 1) * size])


# ---------------------------------------------------------------- a step and the observations after it
# A game is observed soon after its step, while its record is in the CPU cache.


@compilable
def observer(games: Games, i: int) -> int:
    """Return the seat to act in a game or, if the game is over, the learner's seat (seat 0 in self-play)."""
    return max(int(games.players[i]), int(games.learners[i]), 0)


@compilable
def write_results(games: Games, together: bool, i: int, results: Values) -> None:
    """Write the returns, scores and shares of the win of a game that has ended.

    ``results`` has these three for all games in turn, shape (3 * n * seats,); they must be 0 before.
    """
    size = len(games.final_returns)
    seats = size // len(games.states)
    first, last = i * seats, (i + 1) * seats
    returns = games.final_returns[first:last]
    results[first:last] = returns
    results[size + first : size + last] = games.final_scores[first:last]
    write_wins(returns, together, results[2 * size + first : 2 * size + last])


@compilable
def write_wins(returns: Values, together: bool, wins: Values) -> None:
    """Write each seat's share of the win; ``wins`` must be 0 before."""
    if together:
        for seat in range(len(returns)):
            wins[seat] = 1.0 if returns[seat] > 0 else 0.0
    else:
        share_win(returns, wins)


class Share(NamedTuple):
    """The games of a batch that one thread steps.

    Attributes:
        begin, end: the games begin to end - 1.
        words: a view of the state of the thread's generator, as for ``step_batch``.
        scratch: a buffer for one record.
    """

    begin: int
    end: int
    words: Words
    scratch: Records


@compilable
def step_block(games: Games, settings: Settings, share: Share, rng: Rng, results: Values, first: int) -> int:
    """Step a block of games from ``first``, write the results of those that have ended, and return its end."""
    last = min(first + GAMES_PER_BLOCK, share.end)
    step_batch(games, settings, first, last, rng, share.words)
    for i in range(first, last):
        if games.ended[i]:
            write_results(games, settings.together, i, results)
    return last


@compilable
def step_and_observe(
    games: Games, settings: Settings, share: Share, rng: Rng, results: Values, out: NDArray[np.float32]
) -> None:
    """Do the same as ``step_batch``, then write the results of games that have ended, and all observations.

    A game is seen by its ``observer``; for ``results``, see ``write_results``.
    """
    size = len(out) // len(games.states)
    for first in range(share.begin, share.end, GAMES_PER_BLOCK):
        for i in range(first, step_block(games, settings, share, rng, results, first)):
            seen = out[i * size : (i + 1) * size]
            observe_record(games.states[i], share.scratch, settings.secret, observer(games, i), seen)


@compilable
def step_and_observe_compactly(
    games: Games, settings: Settings, share: Share, rng: Rng, results: Values, out: Bytes
) -> None:
    """Do the same as ``step_and_observe``, with raw compact observations (``observe_compactly``)."""
    size = len(out) // len(games.states)
    for first in range(share.begin, share.end, GAMES_PER_BLOCK):
        for i in range(first, step_block(games, settings, share, rng, results, first)):
            seen = out[i * size : (i + 1) * size]
            observe_compact_record(games.states[i], share.scratch, settings.secret, observer(games, i), seen)


# ---------------------------------------------------------------- on a device, where NumPy does not reach


@compilable
def accept_action(games: Games, action: int, i: int) -> None:
    """Make ``action`` the next one of a game; raise an error if it is not legal."""
    size = len(games.masks) // len(games.states)
    if action < 0 or action >= size or not games.masks[i * size + action]:
        raise ValueError("an action that is not legal")
    games.actions[i] = action


@compilable
def accept_actions(games: Games, given: Actions, begin: int, end: int) -> None:
    """Call ``accept_action`` in each game."""
    for i in range(begin, end):
        accept_action(games, int(given[i]), i)


@compilable
def accept_long_actions(games: Games, given: NDArray[np.int64], begin: int, end: int) -> None:
    """Call ``accept_action`` in each game."""
    for i in range(begin, end):
        accept_action(games, int(given[i]), i)


@compilable
def sample_actions(games: Games, key: int, chosen: Actions, begin: int, end: int, rng: Rng, words: Words) -> None:
    """Write a random legal action of each game, 0 for games that are over; each key gives other random numbers."""
    most = len(games.listed) // len(games.states)
    for i in range(begin, end):
        chosen[i] = 0
        if games.counts[i] > 0:
            restart(rng, words, key, i)
            chosen[i] = games.listed[i * most + int(rng.random() * games.counts[i])]


@compilable
def reward_ended(games: Games, by_margin: bool, together: bool, begin: int, end: int) -> None:
    """Write the rewards of games that have ended: margins, or otherwise shares of the win (``adapters/rewards.py``)."""
    seats = len(games.rewards) // len(games.states)
    for i in range(begin, end):
        if games.ended[i]:
            returns = games.final_returns[i * seats : (i + 1) * seats]
            reward = games.rewards[i * seats : (i + 1) * seats]
            if not by_margin:
                reward[:] = 0
                write_wins(returns, together, reward)
            elif together:
                reward[:] = returns
            else:
                for seat in range(seats):
                    best = -np.inf
                    for other in range(seats):
                        if other != seat:
                            best = max(best, returns[other])
                    reward[seat] = returns[seat] - best


@compilable
def list_observers(games: Games, seats: NDArray[np.int64], begin: int, end: int) -> None:
    """Write the ``observer`` of each game."""
    for i in range(begin, end):
        seats[i] = observer(games, i)


@compilable
def clip_observations(seen: Bytes, greatest: Bytes, begin: int, end: int) -> None:
    """Do for bytes what ``ObservationFormat.finish`` does."""
    size = len(greatest)
    for i in range(begin, end):
        for k in range(size):
            seen[i * size + k] = min(seen[i * size + k], greatest[k])


add_entry_points(
    {
        ENVIRONMENT: (move, step_batch, observe_batch, step_and_observe),
        COMPACT: (observe_compactly, step_and_observe_compactly),
    }
)

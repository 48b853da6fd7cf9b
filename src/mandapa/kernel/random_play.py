"""Compilable functions that play random games, copy states, and write the successors of a state."""

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Records, Rng, Values


@compilable
def settle_chance(state: Record, rng: Rng) -> int:
    """Apply random chance outcomes until a player must act or the game is over; return the number of outcomes."""
    count = 0
    while generic.current_player(state) == generic.CHANCE:
        generic.apply_action(state, generic.sample_chance(state, rng))
        count += 1
    return count


@compilable
def random_playout(state: Record, actions: Actions, rng: Rng) -> int:
    """Play to the end with uniformly random decisions, in place; return the number of actions."""
    plies = 0
    player = generic.current_player(state)
    while player != generic.TERMINAL:
        if player == generic.CHANCE:
            action = generic.sample_chance(state, rng)
        else:
            count = generic.legal_actions(state, actions)
            action = int(actions[int(rng.random() * count)])
        generic.apply_action(state, action)
        plies += 1
        player = generic.current_player(state)
    return plies


@compilable
def random_games(
    start: Record, scratch: Records, actions: Actions, games: int, rng: Rng, totals: Values, wins: Values
) -> int:
    """Play ``games`` random games from ``start``; return the total number of actions.

    The final scores are added to ``totals`` and the shares of wins (1 for a sole winner) to ``wins``, shape (players,).
    ``scratch`` is a buffer of one record; ``actions`` has room for the legal actions of any state.
    """
    plies = 0
    players = len(totals)
    final = np.zeros(players)
    for _ in range(games):
        scratch[0] = start
        plies += random_playout(scratch[0], actions, rng)
        generic.scores(scratch[0], final)
        share_win(final, wins)
        for seat in range(players):
            totals[seat] += final[seat]
    return plies


@compilable
def share_win(final: Values, wins: Values) -> None:
    """Add 1 / (number of winners) to ``wins`` for every seat with the highest ``final`` score."""
    best = final.max()
    winners = 0
    for seat in range(len(final)):
        if final[seat] == best:
            winners += 1
    for seat in range(len(final)):
        if final[seat] == best:
            wins[seat] += 1.0 / winners


@compilable
def copy_many(start: Record, scratch: Records, count: int) -> None:
    """Make ``count`` copies of ``start`` in the records of ``scratch``, to measure the time of a copy."""
    for i in range(count):
        scratch[i % len(scratch)] = start


@compilable
def write_successors(states: Records, actions: Actions, probabilities: Values, result: Values) -> tuple[int, int]:
    """Write the successor of ``states[0]`` for each legal action or possible outcome into ``states[1:]``.

    The actions are written to ``actions`` and, at a chance node, the probabilities to ``probabilities``. In a finished
    game, the returns are written to ``result``. Return the current player and the number of actions or outcomes.
    """
    player = int(generic.current_player(states[0]))
    count = 0
    if player == generic.TERMINAL:
        generic.returns(states[0], result)
    elif player == generic.CHANCE:
        count = int(generic.chance_outcomes(states[0], actions, probabilities))
    else:
        count = int(generic.legal_actions(states[0], actions))
    for i in range(count):
        states[i + 1] = states[0]
        generic.apply_action(states[i + 1], int(actions[i]))
    return player, count

"""Compiled code for any game: a search through whole turns, and playouts.

A *turn* is a sequence of decisions by one seat, up to another seat's decision, a chance event or the end of the game. A
*line* stores the actions of one turn as ``LENGTH`` ids, padded with ``NO_ACTION``.
"""

from typing import NamedTuple

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Numbers, Record, Records, Rng, Values, Words
from mandapa.kernel.rng import restart

LENGTH = 12
"""Maximum number of decisions in a line; longer turns are truncated."""
NO_ACTION = -1

KEYS = 1 << 62
"""Number of possible keys, each of which starts a stream of random numbers (``restart``)."""
BLUNDER = 1e9
"""Value subtracted from a turn below ``TurnSearch.floor``; higher than any score."""


class Workspace(NamedTuple):
    """Buffers for the simulations of one thread.

    Attributes:
        scratch: buffer for positions, at least one.
        actions: buffer with room for the legal actions of any state; for ``list_turns``, LENGTH times as many.
        weights: weights of the network that corrects the evaluation.
        out: buffer for an outcome, shape (players,).
    """

    scratch: Records
    actions: Actions
    weights: Numbers
    out: Values


@compilable
def outcome(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the final utilities into ``out`` or, before the end of the game, the estimated final scores.

    The estimate comes from the game's evaluation, and is corrected by its network if it has one (``evaluate_learnt``).
    """
    if generic.current_player(state) == generic.TERMINAL:
        generic.returns(state, out)
    else:
        generic.evaluate_learnt(state, seat, weights, out)


@compilable
def margin(out: Values, seat: int, rivalry: float) -> float:
    """Return the value of an outcome to ``seat``: its score minus ``rivalry`` times the other seats' mean score."""
    others = (out.sum() - out[seat]) / max(1, len(out) - 1)
    return float(out[seat] - rivalry * others)


@compilable
def insert_line(line: Actions, value: float, lines: Actions, values: Values, count: int) -> int:
    """Insert a line into ``lines``, the ``count`` best lines found so far, sorted best first; return the new count."""
    place = count
    while place > 0 and values[place - 1] < value:
        place -= 1
    if place == len(values):
        return count
    last = min(count, len(values) - 1)
    for i in range(last, place, -1):
        values[i] = values[i - 1]
        for step in range(LENGTH):
            lines[i * LENGTH + step] = lines[(i - 1) * LENGTH + step]
    values[place] = value
    for step in range(LENGTH):
        lines[place * LENGTH + step] = line[step]
    return last + 1


@compilable
def open_decision(state: Record, row: Actions, widely: bool, rng: Rng) -> int:
    """Write the actions to examine into ``row`` and return their number.

    These are all legal actions if ``widely``, otherwise only the choice of the playout policy.
    """
    if widely:
        return int(generic.legal_actions(state, row))
    row[0] = generic.playout_action(state, row, rng)
    return 1


@compilable
def settle(state: Record, actions: Actions, seat: int, rng: Rng) -> None:
    """Change ``state`` to one that can be evaluated, by random chance outcomes and actions of the playout policy."""
    while generic.is_unsettled(state) or generic.current_player(state) == seat:
        if generic.current_player(state) == generic.CHANCE:
            generic.apply_action(state, generic.sample_chance(state, rng))
        else:
            generic.apply_action(state, generic.playout_action(state, actions, rng))


class TurnSearch(NamedTuple):
    """Parameters of a search through the turns of a seat.

    Attributes:
        depth: number of decisions for which all legal actions are tried; later decisions follow the playout policy.
        limit: maximum number of turns to examine.
        rivalry: weight of the other seats' mean score, subtracted from the seat's own score.
        attention: probability of noticing an action that does not stand out, 0 to 1 (``notices``).
        floor: lowest acceptable estimate of the seat's margin after the turn; turns below it rank last.
        ahead: true to rank by the ``outcome``, false to rank by the running scores.
        scenarios: number of scenarios in which a turn is continued if it ends in an unsettled state, which cannot be
            evaluated yet. Its value is the mean of these scenarios, which are the same for all turns.
    """

    depth: int
    limit: int
    rivalry: float
    attention: float
    floor: float
    ahead: bool
    scenarios: int


@compilable
def notices(state: Record, action: int, attention: float, rng: Rng) -> bool:
    """Decide at random whether a player with this ``attention`` notices a legal action.

    The probability grows linearly with ``generic.salience``, from ``attention`` for an action that does not stand out
    to 1 for one that stands out most. It is 0 for a pointless action.
    """
    salience = generic.salience(state, action)
    if salience < 0 or attention >= 1.0:
        return bool(salience >= 0)
    return bool(rng.random() < attention + (1 - attention) * salience)


@compilable
def estimate(
    state: Record,
    seat: int,
    workspace: Workspace,
    search: TurnSearch,
    key: int,
    chance: Rng,
    chance_words: Words,
) -> float:
    """Return the estimated margin of ``seat`` after its turn.

    If the state is unsettled, so that it cannot be evaluated yet, this is the mean of ``search.scenarios``
    continuations. Their random numbers depend only on ``key``.
    """
    if not generic.is_unsettled(state):
        outcome(state, seat, workspace.weights, workspace.out)
        return margin(workspace.out, seat, search.rivalry)
    scratch = workspace.scratch[LENGTH + 1]
    total = 0.0
    actions = np.empty(len(workspace.actions) // LENGTH, np.int32)
    for scenario in range(search.scenarios):
        restart(chance, chance_words, key, scenario)
        workspace.scratch[LENGTH + 1] = state
        settle(scratch, actions, seat, chance)
        outcome(scratch, seat, workspace.weights, workspace.out)
        total += margin(workspace.out, seat, search.rivalry) / search.scenarios
    return total


@compilable
def list_turns(
    start: Record,
    workspace: Workspace,
    search: TurnSearch,
    chance: Rng,
    chance_words: Words,
    rng: Rng,
    lines: Actions,
    values: Values,
) -> int:
    """Write the best turns of the seat to act into ``lines``, best first, and return their number.

    Turns are ranked by their final positions; ties are broken at random. Turns with an action that the seat does not
    notice are left out, so there may be no turns at all. Hidden information is filled in once, because the end of a
    turn may depend on it. ``workspace.scratch`` must have shape (LENGTH + 2,). ``lines`` has room for one line per
    element of ``values``, into which the values of the turns are written.
    """
    scratch, actions = workspace.scratch, workspace.actions
    seat = generic.current_player(start)
    room = len(actions) // LENGTH
    line = np.full(LENGTH, NO_ACTION, np.int32)
    counts = np.zeros(LENGTH, np.int64)
    chosen = np.zeros(LENGTH, np.int64)
    scratch[0] = start
    generic.resample(scratch[0], seat, rng)
    key = -1
    kept = 0
    seen = 0
    level = 0
    counts[0] = open_decision(scratch[0], actions[:room], search.depth > 0, rng)
    while level >= 0 and seen < search.limit:
        if chosen[level] == counts[level]:
            line[level] = NO_ACTION
            level -= 1
            continue
        action = int(actions[level * room + chosen[level]])
        chosen[level] += 1
        if counts[level] > 1 and not notices(scratch[level], action, search.attention, rng):
            continue
        line[level] = action
        state = scratch[level + 1]
        scratch[level + 1] = scratch[level]
        generic.apply_action(state, action)
        if level + 1 < LENGTH and generic.current_player(state) == seat:
            level += 1
            chosen[level] = 0
            row = actions[level * room : (level + 1) * room]
            counts[level] = open_decision(state, row, level < search.depth, rng)
            continue
        seen += 1
        value = 1e-9 * rng.random()
        estimated = 0.0
        if search.ahead or search.floor > -BLUNDER:
            if key < 0 and generic.is_unsettled(state):
                key = int(rng.random() * KEYS)
            estimated = estimate(state, seat, workspace, search, key, chance, chance_words)
        if search.ahead:
            value += estimated
        else:
            generic.scores(state, workspace.out)
            value += margin(workspace.out, seat, search.rivalry)
        if estimated < search.floor:
            value -= BLUNDER
        kept = insert_line(line, value, lines, values, kept)
        line[level] = NO_ACTION
    return kept


# ---------------------------------------------------------------- playouts


@compilable
def listed(action: int, actions: Actions, count: int) -> bool:
    """Return whether an action is among the first ``count`` of ``actions``."""
    for i in range(count):
        if actions[i] == action:
            return True
    return False


@compilable
def follow(state: Record, line: Actions, actions: Actions) -> int:
    """Apply the actions of a line to ``state``, up to the first illegal one; return the number of applied actions."""
    taken = 0
    while taken < len(line) and line[taken] != NO_ACTION:
        if not listed(int(line[taken]), actions, generic.legal_actions(state, actions)):
            return taken
        generic.apply_action(state, int(line[taken]))
        taken += 1
    return taken


@compilable
def play_on(state: Record, workspace: Workspace, last: int, turns: int, seat: int, chance: Rng, rng: Rng) -> None:
    """Continue ``state`` by ``turns`` turns with the playout policy, and write the outcome to ``workspace.out``.

    The rest of the current turn of seat ``last`` does not count as a turn. In a solo game, a turn lasts until a chance
    event. Chance events use the generator ``chance`` and the playout policy uses ``rng``. ``seat`` is the thinking
    seat, from whose perspective the outcome is estimated.
    """
    alone = len(workspace.out) == 1
    left = turns
    while True:
        player = generic.current_player(state)
        if player == generic.TERMINAL:
            break
        if player == generic.CHANCE:
            generic.apply_action(state, generic.sample_chance(state, chance))
            last = generic.CHANCE if alone else last
            continue
        if player != last:
            left -= 1
            last = player
            if left < 0:
                break
        generic.apply_action(state, generic.playout_action(state, workspace.actions, rng))
    outcome(state, seat, workspace.weights, workspace.out)


class Simulations(NamedTuple):
    """Lines to simulate in common scenarios.

    Attributes:
        seat: the seat that thinks; information hidden from this seat is filled in.
        lines: action ids of the lines, shape (n * LENGTH,).
        key: key of the random number streams.
        first, last: range of scenario numbers, from ``first`` up to but excluding ``last``.
        turns: number of turns played after each line, regardless of whether a chance event or another seat's decision
            follows the line.
        from_every_seat: true if the network evaluates the final position from every seat's perspective; false if only
            from the perspective of ``seat``.
    """

    seat: int
    lines: Actions
    key: int
    first: int
    last: int
    turns: int
    from_every_seat: bool


@compilable
def simulate_lines(
    start: Record,
    workspace: Workspace,
    plan: Simulations,
    chance: Rng,
    chance_words: Words,
    rng: Rng,
    rng_words: Words,
    outcomes: Values,
) -> None:
    """Simulate lines in common scenarios and write the outcomes, shape (scenarios * n * players,).

    Each simulation fills in hidden information, plays the line, and continues with the playout policy. Random numbers
    depend only on the key and the scenario. They are therefore the same for all lines, and do not depend on the order
    of the simulations or on the core.
    """
    state = workspace.scratch[0]
    seat, key, lines = plan.seat, plan.key, plan.lines
    players = len(workspace.out)
    place = 0
    for scenario in range(plan.first, plan.last):
        for begin in range(0, len(lines), LENGTH):
            restart(chance, chance_words, key, 2 * scenario)
            restart(rng, rng_words, key, 2 * scenario + 1)
            workspace.scratch[0] = start
            generic.resample(state, seat, chance)
            follow(state, lines[begin : begin + LENGTH], workspace.actions)
            play_on(state, workspace, seat, plan.turns, seat, chance, rng)
            outcomes[place : place + players] = workspace.out
            if plan.from_every_seat and generic.current_player(state) != generic.TERMINAL:
                for other in range(players):
                    generic.evaluate_learnt(state, other, workspace.weights, workspace.out)
                    outcomes[place + other] = workspace.out[other]
            place += players

"""Compiled games between bots that explore, from which positions are sampled to train an evaluation.

The final result of a game says little about a single position, because later chance decides more. Therefore the luck of
later chance events is subtracted from the result: by how much each outcome changed the evaluation, compared with the
mean over all outcomes. The luck of a bot's own draws is subtracted in the same way. This does not change the mean of
the result but reduces its variance; poker programs are compared like this (AIVAT: Burch et al., 2018).
"""

from typing import NamedTuple

import numpy as np

from mandapa.bots import simple, simulation_base
from mandapa.bots.turns import BLUNDER, LENGTH, NO_ACTION, TurnSearch, Workspace, follow, list_turns, margin
from mandapa.kernel import generic
from mandapa.kernel.compile.engine import add_entry_points, compilable
from mandapa.kernel.record import Actions, Numbers, Record, Records, Rng, Values, Words, new_records
from mandapa.kernel.rng import RestartableRng
from mandapa.lab.executor import warm
from mandapa.lab.training.positions import Positions
from mandapa.library import Game

SELF_PLAY = "self-play"
"""Name of the group of functions that are compiled from this module."""
ATTENTION = 0.5
"""Share of actions that the bots examine, which makes the positions more varied."""
WIDTH = 12
"""Number of turns from which a bot chooses."""
EXPLORE = 0.25
"""Share of turns that are drawn at random: the better by the evaluation, the likelier."""
BLIND = 0.15
"""Share of these in which all ``WIDTH`` turns are equally likely."""
BEFORE_CHANCE = 0.3
"""Share of turns after which the position is also sampled before the chance events that follow."""
OTHER_VIEW = 0.2
"""Share of positions that are also sampled from another seat's perspective."""
MOST_POSITIONS = 600
"""Maximum number of positions of a game."""
(SEAT, EVALUATION, RESULT) = range(3)
FACTS = 3
"""Number of columns for each sampled position."""


class SelfPlay(NamedTuple):
    """Buffers and parameters of the bots, and the positions sampled so far.

    Attributes:
        workspace: buffers of the turn search.
        search, attentive: parameters of the turn search, and of a second one if the first has found nothing.
        chance, chance_words: generator of the turn search.
        outcomes, probabilities: buffers for the outcomes of a chance event.
        games: the game, a copy for the player to act, and another for a position to evaluate; shape (3,).
        luck: luck of each seat so far; shape (players,).
        positions: sampled positions; shape (most,).
        facts: the seat from whose perspective each position was sampled, its margin by the evaluation, and its final
            margin without the luck that followed; shape (most * FACTS,).
    """

    workspace: Workspace
    search: TurnSearch
    attentive: TurnSearch
    chance: Rng
    chance_words: Words
    outcomes: Actions
    probabilities: Values
    games: Records
    luck: Values
    positions: Records
    facts: Values


@compilable
def play_sampled(start: Record, play: SelfPlay, rng: Rng) -> int:
    """Play a game and sample positions after each turn; return their number."""
    state = play.games[0]
    play.games[0] = start
    play.luck[:] = 0
    count = 0
    last = generic.CHANCE
    while generic.current_player(state) != generic.TERMINAL:
        seat = generic.current_player(state)
        if seat == generic.CHANCE:
            resolve_chance(state, play, rng)
            continue
        if last >= 0:
            count = sample_views(state, last, play, rng, count)
        play_turn(state, play, rng)
        last = seat
        if (
            generic.current_player(state) == generic.CHANCE
            and not generic.is_unsettled(state)
            and rng.random() < BEFORE_CHANCE
        ):
            count = sample_views(state, last, play, rng, count)
    out = play.workspace.out
    generic.returns(state, out)
    for number in range(count):
        facts = play.facts[number * FACTS : (number + 1) * FACTS]
        seat = int(facts[SEAT])
        facts[RESULT] = margin(out, seat, play.search.rivalry) - (play.luck[seat] - facts[RESULT])
    return count


@compilable
def sample_views(state: Record, seat: int, play: SelfPlay, rng: Rng, count: int) -> int:
    """Sample the position as ``seat`` sees it, and sometimes as another seat does; return the number of positions."""
    count = sample_position(state, seat, play, count)
    players = len(play.luck)
    if players > 1 and rng.random() < OTHER_VIEW:
        other = (seat + 1 + int(rng.random() * (players - 1))) % players
        count = sample_position(state, other, play, count)
    return count


@compilable
def sample_position(state: Record, seat: int, play: SelfPlay, count: int) -> int:
    """Add the position as ``seat`` sees it, if there is room; return the number of positions."""
    if count == len(play.positions):
        return count
    out = play.workspace.out
    generic.evaluate(state, out)
    play.positions[count] = state
    facts = play.facts[count * FACTS : (count + 1) * FACTS]
    facts[SEAT] = seat
    facts[EVALUATION] = margin(out, seat, play.search.rivalry)
    facts[RESULT] = play.luck[seat]
    return count + 1


@compilable
def add_margins(state: Record, play: SelfPlay, weight: float, total: Values) -> bool:
    """Add ``weight`` times each seat's margin to ``total``; return false if the position cannot be evaluated yet."""
    if generic.is_unsettled(state):
        return False
    out = play.workspace.out
    if generic.current_player(state) == generic.TERMINAL:
        generic.returns(state, out)
    else:
        generic.evaluate(state, out)
    for seat in range(len(total)):
        total[seat] += weight * margin(out, seat, play.search.rivalry)
    return True


@compilable
def take(state: Record, line: Actions, room: Actions) -> None:
    """Apply a turn or, at a chance node, an outcome, which is the only entry of its line."""
    if generic.current_player(state) == generic.CHANCE:
        generic.apply_action(state, int(line[0]))
    else:
        follow(state, line, room)


@compilable
def take_one_of(state: Record, lines: Actions, probabilities: Values, chosen: int, play: SelfPlay) -> None:
    """Take line ``chosen``, and add what it is worth, compared with the mean over all lines, to the luck."""
    room = play.workspace.actions[: len(play.workspace.actions) // LENGTH]
    luck = np.zeros(len(play.luck))
    known = True
    after = play.games[2]
    for number in range(len(lines) // LENGTH):
        if known:
            play.games[2] = state
            take(after, lines[number * LENGTH : (number + 1) * LENGTH], room)
            known = add_margins(after, play, -probabilities[number], luck)
    take(state, lines[chosen * LENGTH : (chosen + 1) * LENGTH], room)
    if known and add_margins(state, play, 1.0, luck):
        play.luck[:] += luck


@compilable
def resolve_chance(state: Record, play: SelfPlay, rng: Rng) -> None:
    """Apply a random outcome."""
    count = generic.chance_outcomes(state, play.outcomes, play.probabilities)
    outcome = generic.sample_chance(state, rng)
    lines = np.full(count * LENGTH, NO_ACTION, np.int32)
    chosen = 0
    for number in range(count):
        lines[number * LENGTH] = play.outcomes[number]
        if play.outcomes[number] == outcome:
            chosen = number
    take_one_of(state, lines, play.probabilities, chosen, play)


@compilable
def play_turn(state: Record, play: SelfPlay, rng: Rng) -> None:
    """Play a turn of the seat to act."""
    own = play.games[1]
    play.games[1] = state
    generic.redact(own, generic.current_player(state))
    generic.imagine(own)
    lines = np.zeros(WIDTH * LENGTH, np.int32)
    values = np.zeros(WIDTH)
    workspace = play.workspace
    count = list_turns(own, workspace, play.search, play.chance, play.chance_words, rng, lines, values)
    if count == 0:
        count = list_turns(own, workspace, play.attentive, play.chance, play.chance_words, rng, lines, values)
    probabilities = np.zeros(WIDTH)
    chosen = draw(values, probabilities, count, rng)
    take_one_of(state, lines[: count * LENGTH], probabilities, chosen, play)


@compilable
def draw(values: Values, probabilities: Values, count: int, rng: Rng) -> int:
    """Return the number of the turn to play: the best, or sometimes another one; write the ``probabilities``."""
    total = 0.0
    for number in range(count):
        probabilities[number] = np.exp(max(-50.0, values[number] - values[0]))
        total += probabilities[number]
    for number in range(count):
        probabilities[number] = EXPLORE * ((1 - BLIND) * probabilities[number] / total + BLIND / count)
    probabilities[0] += 1 - EXPLORE
    left = rng.random()
    for number in range(count):
        left -= probabilities[number]
        if left < 0:
            return number
    return 0


add_entry_points({SELF_PLAY: (play_sampled,)})


def new_self_play(game: Game, weights: Numbers) -> SelfPlay:
    """Create the buffers for games by bots with these ``weights``."""
    search = TurnSearch(
        depth=game.type.planning.depth,
        limit=simple.MAX_TURNS,
        rivalry=simulation_base.planning_with_network(game).rivalry,
        attention=ATTENTION,
        floor=-BLUNDER,
        ahead=True,
        scenarios=simple.SCENARIOS,
    )
    chance = RestartableRng()
    return SelfPlay(
        workspace=simple.new_workspace(game, weights, LENGTH + 2, LENGTH),
        search=search,
        attentive=search._replace(attention=1.0),
        chance=chance.generator,
        chance_words=chance.words,
        outcomes=np.zeros(game.type.max_chance, np.int32),
        probabilities=np.zeros(game.type.max_chance),
        games=new_records(game.type.state_type, 3),
        luck=np.zeros(game.players),
        positions=new_records(game.type.state_type, MOST_POSITIONS),
        facts=np.zeros(MOST_POSITIONS * FACTS),
    )


def results_of_games(game: Game, weights: Numbers, job: tuple[int, int]) -> Positions:
    """Play games by bots with these ``weights``, and return positions with the final margins.

    ``job`` is the first seed and the number of games. The group of a position is the number of its game.
    """
    warm(game)
    play = new_self_play(game, weights)
    start = game.new_state().record
    first, games = job
    states, facts, numbers = [], [], []
    for seed in range(first, first + games):
        count = game.engine.run(play_sampled, start, play, np.random.default_rng(seed))
        states.append(play.positions[:count].copy())
        facts.append(play.facts[: count * FACTS].reshape(count, FACTS).copy())
        numbers.append(np.full(count, seed, np.int64))
    table = np.concatenate(facts)
    every = new_records(game.type.state_type, len(table))
    every[:] = np.concatenate(states)
    return Positions(
        every,
        table[:, SEAT].astype(np.int8),
        table[:, EVALUATION],
        table[:, RESULT],
        np.concatenate(numbers),
    )

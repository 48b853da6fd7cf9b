"""Train the value network of Indus (src/mandapa/games/indus/ai/value_net.py) on results of games.

    python benchmarks/fits/indus_network.py [--games 9730] [--passes 6] [--seed 1000] [--to FILE]

Bots that play the turn with the best evaluation, and a quarter of the time a weaker one, play games for two. The
network learns the difference between the final lead of a seat and its lead by the evaluation. As the evaluation before
a roll is the exact mean over the die, the later luck is subtracted from the final lead: for each roll, the evaluation
after it minus that before it, and for each turn, its value minus the mean over the turns that the bot could have
chosen. This does not change the mean of the lead, only its variance. A tenth of the games is held out to report the
error.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from lead_network import Positions, joined, learn

import mandapa
from mandapa.bots.simple import MAX_TURNS, SCENARIOS, new_workspace
from mandapa.bots.turns import BLUNDER, LENGTH, NO_ACTION, TurnSearch, Workspace, list_turns
from mandapa.bots.weights import NO_WEIGHTS, write_weights
from mandapa.games.indus import GAME
from mandapa.games.indus.ai import value_net
from mandapa.games.indus.rules import state as indus
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL, apply_action, current_player, evaluate, returns, sample_chance
from mandapa.kernel.random_play import settle_chance
from mandapa.kernel.record import Numbers, Record, Records, Rng, Values, Words, new_records
from mandapa.kernel.rng import RestartableRng
from mandapa.library import Game

WIDTH = 12
"""Number of turns from which the bots choose."""
EXPLORE = 0.25
"""Share of turns that are drawn at random: the better by the evaluation, the likelier."""
BLIND = 0.15
"""Share of these in which all ``WIDTH`` turns are equally likely."""
ATTENTION = 0.5
"""Share of actions that the bots examine."""
BEFORE_ROLL = 0.4
"""Share of rolls before which the position is sampled, too."""
OTHER_VIEW = 0.2
"""Share of positions that are also described from the other seat's perspective."""
MAX_ROWS = 600
"""Maximum number of positions of a game."""
MAX_ROWS_OF_SET = (24, 30)
"""Maximum number of ruins, and of fields with researchers that are not secured, in the games."""
(SEAT, EVALUATED, RESULT) = range(3)
FACTS = 3
STRIDE = FACTS + value_net.FEATURES
STARTS = (value_net.RUINS_AT - 1, value_net.FIELDS_AT - 1)
WIDTHS = (value_net.RUIN, value_net.FIELD)


class Tools(NamedTuple):
    """Buffers and generators of the bots.

    Attributes:
        workspace: buffers of the turn search.
        search, wide: parameters of the turn search, and of a second one if the first has found nothing.
        chance, chance_words: generator of the turn search.
    """

    workspace: Workspace
    search: TurnSearch
    wide: TurnSearch
    chance: Rng
    chance_words: Words


@compilable
def lead_of(state: Record, out: Values) -> float:
    """Return the lead of seat 0 by the evaluation."""
    evaluate(state, out)
    return float(out[0] - out[1])


@compilable
def choose(values: Values, count: int, rng: Rng, luck: Values) -> int:
    """Return the number of the turn to play: the best, or sometimes another one; write its value minus the mean."""
    total = mean = plain = 0.0
    for number in range(count):
        weight = np.exp(max(-50.0, values[number] - values[0]))
        total += weight
        mean += weight * values[number]
        plain += values[number] / count
    luck[0] = (1 - EXPLORE) * values[0] + EXPLORE * (BLIND * plain + (1 - BLIND) * mean / total)
    dice = rng.random()
    chosen = 0
    if dice < EXPLORE * BLIND:
        chosen = int(rng.random() * count)
    elif dice < EXPLORE:
        left = rng.random() * total
        while chosen + 1 < count:
            left -= np.exp(max(-50.0, values[chosen] - values[0]))
            if left < 0:
                break
            chosen += 1
    luck[0] = values[chosen] - luck[0]
    return chosen


@compilable
def note_position(state: Record, seat: int, luck: float, out: Values, rows: Numbers, count: int) -> int:
    """Add a row for the position as ``seat`` sees it, if there is room; return the number of rows."""
    if (count + 1) * STRIDE > len(rows):
        return count
    row = rows[count * STRIDE : (count + 1) * STRIDE]
    value_net.describe_game(state, seat, out, row[FACTS:])
    row[SEAT] = seat
    row[EVALUATED] = out[seat] - out[1 - seat]
    row[RESULT] = luck
    return count + 1


@compilable
def roll_die(state: Record, rng: Rng, out: Values) -> float:
    """Roll the die, and return by how much this raised the lead of seat 0 by the evaluation."""
    before = lead_of(state, out)
    apply_action(state, sample_chance(state, rng))
    return lead_of(state, out) - before


@compilable
def play_game(start: Record, games: Records, tools: Tools, rng: Rng, rows: Numbers) -> int:
    """Play a game and write a row for positions after each turn; return the number of rows."""
    games[0] = start
    state = games[0]
    lines = np.zeros(WIDTH * LENGTH, np.int32)
    values = np.zeros(WIDTH)
    out = np.zeros(2)
    chance_of = np.zeros(1)
    luck = 0.0
    count = 0
    settle_chance(state, rng)
    while True:
        seat = current_player(state)
        if seat == TERMINAL:
            break
        found = list_turns(state, tools.workspace, tools.search, tools.chance, tools.chance_words, rng, lines, values)
        if found == 0:
            found = list_turns(state, tools.workspace, tools.wide, tools.chance, tools.chance_words, rng, lines, values)
        known = state.phase >= indus.TEAM
        chosen = choose(values, found, rng, chance_of)
        if known:
            luck += chance_of[0] if seat == 0 else -chance_of[0]
        for action in lines[chosen * LENGTH : (chosen + 1) * LENGTH]:
            if action != NO_ACTION:
                apply_action(state, int(action))
        if current_player(state) == CHANCE:
            if state.phase == indus.DIE:
                if rng.random() < BEFORE_ROLL:
                    count = note_position(state, seat, luck, out, rows, count)
                luck += roll_die(state, rng, out)
            else:
                settle_chance(state, rng)
            continue
        if current_player(state) != TERMINAL and state.phase >= indus.TEAM:
            count = note_position(state, seat, luck, out, rows, count)
            if rng.random() < OTHER_VIEW:
                count = note_position(state, 1 - seat, luck, out, rows, count)
    returns(state, out)
    for number in range(count):
        seat = int(rows[number * STRIDE + SEAT])
        sign = 1 if seat == 0 else -1
        later = luck - rows[number * STRIDE + RESULT]
        rows[number * STRIDE + RESULT] = sign * (out[0] - out[1] - later)
    return count


def play_games(games: int, seed: int) -> Positions:
    """Play games by bots without a network, and return their positions. Every second game has the board ``first``."""
    GAME.engine.warm()
    play = GAME.engine.machine_code(play_game)
    settings = [Game(GAME, 2, {"board": board}) for board in ("first", "random")]
    chance = RestartableRng()
    search = TurnSearch(GAME.planning.depth, MAX_TURNS, 1.0, ATTENTION, -BLUNDER, True, SCENARIOS)
    workspace = new_workspace(settings[0], NO_WEIGHTS, LENGTH + 2, LENGTH)
    tools = Tools(workspace, search, search._replace(attention=1.0), chance.generator, chance.words)
    rows = np.zeros((MAX_ROWS, STRIDE), np.float32)
    state = new_records(GAME.state_type, 1)
    found: list[Positions] = []
    for number in range(seed, seed + games):
        start = settings[number % 2].new_state().record
        count = play(start, state, tools, np.random.default_rng(number), rows.reshape(-1))
        seen = rows[:count, FACTS:]
        ruins, fields = (
            seen[:, at : at + 1 + most * width] for at, most, width in zip(STARTS, MAX_ROWS_OF_SET, WIDTHS, strict=True)
        )
        assert (seen[:, STARTS] <= MAX_ROWS_OF_SET).all()
        found.append(
            Positions(
                np.full(count, number),
                rows[:count, EVALUATED].copy(),
                rows[:count, RESULT].copy(),
                (ruins.astype(np.float16), fields.astype(np.float16)),
                seen[:, value_net.WHOLE_AT :].astype(np.float16),
            )
        )
    return joined(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=9730)
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--to", type=Path, default=Path("network.npz"))
    given = parser.parse_args()
    positions = play_games(given.games, given.seed)
    print(f"{len(positions.game)} positions", flush=True)
    weights, errors = learn(value_net.NETWORK, positions, given.passes, 1)
    made = {
        "command": "benchmarks/fits/indus_network.py",
        "version": mandapa.__version__,
        "game": GAME.name,
        "players": [2],
        "options": {"board": ["first", "random"]},
        "games": given.games,
        "positions": len(positions.game),
        "passes": given.passes,
        "seed": given.seed,
        "errors": errors,
    }
    write_weights(given.to, weights, made)


if __name__ == "__main__":
    main()

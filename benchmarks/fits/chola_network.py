"""Train the value network of Chola (src/mandapa/games/chola/ai/value_net.py) on results of games.

    python benchmarks/fits/chola_network.py [--games 4000] [--rounds 2] [--passes 8] [--seed 1] [--to FILE]

``mandapa lab train`` learns what simulations of one round say, but in Chola ten times as many simulations hardly make a
planner stronger. So this network learns the final lead instead. Bots that play the turn with the best evaluation, and a
quarter of the time a weaker one, play Basic games for two. The network learns the difference between the final lead of
the player who has just moved and its lead by the evaluation. The bots of the second round use the network of the first,
and a new network is trained on the games of both rounds. A tenth of the games is held out to report the error.
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
from mandapa.games.chola import GAME
from mandapa.games.chola.ai import value_net
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL, apply_action, current_player, returns
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
BEFORE_CHANCE = 0.3
"""Share of turns that are also sampled before the stones or the card of the turn are drawn."""
MAX_ROWS = 400
"""Maximum number of positions of a game."""
MAX_OPEN = 16
"""Maximum number of open squares, in the temple of the game."""
(SEAT, EVALUATED, RESULT) = range(3)
FACTS = 3
STRIDE = FACTS + value_net.FEATURES


class Tools(NamedTuple):
    """Buffers and generators of the bots.

    Attributes:
        workspace: buffers of the turn search.
        search: parameters of the turn search.
        chance, chance_words: generator of the turn search.
    """

    workspace: Workspace
    search: TurnSearch
    chance: Rng
    chance_words: Words


@compilable
def choose(values: Values, count: int, rng: Rng) -> int:
    """Return the number of the turn to play: the best, or sometimes another one."""
    dice = rng.random()
    if dice < EXPLORE * BLIND:
        return int(rng.random() * count)
    best = 0
    most = -BLUNDER
    for number in range(count):
        value = values[number]
        if dice < EXPLORE:
            value -= np.log(-np.log(rng.random() + 1e-12) + 1e-12)
        if value > most:
            most = value
            best = number
    return best


@compilable
def note_position(state: Record, seat: int, out: Values, rows: Numbers, count: int) -> int:
    """Add a row for the position as ``seat`` sees it, if there is room; return the number of rows."""
    if (count + 1) * STRIDE > len(rows):
        return count
    row = rows[count * STRIDE : (count + 1) * STRIDE]
    value_net.describe_game(state, seat, out, row[FACTS:])
    row[SEAT] = seat
    row[EVALUATED] = out[seat] - out[1 - seat]
    return count + 1


@compilable
def play_game(start: Record, games: Records, tools: Tools, rng: Rng, rows: Numbers) -> int:
    """Play a game and write a row for the positions after each turn; return the number of rows."""
    games[0] = start
    state = games[0]
    lines = np.zeros(WIDTH * LENGTH, np.int32)
    values = np.zeros(WIDTH)
    out = np.zeros(2)
    count = 0
    while True:
        settle_chance(state, rng)
        seat = current_player(state)
        if seat == TERMINAL:
            break
        found = list_turns(state, tools.workspace, tools.search, tools.chance, tools.chance_words, rng, lines, values)
        chosen = choose(values, found, rng)
        for action in lines[chosen * LENGTH : (chosen + 1) * LENGTH]:
            if action != NO_ACTION:
                apply_action(state, int(action))
        if current_player(state) == CHANCE and rng.random() < BEFORE_CHANCE:
            count = note_position(state, seat, out, rows, count)
        settle_chance(state, rng)
        if current_player(state) != TERMINAL:
            count = note_position(state, seat, out, rows, count)
    returns(state, out)
    for number in range(count):
        seat = int(rows[number * STRIDE + SEAT])
        rows[number * STRIDE + RESULT] = out[seat] - out[1 - seat]
    return count


def play_games(games: int, seed: int, weights: Numbers) -> Positions:
    """Play games by bots with these ``weights``, and return their positions."""
    GAME.engine.warm()
    play = GAME.engine.machine_code(play_game)
    start = Game(GAME, 2, {"variant": "basic"}).new_state().record
    chance = RestartableRng()
    search = TurnSearch(GAME.planning.depth, MAX_TURNS, 1.0, 1.0, -BLUNDER, True, SCENARIOS)
    workspace = new_workspace(Game(GAME, 2, {}), weights, LENGTH + 2, LENGTH)
    tools = Tools(workspace, search, chance.generator, chance.words)
    rows = np.zeros((MAX_ROWS, STRIDE), np.float32)
    state = new_records(GAME.state_type, 1)
    squares_end = FACTS + 1 + MAX_OPEN * value_net.SQUARE
    found: list[Positions] = []
    for number in range(seed, seed + games):
        count = play(start, state, tools, np.random.default_rng(number), rows.reshape(-1))
        seen = rows[:count]
        assert seen[:, FACTS].max() <= MAX_OPEN
        found.append(
            Positions(
                np.full(count, number),
                seen[:, EVALUATED].copy(),
                seen[:, RESULT].copy(),
                (seen[:, FACTS:squares_end].astype(np.float16),),
                seen[:, FACTS + value_net.WHOLE_AT :].astype(np.float16),
            )
        )
    return joined(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="of a round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path("network.npz"))
    given = parser.parse_args()
    weights = NO_WEIGHTS
    rounds: list[Positions] = []
    errors: dict[str, float] = {}
    for number in range(given.rounds):
        rounds.append(play_games(given.games, given.seed + number * given.games, weights))
        print(f"round {number + 1}: {len(rounds[-1].game)} positions", flush=True)
        weights, errors = learn(value_net.NETWORK, joined(rounds), given.passes, given.seed)
    made = {
        "command": "benchmarks/fits/chola_network.py",
        "version": mandapa.__version__,
        "game": GAME.name,
        "players": [2],
        "options": {"variant": "basic"},
        "games": given.games,
        "rounds": given.rounds,
        "positions": sum(len(part.game) for part in rounds),
        "passes": given.passes,
        "seed": given.seed,
        "errors": errors,
    }
    write_weights(given.to, weights, made)


if __name__ == "__main__":
    main()

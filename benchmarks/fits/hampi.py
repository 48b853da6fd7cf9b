"""Fit how often marked zones of Hampi are completed.

    python benchmarks/fits/hampi.py [--games 600] [--seed 1000000] [--bot greedy]

Plays games of bots with 2 to 5 players in both modes. At the end of every turn, records each open zone with a marker;
at the end of the game, whether it was completed. Prints ``WEIGHTS`` of src/mandapa/games/hampi/ai/completion.py, with
the log loss on games that were held out, and ``COMPLETION`` of placements.py, smoothed towards neighbouring entries
where few cases were seen.
"""

from __future__ import annotations

import argparse

import numpy as np

import mandapa
from mandapa.bots import make
from mandapa.games.hampi.ai.completion import COLUMNS, FACTS, MAX_GAPS, ZONE_KINDS, completion_table
from mandapa.games.hampi.ai.evaluation import tiles_to_come
from mandapa.games.hampi.ai.placements import LEFT_STEPS, step_of
from mandapa.games.hampi.rules.landscape import head_of
from mandapa.games.hampi.rules.scoring import MAX_MARKED
from mandapa.games.hampi.rules.state import NODES
from mandapa.kernel.compile.engine import STUDY, TABLE

HELD_OUT = 5
"""One game of this many is held out."""
RIDGE = 3e-3
"""Penalty for large weights of standardised facts."""
NEWTON_STEPS = 40
PRIOR = 8.0
"""Weight of the neighbouring entries of the table, in cases."""


def play(players: int, mode: str, bot: str, seed: int) -> np.ndarray:
    """Play one game, and return a row for each case: whether it was completed, step of tiles, kind, gaps, facts."""
    game = mandapa.load("hampi", players=players, mode=mode)
    game.engine.warm(TABLE, STUDY)
    rng = np.random.default_rng(seed)
    bots = [make(bot, game, seed=seed * 10 + seat) for seat in range(players)]
    table = np.zeros(MAX_MARKED * COLUMNS)
    cases: list[np.ndarray] = []
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            if state.record.laid:
                tiles = tiles_to_come(state.record)
                found = game.engine.run(completion_table, state.record, tiles, table)
                rows = table.reshape(-1, COLUMNS)[:found]
                cases.append(np.column_stack([np.full(found, step_of(tiles)), rows]))
            state.apply(state.sample(rng))
        else:
            seat = state.current_player
            state.apply(bots[seat].choose(state))
    final, found = state.record, np.concatenate(cases)
    ends = [zone if zone >= NODES else head_of(final, zone) for zone in found[:, 1].astype(int).tolist()]
    done = [bool(final.scored[end]) for end in ends]
    return np.column_stack([done, found[:, 0], found[:, 2:]])


def weights_of(facts: np.ndarray, done: np.ndarray) -> np.ndarray:
    """Fit the weights of a logistic model."""
    mean, spread = facts.mean(0), facts.std(0) + 1e-9
    mean[0], spread[0] = 0, 1
    scaled = (facts - mean) / spread
    penalty = np.full(FACTS, RIDGE)
    penalty[0] = 1e-6
    weights = np.zeros(FACTS)
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - done) / len(done) + penalty * weights
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled / len(done) + np.diag(penalty)
        weights -= np.linalg.solve(curve, slope)
    found: np.ndarray = weights / spread
    found[0] -= (found[1:] * mean[1:]).sum()
    return found


def log_loss(chance: np.ndarray, done: np.ndarray) -> float:
    """Return the mean log loss of probabilities."""
    chance = np.clip(chance, 1e-3, 1 - 1e-3)
    return float(-np.where(done, np.log(chance), np.log(1 - chance)).mean())


def print_weights(kind: np.ndarray, facts: np.ndarray, done: np.ndarray, held: np.ndarray) -> None:
    """Print the weights of every kind of zone, and the log loss of weights fitted without the games held out."""
    fitting = facts[:, 0] > 0
    dead = done[~fitting]
    print(f"{len(done)} cases; no tile fits a gap in {len(dead)}, of which {dead.sum()} were completed")
    chance = np.zeros(len(done))
    for one in range(ZONE_KINDS):
        mine = fitting & (kind == one)
        seen = mine & ~held
        chance[mine] = 1 / (1 + np.exp(-facts[mine] @ weights_of(facts[seen], done[seen])))
        print(one, np.round(weights_of(facts[mine], done[mine]), 2).tolist())
    print(f"log loss {log_loss(chance[held], done[held]):.3f}")


def smoothed(seen: np.ndarray, done: np.ndarray) -> np.ndarray:
    """Return the shares, drawn towards the mean of the neighbours in tiles to come."""
    share = np.divide(done, np.maximum(seen, 1))
    around = (
        np.stack([np.roll(seen, 1, 1), np.roll(seen, -1, 1)]),
        np.stack([np.roll(done, 1, 1), np.roll(done, -1, 1)]),
    )
    around[0][0, :, 0] = around[0][1, :, -1] = around[1][0, :, 0] = around[1][1, :, -1] = 0
    near = np.divide(around[1].sum(0), np.maximum(around[0].sum(0), 1))
    shares: np.ndarray = (done + PRIOR * np.where(around[0].sum(0) > 0, near, share)) / (seen + PRIOR)
    return shares


def print_table(kind: np.ndarray, step: np.ndarray, gaps: np.ndarray, done: np.ndarray) -> None:
    """Print the share of completed zones by kind, tiles to come and gaps."""
    seen = np.zeros((ZONE_KINDS, LEFT_STEPS, MAX_GAPS + 1))
    completed = np.zeros_like(seen)
    entries = (kind, step, np.minimum(gaps, MAX_GAPS))
    np.add.at(seen, entries, 1)
    np.add.at(completed, entries, done)
    table = smoothed(seen, completed)
    print(np.array2string(table, precision=2, separator=", ", suppress_small=True, max_line_width=110))


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--bot", default="greedy")
    given = parser.parse_args()
    games = [
        play(2 + number % 4, ("basic", "advanced")[number // 4 % 2], given.bot, given.seed + number)
        for number in range(given.games)
    ]
    held = np.concatenate([np.full(len(rows), number % HELD_OUT == 0) for number, rows in enumerate(games)])
    cases = np.concatenate(games)
    done, (step, kind, gaps) = cases[:, 0] > 0, cases[:, 1:4].astype(int).T
    print_weights(kind, cases[:, 4:], done, held)
    print_table(kind, step, gaps, done)


if __name__ == "__main__":
    main()

"""Measure how often marked zones of Hampi are completed, for the table in src/mandapa/games/hampi/ai/evaluation.py.

    python benchmarks/fits/hampi.py [--games 200] [--seed 1] [--bot greedy]

Plays games of bots with 2 to 5 players in both modes. At the end of every turn, records each open zone with a marker:
its kind, gaps and the number of tiles to come; at the end of the game, whether it was completed. Prints the table,
smoothed towards neighbouring entries where few cases were seen.
"""

from __future__ import annotations

import argparse

import numpy as np

import mandapa
from mandapa.bots import make
from mandapa.games.hampi.ai.evaluation import LEFT_STEP, LEFT_STEPS, MAX_GAPS, ZONE_KINDS, tiles_to_come
from mandapa.games.hampi.rules.components import MAX_TILES
from mandapa.games.hampi.rules.landscape import head_of
from mandapa.games.hampi.rules.scoring import COLUMNS, OPEN, kind_of, zone_table
from mandapa.games.hampi.rules.state import MAX_PLAYERS, NODES, NONE

Case = tuple[int, int, int, int]
"""A zone (head or NODES + tile of a building), its kind, step of tiles to come, gaps."""
PRIOR = 8.0
"""Weight of the neighbouring entries, in cases."""


def open_zones(record: np.ndarray, engine: object, table: np.ndarray) -> list[Case]:
    """The open zones of a state that hold markers."""
    engine.run(zone_table, record, table)
    step = min(int(tiles_to_come(record)) // LEFT_STEP, LEFT_STEPS - 1)
    rows = table.reshape(-1, COLUMNS).astype(int).tolist()
    return [
        (zone, ZONE_KINDS - 1 if zone >= NODES else kind_of(record, zone), step, min(gaps, MAX_GAPS))
        for zone, status, gaps, *rest in rows
        if zone != NONE and status == OPEN and any(rest[:MAX_PLAYERS])
    ]


def play(players: int, mode: str, bot: str, seed: int, seen: np.ndarray, done: np.ndarray) -> None:
    """Play one game; add its cases to both counts."""
    game = mandapa.load("hampi", players=players, mode=mode)
    game.engine.warm()
    rng = np.random.default_rng(seed)
    bots = [make(bot, game, seed=seed * 10 + seat) for seat in range(players)]
    table = np.zeros((NODES + MAX_TILES) * COLUMNS)
    cases: list[Case] = []
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            if state.record.laid:
                cases += open_zones(state.record, game.engine, table)
            state.apply(state.sample(rng))
        else:
            seat = state.current_player
            state.apply(bots[seat].choose(state))
    final = state.record
    for zone, kind, step, gaps in cases:
        end = zone if zone >= NODES else head_of(final, zone)
        seen[kind, step, gaps] += 1
        done[kind, step, gaps] += bool(final.scored[end])


def smoothed(seen: np.ndarray, done: np.ndarray) -> np.ndarray:
    """Return the shares, drawn towards the mean of the neighbours in tiles to come."""
    share = np.divide(done, np.maximum(seen, 1))
    around = (
        np.stack([np.roll(seen, 1, 1), np.roll(seen, -1, 1)]),
        np.stack([np.roll(done, 1, 1), np.roll(done, -1, 1)]),
    )
    around[0][0, :, 0] = around[0][1, :, -1] = around[1][0, :, 0] = around[1][1, :, -1] = 0
    near = np.divide(around[1].sum(0), np.maximum(around[0].sum(0), 1))
    return (done + PRIOR * np.where(around[0].sum(0) > 0, near, share)) / (seen + PRIOR)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy")
    given = parser.parse_args()
    seen = np.zeros((ZONE_KINDS, LEFT_STEPS, MAX_GAPS + 1))
    done = np.zeros_like(seen)
    for number in range(given.games):
        play(2 + number % 4, ("basic", "advanced")[number // 4 % 2], given.bot, given.seed + number, seen, done)
    print("cases\n", seen.sum(1).astype(int))
    print(np.array2string(smoothed(seen, done), precision=2, separator=", ", suppress_small=True, max_line_width=110))


if __name__ == "__main__":
    main()

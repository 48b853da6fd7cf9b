"""Measure how long the rules of each game take to compile, printed as the table of docs/speed.md.

    python benchmarks/machine_code.py [GAME...]     processor seconds with an empty cache, each in a separate process

The user's cache is neither read nor written. Run it on an idle machine, and state its load with the results.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import mandapa
from mandapa.kernel.compile.engine import ENVIRONMENT, STUDY, TABLE
from mandapa.lab.arena.simulation import STATISTICS

PURPOSES = {
    "tables": (TABLE,),
    "environments": (ENVIRONMENT,),
    "statistics": (STATISTICS,),
    "everything": (TABLE, STUDY, ENVIRONMENT, STATISTICS),
}
"""The columns: the code that is compiled together, starting with an empty cache."""

MEASURE = """
import sys, time
import mandapa.adapters.batch_steps, mandapa.bots, mandapa.lab.arena.simulation
from mandapa.library import game_type

engine = game_type(sys.argv[1]).engine
begun = time.process_time()
engine.warm(*sys.argv[2:], report=lambda step: None)
print(time.process_time() - begun)
"""


def seconds(game: str, purposes: tuple[str, ...]) -> float:
    """Return the processor seconds of compiling a game for these purposes."""
    with tempfile.TemporaryDirectory() as empty:
        known = {**os.environ, "MANDAPA_CACHE_DIR": empty}
        command = [sys.executable, "-c", MEASURE, game, *purposes]
        return float(subprocess.run(command, env=known, capture_output=True, text=True, check=True).stdout)


def main(games: list[str]) -> None:
    """Print a row for each game when it is done, then the sums."""
    print(f"| | {' | '.join(PURPOSES)} |\n| --- |{' ---: |' * len(PURPOSES)}")
    rows = []
    for game in games:
        rows.append([seconds(game, purposes) for purposes in PURPOSES.values()])
        print(row(game, rows[-1]), flush=True)
    print(row("all", [sum(column) for column in zip(*rows, strict=True)]))
    print(f"\nload: {os.getloadavg()[0]:.1f}")


def row(name: str, parts: list[float]) -> str:
    """Return one line of the table."""
    return f"| {name} | {' | '.join(f'{part:.0f}' for part in parts)} |"


if __name__ == "__main__":
    main(sys.argv[1:] or list(mandapa.games()))

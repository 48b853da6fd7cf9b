"""How long the rules of each game take to become machine code, printed as the table of docs/speed.md.

    python benchmarks/machine_code.py [GAME...]     processor seconds with an empty cache, one process a game

Nothing in the user's cache is read or written. Run it on a machine with nothing else to do, and say its load.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import mandapa

MEASURE = """
import sys, time
import mandapa.adapters.stepping, mandapa.bots, mandapa.lab.simulation
from mandapa.kernel.compiling import ENVIRONMENT, STUDY, TABLE
from mandapa.lab.simulation import STATISTICS
from mandapa.library import game_type

engine = game_type(sys.argv[1]).engine
for purpose in (TABLE, STUDY, ENVIRONMENT, STATISTICS):
    begun = time.process_time()
    engine.warm(purpose, report=lambda step: None)
    print(time.process_time() - begun)
"""
"""The purposes follow each other in one process: what was translated for one is not translated for the next again."""


def seconds(game: str) -> list[float]:
    """Processor seconds for tables, studies, environments, statistics, in this order."""
    with tempfile.TemporaryDirectory() as empty:
        known = {**os.environ, "MANDAPA_CACHE_DIR": empty}
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, game], env=known, capture_output=True, text=True, check=True
        )
    return [float(line) for line in done.stdout.split()]


def main(games: list[str]) -> None:
    """Print a row for each game as it is done, then the sums."""
    print("| | tables | studies | environments | statistics | everything |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    rows = []
    for game in games:
        rows.append(seconds(game))
        print(row(game, rows[-1]), flush=True)
    print(row("all", [sum(column) for column in zip(*rows, strict=True)]))
    print(f"\nload: {os.getloadavg()[0]:.1f}")


def row(name: str, parts: list[float]) -> str:
    """One line of the table."""
    return f"| {name} | {' | '.join(f'{part:.0f}' for part in [*parts, sum(parts)])} |"


if __name__ == "__main__":
    main(sys.argv[1:] or list(mandapa.games()))

"""Files of positions with the margins that an evaluation network learns."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.bots.weights import NO_WEIGHTS
from mandapa.kernel.record import Numbers, Records, Values, new_records
from mandapa.lab.checkpoint import variant_name
from mandapa.lab.executor import Executor
from mandapa.library import Game

GAMES_A_FILE = 20
"""Number of games per file, which is also the maximum number of games that is lost if the run is interrupted."""


@dataclass(frozen=True)
class Positions:
    """Positions of games, one per row. Margins are in the unit of the game's ``evaluate`` and ``returns``.

    Attributes:
        states: the positions, as records of the game's states.
        seat: seat from whose perspective each position is evaluated.
        evaluations: margin of the seat by the evaluation (``turns.margin``).
        results: margin to learn.
        group: number of the game, or of the decision to which the position is a possible turn.
    """

    states: Records
    seat: Any
    evaluations: Values
    results: Values
    group: Any

    def __len__(self) -> int:
        return len(self.results)


Sampler = Callable[[Game, Numbers, tuple[int, int]], Positions]
"""Function that plays games by bots with these weights and returns positions, for a first seed and a number of games.

It can be pickled, and its name is part of the names of the files.
"""


def generate_positions(
    sampler: Sampler,
    game: Game,
    folder: Path,
    games: int,
    executor: Executor,
    seed: int = 0,
    weights: Numbers = NO_WEIGHTS,
) -> Iterator[int]:
    """Sample positions of games and write them to files in ``folder``; yield the number of games done.

    Games that are stored already are not played again, so the same call resumes an interrupted run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {first: _file(sampler, folder, game, weights, seed + first) for first in range(0, games, GAMES_A_FILE)}
    missing = [first for first, file in files.items() if not file.is_file()]
    done = games - sum(min(GAMES_A_FILE, games - first) for first in missing)
    yield done
    jobs = [(seed + first, min(GAMES_A_FILE, games - first)) for first in missing]
    for first, positions in zip(missing, executor.run(partial(sampler, game, weights), jobs), strict=True):
        _write(files[first], positions)
        done += min(GAMES_A_FILE, games - first)
        yield done


def read(sampler: Sampler, folder: Path, game: Game, weights: Numbers = NO_WEIGHTS) -> Iterator[Positions]:
    """Yield the positions of each file of the sampler in ``folder`` for this game, its options and ``weights``."""
    begin, _, end = _file(sampler, folder, game, weights, 0).name.rpartition("0000000000")
    for file in sorted(one for one in folder.iterdir() if one.name.startswith(begin) and one.name.endswith(end)):
        with np.load(file) as stored:
            states = new_records(game.type.state_type, len(stored["results"]))
            states.view(np.uint8)[:] = np.frombuffer(stored["states"].tobytes(), np.uint8)
            yield Positions(states, stored["seat"], stored["evaluations"], stored["results"], stored["group"])


def _file(sampler: Sampler, folder: Path, game: Game, weights: Numbers, seed: int) -> Path:
    bots = blake2b(weights.tobytes(), digest_size=4).hexdigest() if len(weights) else "start"
    variant = variant_name(game).replace("/", "_")  # An option may be the path of a component file.
    return folder / f"{game.name}-{variant}-{sampler.__name__}-{bots}-{seed:010d}.npz"


def _write(file: Path, positions: Positions) -> None:
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez_compressed(
            out,
            states=positions.states.view(np.uint8),
            seat=positions.seat,
            evaluations=positions.evaluations,
            results=positions.results,
            group=positions.group,
        )
    part.replace(file)

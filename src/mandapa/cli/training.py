"""``mandapa lab train``: a network learns to evaluate a game."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import typer

import mandapa
from mandapa.bots.learnt import write_weights
from mandapa.cli.common import counted
from mandapa.cli.errors import Failure
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena.entrants import NO_NETWORK
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.executor import Executor
from mandapa.lab.reports.tables import arena_table
from mandapa.lab.training.learning import Learnt, examples, learn, network_of
from mandapa.lab.training.positions import Course, gather
from mandapa.library import Game

PROOF_SEED = 1_000_000_000
"""Games of the proof begin here: far from those that positions come from."""


@dataclass(frozen=True)
class Order:
    """What ``mandapa lab train`` is asked for.

    Attributes:
        games: the game, once for each number of players to learn with.
        matches: games to gather positions from, for each number of players.
        passes: over the positions.
        proof: games against the player without what was learnt, with the first number of players.
        simulations: a decision in those games.
        folder: where positions are kept, for this run and for those that go on.
        weights: the file to write.
    """

    games: list[Game]
    matches: int
    passes: int
    proof: int
    simulations: int
    seed: int
    folder: Path
    weights: Path


def train(order: Order, executor: Executor, as_json: bool) -> None:
    """Gather positions, learn from them, prove in games what was learnt, and write it."""
    game = order.games[0]
    network = network_of(game)
    course = Course()
    with executor:
        for one in order.games:
            warm(one)
            title = f"{one.name}: positions with {counted(one.players, 'player')}"
            with progress_bar(title, order.matches) as report:
                for done in gather(one, order.folder, order.matches, executor, course, order.seed):
                    report(done)
        with progress_bar(f"{game.name}: learning", order.passes) as report:
            found = _learn(order, lambda number: report(number))
        made = {
            "command": "mandapa lab train",
            "version": mandapa.__version__,
            "game": game.name,
            "players": [one.players for one in order.games],
            "options": dict(game.options),
            "games": order.matches,
            "seed": order.seed,
            "course": asdict(course),
            "built_on": str(game.type.planning.weights.name) if game.type.planning.weights else None,
            **found.to_json(),
        }
        # Not in place before it has met what it is built on, which may be the same file.
        candidate = order.weights.with_name(f"{order.weights.stem}-candidate.npz")
        write_weights(candidate, found.weights, made)
        proof = None
        if order.proof:
            proof = _prove(order, candidate, executor)
            made["proof"] = {
                "against": made["built_on"] or NO_NETWORK,
                "players": game.players,
                "games": len(proof.played),
                "seed": PROOF_SEED,
                "simulations": order.simulations,
                "wins": proof.win_rate(0).to_json(),
            }
            write_weights(candidate, found.weights, made)
        candidate.replace(order.weights)
    if as_json:
        typer.echo(json.dumps(made))
    else:
        if proof is not None:
            tables().print(arena_table(proof))
        passes = counted(found.passes, "pass", "passes")
        typer.echo(f"not learnt from: {found.before} before, {found.after} after {passes}")
        typer.echo(f"written: {order.weights}, {network.weights} numbers")


def _learn(order: Order, report: Any) -> Learnt:
    game = order.games[0]
    try:
        given = examples(order.games, order.folder)
        return learn(network_of(game), given, order.passes, order.seed, lambda number, _: report(number))
    except ImportError as error:
        raise Failure(f"train: {error}") from error


def _prove(order: Order, candidate: Path, executor: Executor) -> Result:
    """Games of the player that has learnt against the one that it was built on."""
    game = order.games[0]
    old = game.type.planning.weights
    names = [f"planner:{candidate}@{order.simulations}", f"planner:{old or NO_NETWORK}@{order.simulations}"]
    with progress_bar(f"{game.name}: proof", order.proof) as report:
        result = arena(game, names, order.proof, PROOF_SEED, executor, report)
    return result

"""``mandapa lab train``: train the network of a game's evaluation."""

import json
from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli.errors import Failure
from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.cli.text import counted
from mandapa.lab.training import pipeline
from mandapa.lab.training.value_training import network_of

app = typer.Typer()


@app.command()
def train(
    game: GameName,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games to sample positions from.")] = 700,
    passes: Annotated[int, typer.Option(min=1, help="Number of passes over the positions.")] = 40,
    proof: Annotated[int, typer.Option(min=0, help="Number of test games against the previous weights.")] = 200,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per decision in the test games.")] = 200,
    folder: Annotated[Path, typer.Option(help="Folder for positions, which later runs reuse.")] = Path("positions"),
    to: Annotated[Path | None, typer.Option(help="File of weights to write.", show_default="the game's own")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the games and the training.")] = 0,
    option: Options = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Train a network to evaluate a game, from positions assessed by simulations; resumes an interrupted run."""
    variants = [load_game(game, number, option) for number in players or (None,)]
    weights = to or variants[0].type.folder / "ai" / "network.npz"
    plan = pipeline.TrainingPlan(variants, games, passes, proof, simulations, seed, folder, weights)
    with common.make_executor(workers, ray) as executor:
        network = network_of(variants[0])
        for one in variants:
            warm(one)
        try:
            found = pipeline.train(plan, executor, progress_bar)
        except ImportError as error:
            raise Failure(f"train: {error}") from error
    if as_json:
        typer.echo(json.dumps(found.made))
        return
    if found.proof is not None:
        tables().print(common.arena_table(found.proof))
    learnt = found.learnt
    typer.echo(f"validation: {learnt.before} before, {learnt.after} after {counted(learnt.passes, 'pass', 'passes')}")
    typer.echo(f"written: {weights}, {network.weights} weights")

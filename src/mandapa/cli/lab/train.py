"""``mandapa lab train``: train the network of a game's evaluation."""

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from mandapa.cli import errors, options, progress, text
from mandapa.cli.lab import common
from mandapa.lab.training import pipeline, value_training

app = typer.Typer()


@app.command()
def train(
    game: options.GameName,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games to play in a round.")] = 4000,
    labels: Annotated[
        Literal["results", "simulations"],
        typer.Option(help="Learn final results, or what simulations say about the turns of a decision."),
    ] = "results",
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; later ones play with the network so far.")] = 1,
    passes: Annotated[int, typer.Option(min=1, help="Number of passes over the positions.")] = 8,
    proof: Annotated[int, typer.Option(min=0, help="Number of test games against the previous weights.")] = 200,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per decision in the test games.")] = 200,
    folder: Annotated[Path, typer.Option(help="Folder for positions, which later runs reuse.")] = Path("positions"),
    to: Annotated[Path | None, typer.Option(help="File of weights to write.", show_default="the game's own")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the games and the training.")] = 0,
    option: options.Options = None,
    change: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Also train with the game changed by this option; may be repeated."),
    ] = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: options.AsJson = False,
) -> None:
    """Train a network to evaluate a game; resumes an interrupted run."""
    if labels == pipeline.SIMULATIONS and rounds > 1:
        raise errors.Failure(f"rounds: found {rounds}, expected 1 with --labels simulations")
    changes = [[], *([one] for one in change or [])]
    variants = [
        options.load_game(game, number, [*(option or []), *changed])
        for number in players or (None,)
        for changed in changes
    ]
    weights = to or variants[0].type.folder / "ai" / "network.npz"
    command = common.command_line()
    plan = pipeline.TrainingPlan(
        variants, games, labels, rounds, passes, proof, simulations, seed, folder, weights, command
    )
    with common.make_executor(workers, ray) as executor:
        network = value_training.network_of(variants[0])
        for one in variants:
            progress.warm(one)
        try:
            found = pipeline.train(plan, executor, progress.progress_bar)
        except ImportError as error:
            raise errors.Failure(f"train: {error}") from error
    if as_json:
        typer.echo(json.dumps(found.made))
        return
    if found.proof is not None:
        progress.tables().print(common.arena_table(found.proof))
    learnt = found.learnt
    typer.echo(
        f"error on held-out games: {learnt.before:.3f} without the network, {learnt.after:.3f} with it, "
        f"after {text.counted(learnt.passes, 'pass', 'passes')}"
    )
    typer.echo(f"written: {weights}, {network.weights} weights")

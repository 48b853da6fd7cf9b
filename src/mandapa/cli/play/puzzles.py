"""``mandapa puzzles``: list and show the puzzles of a game."""

from typing import Annotated

import typer
from rich.table import Table

import mandapa
from mandapa.cli import errors, options, progress
from mandapa.coach.puzzles import Puzzle, puzzle, puzzles as puzzles_of

app = typer.Typer()


@app.command()
def puzzles(
    game: options.GameName,
    id: Annotated[str | None, typer.Argument(help="Id of a puzzle, as listed.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show its best turn.")] = False,
) -> None:
    """List the puzzles that come with a game, or show one."""
    if id is None:
        _list(game)
    else:
        _show(game, id, solution)


def _list(name: str) -> None:
    """Print a table of the puzzles that come with a game."""
    table = Table(
        "puzzle",
        "players",
        "",
        "gains",
        "missed by quick searches %",
        title=f"Puzzles of {mandapa.game_type(name).title}",
    )
    for one in puzzles_of(name):
        table.add_row(one.id, str(one.options["players"]), one.difficulty, _gained(one), f"{one.missed:.0%}")
    progress.tables().print(table)


def _show(name: str, id: str, solution: bool) -> None:
    """Print a puzzle's position as text or, with ``solution``, its best turn."""
    one = puzzle(name, id)
    if one is None:
        raise errors.Failure(f"puzzle: found {id}, expected one that `mandapa puzzles {name}` lists")
    if not solution:
        typer.echo(f"seat {one.seat} is to act\n{one.state()}")
        return
    typer.echo(f"best: {', '.join(one.best)}")
    typer.echo(f"{_gained(one)} more than {', '.join(one.second.actions)}")


def _gained(one: Puzzle) -> str:
    """Return the advantage of a puzzle's best turn over the best of the wrong turns, with its unit."""
    return f"{one.gain:+.0%} chance" if one.unit == "chance" else f"{one.gain:+.1f} {one.unit}"

"""``mandapa lab puzzles``: search for puzzles and lessons."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import mandapa
from mandapa.cli.lab import common
from mandapa.cli.options import GameName, Options, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.coach import lessons as coach_lessons
from mandapa.coach.puzzles import LEVELS
from mandapa.lab import checkpoint, lessons as lab_lessons, puzzles as lab_puzzles
from mandapa.library import Game

app = typer.Typer()


@app.command()
def puzzles(
    game: GameName,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of self-play games to search.")] = 40,
    lessons: Annotated[
        bool,
        typer.Option(
            "--lessons",
            help="Search for lessons: measure the value of the game's ideas, and find positions where they matter.",
        ),
    ] = False,
    wanted: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of puzzles (60), or of tasks per lesson (3).")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for results of games, which are not searched again.")
    ] = None,
    to: Annotated[Path | None, typer.Option(help="File to write.", show_default="the game's own")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game.")] = 0,
    option: Options = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
) -> None:
    """Search for positions in which one turn is clearly best but not obvious, or for lessons."""
    kind, usual = ("lessons", 3) if lessons else ("puzzles", 60)
    variants = [load_game(game, number, option) for number in players or (None,)]
    folder, to = folder or Path(kind), to or variants[0].type.content / f"{kind}.json"
    name, executor = variants[0].name, common.make_executor(workers, ray)
    settings, find = lab_puzzles.SearchSettings(), lab_puzzles.puzzles_of
    if lessons:
        settings, find = lab_lessons.TASKS, lab_lessons.findings_of
    for variant in variants:
        warm(variant)
    findings: list[dict[str, Any]] = []
    with executor, progress_bar(f"{name}: games", games * len(variants)) as report:
        for number, variant in enumerate(variants):
            for done, found in lab_puzzles.search_games(variant, folder, seed, games, executor, settings, find):
                findings += found
                report(number * games + done)
    counts = " ".join(f"--players {variant.players}" for variant in variants)
    options = "".join(f" --option {key}={value}" for key, value in checkpoint.changed_options(variants[0]).items())
    command = f"mandapa lab puzzles {name}{' --lessons' * lessons} {counts} --games {games} --seed {seed}{options}"
    made = {"command": command, "version": mandapa.__version__}
    write = _write_lessons if lessons else _write_puzzles
    write(to, variants[0], findings, made, wanted or usual)


def _write_puzzles(to: Path, game: Game, findings: list[dict[str, Any]], made: dict[str, Any], wanted: int) -> None:
    """Write the best puzzles to a file, and print the number of puzzles of each difficulty."""
    kept = lab_puzzles.select_puzzles(lab_puzzles.puzzles_from(findings, game.name, made), wanted)
    lab_puzzles.write(to, game.name, made, kept)
    levels = ", ".join(f"{sum(one.difficulty == level for one in kept)} {level}" for level in LEVELS)
    typer.echo(f"written: {to}, {len(kept)} of {len(findings)} puzzles ({levels})")


def _write_lessons(to: Path, game: Game, findings: list[dict[str, Any]], made: dict[str, Any], wanted: int) -> None:
    """Write lessons that are built from the findings of the search, and print the measured value of each idea."""
    lessons = lab_lessons.build_lessons(game, findings, made, wanted)
    coach_lessons.write(to, game.name, made, lessons)
    table = Table("idea", "positions", "better %", "gains", "winning chance %", "tasks", title=game.type.title)
    for one in lessons:
        proof = one.proof
        gains, chance = f"{proof.gain:+.2f} {proof.unit}", f"{proof.gain_chance:+.1%}"
        table.add_row(one.id, str(proof.positions), f"{proof.better:.0%}", gains, chance, str(len(one.tasks)))
    tables().print(table)
    typer.echo(f"written: {to}")

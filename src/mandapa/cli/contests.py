"""``mandapa arena`` and ``mandapa bench``: the laboratory's measurements, printed."""

from __future__ import annotations

import json

import typer
from rich.console import Console

from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab import arena as lab_arena
from mandapa.lab import bench as lab_bench
from mandapa.lab.report import arena_table, bench_tables
from mandapa.library import Game


def arena(game: Game, bots: list[str], games: int, seed: int | None, workers: int, as_json: bool) -> None:
    """Let the computer players meet and print how they compare."""
    for bot in bots:
        lab_arena.Entrant.parse(bot)
    warm(game)
    groups = -(-games // game.players)
    with progress_bar(f"{game.name}: {', '.join(bots)}", groups * game.players) as report:
        result = lab_arena.arena(game, bots, games, seed, workers, report)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        tables().print(arena_table(result))


def bench(games: list[str], repeats: int, as_json: bool) -> None:
    """Measure and print speeds."""
    console = Console(stderr=True)
    with console.status("getting ready") as status:
        report = lab_bench.bench(games, repeats, lambda what, done, total: status.update(f"{done + 1}/{total}  {what}"))
    if as_json:
        typer.echo(json.dumps(report.to_json()))
        return
    for table in bench_tables(report):
        tables().print(table)
    for sentence in report.missing:
        typer.echo(sentence)

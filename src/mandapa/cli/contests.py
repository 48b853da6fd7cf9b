"""``mandapa arena`` and ``mandapa bench``: the laboratory's measurements, printed."""

from __future__ import annotations

import json

import typer

from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab import arena as lab_arena
from mandapa.lab.report import arena_table
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

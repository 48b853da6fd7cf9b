"""``mandapa simulate``: many games by computer players, with statistics or with every invariant checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mandapa.cli.common import load_game, names_for_seats
from mandapa.kernel.compiling import interpreted_only
from mandapa.lab.simulation import Progress as Report
from mandapa.lab.simulation import Statistics, simulate_random
from mandapa.lab.simulation import simulate as simulate_bots
from mandapa.library import Game

COMPILING_PAYS = 300
"""So many random games are played faster by compiling first, even if nothing is in the cache yet."""


def simulate(
    name: str, players: int | None, bots: str, games: int, seed: int | None, options: list[str], as_json: bool
) -> None:
    """Play the games and print the statistics."""
    game = load_game(name, players, options)
    names = names_for_seats(bots, game.players, "--bots")
    rng = np.random.default_rng(seed)
    only_random = set(names) == {"random"}
    if not only_random or game.engine.cached or games >= COMPILING_PAYS:
        warm(game)
    with progress_bar(f"{game.name}: {bots}", games) as report:
        if only_random:
            statistics = simulate_random(game, games, rng, report)
        else:
            from mandapa.cli.terminal import choosers

            seats = choosers(dict(enumerate(names)), game, rng)
            statistics = simulate_bots(game, [seats[seat] for seat in range(game.players)], games, rng, report)
    described = {"game": game.name, "players": game.players, "options": game.options, "bots": names}
    described |= {"compiled": game.engine.ready, **statistics.to_json()}
    if as_json:
        typer.echo(json.dumps(described))
    else:
        print_statistics(game, names, statistics, described)


def warm(game: Game) -> None:
    """Load or make the machine code, with a line on standard error while that takes long."""
    if game.engine.ready or interpreted_only():
        return
    console = Console(stderr=True)
    doing = "loading" if game.engine.cached else "compiling (only this once)"
    with console.status(f"{doing} the machine code of {game.name}"):
        game.engine.warm()


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Report]:
    """A progress bar on standard error; gives a function that takes the number of games done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


def print_statistics(game: Game, names: list[str], statistics: Statistics, described: dict[str, Any]) -> None:
    """Tables for people."""
    console = Console(highlight=False)
    speed = f"{described['games_per_second']:,.0f} games a second, {described['seconds']:.2f} s"
    console.print(f"{game.type.title}, {game.players} players, {statistics.games:,} games ({speed})")
    seats = Table("seat", "player", "mean score", "sd", "least", "greatest", "wins %")
    spread = described["scores"]
    for seat, name in enumerate(names):
        rate, margin = described["win_rates"][seat], described["win_rate_margins"][seat]
        seats.add_row(
            str(seat),
            name,
            f"{described['mean_scores'][seat]:.2f}",
            f"{spread['standard_deviations'][seat]:.2f}",
            f"{spread['least'][seat]:g}",
            f"{spread['greatest'][seat]:g}",
            f"{100 * rate:.1f} ± {100 * margin:.1f}",
        )
    console.print(seats)
    lengths, branching = described["lengths"], described["branching"]
    console.print(
        f"actions a game, chance included: {described['plies_per_game']:.1f}"
        f" ({lengths['least']} to {lengths['greatest']});"
        f" decisions: {branching['decisions_per_game']:.1f}\n"
        f"legal actions at a decision: {branching['mean_legal_actions']:.2f} on average,"
        f" {branching['most_legal_actions']} at most; {100 * branching['forced_share']:.1f} % have only one"
    )
    kinds = Table("decision", "a game", "share %")
    counts = described["actions_per_game"]
    for kind, count in counts.items():
        kinds.add_row(kind, f"{count:.2f}", f"{100 * count / sum(counts.values()):.1f}")
    console.print(kinds)

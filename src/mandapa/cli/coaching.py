"""``mandapa analyse`` and ``mandapa lab calibrate``: what the coach says of a game, and how true its chances are."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.table import Table

from mandapa.cli.errors import Failure
from mandapa.cli.files import match_of, seat_names
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.coach import Analysis, Analyst
from mandapa.coach.judging import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE
from mandapa.lab.calibration import foresee, missed, spread_of, told_and_true
from mandapa.lab.executor import Executor
from mandapa.library import Game

SIGNS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
"""Of turns that had a better one, as chess players write them."""


def analyse_file(file: Path, simulations: int, as_json: bool) -> None:
    """Judge the game of a record file."""
    match = match_of(file)
    if not match.state.is_terminal:
        raise Failure(f"{file}: found a game that is not over, expected one that its rules have ended")
    warm(match.game)
    analyst = Analyst(match.state, simulations)
    with progress_bar(f"{match.game.name}: judging", len(analyst.parts)) as report:
        for done, part in enumerate(analyst.parts, 1):
            analyst.look(part)
            report(done)
    found = analyst.found()
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    names = seat_names(match)
    tables().print(_seats(match.game, found, names))
    tables().print(_turns(found, names))


def _seats(game: Game, found: Analysis, names: list[str]) -> Table:
    """One row a seat."""
    caption = (
        f"in {found.unit or 'practice'}; lost by turns that were not the best, {found.simulations} simulations each"
    )
    table = Table("seat", "won", "luck", "lost", "chance lost", "best or good", title=game.type.title, caption=caption)
    for summary in found.summaries:
        good = summary.marks[BEST] + summary.marks[GOOD]
        table.add_row(
            names[summary.seat],
            f"{found.won[summary.seat]:.0%}",
            f"{summary.luck:+.1f}",
            f"{summary.lost:.1f}",
            f"{summary.lost_chance:.0%}",
            f"{good} of {summary.decisions}",
        )
    return table


def _turns(found: Analysis, names: list[str]) -> Table:
    """The turns that had a better one."""
    table = Table("after", "seat", "", "chance lost", "played", "better", title="Turns that had a better one")
    for verdict in found.verdicts:
        if verdict.mark in SIGNS:
            played, best = ", ".join(verdict.played), ", ".join(verdict.best)
            row = (str(verdict.ply), names[verdict.seat], SIGNS[verdict.mark], f"{verdict.lost_chance:.0%}")
            table.add_row(*row, played, best)
    return table


def calibrate(game: Game, games: int, simulations: int, seed: int, executor: Executor, as_json: bool) -> None:
    """How far results lie from what players expect, and whether chances to win that follow from it are true."""
    warm(game)
    with executor, progress_bar(f"{game.name}: games", games) as report:
        foreseen = foresee(game, games, simulations, executor, seed, report)
    spread = spread_of(foreseen)
    rows = told_and_true(game, foreseen, spread)
    if as_json:
        found = {"game": game.name, "players": game.players, "spread": spread, "chances": rows}
        typer.echo(json.dumps({**found, "missed": missed(foreseen)}))
        return
    title = f"{game.type.title}, {game.players} players, {games} games"
    table = Table("chance told %", "games won %", "seen", title=title, caption=f"spread {spread:.1f}")
    for row in rows:
        table.add_row(f"{row['told']:.0%}", f"{row['true']:.0%}", str(row["seen"]))
    tables().print(table)
    behind = Table("to come %", "results higher than told by", title="What was expected")
    for stage in missed(foreseen):
        behind.add_row(f"{stage['left']:.0%}", f"{stage['missed']:+.1f}")
    tables().print(behind)

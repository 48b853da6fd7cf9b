"""``mandapa analyse``: analyse the turns of a recorded game."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.bots import core_pool
from mandapa.cli.errors import Failure
from mandapa.cli.lab.common import check_page
from mandapa.cli.options import AsJson, GameNumber, ReadableFile
from mandapa.cli.play.records import match_of, seat_names
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.coach import Analysis, Analyst
from mandapa.coach.analysis import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE
from mandapa.library import Game

UNITS = {"points": "points", "lead": "points ahead", "chance": "winning chances", None: "practice"}
SIGNS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
"""Symbols, as in chess, for turns that had a better alternative, by the mark of the turn."""

app = typer.Typer()


@app.command()
def analyse(
    file: ReadableFile,
    simulations: Annotated[int, typer.Option(min=20, help="Number of simulations per decision.")] = 400,
    page: Annotated[Path | None, typer.Option(help="Write the analysis to this HTML file.")] = None,
    number: GameNumber = None,
    as_json: AsJson = False,
) -> None:
    """Analyse the finished game in a record: the loss of each turn compared with the best turn, and the luck."""
    check_page(page)
    match = match_of(file, number)
    if not match.state.is_terminal:
        raise Failure(f"{file}: found a game that is not over, expected one that has ended by its rules")
    warm(match.game)
    core_pool.configure()
    analyst = Analyst(match.state, simulations)
    with progress_bar(f"{match.game.name}: judging", len(analyst.parts)) as report:
        for done, part in enumerate(analyst.parts, 1):
            analyst.analyse_part(part)
            report(done)
    found = analyst.analysis()
    names = seat_names(match)
    if page is not None:
        from mandapa.lab.reports import analysis_report

        page.write_text(analysis_report.page(match.state, found, names), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    tables().print(_seats(match.game, found, names))
    tables().print(_turns(found, names))
    if page is not None:
        typer.echo(f"written: {page}")


def _seats(game: Game, found: Analysis, names: list[str]) -> Table:
    """Return a table with one row per seat."""
    unit = UNITS[found.unit]
    caption = f"in {unit}; lost: cost of turns other than the best, {found.simulations} simulations each"
    number = "{:.1%}".format if found.unit == "chance" else "{:.1f}".format
    head = ("seat", "won", "result", "luck", "lost", "a decision", "chance lost", "best or good")
    table = Table(*head, title=game.type.title, caption=caption)
    for summary in found.summaries:
        good = summary.marks[BEST] + summary.marks[GOOD]
        table.add_row(
            names[summary.seat],
            f"{found.won[summary.seat]:.0%}",
            number(summary.result),
            f"{number(summary.luck)} ± {number(summary.luck_doubt)}",
            number(summary.lost),
            number(summary.error),
            f"{summary.lost_chance:.0%}",
            f"{good} of {summary.decisions}",
        )
    return table


def _turns(found: Analysis, names: list[str]) -> Table:
    """Return a table of the turns that had a better alternative."""
    table = Table("after", "seat", "", "chance lost", "played", "better", title="Turns that could be improved")
    for verdict in found.verdicts:
        if verdict.mark in SIGNS:
            played, best = ", ".join(verdict.played), ", ".join(verdict.best)
            row = (str(verdict.ply), names[verdict.seat], SIGNS[verdict.mark], f"{verdict.lost_chance:.0%}")
            table.add_row(*row, played, best)
    return table

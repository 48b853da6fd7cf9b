"""What the coach says of a game, how true its chances are, and its puzzles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.table import Table

import mandapa
from mandapa.bots import cores
from mandapa.cli.errors import Failure
from mandapa.cli.files import match_of, seat_names
from mandapa.cli.progress import progress_bar, study_title, tables, warm
from mandapa.coach import Analysis, Analyst
from mandapa.coach import lessons as coach_lessons
from mandapa.coach.analysis import BEST, BLUNDER, GOOD, INACCURACY, MISTAKE
from mandapa.coach.puzzles import LEVELS, Puzzle, puzzle, puzzles
from mandapa.lab.executor import Executor
from mandapa.lab.lessons import TASKS, findings_of, made_of
from mandapa.lab.puzzles import Course, all_of, chosen, look, puzzles_of, unusual, write
from mandapa.lab.training.calibration import foresee, missed, spread_of, told_and_true
from mandapa.library import Game

UNITS = {"points": "points", "lead": "points of the lead", "chance": "chances to win", None: "practice"}
SIGNS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??"}
"""Of turns that had a better one, as chess players write them."""


def analyse_file(file: Path, simulations: int, page: Path | None, as_json: bool) -> None:
    """Judge the game of a record file; to write a ``page`` about it, too."""
    match = match_of(file)
    if not match.state.is_terminal:
        raise Failure(f"{file}: found a game that is not over, expected one that its rules have ended")
    warm(match.game)
    cores.share()
    analyst = Analyst(match.state, simulations)
    with progress_bar(f"{match.game.name}: judging", len(analyst.parts)) as report:
        for done, part in enumerate(analyst.parts, 1):
            analyst.look(part)
            report(done)
    found = analyst.found()
    names = seat_names(match)
    if page is not None:
        from mandapa.lab.reports import judged

        page.write_text(judged.page(match.state, found, names), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    tables().print(_seats(match.game, found, names))
    tables().print(_turns(found, names))
    if page is not None:
        typer.echo(f"written: {page}")


def _seats(game: Game, found: Analysis, names: list[str]) -> Table:
    """One row a seat."""
    unit = UNITS[found.unit]
    caption = f"in {unit}; lost by turns that were not the best, {found.simulations} simulations each"
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
    """The turns that had a better one."""
    table = Table("after", "seat", "", "chance lost", "played", "better", title="Turns that had a better one")
    for verdict in found.verdicts:
        if verdict.mark in SIGNS:
            played, best = ", ".join(verdict.played), ", ".join(verdict.best)
            row = (str(verdict.ply), names[verdict.seat], SIGNS[verdict.mark], f"{verdict.lost_chance:.0%}")
            table.add_row(*row, played, best)
    return table


def calibrate(
    game: Game, games: int, simulations: int, seed: int, executor: Executor, as_json: bool, folder: Path | None = None
) -> None:
    """How far results lie from what players expect, and whether chances to win that follow from it are true."""
    warm(game)
    with executor, progress_bar(f"{game.name}: games", games) as report:
        foreseen = foresee(game, games, simulations, executor, seed, report, folder)
    spread = spread_of(foreseen)
    rows = told_and_true(game, foreseen, spread)
    if as_json:
        found = {"game": game.name, "players": game.players, "spread": spread, "chances": rows}
        typer.echo(json.dumps({**found, "missed": missed(foreseen)}))
        return
    title = study_title(game, games)
    table = Table("chance told %", "games won %", "seen", title=title, caption=f"spread {spread:.1f}")
    for row in rows:
        table.add_row(f"{row['told']:.0%}", f"{row['true']:.0%}", str(row["seen"]))
    tables().print(table)
    behind = Table("to come %", "results higher than told by", title="What was expected")
    for stage in missed(foreseen):
        behind.add_row(f"{stage['left']:.0%}", f"{stage['missed']:+.1f}")
    tables().print(behind)


@dataclass(frozen=True)
class Hunt:
    """What ``mandapa lab puzzles`` is asked for.

    Attributes:
        variants: the game, by number of players.
        games, seed: self-play games of each, and the seed of the first.
        wanted: puzzles to keep, at most.
        folder: where what each game gave is kept.
        to: the file to write.
        lessons: whether lessons are looked for instead, with at most so many ``wanted`` tasks each.
    """

    variants: Sequence[Game]
    games: int
    seed: int
    wanted: int
    folder: Path
    to: Path
    lessons: bool = False


def find_puzzles(hunt: Hunt, executor: Executor) -> None:
    """Look for puzzles in self-play games, or for lessons, and write them; what was broken off goes on."""
    name = hunt.variants[0].name
    course, find = (TASKS, findings_of) if hunt.lessons else (Course(), puzzles_of)
    told = []
    for game in hunt.variants:
        warm(game)
    with executor, progress_bar(f"{name}: games", hunt.games * len(hunt.variants)) as report:
        for number, game in enumerate(hunt.variants):
            for done, found in look(game, hunt.folder, hunt.seed, hunt.games, executor, course, find):
                told += found
                report(number * hunt.games + done)
    counts = " ".join(f"--players {game.players}" for game in hunt.variants)
    options = "".join(f" --option {name}={value}" for name, value in unusual(hunt.variants[0]).items())
    made = {
        "command": f"mandapa lab puzzles {name}{' --lessons' * hunt.lessons} {counts} --games {hunt.games} "
        f"--seed {hunt.seed}{options}",
        "version": mandapa.__version__,
    }
    if hunt.lessons:
        _write_lessons(hunt, told, made)
        return
    kept = chosen(all_of(told, name, made), hunt.wanted)
    write(hunt.to, name, made, kept)
    levels = ", ".join(f"{sum(one.difficulty == level for one in kept)} {level}" for level in LEVELS)
    typer.echo(f"written: {hunt.to}, {len(kept)} of {len(told)} puzzles ({levels})")


def _write_lessons(hunt: Hunt, told: list[dict[str, Any]], made: dict[str, Any]) -> None:
    """Write the lessons that the findings make, and say what each idea is worth."""
    game = hunt.variants[0]
    lessons = made_of(game, told, made, hunt.wanted)
    coach_lessons.write(hunt.to, game.name, made, lessons)
    table = Table("idea", "positions", "better %", "gains", "of the chance to win %", "tasks", title=game.type.title)
    for one in lessons:
        proof = one.proof
        gains, chance = f"{proof.gain:+.2f} {proof.unit}", f"{proof.gain_chance:+.1%}"
        table.add_row(one.id, str(proof.positions), f"{proof.better:.0%}", gains, chance, str(len(one.tasks)))
    tables().print(table)
    typer.echo(f"written: {hunt.to}")


def list_puzzles(name: str) -> None:
    """The puzzles that come with a game."""
    table = Table(
        "puzzle",
        "players",
        "",
        "gains",
        "missed by quick thoughts %",
        title=f"Puzzles of {mandapa.game_type(name).title}",
    )
    for one in puzzles(name):
        table.add_row(one.id, str(one.options["players"]), one.difficulty, _gained(one), f"{one.missed:.0%}")
    tables().print(table)


def show_puzzle(name: str, id: str, solution: bool) -> None:
    """A puzzle as text, or what its best turn is."""
    one = puzzle(name, id)
    if one is None:
        raise Failure(f"puzzle: found {id}, expected one that `mandapa puzzles {name}` lists")
    if not solution:
        typer.echo(f"seat {one.seat} is to act\n{one.state()}")
        return
    typer.echo(f"best: {', '.join(one.best)}")
    typer.echo(f"{_gained(one)} more than {', '.join(one.second.actions)}")


def _gained(one: Puzzle) -> str:
    """What the best turn of a puzzle brings more than the second, in its unit."""
    return f"{one.gain:+.0%} chance" if one.unit == "chance" else f"{one.gain:+.1f} {one.unit}"

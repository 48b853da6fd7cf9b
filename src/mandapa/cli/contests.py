"""``mandapa lab``, ``mandapa arena`` and ``mandapa bench``: the laboratory's studies, printed."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import typer
from rich.console import Console

from mandapa.cli.common import parse_options, recorder
from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab import bench as lab_bench
from mandapa.lab import executor as executors
from mandapa.lab.arena import balance as lab_balance
from mandapa.lab.arena import evaluation as lab_evaluation
from mandapa.lab.arena import ladder as lab_ladder
from mandapa.lab.arena import matches as lab_arena
from mandapa.lab.arena.entrants import Entrant
from mandapa.lab.checkpoint import kept_games, variant_name
from mandapa.lab.executor import Executor
from mandapa.lab.reports.tables import (
    arena_table,
    balance_tables,
    bench_tables,
    evaluation_table,
    ladder_table,
    rating_table,
)
from mandapa.lab.training import dataset as lab_dataset
from mandapa.lab.training import tuning as lab_tuning
from mandapa.library import Game, game_type, games

ALL = "all"
"""In place of a game: every installed one."""


@dataclass(frozen=True)
class Output:
    """Where a balance report goes: an HTML file, a folder of tables, and standard output as a table or as JSON."""

    page: Path | None
    data: Path | None
    as_json: bool


@dataclass(frozen=True)
class Printed:
    """Where the arena's result goes: standard output, as a table or as JSON; and its games, if they are kept."""

    as_json: bool
    record: Path | None


@dataclass(frozen=True)
class Tuning:
    """What ``mandapa lab tune`` is asked for."""

    game: Game
    bot: str
    parameters: list[str]
    steps: int
    games: int
    proof: int
    seed: int | None
    folder: Path | None


@dataclass(frozen=True)
class Climb:
    """What ``mandapa lab ladder`` is asked for."""

    game: str
    bots: list[str]
    players: list[int]
    options: list[str]
    games: int
    seed: int
    folder: Path | None
    pages: list[Path]
    methods: bool
    curve: bool

    def variants(self) -> list[Game]:
        """The games with their numbers of players and options."""
        if not self.games and self.folder is None:
            raise UsageError("--games: found 0 without --folder, expected games to play or a folder with games")
        given = parse_options(self.options)
        if self.game == ALL and given:
            raise UsageError(f"--option: found {', '.join(given)} for all games, expected one game")
        names = self._all() if self.game == ALL else [self.game]
        return [game for name in names for game in lab_ladder.variants(game_type(name), self.players, given)]

    def _all(self) -> list[str]:
        if not self.pages:
            return list(games())
        from mandapa.lab.reports.strength import has_place

        return [name for name in games() if any(has_place(page, name) for page in self.pages)]


def executor(workers: int, address: str | None) -> Executor:
    """Where the games are played; ``Failure`` if Ray is asked for and cannot be had."""
    try:
        return executors.executor(workers, address)
    except (ImportError, ConnectionError) as error:
        raise Failure(f"--ray {address}: {error}") from error


def lasting_seed(seed: int | None, folder: Path | None) -> int | None:
    """The seed of a study: where its games are kept, the same each time, so that the same command goes on."""
    return 0 if seed is None and folder is not None else seed


def arena(
    game: Game,
    bots: list[str],
    games: int,
    seed: int | None,
    executor: Executor,
    to: Printed,
    folder: Path | None = None,
) -> None:
    """Let the computer players meet and print how they compare; games in ``folder`` are not played again."""
    for bot in bots:
        Entrant.parse(bot).player(game)
    warm(game)
    total = lab_arena.games_in_groups(game, len(set(bots)), games)
    with executor, progress_bar(f"{game.name}: {', '.join(bots)}", total) as report, recorder(to.record) as keep:
        seed = lasting_seed(seed, folder)
        kept = None if folder is None or seed is None else kept_games(folder, game, bots, seed)
        result = lab_arena.arena(game, bots, games, seed, executor, report, keep, kept)
    if to.as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        tables().print(arena_table(result))


def ladder(order: Climb, executor: Executor, as_json: bool) -> None:
    """Let each level meet the one below, and others some of them, print how far they are apart, and write the page."""
    variants = order.variants()
    if order.pages:
        from mandapa.lab.reports.strength import check_places, write

        check_places(order.pages, {game.name for game in variants})
    meetings = lab_ladder.pairs(order.bots, order.methods, order.curve)
    for name in order.bots:
        Entrant.parse(name).player(variants[0])
    for name in dict.fromkeys(chain.from_iterable(meetings)):
        Entrant.parse(name).facts(variants[0])
    found = []
    with executor:
        for game in variants:
            if order.games:
                warm(game)
            total = lab_ladder.games_of(game, meetings, order.games)
            with progress_bar(f"{game.name} {variant_name(game)}: the levels", total) as report:
                ladder = lab_ladder.ladder(game, order.games, order.seed, executor, report, meetings, order.folder)
            found.append(ladder)
            if not as_json:
                tables().print(ladder_table(ladder))
    written = write(order.pages, found) if order.pages else []
    if as_json:
        typer.echo(json.dumps([one.to_json() for one in found]))
    else:
        for _, of_game in groupby(found, lambda one: one.game.name):
            tables().print(rating_table(list(of_game)))
        for path in written:
            typer.echo(f"written: {path}")


def evaluate(policy: str, game: Game, seeds: int, executor: Executor, folder: Path | None = None) -> None:
    """Play a policy against the pool; a table on standard error, one line of JSON on standard output."""
    Entrant.parse(policy).player(game)
    warm(game)
    total = len(lab_evaluation.POOL) * lab_evaluation.games_of(game, seeds)
    with executor, progress_bar(f"{game.name}: {policy}", total) as report:
        found = lab_evaluation.evaluate(policy, game, seeds, executor=executor, progress=report, folder=folder)
    tables(stderr=True).print(evaluation_table(found))
    typer.echo(json.dumps(found.to_json()))


def dataset(folder: Path, variants: list[Game], bot: str, number: int, seed: int, executor: Executor) -> None:
    """Write a data set, and say which files."""
    for game in variants:
        Entrant.parse(bot).player(game)
    totals = [lab_arena.games_in_groups(game, 1, number) for game in variants]
    with executor, progress_bar(f"{bot}: {', '.join(game.name for game in variants)}", sum(totals)) as report:

        def add(game: Game, done: int) -> None:
            report(sum(totals[: variants.index(game)]) + done)

        command = shlex.join(["mandapa", *sys.argv[1:]])
        try:
            written = lab_dataset.write_dataset(folder, variants, bot, number, seed, executor, command, add)
        except (ImportError, OSError) as error:
            raise Failure(f"{folder}: {error}") from error
    for file in written.files:
        typer.echo(f"written: {file}")


def balance(
    variants: Mapping[str, Game],
    bots: list[str],
    games: int,
    seed: int | None,
    executor: Executor,
    output: Output,
    folder: Path | None = None,
) -> None:
    """Watch games of all variants and report; games in ``folder`` are not played again."""
    game = next(iter(variants.values()))
    for bot in bots:
        Entrant.parse(bot).player(game)
    warm(game)
    with executor, progress_bar(f"{game.name}: {', '.join(bots)}", games * len(variants)) as report:
        seed = lasting_seed(seed, folder)
        result = lab_balance.balance(variants, bots, games, seed, executor, report, folder)
    written = result.write_data(output.data) if output.data is not None else []
    if output.page is not None:
        from mandapa.lab.reports.page import page

        output.page.write_text(page(result), encoding="utf-8")
        written.append(output.page)
    if output.as_json:
        typer.echo(json.dumps(result.to_json()))
        return
    for table in balance_tables(result):
        tables().print(table)
    for path in written:
        typer.echo(f"written: {path}")


def tune(order: Tuning, executor: Executor, as_json: bool) -> None:
    """Tune a computer player and print what was found and how it does."""
    parameters = [lab_tuning.Parameter.parse(text) for text in order.parameters]
    warm(order.game)
    step, proof = (lab_arena.games_in_groups(order.game, 2, games) for games in (order.games, order.proof))
    total = order.steps * step + proof
    with executor, progress_bar(f"{order.game.name}: {order.bot}, {total} games", total) as report:
        found = lab_tuning.tune(
            order.game,
            order.bot,
            parameters,
            order.steps,
            order.games,
            order.proof,
            lasting_seed(order.seed, order.folder),
            executor,
            report,
            order.folder,
        )
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    typer.echo(f"before: {found.before.label}\nfound:  {found.after.label}")
    if found.after == found.before:
        typer.echo("nothing better was found")
    else:
        tables().print(arena_table(found.proof))


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

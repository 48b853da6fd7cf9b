"""``mandapa lab``, ``mandapa arena`` and ``mandapa bench``: the laboratory's studies, printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from mandapa.cli.common import recorder
from mandapa.cli.errors import Failure
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab import arena as lab_arena
from mandapa.lab import balance as lab_balance
from mandapa.lab import bench as lab_bench
from mandapa.lab import evaluation as lab_evaluation
from mandapa.lab import executor as executors
from mandapa.lab import ladder as lab_ladder
from mandapa.lab import tuning as lab_tuning
from mandapa.lab.entrants import Entrant
from mandapa.lab.executor import Executor
from mandapa.lab.report import arena_table, balance_tables, bench_tables, evaluation_table, ladder_table
from mandapa.library import Game


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


def executor(workers: int, address: str | None) -> Executor:
    """Where the games are played; ``Failure`` if Ray is asked for and cannot be had."""
    try:
        return executors.executor(workers, address)
    except (ImportError, ConnectionError) as error:
        raise Failure(f"--ray {address}: {error}") from error


def arena(game: Game, bots: list[str], games: int, seed: int | None, executor: Executor, to: Printed) -> None:
    """Let the computer players meet and print how they compare."""
    for bot in bots:
        Entrant.parse(bot).player(game)
    warm(game)
    total = lab_arena.games_in_groups(game, len(set(bots)), games)
    with executor, progress_bar(f"{game.name}: {', '.join(bots)}", total) as report, recorder(to.record) as keep:
        result = lab_arena.arena(game, bots, games, seed, executor, report, keep)
    if to.as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        tables().print(arena_table(result))


def ladder(game: Game, bots: list[str], games: int, seed: int | None, executor: Executor, as_json: bool) -> None:
    """Let each level meet the one below, and ``bots`` every level, and print how far they are apart."""
    for bot in bots:
        Entrant.parse(bot).player(game)
    warm(game)
    meetings = lab_ladder.pairs(bots)
    total = len(meetings) * lab_arena.games_in_groups(game, 2, games)
    with executor, progress_bar(f"{game.name}: the levels", total) as report:
        rungs = lab_ladder.ladder(game, games, seed, executor, report, meetings)
    if as_json:
        typer.echo(json.dumps([rung.to_json() for rung in rungs]))
    else:
        tables().print(ladder_table(game, rungs))


def evaluate(policy: str, game: Game, seeds: int, executor: Executor) -> None:
    """Play a policy against the pool; a table on standard error, one line of JSON on standard output."""
    Entrant.parse(policy).player(game)
    warm(game)
    total = len(lab_evaluation.POOL) * lab_evaluation.games_of(game, seeds)
    with executor, progress_bar(f"{game.name}: {policy}", total) as report:
        found = lab_evaluation.evaluate(policy, game, seeds, executor=executor, progress=report)
    tables(stderr=True).print(evaluation_table(found))
    typer.echo(json.dumps(found.to_json()))


def balance(
    variants: Mapping[str, Game], bots: list[str], games: int, seed: int | None, executor: Executor, output: Output
) -> None:
    """Watch games of all variants and report."""
    game = next(iter(variants.values()))
    for bot in bots:
        Entrant.parse(bot).player(game)
    warm(game)
    with executor, progress_bar(f"{game.name}: {', '.join(bots)}", games * len(variants)) as report:
        result = lab_balance.balance(variants, bots, games, seed, executor, report)
    written = result.write_data(output.data) if output.data is not None else []
    if output.page is not None:
        from mandapa.lab.page import page

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
            order.game, order.bot, parameters, order.steps, order.games, order.proof, order.seed, executor, report
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

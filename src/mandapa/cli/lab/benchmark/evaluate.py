"""``mandapa evaluate`` and ``mandapa lab evaluate``: evaluate a policy by a standard protocol."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.errors import UsageError
from mandapa.cli.lab import common
from mandapa.cli.options import Options, Players, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena import evaluation
from mandapa.lab.benchmark import results, runner
from mandapa.lab.benchmark.protocol import LATEST, Split, load_protocol
from mandapa.lab.executor import Executor
from mandapa.library import Game

app = typer.Typer()


@app.command()
def evaluate(
    policy: Annotated[
        str,
        typer.Argument(help="package.module:policy, trained:FILE, or the name of a bot.", metavar="POLICY"),
    ],
    game: Annotated[str | None, typer.Argument(help="Name of the game, unless --env is given.")] = None,
    players: Players = None,
    seeds: Annotated[
        int | None, typer.Option(min=2, help="Fewer seeds, for a preview that does not follow the protocol.")
    ] = None,
    option: Options = None,
    folder: common.Folder = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    env: Annotated[
        str | None, typer.Option(metavar="ID", help="Environment of the benchmark, e.g. mandapa/kerala-v1.")
    ] = None,
    protocol: Annotated[str, typer.Option(help="Protocol of the benchmark.")] = LATEST,
    test: Annotated[bool, typer.Option("--test", help="Benchmark: play on the held-out test seeds.")] = False,
    output: Annotated[
        Path | None, typer.Option(help="Benchmark: append results to this file, and play only what it lacks.")
    ] = None,
    half_width: Annotated[
        float | None,
        typer.Option(min=0.01, max=0.5, help="Benchmark: wanted half-width of the 95 % interval of a share of wins."),
    ] = None,
    opponent: Annotated[
        list[str] | None, typer.Option(help="Benchmark: play only this opponent; may be repeated.")
    ] = None,
    method: Annotated[str | None, typer.Option(help="Benchmark: name in the leaderboard.")] = None,
    training: Annotated[int | None, typer.Option(help="Benchmark: number of the training.")] = None,
    budget: Annotated[str | None, typer.Option(help="Benchmark: training budget, e.g. core-hour.")] = None,
) -> None:
    """Evaluate a policy against fixed opponents on fixed seeds; the results are the same on every machine.

    Without --env, the opponents are a pool of bots; the output is one line of JSON, and a table on standard error. With
    --env, the evaluation follows the protocol of the benchmark; the output is one line of JSON per opponent, with all
    games.
    """
    with common.make_executor(workers, ray) as executor:
        if env is not None:
            if (game, players, seeds, option, folder) != (None,) * 5:
                raise UsageError("--env: found GAME, --players, --seeds, --option or --folder, expected none of them")
            submission = runner.Submission(policy, method, training, budget)
            loaded = load_protocol(protocol)
            split: Split = "test" if test else "development"
            plan = runner.Evaluation(loaded, loaded.environment(env), split, half_width, tuple(opponent or ()))
            run_benchmark(submission, plan, output, executor)
            return
        if game is None or test or (output, half_width, opponent, method, training, budget) != (None,) * 6:
            raise UsageError("evaluate: found no GAME, or an option of the benchmark without --env, expected either")
        evaluate_by_pool(policy, load_game(game, players, option), seeds or evaluation.GROUPS, folder, executor)


def evaluate_by_pool(policy: str, game: Game, seeds: int, folder: Path | None, executor: Executor) -> None:
    """Play against the fixed pool of opponents, and print the result as a table and as a line of JSON."""
    common.check_players(game, [policy])
    warm(game)
    total = len(evaluation.POOL) * evaluation.games_of(game, seeds)
    with progress_bar(f"{game.name}: {policy}", total) as report:
        found = evaluation.evaluate(policy, game, seeds, executor=executor, progress=report, folder=folder)
    tables(stderr=True).print(evaluation_table(found))
    typer.echo(json.dumps(found.to_json()))


def run_benchmark(
    submission: runner.Submission, plan: runner.Evaluation, output: Path | None, executor: Executor
) -> None:
    """Play against the opponents that the output file does not contain yet, and write one line for each."""
    game = plan.environment.load()
    common.check_players(game, [str(submission.policy)])
    warm(game)
    plan = plan.without(results.read_results([output] if output and output.exists() else []), submission, game)
    with progress_bar(f"{plan.environment.id}: {submission.policy}", plan.games(game)) as report:
        for result in runner.evaluate(submission, plan, executor, report):
            if output is None:
                typer.echo(results.line_of(result))
            else:
                results.write_results(output, [result])
    if output is not None:
        typer.echo(f"written: {output}")


def evaluation_table(found: evaluation.Evaluation) -> Table:
    """Return a table with one row per opponent, and a row with the mean."""
    game = found.game
    title = f"{found.entrant.label} in {game.type.title}, {game.players} players, protocol {evaluation.PROTOCOL}"
    caption = "intervals of 95 % over seeds; each seed is played from every seat"
    if not found.complete:
        caption = "a first look, not the protocol's result: fewer seeds, or interpreted"
    table = Table(title=title, caption=caption)
    common.add_columns(
        table, "against", "games", "wins %", "interval", "par %", "score minus theirs", left=("against",)
    )
    for one in found.meetings:
        wins, par = f"{100 * one.wins.mean:.1f}", f"{100 * one.par:.1f}"
        table.add_row(
            one.opponent,
            str(one.games),
            wins,
            common.percent_range(one.interval),
            par,
            common.format_estimate(one.ahead),
        )
    table.add_section()
    table.add_row("all", "", f"{100 * found.wins.mean:.1f}", common.percent_range(found.interval), "", "")
    return table

"""``mandapa simulate``: play many games between bots and print statistics; optionally check every invariant."""

import json
import time
from hashlib import sha256
from pathlib import Path
from secrets import randbits
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from mandapa.cli.errors import Failure
from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, Players, SeatBots, Seed, load_game, names_for_seats
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.cli.text import study_title
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.lab.arena import player_specs, simulation
from mandapa.library import Game
from mandapa.testing import CheckFailed, check_game

CHECKED_GAMES, SIMULATED_GAMES = 20, 1000
"""Default numbers of games with and without ``--check``. Checking a game takes far longer than playing it."""

app = typer.Typer()


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    bots: SeatBots = "random",
    games: Annotated[
        int | None, typer.Option("--games", "-g", min=1, help="Number of games. [1000; with --check 20]")
    ] = None,
    seed: Seed = None,
    option: Options = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Check every invariant in the same number of random games first."),
    ] = False,
    save: Annotated[Path, typer.Option(help="Folder for records of games that fail a check.", file_okay=False)] = Path(
        "broken-records"
    ),
    record: common.RecordFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games; print scores, lengths, choices, and how often each rule applies."""
    loaded = load_game(game, players, option)
    names = names_for_seats(bots, loaded.players)
    number = games or (CHECKED_GAMES if check else SIMULATED_GAMES)
    seed = randbits(32) if seed is None else seed
    entrants = [player_specs.PlayerSpec.parse(name) for name in names]
    # NumPy pads seeds with zeros, so [seed, 0] would give a bot the random numbers of chance.
    seats = [one.player(loaded, np.random.default_rng([seed, 1 + seat])) for seat, one in enumerate(entrants)]
    checked = _check(loaded, number, seed, save) if check else None
    only_random = set(names) == {"random"} and record is None
    if not only_random:
        warm(loaded)
    elif _pays_to_compile(loaded, number):
        warm(loaded, simulation.STATISTICS)
    rng = np.random.default_rng(seed)
    with progress_bar(f"{loaded.name}: {', '.join(names)}", number) as report, common.recorder(record) as keep:
        if only_random:
            statistics = simulation.simulate_random(loaded, number, rng, report)
        else:
            statistics = simulation.simulate(loaded, seats, number, rng, report, keep, names)
    described = {
        "game": loaded.name,
        "players": loaded.players,
        "options": loaded.options,
        "bots": names,
        "seed": seed,
        "compiled": loaded.engine.ready or loaded.engine.compiled(simulation.random_games_in_detail),
        "checked": checked,
        **statistics.to_json(),
    }
    if as_json:
        typer.echo(json.dumps(described))
        return
    if checked is not None:
        counts = ", ".join(f"{number} {name}" for name, number in checked.items())
        typer.echo(f"checked: {counts}; all checks passed")
    _print_statistics(loaded, names, statistics, described)


def _pays_to_compile(game: Game, games: int) -> bool:
    """Return whether compiling the rules before the games is expected to save time; if not, print the estimate."""
    if interpreted_only() or game.engine.on_disk(simulation.STATISTICS):
        return not interpreted_only()
    began = time.perf_counter()
    simulation.simulate_random(game, 1, np.random.default_rng(0), lambda done: None)
    expected, compiling = games * (time.perf_counter() - began), game.engine.seconds_to_compile
    if expected > compiling:
        return True
    typer.echo(f"interpreted: about {expected:.0f} s, less than compiling ({compiling:.0f} s)", err=True)
    return False


def _check(game: Game, games: int, seed: int, save: Path) -> dict[str, int]:
    """Play random games with every invariant checked, and return their statistics.

    Raises:
        Failure: an invariant is violated; a record of the game is saved in the folder ``save``.
    """
    with progress_bar(f"{game.name}: checking", games) as report:
        try:
            seen = check_game(game, games, seed, progress=report)
        except CheckFailed as failure:
            raise Failure(f"{failure}\n{_save(failure, save)}") from failure
    return {"games": seen.games, "decisions": seen.decisions, "chance nodes": seen.chance_nodes}


def _save(failure: CheckFailed, folder: Path) -> str:
    """Save the record of a failed check, and return a message with its path and the command to inspect it."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(failure.record | {"check": failure.check, "found": str(failure)}, indent=1)
    name = f"{failure.record['game']}-{failure.check.replace(' ', '-')}-{sha256(text.encode()).hexdigest()[:8]}.json"
    (folder / name).write_text(text + "\n", encoding="utf-8")
    return f"The game is saved as {folder / name}; replay it with: mandapa replay {folder / name}"


def _print_statistics(
    game: Game, names: list[str], statistics: simulation.Statistics, described: dict[str, Any]
) -> None:
    """Print the statistics as tables."""
    console = tables()
    pace, seconds = f"{described['games_per_second']:,.0f}", f"{described['seconds']:.2f}"
    console.print(f"{study_title(game, statistics.games)} ({pace} games a second, {seconds} s)")
    seats = Table("seat", "player", "mean score", "sd", "least", "greatest", "wins %")
    spread = described["scores"]
    for seat, name in enumerate(names):
        low, high = described["win_rate_intervals"][seat]
        seats.add_row(
            str(seat),
            name,
            f"{described['mean_scores'][seat]:.2f}",
            f"{spread['standard_deviations'][seat]:.2f}",
            f"{spread['least'][seat]:g}",
            f"{spread['greatest'][seat]:g}",
            f"{100 * described['win_rates'][seat]:.1f} ({100 * low:.1f} to {100 * high:.1f})",
        )
    console.print(seats)
    lengths, branching = described["lengths"], described["branching"]
    console.print(
        f"actions a game, chance included: {described['plies_per_game']:.1f} ({lengths['least']} to "
        f"{lengths['greatest']}); decisions: {branching['decisions_per_game']:.1f}"
    )
    console.print(
        f"legal actions at a decision: {branching['mean_legal_actions']:.2f} on average, "
        f"{branching['most_legal_actions']} at most; {100 * branching['forced_share']:.1f} % have only one"
    )
    kinds = Table("decision", "a game", "share %")
    counts = described["actions_per_game"]
    for kind, count in counts.items():
        kinds.add_row(kind, f"{count:.2f}", f"{100 * count / sum(counts.values()):.1f}")
    console.print(kinds)

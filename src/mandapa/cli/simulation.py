"""``mandapa simulate``: many games by computer players, with statistics or with every invariant checked."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import typer
from rich.table import Table

from mandapa.bots import Bot
from mandapa.cli.common import recorder
from mandapa.cli.errors import Failure
from mandapa.cli.progress import progress_bar, study_title, tables, warm
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.lab.arena.entrants import Entrant
from mandapa.lab.arena.simulation import STATISTICS, Statistics, random_games_in_detail, simulate_random
from mandapa.lab.arena.simulation import simulate as simulate_bots
from mandapa.library import Game
from mandapa.testing import CheckFailed, check_game

CHECKED_GAMES, SIMULATED_GAMES = 20, 1000
"""How many games, if the command does not say: checking looks at every state from all sides."""


@dataclass(frozen=True)
class Order:
    """What the command asks for."""

    game: Game
    bots: list[str]
    games: int
    seed: int
    check: bool
    save: Path
    record: Path | None


def simulate(order: Order, as_json: bool) -> None:
    """Play the games and print the statistics."""
    game = order.game
    only_random = set(order.bots) == {"random"} and order.record is None
    seats = seated(order)
    checked = check(order) if order.check else None
    if not only_random:
        warm(game)
    elif pays_to_compile(game, order.games):
        warm(game, STATISTICS)
    rng = np.random.default_rng(order.seed)
    with progress_bar(f"{game.name}: {', '.join(order.bots)}", order.games) as report, recorder(order.record) as keep:
        if only_random:
            statistics = simulate_random(game, order.games, rng, report)
        else:
            statistics = simulate_bots(game, seats, order.games, rng, report, keep, order.bots)
    described = {"game": game.name, "players": game.players, "options": game.options, "bots": order.bots}
    described |= {
        "seed": order.seed,
        "compiled": game.engine.ready or game.engine.compiled(random_games_in_detail),
        "checked": checked,
        **statistics.to_json(),
    }
    if as_json:
        typer.echo(json.dumps(described))
        return
    if checked is not None:
        counts = ", ".join(f"{number} {name}" for name, number in checked.items())
        typer.echo(f"checked: {counts}; everything holds")
    print_statistics(game, order.bots, statistics, described)


def pays_to_compile(game: Game, games: int) -> bool:
    """Whether random games are sooner done by machine code, that has to be made first; says so where it is not."""
    if interpreted_only() or game.engine.on_disk(STATISTICS):
        return not interpreted_only()
    began = time.perf_counter()
    simulate_random(game, 1, np.random.default_rng(0), lambda done: None)
    expected, compiling = games * (time.perf_counter() - began), game.engine.seconds_to_compile
    if expected > compiling:
        return True
    typer.echo(f"interpreted: about {expected:.0f} s, less than compiling ({compiling:.0f} s)", err=True)
    return False


def seated(order: Order) -> list[Bot]:
    """A computer player for each seat, with a budget if one is given: ``planner@400``."""
    entrants = [Entrant.parse(text) for text in order.bots]
    return [one.player(order.game, np.random.default_rng([order.seed, seat])) for seat, one in enumerate(entrants)]


def check(order: Order) -> dict[str, int]:
    """Play random games with every invariant asserted; returns what was seen. Saves a record of what breaks."""
    with progress_bar(f"{order.game.name}: checking", order.games) as report:
        try:
            seen = check_game(order.game, order.games, order.seed, progress=report)
        except CheckFailed as failure:
            raise Failure(f"{failure}\n{saved(failure, order.save)}") from failure
    return {"games": seen.games, "decisions": seen.decisions, "chance nodes": seen.chance_nodes}


def saved(failure: CheckFailed, folder: Path) -> str:
    """Write what leads to a failure; says where and what can be done with it."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(failure.record | {"check": failure.check, "found": str(failure)}, indent=1)
    name = f"{failure.record['game']}-{failure.check.replace(' ', '-')}-{sha256(text.encode()).hexdigest()[:8]}.json"
    (folder / name).write_text(text + "\n", encoding="utf-8")
    return f"What leads there is in {folder / name}; look at it with: mandapa replay {folder / name}"


def print_statistics(game: Game, names: list[str], statistics: Statistics, described: dict[str, Any]) -> None:
    """Tables for people."""
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

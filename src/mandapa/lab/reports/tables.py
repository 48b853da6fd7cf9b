"""Results of the lab as tables for people."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.table import Table

from mandapa.lab.arena.balance import Balance
from mandapa.lab.arena.evaluation import PROTOCOL, Evaluation, share_interval
from mandapa.lab.arena.ladder import Ladder, rated
from mandapa.lab.arena.matches import Result
from mandapa.lab.bench import PEER_TARGETS, Report, reached
from mandapa.lab.checkpoint import variant_name
from mandapa.lab.intervals import Estimate
from mandapa.library import Game


def arena_table(result: Result) -> Table:
    """One row an entrant, best first."""
    first = result.ranking()[0]
    games = len(result.played)
    title = f"{result.game.type.title}, {result.game.players} players, {games} games, seed {result.seed}"
    caption = ["scores are returns; ± and brackets are 95 % intervals over groups of games with the same luck"]
    caption += [f"{who} judges by {weights}" for who, weights in result.judges().items()]
    table = Table(title=title, caption="\n".join(caption))
    for heading in (
        "player",
        "wins %",
        "mean score",
        f"score minus {result.entrants[first].label}",
        "rating",
        "ms a decision",
    ):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    ratings = result.ratings()
    for n in result.ranking():
        difference = result.score_difference(n, first) if n != first else None
        mu, sigma = ratings[n]
        table.add_row(
            result.entrants[n].label,
            won(result.win_rate(n), len(result.wins_by_group(n))),
            shown(result.score(n)),
            shown(difference) if difference else "",
            f"{mu:.1f} ± {2 * sigma:.1f}",
            f"{1000 * result.seconds_a_decision(n):.1f}",
        )
    return table


def ladder_table(ladder: Ladder) -> Table:
    """One row a meeting, the weakest first."""
    game = ladder.game
    caption = "brackets are 95 % intervals over groups of games with the same luck"
    if game.together:
        caption = "each has all the seats; par: what the lower one wins so"
    table = Table(title=f"{game.type.title}, {variant_title(game)}", caption=caption)
    for heading in ("player", "against", "games", "wins %", "par %", "ms a decision"):
        table.add_column(heading, justify="left" if heading in ("player", "against") else "right")
    for rung in ladder.rungs:
        wins, par, pace = won(rung.wins, rung.groups), f"{100 * rung.par:.1f}", f"{1000 * rung.seconds:.1f}"
        table.add_row(rung.upper, rung.lower, str(rung.games), wins, par, pace)
    return table


def variant_title(game: Game) -> str:
    """Number of players, and the options that are not as usual."""
    players, *changed = variant_name(game).split("-")
    return ", ".join([f"{players} players", *changed])


def rating_table(ladders: Sequence[Ladder]) -> Table:
    """The ratings of all that met in a game, best first."""
    table = Table(title=f"{ladders[0].game.type.title}, all games together", caption="± is two standard errors")
    table.add_column("player")
    table.add_column("rating", justify="right")
    for name, (mu, sigma) in rated(ladders).items():
        table.add_row(name, f"{mu:.1f} ± {2 * sigma:.1f}")
    return table


def evaluation_table(evaluation: Evaluation) -> Table:
    """One row a member of the pool, and the mean."""
    game = evaluation.game
    title = f"{evaluation.entrant.label} in {game.type.title}, {game.players} players, protocol {PROTOCOL}"
    caption = "intervals of 95 % over seeds; each seed is played from every seat"
    if not evaluation.complete:
        caption = "a first look, not the protocol's result: fewer seeds, or interpreted"
    table = Table(title=title, caption=caption)
    for heading in ("against", "games", "wins %", "interval", "par %", "score minus theirs"):
        table.add_column(heading, justify="left" if heading == "against" else "right")
    for one in evaluation.meetings:
        low, high = one.interval
        wins, interval = f"{100 * one.wins.mean:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"
        table.add_row(one.opponent, str(one.games), wins, interval, f"{100 * one.par:.1f}", shown(one.ahead))
    low, high = evaluation.interval
    table.add_section()
    table.add_row("all", "", f"{100 * evaluation.wins.mean:.1f}", f"{100 * low:.1f} to {100 * high:.1f}", "", "")
    return table


def balance_tables(balance: Balance) -> list[Table]:
    """A table of each variant by seat, then one of all variants."""
    found = []
    for variant in balance.variants:
        table = Table(title=f"{variant.label}, {len(variant.watched)} games")
        for heading in ("seat", "wins %", "interval", "mean score", "first to act: wins %"):
            table.add_column(heading, justify="right")
        for seat in range(variant.game.players):
            own, place = variant.by_seat(seat), variant.by_place(seat)
            low, high = own["win_interval"]
            margin = own["score"]["margin"]
            score = Estimate(own["score"]["mean"], math.inf if margin is None else margin)
            in_order = f"{seat + 1}. {100 * place['win_rate']:.1f}" if place["games"] else ""
            wins, interval = f"{100 * own['win_rate']:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"
            table.add_row(str(seat), wins, interval, shown(score), in_order)
        found.append(table)
    measures = {
        "actions a game": lambda one: one.plies,
        "decisions a game": lambda one: one.decisions,
        "lead changes": lambda one: one.lead_changes,
        "first minus last": lambda one: max(one.scores) - min(one.scores),
    }
    table = Table("variant", *measures)
    for variant in balance.variants:
        table.add_row(variant.label, *(shown(variant.per_game(measure)) for measure in measures.values()))
    return [*found, table]


def shown(estimate: Estimate) -> str:
    """An estimate with its margin."""
    return f"{estimate.mean:.1f} ± {estimate.margin:.1f}"


def won(share: Estimate, groups: int) -> str:
    """A share of wins in % with its interval."""
    low, high = share_interval(share, groups)
    return f"{100 * share.mean:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def bench_tables(report: Report) -> list[Table]:
    """Speeds, then how they compare with other libraries."""
    speeds = Table(title="Speed, one thread")
    for heading in ("what", "best", "median", "worst", "unit", "target"):
        speeds.add_column(heading, justify="left" if heading in ("what", "unit") else "right")
    for one in report.measurements:
        numbers = one.to_json()
        shown_numbers = [rounded(numbers[key]) for key in ("best", "median", "worst")]
        speeds.add_row(one.what, *shown_numbers, one.unit, goal(one.target, one.reached))
    tables = [speeds]
    if report.ratios:
        ratios = Table(title="Connect Four, times as fast as")
        for heading in ("library", "ratio", "target"):
            ratios.add_column(heading, justify="left" if heading == "library" else "right")
        for who, ratio in report.ratios.items():
            ratios.add_row(who, f"{ratio:.1f}", goal(PEER_TARGETS.get(who), reached(who, ratio)))
        tables.append(ratios)
    return tables


def rounded(value: float) -> str:
    """Three digits that matter."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def goal(target: float | None, reached: bool | None) -> str:
    """A target and whether it is reached."""
    if target is None:
        return ""
    return f"{rounded(target)} {'reached' if reached else 'missed'}"

"""Results of the lab as tables for people."""

from __future__ import annotations

from rich.table import Table

from mandapa.lab.arena import Estimate, Result


def arena_table(result: Result) -> Table:
    """One row an entrant, best first."""
    first = result.ranking()[0]
    games = len(result.played)
    title = f"{result.game.type.title}, {result.game.players} players, {games} games, seed {result.seed}"
    table = Table(title=title, caption="± is a 95 % interval over groups of games with the same luck")
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
            shown(result.win_rate(n), 100.0),
            shown(result.score(n)),
            shown(difference) if difference else "",
            f"{mu:.1f} ± {2 * sigma:.1f}",
            f"{1000 * result.seconds_a_decision(n):.1f}",
        )
    return table


def shown(estimate: Estimate, factor: float = 1.0) -> str:
    """An estimate with its margin."""
    return f"{factor * estimate.mean:.1f} ± {factor * estimate.margin:.1f}"

"""Render a game analysis as a self-contained HTML page: result, luck, win probabilities, and mistakes."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from mandapa.coach import Analysis, Verdict
from mandapa.coach.analysis import BLUNDER, INACCURACY, MARK_THRESHOLDS, MISTAKE
from mandapa.coach.comparison import OTHERS
from mandapa.lab.reports.html_report import LINES, SERIES, Chart, Row, percent, render
from mandapa.library import Game, State

SHOWN = 12
"""Maximum number of mistakes that are shown with their position; the most costly ones are selected."""
WORDS = (
    ("result", "the final result of the seat: its points, or its share of the win"),
    (
        "luck",
        "gain from draws and rolls, compared with the average of all possible outcomes; ± one standard error",
    ),
    ("without luck", "the result minus luck"),
    ("lost", "total cost of turns other than the best, in points and in winning chance"),
    ("a decision", "average cost per decision; forced moves do not count"),
    (
        "best or good",
        "share of decisions that cost less than 3 % of the winning chance, or too little to measure",
    ),
)


def page(state: State, found: Analysis, names: Sequence[str]) -> str:
    """Render the report on the analysed game that ended in ``state``. ``names`` are the players' names by seat."""
    game = state.game
    worse = [one for one in found.verdicts if one.mark in MARK_THRESHOLDS]
    kept = sorted(sorted(worse, key=lambda one: -one.lost_chance)[:SHOWN], key=lambda one: one.ply)
    return render(
        "analysis.html",
        title=f"{game.type.title}: {', '.join(names)}",
        simulations=found.simulations,
        rules_version=game.rules_version,
        won=_won(found, names),
        columns=WORDS,
        seats=_seats(found, names),
        charts=_charts(game, found, names, found.unit != "chance"),
        worse=len(worse),
        turns=[_turn(state, one, found, names) for one in kept],
    )


def _won(found: Analysis, names: Sequence[str]) -> str:
    """Return a sentence that names the winners, their lead in points, and the part of the lead that was luck."""
    winners = [names[seat] for seat, share in enumerate(found.won) if share > 0]
    if not winners:
        return "The game was lost."
    said = f"{' and '.join(winners)} won"
    order = sorted(found.summaries, key=lambda one: -one.result)
    if len(winners) > 1 or len(order) == 1 or found.unit == "chance":
        return f"{said}."
    first, second = order[:2]
    doubt = math.hypot(first.luck_doubt, second.luck_doubt)
    return (
        f"{said}, {first.result - second.result:.0f} points ahead of {names[second.seat]}; "
        f"luck between the two: {first.luck - second.luck:+.1f} ± {doubt:.1f}."
    )


def _number(found: Analysis) -> Callable[[float], str]:
    """Return a function that formats numbers in the game's unit: percentages or points."""
    return percent if found.unit == "chance" else lambda value: f"{value:.1f}"


def _seats(found: Analysis, names: Sequence[str]) -> list[Row]:
    number = _number(found)
    return [
        [
            names[one.seat],
            number(one.result),
            f"{number(one.luck)} ± {number(one.luck_doubt)}",
            number(one.without_luck),
            f"{number(one.lost)} ({percent(one.lost_chance)})",
            f"{number(one.error)} ({percent(one.error_chance)})",
            f"{percent(one.accuracy)} of {one.decisions}",
            *(str(one.marks[mark]) for mark in (INACCURACY, MISTAKE, BLUNDER)),
        ]
        for one in found.summaries
    ]


def _charts(game: Game, found: Analysis, names: Sequence[str], counts: bool) -> list[Chart]:
    """Return charts of each seat's win probability and expected result over the game."""
    if not found.verdicts:
        return []
    chances = [[one.chances[seat] for one in found.verdicts] for seat in range(game.players)]
    expected = [[one.expected[seat] for one in found.verdicts] for seat in range(game.players)]
    shares = [percent, *(lambda value: f"{value:.1f}",) * counts]
    titles = ["Winning chance", *("Expected result",) * counts]
    says = [
        "For each seat before each decision, assuming best play. Dots mark decisions with a better alternative.",
        "Expected final result of each seat, before each decision.",
    ]
    kinds = zip(titles, says, (chances, expected), shares, strict=False)
    return [_chart(found, names, *kind) for kind in kinds]


def _chart(
    found: Analysis,
    names: Sequence[str],
    title: str,
    says: str,
    lines: Sequence[Sequence[float]],
    number: Callable[[float], str],
) -> Chart:
    plies = [one.ply for one in found.verdicts]

    def draw(axes: Axes) -> None:
        for seat, line in enumerate(lines):
            look: dict[str, Any] = {"color": SERIES[seat % len(SERIES)], "linestyle": LINES[seat % len(LINES)]}
            axes.plot(plies, line, label=names[seat], **look)
            worse = [n for n, one in enumerate(found.verdicts) if one.seat == seat and one.mark in MARK_THRESHOLDS]
            at = [plies[n] for n in worse]
            axes.plot(at, [line[n] for n in worse], linestyle="", marker="o", color=SERIES[seat % len(SERIES)])
        axes.set_xlabel("actions so far")
        if number is percent:
            axes.set_ylim(0, 1)
            axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5)

    rows = [
        [str(one.ply), names[one.seat], one.mark, *(number(line[n]) for line in lines)]
        for n, one in enumerate(found.verdicts)
    ]
    return Chart(title, says, draw, ["after", "to decide", "mark", *names], rows)


def _turn(state: State, one: Verdict, found: Analysis, names: Sequence[str]) -> dict[str, Any]:
    """Return the data of a mistake for the template, including a picture of its position."""
    before = state.at(one.ply)
    picture = before.picture(one.seat)
    points = "" if found.unit == "chance" else f", {one.lost:.1f} ± {one.doubt:.1f} points"
    return {
        "ply": one.ply,
        "name": names[one.seat],
        "mark": one.mark,
        "lost": f"{percent(one.lost_chance)} of the chance to win{points}",
        "picture": Markup(picture) if picture else None,
        "text": str(before),
        "played": ", ".join(one.played),
        "best": ", ".join(one.best),
        "reasons": ", ".join(f"{_row(reason.row)} {reason.points:+.1f}" for reason in one.reasons),
    }


def _row(row: str | None) -> str:
    """Return the label of a score sheet row; None stands for points gained later."""
    return "later" if row is None else "other rows" if row == OTHERS else row.replace("_", " ")

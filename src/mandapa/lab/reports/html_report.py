"""Render reports as self-contained HTML pages with text, plots and data tables, in light and dark mode.

``page`` renders a balance report; ``mandapa.lab.reports.analysis_report`` renders game analyses. The templates are in
``templates``.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import matplotlib
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from mandapa.lab.arena.balance import Balance, Variant, difference
from mandapa.lab.arena.game_statistics import TENTHS
from mandapa.lab.intervals import Estimate

INK, GRID = "#010101", "#020202"
SERIES = ("#030303", "#040404", "#050505", "#060606")
"""Placeholder colours in plots. They are replaced with CSS variables of the page."""
VARIABLES = {INK: "--ink", GRID: "--line", **{colour: f"--series-{n + 1}" for n, colour in enumerate(SERIES)}}
HATCHES = ("", "///", "...", "xxx")
MARKERS = ("o", "s", "^", "D")
LINES = ("-", "--", ":", "-.")

STYLE = (Path(__file__).parent / "templates" / "report.css").read_text(encoding="utf-8")
"""The style sheet of reports."""

SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "mandapa",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "hatch.color": INK,
}

Row = Sequence[str]


@dataclass(frozen=True)
class Chart:
    """A plot with a table of its numbers.

    Attributes:
        title: heading of the section.
        caption: description in one sentence.
        draw: function that draws the plot.
        head, rows: header and rows of the table.
        height: height of the plot in inches.
    """

    title: str
    caption: str
    draw: Callable[[Axes], None]
    head: Row
    rows: Sequence[Row]
    height: float = 3.2

    def picture(self, number: int) -> Markup:
        """Return the plot as inline SVG. ``number`` makes its element ids unique in the page."""
        return picture(self, f"plot{number}")


TEMPLATES = Environment(
    loader=PackageLoader("mandapa.lab.reports"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render(template: str, **parts: Any) -> str:
    """Render a template from the folder ``templates`` with these variables."""
    return TEMPLATES.get_template(template).render(**parts)


def page(balance: Balance) -> str:
    """Render the balance report."""
    return render(
        "balance.html",
        title=f"{balance.game.type.title}, {balance.game.players} players: balance",
        balance=balance,
        facts=[_fact_row(variant) for variant in balance.variants],
        changes=_changes(balance),
        charts=charts(balance),
    )


# ---------------------------------------------------------------- numbers and rows


def shown(estimate: Estimate, digits: int = 2) -> str:
    """Format an estimate as ``mean ± margin``."""
    return f"{estimate.mean:.{digits}f} ± {estimate.margin:.{digits}f}"


def percent(share: float | None) -> str:
    """Format a share as a percentage, None as an empty string."""
    return "" if share is None else f"{100 * share:.1f} %"


def _fact_row(variant: Variant) -> Row:
    data = variant.to_json()
    measures = (
        variant.per_game(lambda one: one.plies),
        variant.per_game(lambda one: one.decisions),
        variant.per_game(lambda one: one.lead_changes),
        variant.spread(),
    )
    plies, decisions, changes, spread = (shown(measure, 1) for measure in measures)
    legal, forced = f"{data['legal_actions']:.1f}", percent(data["forced_share"])
    return [variant.label, plies, decisions, legal, forced, changes, spread]


def _changes(balance: Balance) -> list[Row]:
    """Return a row for each measure that differs significantly between a variant and the unchanged game.

    A difference is significant if it exceeds the half-width of its 95 % interval.
    """
    rows: list[Row] = []
    base = balance.variants[0]
    for variant in balance.variants[1:]:
        for name, before, after in _compared(base, variant):
            change = difference(before, after)
            if abs(change.mean) > change.margin:
                rows.append([f"{variant.label}: {name}", shown(before), shown(after), shown(change)])
    return rows


def _compared(base: Variant, other: Variant) -> list[tuple[str, Estimate, Estimate]]:
    measures: list[tuple[str, Callable[[Any], float]]] = [
        ("actions per game", lambda one: one.plies),
        ("decisions per game", lambda one: one.decisions),
        ("lead changes", lambda one: one.lead_changes),
        ("spread", lambda one: max(one.scores) - min(one.scores)),
        ("score", lambda one: sum(one.scores) / len(one.scores)),
        *((f"wins of seat {seat}", lambda one, seat=seat: one.wins[seat]) for seat in range(base.game.players)),
    ]
    found = [(name, base.per_game(measure), other.per_game(measure)) for name, measure in measures]
    nothing = Estimate(0.0, 0.0)
    for events in (False, True):
        before, after = base.kinds(events), other.kinds(events)
        for name in sorted({*before, *after}):
            what = f"chance: {name}" if events else name
            found.append((f"{what} a game", before.get(name, nothing), after.get(name, nothing)))
    before_items, after_items = base.items(), other.items()
    for name in dict.fromkeys([*before_items, *after_items]):
        was, now = (items[name][0] if name in items else nothing for items in (before_items, after_items))
        found.append((f"points for {name}", was, now))
    return found


# ---------------------------------------------------------------- plots


def picture(chart: Chart, prefix: str) -> Markup:
    """Return a chart as inline SVG that uses the CSS colour variables of the page.

    The ids of its elements begin with ``prefix``.
    """
    with matplotlib.rc_context(SETTINGS):
        figure = Figure(figsize=(8.0, chart.height), layout="constrained")
        chart.draw(figure.subplots())
        out = StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    return Markup(svg.replace("<svg", f'<svg role="img" aria-label="{escape(chart.title)}"', 1))


def charts(balance: Balance) -> list[Chart]:
    """Return the charts of a balance report.

    Charts without data are left out; an example is the chart of chance events for a game without chance.
    """
    variants = balance.variants
    found = [
        _win_chart(variants, "Wins by seat", "seat", "seats", "Seats are counted from 0."),
        _win_chart(variants, "Wins by turn order", "place", "turn_order", "First is the seat with the first decision."),
        _score_chart(variants),
        _histogram(variants, "Length", "decisions in a game", lambda one: one.decisions),
        _branching_chart(variants),
        _histogram(variants, "Lead changes", "changes of the sole leader", lambda one: one.lead_changes),
        _leader_chart(variants),
        _bars(
            "Frequency of each kind of action",
            "number per game",
            [variant.kinds() for variant in variants],
            variants,
        ),
        _bars("Chance events", "number per game", [variant.kinds(events=True) for variant in variants], variants),
        _bars(
            "Where points come from",
            "points of a seat",
            [{name: points for name, (points, _) in variant.items().items()} for variant in variants],
            variants,
        ),
        _share_chart(variants),
    ]
    return [chart for chart in found if chart.rows]


def _legend(axes: Axes, variants: Sequence[Variant]) -> None:
    """Add a legend above the plot if there are several variants."""
    if len(variants) > 1:
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4)


def _look(number: int) -> dict[str, Any]:
    return {"color": SERIES[number % len(SERIES)], "marker": MARKERS[number % len(MARKERS)]}


def _win_chart(variants: Sequence[Variant], title: str, what: str, key: str, note: str) -> Chart:
    data = [variant.to_json()[key] for variant in variants]
    seats = range(variants[0].game.players)

    def draw(axes: Axes) -> None:
        axes.axhline(1 / len(seats), color=INK, linestyle=":", label="equal")
        for number, (variant, places) in enumerate(zip(variants, data, strict=True)):
            seen = [(seat, one) for seat, one in enumerate(places) if one["games"]]
            rates = [one["win_rate"] for _, one in seen]
            below = [one["win_rate"] - one["win_interval"][0] for _, one in seen]
            above = [one["win_interval"][1] - one["win_rate"] for _, one in seen]
            beside = [seat + 0.12 * (number - (len(variants) - 1) / 2) for seat, _ in seen]
            axes.errorbar(beside, rates, [below, above], label=variant.label, linestyle="", capsize=4, **_look(number))
        axes.set_xticks(list(seats), [str(seat if key == "seats" else seat + 1) for seat in seats])
        axes.set_xlabel(what)
        axes.set_ylabel("share of wins")
        axes.set_ylim(0, 1)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4)

    rows = []
    for seat in seats:
        cells = [str(seat if key == "seats" else seat + 1)]
        for places in data:
            one = places[seat]
            low, high = one["win_interval"] or (None, None)
            score = f"{one['score']['mean']:.2f} ± {one['score']['margin'] or 0:.2f}" if one["games"] else ""
            cells += [percent(one["win_rate"]), f"{percent(low)} to {percent(high)}" if one["games"] else "", score]
        rows.append(cells)
    head = [what, *(f"{label}: {column}" for label in _labels(variants) for column in ("wins", "interval", "score"))]
    says = f"How often each {what} wins; a shared win counts in parts. {note} The dotted line is an equal share."
    return Chart(title, says, draw, head, rows)


def _labels(variants: Sequence[Variant]) -> list[str]:
    return [variant.label for variant in variants]


def _score_chart(variants: Sequence[Variant]) -> Chart:
    seats = range(variants[0].game.players)

    def draw(axes: Axes) -> None:
        for number, variant in enumerate(variants):
            beside = [seat + 0.3 * (number - (len(variants) - 1) / 2) for seat in seats]
            scores = [[one.scores[seat] for one in variant.game_statistics] for seat in seats]
            boxes = axes.boxplot(scores, positions=beside, widths=0.22, showmeans=True, patch_artist=True)
            for part in ("boxes", "whiskers", "caps", "medians", "means", "fliers"):
                for shape in boxes[part]:
                    shape.set_color(SERIES[number % len(SERIES)])
            for box in boxes["boxes"]:
                box.set_facecolor("none")
                box.set_hatch(HATCHES[number % len(HATCHES)])
            for mark in (*boxes["means"], *boxes["fliers"]):
                mark.set_markerfacecolor(SERIES[number % len(SERIES)])
                mark.set_markeredgecolor(SERIES[number % len(SERIES)])
            axes.plot([], [], label=variant.label, color=SERIES[number % len(SERIES)])
        axes.set_xticks(list(seats), [str(seat) for seat in seats])
        axes.set_xlabel("seat")
        axes.set_ylabel("final score")
        _legend(axes, variants)

    rows = [
        [
            str(seat),
            *(shown(Estimate.of([one.scores[seat] for one in variant.game_statistics])) for variant in variants),
        ]
        for seat in seats
    ]
    says = (
        "Final scores of each seat: the box holds half of the games, the line in it is the median, the mark the mean."
    )
    return Chart("Scores", says, draw, ["seat", *(f"{label}: mean" for label in _labels(variants))], rows)


def _histogram(variants: Sequence[Variant], title: str, what: str, measure: Callable[[Any], float]) -> Chart:
    values = [[measure(one) for one in variant.game_statistics] for variant in variants]
    lowest, highest = min(map(min, values)), max(map(max, values))
    step = max(1, -(-int(highest - lowest + 1) // 25))
    edges = [lowest + step * number - 0.5 for number in range(int(highest - lowest) // step + 2)]

    def draw(axes: Axes) -> None:
        for number, (variant, own) in enumerate(zip(variants, values, strict=True)):
            axes.hist(
                own,
                edges,
                weights=[1 / len(own)] * len(own),
                label=variant.label,
                histtype="step" if len(variants) > 1 else "bar",
                linestyle=LINES[number % len(LINES)],
                linewidth=1.8,
                color=SERIES[number % len(SERIES)],
            )
        axes.set_xlabel(what)
        axes.set_ylabel("share of games")
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        _legend(axes, variants)

    rows = [
        [variant.label, f"{min(own):g}", shown(Estimate.of(own), 1), f"{max(own):g}"]
        for variant, own in zip(variants, values, strict=True)
    ]
    return Chart(title, f"Shares of games by {what}.", draw, ["variant", "least", "mean", "greatest"], rows)


def _branching_chart(variants: Sequence[Variant]) -> Chart:
    counts = [variant.branching() for variant in variants]

    def draw(axes: Axes) -> None:
        for number, (variant, own) in enumerate(zip(variants, counts, strict=True)):
            numbers = sorted(own)
            shares = [own[n] / own.total() for n in numbers]
            axes.plot(
                numbers,
                shares,
                label=variant.label,
                markersize=4,
                linestyle=LINES[number % len(LINES)],
                **_look(number),
            )
        axes.set_xlabel("legal actions at a decision")
        axes.set_ylabel("share of decisions")
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        _legend(axes, variants)

    rows = [[str(n), *(percent(own[n] / own.total()) for own in counts)] for n in sorted(set().union(*counts))]
    says = "Number of legal actions. A decision with only one is no choice."
    return Chart("Choices", says, draw, ["legal actions", *_labels(variants)], rows)


def _leader_chart(variants: Sequence[Variant]) -> Chart:
    curves = [variant.leader_wins() for variant in variants]
    tenths = [100 * (n + 1) // TENTHS for n in range(TENTHS)]

    def draw(axes: Axes) -> None:
        for number, (variant, curve) in enumerate(zip(variants, curves, strict=True)):
            seen = [(tenth, share) for tenth, share in zip(tenths, curve, strict=True) if share is not None]
            axes.plot(
                [tenth for tenth, _ in seen],
                [share for _, share in seen],
                label=variant.label,
                linestyle=LINES[number % len(LINES)],
                **_look(number),
            )
        axes.axhline(1 / variants[0].game.players, color=INK, linestyle=":")
        axes.set_xlabel("decisions of the game done, %")
        axes.set_ylabel("leader wins")
        axes.set_ylim(0, 1.03)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        _legend(axes, variants)

    rows = [[f"{tenth} %", *(percent(curve[n]) for curve in curves)] for n, tenth in enumerate(tenths)]
    says = "How often a sole leader wins in the end. The dotted line is the share of wins of any seat."
    return Chart("When the game is decided", says, draw, ["decisions done", *_labels(variants)], rows)


def _bars(title: str, what: str, found: Sequence[dict[str, Estimate]], variants: Sequence[Variant]) -> Chart:
    names = list(dict.fromkeys(name for estimates in found for name in estimates))

    def draw(axes: Axes) -> None:
        height = 0.8 / len(variants)
        for number, (variant, estimates) in enumerate(zip(variants, found, strict=True)):
            places = [row + height * (number - (len(variants) - 1) / 2) for row in range(len(names))]
            own = [estimates.get(name, Estimate(0.0, 0.0)) for name in names]
            axes.barh(
                places,
                [one.mean for one in own],
                height * 0.9,
                xerr=[min(one.margin, 1e9) for one in own],
                label=variant.label,
                color=SERIES[number % len(SERIES)],
                hatch=HATCHES[number % len(HATCHES)],
                ecolor=INK,
                capsize=2,
            )
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.set_xlabel(what)
        _legend(axes, variants)

    rows = [[name, *(shown(estimates[name]) if name in estimates else "" for estimates in found)] for name in names]
    height = 1.2 + 0.3 * len(names) * max(1.0, 0.6 * len(variants))
    return Chart(title, f"Mean {what}, with 95 % intervals.", draw, ["kind", *_labels(variants)], rows, height)


def _share_chart(variants: Sequence[Variant]) -> Chart:
    found = [{name: Estimate(share, 0.0) for name, (_, share) in variant.items().items()} for variant in variants]
    chart = _bars("How often each scoring rule counts", "share of score sheets on which it is not 0", found, variants)
    rows = [
        [name, *(percent(shares[name].mean) if name in shares else "" for shares in found)] for name, *_ in chart.rows
    ]
    return Chart(chart.title, chart.caption, chart.draw, chart.head, rows, chart.height)

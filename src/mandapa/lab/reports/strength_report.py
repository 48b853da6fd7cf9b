"""Write the results of ladder studies, which compare the bot levels, into Markdown pages: tables, ratings, and plots.

Each section is inserted between two HTML comments of a page, its *marks* (``marks``).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes

from mandapa import bots
from mandapa.kernel.errors import OptionError
from mandapa.kernel.game_type import Skill
from mandapa.lab.arena.ladder import CURVE, MCTS, Ladder, LevelComparison, rate_all
from mandapa.lab.arena.ratings import Rating, points
from mandapa.lab.intervals import share_interval
from mandapa.lab.reports.html_report import LINES, MARKERS, SERIES, STYLE, Chart, picture
from mandapa.library import Game

SIMULATIONS = "simulations"
"""Name of the section that compares simulation budgets in all games."""
IN_SHORT = "in short"
"""Name of the section that summarises all games with two players, one row per game."""
GOAL = (0.65, 0.8)
"""Target range for a level's win rate against the level below."""
SHORT = {MCTS: "OpenSpiel's MCTS"}
"""Display names of players with long names."""


def marks(name: str) -> tuple[str, str]:
    """Return the two lines of a page between which a section is inserted; ``name`` is the name of a game or section."""
    return f"<!-- ladder {name} -->", f"<!-- end of ladder {name} -->"


def has_place(page: Path, name: str) -> bool:
    """Return whether a page has the marks of a section."""
    return marks(name)[0] in page.read_text(encoding="utf-8")


def write(pages: Sequence[Path], ladders: Sequence[Ladder]) -> list[Path]:
    """Insert tables and plots into the sections of the pages, and return the paths of all files written.

    Raises:
        OptionError: a page lacks the end mark of a section.
    """
    by_game = {name: list(found) for name, found in groupby(ladders, lambda one: one.game.name)}
    ratings = {name: rate_all(found) for name, found in by_game.items()}
    curve = [one for one in ladders if any(_of_curve(rung) for rung in one.rungs)]
    written = []
    for page in pages:
        text = page.read_text(encoding="utf-8")
        plots = {}
        for name, found in by_game.items():
            if has_place(page, name):
                text = _filled(text, name, section(found, ratings[name], plot_name(name)), page)
                plots[plot_name(name)] = plot(found[0].game, ratings[name])
        if curve and has_place(page, SIMULATIONS):
            text = _filled(text, SIMULATIONS, _curves(curve, plot_name(SIMULATIONS)), page)
            plots[plot_name(SIMULATIONS)] = curve_plot(
                {found[0].game.type.title: ratings[name] for name, found in by_game.items()}
            )
        if has_place(page, IN_SHORT):
            text = _filled(text, IN_SHORT, in_short(ladders, _part(text, IN_SHORT)), page)
        for file, svg in plots.items():
            (page.parent / file).parent.mkdir(exist_ok=True)
            (page.parent / file).write_text(svg, encoding="utf-8")
        page.write_text(text, encoding="utf-8")
        written += [page, *(page.parent / file for file in plots)]
    return written


def check_places(pages: Sequence[Path], games: Iterable[str]) -> None:
    """Raise ``OptionError`` if no page has a section for one of the games."""
    for name in games:
        if not any(has_place(page, name) for page in pages):
            begin, end = marks(name)
            where = ", ".join(map(str, pages))
            raise OptionError(f"{where}: found no place for {name}, expected the lines {begin} and {end}")


def plot_name(name: str) -> str:
    """Return the path of a section's plot, relative to its page."""
    return f"images/strength-{name}.svg"


def _part(text: str, name: str) -> str:
    """Return the text between the marks of a section."""
    begin, end = marks(name)
    return text.partition(begin)[2].partition(end)[0]


def _filled(text: str, name: str, part: str, page: Path) -> str:
    begin, end = marks(name)
    before, begun, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise OptionError(f"{page}: found no place for {name}, expected the lines {begin} and {end}")
    return f"{before}{begin}\n\n{part}\n{end}{after}"


def section(ladders: Sequence[Ladder], ratings: Mapping[str, Rating], drawing: str) -> str:
    """Return a game's section: its levels, their win rates, and the ratings of all players.

    ``drawing`` is the path of the plot.
    """
    game = ladders[0].game
    parts = ["\n".join(markdown(["level", "what it does"], _skills(game)))]
    for variant, of_variant in groupby(ladders, lambda one: _variant(one.game)):
        heading = f"*{variant}.* " if variant else ""
        parts.append(heading + _legend(game))
        found = list(of_variant)
        parts.append("\n".join(_meetings(found)))
        parts += _verdict(found)
    parts.append("Ratings over all these games." + _range(game, ratings))
    parts.append("\n".join(markdown(["player", "rating", "ms per decision"], _ratings(ladders, ratings))))
    parts.append(f"![Ratings of the players of {game.type.title}]({drawing})")
    return "\n\n".join(parts) + "\n"


def in_short(ladders: Sequence[Ladder], before: str = "") -> str:
    """Return a table of the win rates of all levels with two players, one row per game.

    ``before`` is the previous table; games that are not in ``ladders`` keep their row of it.
    """
    levels = [level.name for level in bots.levels()]
    lines = [line for line in before.splitlines() if line.startswith("| ")][2:]
    rows = {row[0]: row for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)}
    for one in ladders:
        if one.game.players == 2 and _as_measured_first(one.game):
            name = ", ".join([one.game.type.title.partition(":")[0], *map(str, _telling(one.game).values())])
            won = [_won(one, below, level) for below, level in pairwise(["", *levels])]
            if any(won):
                rows[name] = [name, *won]
    return "\n".join(markdown(["", *levels], rows.values())) + "\n"


def _won(ladder: Ladder, below: str, level: str) -> str:
    """Return a level's win rate against the level below or, in a cooperative game, the share of games that it wins.

    The lowest level is compared with the bot ``shown``.
    """
    if ladder.game.together:
        return _alone(ladder, level)
    for rung in ladder.rungs:
        if (rung.lower, rung.upper) == (below, level):
            return _cell(rung)
        if not below and (rung.lower, rung.upper) == (level, "shown"):
            low, high = share_interval(rung.wins, rung.groups)
            return _share(1 - rung.wins.mean, (1 - high, 1 - low), rung.games)
    return ""


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table.

    If there are at least three columns, all columns except the first are right-aligned.
    """
    align = ["---"] + ["---:" if len(head) > 2 else "---"] * (len(head) - 1)
    return [f"| {' | '.join(row)} |" for row in (head, align, *rows)]


def shown_name(name: str) -> str:
    """Return the display name of a player: plain text for levels and known long names, code for all others."""
    for long, short in SHORT.items():
        if name.startswith(long):
            _, at, budget = name.partition("@")
            unit = "s" if budget.endswith("s") else "simulations"
            return f"{short}, {budget.removesuffix('s')} {unit}" if at else short
    return name if name in [level.name for level in bots.levels()] else f"`{name}`"


def _variant(game: Game) -> str:
    return ", ".join(f"{key}: {value}" for key, value in _telling(game).items())


def _telling(game: Game) -> dict[str, Any]:
    """Return the options of a game that differ from the default, or that differ between its measured variants."""
    usual = {option.name: option.default for option in game.type.options}
    keys = dict.fromkeys(key for options in game.type.planning.measured for key in options)
    changed = dict.fromkeys(name for name, value in game.options.items() if value != usual[name])
    return {key: game.options[key] for key in {**keys, **changed}}


def _as_measured_first(game: Game) -> bool:
    """Return whether the game's options are the first of the sets that are measured (``Planning.measured``)."""
    usual = {option.name: option.default for option in game.type.options}
    return game.options == {**usual, **game.type.planning.measured[0]}


def _legend(game: Game) -> str:
    if game.together:
        return "Share of games won in %, with its 95 % interval and the number of games; one player in all seats:"
    return "Share of wins in %, with its 95 % interval and the number of games; one seat against all others:"


def _range(game: Game, ratings: Mapping[str, Rating]) -> str:
    """Return a sentence that compares the rating range of the levels with the target."""
    levels = [level.name for level in bots.levels()]
    if game.together or not {levels[0], levels[-1]} <= ratings.keys():
        return ""
    distance, steps = ratings[levels[-1]].mu - ratings[levels[0]].mu, len(levels) - 1
    least, most = (steps * points(share) for share in GOAL)
    return (
        f" {levels[0].capitalize()} and {levels[-1]} are {distance:.0f} points apart; {steps} steps of "
        f"{100 * GOAL[0]:.0f} to {100 * GOAL[1]:.0f} % would be {least:.0f} to {most:.0f} points."
    )


def _skills(game: Game) -> Iterator[list[str]]:
    for name, skill in game.type.planning.skills.items():
        yield [name, described(skill)]


def described(skill: Skill) -> str:
    """Return a description of a level for the table of levels."""
    notices = "" if skill.attention == 1 else f", notices {100 * skill.attention:g} % of what does not stand out"
    if skill.simulations:
        return f"`planner@{skill.simulations}`{notices}"
    looks = {0.0: "`shown`", 1.0: "`greedy`"}
    return looks.get(skill.foresight, f"looks ahead in {100 * skill.foresight:g} % of its turns") + notices


def _meetings(ladders: Sequence[Ladder]) -> list[str]:
    """Return a table of win rates with one row per pairing and one column per number of players.

    In cooperative games it has one row per player.
    """
    counts = [f"{one.game.players} player{'s' if one.game.players > 1 else ''}" for one in ladders]
    if ladders[0].game.together:
        names = dict.fromkeys(name for one in ladders for rung in one.rungs for name in (rung.lower, rung.upper))
        return markdown(
            ["all seats", *counts], [[shown_name(name), *(_alone(one, name) for one in ladders)] for name in names]
        )
    rungs = [rung for one in ladders for rung in one.rungs if not _of_curve(rung)]
    met = dict.fromkeys((rung.upper, rung.lower) for rung in rungs)
    rows = [["*equal share*", "", *(f"{100 / one.game.players:.0f}" for one in ladders)]]
    for upper, lower in met:
        cells = [
            next((_cell(rung) for rung in one.rungs if (rung.upper, rung.lower) == (upper, lower)), "")
            for one in ladders
        ]
        rows.append([shown_name(upper), shown_name(lower), *cells])
    return markdown(["one seat", "against", *counts], rows)


def _of_curve(rung: LevelComparison) -> bool:
    return (rung.lower, rung.upper) in pairwise(CURVE)


def _curves(ladders: Sequence[Ladder], drawing: str) -> str:
    """Return a section that compares larger with smaller simulation budgets, one column per game.

    Each game is shown with the smallest number of players that was measured. ``drawing`` is the path of the plot.
    """
    first: dict[str, Ladder] = {}
    for one in ladders:
        first.setdefault(one.game.type.title, one)
    rows = []
    for lower, upper in pairwise(CURVE):
        found = [[rung for rung in one.rungs if (rung.upper, rung.lower) == (upper, lower)] for one in first.values()]
        if any(found):
            rows.append([f"`{upper}`", f"`{lower}`", *(_cell(rungs[0]) if rungs else "" for rungs in found)])
    heads = [f"{title}, {one.game.players} players" for title, one in first.items()]
    parts = ["\n".join(markdown(["one seat", "against", *heads], rows))]
    return "\n\n".join([*parts, f"![Ratings over simulations]({drawing})"]) + "\n"


def _verdict(ladders: Sequence[Ladder]) -> Iterator[str]:
    """Yield sentences that compare the levels with the target: one for two players, and one for more players."""
    levels = [level.name for level in bots.levels()]
    times = {}
    for one in ladders:
        steps = [rung for rung in one.rungs if (rung.lower, rung.upper) in pairwise(levels)]
        if one.game.together or not steps:
            continue
        if one.game.players > 2:
            times[one.game.players] = sum(rung.wins.mean / rung.par for rung in steps) / len(steps)
            continue
        least, most = GOAL
        inside = [rung for rung in steps if least <= rung.wins.mean <= most]
        open_still = 0
        for rung in steps:
            low, high = share_interval(rung.wins, rung.groups)
            open_still += rung not in inside and low <= most and high >= least
        goal = f"in {100 * least:.0f} to {100 * most:.0f} % of games"
        yield (
            f"Two players: {len(inside)} of {len(steps)} levels beat the one below {goal}; "
            f"the intervals of {open_still} more reach that range."
        )
    if times:
        counts, shares = ", ".join(map(str, times)), ", ".join(f"{share:.1f}" for share in times.values())
        yield f"With {counts} players a level wins {shares} times its equal share, on average, against the one below."


def _cell(rung: LevelComparison) -> str:
    return _share(rung.wins.mean, share_interval(rung.wins, rung.groups), rung.games)


def _alone(ladder: Ladder, name: str) -> str:
    for result in ladder.results:
        if result.entrants[0].label == name:
            wins, games = result.win_rate(0), len(result.played)
            return _share(wins.mean, share_interval(wins, games), games)
    return ""


def _share(mean: float, interval: tuple[float, float], games: int) -> str:
    low, high = interval
    return f"**{100 * mean:.0f}** ({100 * low:.0f} to {100 * high:.0f}) {games}"


def _ratings(ladders: Sequence[Ladder], ratings: Mapping[str, Rating]) -> Iterator[list[str]]:
    for name, (mu, sigma) in ratings.items():
        yield [shown_name(name), f"{mu:.1f} ± {2 * sigma:.1f}", f"{1000 * _pace(ladders, name):.1f}"]


def _pace(ladders: Sequence[Ladder], name: str) -> float:
    spent = decided = 0.0
    for result in (result for one in ladders for result in one.results):
        number = next((n for n, entrant in enumerate(result.entrants) if entrant.label == name), None)
        for one in result.played if number is not None else ():
            seats = [seat for seat, who in enumerate(one.entrants) if who == number]
            spent += sum(one.seconds[seat] for seat in seats)
            decided += sum(one.decisions[seat] for seat in seats)
    return spent / decided if decided else 0.0


# ---------------------------------------------------------------- plots


def plot(game: Game, ratings: Mapping[str, Rating]) -> str:
    """Return a plot of a game's ratings as SVG that follows the viewer's light or dark colour scheme."""
    levels = [level.name for level in bots.levels()]

    def draw(axes: Axes) -> None:
        for row, (name, (mu, sigma)) in enumerate(ratings.items()):
            series = 0 if name in levels else 2 if name in CURVE else 1
            look: dict[str, Any] = {"color": SERIES[series], "marker": "osD"[series]}
            axes.errorbar([mu], [row], xerr=[2 * sigma], linestyle="", capsize=3, **look)
        axes.set_yticks(range(len(ratings)), [shown_name(name).strip("`") for name in ratings])
        axes.invert_yaxis()
        axes.set_xlabel("rating ± 2 sigma")

    return _file(f"Ratings of the players of {game.type.title}", draw, 1.0 + 0.3 * len(ratings))


def curve_plot(climbs: Mapping[str, Mapping[str, Rating]]) -> str:
    """Return an SVG plot of ratings by number of simulations, relative to the rating of the bot ``greedy``.

    ``climbs`` contains the ratings of each game, by title of the game.
    """

    def draw(axes: Axes) -> None:
        seen: dict[int, str] = {}
        number = 0
        for title, ratings in climbs.items():
            found = [(int(name.partition("@")[2] or 0), ratings[name]) for name in CURVE if name in ratings]
            if len(found) < 2:
                continue
            places = [CURVE_PLACES[simulations] for simulations, _ in found]
            heights = [rating.mu - found[0][1].mu for _, rating in found]
            axes.errorbar(
                [place + 0.04 * number for place in places],
                heights,
                yerr=[0.0, *(2 * rating.sigma for _, rating in found[1:])],
                label=title.partition(":")[0],
                linestyle=LINES[number % len(LINES)],
                marker=MARKERS[number % len(MARKERS)],
                color=SERIES[number % len(SERIES)],
                capsize=3,
            )
            seen |= {simulations: f"{simulations:,}" if simulations else "greedy" for simulations, _ in found}
            number += 1
        axes.set_xticks([CURVE_PLACES[simulations] for simulations in seen], list(seen.values()))
        axes.set_xlabel("simulations per decision")
        axes.set_ylabel("rating above greedy")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4)

    return _file("Ratings over simulations", draw, 3.6)


CURVE_PLACES = {int(name.partition("@")[2] or 0): place for place, name in enumerate(CURVE)}
"""Position on the x axis for each number of simulations."""


def _file(title: str, draw: Callable[[Axes], None], height: float) -> str:
    svg = str(picture(Chart(title, "", draw, [], [], height), "r"))  # a plain str: Markup would escape the substitution
    paper = '<rect width="100%" height="100%" style="fill: var(--paper)"/>'
    return re.sub(r"(<svg[^>]*>)", rf"\1<style>{colours()}</style>{paper}", svg, count=1)


def colours() -> str:
    """Return CSS rules for an SVG, with the colours of the style sheet for light and dark mode."""
    return " ".join(STYLE.partition("body {")[0].split()).replace(":root", "svg")

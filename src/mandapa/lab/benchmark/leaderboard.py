"""Leaderboards: Markdown tables that are made from result files.

For a policy that is not trained, the tables give intervals over seeds. For a learner, which is trained several times,
they give the interquartile mean of its trainings, stratified bootstrap intervals over trainings and seeds, and the
range of all trainings. More seeds cannot replace more trainings, nor the reverse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.ratings import Contest, Rating, order_independent_ratings
from mandapa.lab.benchmark import statistics
from mandapa.lab.benchmark.protocol import Environment, Protocol
from mandapa.lab.benchmark.results import Games, Result
from mandapa.lab.intervals import Estimate, share_interval

WHOLE, SHORT = "leaderboard", "leaderboard in short"
"""Names of the places in documentation pages (``insert``) for all tables, and for the table of normalised scores."""
GREEDY, RANDOM = "greedy", "random"
CONTESTS = 40
"""Maximum number of games of each result that are used for ratings, evenly spaced over the games of the result."""


@dataclass(frozen=True)
class Score:
    """An estimate with its 95 % interval and, for a learner, the score of each training."""

    value: float
    low: float
    high: float
    trainings: tuple[float, ...] = ()

    def percent(self) -> str:
        """Format the score as a percentage, with the range of the trainings if they differ.

        The ends of the interval, if there is one, are rounded outwards.
        """
        interval = "" if math.isnan(self.low) else f" ({math.floor(100 * self.low)} to {math.ceil(100 * self.high)})"
        return f"{100 * self.value:.1f}{interval}" + spread([100 * one for one in self.trainings], ".0f")

    def number(self) -> str:
        """Format the score with two decimals, with the range of the trainings if they differ."""
        interval = "" if math.isnan(self.low) else f" ({self.low:.2f} to {self.high:.2f})"
        return f"{self.value:.2f}{interval}" + spread(self.trainings, ".2f")


def spread(trainings: Sequence[float], form: str) -> str:
    """Format the range of the trainings' scores; "" if there are no trainings, or if all scores are equal."""
    if len(set(trainings)) < 2:
        return ""
    return f" [{min(trainings):{form}} … {max(trainings):{form}}]"


@dataclass(frozen=True)
class Entry:
    """All results of a method in an environment."""

    method: str
    environment: Environment
    protocol: Protocol
    results: tuple[Result, ...]

    @property
    def together(self) -> bool:
        """True in cooperative games."""
        return not self.environment.opponents

    @property
    def trainings(self) -> int:
        """Number of trainings; 0 for a policy that is not trained."""
        return len({one.policy.training for one in self.results} - {None})

    @property
    def games(self) -> int:
        """Number of games in total."""
        return sum(len(one.games.seed) for one in self.results)

    @property
    def marks(self) -> str:
        """``*`` if there are fewer games or trainings than the protocol requires, ``†`` if opponents are missing."""
        few = 0 < self.trainings < self.protocol.statistics.trainings or not all(one.complete for one in self.results)
        met = {one.opponent.player for one in self.results if one.opponent}
        missing = met != {one.player for one in self.environment.opponents}
        return "*" * few + "†" * missing

    @property
    def complete(self) -> bool:
        """True if there are enough trainings, and complete results against all opponents of the protocol."""
        return not self.marks

    def against(self, opponent: str | None) -> tuple[Result, ...]:
        """Return the results against an opponent, one per training."""
        return tuple(one for one in self.results if (one.opponent.player if one.opponent else None) == opponent)

    def wins(self, opponent: str | None) -> Score | None:
        """Return the share of wins against an opponent; None if they have not met."""
        if not self.against(opponent):
            return None
        wins = self._by_seed(opponent, self.seeds(opponent), lambda games: games.win)
        if self.trainings == 1 or (self.trainings and wins.min() < wins.max()):
            return self.score(wins)
        by_seed = wins.mean(axis=0)
        interval = share_interval(Estimate.of(by_seed), len(by_seed))
        return Score(float(by_seed.mean()), *interval, self._each(wins))

    def margins(self, opponent: str | None, seeds: Sequence[int]) -> statistics.Scores:
        """Return the margins against an opponent on these seeds, means over the seats of the policy.

        The shape is (trainings, seeds), or (1, seeds) for a policy that is not trained.
        """
        return self._by_seed(opponent, seeds, lambda games: games.margins(self.together))

    def _by_seed(
        self, opponent: str | None, seeds: Sequence[int], values: Callable[[Games], Sequence[float]]
    ) -> statistics.Scores:
        rows = []
        for result in self.against(opponent):
            by_seed = result.by_seed(values(result.games))
            found = dict(zip(dict.fromkeys(result.games.seed), by_seed, strict=True))
            rows.append([found[seed] for seed in seeds])
        return np.array(rows)

    def seeds(self, opponent: str | None) -> list[int]:
        """Return the seeds that were played against an opponent, in all trainings."""
        played = [set(result.games.seed) for result in self.against(opponent)]
        return sorted(set.intersection(*played)) if played else []

    def margin(self, opponent: str | None) -> Score | None:
        """Return the margin against an opponent; None if they have not met."""
        return self.score(self.margins(opponent, self.seeds(opponent))) if self.against(opponent) else None

    def score(self, by_seed: statistics.Scores) -> Score:
        """Return a score with its interval; ``by_seed`` are its values by training and seed."""
        if self.trainings:
            return over_trainings([by_seed], self.protocol, self._each(by_seed))
        estimate = Estimate.of(by_seed[0])
        return Score(estimate.mean, estimate.mean - estimate.margin, estimate.mean + estimate.margin)

    def _each(self, by_seed: statistics.Scores) -> tuple[float, ...]:
        return tuple(by_seed.mean(axis=1).tolist()) if self.trainings else ()


def over_trainings(
    columns: Sequence[statistics.Scores], protocol: Protocol, trainings: tuple[float, ...] = ()
) -> Score:
    """Return the interquartile mean of scores with its interval, which covers the choice of trainings and seeds.

    ``columns`` has an array for each environment, shape (trainings, seeds), whose means over the seeds are the scores.
    There is no interval for a single training.
    """
    plan, scores = protocol.statistics, np.array([column.mean(axis=1) for column in columns]).T
    value = statistics.interquartile_mean(scores, plan.trim)
    if len(scores) < 2:
        return Score(value, math.nan, math.nan, trainings)
    rng = np.random.default_rng(plan.seed)
    indices = statistics.bootstrap_indices((len(scores), len(columns)), plan.repetitions, rng)
    drawn = [statistics.bootstrap_seeds(column, plan.repetitions, rng) for column in columns]
    samples = statistics.stratified_bootstrap(np.stack(drawn, axis=2), indices, plan.trim)
    return Score(value, *statistics.percentile_interval(samples, plan.confidence), trainings)


@dataclass(frozen=True)
class Scale:
    """A scale of margins against an opponent from ``random`` (0) to ``greedy`` (1).

    Attributes:
        opponent: the opponent; None in cooperative games.
        seeds: the seeds that an entry and both references have played.
        zero: the margins of ``random``, shape (seeds,).
        unit: the margins of ``greedy`` less those of ``random``, shape (seeds,).
    """

    opponent: str | None
    seeds: Sequence[int]
    zero: statistics.Scores
    unit: statistics.Scores

    def by_seed(self, margins: statistics.Scores) -> statistics.Scores:
        """Return values by training and seed whose means over the seeds are the normalised scores of the trainings.

        ``margins`` has the shape (trainings, seeds). A score is a ratio of two means; the values vary over the seeds as
        this ratio does (delta method).
        """
        ahead = margins - self.zero
        scores = ahead.mean(axis=1, keepdims=True) / self.unit.mean()
        values: statistics.Scores = scores + (ahead - scores * self.unit) / self.unit.mean()
        return values


@dataclass(frozen=True)
class Leaderboard:
    """Results of one protocol and split, by environment and method."""

    protocol: Protocol
    split: str
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, results: Iterable[Result], protocol: Protocol, split: str) -> Leaderboard:
        """Create a leaderboard from the results that belong to this protocol and split; all others are ignored."""
        wanted = [one for one in results if (one.protocol, one.split) == (protocol.name, split)]

        def key(one: Result) -> tuple[str, str]:
            return one.environment, one.policy.method

        entries = [
            Entry(method, protocol.environment(id), protocol, tuple(group))
            for (id, method), group in groupby(sorted(wanted, key=key), key)
        ]
        return cls(protocol, split, tuple(entries))

    def entry(self, method: str, environment: Environment) -> Entry | None:
        """Return the entry of a method in an environment; None if there is none."""
        return next((one for one in self.entries if (one.method, one.environment) == (method, environment)), None)

    def of_environment(self, environment: Environment) -> list[Entry]:
        """Return the entries of an environment, those with the largest share of wins first."""
        found = [one for one in self.entries if one.environment == environment]
        return sorted(found, key=self._strength, reverse=True)

    def _strength(self, entry: Entry) -> float:
        """Return the mean share of wins over all opponents that every entry of the environment has met."""
        entries = [one for one in self.entries if one.environment == entry.environment]
        names: list[str | None] = [one.player for one in entry.environment.opponents] or [None]
        common = [name for name in names if all(one.against(name) for one in entries)]
        scores = [score.value for name in common if (score := entry.wins(name)) is not None]
        return sum(scores) / max(1, len(scores))

    def scale(self, entry: Entry) -> Scale | None:
        """Return the scale of an entry's normalised scores.

        None if results that this needs are missing, or if ``greedy`` is not ahead of ``random`` in them.
        """
        opponent = None if entry.together else GREEDY
        references = {one.method: one for one in self.entries if one.environment == entry.environment}
        if not {GREEDY, RANDOM} <= references.keys():
            return None
        played = [set(one.seeds(opponent)) for one in (entry, references[RANDOM], references[GREEDY])]
        seeds = sorted(set.intersection(*played))
        if not seeds:
            return None
        (random,), (greedy,) = (references[name].margins(opponent, seeds) for name in (RANDOM, GREEDY))
        return Scale(opponent, seeds, random, greedy - random) if greedy.mean() > random.mean() else None

    def normalised(self, entry: Entry) -> statistics.Scores | None:
        """Return the normalised scores of an entry by training and seed, from ``random`` (0) to ``greedy`` (1).

        None if there is no such scale (``scale``).
        """
        scale = self.scale(entry)
        return scale.by_seed(entry.margins(scale.opponent, scale.seeds)) if scale else None

    def ratings(self, environment: Environment) -> dict[str, Rating]:
        """Return the ratings of all methods in an environment, best first; empty in cooperative games."""
        contests = [
            contest
            for entry in self.entries
            if entry.environment == environment
            for result in entry.results
            for contest in contests_of(result)
        ]
        return order_independent_ratings(contests)


def contests_of(result: Result) -> list[Contest]:
    """Return evenly spaced games of a result as contests.

    There are no contests in cooperative games, or if a policy plays against itself.
    """
    opponent = result.opponent
    if opponent is None or opponent.player == result.policy.method:
        return []
    games = result.games
    chosen = np.unique(np.linspace(0, len(games.seat) - 1, CONTESTS).astype(int)).tolist()
    found = []
    for number in chosen:
        names = [opponent.player] * len(games.returns[number])
        names[games.seat[number]] = result.policy.method
        found.append(Contest(names, games.returns[number]))
    return found


# ---------------------------------------------------------------- Markdown


def markdown(board: Leaderboard) -> str:
    """Return all tables of a leaderboard."""
    parts = [overall_table(board)]
    for environment in board.protocol.environments:
        if board.of_environment(environment):
            parts.append(f"### {environment.id}\n\n{environment_table(board, environment)}")
    return "\n\n".join(parts)


def environment_table(board: Leaderboard, environment: Environment) -> str:
    """Return the table of an environment: wins against each opponent, margin, rating, normalised score."""
    names: list[str | None] = [one.player for one in environment.opponents] or [None]
    ratings = board.ratings(environment)
    heads = ["method", *(f"wins against {name}, %" if name else "games won, %" for name in names)]
    heads += ["margin" if names == [None] else "margin against greedy"]
    heads += [] if names == [None] else ["rating"]
    lines = [heads_line([*heads, "trainings", "games"])]
    for entry in board.of_environment(environment):
        cells = [f"{entry.method} {entry.marks}".rstrip()]
        cells += [score.percent() if (score := entry.wins(name)) else "" for name in names]
        margin = entry.margin(None if names == [None] else GREEDY)
        cells.append(margin.number() if margin else "")
        if names != [None]:
            rating = ratings.get(entry.method)
            cells.append(f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}" if rating else "")
        lines.append(line([*cells, str(entry.trainings or ""), str(entry.games)]))
    return "\n".join(lines)


def overall_table(board: Leaderboard) -> str:
    """Return the table of normalised scores, with a row for each method.

    There is a column for each environment, and one for all environments together if a method besides the references has
    played everywhere. Environments without results of ``random`` and ``greedy`` are left out, unless there are no
    others. Methods that have played everywhere come first, the best of them at the top, then the others by name.
    """
    played = [one for one in board.protocol.environments if board.of_environment(one)]
    environments = [one for one in played if normalised_score(board, GREEDY, one)] or played
    methods = sorted({entry.method for entry in board.entries}, key=str.casefold)
    overall = {method: score for method in methods if (score := aggregate(board, method, environments))}
    together = overall.keys() > {GREEDY, RANDOM}
    heads = ["method", *(one.id.removeprefix("mandapa/") for one in environments)]
    lines = [heads_line([*heads, "all"] if together else heads)]
    for method in sorted(methods, key=lambda method: -overall[method].value if method in overall else math.inf):
        scores = [normalised_score(board, method, one) for one in environments]
        cells = [method, *(score.number() if score else "" for score in scores)]
        lines.append(line([*cells, overall[method].number() if method in overall else ""] if together else cells))
    return "\n".join(lines)


def normalised_score(board: Leaderboard, method: str, environment: Environment) -> Score | None:
    """Return the normalised score of a method in an environment; None if there is none (``Leaderboard.scale``)."""
    entry = board.entry(method, environment)
    scores = board.normalised(entry) if entry else None
    if entry is None or scores is None:
        return None
    if method in (GREEDY, RANDOM):
        return Score(float(scores.mean()), math.nan, math.nan)
    return entry.score(scores)


def aggregate(board: Leaderboard, method: str, environments: Sequence[Environment]) -> Score | None:
    """Return a method's interquartile mean over trainings and environments.

    If the number of trainings differs between environments, only the first ones of each environment count. None if
    there is no normalised score in an environment.
    """
    columns = []
    for environment in environments:
        entry = board.entry(method, environment)
        scores = board.normalised(entry) if entry else None
        if scores is None:
            return None
        columns.append(scores)
    runs = min(map(len, columns))
    return over_trainings([column[:runs] for column in columns], board.protocol)


def heads_line(heads: Sequence[str]) -> str:
    """Return the head of a Markdown table, with all columns except the first aligned to the right."""
    return f"{line(heads)}\n| --- |{' ---: |' * (len(heads) - 1)}"


def line(cells: Sequence[str]) -> str:
    """Return a line of a Markdown table."""
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"


def insert(page: Path, parts: Mapping[str, str]) -> None:
    """Replace the text between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` in a page by ``parts[NAME]``.

    Raises:
        OptionError: the page has no such comments.
    """
    text, found = page.read_text(encoding="utf-8"), []
    for name, part in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        head, begun, rest = text.partition(begin)
        _, ended, tail = rest.partition(end)
        if begun and ended:
            text = f"{head}{begin}\n\n{part}\n\n{end}{tail}"
            found.append(name)
    if not found:
        raise OptionError(f"{page}: found no place, expected marks such as {begin}")
    page.write_text(text, encoding="utf-8")

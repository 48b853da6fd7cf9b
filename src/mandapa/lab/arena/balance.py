"""Balance studies: statistics of games between bots, and how they change with the game's options or component files."""

import csv
import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.game_statistics import TENTHS, GameStatistics, watch
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.checkpoint import ResultFile, run_missing, study_facts, variant_name
from mandapa.lab.executor import Executor, Progress, SerialExecutor, warm
from mandapa.lab.intervals import Estimate, wilson_interval
from mandapa.library import Game
from mandapa.rows import Rows


@dataclass(frozen=True)
class Variant:
    """A variant of a game, and the statistics of its games.

    Attributes:
        label: name in the report.
        game: the game with its options.
        game_statistics: the statistics of each game played.
    """

    label: str
    game: Game
    game_statistics: list[GameStatistics]

    def by_seat(self, seat: int) -> dict[str, Any]:
        """Return the number of games, mean score and win rate of a seat, with 95 % intervals."""
        return self._place(
            [one.scores[seat] for one in self.game_statistics], [one.wins[seat] for one in self.game_statistics]
        )

    def by_place(self, place: int) -> dict[str, Any]:
        """Return the same values as ``by_seat`` for a place in the turn order.

        ``place`` 0 is the seat that makes the first decision of a game. Games in which too few seats made decisions are
        left out.
        """
        own = [(one, one.order[place]) for one in self.game_statistics if place < len(one.order)]
        return self._place([one.scores[seat] for one, seat in own], [one.wins[seat] for one, seat in own])

    def _place(self, scores: Sequence[float], wins: Sequence[float]) -> dict[str, Any]:
        if not scores:
            return {"games": 0, "score": None, "win_rate": None, "win_interval": None}
        rate = sum(wins) / len(wins)
        return {
            "games": len(scores),
            "score": Estimate.of(scores).to_json(),
            "win_rate": rate,
            "win_interval": wilson_interval(rate, len(wins)),
        }

    def per_game(self, measure: Callable[[GameStatistics], float]) -> Estimate:
        """Return the mean of a measure over all games, with its 95 % interval."""
        return Estimate.of([measure(one) for one in self.game_statistics])

    def branching(self) -> Counter[int]:
        """Return the number of decisions with each number of legal actions, in all games together."""
        return sum((one.branching for one in self.game_statistics), Counter())

    def leader_wins(self) -> list[float | None]:
        """Return how often the leader wins: the win rate of the leading seat after each tenth of the decisions.

        Only seats that lead alone count. A value is None if no game had a sole leader at that point.
        """
        found = []
        for tenth in range(TENTHS):
            shares = [share for one in self.game_statistics if (share := one.led[tenth]) is not None]
            found.append(sum(shares) / len(shares) if shares else None)
        return found

    def kinds(self, events: bool = False) -> dict[str, Estimate]:
        """Return the mean number of decisions per game by kind, or of chance events if ``events`` is true."""
        counters = [one.events if events else one.kinds for one in self.game_statistics]
        names = sorted(set().union(*counters))
        return {name: Estimate.of([counts[name] for counts in counters]) for name in names}

    def items(self) -> dict[str, tuple[Estimate, float]]:
        """Return two values for each item of the score sheets, by name.

        These are the mean points per seat, and the share of score sheets in which the item is not 0.
        """
        sheets = [sheet for one in self.game_statistics for sheet in one.items]
        found = {}
        for name in dict.fromkeys(name for sheet in sheets for name in sheet):
            by_game = [float(np.mean([sheet.get(name, 0.0) for sheet in one.items])) for one in self.game_statistics]
            counts = [sheet.get(name, 0.0) != 0 for sheet in sheets]
            found[name] = Estimate.of(by_game), sum(counts) / len(counts)
        return found

    def spread(self) -> Estimate:
        """Return the mean difference in points between the first and the last place."""
        return self.per_game(lambda one: max(one.scores) - min(one.scores))

    def to_json(self) -> dict[str, Any]:
        """Return all statistics of the variant as JSON-compatible data."""
        branching = self.branching()
        decisions = branching.total()
        seats = range(self.game.players)
        return {
            "label": self.label,
            "options": self.game.options,
            "components": self.game.components_hash,
            "games": len(self.game_statistics),
            "seats": [self.by_seat(seat) for seat in seats],
            "turn_order": [self.by_place(place) for place in seats],
            "plies": self.per_game(lambda one: one.plies).to_json(),
            "decisions": self.per_game(lambda one: one.decisions).to_json(),
            "spread": self.spread().to_json(),
            "lead_changes": self.per_game(lambda one: one.lead_changes).to_json(),
            "leader_wins": self.leader_wins(),
            "legal_actions": sum(count * times for count, times in branching.items()) / decisions if decisions else 0.0,
            "forced_share": branching[1] / decisions if decisions else 0.0,
            "decisions_a_game": {name: estimate.to_json() for name, estimate in self.kinds().items()},
            "events_a_game": {name: estimate.to_json() for name, estimate in self.kinds(events=True).items()},
            "score_sheet": {
                name: {"points": points.to_json(), "share": share} for name, (points, share) in self.items().items()
            },
        }


@dataclass(frozen=True)
class Balance(Rows):
    """Result of a balance study.

    Attributes:
        variants: the unchanged game, followed by the changed ones.
        players: the bot in each seat.
        seed: root seed, which determines the result if the bots have simulation budgets.
    """

    variants: list[Variant]
    players: list[str]
    seed: int

    @property
    def game(self) -> Game:
        """The unchanged game."""
        return self.variants[0].game

    def to_json(self) -> dict[str, Any]:
        """Return all statistics as JSON-compatible data."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "bots": self.players,
            "seed": self.seed,
            "variants": [variant.to_json() for variant in self.variants],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per variant, game and seat."""
        return list(self._rows(_seat_rows))

    def write_data(self, folder: Path) -> list[Path]:
        """Write ``tables`` as CSV files to a folder, and return their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for name, rows in self.tables().items():
            path = folder / f"{name}.csv"
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, COLUMNS[name])
                writer.writeheader()
                writer.writerows(rows)
            written.append(path)
        return written

    def tables(self) -> dict[str, Iterable[dict[str, Any]]]:
        """Return the rows of each table by its name: ``games``, ``seats``, ``actions`` and ``items``."""
        return {name: self._rows(of_game) for name, of_game in ROWS.items()}

    def _rows(self, of_game: Callable[[GameStatistics], Iterable[Mapping[str, Any]]]) -> Iterable[dict[str, Any]]:
        for variant in self.variants:
            for one in variant.game_statistics:
                for row in of_game(one):
                    yield {"variant": variant.label, "game": one.number, **row}


def _game_rows(one: GameStatistics) -> Iterable[Mapping[str, Any]]:
    yield {
        "plies": one.plies,
        "decisions": one.decisions,
        "legal_actions": sum(count * times for count, times in one.branching.items()) / max(1, one.decisions),
        "lead_changes": one.lead_changes,
        "spread": max(one.scores) - min(one.scores),
    }


def _seat_rows(one: GameStatistics) -> Iterable[Mapping[str, Any]]:
    for seat, score in enumerate(one.scores):
        place = one.order.index(seat) if seat in one.order else ""
        yield {"seat": seat, "place": place, "score": score, "win": one.wins[seat]}


def _action_rows(one: GameStatistics) -> Iterable[Mapping[str, Any]]:
    for who, counts in (("player", one.kinds), ("chance", one.events)):
        for kind in sorted(counts):
            yield {"by": who, "kind": kind, "count": counts[kind]}


def _item_rows(one: GameStatistics) -> Iterable[Mapping[str, Any]]:
    for seat, items in enumerate(one.items):
        for name, points in items.items():
            yield {"seat": seat, "item": name, "points": points}


ROWS: Mapping[str, Callable[[GameStatistics], Iterable[Mapping[str, Any]]]] = {
    "games": _game_rows,
    "seats": _seat_rows,
    "actions": _action_rows,
    "items": _item_rows,
}
COLUMNS: Mapping[str, Sequence[str]] = {
    "games": ("variant", "game", "plies", "decisions", "legal_actions", "lead_changes", "spread"),
    "seats": ("variant", "game", "seat", "place", "score", "win"),
    "actions": ("variant", "game", "by", "kind", "count"),
    "items": ("variant", "game", "seat", "item", "points"),
}


def balance(
    games: Mapping[str, Game],
    players: Sequence[str],
    number: int = 200,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Balance:
    """Play ``number`` games of each of ``games`` and collect statistics.

    ``games`` contains variants of one game, by label. ``players`` names a bot for each seat. ``progress`` is called
    with the number of games done in all variants together. Games stored in ``folder`` are reused and new ones are
    added to it, so an interrupted study can resume.
    """
    settled = list(games.values())
    if len({(game.name, game.players) for game in settled}) != 1:
        raise OptionError("balance: found different games or numbers of players, expected variants of one game")
    entrants = [PlayerSpec.parse(text) for text in players]
    root = secrets.randbits(32) if seed is None else seed
    variants: list[Variant] = []
    for label, game in games.items():
        warm(game)
        kept = None if folder is None else open_statistics_file(folder, game, entrants, root)

        def report(done: int, before: int = len(variants) * number) -> None:
            if progress is not None:
                progress(before + done)

        work = partial(watch, game, entrants, root)
        variants.append(
            Variant(label, game, run_missing(kept, executor or SerialExecutor(), work, range(number), report))
        )
    return Balance(variants, list(players), root)


def open_statistics_file(
    folder: Path, game: Game, entrants: Sequence[PlayerSpec], seed: int
) -> ResultFile[GameStatistics]:
    """Open the file with the statistics of games between these bots, for the current rules and weights."""
    name = "--".join(["watched", *(one.label for one in entrants)])
    # In version 1, the bot in seat 0 drew the same random numbers as chance.
    facts = study_facts(game, entrants, seed=seed, study="balance", version=2)
    return ResultFile(
        folder / game.name / variant_name(game), name, facts, GameStatistics.to_json, GameStatistics.from_json
    )


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return the estimate of ``other`` minus ``one``, assuming that they come from independent games."""
    return Estimate(other.mean - one.mean, math.hypot(one.margin, other.margin))

"""Matches between bots, with paired seeds, all rotations of seats, confidence intervals and ratings.

A *group* is a set of games that draw chance outcomes from the same seed, one game for every rotation of the seats. Each
player therefore gets the same luck in every seat. Groups are independent of each other, so confidence intervals are
computed over groups. In cooperative and solitaire games, a group has one game for each player, who plays all seats.
"""

from __future__ import annotations

import itertools
import math
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mandapa.bots import Bot
from mandapa.lab.arena.finished_game import FinishedGame
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.arena.ratings import Contest, Rating, ratings
from mandapa.lab.checkpoint import ResultFile
from mandapa.lab.executor import Executor, Progress, SerialExecutor, warm
from mandapa.lab.intervals import Estimate
from mandapa.lab.records import Keep, record_of
from mandapa.library import Game, State
from mandapa.rows import Rows

# ---------------------------------------------------------------- playing


def arena(
    game: Game,
    bots: Sequence[str | PlayerSpec],
    games: int = 400,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    kept: ResultFile[list[FinishedGame]] | None = None,
) -> Result:
    """Let ``bots`` play at least ``games`` games, in whole groups, and compare them.

    With as many bots as seats, all of them play in every game. Fewer bots are assigned to the seats in rotation, so
    some of them play several seats. With more bots, one combination after the other plays a group; if there are fewer
    groups than combinations, the first bots play more games than the last. In cooperative games, every bot plays
    separate games, in which it plays all seats. If all budgets are numbers of simulations, the result depends only on
    ``seed``, not on the ``executor``.

    Args:
        game: the game.
        bots: the participants, see ``PlayerSpec.parse``.
        games: minimum number of games.
        seed: root seed, random if None.
        executor: runs the games, by default in this process.
        progress: called with the number of games done.
        keep: called with the record of each game, in order.
        kept: file of stored groups, which are part of the result. New groups are added to the file, so an interrupted
            study can resume.
    """
    asked = [bot if isinstance(bot, PlayerSpec) else PlayerSpec.parse(bot) for bot in bots]
    entrants = list(dict.fromkeys(asked))
    numbers = [entrants.index(entrant) for entrant in asked]
    kinds = list(itertools.islice(seatings(numbers, game), 10_000))
    groups = games_in_groups(game, len(entrants), games) // len(kinds[0])
    root = secrets.randbits(32) if seed is None else seed
    there = {} if kept is None else kept.groups
    if keep is not None:  # groups stored without records are played again
        there = {group: games for group, games in there.items() if all(one.record is not None for one in games)}
    jobs = [(group, kinds[group % len(kinds)], root) for group in range(groups) if group not in there]
    played = [replace(one, record=None) for group in sorted(there) for one in there[group]]
    if keep is not None:
        for group in sorted(there):
            for one in there[group]:
                keep(one.record or {})
    if jobs:
        warm(game)
    found = (executor or SerialExecutor()).run(partial(play_group, game, entrants, keep is not None), jobs)
    for (group, *_), games_of_group in zip(jobs, found, strict=True):
        for one in games_of_group:
            if keep is not None and one.record is not None:
                keep(one.record)
            played.append(replace(one, record=None))
        if kept is not None:
            kept.add(group, games_of_group)
        if progress is not None:
            progress(len(played))
    return Result(game, entrants, played, root)


def games_in_groups(game: Game, bots: int, games: int) -> int:
    """Return the number of games that ``arena`` plays with this many ``bots``: ``games`` rounded up to whole groups."""
    size = bots if game.together else game.players
    return math.ceil(games / size) * size


def seatings(numbers: list[int], game: Game) -> Iterator[list[tuple[int, ...]]]:
    """Yield the games of each group of games that share a seed; a game is a tuple of the player's index in each seat.

    ``numbers`` are the indices of the players.
    """
    if game.together:
        yield [(number,) * game.players for number in dict.fromkeys(numbers)]
        return
    for line_up in _line_ups(numbers, game.players):
        yield [line_up[shift:] + line_up[:shift] for shift in range(game.players)]


def _line_ups(numbers: list[int], seats: int) -> Iterator[tuple[int, ...]]:
    if len(numbers) <= seats:
        yield tuple(itertools.islice(itertools.cycle(numbers), seats))
    else:
        yield from itertools.combinations(numbers, seats)


Job = tuple[int, list[tuple[int, ...]], int]


def play_group(game: Game, entrants: list[PlayerSpec], kept: bool, job: Job) -> list[FinishedGame]:
    """Play a group of games with common random numbers; with ``kept``, the results contain the game records."""
    warm(game)
    group, seatings, seed = job
    return [_play(game, entrants, seats, (group, seed, number), kept) for number, seats in enumerate(seatings)]


def _play(
    game: Game, entrants: list[PlayerSpec], seats: tuple[int, ...], which: tuple[int, int, int], kept: bool
) -> FinishedGame:
    group, seed, number = which
    chance = np.random.default_rng([seed, group])
    bots = []
    for seat, entrant in enumerate(seats):
        own_seed = np.random.default_rng([seed, group, 1 + number, seat])
        bots.append(entrants[entrant].player(game, own_seed))
    state, actors, seconds = play_game(game, bots, chance)
    decisions = tuple(actors.count(seat) for seat in range(game.players))
    scores = tuple(float(value) for value in state.returns())
    record = record_of(state, actors, [entrants[entrant].label for entrant in seats]) if kept else None
    return FinishedGame(group, seats, scores, tuple(seconds), decisions, record)


def play_game(
    game: Game, bots: Sequence[Bot], chance: np.random.Generator
) -> tuple[State, list[int | None], list[float]]:
    """Play a game with one bot per seat.

    Returns the final state, the seat of each action (None for a chance outcome), and the thinking time of each seat in
    seconds.
    """
    seconds = [0.0] * game.players
    actors: list[int | None] = []
    state = game.new_state()
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(chance)
            actors.append(None)
            continue
        seat = state.current_player
        started = time.perf_counter()
        action = bots[seat].decide(state, seat)
        seconds[seat] += time.perf_counter() - started
        state.apply_id(action)
        actors.append(seat)
    return state, actors, seconds


# ---------------------------------------------------------------- comparing


class Result(Rows):
    """Result of a match. ``rows`` has one row per player, best first.

    Attributes:
        game: the game that was played.
        entrants: the players.
        played: all games.
        seed: root seed, which determines the games if all budgets are numbers of simulations.
    """

    def __init__(self, game: Game, entrants: list[PlayerSpec], played: list[FinishedGame], seed: int) -> None:
        self.game = game
        self.entrants = entrants
        self.played = played
        self.seed = seed
        self._wins = [game.shares_of_win(one.scores) for one in played]

    def judges(self) -> dict[str, str]:
        """Return the name and version of the network weights of each player that uses a network, by label."""
        found = {entrant.label: entrant.judges_by(self.game) for entrant in self.entrants}
        return {label: weights for label, weights in found.items() if weights}

    def win_rate(self, entrant: int) -> Estimate:
        """Return the win rate of the player with index ``entrant``, over all seats that it played.

        A shared win is divided equally.
        """
        return self._estimate(entrant, self._wins)

    def wins_by_group(self, entrant: int) -> dict[int, float]:
        """Return a player's win rate in each group."""
        return self._by_group(entrant, self._wins)

    def score(self, entrant: int) -> Estimate:
        """Return a player's mean return: points in games that points decide, otherwise the utility of the outcome."""
        return self._estimate(entrant, [one.scores for one in self.played])

    def score_difference(self, entrant: int, other: int) -> Estimate | None:
        """Return the mean score difference to the player ``other``, over all groups that both played; None if none."""
        scores = [one.scores for one in self.played]
        mine, others = self._by_group(entrant, scores), self._by_group(other, scores)
        differences = [mine[group] - others[group] for group in mine if group in others]
        return Estimate.of(differences) if differences else None

    def seconds_a_decision(self, entrant: int) -> float:
        """Return a player's mean thinking time per decision, in seconds."""
        spent = decided = 0.0
        for one in self.played:
            for seat, number in enumerate(one.entrants):
                if number == entrant:
                    spent += one.seconds[seat]
                    decided += one.decisions[seat]
        return spent / decided if decided else 0.0

    def ratings(self) -> list[Rating]:
        """Return the rating of each player, computed from all games in order."""
        found = ratings(self.contests())
        return [found[entrant.label] for entrant in self.entrants]

    def contests(self) -> Iterator[Contest]:
        """Yield the contests from which ratings are computed.

        The seats of a game compete with each other; in cooperative games, the games of a group do.
        """
        labels = [entrant.label for entrant in self.entrants]
        if not self.game.together:
            yield from (Contest([labels[n] for n in one.entrants], one.scores) for one in self.played)
            return
        for _, games in itertools.groupby(self.played, lambda one: one.group):
            of_group = list(games)
            yield Contest([labels[one.entrants[0]] for one in of_group], [one.scores[0] for one in of_group])

    def ranking(self) -> list[int]:
        """Return the indices of the players, best first, by win rate and then by score."""
        order = range(len(self.entrants))
        return sorted(order, key=lambda n: (-self.win_rate(n).mean, -self.score(n).mean))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per player, best first. Columns named margin are half-widths of 95 % confidence intervals."""
        found = []
        for n in self.ranking():
            wins, score = self.win_rate(n), self.score(n)
            found.append(
                {
                    "player": self.entrants[n].label,
                    "seats": sum(one.entrants.count(n) for one in self.played),
                    "win_rate": wins.mean,
                    "win_margin": wins.margin,
                    "score": score.mean,
                    "score_margin": score.margin,
                    "seconds_a_decision": self.seconds_a_decision(n),
                }
            )
        return found

    def games(self) -> list[dict[str, Any]]:
        """Return one row per seat and game, with its player, return, share of the win and thinking time."""
        return [
            {
                "number": number,
                "group": one.group,
                "seat": seat,
                "player": self.entrants[entrant].label,
                "score": one.scores[seat],
                "win": won[seat],
                "seconds": one.seconds[seat],
                "decisions": one.decisions[seat],
            }
            for number, (one, won) in enumerate(zip(self.played, self._wins, strict=True))
            for seat, entrant in enumerate(one.entrants)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data. Everything except the thinking times depends only on the seed."""
        ratings, judges = self.ratings(), self.judges()
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "games": len(self.played),
            "groups": len({one.group for one in self.played}),
            "seed": self.seed,
            "entrants": [
                {
                    "bot": self.entrants[n].label,
                    "judges_by": judges.get(self.entrants[n].label),
                    "seats": sum(one.entrants.count(n) for one in self.played),
                    "win_rate": self.win_rate(n).to_json(),
                    "score": self.score(n).to_json(),
                    "rating": {"mu": ratings[n][0], "sigma": ratings[n][1]},
                    "seconds_a_decision": self.seconds_a_decision(n),
                    "score_minus": {
                        self.entrants[other].label: difference.to_json()
                        for other in range(len(self.entrants))
                        if other != n and (difference := self.score_difference(n, other)) is not None
                    },
                }
                for n in self.ranking()
            ],
        }

    def _estimate(self, entrant: int, values: Sequence[Sequence[float]]) -> Estimate:
        return Estimate.of(list(self._by_group(entrant, values).values()))

    def _by_group(self, entrant: int, values: Sequence[Sequence[float]]) -> dict[int, float]:
        """Return the mean of ``values`` over the player's seats, by group; ``values`` are given by game and seat."""
        collected: dict[int, list[float]] = {}
        for one, by_seat in zip(self.played, values, strict=True):
            own = [value for n, value in zip(one.entrants, by_seat, strict=True) if n == entrant]
            collected.setdefault(one.group, []).extend(own)
        return {group: sum(own) / len(own) for group, own in collected.items() if own}

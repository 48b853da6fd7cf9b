"""Which computer player is stronger: matches with paired seeds and every seat rotation, with intervals and ratings.

A *group* is one seed played once for every rotation of the seats. All its games draw chance from the same generator
seed, so each player meets the same luck from every seat; groups are independent of each other, so intervals are taken
over groups. Where all win or lose together, and where there is one seat only, each game of a group is one player's,
who takes all the seats.
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

from mandapa.lab.arena.entrants import Entrant
from mandapa.lab.arena.played import Played
from mandapa.lab.arena.ratings import Contest, Rating, ratings
from mandapa.lab.checkpoint import Kept
from mandapa.lab.executor import Executor, Here, Progress, warm
from mandapa.lab.intervals import Estimate
from mandapa.lab.records import Keep, record_of
from mandapa.library import Game
from mandapa.rows import Rows

# ---------------------------------------------------------------- playing


def arena(
    game: Game,
    bots: Sequence[str | Entrant],
    games: int = 400,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    kept: Kept[list[Played]] | None = None,
) -> Result:
    """Let ``bots`` play at least ``games`` games, whole groups, and compare them.

    With as many bots as seats they all play in every game; fewer take turns in filling the seats; of more, every choice
    of as many as there are seats plays equally often. With simulation budgets the result follows from ``seed``,
    whatever the ``executor``. ``progress`` gets the number of games done. Where nobody plays against anybody, every
    bot takes all seats in a game of its own. ``keep`` gets the record of each game, in the order of the games.
    Groups that are in ``kept`` are not played again, and all of them count; those that are played are added to it, so
    that a study that was killed goes on.
    """
    asked = [bot if isinstance(bot, Entrant) else Entrant.parse(bot) for bot in bots]
    entrants = list(dict.fromkeys(asked))
    numbers = [entrants.index(entrant) for entrant in asked]
    kinds = list(itertools.islice(_groups(numbers, game), 10_000))
    groups = games_in_groups(game, len(entrants), games) // len(kinds[0])
    root = secrets.randbits(32) if seed is None else seed
    there = {} if kept is None else kept.groups
    if keep is not None:  # groups of a run that kept no records are played again
        there = {group: games for group, games in there.items() if all(one.record is not None for one in games)}
    jobs = [(group, kinds[group % len(kinds)], root) for group in range(groups) if group not in there]
    played = [replace(one, record=None) for group in sorted(there) for one in there[group]]
    if keep is not None:
        for group in sorted(there):
            for one in there[group]:
                keep(one.record or {})
    if jobs:
        warm(game)
    found = (executor or Here()).run(partial(_play_group, game, entrants, keep is not None), jobs)
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
    """How many games ``arena`` plays with so many different ``bots``: whole groups, at least ``games``."""
    size = bots if game.together else game.players
    return math.ceil(games / size) * size


def _groups(numbers: list[int], game: Game) -> Iterator[list[tuple[int, ...]]]:
    """Who sits where in each game of a group."""
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


def _play_group(game: Game, entrants: list[Entrant], kept: bool, job: Job) -> list[Played]:
    """Games with the same luck."""
    warm(game)
    group, seatings, seed = job
    return [_play(game, entrants, seats, (group, seed, number), kept) for number, seats in enumerate(seatings)]


def _play(
    game: Game, entrants: list[Entrant], seats: tuple[int, ...], which: tuple[int, int, int], kept: bool
) -> Played:
    group, seed, number = which
    chance = np.random.default_rng([seed, group])
    bots = []
    for seat, entrant in enumerate(seats):
        own_seed = np.random.default_rng([seed, group, 1 + number, seat])
        bots.append(entrants[entrant].player(game, own_seed))
    seconds = [0.0] * game.players
    decisions = [0] * game.players
    actors: list[int | None] = []
    state = game.new_state()
    while not state.is_terminal:
        seat = state.current_player
        if state.is_chance:
            state.resolve_chance(chance)
            actors.append(None)
            continue
        started = time.perf_counter()
        action = bots[seat].decide(state, seat)
        seconds[seat] += time.perf_counter() - started
        decisions[seat] += 1
        state.apply_id(action)
        actors.append(seat)
    scores = tuple(float(value) for value in state.returns())
    record = record_of(state, actors, [entrants[entrant].label for entrant in seats]) if kept else None
    return Played(group, seats, scores, tuple(seconds), tuple(decisions), record)


# ---------------------------------------------------------------- comparing


class Result(Rows):
    """What the games say: a row for each player, best first; ``games`` has a row for each seat of each game.

    Attributes:
        game: the game that was played.
        entrants: who took part.
        played: every game.
        seed: what the games follow from.
    """

    def __init__(self, game: Game, entrants: list[Entrant], played: list[Played], seed: int) -> None:
        self.game = game
        self.entrants = entrants
        self.played = played
        self.seed = seed
        self._wins = [game.shares_of_win(one.scores) for one in played]

    def judges(self) -> dict[str, str]:
        """By which weights of a network, file and version, who judges; those without are not there."""
        found = {entrant.label: entrant.judges_by(self.game) for entrant in self.entrants}
        return {label: weights for label, weights in found.items() if weights}

    def win_rate(self, entrant: int) -> Estimate:
        """Share of won games for each seat it took; a shared win counts in equal parts."""
        return self._estimate(entrant, self._wins)

    def wins_by_group(self, entrant: int) -> dict[int, float]:
        """The same for the games of each group."""
        return self._by_group(entrant, self._wins)

    def score(self, entrant: int) -> Estimate:
        """Mean return: points in games that pay points, what is won or lost in others."""
        return self._estimate(entrant, [one.scores for one in self.played])

    def score_difference(self, entrant: int, other: int) -> Estimate | None:
        """Mean score minus that of another entrant in the same groups; None if they never met."""
        scores = [one.scores for one in self.played]
        mine, others = self._by_group(entrant, scores), self._by_group(other, scores)
        differences = [mine[group] - others[group] for group in mine if group in others]
        return Estimate.of(differences) if differences else None

    def seconds_a_decision(self, entrant: int) -> float:
        """Mean thinking time."""
        spent = decided = 0.0
        for one in self.played:
            for seat, number in enumerate(one.entrants):
                if number == entrant:
                    spent += one.seconds[seat]
                    decided += one.decisions[seat]
        return spent / decided if decided else 0.0

    def ratings(self) -> list[Rating]:
        """Skill and its uncertainty for each entrant, from all games in order."""
        found = ratings(self.contests())
        return [found[entrant.label] for entrant in self.entrants]

    def contests(self) -> Iterator[Contest]:
        """Who competed with what scores: the seats of a game, or where they play together the games of a group."""
        labels = [entrant.label for entrant in self.entrants]
        if not self.game.together:
            yield from (Contest([labels[n] for n in one.entrants], one.scores) for one in self.played)
            return
        for _, games in itertools.groupby(self.played, lambda one: one.group):
            of_group = list(games)
            yield Contest([labels[one.entrants[0]] for one in of_group], [one.scores[0] for one in of_group])

    def ranking(self) -> list[int]:
        """Entrants, best first: by win rate, then by score."""
        order = range(len(self.entrants))
        return sorted(order, key=lambda n: (-self.win_rate(n).mean, -self.score(n).mean))

    def rows(self) -> list[dict[str, Any]]:
        """Each player with its share of wins and mean score, the half-widths of their 95 % intervals, and its time."""
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
        """A row for each seat of each game, with its player, return and share of the win."""
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
        """Everything as plain data; all but ``seconds_a_decision`` follows from the seed and simulation budgets."""
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
        """Mean of a value by seat over each group's games and the seats that the entrant took in them."""
        collected: dict[int, list[float]] = {}
        for one, by_seat in zip(self.played, values, strict=True):
            own = [value for n, value in zip(one.entrants, by_seat, strict=True) if n == entrant]
            collected.setdefault(one.group, []).extend(own)
        return {group: sum(own) / len(own) for group, own in collected.items() if own}

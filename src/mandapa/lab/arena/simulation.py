"""Simulate many games between bots and collect statistics."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.bots import Bot
from mandapa.kernel.compile.engine import add_entry_points, compilable
from mandapa.kernel.generic import TERMINAL, apply_action, current_player, legal_actions, returns, scores
from mandapa.kernel.random_play import settle_chance
from mandapa.kernel.record import Actions, Record, Records, Rng, Values, new_records
from mandapa.lab import executor, intervals, records
from mandapa.lab.arena.game_statistics import kind_of
from mandapa.library import Game, State
from mandapa.rows import Rows

BATCH = 500
"""Number of random games between two progress reports."""


@dataclass
class Statistics(Rows):
    """Statistics of several games. ``rows`` has one row per seat and game.

    Attributes:
        seconds: playing time in seconds, without compilation.
        finals: final scores, shape (games, players).
        wins: each seat's share of the win, shape (games, players).
        lengths: number of actions in each game, including chance outcomes, shape (games,).
        branching: number of decisions with 0, 1, 2, ... legal actions, shape (max_legal + 1,).
        actions: number of decisions by kind (first word of the action's text).
    """

    seconds: float = 0.0
    finals: Values = field(default_factory=lambda: np.zeros((0, 0)))
    wins: Values = field(default_factory=lambda: np.zeros((0, 0)))
    lengths: Values = field(default_factory=lambda: np.zeros(0))
    branching: Values = field(default_factory=lambda: np.zeros(1))
    actions: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.lengths)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per seat and game, with final score, share of the win, and number of actions (``plies``)."""
        return [
            {"number": number, "seat": seat, "score": float(score), "win": float(win), "plies": int(plies)}
            for number, (scores, wins, plies) in enumerate(zip(self.finals, self.wins, self.lengths, strict=True))
            for seat, (score, win) in enumerate(zip(scores, wins, strict=True))
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as JSON-compatible data. Rates and means are per game; intervals are 95 %."""
        games = self.games
        rates = self.wins.mean(axis=0)
        decisions = float(self.branching.sum())
        listed = float((self.branching * np.arange(len(self.branching))).sum())
        return {
            "games": games,
            "seconds": self.seconds,
            "games_per_second": games / self.seconds if self.seconds else 0.0,
            "plies_per_game": float(self.lengths.mean()),
            "mean_scores": self.finals.mean(axis=0).tolist(),
            "win_rates": rates.tolist(),
            "win_rate_intervals": [intervals.wilson_interval(rate, games) for rate in rates.tolist()],
            "scores": {
                "standard_deviations": self.finals.std(axis=0).tolist(),
                "least": self.finals.min(axis=0).tolist(),
                "greatest": self.finals.max(axis=0).tolist(),
            },
            "lengths": {"least": int(self.lengths.min()), "greatest": int(self.lengths.max())},
            "branching": {
                "decisions_per_game": decisions / games,
                "mean_legal_actions": listed / decisions if decisions else 0.0,
                "most_legal_actions": int(np.flatnonzero(self.branching).max(initial=0)),
                "forced_share": float(self.branching[1] / decisions) if decisions else 0.0,
            },
            "actions_per_game": {kind: count / games for kind, count in sorted(self.actions.items())},
        }


# ---------------------------------------------------------------- random games in bulk

STATISTICS = "statistics"
"""Name of the group of functions that are compiled from this module."""


class Counts(NamedTuple):
    """Counters for random games.

    Attributes:
        known: true for each action id whose kind the caller knows already, shape (num_actions,).
        chosen: number of times that each action was chosen, shape (num_actions,).
        branching: number of decisions with 0, 1, 2, ... legal actions, shape (max_legal + 1,).
        finals, utilities: scores and returns, shape (games * players,).
        lengths: number of actions in each game, shape (games,).
    """

    known: NDArray[np.bool_]
    chosen: Values
    branching: Values
    finals: Values
    utilities: Values
    lengths: Values


@compilable
def random_games_in_detail(
    start: Record, scratch: Records, actions: Actions, counts: Counts, first: int, games: int, resumed: bool, rng: Rng
) -> int:
    """Play the games numbered ``first`` to ``games`` - 1 with random decisions, and update ``counts``.

    The function stops before an action that is not ``known``, so that the caller can find its kind. It then returns the
    number of the current game, with the state in ``scratch[0]`` and the action id in ``actions[0]``. The caller applies
    the action and calls the function again with that number as ``first`` and with ``resumed``. After the last game,
    the function returns ``games``.
    """
    state = scratch[0]
    players = len(counts.finals) // len(counts.lengths)
    final = np.zeros(players)
    for game in range(first, games):
        if not resumed:
            scratch[0] = start
            counts.lengths[game] = 0
        resumed = False
        counts.lengths[game] += settle_chance(state, rng)
        while current_player(state) != TERMINAL:
            count = legal_actions(state, actions)
            counts.branching[count] += 1
            action = int(actions[int(rng.random() * count)])
            counts.chosen[action] += 1
            counts.lengths[game] += 1
            if not counts.known[action]:
                actions[0] = action
                return game
            apply_action(state, action)
            counts.lengths[game] += settle_chance(state, rng)
        scores(state, final)
        for seat in range(players):
            counts.finals[game * players + seat] = final[seat]
        returns(state, final)
        for seat in range(players):
            counts.utilities[game * players + seat] = final[seat]
    return games


add_entry_points({STATISTICS: (random_games_in_detail,)})


def simulate_random(game: Game, games: int, rng: np.random.Generator, progress: executor.Progress) -> Statistics:
    """Play ``games`` random games, in machine code if available.

    ``progress`` is called with the number of games done.
    """
    kinds: dict[int, str] = {}
    counts = Counts(
        known=np.zeros(game.type.num_actions, np.bool_),
        chosen=np.zeros(game.type.num_actions),
        branching=np.zeros(game.type.max_legal + 1),
        finals=np.zeros(games * game.players),
        utilities=np.zeros(games * game.players),
        lengths=np.zeros(games),
    )
    start = game.new_state().record.copy()
    scratch = new_records(start.dtype, 1)
    actions = np.zeros(game.type.max_legal, np.int32)
    run = game.engine.run
    started = time.perf_counter()
    done, resumed = 0, False
    while done < games:
        batch = min(games, done - done % BATCH + BATCH)
        done = run(random_games_in_detail, start, scratch, actions, counts, done, batch, resumed, rng)
        resumed = done < batch
        if resumed:
            action = int(actions[0])
            counts.known[action] = True
            kinds[action] = kind_of(game.type.presentation.format_action(scratch[0], action))
            run(apply_action, scratch[0], action)
        else:
            progress(done)
    counted: Counter[str] = Counter()
    for action, kind in kinds.items():
        counted[kind] += int(counts.chosen[action])
    seconds = time.perf_counter() - started
    wins = np.array([game.shares_of_win(own) for own in counts.utilities.reshape(games, -1).tolist()])
    finals = counts.finals.reshape(games, -1)
    return Statistics(seconds, finals, wins, counts.lengths, counts.branching, counted)


# ---------------------------------------------------------------- arbitrary bots


def simulate(
    game: Game,
    seats: Sequence[Bot],
    games: int,
    rng: np.random.Generator,
    progress: executor.Progress,
    keep: records.Keep | None = None,
    names: Sequence[str] = (),
) -> Statistics:
    """Play ``games`` games with one bot per seat. ``progress`` is called with the number of games done.

    ``keep`` is called with the game record of each game, in which the players have these ``names``.
    """
    statistics = Statistics(lengths=np.zeros(games), branching=np.zeros(game.type.max_legal + 1))
    statistics.finals, statistics.wins = np.zeros((games, game.players)), np.zeros((games, game.players))
    started = time.perf_counter()
    for number in range(games):
        state = game.new_state()
        actors: list[int | None] = []
        while not state.is_terminal:
            actors.append(None if state.is_chance else state.current_player)
            _play_on(state, seats, rng, statistics)
        if keep is not None:
            keep(records.record_of(state, actors, names))
        statistics.finals[number] = state.scores()
        statistics.wins[number] = game.shares_of_win(state.returns())
        statistics.lengths[number] = len(state.history)
        progress(number + 1)
    statistics.seconds = time.perf_counter() - started
    return statistics


def _play_on(state: State, seats: Sequence[Bot], rng: np.random.Generator, statistics: Statistics) -> None:
    """Apply one chance outcome or one decision of the bots to the state, and count it."""
    if state.is_chance:
        state.resolve_chance(rng)
        return
    statistics.branching[len(state.legal_action_ids)] += 1
    seat = state.current_player
    state.apply_id(seats[seat].decide(state, seat))
    statistics.actions[kind_of(state.history[-1])] += 1

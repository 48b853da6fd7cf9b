"""A game that is being checked, the statistics of the checks, and the error that they raise."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from traceback import extract_tb
from typing import Any, NoReturn

import numpy as np

from mandapa.kernel.game_type import GameType
from mandapa.kernel.generic import register_methods
from mandapa.kernel.record import Record, contents
from mandapa.library import Game, State
from mandapa.testing.sampling_statistics import SamplingStatistics
from mandapa.testing.watchdog import TimeLimitExceeded, Watchdog

Invariant = Callable[[Record, Record], str | None]
"""``invariant(start, state)`` describes an inconsistency in a state reached from ``start``; None if there is none."""


class CheckFailed(AssertionError):
    """A game failed a check.

    Attributes:
        check: name of the check, from the list in the docstring of ``check_game``.
        record: JSON-compatible data that leads to the failure. It has ``game``, ``players``, ``options``,
            ``components`` (hash) and ``actions``, which ``Game.state_from_json`` replays; from ``check_game`` also
            ``seed`` and ``number``.
    """

    def __init__(self, check: str, message: str, record: dict[str, Any]) -> None:
        super().__init__(message)
        self.check = check
        self.record = record

    def __str__(self) -> str:
        game = f"{self.record['game']}, {self.record['players']} players"
        if "seed" in self.record:
            game += f", seed {self.record['seed']}, game {self.record['number']}"
        return f"{self.check}: {self.args[0]} ({game}, after {len(self.record['actions'])} actions)"


def record_that_leads_to(state: State) -> dict[str, Any]:
    """Return the data for ``CheckFailed.record`` that lead to this state."""
    game = state.game
    return {
        **state.to_json(),
        "players": game.players,
        "options": game.options,
        "components": game.components_hash,
    }


@dataclass
class Report:
    """Statistics collected while checking.

    Attributes:
        games, plies, decisions, chance_nodes: totals of all games.
        most_legal, most_outcomes: maximum number of legal actions and of chance outcomes in any state.
        longest: number of plies in the longest game.
        hidden: number of states with information hidden from a seat.
        guessed: number of these states in which a resampled state differed from the true state.
        dependence_counts: for each output that must depend on the state, such as ``view``, the number of comparisons of
            two cases in which it may differ, and the number of comparisons in which it did differ.
        beyond: for each number with a bound, how often it was checked, and how often it exceeded the bound.
        odds: counts of values in resampled states and in the true states.
    """

    games: int = 0
    plies: int = 0
    decisions: int = 0
    chance_nodes: int = 0
    most_legal: int = 0
    most_outcomes: int = 0
    longest: int = 0
    hidden: int = 0
    guessed: int = 0
    dependence_counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    beyond: dict[str, tuple[int, int]] = field(default_factory=dict)
    odds: SamplingStatistics = field(default_factory=SamplingStatistics, repr=False)

    def count_dependence_check(self, what: str, depends: bool) -> None:
        """Count a comparison of two cases in which the output ``what`` may differ, and whether it did differ."""
        cases, dependent = self.dependence_counts.get(what, (0, 0))
        self.dependence_counts[what] = (cases + 1, dependent + depends)

    def saw(self, what: str, beyond: bool) -> None:
        """Count a check of the number ``what``, and whether the number was ``beyond`` its bound."""
        cases, so_far = self.beyond.get(what, (0, 0))
        self.beyond[what] = (cases + 1, so_far + beyond)


@dataclass
class Playthrough:
    """A game that is played and checked; ``state`` is the current state."""

    game: Game
    rng: np.random.Generator
    invariant: Invariant | None
    complete: bool
    every: int
    has_preferences: bool
    report: Report
    watchdog: Watchdog
    state: State = field(init=False)
    start: Record = field(init=False)
    copies: list[tuple[State, bytes]] = field(default_factory=list)
    sampled: int = 0
    outcomes: int = 0
    texts: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = self.game.new_state()
        self.start = self.state.copy().record

    @cached_property
    def wide_layout(self) -> np.dtype:
        """Layout of the game's records with 64 bits for each signed number."""
        return wide_layout(self.game.type)

    def fail(self, check: str, message: str) -> NoReturn:
        """Raise ``CheckFailed`` with a record of the game so far."""
        raise self._failed(check, message)

    def expect(self, holds: bool, check: str, message: str) -> None:
        """Raise ``CheckFailed`` unless a condition holds."""
        if not holds:
            self.fail(check, message)

    def _failed(self, check: str, message: str) -> CheckFailed:
        return CheckFailed(check, message, record_that_leads_to(self.state))

    @contextmanager
    def convert_exceptions(self, where: str = "") -> Iterator[None]:
        """Convert an exception in the game's code to ``CheckFailed``, with a record of the game so far."""
        try:
            yield
        except CheckFailed:
            raise
        except TimeLimitExceeded as error:
            took = f"{self.watchdog.interrupted} takes longer than the time limit of {self.watchdog.limit:g} s"
            raise self._failed("time", f"{took}{self._place_of(error)}{where}; expected that it ends") from error
        except Exception as error:
            raise self._failed("crash", f"{type(error).__name__}: {error}{self._place_of(error)}{where}") from error

    def _place_of(self, error: BaseException) -> str:
        """Return text for messages that names the innermost function of the game in a traceback, or ""."""
        folder = self.game.type.folder.resolve()
        frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
        return f", in {frames[-1].name} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""

    @contextmanager
    def assert_unchanged(self, what: str, state: State | None = None) -> Iterator[None]:
        """Raise ``CheckFailed`` if the ``with`` block changes the state, by default the current state."""
        state = state or self.state
        before = contents(state.record)
        with self.watchdog.watch(what):
            yield
        self.expect(contents(state.record) == before, "reading", f"{what} changes the state")

    def check_invariant(self, record: Record, where: str) -> None:
        """Check that a record satisfies the game's invariant."""
        if self.invariant is not None:
            wrong = self.invariant(self.start, record)
            self.expect(wrong is None, "invariant", f"{where}: {wrong}")


def wide_layout(type: GameType) -> np.dtype:
    """Create the layout of a game's records with 64 bits for each signed number, and register its methods."""
    fields: Any = type.state_type.fields
    mark = f"wide_{type.name}_{type.rules_version}"  # A field name that makes the layouts of different games differ.
    layout = np.dtype([*((name, _widened(fields[name][0])) for name in fields), (mark, np.int8)], align=True)
    register_methods(layout, dict(type.methods))
    return layout


def _widened(layout: np.dtype) -> np.dtype:
    if layout.names is not None:
        fields: Any = layout.fields
        return np.dtype([(name, _widened(fields[name][0])) for name in layout.names], align=True)
    if layout.subdtype is not None:
        base, shape = layout.subdtype
        return np.dtype((_widened(base), shape))
    return np.dtype(np.int64) if layout.kind == "i" else layout

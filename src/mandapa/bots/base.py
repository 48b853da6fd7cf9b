"""Base class of all bots, with the budget and the result of a search."""

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from mandapa.bots.cancellation import CancelToken
from mandapa.kernel.generic import apply_action, imagine
from mandapa.kernel.record import Record, contents, copy_of
from mandapa.library import Game, State

INTERPRETED_DEPTH = 2
"""Number of decisions of a turn that are searched while the rules are not yet compiled to machine code."""


@dataclass
class SearchResult:
    """The result of thinking about a position.

    Attributes:
        line: ids of the actions from this position to the end of the seat's turn; the first action is the decision.
        values: estimated final score of the seat after each examined action, by action id.
        expected: expected final score of each seat if the line is played.
        simulations: number of simulations.
        second: action ids of the second-best turn, if several turns were compared.
    """

    line: list[int]
    values: dict[int, float] = field(default_factory=dict)
    expected: list[float] = field(default_factory=list)
    simulations: int = 0
    second: list[int] = field(default_factory=list)


class Budget:
    """A limit on thinking, by number of simulations, time, or cancellation, whichever comes first."""

    def __init__(self, simulations: int | None, seconds: float | None, cancel: CancelToken | None) -> None:
        self.simulations = simulations
        self.cancel = cancel or CancelToken()
        self.seconds = seconds
        self.used = 0
        self._started = time.perf_counter()

    @property
    def spent(self) -> float:
        """Share of the budget used, 0 to 1; 1 once cancelled."""
        if self.cancel.is_set():
            return 1.0
        by_count = self.used / self.simulations if self.simulations else 0.0
        by_time = (time.perf_counter() - self._started) / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_count, by_time))

    def left(self, share: float) -> float:
        """Estimate the number of simulations left until this share of the budget is spent."""
        if self.cancel.is_set():
            return 0.0
        by_count = share * self.simulations - self.used if self.simulations else math.inf
        if not self.seconds:
            return by_count
        took = time.perf_counter() - self._started
        return min(by_count, self.used * (share * self.seconds - took) / max(took, 1e-9))


class Bot(ABC):
    """Base class of bots.

    Attributes:
        name: the name that ``make`` accepts.
        version: incremented when a change of the code changes decisions for the same seed and budget, so that results
            of different versions are not combined (``PlayerSpec.facts``).
        game: the game that the bot plays.
        rng: the bot's source of randomness; the same seed and simulation budget give the same decisions.
        avoided_kind: kind of action (first word of the text) that the bot only takes if there is no alternative, for
            studies of the value of an action; "" for none.
    """

    name = ""
    version = 1
    avoided_kind = ""

    def __init__(
        self,
        game: Game,
        seed: int | np.random.Generator | None = None,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self.game = game
        self.rng = np.random.default_rng(seed)
        self.simulations = simulations
        self.seconds = seconds
        self._plan: dict[bytes, int] = {}

    @property
    def judges_by(self) -> str:
        """File and version of the network weights that the bot uses; "" if it uses none."""
        return ""

    def forget(self) -> None:
        """Discard the plan for the rest of the turn, before the bot acts in another game."""
        self._plan.clear()

    def choose(self, state: State, seat: int | None = None, cancel: CancelToken | None = None) -> str:
        """Return the action to take as text; see ``decide``."""
        return state.format(self.decide(state, seat, cancel))

    def decide(self, state: State, seat: int | None = None, cancel: CancelToken | None = None) -> int:
        """Return the id of the action to take, using only what ``seat`` (by default the one to act) may know.

        If thinking is cancelled, a legal action is returned immediately.
        """
        seat = state.current_player if seat is None else seat
        if seat < 0 or seat != state.current_player:
            raise ValueError(f"seat {seat} is not to act; current player is {state.current_player}")
        own = self.planning_state(state, seat)
        legal = own.legal_action_ids
        planned = self._plan.get(contents(own.record))
        if len(legal) == 1 or planned in legal:
            return legal[0] if planned is None else planned
        line = self.think(own.record, seat, cancel).line
        if cancel is None or not cancel.is_set():
            self._remember(own.record, line)
        return line[0]

    def planning_state(self, state: State, seat: int) -> State:
        """Return the state that the bot plans with: what ``seat`` knows, simplified by the game's ``imagine``."""
        own = state.for_seat(seat)
        imagine(own.record)
        return own

    @abstractmethod
    def think(self, record: Record, seat: int, cancel: CancelToken | None = None) -> SearchResult:
        """Search for the best action of ``seat``, the seat to act.

        ``record`` contains only what the seat knows (``planning_state``).
        """

    def without_avoided(self, record: Record, lines: list[list[int]]) -> list[list[int]]:
        """Return the lines that do not begin with an action of ``avoided_kind``; all lines if every one does."""
        if not self.avoided_kind:
            return lines
        format_action = self.game.type.presentation.format_action
        left = [line for line in lines if format_action(record, line[0]).split()[0] != self.avoided_kind]
        return left or lines

    def _remember(self, record: Record, line: list[int]) -> None:
        """Store the rest of the turn, so that later decisions of the turn need no search.

        The bot searches again if the state at a later decision differs from the expected state. Without machine code,
        only the decisions that were searched are stored: the playout policy has chosen those after them.
        """
        self._plan.clear()
        after = copy_of(record)
        searched = line if self.game.engine.ready else line[:INTERPRETED_DEPTH]
        for done, following in pairwise(searched):
            self.game.engine.run(apply_action, after, done)
            self._plan[contents(after)] = following

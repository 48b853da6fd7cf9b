"""What all computer players share."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from mandapa.bots.cancel import Cancel
from mandapa.kernel.generic import apply_action, imagine
from mandapa.kernel.record import Record, contents, copy_of
from mandapa.library import Game, State


@dataclass
class Thought:
    """What came of thinking about one position.

    Attributes:
        line: actions of the own turn from here to its end, as ids; the first is the decision.
        values: what the looked-at next actions are worth to the seat, by action id: its expected final score.
        expected: expected final score of each seat after the line.
        simulations: playouts that were made.
        second: actions of the turn that comes next, if another one was compared.
    """

    line: list[int]
    values: dict[int, float] = field(default_factory=dict)
    expected: list[float] = field(default_factory=list)
    simulations: int = 0
    second: list[int] = field(default_factory=list)


class Budget:
    """How long a thought may last: simulations, seconds, whichever ends first, or until it is cancelled."""

    def __init__(self, simulations: int | None, seconds: float | None, cancel: Cancel | None) -> None:
        self.simulations = simulations
        self.cancel = cancel or Cancel()
        self.seconds = seconds
        self.used = 0
        self._started = time.perf_counter()

    @property
    def spent(self) -> float:
        """Share of the budget that is gone, 0 to 1; 1 once cancelled."""
        if self.cancel.is_set():
            return 1.0
        by_count = self.used / self.simulations if self.simulations else 0.0
        by_time = (time.perf_counter() - self._started) / self.seconds if self.seconds else 0.0
        return min(1.0, max(by_count, by_time))

    def left(self, share: float) -> float:
        """How many simulations can be made until so much is ``spent``: by their number, and by the time they took."""
        if self.cancel.is_set():
            return 0.0
        by_count = share * self.simulations - self.used if self.simulations else math.inf
        if not self.seconds:
            return by_count
        took = time.perf_counter() - self._started
        return min(by_count, self.used * (share * self.seconds - took) / max(took, 1e-9))


class Bot(ABC):
    """A computer player.

    Attributes:
        name: what it is called in ``make``.
        version: raised when it comes to play otherwise with the same seed and budget: what it played before does not
            join what it plays now (``Entrant.facts``).
        game: the game that it plays.
        rng: its source of randomness; the same seed and simulation budget give the same decisions.
        avoids: kind of action (first word of its text) that it never takes if it has another choice; for studies of
            what an action is good for. Empty: none.
    """

    name = ""
    version = 1
    avoids = ""

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
        """The weights of the network that it judges by, file and version; empty: none."""
        return ""

    def forget(self) -> None:
        """Give up what it had planned for the rest of its turn: it is to act in another game."""
        self._plan.clear()

    def choose(self, state: State, seat: int | None = None, cancel: Cancel | None = None) -> str:
        """The text of the action to take: what ``decide`` says."""
        return state.format(self.decide(state, seat, cancel))

    def decide(self, state: State, seat: int | None = None, cancel: Cancel | None = None) -> int:
        """The id of the action to take. Sees only what ``seat`` (by default the one to act) may know.

        A cancelled bot answers at once, with a legal action all the same.
        """
        seat = state.current_player if seat is None else seat
        if seat < 0 or seat != state.current_player:
            raise ValueError(f"seat {seat} is not to act; current player is {state.current_player}")
        own = self.known(state, seat)
        legal = own.legal_action_ids
        planned = self._plan.get(contents(own.record))
        if len(legal) == 1 or planned in legal:
            return legal[0] if planned is None else planned
        line = self.think(own.record, seat, cancel).line
        if cancel is None or not cancel.is_set():
            self._remember(own.record, line)
        return line[0]

    def known(self, state: State, seat: int) -> State:
        """What it thinks about: what ``seat`` may know, simpler than it is where the game says so."""
        own = state.for_seat(seat)
        imagine(own.record)
        return own

    @abstractmethod
    def think(self, record: Record, seat: int, cancel: Cancel | None = None) -> Thought:
        """Think about a position; ``record`` is redacted for ``seat``, which is to act (``known``)."""

    def willing(self, record: Record, lines: list[list[int]]) -> list[list[int]]:
        """Those of the ``lines`` that do not begin with what it avoids; all of them if none is left."""
        if not self.avoids:
            return lines
        format_action = self.game.type.presentation.format_action
        left = [line for line in lines if format_action(record, line[0]).split()[0] != self.avoids]
        return left or lines

    def _remember(self, record: Record, line: list[int]) -> None:
        """Keep the rest of the turn in mind, so that its later decisions need no new thought.

        A decision for which the seat knows something else than was foreseen is thought about anew.
        """
        self._plan.clear()
        after = copy_of(record)
        for done, following in pairwise(line):
            self.game.engine.run(apply_action, after, done)
            self._plan[contents(after)] = following

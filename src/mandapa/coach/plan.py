"""Plans: the actions of a turn by their ids, replayed once, with their texts and log lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from mandapa.kernel.generic import imagine
from mandapa.kernel.ideas import Trial
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, contents
from mandapa.library import State


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One action of a plan, and the positions before and after it."""

    action: int
    text: str
    before: Record
    after: Record


@dataclass(frozen=True, eq=False)
class Plan:
    """A turn, or the beginning of one.

    Attributes:
        start: the position in which it begins, as computer players think about it (``imagined``).
        steps: its actions in order.
    """

    start: State
    steps: tuple[Step, ...] = ()

    @property
    def ids(self) -> list[int]:
        """The actions."""
        return [step.action for step in self.steps]

    @property
    def texts(self) -> tuple[str, ...]:
        """The actions as text."""
        return tuple(step.text for step in self.steps)

    @cached_property
    def end(self) -> State:
        """The position after the last action."""
        return State(self.start.game, self._after) if self.steps else self.start

    @property
    def trial(self) -> Trial:
        """The turn as the ideas and motives of a game look at it."""
        return Trial(self.start.current_player, self.start.record, self._after, self.texts)

    def has_same_end(self, other: Plan) -> bool:
        """Whether both end in the same position; then they differ in the order of their actions at most."""
        return self.ids == other.ids or contents(self._after) == contents(other._after)

    def then(self, action: int, before: Record | None = None) -> Plan:
        """The plan that goes on with a legal action, not checked. ``before``: the record that ``State.read`` gave."""
        return Plan(self.start, (*self.steps, self._step(self._after if before is None else before, action)))

    @property
    def _after(self) -> Record:
        return self.steps[-1].after if self.steps else self.start.record

    def to_json(self) -> list[dict[str, Any]]:
        """The text and the log line of every action."""
        return [{"action": step.text, "log": self._log(step)} for step in self.steps]

    def alternatives(self) -> list[list[dict[str, Any]]]:
        """For every action the log lines of the legal ones of its kind that might be taken instead."""
        found = []
        for step in self.steps:
            others = [action for action in listed_actions(step.before) if action != step.action]
            kind, logs = self._log(step)["key"], [self._log(self._step(step.before, other)) for other in others]
            found.append([log for log in logs if log["key"] == kind])
        return found

    def _step(self, before: Record, action: int) -> Step:
        text = self.start.game.type.presentation.format_action(before, action)
        return Step(action, text, before, self.start.try_id(action, before))

    def _log(self, step: Step) -> dict[str, Any]:
        return self.start.game.type.presentation.describe(step.before, step.action, step.after)


def imagined(known: State) -> State:
    """The position that computer players think about: what a seat knows, simpler where the game says so."""
    start = State(known.game, known.record)
    imagine(start.record)
    return start


def replay(start: State, line: Iterable[int]) -> Plan:
    """The plan of legal actions, not checked."""
    return reduce(Plan.then, line, Plan(start))


def replay_if_legal(start: State, line: Iterable[int]) -> Plan | None:
    """The plan of actions; None if one of them may not be taken."""
    plan = Plan(start)
    for action in line:
        if action not in plan.end.legal_action_ids:
            return None
        plan = plan.then(action)
    return plan


def read(start: State, texts: Iterable[str]) -> Plan:
    """The plan of actions given as text; ``IllegalAction`` if one of them may not be taken."""
    plan = Plan(start)
    for text in texts:
        before, action = plan.end.read(text)
        plan = plan.then(action, before)
    return plan

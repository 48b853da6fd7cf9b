"""Plans: the actions of a turn, with the position, the text and the log line of each action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from mandapa.kernel import generic, hints, presentation
from mandapa.kernel.record import Record, contents
from mandapa.library import State


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One action of a plan, with the positions before and after the action."""

    action: int
    text: str
    before: Record
    after: Record


@dataclass(frozen=True, eq=False)
class Plan:
    """A turn, or the beginning of one.

    Attributes:
        start: the position before the first action, as bots see it (``planning_state``).
        steps: the actions, in order.
    """

    start: State
    steps: tuple[Step, ...] = ()

    @property
    def ids(self) -> list[int]:
        """The actions as ids."""
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
    def candidate(self) -> hints.CandidateTurn:
        """Return the plan as a candidate turn, for a game's ideas and hint reasons."""
        return hints.CandidateTurn(self.start.current_player, self.start.record, self._after, self.texts)

    def has_same_end(self, other: Plan) -> bool:
        """Return whether both plans end in the same position, for example by the same actions in another order."""
        return self.ids == other.ids or contents(self._after) == contents(other._after)

    def then(self, action: int, before: Record | None = None) -> Plan:
        """Return the plan extended by an action, whose legality is not checked.

        ``before`` is the position returned by ``State.read`` if the action was read from text; by default, the position
        at the end of this plan.
        """
        return Plan(self.start, (*self.steps, self._step(self._after if before is None else before, action)))

    @property
    def _after(self) -> Record:
        return self.steps[-1].after if self.steps else self.start.record

    def to_json(self) -> list[dict[str, Any]]:
        """Return the text and the log line of every action."""
        return [{"action": step.text, "log": self._log(step)} for step in self.steps]

    def alternatives(self) -> list[list[dict[str, Any]]]:
        """Return, for every action of the plan, the log lines of the other legal actions of the same kind."""
        found = []
        for step in self.steps:
            others = [action for action in presentation.listed_actions(step.before) if action != step.action]
            kind, logs = self._log(step)["key"], [self._log(self._step(step.before, other)) for other in others]
            found.append([log for log in logs if log["key"] == kind])
        return found

    def _step(self, before: Record, action: int) -> Step:
        text = self.start.game.type.presentation.format_action(before, action)
        return Step(action, text, before, self.start.try_id(action, before))

    def _log(self, step: Step) -> dict[str, Any]:
        return self.start.game.type.presentation.describe(step.before, step.action, step.after)


def planning_state(known: State) -> State:
    """Return the position that bots plan with: ``known``, simplified by the game's ``imagine`` if it defines one."""
    start = State(known.game, known.record)
    generic.imagine(start.record)
    return start


def replay(start: State, line: Iterable[int]) -> Plan:
    """Return the plan with these actions, whose legality is not checked."""
    return reduce(Plan.then, line, Plan(start))


def replay_if_legal(start: State, line: Iterable[int]) -> Plan | None:
    """Return the plan with these actions; None if an action is illegal."""
    plan = Plan(start)
    for action in line:
        if action not in plan.end.legal_action_ids:
            return None
        plan = plan.then(action)
    return plan


def read(start: State, texts: Iterable[str]) -> Plan:
    """Return the plan with these actions, given as text; ``IllegalAction`` if an action is illegal."""
    plan = Plan(start)
    for text in texts:
        before, action = plan.end.read(text)
        plan = plan.then(action, before)
    return plan

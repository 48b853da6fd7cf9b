"""A game's vocabulary, declared once: its decisions, its chance events, and why something may not be done.

A ``Kind`` is a line of the rulebook: a text with blanks, the phases in which it is due, and a ``Parameter`` for each
blank. Machine code sees whole numbers only: the id of an action is the first id of its kind plus the numbers of its
parameters, counted like digits. Decisions are numbered one kind after the other, outcomes of chance from 0.

    FROGS = Vocabulary("frogs", over="FRO-END-1", chance="FRO-TURN-2", due="FRO-TURN-1")
    HOP = FROGS.decision("hop {frog} {side}", MOVE, frog=below(3), side=one_of("left", "right"))  # ids 0 to 5
    REST = FROGS.decision("rest", MOVE)                                                            # id 6
    TIRED = FROGS.fault("tired", "FRO-HOP-3", "this frog has to rest")

Whether an action may be done is said once, by the rule of its kind: 0, or the number of what is wrong. Who lists legal
actions, refuses a text, or shows why a place is blocked, asks the same rule.

    @HOP.rule
    @compilable
    def hop_fault(state: Record, frog: int, side: int) -> int:
        return TIRED if state.tired[frog] else 0

    hop_id = HOP.encode  # as quick in machine code as a sum written by hand: hop_id(2, 1) is 5
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from itertools import chain, zip_longest
from math import prod
from typing import Any, NamedTuple, TypeVar

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.generic import CHANCE, TERMINAL, current_player
from mandapa.kernel.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])

NOWHERE = -1
"""What a rule gets for a text that is well written but names nothing in this state, such as a cell off the board."""


# ---------------------------------------------------------------- what stands in a blank


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number from 0 to below ``count``, and how people write it.

    Attributes:
        count: how many values there are.
        pattern: what its text looks like, a regular expression without groups.
        write: ``(state, number) -> text``.
        read: ``(state, text) -> number``, or ``NOWHERE``.
        value: ``(state, number)``: what choices and log lines say, JSON-able; None: they do not say it. The client's
            types are made of its annotation, and of ``names``.
        about: the values in words, for the table of ids.
        names: all values, where they are words.
    """

    count: int
    pattern: str
    write: Callable[[Any, int], str]
    read: Callable[[Any, str], int]
    value: Callable[[Any, int], Any] | None
    about: str
    names: tuple[str, ...] = ()


def one_of(*names: str) -> Parameter:
    """One of these words, by its place among them."""
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    about = ", ".join(names) if len(names) <= 8 else f"{names[0]}, {names[1]}, ... {names[-1]}"

    def name_of(state: Any, number: int) -> str:
        return names[number]

    return Parameter(len(names), words, name_of, lambda state, text: names.index(text), name_of, about, names)


def below(count: int, *, first: int = 0) -> Parameter:
    """A whole number of ``count``, which people count from ``first``."""
    words = "|".join(str(first + number) for number in range(count))
    about = f"{first} to {first + count - 1}" + (f", less {first}" if first else "")

    def counted(state: Any, number: int) -> int:
        return first + number

    return Parameter(
        count, words, lambda state, number: str(first + number), lambda state, text: int(text) - first, counted, about
    )


def told(pattern: str, value: Callable[[Any], Any]) -> Parameter:
    """What the state tells and a text only repeats, such as whose colour is drawn: a single value."""

    @wraps(value)
    def value_of(state: Any, number: int) -> Any:
        return value(state)

    return Parameter(1, pattern, lambda state, _: str(value(state)), lambda state, _: 0, value_of, "as it is")


# ---------------------------------------------------------------- a kind of decision, or of chance event


class Kind:
    """One kind of action; made by ``Vocabulary.decision`` and ``Vocabulary.event``.

    Attributes:
        name: its word in choices, log lines and refusals.
        text: what people read and write, with a blank ``{name}`` for each parameter.
        like: the text for who does not know it; of a text that is one blank, what stands there.
        phases: the phases of the game in which it is due; none: all.
        first: the id of its first action, or a compilable function of the state that says it where that differs.
        count: how many ids it has.
    """

    def __init__(
        self,
        name: str,
        text: str,
        phases: tuple[int, ...],
        first: int | Callable[[Record], int],
        parameters: Mapping[str, Parameter],
    ) -> None:
        words = re.split(r"\{(\w+)\}", text)
        if words[1::2] != list(parameters):
            raise ValueError(f"{text!r}: expected parameters {words[1::2]}, found {list(parameters)}")
        self.name, self.text, self.phases, self.first, self.parameters = name, text, phases, first, parameters
        self.sizes = [one.count for one in parameters.values()]
        self.count = prod(self.sizes)
        self.asked: Callable[..., int] | None = None
        self.like = text if any(words[::2]) else "; ".join(one.about for one in parameters.values())
        self._filled = "{}".join(words[::2])
        blanks = [f"(?P<{blank}>{one.pattern})" for blank, one in parameters.items()]
        self.form = re.compile("".join(chain(*zip_longest(map(re.escape, words[::2]), blanks, fillvalue=""))))

    # ------------------------------------------------------------ as numbers: these are compilable

    @cached_property
    def encode(self) -> Callable[..., int]:
        """``(numbers ...) -> id``, ``(state, number) -> id`` where ``first`` depends on the state.

        Blanks with a single value have no number here.
        """
        return self._codec[0]

    @cached_property
    def decode(self) -> Callable[..., Any]:
        """``id -> number``, of two both; ``(state, id) -> number`` where ``first`` depends on the state."""
        return self._codec[1]

    @cached_property
    def has(self) -> Callable[[int], bool]:
        """``id -> whether it is of this kind``."""
        first, end = self.id, self.id + self.count

        def has(action: int) -> bool:
            return first <= action < end

        return compilable(has)

    @cached_property
    def _codec(self) -> tuple[Callable[..., int], Callable[..., Any]]:
        sizes = [size for size in self.sizes if size > 1]
        if callable(self.first):
            return self._moving_codec(self.first, sizes)
        first = self.first
        if len(sizes) == 1:

            def encode(number: int) -> int:
                return first + number

            def decode(action: int) -> int:
                return action - first

            return compilable(encode), compilable(decode)
        if len(sizes) == 2:
            size = sizes[1]

            def encode_two(one: int, two: int) -> int:
                return first + one * size + two

            def decode_two(action: int) -> tuple[int, int]:
                return (action - first) // size, (action - first) % size

            return compilable(encode_two), compilable(decode_two)
        raise ValueError(f"{self.text!r}: {len(sizes)} numbers, expected one or two; with none, `id` is its only one")

    def _moving_codec(
        self, first: Callable[[Record], int], sizes: Sequence[int]
    ) -> tuple[Callable[..., int], Callable[..., Any]]:
        if len(sizes) != 1:
            raise ValueError(f"{self.text!r}: {len(sizes)} numbers, expected one where the state says the first id")

        def encode_from(state: Record, number: int) -> int:
            return first(state) + number

        def decode_from(state: Record, action: int) -> int:
            return action - first(state)

        return compilable(encode_from), compilable(decode_from)

    @property
    def id(self) -> int:
        """The first id; of a kind without parameters its only one."""
        if callable(self.first):
            raise TypeError(f"{self.text!r}: its first id depends on the state; expected a kind whose ids stay")
        return self.first

    # ------------------------------------------------------------ as people see it

    def place(self, state: Any, action: int) -> int:
        """Which of this kind's actions it is, counted from 0; outside 0 to below ``count`` it is of another kind."""
        return action - (self.first if isinstance(self.first, int) else self.first(state))

    def split(self, state: Any, action: int) -> list[int]:
        """The numbers of the parameters of an action."""
        left, numbers = self.place(state, action), []
        for size in reversed(self.sizes):
            left, number = divmod(left, size)
            numbers.append(number)
        return numbers[::-1]

    def write(self, state: Any, numbers: Sequence[int]) -> str:
        """The text of an action."""
        written = [one.write(state, number) for one, number in zip(self.parameters.values(), numbers, strict=True)]
        return self._filled.format(*written)

    def read(self, state: Any, texts: Mapping[str, str]) -> list[int]:
        """The numbers of an action whose blanks are filled with these texts."""
        return [one.read(state, texts[blank]) for blank, one in self.parameters.items()]

    def values(self, state: Any, numbers: Sequence[int]) -> dict[str, Any]:
        """What an action is about, JSON-able."""
        pairs = zip(self.parameters.items(), numbers, strict=True)
        return {blank: one.value(state, number) for (blank, one), number in pairs if one.value}

    # ------------------------------------------------------------ whether it may be done

    def rule(self, function: Function) -> Function:
        """Declare the rule: ``(state, numbers ...) -> fault``, 0 where it may be done; asked only when it is due."""
        given = len(inspect.signature(function).parameters)
        if self.asked is not None or given != 1 + len(self.sizes):
            expected = ", ".join(["state", *self.parameters])
            raise TypeError(f"{function.__name__}: {self.text!r} needs one rule with parameters ({expected})")
        self.asked = function
        return function

    def fault(self, state: Any, numbers: Sequence[int]) -> int:
        """What is wrong with an action of a kind that is due: the number of the fault; 0: nothing."""
        assert self.asked is not None
        return int(self.asked(state, *numbers))


class Fault(NamedTuple):
    """Why something may not be done: the clause, a message of the client's catalogue, the same as a sentence."""

    clause: str
    key: str
    sentence: str


# ---------------------------------------------------------------- all of a game


class Vocabulary:
    """All kinds and all faults of a game.

    Attributes:
        decisions, events: the kinds, in the order of their declaration.
        faults: by number; 0 is none.
        num_actions: one more than the greatest id of a decision.
        shown, logged: what choices and log lines say beside the parameters, for some kinds: functions, whose
            annotations the client's types are made of.
    """

    def __init__(
        self, game: str, phases: Sequence[str] = (), *, over: str, chance: str, due: str, outcome: str | None = None
    ) -> None:
        """``phases``: their names, for refusals. The others: the clauses that say when the game is over, when chance
        moves, what is due when, and what may come of chance (by default that of ``chance``).
        """
        self.game, self.phases = game, phases
        self.decisions: list[Kind] = []
        self.events: list[Kind] = []
        self.faults = [Fault("", "", "")]
        self.num_actions = 0
        self.shown: Mapping[Kind, Callable[..., Mapping[str, Any]]] = {}
        self.logged: Mapping[Kind, Callable[..., Mapping[str, Any]]] = {}
        self.over = self.fault("over", over, "the game is over")
        self.chance = self.fault("chance", chance, "chance moves now, not a player")
        self.outcome = self.fault("not_possible", outcome or chance, "this outcome is not possible now")
        self.due = self.fault("phase", due, "this is not the step of the turn that is due")
        self._not_due: Callable[[Record, Kind], int] = lambda state, kind: self.due
        self._by_phase: dict[int, list[Kind]] = {}

    # ------------------------------------------------------------ declaring

    def decision(
        self,
        text: str,
        *phases: int,
        name: str = "",
        first: int | Callable[[Record], int] | None = None,
        **parameters: Parameter,
    ) -> Kind:
        """Declare a kind of decision. ``name``: the first word, unless told; ``first``: the next free id."""
        begin = self.num_actions if first is None else first
        kind = Kind(name or text.split()[0], text, phases, begin, parameters)
        if isinstance(begin, int):
            self.num_actions = max(self.num_actions, begin + kind.count)
        self.decisions.append(kind)
        return kind

    def event(
        self,
        text: str,
        *phases: int,
        name: str = "",
        first: int | Callable[[Record], int] = 0,
        **parameters: Parameter,
    ) -> Kind:
        """Declare a kind of chance event; each numbers its outcomes from 0, unless told."""
        kind = Kind(name or text.split()[0], text, phases, first, parameters)
        self.events.append(kind)
        return kind

    def fault(self, name: str, clause: str, sentence: str) -> int:
        """Declare why something may not be done; the client's catalogue has ``GAME.refusal.NAME``."""
        self.faults.append(Fault(clause, f"{self.game}.refusal.{name}", sentence))
        return len(self.faults) - 1

    def not_due(self, function: Callable[[Record, Kind], int]) -> Callable[[Record, Kind], int]:
        """Declare the faults of kinds that are not due, where one fault for all would say too little."""
        self._not_due = function
        return function

    # ------------------------------------------------------------ what an action is

    def kinds(self, state: Any) -> list[Kind]:
        """The kinds that are due."""
        phase = int(getattr(state, "phase", NOWHERE))
        if phase not in self._by_phase:
            both = (*self.decisions, *self.events)
            self._by_phase[phase] = [kind for kind in both if not kind.phases or phase in kind.phases]
        return self._by_phase[phase]

    def kind_of(self, state: Any, action: int) -> Kind:
        """The kind of an action that is due."""
        for kind in self.kinds(state):
            if 0 <= kind.place(state, action) < kind.count:
                return kind
        due = ", ".join(kind.text for kind in self.kinds(state))
        raise ValueError(f"{self.game}: no action {action} is due, expected one of {due or 'none'}")

    def format(self, state: Record, action: int) -> str:
        """The text of an action that is due."""
        kind = self.kind_of(state, action)
        return kind.write(state, kind.split(state, action))

    def choices(
        self, more: Mapping[Kind, Callable[..., Mapping[str, Any]]]
    ) -> Callable[[Record, Sequence[int]], list[dict[str, Any]]]:
        """Makes ``Presentation.choices``. ``more``: what ``(state, numbers ...)`` adds, for some kinds."""
        self.shown = more

        def choice(state: Record, action: int) -> dict[str, Any]:
            kind = self.kind_of(state, action)
            numbers = kind.split(state, action)
            added = more[kind](state, *numbers) if kind in more else {}
            return {"kind": kind.name, **kind.values(state, numbers), **added}

        return lambda state, actions: [choice(state, action) for action in actions]

    def log(
        self, more: Mapping[Kind, Callable[..., Mapping[str, Any]]]
    ) -> Callable[[Record, int, Record], dict[str, Any]]:
        """Makes ``Presentation.describe``. ``more``: what ``(before, after, numbers ...)`` adds, for some kinds."""
        self.logged = more

        def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
            kind = self.kind_of(before, action)
            numbers = kind.split(before, action)
            added = more[kind](before, after, *numbers) if kind in more else {}
            return {"key": f"{self.game}.log.{kind.name}", "params": {**kind.values(before, numbers), **added}}

        return describe

    # ------------------------------------------------------------ why something may not be done

    def fault_of(self, state: Record, kind: Kind, numbers: Sequence[int]) -> int:
        """What is wrong with an action now: the number of the fault; 0: nothing, it may be done."""
        player = current_player(state)
        if player == TERMINAL:
            return self.over
        if player == CHANCE:
            return self.outcome if kind in self.events else self.chance
        return kind.fault(state, numbers) if kind in self.kinds(state) else self._not_due(state, kind)

    def check_rules(self) -> None:
        """Raise ``TypeError`` if a kind of decision has no rule."""
        without = [kind.text for kind in self.decisions if kind.asked is None]
        if without:
            raise TypeError(f"{self.game}: no rule for {without}; expected a function with @KIND.rule for each")

    def refusal(self, state: Record, text: str) -> IllegalAction:
        """Why a text may not be done now, or that it is no action."""
        found = [(kind, match) for kind in (*self.decisions, *self.events) if (match := kind.form.fullmatch(text))]
        found.sort(key=lambda one: one[0] not in self.kinds(state))
        for kind, match in found[:1]:
            number = self.fault_of(state, kind, kind.read(state, match.groupdict()))
            if number:
                clause, key, sentence = self.faults[number]
                phase = {"phase": self.phases[state.phase]} if self.phases else {}
                params = {**phase, "kind": kind.name, **match.groupdict()}
                return IllegalAction(text, "illegal_action", clause, key, params, sentence)
        expected = ", ".join(dict.fromkeys(kind.like for kind in self.decisions))
        return IllegalAction(
            text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected one like {expected}"
        )

    # ------------------------------------------------------------ for readers

    def table(self) -> str:
        """How actions are numbered, as a table for documentation."""
        rows = ["| decision | id | |", "| --- | --- | --- |", *dict.fromkeys(map(_row, self.decisions))]
        if self.events:
            rows += ["", "| chance | outcome | |", "| --- | --- | --- |", *map(_row, self.events)]
        return "\n".join(rows)


def _row(kind: Kind) -> str:
    """One line of the table: the text, how its id comes about, what its blanks stand for."""
    first = kind.first.__name__ if callable(kind.first) else str(kind.first)
    weights = [prod(kind.sizes[i + 1 :]) for i in range(len(kind.sizes))]
    blanks = zip(weights, kind.parameters.items(), strict=True)
    terms = [f"{weight} {name}".removeprefix("1 ") for weight, (name, one) in blanks if one.count > 1]
    total = " + ".join([first, *terms] if first != "0" or not terms else terms)
    meanings = "; ".join(f"{name}: {one.about}" for name, one in kind.parameters.items())
    return f"| {kind.text} | {total} | {meanings} |"

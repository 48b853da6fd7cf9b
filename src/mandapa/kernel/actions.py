"""A game's action vocabulary: its decisions, its chance events, and the reasons for refusing an action.

A ``Kind`` corresponds to a line of the rulebook: a text with blanks, the phases in which it is due, and a ``Parameter``
for each blank. Machine code only sees integers. The id of an action is the first id of its kind plus the parameter
values in mixed radix. Decision ids are consecutive across kinds; chance outcome ids start at 0.

    FROGS = Vocabulary("frogs", over="FRO-END-1", chance="FRO-TURN-2", due="FRO-TURN-1")
    HOP = FROGS.decision("hop {frog} {side}", MOVE, frog=below(3), side=one_of("left", "right"))  # ids 0 to 5
    REST = FROGS.decision("rest", MOVE)                                                            # id 6
    TIRED = FROGS.fault("tired", "FRO-HOP-3", "this frog has to rest")

Only the rule of a kind decides whether an action is legal: it returns 0 or the number of a fault. The code that lists
legal actions, rejects a text, or shows why a place is blocked calls this rule.

    @HOP.rule
    @compilable
    def hop_fault(state: Record, frog: int, side: int) -> int:
        return TIRED if state.tired[frog] else 0

    hop_id = HOP.encode  # as fast in machine code as handwritten arithmetic: hop_id(2, 1) is 5
"""

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
"""Parameter value for a well-formed text that names nothing in this state, such as a cell outside the board."""


# ---------------------------------------------------------------- parameters


@dataclass(frozen=True, slots=True)
class Parameter:
    """An integer from 0 to ``count`` - 1 and its text representation.

    Attributes:
        count: number of values.
        pattern: regular expression, without groups, that matches the text of a value.
        write: ``(state, number) -> text``.
        read: ``(state, text) -> number``, or ``NOWHERE``.
        value: ``(state, number)``: the JSON-serializable value in choices and log lines; None to omit the parameter.
            The return annotation and ``names`` determine the client's types.
        about: description of the values, for the table of action ids.
        names: the words for the values, if the values are words.
    """

    count: int
    pattern: str
    write: Callable[[Any, int], str]
    read: Callable[[Any, str], int]
    value: Callable[[Any, int], Any] | None
    about: str
    names: tuple[str, ...] = ()


def one_of(*names: str) -> Parameter:
    """Create a parameter with one value for each of these words."""
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    about = ", ".join(names) if len(names) <= 8 else f"{names[0]}, {names[1]}, ... {names[-1]}"

    def name_of(state: Any, number: int) -> str:
        return names[number]

    return Parameter(len(names), words, name_of, lambda state, text: names.index(text), name_of, about, names)


def below(count: int, *, first: int = 0) -> Parameter:
    """Create a parameter with ``count`` integer values, shown in text as ``first``, ``first`` + 1, ..."""
    words = "|".join(str(first + number) for number in range(count))
    about = f"{first} to {first + count - 1}" + (f", less {first}" if first else "")

    def counted(state: Any, number: int) -> int:
        return first + number

    return Parameter(
        count, words, lambda state, number: str(first + number), lambda state, text: int(text) - first, counted, about
    )


def fixed_by_state(pattern: str, value: Callable[[Any], Any]) -> Parameter:
    """Create a parameter whose only value is determined by the state, such as the player whose colour is drawn."""

    @wraps(value)
    def value_of(state: Any, number: int) -> Any:
        return value(state)

    return Parameter(1, pattern, lambda state, _: str(value(state)), lambda state, _: 0, value_of, "as it is")


# ---------------------------------------------------------------- kinds of decisions and chance events


class Kind:
    """A kind of action; create one with ``Vocabulary.decision`` or ``Vocabulary.event``.

    Attributes:
        name: identifier used in choices, log lines and refusals.
        text: the text of an action, with a blank ``{name}`` for each parameter.
        example: example in error messages: ``text`` or, if it has no words, descriptions of the parameters.
        phases: phases of the game in which the kind is due, that is, in which its actions can be taken; empty for all
            phases.
        first: id of the first action, or a compilable function of the state that returns this id.
        count: number of action ids.
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
        self.rule_function: Callable[..., int] | None = None
        self.example = text if any(words[::2]) else "; ".join(one.about for one in parameters.values())
        self._filled = "{}".join(words[::2])
        blanks = [f"(?P<{blank}>{one.pattern})" for blank, one in parameters.items()]
        self.form = re.compile("".join(chain(*zip_longest(map(re.escape, words[::2]), blanks, fillvalue=""))))

    # ------------------------------------------------------------ ids (compilable functions)

    @cached_property
    def encode(self) -> Callable[..., int]:
        """Function that returns the id of an action, given its parameter values.

        Its signature is ``(numbers ...) -> id``, or ``(state, number) -> id`` if ``first`` depends on the state.
        Parameters with a single value are omitted.
        """
        return self._codec[0]

    @cached_property
    def decode(self) -> Callable[..., Any]:
        """Function that returns the parameter value of an action id, or a pair if the kind has two parameters.

        Its signature is ``id -> number``, or ``(state, id) -> number`` if ``first`` depends on the state.
        """
        return self._codec[1]

    @cached_property
    def has(self) -> Callable[[int], bool]:
        """Function ``id -> bool`` that returns whether an action id is of this kind."""
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
        """The first action id, which is the only one if the kind has no parameters."""
        if callable(self.first):
            raise TypeError(f"{self.text!r}: its first id depends on the state; expected a kind whose ids stay")
        return self.first

    # ------------------------------------------------------------ text and values

    def index_in_kind(self, state: Any, action: int) -> int:
        """Return an action's index within this kind.

        For an action of another kind, the index is outside the range 0 to ``count`` - 1.
        """
        return action - (self.first if isinstance(self.first, int) else self.first(state))

    def split(self, state: Any, action: int) -> list[int]:
        """Return the parameter values of an action id."""
        left, numbers = self.index_in_kind(state, action), []
        for size in reversed(self.sizes):
            left, number = divmod(left, size)
            numbers.append(number)
        return numbers[::-1]

    def write(self, state: Any, numbers: Sequence[int]) -> str:
        """Return the text of the action with these parameter values."""
        written = [one.write(state, number) for one, number in zip(self.parameters.values(), numbers, strict=True)]
        return self._filled.format(*written)

    def read(self, state: Any, texts: Mapping[str, str]) -> list[int]:
        """Parse the texts in the blanks of an action, by parameter name, into parameter values."""
        return [one.read(state, texts[blank]) for blank, one in self.parameters.items()]

    def values(self, state: Any, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the JSON-serializable parameter values of an action, by parameter name."""
        pairs = zip(self.parameters.items(), numbers, strict=True)
        return {blank: one.value(state, number) for (blank, one), number in pairs if one.value}

    # ------------------------------------------------------------ legality

    def rule(self, function: Function) -> Function:
        """Register the function that decides whether an action of this kind is legal; use it as a decorator.

        The function receives the state and the parameter values, and returns a fault number, or 0 if the action is
        legal. It is only called when the kind is due.
        """
        given = len(inspect.signature(function).parameters)
        if self.rule_function is not None or given != 1 + len(self.sizes):
            expected = ", ".join(["state", *self.parameters])
            raise TypeError(f"{function.__name__}: {self.text!r} needs one rule with parameters ({expected})")
        self.rule_function = function
        return function

    def fault(self, state: Any, numbers: Sequence[int]) -> int:
        """Return why an action of a kind that is due is illegal, as a fault number; 0 if the action is legal."""
        assert self.rule_function is not None
        return int(self.rule_function(state, *numbers))


class Fault(NamedTuple):
    """A reason for refusing an action.

    Attributes:
        clause: id of the clause in the rulebook.
        key: key of the message in the client's message catalogue.
        sentence: the reason in English.
    """

    clause: str
    key: str
    sentence: str


# ---------------------------------------------------------------- the vocabulary of a game


class Vocabulary:
    """All kinds and faults of a game.

    Attributes:
        decisions, events: kinds of decisions and of chance events, in order of declaration.
        faults: faults by number; 0 means no fault.
        num_actions: one more than the highest decision id.
        shown, logged: functions, by kind of action, that return additional fields of choices and additional
            parameters of log lines. Their annotations determine the client's types.
    """

    def __init__(
        self, game: str, phases: Sequence[str] = (), *, over: str, chance: str, due: str, outcome: str | None = None
    ) -> None:
        """Create an empty vocabulary.

        ``phases`` are the names of the phases in error messages. The other arguments are clauses of the rulebook that
        errors cite: ``over`` says when the game is over, ``chance`` when chance moves, ``due`` which step of the turn
        is due, and ``outcome`` which outcomes are possible (by default the same clause as ``chance``).
        """
        self.game, self.phases = game, phases
        self.decisions: list[Kind] = []
        self.events: list[Kind] = []
        self.faults = [Fault("", "", "")]
        self.num_actions = 0
        self.shown: Mapping[Kind, Callable[..., Mapping[str, Any]]] = {}
        self.logged: Mapping[Kind, Callable[..., Mapping[str, Any]]] = {}
        self.over = self.fault("over", over, "the game is over")
        self.chance = self.fault("chance", chance, "chance is next, not a player")
        self.outcome = self.fault("not_possible", outcome or chance, "this outcome is not possible now")
        self.due = self.fault("phase", due, "this is not the next step of the turn")
        self._not_due: Callable[[Record, Kind], int] = lambda state, kind: self.due
        self._by_phase: dict[int, list[Kind]] = {}

    # ------------------------------------------------------------ declarations

    def decision(
        self,
        text: str,
        *phases: int,
        name: str = "",
        first: int | Callable[[Record], int] | None = None,
        **parameters: Parameter,
    ) -> Kind:
        """Declare a kind of decision.

        ``name`` defaults to the first word of the text, ``first`` to the next free id.
        """
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
        """Declare a kind of chance event, with outcomes numbered from ``first``."""
        kind = Kind(name or text.split()[0], text, phases, first, parameters)
        self.events.append(kind)
        return kind

    def fault(self, name: str, clause: str, sentence: str) -> int:
        """Declare a reason for refusing an action and return its number.

        The key of its message in the client is ``GAME.refusal.NAME``.
        """
        self.faults.append(Fault(clause, f"{self.game}.refusal.{name}", sentence))
        return len(self.faults) - 1

    def not_due(self, function: Callable[[Record, Kind], int]) -> Callable[[Record, Kind], int]:
        """Register a function that returns the fault for a kind that is not due, instead of the default fault."""
        self._not_due = function
        return function

    # ------------------------------------------------------------ actions

    def kinds(self, state: Any) -> list[Kind]:
        """Return the kinds of actions that are due in the current phase."""
        phase = int(getattr(state, "phase", NOWHERE))
        if phase not in self._by_phase:
            both = (*self.decisions, *self.events)
            self._by_phase[phase] = [kind for kind in both if not kind.phases or phase in kind.phases]
        return self._by_phase[phase]

    def kind_of(self, state: Any, action: int) -> Kind:
        """Return the kind of an action; only kinds that are due are considered."""
        for kind in self.kinds(state):
            if 0 <= kind.index_in_kind(state, action) < kind.count:
                return kind
        due = ", ".join(kind.text for kind in self.kinds(state))
        raise ValueError(f"{self.game}: no action {action} is due, expected one of {due or 'none'}")

    def format(self, state: Record, action: int) -> str:
        """Return the text of an action of a kind that is due."""
        kind = self.kind_of(state, action)
        return kind.write(state, kind.split(state, action))

    def choices(
        self, more: Mapping[Kind, Callable[..., Mapping[str, Any]]]
    ) -> Callable[[Record, Sequence[int]], list[dict[str, Any]]]:
        """Create the function ``Presentation.choices``.

        ``more`` maps kinds to functions ``(state, numbers ...)`` that return additional fields of a choice.
        """
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
        """Create the function ``Presentation.describe``.

        ``more`` maps kinds to functions ``(before, after, numbers ...)`` that return additional parameters of a
        log line.
        """
        self.logged = more

        def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
            kind = self.kind_of(before, action)
            numbers = kind.split(before, action)
            added = more[kind](before, after, *numbers) if kind in more else {}
            return {"key": f"{self.game}.log.{kind.name}", "params": {**kind.values(before, numbers), **added}}

        return describe

    # ------------------------------------------------------------ refusals

    def fault_of(self, state: Record, kind: Kind, numbers: Sequence[int]) -> int:
        """Return why an action is illegal in this state, as a fault number; 0 if the action is legal."""
        player = current_player(state)
        if player == TERMINAL:
            return self.over
        if player == CHANCE:
            return self.outcome if kind in self.events else self.chance
        return kind.fault(state, numbers) if kind in self.kinds(state) else self._not_due(state, kind)

    def check_rules(self) -> None:
        """Raise ``TypeError`` if a kind of decision has no rule."""
        without = [kind.text for kind in self.decisions if kind.rule_function is None]
        if without:
            raise TypeError(f"{self.game}: no rule for {without}; expected a function with @KIND.rule for each")

    def refusal(self, state: Record, text: str) -> IllegalAction:
        """Return an error that explains why the action is illegal now, or that the text is not an action."""
        found = [(kind, match) for kind in (*self.decisions, *self.events) if (match := kind.form.fullmatch(text))]
        found.sort(key=lambda one: one[0] not in self.kinds(state))
        for kind, match in found[:1]:
            number = self.fault_of(state, kind, kind.read(state, match.groupdict()))
            if number:
                clause, key, sentence = self.faults[number]
                phase = {"phase": self.phases[state.phase]} if self.phases else {}
                params = {**phase, "kind": kind.name, **match.groupdict()}
                return IllegalAction(text, "illegal_action", clause, key, params, sentence)
        expected = ", ".join(dict.fromkeys(kind.example for kind in self.decisions))
        return IllegalAction(
            text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected one like {expected}"
        )

    # ------------------------------------------------------------ documentation

    def table(self) -> str:
        """Return a Markdown table of action ids for documentation."""
        rows = ["| decision | id | |", "| --- | --- | --- |", *dict.fromkeys(map(_row, self.decisions))]
        if self.events:
            rows += ["", "| chance | outcome | |", "| --- | --- | --- |", *map(_row, self.events)]
        return "\n".join(rows)


def _row(kind: Kind) -> str:
    """Return a table row with the text of a kind, the formula for its ids, and the meaning of its blanks."""
    first = kind.first.__name__ if callable(kind.first) else str(kind.first)
    weights = [prod(kind.sizes[i + 1 :]) for i in range(len(kind.sizes))]
    blanks = zip(weights, kind.parameters.items(), strict=True)
    terms = [f"{weight} {name}".removeprefix("1 ") for weight, (name, one) in blanks if one.count > 1]
    total = " + ".join([first, *terms] if first != "0" or not terms else terms)
    meanings = "; ".join(f"{name}: {one.about}" for name, one in kind.parameters.items())
    return f"| {kind.text} | {total} | {meanings} |"

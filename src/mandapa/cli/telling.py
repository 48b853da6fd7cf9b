"""What happened at a table, in sentences: the log of the browser, for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mandapa.kernel.face import Face, told
from mandapa.play import Event
from mandapa.play.entries import ACT, CHANCE, CONFIRM, ROLL

Paragraph = tuple[int | None, str]
"""A text, and the seat of whom it tells; its name is not in it. None: it tells of the table, or names people itself."""
CLOSED = re.compile(r"[.!?।…]$")
"""What ends with a mark of its own: a sentence, behind which another one begins."""


class Teller:
    """Tells events in the words of a game's face."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.say = face.say

    def paragraphs(self, events: Iterable[Event]) -> list[Paragraph]:
        """A turn is one, a run of the same kind of chance is one, all else is told by itself."""
        groups: list[list[Event]] = []
        for event in events:
            if event.entry.kind in (CONFIRM, ROLL) or self._unsaid(event):
                continue
            if groups and self._belongs(event, groups[-1]):
                groups[-1].append(event)
            else:
                groups.append([event])
        return [self._paragraph(group) for group in groups]

    def _unsaid(self, event: Event) -> bool:
        word = event.entry.text.split(" ", 1)[0]
        return event.log.key in self.face.unsaid or f"{event.log.key}/{word}" in self.face.unsaid

    def _belongs(self, event: Event, group: Sequence[Event]) -> bool:
        """Whether an event is told with those before it: of the same turn, or of the same run of chance."""
        first, kind = group[0], event.entry.kind
        if first.entry.kind == ACT:
            within = kind == CHANCE and any(f"{event.log.key}.{form}" in self.say for form in ("part", "given"))
            return within or (kind == ACT and event.entry.seat == first.entry.seat)
        if first.entry.kind != CHANCE or kind != CHANCE or event.log.key != first.log.key:
            return False
        return f"{event.log.key}.run" in self.say and self._run(first.log, "") == self._run(event.log, "")

    def _paragraph(self, group: Sequence[Event]) -> Paragraph:
        first = group[0]
        if first.entry.kind == ACT:
            return first.entry.seat, self._clauses(group)
        if first.entry.kind == CHANCE and f"{first.log.key}.run" in self.say:
            return None, self._run(first.log, ", ".join(self._form(event, "item") for event in group))
        if first.entry.kind == CHANCE and first.log.key not in self.say:
            return None, self.say("log.action.run", items=first.line)
        return None, self.sentence(first)

    def _run(self, log: Any, items: str) -> str:
        return self._filled(f"{log.key}.run", log.params, None, "", items=items)

    def sentence(self, event: Event) -> str:
        """An event as a sentence of its own, with what comes about along with it."""
        logs = [(event.log.key, event.log.params), *_also(event.log.params)]
        return " ".join(self._filled(key, params, event.entry.seat, event.line) for key, params in logs)

    def _clauses(self, group: Sequence[Event]) -> str:
        """A turn: clauses with a mark between them and one at the end; what chance gives stands within them.

        Behind a clause that is closed already the next one begins as a sentence does.
        """
        clauses: list[str] = []
        events = list(group)
        while events:
            event = events.pop(0)
            given = []
            while events and events[0].entry.kind == CHANCE and f"{events[0].log.key}.given" in self.say:
                given.append(self._form(events.pop(0), "given"))
            clause = self._form(event, "part", given=len(given), items=", ".join(given))
            clauses.append(clause if not given or given[0] in clause else f"{clause} {', '.join(given)}")
            clauses += [self.part(key, params, event.entry.seat) for key, params in _also(event.log.params)]
        told: list[str] = []
        for clause in filter(None, clauses):
            begins = not told or not CLOSED.search(told[-1])
            told.append(clause if begins else clause[0].upper() + clause[1:])
        marks = [*[self.say("log.next")] * (len(told) - 1), self.say("log.stop")]
        return " ".join(
            clause if CLOSED.search(clause) else clause + mark for clause, mark in zip(told, marks, strict=False)
        )

    def plan(self, logs: Iterable[tuple[Mapping[str, Any], str]], seat: int) -> list[str]:
        """Decisions that somebody may take, each with its action: as clauses without a name."""
        steps = list(logs)
        return [
            self.part(log["key"], {**log["params"], "planned": True}, seat, action)
            for number, (log, action) in enumerate(steps, 1)
            if number == len(steps)
            or not {log["key"], f"{log['key']}/{action.split(' ', 1)[0]}"} & set(self.face.unsaid)
        ]

    def part(self, key: str, params: Mapping[str, Any], seat: int | None, text: str = "") -> str:
        """A message as a clause without a name."""
        return self._filled(f"{key}.part" if f"{key}.part" in self.say else key, params, seat, text)

    def _form(self, event: Event, form: str, **more: Any) -> str:
        log, entry = event.log, event.entry
        key = f"{log.key}.{form}" if f"{log.key}.{form}" in self.say else log.key
        return self._filled(key, log.params, entry.seat, event.line, **more)

    def _filled(self, key: str, params: Mapping[str, Any], seat: int | None, text: str, **more: Any) -> str:
        """A message with names for seats and pieces; a game of which no catalogue speaks is told in its actions."""
        if key not in self.say:
            key = f"log.action.{key.rsplit('.', 1)[-1]}" if key.endswith((".part", ".run", ".item")) else "log.action"
        name = "" if seat is None else self.face.seats[seat]
        filled: dict[str, Any] = {"name": name, "text": text, "given": 0, "planned": False, **_flat(params)}
        if isinstance(params.get("seat"), int):
            filled["seat_name"] = self.face.seats[params["seat"]]
        filled |= self.face.words(params)
        for piece in self.face.pieces:
            codes = filled.get(piece)
            if isinstance(codes, str | list):
                filled[f"{piece}_id"] = codes
            if isinstance(codes, str):
                filled[piece] = self.face.piece(codes)
            elif isinstance(codes, list):
                filled[piece] = ", ".join(self.face.piece(code) for code in codes)
        filled |= more
        return self.say(key, **{one: told(value) for one, value in filled.items()})


def _flat(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with those of objects within them as ``object_name``."""
    flat: dict[str, Any] = {}
    for name, value in params.items():
        inner = value.items() if isinstance(value, Mapping) else ()
        flat |= {f"{name}_{part}": one for part, one in inner} or {name: value}
    return flat


def _also(params: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """What comes about by itself along with an event, and is told behind it."""
    return [(one["key"], one["params"]) for one in params.get("also", [])]

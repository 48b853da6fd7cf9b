"""Log events of a match, and their visibility to seats."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from mandapa.kernel.game_type import GameType
from mandapa.kernel.record import Record
from mandapa.play import entries as kinds
from mandapa.play.entries import Entry, Message
from mandapa.play.seats import CLAIM, FAIL, FILL, LATE, LEAVE, LEVEL, ONCE, RESIGN, STAND_IN

NOBODY = -1
"""Value of ``Event.only_for`` for an event that no seat may see."""

HIDDEN = "hidden"
"""Value of ``Event.public_text`` for a secret action, unless the game defines a public text."""


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of a match, with its log line and visibility.

    Attributes:
        ply: index of an action in the effective history, from 0; for other events, the number of actions in force.
        turn: number of the turn that the event belongs to, counted over all seats; 0 during set-up.
        barrier: true if nothing up to and including this event can be taken back without consent.
        passes_turn: true if the turn ends with this event. Another seat, a chance event between turns, the end of the
            game, or another turn of the same seat follows.
        owner: the seat whose turn the action belongs to; None for chance events between turns, and for events other
            than actions.
        only_for: the only seat that may see the event while the game runs, or NOBODY; None if the event is public.
        redacted_log: log line that the other seats see instead of the secret one; None to show nothing.
        public_text: public text of an action, for displays that only show text; "" for events other than actions.
    """

    entry: Entry
    ply: int
    log: Message
    turn: int
    barrier: bool
    passes_turn: bool = False
    owner: int | None = None
    only_for: int | None = None
    redacted_log: Message | None = None
    public_text: str = ""

    @property
    def line(self) -> str:
        """The event as text, for a viewer to whom ``visible_to`` shows the event."""
        return self.public_text if self.only_for is None else self.entry.text

    def to_json(self) -> dict[str, Any]:
        """Return the event as JSON for clients."""
        entry = self.entry
        return {
            "seq": entry.seq,
            "ply": self.ply,
            "seat": entry.seat,
            "kind": entry.kind,
            "action": entry.text,
            "log": self.log.to_json(),
            "turn": self.turn,
            "barrier": self.barrier,
            "at": entry.at,
            "details": entry.details is not None,
        }


def secret_parts(
    type: GameType, seat: int | None, text: str, before: Record, action: int, after: Record
) -> tuple[int | None, Message | None, str]:
    """Return who may see an action, as the attributes ``only_for``, ``redacted_log`` and ``public_text`` of ``Event``.

    ``before`` and ``after`` are the positions before and after the action.
    """
    shows = type.presentation
    if not type.hidden_information:
        only_for = None
    elif shows.secret is None:
        only_for = NOBODY if seat is None else seat
    else:
        only_for = shows.secret(before, action, after)
    redacted_log = None if only_for is None else shows.redacted_log(before, action, after)
    otherwise = text if only_for is None else HIDDEN
    public_text = otherwise if shows.public_text is None else shows.public_text(before, action, after)
    return only_for, Message.of(redacted_log) if redacted_log else None, public_text


def visible_to(events: Iterable[Event], seats: Collection[int] | None) -> Iterator[Event]:
    """Yield the events as visible to a viewer who owns these ``seats``, without the secrets of other seats.

    A secret event without a redacted log line is left out. If ``seats`` is None, everything is visible, as after the
    end of a game. This function filters every log, in the browser and in the terminal.
    """
    for event in events:
        if seats is None or event.only_for is None or event.only_for in seats:
            yield event
        elif event.redacted_log is not None:
            entry = replace(event.entry, text="", details=None)
            yield replace(event, entry=entry, log=event.redacted_log, only_for=None, redacted_log=None)


def table_log(entry: Entry) -> Message:
    """Return the log line of an entry that is not an action, such as a change of seat."""
    if entry.kind == kinds.SEAT:
        what, _, argument = entry.text.partition(" ")
        if what == LEAVE and entry.seat is not None:
            return Message("table.log.leave", {"number": entry.seat + 1})
        if what == FILL:
            bot, _, name = argument.partition(" ")
            return Message("table.log.fill", {"seat": entry.seat, "bot": bot, "name": name})
        by_bot = (STAND_IN, LATE, ONCE, RESIGN, LEVEL, FAIL)
        params = {CLAIM: {"name": argument}} | {key: {"bot": argument} for key in by_bot}
        return Message(f"table.log.{what}", {"seat": entry.seat, **params.get(what, {})})
    if entry.kind == kinds.END:
        return Message(f"table.log.end.{entry.text}", {"seat": entry.seat})
    back_to = {"to_ply": int(entry.text)} if entry.kind in (kinds.BACK, kinds.ASK_BACK) else {}
    return Message(f"table.log.{entry.kind}", {"seat": entry.seat, **back_to})

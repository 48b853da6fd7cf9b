"""The history of a match: a game, its seats, and an append-only list of entries.

The position, the log and the current seats are computed from the entries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Record
from mandapa.library import Game, State
from mandapa.play import entries as kinds, seats as changes
from mandapa.play.entries import Entry, Message
from mandapa.play.events import Event, secret_parts, table_log
from mandapa.play.result import result_of
from mandapa.play.seats import OPEN, Seat, SeatError

WAITING, PLAYING, OVER = "waiting", "playing", "over"


class ReplayError(ValueError):
    """An entry is inconsistent with the match.

    Attributes:
        seq: number of the entry.
        what, expected: the inconsistent part of the entry, and the expected value.
    """

    def __init__(self, seq: int, what: str, expected: str) -> None:
        super().__init__(f"entry {seq}: {what}; expected {expected}")
        self.seq = seq
        self.what = what
        self.expected = expected


@dataclass(frozen=True, slots=True)
class TakeBackRequest:
    """A request for a take-back, which waits for the consent of the other people at the table."""

    by: int
    to_ply: int
    agreed: frozenset[int] = frozenset()


class History:
    """The history of a match, which can be replayed from stored entries; ``Match`` adds the requests of players.

    Attributes:
        game: the game with its options.
        first_seats: the seats at the beginning of the match; ``seats`` are the current ones.
        confirm_turns: true if a person's turn stays open until the person confirms it.
        persons: for each seat, an opaque key of the person who owns the seat. Seats with the same key belong to one
            person (hot seat); a seat without a key counts as a separate person.
        events: the complete history, one event for each entry.
        actions: the effective history: the events of all actions that have not been taken back.
        state: the position after ``actions``.
        ending: the entry that ended the match before the rules ended it; None if there is none.
        requests: ``seq`` of the first entry of each request. Decisions that a player sent in one request are taken back
            together. Without this information, each decision counts as a separate request.
    """

    def __init__(
        self, game: Game, seats: Sequence[Seat], *, confirm: bool = True, entries: Iterable[Entry] = ()
    ) -> None:
        if len(seats) != game.players:
            raise ValueError(f"{game.name} was set up for {game.players} players, but there are {len(seats)} seats")
        self.game = game
        self.first_seats = tuple(seats)
        self.seats = list(seats)
        self._open_seats = any(seat.kind == OPEN for seat in seats)
        self.confirm_turns = confirm
        self.persons: list[str | None] = [None] * game.players
        self.events: list[Event] = []
        self.actions: list[Event] = []
        self.state: State = game.new_state()
        self._look()
        self.take_back_request: TakeBackRequest | None = None
        self.ending: Entry | None = None
        self.last_move_seq = 0
        self.requests: set[int] = set()
        self._confirmed: list[int] = []  # ascending plies, in force, at which a turn was confirmed
        self.extend(entries)

    # ------------------------------------------------------------ current status

    @property
    def seq(self) -> int:
        """Number of the last entry; 0 if there are no entries."""
        return len(self.events)

    @property
    def entries(self) -> list[Entry]:
        """All entries of the match, in order."""
        return [event.entry for event in self.events]

    @property
    def ply(self) -> int:
        """Number of actions that have not been taken back."""
        return len(self.actions)

    @property
    def status(self) -> str:
        """``waiting`` for people to take open seats, ``playing`` or ``over``."""
        if self.ending is not None:
            return OVER
        if self._open_seats:
            return WAITING
        return OVER if self._player == TERMINAL and self.open_turn is None else PLAYING

    @property
    def open_turn(self) -> int | None:
        """The seat whose turn is complete but not confirmed, so that it can still be taken back."""
        seat = self.unconfirmed_turn
        return seat if seat is not None and self.seats[seat].is_person_deciding else None

    @property
    def unconfirmed_turn(self) -> int | None:
        """As ``open_turn``, but also for seats whose turns need no confirmation: bots and open seats."""
        if not self.confirm_turns or not self.actions or self._last_confirmed == self.ply or self.ending is not None:
            return None
        last = self.actions[-1]
        return last.entry.seat if last.passes_turn else None

    @property
    def to_act(self) -> int | None:
        """The seat that must make a decision; None if a confirmation or a chance event comes first, or at the end."""
        return self._player if self._player >= 0 and self.status == PLAYING and self.open_turn is None else None

    @property
    def turn(self) -> int | None:
        """The seat that must make a decision, request a roll or confirm its turn."""
        asked = (self.open_turn, self.to_act, self.to_roll)
        return next((seat for seat in asked if seat is not None), None)

    @property
    def to_roll(self) -> int | None:
        """The seat that must request the chance event of its turn, and can take back its decisions until then."""
        roll = self._roll
        if roll is None or not roll.on_request or self._rolled or self.status != PLAYING or self.open_turn is not None:
            return None
        return roll.seat if self.confirm_turns and self.seats[roll.seat].is_person_deciding else None

    @property
    def chance_due(self) -> bool:
        """True if a chance outcome must be sampled before the match can continue."""
        return self._player == CHANCE and self.status == PLAYING and self.open_turn is None and self.to_roll is None

    @property
    def referee_due(self) -> bool:
        """True if the match waits for an outcome determined by the game's referee, such as a physics engine."""
        return self.chance_due and self.state.referee_due

    @property
    def turns(self) -> int:
        """Number of turns that have begun, counted over all seats."""
        return self.actions[-1].turn if self.actions else 0

    def result(self) -> dict[str, Any] | None:
        """Return ``{"totals", "ranks", "winners"}`` once the match is over.

        Solo and cooperative games can have no winner. The result is None if the match ended before there was a winner.
        If one of two opponents resigns, the opponent wins regardless of the points.
        """
        if self.ending is not None:
            return self._result_of_resigning(self.ending.seat)
        if self.status != OVER:
            return None
        return result_of(self.state)

    def _result_of_resigning(self, seat: int | None) -> dict[str, Any] | None:
        if seat is None or len(self.seats) != 2 or self.game.together:
            return None
        return {"totals": self.state.scores(), "ranks": [2, 1] if seat == 0 else [1, 2], "winners": [1 - seat]}

    # ------------------------------------------------------------ entries

    def extend(self, entries: Iterable[Entry]) -> None:
        """Replay stored entries; raise ``ReplayError`` at the first inconsistent entry."""
        for entry in entries:
            self._check(entry)
            try:
                self._apply(entry)
            except IllegalAction as error:
                raise ReplayError(entry.seq, f"{entry.kind} {error}", "a legal action") from error
            except SeatError as error:
                raise ReplayError(entry.seq, str(error), "a change that fits the seat") from error

    def _check(self, entry: Entry) -> None:
        """Raise ``ReplayError`` for an entry that is impossible at this point."""

        def refuse(what: str, expected: str) -> None:
            raise ReplayError(entry.seq, what, expected)

        if entry.seq != self.seq + 1:
            refuse(f"number {entry.seq}", f"number {self.seq + 1}")
        if entry.kind not in kinds.KINDS:
            refuse(f"kind {entry.kind!r}", f"one of {', '.join(sorted(kinds.KINDS))}")
        if self.ending is not None:
            refuse(f"kind {entry.kind!r}", "nothing: the match has ended")
        if entry.kind == kinds.END and entry.text not in kinds.ENDINGS:
            refuse(f"an end that is {entry.text!r}", f"one of {', '.join(sorted(kinds.ENDINGS))}")
        if entry.kind == kinds.END and entry.text != kinds.RESIGNED:
            if entry.seat is not None:
                refuse(f"seat {entry.seat} at an end that is {entry.text!r}", "no seat")
            return
        if entry.kind == kinds.CHANCE:
            if self._player != CHANCE:
                refuse("a chance outcome", "a decision: the position is not a chance node")
            if entry.seat is not None:
                refuse(f"seat {entry.seat} at a chance outcome", "no seat")
            return
        if entry.seat is None or not 0 <= entry.seat < self.game.players:
            refuse(f"seat {entry.seat}", f"a seat from 0 to {self.game.players - 1}")
        if entry.kind == kinds.ROLL and (self._roll is None or self._roll.seat != entry.seat):
            refuse(f"a roll by seat {entry.seat}", "a seat whose turn has come to a chance event")
        if entry.kind == kinds.ACT and entry.seat != self._player:
            nobody = "chance" if self._player == CHANCE else "no action: the game is over"
            expected = f"seat {self._player}" if self._player >= 0 else nobody
            refuse(f"a decision by seat {entry.seat}", expected)
        if entry.kind in (kinds.BACK, kinds.ASK_BACK):
            stays = entry.text.isascii() and entry.text.isdigit() and int(entry.text) < self.ply
            if not stays:
                refuse(f"take-back to {entry.text!r}", f"a number of actions below {self.ply}")

    def _apply(self, entry: Entry) -> None:
        if entry.kind in (kinds.ACT, kinds.CHANCE):
            event = self._apply_action(entry, *self.state.read(entry.text))
        else:
            only_for = self._sole_witness(entry)
            self._apply_other(entry)
            barrier = entry.kind == kinds.CONFIRM
            event = Event(entry, self.ply, table_log(entry), self.turns, barrier, only_for=only_for)
        self._note(entry, event)

    def _sole_witness(self, entry: Entry) -> int | None:
        """Return the seat that takes back if no other seat has seen the actions that are taken back; otherwise None."""
        gone = self.actions[int(entry.text) :] if entry.kind == kinds.BACK else []
        hidden = all(event.only_for == entry.seat and event.redacted_log is None for event in gone)
        return entry.seat if gone and hidden else None

    def _note(self, entry: Entry, event: Event) -> None:
        self.events.append(event)
        if entry.kind in kinds.MOVES_ON:
            self.take_back_request = None
            self.last_move_seq = entry.seq

    def _apply_action(self, entry: Entry, before: Record, action: int) -> Event:
        seat = entry.seat
        after = self.state.try_id(action, before)
        log = Message.of(self.game.type.presentation.describe(before, action, after))
        secret = secret_parts(self.game.type, seat, entry.text, before, action, after)
        owner = self._next_seat if seat is None else seat
        turn = self._turn_number(owner)
        self.state.apply_id(action, entry.text, after)
        self._look()
        begins = self._next_seat is not None and self.game.type.begins_turn(after)
        passes = owner is not None and (self._next_seat != owner or begins)
        stays_open = seat is not None and self.confirm_turns and self.seats[seat].is_person_deciding
        barrier = seat is None or (passes and not stays_open)
        event = Event(entry, self.ply, log, turn, barrier, passes, owner, *secret)
        self.actions.append(event)
        return event

    def _apply_other(self, entry: Entry) -> None:
        seat = entry.seat
        if entry.kind == kinds.END:
            self.ending, self.take_back_request = entry, None
            return
        assert seat is not None, "only chance and an end have no seat"
        if entry.kind == kinds.CONFIRM:
            self._confirmed.append(self.ply)
        elif entry.kind == kinds.ROLL:
            self._rolled = True
        elif entry.kind == kinds.BACK:
            self._take_back(int(entry.text))
        elif entry.kind == kinds.ASK_BACK:
            self.take_back_request = TakeBackRequest(seat, int(entry.text))
        elif entry.kind == kinds.AGREE_BACK and self.take_back_request is not None:
            self.take_back_request = TakeBackRequest(
                self.take_back_request.by, self.take_back_request.to_ply, self.take_back_request.agreed | {seat}
            )
        elif entry.kind in (kinds.REFUSE_BACK, kinds.WITHDRAW):
            self.take_back_request = None
        elif entry.kind == kinds.SEAT:
            self.seats[seat] = self.seats[seat].changed(entry.text)
            self._open_seats = any(one.kind == OPEN for one in self.seats)
            if entry.text == changes.HAND_BACK:  # A turn played by a bot needs no confirmation.
                self._confirmed.append(self.ply)

    def _turn_number(self, owner: int | None) -> int:
        if owner is None:
            return self.turns
        last = self.actions[-1] if self.actions else None
        goes_on = last is not None and last.owner == owner and not last.passes_turn
        return self.turns if goes_on else self.turns + 1

    def _take_back(self, to_ply: int) -> None:
        self.state.rewind(to_ply)
        del self.actions[to_ply:]
        self._look()
        while self._last_confirmed > to_ply:  # Confirmations at or before ``to_ply`` remain.
            self._confirmed.pop()

    @property
    def _last_confirmed(self) -> int:
        return self._confirmed[-1] if self._confirmed else 0

    def _look(self) -> None:
        """Update the cached attributes that depend on the current state."""
        self._player = self.state.current_player
        self._roll = self.game.type.roll(self.state.record) if self._player == CHANCE else None
        self._rolled = False

    @property
    def _next_seat(self) -> int | None:
        """The seat whose turn it is in the current state, also during a chance event within the turn."""
        if self._roll is not None:
            return self._roll.seat
        return self._player if self._player >= 0 else None

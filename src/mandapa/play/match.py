"""A match: a game, its seats, and the append-only list of entries from which everything else is derived.

Pure logic without I/O. Commands (``act``, ``confirm``, ``back``...) validate a request, append the resulting entries
and return them; ``extend`` replays entries from a store or a record file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from sys import intern
from typing import Any

from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.generic import CHANCE, TERMINAL, sample_chance
from mandapa.kernel.record import Record, Rng
from mandapa.library import Game, State
from mandapa.play import entries as kinds, seats as changes
from mandapa.play.entries import Entry, Message
from mandapa.play.events import Event, secret_parts, table_log
from mandapa.play.result import result_of
from mandapa.play.seats import OPEN, PERSON, Seat, SeatError

MAX_ENTRIES = 20_000
"""Maximum number of entries in a match or record.

Take-backs and stand-ins are refused in the last ``TO_FINISH`` entries, so that the game can still be finished.
"""
TO_FINISH = 2_000

WAITING, PLAYING, OVER = "waiting", "playing", "over"


class RequestRefused(Exception):
    """The match has refused a request and is unchanged.

    Attributes:
        code: machine-readable error code, e.g. ``not_your_turn``.
        clause: id of the rule behind the refusal; "" if there is none.
        reason: message for people; ``str(error)`` is this message in English.
    """

    def __init__(self, code: str, text: str, *, clause: str = "", reason: Message | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.clause = clause
        self.reason = reason or Message(f"table.refusal.{code}", {})


class ReplayError(ValueError):
    """An entry is inconsistent with the match; the attributes are ``seq`` (the entry), ``what`` and ``expected``."""

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


class Match:
    """A match, which validates requests and replays entries.


    Attributes:
        game: the game with its options.
        first_seats: the seats at the beginning of the match; ``seats`` are the current ones.
        confirm_turns: true if a person's turn stays open until the person confirms it.
        persons: for each seat, an opaque key of the person who owns the seat. Seats with the same key belong to one
            person (hot seat); a seat without a key counts as a separate person.
        events: the complete history, one event per entry.
        actions: the effective history, which contains the events of the actions in force.
        state: the position after ``actions``.
        ending: the entry that ended the match before the rules ended it; None if there is none.
        requests: ``seq`` of the first entry of each request. Decisions in one request are taken back together. Without
            this information, each decision counts as a separate request.
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
        """Number of actions in force."""
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
        if not self.confirm_turns or not self.actions or self._last_confirmed == self.ply or self.ending is not None:
            return None
        last = self.actions[-1]
        seat = last.entry.seat
        if seat is None or not last.passes_turn or not self.seats[seat].is_person_deciding:
            return None
        return seat

    @property
    def to_act(self) -> int | None:
        """The seat that must make a decision; None if the match waits for a confirmation or chance, or is over."""
        return self._player if self._player >= 0 and self.status == PLAYING and self.open_turn is None else None

    @property
    def turn(self) -> int | None:
        """The seat that must make a decision, request a roll or confirm its turn."""
        asked = (self.open_turn, self.to_act, self.to_roll)
        return next((seat for seat in asked if seat is not None), None)

    @property
    def to_roll(self) -> int | None:
        """The seat that must request the chance event of its turn, and can take back until then."""
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
        """True if the referee must determine an outcome before the match can continue."""
        return self.chance_due and self.state.referee_due

    @property
    def turns(self) -> int:
        """Number of turns that have begun, over all seats."""
        return self.actions[-1].turn if self.actions else 0

    def pending_consents(self) -> list[int]:
        """Return the seats whose consent to the requested take-back is pending."""
        if self.take_back_request is None:
            return []
        settled = {self._person(seat) for seat in self.take_back_request.agreed | {self.take_back_request.by}}
        return [n for n, seat in enumerate(self.seats) if seat.is_person_deciding and self._person(n) not in settled]

    @property
    def ask_settled(self) -> bool:
        """True if a take-back was requested and no consent is pending."""
        return self.take_back_request is not None and not self.pending_consents()

    def earliest_undo_ply(self, seat: int) -> int:
        """Return the earliest ply to which ``seat`` can take back without the consent of other players."""
        if self.turn != seat:
            return self.ply
        first = self.ply
        while first > self._last_confirmed and self.actions[first - 1].entry.seat == seat:
            if self.actions[first - 1].passes_turn and self.open_turn != seat:
                break  # This event ended the previous turn of the same seat.
            first -= 1
        return first

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

    # ------------------------------------------------------------ requests

    def act(self, seat: int, text: str, at: str, then: Sequence[str] = ()) -> list[Entry]:
        """Make a decision for ``seat``, followed by the decisions in ``then``; if one is refused, none is made.

        Raises ``RequestRefused`` with the clause of the rule that forbids a decision.
        """
        self._must_play()
        if self.open_turn == seat:
            raise RequestRefused("not_your_turn", "Your turn is complete: confirm it or take back.")
        if self.to_roll == seat:
            raise RequestRefused("not_your_turn", "Chance is next: ask for it or take back.")
        if self.to_act != seat:
            raise RequestRefused("not_your_turn", "It is not your turn.")
        try:
            if then:
                self._try_out(seat, (text, *then))
            return [self._append(kinds.ACT, seat, one, at) for one in (text, *then)]
        except IllegalAction as error:
            reason = Message(error.key, error.params)
            raise RequestRefused(error.code, error.explanation, clause=error.clause, reason=reason) from error

    def confirm(self, seats: Collection[int], at: str) -> list[Entry]:
        """End the turn of one of ``seats``, or request the chance event that its turn waits for."""
        self._must_play()
        for kind, seat in ((kinds.CONFIRM, self.open_turn), (kinds.ROLL, self.to_roll)):
            if seat is not None and seat in seats:
                return [self._append(kind, seat, "", at)]
        raise RequestRefused("nothing_to_confirm", "You have no finished turn to confirm.")

    def back(self, seats: Collection[int], to_ply: int | None, at: str) -> list[Entry]:
        """Take back for the owner of ``seats``, or request the take-back if it needs the consent of other players.

        Within the person's own turn, no consent is needed. Without ``to_ply``, the last decision of the current turn is
        taken back, otherwise the person's last decision, together with all decisions in the same request.
        """
        self._must_play()
        self._must_have_room()
        holder = self.turn if self.turn in seats else None
        floor = self.earliest_undo_ply(holder) if holder is not None else self.ply
        if to_ply is None:
            to_ply = self.ply - 1 if floor < self.ply else self._last_decision(seats)
            to_ply = None if to_ply is None else self._first_of_request(to_ply)
        if to_ply is None or not 0 <= to_ply < self.ply:
            raise RequestRefused("nothing_to_take_back", "There is nothing to take back.")
        if holder is not None and to_ply >= floor:
            return [self._append(kinds.BACK, holder, str(to_ply), at)]
        by = holder if holder is not None else min(seats)
        asked = self._append(kinds.ASK_BACK, by, str(to_ply), at)
        return [asked, *self._settle_ask(at)]

    def answer(self, seats: Collection[int], agree: bool, at: str) -> list[Entry]:
        """Accept or refuse a requested take-back for the person who owns ``seats``."""
        asked = [seat for seat in self.pending_consents() if seat in seats]
        if not asked:
            raise RequestRefused("nothing_to_answer", "There is no request to answer.")
        if not agree:
            return [self._append(kinds.REFUSE_BACK, asked[0], "", at)]
        agreed = self._append(kinds.AGREE_BACK, asked[0], "", at)
        return [agreed, *self._settle_ask(at)]

    def withdraw(self, seats: Collection[int], at: str) -> list[Entry]:
        """Withdraw the request for a take-back made by the person who owns ``seats``."""
        if self.take_back_request is None or self.take_back_request.by not in seats:
            raise RequestRefused("nothing_to_withdraw", "You have not asked for a take-back.")
        return [self._append(kinds.WITHDRAW, self.take_back_request.by, "", at)]

    def claim(self, seat: int, name: str, person: str | None, at: str, game: Game | None = None) -> list[Entry]:
        """Seat a person on an open seat.

        ``game`` replaces the game of the match if its options change, such as a colour.
        """
        self._must_have_room()
        entries = self._change_seat(seat, f"{changes.CLAIM} {name}", at)
        self.persons[seat] = person
        if game is not None:
            self.game, self.state = game, game.new_state()
            self._look()
        return entries

    def fill(self, seat: int, bot: str, name: str, at: str) -> list[Entry]:
        """Seat a bot on an open seat."""
        self._must_have_room()
        return self._change_seat(seat, f"{changes.FILL} {bot} {name}", at)

    def leave(self, seat: int, at: str) -> list[Entry]:
        """Remove the person at ``seat`` before the match begins, and reopen the seat."""
        if self.status != WAITING:
            raise RequestRefused("begun", "The game has begun: resign, or let a computer stand in.")
        entries = self._change_seat(seat, changes.LEAVE, at)
        self.persons[seat] = None
        return entries

    def resign(self, seat: int, bot: str, at: str) -> list[Entry]:
        """Resign for the person at ``seat``.

        If other players continue, ``bot`` takes over; otherwise the match ends.
        """
        self._must_play()
        self._must_be_at(seat)
        people = [n for n, other in enumerate(self.seats) if other.kind == PERSON and not other.resigned and n != seat]
        if people and (len(self.seats) > 2 or self.game.together):
            return [*self._change_seat(seat, f"{changes.RESIGN} {bot}", at), *self._settle_ask(at)]
        return [self._append(kinds.END, seat, kinds.RESIGNED, at)]

    def close(self, why: str, at: str) -> list[Entry]:
        """End the match without a winner; ``why`` is one of ``ENDINGS``."""
        if self.status == OVER:
            raise RequestRefused("finished", "The game is over.")
        return [self._append(kinds.END, None, why, at)]

    def stand_in(self, seat: int, bot: str, at: str) -> list[Entry]:
        """Let a bot play for the person at ``seat`` until the person returns."""
        self._must_have_room()
        return [*self._change_seat(seat, f"{changes.STAND_IN} {bot}", at), *self._settle_ask(at)]

    def run_out(self, seat: int, bot: str, at: str, once: bool = False) -> list[Entry]:
        """Let a bot play for a person whose time is up, until the person returns or (``once``) for this turn only."""
        if self.turn != seat:
            raise RequestRefused("stale", "The game no longer waits for that seat.")
        if once and self.open_turn == seat:  # The turn is complete and only needs a confirmation.
            return self.confirm([seat], at)
        self._must_have_room()
        return [*self._change_seat(seat, f"{changes.ONCE if once else changes.LATE} {bot}", at), *self._settle_ask(at)]

    def return_after_timeout(self, seat: int, at: str) -> list[Entry]:
        """Return ``seat`` to the person after a bot has finished the turn that ran out of time."""
        return self._change_seat(seat, changes.HAND_BACK, at)

    def set_level(self, seat: int, bot: str, at: str) -> list[Entry]:
        """Replace the bot at ``seat`` by another bot, starting with the next decision."""
        if self.status == OVER:
            raise RequestRefused("finished", "The game is over.")
        self._must_have_room()
        return self._change_seat(seat, f"{changes.LEVEL} {bot}", at)

    def replace_failed(self, seat: int, bot: str, at: str) -> list[Entry]:
        """Replace the bot at ``seat``, which has failed, by ``bot``."""
        return self._change_seat(seat, f"{changes.FAIL} {bot}", at)

    def return_seat(self, seat: int, at: str) -> list[Entry]:
        """Return ``seat`` to its person, who replaces the bot."""
        return self._change_seat(seat, changes.RETURN, at)

    def resolve_due(self, rng: Rng, at: str) -> list[Entry]:
        """Carry out pending steps that need no request: a take-back with full consent, and chance events."""
        return [*self._settle_ask(at), *self.resolve_chance(rng, at)]

    def resolve_chance(self, rng: Rng, at: str) -> list[Entry]:
        """Sample all pending chance outcomes, until the referee must determine one."""
        resolved = []
        while self.chance_due and not self.state.referee_due:
            outcome = int(sample_chance(self.state.record, rng))
            entry = Entry(self.seq + 1, kinds.CHANCE, None, self.state.format(outcome), at)
            self._note(entry, self._apply_action(entry, self.state.record, outcome))
            resolved.append(entry)
        return resolved

    def add_referee_outcome(self, text: str, details: Mapping[str, Any], at: str) -> list[Entry]:
        """Add an outcome determined by the referee (``State.rule``); ``RequestRefused`` if it is no longer needed."""
        if not self.referee_due:
            raise RequestRefused("stale", "Nothing waits for the referee.")
        entry = Entry(self.seq + 1, kinds.CHANCE, None, text, at, details)
        self._apply(entry)
        return [entry]

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

    def _append(self, kind: str, seat: int | None, text: str, at: str) -> Entry:
        if self.ending is not None:  # No entry may follow the end, not even an answer or an invited guest.
            raise RequestRefused("finished", "The game is over.")
        entry = Entry(self.seq + 1, kind, seat, intern(text), at)  # Interned texts are shared between matches.
        self._apply(entry)
        return entry

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
        """Return the seat of a take-back if no other seat has seen the actions taken back, otherwise None."""
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
            if entry.text == changes.HAND_BACK:  # The turn that the bot played needs no confirmation.
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

    # ------------------------------------------------------------ internals

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

    def _must_play(self) -> None:
        if self.status == OVER:
            raise RequestRefused("finished", "The game is over.")
        if self.status == WAITING:
            raise RequestRefused("not_started", "The table is still waiting for players.")

    def _must_have_room(self) -> None:
        if self.seq >= MAX_ENTRIES - TO_FINISH:
            raise RequestRefused("too_long", "This match has grown too long for that; play it to the end.")

    def _person(self, seat: int) -> str:
        return self.persons[seat] or f"seat {seat}"

    def _last_decision(self, seats: Collection[int]) -> int | None:
        mine = (ply for ply in range(self.ply - 1, -1, -1) if self.actions[ply].entry.seat in seats)
        return next(mine, None)

    def _first_of_request(self, ply: int) -> int:
        """Return the ply of the first decision in the request that made the decision at ``ply``."""
        first = ply
        while self.actions[first].entry.seq not in self.requests:
            before = self.actions[first - 1].entry if first > 0 else None
            if before is None or before.kind != kinds.ACT or before.seq != self.actions[first].entry.seq - 1:
                return ply
            first -= 1
        return first

    def _try_out(self, seat: int, texts: Sequence[str]) -> None:
        """Raise an error if one of these decisions would be illegal, before the first of them is made."""
        ahead = self.state.copy()
        for text in texts:
            if ahead.current_player != seat:
                raise RequestRefused("not_your_turn", f"{text!r} would come after your decisions.")
            ahead.apply(text)

    def _settle_ask(self, at: str) -> list[Entry]:
        """Carry out the requested take-back, to which all seats have agreed."""
        if self.take_back_request is None or not self.ask_settled:
            return []
        return [self._append(kinds.BACK, self.take_back_request.by, str(self.take_back_request.to_ply), at)]

    def _must_be_at(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise RequestRefused("unknown_seat", f"There is no seat {seat} at this table.")

    def _change_seat(self, seat: int, text: str, at: str) -> list[Entry]:
        self._must_be_at(seat)
        try:
            return [self._append(kinds.SEAT, seat, text, at)]
        except SeatError as error:
            raise RequestRefused("seat_unavailable", f"Seat {seat}: {error}.") from error

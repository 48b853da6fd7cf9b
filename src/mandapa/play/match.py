"""A match: its history, and the requests that change it.

The code does no I/O. Each request (``act``, ``confirm``, ``back``...) is validated; it then appends the resulting
entries to the match and returns them.
"""

from collections.abc import Collection, Mapping, Sequence
from sys import intern
from typing import Any

from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.generic import sample_chance
from mandapa.kernel.record import Rng
from mandapa.library import Game
from mandapa.play import entries as kinds, seats as changes
from mandapa.play.entries import Entry, Message
from mandapa.play.history import OVER, WAITING, History
from mandapa.play.seats import PERSON, SeatError

MAX_ENTRIES = 20_000
"""Maximum number of entries in a match or record.

In the last ``TO_FINISH`` entries, requests such as take-backs are refused, so that the game can still be finished.
"""
TO_FINISH = 2_000


class RequestRefused(Exception):
    """The match has refused a request and is unchanged.

    Attributes:
        code: machine-readable error code, e.g. ``not_your_turn``.
        clause: id of the rule behind the refusal; "" if there is none.
        reason: message to show to the user; ``str(error)`` is this message in English.
    """

    def __init__(self, code: str, text: str, *, clause: str = "", reason: Message | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.clause = clause
        self.reason = reason or Message(f"table.refusal.{code}", {})


class Match(History):
    """A match that players change by requests. A request that raises ``RequestRefused`` changes nothing.

    For its constructor and attributes, see ``History``.
    """

    # ------------------------------------------------------------ requests

    def act(self, seat: int, text: str, at: str, then: Sequence[str] = ()) -> list[Entry]:
        """Make the decision ``text`` for ``seat``, followed by the decisions in ``then``.

        If one of the decisions is illegal, none is made. ``RequestRefused`` then gives the clause of the rule that
        forbids the decision.
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
        """Confirm the end of a turn by one of ``seats``, or request the chance event for which its turn waits."""
        self._must_play()
        for kind, seat in ((kinds.CONFIRM, self.open_turn), (kinds.ROLL, self.to_roll)):
            if seat is not None and seat in seats:
                return [self._append(kind, seat, "", at)]
        raise RequestRefused("nothing_to_confirm", "You have no finished turn to confirm.")

    def end_complete_turn(self, at: str) -> None:
        """Confirm a turn that is complete, if there is one, even if seats are open; its own seat may be one of them."""
        seat = self.unconfirmed_turn
        if seat is not None and self.seats[seat].bot is None:
            self._append(kinds.CONFIRM, seat, "", at)

    def back(self, seats: Collection[int], to_ply: int | None, at: str) -> list[Entry]:
        """Take back decisions of the person who owns ``seats``, or request this if it needs the other players' consent.

        No consent is needed within the person's own turn. All actions after the first ``to_ply`` actions are taken
        back. Without ``to_ply``, the last decision of the person's current turn is taken back or, if there is none, the
        person's last decision. Decisions that were made by the same request are taken back together.
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

        ``game`` replaces the game of the match if the person's choices, such as a colour, change its options.
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
        """Let a bot play for a person whose time is up, until the person returns, or with ``once`` for one turn."""
        if self.turn != seat:
            raise RequestRefused("stale", "The game no longer waits for that seat.")
        if once and self.open_turn == seat:  # The turn is complete and only needs a confirmation.
            return self.confirm([seat], at)
        self._must_have_room()
        return [*self._change_seat(seat, f"{changes.ONCE if once else changes.LATE} {bot}", at), *self._settle_ask(at)]

    def return_after_timeout(self, seat: int, at: str) -> list[Entry]:
        """Let the person at ``seat`` play again, after a bot has finished the turn in which the time ran out."""
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
        """Let the person at ``seat`` play again, instead of the bot."""
        return self._change_seat(seat, changes.RETURN, at)

    def resolve_due(self, rng: Rng, at: str) -> list[Entry]:
        """Carry out pending steps that need no request: a take-back with full consent, and chance events."""
        return [*self._settle_ask(at), *self.resolve_chance(rng, at)]

    def resolve_chance(self, rng: Rng, at: str) -> list[Entry]:
        """Sample pending chance outcomes, until none is pending or the game's referee must determine one."""
        resolved = []
        while self.chance_due and not self.state.referee_due:
            outcome = int(sample_chance(self.state.record, rng))
            entry = Entry(self.seq + 1, kinds.CHANCE, None, self.state.format(outcome), at)
            self._note(entry, self._apply_action(entry, self.state.record, outcome))
            resolved.append(entry)
        return resolved

    def add_referee_outcome(self, text: str, details: Mapping[str, Any], at: str) -> list[Entry]:
        """Add an outcome determined by the game's referee (``State.rule``).

        Raises ``RequestRefused`` if the match no longer waits for the outcome.
        """
        if not self.referee_due:
            raise RequestRefused("stale", "Nothing waits for the referee.")
        entry = Entry(self.seq + 1, kinds.CHANCE, None, text, at, details)
        self._apply(entry)
        return [entry]

    # ------------------------------------------------------------ consent and take-backs

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

    def same_last_decision(self, seats: Collection[int], seq: int) -> bool:
        """Return whether the last decision of these seats was made by entry ``seq``, and nothing was taken back since.

        Others may have decided since.
        """
        later = self.events[seq:]
        return seq <= self.seq and not any(
            event.entry.kind == kinds.BACK or (event.entry.kind == kinds.ACT and event.entry.seat in seats)
            for event in later
        )

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

    # ------------------------------------------------------------ internals

    def _append(self, kind: str, seat: int | None, text: str, at: str) -> Entry:
        if self.ending is not None:  # No entry may follow the end, not even an answer to a request or a new guest.
            raise RequestRefused("finished", "The game is over.")
        entry = Entry(self.seq + 1, kind, seat, intern(text), at)  # Interned texts are shared between matches.
        self._apply(entry)
        return entry

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
        """Return the ply of the first decision made by the same request as the decision at ``ply``."""
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
        """Carry out the requested take-back if all seats have agreed to it."""
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

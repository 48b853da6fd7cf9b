"""A table in memory: a match and its connected clients.

Every change to the match is made by ``LiveTable.perform``, which checks and stores the change before it tells the
clients. The state in memory can therefore be lost at any time and reloaded from the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

import numpy as np
import structlog

from mandapa import library
from mandapa.kernel.errors import ComponentError, OptionError
from mandapa.library import Game
from mandapa.play import Entry, Match, RequestRefused, Seat, Story, now
from mandapa.play.clock import ONE_TURN
from mandapa.server.live import bot_driver, permissions, snapshot, table_state
from mandapa.server.live.page import Client
from mandapa.server.services import Services
from mandapa.server.store.rows import Append, Conflict, MatchRow, StoredMatch

log = structlog.get_logger(__name__)

Result = TypeVar("Result")

REPLACEMENT_BOT = "adept"
"""Name of the bot that takes the seat of a player who resigns or runs out of time."""

Command = Callable[[Match, str], list[Entry]]
"""A function that changes a match at the given time, and returns the entries that it has added to the match."""


def match_from(stored: StoredMatch, each: Callable[[Sequence[Entry]], Iterable[Entry]] = iter) -> Match:
    """Return the match that results from replaying the stored entries.

    ``each``: function that returns an iterator over the entries, which may raise an error to stop the replay.
    """
    row = stored.row
    game = game_of(row, len(stored.seats))
    match = Match(game, [Seat.from_json(seat.first) for seat in stored.seats], confirm=row.confirm)
    match.persons = [seat.guest_id for seat in stored.seats]
    match.extend(each(stored.entries))
    match.requests = set(stored.requests.values())
    return match


def game_of(row: MatchRow, seats: int) -> Game:
    """Return the game of a stored match, with the rules and pieces with which the match began.

    Raises:
        OutdatedMatch: these rules or pieces are no longer available.
    """
    try:
        type = library.game_type(row.game, row.rules_version)
    except OptionError as error:
        gone = row.game in library.games()
        raise OutdatedMatch(f"match {row.id}: {row.game} by rules version {row.rules_version}", gone) from error
    options = {name: value for name, value in row.options.items() if name != "players"}
    try:
        game = Game(type, seats, options)
    except ComponentError as error:
        log.warning("the pieces of a match cannot be read", match=row.id, problem=str(error))
        raise OutdatedMatch(f"match {row.id}: its pieces", for_good=False) from error
    if row.components_hash != game.components_hash:
        raise OutdatedMatch(f"match {row.id}: its pieces, {row.components_hash}", for_good=False)
    return game


def _lasting(row: MatchRow) -> MatchRow:
    """Return a copy of a match row in which the fields that change with every entry are cleared.

    Two such copies are equal if nothing else has changed.
    """
    return replace(row, seq=0, turn=None, updated="")


class OutdatedMatch(Exception):
    """The rules or pieces of a stored match are no longer available.

    ``for_good``: newer rules of the game have replaced the old ones, so the match can never be continued.
    """

    def __init__(self, what: str, for_good: bool) -> None:
        super().__init__(f"{what}: removed or changed since")
        self.for_good = for_good


class LiveTable(table_state.TableState):
    """A table in memory. Calls ``forget`` when evicted, and ``presence_changed`` when a client joins or leaves."""

    def __init__(
        self,
        services: Services,
        stored: StoredMatch,
        match: Match,
        size: int,
        *,
        forget: Callable[[LiveTable], None],
        presence_changed: Callable[[str], None],
    ) -> None:
        self.services = services
        self._forget = forget
        self._presence_changed = presence_changed
        self.lock = asyncio.Lock()
        self.snapshots = snapshot.SnapshotCache(self, services)
        self.closed = False
        self._behind = False
        self._rng = np.random.default_rng()
        self.driver = bot_driver.BotDriver(self)
        self.story: Story | None = None  # loaded on request once the match is over
        super().__init__(stored, match, size, services.settings)

    def take_over(self, stored: StoredMatch, match: Match) -> None:
        """Replace the match and its rows. ``match``: the match that results from replaying ``stored``."""
        super().replace_state(stored, match)
        self.snapshots.invalidate()

    @property
    def idle(self) -> bool:
        """True if the table has no clients and no work in progress."""
        return not self.presence.clients and not self.driver.busy and not self.lock.locked()

    def evict(self) -> None:
        """Remove the table from memory and make its clients reconnect. No further change can be made to this object."""
        self.closed = True
        self.driver.stop()
        self._forget(self)
        for client in self.presence.clients:
            client.end()

    # ------------------------------------------------------------ changes

    async def perform(self, command: Command, *, request: str | None = None, base_seq: int | None = None) -> int:
        """Execute a command, wait until its entries are stored, and return the number of the first of them.

        ``request``: id of the request. If it has been carried out before, return the same number as then.
        ``base_seq``: number of the last entry that the client had. If the position has changed since, refuse the
        command as stale.
        """
        with self.services.moves:
            first = await self._perform_once(command, request, base_seq)
        self.driver.wake()
        return first

    async def _perform_once(self, command: Command, request: str | None, base_seq: int | None) -> int:
        async with self.lock:
            if request is not None and request in self.requests:
                return self.requests[request]
            if self.closed:
                raise RequestRefused("unavailable", "The table was briefly unavailable; try again.")
            if self.row.review:
                raise RequestRefused("finished", "This table shows a record; fork it to play.")
            if base_seq is not None and not self.match.last_move_seq <= base_seq <= self.match.seq:
                raise RequestRefused("stale", "The table has moved on since you saw it.")
            return await self._perform(command, request)

    async def _perform(self, command: Command, request: str | None) -> int:
        # The last change may have a later time than this one, if the clock of another process is ahead or the clock of
        # this one was set back. Times must not decrease.
        match, at = self.match, max(now(), self.row.updated)
        self.touched = time.monotonic()
        entries = await self._carry_out(command, at)
        try:
            entries += match.resolve_chance(self._rng, at)
            for seat in self.clocks.to_hand_back() if self.clocks else ():
                entries += match.return_after_timeout(seat, at)
            await self._store(entries, request)
        except Conflict as error:
            await self._read_again()
            raise RequestRefused("stale", "The table has moved on since you saw it.") from error
        except BaseException:
            # The match in memory has entries that are not stored, so the table is dropped. The next client reloads it.
            self.evict()
            raise
        if request is not None:
            self.requests[request] = entries[0].seq
            match.requests.add(entries[0].seq)
        self.snapshots.invalidate()
        await self.publish(with_table=any(entry.kind == "seat" for entry in entries) or self.status == "over")
        self.tell_absent()
        return entries[0].seq

    async def _carry_out(self, command: Command, at: str) -> list[Entry]:
        match = self.match
        try:
            return await self._by_rules(lambda: command(match, at))
        except asyncio.CancelledError:  # the command may have been carried out, but nothing is stored
            self.evict()
            raise

    async def _by_rules(self, work: Callable[[], Result]) -> Result:
        """Call ``work``, which uses the rules of the game. If they are not compiled, call it outside the event loop."""
        return work() if self.match.game.engine.ready else await self.services.compute(self.row.owner, work)

    async def _store(self, entries: Sequence[Entry], request: str | None) -> None:
        append = self.append_of(entries, request)
        started = time.perf_counter()
        await self.services.store.append(append)
        self.services.metrics.store_seconds.observe(time.perf_counter() - started)
        for entry in entries:
            self.services.metrics.actions.labels(entry.kind).inc()
        newcomers = [row for row in append.seats if row.guest_id != self.seat_rows[row.seat].guest_id]
        # This query would take a tenth of the time of a move, and most moves change no player.
        faces = await self.services.store.guests.with_faces(newcomers) if newcomers else []
        self.stored(append, faces)

    async def catch_up(self) -> None:
        """Apply changes that another process has stored. Calls that come in meanwhile share one query."""
        self._behind = True
        async with self.lock:
            if self._behind and not self.closed:
                self._behind = False
                await self._read_on()
        self.driver.wake()

    async def apply_remote_append(self, append: Append) -> None:
        """Apply new entries that another process has stored. Missing entries before them are read from the database."""
        async with self.lock:
            if self.closed or append.entries[-1].seq <= self.match.seq:
                return
            if append.entries[0].seq != self.match.seq + 1:  # earlier entries were missed
                await self._read_on()
            else:
                await self._extend(
                    append.entries, {} if append.request is None else {append.request: append.entries[0].seq}
                )
                last = append.entries[-1]
                self.row = replace(self.row, seq=last.seq, status=append.status, turn=append.turn, updated=last.at)
                await self.publish()
        self.driver.wake()

    async def _read_on(self) -> None:
        """Read new entries from the database and tell the clients. If older entries have changed, reload the match."""
        stored = await self.services.store.load_match(self.id, self.match.seq)
        if stored is None or stored.row.revision != self.row.revision or stored.row.seq < self.match.seq:
            await self._read_again()
            return
        await self._extend(stored.entries, stored.requests)
        self.match.persons = [seat.guest_id for seat in stored.seats]
        with_table = _lasting(stored.row) != _lasting(self.row) or list(stored.seats) != self.seat_rows
        self.row, self.seat_rows = stored.row, list(stored.seats)
        await self.publish(with_table=with_table)

    async def _extend(self, entries: Sequence[Entry], requests: Mapping[str, int]) -> None:
        """Add entries that another process has stored. ``requests``: numbers of entries by id of their request."""
        match = self.match
        try:
            await self._by_rules(lambda: match.extend(entries))
        except BaseException:
            self.evict()  # the next client reloads the table
            raise
        match.requests |= set(requests.values())
        self.requests |= requests
        self.snapshots.invalidate()

    async def _read_again(self) -> None:
        stored = await self.services.store.load_match(self.id)
        if stored is None:
            self.evict()
            return
        match = await self.services.compute(self.row.owner, lambda: match_from(stored))
        self.take_over(stored, match)
        await self.publish(with_table=True)

    async def link_rematch(self, rematch: str) -> None:
        """Set the id of the rematch of this match and tell all clients."""
        async with self.lock:
            self.row = replace(self.row, rematch=rematch)
            await self.publish(with_table=True)

    async def resolve_due(self) -> None:
        """Carry out what is pending without a player's request: a random outcome, or an undo that needs no consent.

        Something can be pending when a table is loaded, because the process ended or the database failed before the
        outcome was stored. An undo can also be pending because the players who had to consent have been merged with the
        guest who asked for it. If another process stores an outcome first, that outcome counts.
        """
        async with self.lock:
            match = self.match
            due = match.ask_settled or (match.chance_due and not match.referee_due)
            if due and not self.row.review and not self.closed:
                with suppress(RequestRefused):
                    await self._perform(lambda match, at: match.resolve_due(self._rng, at), None)

    async def run_out(self) -> None:
        """Let a bot play for the player to move if that player has run out of time; otherwise, refuse as stale."""

        def command(match: Match, at: str) -> list[Entry]:
            clocks, seat = self.clocks, match.turn
            due = clocks.runs_out() if clocks else None
            if clocks is None or due is None or seat is None or due > at:
                raise RequestRefused("stale", "Another request was faster.")
            return match.run_out(seat, REPLACEMENT_BOT, at, once=clocks.at_zero == ONE_TURN)

        await self.perform(command)

    async def replace_guest(self, old: str, new: str) -> None:
        """Update the clients and seats after guest ``old`` has been merged into guest ``new`` in the database."""
        pages = [client for client in self.presence.clients if client.guest_id == old]
        for client in pages:
            client.guest_id = new
        if old in (self.row.owner, *self.owners):
            await self.catch_up()
            await self.resolve_due()
            self.driver.wake()
        if pages:
            self._presence_changed(self.id)

    # ------------------------------------------------------------ clients and snapshots

    async def join(self, client: Client, have_seq: int) -> None:
        """Add a client to the table and send it what it is missing. It already has the entries up to ``have_seq``.

        If the table has been evicted, make the client reconnect. An evicted table gets no more changes, and it may
        contain entries that have never been stored.
        """
        async with self.lock:
            if self.closed:
                client.end()
                return
            client.guest_id = self.services.visitors.merged_into(client.guest_id)
            newcomer = client not in self.presence.clients
            self.presence.clients.add(client)
            self.touched = time.monotonic()
            if 0 < have_seq <= self.match.seq and self.match.seq - have_seq <= 200:
                client.seq = have_seq
                await self.snapshots.show([client], with_table=True)
            else:
                client.send(await self.snapshots.whole(client))
                client.seq = self.match.seq
            self.snapshots.announce_choices(client)
        if newcomer:
            self.services.metrics.sockets.inc()
            if client.guest_id is not None:
                self.services.notifier.mark_seen(self.id, client.guest_id)
            self._presence_changed(self.id)
        self.driver.wake()

    async def leave(self, client: Client) -> None:
        """Remove a client that has disconnected from the table."""
        if client in self.presence.clients:
            self.services.metrics.sockets.dec()
        self.presence.leave(client, self.owners)
        self.touched = time.monotonic()
        self._presence_changed(self.id)

    async def tell_presence(self) -> None:
        """Tell all clients who is connected to the table."""
        if not self.closed and self.presence.clients:
            async with self.lock:
                await self.publish(with_table=True)

    async def present_elsewhere(self, process: str, guests: Collection[str]) -> None:
        """Record which guests are connected to the table through another process, and tell the clients of changes."""
        before = self.presence.guests()
        if self.presence.update_remote(process, guests, self.owners) and self.presence.clients:
            self._presence_changed(self.id)  # the other process has just joined and doesn't know our presence yet
        if self.presence.guests() != before:
            await self.tell_presence()
            self.driver.wake()

    async def snapshot_for(self, client: Client) -> str:
        """Return a ``sync`` message for a client. It never shows a state that is not stored yet."""
        async with self.lock:
            return await self.snapshots.whole(client)

    async def publish(self, *, with_table: bool = False) -> None:
        """Send each client the changes that it has not received yet. Callers must hold the lock."""
        await self.snapshots.show(list(self.presence.clients), with_table=with_table)

    async def previews(self, client: Client, of: Sequence[str] = ()) -> tuple[int, str]:
        """Return the number of the last entry, and previews of the outcome of each choice of the client, as JSON.

        If ``of`` is a sequence of consecutive decisions, preview only the outcome of the last one.
        """
        async with self.lock:
            seq, previews = self.match.seq, self.snapshots.previews(client, of)
        return seq, await previews

    def tell_absent(self) -> None:
        """Send a push notification to each guest who has to make a move or answer but is not connected to the table.

        If only one person plays at the table, send none, because that person has left on purpose.
        """
        if len({*self.owners} - {None}) > 1:
            guests = permissions.guests_to_act(self.seat_rows, self.match.turn) - self.presence.guests()
            self.services.notifier.tell_turn(self.id, guests)

"""Lets bots play at a table, at bot seats and where one stands in for a person; and asks the game's referee."""

from __future__ import annotations

import asyncio
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import structlog

from mandapa import bots
from mandapa.bots import Bot, Cancel
from mandapa.play import Entry, Match, Refused
from mandapa.server.jobs.thinking import BotFailed, RefereeFailed
from mandapa.server.services import Services
from mandapa.server.store.rows import MatchRow

log = structlog.get_logger(__name__)

WITHIN_TURN = 0.3
"""Part of the pace that passes before the second and later decisions of one turn."""

FALLBACK = "adept"
"""Who plays on, openly, where a computer player has failed."""

LOOK_AGAIN_SECONDS = 5.0
"""How often to look whether another process that thinks for a table still does."""


class Table(Protocol):
    """What a driver needs of its table."""

    services: Services
    match: Match
    row: MatchRow
    closed: bool

    @property
    def id(self) -> str:
        """Id of the match."""

    @property
    def attended(self) -> bool:
        """Whether a person plays here, or looks."""

    async def perform(
        self, command: Callable[[Match, str], list[Entry]], *, request: str | None = None, base_seq: int | None = None
    ) -> int:
        """Carries out a request."""

    def tell(self, message: dict[str, Any], news_of: str | None = None) -> None:
        """Sends a passing message to every client."""


class BotDriver:
    """One task at most a table. It ends whenever no bot is to act, and is woken by every change."""

    def __init__(self, table: Table) -> None:
        self._its_table = weakref.ref(table)  # a forgotten table leaves memory at once: nobody has to look for cycles
        self._task: asyncio.Task[None] | None = None
        self._thinking_for: int | None = None
        self._thinker: tuple[int, str] | None = None
        self._cancel: Cancel | None = None
        self._player: tuple[int, str, Bot] | None = None
        self._news = asyncio.Event()

    @property
    def _table(self) -> Table:
        table = self._its_table()
        assert table is not None, "whoever wakes its driver, and the task, hold the table"
        return table

    @property
    def busy(self) -> bool:
        """A bot is at work here."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Something has changed: stop thoughts that are outdated, and see whether a bot is to act."""
        self._news.set()
        if self._thinking_for is not None and self._outdated():
            self.stop_thinking()
        if not self.busy and self._due() and not self._table.closed:
            self._task = asyncio.create_task(self._run(), name=f"bots-{self._table.id}")

    def _outdated(self) -> bool:
        """The position is another one than the one that is thought about, or somebody else is to decide there."""
        match = self._table.match
        if self._thinking_for != match.last_move_seq or self._thinker is None:
            return True
        seat, bot = self._thinker
        return match.seats[seat].bot != bot

    def stop_thinking(self) -> None:
        """Cancels the thought under way, if any."""
        if self._cancel is not None:
            self._cancel.set()

    def stop(self) -> None:
        """Ends the work at this table."""
        self.stop_thinking()
        if self._task is not None:
            self._task.cancel()

    def _due(self) -> bool:
        """A bot or the referee is to do something."""
        return self.seat_due() is not None or self.referee_due

    @property
    def referee_due(self) -> bool:
        """The game's referee is to say what happened."""
        return self._table.match.referee_due and not self._table.row.review and self._table.attended

    def seat_due(self) -> int | None:
        """The seat that a bot is to act for; None also while a take-back waits for consent, or nobody is there."""
        match = self._table.match
        seat = match.to_act
        if seat is None or match.ask is not None or self._table.row.review or match.seats[seat].bot is None:
            return None
        return seat if self._table.attended else None

    async def _run(self) -> None:
        table = self._table
        try:
            while self._due() and not table.closed:
                self._news.clear()
                position = table.match.last_move_seq
                mine = await table.services.store.bus.claims(table.id, position)
                seat = self.seat_due()
                if not mine:
                    await self._leave_it_to_another(seat)
                elif table.match.last_move_seq != position:
                    continue
                elif self.referee_due:
                    await self._rule()
                elif seat is not None:
                    await self._play(seat)
        except RefereeFailed as error:
            log.error("referee failed", table=table.id, error=str(error))
            text = "What came of that could not be computed; take back, or load the page again to retry."
            table.tell({"type": "error", "code": "referee_failed", "message": text})
        except BotFailed as error:
            log.error("bot failed", table=table.id, error=str(error))
            table.tell({"type": "error", "code": "bot_failed", "message": "The computer player has failed."})

    async def _leave_it_to_another(self, seat: int | None) -> None:
        """Another process thinks for this table: waits for what comes of it, then looks again."""
        self._say(seat)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), LOOK_AGAIN_SECONDS)
        self._say(seat, on=False)

    def _say(self, seat: int | None, *, on: bool = True, waits: bool = False) -> None:
        """Tells everybody at the table that the bot at a seat thinks, or not any more."""
        if seat is not None:
            message = {"type": "thinking", "seat": seat, "on": on, "waits": waits}
            self._table.tell(message, news_of=f"thinking {seat}")

    async def _rule(self) -> None:
        """Asks the referee what came of the last decision. If it fails nothing is lost: the next change asks again."""
        table = self._table
        position = table.match.last_move_seq
        services, payer = table.services, table.services.visitors.payer(table.row.owner)
        text, details = await services.bots.rule(table.match.state, payer)
        if table.match.last_move_seq != position:
            return
        try:
            await table.perform(lambda match, at: match.rule(text, details, at), base_seq=position)
        except Refused as refused:
            if refused.code != "stale":
                raise RefereeFailed(f"{text!r}: {refused}") from refused

    async def _play(self, seat: int) -> None:
        """Lets the bot at a seat decide. If it fails another one plays on there, and an entry of the match says so."""
        table, bot = self._table, self._table.match.seats[seat].bot
        try:
            await self._decide(seat)
        except BotFailed as error:
            if bot in (None, FALLBACK):
                raise
            log.error("bot replaced", table=table.id, seat=seat, bot=bot, error=str(error))
            if table.match.seats[seat].bot == bot:
                with suppress(Refused):  # somebody was faster: look again
                    await table.perform(lambda match, at: match.replace_failed(seat, FALLBACK, at))

    async def _decide(self, seat: int) -> None:
        table, services = self._table, self._table.services
        match = table.match
        position, bot, turns = match.last_move_seq, match.seats[seat].bot, match.turns
        assert bot is not None
        under_way = bool(match.actions) and match.actions[-1].owner == seat and not match.actions[-1].passes_turn
        pace = services.settings.bot_pace * (WITHIN_TURN if under_way else 1.0)
        started = time.monotonic()
        self._thinking_for, self._thinker, self._cancel = position, (seat, bot), services.bots.new_cancel()
        payer = services.visitors.payer(table.row.owner)
        self._say(seat, waits=services.bots.would_wait(payer))
        try:
            own = match.state.for_seat(seat)
            player = self._player_of(seat, bot)
            action = await services.bots.choose(player, own, seat, self._cancel, payer, lambda: self._say(seat))
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - started)))
        finally:
            self._thinking_for, self._thinker, self._cancel = None, None, None
            self._say(seat, on=False)
        if action is None or table.match.last_move_seq != position or self.seat_due() != seat:
            return

        def act(match: Match, at: str) -> list[Entry]:
            if match.seats[seat].bot != bot:
                raise Refused("stale", "Another player decides here now.")
            return match.act(seat, action, at)

        try:
            await table.perform(act, base_seq=position)
        except Refused as refused:
            # Somebody was faster: look again. A bot that chooses what is not legal would never stop.
            if refused.code != "stale":
                raise BotFailed(f"{bot} chose {action!r} in turn {turns}: {refused}") from refused
        if self.seat_due() != seat:
            self._player = None

    def _player_of(self, seat: int, bot: str) -> Bot:
        """The computer player that is in the middle of a turn, or a new one: it remembers what it means to do."""
        if self._player is None or self._player[:2] != (seat, bot):
            try:
                self._player = (seat, bot, bots.make(bot, self._table.match.game))
            except ValueError as error:  # it is not installed any more, or another package's fault
                raise BotFailed(str(error)) from error
        return self._player[2]

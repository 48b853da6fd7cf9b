"""Run the bots of a table and call the game's referee. Routes of `tables` decide when a bot stands in for a player.

A referee is a program that determines the random outcomes of some games.
"""

import asyncio
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import structlog

from mandapa import bots
from mandapa.bots import Bot, CancelToken
from mandapa.play import Entry, Match, RequestRefused
from mandapa.server.jobs.bot_pool import BotFailed, RefereeFailed
from mandapa.server.services import Services
from mandapa.server.store.rows import MatchRow

log = structlog.get_logger(__name__)

WITHIN_TURN = 0.3
"""Delay before each decision of a bot after the first one in a turn, as a fraction of the setting ``bot_pace``."""

FALLBACK = "adept"
"""Name of the bot that takes over a seat when the bot playing there fails. Players can see the change."""

LOOK_AGAIN_SECONDS = 5.0
"""Seconds to wait for a bot move that another process computes, before trying to claim the computation again."""


class DrivenTable(Protocol):
    """Interface of a table, as far as ``BotDriver`` uses it."""

    services: Services
    match: Match
    row: MatchRow
    closed: bool

    @property
    def id(self) -> str:
        """Match id."""

    @property
    def has_people(self) -> bool:
        """True if a person plays at this table or watches it."""

    async def perform(
        self, command: Callable[[Match, str], list[Entry]], *, request: str | None = None, base_seq: int | None = None
    ) -> int:
        """Execute a command that adds entries to the match, and return the number of the first new entry.

        ``request`` and ``base_seq``: see ``LiveTable.perform``.
        """

    def broadcast(self, message: dict[str, Any], news_of: str | None = None) -> None:
        """Send every client a message that is not stored. ``news_of``: its topic; see ``Client.send``."""


class BotDriver:
    """Runs the bots of a table, one after another, in a single task.

    The task ends when no bot has to act. After every change to the match, ``wake`` is called, which starts it again.
    """

    def __init__(self, table: DrivenTable) -> None:
        self._its_table = weakref.ref(
            table
        )  # breaks the reference cycle, so a dropped table is freed without the garbage collector
        self._task: asyncio.Task[None] | None = None
        self._thinking_for: int | None = None
        self._thinker: tuple[int, str] | None = None
        self._cancel: CancelToken | None = None
        self._player: tuple[int, str, Bot] | None = None
        self._news = asyncio.Event()

    @property
    def _table(self) -> DrivenTable:
        table = self._its_table()
        assert table is not None, "the caller and the task hold a reference to the table"
        return table

    @property
    def busy(self) -> bool:
        """True while a bot is working at this table."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """React to a change of the match: cancel an outdated search, and start the task if a bot has to act."""
        self._news.set()
        if self._thinking_for is not None and self._outdated():
            self.stop_thinking()
        if not self.busy and self._due() and not self._table.closed:
            self._task = asyncio.create_task(self._run(), name=f"bots-{self._table.id}")

    def _outdated(self) -> bool:
        """Return whether there has been a move, or another bot has taken the seat, since the bot began to think."""
        match = self._table.match
        if self._thinking_for != match.last_move_seq or self._thinker is None:
            return True
        seat, bot = self._thinker
        return match.seats[seat].bot != bot

    def stop_thinking(self) -> None:
        """Cancel the search of the bot that is thinking, if there is one."""
        if self._cancel is not None:
            self._cancel.set()

    def stop(self) -> None:
        """Stop all bot work at this table."""
        self.stop_thinking()
        if self._task is not None:
            self._task.cancel()

    def _due(self) -> bool:
        """Return whether a bot or the referee has to act."""
        return self.seat_due() is not None or self.referee_due

    @property
    def referee_due(self) -> bool:
        """True if the game's referee has to determine an outcome."""
        return self._table.match.referee_due and not self._table.row.review and self._table.has_people

    def seat_due(self) -> int | None:
        """Return the seat at which a bot has to act.

        Return None if no bot has to act, if an undo request is pending, or if no person plays or watches.
        """
        match = self._table.match
        seat = match.to_act
        if (
            seat is None
            or match.take_back_request is not None
            or self._table.row.review
            or match.seats[seat].bot is None
        ):
            return None
        return seat if self._table.has_people else None

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
            text = "The result could not be computed; take back, or reload the page to retry."
            table.broadcast({"type": "error", "code": "referee_failed", "message": text})
        except BotFailed as error:
            log.error("bot failed", table=table.id, error=str(error))
            table.broadcast({"type": "error", "code": "bot_failed", "message": "The computer player has failed."})

    async def _leave_it_to_another(self, seat: int | None) -> None:
        """Wait up to ``LOOK_AGAIN_SECONDS`` for a bot move or referee outcome that another process computes."""
        self._say(seat)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), LOOK_AGAIN_SECONDS)
        self._say(seat, on=False)

    def _say(self, seat: int | None, *, on: bool = True, waits: bool = False) -> None:
        """Tell all clients of the table that the bot at a seat is thinking, or no longer thinking if ``on`` is false.

        ``waits``: the bot first has to wait for a free thread. Do nothing if ``seat`` is None.
        """
        if seat is not None:
            message = {"type": "thinking", "seat": seat, "on": on, "waits": waits}
            self._table.broadcast(message, news_of=f"thinking {seat}")

    async def _rule(self) -> None:
        """Ask the referee for the random outcome of the last decision and add it to the match.

        If the referee fails, it is asked again after the next change to the match.
        """
        table = self._table
        position = table.match.last_move_seq
        services, requester = table.services, table.services.visitors.requester(table.row.owner)
        text, details = await services.bot_pool.referee_outcome(table.match.state, requester)
        if table.match.last_move_seq != position:
            return
        try:
            await table.perform(lambda match, at: match.add_referee_outcome(text, details, at), base_seq=position)
        except RequestRefused as refused:
            if refused.code != "stale":
                raise RefereeFailed(f"{text!r}: {refused}") from refused

    async def _play(self, seat: int) -> None:
        """Let the bot at a seat make a decision.

        If the bot fails, replace it with the fallback bot and record the change in the match.
        """
        table, bot = self._table, self._table.match.seats[seat].bot
        try:
            await self._decide(seat)
        except BotFailed as error:
            if bot in (None, FALLBACK):
                raise
            log.error("bot replaced", table=table.id, seat=seat, bot=bot, error=str(error))
            if table.match.seats[seat].bot == bot:
                with suppress(RequestRefused):  # another request came first: check again
                    await table.perform(lambda match, at: match.replace_failed(seat, FALLBACK, at))

    async def _decide(self, seat: int) -> None:
        table, services = self._table, self._table.services
        match = table.match
        position, bot, turns = match.last_move_seq, match.seats[seat].bot, match.turns
        assert bot is not None
        under_way = bool(match.actions) and match.actions[-1].owner == seat and not match.actions[-1].passes_turn
        pace = services.settings.bot_pace * (WITHIN_TURN if under_way else 1.0)
        started = time.monotonic()
        self._thinking_for, self._thinker, self._cancel = position, (seat, bot), services.bot_pool.new_cancel()
        requester = services.visitors.requester(table.row.owner)
        self._say(seat, waits=services.bot_pool.would_wait(requester))
        try:
            own = match.state.for_seat(seat)
            player = self._player_of(seat, bot)
            action = await services.bot_pool.choose(player, own, seat, self._cancel, requester, lambda: self._say(seat))
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - started)))
        finally:
            self._thinking_for, self._thinker, self._cancel = None, None, None
            self._say(seat, on=False)
        if action is None or table.match.last_move_seq != position or self.seat_due() != seat:
            return

        def act(match: Match, at: str) -> list[Entry]:
            if match.seats[seat].bot != bot:
                raise RequestRefused("stale", "Another player decides now.")
            return match.act(seat, action, at)

        try:
            await table.perform(act, base_seq=position)
        except RequestRefused as refused:
            # "stale" only means that another request came first. Any other refusal means that the action is illegal,
            # which is a bug in the bot and must stop the loop.
            if refused.code != "stale":
                raise BotFailed(f"{bot} chose {action!r} in turn {turns}: {refused}") from refused
        if self.seat_due() != seat:
            self._player = None

    def _player_of(self, seat: int, bot: str) -> Bot:
        """Return the bot object for a decision at a seat.

        During a turn, this is always the same object, because a bot may remember its plan for the turn. ``bot``: name
        of the bot.
        """
        if self._player is None or self._player[:2] != (seat, bot):
            try:
                self._player = (seat, bot, bots.make(bot, self._table.match.game))
            except ValueError as error:  # not installed any more, or broken by another package
                raise BotFailed(str(error)) from error
        return self._player[2]

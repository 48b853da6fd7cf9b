"""Match lists: a guest's own matches, and the lobby."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mandapa.server.store import schema
from mandapa.server.store.bans import network_of
from mandapa.server.store.database import Database
from mandapa.server.store.match_filters import given_up, kept_apart, of_guest, waiting_for
from mandapa.server.store.rows import FinalOccupant, FinishedMatch, MatchList, MatchRow, SeatRow
from mandapa.server.store.schema import moment

SEEN_SECONDS = 90.0
"""Seconds for which a table in the lobby counts as attended after its last player has gone."""
MAX_RANKED = 2_000
"""Maximum number of lobby tables that are sorted to choose those at the top of the list."""
IN_LOBBY = (schema.match.c.status == "waiting") & schema.match.c.listed
"""SQL condition that selects the matches listed in the lobby."""


OVER = schema.match.c.review | (schema.match.c.status == "over")
"""SQL condition that selects matches that are over, and uploaded records, which can only be reviewed."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Filter for a list of matches: by game, by part of a player's name, and by whether the match is over.

    A field that is None or empty excludes nothing.
    """

    game: str | None = None
    name: str = ""
    over: bool | None = None

    def condition(self, guest_id: str) -> ColumnElement[bool]:
        """Return an SQL condition that selects the guest's matches that pass the filter."""
        which = of_guest(guest_id)
        if self.game is not None:
            which &= schema.match.c.game == self.game
        if self.over is not None:
            which &= OVER if self.over else ~OVER
        if self.name:
            seat = schema.seat.alias()
            named = seat.c.name.icontains(self.name, autoescape=True)
            which &= exists().where(seat.c.match_id == schema.match.c.id, named)
        return which


class MatchListQueries:
    """Queries that return lists of matches. ``Store`` inherits from this class."""

    database: Database

    async def find_matches(
        self, guest_id: str, wanted: MatchFilter, limit: int, skip: int
    ) -> tuple[int, Sequence[tuple[MatchRow, Sequence[SeatRow]]]]:
        """Return the number of a guest's matches that fit ``wanted``, and one page of these matches, newest first.

        The page contains up to ``limit`` matches after the first ``skip``.
        """
        which = wanted.condition(guest_id)
        async with self.database.readers.connect() as connection:
            total = (await connection.execute(select(func.count()).select_from(schema.match).where(which))).scalar_one()
            return int(total), await self.select(connection, which, limit, skip=skip)

    async def games_of(self, guest_id: str) -> list[str]:
        """Return the names of the games of which a guest has matches."""
        query = select(schema.match.c.game).where(of_guest(guest_id)).distinct().order_by(schema.match.c.game)
        async with self.database.readers.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def matches_of(self, guest_id: str, limit: int = 50) -> MatchList:
        """Return the first ``limit`` matches on a guest's list, the number of all, and how many wait for the guest.

        Matches that wait for the guest come first. Matches that are over, or in which the guest has resigned, come
        last. Matches of the same kind are sorted by their last change, the latest first.
        """
        mine, waits = of_guest(guest_id), waiting_for(guest_id)
        rank = case((waits, 0), (OVER | given_up(guest_id), 2), else_=1)
        counts = select(func.count(), func.count(case((waits, 1)))).select_from(schema.match).where(mine)
        async with self.database.readers.connect() as connection:
            total, waiting = (await connection.execute(counts)).one()
            return MatchList(await self.select(connection, mine, limit, rank), total, waiting)

    async def open_matches(
        self, guest_id: str | None = None, limit: int = 50, *, game: str | None = None, attended: bool = False
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return lobby matches that a guest could join, each with its seats.

        ``game``: only matches of this game. ``attended``: only matches at which a player is present.

        Attended tables come first, sorted by the number of people, then by waiting time. The other tables follow,
        newest first. So that matches created from a single network don't fill the list, the first match of every
        network comes before the second match of any network, among attended tables and among the others.
        """
        match, seat = schema.match.c, schema.seat.c
        somebody = match.seen > moment(timedelta(seconds=SEEN_SECONDS))
        people = select(func.count(seat.guest_id.distinct())).where(seat.match_id == match.id).scalar_subquery()
        which = _open_to(guest_id, game)
        which = which & somebody if attended else which
        columns = match.id, match.origin, match.created, case((somebody, 1), else_=0), people
        some = select(*columns).where(which).order_by(somebody.desc(), match.updated.desc()).limit(MAX_RANKED)
        async with self.database.readers.connect() as connection:
            waiting = [_Waiting._make(row) for row in await connection.execute(some)]
            ids = [one.id for one in _ranked(waiting)[:limit]]
            found = {row.id: (row, seats) for row, seats in await self.select(connection, match.id.in_(ids), limit)}
        return [found[id] for id in ids if id in found]

    async def count_open(self, guest_id: str | None, most: int, game: str | None = None) -> int:
        """Count the lobby matches that a guest could join, up to ``most``."""
        some = select(schema.match.c.id).where(_open_to(guest_id, game)).limit(most).subquery()
        async with self.database.readers.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(some))).scalar_one())

    async def asked_to(self, guest_id: str, limit: int = 12) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return the matches that a guest is invited to and that have not begun, newest first.

        Matches that the guest has joined or declined are left out. So are matches of people who have blocked the guest
        or whom the guest has blocked.
        """
        asked = schema.invited_guest.c
        to = select(asked.match_id).where(asked.guest_id == guest_id, ~asked.declined)
        mine, waiting = of_guest(guest_id), schema.match.c.status == "waiting"
        async with self.database.readers.connect() as connection:
            return await self.select(
                connection, schema.match.c.id.in_(to) & waiting & ~mine & ~kept_apart(guest_id), limit
            )

    async def rematches(self, guest_id: str, match_ids: Sequence[str]) -> dict[str, str]:
        """Find which of the given matches are rematches of a match on the guest's list.

        Return a dictionary from the id of each rematch to the id of the original match.
        """
        match = schema.match.c
        query = select(match.rematch, match.id).where(match.rematch.in_(match_ids), of_guest(guest_id))
        async with self.database.readers.connect() as connection:
            return {row.rematch: row.id for row in await connection.execute(query)}

    async def waits_at(self, guest_id: str, game: str) -> str | None:
        """Return the id of the latest lobby match of ``game`` in which the guest has a seat; None if there is none.

        Matches with a time limit do not count.
        """
        mine = select(schema.seat.c.match_id).where(schema.seat.c.guest_id == guest_id)
        which = IN_LOBBY & (schema.match.c.game == game) & schema.match.c.id.in_(mine) & schema.match.c.clock.is_(None)
        async with self.database.readers.connect() as connection:
            found = await self.select(connection, which, 1)
        return found[0][0].id if found else None

    async def finished_matches(self, guest_id: str, limit: int) -> tuple[int, list[FinishedMatch]]:
        """Return how many finished matches with a result a guest has played, and the newest ``limit`` of them.

        Matches that the guest has removed from the list of matches do not count.
        """
        seat, match = schema.seat.c, schema.match.c
        mine = (
            select(seat.match_id, func.min(seat.seat).label("mine"))
            .where(seat.guest_id == guest_id, ~seat.put_away)
            .group_by(seat.match_id)
            .subquery()
        )
        came = (match.status == "over") & ~match.review & match.result.is_not(None)
        both = schema.match.join(mine, mine.c.match_id == match.id)
        newest = (
            select(match.id, match.game, match.updated, match.result, match.ending.is_not(None), mine.c.mine)
            .select_from(both)
            .where(came)
            .order_by(match.updated.desc(), match.id)
            .limit(limit)
        )
        async with self.database.readers.connect() as connection:
            total = (await connection.execute(select(func.count()).select_from(both).where(came))).scalar_one()
            found = {row.id: FinishedMatch._make([*row, []]) for row in await connection.execute(newest)}
            sat = select(seat.match_id, seat.seat, seat.kind, seat.bot, seat.resigned)
            for match_id, *fields in await connection.execute(sat.where(seat.match_id.in_(list(found)))):
                found[match_id].seats.append(FinalOccupant(*fields))
        return int(total), list(found.values())

    async def analyses(self, match_ids: Sequence[str], limit: int) -> AsyncIterator[tuple[str, Mapping[str, Any]]]:
        """Yield pairs of a match id and the coach's analysis, for up to ``limit`` of the given matches.

        Analyses are long, so they are read one at a time, and other work can run in between.
        """
        analysis = schema.analysis.c
        async with self.database.readers.connect() as connection:
            asked = select(analysis.match_id).where(analysis.match_id.in_(match_ids))
            judged = set((await connection.execute(asked)).scalars())
            for match_id in [one for one in match_ids if one in judged][:limit]:
                query = select(analysis.found).where(analysis.match_id == match_id)
                if (found := (await connection.execute(query)).scalar()) is not None:  # it may have been deleted
                    yield match_id, found

    async def results_alone(self, guest_id: str, game: str, limit: int = 200) -> list[MatchRow]:
        """Return a guest's finished single-player matches of a game, newest first."""
        mine, second = schema.seat.alias(), schema.seat.alias()
        query = (
            select(schema.match)
            .join(mine, (mine.c.match_id == schema.match.c.id) & (mine.c.guest_id == guest_id))
            .where(schema.match.c.game == game, schema.match.c.status == "over", ~schema.match.c.review)
            .where(schema.match.c.result.is_not(None))
            .where(~exists().where(second.c.match_id == schema.match.c.id, second.c.seat == 1))
        )
        async with self.database.readers.connect() as connection:
            rows = await connection.execute(query.order_by(schema.match.c.updated.desc()).limit(limit))
            return [match_row(row) for row in rows]

    async def results_against_bots(self, guest_id: str, game: str, limit: int) -> list[tuple[str, bool]]:
        """Return the results of a guest's finished matches of a game against bots of one kind, newest first.

        Each item is the name of the bot and whether the guest won. Matches are left out if another person played, if
        the level of a bot was changed, or if a bot played for the guest.
        """
        mine, other, changed = schema.seat.alias(), schema.seat.alias(), schema.entry.alias()
        others = (other.c.match_id == schema.match.c.id) & (other.c.seat != mine.c.seat)
        changes = or_(
            *(changed.c.text.startswith(f"{what} ") for what in ("level", "fail", "stand_in", "late", "once"))
        )
        query = (
            select(mine.c.seat, mine.c.resigned, func.min(other.c.bot), schema.match.c.result)
            .join_from(mine, schema.match, mine.c.match_id == schema.match.c.id)
            .join(other, others)
            .where(mine.c.guest_id == guest_id, schema.match.c.game == game)
            .where(schema.match.c.status == "over", ~schema.match.c.review, schema.match.c.result.is_not(None))
            .where(
                ~exists().where(changed.c.match_id == schema.match.c.id, changed.c.kind == "seat", changes),
            )
            .group_by(schema.match.c.id, mine.c.seat, mine.c.resigned, schema.match.c.updated)
            .having(
                func.count(case((other.c.kind == "bot", 1))) == func.count(), func.count(other.c.bot.distinct()) == 1
            )
            .order_by(schema.match.c.updated.desc(), schema.match.c.id)
            .limit(limit)
        )
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(bot, not resigned and seat in result["winners"]) for seat, resigned, bot, result in rows]

    async def points_before(self, guest_id: str, match: MatchRow, limit: int = 200) -> list[float]:
        """Return the guest's points in other finished matches with the game and options of ``match``, newest first.

        Matches that ended early do not count.
        """
        mine = schema.seat.alias()
        query = (
            select(mine.c.seat, schema.match.c.options, schema.match.c.result)
            .join_from(mine, schema.match, mine.c.match_id == schema.match.c.id)
            .where(mine.c.guest_id == guest_id, schema.match.c.id != match.id, schema.match.c.game == match.game)
            .where(schema.match.c.status == "over", ~schema.match.c.review)
            .where(schema.match.c.result.is_not(None), schema.match.c.ending.is_(None))
        )
        async with self.database.readers.connect() as connection:
            rows = await connection.execute(query.order_by(schema.match.c.updated.desc()).limit(limit))
            return [row.result["totals"][row.seat] for row in rows if row.options == match.options]

    async def select(
        self,
        connection: AsyncConnection,
        which: ColumnElement[bool],
        limit: int,
        *first: ColumnElement[int],
        skip: int = 0,
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return the matches that fulfil the condition ``which``, with their seats.

        They are sorted by the expressions ``first``, then by their last change, the latest first.
        """
        order = (*first, schema.match.c.updated.desc(), schema.match.c.id)
        query = select(schema.match).where(which).order_by(*order).limit(limit).offset(skip)
        matches = [match_row(row) for row in await connection.execute(query)]
        ids = [match.id for match in matches]
        seats = await connection.execute(seats_of(schema.seat.c.match_id.in_(ids)))
        by_match: dict[str, list[SeatRow]] = {match.id: [] for match in matches}
        for row in seats:
            by_match[row.match_id].append(seat_row(row))
        return [(match, by_match[match.id]) for match in matches]


class _Waiting(NamedTuple):
    """A lobby match with the values that it is sorted by.

    ``origin``: the address that created it; ``attended``: a player is present; ``people``: number of seated people.
    """

    id: str
    origin: str | None
    created: str
    attended: bool
    people: int


def _ranked(matches: Sequence[_Waiting]) -> list[_Waiting]:
    """Sort lobby matches in the order in which they are listed. The input must be sorted newest first."""
    attended = sorted((one for one in matches if one.attended), key=lambda one: (-one.people, one.created))
    return [*_in_turn(attended), *_in_turn([one for one in matches if not one.attended])]


def _in_turn(matches: Sequence[_Waiting]) -> list[_Waiting]:
    """Sort matches so that the first match of each network comes first, then the second match of each, and so on.

    The network of a match is the one from which it was created.
    """
    shares = Counter[str]()
    places: dict[str, int] = {}
    for one in matches:
        network = one.id if one.origin is None else network_of(one.origin)
        places[one.id] = shares[network]
        shares[network] += 1
    return sorted(matches, key=lambda one: places[one.id])


def _open_to(guest_id: str | None, game: str | None) -> ColumnElement[bool]:
    """Return an SQL condition for lobby matches in which a guest could take a seat. ``game``: only of this game."""
    which = IN_LOBBY if game is None else IN_LOBBY & (schema.match.c.game == game)
    return which if guest_id is None else which & ~of_guest(guest_id) & ~kept_apart(guest_id)


def match_row(row: Row[Any]) -> MatchRow:
    """Convert a database row into a ``MatchRow``."""
    return MatchRow(**row._mapping)


def seats_of(which: ColumnElement[bool]) -> Select[Any]:
    """Return a query for the seats that fulfil a condition, with the colour and languages of the guest in each."""
    guest = schema.guest.c
    both = schema.seat.outerjoin(schema.guest, guest.id == schema.seat.c.guest_id)
    seats = select(schema.seat, guest.colour, guest.languages).select_from(both)
    return seats.where(which).order_by(schema.seat.c.seat)


def seat_row(row: Row[Any]) -> SeatRow:
    """Convert a database row into a ``SeatRow``."""
    fields = dict(row._mapping)
    del fields["match_id"]
    return SeatRow(**fields | {"languages": (row.languages or "").split()})

"""Administrative queries and changes in the database. Running servers notice the changes within seconds."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from mandapa.play import Entry, now
from mandapa.play.entries import END
from mandapa.server.store import schema
from mandapa.server.store.chunked_changes import VISIBLE, hide
from mandapa.server.store.guests.player_names import matches_naming
from mandapa.server.store.match_filters import of_guest
from mandapa.server.store.schema import moment
from mandapa.server.store.writer import entry_row

RUNS_SECONDS = 60
"""Seconds for which a server process counts as running after it last reported to the database."""


class NotFoundError(LookupError):
    """The requested object does not exist. The message of the error names the object."""


def processes(connection: Connection) -> list[dict[str, Any]]:
    """Return the running server processes, sorted by the time when they were started."""
    alive = schema.process.c.seen > moment(timedelta(seconds=RUNS_SECONDS))
    rows = connection.execute(select(schema.process).where(alive).order_by(schema.process.c.started))
    return [dict(row._mapping) for row in rows]


def counts(connection: Connection) -> dict[str, int]:
    """Return how many tables there are of each status, and how many records, guests, browsers, bans and reports."""
    by_status = select(schema.match.c.status, func.count()).where(~schema.match.c.review, VISIBLE).group_by("status")
    found = dict.fromkeys(("waiting", "playing", "over"), 0)
    for status, number in connection.execute(by_status):
        found[status] = number
    found["records"] = _count(connection, schema.match.c.review & VISIBLE, schema.match)
    kinds = {"guests": schema.guest, "browsers": schema.session, "bans": schema.ban, "reports": schema.report}
    for name, table in kinds.items():
        found[name] = _count(connection, None, table)
    return found


def _count(connection: Connection, which: ColumnElement[bool] | None, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return int(connection.execute(query if which is None else query.where(which)).scalar_one())


def tables(connection: Connection, status: str | None, guest_id: str | None, limit: int) -> list[dict[str, Any]]:
    """Return up to ``limit`` tables with their seats, the most recently changed first.

    ``status``: only tables with this status; ``guest_id``: only tables on this guest's list.
    """
    match, seat = schema.match.c, schema.seat.c
    query = select(match.id, match.game, match.status, match.review, match.owner, match.seq, match.updated)
    query = query.where(VISIBLE)
    if status is not None:
        query = query.where(match.status == status)
    if guest_id is not None:
        query = query.where(of_guest(guest_id))
    found = [dict(row._mapping) for row in connection.execute(query.order_by(match.updated.desc()).limit(limit))]
    rows = connection.execute(
        select(seat.match_id, seat.seat, seat.name, seat.kind, seat.bot, seat.guest_id)
        .where(seat.match_id.in_([one["id"] for one in found]))
        .order_by(seat.seat)
    )
    seats: dict[str, list[dict[str, Any]]] = {one["id"]: [] for one in found}
    for row in rows:
        fields = dict(row._mapping)
        seats[fields.pop("match_id")].append(fields)
    return [one | {"seats": seats[one["id"]]} for one in found]


def guests(connection: Connection, name: str | None, limit: int) -> list[dict[str, Any]]:
    """Return up to ``limit`` guests whose name contains ``name``, newest first.

    Each has the number of the guest's tables (``tables``) and whether the guest is banned (``banned``).
    """
    guest = schema.guest.c
    seat, match = schema.seat.c, schema.match.c
    seated = select(func.count(seat.match_id.distinct())).where(seat.guest_id == guest.id).scalar_subquery()
    sits = exists().where(seat.match_id == match.id, seat.guest_id == guest.id)
    only_opened = select(func.count()).where(match.owner == guest.id, ~sits).scalar_subquery()
    more = (seated + only_opened).label("tables"), exists().where(schema.ban.c.who == guest.id).label("banned")
    query = select(guest.id, guest.name, guest.created, *more)
    if name is not None:
        query = query.where(guest.name.icontains(name, autoescape=True))
    rows = connection.execute(query.order_by(guest.created.desc()).limit(limit))
    return [dict(row._mapping) | {"banned": bool(row.banned)} for row in rows]


def end_match(connection: Connection, match_id: str, why: str) -> int:
    """End a match and return the number of its last entry; raise ``NotFoundError`` if the match is not in progress."""
    match = schema.match.c
    wanted = select(match.seq, match.status, match.updated).where(match.id == match_id, VISIBLE)
    row = connection.execute(wanted.with_for_update()).first()
    if row is None or row.status == "over":
        raise NotFoundError(f"table {match_id!r} that is waiting or in progress")
    entry = Entry(row.seq + 1, END, None, why, max(now(), row.updated))
    connection.execute(insert(schema.entry), entry_row(match_id, entry))
    ending = {"why": why, "seat": None}
    values = {"seq": entry.seq, "status": "over", "turn": None, "updated": entry.at, "ending": ending, "due": None}
    connection.execute(update(schema.match).where(match.id == match_id).values(**values))
    connection.execute(update(schema.seat).where(schema.seat.c.match_id == match_id).values(asked=False))
    return entry.seq


def hide_match(connection: Connection, match_id: str) -> None:
    """Hide a match; raise ``NotFoundError`` if it does not exist.

    ``chunked_changes.erase_piece`` can then delete it step by step.
    """
    if not hide(connection, (schema.match.c.id == match_id) & VISIBLE):
        raise NotFoundError(f"table {match_id!r}")


def rename(connection: Connection, guest_id: str, name: str) -> list[str]:
    """Rename a guest; return the ids of the matches that still contain the old name.

    The caller must then replace it there with ``player_names.rename_seats``.
    """
    _must_exist(connection, guest_id)
    connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(name=name))
    return matches_naming(connection, guest_id)


def ban(connection: Connection, who: str, kind: str, note: str) -> None:
    """Ban a guest or a network address, ``who``. ``kind``: ``guest`` or ``address``; ``note``: the reason."""
    connection.execute(delete(schema.ban).where(schema.ban.c.who == who))
    connection.execute(insert(schema.ban), {"who": who, "kind": kind, "note": note, "at": now()})


def unban(connection: Connection, who: str) -> None:
    """Lift the ban of a guest or a network address; raise ``NotFoundError`` if there is no such ban."""
    if not connection.execute(delete(schema.ban).where(schema.ban.c.who == who)).rowcount:
        raise NotFoundError(f"ban of {who!r}")


def bans(connection: Connection) -> Sequence[dict[str, Any]]:
    """Return all bans, the oldest first, each with its date and reason. A ban of a guest includes the guest's name."""
    ban, guest = schema.ban.c, schema.guest.c
    query = select(ban.who, ban.kind, ban.at, ban.note, guest.name)
    query = query.select_from(schema.ban.outerjoin(schema.guest, guest.id == ban.who))
    return [dict(row._mapping) for row in connection.execute(query.order_by(ban.at))]


def is_guest(connection: Connection, guest_id: str) -> bool:
    """Return whether a guest with this id exists."""
    return connection.execute(select(schema.guest.c.id).where(schema.guest.c.id == guest_id)).first() is not None


def revoke(connection: Connection, guest_id: str) -> int:
    """Sign a guest out in all browsers and delete the guest's sign-in codes; return the number of browsers."""
    _must_exist(connection, guest_id)
    connection.execute(delete(schema.resume_code).where(schema.resume_code.c.guest_id == guest_id))
    return int(connection.execute(delete(schema.session).where(schema.session.c.guest_id == guest_id)).rowcount)


def reports(connection: Connection, limit: int) -> list[dict[str, Any]]:
    """Return up to ``limit`` reports by players about other players, newest first.

    In each report, ``name`` is the name that was reported, and ``now`` is the guest's current name.
    """
    report, guest = schema.report.c, schema.guest.c
    columns = (
        report.id,
        report.at,
        report.match_id,
        report.seat,
        report.name,
        report.note,
        report.words,
        report.about,
        report.reporter,
    )
    query = select(*columns, guest.name.label("now")).join_from(schema.report, schema.guest, guest.id == report.about)
    return [dict(row._mapping) for row in connection.execute(query.order_by(report.id.desc()).limit(limit))]


def dismiss(connection: Connection, report_id: int) -> None:
    """Delete a report; raise ``NotFoundError`` if it does not exist."""
    if not connection.execute(delete(schema.report).where(schema.report.c.id == report_id)).rowcount:
        raise NotFoundError(f"report {report_id}")


def _must_exist(connection: Connection, guest_id: str) -> None:
    if not is_guest(connection, guest_id):
        raise NotFoundError(f"guest {guest_id!r}")

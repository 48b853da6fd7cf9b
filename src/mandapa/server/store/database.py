"""Connections to the database, its schema when it is empty, and migrations on request."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
import structlog
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from pydantic_core import to_json
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool, Pool, QueuePool, StaticPool

from mandapa.server.outage import Outage
from mandapa.server.shielding import shielded

log = structlog.get_logger(__name__)

MIGRATIONS = Path(__file__).parent.parent / "migrations"
Answer = TypeVar("Answer")

MAX_CONCURRENT_QUERIES = 4
"""Maximum number of queries that run in parallel."""
LOCKED_SECONDS = 10
"""Seconds to wait for the SQLite lock while another process is writing."""
MIGRATION_LOCK = 0x6D616E64  # "mand"; arbitrary, but used by no other lock


class DatabaseError(RuntimeError):
    """The database cannot be used as configured."""


def encoded(value: Any) -> str:
    """Encode a value as JSON, for use as a single query parameter."""
    return to_json(value).decode()


def async_url(database: str) -> URL:
    """Return the database URL with the asynchronous driver that the server uses.

    Raises:
        DatabaseError: the URL is invalid. The message does not repeat it, since it may contain a password.
    """
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    try:
        url = make_url(database)
        return url.set(drivername=drivers[url.get_backend_name()])
    except (ArgumentError, KeyError, ValueError) as error:  # ValueError: the port is not a number
        raise DatabaseError("expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME") from error


class Database:
    """The SQLAlchemy engines of one database.

    The asynchronous engines ``writers`` and ``readers`` serve short changes and single queries. The synchronous engine
    ``appends`` stores moves. ``run_query`` runs queries with several statements in a thread.

    SQLite uses a write-ahead log, so that readers never wait. Writers use BEGIN IMMEDIATE, because a transaction that
    starts with a read and then writes fails immediately if another transaction has written. There is a single writing
    connection, so that writers queue in this process instead of polling the lock. With synchronous=FULL, a commit
    survives a power failure.

    Attributes:
        turn: lock that each SQLite write transaction holds, so that they run one at a time, in the order of arrival.
            One task stores moves, one connection makes all other writes, and one bulk change runs at a time. A move
            therefore waits for two short transactions at most.
    """

    def __init__(self, database: str) -> None:
        self.url = async_url(database)
        self.outage = Outage()
        self.sqlite = self.url.get_backend_name() == "sqlite"
        if self.sqlite:
            self._prepare_file()
            self.writers = create_async_engine(self.url, pool_size=1, max_overflow=0, pool_timeout=60)
            self.readers = create_async_engine(self.url, pool_size=4, max_overflow=0, pool_timeout=60)
            _on_connect(self.writers.sync_engine, "BEGIN IMMEDIATE")
            _on_connect(self.readers.sync_engine, "BEGIN")
        else:
            self.writers = self.readers = self._postgresql_engine()
        self.appends = self._blocking_engine(StaticPool if self.sqlite else QueuePool, "BEGIN IMMEDIATE")
        self._query_engine = self._blocking_engine(QueuePool, "BEGIN") if self.sqlite else self.appends
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT_QUERIES + 1, "database")  # one is reserved for moves
        self._query_slots = asyncio.Semaphore(MAX_CONCURRENT_QUERIES)
        self.turn: AbstractAsyncContextManager[Any] = asyncio.Lock() if self.sqlite else nullcontext()
        self._bulk = asyncio.Lock()

    def _postgresql_engine(self) -> AsyncEngine:
        try:
            return create_async_engine(self.url, pool_size=8, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise DatabaseError("PostgreSQL needs psycopg: pip install 'mandapa[postgresql]'") from error

    def _prepare_file(self) -> None:
        name = self.url.database
        if not name or name == ":memory:":
            raise DatabaseError("SQLite needs a file: sqlite:///FILE")
        Path(name).parent.mkdir(parents=True, exist_ok=True)

    def reach(self) -> bool:
        """Open the database and return whether its schema is older than the one that this program needs.

        Raises:
            DatabaseError: the database cannot be opened or migrated. The message says why.
        """
        try:
            with self.appends.connect() as connection:
                check_schema(connection)
                found, newest = revisions(connection)
                return found not in (None, newest)
        except DBAPIError as error:
            reason = str(error.orig).strip().partition("\n")[0]
            raise DatabaseError(f"{self.url.database}: {reason}" if self.sqlite else reason) from error
        finally:
            self.appends.dispose()

    async def migrate(self) -> None:
        """Create the schema if the database is empty. Processes that start at the same time wait for each other.

        Raises:
            DatabaseError: the database has an older schema, so ``ops.upgrade.upgrade`` has to upgrade it first.
        """
        await self.run_in_reserved_thread(self.migrate_now)

    async def run_query(self, query: Callable[[Connection], Answer]) -> Answer:
        """Call ``query`` with a connection in a database thread and return its result.

        This is for queries with several statements. Sending each of them through an asynchronous driver would take
        several times as long.
        """

        def job() -> Answer:
            with self._query_engine.connect() as connection:
                return query(connection)

        return await self._run_in_thread(job)

    async def run_in_reserved_thread(self, job: Callable[[], Answer]) -> Answer:
        """Call ``job`` in the database thread that is reserved for storing moves, without waiting for queries.

        There is only one such thread, so there must not be two calls at the same time.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def _run_in_thread(self, job: Callable[[], Answer]) -> Answer:
        await self._query_slots.acquire()
        done = asyncio.get_running_loop().run_in_executor(self._threads, job)
        done.add_done_callback(lambda _: self._query_slots.release())
        return await shielded(done)

    @asynccontextmanager
    async def change(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction for a change of a few rows. It is committed at the end of the context."""
        async with self.writers.connect() as connection, self.turn, connection.begin():
            yield connection

    async def run_bulk_change(self, change: Callable[[Connection], Answer]) -> Answer:
        """Call ``change``, which may change up to `chunked_changes.ROWS` rows, in one transaction.

        The call runs in a thread, because changing so many rows would block the event loop. Bulk changes run one at a
        time, because they compete with moves for the global interpreter lock. A change completes even if the task that
        asked for it is cancelled.
        """

        def job() -> Answer:
            with self.appends.begin() as connection:
                return change(connection)

        async def in_turn() -> Answer:
            async with self._bulk, self.turn:
                return await self._run_in_thread(job)

        return await shielded(asyncio.create_task(in_turn()))

    def _blocking_engine(self, pool: type[Pool], begin: str, foreign_keys: bool = True) -> Engine:
        """Create a synchronous engine for use in worker threads. ``begin``: SQLite's statement for a transaction."""
        if not self.sqlite:
            return create_engine(self.url, poolclass=pool, pool_pre_ping=True)
        engine = create_engine(
            self.url.set(drivername="sqlite"), poolclass=pool, connect_args={"check_same_thread": False}
        )
        _on_connect(engine, begin, foreign_keys)
        return engine

    def migrate_now(self, before: Callable[[str], None] | None = None) -> None:
        """Create the schema, or migrate an older one to the newest version, in the calling thread.

        ``before`` is called with the older revision before an older schema is migrated.

        Raises:
            DatabaseError: no migration leads to the newest version, or the schema is older and ``before`` is None.
        """
        # Alembic changes an SQLite table by replacing it. With foreign keys enabled, dropping the old table would
        # delete or unlink the rows that refer to it.
        engine = self._blocking_engine(NullPool, "BEGIN IMMEDIATE", foreign_keys=False)
        try:
            with engine.connect() as connection, connection.begin():
                if not self.sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                check_schema(connection)
                found, newest = revisions(connection)
                if found not in (None, newest):
                    if before is None:
                        raise DatabaseError(f"found schema {found}, expected {newest}: run mandapa admin upgrade")
                    before(str(found))
                upgrade(connection)
                if self.sqlite:
                    _check_references(connection)
        finally:
            engine.dispose()

    async def close(self) -> None:
        """Close all connections."""
        await self.writers.dispose()
        await self.readers.dispose()
        for engine in (self.appends, self._query_engine):
            await self.run_in_reserved_thread(engine.dispose)
        self._threads.shutdown(wait=False, cancel_futures=True)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations up to ``revision`` within the current transaction of a connection."""
    check_schema(connection)
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, revision)


def revisions(connection: Connection) -> tuple[str | None, str | None]:
    """Return the schema revision of the database and the newest revision that this program knows.

    The first revision is None if the database does not contain this program's tables.
    """
    return MigrationContext.configure(connection).get_current_revision(), newest_revision()


def check_schema(connection: Connection) -> None:
    """Raise ``DatabaseError`` if the database has a schema that this program can neither use nor upgrade."""
    found, newest = revisions(connection)
    if found is None or found in _known_revisions():
        return
    if found.isdigit() and newest is not None and int(found) > int(newest):
        raise DatabaseError(
            f"found schema {found}, made by a newer Mandapa; expected {newest} or older. Install the newer "
            "version again, or restore the backup made before the upgrade (mandapa admin restore)."
        )
    raise DatabaseError(
        f"found schema {found}, made by a development version before the first release; expected {newest}. "
        "There is no migration. To keep games, run that version again and save them as files; then move "
        "this database away, or choose another with --database or MANDAPA_DATABASE."
    )


@cache
def _known_revisions() -> frozenset[str]:
    return frozenset(one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


@cache
def newest_revision() -> str | None:
    """Return the newest schema revision that this program knows."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def _write_ahead(cursor: Any) -> None:
    """Switch SQLite to the write-ahead log.

    If the database is locked, the statement is retried here, because SQLite's own lock timeout does not apply to it.
    """
    until = time.monotonic() + LOCKED_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _check_references(connection: Connection) -> None:
    """Raise ``DatabaseError`` if a foreign key in this SQLite database refers to a row that does not exist."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise DatabaseError(f"not upgraded: a row of the table {broken[0]} would refer to none of {broken[2]}")


def _on_connect(engine: Any, begin: str, foreign_keys: bool = True) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # Turn off the driver's own transactions, which begin as deferred. The "begin" listener below starts them.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={1000 * LOCKED_SECONDS}", "synchronous=FULL", f"foreign_keys={foreign_keys}"):
            cursor.execute(f"PRAGMA {pragma}")
        _write_ahead(cursor)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

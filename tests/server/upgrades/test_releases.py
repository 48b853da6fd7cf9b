"""Databases and records of released versions are read by this one, and upgrades can be undone.

`1.0/` was made by that version (`make.py`). A made-up version 1.1 shows the way: it changes a table and a rule.
"""

from __future__ import annotations

import json
import lzma
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from mandapa import installed, library
from mandapa.cli import app
from mandapa.kernel.compile import engine
from mandapa.kernel.record import record_type
from mandapa.play import import_record
from mandapa.server import Settings
from mandapa.server.run import check
from mandapa.server.store import database as databases, schema
from mandapa.server.store.database import Database, DatabaseError, upgrade

from ..conftest import Guest, Page, RunningServer
from ..postgresql import find_tools
from .make import wait_for_turn

HERE = Path(__file__).parent
BASELINE = "0025"
GAMES = ("chola", "hampi", "indus", "kerala", "menara")
RELEASES = sorted(folder.name for folder in HERE.iterdir() if (folder / "guests.json").is_file())

Start = Callable[..., RunningServer]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _menara_is_compiled() -> None:
    """A game of Menara replays in half a minute if its rules are interpreted."""
    library.game_type("menara").engine.warm()


class Release(NamedTuple):
    """The stored files of a released version."""

    folder: Path
    cookies: dict[str, dict[str, str]]
    tables: dict[str, dict[str, str]]

    def unpack(self, file: Path) -> str:
        """Write its SQLite database to a file and return the URL."""
        file.write_bytes(lzma.decompress((self.folder / "hall.sqlite3.xz").read_bytes()))
        return f"sqlite:///{file}"

    def guest(self, server: RunningServer, name: str = "Asha") -> Guest:
        """Sign a guest in with the cookie that the browser has kept."""
        kept = httpx.Cookies()
        for cookie, value in self.cookies[name].items():
            kept.set(cookie, value, domain="127.0.0.1")
        return Guest(server.address, name, kept)

    def record(self, game: str) -> Any:
        return json.loads((self.folder / "records" / f"{game}.json").read_text(encoding="utf-8"))


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> Release:
    folder = HERE / str(request.param)
    return Release(folder, **json.loads((folder / "guests.json").read_text()))


def play_on(page: Page) -> None:
    """Make one decision in a game, as the player whose turn it is."""
    wait_for_turn(page)
    before = page.seq
    answer = page.act() if page.actions else page.request("confirm")
    assert answer["type"] == "ok" and page.seq > before


def check_games(release: Release, guest: Guest) -> None:
    """Read every table: finished games can be reviewed, the others played or, without their rules, have ended."""
    for game in GAMES:
        over, playing, waiting = (release.tables[game][status] for status in ("over", "playing", "waiting"))
        details = guest.get(f"/api/tables/{over}")
        assert details["result"] == release.record(game)["result"]
        exported = guest.get(f"/api/tables/{over}/record")
        assert exported == release.record(game) | {"software": exported["software"]}
        if not details["outdated"]:
            assert guest.get(f"/api/tables/{over}/replay")["plies"]
        if guest.get(f"/api/tables/{playing}")["outdated"]:
            assert guest.get(f"/api/tables/{playing}")["ending"]["why"] == "rules"
        else:
            play_on(guest.look(playing))
            assert guest.get(f"/api/tables/{waiting}")["status"] == "waiting"


def test_every_game_of_a_release_is_read_and_played_on(release: Release, start: Start, tmp_path: Path) -> None:
    server = start(database=release.unpack(tmp_path / "released.sqlite3"))
    asha, bala = release.guest(server), release.guest(server, "Bala")
    check_games(release, asha)
    waiting = release.tables["kerala"]["waiting"]
    assert bala.sit_down(asha.get(f"/api/tables/{waiting}")["invites"]["1"]) == 1
    pages = [asha.look(waiting), bala.look(waiting)]
    pages[0].wait_until(lambda picture: picture["prompt"]["turn"] is not None)
    play_on(pages[pages[0].prompt["turn"]])
    for guest in (asha, bala):
        guest.close()


@pytest.mark.parametrize("game", GAMES)
def test_records_of_a_release_replay_to_the_same_result(release: Release, game: str) -> None:
    record = release.record(game)
    assert import_record(record).result() == record["result"] is not None


# ---------------------------------------------------------------- a made-up version 1.1

NEXT = "0026"
MIGRATION = f'''
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{BASELINE}"


def upgrade() -> None:
    with op.batch_alter_table("guest") as table:
        table.add_column(sa.Column("motto", sa.String(80), nullable=False, server_default="Namaste"))
        table.alter_column("colour", type_=sa.String(40))
    op.create_table(
        "award",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.String(80), nullable=False),
    )
    op.execute("INSERT INTO award SELECT id, game FROM match WHERE status = 'over'")
'''


@pytest.fixture
def version_1_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """A context in which this program is version 1.1, with another migration and new rules of Kerala."""
    migrations = tmp_path / "migrations"
    shutil.copytree(databases.MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / f"{NEXT}_awards.py").write_text(MIGRATION)
    old = library.game_type("kerala")
    newest = installed._newest

    @contextmanager
    def switched() -> Iterator[None]:
        new = replace(old, rules_version=old.rules_version + 1, former_versions=(old, *old.former_versions))
        with monkeypatch.context() as patch:
            patch.setattr(databases, "MIGRATIONS", migrations)
            patch.setitem(engine.engines, record_type(old.state_type), old.engine)
            patch.setattr(installed, "_newest", lambda name: new if name == "kerala" else newest(name))
            forget()
            yield
        forget()

    def forget() -> None:
        databases.newest_revision.cache_clear()
        databases._known_revisions.cache_clear()

    return switched


@pytest.fixture(params=["sqlite", "postgresql"])
def released(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The database of version 1.0, in SQLite or PostgreSQL."""
    release = Release(HERE / "1.0", {}, {})
    file = tmp_path / "released.sqlite3"
    url = release.unpack(file)
    if request.param == "sqlite":
        yield url
        return
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if tools := find_tools():
        monkeypatch.setenv("PATH", str(tools), prepend=":")
    with new_database(str(request.getfixturevalue("postgresql")), "released") as target:
        copy_rows(file, target)
        yield target


@contextmanager
def new_database(server: str, name: str) -> Iterator[str]:
    """Create an empty database next to the one of the URL, and drop it afterwards."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield server.replace("@/postgres?", f"@/{name}?")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def copy_rows(file: Path, url: str) -> None:
    """Copy a database of the baseline from SQLite to PostgreSQL."""
    into = Database(url)
    with closing(sqlite3.connect(file)) as source, into.appends.begin() as connection:
        source.row_factory = sqlite3.Row
        upgrade(connection, BASELINE)
        tables = sa.MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            rows = [dict(row) for row in source.execute(f'SELECT * FROM "{table.name}"')]
            if rows and table.name != "alembic_version":
                connection.execute(table.insert(), [{k: typed(table.c[k].type, v) for k, v in r.items()} for r in rows])
    into.appends.dispose()


def typed(kind: Any, value: Any) -> Any:
    if isinstance(kind, sa.Boolean):
        return bool(value)
    if isinstance(kind, sa.JSON) and value is not None:
        return json.loads(value)
    return datetime.fromisoformat(f"{value}+00:00") if isinstance(kind, sa.DateTime) else value


def open_hall(start: Start, url: str) -> RunningServer:
    """Start a server as `mandapa serve` does: the database is checked and upgraded first."""
    check(Settings(database=url))
    return start(database=url)


def admin(*arguments: object, fails: int = 0) -> str:
    done = CliRunner().invoke(app, ["admin", *map(str, arguments)], catch_exceptions=False)
    assert done.exit_code == fails, done.output
    return " ".join(done.output.split())


def ask(url: str, question: str) -> list[Any]:
    database = Database(url)
    try:
        with database.appends.connect() as connection:
            return list(connection.execute(sa.text(question)).scalars())
    finally:
        database.appends.dispose()


def backup_of(url: str, folder: Path) -> Path:
    (file,) = folder.rglob(f"*.schema-{BASELINE}")
    return file


def test_an_upgrade_keeps_every_game_and_can_be_undone(
    released: str, version_1_1: Callable[..., Any], start: Start, tmp_path: Path
) -> None:
    release = Release(HERE / "1.0", **json.loads((HERE / "1.0" / "guests.json").read_text()))
    with version_1_1():
        server = open_hall(start, released)
        asha = release.guest(server)
        check_games(release, asha)
        assert asha.get(f"/api/tables/{release.tables['kerala']['over']}/record")["rules_version"] == 1
        new = asha.open_table([{"kind": "me"}, {"kind": "local"}])
        assert asha.get(f"/api/tables/{new}/record")["rules_version"] == 2
        assert set(ask(released, "SELECT motto FROM guest")) == {"Namaste"}
        assert sorted(set(ask(released, "SELECT text FROM award"))) == sorted(GAMES)
        asha.close()
        server.stop()
    with pytest.raises(DatabaseError, match=f"found schema {NEXT}, made by a newer Mandapa; expected {BASELINE}"):
        open_hall(start, released)
    file, restored = backup_of(released, tmp_path), released
    if released.startswith("sqlite"):
        assert "The old database is kept as" in admin("restore", file, "--database", restored)
        undo(release, start, restored, new)
        return
    refusal = admin("restore", file, "--database", released, fails=1)
    assert f"has schema {BASELINE}, the database {NEXT}: restore into an empty database instead" in refusal
    with new_database(released.replace("@/released?", "@/postgres?"), "restored") as restored:
        admin("restore", file, "--database", restored)
        undo(release, start, restored, new)


def undo(release: Release, start: Start, url: str, new: str) -> None:
    """Check that everything is as before the upgrade; the match begun later is gone."""
    assert ask(url, "SELECT version_num FROM alembic_version") == [BASELINE]
    server = open_hall(start, url)
    asha = release.guest(server)
    play_on(asha.look(release.tables["kerala"]["playing"]))
    assert asha.refused("GET", f"/api/tables/{new}")[0] == 404
    asha.close()
    server.stop()


def test_nothing_is_upgraded_without_a_backup(
    released: str, version_1_1: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "released.sqlite3"))  # a file, where nothing can be written
    (tmp_path / f"released.sqlite3.schema-{BASELINE}.new").mkdir()
    with version_1_1():
        with pytest.raises(DatabaseError, match=r"no backup could be made: .*admin upgrade --without-backup"):
            check(Settings(database=released))
        assert ask(released, "SELECT version_num FROM alembic_version") == [BASELINE]
        assert "no backup could be made" in admin("upgrade", "--database", released, fails=1)
        assert admin("upgrade", "--without-backup", "--database", released) == "The database is up to date."
        assert admin("upgrade", "--database", released) == "The database is up to date.", "nothing to do"


def test_a_failed_migration_changes_nothing(
    released: str, version_1_1: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with version_1_1():
        for file in databases.MIGRATIONS.glob(f"versions/{NEXT}_*.py"):
            file.write_text(f"{MIGRATION}    raise RuntimeError('half-way')\n")
        with pytest.raises(RuntimeError, match="half-way"):
            check(Settings(database=released))
    assert ask(released, "SELECT version_num FROM alembic_version") == [BASELINE]
    assert "motto" not in columns(released, "guest") and columns(released, "award") == set()


def columns(url: str, table: str) -> set[str]:
    database = Database(url)
    try:
        inspector = sa.inspect(database.appends)
        return {one["name"] for one in inspector.get_columns(table)} if inspector.has_table(table) else set()
    finally:
        database.appends.dispose()


def test_the_released_database_uses_every_table(tmp_path: Path) -> None:
    url = Release(HERE / "1.0", {}, {}).unpack(tmp_path / "released.sqlite3")
    assert all(ask(url, f'SELECT count(*) FROM "{name}"')[0] for name in schema.metadata.tables)

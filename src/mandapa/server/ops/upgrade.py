"""Upgrade the database of an older version, after a backup."""

from pathlib import Path

from sqlalchemy import URL

from mandapa.kernel.user_folders import data_folder
from mandapa.server.ops import backup
from mandapa.server.store.database import Database, DatabaseError


def upgrade(database: Database, with_backup: bool = True) -> Path | None:
    """Make a backup of a database with an older schema, then migrate it to the newest schema.

    Return the path of the backup, or None if none was made, because the schema is up to date or ``with_backup`` is
    false.

    Raises:
        DatabaseError: no migration leads to the newest schema, or the backup failed.
    """
    files: list[Path] = []

    def before(revision: str) -> None:
        if with_backup:
            try:
                files.append(_make_before_upgrade(database.url, revision))
            except backup.BackupError as error:
                raise DatabaseError(
                    f"not upgraded from schema {revision}, because no backup could be made: {error}. Make one "
                    "yourself, then run: mandapa admin upgrade --without-backup"
                ) from error

    database.migrate_now(before)
    return files[0] if files else None


def _make_before_upgrade(url: URL, revision: str) -> Path:
    """Write a backup of the database to a file whose name contains the schema ``revision``; return its path.

    An existing file with this name is replaced. With SQLite, the file is next to the database; with PostgreSQL, it is
    in the data folder.
    """
    try:
        if backup.is_sqlite(url):
            database = Path(str(url.database))
            file = database.with_name(f"{database.name}.schema-{revision}")
        else:
            folder = data_folder()
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / f"{url.database}.schema-{revision}"
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        backup.write(url, fresh)
        fresh.replace(file)
    except OSError as error:
        raise backup.BackupError(str(error)) from error
    return file

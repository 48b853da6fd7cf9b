"""The life of a table, by three people in their browsers, through two server processes on one PostgreSQL."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy
from halls import serving
from player import open_table, play_to_the_end
from playwright.sync_api import Page, expect
from tests.server.postgresql import cluster, why_not

Visitor = Callable[..., Page]
Processes = tuple[str, str, str]


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    """Addresses of two processes, and their database."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with (
        tempfile.TemporaryDirectory(prefix="mandapa-") as folder,  # a short path: names of Unix sockets are limited
        cluster(Path(folder) / "pg") as url,
        serving(folders[0], MANDAPA_DATABASE=url, MANDAPA_WARM="false") as first,
        serving(folders[1], MANDAPA_DATABASE=url, MANDAPA_WARM="false") as second,
    ):
        yield first, second, url


def test_the_life_of_a_table(processes: Processes, visitor: Visitor) -> None:
    """Invite, play, chat, leave, return on another device, finish, rematch, find the game a week later.

    The fixture of the processes comes first, so that it is torn down last: a page that outlives its server shows an
    error.
    """
    first, second, database = processes
    asha, bala, chand = (visitor(base=base) for base in (first, second, second))
    for page, name, base in ((asha, "Asha", first), (bala, "Bala", second), (chand, "Chand", second)):
        page.request.get("/api/me")
        page.request.put("/api/me", data={"name": name}, headers={"Origin": base})

    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    path = open_table(asha, first, "kerala", seats, listed=False, rounds=2, first_leader=0)
    invites = asha.request.get(f"/api{path.replace('/t/', '/tables/')}").json()["invites"]
    asha.goto(path)
    for page, seat in ((bala, "1"), (chand, "2")):
        page.goto(urlsplit(invites[seat]).path)
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_url(f"**{path}")
    expect(asha.get_by_text("Your move", exact=True)).to_be_visible()

    asha.get_by_role("tab", name="Chat").click()
    asha.get_by_role("button", name="Hello!").click()
    chand.get_by_role("tab", name="Chat").click()
    expect(chand.get_by_role("log", name="Chat")).to_contain_text("Hello!")

    bala.goto("/")
    bala.get_by_text("Save your account").click()
    bala.get_by_role("button", name="Make a recovery code").click()
    code = bala.get_by_label("Your recovery code", exact=True).input_value()
    bala.goto("about:blank")
    asha.get_by_role("tab", name="People").click()
    person = asha.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="Bala")
    expect(person).to_contain_text("Away")
    other = visitor("/", base=first)
    other.get_by_text("Move to another device").click()
    other.get_by_label("A code from another device, or your recovery code").fill(code)
    other.get_by_role("button", name="Continue here").click()
    expect(other.get_by_text("Welcome back, Bala.")).to_be_visible()
    other.get_by_role("link", name=re.compile("^Kerala .* Asha · Bala · Chand")).click()
    other.wait_for_url(f"**{path}")
    expect(person).to_contain_text("Here")

    play_to_the_end(asha, other, chand)
    ranks = asha.request.get(f"/api{path.replace('/t/', '/tables/')}/record").json()["result"]["ranks"]
    asha.get_by_role("button", name="Rematch").click()
    asha.wait_for_url(lambda url: not url.endswith(path))
    chand.get_by_role("button", name="Rematch").click()
    chand.wait_for_url(f"**{urlsplit(asha.url).path}")

    engine = sqlalchemy.create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        week = (datetime.now(UTC) - timedelta(days=7)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        played = {"week": week, "id": path.removeprefix("/t/")}
        connection.execute(sqlalchemy.text("UPDATE match SET updated = :week WHERE id = :id"), played)
    engine.dispose()
    bala.goto("/tables")
    found = bala.get_by_role("listitem").filter(has=bala.locator(f'[href="{path}/review"]'))
    expect(found).to_contain_text("7 days ago")
    expect(found).to_contain_text({1: "Won, ", 2: "2nd, ", 3: "3rd, "}[ranks[1]])
    found.get_by_role("button", name="Go to the rematch").click()
    bala.wait_for_url(asha.url.replace(first, second))
    expect(asha.get_by_role("list", name="Players")).to_contain_text("Bala")

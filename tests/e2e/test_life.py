"""The whole life of a table, by three people in their browsers, through two server processes on one PostgreSQL."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
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


def authenticator(page: Page) -> Callable[..., Any]:
    """Gives a page's device a place for passkeys, that of Chromium's own tests; returns what speaks to it."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = kind | {"isUserVerified": True, "automaticPresenceSimulation": True}
    id = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    return lambda method, **params: devtools.send(f"WebAuthn.{method}", {"authenticatorId": id, **params})


def test_the_life_of_a_table(processes: Processes, visitor: Visitor) -> None:
    """Invited, played, talked at, left, come back to on another device, finished, played again, found a week later.

    The processes come first, so that they go last: a page that outlives its server says that it cannot be reached.
    Bala, who has a passkey, knows them by name.
    """
    first, second, database = processes
    named = [base.replace("127.0.0.1", "localhost") for base in (first, second)]
    asha, bala, chand = (visitor(base=base) for base in (first, named[1], second))
    for page, name, base in ((asha, "Asha", first), (bala, "Bala", named[1]), (chand, "Chand", second)):
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

    asha.get_by_role("tab", name="Talk").click()
    asha.get_by_role("button", name="Hello!").click()
    chand.get_by_role("tab", name="Talk").click()
    expect(chand.get_by_role("log", name="Talk")).to_contain_text("Hello!")

    bala.goto("/")
    phone = authenticator(bala)
    bala.get_by_text("Keep your seats for ever").click()
    bala.get_by_label("A name for a new passkey").fill("My phone")
    bala.get_by_role("button", name="Add a passkey").click()
    expect(bala.get_by_role("listitem").filter(has_text="My phone")).to_contain_text("not used yet")
    passkeys = phone("getCredentials")["credentials"]
    bala.goto("about:blank")
    asha.get_by_role("tab", name="People").click()
    person = asha.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="Bala")
    expect(person).to_contain_text("Away")
    other = visitor("/", base=named[0])
    authenticator(other)("addCredential", credential=passkeys[0])
    other.get_by_text("Move to another device").click()
    other.get_by_role("button", name="Sign in with a passkey").click()
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
    found.get_by_role("button", name="To the rematch").click()
    bala.wait_for_url(asha.url.replace(first, named[1]))
    expect(asha.get_by_role("list", name="Players")).to_contain_text("Bala")

    other.goto("/")
    other.get_by_text("Keep your seats for ever").click()
    other.get_by_role("button", name="Remove: My phone").click()
    other.get_by_role("button", name="Remove it all the same").click()
    expect(other.get_by_role("listitem").filter(has_text="My phone")).to_have_count(0)
    asha.goto("/")
    asha.get_by_text("Keep your seats for ever").click()
    expect(asha.get_by_text("At this address there are no passkeys")).to_be_visible()

"""Disk faults on a real server: a full disk, and a database file whose last pages were torn by a power cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ..conftest import Guest, Message, Page
from .test_kill import Killable, Player, check

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

ALONE = [{"kind": "me"}, {"kind": "local"}]
FILE = "kill.sqlite3"
GAME = {"game": "kerala", "seats": ALONE, "options": {"rounds": 2}}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Killable]:
    found = Killable(tmp_path, f"sqlite:///{tmp_path}/{FILE}")
    found.start()
    yield found
    found.kill()


@pytest.fixture
def asha(server: Killable) -> Iterator[Guest]:
    guest = Guest(server.address, "Asha")
    yield guest
    guest.close()


def fill_disk(server: Killable, folder: Path, *, full: bool) -> None:
    """Limit the server's files to the current size of its write-ahead log."""
    assert server.process is not None and server.process.pid is not None
    hard = resource.RLIM_INFINITY
    size = (folder / f"{FILE}-wal").stat().st_size if full else hard
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def wish(page: Page) -> Message:
    """Return an action that may be played next."""
    return {"type": "act", "action": page.actions[0]} if page.actions else {"type": "confirm"}


def acted(page: Page, acknowledged: dict[int, str]) -> None:
    request = wish(page)
    answer = page.request(**request)
    assert answer["type"] == "ok"
    acknowledged[answer["seq"]] = request.get("action", "")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the disk is filled by a limit that Linux has")
@pytest.mark.parametrize("killed", [False, True], ids=["room again", "killed"])
def test_on_a_full_disk_nothing_acknowledged_is_lost(
    server: Killable, asha: Guest, tmp_path: Path, killed: bool
) -> None:
    table = asha.open_table(ALONE)
    page = asha.look(table)
    acknowledged: dict[int, str] = {}
    for _ in range(3):
        acted(page, acknowledged)

    fill_disk(server, tmp_path, full=True)
    page.send(wish(page) | {"id": "lost", "base_seq": page.seq})
    assert page.wait_for("error")["code"] == "store_away"
    for method, path, body in (("POST", "/api/tables", GAME), ("PUT", "/api/me", {"name": "Bala"})):
        answer = asha.http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_away")
        assert answer.headers["Retry-After"] == "5"
    health = asha.http.get("/api/health")
    assert health.status_code == 503 and health.json()["reason"]
    assert asha.get("/api/alive") == {"status": "ok"}
    assert page.again().hello()["seq"] == page.seq, "who comes sees what is stored"

    if killed:
        server.kill()
        server.start()
    else:
        fill_disk(server, tmp_path, full=False)
    page = page.again()
    page.hello()
    for _ in range(2):
        acted(page, acknowledged)
    assert asha.get("/api/health")["status"] == "ok"
    with server.stored() as stored:
        check(stored, [Player("kerala", None, acknowledged={table: acknowledged})])


def torn(log: bytes) -> bytes:
    """Append an incomplete frame, as if the power had failed while it was being written."""
    return log + log[-2000:]


def cut(log: bytes) -> bytes:
    """Cut the last frame short."""
    return log[:-100]


def flipped(log: bytes) -> bytes:
    """Flip one bit of the last frame."""
    return log[:-50] + bytes([log[-50] ^ 1]) + log[-49:]


@pytest.mark.slow
@pytest.mark.parametrize(("damage", "lost"), [(torn, 0), (cut, 1), (flipped, 1)])
def test_a_damaged_end_of_the_log(
    server: Killable, asha: Guest, tmp_path: Path, damage: Callable[[bytes], bytes], lost: int
) -> None:
    """All intact frames are recovered, and matches continue from them, even for clients that know later entries."""
    table = asha.open_table(ALONE)
    page = asha.look(table)
    acknowledged: dict[int, str] = {}
    for _ in range(3):
        acted(page, acknowledged)
    server.kill()
    file = tmp_path / f"{FILE}-wal"
    file.write_bytes(damage(file.read_bytes()))
    server.start()
    for seq in sorted(acknowledged)[len(acknowledged) - lost :]:
        del acknowledged[seq]
    again = page.again()
    again.send({"type": "hello", "proto": 1, "have_seq": page.seq})
    assert again.wait_for(lambda message: message["type"] in ("sync", "delta"))["seq"] == page.seq - lost
    acted(again, acknowledged)
    with server.stored() as stored:
        check(stored, [Player("kerala", None, acknowledged={table: acknowledged})])

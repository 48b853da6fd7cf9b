"""Lasting resume codes, and the list of a guest's devices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from mandapa.server.identity.device_names import device_of

from ..conftest import Guest, RunningServer
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge, Windows"),
        ("curl/8.0", ""),
    ],
)
def test_devices_are_named_by_browser_and_system(user_agent: str, name: str) -> None:
    assert device_of(user_agent) == name


def test_a_recovery_code_lasts_until_there_is_another(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha = arrive("Asha", server)
    table = asha.open_table()
    assert asha.get("/api/me/devices")["recovery"] is None
    first = asha.post("/api/me/recovery-code")
    assert asha.get("/api/me/devices")["recovery"] == first["made"]
    asha.post("/api/me/resume-code")
    for name in ("Phone", "Tablet"):  # the one-time code above does not replace it
        device = arrive(name, server)
        assert device.post("/api/me/resume", {"code": first["code"].lower()})["name"] == "Asha"
        assert [row["id"] for row in device.get("/api/tables")["mine"]] == [table]
    second = asha.post("/api/me/recovery-code")
    late = arrive("Late", server)
    assert late.refused("POST", "/api/me/resume", {"code": first["code"]})[1]["code"] == "unknown_code"
    late.http.cookies.clear()
    assert late.post("/api/me/resume", {"code": second["code"]})["name"] == "Asha", "a browser that was nobody"
    # After two guests have been merged, the code of either leads to both.
    other = arrive("Other", server)
    theirs = other.post("/api/me/recovery-code")["code"]
    other.post("/api/me/resume", {"code": second["code"]})
    assert arrive("Third", server).post("/api/me/resume", {"code": theirs})["name"] == "Asha"


def test_devices_are_listed_and_signed_out(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, phone = arrive("Asha", server), arrive("Phone", server)
    phone.post("/api/me/resume", {"code": asha.post("/api/me/recovery-code")["code"]})
    page = phone.look(asha.open_table())
    devices = asha.get("/api/me/devices")["devices"]
    assert [one["here"] for one in devices].count(True) == 1
    assert all(one["seen"][:10] == one["created"][:10] for one in devices)
    other = next(one["id"] for one in devices if not one["here"])
    assert arrive("Bala", server).refused("DELETE", f"/api/me/devices/{other}")[0] == 404
    assert asha.http.delete(f"/api/me/devices/{other}").status_code == 200
    assert len(asha.get("/api/me/devices")["devices"]) == 1
    assert phone.get("/api/tables")["mine"] == []
    with pytest.raises(ConnectionClosed):
        page.wait_for(lambda _: False)
    assert len(asha.get("/api/me/export")["devices"]) == 1

"""Passkeys bring devices to a guest as codes do; what devices answer is believed only if all of it is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mandapa.server import passkeys
from mandapa.server.store.passkeys import MOST_PASSKEYS

from .authenticator import Authenticator, decode, encode
from .conftest import Guest, RunningServer, settings_for
from .test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]

HERE = "/api/me/passkeys"
IN = "/api/me/sign-in"


@pytest.fixture
def named(arrive: Arrive, server: RunningServer) -> Arrive:
    """Lets people arrive who know the server by its name."""

    def come(name: str, at: RunningServer = server) -> Guest:
        guest = arrive(name, at)
        guest.http.headers["Host"] = f"localhost:{at.port}"
        return guest

    return come


def device_at(server: RunningServer) -> Authenticator:
    return Authenticator(f"http://localhost:{server.port}")


def make(guest: Guest, device: Authenticator, name: str | None = None) -> None:
    options = guest.post(f"{HERE}/options")["options"]
    guest.post(HERE, {"credential": device.make(options)} | ({"name": name} if name else {}))


def shown(guest: Guest, device: Authenticator) -> dict[str, Any]:
    return device.show(guest.post(f"{IN}/options")["options"])


def test_a_passkey_brings_devices_back_until_it_is_removed(database: str, start: Start, named: Arrive) -> None:
    server = start(database=database)
    asha, device = named("Asha", server), device_at(server)
    table = asha.open_table()
    make(asha, device, "My phone")
    (mine,) = asha.get(HERE)["passkeys"]
    assert (mine["name"], mine["used"]) == ("My phone", None)
    options = asha.post(f"{HERE}/options")["options"]
    assert [one["id"] for one in options["excludeCredentials"]] == [encode(device.id)], "the same device makes no two"
    phone = named("Phone", server)
    theirs = phone.open_table()
    answer = phone.post(IN, shown(phone, device))
    assert (answer["name"], answer["tables"]) == ("Asha", 1)
    assert {row["id"] for row in phone.get("/api/tables")["mine"]} == {table, theirs}
    stranger = named("Stranger", server)
    assert stranger.post(IN, shown(stranger, device))["tables"] == 0
    assert len(stranger.get("/api/me/devices")["devices"]) == 3
    assert asha.get(HERE)["passkeys"][0]["used"] >= mine["created"]
    assert asha.get("/api/me/export")["passkeys"][0]["name"] == "My phone"
    # The last that leads back is not removed by the way.
    here = f"{HERE}/{asha.get(HERE)['passkeys'][0]['id']}"
    assert asha.refused("DELETE", here)[1]["code"] == "last_return"
    other = named("Other", server)
    assert other.refused("DELETE", here)[0] == 404
    make(other, device_at(server))
    other.post(IN, shown(other, device))
    assert len(asha.get(HERE)["passkeys"]) == 2, "of two who become one both passkeys are good"
    for one in asha.get(HERE)["passkeys"]:
        assert asha.http.delete(f"{HERE}/{one['id']}?last=true").status_code == 200
    assert other.refused("POST", IN, shown(other, device))[1]["code"] == "unknown_passkey"


def test_beside_a_recovery_code_a_passkey_may_go(named: Arrive, server: RunningServer) -> None:
    asha = named("Asha")
    asha.post("/api/me/recovery-code")
    make(asha, device_at(server))
    assert asha.get(HERE)["passkeys"][0]["name"] == "", "nothing is known of this device"
    assert asha.http.delete(f"{HERE}/{asha.get(HERE)['passkeys'][0]['id']}").status_code == 200


def test_what_was_answered_for_another_is_refused(
    named: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala, device = named("Asha"), named("Bala"), device_at(server)
    options = asha.post(f"{HERE}/options")["options"]
    made = {"credential": device.make(options)}
    assert bala.refused("POST", HERE, made)[1]["code"] == "bad_passkey", "somebody else's challenge"
    asha.post(HERE, made)
    assert asha.refused("POST", HERE, made)[1]["code"] == "bad_passkey", "the same once more"
    again = {"credential": device.make(bala.post(f"{HERE}/options")["options"])}
    assert bala.refused("POST", HERE, again)[1]["code"] == "conflict", "a passkey of somebody else"
    answer = shown(asha, device)
    assert bala.refused("POST", IN, answer)[1]["code"] == "bad_passkey", "another browser's challenge"
    asha.post(IN, answer)
    assert asha.refused("POST", IN, answer)[1]["code"] == "bad_passkey", "the same once more"
    create = device.show({"rpId": "localhost"} | bala.post(f"{HERE}/options")["options"])
    assert bala.refused("POST", IN, create)[1]["code"] == "bad_passkey", "a challenge for something else"
    monkeypatch.setattr("mandapa.server.store.passkeys.CHALLENGE_MINUTES", -1)
    assert bala.refused("POST", IN, shown(bala, device))[1]["code"] == "bad_passkey", "too late"


def wrong_origin(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    device.origin = "https://localhost.example.org"
    return device.show(options)


def wrong_host(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    return device.show(options | {"rpId": "example.org"})


def wrong_key(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    other = Authenticator(device.origin)
    other.id = device.id
    return other.show(options)


def copied(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    device.uses -= 1
    return device.show(options)


def nobody_there(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    answer = device.show(options)
    data = bytearray(decode(answer["authenticator_data"]))
    data[32] = 0
    return answer | {"authenticator_data": encode(bytes(data))}


def rubbish(device: Authenticator, options: dict[str, Any]) -> dict[str, Any]:
    return device.show(options) | {"authenticator_data": "A"}


def test_nobody_is_asked_for_a_passkey_whose_browser_is_not_known(named: Arrive, server: RunningServer) -> None:
    """Any other stranger could answer instead."""
    stranger = named("Stranger", server)
    stranger.http.cookies.clear()
    assert stranger.refused("POST", f"{IN}/options")[1]["code"] == "no_identity"


@pytest.mark.parametrize("wrong", [wrong_origin, wrong_host, wrong_key, copied, nobody_there, rubbish])
def test_what_is_not_signed_for_here_is_refused(wrong: Any, named: Arrive, server: RunningServer) -> None:
    asha, bala, device = named("Asha"), named("Bala"), device_at(server)
    make(asha, device)
    asha.post(IN, shown(asha, device))
    answer = wrong(device, bala.post(f"{IN}/options")["options"])
    status, error = bala.refused("POST", IN, answer)
    assert (status, error["code"], error["where"]) == (422, "bad_passkey", "credential"), error
    assert bala.get("/api/me")["name"] == "Bala"


def test_sizes_and_numbers_are_limited(named: Arrive, server: RunningServer, start: Start) -> None:
    asha, device = named("Asha"), device_at(server)
    made = device.make(asha.post(f"{HERE}/options")["options"])
    for part, most in (("id", 1364), ("client_data", 4000), ("attestation", 20_000)):
        long = {"credential": made | {part: "A" * (most + 1)}}
        assert asha.refused("POST", HERE, long)[1]["where"] == f"body.credential.{part}"
    assert asha.refused("POST", HERE, {"credential": made | {"attestation": "A" * 20_000}})[0] == 422
    for _ in range(MOST_PASSKEYS):
        make(asha, device_at(server))
    answer = {"credential": device_at(server).make(asha.post(f"{HERE}/options")["options"])}
    assert asha.refused("POST", HERE, answer)[1]["code"] == "too_many_passkeys"
    few = start(resume_limit="3/minute", code_limit="3/hour")
    bala = named("Bala", few)
    tries = [bala.http.post(f"{IN}/options").status_code for _ in range(5)]
    assert tries == [200, 200, 200, 429, 429]
    assert [bala.http.post(f"{HERE}/options").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that knows its names."""
    hosts = ("play.example.org", "192.0.2.7", "127.0.0.1", "localhost")
    running = RunningServer(settings_for(tmp_path_factory.mktemp("house"), allowed_hosts=hosts))
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("host", "missing"),
    [
        ("localhost:{port}", None),
        ("127.0.0.1:{port}", "name"),
        ("play.example.org", None),
        ("play.example.org:8443", None),
        ("192.0.2.7", "name"),
    ],
)
def test_passkeys_are_for_a_name_that_the_host_has_set(
    host: str, missing: str | None, house: RunningServer, arrive: Arrive
) -> None:
    asha = arrive("Asha", house)
    asha.http.headers["Host"] = host.format(port=house.port)
    assert asha.get(HERE)["missing"] == missing
    if missing:
        assert asha.refused("POST", f"{HERE}/options")[1]["code"] == "no_passkeys"
        assert asha.refused("POST", f"{IN}/options")[1]["code"] == "no_passkeys"
    elif not host.startswith("localhost"):
        device = Authenticator(f"https://{host}")
        make(asha, device)
        device.origin = f"http://{host}"
        assert asha.refused("POST", IN, shown(asha, device))[1]["code"] == "bad_passkey", "not by https"


def test_a_name_that_nobody_has_set_is_none(start: Start, arrive: Arrive) -> None:
    asha = arrive("Asha", start(host="0.0.0.0"))
    asha.http.headers["Host"] = "evil.example.org"
    assert asha.get(HERE)["missing"] == "name"


def test_without_the_library_there_are_none(named: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "HAVE_LIBRARY", False)
    asha = named("Asha")
    assert asha.get(HERE) == {"passkeys": [], "missing": "library"}
    assert asha.refused("POST", f"{IN}/options")[1]["code"] == "no_passkeys"

"""Invitations: the host of a table invites people they have played with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mandapa.server.social import invitations
from mandapa.server.store.rows import MatchRow, SeatRow

from ..conftest import Guest, RunningServer
from ..store.test_store import database

__all__ = ["database"]

TWO = [{"kind": "me"}, {"kind": "open"}]


def know(asha: Guest, bala: Guest) -> None:
    """Make both guests sit at a table together."""
    bala.sit_down(asha.get(f"/api/tables/{asha.open_table(TWO)}")["invites"]["1"])


@pytest.fixture
def friends(arrive: Callable[..., Guest]) -> tuple[Guest, Guest]:
    """Asha and Bala, who have played together."""
    asha, bala = arrive("Asha"), arrive("Bala")
    know(asha, bala)
    return asha, bala


def asked(guest: Guest) -> list[dict[str, Any]]:
    """Return the tables to which a guest is invited."""
    found: list[dict[str, Any]] = guest.get("/api/tables")["asked"]
    return found


def person(guest: Guest, table: str) -> dict[str, Any]:
    """Return the only person that a guest may invite."""
    (one,) = guest.get(f"/api/tables/{table}/asked")["people"]
    return dict(one)


def decline(guest: Guest, table: str) -> None:
    """Decline the invitation."""
    assert guest.http.delete(f"/api/me/asked/{table}").status_code == 200


def test_somebody_is_asked_and_comes(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table(TWO, listed=False)
    bala_there = person(asha, table)
    assert (bala_there["name"], bala_there["state"]) == ("Bala", "free")
    path = f"/api/tables/{table}/asked/{bala_there['who']}"
    for _ in range(2):
        asha.put(path, {"on": True})
    assert person(asha, table)["state"] == "asked"
    (found,) = asked(bala)
    assert (found["id"], found["host"], found["seats"][1]["kind"]) == (table, "Asha", "open")
    asha.put(path, {"on": False})
    assert (person(asha, table)["state"], asked(bala)) == ("free", [])
    asha.put(path, {"on": True})
    bala.post(f"/api/tables/{table}/claim", {"invite": found["invite"]})
    assert asked(bala) == []
    assert asha.refused("PUT", path, {"on": True})[1]["code"] == "no_free_seat"


def test_an_invitation_to_a_table_that_has_just_filled_up_is_not_listed(
    friends: tuple[Guest, Guest], server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala = friends
    table = asha.open_table(TWO, listed=False)
    asha.put(f"/api/tables/{table}/asked/{person(asha, table)['who']}", {"on": True})
    store = server.app.state.services.store
    read = store.asked_to

    async def read_late(guest_id: str) -> list[tuple[MatchRow, list[SeatRow]]]:
        return [(row, [replace(seat, invite=None) for seat in seats]) for row, seats in await read(guest_id)]

    monkeypatch.setattr(store, "asked_to", read_late)
    assert asked(bala) == []


def test_a_code_leads_to_the_next_open_seat(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table([*TWO, {"kind": "open"}], listed=False)
    assert bala.refused("POST", f"/api/tables/{table}/code")[1]["code"] == "not_owner"
    code = asha.post(f"/api/tables/{table}/code")["code"]
    assert asha.post(f"/api/tables/{table}/code")["code"] == code
    for seat in (1, 2):
        found = bala.get(f"/api/invites/ {code.replace('-', '').lower()}")
        assert (found["id"], found["host"], found["seat"]) == (table, "Asha", seat)
        bala.post(f"/api/tables/{table}/claim", {"invite": found["invite"]})
    for wrong in (code, "2222-2222"):
        assert bala.refused("GET", f"/api/invites/{wrong}")[1]["code"] == "unknown_invite"


def test_an_invitation_tells_how_long_a_match_with_its_options_takes(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends

    def minutes(game: str, **options: object) -> int:
        table = asha.open_table(TWO, game=game, options=options, listed=False)
        code = asha.post(f"/api/tables/{table}/code")["code"]
        return int(bala.get(f"/api/invites/{code}")["minutes"])

    assert [minutes("hampi"), minutes("hampi", length="quick"), minutes("kerala", rounds=3)] == [50, 30, 2]


def test_one_link_seats_everybody_who_follows_it(friends: tuple[Guest, Guest], arrive: Callable[..., Guest]) -> None:
    asha, bala = friends
    table, other = asha.open_table([*TWO, {"kind": "open"}]), asha.open_table(TWO)
    code = asha.post(f"/api/tables/{table}/code")["code"]
    # Both have the page open before either sits down.
    claim = {"invite": code}
    assert bala.refused("POST", f"/api/tables/{other}/claim", claim)[1]["code"] == "unknown_invite"
    assert bala.post(f"/api/tables/{table}/claim", claim) == {"seat": 1}
    assert arrive("Chand").post(f"/api/tables/{table}/claim", claim) == {"seat": 2}
    assert arrive("Devi").refused("POST", f"/api/tables/{table}/claim", claim)[1]["code"] == "unknown_invite"


def colours_at(guest: Guest, table: str) -> list[str]:
    return [row["colour"] for row in guest.look(table).hello()["view"]["platforms"]]


def test_each_person_picks_a_colour(friends: tuple[Guest, Guest], arrive: Callable[..., Guest]) -> None:
    asha, bala = friends
    options = {"rounds": 2, "first_leader": 0, "colours": ["red", "random", "random"]}
    table = asha.open_table([*TWO, {"kind": "open"}], options=options)
    code = asha.post(f"/api/tables/{table}/code")["code"]
    for colour in ("red", "mauve"):
        status, error = bala.refused("POST", f"/api/tables/{table}/claim", {"invite": code, "colour": colour})
        assert (status, error["code"], error["where"]) == (422, "bad_option", "colour")
    assert bala.post(f"/api/tables/{table}/claim", {"invite": code, "colour": "blue"}) == {"seat": 1}
    assert bala.get(f"/api/tables/{table}")["options"]["colours"] == ["red", "blue", "random"]
    chand = arrive("Chand")
    assert chand.post(f"/api/tables/{table}/claim", {"invite": code, "colour": "black"}) == {"seat": 2}
    assert colours_at(chand, table) == ["red", "blue", "black"]


def test_who_picks_no_colour_gets_one_that_is_free(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table(TWO, options={"colours": ["random", "random"]})
    bala.post(f"/api/tables/{table}/claim", {"invite": asha.get(f"/api/tables/{table}")["invites"]["1"].split("/")[-1]})
    assert len(set(colours_at(bala, table)) - {None}) == 2


def test_colours_move_on_with_people_in_a_rematch(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table(TWO, options={"colours": ["red", "blue"]})
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    bala.post(f"/api/tables/{table}/seats/1/resign")
    again = asha.get(f"/api/tables/{asha.post(f'/api/tables/{table}/rematch')['id']}")
    assert (again["seats"][1]["name"], again["options"]["colours"]) == ("Asha", ["blue", "red"])


def test_a_team_of_indus_is_picked_too(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    indus = asha.open_table(TWO, game="indus", options={})
    invite = asha.get(f"/api/tables/{indus}")["invites"]["1"].split("/")[-1]
    assert bala.refused("POST", f"/api/tables/{indus}/claim", {"invite": invite, "colour": "x"})[0] == 422
    assert bala.post(f"/api/tables/{indus}/claim", {"invite": invite, "colour": "blue"}) == {"seat": 1}
    assert [row["seat"] for row in bala.look(indus).hello()["view"]["teams"]] == [1, 0, 0, 1]


def test_who_declines_is_asked_no_more(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table(TWO)
    path = f"/api/tables/{table}/asked/{person(asha, table)['who']}"
    assert bala.refused("DELETE", f"/api/me/asked/{table}")[0] == 404
    asha.put(path, {"on": True})
    decline(bala, table)
    for on in (False, True):
        asha.put(path, {"on": on})
        assert (person(asha, table)["state"], asked(bala)) == ("declined", [])


def test_only_the_owner_asks_and_only_people_he_knows(
    friends: tuple[Guest, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala = friends
    table = asha.open_table(TWO)
    path = f"/api/tables/{table}/asked"
    who = person(asha, table)["who"]
    assert bala.refused("GET", path)[1]["code"] == "not_owner"
    assert bala.refused("PUT", f"{path}/{who}", {"on": True})[1]["code"] == "not_owner"
    assert asha.refused("PUT", f"{path}/nobody", {"on": True})[0] == 404
    monkeypatch.setattr(invitations, "MOST_ASKED", 0)
    assert asha.refused("PUT", f"{path}/{who}", {"on": True})[1]["code"] == "too_many_asked"


def test_who_has_blocked_me_does_not_see_that_i_ask(friends: tuple[Guest, Guest]) -> None:
    asha, bala = friends
    table = asha.open_table(TWO)
    (met,) = bala.get("/api/me/people")["people"]
    bala.put(f"/api/me/people/{met['who']}/blocked", {"on": True})
    asha.put(f"/api/tables/{table}/asked/{person(asha, table)['who']}", {"on": True})
    assert (person(asha, table)["state"], asked(bala)) == ("asked", [])


def test_what_was_asked_stays_when_two_become_one(
    database: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    server = start(database=database)
    asha, bala, phone = (arrive(name, server) for name in ("Asha", "Bala", "Bala"))
    know(asha, bala)
    tables = [asha.open_table(TWO) for _ in range(2)]
    for table in tables:
        asha.put(f"/api/tables/{table}/asked/{person(asha, table)['who']}", {"on": True})
    decline(bala, tables[0])
    know(asha, phone)
    for who in asha.get(f"/api/tables/{tables[0]}/asked")["people"]:
        for table in tables:
            asha.put(f"/api/tables/{table}/asked/{who['who']}", {"on": True})
    assert len(asked(phone)) == 2
    phone.post("/api/me/resume", {"code": bala.post("/api/me/recovery-code")["code"]})
    assert [one["id"] for one in asked(phone)] == [tables[1]]

"""Chat at a table: who receives messages, muting and blocking, and what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from mandapa.server.ops import admin
from mandapa.server.social import chat_store
from mandapa.server.social.chat import QUICK
from mandapa.server.store.guests.guest_store import GuestStore
from mandapa.server.store.rows import SeatRow

from ..conftest import TWO, Guest, Message, Page, RunningServer
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]


def say(guest: Guest, table: str, text: str, quick: bool = False) -> Message:
    word: Message = guest.post(f"/api/tables/{table}/words", {"text": text, "quick": quick})
    return word


def heard(guest: Guest, table: str) -> list[tuple[str, str]]:
    talk = guest.get(f"/api/tables/{table}/words")
    return [(word["name"], word["text"]) for word in talk["words"] if word["who"] not in talk["muted"]]


def hears(page: Page, text: str) -> Message:
    return page.wait_for(lambda message: message["type"] == "word" and message["text"] == text)


def test_an_action_does_not_ask_how_people_look(
    two_pages: tuple[Page, Page, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns pass between players all the time, but the players in the seats stay the same."""
    asked: list[Sequence[SeatRow]] = []
    ask = GuestStore.with_faces

    async def counted(guests: GuestStore, seats: Sequence[SeatRow]) -> list[SeatRow]:
        asked.append(seats)
        return await ask(guests, seats)

    asha, bala, _ = two_pages
    monkeypatch.setattr(GuestStore, "with_faces", counted)
    for page in (asha, bala):
        page.play_turn()
    assert asked == []


def test_who_sits_and_who_looks_on_talk_apart(database: str, start: Start, arrive: Arrive) -> None:
    first = start(database=database)
    second = first if database.startswith("sqlite") else start(database=database)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    chand, devi = arrive("Chand", first), arrive("Devi", second)
    table = asha.open_table(TWO)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    here, there = asha.look(table), bala.look(table)
    watching = devi.look(table)
    asha.put("/api/me/face", {"colour": "plum", "languages": ["ta"]})
    for page in (here, there):
        page.wait_until(lambda picture: picture["table"]["seats"][0]["colour"] == "plum")
        assert page.picture["table"]["seats"][0]["languages"] == ["ta"], "how somebody looks is seen at once"
    assert asha.refused("PUT", "/api/me/face", {"colour": "loud", "languages": []})[0] == 422
    assert [one["languages"] for one in bala.get("/api/me/people")["people"]] == [["ta"]]
    word = say(asha, table, "well_played", quick=True)
    assert hears(there, "well_played") == {"type": "word"} | word == hears(here, "well_played")
    assert (word["seat"], word["name"], word["quick"], word["colour"]) == (0, "Asha", True, "plum")
    say(chand, table, "बढ़िया क्\u200dष 👨\u200d👩\u200d👧")
    assert hears(watching, "बढ़िया क्\u200dष 👨\u200d👩\u200d👧")["seat"] is None
    say(bala, table, "Thank you")
    hears(here, "Thank you")
    assert heard(bala, table) == [("Asha", "well_played"), ("Bala", "Thank you")]
    assert [name for name, _ in heard(devi, table)] == ["Chand"]
    assert not [one for one in watching.log if one["type"] == "word" and one["name"] != "Chand"]
    for text, quick in (("tell_me", True), ("a\nb", False), ("a\u202eb", False), (" a", False), ("a" * 301, False)):
        assert asha.refused("POST", f"/api/tables/{table}/words", {"text": text, "quick": quick})[0] == 422
    for text, quick in (("\u3164\u2800", False), ("a" + "\u0301" * 7, False), ("\u200d", False)):
        assert asha.refused("POST", f"/api/tables/{table}/words", {"text": text, "quick": quick})[0] == 422
    stranger = Guest(first.address, "Nobody", chand.http.cookies)
    stranger.http.cookies.clear()
    assert [name for name, _ in heard(stranger, table)] == ["Chand"]
    assert stranger.refused("POST", f"/api/tables/{table}/words", {"text": "Hello"})[0] == 401
    stranger.close()


def test_whoever_is_muted_is_not_heard_anywhere(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    tables = [asha.open_table(TWO) for _ in range(2)]
    for table in tables:
        bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
        say(bala, table, "Ha!")
    whos = [asha.get(f"/api/tables/{table}/words")["words"][0]["who"] for table in tables]
    assert whos[0] != whos[1], "nobody is told that it is the same person"
    asha.put(f"/api/tables/{tables[0]}/muted/{whos[0]}", {"on": True})
    assert [heard(asha, table) for table in tables] == [[], []]
    assert heard(bala, tables[0]) == [("Bala", "Ha!")]
    mine = bala.get(f"/api/tables/{tables[0]}/words")["me"]
    assert mine == whos[0]
    assert bala.refused("PUT", f"/api/tables/{tables[0]}/muted/{mine}", {"on": True})[0] == 404
    # Muting by the guest's other device is merged into the account.
    phone = arrive("Phone", server)
    say(bala, phone_table := phone.open_table(TWO), "Ho!")
    say(phone, phone_table, "Hm")
    who = bala.get(f"/api/tables/{phone_table}/words")["words"][0]["who"]
    elsewhere = arrive("Elsewhere", server)
    elsewhere.put(f"/api/tables/{phone_table}/muted/{who}", {"on": True})
    elsewhere.post("/api/me/resume", {"code": asha.post("/api/me/resume-code")["code"]})
    muted = elsewhere.get("/api/me/muted")["muted"]
    assert [one["name"] for one in muted] == ["Bala"]
    assert elsewhere.http.delete(f"/api/me/muted/{muted[0]['who']}").status_code == 200
    assert heard(asha, tables[1]) == [("Bala", "Ha!")]


def test_messages_are_reported_taken_along_and_forgotten(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table(TWO)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    rude = say(bala, table, "Rubbish")["id"]
    own = say(asha, table, "Please!")["id"]
    asha.post(f"/api/tables/{table}/words/{rude}/report", {"note": "rude"})
    assert asha.refused("POST", f"/api/tables/{table}/words/{own}/report", {})[1]["code"] == "nobody_to_report"
    assert arrive("Chand", server).refused("POST", f"/api/tables/{table}/words/{rude}/report", {})[0] == 404
    engine = server.app.state.services.store.database.appends
    with engine.connect() as connection:
        report = admin.reports(connection, 1)[0]
    assert (report["words"], report["note"], report["seat"], report["now"]) == ("Rubbish", "rude", 1, "Bala")
    assert [(word["table"], word["text"]) for word in bala.get("/api/me/export")["words"]] == [(table, "Rubbish")]
    with engine.begin() as connection:
        admin.ban(connection, report["about"], "guest", "")
    assert heard(asha, table) == [("Asha", "Please!")]
    with engine.begin() as connection:
        admin.unban(connection, report["about"])
    server.app.state.services.visitors.bans = type(server.app.state.services.visitors.bans)((), ())
    assert len(heard(asha, table)) == 2
    assert bala.http.delete("/api/me").status_code == 200
    assert heard(asha, table) == [("Asha", "Please!")]


def test_whoever_opened_a_table_makes_it_quiet_and_lively_again(database: str, start: Start, arrive: Arrive) -> None:
    first = start(database=database)
    second = first if database.startswith("sqlite") else start(database=database)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    table = asha.open_table(TWO)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    page = bala.look(table)
    path = f"/api/tables/{table}/talk"
    assert bala.refused("PUT", path, {"on": False})[1]["code"] == "may_not_quiet"
    for on in (False, True):
        asha.put(path, {"on": on})
        page.wait_until(lambda picture, on=on: picture["table"]["talk"] is on)
        assert bala.http.post(f"/api/tables/{table}/words", json={"text": "Psst"}).status_code == (200 if on else 409)


def test_a_table_may_be_quiet_and_nobody_floods(start: Start, arrive: Arrive) -> None:
    server = start(word_limit="3/day")
    asha = arrive("Asha", server)
    quiet, table = asha.open_table(TWO, talk=False), asha.open_table(TWO)
    assert asha.look(quiet).picture["table"]["talk"] is False
    assert asha.refused("POST", f"/api/tables/{quiet}/words", {"text": "Psst"})[1]["code"] == "quiet"
    for text in QUICK[:3]:
        say(asha, table, text, quick=True)
    assert asha.refused("POST", f"/api/tables/{table}/words", {"text": "More"})[1]["code"] == "flood"
    hidden = asha.open_table(TWO, spectators=False)
    assert arrive("Bala", server).refused("GET", f"/api/tables/{hidden}/words")[1]["code"] == "not_seated"
    with server.app.state.services.store.database.appends.begin() as connection:
        guest = chat_store.words(connection, table, True)[0][0]
        for number in range(chat_store.MAX_STORED_MESSAGES):
            chat_store.say(connection, table, guest, True, f"word {number}", False)
    said = heard(asha, table)
    assert (len(said), said[0][1]) == (chat_store.MAX_STORED_MESSAGES, "word 0"), "the first ones are forgotten"


def test_who_is_blocked_is_met_no_more(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, bala, chand = (arrive(name, server) for name in ("Asha", "Bala", "Chand"))
    table = asha.open_table(TWO)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    (met,) = asha.get("/api/me/people")["people"]
    assert (met["name"], met["tables"], met["blocked"]) == ("Bala", 1, False)
    blocked = f"/api/me/people/{met['who']}/blocked"
    assert chand.refused("PUT", blocked, {"on": True})[0] == 404
    asha.put(blocked, {"on": True})
    assert [one["name"] for one in asha.get("/api/me/muted")["muted"]] == ["Bala"]
    mine, theirs = asha.open_table(TWO), bala.open_table(TWO)

    def lobby(guest: Guest) -> set[str]:
        return {one["id"] for one in guest.get("/api/tables")["open"]} & {mine, theirs}

    assert (lobby(asha), lobby(bala), lobby(chand)) == (set(), set(), {mine, theirs})
    invite = asha.get(f"/api/tables/{mine}")["invites"]["1"].rpartition("/")[2]
    assert bala.refused("POST", f"/api/tables/{mine}/claim", {"invite": invite})[1]["code"] == "unwelcome"
    asha.post(f"/api/tables/{table}/seats/0/resign")
    again = asha.post(f"/api/tables/{table}/rematch")["id"]
    bala.post(f"/api/tables/{table}/rematch")
    assert asha.get(f"/api/tables/{again}")["status"] == "waiting"
    # Blocks of either guest still apply after two guests are merged.
    other = arrive("Other", server)
    code = other.post("/api/me/recovery-code")["code"]
    asha.post("/api/me/resume", {"code": code})
    assert [one["blocked"] for one in other.get("/api/me/people")["people"]] == [True]
    assert lobby(bala) == set()
    who = other.get("/api/me/people")["people"][0]["who"]
    other.put(f"/api/me/people/{who}/blocked", {"on": False})
    assert (lobby(bala), other.get("/api/me/muted")["muted"]) == ({mine}, [])
    assert bala.sit_down(f"/join/{invite}") == 1

"""The HTTP interface: guests, tables, seats, records, reviews and puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ..conftest import QUICK, TIMEOUT, TWO, Guest, Page, RunningServer

Arrive = Callable[..., Guest]
TwoPages = tuple[Page, Page, str]
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random", "name": "Ravi"}]


@pytest.fixture
def asha(arrive: Arrive) -> Guest:
    return arrive("Asha")


@pytest.fixture
def finished(asha: Guest) -> str:
    """A game that two bots have played, opened by Asha."""
    table = asha.open_table(BOTS)
    asha.look(table).wait_until(lambda picture: picture["prompt"]["result"] is not None)
    return table


# ---------------------------------------------------------------- HEAD


def test_head_is_answered_like_get(server: RunningServer, asha: Guest) -> None:
    spec = asha.get("/api/openapi.json")
    table = asha.open_table()
    paths = [path for path, methods in spec["paths"].items() if "get" in methods]
    assert len(paths) > 20
    assert not any("head" in methods for methods in spec["paths"].values())
    for path in ["/api/openapi.json", *paths]:
        asked = re.sub(
            r"\{\w+\}", "0", path.replace("{id}", table).replace("{game}", "kerala").replace("{name}", "kerala")
        )
        head, get = asha.http.head(asked), asha.http.get(asked)
        assert (head.status_code, head.headers["content-type"]) == (get.status_code, get.headers["content-type"]), asked
        assert head.content == b""


# ---------------------------------------------------------------- guests


def test_a_stranger_gets_a_name_and_a_cookie(server: RunningServer) -> None:
    with httpx.Client(base_url=f"http://{server.address}", timeout=TIMEOUT) as client:
        first = client.get("/api/me")
        cookie = first.headers["set-cookie"]
        assert first.json()["name"]
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        assert client.get("/api/me").json() == first.json()
        assert "set-cookie" not in client.get("/api/me").headers


def test_the_token_itself_is_not_stored(server: RunningServer, asha: Guest, tmp_path_factory: Any) -> None:
    token = asha.http.cookies["mandapa"].encode()
    folder = tmp_path_factory.getbasetemp()
    files = [path for path in folder.rglob("hall.sqlite3*") if path.is_file()]
    assert files
    assert all(token not in path.read_bytes() for path in files)


def test_a_name_is_checked(asha: Guest) -> None:
    for name in ("👨\u200d👩\u200d👧", "ශ්\u200dරී", "Āśā देवी"):
        assert asha.put("/api/me", {"name": name})["name"] == name
    for name in ("", " Asha", "A\nB", "x" * 41, 5, None):
        status, error = asha.refused("PUT", "/api/me", {"name": name})
        assert (status, error["code"]) == (422, "malformed")
        assert error["where"] == "body.name"
        assert not error["expected"].startswith("Value error")
    assert asha.get("/api/me") == {"name": "Āśā देवी", "colour": None, "languages": []}


@pytest.mark.parametrize("body", ["[" * 60_000, "1" * 5_000], ids=["too deep", "too long a number"])
def test_a_body_that_python_refuses_to_read_is_malformed(asha: Guest, body: str) -> None:
    answer = asha.http.put("/api/me", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")


def test_a_resume_code_moves_the_identity_once(asha: Guest, arrive: Arrive) -> None:
    table = asha.open_table()
    code = asha.post("/api/me/resume-code")
    phone = arrive("Somebody else")
    typed = code["code"].replace("-", " ").lower()
    assert phone.post("/api/me/resume", {"code": typed})["tables"] == 0
    assert [summary["id"] for summary in phone.get("/api/tables")["mine"]] == [table]
    assert asha.get("/api/me")["name"] == "Asha", "the first device stays"
    status, error = arrive("Third").refused("POST", "/api/me/resume", {"code": code["code"]})
    assert (status, error["code"]) == (404, "unknown_code")


def test_a_newer_resume_code_replaces_the_older(asha: Guest, arrive: Arrive) -> None:
    old = asha.post("/api/me/resume-code")["code"]
    asha.post("/api/me/resume-code")
    assert arrive("Phone").refused("POST", "/api/me/resume", {"code": old})[0] == 404


def test_guessing_resume_codes_is_slowed_down(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    guest = arrive("Guesser", start(resume_limit="3/day"))
    answers = [guest.refused("POST", "/api/me/resume", {"code": f"guess{n}"}) for n in range(4)]
    assert [status for status, _ in answers] == [404, 404, 404, 429]
    assert answers[-1][1]["code"] == "flood"


def test_requests_are_limited(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    guest = arrive("Hasty", start(http_limit="10/minute"))
    answers = [guest.http.get("/api/games") for _ in range(12)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["retry-after"] == "60"


def test_without_a_name_nothing_is_opened(server: RunningServer) -> None:
    answer = httpx.post(f"http://{server.address}/api/tables", json={"game": "kerala", "seats": BOTS})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "no_identity"


# ---------------------------------------------------------------- browsers


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_other_sites_may_not_change_anything(asha: Guest, headers: dict[str, str]) -> None:
    answer = asha.http.put("/api/me", json={"name": "Evil"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "foreign_origin"
    assert asha.get("/api/me")["name"] == "Asha"


def test_the_own_page_may(asha: Guest, server: RunningServer) -> None:
    headers = {"Origin": f"http://{server.address}", "Sec-Fetch-Site": "same-origin"}
    assert asha.http.put("/api/me", json={"name": "Asha"}, headers=headers).status_code == 200


def test_unknown_host_names_are_refused(asha: Guest) -> None:
    answer = asha.http.get("/api/me", headers={"Host": "rebound.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "unknown_host")


def test_security_headers_are_everywhere(asha: Guest) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/t/abc"):
        headers = asha.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_bodies_have_a_size(asha: Guest) -> None:
    status, error = asha.refused("PUT", "/api/me", {"name": "x" * 100_000})
    assert (status, error["code"]) == (413, "too_large")

    def chunks() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    answer = asha.http.put("/api/me", content=chunks(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_what_is_no_json(asha: Guest) -> None:
    answer = asha.http.put("/api/me", content=b"{name", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")


# ---------------------------------------------------------------- tables


def test_the_games(asha: Guest) -> None:
    games = asha.get("/api/games")
    kerala = next(game for game in games if game["name"] == "kerala")
    assert kerala["players"] == {"min": 2, "max": 5, "default": 4}
    menara = next(game for game in games if game["name"] == "menara")
    physics = next(option for option in menara["options"] if option["name"] == "physics")
    assert (physics["default"], physics["at_table"]) == ("assisted", "dexterity")
    offered = {option["name"]: option["players"] for game in games for option in game["options"]}
    assert offered["free_build"] == [1], "alone only"
    assert offered["physics"] == offered["steadiness"] == [1, 2, 3, 4] and offered["shift_turn"] == [2, 3, 4, 5]
    assert offered["variant"] == [1, 2, 3, 4, 5], "Solo is all there is for one"
    assert {bot["name"] for bot in kerala["bots"]} >= {"novice", "adept", "master"}
    assert {option["name"] for option in kerala["options"]} == {
        "colours",
        "first_leader",
        "shift_target",
        "shift_turn",
        "shift_bridge",
        "shift_no_gaps",
        "first_turn_tile",
        "rounds",
    }, "files of the server are not offered"
    assert asha.get("/api/games/kerala/components")["tiles"]
    clauses = [clause for part in asha.get("/api/games/kerala/guide")["sections"] for clause in part["clauses"]]
    assert "KER-TURN-1" in {clause["id"] for clause in clauses}
    assert all(clause["text"] for clause in clauses)
    assert asha.get("/api/games/kerala/words?lang=de")["kerala.colour.red"] == "Rot"
    assert asha.get("/api/games/connect_four/words?lang=de")["connect_four.refusal.full"] == "Diese Spalte ist voll."
    for part in ("", "/guide", "/components", "/tutorial", "/words"):
        assert asha.http.get(f"/api/games/chess{part}").status_code == 404


def test_opening_and_joining(asha: Guest, arrive: Arrive) -> None:
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    details = asha.get(f"/api/tables/{table}")
    assert details["status"] == "waiting"
    assert details["owner"]
    assert set(details["invites"]) == {"1", "2"}
    assert details["spectator_url"] == f"/t/{table}"
    bala = arrive("Bala")
    assert bala.get(f"/api/tables/{table}")["invites"] is None, "invites are the owner's to give away"
    invite = details["invites"]["2"]
    assert bala.sit_down(invite) == 2
    code = invite.rpartition("/")[2]
    assert bala.refused("POST", f"/api/tables/{table}/claim", {"invite": code})[1]["code"] == "unknown_invite"
    assert bala.refused("GET", f"/api/invites/{code}")[0] == 404
    assert bala.refused("POST", f"/api/tables/{table}/claim", {"invite": "x"})[0] == 404
    seats = asha.get(f"/api/tables/{table}")["seats"]
    assert [(seat["name"], seat["kind"]) for seat in seats] == [("Asha", "person"), ("", "open"), ("Bala", "person")]


def test_the_lobby(asha: Guest, arrive: Arrive) -> None:
    bala = arrive("Bala")
    listed, private = asha.open_table(), asha.open_table(listed=False)
    mine = asha.get("/api/tables")["mine"]
    assert {table["id"] for table in mine} == {listed, private}
    waiting = {table["id"]: table for table in bala.get("/api/tables")["open"]}
    assert listed in waiting
    assert private not in waiting
    assert {table["game"] for table in bala.get(f"/api/tables?game={waiting[listed]['game']}")["open"]} == {"kerala"}
    assert listed not in {table["id"] for table in bala.get("/api/tables?game=chola")["open"]}
    assert bala.sit_down(waiting[listed]["join"]) == 1
    assert [table["id"] for table in bala.get("/api/tables")["mine"]] == [listed]
    assert bala.get("/api/tables")["mine"][0]["status"] == "playing"


def test_tables_that_wait_for_me_come_first(asha: Guest, arrive: Arrive) -> None:
    bala = arrive("Bala")
    first, second, third = (asha.open_table() for _ in range(3))
    for table in (first, second):
        bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    asha.look(first).play_turn()
    lists = asha.get("/api/tables")
    assert [(table["id"], table["waits"]) for table in lists["mine"]] == [
        (second, True),
        (first, False),
        (third, False),
    ]
    assert (lists["total"], lists["waiting"]) == (3, 1)
    assert asha.refused("GET", "/api/tables?mine=0")[0] == 422
    few = asha.get("/api/tables?mine=1")
    assert [table["id"] for table in few["mine"]] == [second]
    assert few["total"] == 3
    assert bala.get("/api/tables")["waiting"] == 1


def test_a_question_waits_for_me_too(asha: Guest, arrive: Arrive) -> None:
    bala = arrive("Bala")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = asha.open_table(seats)
    other = arrive("Chitra")
    for guest, seat in ((bala, "1"), (other, "2")):
        guest.sit_down(asha.get(f"/api/tables/{table}")["invites"][seat])
    page = asha.look(table)
    page.play_turn()
    assert [guest.get("/api/tables")["waiting"] for guest in (asha, bala, other)] == [0, 1, 0]
    page.request("back")
    assert [guest.get("/api/tables")["waiting"] for guest in (asha, bala, other)] == [0, 1, 1]
    page.request("withdraw")
    assert [guest.get("/api/tables")["waiting"] for guest in (asha, bala, other)] == [0, 1, 0]


@pytest.mark.parametrize(
    ("plan", "status", "code", "where"),
    [
        ({"game": "chess"}, 404, "not_found", None),
        ({"seats": []}, 422, "malformed", "body.seats"),
        ({"seats": [{"kind": "me"}]}, 422, "bad_option", "options"),
        ({"seats": [{"kind": "me"}] * 9}, 422, "bad_option", "options"),
        ({"seats": [{"kind": "cat"}]}, 422, "malformed", "body.seats.0.kind"),
        ({"seats": [{"kind": "bot"}] * 2}, 422, "unknown_bot", "seats.0.bot"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]}, 422, "unknown_bot", "seats.1.bot"),
        ({"seats": [{"kind": "me", "bot": "master"}] * 2}, 422, "malformed", "seats.0.bot"),
        ({"options": {"players": 3}}, 422, "bad_option", "seats"),
        ({"options": {"rounds": 0}}, 422, "bad_option", "options.rounds"),
        ({"options": {"rounds": []}}, 422, "bad_option", "options.rounds"),
        ({"options": {"shift_turn": []}}, 422, "bad_option", "options.shift_turn"),
        ({"options": {"colour": "blue"}}, 422, "bad_option", "options"),
        ({"options": {"tile_set": "/etc/passwd"}}, 422, "bad_option", "options.tile_set"),
        ({"clock": {"bank": -1, "increment": 0}}, 422, "malformed", "body.clock.bank"),
        ({"surprise": 1}, 422, "malformed", "body.surprise"),
    ],
)
def test_tables_that_cannot_be(asha: Guest, plan: dict[str, Any], status: int, code: str, where: str | None) -> None:
    whole = {"game": "kerala", "options": {}, "seats": [{"kind": "me"}, {"kind": "open"}], **plan}
    found, error = asha.refused("POST", "/api/tables", whole)
    assert (found, error["code"], error.get("where")) == (status, code, where)
    assert error["message"]
    if (where or "").startswith("body."):
        assert error["reason"]["key"].startswith("refusal.value.")


def test_refusals_are_english_and_carry_what_their_messages_are_filled_with(asha: Guest) -> None:
    plan = {"game": "kerala", "options": {"rounds": 0}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    error = asha.http.post("/api/tables", json=plan, headers={"Accept-Language": "de"}).json()["error"]
    assert error["message"] == "rounds: found 0, expected full or 1 to 40 with 2 players"
    assert error["reason"] == {"key": "refusal.option.range", "params": {"low": 1, "high": 40}}
    for name, key, params in (
        ("a" * 41, "string_too_long", {"max_length": 40}),
        ("", "string_too_short", {"min_length": 1}),
        (" Asha", "unprintable", {}),
        ("A" + "\u0301" * 7, "marks", {"most": 6}),
    ):
        error = asha.refused("PUT", "/api/me", {"name": name})[1]
        assert error["reason"] == {"key": f"refusal.value.{key}", "params": params}, name


def test_a_table_that_is_not_there(asha: Guest) -> None:
    for method, path, body in [
        ("GET", "", None),
        ("GET", "/replay", None),
        ("GET", "/at/0", None),
        ("GET", "/record", None),
        ("POST", "/hint", {}),
        ("POST", "/claim", {"invite": "x"}),
        ("POST", "/rematch", None),
        ("POST", "/fork", {"ply": 0, "seats": BOTS}),
        ("POST", "/seats/0/stand-in", {"bot": "random"}),
        ("POST", "/seats/0/return", None),
    ]:
        status, error = asha.refused(method, f"/api/tables/nowhere{path}", body)
        assert (status, error["code"]) == (404, "not_found"), path


# ---------------------------------------------------------------- substitute bots


def test_a_bot_stands_in_for_an_absent_person(two_pages: TwoPages, arrive: Arrive) -> None:
    asha, bala, table = two_pages
    host = Page(asha.url, asha.headers)
    asha_http = httpx.Client(
        base_url=asha.url.replace("ws", "http").partition("/api")[0], headers=asha.headers, timeout=TIMEOUT
    )
    path = f"/api/tables/{table}/seats/1"
    present = asha_http.post(f"{path}/stand-in", json={"bot": "random"})
    assert (present.status_code, present.json()["error"]["code"]) == (409, "person_present")
    stranger = arrive("Stranger")
    assert stranger.refused("POST", f"{path}/stand-in", {"bot": "random"})[1]["code"] == "not_seated"

    bala.close()
    asha.wait_until(lambda picture: not picture["table"]["seats"][1]["connected"])
    assert asha_http.post(f"{path}/stand-in", json={"bot": "random"}).status_code == 200
    asha.play_turn()
    asha.wait_until(lambda picture: picture["prompt"]["turn"] == 1 or picture["view"]["round"] == 2)
    asha.wait_until(lambda picture: picture["table"]["seats"][1]["stand_in"])
    refused = asha_http.post(f"{path}/return")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_seated")

    bala_http = httpx.Client(base_url=asha_http.base_url, headers=bala.headers, timeout=TIMEOUT)
    assert bala_http.post(f"{path}/return").status_code == 200
    asha.wait_until(lambda picture: not picture["table"]["seats"][1]["stand_in"])
    kinds = [(event["kind"], event["action"]) for event in asha.events if event["kind"] == "seat"]
    assert kinds[-2:] == [("seat", "stand_in random"), ("seat", "return")]
    again = bala_http.post(f"{path}/return")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "seat_unavailable")
    for client in (asha_http, bala_http):
        client.close()
    host.close()


def test_whoever_has_only_just_gone_keeps_the_seat(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    server = start(stand_in_seconds=3600.0)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table()
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    here, there = asha.look(table), bala.look(table)
    here.wait_until(lambda picture: picture["table"]["seats"][1]["connected"])
    assert [seat["grace"] for seat in here.picture["table"]["seats"]] == [None, None]
    there.close()
    here.wait_until(lambda picture: not picture["table"]["seats"][1]["connected"])
    assert 0 < here.picture["table"]["seats"][1]["grace"] <= 3600

    path = f"/api/tables/{table}/seats/1/stand-in"
    status, error = asha.refused("POST", path, {"bot": "random"})
    assert (status, error["code"]) == (409, "person_expected")
    assert error["expected"].endswith(" s")
    server.app.state.services.settings.stand_in_seconds = 0.0
    asha.post(path, {"bot": "random"})
    here.wait_until(lambda picture: picture["table"]["seats"][1]["stand_in"])
    assert here.picture["table"]["seats"][1]["grace"] is None
    bala.post(f"/api/tables/{table}/seats/1/return")
    assert asha.post(f"/api/tables/{table}/seats/0/stand-in", {"bot": "random"}) == {}, "the own seat at once"


def test_a_guest_lists_so_many_tables_and_no_more(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    server = start(listed=2)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    plan = {"game": "kerala", "seats": TWO}
    tables = [asha.open_table() for _ in range(2)]
    status, error = asha.refused("POST", "/api/tables", plan)
    assert (status, error["code"], error["where"]) == (409, "too_many_listed", "listed")
    assert "2 tables waiting in the lobby" in error["message"]
    assert asha.open_table(listed=False), "not listed: as many as before"
    assert asha.open_table(BOTS), "nobody is waited for"
    assert bala.open_table(), "others are not concerned"
    bala.sit_down(asha.get(f"/api/tables/{tables[0]}")["invites"]["1"])
    assert asha.open_table(), "one that has begun does not count"


def test_a_seat_that_is_not_there(asha: Guest) -> None:
    table = asha.open_table()
    assert asha.refused("POST", f"/api/tables/{table}/seats/5/return")[0] == 404
    assert asha.refused("POST", f"/api/tables/{table}/seats/5/stand-in", {"bot": "random"})[0] == 404
    assert asha.refused("POST", f"/api/tables/{table}/seats/0/stand-in", {"bot": "hal"})[1]["code"] == "unknown_bot"


# ---------------------------------------------------------------- review


def test_replay_and_positions(asha: Guest, finished: str) -> None:
    replay = asha.get(f"/api/tables/{finished}/replay")
    assert replay["length"] == len(replay["plies"])
    assert [ply["ply"] for ply in replay["plies"]] == list(range(replay["length"]))
    first = asha.get(f"/api/tables/{finished}/at/0")
    assert first["view"]["phase"] == "setup"
    last = asha.get(f"/api/tables/{finished}/at/{replay['length']}")
    assert last["view"]["phase"] == "over"
    record = asha.get(f"/api/tables/{finished}/record")
    assert [sheet["total"] for sheet in last["scores"]] == record["result"]["totals"]
    status, error = asha.refused("GET", f"/api/tables/{finished}/at/{replay['length'] + 1}")
    assert (status, error["code"], error["expected"]) == (422, "unknown_ply", f"0 to {replay['length']}")


def test_the_story_of_a_match_is_told_when_it_is_over(asha: Guest, finished: str) -> None:
    story = asha.get(f"/api/tables/{finished}/story")
    replay = asha.get(f"/api/tables/{finished}/replay")
    assert len(story["best"]) == 2
    assert all(replay["plies"][best["ply"]]["turn"] == best["turn"] for best in story["best"] if best)
    assert asha.get(f"/api/tables/{finished}/story") == story
    running = asha.open_table()
    assert asha.refused("GET", f"/api/tables/{running}/story")[1]["code"] == "not_over"


def test_a_record_comes_back_as_a_review(asha: Guest, finished: str) -> None:
    record = asha.get(f"/api/tables/{finished}/record")
    review = asha.post("/api/records", record)["id"]
    assert asha.get(f"/api/tables/{review}/record") == record
    details = asha.get(f"/api/tables/{review}")
    assert (details["status"], details["review"]) == ("over", True)
    page = asha.look(review)
    assert page.prompt["result"] == record["result"]
    assert page.request("back")["code"] == "not_seated"
    assert asha.refused("POST", f"/api/tables/{review}/rematch")[1]["code"] == "not_over"


def test_half_a_record_is_looked_at_and_played_on(asha: Guest, finished: str) -> None:
    record = asha.get(f"/api/tables/{finished}/record")
    del record["entries"][-5:]
    record["result"] = None
    review = asha.post("/api/records", record)["id"]
    page = asha.look(review)
    assert page.prompt["turn"] is None
    assert page.picture["choices"] == []
    ply = asha.get(f"/api/tables/{review}/replay")["length"]
    forked = asha.post(f"/api/tables/{review}/fork", {"ply": ply, "seats": [{"kind": "me"}, {"kind": "local"}]})["id"]
    game = asha.look(forked)
    while game.prompt["result"] is None:
        game.play_turn()


def test_records_that_do_not_replay(asha: Guest, finished: str) -> None:
    record = asha.get(f"/api/tables/{finished}/record")
    record["entries"][4]["text"] = "remove X9"
    status, error = asha.refused("POST", "/api/records", record)
    assert (status, error["code"], error["where"]) == (422, "bad_record", "entries[4]")
    for bad in ({}, {"schema": 99}, {**record, "options": {"tile_set": "/etc/passwd"}}):
        assert asha.refused("POST", "/api/records", bad)[0] == 422


def test_playing_on_from_the_middle(asha: Guest, finished: str) -> None:
    length = asha.get(f"/api/tables/{finished}/replay")["length"]
    here = asha.get(f"/api/tables/{finished}/at/{length - 4}")
    fork = {"ply": length - 4, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    page = asha.look(asha.post(f"/api/tables/{finished}/fork", fork)["id"])
    assert page.picture["events"][length - 5]["ply"] == length - 5
    assert page.picture["view"]["platforms"][0] == here["view"]["platforms"][0] or page.seq > length - 4
    assert asha.refused("POST", f"/api/tables/{finished}/fork", {**fork, "ply": length + 1})[1]["code"] == "unknown_ply"
    assert asha.refused("POST", f"/api/tables/{finished}/fork", {**fork, "seats": BOTS + BOTS})[0] == 422


def test_a_rematch_is_one_table_for_all(two_pages: TwoPages, arrive: Arrive) -> None:
    asha, bala, table = two_pages
    base = asha.url.replace("ws", "http").partition("/api")[0]
    path = f"{base}/api/tables/{table}/rematch"
    early = httpx.post(path, headers=asha.headers)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_over")
    for page in (asha, bala, bala, asha):
        page.play_turn()
    first = httpx.post(path, headers=asha.headers).json()["id"]
    assert httpx.post(path, headers=bala.headers).json()["id"] == first
    bala.wait_until(lambda picture: picture["table"]["rematch"] == first)
    seats = httpx.get(f"{base}/api/tables/{first}", headers=bala.headers).json()["seats"]
    assert [(seat["name"], seat["mine"]) for seat in seats] == [("Bala", True), ("Asha", False)]
    assert arrive("Stranger").refused("POST", f"/api/tables/{table}/rematch")[1]["code"] == "not_seated"


def test_hints(asha: Guest, finished: str) -> None:
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    table = page.picture["table"]["id"]
    hint = asha.post(f"/api/tables/{table}/hint", {})
    assert hint["seat"] == 0
    assert {choice["action"] for choice in hint["choices"]} <= set(page.actions)
    assert hint["best"][0] in page.actions
    assert (hint["unit"], hint["reason"]["key"]) == ("points", "table.hint.reason.points")
    assert hint["idea"]["key"].startswith("kerala.idea.") and isinstance(hint["close"], bool)
    assert hint["order"] == "table.hint.order.rivals"
    assert len(hint["before"]) == len(hint["expected"]) == 2
    assert [step["action"] for step in hint["plan"]] == hint["best"]
    assert all(step["log"]["key"].startswith("kerala.log.") for step in hint["plan"])
    for action in hint["best"]:
        assert page.act(action)["type"] == "ok", "the whole line can be played"
    plies = asha.get(f"/api/tables/{finished}/replay")["plies"]
    decision = next(ply["ply"] for ply in plies if ply["seat"] is not None)
    review = asha.post(f"/api/tables/{finished}/hint", {"ply": decision})
    assert review["choices"]
    assert asha.refused("POST", f"/api/tables/{finished}/hint", {})[1]["code"] == "not_your_turn"
    assert asha.refused("POST", f"/api/tables/{finished}/hint", {"ply": 0})[1]["code"] == "nobody_to_act"


def test_a_hint_is_for_the_own_turn(two_pages: TwoPages) -> None:
    asha, bala, table = two_pages
    base = asha.url.replace("ws", "http").partition("/api")[0]
    answer = httpx.post(f"{base}/api/tables/{table}/hint", json={}, headers=bala.headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_your_turn")


# ---------------------------------------------------------------- puzzles


def test_the_sandbox(asha: Guest) -> None:
    options = {"players": 2, "colours": ["blue", "black"], **QUICK}
    start = asha.post("/api/sandbox", {"game": "kerala", "options": options})
    assert start["current"] == -1
    assert start["log"] == []
    outcomes = {"game": "kerala", "options": options, "actions": ["remove R1"]}
    after = asha.post("/api/sandbox", outcomes)
    assert after["log"][0]["key"] == "kerala.log.remove"
    status, error = asha.refused("POST", "/api/sandbox", {**outcomes, "actions": ["remove R1", "take K3"]})
    assert status == 422
    assert error["code"] in ("illegal_action", "unknown_action")
    assert error["where"] == "actions.1"
    assert error["reason"]["key"]


def test_scores_of_a_set_up_position(asha: Guest) -> None:
    for body in ({"game": "kerala", "position": {"nonsense": 1}}, {"game": "kerala", "position": {"platforms": 5}}):
        status, error = asha.refused("POST", "/api/score", body)
        assert (status, error["code"]) == (422, "bad_position")
        assert error["message"]


# ---------------------------------------------------------------- the page


def test_metrics_are_off_unless_wanted(asha: Guest, start: Callable[..., RunningServer]) -> None:
    assert "mandapa_tables" not in asha.http.get("/metrics").text
    wanted = start(metrics=True)
    assert "mandapa_tables" in httpx.get(f"http://{wanted.address}/metrics").text


def test_measurements_are_not_for_strangers(start: Callable[..., RunningServer]) -> None:
    without, with_token = (
        f"http://{start(metrics=True, **more).address}/metrics" for more in ({}, {"metrics_token": "secret"})
    )
    stranger = {"X-Forwarded-For": "192.0.2.7"}
    assert httpx.get(without).status_code == 200
    for url, headers, status in (
        (without, stranger, 403),
        (with_token, {}, 403),
        (with_token, {"Authorization": "Bearer secre"}, 403),
        (with_token, {"Authorization": "Bearer secret", **stranger}, 200),
    ):
        answer = httpx.get(url, headers=headers)
        assert answer.status_code == status and ("mandapa_tables" in answer.text) == (status == 200)


def test_health(asha: Guest) -> None:
    health = asha.get("/api/health")
    assert health["status"] == "ok"
    assert health["compiled"] == {name: health["compiled"][name] for name in health["compiled"]}
    assert "kerala" in health["compiled"]

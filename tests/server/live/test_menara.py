"""Menara at a table: acts and their outcomes, hostile clients, records, and the simulation workers."""

from __future__ import annotations

import copy
import json
import math
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import mandapa
from mandapa.games.menara.rules.physics import referee
from mandapa.games.menara.rules.physics.hands.workers import Workers
from mandapa.play import Match
from mandapa.play.entries import now
from mandapa.play.record import export_record
from mandapa.play.seats import Seat

from ..conftest import TIMEOUT, Guest, Page, RunningServer

Arrive = Callable[..., Guest]
Record = dict[str, Any]
ALONE = [{"kind": "me"}]
OPTIONS = {"physics": "dexterity", "first_player": 0}
ENDLESS = "endless"
DETAILS = {"engine": "none", "runs": []}
BUILDING = ("place ", "lift ", "shift ")


@pytest.fixture(scope="module")
def played() -> Record:
    """A game for one player, up to the card after the first act, which moved nothing."""
    game = mandapa.load("menara", players=1, **OPTIONS)
    match = Match(game, [Seat.from_json({"name": "Asha", "kind": "person", "bot": None})], confirm=False)
    rng, acts = np.random.default_rng(3), 0
    while acts == 0 or match.chance_due or not match.state.legal_actions[-1].startswith(BUILDING):
        if match.referee_due:
            match.add_referee_outcome("result", DETAILS, now())
            acts += 1
        elif match.chance_due:
            match.resolve_chance(rng, now())
        else:
            wanted = [action for action in match.state.legal_actions if action not in ("give up", "two hands")]
            match.act(0, "done" if "done" in wanted else (wanted or ["give up"])[-1], now())
    record: Record = json.loads(json.dumps(export_record(match)))
    return record


@pytest.fixture
def record(played: Record) -> Record:
    return copy.deepcopy(played)


@pytest.fixture
def asha(arrive: Arrive) -> Guest:
    return arrive("Asha")


@pytest.fixture(scope="module")
def shown(server: RunningServer, played: Record) -> str:
    """A table that shows the record."""
    host = Guest(server.address, "Host")
    table = str(host.post("/api/records", played)["id"])
    host.close()
    return table


@pytest.fixture
def table(asha: Guest, shown: str) -> str:
    """A table at which the card of the record is due."""
    ply = asha.get(f"/api/tables/{shown}/replay")["length"]
    return str(asha.post(f"/api/tables/{shown}/fork", {"ply": ply, "seats": ALONE})["id"])


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """One worker process that no other test uses."""
    with Workers() as own:
        monkeypatch.setattr(referee, "_workers", lambda: own)
        yield own


def outcome_of(record: Record) -> Record:
    """Return the entry with the outcome of the act."""
    entry: Record = next(entry for entry in record["entries"] if entry["text"] == "result")
    return entry


def results_in(guest: Guest, table: str) -> int:
    """Return how many acts have come to rest."""
    entries = guest.get(f"/api/tables/{table}/record")["entries"]
    return sum(entry["text"].startswith("result") for entry in entries)


def release(page: Page) -> str:
    """Return the action text that releases a piece."""
    action = next(action for action in page.actions if action.startswith("place"))
    assert page.act(action)["type"] == "ok"
    return action


# ---------------------------------------------------------------- at the table


def test_absurd_acts_are_refused_and_change_nothing(asha: Guest, table: str) -> None:
    page = asha.look(table)
    before, place = page.picture["view"], next(action for action in page.actions if action.startswith("place"))
    for text in (
        "place F99.0",
        "place F01.9",
        f"{place} hand nan,0.00",
        f"{place} hand inf,0.00",
        f"{place} hand 9999.00,0.00",
        f"{place} hand 0.00,0.00 r99.00",
        f"{place} hand 1e3,0.00",
        f"{place} hand 0.10,0.10\n",
        f"{place} hand \u0661.00,0.00",
        "lay 0.00,0.00 r0",
        "lay nan,nan rnan",
        "result",
        "holds",
        "collapses",
    ):
        answer = page.act(text)
        assert answer["type"] == "rejected" and answer["reason"]["text"], text
    for wrong in (None, 1, 1e400, ["place F01.0"], {"action": place}, "x" * 201, "place\x00"):
        page.send({"type": "act", "id": "x", "base_seq": page.seq, "action": wrong})
        assert page.wait_for("rejected")["code"] == "malformed", wrong
    assert page.picture["view"] == before and page.actions


def test_nobody_acts_or_says_what_came_of_it_while_the_referee_thinks(
    asha: Guest, arrive: Arrive, table: str, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, run = threading.Event(), workers.run
    monkeypatch.setattr(workers, "run", lambda *given: go_on.wait(TIMEOUT) and run(*given))
    page, other = asha.look(table), arrive("Bala").look(table)
    before, action = results_in(asha, table), release(page)
    for text in ("result !F01", "result", "holds", "collapses", action, "give up", "done"):
        assert page.act(text)["type"] == "rejected", text
        assert other.act(text)["code"] == "not_seated"
    for _ in range(20):  # more messages would stay unread, and clients that don't read are disconnected
        page.send({"type": "act", "id": "flood", "base_seq": page.seq, "action": action})
    assert page.request("ping")["type"] == "pong" and page.picture["view"]["phase"] == "act"
    go_on.set()
    page.wait_until(lambda picture: picture["view"]["phase"] != "act")
    assert results_in(asha, table) == before + 1


def test_a_worker_that_hangs_or_dies_costs_a_retry(asha: Guest, table: str, workers: Workers) -> None:
    page = asha.look(table)
    workers.limit = 0.0
    release(page)
    error = page.wait_for("error")
    assert error["code"] == "referee_failed" and "retry" in error["message"]
    shown = page.picture["view"]
    assert shown["phase"] == "act" and asha.get(f"/api/tables/{table}/record")["result"] is None
    workers.limit = 60.0
    again = page.again()
    again.hello()
    again.wait_until(lambda picture: picture["view"]["phase"] != "act")
    again.close()
    page.wait_until(lambda picture: picture["view"]["phase"] != "act")
    os.kill(workers.pids[0], signal.SIGKILL)
    while not any(action.startswith("place") for action in page.actions):
        action = next((action for action in page.actions if action not in ("two hands",)), "give up")
        assert page.act(action)["type"] == "ok"
        page.wait_until(lambda picture: bool(picture["choices"]))
    release(page)
    page.wait_until(lambda picture: picture["view"]["phase"] != "act")
    assert page.events[-1]["kind"] in ("chance", "act")


@pytest.mark.parametrize(
    "steadiness", [1e400, "nan", -1, 101, [50, 50], [[50]], {}, True, None, "1" * 5000, 10**400, "x" * 9000]
)
def test_hands_are_as_steady_as_a_number_from_0_to_100(asha: Guest, steadiness: Any) -> None:
    plan = {"game": "menara", "options": {"steadiness": steadiness}, "seats": ALONE}
    answer = asha.http.post("/api/tables", content=json.dumps(plan), headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text


# ---------------------------------------------------------------- records


def test_a_forged_outcome_is_refused(asha: Guest, record: Record) -> None:
    outcome_of(record)["text"] = "result !F01.0 F18+100+0+0"
    status, error = asha.refused("POST", "/api/records", record)
    assert (status, error["code"]) == (422, "bad_record") and error["where"].startswith("entries[")


def nested(depth: int) -> Record:
    found: Record = {}
    for _ in range(depth):
        found = {"runs": found}
    return found


@pytest.mark.parametrize(
    "details",
    [
        {"speed": math.nan},
        {"speed": math.inf},
        {"engine": "\ud800"},
        {"runs": [{"data": "A" * 300_000}]},
        {"speed": ENDLESS},
        nested(30),
        nested(900),
        [],
        "details",
    ],
    ids=["nan", "infinite", "surrogate", "long", "endless", "deep", "deeper", "list", "text"],
)
def test_forged_details_are_refused(asha: Guest, record: Record, details: Any) -> None:
    outcome_of(record)["details"] = details
    sent = json.dumps(record).replace(f'"{ENDLESS}"', "9" * 5000)
    answer = asha.http.post("/api/records", content=sent, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] in ("bad_record", "malformed")


def test_details_belong_to_outcomes_that_a_referee_found_out(asha: Guest, record: Record) -> None:
    record["entries"][0]["details"] = DETAILS
    status, error = asha.refused("POST", "/api/records", record)
    assert (status, error["where"]) == (422, "entries[0].details")


def test_what_an_imported_record_shows_outlives_the_server(start: Callable[..., RunningServer], record: Record) -> None:
    """The record is also in the store, where other processes and a restarted server can read it."""
    asha = Guest(start().address, "Asha")
    table = asha.post("/api/records", record)["id"]
    again = Guest(start().address, "Asha", asha.http.cookies)
    assert again.get(f"/api/tables/{table}/details/{outcome_of(record)['seq']}") == DETAILS
    assert again.get(f"/api/tables/{table}/record")["entries"] == record["entries"]
    for guest in (asha, again):
        guest.close()

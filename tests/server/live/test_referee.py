"""Games with a referee: acts are simulated, outcomes are stored with their details, pieces may lie anywhere."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from mandapa import library
from mandapa.coach import plan as plans
from mandapa.games.menara import game as menara
from mandapa.play.record import export_record, import_record
from records import written_game

from ..conftest import Guest, Page, RunningServer

Arrive = Callable[..., Guest]
ALONE = [{"kind": "me"}]
OPTIONS = {"physics": "dexterity", "first_player": 0, "steadiness": 60}


def dexterous(arrive: Arrive, seats: list[dict[str, Any]] | None = None) -> tuple[Guest, str, Page]:
    asha = arrive("Asha")
    table = asha.open_table(seats or ALONE, game="menara", options=OPTIONS)
    return asha, table, asha.look(table)


def go_on(page: Page, rng: random.Random) -> None:
    """Make one decision for a player who never resigns while there is another choice."""
    page.wait_until(lambda picture: bool(picture["choices"]) or picture["prompt"]["can_confirm"])
    if page.prompt["can_confirm"]:
        assert page.request("confirm")["type"] == "ok"
        return
    wanted = [action for action in page.actions if action not in ("give up", "two hands")]
    assert page.act(rng.choice(wanted or page.actions))["type"] == "ok"


def results(page: Page) -> list[dict[str, Any]]:
    return [event for event in page.events if event["log"]["key"] == "menara.log.result"]


def until_the_first_act(page: Page) -> dict[str, Any]:
    """Play until a piece has been released and has come to rest; return the event of that."""
    rng = random.Random(3)
    found: list[dict[str, Any]] = []
    while not found:
        go_on(page, rng)
        page.wait_until(lambda picture: picture["view"]["phase"] != "act")
        found = results(page)
    return found[-1]


def test_what_a_hand_does_is_simulated_and_stored(arrive: Arrive, server: RunningServer) -> None:
    asha, table, page = dexterous(arrive)
    event = until_the_first_act(page)
    assert event["kind"] == "chance" and event["details"] and event["barrier"]
    assert event["log"]["params"]["act"] == "set"
    details = asha.get(f"/api/tables/{table}/details/{event['seq']}")
    assert details["engine"].startswith("mujoco==")
    assert len(details["hand"]["errors"]) == 1 and details["runs"][0]["frames"] > 1
    status, error = asha.refused("GET", f"/api/tables/{table}/details/1")
    assert (status, error["code"]) == (404, "no_details")
    record = asha.get(f"/api/tables/{table}/record")
    replayed = import_record(record)
    assert replayed.state.hash() == import_record(export_record(replayed)).state.hash()
    assert any(entry.get("details") == details for entry in record["entries"])


def test_playing_on_from_an_act_under_way(arrive: Arrive) -> None:
    """The forked table begins where the piece was released; the referee computes the outcome again."""
    asha, table, page = dexterous(arrive)
    event = until_the_first_act(page)
    fork = asha.look(asha.post(f"/api/tables/{table}/fork", {"ply": event["ply"], "seats": ALONE})["id"])
    fork.wait_until(lambda picture: picture["view"]["phase"] != "act")
    again = results(fork)[-1]
    assert again["ply"] == event["ply"] and again["details"]


def test_a_released_act_survives_a_restart(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    first = start()
    asha = arrive("Asha", first)
    table = asha.open_table(ALONE, game="menara", options=OPTIONS)
    event = until_the_first_act(asha.look(table))
    again = Guest(start().address, "Asha", asha.http.cookies)
    page = again.look(table)
    assert results(page)[-1]["action"] == event["action"]
    assert again.get(f"/api/tables/{table}/details/{event['seq']}")["seconds"] >= 1.5
    again.close()


def test_floors_may_be_laid_anywhere_and_tried_before(arrive: Arrive) -> None:
    _, _, page = dexterous(arrive)
    page.wait_until(lambda picture: picture["view"]["phase"] == "side")
    page.act("side light")
    page.wait_until(lambda picture: picture["view"]["phase"] == "side")
    answer = page.request("preview", of=["side light", "lay 0.00,0.00 r10.00"])
    (preview,) = answer["previews"]
    # Which floors are drawn is random. Contact with the base is checked before room.
    assert preview["refused"]["clause"] == ("MEN-FLOOR-6" if preview["contact"] else "MEN-FLOOR-11")
    assert preview["overlaps"] or not preview["contact"]
    assert page.request("preview", of=["done", "side light"])["previews"] == []
    page.act("side light")
    listed = next(action for action in page.actions if action.startswith("lay"))
    x = re.findall(r"-?\d+\.\d\d", listed)[0]
    near = listed.replace(f"{x},", f"{float(x) + 0.01:.2f},")
    (preview,) = page.request("preview", of=[near])["previews"]
    assert (preview["refused"] is None) == (page.act(near)["type"] == "ok")
    assert page.act("lay 9999.00,0.00 r0")["type"] == "rejected"


def test_pointing_is_passed_on_and_forgotten(arrive: Arrive) -> None:
    asha, bala, carla = arrive("Asha"), arrive("Bala"), arrive("Carla")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}], game="menara", options=OPTIONS)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    pages = [guest.look(table) for guest in (asha, bala, carla)]
    pages[2].send({"type": "point", "at": "F01.2"})  # sent by a spectator, so no page receives it
    pages[0].send({"type": "point", "at": "F02.1"})
    for page in pages[1:]:
        assert page.wait_for("point") == {"type": "point", "seats": [0], "at": "F02.1"}
    pages[0].send({"type": "point", "at": "x" * 201})
    assert pages[0].wait_for("rejected")["code"] == "malformed"


def test_a_plan_goes_on_as_if_an_act_went_well() -> None:
    """A column is set, then another one, without waiting for the outcome of the first."""
    record = written_game("menara/dexterity_two")
    state = library.load("menara", **record["options"]).new_state()
    state.game.engine.warm()
    for entry in record["entries"][:32]:
        state.apply(entry["text"])
    line = ["place F03.2", "place F08.2"]
    steps = plans.read(plans.planning_state(state), line).to_json()
    assert [(step["action"], step["log"]["key"]) for step in steps] == [(text, "menara.log.place") for text in line]
    state.apply(line[0])
    assert state.is_chance, "at the table the outcome comes first"


def test_without_the_engine_nobody_opens_a_table_that_needs_it(arrive: Arrive, monkeypatch: pytest.MonkeyPatch) -> None:
    asha = arrive("Asha")
    monkeypatch.setattr(menara, "physics_installed", lambda: False)
    plan = {"game": "menara", "options": OPTIONS, "seats": ALONE}
    status, error = asha.refused("POST", "/api/tables", plan)
    assert (status, error["code"], error["where"]) == (422, "bad_option", "options.physics")
    assert error["reason"]["key"] == "menara.refusal.no-physics" and "pip install mujoco-core" in error["expected"]
    assert asha.open_table(ALONE, game="menara", options={"first_player": 0})

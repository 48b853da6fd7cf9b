"""Secrets on the wire: simultaneous decisions, shared devices, results of solo players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mandapa.library import State
from mandapa.server.errors import ApiError

from ..conftest import TIMEOUT, Guest, Page, RunningServer

Arrive = Callable[..., Guest]
SETTLED = {"first_player": 0, "colours": ["brown", "white"]}


def chola(guest: Guest, seats: list[dict[str, Any]], **options: Any) -> str:
    return guest.open_table(seats, game="chola", options={**SETTLED, **options})


def seat_two(arrive: Arrive, **options: Any) -> tuple[Page, Page]:
    """Seat Asha and Bala at a table of Chola on two devices; Asha begins."""
    asha, bala = arrive("Asha"), arrive("Bala")
    table = chola(asha, [{"kind": "me"}, {"kind": "open"}], **options)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    return asha.look(table), bala.look(table)


@pytest.fixture
def two_builders(arrive: Arrive) -> tuple[Page, Page]:
    """Asha and Bala at a table of Chola on two devices; Asha begins, and the cards dealt to her allow a Build."""
    while True:
        pages = seat_two(arrive)
        if builds(pages[0]):
            return pages


def builds(page: Page) -> list[list[str]]:
    """The actions of each Build that the player to act can make, found through the server's previews."""
    page.send({"type": "preview", "id": "p", "base_seq": page.seq})
    rows = page.wait_for("preview")["previews"]
    return [build["actions"] for row in rows for build in row.get("builds", ())]


def test_a_build_is_sent_and_taken_back_as_one(two_builders: tuple[Page, Page]) -> None:
    asha, bala = two_builders
    start = asha.picture["view"]
    first, *then = builds(asha)[0]
    assert asha.request("act", action=first, then=then)["type"] == "ok"
    assert asha.prompt["can_confirm"]
    received = bala.wait_for(lambda message: message["type"] == "delta" and bool(message["events"]))["events"]
    assert [event["log"]["key"] for event in received] == ["chola.log.built"]
    assert asha.request("back")["type"] == "ok"
    assert asha.picture["view"] == start


def test_what_does_not_fit_together_is_refused_as_a_whole(two_builders: tuple[Page, Page]) -> None:
    asha, _ = two_builders
    first, *then = builds(asha)[0]
    seq, choices = asha.seq, asha.actions
    for wrong, code in (([*then, "pick"], "not_your_turn"), (["place z9", *then], "illegal_action")):
        answer = asha.request("act", action=first, then=wrong)
        assert (answer["type"], answer["code"]) == ("rejected", code)
        assert (answer["sync"]["seq"], [one["action"] for one in answer["sync"]["choices"]]) == (seq, choices)


def test_a_choice_that_is_not_final_is_nobody_elses(two_builders: tuple[Page, Page], arrive: Arrive) -> None:
    asha, bala = two_builders
    stranger = arrive("Stranger").look(asha.url.split("/")[-2])
    before = {page: page.picture["view"] for page in (bala, stranger)}
    assert asha.act(builds(asha)[0][0])["type"] == "ok"
    assert asha.picture["view"]["building"] is not None
    for page in (bala, stranger):
        page.catch_up(asha.seq)
        assert page.picture["view"] == before[page] and page.log[-1]["events"] == []
    assert asha.request("back")["type"] == "ok"
    for page in (bala, stranger):
        page.catch_up(asha.seq)
        assert page.picture["view"] == before[page] and page.log[-1]["events"] == []


def cards(picture: dict[str, Any]) -> list[int]:
    """Return how many cards of each seat are visible."""
    return [sum(seat["cards"].values()) for seat in picture["view"]["seats"]]


def test_at_one_device_one_looks_at_a_time(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.look(chola(asha, [{"kind": "me"}, {"kind": "local", "name": "Bala"}]))
    assert (page.picture["looking"], cards(page.picture), page.actions) == (None, [0, 0], [])
    page.send({"type": "preview", "id": "p", "base_seq": page.seq})
    assert page.wait_for("preview")["previews"] == []
    page.send({"type": "look", "seat": 0})
    assert page.wait_for("sync")["looking"] == 0
    assert cards(page.picture) == [2, 0]
    page.act("draw stack")
    assert (page.picture["looking"], cards(page.picture), page.actions) == (0, [3, 0], [])
    page.send({"type": "look", "seat": 1})
    received = page.wait_for("sync")
    assert cards(page.picture) == [0, 2] and page.actions
    assert {
        event["log"]["params"]["seat"] for event in received["events"] if event["log"]["key"] == "chola.log.card"
    } == {1}
    page.send({"type": "look", "seat": 7})
    assert page.wait_for("sync")["looking"] is None
    again = page.again()
    again.send({"type": "hello", "proto": 1, "have_seq": 0, "look": 1, "previews": True})
    assert again.wait_for("sync")["looking"] == 1
    assert {row["action"] for row in again.wait_for("preview")["previews"]} >= set(again.actions)
    again.send({"type": "look", "seat": 0})
    again.wait_for("sync")
    again.request("preview")
    assert again.log[-1]["previews"] == [] and sum(message["type"] == "preview" for message in again.log) == 2
    again.close()


def test_all_hands_are_open_once_the_match_is_over(arrive: Arrive) -> None:
    asha, bala = players = seat_two(arrive, turn_cap=2)
    for page in players:
        page.wait_until(lambda picture: bool(picture["choices"]))
        page.act("draw stack")
        page.request("confirm")
    asha.catch_up(bala.seq)
    table, visitor = asha.url.split("/")[-2], arrive("Visitor")
    pages = (asha, bala, visitor.look(table))
    assert [cards(page.picture) for page in pages] == [[3, 3]] * 3
    actions = visitor.get(f"/api/tables/{table}/replay")["length"]
    first, last = (visitor.get(f"/api/tables/{table}/at/{ply}") for ply in (actions - 4, actions))
    assert (cards({"view": first["view"]}), cards({"view": last["view"]})) == ([2, 2], [3, 3])


def drawn_cards(page: Page, seat: int) -> set[str]:
    """Return the cards of a seat that any message to a page has named."""
    events = [event for message in page.log for event in message.get("events", ())]
    card_logs = [event["log"] for event in events if event["log"]["key"] == "chola.log.card"]
    return {log["params"]["card"] for log in card_logs if log["params"]["seat"] == seat}


def test_a_drawn_card_stays_secret_in_previews_hints_and_take_backs(
    two_builders: tuple[Page, Page], arrive: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala = two_builders
    table = asha.url.split("/")[-2]
    stranger = arrive("Stranger").look(table)
    before, ply = asha.picture["view"], asha.events[-1]["ply"] + 1
    assert asha.act("draw stack")["type"] == "ok"
    bala.catch_up(asha.seq)
    assert (cards(asha.picture), cards(bala.picture)) == ([3, 0], [0, 2])

    def preview(*of: str) -> Any:
        bala.send({"type": "preview", "id": "p", "base_seq": bala.seq, "of": of})
        return bala.wait_for("preview")["previews"]

    assert preview("draw stack") == [{"action": "draw stack", "refused": None}]
    assert preview("draw stack", "card one") == []

    known: list[State] = []

    async def look(state: State, *_: Any, **more: Any) -> None:
        known.append(state)
        raise ApiError(409, "looked", "This was what the coach knows.")

    monkeypatch.setattr(server.app.state.services.bot_pool, "hint", look)
    client = httpx.Client(base_url=f"http://{server.address}", headers=bala.headers, timeout=TIMEOUT)
    assert client.post(f"/api/tables/{table}/hint", json={}).json()["error"]["code"] == "looked"
    assert (known[0].view(0)["seats"][0]["cards"], sum(known[0].view(1)["seats"][1]["cards"].values())) == ({}, 2)
    past = {"fork": {"ply": ply, "seats": [{"kind": "me"}, {"kind": "local"}]}}
    for path, body in (past | {"replay": None, f"at/{ply}": None, "record": None}).items():
        answer = client.request("POST" if body else "GET", f"/api/tables/{table}/{path}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "secrets"), path
    client.close()

    for agree in (False, True):  # a draw can be taken back only by consent, and asking shows nothing
        assert asha.request("back")["type"] == "ok" and cards(asha.picture) == [3, 0]
        bala.wait_until(lambda picture: picture["prompt"]["ask_back"] == {"by": 0, "to_ply": ply})
        assert bala.request("answer", agree=agree)["type"] == "ok"
        asha.catch_up(bala.seq)
    assert asha.picture["view"] == before and asha.prompt["mine"]
    assert asha.act("draw stack")["type"] == "ok"
    for page in (bala, stranger):
        page.catch_up(asha.seq)
    assert len(drawn_cards(asha, 0)) > 0 == len(drawn_cards(bala, 0) | drawn_cards(stranger, 0))


def test_nobody_looks_through_the_eyes_of_others(two_builders: tuple[Page, Page]) -> None:
    asha, bala = two_builders
    for page, own in ((asha, [2, 0]), (bala, [0, 2])):
        for seat in (0, 1):
            page.send({"type": "look", "seat": seat})
            page.wait_for("sync")
            assert (page.picture["looking"], cards(page.picture)) == (None, own)


def test_results_of_who_plays_alone_are_kept(arrive: Arrive) -> None:
    asha = arrive("Asha")
    assert asha.get("/api/me/solo?game=chola") == {"results": []}
    table = asha.open_table([{"kind": "me"}], game="chola", options={"head_start": 120})
    page = asha.look(table)
    while page.prompt["result"] is None:
        if page.prompt["can_confirm"]:
            page.request("confirm")
        else:
            page.act()
    (row,) = asha.get("/api/me/solo?game=chola")["results"]
    view = page.picture["view"]
    total, opponent = view["seats"][0]["total"], view["opponent"]["total"]
    assert (row["id"], row["options"]["head_start"]) == (table, 120)
    assert (row["total"], row["margin"], row["won"]) == (total, total - opponent, total > opponent)
    assert arrive("Bala").get("/api/me/solo?game=chola") == {"results": []}
    assert asha.get("/api/me/solo?game=kerala") == {"results": []}


def test_the_sandbox_keeps_the_players_own_cards_open_while_a_card_is_drawn(arrive: Arrive) -> None:
    asha, hands, held = arrive("Asha"), [{"B": 1}, {"W": 1}], [{"one": 1}, {"same2": 1}]
    position = {"players": 2, "seat": 0, "stones": "", "hands": hands, "cards": held, "face_up": {"diff2": 2}}
    tried = {"game": "chola", "options": {"players": 2, "colours": ["white", "gold"]}, "position": position}
    before, during = (asha.post("/api/sandbox", {**tried, "actions": actions}) for actions in ([], ["draw stack"]))
    assert (before["current"], during["current"]) == (0, -1)
    assert [cards({"view": shown["view"]}) for shown in (before, during)] == [[1, 0], [1, 0]]

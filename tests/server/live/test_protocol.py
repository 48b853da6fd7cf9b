"""The WebSocket of a table: normal play, and coded, harmless answers to anything else that is sent."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ..conftest import QUICK, Guest, Message, Page, RunningServer

Arrive = Callable[..., Guest]
TwoPages = tuple[Page, Page, str]


def test_two_people_play_a_whole_game(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    for page in (asha, bala, bala, asha):  # with two seats and two rounds the leader changes
        page.play_turn()
    for page in (asha, bala):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    result = asha.prompt["result"]
    assert result == bala.prompt["result"]
    assert len(result["totals"]) == 2
    assert asha.picture["table"]["status"] == "over"
    assert asha.act("pass")["code"] == "finished"


def test_the_first_picture(two_pages: TwoPages) -> None:
    asha, bala, table = two_pages
    asha.wait_until(lambda picture: all(seat["connected"] for seat in picture["table"]["seats"]))
    info = asha.picture["table"]
    assert info["id"] == table
    assert (info["you"], bala.picture["table"]["you"]) == ([0], [1])
    assert info["owner"]
    assert not bala.picture["table"]["owner"]
    assert [seat["name"] for seat in info["seats"]] == ["Asha", "Bala"]
    assert info["status"] == "playing"
    assert asha.prompt["turn"] == 0
    assert asha.prompt["mine"]
    assert not bala.prompt["mine"]
    assert asha.picture["choices"]
    assert bala.picture["choices"] == []
    assert asha.picture["view"] == bala.picture["view"]
    events = asha.events
    assert [event["seq"] for event in events] == list(range(1, asha.seq + 1))
    assert {"seq", "ply", "seat", "kind", "action", "log", "turn", "barrier", "at", "details"} == events[0].keys()


def test_an_action_is_answered_and_everybody_sees_it(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    action, before = asha.actions[0], asha.seq
    answer = asha.act()
    assert answer == {"type": "ok", "id": answer["id"], "seq": before + 1}
    delta = bala.wait_for(lambda message: message["type"] == "delta" and bool(message["events"]))
    assert (delta["from"], delta["seq"]) == (before, before + 1)
    assert [(event["action"], event["seat"], event["kind"]) for event in delta["events"]] == [(action, 0, "act")]
    assert delta["view"] == asha.picture["view"]


def test_the_turn_is_confirmed(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    assert asha.request("confirm")["code"] == "nothing_to_confirm"
    asha.play_turn(confirm=False)
    assert asha.prompt["can_confirm"]
    assert asha.prompt["can_back"]
    bala.catch_up(asha.seq)
    assert bala.prompt["waiting_for"] == [0]
    assert bala.act("pass")["code"] == "not_your_turn"
    assert asha.request("confirm")["type"] == "ok"
    bala.catch_up(asha.seq)
    assert bala.prompt["mine"]
    assert bala.actions


def test_previews_on_request(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    asha.send({"type": "preview", "id": "p1", "base_seq": asha.seq})
    answer = asha.wait_for("preview")
    assert (answer["id"], answer["seq"]) == ("p1", asha.seq)
    assert {preview["action"] for preview in answer["previews"]} >= set(asha.actions)
    bala.send({"type": "preview", "id": "p2", "base_seq": bala.seq})
    assert bala.wait_for("preview")["previews"] == []


def test_previews_follow_new_choices_where_hello_asks_for_them(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    asha.hello(previews=True)
    for have_seq in (None, 0, asha.seq):
        if have_seq is not None:
            asha.hello(have_seq, previews=True)
        answer = asha.wait_for("preview")
        assert (answer["id"], answer["seq"]) == (None, asha.seq)
        assert {preview["action"] for preview in answer["previews"]} >= set(asha.actions)
    asha.act()
    answer = asha.wait_for("preview")
    assert answer["seq"] == asha.seq and {row["action"] for row in answer["previews"]} >= set(asha.actions)
    bala.catch_up(asha.seq)
    bala.request("preview")
    assert sum(message["type"] == "preview" for message in bala.log) == 1


def test_take_back_within_the_turn(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    view = asha.picture["view"]
    assert asha.request("back")["code"] == "nothing_to_take_back"
    asha.act()
    asha.act()
    assert asha.request("back", to_ply=asha.events[-1]["ply"] - 1)["type"] == "ok"
    assert asha.picture["view"] == view
    bala.catch_up(asha.seq)
    assert bala.picture["events"][-1]["kind"] == "back"
    assert bala.picture["view"] == view


def test_take_back_beyond_the_barrier_needs_consent(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    asha.play_turn()
    view = asha.picture["view"]
    assert asha.request("back")["type"] == "ok"
    assert asha.picture["view"] == view, "nothing happens before the others agree"
    assert asha.request("answer", agree=True)["code"] == "nothing_to_answer"
    bala.catch_up(asha.seq)
    assert bala.prompt["ask_back"]["by"] == 0
    assert bala.prompt["waiting_for"] == [1]
    assert bala.request("answer", agree=False)["type"] == "ok"
    asha.catch_up(bala.seq)
    assert asha.prompt["ask_back"] is None

    asha.request("back")
    bala.catch_up(asha.seq)
    assert bala.request("answer", agree=True)["type"] == "ok"
    bala.wait_until(lambda picture: picture["prompt"]["turn"] == 0)
    asha.catch_up(bala.seq)
    assert asha.prompt["mine"]


def test_a_repeat_is_harmless(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    message = {"type": "act", "id": "once", "base_seq": asha.seq, "action": asha.actions[0]}
    asha.send(message)
    first = asha.wait_for("ok")
    for _ in range(3):
        asha.send(message)
        assert asha.wait_for("ok") == first
    assert asha.seq == first["seq"], "applied once"


def test_a_repeat_after_a_lost_connection(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "me"}, {"kind": "local", "name": "Bala"}])
    page = asha.look(table)
    message = {"type": "act", "id": "once", "base_seq": page.seq, "action": page.actions[0]}
    page.send(message)
    first = page.wait_for("ok")
    page.close()
    again = asha.connect(table)
    again.hello(have_seq=page.seq)
    again.send(message)
    assert again.wait_for("ok") == first
    assert again.seq == first["seq"]


def test_a_stale_request_gets_the_whole_picture(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    old = asha.seq
    asha.act()
    answer = asha.request("act", base_seq=old, action=asha.actions[0])
    assert (answer["type"], answer["code"]) == ("rejected", "stale")
    assert answer["sync"]["seq"] == asha.seq
    assert answer["sync"]["type"] == "sync"
    assert asha.request("act", base_seq=asha.seq + 5, action=asha.actions[0])["code"] == "stale"


def test_an_illegal_action_is_explained(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    answer = asha.act("take Z9")
    assert answer["code"] in ("unknown_action", "illegal_action")
    assert answer["reason"]["text"]
    assert "refusal." in answer["reason"]["key"]
    assert answer["sync"]["view"] == asha.picture["view"]
    assert asha.act()["type"] == "ok", "the match goes on"


def test_who_does_not_sit_here_cannot_play(two_pages: TwoPages, arrive: Arrive) -> None:
    _, _, table = two_pages
    watcher = arrive("Watcher").look(table)
    assert watcher.picture["table"]["you"] == []
    assert watcher.picture["choices"] == []
    for type in ("confirm", "back"):
        assert watcher.request(type)["code"] == "not_seated"
    assert watcher.act("pass")["code"] == "not_seated"


def test_reconnecting_catches_up(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    have = bala.seq
    bala.close()
    asha.play_turn()
    again = bala.again()
    delta = again.hello(have_seq=have)
    assert (delta["type"], delta["from"], delta["seq"]) == ("delta", have, asha.seq)
    assert [event["seq"] for event in delta["events"]] == list(range(have + 1, asha.seq + 1))
    assert delta["view"] == asha.picture["view"]
    assert bala.again().hello(have_seq=10_000)["type"] == "sync", "a number from the future means: start anew"


def test_hello_again_is_a_resync(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    assert asha.hello(have_seq=0)["type"] == "sync"
    assert asha.hello(have_seq=asha.seq)["events"] == []


def test_another_protocol_is_refused(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.connect(asha.open_table())
    page.send({"type": "hello", "proto": 2, "have_seq": 0})
    assert page.wait_for("error")["code"] == "unsupported_proto"
    with pytest.raises(ConnectionClosed):
        page.receive()


def test_a_connection_begins_with_hello(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.connect(asha.open_table())
    assert page.request("act", action="pass")["code"] == "malformed"
    page.send({"type": "ping", "id": "p"})
    assert page.wait_for("pong")["id"] == "p"


def test_a_table_that_is_not_there(arrive: Arrive) -> None:
    page = arrive("Asha").connect("nowhere")
    assert page.wait_for("error")["code"] == "not_found"


def test_a_table_without_spectators(arrive: Arrive) -> None:
    table = arrive("Asha").open_table(spectators=False)
    page = arrive("Watcher").connect(table)
    assert page.wait_for("error")["code"] == "forbidden"


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1", "null"])
def test_a_foreign_origin_is_refused(arrive: Arrive, origin: str) -> None:
    asha = arrive("Asha")
    table = asha.open_table()
    with pytest.raises(InvalidStatus) as error:
        asha.connect(table, Origin=origin)
    assert error.value.response.status_code == 403


def test_the_own_origin_is_welcome(arrive: Arrive, server: RunningServer) -> None:
    asha = arrive("Asha")
    page = asha.connect(asha.open_table(), Origin=f"http://{server.address}")
    assert page.hello()["type"] == "sync"


BAD = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"act"',
    "{}",
    '{"type": "dance", "id": "x"}',
    '{"type": "act"}',
    '{"type": "act", "id": "x", "base_seq": "1", "action": "pass"}',
    '{"type": "act", "id": "x", "base_seq": -1, "action": "pass"}',
    '{"type": "act", "id": 7, "base_seq": 1, "action": "pass"}',
    '{"type": "act", "id": "x", "base_seq": 1, "action": 5}',
    '{"type": "act", "id": "x", "base_seq": 1e999, "action": "pass"}',
    '{"type": "back", "id": "x", "base_seq": 1, "to_ply": -3}',
    '{"type": "answer", "id": "x", "base_seq": 1, "agree": "yes"}',
    '{"type": "hello"}',
    '{"type": "act", "id": "x", "base_seq": 1, "action": "pa\\u0000ss"}',
    '{"a":' * 400,
    "\ud800".encode("utf-8", "replace").decode(),
]


def test_malformed_messages_get_a_code_and_do_no_harm(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    seq = asha.seq
    for text in BAD:
        asha.send(text)
        answer = asha.wait_for("rejected")
        assert answer["code"] == "malformed", text
        assert answer["reason"]["text"]
        assert answer["sync"] is None
    asha.send(b"\x00\x01binary")
    assert asha.wait_for("rejected")["code"] == "malformed"
    assert asha.seq == seq
    assert asha.act()["type"] == "ok", "the match goes on"


def test_a_message_that_is_too_long(two_pages: TwoPages) -> None:
    asha, _, _ = two_pages
    asha.send({"type": "act", "id": "x", "base_seq": asha.seq, "action": "x" * 5000})
    assert asha.wait_for("rejected")["code"] == "too_large"
    assert asha.act()["type"] == "ok", "the match goes on"


def test_a_message_that_is_far_too_long_ends_the_connection_only(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    asha.send("x" * 200_000)
    with pytest.raises(ConnectionClosed):
        asha.wait_for("nothing")
    bala.wait_until(lambda picture: not picture["table"]["seats"][0]["connected"])
    again = asha.again()
    again.hello()
    assert again.act()["type"] == "ok", "the match goes on"


def test_a_flood_is_coded_and_does_no_harm(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    asha = arrive("Asha", start(socket_limit="20/2 seconds"))
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    for number in range(60):
        page.send({"type": "ping", "id": f"p{number}"})
    codes = [page.wait_for(lambda m: m["type"] in ("pong", "rejected")).get("code") for _ in range(60)]
    assert "flood" in codes
    again = page.act()
    while again.get("code") == "flood":  # wait for the next window, as the answer asks
        time.sleep(0.2)
        again = page.act()
    assert again["type"] == "ok", "the match goes on"


def test_who_does_not_stop_is_shown_out(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    """Each answer is read before the next message is sent; otherwise the client could be dropped as too slow a
    reader first."""
    asha = arrive("Asha", start(socket_limit="5/hour"))
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    answers: list[Message] = []
    while not answers or answers[-1]["type"] != "error":
        page.send({"type": "ping", "id": f"p{len(answers)}"})
        answers.append(page.wait_for(lambda m: m["type"] in ("pong", "rejected", "error")))
    assert answers[-1]["code"] == "flood" and len(answers) < 120


def random_message(rng: random.Random, page: Page) -> Any:
    """Return a random message, anything from nonsense to a sensible request."""
    fields: dict[str, Any] = {
        "type": rng.choice(["act", "confirm", "back", "answer", "preview", "ping", "hello", "x", None]),
        "id": rng.choice([f"r{rng.random()}", "same", 5, None, ""]),
        "base_seq": rng.choice([page.seq, page.seq - 1, 0, 10**20, -1, "3", None]),
        "action": rng.choice([*page.picture["choices"], "pass", "take K3", "", 4, None, "é" * 50]),
        "to_ply": rng.choice([0, 3, 10**9, -1, None, "x"]),
        "agree": rng.choice([True, False, 1]),
        "proto": 1,
        "have_seq": rng.choice([0, page.seq]),
    }
    if isinstance(fields["action"], dict):
        fields["action"] = fields["action"]["action"]
    kept = {name: value for name, value in fields.items() if rng.random() < 0.9}
    text = json.dumps(kept)
    return text[: rng.randrange(len(text))] if rng.random() < 0.1 else text


def test_random_messages_are_all_answered(two_pages: TwoPages) -> None:
    asha, bala, _ = two_pages
    rng = random.Random(5)
    for number in range(150):
        page = rng.choice([asha, bala])
        page.send(random_message(rng, page))
        page.send({"type": "ping", "id": f"end{number}"})
        page.wait_for(lambda message, number=number: message.get("id") == f"end{number}")
        answers = [m for m in page.log if m["type"] in ("ok", "rejected", "pong", "sync", "delta", "preview")]
        assert answers
    asha.send({"type": "hello", "proto": 1, "have_seq": 0})
    asha.wait_for("sync")
    assert asha.picture["table"]["status"] in ("playing", "over")


def test_a_slow_client_is_dropped_and_comes_back(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    slow = start(backlog=4)
    asha = arrive("Asha", slow)
    table = asha.open_table([{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}], options={})
    lazy = asha.connect(table)
    lazy.send({"type": "hello", "proto": 1, "have_seq": 0})
    eager = asha.look(table)
    eager.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    last = lazy.wait_for(lambda message: message["type"] == "error" or message.get("seq") == eager.seq)
    if last["type"] == "error":  # unless the network's buffers were large enough for all of it
        assert last["code"] == "resync"
    assert asha.connect(table).hello()["seq"] == eager.seq


def test_several_people_on_one_device(arrive: Arrive) -> None:
    asha = arrive("Asha")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bala"}, {"kind": "local"}]
    page = asha.look(asha.open_table(seats))
    assert [seat["name"] for seat in page.picture["table"]["seats"]] == ["Asha", "Bala", "Asha 3"]
    assert page.picture["table"]["you"] == [0, 1, 2]
    for _ in range(6):
        page.play_turn()
    assert page.prompt["result"] is not None


def test_one_person_against_bots(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.look(
        asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}])
    )
    for _ in range(QUICK["rounds"]):
        page.play_turn()
    page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    assert any(message["type"] == "thinking" and message["on"] for message in page.log)


def test_a_take_back_stops_the_bots(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    asha = arrive("Asha", start(bot_pace=30.0))
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}]))
    page.play_turn()
    page.wait_for(lambda message: message["type"] == "thinking" and message["on"])
    seq = page.seq
    assert page.request("back")["type"] == "ok"
    page.wait_until(lambda picture: picture["prompt"]["mine"])
    assert page.events[-1]["kind"] == "back"
    assert page.seq > seq
    page.play_turn()


def test_a_decision_is_taken_back_although_bots_have_moved_since(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.look(asha.open_table([{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 3]))
    page.play_turn()
    seen = page.seq
    page.wait_until(lambda picture: bool(picture["choices"]))
    decided = [event for event in page.events if event["kind"] == "act" and event["seat"] == 0][-1]
    assert page.seq > seen
    assert page.request("back", base_seq=seen)["type"] == "ok"
    assert (page.events[-1]["kind"], page.events[-1]["action"]) == ("back", str(decided["ply"]))
    assert page.prompt["mine"]
    for old in (seen, page.seq + 5):
        assert page.request("back", base_seq=old)["code"] == "stale", "another decision would be taken back"

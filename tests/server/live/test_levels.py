"""Bot levels that change during a game, and third-party bots at tables, including faulty ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from mandapa.bots import Bot, external_policies
from mandapa.kernel.errors import OptionError
from mandapa.server.tables.create import check_external_bots

from ..conftest import TIMEOUT, Guest, RunningServer

Arrive = Callable[..., Guest]
WithPlayers = Callable[..., tuple[Guest, RunningServer]]
BOTH = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
HERE = "tests.bots.policies"


def level(guest: Guest, table: str, seat: int, bot: str) -> Any:
    return guest.post(f"/api/tables/{table}/seats/{seat}/level", {"bot": bot})


def bot_of(seat: int) -> Callable[[dict[str, Any]], str]:
    return lambda picture: str(picture["table"]["seats"][seat]["bot"])


def test_who_opened_a_table_changes_the_level_of_a_computer_player(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table(BOTH)
    page = asha.look(table)
    assert page.picture["table"]["sets_levels"]
    assert level(asha, table, 1, "adept") == {}
    page.wait_until(lambda picture: bot_of(1)(picture) == "adept")
    assert page.events[-1]["log"] == {"key": "table.log.level", "params": {"seat": 1, "bot": "adept"}}
    page.play_turn()
    page.wait_until(lambda picture: picture["prompt"]["turn"] == 0 or picture["prompt"]["result"] is not None)
    record = asha.get(f"/api/tables/{table}/record")
    assert record["schema"] == 2 and record["seats"][1]["bot"] == "random"
    assert "level adept" in [entry["text"] for entry in record["entries"]]


def test_nobody_else_does_and_nobody_once_others_play(arrive: Arrive) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([*BOTH, {"kind": "open"}])
    path = f"/api/tables/{table}/seats/1/level"
    assert bala.refused("POST", path, {"bot": "adept"})[1]["code"] == "may_not_level"
    assert level(asha, table, 1, "novice") == {}, "nobody has sat down to that yet"
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["2"])
    for guest in (asha, bala):
        assert guest.refused("POST", path, {"bot": "adept"})[1]["code"] == "may_not_level"
        assert not guest.look(table).picture["table"]["sets_levels"]


def test_what_cannot_be_changed_is_refused(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table(BOTH)
    for seat, bot, code in (
        (1, "hal", "unknown_bot"),
        (1, f"{HERE}:last", "malformed"),
        (1, "random", "seat_unavailable"),
        (0, "adept", "seat_unavailable"),
        (7, "adept", "not_found"),
    ):
        error = asha.refused("POST", f"/api/tables/{table}/seats/{seat}/level", {"bot": bot})[1]
        assert error["code"] == code
    asha.post(f"/api/tables/{table}/close")
    error = asha.refused("POST", f"/api/tables/{table}/seats/1/level", {"bot": "adept"})[1]
    assert error["code"] == "may_not_level"


# ---------------------------------------------------------------- third-party bots

hanging = threading.Event()


def hangs(question: Any) -> str:
    """Block until the test is over."""
    hanging.wait(60)
    return str(question.legal_actions[0])


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[str, ...]]]:
    """Let installed packages offer these bots; return their names as a host would choose them."""

    def offer(**values: str) -> tuple[str, ...]:
        points = {name: EntryPoint(name, value, external_policies.GROUP) for name, value in values.items()}
        monkeypatch.setattr(external_policies, "_points", lambda: points)
        external_policies.load_installed.cache_clear()
        return tuple(values)

    yield offer
    external_policies.load_installed.cache_clear()


@pytest.fixture
def with_players(
    arrive: Arrive, start: Callable[..., RunningServer], offered: Callable[..., tuple[str, ...]]
) -> Callable[..., tuple[Guest, RunningServer]]:
    """A server with such bots, and a guest on it."""

    def begin(seconds: float = 60.0, **values: str) -> tuple[Guest, RunningServer]:
        server = start(bots=offered(**values), bot_seconds=seconds)
        return arrive("Asha", server), server

    return begin


def test_a_player_of_another_package_sits_at_a_table(with_players: WithPlayers) -> None:
    asha, _ = with_players(taker=f"{HERE}:last", nimmer=f"{HERE}:only_nim")
    kerala = next(game for game in asha.get("/api/games") if game["name"] == "kerala")
    expected = {"name": "taker", "title": "taker", "description": "Take the last action. (tests)", "about": None}
    assert kerala["bots"][-1] == expected
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "taker"}]))
    while page.prompt["result"] is None:
        page.play_turn()
        page.wait_until(lambda picture: bool(picture["choices"]) or picture["prompt"]["result"] is not None)
    assert bot_of(1)(page.picture) == "taker"
    plan = {"game": "kerala", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nimmer"}]}
    assert asha.refused("POST", "/api/tables", plan)[1]["code"] == "unknown_bot"


def test_what_the_host_has_not_chosen_is_not_offered(
    arrive: Arrive, start: Callable[..., RunningServer], offered: Callable[..., tuple[str, ...]]
) -> None:
    offered(taker=f"{HERE}:last")
    asha = arrive("Asha", start())
    plan = {"game": "kerala", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "taker"}]}
    assert asha.refused("POST", "/api/tables", plan)[1]["code"] == "unknown_bot"


@pytest.mark.parametrize("policy", ["raises", "nothing", "illegal", "Unmakeable"])
def test_where_one_fails_adept_plays_on_and_everybody_is_told(with_players: WithPlayers, policy: str) -> None:
    asha, _ = with_players(broken=f"{HERE}:{policy}")
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "broken"}]))
    page.play_turn()
    page.wait_until(lambda picture: bot_of(1)(picture) == "adept")
    page.wait_until(lambda picture: bool(picture["choices"]))
    logs = [event["log"] for message in page.log for event in message.get("events", [])]
    assert {"key": "table.log.fail", "params": {"seat": 1, "bot": "adept"}} in logs


def test_who_never_answers_has_failed_too(with_players: WithPlayers, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging.clear()
    asha, server = with_players(seconds=0.2, slow=f"{__name__}:hangs")
    pool = server.app.state.services.bot_pool
    choose = pool.choose

    async def limited(player: Bot, *more: Any) -> str | None:
        if player.name != "slow":  # on a busy machine adept needs longer, too
            monkeypatch.setattr(pool, "_seconds", TIMEOUT)
        chosen: str | None = await choose(player, *more)
        return chosen

    monkeypatch.setattr(pool, "choose", limited)
    try:
        page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "slow"}]))
        page.play_turn()
        page.wait_until(lambda picture: bot_of(1)(picture) == "adept")
    finally:
        hanging.set()
    page.wait_until(lambda picture: bool(picture["choices"]))


def test_another_level_takes_over_a_thought_that_is_under_way(
    with_players: WithPlayers,
) -> None:
    hanging.clear()
    asha, _ = with_players(slow=f"{__name__}:hangs")
    try:
        table = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "slow"}])
        page = asha.look(table)
        page.play_turn()
        page.wait_for("thinking")
        level(asha, table, 1, "adept")
    finally:
        hanging.set()
    page.wait_until(lambda picture: bool(picture["choices"]))
    assert bot_of(1)(page.picture) == "adept"
    texts = [entry["text"] for entry in asha.get(f"/api/tables/{table}/record")["entries"] if entry["seat"] == 1]
    assert texts[0] == "level adept", "what the slow one had thought of is not played"


def test_a_host_is_told_of_a_choice_that_cannot_be(offered: Callable[..., tuple[str, ...]]) -> None:
    offered(taker=f"{HERE}:last", broken="nowhere_at_all:policy")
    check_external_bots(["taker"])
    with pytest.raises(OptionError, match="found 'hal', expected players of installed packages: broken"):
        check_external_bots(["hal"])
    with pytest.raises(OptionError, match="broken of nowhere_at_all cannot be imported"):
        check_external_bots(["broken"])
    with pytest.raises(OptionError, match="MANDAPA_BOTS: found 'adept'"):
        check_external_bots(["adept"])

"""Adaptive difficulty: the rule that finds a suitable bot level, and the games that count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mandapa.server.tables.adaptive_level import GameAtLevel, LevelSuggestion, suggest_level

from ..conftest import Guest, RunningServer

Arrive = Callable[..., Guest]


def games(*results: str) -> list[GameAtLevel]:
    """Build results: ``novice+`` is a win against novice, ``novice-`` a loss; the newest first."""
    return [GameAtLevel(one[:-1], one[-1] == "+") for one in results]


@pytest.mark.parametrize(
    ("played", "level", "why"),
    [
        ((), "beginner", "first"),
        (("novice+",), "novice", "stay"),
        (("novice+", "novice+"), "adept", "up"),
        (("novice-", "novice-"), "beginner", "down"),
        (("novice+", "novice-"), "novice", "stay"),
        (("adept+", "novice+"), "adept", "stay"),
        (("adept+", "adept+", "novice-"), "master", "up"),
        (("grandmaster+", "grandmaster+"), "grandmaster", "top"),
        (("beginner-", "beginner-"), "beginner", "bottom"),
        (("novice+", "random-", "novice+"), "adept", "up"),
        (("random+", "random+"), "beginner", "first"),
    ],
)
def test_two_won_lead_up_and_two_lost_lead_down(played: tuple[str, ...], level: str, why: str) -> None:
    found = suggest_level(games(*played))
    assert (found.level, found.why) == (level, why)


def test_it_says_what_was_played_last() -> None:
    assert suggest_level(games("novice+", "novice+")) == LevelSuggestion("adept", "up", "novice")


# ---------------------------------------------------------------- games that count


def resign(guest: Guest, bot: str, **more: object) -> str:
    """Lose a game against a bot by resigning."""
    table = guest.open_table([{"kind": "me"}, {"kind": "bot", "bot": bot}], **more)
    guest.post(f"/api/tables/{table}/seats/0/resign")
    return table


def suits(guest: Guest, game: str = "kerala") -> dict[str, str | None]:
    found: dict[str, str | None] = guest.get(f"/api/me/level?game={game}")
    return found


def test_postgresql_finds_the_same_games(arrive: Arrive, start: Callable[..., RunningServer], postgresql: str) -> None:
    asha = arrive("Asha", start(database=postgresql))
    resign(asha, "master")
    resign(asha, "master")
    assert suits(asha) == {"level": "adept", "why": "down", "last": "master"}


def test_a_table_takes_the_level_of_who_opens_it(arrive: Arrive) -> None:
    asha = arrive("Asha")
    assert suits(asha) == {"level": "beginner", "why": "first", "last": None}
    resign(asha, "master")
    assert suits(asha) == {"level": "master", "why": "stay", "last": "master"}
    resign(asha, "master")
    assert suits(asha) == {"level": "adept", "why": "down", "last": "master"}
    table = asha.open_table([{"kind": "me"}, *[{"kind": "bot", "bot": "adjust"}] * 2], options={"rounds": 2})
    assert [seat["bot"] for seat in asha.get(f"/api/tables/{table}")["seats"]] == [None, "adept", "adept"]
    assert suits(asha, "hampi")["why"] == "first", "of another game nothing is known"
    assert suits(arrive("Bala"))["why"] == "first", "of somebody else neither"


def test_partners_do_not_adjust(arrive: Arrive) -> None:
    asha = arrive("Asha")
    assert [game["name"] for game in asha.get("/api/games") if not game["adjusts"]] == ["menara"]
    assert asha.refused("GET", "/api/me/level?game=menara")[0] == 404
    plan = {"game": "menara", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "adjust"}]}
    assert asha.refused("POST", "/api/tables", plan)[1]["code"] == "unknown_bot"


def test_a_game_that_is_won_counts_as_won(arrive: Arrive) -> None:
    asha = arrive("Asha")
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "beginner"}]))
    while page.prompt["result"] is None:
        page.play_turn()
        page.wait_until(lambda picture: bool(picture["choices"]) or picture["prompt"]["result"] is not None)
    (stored,) = asha.get("/api/tables?mine=5")["mine"]
    won = 0 in page.prompt["result"]["winners"]
    resign(asha, "beginner")
    assert stored["status"] == "over"
    assert suits(asha)["why"] == ("stay" if won else "bottom")


def test_games_with_others_or_with_another_level_meanwhile_do_not_count(arrive: Arrive) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    mixed = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "master"}, {"kind": "open"}], options={"rounds": 2})
    bala.sit_down(asha.get(f"/api/tables/{mixed}")["invites"]["2"])
    asha.post(f"/api/tables/{mixed}/seats/0/resign")
    bala.post(f"/api/tables/{mixed}/seats/2/resign")
    changed = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "master"}])
    asha.post(f"/api/tables/{changed}/seats/1/level", {"bot": "adept"})
    asha.post(f"/api/tables/{changed}/seats/0/resign")
    closed = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "master"}])
    asha.post(f"/api/tables/{closed}/close")
    assert suits(asha)["why"] == "first"

"""The story of a finished match, and its correctness."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mandapa import library
from mandapa.games.hampi.show.highlights import highlights as of_hampi
from mandapa.games.indus.show.highlights import highlights as of_indus
from mandapa.games.menara.show.highlights import highlights as of_menara
from mandapa.play import Match, Seat, story
from mandapa.play.story import Turn, ahead_throughout, best_turn, close, comeback, largest_turn, record_of

RECORDS = Path(__file__).resolve().parents[1] / "records"
ACTION = re.compile(r" *\d+ [0-9a-f]{16} (?:chance|seat \d): (?P<text>.*)")
AT = "2026-01-02T03:04:05.000Z"


def written(name: str) -> Match:
    """Return a written playthrough as a match among bots."""
    lines = (RECORDS / f"{name}.txt").read_text("utf-8").splitlines()
    options: dict[str, Any] = json.loads(lines[1].removeprefix("options: "))
    game = library.load(name.partition("/")[0], **options)
    match = Match(game, [Seat(seat, "bot", "random") for seat in "ABCDE"[: game.players]])
    for action in filter(None, (ACTION.fullmatch(line) for line in lines)):
        seat = match.to_act
        if seat is None:
            match.add_referee_outcome(action["text"], {}, AT) if match.referee_due else match._append(
                "chance", None, action["text"], AT
            )
        else:
            match.act(seat, action["text"], AT)
    return match


def turns(*points: tuple[float, ...]) -> list[Turn]:
    """Yield turns of the seats one after the other, with all players' points after each."""
    before = (0.0,) * len(points[0])
    found = []
    for number, after in enumerate(points, start=1):
        seat = (number - 1) % len(after)
        found.append(Turn(number, seat, 2 * number, after, after[seat] - before[seat]))
        before = after
    return found


@pytest.mark.parametrize("name", ["kerala/three_players", "indus/two_players", "chola/expert_two", "hampi/quick"])
def test_the_best_turns_are_those_of_the_record(name: str) -> None:
    match = written(name)
    assert match.status == "over"
    for seat, best in enumerate(story(match).best):
        assert best is not None
        assert match.actions[best.ply].turn == best.number
        assert match.actions[best.ply].owner == seat
        last = max(event.ply for event in match.actions if event.turn == best.number)
        before, after = (match.state.at(ply).scores()[seat] for ply in (best.ply, last + 1))
        assert best.gain == after - before > 0


def test_of_equal_turns_the_first_is_the_best() -> None:
    played = turns((3, 0), (3, 0), (6, 0), (6, 0))
    best = best_turn(played, 0)
    assert best is not None
    assert (best.number, best.gain) == (1, 3)
    assert best_turn(played, 1) is None, "no turn of theirs brought anything"


def test_a_comeback_is_from_the_last_place_at_half_of_the_turns() -> None:
    behind = turns((0, 0), (0, 9), (2, 9), (2, 9), (12, 9), (14, 9))
    (praise,) = comeback(behind, [0])
    assert (praise.seat, dict(praise.words.params)) == (0, {"seat": 0, "points": 7})
    assert comeback(behind, [0, 1]) == [], "who shares a win has not overtaken everybody"
    assert comeback(turns((8, 0), (8, 9), (8, 9), (8, 9), (20, 9), (20, 9)), [0]) == [], "a point behind is not much"
    assert comeback(turns((5, 9, 0), (5, 9, 0), (5, 9, 0), (14, 9, 0)), [0]) == [], "another one was last"


def test_ahead_throughout_is_from_an_early_turn_to_the_end() -> None:
    led = turns((0, 0), (2, 0), (3, 1), (4, 3), (5, 3), (6, 5))
    (praise,) = ahead_throughout(led, [0])
    assert dict(praise.words.params) == {"seat": 0, "turn": 2, "turns": 6}
    assert ahead_throughout(turns((1, 0), (2, 0), (3, 1), (4, 4), (5, 4), (6, 5)), [0]) == [], "the other one caught up"


def test_a_close_win() -> None:
    assert dict(close([20, 22, 9], [1])[0].words.params) == {"seat": 1, "points": 2}
    assert dict(close([22, 22], [1])[0].words.params)["points"] == 0, "what decides ties has decided"
    assert close([20, 23], [1]) == []
    assert close([20, 20], [0, 1]) == []


def test_points_that_do_not_decide_make_no_rivalry() -> None:
    """In Hampi the Jewel wins: a lead, a comeback or a tie on points says nothing about the end."""
    keys = {praise.words.key for name in ("hampi/quick", "hampi/two_players") for praise in story(written(name)).praise}
    assert keys
    assert not keys & {"praise.ahead", "praise.close", "praise.comeback"}


def test_the_largest_turn_is_larger_than_any_other() -> None:
    four, seven = Turn(1, 0, 0, (4.0, 0.0), 4.0), Turn(2, 1, 3, (4.0, 7.0), 7.0)
    assert largest_turn([four, seven])[0].seat == 1
    assert largest_turn([four, Turn(2, 1, 3, (4.0, 4.0), 4.0)]) == []
    assert largest_turn([four, None]) == []


def test_a_record_needs_games_before() -> None:
    assert record_of(2, 31, [30, 12, 8])[0].words.params["before"] == 30
    assert record_of(2, 30, [30, 12, 8]) == []
    assert record_of(2, 31, [30, 12]) == []


def test_a_match_that_somebody_gave_up_is_not_praised() -> None:
    match = Match(library.load("kerala", players=2, rounds=3), [Seat("Asha", "person"), Seat("Bala", "bot", "random")])
    match.resign(0, "random", AT)
    assert story(match).to_json() == {"best": [None, None], "praise": []}


# ---------------------------------------------------------------- stories of the games


def zone(tiles: int, leaders: list[int]) -> dict[str, Any]:
    return {"kind": "land", "cells": [(n, 0) for n in range(tiles)], "leaders": leaders, "each_total": 4}


@pytest.mark.parametrize(
    ("zones", "praised"),
    [
        (([zone(6, [0])], [zone(5, [1])]), [0]),
        (([zone(6, [0, 1])], [zone(6, [0, 1])]), []),
        (([zone(4, [0])], []), []),
        (([], []), []),
    ],
)
def test_hampi_names_the_largest_zone_that_paid_one_alone(zones: Any, praised: list[int]) -> None:
    sheets: Any = [{"seat": seat, "zones": own} for seat, own in enumerate(zones)]
    assert [one["seat"] for one in of_hampi(sheets)] == praised


def test_indus_names_who_is_alone_in_most_ruins() -> None:
    def sheet(seat: int, team: str, *ruins: dict[str, int]) -> dict[str, Any]:
        return {"seat": seat, "teams": [{"team": team}], "ruins": [{"counts": counts} for counts in ruins]}

    sheets: Any = [
        sheet(0, "blue", {"blue": 2}, {"blue": 1, "red": 0}),
        sheet(1, "red", {"red": 3}, {"blue": 1, "red": 2}),
    ]
    assert [(one["seat"], one["params"]["ruins"]) for one in of_indus(sheets)] == [(0, 2)]


@pytest.mark.parametrize(
    ("won", "start", "failed", "key"),
    [
        (True, 3, 0, ["menara.praise.flawless"]),
        (True, 3, 1, ["menara.praise.above"]),
        (False, 3, 0, []),
        (True, 0, 0, []),
    ],
)
def test_menara_praises_a_win_with_cards(won: bool, start: int, failed: int, key: list[str]) -> None:
    sheet: Any = {"won": won, "target": {"start": start, "failed": failed}, "done": {"easy": 4}, "total": 2}
    assert [one["key"] for one in of_menara([sheet])] == key


def test_kerala_and_chola_read_their_sheets() -> None:
    """Some player in the written games is praised, and the praise agrees with the sheet."""
    chola = written("chola/expert_three")
    (carved,) = (one for one in story(chola).praise if one.words.key == "chola.praise.carved")
    sheets = chola.state.scores(explain=True)
    assert (
        carved.words.params["sculptures"] == max(sheet["carved"] for sheet in sheets) == sheets[carved.seat]["carved"]
    )
    kerala = library.load("kerala").type.presentation.highlights
    whole = {"removed": {"tiles": 0}, "missing": {"colours": []}, "standing": {"figures": 2}}
    broken = {**whole, "missing": {"colours": ["red"]}}
    assert [one["seat"] for one in kerala([{"seat": 0, **broken}, {"seat": 1, **whole}])] == [1]

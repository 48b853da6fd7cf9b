"""Indus: set-up positions: impossible ones are refused, accepted ones can be played to the end."""

from __future__ import annotations

import indus_reference as reference
import numpy as np
import pytest
from indus_play import of_team, plays, position, shown_stacks, shown_starts

import mandapa

GO = {"phase": "go", "roll": 1, "die": 2}


@pytest.mark.parametrize(
    ("players", "description", "message"),
    [
        (4, {"colour": "red"}, "position: found 'colour', expected"),
        (4, {"players": 3}, "players: found 3, expected 4"),
        (4, {"players": 4.0}, "players: found 4.0"),
        (4, {"stacks": ["34"]}, "stacks: found .*, expected an object"),
        (4, {"stacks": {"37": ["Bw"]}}, "stacks: found '37', expected a field such as 34"),
        (4, {"stacks": {34: ["Bw"]}}, "stacks: found 34"),
        (4, {"stacks": {"34": "Bw"}}, r"stacks\.34: found 'Bw'"),
        (4, {"stacks": {"34": ["Bx"]}}, r"stacks\.34: found 'Bx', expected a researcher"),
        (4, {"stacks": {"34": [["Bw"]]}}, r"stacks\.34: found \['Bw'\], expected a researcher"),
        (3, {"stacks": {"34": ["Rw"]}}, r"stacks\.34: found 'Rw', expected a researcher of a team that plays"),
        (4, {"stacks": {"34": ["Bw", "Yw", "Bw"]}}, r"stacks\.34: .* one team only \(IND-CAP-1\)"),
        (4, {"stacks": {"34": ["Bw"] * 17}}, r"stacks\.34: .* at most 16"),
        (4, {"stacks": {"34": ["Bw"] * 7}, "phase": "over"}, "position: found '7 blue workers', expected at most 6"),
        (4, {"stacks": {"34": ["Bw"] * 6}, "reserves": {"blue": [1, 0, 0]}, "phase": "add"}, "7 blue workers"),
        (
            2,
            {"stacks": {"34": ["Bp"] * 2, "35": ["Gw"]}, "phase": "own", "pending": "Bp", "die": 1},
            "3 blue professors",
        ),
        (4, {"starts": {"N7": "Bw"}}, "starts: found 'N7', expected .*N1"),
        (4, {"starts": {"N1": "B"}}, r"starts\.N1: found 'B'"),
        (4, {"starts": {"N1": None}}, r"starts\.N1: found None"),
        (4, {"reserves": {"pink": [1, 0, 0]}}, "reserves: found 'pink'"),
        (3, {"reserves": {"red": [1, 0, 0]}}, "reserves: found 'red', expected .*blue, yellow, green"),
        (4, {"reserves": {"blue": [1, 0]}}, r"reserves\.blue: found \[1, 0\]"),
        (4, {"reserves": {"blue": [-1, 0, 0]}}, r"reserves\.blue: found -1"),
        (4, {"reserves": {"blue": [True, 0, 0]}}, r"reserves\.blue: found True"),
        (4, {"reserves": {"blue": [7, 0, 0]}}, "7 blue workers"),
        (4, {"points": {"blue": 256}, "phase": "over"}, r"points\.blue: found 256"),
        (4, {"points": {"blue": 1.5}, "phase": "over"}, r"points\.blue: found 1.5"),
        (2, {"taken_back": [25, 0], "phase": "over"}, "taken_back: found 25, expected 0 to 24"),
        (2, {"taken_back": [1], "phase": "over"}, r"taken_back: found \[1\]"),
        (4, {"seat": 4}, "seat: found 4, expected 0 to 3"),
        (4, {"seat": True}, "seat: found True"),
        (4, {"phase": "setup"}, "phase: found 'setup'"),
        (4, {"phase": 5}, "phase: found 5"),
        (4, {"phase": "team"}, "phase: found 'team', expected .*three or four players"),
        (4, {"phase": "own", "pending": "Bw"}, "phase: found 'own'"),
        (4, {"team": "yellow", "starts": {"N1": "Bw"}, **GO}, "team: found 'yellow', expected a team of seat 0"),
        (2, {"team": "blue", "phase": "team"}, "team: found 'blue', expected .*none in phase team"),
        (2, {"team": "red", "starts": {"N1": "Bw"}, **GO}, "team: found 'red'"),
        (4, {"phase": "add"}, "reserves: found 'an empty reserve'"),
        (4, {}, "reserves: found 'an empty reserve'"),
        (2, {}, "position: found 'nobody left for seat 0'.*IND-TURN-2"),
        (2, {"starts": {"N1": "Yw"}}, "nobody left for seat 0"),
        (4, {"phase": "die"}, "starts: found 'nobody who may use roll 1'.*IND-ROLL-2"),
        (4, {"phase": "die", "starts": {"N1": "Yw"}}, "nobody who may use roll 1"),
        (4, {"phase": "die", "roll": 1, "starts": {"N1": "Bw"}}, "nobody who may use roll 2"),
        (4, {"phase": "die", "roll": 2, "starts": {"N1": "Ba"}}, "nobody who may use roll 3"),
        (4, {"phase": "die", "roll": 3, "starts": {"N1": "Bp"}}, "roll: found 3, expected 0 to 2"),
        (4, {"phase": "go", "roll": 2, "die": 1, "starts": {"N1": "Bw"}}, "nobody who may use roll 2"),
        (4, {"phase": "go", "roll": 0, "starts": {"N1": "Bw"}}, "roll: found 0"),
        (4, {"phase": "go", "roll": 1, "die": 7, "starts": {"N1": "Bw"}}, "die: found 7, expected 1 to 6"),
        (4, {"phase": "go", "roll": 1, "die": 0, "starts": {"N1": "Bw"}}, "die: found 0"),
        (4, {"phase": "die", "die": 3, "starts": {"N1": "Bw"}}, "die: found 3, expected 0"),
        (4, {"phase": "add", "roll": 1, "reserves": {"blue": [1, 0, 0]}}, "roll: found 1"),
        (4, {"pending": "Bw", "starts": {"N1": "Bw"}, **GO}, "pending: found 'Bw', expected .*phase own"),
        (2, {"phase": "own", "die": 1}, "pending: found None"),
        (2, {"phase": "own", "die": 1, "pending": "Yw"}, "pending: found 'Yw', expected an own researcher of seat 0"),
        (4, {"phase": "over", "reserves": {"red": [0, 0, 1]}}, "position: found '1 researchers left'.*IND-END-1"),
        (4, {"phase": "over", "starts": {"N1": "Bw"}}, "1 researchers left"),
        (
            4,
            {"phase": "place", "reserves": {"blue": [1, 0, 0]}, "placed": 8},
            "found '8 placed', expected .*fewer than 8",
        ),
        (4, {"phase": "place", "reserves": {"blue": [1, 0, 0]}, "placed": 10}, "placed: found 10"),
    ],
)
def test_what_cannot_be(players, description, message):
    with pytest.raises(mandapa.PositionError, match=message):
        mandapa.load("indus", players=players).position(description)


def test_the_board_must_be_known():
    with pytest.raises(mandapa.PositionError, match="board: found 'random', expected"):
        mandapa.load("indus", board="random").position({"phase": "over"})


def test_what_is_not_said_is_empty():
    view = position(starts="N1:Bw", phase="die").view()
    assert shown_stacks(view) == {} and shown_starts(view) == {"N1": "Bw"}
    assert all(sum(row["reserve"].values()) == row["total"] == 0 for row in view["teams"])
    assert (view["turn"], view["team"], view["start_seat"], view["roll"], view["die"]) == (0, "blue", 0, 0, None)
    assert position(2, starts="N1:Bw").view()["phase"] == "team"
    assert position(3, reserves={"blue": [0, 1, 0]}).view()["phase"] == "add"


def test_own_is_a_phase_to_start_from():
    given = {"stacks": "24:Bw,Bw", "phase": "own", "pending": "Ga", "die": 2}
    for team, captor in (("green", "blue"), ("blue", "blue")):
        state = position(2, team=team, **given)
        assert state.legal_actions == ["take", "score"]
        state.apply("score")
        assert of_team(state.view(), captor)["captured"] == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_can_be_written_down_and_played_on(players):
    rng = np.random.default_rng(players)
    for number, state in enumerate(plays(7, players, placement="free")):
        view = state.view()
        if number % 31 or view["phase"] == "setup":
            continue
        again = mandapa.load("indus", players=players).position(written(state, view))
        assert again.legal_actions == state.legal_actions and again.scores() == state.scores()
        other = reference.at_position(written(state, view), players=players)
        while not again.is_terminal:
            text = str(rng.choice(again.legal_actions))
            again.apply(text)
            if view["phase"] not in ("place", "place_team"):
                other.apply(text)
        assert view["phase"] in ("place", "place_team") or again.scores() == other.scores()


def written(state, view):
    """Return the description of a state."""
    choosing = view["phase"] in ("team", "place_team", "over")
    rolled = {"roll": view["roll"], "die": view["die"] or 0} if view["phase"] in ("die", "go", "own") else {}
    own = {"pending": state.choices(view["seat"])[0]["piece"]} if view["phase"] == "own" else {}
    return {
        "stacks": shown_stacks(view),
        "starts": shown_starts(view),
        "reserves": {row["team"]: list(row["reserve"].values()) for row in view["teams"]},
        "points": {row["team"]: row["captured"] for row in view["teams"]},
        "taken_back": view["take_backs"] or [0, 0],
        "seat": view["turn"] or 0,
        "phase": view["phase"],
        **({} if choosing else {"team": view["team"]}),
        **rolled,
        **own,
    }

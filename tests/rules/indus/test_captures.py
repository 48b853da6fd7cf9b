"""Indus: stacks, securing and capturing (IND-CAP); games for two players (IND-TWO)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from indus_play import TEAMS, of_team, played, plays, position, shown_starts

POINTS = {"w": 1, "a": 2, "p": 3}


def landed(piece, on, players=4, **more):
    """Return the state after ``piece`` moved from N4 to 24, where ``on`` lay; ``more`` are further keys of the
    position."""
    seat = more.pop("seat", "BYGR".index(piece[0]) % players)
    if players == 2:
        more["team"] = TEAMS[piece[0]]
    starts = {"N4": piece, **more.pop("starts", {})}
    described = {"starts": starts, "stacks": {"24": on}, "seat": seat, "phase": "go", "roll": 1, "die": 2, **more}
    state = position(players, **described)
    state.apply("move N4")
    return state


def points(state):
    return {row["team"]: row["captured"] for row in state.view()["teams"]}


def field(state, name="24"):
    return next(row for row in state.view()["fields"] if row["field"] == name)


# ---------------------------------------------------------------- invariants of every game


@pytest.mark.clause("IND-CAP-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_stacks_of_whole_games(players):
    for state in plays(3, players, board="random"):
        for row in state.view()["fields"]:
            teams = Counter(TEAMS[piece[0]] for piece in row["stack"])
            if row["secured"]:
                assert set(teams) == {row["secured"]} and teams[row["secured"]] >= 2
            else:
                assert all(count == 1 for count in teams.values())


@pytest.mark.clause("IND-CAP-6", "IND-CAP-3", "IND-CAP-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_captured_pieces_are_paid_for_and_gone(players):
    state = played(7, players)
    view = state.view()
    on_board = Counter(piece for row in view["fields"] for piece in row["stack"])
    box = dict(zip("wap", [8, 5, 3] if players == 3 else [6, 4, 2], strict=True))
    teams = [row["team"][0].upper() for row in view["teams"]]
    lost = sum((box[rank] - on_board[team + rank]) * POINTS[rank] for team in teams for rank in "wap")
    assert sum(points(state).values()) == lost > 0


# ---------------------------------------------------------------- arriving


@pytest.mark.clause("IND-CAP-2")
@pytest.mark.parametrize("on", [[], ["Yw"], ["Gp", "Ra"], ["Yw", "Gp", "Ra"]])
def test_the_first_of_a_team_lies_on_top(on):
    state = landed("Ba", on)
    assert field(state)["stack"] == [*on, "Ba"] and field(state)["secured"] is None
    assert set(points(state).values()) == {0}


@pytest.mark.clause("IND-CAP-3", "IND-CAP-6")
@pytest.mark.parametrize("on", list(permutations(["Yw", "Ba", "Gp", "Rw"])), ids=" ".join)
def test_the_second_of_a_team_captures_all_others_above_and_below(on):
    state = landed("Bp", list(on))
    assert field(state)["stack"] == ["Ba", "Bp"] and field(state)["secured"] == "blue"
    assert points(state) == {"blue": 1 + 3 + 1, "yellow": 0, "green": 0, "red": 0}


@pytest.mark.clause("IND-CAP-4")
@pytest.mark.parametrize("on", [["Bw", "Bw"], ["Bw", "Ba", "Bp", "Bp"]])
def test_further_pieces_go_on_top_of_the_own_field(on):
    state = landed("Ba", on)
    assert field(state)["stack"] == [*on, "Ba"] and field(state)["secured"] == "blue"
    assert set(points(state).values()) == {0}


@pytest.mark.clause("IND-CAP-5", "IND-CAP-6")
@pytest.mark.parametrize("piece", ["Bw", "Ba", "Bp", "Gp", "Rw"])
def test_arriving_on_a_field_of_somebody_else(piece):
    state = landed(piece, ["Yp", "Yw"])
    assert field(state)["stack"] == ["Yp", "Yw"] and field(state)["secured"] == "yellow"
    assert points(state) == {**dict.fromkeys(TEAMS.values(), 0), "yellow": POINTS[piece[1]]}
    assert all(sum(row["reserve"].values()) == 0 for row in state.view()["teams"])


@pytest.mark.clause("IND-CAP-7")
@pytest.mark.parametrize("decision", ["take", "score"])
def test_a_secured_field_belongs_to_the_team(decision):
    """Blue's field stays blue's when an enemy arrives, and when the same player's green does."""
    for number, arrivals in enumerate(permutations(["Gw", "Yw", "Rp"])):
        stack = ["Bw", "Ba"]
        for piece in arrivals:
            state = landed(piece, stack, 2 + 2 * (number % 2))
            if state.view()["phase"] == "own":
                state.apply(decision)
            assert field(state)["stack"] == stack and field(state)["secured"] == "blue"


@pytest.mark.clause("IND-CAP-8")
def test_a_lone_piece_is_secured_without_points():
    state = landed("Bp", ["Bw"])
    assert field(state)["stack"] == ["Bw", "Bp"] and field(state)["secured"] == "blue"
    assert set(points(state).values()) == {0}


@pytest.mark.clause("IND-CAP-2", "IND-CAP-3", "IND-CAP-4", "IND-CAP-5", "IND-CAP-6")
@pytest.mark.parametrize(
    ("on", "effect"),
    [
        ([], {"kind": "free", "on": None, "captured": [], "points": 0, "to": None}),
        (["Yw", "Gp"], {"kind": "covers", "on": "green", "captured": [], "points": 0, "to": None}),
        (["Bw"], {"kind": "secures", "on": "blue", "captured": [], "points": 0, "to": None}),
        (
            ["Yw", "Bw", "Gp"],
            {"kind": "secures", "on": "green", "captured": ["Yw", "Gp"], "points": 4, "to": "blue"},
        ),
        (["Bw", "Bw"], {"kind": "adds", "on": "blue", "captured": [], "points": 0, "to": None}),
        (["Yw", "Yw"], {"kind": "lost", "on": "yellow", "captured": ["Ba"], "points": 2, "to": "yellow"}),
    ],
)
def test_what_a_landing_does_is_told_before_and_logged(on, effect):
    state = position(starts="N4:Ba", stacks={"24": on}, phase="go", roll=1, die=2, points={"blue": 3, "yellow": 1})
    (move,) = [row for row in state.choices(0) if row["kind"] == "move"]
    expected = {"action": "move N4", "kind": "move", "space": "N4", "piece": "Ba", "field": "24", "effect": effect}
    assert move == expected
    logged = state.describe("move N4")
    assert logged["key"] == "indus.log.move"
    assert logged["params"]["effect"] == effect
    total = {"blue": 7, "yellow": 3}.get(effect["to"])
    assert logged["params"]["total"] == total
    (preview,) = [row for row in state.previews() if row["action"] == "move N4"]
    before = state.scores()[0]
    state.apply("move N4")
    assert preview["gain"] == state.scores()[0] - before
    assert preview["effect"] == effect and preview["own_choice"] is False


# ---------------------------------------------------------------- two players


@pytest.mark.clause("IND-TWO-1", "IND-TWO-2")
@pytest.mark.parametrize(
    ("starts", "reserves", "teams"),
    [
        ("N1:Bw", {}, ["blue"]),
        ("N1:Gw", {}, ["green"]),
        ("N1:Bw N2:Gw", {}, ["blue", "green"]),
        ("N1:Yw", {"green": [1, 0, 0]}, ["green"]),
        ("N1:Bw", {"green": [0, 0, 1]}, ["blue", "green"]),
        ("", {"blue": [1, 0, 0], "green": [0, 1, 0], "red": [1, 1, 1]}, ["blue", "green"]),
    ],
)
def test_teams_that_may_act(starts, reserves, teams):
    state = position(2, starts=starts, reserves=reserves)
    assert state.legal_actions == [f"team {team}" for team in teams]
    assert state.refusal("team red").clause == "IND-TWO-1"
    for team in {"blue", "green"} - set(teams):
        assert state.refusal(f"team {team}").clause == "IND-TWO-1"


@pytest.mark.clause("IND-TWO-1", "IND-TWO-3")
def test_the_whole_turn_is_the_chosen_teams():
    for state in plays(5, 2):
        view = state.view()
        if view["phase"] in ("add", "die", "go", "own"):
            assert view["team"] in [row["team"] for row in view["teams"] if row["seat"] == view["turn"]]
        if view["phase"] == "go":
            mine = {space for space, piece in shown_starts(view).items() if TEAMS[piece[0]] == view["team"]}
            assert {text.split()[1] for text in state.legal_actions if text != "reroll"} <= mine


@pytest.mark.clause("IND-TWO-3")
def test_the_other_team_gives_no_further_roll():
    state = position(2, starts="N1:Bw N2:Gp", phase="go", team="blue", roll=1, die=2)
    assert state.legal_actions == ["move N1"] and state.refusal("reroll").clause == "IND-ROLL-3"


@pytest.mark.clause("IND-TWO-4", "IND-TWO-5", "IND-TWO-6")
@pytest.mark.parametrize(
    ("piece", "on", "captor", "own"),
    [
        ("Ba", ["Bw", "Gp"], "blue", "Gp"),
        ("Ga", ["Bp", "Gw", "Yw", "Rw"], "green", "Bp"),
        ("Gw", ["Bw", "Bw"], "blue", "Gw"),
        ("Rp", ["Yw", "Yw"], "yellow", "Rp"),
    ],
)
@pytest.mark.parametrize("decision", ["take", "score"])
def test_an_own_piece_is_scored_or_taken_back(piece, on, captor, own, decision):
    state = landed(piece, on, 2)
    seat, owner = "BYGR".index(piece[0]) % 2, TEAMS[own[0]]
    enemies = sum(POINTS[other[1]] for other in on if TEAMS[other[0]] not in (captor, owner))
    assert state.view()["phase"] == "own" and state.current_player == seat
    assert state.legal_actions == ["take", "score"]
    assert points(state)[captor] == enemies  # opponents' pieces first
    stack = field(state)["stack"]
    worth = POINTS[own[1]]
    assert state.choices(seat)[1]["points"] == worth and state.choices(seat)[0]["piece"] == own
    state.apply(decision)
    scored = decision == "score"
    assert points(state) == {**dict.fromkeys(TEAMS.values(), 0), captor: enemies + worth * scored}
    reserve = [0, 0, 0]
    reserve["wap".index(own[1])] = int(not scored)
    assert list(of_team(state.view(), owner)["reserve"].values()) == reserve
    assert state.view()["take_backs"] == [int(not scored and seat == 0), int(not scored and seat == 1)]
    assert field(state)["stack"] == stack


@pytest.mark.clause("IND-TWO-5", "IND-TWO-6")
def test_opponents_are_never_taken_back():
    for piece, on in (("Ba", ["Bw", "Yp", "Ra"]), ("Ba", ["Yp", "Ya"])):
        state = landed(piece, on, 2)
        assert "take" not in state.history and state.view()["phase"] == "over"


@pytest.mark.clause("IND-TWO-6")
def test_the_chooser_is_the_player_whose_turn_it_is():
    seen = 0
    for seed in range(3):
        for state in plays(seed, 2):
            view = state.view()
            if view["phase"] == "own":
                seen += 1
                pieces = {row["piece"] for row in state.choices(view["seat"])}
                assert len(pieces) == 1 and view["seat"] == view["turn"]
                own = [row["team"] for row in view["teams"] if row["seat"] == view["seat"]]
                assert TEAMS[pieces.pop()[0]] in own
    assert seen > 1


@pytest.mark.clause("IND-TWO-7")
def test_a_piece_taken_back_is_added_in_the_next_turn():
    state = landed("Ga", ["Bw", "Bw"], 2, reserves={"yellow": [1, 0, 0]})
    state.apply("take")
    assert state.view()["turn"] == 1
    for text in ("team yellow", "add worker N1", "roll 1", "move N1"):
        state.apply(text)
    assert state.view()["turn"] == 0 and state.legal_actions == ["team green"]
    state.apply("team green")
    assert set(state.legal_actions) == {f"add assistant {space}" for space in free_spaces(state)}


def free_spaces(state):
    return [row["space"] for row in state.view()["starts"] if row["piece"] is None]


@pytest.mark.clause("IND-TWO-7", "IND-TURN-3")
def test_a_player_alone_plays_turn_after_turn():
    state = position(2, stacks="24:Bw,Bw", reserves={"green": [2, 0, 0]})
    for _ in range(6):
        state.apply("team green")
        for text in ("add worker N4", "roll 2", "move N4", "take"):
            state.apply(text)
        assert state.view()["turn"] == 0
    assert state.view()["take_backs"] == [6, 0]


@pytest.mark.clause("IND-TWO-8")
@pytest.mark.parametrize(("taken_back", "asked"), [([23, 0], True), ([24, 0], False), ([0, 24], True)])
def test_no_more_than_24_are_taken_back(taken_back, asked):
    state = landed("Ga", ["Bw", "Bw"], 2, taken_back=taken_back)
    assert (state.view()["phase"] == "own") is asked
    assert points(state)["blue"] == (0 if asked else 2)
    assert state.view()["take_back_limit"] == 24


@pytest.mark.clause("IND-TWO-8", "IND-END-1")
def test_the_bound_ends_every_game():
    state = position(2, stacks="24:Bw,Bw", reserves={"green": [0, 0, 1]})
    rounds = 0
    while not state.is_terminal:
        state.apply("team green")
        for text in ("add professor N4", "roll 2", "move N4"):
            state.apply(text)
        if not state.is_terminal:
            state.apply("take")
        rounds += 1
    assert rounds == 25 and points(state)["blue"] == 3


@pytest.mark.clause("IND-TWO-4", "IND-CAP-7")
def test_two_teams_of_a_player_do_not_secure_together():
    state = landed("Gw", ["Bw"], 2)
    assert field(state)["stack"] == ["Bw", "Gw"] and field(state)["secured"] is None
    assert state.is_terminal and set(points(state).values()) == {0}


@pytest.mark.clause("IND-TWO-9")
@pytest.mark.parametrize("teams", ["blue+green", "blue+yellow", "blue+red"])
def test_a_result_is_that_of_both_teams(teams):
    given = {"blue": 1, "yellow": 10, "green": 100, "red": 200}
    state = position(2, {"two_player_teams": teams}, points=given, stacks="16:Gw", phase="over")
    expected = [1 + {"green": 106, "yellow": 10, "red": 200}[teams.split("+")[1]]]
    assert state.scores() == [*expected, 317 - expected[0]]


@pytest.mark.clause("IND-CAP-5", "IND-CAP-6")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_nobody_takes_back(players):
    for state in plays(9, players):
        assert state.view()["phase"] != "own"

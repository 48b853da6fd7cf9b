"""Indus: set-up and public information (IND-SETUP, IND-INFO)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from indus_play import of_team, plays, shown_starts, standing

import mandapa
from mandapa.play import Match, Seat
from mandapa.testing import check_playthrough

FIXED = {
    2: "N2:Ba W3:Bw E2:Ya N4:Yw S5:Ga E4:Gw W5:Ra S3:Rw",
    3: "N2:Ba W1:Bw S5:Bw E2:Ya W3:Yw N6:Yw S1:Ga N4:Gw E4:Gw",
    4: "N2:Ba W3:Bw E2:Ya N4:Yw S5:Ga E4:Gw W5:Ra S3:Rw",
}
SETS = {2: [6, 4, 2], 3: [8, 5, 3], 4: [6, 4, 2]}
PLAYERS = [2, 3, 4]


def begun(players, seed=0, **options):
    """Return the state before the first decision of the first turn."""
    for state in plays(seed, players, **options):
        if state.view()["phase"] in ("team", "add"):
            return state
    raise AssertionError("no turn")


@pytest.mark.clause("IND-SETUP-1", "IND-SETUP-2", "IND-SETUP-9")
@pytest.mark.parametrize("placement", ["fixed", "free"])
@pytest.mark.parametrize("players", PLAYERS)
def test_teams_and_their_sets(players, placement):
    view = begun(players, placement=placement).view()
    teams = ["blue", "yellow", "green"] if players == 3 else ["blue", "yellow", "green", "red"]
    assert [row["team"] for row in view["teams"]] == teams
    assert [row["seat"] for row in view["teams"]] == ([0, 1, 0, 1] if players == 2 else list(range(players)))
    stand = Counter(shown_starts(view).values())
    for row in view["teams"]:
        letter = row["team"][0].upper()
        assert [row["reserve"][rank] + stand[letter + rank[0]] for rank in row["reserve"]] == SETS[players]
        assert sum(stand[letter + rank] for rank in "wap") == (3 if players == 3 else 2)
    assert view["phase"] == ("team" if players == 2 else "add")


@pytest.mark.clause("IND-SETUP-2")
@pytest.mark.parametrize(
    ("option", "seats"),
    [
        ("blue+green", [0, 1, 0, 1]),
        ("blue+yellow", [0, 0, 1, 1]),
        ("blue+red", [0, 1, 1, 0]),
        ([[0, 2], [1, 3]], [0, 1, 0, 1]),
        ([[0, 1], [2, 3]], [0, 0, 1, 1]),
        ([[0, 3], [1, 2]], [0, 1, 1, 0]),
    ],
)
def test_pairs_of_teams(option, seats):
    state = mandapa.load("indus", players=2, two_player_teams=option, start_seat=0).new_state()
    assert [row["seat"] for row in state.view()["teams"]] == seats
    mine = [f"team {team}" for team, seat in zip(("blue", "yellow", "green", "red"), seats, strict=True) if seat == 0]
    assert state.legal_actions == mine
    assert [row["team"] for row in state.scores(explain=True)[1]["teams"]] == [
        team for team, seat in zip(("blue", "yellow", "green", "red"), seats, strict=True) if seat == 1
    ]


@pytest.mark.clause("IND-SETUP-2")
@pytest.mark.parametrize("players", [3, 4])
def test_pairs_mean_nothing_with_more_players(players):
    state = begun(players, two_player_teams="blue+red")
    assert [row["seat"] for row in state.view()["teams"]] == list(range(players))


@pytest.mark.clause("IND-SETUP-2")
@pytest.mark.parametrize(
    ("players", "colours", "seats"),
    [
        (2, ["red", "blue"], [1, 0, 1, 0]),
        (2, "yellow,red", [0, 0, 1, 1]),
        (2, ["green", "red", "blue", "yellow"], [1, 1, 0, 0]),
        (2, "in_order", [0, 1, 0, 1]),
        (2, ["in_order", "blue"], [1, 0, 0, 1]),
        (4, ["in_order", "red", "in_order", "blue"], [3, 0, 2, 1]),
        (4, ["in_order"] * 4, [0, 1, 2, 3]),
        (4, ["red", "green", "yellow", "blue"], [3, 2, 1, 0]),
        (4, ["yellow", "blue", "red", "green"], [1, 0, 3, 2]),
    ],
)
def test_colours_can_be_chosen(players, colours, seats):
    state = begun(players, colours=colours)
    assert [row["seat"] for row in state.view()["teams"]] == seats
    assert shown_starts(state.view()) == standing(FIXED[players])  # each colour on its own spaces


@pytest.mark.clause("IND-SETUP-2", "IND-SETUP-6")
def test_three_may_choose_any_colours_and_keep_the_spaces_of_their_seats():
    state = begun(3, colours=["red", "yellow", "blue"])
    assert [(row["team"], row["seat"]) for row in state.view()["teams"]] == [("blue", 2), ("yellow", 1), ("red", 0)]
    spaces = {space: piece[1] for space, piece in standing(FIXED[3]).items()}
    of_seat = {"B": "R", "Y": "Y", "G": "B"}
    expected = {space: of_seat[piece[0]] + spaces[space] for space, piece in standing(FIXED[3]).items()}
    assert shown_starts(state.view()) == expected
    assert check_playthrough(state.game, np.random.default_rng(2), every=60).games == 1


@pytest.mark.clause("IND-SETUP-2")
@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, ["red"]),
        (2, ["red", "red"]),
        (3, ["in_order", "red", "red"]),
        (3, ["red", "blue"]),
        (4, "red,blue,green,pink"),
        (3, [0, 1, 2]),
        (4, "random"),
    ],
)
def test_colours_that_cannot_be(players, colours):
    with pytest.raises(mandapa.OptionError, match=r"colours: found .*, expected in_order or "):
        mandapa.load("indus", players, colours=colours)


@pytest.mark.clause("IND-SETUP-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_has_points(players):
    view = begun(players, board="random").view()
    assert all((row["captured"], row["ruins"], row["total"]) == (0, 0, 0) for row in view["teams"])
    assert view["take_backs"] == ([0, 0] if players == 2 else [])


@pytest.mark.clause("IND-SETUP-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_start_seat_is_given_or_drawn_evenly(players):
    for seat in range(players):
        view = begun(players, start_seat=seat).view()
        assert view["seat"] == view["start_seat"] == seat
    state = mandapa.load("indus", players=players).new_state()
    assert state.chance_outcomes() == [(f"start {seat}", pytest.approx(1 / players)) for seat in range(players)]
    assert state.view()["start_seat"] is None


@pytest.mark.clause("IND-SETUP-4")
@pytest.mark.parametrize("players", [3, 4])
def test_seats_play_clockwise(players):
    turns = []
    for state in plays(3, players, start_seat=1):
        if not state.history or state.history[-1].startswith("move"):
            turns.append(state.view()["turn"])
    assert turns[:-1] == [(1 + number) % players for number in range(len(turns) - 1)]


@pytest.mark.clause("IND-SETUP-5", "IND-SETUP-6", "IND-SETUP-9")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("board", ["first", "random"])
def test_fixed_places(players, board):
    state = begun(players, board=board, placement="fixed")
    assert shown_starts(state.view()) == standing(FIXED[players])
    assert not [text for text in state.history if text.startswith(("add", "team", "roll", "move"))]


@pytest.mark.clause("IND-SETUP-7", "IND-SETUP-9")
@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 2)])
def test_free_places(players, rounds):
    order, due = [], players * rounds
    for state in plays(5, players, board="first", placement="free", start_seat=2):
        view = state.view()
        if view["phase"] != "place":
            break
        occupied = shown_starts(view)
        assert len(occupied) == len(order) and view["to_place"] == due - len(order)
        assert len(state.legal_actions) == 3 * (24 - len(order))
        assert {row["kind"] for row in state.choices(view["seat"])} == {"add"}
        order.append(view["seat"])
    assert order == [(2 + number) % players for number in range(due)]
    assert (view["phase"], view["seat"], view["to_place"]) == ("add", 2, 0)


@pytest.mark.clause("IND-SETUP-7")
def test_a_space_that_is_taken_is_not_offered():
    state = mandapa.load("indus", players=4, placement="free", start_seat=0).new_state()
    state.apply("add professor N1")
    assert not [text for text in state.legal_actions if text.endswith(" N1")]
    assert state.refusal("add worker N1").clause == "IND-ADD-3"
    assert state.refusal("team yellow").clause == state.refusal("move N1").clause == "IND-TURN-1"


@pytest.mark.clause("IND-SETUP-8", "IND-SETUP-9")
@pytest.mark.parametrize("seed", range(4))
def test_free_places_of_two_players(seed):
    order, placed = [], Counter()
    for state in plays(seed, 2, placement="free", start_seat=1):
        view = state.view()
        if view["phase"] == "place_team":
            own = [row["team"] for row in view["teams"] if row["seat"] == view["seat"]]
            assert state.legal_actions == [f"team {team}" for team in own if placed[team] < 2]
            order.append(view["seat"])
        elif view["phase"] == "place":
            placed[view["team"]] += 1
            assert len(state.legal_actions) == 3 * (24 - len(order) + 1) - missing(view)
        else:
            break
    assert order == [1, 0] * 4
    assert placed == dict.fromkeys(("blue", "yellow", "green", "red"), 2)
    assert (view["phase"], view["seat"]) == ("team", 1)


def missing(view):
    """Return choices that are missing because a rank is used up."""
    free = sum(row["piece"] is None for row in view["starts"])
    return free * sum(count == 0 for count in of_team(view, view["team"])["reserve"].values())


@pytest.mark.clause("IND-BOARD-7", "IND-SETUP-7")
@pytest.mark.parametrize(
    ("options", "phase"),
    [
        ({}, "add"),
        ({"board": ["M1", "K1", "K3", "K2", "K4"]}, "add"),  # the first site by the names of its pieces
        ({"board": ["M1", "K2", "K4", "K1", "K3"]}, "place"),  # its pieces in other places
        ({"placement": "free"}, "place"),
        ({"placement": "fixed", "board": ["M1", "K2", "K4", "K1", "K3"]}, "add"),
    ],
)
def test_the_first_board_has_fixed_places_and_the_others_free_ones(options, phase):
    assert mandapa.load("indus", start_seat=0, **options).new_state().view()["phase"] == phase


# ---------------------------------------------------------------- public information and taking back


@pytest.mark.clause("IND-INFO-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_see_everything(players):
    for number, state in enumerate(plays(3, players)):
        if number % 20 == 0:
            views = [state.view(seat) for seat in (None, *range(players))]
            assert all(view == views[0] for view in views)
            assert state.for_seat(players - 1) == state
    view = state.view()
    assert {"reserve", "captured"} <= set(view["teams"][0])
    assert {"starts", "fields", "ruins", "take_backs"} <= set(view)


def match(players=4, **options):
    """Return a match between people, whose chance comes from ``numpy.random.default_rng(5)``."""
    return Match(
        mandapa.load("indus", players=players, **options), [Seat(f"Player {n}", "person") for n in range(players)]
    )


@pytest.mark.clause("IND-INFO-2", "IND-INFO-3")
def test_an_added_piece_may_be_taken_back_until_the_roll():
    table = match(start_seat=0)
    table.act(0, "add worker N1", "now")
    assert table.to_roll == 0 and not table.chance_due
    table.back([0], None, "now")
    assert table.state.view()["phase"] == "add"
    table.act(0, "add professor N3", "now")
    table.confirm([0], "now")
    (roll,) = table.resolve_chance(np.random.default_rng(5), "now")
    assert roll.text.startswith("roll") and table.to_act == 0
    assert table.earliest_undo_ply(0) == table.ply


@pytest.mark.clause("IND-INFO-2")
def test_a_further_roll_is_drawn_at_once_and_cannot_be_taken_back():
    table = match(start_seat=0)
    table.act(0, "add professor N3", "now")
    table.confirm([0], "now")
    table.resolve_chance(np.random.default_rng(5), "now")
    table.act(0, "reroll", "now")
    assert table.to_roll is None and table.chance_due
    table.resolve_chance(np.random.default_rng(6), "now")
    assert table.earliest_undo_ply(0) == table.ply


@pytest.mark.clause("IND-INFO-2")
def test_the_choice_of_a_team_may_be_taken_back():
    table = match(2, start_seat=0)
    table.act(0, "team blue", "now")
    table.act(0, "add worker N1", "now")
    table.back([0], 0, "now")
    assert table.state.view()["phase"] == "team" and table.state.view()["team"] is None


@pytest.mark.clause("IND-INFO-2")
def test_the_choice_of_a_team_in_set_up_may_be_taken_back_until_the_piece_stands():
    table = match(2, start_seat=0, placement="free")
    table.act(0, "team blue", "now")
    table.back([0], None, "now")
    assert table.state.view()["phase"] == "place_team"


@pytest.mark.clause("IND-INFO-2")
def test_a_move_may_be_taken_back_while_an_own_piece_is_to_be_decided_on():
    rng = np.random.default_rng(1)
    table = match(2, start_seat=0)
    while table.state.view()["phase"] != "own":
        if table.chance_due:
            table.resolve_chance(rng, "now")
        elif table.to_act is not None:
            table.act(table.to_act, str(rng.choice(table.state.legal_actions)), "now")
        else:
            table.confirm([0, 1], "now")
    seat, before = table.to_act, table.state.history[-1]
    assert before.startswith("move") and table.earliest_undo_ply(seat) == table.ply - 1
    table.back([seat], None, "now")
    assert table.state.view()["phase"] == "go" and before in table.state.legal_actions


@pytest.mark.clause("IND-INFO-3")
def test_the_engine_waits_at_the_die():
    rolls = Counter()
    for state in plays(8, 2):
        roll = state.game.type.roll(state.record)
        view = state.view()
        assert (roll is not None) == (view["phase"] == "die")
        if roll is not None:
            assert state.is_chance and roll.seat == view["turn"]
            assert roll.on_request == (view["roll"] == 0)
            rolls[view["roll"]] += 1
    assert rolls[0] >= 48 and rolls[1] > 0

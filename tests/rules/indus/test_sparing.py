"""Indus: option ``spare_own``: a captured researcher of the player's other team may stay on its field (IND-TWO-5)."""

from __future__ import annotations

import numpy as np
import pytest
from indus_play import TEAMS, of_ruin, of_team, played, position, shown_stacks

import mandapa
from mandapa.kernel.generic import compact_tensor, observation_tensor
from mandapa.testing import check_game

SPARING = {"spare_own": True}


def landed(piece, on, options=None, **more):
    """Return the state after ``piece`` moved from N4 to 24, where ``on`` lay."""
    described = {"starts": {"N4": piece, **more.pop("starts", {})}, "stacks": {"24": on}, **more}
    seat, team = "BYGR".index(piece[0]) % 2, TEAMS[piece[0]]
    state = position(2, options, seat=seat, team=team, phase="go", roll=1, die=2, **described)
    state.apply("move N4")
    return state


CASES = [
    # arriving piece, stack on the field, capturing team, captured team, and the stack if it is spared
    ("Ba", ["Bw", "Yw", "Gp"], "blue", "Gp", ["Gp", "Bw", "Ba"]),
    ("Ga", ["Bp", "Gw", "Yw", "Rw"], "green", "Bp", ["Bp", "Gw", "Ga"]),
    ("Gw", ["Bw", "Bw"], "blue", "Gw", ["Bw", "Bw", "Gw"]),
    ("Rp", ["Yw", "Ra", "Yw"], "yellow", "Rp", ["Yw", "Ra", "Yw", "Rp"]),
]


@pytest.mark.clause("IND-TWO-5", "IND-CAP-3", "IND-CAP-5")
@pytest.mark.parametrize(("piece", "on", "captor", "own", "spared"), CASES)
def test_an_own_piece_stays_on_its_field(piece, on, captor, own, spared):
    state = landed(piece, on, SPARING)
    seat = state.current_player
    assert state.legal_actions == ["take", "score", "spare"]
    before = state.view()
    paid = {team: of_team(before, team)["captured"] for team in TEAMS.values()}
    spare = state.choices(seat)[2]
    assert (spare["kind"], spare["piece"], spare["points"], spare["field"]) == ("spare", own, 0, "24")
    gain = state.previews()[2]["gain"]
    line = state.describe("spare")
    assert (line["key"], line["params"]["field"], line["params"]["team"]) == ("indus.log.spare", "24", TEAMS[own[0]])
    state.apply("spare")
    view = state.view()
    assert shown_stacks(view)["24"] == spared
    assert next(row for row in view["fields"] if row["field"] == "24")["secured"] == captor
    assert {team: of_team(view, team)["captured"] for team in TEAMS.values()} == paid
    assert view["take_backs"] == [0, 0] and view["phase"] != "own"
    assert gain == view["sheets"][seat]["total"] - before["sheets"][seat]["total"]
    for ruin in ("P2", "A1"):  # of 24, where only the top counts
        assert of_ruin(view, ruin)["counts"] == {TEAMS[spared[-1][0]]: 1}


@pytest.mark.clause("IND-TWO-5")
@pytest.mark.parametrize(("piece", "on", "captor", "own", "spared"), CASES[:3])
@pytest.mark.parametrize("decision", ["take", "score"])
def test_the_other_two_are_as_ever(piece, on, captor, own, spared, decision):
    usual, sparing = landed(piece, on), landed(piece, on, SPARING)
    assert usual.legal_actions == ["take", "score"]
    refusal = usual.refusal("spare")
    assert (refusal.key, refusal.clause) == ("indus.refusal.not_spared", "IND-TWO-5")
    assert usual.view() == sparing.view()
    usual.apply(decision)
    sparing.apply(decision)
    assert usual.view() == sparing.view()


@pytest.mark.clause("IND-TWO-5", "IND-SCORE-3")
def test_who_was_spared_counts_in_a_building():
    state = position(2, SPARING, stacks="46:Gw,Bw", starts="E4:Ba", phase="go", team="blue", roll=1, die=1)
    state.apply("move E4")
    state.apply("spare")
    assert shown_stacks(state.view())["46"] == ["Gw", "Bw", "Ba"]
    assert of_ruin(state.view(), "B2")["counts"] == {"blue": 2, "green": 1}
    assert of_ruin(state.view(), "P4")["counts"] == {"blue": 1}


@pytest.mark.clause("IND-CAP-4", "IND-CAP-5", "IND-CAP-7", "IND-TWO-5")
def test_the_field_still_belongs_to_the_team_that_secured_it():
    """Even with as many green ones there: blue is put on top, yellow is captured, and green may be spared again."""
    for piece, stack, phase in (
        ("Ba", ["Bw", "Bw", "Gw", "Gw", "Ba"], None),
        ("Ya", ["Bw", "Bw", "Gw", "Gw"], None),
        ("Ga", ["Bw", "Bw", "Gw", "Gw"], "own"),
    ):
        state = landed(piece, ["Bw", "Bw", "Gw", "Gw"], SPARING, reserves={"blue": [0, 0, 1], "red": [0, 0, 1]})
        assert shown_stacks(state.view())["24"] == stack
        assert (state.view()["phase"] == "own") == (phase == "own")
        assert of_team(state.view(), "blue")["captured"] == (2 if piece == "Ya" else 0)
        field = next(row for row in state.view()["fields"] if row["field"] == "24")
        assert field["secured"] == "blue"


@pytest.mark.clause("IND-TWO-8")
def test_after_the_last_that_may_be_taken_back_nobody_asks():
    state = landed("Gw", ["Bw", "Bw"], SPARING, taken_back=[24, 0])
    assert state.view()["phase"] != "own" and of_team(state.view(), "blue")["captured"] == 1


@pytest.mark.clause("IND-TWO-5")
def test_four_may_be_spared_on_a_field():
    """All twelve of the owner have room as well."""
    blue = [f"B{rank}" for rank in "wwwwwwaaaapp"]
    state = landed("Gp", [*blue[:11], "Gw", "Gw", "Gw"], SPARING, starts={"N1": "Bp"})
    state.apply("spare")
    assert shown_stacks(state.view())["24"] == [*blue[:11], "Gw", "Gw", "Gw", "Gp"]
    state = landed("Bp", [*blue[:11], "Gw", "Gw", "Gw", "Gp"], SPARING)
    assert len(shown_stacks(state.view())["24"]) == 16 and state.is_terminal
    state = landed("Ga", [*blue[:11], "Gw", "Gw", "Gw", "Gp"], SPARING)
    assert state.legal_actions == ["take", "score"]
    assert state.refusal("spare").key == "indus.refusal.not_spared"


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(("piece", "on", "captor", "own", "spared"), CASES)
def test_a_position_may_begin_at_the_decision(piece, on, captor, own, spared):
    reached = landed(piece, on, SPARING)
    view = reached.view()
    points = {row["team"]: row["captured"] for row in view["teams"]}
    given = {"stacks": shown_stacks(view), "points": points, "seat": view["seat"], "team": view["team"]}
    given |= {"phase": "own", "roll": 1, "die": 2, "pending": own, "pending_at": "24"}
    state = position(2, SPARING, **given)
    assert state.legal_actions == reached.legal_actions
    state.apply("spare")
    assert shown_stacks(state.view())["24"] == spared


OWN = {"phase": "own", "team": "blue", "roll": 1, "die": 2, "pending": "Gw"}


@pytest.mark.parametrize(
    ("options", "description", "message"),
    [
        ({}, {"stacks": "24:Bw,Gw,Bw"}, "one team only"),
        (SPARING, {"stacks": "24:Bw,Yw,Bw"}, "one team only"),
        ({}, {"stacks": "24:Bw,Bw", **OWN, "pending_at": "24"}, "pending_at: found '24'"),
        (SPARING, {"stacks": "24:Bw,Bw,Gw,Gw,Gw,Ga,Ga"}, "one team only"),
        (SPARING, {"stacks": "24:Bw,Bw,Gw,Gw,Gw,Ga", **OWN, "pending_at": "24"}, "room for one more"),
        (SPARING, {"stacks": "24:Bw", **OWN, "pending_at": "24"}, "expected a field secured by blue"),
        (SPARING, {"stacks": "24:Bw,Bw", **OWN, "pending_at": 24}, "expected a field secured by blue"),
    ],
)
def test_what_cannot_be_is_refused(options, description, message):
    with pytest.raises(mandapa.PositionError, match=message):
        position(2, options, **description)


# ---------------------------------------------------------------- programs


def test_observations_tell_where_it_may_stay():
    for see in ("observation", "compact"):
        seen = []
        for field, start in (("24", "N4"), ("25", "N5")):
            given = {"stacks": f"{field}:Bw,Bw 26:Bw,Bw", "starts": {start: "Ga"}, "phase": "go", "team": "green"}
            state = position(2, SPARING, **given, roll=1, die=2)
            state.apply(f"move {start}")
            seen.append(numbers(state, see))
            usual = position(2, **given, roll=1, die=2)
            usual.apply(f"move {start}")
            assert (seen[-1] != numbers(usual, see)).sum() == 1
        assert (seen[0] != seen[1]).any()


def numbers(state, kind):
    if kind == "observation":
        out = np.zeros(state.game.type.observation_size)
        observation_tensor(state.record, 0, out)
        return out
    parts = state.game.type.learning.compact(state.record)
    out = np.zeros(sum(part.size for part in parts), np.uint8)
    compact_tensor(state.record, 0, out)
    return out


@pytest.mark.clause("IND-TWO-5")
def test_random_play_is_sound():
    game = mandapa.load("indus", players=2, placement="free", **SPARING)
    assert check_game(game, games=2, seed=4, every=40).games == 2
    spared = [state.history.count("spare") for state in (played(seed, 2, **SPARING) for seed in range(4))]
    assert sum(spared) > 0
    usual = mandapa.load("indus", players=2)
    assert usual.options["spare_own"] is False
    assert mandapa.load("indus", players=3, **SPARING).options["spare_own"] is False

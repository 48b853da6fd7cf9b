"""Indus: turns (IND-TURN, IND-ADD, IND-ROLL, IND-MOVE, IND-END)."""

from __future__ import annotations

from collections import Counter

import indus_reference as reference
import pytest
from indus_play import of_team, played, plays, position, shown_stacks, shown_starts

import mandapa

PLAYERS = [2, 3, 4]
LAST_ROLL = {"w": 1, "a": 2, "p": 3}


def own(view):
    """Return the researchers of the acting team on start spaces."""
    letter = view["team"][0].upper()
    return {space: piece for space, piece in shown_starts(view).items() if piece[0] == letter}


def left(view, seat):
    """Return how many researchers a seat has in reserve and on start spaces."""
    teams = [row for row in view["teams"] if row["seat"] == seat]
    letters = [row["team"][0].upper() for row in teams]
    standing = sum(piece[0] in letters for piece in shown_starts(view).values())
    return standing + sum(sum(row["reserve"].values()) for row in teams)


# ---------------------------------------------------------------- order of a turn


@pytest.mark.clause("IND-TURN-1", "IND-ROLL-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_steps_of_a_turn(players):
    after = {
        "team": {"add", "die"},
        "add": {"die"},
        "die": {"go"},
        "go": {"die", "own", "team" if players == 2 else "add", "over"},
        "own": {"team", "over"},
    }
    last = None
    for state in plays(11, players):
        view = state.view()
        if last in after:
            assert view["phase"] in after[last]
        if view["phase"] == "die" and state.history[-1].startswith("add"):
            assert view["roll"] == 0
        last = None if view["phase"] == "setup" else view["phase"]
    assert last == "over"


@pytest.mark.clause("IND-TURN-1", "IND-TURN-4")
def test_nothing_else_may_be_done():
    state = mandapa.load("indus", start_seat=0).new_state()
    for text in ("move N2", "reroll", "take", "score", "team blue", "roll 3"):
        assert state.refusal(text).clause == "IND-TURN-1"
    state.apply("add worker N1")
    for text in ("add worker N3", "move N2", "reroll", "pass"):
        assert text not in state.legal_actions and state.refusal(text) is not None
    assert state.refusal("move N2").clause == "IND-INFO-3"
    assert state.refusal("pass").code == "unknown_action"
    state.apply("roll 3")
    assert state.refusal("add worker N3").clause == "IND-TURN-1"


@pytest.mark.clause("IND-TURN-4", "IND-ROLL-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_always_something_to_do(players):
    for state in plays(13, players, placement="free"):
        if state.is_terminal:
            continue
        assert state.legal_actions
        if state.view()["phase"] == "go":
            assert state.legal_actions[0].startswith("move")


@pytest.mark.clause("IND-TURN-2", "IND-END-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_only_seats_with_pieces_left_have_turns(players):
    for state in plays(17, players):
        view = state.view()
        if view["phase"] in ("team", "add") or (view["phase"] == "die" and view["roll"] == 0):
            assert left(view, view["turn"]) > 0
        assert (view["phase"] == "over") == all(left(view, seat) == 0 for seat in range(players))


@pytest.mark.clause("IND-TURN-3")
def test_seats_without_pieces_are_skipped():
    state = position(starts="N1:Bw N2:Gw N3:Gw S1:Bw", phase="die")
    turns = []
    while not state.is_terminal:
        turns.append(state.view()["turn"])
        state.apply("roll 2")
        state.apply(state.legal_actions[0])
    assert turns == [0, 2, 0, 2]


@pytest.mark.clause("IND-TURN-3", "IND-TWO-7")
def test_the_same_seat_may_play_again():
    state = position(starts="N1:Rw N2:Rw", seat=3, phase="die")
    for text in ("roll 2", "move N1"):
        state.apply(text)
    assert state.view()["turn"] == 3 and state.view()["roll"] == 0


# ---------------------------------------------------------------- adding


@pytest.mark.clause("IND-ADD-1", "IND-ADD-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_any_rank_of_the_reserve_on_any_free_space(players):
    most = 0
    for state in plays(19, players, placement="free"):
        view = state.view()
        if view["phase"] in ("add", "place"):
            occupied = shown_starts(view)
            reserve = of_team(view, view["team"])["reserve"]
            free = [space for space in reference.SPACES if space not in occupied]
            ranks = [rank for rank, count in reserve.items() if count]
            assert state.legal_actions == [f"add {rank} {space}" for rank in ranks for space in free]
            most = max(most, len(occupied) + 1)
    assert most <= 10


@pytest.mark.clause("IND-ADD-1", "IND-ADD-3")
def test_additions_that_are_refused():
    state = position(starts="N1:Yw", reserves={"blue": [0, 1, 0]})
    assert len(state.legal_actions) == 23
    assert state.refusal("add worker N2").clause == "IND-ADD-1"
    assert state.refusal("add assistant N1").clause == "IND-ADD-3"
    assert state.refusal("add assistant N7").code == "unknown_action"
    state.apply("add assistant N2")
    assert of_team(state.view(), "blue")["reserve"] == {"worker": 0, "assistant": 0, "professor": 0}
    assert shown_starts(state.view()) == {"N1": "Yw", "N2": "Ba"}


@pytest.mark.clause("IND-ADD-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_an_empty_reserve_skips_the_addition(players):
    skipped = 0
    previous = None
    for state in plays(23, players):
        view = state.view()
        if view["phase"] == "die" and view["roll"] == 0 and not state.history[-1].startswith("add"):
            assert sum(of_team(view, view["team"])["reserve"].values()) == 0
            skipped += 1
        if view["phase"] == "add":
            assert sum(of_team(view, view["team"])["reserve"].values()) > 0
        previous = view
    assert previous["phase"] == "over"
    assert skipped == {3: 9, 4: 8}.get(players, skipped) and skipped >= 8


@pytest.mark.clause("IND-ADD-4")
def test_the_added_piece_may_move_at_once():
    state = position(reserves={"blue": [1, 0, 0]})
    for text in ("add worker W2", "roll 5"):
        state.apply(text)
    assert state.legal_actions == ["move W2"]
    state.apply("move W2")
    assert shown_stacks(state.view()) == {"25": ["Bw"]}


@pytest.mark.clause("IND-ADD-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_on_start_spaces_only_leave_by_their_owners_move(players):
    before = None
    for state in plays(29, players):
        view = state.view()
        now = shown_starts(view)
        if before is not None:
            gone = set(before[0]) - set(now)
            moved = state.history[-1].split()
            assert gone == ({moved[1]} if moved[0] == "move" else set())
            assert all(before[0][space][0] == before[1][0].upper() for space in gone)
            assert all(now[space] == before[0][space] for space in set(before[0]) & set(now))
        before = (now, view["team"])


# ---------------------------------------------------------------- rolling


@pytest.mark.clause("IND-ROLL-1")
def test_the_die_is_even():
    state = position(starts="N1:Bw", phase="die")
    assert state.chance_outcomes() == [(f"roll {face}", pytest.approx(1 / 6)) for face in range(1, 7)]


@pytest.mark.clause("IND-ROLL-2", "IND-ROLL-3", "IND-ROLL-4", "IND-ROLL-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_moves_and_further_rolls(players):
    seen = Counter()
    for state in plays(31, players):
        view = state.view()
        if view["phase"] == "go":
            roll = view["roll"]
            pieces = own(view)
            order = [space for space in reference.SPACES if space in pieces]
            moves = [f"move {space}" for space in order if LAST_ROLL[pieces[space][1]] >= roll]
            again = any(LAST_ROLL[piece[1]] > roll for piece in pieces.values())
            assert moves and state.legal_actions == moves + ["reroll"] * again
            seen[roll, again] += 1
        assert view["roll"] <= 3
    assert {(1, True), (1, False), (2, True), (2, False), (3, False)} >= set(seen) >= {(1, True), (1, False)}


@pytest.mark.clause("IND-ROLL-2", "IND-TWO-3")
@pytest.mark.parametrize(
    ("starts", "roll", "legal"),
    [
        ("N1:Bw N2:Ba N3:Bp", 1, ["move N1", "move N2", "move N3", "reroll"]),
        ("N1:Bw N2:Ba N3:Bp", 2, ["move N2", "move N3", "reroll"]),
        ("N1:Bw N2:Ba N3:Bp", 3, ["move N3"]),
        ("N1:Bw N2:Yp", 1, ["move N1"]),
        ("N1:Ba N2:Bw", 2, ["move N1"]),
    ],
)
def test_what_each_rank_may_use(starts, roll, legal):
    for players in PLAYERS:
        team = {"team": "blue"} if players == 2 else {}
        state = position(players, starts=starts, phase="go", roll=roll, die=3, **team)
        assert state.legal_actions == legal


@pytest.mark.clause("IND-ROLL-4")
def test_rolling_again_gives_the_roll_up():
    state = position(starts="N1:Bw N2:Ba", phase="die")
    for text in ("roll 6", "reroll", "roll 1"):
        state.apply(text)
    assert (state.view()["roll"], state.view()["die"]) == (2, 1)
    state.apply("move N2")
    assert shown_stacks(state.view()) == {"12": ["Ba"]}


@pytest.mark.clause("IND-ROLL-2", "IND-ROLL-3")
def test_refused_moves_name_their_rule():
    state = position(starts="N1:Bw N2:Ba N3:Yp", phase="go", roll=2, die=3)
    clauses = {text: state.refusal(text).clause for text in ("move N1", "move N3", "move N4", "reroll")}
    assert clauses == dict.fromkeys(("move N1", "move N3", "move N4"), "IND-ROLL-2") | {"reroll": "IND-ROLL-3"}


# ---------------------------------------------------------------- moving


@pytest.mark.clause("IND-MOVE-1")
@pytest.mark.parametrize("space", reference.SPACES)
def test_straight_in_as_far_as_the_die_says(space):
    for face in range(1, 7):
        state = position(starts=f"{space}:Bw", phase="go", roll=1, die=face)
        state.apply(f"move {space}")
        assert shown_stacks(state.view()) == {reference.line(space)[face - 1]: ["Bw"]}
        assert shown_starts(state.view()) == {}


@pytest.mark.clause("IND-MOVE-2")
def test_fields_on_the_way_stay_as_they_are():
    way = "14:Yw,Ya 24:Bw 34:Gw,Rw 44:Rp,Rw"
    state = position(starts="N4:Bp", stacks=way, phase="go", roll=1, die=5)
    state.apply("move N4")
    expected = {field: pieces.split(",") for field, pieces in (word.split(":") for word in way.split())}
    assert shown_stacks(state.view()) == {**expected, "54": ["Bp"]}
    assert all(row["captured"] == 0 for row in state.view()["teams"])


@pytest.mark.clause("IND-MOVE-3")
def test_a_field_of_somebody_else_may_be_entered_although_it_loses_the_piece():
    state = position(starts="N4:Bp N5:Bw", stacks="24:Yw,Yw", phase="go", roll=1, die=2)
    assert state.legal_actions == ["move N4", "move N5", "reroll"]
    state.apply("move N4")
    assert shown_stacks(state.view()) == {"24": ["Yw", "Yw"]}


@pytest.mark.clause("IND-MOVE-4", "IND-CAP-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_pieces_on_fields_never_move_and_secured_fields_stay(players):
    before = {}
    for state in plays(37, players):
        view = state.view()
        for row in view["fields"]:
            stack, secured = before.get(row["field"], ([], None))
            if secured:
                assert row["secured"] == secured and row["stack"][: len(stack)] == stack
            if not row["secured"]:
                assert row["stack"][: len(stack)] == stack
            before[row["field"]] = (row["stack"], row["secured"])
        moves = [text for text in state.legal_actions if text.startswith("move")]
        assert all(text.split()[1] in shown_starts(view) for text in moves)


# ---------------------------------------------------------------- the end


@pytest.mark.clause("IND-END-2", "IND-END-1")
@pytest.mark.parametrize(("players", "turns", "adds"), [(3, 16, 13), (4, 12, 10)])
@pytest.mark.parametrize("placement", ["fixed", "free"])
def test_all_have_the_same_number_of_turns(players, turns, adds, placement):
    taken, added, last = Counter(), Counter(), None
    for state in plays(41, players, placement=placement, start_seat=1):
        view = state.view()
        if view["phase"] == "add":
            added[view["turn"]] += 1
        if view["phase"] == "die" and view["roll"] == 0:
            taken[view["turn"]] += 1
            last = view["turn"]
    assert taken == dict.fromkeys(range(players), turns) and added == dict.fromkeys(range(players), adds)
    assert last == 0  # the seat before the start seat


@pytest.mark.clause("IND-END-3")
@pytest.mark.parametrize("placement", ["fixed", "free"])
def test_turns_of_two_players_who_take_nothing_back(placement):
    def score_captured(state, rng):
        listed = state.legal_action_ids
        return listed[-1] if state.view()["phase"] == "own" else listed[int(rng.integers(len(listed)))]

    turns, added = Counter(), Counter()
    for state in plays(43, 2, score_captured, placement=placement):
        view = state.view()
        turns[view["turn"]] += view["phase"] == "team"
        added[view["turn"]] += view["phase"] == "add"
    assert (turns[0], turns[1], added[0], added[1]) == (24, 24, 20, 20)


@pytest.mark.clause("IND-END-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_game_is_over_when_nobody_has_anybody_left(players):
    state = played(47, players)
    view = state.view()
    assert state.is_terminal and state.legal_actions == [] and shown_starts(view) == {}
    assert all(sum(row["reserve"].values()) == 0 for row in view["teams"])
    assert state.refusal("reroll").clause == "IND-END-1"
    assert (view["seat"], view["turn"], view["team"]) == (None, None, None)


@pytest.mark.clause("IND-ROLL-2")
def test_why_a_researcher_may_not_go():
    """Distinguishes a team without researchers there from a rank that may not use a roll this late."""
    state = position(starts="N1:Bw N2:Ba N3:Bp N4:Yp", seat=0, phase="go", roll=2, die=3)
    assert state.legal_actions == ["move N2", "move N3", "reroll"]
    for space, name in (("N1", "rank_too_low"), ("N4", "nobody_there"), ("N5", "nobody_there")):
        refused = state.refusal(f"move {space}")
        assert (refused.clause, refused.key) == ("IND-ROLL-2", f"indus.refusal.{name}")

"""Indus: points for ruins (IND-SCORE)."""

from __future__ import annotations

from itertools import product

import indus_reference as reference
import numpy as np
import pytest
from indus_play import TEAMS, by_team, of_ruin, of_team, played, position

import mandapa
from mandapa.kernel.random_play import share_win

KINDS = ["building", "graveyard", "canal", "path", "alley", "wall"]


def final(stacks, players=4, **options):
    """Return the end of a game with these stacks."""
    return position(players, options, stacks=stacks, phase="over")


def paid(state, name):
    """Return the points for a ruin, without zero shares."""
    return {team: points for team, points in of_ruin(state.view(), name)["prizes"].items() if points}


# ---------------------------------------------------------------- the order


@pytest.mark.clause("IND-SCORE-1")
def test_ruins_are_scored_kind_by_kind():
    for board in reference.all_boards()[::40]:
        state = final("11:Bw", board=board)
        order = [(KINDS.index(row["kind"]), int(row["name"][1:])) for row in state.view()["ruins"]]
        assert order == sorted(order)
        assert [number for _, number in order] == numbers(order)
        kinds = [KINDS.index(kind) for kind in state.scores(explain=True)[0]["kinds"]]
        assert kinds == sorted({kind for kind, _ in order})


def numbers(order):
    """Return 1, 2, 3 ... within each kind."""
    return [1 + sum(kind == other for other, _ in order[:place]) for place, (kind, _) in enumerate(order)]


# ---------------------------------------------------------------- counting


@pytest.mark.clause("IND-SCORE-2")
def test_a_piece_counts_for_all_ruins_of_its_field():
    state = final("56:Gw")
    assert {row["name"]: row["counts"] for row in state.view()["ruins"] if row["counts"]} == {
        name: {"green": 1} for name in ("B2", "C1", "T3")
    }


@pytest.mark.clause("IND-SCORE-2")
@pytest.mark.parametrize("ranks", list(product("wap", repeat=2)))
def test_ranks_do_not_matter(ranks):
    state = final(f"46:B{ranks[0]} 56:Y{ranks[1]} 66:Yw")
    assert of_ruin(state.view(), "B2")["prizes"] == {"yellow": 6, "blue": 3}
    assert of_ruin(state.view(), "C1")["prizes"] == {"yellow": 11}


@pytest.mark.clause("IND-SCORE-3", "IND-SCORE-4")
def test_buildings_count_all_and_the_others_tops():
    view = final("11:Yw,Rw,Bw 12:Bw,Bw,Bp").view()
    assert of_ruin(view, "B1")["counts"] == {"yellow": 1, "red": 1, "blue": 4}
    assert of_ruin(view, "C1")["counts"] == {"blue": 2}


@pytest.mark.clause("IND-SCORE-4")
def test_a_high_stack_counts_once():
    state = final("15:Bw,Bw,Bw,Ba 16:Yw 26:Yw")
    assert of_ruin(state.view(), "G1")["counts"] == {"blue": 1, "yellow": 2}
    assert paid(state, "G1") == {"yellow": 6}


@pytest.mark.clause("IND-SCORE-5")
def test_nobody_there_nothing_paid():
    state = final("")
    assert all(row["counts"] == row["prizes"] == {} and row["rule"] == "none" for row in state.view()["ruins"])
    assert state.scores() == [0, 0, 0, 0]
    state = final("15:Bw")  # blue leads G1 and T1; no other team is paid there
    assert state.scores() == [8, 0, 0, 0]


# ---------------------------------------------------------------- paying

COUNTS = list(product(range(3), repeat=4))


@pytest.mark.clause("IND-SCORE-5", "IND-SCORE-6", "IND-SCORE-7", "IND-SCORE-8", "IND-SCORE-10")
def test_all_counts_in_a_building():
    """B1 (8/4) with 0 to 2 researchers of each team: the shares by the words of the rules."""
    for counts in COUNTS:
        expected = building(dict(zip(TEAMS.values(), counts, strict=True)), 8, 4)
        state = final(spread(counts))
        assert paid(state, "B1") == {team: points for team, points in expected.items() if points}, counts


def building(counts, first, second):
    present = {team: count for team, count in counts.items() if count}
    most = max(present.values(), default=0)
    leaders = [team for team in present if present[team] == most]
    if len(leaders) > 1:
        return dict.fromkeys(leaders, (first + second) // len(leaders))
    if len(present) <= 1:
        return dict.fromkeys(leaders, first + second)
    behind = {team: count for team, count in present.items() if team not in leaders}
    seconds = [team for team in behind if behind[team] == max(behind.values())]
    return {leaders[0]: first, **dict.fromkeys(seconds, second // len(seconds))}


def spread(counts):
    """Put that many researchers of each team on 11, 12, 21 and 22, one per field."""
    fields = {"11": [], "12": [], "21": [], "22": []}
    for team, count in zip("BYGR", counts, strict=True):
        for field in list(fields)[:count]:
            fields[field].append(f"{team}w")
    return fields


@pytest.mark.clause("IND-SCORE-9", "IND-SCORE-10")
@pytest.mark.parametrize(
    ("tops", "expected"),
    [
        ("11:Bw", "B11"),
        ("11:Bw 12:Yw", "B5 Y5"),
        ("11:Bw 12:Yw 13:Gw", "B3 Y3 G3"),
        ("11:Bw 12:Yw 13:Gw 23:Rw", "B2 Y2 G2 R2"),
        ("11:Bw 12:Yw 13:Yw 23:Rw", "Y11"),
        ("11:Bw 12:Yw 13:Yw 23:Rw 33:Rw", "Y5 R5"),
    ],
)
def test_a_canal_pays_the_leaders_alone(tops, expected):
    assert paid(final(tops), "C1") == by_team(expected)


@pytest.mark.clause("IND-SCORE-10")
def test_what_cannot_be_shared_is_lost():
    state = final("14:Bw 15:Yw 13:Gw")
    ruin = of_ruin(state.view(), "T1")
    assert (ruin["counts"], ruin["shares"]) == (
        {"blue": 1, "yellow": 1, "green": 1},
        [{"teams": ["blue", "yellow", "green"], "pool": 2, "by": 3, "each": 0}],
    )
    assert paid(state, "T1") == {}


@pytest.mark.clause("IND-SCORE-11")
@pytest.mark.parametrize(
    ("stacks", "expected"),
    [
        ("46:Bw,Gw", "B4 G4"),
        ("46:Bw,Gw 56:Bw", "B6 G3"),
        ("46:Bw,Gw 56:Yw 66:Yw", "Y6 B1 G1"),
        ("46:Bw,Gw,Yw", "B3 Y3 G3"),
        ("46:Bw", "B9"),
    ],
)
def test_two_teams_of_a_seat_are_two_teams(stacks, expected):
    assert paid(final(stacks, 2), "B2") == by_team(expected)


# ---------------------------------------------------------------- totals


@pytest.mark.clause("IND-SCORE-12", "IND-SCORE-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_totals_are_captures_and_ruins(players):
    state = played(5, players)
    view = state.view()
    prizes = {ruin["name"]: ruin["prizes"] for ruin in view["ruins"]}
    assert view["sheets"] == state.scores(explain=True)
    for seat, sheet in enumerate(view["sheets"]):
        rows = [row for row in view["teams"] if row["seat"] == seat]
        assert sheet["total"] == sum(row["captured"] + row["ruins"] for row in rows) == state.scores()[seat]
        assert sheet["captured"] == sum(row["captured"] for row in rows)
        assert sum(sheet["kinds"].values()) == sum(row["points"] for row in sheet["ruins"])
        assert sheet["captured"] + sum(sheet["kinds"].values()) == sheet["total"]
        own = [line["team"] for line in rows]
        assert [row["name"] for row in sheet["ruins"]] == [name for name in prizes if set(prizes[name]) & set(own)]
        for row in sheet["ruins"]:
            shares = [share["each"] for share in row["shares"] for team in share["teams"] if team in own]
            assert row["points"] == sum(shares) == sum(prizes[row["name"]].get(team, 0) for team in own)
            assert all(share["each"] == share["pool"] // share["by"] for share in row["shares"])
        assert sheet["rank"] == 1 + sum(total > sheet["total"] for total in state.scores())


@pytest.mark.clause("IND-SCORE-12")
@pytest.mark.parametrize(
    ("points", "wins"),
    [
        ([3, 2, 1, 0], [1, 0, 0, 0]),
        ([3, 3, 1, 0], [0.5, 0.5, 0, 0]),
        ([1, 3, 3, 3], [0, 1 / 3, 1 / 3, 1 / 3]),
        ([2, 2, 2, 2], [0.25, 0.25, 0.25, 0.25]),
    ],
)
def test_the_highest_total_wins_and_equals_share(points, wins):
    state = position(4, points=dict(zip(TEAMS.values(), points, strict=True)), phase="over")
    assert state.returns() == state.scores() == points
    shares = np.zeros(4)
    share_win(np.array(state.returns(), float), shares)
    assert shares.tolist() == pytest.approx(wins)
    winners = [seat for seat, sheet in enumerate(state.scores(explain=True)) if sheet["rank"] == 1]
    assert winners == [seat for seat in range(4) if wins[seat]]


# ---------------------------------------------------------------- comparison with the reference


def random_stacks(rng, letters):
    """Return stacks that can arise in play: one of each team, or a secured field."""
    stacks = {}
    left = {f"{team}{rank}": count for team in letters for rank, count in zip("wap", (6, 4, 2), strict=True)}
    for field in rng.permutation(reference.FIELDS).tolist():
        pieces = [piece for piece, count in left.items() for _ in range(count)]
        if not pieces or rng.random() < 0.3:
            continue
        chosen = rng.permutation(pieces).tolist()
        if rng.random() < 0.25:
            chosen = [piece for piece in chosen if piece[0] == chosen[0][0]][: int(rng.integers(2, 5))]
        else:
            teams = [piece[0] for piece in chosen]
            firsts = [piece for place, piece in enumerate(chosen) if piece[0] not in teams[:place]]
            chosen = firsts[: int(rng.integers(1, 5))]
        stacks[field] = chosen
        for piece in chosen:
            left[piece] -= 1
    return stacks


@pytest.mark.clause("IND-SCORE-3", "IND-SCORE-4", "IND-SCORE-7", "IND-SCORE-8", "IND-SCORE-9", "IND-SCORE-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_positions_pay_as_in_the_reference(players):
    rng = np.random.default_rng(players)
    boards = reference.all_boards()
    for _ in range(25):
        board = boards[int(rng.integers(len(boards)))]
        stacks = random_stacks(rng, "BYG" if players == 3 else "BYGR")
        state = final(stacks, players, board=board)
        other = reference.at_position({"stacks": stacks, "phase": "over"}, players=players, board=board)
        assert state.scores() == other.scores()
        for mine, theirs in zip(state.view()["ruins"], other.view()["ruins"], strict=True):
            assert mine["counts"] == theirs["counts"]
            assert mine["prizes"] == {team: points for team, points in theirs["prizes"].items() if points}
        for team, points in other.ruin_points().items():
            assert of_team(state.view(), team)["ruins"] == points


def test_machine_code_scores_alike(interpreted):
    state = final("11:Bw,Bw 12:Yw,Rw 21:Rp 22:Yw,Bw 43:Gw")
    sheets = mandapa.game_type("indus").presentation.score_sheets
    found = sheets(state.record)
    with interpreted():
        assert sheets(state.record) == found

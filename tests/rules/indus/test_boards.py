"""Indus: the board and the values of its ruins (IND-BOARD, IND-VALUE)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import indus_reference as reference
import numpy as np
import pytest
from indus_play import of_ruin, of_team, position

import mandapa
from mandapa.games.indus.rules import components
from mandapa.games.indus.rules.board import first_mismatch
from mandapa.games.indus.show.view import board_facts

FIRST = ["M1", "K1", "K3", "K2", "K4"]
PLACES = reference.PLACES


def view_of(board, **options):
    """Return the view at the start of a game on the board."""
    return mandapa.load("indus", board=board, placement="fixed", start_seat=0, **options).new_state().view()


@pytest.fixture(scope="module")
def every_board():
    """The ruins of all boards, by the package, for comparisons."""
    kind, data = mandapa.game_type("indus"), components.load()
    options = mandapa.load("indus").options
    return {
        tuple(board): board_facts(kind.new_state(4, {**options, "board": board}, data))
        for board in reference.all_boards()
    }


# ---------------------------------------------------------------- pieces


@pytest.mark.clause("IND-BOARD-1", "IND-BOARD-2")
@pytest.mark.parametrize(
    ("board", "fields"),
    [
        (["M2", "K1", "K2", "K7", "K4"], "54 55 56 64 65 66"),
        (["M1", "K1", "K7", "K2", "K4"], "15 16 25 26 35 36"),
        (["M1", "K1", "K3", "K2", "K7"], "41 42 51 52 61 62"),
    ],
)
def test_a_big_piece_is_turned_with_its_corner(board, fields):
    """K7 has a building on 11 12 13 21 22 23 if placed in the north-west."""
    buildings = [row["fields"] for row in view_of(board)["ruins"] if row["kind"] == "building"]
    assert fields.split() in [sorted(building) for building in buildings]


@pytest.mark.clause("IND-BOARD-1")
def test_the_small_piece_lies_in_the_middle():
    for number in range(1, 8):
        board = next(board for board in reference.all_boards() if board[0] == f"M{number}")
        view = view_of(board)
        assert view["board"]["centre"] == f"M{number}"
        assert all(1 <= len(row["ruins"]) <= 3 for row in view["fields"])
    assert [row["field"] for row in view["fields"]] == reference.FIELDS


@pytest.mark.clause("IND-BOARD-3")
def test_the_small_piece_is_never_turned():
    for board in reference.all_boards():
        if board[0] == "M1":
            assert ["43"] in [row["fields"] for row in view_of(board)["ruins"] if row["kind"] == "graveyard"]
            break
    assert not [text for text in chance_texts() if "turn" in text]


def chance_texts():
    state = mandapa.load("indus", board="random").new_state()
    texts = []
    while state.legal_actions[0].split()[0] in ("centre", "corner"):
        texts += state.legal_actions
        state.apply(state.legal_actions[0])
    return texts


@pytest.mark.clause("IND-BOARD-4")
def test_the_last_corner_must_match_the_first():
    state = mandapa.load("indus").new_state().record
    assert first_mismatch(state) < 0
    last = int(state.piece_at[-1])
    state.clockwise[last] ^= 1  # another exit towards the first corner, and no other change
    assert first_mismatch(state) == last


@pytest.mark.clause("IND-BOARD-4", "IND-BOARD-7")
def test_exactly_the_boards_of_the_reference_match():
    state = mandapa.load("indus").new_state().record
    codes = components.load().codes
    fitting = []
    for centre in range(7, 14):
        for corners in permutations(range(7), 4):
            state.piece_at[:] = [centre, *corners]
            if first_mismatch(state) < 0:
                fitting.append([codes[piece] for piece in (centre, *corners)])
    assert sorted(fitting) == sorted(reference.all_boards())
    assert Counter(board[0] for board in fitting) == {**{f"M{n}": 72 for n in range(1, 6)}, "M6": 24, "M7": 24}


@pytest.mark.clause("IND-BOARD-5", "IND-BOARD-2", "IND-VALUE-1", "IND-VALUE-2", "IND-VALUE-3", "IND-VALUE-4")
def test_ruins_of_all_boards_are_those_of_the_reference(every_board):
    for board, ruins in every_board.items():
        expected = reference.ruins_of(list(board))
        found = [{name: row[name] for name in ("name", "kind", "fields", "links", "values")} for row in ruins]
        assert [{**row, "links": sorted(map(list, row["links"]))} for row in found] == expected, board


@pytest.mark.clause("IND-BOARD-5")
def test_statistics_of_the_boards(every_board):
    """The figures in the rules for the supplied pieces."""
    assert len(every_board) == 408
    numbers = [len(ruins) for ruins in every_board.values()]
    assert (min(numbers), max(numbers), sum(numbers) / 408) == (16, 20, 17.75)
    worth = [sum(sum(row["values"]) for row in ruins) for ruins in every_board.values()]
    assert (min(worth), max(worth), round(sum(worth) / 408, 1)) == (59, 99, 78.9)
    sizes = {
        kind: {len(row["fields"]) for ruins in every_board.values() for row in ruins if row["kind"] == kind}
        for kind in ("canal", "building", "graveyard")
    }
    assert (min(sizes["canal"]), max(sizes["canal"])) == (4, 14)
    assert (min(sizes["building"]), max(sizes["building"])) == (2, 6)
    assert sizes["graveyard"] == {1, 2, 3}


@pytest.mark.clause("IND-BOARD-5")
def test_neighbours_without_a_link_are_two_ruins():
    view = view_of("first")
    assert "33" in of_ruin(view, "P1")["fields"] and "34" in of_ruin(view, "P2")["fields"]
    building = view_of(["M1", "K1", "K7", "K2", "K4"])["ruins"]
    fields = [row["fields"] for row in building if row["kind"] == "building"]
    assert fields == [["11", "12", "21", "22"], ["15", "16", "25", "26", "35", "36"], ["46", "56", "66"]]


@pytest.mark.clause("IND-BOARD-5")
def test_fields_and_ruins_name_each_other(every_board):
    for board in [FIRST, ["M5", *next(iter(b for b in every_board if b[0] == "M5"))[1:]]]:
        view = view_of(list(board))
        for row in view["fields"]:
            assert row["ruins"] == [ruin["name"] for ruin in view["ruins"] if row["field"] in ruin["fields"]]
            kinds = [name[0] for name in row["ruins"]]
            assert len(set(kinds)) == len(kinds)


# ---------------------------------------------------------------- random boards


@pytest.mark.clause("IND-BOARD-6")
def test_chance_builds_every_board_that_matches_and_no_other():
    """The whole tree: every node offers the pieces of the reference, all equally likely."""
    found = {}
    walk(mandapa.load("indus", board="random", start_seat=0).new_state(), [], 1.0, found)
    assert sorted(found) == sorted(map(tuple, reference.all_boards()))
    assert sum(found.values()) == pytest.approx(1)
    assert 1 / found[tuple(FIRST)] == pytest.approx(504)


def walk(state, begun, chance, found):
    if len(begun) == 5:
        found[tuple(begun)] = chance
        return
    outcomes = state.chance_outcomes()
    pieces = [text.split()[-1] for text, _ in outcomes]
    fitting = {board[len(begun)] for board in reference.all_boards() if board[: len(begun)] == begun}
    assert pieces == sorted(fitting)
    place = PLACES[len(begun)]
    for text, share in outcomes:
        assert share == pytest.approx(1 / len(outcomes))
        piece = text.split()[-1]
        assert text == (f"corner {place} {piece}" if begun else f"centre {piece}")
        after = state.copy()
        after.apply(text)
        walk(after, [*begun, piece], chance * share, found)


@pytest.mark.clause("IND-BOARD-6")
@pytest.mark.parametrize(
    ("centre", "offers"),
    [
        *((centre, [4, 3, 3, 2]) for centre in ("M1", "M2", "M3")),
        *((centre, [4, 3, 2, 3]) for centre in ("M4", "M5")),
        *((centre, [4, 3, 2, 1]) for centre in ("M6", "M7")),
    ],
)
def test_how_many_pieces_are_offered(centre, offers):
    state = mandapa.load("indus", board="random", start_seat=0).new_state()
    assert len(state.legal_actions) == 7
    state.apply(f"centre {centre}")
    for count in offers:
        assert len(state.legal_actions) == count
        state.apply(state.legal_actions[-1])
    assert not state.legal_actions[0].startswith("corner")


@pytest.mark.clause("IND-BOARD-6")
def test_samples_are_even():
    state = mandapa.load("indus", board="random").new_state()
    rng = np.random.default_rng(3)
    drawn = Counter(state.sample(rng) for _ in range(700))
    assert set(drawn) == {f"centre M{n}" for n in range(1, 8)}
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 22.5  # chi-square, 6 degrees, 99.9 %


@pytest.mark.clause("IND-BOARD-7")
@pytest.mark.parametrize(
    "board",
    [
        ["M1", "K1", "K3", "K1", "K4"],
        ["M1", "K3", "K1", "K2", "K4"],
        ["M1", "K1", "K3", "K2"],
        ["M1", "K1", "K3", "K2", "K4", "K5"],
        ["K5", "K1", "K3", "K2", "K4"],
        ["M1", "M2", "K3", "K2", "K4"],
        ["M1", "K1", "K3", "K2", "K8"],
        ["M1", "K1", "K3", "K2", 4],
        "M1 K1 K3 K2 K4 K5",
        "anything",
        7,
        None,
    ],
)
def test_boards_that_are_refused(board):
    with pytest.raises(mandapa.OptionError, match=r"^board: "):
        mandapa.load("indus", board=board).new_state()


# ---------------------------------------------------------------- start spaces


@pytest.mark.clause("IND-BOARD-8")
def test_start_spaces_and_their_lines():
    rows = view_of("first")["starts"]
    assert [row["space"] for row in rows] == reference.SPACES == reference.DATA["board"]["start_spaces"]
    for row in rows:
        assert row["fields"] == reference.line(row["space"])
        lines = {field[0] for field in row["fields"]}, {field[1] for field in row["fields"]}
        assert sorted(map(len, lines)) == [1, 6]
    beside = Counter(row["fields"][0] for row in rows)
    assert {field for field, count in beside.items() if count == 2} == {"11", "16", "61", "66"}
    assert len(beside) == 20 and Counter(row["space"][0] for row in rows) == dict.fromkeys("NESW", 6)


# ---------------------------------------------------------------- values


@pytest.mark.clause("IND-VALUE-1", "IND-VALUE-2", "IND-VALUE-3", "IND-VALUE-4")
def test_values_go_by_kind_and_size(every_board):
    graveyards = {1: [3], 2: [4], 3: [6]}
    for ruins in every_board.values():
        for row in ruins:
            size = len(row["fields"])
            expected = {"building": [2 * size, size], "graveyard": graveyards.get(size), "canal": [size]}
            assert row["values"] == expected.get(row["kind"], [2])


@pytest.mark.clause("IND-VALUE-3")
def test_two_canals_are_two_ruins():
    board = next(board for board in reference.all_boards() if board[0] == "M5")
    canals = [row for row in view_of(board)["ruins"] if row["kind"] == "canal"]
    assert [row["name"] for row in canals] == ["C1", "C2"]
    assert not set(canals[0]["fields"]) & set(canals[1]["fields"])
    assert [row["values"] for row in canals] == [[len(row["fields"])] for row in canals]
    one, two = canals[0]["fields"][0], canals[1]["fields"][0]
    view = position(stacks=f"{one}:Bw {two}:Yw", phase="over", options={"board": board}).view()
    assert of_ruin(view, "C1")["prizes"] == {"blue": canals[0]["values"][0]}
    assert of_ruin(view, "C2")["prizes"] == {"yellow": canals[1]["values"][0]}


@pytest.mark.clause("IND-VALUE-5")
def test_the_bank_never_runs_out():
    """More points than the 264 in the box."""
    points = dict.fromkeys(reference.TEAMS, 255)
    state = position(stacks="56:Ra", points=points, phase="over")
    assert state.scores() == [255, 255, 255, 277]
    assert [of_team(state.view(), team)["total"] for team in points] == state.scores()

"""Chola: the temple and building on it (CHO-DEF-1 to 6, CHO-BUILD)."""

from __future__ import annotations

from itertools import pairwise

import chola_pieces as pieces
import chola_positions as positions
import numpy as np
import pytest
from chola_play import SQUARES, TEMPLE, at, build, filled, gains, known_of, load, plays, those

PICTURE = """
      gh
     fghi
    efghij
    efghij
   defghijk
  cdefghijkl
  cdefghijkl
 bcdefghijklm
 bcdefghijklm
 bcdefghijklm
abcdefghijklmn
abcdef  ijklmn
abcdef  ijklmn
"""
"""The squares of the temple; the entrance is the gap in the two lowest rows."""

ROWS = list(reversed(PICTURE.split("\n")[1:-1]))
DRAWN = [f"{column}{row}" for row, columns in enumerate(ROWS, 1) for column in columns if column != " "]
EVERYTHING = {"B": 2, "L": 2, "W": 2}


def places(stones: str, card: str) -> list[str]:
    """Return the places where a card may be built with all stones it may need; an only place is not asked for."""
    state = at({"stones": stones, "hands": [EVERYTHING], "cards": [{card: 1}]})
    if f"build {card}" not in state.legal_actions:
        return []
    state.apply(f"build {card}")
    if those(state, "colours"):
        state.apply(state.legal_actions[0])
    if those(state, "place"):
        return [text.removeprefix("place ") for text in state.legal_actions]
    if those(state, "arrange"):
        state.apply("arrange 0")
    laid = tuple(square for square in SQUARES if square in known_of(state)["stones"] and square not in stones)
    return [pieces.place_text(laid)]


# ---------------------------------------------------------------- the squares


@pytest.mark.clause("CHO-DEF-1")
def test_the_temple_is_as_drawn():
    names = load().components.temple.names
    assert list(names) == DRAWN == SQUARES and len(names) == 120
    assert not {"g1", "h1", "g2", "h2"} & set(names)


@pytest.mark.clause("CHO-DEF-1")
def test_the_temple_is_symmetric():
    mirror = dict(zip("abcdefghijklmn", "nmlkjihgfedcba", strict=True))
    turned = {mirror[square[0]] + square[1:] for square in SQUARES}
    assert turned == set(SQUARES)
    stars = load().components.temple.stars
    assert {mirror[SQUARES[star][0]] + SQUARES[star][1:] for star in stars} == {SQUARES[star] for star in stars}


@pytest.mark.clause("CHO-DEF-2", "CHO-BUILD-2", "CHO-BUILD-3")
def test_pairs_are_neighbours_and_blocks_are_squares_of_two_by_two():
    """Over a full row, at most the neighbours of the rows above it can be built on."""
    full = [square for square in SQUARES if int(square[1:]) <= 3]
    found = places(filled(full), "diff2")
    flat = [f"{one}-{two}" for one, two in pairwise(square for square in SQUARES if square.endswith("4"))]
    upright = [f"{square}-{square[0]}5" for square in SQUARES if square.endswith("4") and square[1:] == "4"]
    assert sorted(found) == sorted(flat + upright)
    blocks = [f"{one}:{two[0]}5" for one, two in (pair.split("-") for pair in flat)]
    assert places(filled(full), "hv4") == places(filled(full), "diag4") == blocks


@pytest.mark.clause("CHO-DEF-2")
def test_the_entrance_parts_its_sides():
    ground = [f"{column}1" for column in "abcdefijklmn"]
    found = places("", "same2")
    assert not [place for place in found if place.startswith("f1-") and "i1" in place]
    assert [place for place in found if place.startswith("f1")] == ["f1-f2"]
    assert gains(at({"stones": "e1W f1W", "hands": [{"W": 1}], "cards": [{"one": 1}]}), "build one W i1")[1] == 0
    second = " ".join(f"{square}B" for square in ground) + " e2W f2W"
    assert gains(at({"stones": second, "hands": [{"W": 1}], "cards": [{"one": 1}]}), "build one W i2")[1] == 0


@pytest.mark.clause("CHO-DEF-3", "CHO-BUILD-5")
def test_every_square_but_those_over_the_entrance_has_one_below_or_the_ground():
    below = load().components.temple.below
    without = [square for square, under in zip(SQUARES, below.tolist(), strict=True) if under < 0]
    assert without == [square for square in SQUARES if square[1:] == "1"] + ["g3", "h3"]
    for square, under in zip(SQUARES, below.tolist(), strict=True):
        if under >= 0:
            assert SQUARES[under] == f"{square[0]}{int(square[1:]) - 1}"


@pytest.mark.clause("CHO-DEF-4")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_stones_stay(variant):
    before = {}
    for state in plays(5, 3, variant=variant):
        now = known_of(state)["stones"]
        assert before.items() <= now.items()
        assert int(state.record.spaces) == len(SQUARES) - len(now)
        before = now
    assert before


@pytest.mark.clause("CHO-DEF-6")
@pytest.mark.parametrize(
    ("stones", "square", "points"),
    [
        ("a1W b2W c1B", "b1", 4),  # next to each other and one on top
        ("a1W b1B c1W b2W a2B", "c2", 4),  # c1 c2 b2
        ("a1W b1B c1W", "b2", 0),  # corners only
        ("a1W a2W b1B c1W c2W", "b2", 10),  # a bridge
        ("a1W a2W a3W b1W c1W c2W b2B", "b3", 18),  # around a stone of another colour
    ],
)
def test_groups_of_any_shape(stones, square, points):
    state = at({"stones": stones, "hands": [{"W": 1}], "cards": [{"one": 1}]})
    assert gains(state, f"build one W {square}") == [1, points, 0]


# ---------------------------------------------------------------- cards


@pytest.mark.clause("CHO-BUILD-1")
@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ({}, []),
        ({"B": 1}, ["one"]),
        ({"B": 2}, ["one", "same2"]),
        ({"B": 1, "L": 1}, ["one", "diff2"]),
        ({"B": 3, "L": 1}, ["one", "same2", "diff2"]),
        ({"B": 2, "L": 2}, ["one", "same2", "diff2", "hv4", "diag4"]),
        ({"B": 1, "L": 1, "W": 1, "G": 1, "Y": 1}, ["one", "diff2"]),
    ],
)
def test_the_stones_that_a_card_asks_for(hand, cards):
    found = []
    for card in pieces.CARDS:
        state = at({"hands": [hand], "cards": [{card: 1}]})
        found += [text.removeprefix("build ") for text in those(state, "build")]
    assert found == cards


@pytest.mark.clause("CHO-BUILD-1")
def test_a_card_must_be_held():
    state = at({"hands": [EVERYTHING], "cards": [{"one": 1}, {"same2": 1}], "face_up": {"hv4": 1}})
    assert those(state, "build") == ["build one"]
    assert state.refusal("build same2").clause == "CHO-BUILD-1"


@pytest.mark.clause("CHO-BUILD-1", "CHO-BUILD-4")
def test_a_card_without_a_place():
    stones = filled([square for square in SQUARES if square not in ("a3", "g13", "n3")])
    state = at({"stones": stones, "hands": [EVERYTHING], "cards": [{"same2": 1}]})
    assert those(state, "build") == []
    assert state.refusal("build same2").clause == "CHO-BUILD-1"


@pytest.mark.clause("CHO-BUILD-2")
@pytest.mark.parametrize(
    ("card", "colours"),
    [
        ("one", ["B", "L", "W", "Y"]),
        ("same2", ["B", "L"]),
        ("diff2", ["B L", "B W", "B Y", "L W", "L Y", "W Y"]),
        ("hv4", ["B L"]),
        ("diag4", ["B L"]),
    ],
)
def test_colours_of_a_card(card, colours):
    state = at({"hands": [{"B": 2, "L": 2, "W": 1, "Y": 1}], "cards": [{card: 1}]})
    state.apply(f"build {card}")
    if len(colours) > 1:
        assert state.legal_actions == [f"colours {text}" for text in colours]
    else:
        assert those(state, "place") == state.legal_actions


@pytest.mark.clause("CHO-BUILD-2", "CHO-BUILD-3")
@pytest.mark.parametrize(
    ("text", "stones"),
    [
        ("one W a1", "a1W"),
        ("same2 B a1-b1", "a1B b1B"),
        ("same2 B a1-a2", "a1B a2B"),
        ("diff2 BL a1-b1 0", "a1B b1L"),
        ("diff2 BL a1-b1 1", "a1L b1B"),
        ("diff2 BL a1-a2 0", "a1B a2L"),
        ("diff2 BL a1-a2 1", "a1L a2B"),
        ("hv4 BL a1:b2 0", "a1B b1B a2L b2L"),
        ("hv4 BL a1:b2 1", "a1L b1L a2B b2B"),
        ("hv4 BL a1:b2 2", "a1B b1L a2B b2L"),
        ("hv4 BL a1:b2 3", "a1L b1B a2L b2B"),
        ("diag4 BL a1:b2 0", "a1B b1L a2L b2B"),
        ("diag4 BL a1:b2 1", "a1L b1B a2B b2L"),
    ],
)
def test_arrangements(text, stones):
    state = at({"hands": [EVERYTHING], "cards": [{text.split()[0]: 1}]})
    build(state, text)
    assert known_of(state)["stones"] == {word[:2]: word[2] for word in stones.split()}


@pytest.mark.clause("CHO-BUILD-4", "CHO-BUILD-5", "CHO-BUILD-6", "CHO-BUILD-7", "CHO-BUILD-8")
@pytest.mark.parametrize("seed", range(12))
def test_places_against_every_order_of_laying(seed):
    """Random heaps of stones, including floating ones; the reference tries all orders."""
    rng = np.random.default_rng(seed)
    share = rng.random()
    heap = [square for square in SQUARES if rng.random() < share * (1.3 - int(square[1:]) / 13)]
    game = positions.at_position({"hands": [EVERYTHING], "stones": filled(heap)}, players=3)
    for card in pieces.CARDS:
        assert places(filled(heap), card) == list(game.place_choices(card))


@pytest.mark.clause("CHO-BUILD-5", "CHO-BUILD-6")
@pytest.mark.parametrize("level", range(2, 14))
def test_a_stone_is_supported_by_the_one_below(level):
    """With every other stone of a row, only the squares over them can be built on, and pairs upright on them."""
    row = [square for square in SQUARES if int(square[1:]) == level - 1][::2]
    found = [place for place in places(filled(row), "one") if place[1:] != "1"]
    over = [f"{square[0]}{level}" for square in row if f"{square[0]}{level}" in SQUARES]
    lintel = ["g3", "h3"] if level == 4 else []
    assert sorted(found) == sorted([*over, *(square for square in lintel if TEMPLE.supported(square, {*row}))])
    upright = [f"{square}-{square[0]}{level + 1}" for square in over if f"{square[0]}{level + 1}" in SQUARES]
    assert set(upright) <= set(places(filled(row), "diff2"))


@pytest.mark.clause("CHO-BUILD-5")
@pytest.mark.parametrize(
    ("stones", "g3", "h3"),
    [
        ("f3W", True, False),
        ("i3W", False, True),
        ("f3W i3W", True, True),
        ("g4W h4W", False, False),
        ("f2W i2W", False, False),
    ],
)
def test_the_lintel(stones, g3, h3):
    found = places(stones, "one")
    assert ("g3" in found, "h3" in found) == (g3, h3)
    assert ("g3-h3" in places(stones, "diff2")) == (g3 or h3)


@pytest.mark.clause("CHO-BUILD-5", "CHO-BUILD-7")
def test_the_lintel_supports_what_is_above():
    assert "g4" in places("f3W g3W", "one")
    assert {"g3-h3", "g3-g4"} <= set(places("f3W", "diff2"))
    assert "h3-h4" not in places("f3W", "diff2")


@pytest.mark.clause("CHO-BUILD-7")
def test_covered_stones_support_and_columns_may_leave_gaps():
    position = {"stones": "a1W b1W a2B b2B d1W d2W d3W", "carved": {"S1": 0}}
    state = at({**position, "hands": [{"W": 1}], "cards": [{"one": 1}]}, variant="expert")
    state.apply("build one")
    assert {"place a3", "place b3", "place c1", "place d4", "place e1"} <= set(state.legal_actions)
    assert not {"place c2", "place e3"} & set(state.legal_actions)


@pytest.mark.clause("CHO-BUILD-8")
def test_any_ground_square_starts():
    assert places("", "one") == [square for square in SQUARES if square[1:] == "1"]
    assert {"a1-b1", "a1-a2", "i1-i2", "m1-n1"} <= set(places("", "diff2"))
    assert "f1:i2" not in places("", "hv4") and len(places("", "hv4")) == 10


@pytest.mark.clause("CHO-BUILD-9")
def test_the_card_leaves_the_game_and_the_stones_the_hand():
    state = at({"hands": [{"B": 3, "W": 2}], "cards": [{"same2": 2, "one": 1}]})
    before = known_of(state)
    build(state, "same2 B a1-b1")
    after = known_of(state)
    assert after["hands"][0] == {"B": 1, "W": 2} and after["cards"][0] == {"same2": 1, "one": 1}
    assert after["bag"] == before["bag"] and after["stack"] == before["stack"] and after["row"] == before["row"]


@pytest.mark.clause("CHO-BUILD-10")
def test_all_of_a_build_is_counted_on_the_final_position():
    position = {"stones": "a1W b1W", "treasures": {"c2": "pattern2"}, "cards": [{"same2": 1}], "hands": [{"W": 2}]}
    state = at(position, treasures="open", variant="expert")
    assert gains(state, "build same2 W c1-c2") == [4, 7, 0]
    after = known_of(state)
    assert after["treasures"] == {} and after["wagons"][0] == {"W": 2}


@pytest.mark.clause("CHO-BUILD-1", "CHO-BUILD-4", "CHO-BUILD-5")
def test_places_that_are_refused_name_their_rule():
    state = at({"stones": "a1W b1G f3W", "hands": [{"B": 2}], "cards": [{"one": 1}]})
    state.apply("build one")
    clauses = {text: state.refusal(f"place {text}").clause for text in ("a1", "a3", "h3", "e2", "a2-b2")}
    assert clauses["a1"] == "CHO-BUILD-4"
    assert clauses["a3"] == clauses["h3"] == clauses["e2"] == "CHO-BUILD-5"

"""Chola: points of a Build (CHO-SCORE, CHO-TREAS)."""

from __future__ import annotations

import pytest
from chola_pieces import TREASURES
from chola_play import at, gains, known_of, load, plays, totals

FOREIGN, OWN, GIVEN, TREASURE, DOUBLING, OWN_STONES, SCULPTURES, SCULPTURES_TWICE, OTHER = range(9)


def laid(stones, hand, text, options=None, **position):
    """Return the points of brown, white and grey for a Build of the brown player."""
    card = text.split()[0]
    state = at({"stones": stones, "hands": [hand], "cards": [{card: 1}], **position}, **(options or {}))
    return gains(state, f"build {text}")


# ---------------------------------------------------------------- stones


@pytest.mark.clause("CHO-SCORE-1", "CHO-SCORE-2")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("one B a1", 0),
        ("one L a1", 1),  # without an owner
        ("one W a1", 1),
        ("same2 Y a1-b1", 2),
        ("same2 B a1-b1", 0),
        ("diff2 BW a1-b1 0", 1),
        ("diff2 LW a1-b1 0", 2),
        ("hv4 BL a1:b2 0", 2),
        ("diag4 LW a1:b2 0", 4),
    ],
)
def test_foreign_stones(text, points):
    hand = {"Y": 2} if "Y" in text else {"B": 2, "L": 2, "W": 2}
    assert laid("", hand, text) == [points, 0, 0]


@pytest.mark.clause("CHO-SCORE-2", "CHO-SCORE-3")
def test_own_stones_pay_in_patterns_only():
    assert laid("a1B", {"B": 1}, "one B b1") == [0, 0, 0]
    assert laid("a1B b1B", {"B": 1}, "one B c1") == [4, 0, 0]


@pytest.mark.clause("CHO-SCORE-3")
def test_the_owner_is_paid_whoever_builds():
    assert laid("a1W b1W", {"W": 1}, "one W c1") == [1, 4, 0]
    assert laid("a1G b1G", {"G": 1}, "one G c1") == [1, 0, 4]
    assert laid("a1Y b1Y", {"Y": 1}, "one Y c1") == [1, 0, 0]


# ---------------------------------------------------------------- patterns


@pytest.mark.clause("CHO-SCORE-4")
def test_values_are_those_of_the_component_file():
    table = load().components.data["patterns"]
    assert list(table["points"].values()) == [4, 7, 10, 15, 18, 21, 24, 27] and table["ten_or_more"] == 27


@pytest.mark.clause("CHO-SCORE-5")
@pytest.mark.parametrize("scoring", ["full", "increment"])
def test_each_group_is_paid_once(scoring):
    option = {"pattern_scoring": scoring}
    assert laid("a1W", {"W": 2}, "same2 W b1-c1", option) == [2, 4, 0]
    assert laid("a1W b1W e2W e3W e1B", {"W": 2, "G": 2}, "diag4 WG c1:d2 0", option) == [4, 8, 0]
    assert laid("a1W b1W c3B", {"W": 2, "B": 2}, "hv4 BW c1:d2 1", option) == [6, 7, 0]


@pytest.mark.clause("CHO-SCORE-6", "CHO-SCORE-7")
@pytest.mark.parametrize(
    ("stones", "full", "growth"),
    [
        ("", 0, 0),
        ("b1W", 0, 0),
        ("b1W c1W", 4, 4),
        ("b1W c1W d1W", 7, 3),
        ("b1W c1W d1W e1W", 10, 3),
        ("b1W c1W d1W e1W f1W", 15, 5),
        ("b1W c1W a2W b2W", 10, 3),
        ("b1W c1W a2W", 7, 7),  # a pair and a single stone, worth nothing
    ],
)
def test_whole_groups_or_their_growth(stones, full, growth):
    assert laid(stones, {"W": 1}, "one W a1", {"pattern_scoring": "full"}) == [1, full, 0]
    assert laid(stones, {"W": 1}, "one W a1", {"pattern_scoring": "increment"}) == [1, growth, 0]


@pytest.mark.clause("CHO-SCORE-7")
@pytest.mark.parametrize(
    ("stones", "points"),
    [
        ("b1W c1W d1W f1W f2W f3W", 18 - 4 - 4),
        ("a1W b1W c1W d1W a2W b2W c2W d2W a3W f1W", 27 - 24),
        ("a1W b1W c1W d1W a2W b2W c2W d2W a3W f1W f2W f3W", 0),  # 27 - 24 - 4
        ("a1W b1W c1W d1W f1W f2W f3W f4W f5W", 27 - 7 - 10),
    ],
)
def test_joined_groups_pay_what_they_were_worth_before_less(stones, points):
    state = {"stones": stones, "hands": [{"W": 1}], "cards": [{"one": 1}]}
    assert gains(at(state, pattern_scoring="increment"), "build one W e1") == [1, points, 0]


@pytest.mark.clause("CHO-SCORE-7")
def test_growth_is_never_below_nothing():
    """Two groups of nine are worth 48, joined 27."""
    nine = "a1W b1W c1W d1W a2W b2W c2W d2W a3W"
    other = "f1W f2W f3W f4W f5W f6W g4W g5W g6W"
    assert laid(f"{nine} {other}", {"W": 1}, "one W e1", {"pattern_scoring": "increment"}) == [1, 0, 0]
    assert laid(f"{nine} {other}", {"W": 1}, "one W e1", {"pattern_scoring": "full"}) == [1, 27, 0]


@pytest.mark.clause("CHO-SCORE-8")
def test_groups_without_a_new_stone_pay_nothing():
    assert laid("a1W b1W c1W", {"W": 1}, "one W n1") == [1, 0, 0]
    assert laid("a1W b1W c1W", {"B": 1}, "one B d1") == [0, 0, 0]


@pytest.mark.clause("CHO-SCORE-8")
@pytest.mark.parametrize("variant", ["basic", "expert"])
def test_points_never_go_down(variant):
    before = None
    for state in plays(9, 3, variant=variant, treasures="double"):
        now = totals(state)
        assert before is None or all(a >= b for a, b in zip(now, before, strict=True))
        before = now


@pytest.mark.clause("CHO-SCORE-9")
def test_there_is_no_highest_score():
    state = at({"stones": "a1B b1B", "hands": [{"B": 1}], "cards": [{"one": 1}], "points": [998, 3, 250]})
    assert gains(state, "build one B c1") == [4, 0, 0]
    assert totals(state) == [1002, 3, 250] == state.scores()


@pytest.mark.clause("CHO-SCORE-1", "CHO-SCORE-3", "CHO-TREAS-1", "CHO-BONUS-2")
def test_where_points_come_from():
    stones = "a1W b1B c1W d1W e1B"
    position = {
        "hands": [{"B": 2, "W": 2}],
        "cards": [{"hv4": 1}],
        "bonus": [["R1", "U1"]],
        "treasures": {"c2": "plus1"},
    }
    state = at({"stones": stones, **position}, treasures="open", variant="expert")
    assert gains(state, "build hv4 BW b2:c3 2") == [2 + 4 + 1 + 2, 7, 0]
    mine, white, _ = known_of(state)["points"]
    assert mine[FOREIGN] == 2 and mine[OWN] == 4 and mine[TREASURE] == 1 and mine[OWN_STONES] == 2
    assert white[GIVEN] == 7 and sum(mine) == totals(state)[0]


# ---------------------------------------------------------------- treasures


@pytest.mark.clause("CHO-TREAS-1", "CHO-TREAS-2", "CHO-TREAS-3", "CHO-TREAS-4")
@pytest.mark.parametrize("letter", "BLWGY")
@pytest.mark.parametrize("kind", TREASURES)
def test_every_tile_with_every_colour(kind, letter):
    position = {"treasures": {"c2": kind, "d5": "plus2"}, "hands": [{letter: 1}], "cards": [{"one": 1}]}
    state = at({"stones": "c1B" if letter != "B" else "c1L", **position}, treasures="open")
    colour = {"brown2": "B", "light_brown2": "L", "white2": "W", "grey2": "G", "gold2": "Y"}
    bonus = {"plus1": 1, "plus2": 2}.get(kind, 2 if colour.get(kind) == letter else 0)
    assert gains(state, f"build one {letter} c2") == [bonus + (letter != "B"), 0, 0]
    assert known_of(state)["treasures"] == {"d5": "plus2"}
    tile = state.view()["treasures"][kind]
    assert tile["wants"] == {"pattern2": "pattern", **colour}.get(kind)
    assert bonus == (tile["points"] if tile["wants"] in (None, letter) else 0)


@pytest.mark.clause("CHO-TREAS-4")
@pytest.mark.parametrize(
    ("stones", "hand", "text", "treasure"),
    [
        ("c1W b2W", {"W": 1}, "one W c2", 2),
        ("c1B b1B", {"B": 1}, "one B c2", 2),
        ("c1Y b1Y", {"Y": 1}, "one Y c2", 2),
        ("c1W", {"W": 1}, "one W c2", 0),
        ("c1B b1W a1W a2W", {"B": 1, "W": 1}, "diff2 BW b2-c2 1", 0),  # white makes a pattern elsewhere
        ("c1B b1B a1B", {"B": 1, "W": 1}, "diff2 BW b2-c2 0", 0),
    ],
)
def test_a_pattern_tile_looks_at_its_own_stone(stones, hand, text, treasure):
    position = {"stones": stones, "treasures": {"c2": "pattern2"}, "hands": [hand], "cards": [{text.split()[0]: 1}]}
    state = at(position, treasures="open")
    gains(state, f"build {text}")
    assert known_of(state)["points"][0][TREASURE] == treasure


@pytest.mark.clause("CHO-TREAS-4", "CHO-SCORE-7")
def test_a_pattern_tile_pays_where_growth_does_not():
    ten = "a1W b1W c1W d1W e1W f1W a2W b2W a3W b3W"
    position = {"stones": ten, "treasures": {"c2": "pattern2"}, "hands": [{"W": 1}], "cards": [{"one": 1}]}
    assert gains(at(position, treasures="open", pattern_scoring="increment"), "build one W c2") == [3, 0, 0]


@pytest.mark.clause("CHO-TREAS-4", "CHO-DEF-7", "CHO-SOLO-2")
def test_a_pattern_tile_alone_takes_pairs_of_the_opponent():
    for letter, points in (("W", [3, 2]), ("B", [0, 0])):
        position = {
            "stones": f"c1{letter}",
            "treasures": {"c2": "pattern2"},
            "hands": [{letter: 1}],
            "face_up": {"one": 1},
        }
        assert gains(at(position, "B", treasures="open"), f"build one {letter} c2") == points


@pytest.mark.clause("CHO-TREAS-5")
def test_several_tiles_at_a_time():
    stones = "g7B h7L"
    position = {
        "stones": stones,
        "treasures": {"g8": "white2", "h8": "plus1"},
        "hands": [{"W": 2}],
        "cards": [{"same2": 1}],
    }
    state = at(position, treasures="open")
    assert gains(state, "build same2 W g8-h8") == [2 + 2 + 1, 0, 0]
    assert known_of(state)["treasures"] == {}


@pytest.mark.clause("CHO-TREAS-6")
def test_everybody_sees_the_tiles():
    state = at({"treasures": {"c2": "plus2", "i10": "gold2"}}, treasures="open")
    for seat in (None, 0, 1, 2):
        squares = state.view(seat)["squares"]
        assert {row["square"]: row["treasure"] for row in squares if row["treasure"]} == {"c2": "plus2", "i10": "gold2"}


@pytest.mark.clause("CHO-TREAS-7")
@pytest.mark.parametrize(
    ("stones", "hand", "text", "gained"),
    [
        ("c1B", {"W": 1}, "one W c2", [2, 0, 0]),
        ("c1B", {"W": 1}, "one W a1", [1, 0, 0]),
        ("c1W b1W", {"W": 1}, "one W c2", [2, 4, 0]),
        ("c1B b1B", {"B": 1}, "one B c2", [8, 0, 0]),
        ("g7B h7B", {"B": 1, "W": 1}, "diff2 BW g8-h8 0", [2 * (1 + 4), 0, 0]),
        ("c1B b1B", {"B": 1, "W": 1}, "diff2 BW b2-c2 0", [2 * (1 + 4), 0, 0]),  # the star is under the other stone
    ],
)
def test_doubling(stones, hand, text, gained):
    assert laid(stones, hand, text, {"treasures": "double"}) == gained


@pytest.mark.clause("CHO-TREAS-7", "CHO-BONUS-2")
def test_what_is_doubled():
    position = {"stones": "c1B b1B", "hands": [{"B": 1, "W": 1}], "cards": [{"diff2": 1}], "bonus": [["R1"]]}
    state = at(position, treasures="double", variant="expert")
    assert gains(state, "build diff2 BW b2-c2 0") == [2 * (1 + 4 + 1), 0, 0]
    mine = known_of(state)["points"][0]
    assert mine[DOUBLING] == 6 and mine[FOREIGN] == 1 and mine[OWN] == 4 and mine[OWN_STONES] == 1


@pytest.mark.clause("CHO-TREAS-7", "CHO-SOLO-2")
def test_doubling_alone_is_for_the_player():
    position = {"stones": "c1W b1W", "hands": [{"W": 1}], "face_up": {"one": 1}}
    assert gains(at(position, "B", treasures="double"), "build one W c2") == [2, 4]


@pytest.mark.clause("CHO-TREAS-8")
def test_sculptures_are_not_doubled():
    tiles = {"S1": "Q8W", "S2": "Q8L"}
    position = {"stones": "c1W d1G c2L d2L", "tiles": tiles, "wagons": [{"L": 4, "Y": 1}]}
    state = at(position, treasures="double", variant="expert")
    assert gains(state, "sculpt S2") == [8, 0, 0]
    assert known_of(state)["points"][0][SCULPTURES] == 8


@pytest.mark.clause("CHO-SETUP-4", "CHO-TREAS-7")
def test_without_tiles_a_star_means_nothing():
    assert laid("c1B", {"W": 1}, "one W c2", {"treasures": "none"}) == [1, 0, 0]
    state = load(treasures="none").new_state()
    assert not [text for text in state.history if text.startswith("treasure")]


@pytest.mark.clause("CHO-BUILD-10", "CHO-SCORE-5")
def test_everybody_may_be_paid_at_once():
    stones = "a1W a2W b3G c3G d1B"
    position = {"stones": stones, "hands": [{"W": 2, "G": 2}], "cards": [{"hv4": 1}]}
    state = at(position, pattern_scoring="full")
    assert gains(state, "build hv4 WG b1:c2 0") == [4, 7, 7]

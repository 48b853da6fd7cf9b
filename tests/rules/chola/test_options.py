"""Chola: options, custom component files, and impossible positions."""

from __future__ import annotations

import copy
import tomllib

import numpy as np
import pytest
from chola_pieces import SLOT_SIZES, TOPS, file_with_ones
from chola_play import at, build, known_of, load, played, plays

import mandapa
from mandapa.games.chola import GAME
from mandapa.games.chola.rules import components
from mandapa.testing import check_options, check_playthrough

# ---------------------------------------------------------------- options


ACCEPTED = [
    ({"first_player": "1"}, {"first_player": 1}),
    ({"removed_value": "7", "variant": "expert"}, {"removed_value": 7}),
    ({"colours": "gold,white"}, {"colours": ["gold", "white"]}),
    ({"turn_cap": "0"}, {"turn_cap": 0}),
    ({"head_start": "120"}, {"head_start": 120}),
    ({}, {"variant": "basic", "treasures": "open", "pattern_scoring": "increment", "stuck_rule": "literal"}),
    ({}, {"colours": "random", "first_player": "random", "removed_value": "random"}),
    ({}, {"head_start": 100, "turn_cap": 1000}),
    ({"players": 1, "head_start": 0}, {}),
    ({"variant": "expert", "removed_value": 4}, {}),
]
REFUSED = [
    ({"variant": "advanced"}, "variant: found 'advanced', expected basic"),
    ({"variant": "solo"}, "variant: found"),
    ({"players": 1, "variant": "expert"}, "variant: found"),
    ({"players": 6}, "players: found 6, expected 1 to 5"),
    ({"players": 0}, "players: found 0"),
    ({"treasures": "all"}, "treasures: found 'all', expected open"),
    ({"pattern_scoring": "half"}, "pattern_scoring: found 'half', expected increment"),
    ({"stuck_rule": ""}, "stuck_rule: found ''"),
    ({"colours": ["gold"]}, "colours: found ['gold']"),
    ({"colours": ["gold", "gold"]}, "colours: found ['gold', 'gold']"),
    ({"colours": ["gold", "pink"]}, "colours: found ['gold', 'pink']"),
    ({"players": 3, "first_player": 3}, "first_player: found 3"),
    ({"players": 3, "first_player": True}, "first_player: found True"),
    ({"players": 3, "removed_value": 9}, "removed_value: found 9"),
    ({"players": 1, "head_start": 501}, "head_start: found 501, expected 0 to 500"),
    ({"players": 1, "head_start": -1}, "head_start: found -1"),
    ({"turn_cap": 1.5}, "turn_cap: found 1.5"),
    ({"components": ""}, "components: found ''"),
    ({"tiles": "many"}, "option: found tiles"),
]


def test_options():
    check_options(GAME, 2, accepted=ACCEPTED, refused=REFUSED)


def test_one_player_plays_solo():
    assert load(1).options["variant"] == "solo"


# ---------------------------------------------------------------- component files

DEFAULT = tomllib.loads(components.DEFAULT_FILE.read_text(encoding="utf-8"))


def changed(*path, value):
    """Return the default data with one value changed or removed."""
    data = copy.deepcopy(DEFAULT)
    there = data
    for key in path[:-1]:
        there = there[key]
    if value is None:
        del there[path[-1]]
    else:
        there[path[-1]] = value
    return data


def with_rows(*rows):
    """Return data with another shape of the temple."""
    data = changed("board", "rows", value=[{"row": n, "first": f, "width": w} for n, (f, w) in enumerate(rows, 1)])
    data["board"]["cell_count"] = sum(width for _, width in rows)
    return data


BIG = ("sculpture_rules", "big")
RULES = DEFAULT["sculpture_rules"]
ONES = RULES["one"]
FIRST_SLOT = ("sculpture_board", "slots", 0)
WRONG = {
    "another game": (changed("game", value="kerala"), "game: found 'kerala'"),
    "another format": (changed("schema", value=2), "schema: found 2"),
    "no board": (changed("board", value=None), "board"),
    "a colour too few": (changed("colours", value=DEFAULT["colours"][:4]), "colours: found"),
    "colours in another order": (changed("colours", value=DEFAULT["colours"][::-1]), "colours: found"),
    "a card kind too few": (changed("build_cards", value=DEFAULT["build_cards"][:4]), "build_cards: found"),
    "cards below nothing": (changed("build_cards", 0, "count", value=-1), "build_cards one"),
    "cards that are no number": (changed("build_cards", 0, "count", value="many"), "build_cards one"),
    "cards that are true": (changed("build_cards", 0, "count", value=True), "build_cards one"),
    "no stones": (changed("stones", "per_colour", value=0), "stones"),
    "too few stones": (changed("stones", "per_colour", value=20), "stones.per_colour: found 20"),
    "another hand": (changed("stones", "hand_limit", value=9), "stones.hand_limit: found 9, expected 7"),
    "another wagon": (changed("markers", "wagon_max", value=6), "markers.wagon_max: found 6, expected 5"),
    "another end": (changed("board", "end_trigger_spaces", value=5), "board.end_trigger_spaces: found 5, expected 6"),
    "other points": (changed("patterns", "points", "3", value=5), "3: found 5, expected 4"),
    "other points of ten": (
        changed("patterns", "ten_or_more", value=30),
        "patterns.ten_or_more: found 30, expected 27",
    ),
    "no points": (changed("patterns", "points", value=None), "patterns.points"),
    "a treasure too many": (changed("treasures", 0, "count", value=4), "treasures: found '13 tiles'"),
    "other points of a treasure": (
        changed("treasures", 1, "points", value=3),
        "treasures.plus2.points: found 3, expected 2",
    ),
    "another condition of a treasure": (
        changed("treasures", 0, "condition", value="pattern"),
        "treasures.plus1.condition",
    ),
    "other stones of a card": (
        changed("build_cards", 3, "stones", value=5),
        "build_cards.hv4.stones: found 5, expected 4",
    ),
    "a star too few": (changed("board", "stars", value=DEFAULT["board"]["stars"][:11]), "treasures: found '12 tiles'"),
    "a star outside": (changed("board", "stars", 0, value="g1"), "board.stars: found 'g1'"),
    "a star twice": (changed("board", "stars", 1, value="c2"), "board.stars"),
    "a wrong number of squares": (changed("board", "cell_count", value=119), "board.cell_count: found 119"),
    "squares in the air": (with_rows(("a", 3), ("c", 3)), "square d2"),
    "rows in another order": (changed("board", "rows", 0, "row", value=2), "board.rows[0]: row"),
    "a row beyond the columns": (changed("board", "rows", 0, "width", value=15), "board.rows[0]"),
    "a row that starts nowhere": (changed("board", "rows", 0, "first", value="z"), "board.rows[0]: first"),
    "no rows": (changed("board", "rows", value=[]), "board.rows"),
    "a slot of unknown kind": (changed(*FIRST_SLOT, "kind", value="huge"), "slots[0]: kind"),
    "a slot outside": (
        changed("sculpture_board", "slots", 0, "cells", value=["a1", "b1", "g1", "g2"]),
        "slots[0]: cells",
    ),
    "a slot with too few squares": (changed("sculpture_board", "slots", 0, "cells", value=["a1"]), "slots[0]: cells"),
    "a square in two slots": (
        changed("sculpture_board", "slots", 0, "cells", value=["a1", "b1", "a2", "c2"]),
        "a square in two slots",
    ),
    "a slot too few": (changed("sculpture_board", "slots", value=DEFAULT["sculpture_board"]["slots"][:39]), "slots"),
    "a tile too few": (changed(*BIG, value=DEFAULT["sculpture_rules"]["big"][:24]), "ids of the sculpture tiles"),
    "a tile twice": (changed(*BIG, 0, "id", value="Q4L"), "Q4L"),
    "a value too many": (changed(*BIG, 0, "value", value=9), "big_values"),
    "a tile of another value": (changed(*BIG, 0, "value", value=5), "big tiles of value 4"),
    "a value that is no number": (changed(*BIG, 0, "value", value="four"), "value: found 'four'"),
    "a small tile without a place": (
        changed("sculpture_rules", "one", value=[*ONES, {**ONES[0], "id": "M7"}]),
        "slots of kind one: found 6, expected 7",
    ),
    "a place without a small tile": (changed("sculpture_rules", "one", value=ONES[:5]), "slots of kind one: found 6"),
    "a small tile of another name": (
        changed("sculpture_rules", "one", 5, "id", value="X6"),
        "ids of the sculpture tiles",
    ),
    "a tile of three squares among those of two": (
        changed(
            "sculpture_rules", value={**RULES, "three": RULES["three"][:5], "two": [RULES["three"][5], *RULES["two"]]}
        ),
        "sculpture_rules.three: found 5 tiles, expected 6, as the rulebook has it",
    ),
    "too many places": (
        changed("sculpture_board", "slots", value=[DEFAULT["sculpture_board"]["slots"][0]] * 55),
        "sculpture_board.slots: found 55 slots, expected a list of at most 54",
    ),
    "a cost in three colours": (changed(*BIG, 0, "cost", value={"B": 1, "L": 1, "W": 1}), "CHO-BONUS-13"),
    "a cost in no colour": (changed(*BIG, 0, "cost", value={}), "CHO-BONUS-13"),
    "a small tile for nothing": (changed("sculpture_rules", "one", 0, "cost", value={}), "cost of tile M1"),
    "an unknown colour of a cost": (
        changed(*BIG, 0, "cost", value={"P": 3}),
        "big[0] (Q4B).cost: unknown key: found P",
    ),
    "a cost that nobody can pay": (changed(*BIG, 0, "cost", value={"B": 99}), "tile Q4B: cost"),
    "a misspelt key": (
        changed("board", "star", value=["a1"]),
        "board: unknown key: found star, expected one of cell_count, columns, end_trigger_spaces",
    ),
    "a bonus card too few": (changed("bonus", value=DEFAULT["bonus"][:11]), "bonus: found"),
}


@pytest.mark.clause("CHO-BONUS-13")
@pytest.mark.parametrize(("data", "message"), WRONG.values(), ids=WRONG)
def test_component_files_that_are_rejected(data, message):
    with pytest.raises(mandapa.ComponentError) as caught:
        components.from_data(data, "mine.toml")
    error = str(caught.value)
    assert message.replace("'", "").replace('"', "") in error.replace("'", "").replace('"', "") and error.startswith(
        "mine.toml"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"schema = ", "not TOML"), (b"\xff\xfe\x00", "cannot be read as text"), (None, "cannot be read as text")],
)
def test_files_that_are_rejected(tmp_path, content, message):
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(mandapa.ComponentError) as caught:
        load(components=str(path))
    assert message in str(caught.value) and str(path) in str(caught.value)


@pytest.fixture
def my_box(tmp_path):
    """A valid file: other counts of cards and treasures, other costs and values, more stones, a star elsewhere."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    for old, new in (
        ("per_colour = 32", "per_colour = 40"),
        ("count = 28", "count = 20"),
        ('"c2", "l2",', '"b2", "m2",'),
        ('id = "M1", value = 1, cost = { B = 1 }', 'id = "M1", value = 2, cost = { Y = 2 }'),
        ("value = 8", "value = 11"),
        ("big_values = [4, 5, 6, 7, 8]", "big_values = [4, 5, 6, 7, 11]"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("variant", ["basic", "expert", "solo"])
def test_a_replacement_plays(my_box, variant):
    players = 1 if variant == "solo" else 2
    game = load(players, components=my_box, variant=variant)
    assert game.components_hash != load(players, variant=variant).components_hash
    known = known_of(played(2, players, components=my_box, variant=variant))
    total = sum(known["bag"].values()) + len(known["stones"]) + sum(sum(hand.values()) for hand in known["hands"])
    assert total == 200
    if variant != "solo":
        short = load(players, components=my_box, variant=variant, turn_cap=25)
        assert check_playthrough(short, np.random.default_rng(1), every=80).games == 1


def test_the_values_of_a_replacement(my_box):
    stones = "c1W d1G c2L d2L"
    position = {"stones": stones, "tiles": {"S2": "Q8L", "S1": "Q4B"}, "wagons": [{"L": 4, "Y": 1}]}
    state = at(position, variant="expert", components=my_box)
    state.apply("sculpt S2")
    assert state.scores()[0] == 11
    view = at({"stones": "b1W"}, components=my_box, treasures="double").view()
    assert [row["square"] for row in view["squares"] if row["star"]][:2] == ["b2", "m2"]


@pytest.mark.clause("CHO-SETUP-8")
def test_only_a_value_of_the_replacement_can_be_removed(my_box):
    with pytest.raises(mandapa.OptionError) as caught:
        load(2, components=my_box, variant="expert", removed_value=8).new_state()
    assert "removed_value: found 8, expected random or one of 4, 5, 6, 7, 11" in str(caught.value)


@pytest.mark.clause("CHO-SETUP-8")
@pytest.mark.parametrize("removed", [4, 11, "11"])
def test_every_value_of_the_replacement_can_be_removed(my_box, removed):
    view = load(2, components=my_box, variant="expert", removed_value=removed).position({}).view()
    assert view["removed_value"] == int(removed)
    values = {row["tile"]["value"] for row in view["slots"] if row["kind"] == "big"}
    assert values == {4, 5, 6, 7, 11} - {int(removed)}


@pytest.mark.clause("CHO-SETUP-8")
def test_the_greatest_value_of_a_replacement_is_drawn(tmp_path):
    """Values are chance outcomes, so there is a greatest one."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    text = text.replace("big_values = [4, 5, 6, 7, 8]", f"big_values = [4, 5, 6, 7, {components.MAX_VALUE}]")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("value = 8", f"value = {components.MAX_VALUE}"), encoding="utf-8")
    state = load(2, components=str(path), variant="expert", first_player=0).new_state()
    while not state.legal_actions[0].startswith("remove"):
        state.apply(state.legal_actions[0])
    assert state.legal_actions[-1] == f"remove {components.MAX_VALUE}" and len(state.legal_actions) == 5
    state.apply(state.legal_actions[-1])
    path.write_text(text.replace("value = 8", f"value = {components.MAX_VALUE + 1}"), encoding="utf-8")
    with pytest.raises(mandapa.ComponentError, match=f"expected .*{components.MAX_VALUE}"):
        load(2, components=str(path))


@pytest.mark.clause("CHO-SETUP-8")
@pytest.mark.parametrize("ones", TOPS)
def test_a_box_has_as_many_small_sculptures_as_it_has(tmp_path, ones):
    path = tmp_path / "mine.toml"
    path.write_text(file_with_ones(ones), encoding="utf-8")
    game = load(2, components=str(path), variant="expert", turn_cap=25)
    assert game.components_hash != load(2).components_hash
    assert check_playthrough(game, np.random.default_rng(ones), every=80).games == 1
    state = game.position({"stones": "a1W"})
    tiles = [row["tile"]["id"] for row in state.view()["slots"]]
    assert len(set(tiles)) == len(tiles) == 34 + ones and [f"M{n + 1}" for n in range(ones)] == tiles[34:]
    gallery = GAME.presentation.gallery(game.components)
    assert [row["slot"] for row in gallery["slots"]] == [f"S{n + 1}" for n in range(34 + ones)]
    with pytest.raises(mandapa.PositionError, match=f"slot: found 'S{35 + ones}', expected S1 to S{34 + ones}"):
        game.position({"tiles": {f"S{35 + ones}": "M1"}})
    with pytest.raises(mandapa.PositionError, match=f"found 'M{ones + 1}', expected a"):
        game.position({"tiles": {f"S{34 + ones}": f"M{ones + 1}"}})


@pytest.mark.clause("CHO-SETUP-4")
def test_a_box_has_as_many_stars_and_treasures_as_it_has(tmp_path):
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    stars = [f"{column}{row}" for row in (1, 4) for column in "bcdefijklm"]
    new = text.replace(f"stars = {DEFAULT['board']['stars']}".replace("'", '"'), f"stars = {stars}")
    new = new.replace('id = "plus1"\ncount = 3', 'id = "plus1"\ncount = 11')
    path = tmp_path / "mine.toml"
    path.write_text(new, encoding="utf-8")
    game = load(3, components=str(path), turn_cap=40)
    assert check_playthrough(game, np.random.default_rng(1), every=80).games == 1
    for state in plays(1, 3, components=str(path), turn_cap=1):
        treasures = [row["treasure"] for row in state.view()["squares"] if row["star"]]
    assert len(treasures) == 20 and treasures.count("plus1") >= 10


def test_the_hash_follows_what_plays_and_nothing_else(my_box, tmp_path):
    same = tmp_path / "same.toml"
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    same.write_text(text.replace("The five kinds", "Five kinds"), encoding="utf-8")
    default = components.load().hash
    assert components.load(same).hash == default != components.load(my_box).hash
    assert components.from_data(tomllib.loads(text)).hash == default


@pytest.mark.clause("CHO-DEF-1", "CHO-SETUP-8")
def test_the_default_set_keeps_the_constraints_of_the_rules():
    """Sculptures cover the temple exactly; every value costs each colour the same; wagons are large enough for all."""
    rules = DEFAULT["sculpture_rules"]
    covered = [square for slot in DEFAULT["sculpture_board"]["slots"] for square in slot["cells"]]
    assert len(covered) == len(set(covered)) == DEFAULT["board"]["cell_count"] == 120
    costs = {}
    for kind in SLOT_SIZES:
        for row in rules[kind]:
            group = costs.setdefault(row["value"], dict.fromkeys("BLWGY", 0))
            for letter, count in row["cost"].items():
                group[letter] += count
    assert all(len(set(costs[value].values())) == 1 for value in rules["big_values"])
    small = [sum(costs[value][letter] for value in (1, 2, 3)) for letter in "BLWGY"]
    assert set(small) == {8}
    everything = sum(sum(group.values()) for group in costs.values())
    without = [everything - sum(costs[value].values()) for value in rules["big_values"]]
    assert min(without) >= 120 and max(without) <= 130
    stones = sum(row["count"] * row["stones"] for row in DEFAULT["build_cards"])
    assert stones == 156 and sum(row["count"] for row in DEFAULT["build_cards"]) == 80


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"board": ""}, "position: found 'board'"),
        ({"players": 4}, "players: found 4, expected 3"),
        ({"stones": "a1"}, "stones: found 'a1'"),
        ({"stones": "g1W"}, "stones: found 'g1W'"),
        ({"stones": "a1P"}, "stones: found 'a1P'"),
        ({"stones": "a1W a1B"}, "a1 twice"),
        ({"stones": ["a1W"]}, "stones: found"),
        ({"treasures": {"a1": "plus1"}}, "treasures: found 'a1'"),
        ({"treasures": {"c2": "plus9"}}, "treasures.c2: found 'plus9'"),
        ({"hands": [{"W": 8}]}, "hands[0]"),
        ({"hands": [{"W": 4, "B": 4}]}, "hands[0]: found '8 stones'"),
        ({"hands": [{"P": 1}]}, "hands[0]"),
        ({"hands": [{}, {}, {}, {}]}, "hands"),
        ({"hands": {}}, "hands"),
        ({"cards": [{"one": 5}]}, "cards[0]"),
        ({"cards": [{"one": 3, "hv4": 2}]}, "cards[0]: found '5 cards'"),
        ({"known": [{"one": 1}]}, "known[0]"),
        ({"colours": ["B", "B", "G"]}, "colours"),
        ({"seat": 3}, "seat: found 3"),
        ({"turn": 0}, "turn: found 0"),
        ({"turns_left": 99}, "turns_left: found 99"),
        ({"points": [1, 2, "x"]}, "points[2]"),
        ({"phase": "dream"}, "phase: found 'dream'"),
        ({"tiles": {"S2": "Q8L"}}, "tiles"),
        ({"stack": {"two": 1}}, "stack"),
    ],
)
def test_positions_that_cannot_be(position, message):
    with pytest.raises(mandapa.PositionError) as caught:
        at(position)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"tiles": {"S2": "T1"}}, "tiles.S2: found 'T1'"),
        ({"tiles": {"S2": "Q9X"}}, "tiles.S2: found 'Q9X'"),
        ({"tiles": {"S41": "Q8L"}}, "slot: found 'S41'"),
        ({"tiles": {}}, "tiles: found 'no sculpture that is not carved', expected at least one"),
        ({"tiles": {"S2": "Q8L"}, "stones": "c1W d1W c2W d2W", "carved": {"S2": 0}}, "no sculpture that is not carved"),
        ({"tiles": {"S1": "Q8L", "S2": "Q8L"}}, "once"),
        ({"carved": {"S2": 0}}, "carved.S2"),
        ({"carved": {"S2": 7}, "stones": "c1W d1W c2W d2W"}, "carved.S2: found 7"),
        ({"wagons": [{"W": 6}]}, "wagons[0]"),
        ({"bonus": [["R9"]]}, "bonus[0]"),
    ],
)
def test_expert_positions_that_cannot_be(position, message):
    with pytest.raises(mandapa.PositionError) as caught:
        at(position, variant="expert")
    assert message in str(caught.value)


def test_more_stones_than_there_are():
    with pytest.raises(mandapa.PositionError) as caught:
        at({"scatter": {"W": 33}})
    assert "33 stones W" in str(caught.value)


@pytest.mark.clause("CHO-SETUP-8")
@pytest.mark.parametrize(("removed", "expected"), [("random", 4), (7, 7)])
def test_an_expert_position_without_tiles_has_one_on_every_place(removed, expected):
    position = {"stones": "c1W d1W c2W d2W", "carved": {"S2": 1}, "hands": [{"B": 1}], "cards": [{"one": 1}]}
    state = load(3, variant="expert", removed_value=removed).position(position)
    slots = state.view()["slots"]
    tiles = [row["tile"]["id"] for row in slots]
    assert len(set(tiles)) == 40 and state.view()["removed_value"] == expected
    assert all(row["tile"]["value"] != expected for row in slots if row["kind"] == "big")
    gallery = GAME.presentation.gallery(state.game.components)
    kinds = {tile["id"]: tile["kind"] for tile in gallery["tiles"]}
    assert [row["kind"] for row in slots] == [kinds[tile] for tile in tiles]
    build(state, "one B a1")
    assert not state.is_terminal and state.view()["slots"][1]["carver"] == 1

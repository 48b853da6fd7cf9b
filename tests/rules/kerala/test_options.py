"""Kerala: options and custom tile sets."""

from __future__ import annotations

import copy
import tomllib

import numpy as np
import pytest
from kerala_play import played, position

import mandapa
from mandapa.games.kerala import GAME
from mandapa.games.kerala.rules import components
from mandapa.testing import check_options, check_playthrough

VARIANTS = [
    {"shift_target": "beside_figure", "rounds": 12},
    {"shift_turn": False, "rounds": 12},
    {"rounds": 1},
    {"rounds": 5, "first_leader": 1, "colours": ["purple", "green"]},
    {"shift_target": "beside_figure", "shift_turn": False, "rounds": 12},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_variant_is_sound(options):
    game = mandapa.load("kerala", **{"players": 2, **options})
    assert check_playthrough(game, np.random.default_rng(4), every=25).games == 1
    assert {name: game.options[name] for name in options} == options


ACCEPTED = [
    ({"first_leader": "1"}, {"first_leader": 1}),
    ({"rounds": "7"}, {"rounds": 7}),
    ({"shift_turn": "false"}, {"shift_turn": False}),
    ({"colours": "red,blue"}, {"colours": ["red", "blue"]}),
]
REFUSED = [
    ({"first_leader": 2}, "first_leader: found 2, expected random or a seat from 0 to 1"),
    ({"first_leader": True}, "first_leader: found True"),
    ({"shift_target": "nowhere"}, "shift_target: found 'nowhere', expected anywhere or beside_figure"),
    ({"shift_turn": 1}, "shift_turn: found 1, expected true or false"),
    ({"rounds": 0}, "rounds: found 0"),
    ({"rounds": 41}, "rounds: found 41, expected full or 1 to 40 with 2 players"),
    ({"players": 4, "rounds": 50}, "rounds: found 50, expected full or 1 to 24 with 4 players"),
    ({"players": 4, "rounds": 0}, "rounds: found 0, expected full or 1 to 24 with 4 players"),
    ({"rounds": 2.5}, "rounds: found 2.5"),
    ({"tiles": "many"}, "option: found tiles, expected colours, first_leader"),
]


def test_options():
    check_options(GAME, 2, accepted=ACCEPTED, refused=REFUSED)


@pytest.mark.clause("KER-END-1", "KER-SETUP-7")
def test_a_short_game_leaves_the_rest_of_the_bag_unseen():
    view = played(3, 3, rounds=4).view()
    assert view["bag"]["total"] == 90 - 3 * 4 and view["round"] == 4


@pytest.mark.clause("KER-SHIFT-6", "KER-SHIFT-9")
def test_options_of_a_shift_are_read_by_the_rules():
    cells = "(0,0)BS (1,0)G1 (0,1)K>R@N (1,1)R1 (2,1)P1"
    goals = {}
    for target in ("anywhere", "beside_figure"):
        state = position(cells, ("(2,1)", "(0,0)"), held="GM", options={"shift_target": target})
        for text in ("step 0 E", "lift (0,1)"):
            state.apply(text)
        goals[target] = {text.removeprefix("drop ") for text in state.legal_actions}
        if target == "beside_figure":
            assert state.refusal("drop (1,2)").clause == "KER-SHIFT-6"
    assert goals["beside_figure"] == {"(0,-1)", "(-1,0)", "(3,0)", "(4,1)", "(3,2)"}
    assert goals["beside_figure"] < goals["anywhere"]


# ---------------------------------------------------------------- tile sets

DEFAULT = tomllib.loads(components.DEFAULT_FILE.read_text(encoding="utf-8"))


def changed(*path, value):
    """Return the default data with one value changed."""
    data = copy.deepcopy(DEFAULT)
    there = data
    for key in path[:-1]:
        there = there[key]
    if value is None:
        del there[path[-1]]
    else:
        there[path[-1]] = value
    return data


def without_a_colour():
    data = copy.deepcopy(DEFAULT)
    for row in data["tiles"]:
        row["count"] = 0 if row["colour"] == "red" else row["count"]
    return data


def few_to_remove():
    """Three colours have 99 tiles, so two players may leave too few in the others."""
    data = copy.deepcopy(DEFAULT)
    for row in data["tiles"]:
        row["count"] = {"B1": 24, "K1": 24, "R1": 24, "G1": 24, "P1": 4}.get(row["id"], 0)
    data["setup"]["removed"] = {"2": 20, "3": 40, "4": 4, "5": 0}
    data["setup"]["bag"] = {"2": 80, "3": 60, "4": 96, "5": 100}
    data["setup"]["rounds"] = {"2": 40, "3": 20, "4": 24, "5": 20}
    return data


def long_game():
    data = copy.deepcopy(DEFAULT)
    data["setup"]["removed"]["2"], data["setup"]["bag"]["2"], data["setup"]["rounds"]["2"] = 18, 82, 41
    return data


WRONG = {
    "another game": (changed("game", value="indus"), "game: found indus"),
    "another format": (changed("format", value=2), "format: found 2"),
    "colours in another order": (
        changed("colours", "order", value=["red", "blue", "black", "green", "purple"]),
        "colours.order",
    ),
    "a tile too few": (changed("tiles", value=DEFAULT["tiles"][:-1]), "a list of 45 tile types"),
    "no tiles": (changed("tiles", value=None), "a list of 45 tile types"),
    "a start tile too few": (changed("start_tiles", value=DEFAULT["start_tiles"][:4]), "a list of 5 tile types"),
    "another tile type": (changed("tiles", 3, "id", value="B>X"), "tile type 3: id: found 'B>X', expected 'B>K'"),
    "types in another order": (
        changed("tiles", value=[DEFAULT["tiles"][1], DEFAULT["tiles"][0], *DEFAULT["tiles"][2:]]),
        "tile type 0: id",
    ),
    "another kind": (changed("tiles", 0, "kind", value="jump"), "tile type 0: kind"),
    "an unknown kind": (changed("tiles", 0, "kind", value="blank"), "kind: found 'blank'"),
    "an unknown colour": (changed("tiles", 0, "colour", value="pink"), "colour: found 'pink'"),
    "an edge in the own colour": (changed("tiles", 3, "edge", value="blue"), "edge: found 'blue'"),
    "no edge": (changed("tiles", 3, "edge", value=None), "edge: found nothing"),
    "a tile without an id": (changed("tiles", 0, "id", value=None), "id, colour and kind"),
    "a count below nothing": (changed("tiles", 0, "count", value=-1), "tile B1: count: found -1"),
    "a count that is no number": (changed("tiles", 0, "count", value="four"), "tile B1: count: found 'four'"),
    "a count that is true": (changed("tiles", 0, "count", value=True), "tile B1: count: found true"),
    "too many symbols": (changed("tiles", 0, "symbols", value=10), "tile B1: symbols: found 10"),
    "too many symbols at the start": (changed("start_tiles", 0, "symbols", value=10), "tile BS: symbols"),
    "a colour without a tile": (without_a_colour(), "tiles of colour red: found 0, expected at least one game tile"),
    "tiles that do not add up": (changed("tiles", 0, "count", value=5), "removed 20 + bag 80, expected 101 game tiles"),
    "a bag that cannot be shared": (
        changed("setup", "rounds", "3", value=29),
        "bag 90, expected 3 players x 29 rounds",
    ),
    "too many rounds": (long_game(), "rounds 41, expected 1 to 40"),
    "a missing table": (changed("setup", "bag", value=None), "setup.bag: found nothing"),
    "a missing number of players": (changed("setup", "bag", "4", value=None), "setup.bag: 4: found nothing"),
    "rules in the tile set": (changed("players", "passes", value=9), "players.passes: found 9, expected 2"),
    "points in the tile set": (changed("scoring", "edge", value=50), "scoring.edge: found 50, expected 5"),
    "points that are true": (changed("scoring", "symbol", value=True), "scoring.symbol: found true, expected 1"),
    "no points": (changed("scoring", "edge", value=None), "scoring.edge: found nothing"),
    "a misspelt key": (
        changed("tiles", 0, "symbol", value=3),
        "tiles[0] (B1): unknown key: found symbol, expected one of colour, count, edge, id, kind, symbols "
        "(did you mean symbols?)",
    ),
    "a misspelt table": (changed("scorings", value={}), "mine.toml: unknown key: found scorings, expected one of"),
    "a number in quotes": (changed("tiles", 0, "count", value="6"), "count: found 6, a text, expected a whole number"),
    "points in quotes": (changed("scoring", "edge", value="5"), "scoring.edge: found 5, a text, expected 5"),
    "too few tiles to remove": (few_to_remove(), "tiles in other colours, expected >= "),
}


@pytest.mark.parametrize(("data", "message"), WRONG.values(), ids=WRONG)
def test_tile_sets_that_are_rejected(data, message):
    with pytest.raises(mandapa.ComponentError) as caught:
        components.from_data(data, "mine.toml")
    error = str(caught.value).replace("'", "").replace('"', "")
    assert message.replace("'", "").replace('"', "") in error and error.startswith("mine.toml")


@pytest.mark.clause("KER-JUMP-6", "KER-SHIFT-13")
@pytest.mark.parametrize(("number", "tile", "rule"), [(7, "BJ", "KER-JUMP-6"), (8, "BM", "KER-SHIFT-13")])
def test_jump_and_shift_tiles_bring_no_points(number, tile, rule):
    message = rf"tile {tile}: symbols: found 3, expected none \({rule}\)"
    with pytest.raises(mandapa.ComponentError, match=message):
        components.from_data(changed("tiles", number, "symbols", value=3), "mine.toml")
    assert components.from_data(changed("tiles", number, "symbols", value=0)).symbols[number] == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"format = ", "not TOML"), (b"\xff\xfe\x00", "cannot be read as text"), (None, "cannot be read as text")],
)
def test_files_that_are_rejected(tmp_path, content, message):
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(mandapa.ComponentError) as caught:
        mandapa.load("kerala", tile_set=str(path))
    assert message in str(caught.value) and str(path) in str(caught.value)


@pytest.fixture
def my_tiles(tmp_path):
    """A valid set: three jump tiles and no shift tile per colour, more valuable threes, start tiles without a
    symbol."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    text = text.replace('kind = "jump", count = 1', 'kind = "jump", count = 2')
    text = text.replace('kind = "shift", count = 1', 'kind = "shift", count = 0')
    text = text.replace("symbols = 3, count = 5", "symbols = 4, count = 5")
    text = text.replace('kind = "start", symbols = 1', 'kind = "start", symbols = 0')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.clause("KER-SCORE-12", "KER-INV-1")
def test_a_replacement_plays(my_tiles):
    game = mandapa.load("kerala", players=2, tile_set=my_tiles, colours=["blue", "red"])
    assert game.components_hash != mandapa.load("kerala", players=2).components_hash
    assert check_playthrough(game, np.random.default_rng(1), every=30).games == 1
    state = played(2, 2, tile_set=my_tiles)
    tiles = [tile for row in state.view()["platforms"] for cell in row["cells"] for tile in cell["stack"]]
    assert not [tile for tile in tiles if tile.endswith("M")]
    row = game.position({"phase": "over", "platforms": [{"cells": "(0,0)BS (1,0)K3"}, {}]}).scores(explain=True)[0]
    assert row["symbols"]["points"] == 0 + 4


def test_the_hash_follows_what_plays_and_nothing_else(my_tiles, tmp_path):
    same = tmp_path / "same.toml"
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    same.write_text(text.replace("#5585D9", "#0000FF"), encoding="utf-8")
    default = components.load().hash
    assert components.load(same).hash == default
    assert components.load(my_tiles).hash != default
    assert components.from_data(tomllib.loads(text)).hash == default


def test_the_default_set_keeps_the_constraints_of_the_rules():
    data = components.load()
    rows = {code: data.counts[tile] for tile, code in enumerate(data.codes[:45])}
    for letter in "BKRGP":
        faces = {code[1:]: count for code, count in rows.items() if code[0] == letter}
        edges = {face: count for face, count in faces.items() if face[0] == ">"}
        assert sum(faces.values()) == 20 and edges == {f">{other}": 1 for other in "BKRGP" if other != letter}
        assert {face: count for face, count in faces.items() if face not in edges} == {
            "1": 4,
            "2": 5,
            "3": 5,
            "J": 1,
            "M": 1,
        }
    assert sum(rows.values()) == 100
    assert sum(data.symbols[t] * data.counts[t] for t in range(45)) == 145 and data.symbols[45:] == (1,) * 5

"""Hampi's tiles: design constraints (a) to (l) of the built-in set, and files that are refused."""

from __future__ import annotations

import copy
from collections import Counter

import hampi_boxes as boxes
import numpy as np
import pytest
from hampi_play import BOX, TRIANGLE, load, vectors
from hampi_zones import DATA, INFLUENCERS, Box, Tile, placements, zones

import mandapa
from mandapa.games.hampi.game import GAME
from mandapa.games.hampi.rules import components
from mandapa.testing import check_options, check_playthrough

KINDS = ("land", "road", "farm", "pond")
TILES = list(DATA["land_tile"])


def same_parts(face, tile):
    """Compare a face of the package with the tile of the reference, part by part."""
    assert [KINDS[kind] for kind in face.kinds] == [part["kind"] for part in tile.parts]
    assert list(face.villages) == [part["villages"] for part in tile.parts]
    for number, part in enumerate(tile.parts):
        middles = {3 * edge + 1 for edge in range(6) if face.edge_part[edge] == number}
        halves = {3 * (half // 2) + 2 * (half % 2) for half in range(12) if face.half_part[half] == number}
        assert middles | halves == part["places"]
        by_road = part["kind"] == "land" and any(tile.edges[place // 3] == "R" for place in part["places"])
        assert face.by_road[number] == by_road
    assert "".join("LRFP"[terrain] for terrain in face.edges) == tile.edges
    assert (("none", *components.BUILDINGS)[face.building], list(face.support)) == (tile.building, tile.support)


@pytest.mark.clause("HAM-TILE-2", "HAM-TILE-3", "HAM-TILE-4", "HAM-TILE-5", "HAM-TILE-6")
def test_faces_are_read_as_the_reference_reads_them():
    loaded = components.load()
    assert [face.name for face in loaded.faces] == BOX.types
    for face in loaded.faces:
        same_parts(face, BOX.tiles[face.name])
    assert {name: loaded.faces[kind].name for name, kind in loaded.type_of.items()} == BOX.name_of


@pytest.mark.clause("HAM-TILE-6")
def test_the_wedge_inside_a_bend():
    face = components.load().faces[0]
    assert (face.name, face.kinds) == ("H01", (components.ROAD, components.LAND, components.LAND))
    assert [half for half in range(12) if face.half_part[half] == 2] == [1, 2]
    assert [half for half in range(12) if face.half_part[half] == 1] == [0, *range(3, 12)]


@pytest.mark.clause("HAM-TILE-4", "HAM-TILE-6")
@pytest.mark.parametrize("seed", range(3))
def test_random_faces_are_read_as_the_reference_reads_them(tmp_path, seed):
    rng = np.random.default_rng(seed)
    tiles = boxes.random_tiles(rng, 57, 57, ["LRFP", "RRRL", "LRRRFP"][seed]) + [
        {"id": f"H{number}", "edges": "LLLLLL", "roads": []} for number in (58, 59, 60)
    ]
    loaded = components.load(boxes.written(tiles, tmp_path / "random.toml"))
    box = Box({"land_tile": tiles})
    assert [face.name for face in loaded.faces] == box.types
    assert list(loaded.counts) == [list(box.name_of.values()).count(name) for name in box.types]
    for face in loaded.faces:
        same_parts(face, box.tiles[face.name])


# ---------------------------------------------------------------- the built-in set


@pytest.mark.clause("HAM-SETUP-1", "HAM-SETUP-3", "HAM-SETUP-5")
def test_counts():
    assert len(TILES) == 60 and len(TILES) % 3 == 0  # (a)
    letters = Counter("".join(row["edges"] for row in TILES))
    assert letters == {"L": 206, "R": 86, "P": 33, "F": 35}  # (b)
    roads = [road for row in TILES for road in row["roads"]]
    through = Counter(min((int(b) - int(a)) % 6, (int(a) - int(b)) % 6) for a, b in roads if b != "V")
    assert through == {1: 27, 2: 2, 3: 1} and sum("V" in road for road in roads) == 26
    parts = Counter(part["kind"] for row in TILES for part in Tile(row).parts)
    assert (parts["pond"], parts["farm"]) == (23, 24)
    buildings = Counter(row.get("building") for row in TILES)
    assert (buildings["temple"], buildings["market"], buildings["mine"]) == (5, 5, 5)
    assert len(components.load().faces) == 58
    assert BOX.name_of["H39"] == "H38" and BOX.name_of["H44"] == "H43"
    assert max(len(tile.parts) for tile in BOX.tiles.values()) == 5
    cards = DATA["support_card"]
    assert sum(6 * row["per_influencer"] for row in cards) == 120
    assert sum(row["value"] * row["per_influencer"] for row in cards) == 60
    assert DATA["markers"]["per_player"] * len(DATA["markers"]["colours"]) == 40
    assert {row["measure"] for row in DATA["condition_tile"]} == {"total", *INFLUENCERS}


@pytest.mark.clause("HAM-TILE-2", "HAM-SCORE-2")
def test_support():
    icons = [(name, value) for row in TILES for name, value in row["support"].items()]
    assert len(icons) == 120 and sum(value < 0 for _, value in icons) == 24
    assert {(name == "lady" and value == 1) or value in (-2, 2) for name, value in icons} == {True}  # (k)
    assert all(1 <= len(row["support"]) <= 3 for row in TILES)  # (k)
    net = Counter()
    for name, value in icons:
        net[name] += value
    assert net == {"lady": 25, "elder": 22, "priest": 20, "merchant": 18, "miner": 18, "farmer": 18}
    with_village = [row for row in TILES if any("V" in road for road in row["roads"])]
    assert all("lady" in row["support"] for row in with_village)


@pytest.mark.clause("HAM-ZONE-5", "HAM-ZONE-7", "HAM-PLACE-1")
def test_no_tile_completes_anything_alone():
    """(l). The worked examples, whose placements are all legal, show that (c) to (j) can be reached."""
    for name in BOX.types:
        assert not any(zone["complete"] for zone in zones(BOX, {(0, 0): (name, 0)}))


@pytest.mark.clause("HAM-PLACE-1")
def test_the_boards_of_the_examples_are_legal():
    """(j): every tile after the third is laid by the rules, including the one that completes the zone."""
    checked = 0
    for vector in vectors():
        board = {}
        given = vector["position"]["board"].replace("TRI", "H56@0,0/0 H57@1,0/0 H58@0,1/0").split()
        last = [f"{vector['position']['drawn']}@{vector['steps'][0]['place']}"] if "place" in vector["steps"][0] else []
        for number, word in enumerate(given + last):
            tile, _, rest = word.partition("@")
            cell, _, rotation = rest.partition("/")
            q, r = map(int, cell.split(","))
            assert number < 3 or ((q, r), int(rotation)) in placements(BOX, board, BOX.name_of[tile]), word
            board[q, r] = BOX.name_of[tile], int(rotation)
            checked += number >= 3
    assert checked > 100


# ---------------------------------------------------------------- options

ADVANCED = {"mode": "advanced"}
OPTIONS = [
    ({"conditions_in_stack_2": "3"}, {"conditions_in_stack_2": 3}),
    ({**ADVANCED, "terrain_marks": "completed"}, {}),
    ({**ADVANCED, "own_tile_only": True}, {}),
]
NO_OPTIONS = [
    ({"conditions_in_stack_2": 8}, "conditions_in_stack_2: found 8, expected random or 0 to 7"),
    ({"length": "short"}, "length: found 'short', expected full or quick"),
    ({"replace_tile": "perhaps"}, "replace_tile: found 'perhaps', expected true or false"),
]


def test_options():
    check_options(GAME, accepted=OPTIONS, refused=NO_OPTIONS)


# ---------------------------------------------------------------- files that are refused


def tile(number=0, **changes):
    """Return data with a change to one tile of the file; None removes a key."""

    def change(data):
        row = data["land_tile"][number]
        row.update(changes)
        for key in [key for key, value in changes.items() if value is None]:
            del row[key]

    return change


def at_key(path, value):
    def change(data):
        *way, last = path.split(".")
        for key in way:
            data = data[key]
        if value is None:
            del data[last]
        else:
            data[last] = value

    return change


def conditions(*measures):
    return lambda data: data.update(condition_tile=[{"measure": measure} for measure in measures])


REFUSED = {
    "another game": (at_key("game", "indus"), 'game: found .indus., expected "hampi"'),
    "another format": (at_key("format", 2), "format: found 2"),
    "no tiles": (at_key("land_tile", None), "land_tile: found 0 tiles"),
    "sixty-three tiles": (
        lambda data: data.update(land_tile=[*data["land_tile"], *data["land_tile"][:3]]),
        "found 63 tiles, expected a multiple of 3 from 9 to 60: more tiles could grow over the edge of the map",
    ),
    "six tiles": (lambda data: data.update(land_tile=data["land_tile"][:6]), "found 6 tiles, expected a multiple of 3"),
    "ten tiles": (lambda data: data.update(land_tile=data["land_tile"][:10]), "found 10 tiles"),
    "63 tiles": (lambda data: data["land_tile"].extend(data["land_tile"][:3]), "found 63 tiles"),
    "a tile that is none": (lambda data: data["land_tile"].__setitem__(3, 5), r"land_tile\[3\]: found 5"),
    "the same id twice": (tile(1, id="H01"), "ids of the land tiles: found"),
    "no id": (tile(1, id=None), r"land_tile\[1\]: id: found nothing"),
    "five edges": (tile(edges="RRLLL"), r"\(H01\): edges: found .RRLLL., expected six letters"),
    "another letter": (tile(edges="RRLLLX"), "edges: found .RRLLLX."),
    "edges as a list": (tile(edges=["R"] * 6), "edges: found"),
    "no roads": (tile(roads=None), "roads: found nothing"),
    "a road left out": (tile(roads=[]), r"edges of roads: found \[\], expected every R edge once: \[0, 1\]"),
    "a road where none is": (tile(roads=["12"]), r"edges of roads: found \[1, 2\]"),
    "an edge used twice": (tile(roads=["01", "0V"]), r"edges of roads: found \[0, 0, 1\]"),
    "a road of three edges": (tile(edges="RRRLLL", roads=["012"]), "road: found .012."),
    "a road from a village": (tile(roads=["V0", "1V"]), "road: found .V0."),
    "a road to its own edge": (tile(roads=["00", "1V"]), "road: found .00."),
    "an edge that is not there": (tile(roads=["06"]), "road: found .06."),
    "roads that cross": (tile(edges="RRRRLL", roads=["02", "13"]), r"found a crossing"),
    "a road across a pond": (tile(edges="RPRPLL", roads=["02"]), "found a crossing"),
    "a farm across a pond": (tile(edges="FPFPLL", roads=[]), "found a crossing"),
    "ponds across each other": (tile(edges="PPPPLL", roads=[], ponds=["02", "13"]), "found a crossing"),
    "an edge without a pond": (tile(edges="PPLLLL", roads=[], ponds=["0"]), r"ponds: found \[0\], expected every edge"),
    "an edge in two farms": (tile(edges="FFLLLL", roads=[], farms=["01", "1"]), r"farms: found \[0, 1, 1\]"),
    "a farm of nothing": (tile(edges="FFLLLL", roads=[], farms=["01", ""]), "farms: found"),
    "farms where none are": (tile(farms=["3"]), r"farms: found \[3\], expected every edge of the kind once: \[\]"),
    "another building": (tile(building="palace"), "building: found .palace."),
    "another influencer": (tile(support={"king": 1}), r"\(H01\).support: unknown key: found .king., expected one of"),
    "too much support": (tile(support={"lady": 10}), "support: lady: found 10, expected a whole number from -9 to 9"),
    "half of a point": (tile(support={"lady": 0.5}), "lady: found 0.5"),
    "a truth value": (tile(support={"lady": True}), "lady: found true"),
    "six conditions": (conditions("total", *INFLUENCERS[:5]), "condition_tile: found 6 entries"),
    "an unknown condition": (conditions("jewels", *INFLUENCERS), r"condition_tile\[0\]: measure: found .jewels."),
    "a misspelt key": (tile(supports={"lady": 1}), "found .supports., expected one of .* .did you mean .support."),
    "other players": (at_key("players.max", 6), "players.max: found 6, expected 5"),
    "other directions": (at_key("geometry.vectors", [[1, 0]] * 6), "geometry.vectors"),
    "other influencers": (at_key("influencers.ids", ["miner"]), "influencers.ids"),
    "more markers": (at_key("markers.per_player", 9), "markers.per_player: found 9, expected 8"),
}


@pytest.mark.clause("HAM-TILE-2", "HAM-TILE-3", "HAM-TILE-4")
@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_files_that_are_refused(change, message):
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(mandapa.ComponentError, match=message):
        components.from_data(data)


@pytest.mark.clause("HAM-TILE-4", "HAM-TILE-6")
def test_areas_can_be_split():
    data = copy.deepcopy(DATA)
    tile(0, edges="PLPLPL", roads=[], ponds=["02", "4"])(data)
    face = components.from_data(data).faces[0]
    assert face.kinds == (components.POND, components.POND, components.LAND, components.LAND)
    assert face.edge_part == (0, -1, 0, -1, 1, -1)
    assert [face.half_part[half] for half in (2, 3, 6, 7, 10, 11)] == [2, 2, 3, 3, 3, 3]


@pytest.mark.clause("HAM-TILE-2")
def test_provenance_is_not_asked_for():
    """A user's file need not state where its numbers come from."""
    data = copy.deepcopy(DATA)
    for table in ("players", "geometry", "influencers", "markers"):
        del data[table]["provenance"]
    assert components.from_data(data).hash == components.load().hash


@pytest.fixture
def other_conditions(tmp_path):
    """The path of a set with three conditions for the total, two for the lady and two for the elder."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    for old, new in (("miner", "total"), ("merchant", "total"), ("priest", "lady"), ("farmer", "elder")):
        text = text.replace(f'measure = "{old}"', f'measure = "{new}"')
    path = tmp_path / "conditions.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.clause("HAM-JEWEL-2", "HAM-END-1")
def test_other_conditions(other_conditions):
    game = load(3, components=other_conditions)
    assert game.components_hash != load(3).components_hash
    assert check_playthrough(game, np.random.default_rng(3), every=40).games == 1
    given = {"board": TRIANGLE, "round": 3, "holders": [0], "conditions": ["total", "lady", "total"]}
    state = game.position(given)
    odds = {text: chance for text, chance in state.chance_outcomes() if text.startswith("draw condition")}
    one = odds["draw condition total"]
    assert odds == {
        "draw condition total": one,
        "draw condition lady": pytest.approx(one),
        "draw condition elder": pytest.approx(2 * one),
    }
    state.apply("draw condition elder")
    to_come = [row["measure"] for row in state.view()["conditions"] if row["to_come"]]
    assert to_come == ["total", "lady", "elder"]
    with pytest.raises(mandapa.PositionError, match="conditions: found"):
        game.position({**given, "conditions": ["farmer"]})


@pytest.mark.clause("HAM-SETUP-3")
@pytest.mark.parametrize("count", [9, 30, 57])
def test_fewer_tiles(tmp_path, count):
    game = load(components=str(boxes.written(renumbered(TILES[-count:]), tmp_path / "fewer.toml")))
    record = game.new_state().record
    assert record.unseen.sum() == count and record.stack.tolist() == [count // 3, count // 3 - 1, count // 3 - 1]


def renumbered(rows):
    return [{**row, "id": f"H{number:02}"} for number, row in enumerate(rows, 1)]

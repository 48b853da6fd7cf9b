"""Indus: options and custom component files."""

from __future__ import annotations

import copy
from collections import Counter

import indus_reference as reference
import numpy as np
import pytest
from indus_play import of_ruin, plays, position

import mandapa
from mandapa.games.indus import GAME
from mandapa.games.indus.rules import components
from mandapa.testing import check_options, check_playthrough

FIRST = ["M1", "K1", "K3", "K2", "K4"]


# ---------------------------------------------------------------- options


ACCEPTED = [
    ({}, {"board": "first", "placement": "auto", "start_seat": "random", "components": "default"}),
    ({"board": "M1,K1,K3,K2,K4"}, {"board": FIRST}),
    ({"board": "M1, K1, K3, K2, K4"}, {"board": FIRST}),
    ({"board": tuple(FIRST)}, {"board": FIRST}),
    ({"start_seat": "1"}, {"start_seat": 1}),
    ({"two_player_teams": [[0, 2], [1, 3]]}, {"two_player_teams": "blue+green"}),
    ({"two_player_teams": [[0, 1], [2, 3]]}, {"two_player_teams": "blue+yellow"}),
    ({"two_player_teams": ([0, 3], [1, 2])}, {"two_player_teams": "blue+red"}),
]
REFUSED = [
    ({"board": "second"}, "board: found 'second', expected first, random or five pieces"),
    ({"placement": "anywhere"}, "placement: found 'anywhere', expected auto or fixed or free"),
    ({"placement": True}, "placement: found True"),
    ({"start_seat": 2}, "start_seat: found 2, expected random or a seat from 0 to 1"),
    ({"start_seat": -1}, "start_seat: found -1"),
    ({"start_seat": True}, "start_seat: found True"),
    ({"two_player_teams": "blue+blue"}, "two_player_teams: found 'blue+blue', expected blue+green"),
    ({"two_player_teams": [[0, 2]]}, "two_player_teams: found"),
    ({"two_player_teams": [[1, 2], [0, 3]]}, "two_player_teams: found"),
    ({"components": ""}, "components: found ''"),
    ({"colour": "red"}, "option: found colour, expected board, placement"),
    *(({"players": players}, "players: found") for players in ("two", 3.0, True)),
]


def test_options():
    check_options(GAME, 2, accepted=ACCEPTED, refused=REFUSED)


# ---------------------------------------------------------------- the supplied file

DEFAULT = reference.DATA


def parts(data, table):
    return [(piece["id"], part) for piece in data[table] for part in piece["parts"]]


def test_c1_fields_of_the_pieces():
    for table, fields in (("corner", components.CORNER_FIELDS), ("centre", components.CENTRE_FIELDS)):
        assert len(DEFAULT[table]) == 7
        for piece in DEFAULT[table]:
            shown = Counter(field for part in piece["parts"] for field in part["fields"])
            kinds = Counter((field, part["ruin"]) for part in piece["parts"] for field in part["fields"])
            assert set(shown) == set(fields) and set(shown.values()) <= {1, 2, 3} and set(kinds.values()) == {1}


def test_c2_parts_and_exits():
    for table in ("corner", "centre"):
        for name, part in parts(DEFAULT, table):
            reached = {part["fields"][0]}
            for _ in part["fields"]:
                reached |= {
                    other
                    for field in reached
                    for side in "NESW"
                    if (other := reference.neighbour(field, side)) in part["fields"]
                }
            assert reached == set(part["fields"]), name
            for text in part.get("exits", []):
                assert part["ruin"] in ("canal", "path", "alley", "wall") and text[:2] in part["fields"]


def test_c3_researchers_and_discoveries():
    teams = DEFAULT["teams"]
    assert sum(teams["box"]) == 16 and 4 * sum(teams["box"]) == 64 and teams["in_play"]["3"] == teams["box"]
    assert sum(DEFAULT["discoveries"].values()) == 83
    assert sum(int(value) * count for value, count in DEFAULT["discoveries"].items()) == 264


def test_c4_every_centre_can_be_completed():
    assert {board[0] for board in reference.all_boards()} == {f"M{number}" for number in range(1, 8)}


def test_c5_to_c8_ruins_of_the_first_board():
    ruins = {row["name"]: row for row in mandapa.load("indus", start_seat=0).new_state().view()["ruins"]}
    sizes = {letter: sorted(len(row["fields"]) for name, row in ruins.items() if name[0] == letter) for letter in "BGC"}
    assert sizes == {"B": [3, 4], "G": [1, 1, 2, 3], "C": [11]} and len(ruins) == 19
    on = {field: {row["kind"] for row in ruins.values() if field in row["fields"]} for field in reference.FIELDS}
    assert all(on[field] == {"graveyard"} for field in ("16", "26", "51"))
    assert all(on[field] == {"path", "alley"} for field in ("32", "52", "53", "35"))
    assert on["56"] == {"building", "canal", "wall"} and {"building", "path"} <= on["46"]


def test_the_gallery_shows_every_piece():
    gallery = mandapa.game_type("indus").presentation.gallery(components.load())
    assert [piece["id"] for piece in gallery["pieces"]] == [f"K{n}" for n in range(1, 8)] + [
        f"M{n}" for n in range(1, 8)
    ]
    for piece, row in zip(gallery["pieces"], DEFAULT["corner"] + DEFAULT["centre"], strict=True):
        assert [(part["kind"], part["fields"]) for part in piece["parts"]] == [
            (part["ruin"], part["fields"]) for part in row["parts"]
        ]
    assert [rank["in_play"]["3"] for rank in gallery["ranks"]] == [8, 5, 3]
    assert [(rank["points"], rank["last_roll"]) for rank in gallery["ranks"]] == [(1, 1), (2, 2), (3, 3)]


# ---------------------------------------------------------------- files that are refused


def changed(*path, value):
    """Return the supplied data with one value changed or removed."""
    data = copy.deepcopy(DEFAULT)
    there = data
    for key in path[:-1]:
        there = there[key]
    if value is None:
        del there[path[-1]]
    else:
        there[path[-1]] = value
    return data


def k1(number, key, value):
    """Return data with one part of K1 changed."""
    return changed("corner", 0, "parts", number, key, value=value)


def with_part(**part):
    """Return data with one more part in K1, or with a part of each of several kinds."""
    data = copy.deepcopy(DEFAULT)
    kinds = part["ruin"].split()
    data["corner"][0]["parts"] += [{**part, "ruin": kind} for kind in kinds]
    return data


def with_many_parts():
    """Return data in which every field of every piece shows three separate ruins."""
    data = copy.deepcopy(DEFAULT)
    for table in ("corner", "centre"):
        for piece in data[table]:
            fields = {field for part in piece["parts"] for field in part["fields"]}
            piece["parts"] = [
                {"ruin": kind, "fields": [field]}
                for field in sorted(fields)
                for kind in ("building", "graveyard", "path")
            ]
    return data


def lonely_centre():
    """Return data in which M7 needs an exit that no corner piece has."""
    data = copy.deepcopy(DEFAULT)
    data["centre"][6]["parts"].append({"ruin": "wall", "fields": ["44"], "exits": ["44E"]})
    data["centre"][6]["parts"] = [part for part in data["centre"][6]["parts"] if part["ruin"] != "graveyard"]
    return data


WRONG = {
    "another game": (changed("game", value="kerala"), "game: found kerala"),
    "another format": (changed("format", value=2), "format: found 2"),
    "a piece too few": (
        changed("corner", value=DEFAULT["corner"][:6]),
        "corner: found 6 entries, expected a list of 7",
    ),
    "no centre pieces": (changed("centre", value=None), "centre: found nothing, expected a list of 7"),
    "a piece that is no table": (changed("corner", 0, value="K1"), "corner[0]: found K1, expected a table"),
    "a piece without a name": (changed("corner", 0, "id", value=None), "id: found nothing"),
    "a name twice": (changed("corner", 1, "id", value="K1"), "id"),
    "another name": (changed("corner", 0, "id", value="X1"), "X1"),
    "names in another order": (
        changed("corner", value=[DEFAULT["corner"][1], DEFAULT["corner"][0], *DEFAULT["corner"][2:]]),
        "K1",
    ),
    "no parts": (changed("corner", 0, "parts", value=None), "parts: found nothing"),
    "a part that is no table": (changed("corner", 0, "parts", 0, value="building"), "parts[0]: part: found building"),
    "C1 a field with nothing": (changed("corner", 0, "parts", value=DEFAULT["corner"][0]["parts"][:6]), "field 31"),
    "C1 a field with four": (with_part(ruin="graveyard building", fields=["23"]), "field 23: parts of ruins: found 4"),
    "C1 a type twice": (with_part(ruin="alley", fields=["23"]), "one alley a field"),
    "C1 a field of another piece": (k1(0, "fields", ["11", "12", "33"]), "fields: found ['11', '12', '33']"),
    "C1 a field twice": (k1(0, "fields", ["11", "11"]), "fields: found"),
    "C1 no fields": (k1(0, "fields", []), "fields: found []"),
    "C1 fields that are no names": (k1(0, "fields", [["11"], 12]), "fields: found"),
    "an unknown type": (k1(0, "ruin", "temple"), "ruin: found temple"),
    "a type that is no word": (k1(0, "ruin", ["wall"]), "ruin: found ['wall']"),
    "C2 a part in two places": (k1(0, "fields", ["11", "31"]), "fields that hang together"),
    "C2 an exit of a building": (k1(0, "exits", ["11N"]), "exits: found ['11N']"),
    "C2 an exit to the outside": (k1(1, "exits", ["23S", "11N"]), "exit: found 11N"),
    "C2 an exit inside the piece": (k1(1, "exits", ["13S"]), "exit: found 13S"),
    "C2 an exit of another field": (k1(2, "exits", ["23S"]), "exit: found 23S"),
    "C2 exits that are no names": (k1(1, "exits", [["23S"]]), "exit"),
    "C2 exits that are no list": (k1(1, "exits", "23S"), "exits: found 23S"),
    "C3 other researchers": (changed("teams", "box", value=[9, 4, 3]), "teams.box: found [9, 4, 3]"),
    "C3 other discoveries": (changed("discoveries", "1", value=20), "discoveries"),
    "C4 a centre that nothing fits": (lonely_centre(), "M7"),
    "C5 a graveyard of four fields": (with_part(ruin="graveyard", fields=["11", "12", "21", "31"]), "at most 3 fields"),
    "C5 a value on a wall": (k1(6, "value", 3), "value on graveyards only"),
    "C5 a value of nothing": (with_part(ruin="graveyard", fields=["31"], value=0), "value: found 0"),
    "C5 a value that is no number": (
        with_part(ruin="graveyard", fields=["31"], value="6"),
        "value: found 6, a text, expected a whole number from 1 to 99",
    ),
    "too many ruins": (with_many_parts(), "parts"),
    "rules in the file": (changed("values", "path", value=3), "values.path: found 3, expected 2"),
    "no start positions": (changed("start_positions", "teams3", value=None), "start_positions.teams3"),
    "start positions of nobody": (changed("start_positions", "teams3", value={}), "teams3: ranks: found {}"),
    "start positions of professors": (
        changed("start_positions", "teams4", "professor", value=[["N1"], ["E1"], ["S1"], ["W1"]]),
        "teams4: unknown key: found professor, expected one of assistant, worker",
    ),
    "start positions of a team too many": (
        changed("start_positions", "teams3", "assistant", value=[["N2"], ["E2"], ["S1"], ["W1"]]),
        "expected a list for each of 3 teams",
    ),
    "a worker too many": (
        changed("start_positions", "teams4", "worker", 2, value=["E4", "E5"]),
        "teams4: worker[2]: found [E4, E5], expected 1 start spaces",
    ),
    "a worker too few": (changed("start_positions", "teams3", "worker", 0, value=["W1"]), "expected 2 start spaces"),
    "an unknown start space": (
        changed("start_positions", "teams4", "worker", 2, value=["E7"]),
        "worker[2]: found [E7]",
    ),
    "a start space that is no name": (changed("start_positions", "teams4", "worker", 2, value=[["E4"]]), "worker[2]"),
    "a start space twice": (
        changed("start_positions", "teams4", "worker", 2, value=["N2"]),
        "teams4: spaces: found N2 more than once",
    ),
    "other take-backs": (changed("two_players", "take_back_limit", value=5), "two_players.take_back_limit: found 5"),
    "no first board": (changed("first_board", value=None), "first_board"),
    "a first board without a corner": (changed("first_board", "corners", "NE", value=None), "first_board"),
    "a first board with another piece": (changed("first_board", "corners", "NE", value="K9"), "first_board"),
    "a first board with a corner in the middle": (changed("first_board", "centre", value="K5"), "first_board"),
    "a first board with a piece twice": (changed("first_board", "corners", "SE", value="K1"), "first_board"),
    "a first board that does not match": (
        changed("first_board", "corners", "NW", value="K7"),
        "first_board: found M1 33N canal, K7 23S alley, expected sides that match (IND-BOARD-4)",
    ),
    "corners that do not match": (
        k1(5, "exits", []),
        "first_board: found K1 13E nothing, K3 31S wall, expected sides that match",
    ),
    "a misspelt key": (
        with_part(ruin="alley", fields=["31"], exit=["31S"]),
        "corner[0] (K1).parts[7]: unknown key: found exit, expected one of exits, fields, ruin, value "
        "(did you mean exits?)",
    ),
    "another start space": (changed("board", "start_space", value=24), "board: unknown key: found start_space"),
}


@pytest.mark.parametrize(("data", "message"), WRONG.values(), ids=WRONG)
def test_files_that_are_refused(data, message):
    with pytest.raises(mandapa.ComponentError) as caught:
        components.from_data(data, "mine.toml")
    error = str(caught.value).replace("'", "").replace('"', "")
    assert message.replace("'", "").replace('"', "") in error and error.startswith("mine.toml")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"format = ", "not TOML"), (b"\xff\xfe\x00", "cannot be read as text"), (None, "cannot be read as text")],
)
def test_files_that_cannot_be_read(tmp_path, content, message):
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(mandapa.ComponentError) as caught:
        mandapa.load("indus", components=str(path))
    assert message in str(caught.value) and str(path) in str(caught.value)


# ---------------------------------------------------------------- files that are accepted


@pytest.fixture
def my_file(tmp_path):
    """A file in which G1 of the first board is worth 9, and a building of K1 has only two fields."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    old = '{ ruin = "graveyard", fields = ["11","12","21"] }'
    assert old in text
    text = text.replace(old, '{ ruin = "graveyard", fields = ["11","12","21"], value = 9 }')
    text = text.replace('fields = ["11","12","21","22"] }', 'fields = ["11","12"] }')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.clause("IND-VALUE-1", "IND-VALUE-2")
def test_a_replacement_pays_what_is_printed(my_file):
    view = position(options={"components": my_file}, stacks="16:Yw 12:Bw", phase="over").view()
    assert of_ruin(view, "G1")["values"] == [9] and of_ruin(view, "G1")["prizes"] == {"yellow": 9}
    assert (of_ruin(view, "B1")["fields"], of_ruin(view, "B1")["values"]) == (["11", "12"], [4, 2])


def test_a_replacement_plays(my_file):
    game = mandapa.load("indus", components=my_file, start_seat=0)
    assert game.components_hash != mandapa.load("indus").components_hash
    assert check_playthrough(game, np.random.default_rng(1), every=30).games == 1
    *_, last = plays(2, 2, components=my_file, board="random")
    assert last.is_terminal


POSTED = {
    "teams4": "Ba N6 Bw E6 Ya S1 Yw W1 Ga N1 Gw W6 Ra E1 Rw S6",
    "teams3": "Ba N6 Bw E6 E5 Ya S1 Yw W1 W2 Ga N1 Gw W6 W5",
}


@pytest.fixture
def printed_positions(tmp_path):
    """The start positions of a user's box."""
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    for old, new in (
        ('[["N2"], ["E2"], ["S5"], ["W5"]]', '[["N6"], ["S1"], ["N1"], ["E1"]]'),
        ('[["W3"], ["N4"], ["E4"], ["S3"]]', '[["E6"], ["W1"], ["W6"], ["S6"]]'),
        ('[["N2"], ["E2"], ["S1"]]', '[["N6"], ["S1"], ["N1"]]'),
        ('[["W1", "S5"], ["W3", "N6"], ["N4", "E4"]]', '[["E6", "E5"], ["W1", "W2"], ["W6", "W5"]]'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.clause("IND-SETUP-5", "IND-SETUP-6", "IND-SETUP-9")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["first", "random"])
def test_the_first_researchers_stand_where_the_box_shows_them(printed_positions, players, board):
    for state in plays(1, players, components=printed_positions, board=board, placement="fixed"):
        if state.view()["phase"] in ("team", "add"):
            break
    stand, piece = {}, ""
    for word in POSTED["teams3" if players == 3 else "teams4"].split():
        if word[1] in "wa":
            piece = word
        else:
            stand[word] = piece
    assert {row["space"]: row["piece"] for row in state.view()["starts"] if row["piece"]} == stand
    ours = mandapa.load("indus", players)
    left = [sum(team["reserve"].values()) for team in state.view()["teams"]]
    assert (
        state.game.components_hash != ours.components_hash and sum(left) == len(left) * {2: 10, 3: 13, 4: 10}[players]
    )


def test_a_replacement_with_printed_positions_plays(printed_positions):
    game = mandapa.load("indus", 2, components=printed_positions)
    assert check_playthrough(game, np.random.default_rng(2), every=30).games == 1


def test_hashes_of_files_with_our_positions_stay():
    """Records from before positions could be replaced contain the old hash."""
    assert components.load().hash == "d2e158994374ee10"
    reordered = {**DEFAULT, "start_positions": dict(reversed(DEFAULT["start_positions"].items()))}
    assert components.from_data(reordered, "mine.toml").hash == components.load().hash


def without_m6():
    """M6, which needs K1, K2, K5 and K6, becomes like M1: now one of them may be damaged."""
    data = copy.deepcopy(DEFAULT)
    data["centre"][5]["parts"] = data["centre"][0]["parts"]
    return data


@pytest.mark.clause("IND-BOARD-4")
@pytest.mark.parametrize("kind", ["canal", "path", "alley", "wall"])
def test_every_kind_that_joins_must_match(kind):
    """K1 without its exits of one kind fits nowhere, and the first board is refused."""
    data = without_m6()
    for part in data["corner"][0]["parts"]:
        if part["ruin"] == kind:
            part.pop("exits")
    assert not reference.matches(dict(zip(reference.PLACES, FIRST, strict=True)), data)
    with pytest.raises(mandapa.ComponentError, match="first_board"):
        components.from_data(data, "mine.toml")
    data["first_board"]["corners"]["NW"] = "K5"
    assert components.from_data(data, "mine.toml").first_board == (7, 4, 2, 1, 3)


@pytest.mark.clause("IND-BOARD-6")
def test_a_board_of_other_pieces_is_built_by_the_same_rule():
    """Without the path of K2 to the centre there are fewer boards, and chance finds all of them."""
    data = without_m6()
    (path,) = [part for part in data["corner"][1]["parts"] if part["ruin"] == "path"]
    del path["exits"]
    data["first_board"]["corners"]["SE"] = "K5"
    fitting = reference.boards(data)
    game = mandapa.game_type("indus")
    options = mandapa.load("indus", board="random", start_seat=0).options
    record = game.new_state(4, options, components.from_data(data, "mine.toml"))
    state = mandapa.State(mandapa.load("indus", board="random", start_seat=0), record)
    assert 0 < len(fitting) < 408 and not any("K2" in board for board in fitting)
    assert sorted(boards_below(state, [])) == sorted(fitting)


def boards_below(state, begun):
    if len(begun) == 5:
        return [begun]
    found = []
    for text in state.legal_actions:
        after = state.copy()
        after.apply(text)
        found += boards_below(after, [*begun, text.split()[-1]])
    return found


def with_dead_ends():
    """Clockwise of K1 only K3 fits, and K3 fits nowhere else; K1 turns a canal to the centre, K3 an alley."""
    data = without_m6()
    for piece, side in ((0, "13E"), (2, "31S")):
        (wall,) = [part for part in data["corner"][piece]["parts"] if side in part.get("exits", [])]
        wall["exits"].remove(side)
    return data


@pytest.mark.clause("IND-BOARD-6")
def test_chance_lays_no_piece_that_leads_to_a_dead_end():
    """Many pieces match all that is laid and yet leave a corner that no piece fits; those are never offered."""
    data = with_dead_ends()
    boards = reference.boards(data)
    options = mandapa.load("indus", board="random", start_seat=0).options
    record = mandapa.game_type("indus").new_state(4, options, components.from_data(data, "mine.toml"))
    state = mandapa.State(mandapa.load("indus", board="random", start_seat=0), record)
    dead_ends = check_offers(state, [], boards, data)
    assert ["M4", "K2", "K1"] in dead_ends  # a canal is wanted next
    assert ["M7", "K2"] in dead_ends  # three alleys are wanted, and two pieces are left for them
    state.apply("centre M7")
    assert state.refusal("corner NW K2").clause == "IND-BOARD-6"
    assert state.chance_outcomes() == [("corner NW K1", 1.0)]


def check_offers(state, begun, boards, data):
    """Check that chance offers exactly the pieces of matching boards, evenly; return pieces that match but lead
    nowhere."""
    if len(begun) == 5:
        return []
    fitting = sorted({board[len(begun)] for board in boards if board[: len(begun)] == begun})
    offered = [(text.split()[-1], chance) for text, chance in state.chance_outcomes()]
    assert offered == [(piece, pytest.approx(1 / len(fitting))) for piece in fitting] and fitting
    table = data["corner" if begun else "centre"]
    unused = [piece["id"] for piece in table if piece["id"] not in begun]
    tried = [[*begun, piece] for piece in unused if piece not in fitting]
    dead_ends = [laid for laid in tried if reference.matches(dict(zip(reference.PLACES, laid, strict=False)), data)]
    for text in state.legal_actions:
        after = state.copy()
        after.apply(text)
        dead_ends += check_offers(after, [*begun, text.split()[-1]], boards, data)
    return dead_ends


def test_the_hash_follows_what_plays_and_nothing_else(my_file, tmp_path):
    same = tmp_path / "same.toml"
    text = components.DEFAULT_FILE.read_text(encoding="utf-8")
    text = "\n".join(line for line in text.splitlines() if not line.startswith(("kind = ", "kinds = ", "#")))
    same.write_text(text.replace("reconstruction", "guess"), encoding="utf-8")
    default = components.load().hash
    assert components.load(my_file).hash != default
    assert components.load(same).hash == default

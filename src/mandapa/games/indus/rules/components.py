"""Components of Indus: load and validate a component file, and derive the constants that the rules use.

Board pieces are numbered as in the file: the large corner pieces 0 to 6, the small centre pieces 7 to 13. Corner pieces
are given as oriented in the north-west. A piece's fields are numbered in reading order: 0 to 7 (11 12 13 21 22 23 31
32) on a corner piece, 0 to 3 (33 34 43 44) on a centre piece.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.input import components as data_file

DEFAULT_FILE = Path(__file__).parent / "components.toml"

Kind = Literal["building", "graveyard", "canal", "path", "alley", "wall"]
Team = Literal["blue", "yellow", "green", "red"]
Rank = Literal["worker", "assistant", "professor"]
KINDS: tuple[Kind, ...] = get_args(Kind)
JOINING = KINDS[2:]
TEAMS: tuple[Team, ...] = get_args(Team)
RANKS: tuple[Rank, ...] = get_args(Rank)
SIDES = "NESW"
PIECES_OF_A_SIZE = 7
PIECES = 2 * PIECES_OF_A_SIZE
CODES = (*(f"K{n + 1}" for n in range(PIECES_OF_A_SIZE)), *(f"M{n + 1}" for n in range(PIECES_OF_A_SIZE)))
CORNER_FIELDS = ("11", "12", "13", "21", "22", "23", "31", "32")
CENTRE_FIELDS = ("33", "34", "43", "44")
MAX_PER_FIELD = 3
MAX_RUINS = 48
MAX_GRAVEYARD_SIZE = 3
MAX_PRINTED = 99
NO_PART = -1
POSTED = {"teams4": (4, {"worker": 1, "assistant": 1}), "teams3": (3, {"worker": 2, "assistant": 1})}
"""Tables of start positions in a component file.

Each has its number of teams, and the number of researchers of each rank that every team places.

See IND-SETUP-5 and IND-SETUP-6.
"""
POSTED_OF = {2: "teams4", 3: "teams3", 4: "teams4"}
"""Name of the table of start positions for each number of players."""
MAX_POSTED = 2
NO_SPACE = -1

OUTWARD = ("13E", "23E"), ("31S", "32S")
"""Sides of a corner piece that touch the next corner piece clockwise, and sides that touch the previous one."""
INWARD = ("23S", "32E")
"""Sides of a corner piece that touch the centre piece."""
CENTRE_SIDES = ("33N", "33W"), ("34E", "34N"), ("44S", "44E"), ("43W", "43S")
"""Sides of a centre piece that touch the ``INWARD`` sides of each corner piece: NW, NE, SE, SW."""

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Components:
    """A validated set of board pieces.

    Attributes:
        codes: names of the 14 pieces.
        parts: number of the ruin part of each kind on each field of a piece, or ``NO_PART``, shape (14, 8, 6).
        exits: bit mask of the sides (N 1, E 2, S 4, W 8) across which a ruin continues, for each kind that can; shape
            (14, 8, 4).
        printed: value printed on the graveyard of a field, or 0, shape (14, 8).
        clockwise, counterclockwise, inward: exits on a border of each corner piece, encoded as an integer. Two borders
            match if their integers are equal (IND-BOARD-4).
        around: the same for the borders of each centre piece with the four corners.
        first_board: pieces of the first board: centre, NW, NE, SE, SW.
        posted: by number of players, the start spaces of the fixed placement by team and rank, padded with
            ``NO_SPACE``, shape (4, 3, 2).
        data: the parsed component file.
        hash: fingerprint of everything that affects play.
    """

    codes: tuple[str, ...]
    parts: Numbers
    exits: Numbers
    printed: Numbers
    clockwise: tuple[int, ...]
    counterclockwise: tuple[int, ...]
    inward: tuple[int, ...]
    around: tuple[tuple[int, ...], ...]
    first_board: tuple[int, ...]
    posted: Mapping[int, Numbers]
    data: Mapping[str, Any]
    hash: str


def load(path: str | Path | None = None) -> Components:
    """Load a component file, by default the built-in one.

    If the file is invalid, raise ``ComponentError`` with the fault and its location.
    """
    source = Path(path) if path is not None else DEFAULT_FILE
    return from_data(data_file.read(source), str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data given as a mapping (a parsed file, or the copy in a game record).

    ``where`` names the data in error messages.
    """
    data_file.check_format(
        data, data_file.read(DEFAULT_FILE), where, optional=dict.fromkeys(("corner.parts", "centre.parts"), ("value",))
    )
    if where != str(DEFAULT_FILE):
        rules = ("board", "teams", "discoveries", "values", "ruins", "two_players")
        data_file.same(data, data_file.read(DEFAULT_FILE), rules, where)
    pieces = [
        *_pieces(data, "corner", CORNER_FIELDS, where),
        *_pieces(data, "centre", CENTRE_FIELDS, where),
    ]
    codes = tuple(piece.code for piece in pieces)
    data_file.expect(codes == CODES, where, "ids of the board pieces", list(codes), list(CODES))
    corners, centres = pieces[:PIECES_OF_A_SIZE], pieces[PIECES_OF_A_SIZE:]
    first_board = _first_board(data, where)
    posted = {table: np.array(_posted(data, table, where), np.int8) for table in POSTED}
    playable = [[piece.parts.tolist(), piece.exits.tolist(), piece.printed.tolist()] for piece in pieces]
    components = Components(
        codes=codes,
        parts=np.array([piece.parts for piece in pieces], np.int8),
        exits=np.array([piece.exits for piece in pieces], np.int8),
        printed=np.array([piece.printed for piece in pieces], np.int8),
        clockwise=tuple(corner.border(OUTWARD[0]) for corner in corners),
        counterclockwise=tuple(corner.border(OUTWARD[1]) for corner in corners),
        inward=tuple(corner.border(INWARD) for corner in corners),
        around=tuple(tuple(centre.border(sides) for sides in CENTRE_SIDES) for centre in centres),
        first_board=first_board,
        posted={players: posted[table] for players, table in POSTED_OF.items()},
        data=data,
        hash=data_file.fingerprint([playable, first_board, *_other_positions(data)]),
    )
    _check_boards(components, where)
    return components


def _check_boards(components: Components, where: str) -> None:
    """Check the boards that the pieces can form.

    The pieces of the first board must match, every centre needs four matching corners, and no board may have too many
    ruins.
    """
    wrong = _mismatch(components, components.first_board)
    data_file.check(not wrong, where, "first_board", wrong, "sides that match (IND-BOARD-4)")
    for centre, code in enumerate(CODES[PIECES_OF_A_SIZE:]):
        for number, sides in enumerate(CENTRE_SIDES):
            shown_sides = ", ".join(_exits_at(components, PIECES_OF_A_SIZE + centre, side) for side in sides)
            fits = components.around[centre][number] in components.inward
            data_file.check(
                fits, where, f"corners round {code}", f"none for {shown_sides}", "one that matches (IND-BOARD-4)"
            )
        found = any(_match(components, centre, corners) for corners in permutations(range(PIECES_OF_A_SIZE), 4))
        data_file.check(found, where, f"corners round {code}", "none that match", "four different ones (IND-BOARD-4)")
    sizes = [int(parts.max()) + 1 for parts in components.parts]
    most = max(sizes[PIECES_OF_A_SIZE:]) + sum(sorted(sizes[:PIECES_OF_A_SIZE])[-4:])
    data_file.expect(most <= MAX_RUINS, where, "parts of ruins on one board", most, f"at most {MAX_RUINS}")


def _match(components: Components, centre: int, corners: tuple[int, ...]) -> bool:
    """Return whether four corner pieces, NW, NE, SE, SW, match the centre piece and each other (IND-BOARD-4)."""
    inward = tuple(components.inward[corner] for corner in corners)
    following = (*corners[1:], corners[0])
    return inward == components.around[centre] and all(
        components.clockwise[corner] == components.counterclockwise[after]
        for corner, after in zip(corners, following, strict=True)
    )


def _mismatch(components: Components, board: Sequence[int]) -> str:
    """Return the first border at which pieces of a board do not match, or "" if all match.

    An example is ``M1 33N canal, K1 23S nothing``. ``board`` lists the pieces: centre, NW, NE, SE, SW. Sides are named
    as in the component file, which describes all corner pieces as oriented in the north-west (IND-BOARD-4).
    """
    centre, *corners = board
    borders = [(centre, sides, corner, INWARD) for sides, corner in zip(CENTRE_SIDES, corners, strict=True)]
    following = (*corners[1:], corners[0])
    borders += [(corner, OUTWARD[0], after, OUTWARD[1]) for corner, after in zip(corners, following, strict=True)]
    for one, sides, other, facing in borders:
        for here, there in zip(sides, facing, strict=True):
            found = _exits_at(components, one, here), _exits_at(components, other, there)
            if found[0][len(here) :] != found[1][len(there) :]:
                return f"{CODES[one]} {found[0]}, {CODES[other]} {found[1]}"
    return ""


def _exits_at(components: Components, piece: int, side: str) -> str:
    """Return the kinds of ruins that continue across a side of a piece, such as ``33N canal``."""
    fields = CORNER_FIELDS if piece < PIECES_OF_A_SIZE else CENTRE_FIELDS
    exits = components.exits[piece, fields.index(side[:2])] >> SIDES.index(side[2]) & 1
    kinds = [kind for kind, there in zip(JOINING, exits, strict=True) if there]
    return f"{side} {' and '.join(kinds) or 'nothing'}"


def _posted(data: Mapping[str, Any], table: str, where: str) -> list[list[list[int]]]:
    """Return the start spaces of the fixed placement by team and rank, and check that all are different (IND-ADD-3)."""
    teams, counts = POSTED[table]
    spaces = data_file.entry(data, "board", "start_spaces", where)
    rows = data_file.entry(data, "start_positions", table, where)
    place = f"{where}: start_positions.{table}"
    right = isinstance(rows, dict) and set(rows) == set(counts)
    data_file.expect(right, place, "ranks", rows, f"spaces of {' and '.join(counts)}")
    found = [[[NO_SPACE] * MAX_POSTED for _ in RANKS] for _ in TEAMS]
    taken: list[str] = []
    for rank, count in counts.items():
        right = isinstance(rows[rank], list) and len(rows[rank]) == teams
        data_file.expect(right, place, rank, rows[rank], f"a list for each of {teams} teams")
        for team, names in enumerate(rows[rank]):
            known = isinstance(names, list) and len(names) == count and all(name in spaces for name in names)
            data_file.expect(known, place, f"{rank}[{team}]", names, f"{count} start spaces such as N2")
            found[team][RANKS.index(rank)][:count] = [spaces.index(name) for name in names]
            taken += names
    twice = sorted({name for name in taken if taken.count(name) > 1})
    data_file.check(not twice, place, "spaces", f"{', '.join(twice)} more than once", "each at most once")
    return found


def _other_positions(data: Mapping[str, Any]) -> list[Any]:
    """Return the start positions for the hash, or an empty list if they are the built-in ones.

    Older hashes do not include start positions.
    """
    ours, theirs = (
        [source["start_positions"][table] for table in POSTED] for source in (data_file.read(DEFAULT_FILE), data)
    )
    return [] if theirs == ours else [theirs]


@dataclass
class Piece:
    """The arrays of ``Components`` for one board piece."""

    code: str
    fields: tuple[str, ...]
    parts: Numbers
    exits: Numbers
    printed: Numbers

    def border(self, sides: tuple[str, ...]) -> int:
        """Return the exits across the given sides, encoded as an integer."""
        bits = 0
        for side in sides:
            field, direction = self.fields.index(side[:2]), SIDES.index(side[2])
            for kind in range(len(JOINING)):
                bits = 2 * bits + (int(self.exits[field, kind]) >> direction & 1)
        return bits


def _pieces(data: Mapping[str, Any], table: str, fields: tuple[str, ...], where: str) -> list[Piece]:
    found = data_file.list_of(data, table, PIECES_OF_A_SIZE, "board pieces", where)
    return [_piece(row, fields, f"{where}: {table}[{number}]") for number, row in enumerate(found)]


def _piece(row: dict[str, Any], fields: tuple[str, ...], where: str) -> Piece:
    code = row.get("id")
    data_file.expect(isinstance(code, str) and code != "", where, "id", code, "a name such as K1")
    parts = row.get("parts")
    data_file.expect(isinstance(parts, list), where, "parts", parts, "a list of parts of ruins")
    assert isinstance(code, str) and isinstance(parts, list)
    size = len(CORNER_FIELDS)
    piece = Piece(
        code,
        fields,
        np.full((size, len(KINDS)), NO_PART, np.int8),
        np.zeros((size, len(JOINING)), np.int8),
        np.zeros(size, np.int8),
    )
    for number, ruin in enumerate(parts):
        _add_part(piece, number, ruin, f"{where} ({code}): parts[{number}]")
    for field, name in enumerate(fields):
        found = int((piece.parts[field] != NO_PART).sum())
        place = f"{where} ({code}): field {name}"
        data_file.expect(1 <= found <= MAX_PER_FIELD, place, "parts of ruins", found, f"1 to {MAX_PER_FIELD}")
    return piece


def _add_part(piece: Piece, number: int, ruin: Any, where: str) -> None:
    """Add one part of a ruin to the arrays of its board piece."""
    data_file.expect(isinstance(ruin, dict), where, "part", ruin, "a table with ruin and fields")
    kind = ruin.get("ruin")
    data_file.expect(kind in KINDS, where, "ruin", kind, list(KINDS))
    fields = ruin.get("fields")
    right = isinstance(fields, list) and fields and all(name in piece.fields for name in fields)
    data_file.expect(
        bool(right and len(set(fields)) == len(fields)),
        where,
        "fields",
        fields,
        f"different fields of {', '.join(piece.fields)}",
    )
    data_file.expect(_connected(fields), where, "fields", fields, "fields that hang together")
    for name in fields:
        field = piece.fields.index(name)
        data_file.expect(piece.parts[field, KINDS.index(kind)] == NO_PART, where, "field", name, f"one {kind} a field")
        piece.parts[field, KINDS.index(kind)] = number
    exits = ruin.get("exits", [])
    data_file.expect(
        isinstance(exits, list) and (kind in JOINING or not exits), where, "exits", exits, "none for this kind"
    )
    borders = (*OUTWARD[0], *OUTWARD[1], *INWARD, *(side for sides in CENTRE_SIDES for side in sides))
    for side in exits:
        known = side in borders and side[:2] in fields
        data_file.expect(
            known, where, "exit", side, "a field of the part and a side on a border with another piece, as 23S"
        )
        piece.exits[piece.fields.index(side[:2]), JOINING.index(kind)] |= 1 << SIDES.index(side[2])
    _print_value(piece, ruin, kind, fields, where)


def _print_value(piece: Piece, ruin: dict[str, Any], kind: str, fields: list[str], where: str) -> None:
    """Store the value printed on a graveyard (IND-VALUE-2)."""
    if "value" in ruin:
        data_file.expect(kind == "graveyard", where, "value", ruin["value"], "a value on graveyards only")
        for name in fields:
            piece.printed[piece.fields.index(name)] = data_file.whole(ruin, "value", 1, MAX_PRINTED, where)
    elif kind == "graveyard":
        expected = f"at most {MAX_GRAVEYARD_SIZE} fields, or a value"
        data_file.expect(len(fields) <= MAX_GRAVEYARD_SIZE, where, "fields", len(fields), expected)


def _connected(fields: list[str]) -> bool:
    reached, waiting = {fields[0]}, [fields[0]]
    while waiting:
        row, column = map(int, waiting.pop())
        around = {f"{row + 1}{column}", f"{row - 1}{column}", f"{row}{column + 1}", f"{row}{column - 1}"}
        new = (around & set(fields)) - reached
        waiting += new
        reached |= new
    return len(reached) == len(fields)


def _first_board(data: Mapping[str, Any], where: str) -> tuple[int, ...]:
    """Return the numbers of the pieces of the first board: centre, NW, NE, SE, SW."""
    corners = data_file.part(data, "first_board", where).get("corners")
    data_file.expect(isinstance(corners, dict), where, "first_board.corners", corners, "NW, NE, SE and SW")
    assert isinstance(corners, dict)
    chosen = [
        data_file.entry(data, "first_board", "centre", where),
        *(corners.get(place) for place in ("NW", "NE", "SE", "SW")),
    ]
    for place, code in enumerate(chosen):
        known = CODES[:PIECES_OF_A_SIZE] if place else CODES[PIECES_OF_A_SIZE:]
        data_file.expect(
            code in known and chosen.count(code) == 1, where, "first_board", code, f"each of {list(known)} once"
        )
    return tuple(CODES.index(code) for code in chosen)

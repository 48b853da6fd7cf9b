"""Names of Menara's floors, bases and cards, such as ``F07``, ``F07.2`` and ``red MOVE 2 dark``."""

from typing import TypedDict

from mandapa.games.menara.rules.components import COLOURS, KINDS, PER_MM, PILES, RIMS, CardKind, Colour, Pile, Rim
from mandapa.games.menara.rules.physics.tower import PER_DEGREE
from mandapa.kernel.record import Record


class Card(TypedDict):
    """Card, described by the names of its properties."""

    pile: Pile
    kind: CardKind
    columns: int | None
    rim: Rim


class Pose(TypedDict):
    """Position and rotation of a floor, in mm and degrees."""

    x: float
    y: float
    rotation: float


def floor_name(floor: int) -> str:
    """Return the name of a floor, such as ``F07``."""
    return f"F{floor + 1:02}"


def base_name(floor: int, base: int) -> str:
    """Return the name of a base (a spot for a column on a floor), such as ``F07.2``."""
    return f"{floor_name(floor)}.{base}"


def columns_in_words(counts: list[int]) -> dict[Colour, int]:
    """Return the number of columns by the name of their colour; ``counts`` is in the order of ``COLOURS``."""
    return dict(zip(COLOURS, counts, strict=True))


def columns_in_a_line(counts: list[int]) -> str:
    """Return the number of columns of each colour as a line, such as ``2 yellow 1 red``, or ``none``."""
    return " ".join(f"{count} {colour}" for colour, count in zip(COLOURS, counts, strict=True) if count) or "none"


def bases_of(state: Record, floor: int, side: int) -> dict[Colour, int]:
    """Return how many bases of each colour a side of a floor has."""
    found = state.base_colour[floor, side, : int(state.bases[floor, side])].tolist()
    return columns_in_words([found.count(colour) for colour in range(len(COLOURS))])


def face_words(state: Record, face: int) -> Card:
    """Return the pile, kind, number of columns and rim of a card face."""
    columns = int(state.face_columns[face])
    return {
        "pile": PILES[int(state.face_pile[face])],
        "kind": KINDS[int(state.face_kind[face])],
        "columns": columns or None,
        "rim": RIMS[int(state.face_rim[face])],
    }


def face_name(state: Record, face: int) -> str:
    """Return the name of a card, such as ``red MOVE 2 dark``."""
    return " ".join(str(word) for word in face_words(state, face).values() if word is not None)


def pose_words(x: int, y: int, rotation: int) -> Pose:
    """Return a position and rotation, given in the units of the record, in mm and degrees."""
    return {"x": x / PER_MM, "y": y / PER_MM, "rotation": rotation / PER_DEGREE}


def pose_name(x: int, y: int, rotation: int) -> str:
    """Return the text of a position and rotation, such as ``12.50,-3.00 r45``."""
    words = pose_words(x, y, rotation)
    return f"{words['x']:.2f},{words['y']:.2f} r{words['rotation']:g}"

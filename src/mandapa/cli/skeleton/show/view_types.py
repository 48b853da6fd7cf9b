"""What crosses to the browser; the client's types are made of it."""

from typing import Literal, TypedDict

from mandapa.cli.skeleton.rules.state import Phase


class View(TypedDict):
    """All that can be seen."""

    game: Literal["pebbles"]
    players: int
    phase: Phase
    seat: int  # whose turn it is; at the end the winner
    stones: int  # on the heap
    most: int  # that may be taken at once


class Left(TypedDict):
    """What the log says beside the number of stones taken."""

    left: int  # on the heap


class Sheet(TypedDict):
    """The score of a seat."""

    seat: int
    total: int
    rank: int


class Preview(TypedDict):
    """What a choice would lead to."""

    action: str
    left: int  # on the heap


class Gallery(TypedDict):
    """Every piece once: how many stones there can be."""

    fewest: int
    most: int

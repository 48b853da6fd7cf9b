"""JSON types sent from a game of Pebbles to the browser. The client's types are generated from them."""

from typing import Literal, TypedDict

from mandapa.cli.skeleton.rules.state import Phase


class View(TypedDict):
    """The visible state of the game."""

    game: Literal["pebbles"]
    players: int
    phase: Phase
    seat: int  # seat whose turn it is; at the end, the winner
    stones: int  # on the heap
    most: int  # maximum per turn


class Left(TypedDict):
    """Contents of a log line, in addition to the number of stones taken."""

    left: int  # on the heap


class Sheet(TypedDict):
    """Score of a seat."""

    seat: int
    total: int
    rank: int


class Preview(TypedDict):
    """Consequence of a legal action."""

    action: str
    left: int  # on the heap


class Gallery(TypedDict):
    """The pieces of the game: limits on the number of stones."""

    fewest: int
    most: int

"""Functions that show games to people and parse their input, in plain Python that is never compiled."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

import numpy as np

from mandapa.kernel.compile.engine import run
from mandapa.kernel.errors import IllegalAction, PositionError
from mandapa.kernel.generic import CHANCE, chance_outcomes, current_player, legal_actions, scores
from mandapa.kernel.record import Record

Key = TypeVar("Key")
Value = TypeVar("Value")
Every = Annotated[dict[Key, Value], "every"]
"""A dict with ``Literal`` keys that has a value for every key; used in types of the browser protocol (``wire.py``)."""

BUFFER = 1024
"""Capacity of the buffers for legal actions and chance outcomes in this module."""


def listed_actions(state: Record) -> list[int]:
    """Return the legal actions, or the possible outcomes at a chance node, in ascending order."""
    actions = np.empty(BUFFER, np.int32)
    if current_player(state) == CHANCE:
        chances = np.empty(BUFFER, np.float64)
        count = run(chance_outcomes, state, actions, chances)
    else:
        count = run(legal_actions, state, actions)
    listed: list[int] = actions[:count].tolist()
    return listed


def plain(record: Record) -> Any:
    """Convert a record to a plain object with ints, floats and lists, which is faster to read in Python.

    Reading a field from the record itself takes microseconds. Arrays of records are not converted (convert an element
    with ``plain(table.platforms[seat])``). Arrays with two or more dimensions are not converted either, so that
    rule functions that only read the state also accept a plain record.
    """
    values = record.item()
    return _fields(record.dtype)(*[_listed(value) if isinstance(value, np.ndarray) else value for value in values])


@cache
def _fields(layout: np.dtype) -> Any:
    assert layout.names is not None
    return namedtuple("Fields", layout.names)


def _listed(values: np.ndarray) -> Any:
    return values.tolist() if values.ndim == 1 and values.dtype.names is None else values


def _describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    return {"key": "log.action", "params": {"action": action}}


def _refusal(state: Record, text: str) -> IllegalAction:
    return IllegalAction(text, "illegal_action", "", "refusal.illegal", {}, "not among the legal actions of this state")


def _plain_choices(state: Record, actions: Sequence[int]) -> list[dict[str, Any]]:
    return [{} for _ in actions]


def _nothing_read(state: Record, text: str) -> None:
    return None


def _no_previews(state: Record) -> list[dict[str, Any]]:
    return []


def _listed_preview(state: Record, text: str) -> dict[str, Any]:
    return {}


def _plain_sheets(state: Record) -> list[dict[str, Any]]:
    players = int(state.players)
    totals = np.zeros(players)
    scores(state, totals)
    return [
        {"seat": seat, "total": total, "rank": 1 + int((totals > total).sum())}
        for seat, total in enumerate(totals.tolist())
    ]


def _items(sheet: Mapping[str, Any]) -> list[ScoreLine]:
    return [
        ScoreLine(item["points"], name.replace("_", " "))
        for name, item in sheet.items()
        if isinstance(item, Mapping) and "points" in item
    ]


def _no_rows(sheet: Any) -> dict[str, float]:
    return {}


def _no_highlights(sheets: Any) -> list[dict[str, Any]]:
    return []


def _no_position(state: Record, description: Mapping[str, Any], components: Any) -> None:
    raise PositionError("this game does not read set-up positions; expected a game that does")


def _hidden(before: Record, action: int, after: Record) -> dict[str, Any]:
    return {"key": "table.log.hidden", "params": {}}


def _no_gallery(components: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """An item of a score sheet, as text.

    Attributes:
        points: points added to the total; None for additional information, such as a tiebreaker.
        item: name of the item, in a few words.
        reasons: explanations of the points, one line each.
    """

    points: int | None
    item: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Presentation:
    """The functions that show a game. Only the first three are required; the others have simple defaults.

    Functions about an action (a decision or a chance outcome) receive the states ``before`` and ``after`` the action.
    They never apply the action themselves.

    Attributes:
        format_action: ``(state, action) -> text``, unique among the legal actions (or chance outcomes) of ``state``.
        view: ``(state) -> dict``: everything visible in an already redacted state, JSON-serializable.
        text: ``(state) -> str``: the board as text.
        describe: ``(before, action, after) -> {"key", "params"}``: log line of an action.
        refusal: ``(state, text) -> IllegalAction``: explains why a text is not a legal action.
        read: ``(state, text) -> (record, action) or None``: parses an action with more detail than an id can express,
            such as a place on a table. Returns a copy of the state that stores the detail, and the action to apply to
            the copy; None if the text is not such an action or the action is illegal.
        choices: ``(state, actions) -> list``: for each of these legal actions, the data that a client shows.
        previews: ``(state) -> list``: the result of each legal action, to show before the action is chosen.
        preview: ``(state, text) -> dict``: the result of an action that ``read`` can parse, or the reason why the
            action is illegal; called while a player moves a piece around.
        score_sheets: ``(state) -> list``: a score sheet for each seat, with the reason for every point and at least
            ``seat``, ``total`` and ``rank``. The default requires ``state.players``.
        explain: ``(sheet) -> list``: a score sheet as text, a ``ScoreLine`` per item; the points of the items add up to
            the total. By default, the items are all entries of the sheet that have ``points``.
        rows: ``(sheet) -> {row: points}``: the points in each row of a score sheet, by the client's row id; hints give
            these rows as reasons. Empty by default.
        score_unit: unit of a total score, in a word.
        highlights: ``(sheets) -> list of {"seat", "key", "params"}``: achievements shown in final score sheets, rarest
            first; ``seat`` is None for all players together.
        position: ``(state, description, components)`` changes a new state into the described position, or raises
            ``PositionError``.
        gallery: ``(components) -> dict``: data that show one piece of every kind.
        picture: ``(view, components) -> str``: a small SVG picture of a view, for notebooks; None if the game has no
            pictures.
        secret: ``(before, action, after) -> seat or None``: the only seat that sees an action or outcome; None if all
            seats see it. If a game with hidden information does not define this function, every action is secret.
        redacted_log: ``(before, action, after) -> {"key", "params"} or None``: the log line that other seats see for a
            secret action; None to show nothing, for example for a choice that is not final. By default, the message
            ``table.log.hidden``.
        public_text: ``(before, action, after) -> text``: public text of an action, for displays such as the terminal
            that only show text. For a secret action, the text says the same as ``redacted_log``; for an action that
            completes secret decisions, it says everything that becomes known. By default the text of the action, or the
            word "hidden" for a secret action.
    """

    format_action: Callable[[Record, int], str]
    view: Callable[[Record], Mapping[str, Any]]
    text: Callable[[Record], str]
    describe: Callable[[Record, int, Record], dict[str, Any]] = _describe
    refusal: Callable[[Record, str], IllegalAction] = _refusal
    read: Callable[[Record, str], tuple[Record, int] | None] = _nothing_read
    choices: Callable[[Record, Sequence[int]], Sequence[Mapping[str, Any]]] = _plain_choices
    previews: Callable[[Record], Sequence[Mapping[str, Any]]] = _no_previews
    preview: Callable[[Record, str], Mapping[str, Any]] = _listed_preview
    score_sheets: Callable[[Record], Sequence[Mapping[str, Any]]] = _plain_sheets
    explain: Callable[[Any], list[ScoreLine]] = _items
    rows: Callable[[Any], Mapping[str, float]] = _no_rows
    score_unit: str = "points"
    highlights: Callable[[Any], Sequence[Mapping[str, Any]]] = _no_highlights
    position: Callable[[Record, Mapping[str, Any], Any], None] = _no_position
    gallery: Callable[[Any], Mapping[str, Any]] = _no_gallery
    picture: Callable[[Any, Any], str] | None = None
    secret: Callable[[Record, int, Record], int | None] | None = None
    redacted_log: Callable[[Record, int, Record], dict[str, Any] | None] = _hidden
    public_text: Callable[[Record, int, Record], str] | None = None

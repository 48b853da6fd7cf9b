"""How people read and write a game: plain Python above the compiled rules, and never part of them."""

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
"""In what crosses to the browser (``wire.py``): a dict in which every one of the words has its value."""

BUFFER = 1024
"""Capacity for legal actions and chance outcomes here."""


def listed_actions(state: Record) -> list[int]:
    """Legal actions, or the possible outcomes at a chance node, ascending."""
    actions = np.empty(BUFFER, np.int32)
    if current_player(state) == CHANCE:
        chances = np.empty(BUFFER, np.float64)
        count = run(chance_outcomes, state, actions, chances)
    else:
        count = run(legal_actions, state, actions)
    listed: list[int] = actions[:count].tolist()
    return listed


def plain(record: Record) -> Any:
    """A record read once, for whoever shows it: its fields as attributes, numbers as int or float, arrays as lists.

    Reading fields one by one from the record itself takes microseconds each. Arrays of records stay as they are
    (``plain(table.platforms[seat])`` reads one of them), as do arrays of two dimensions and more, so that rules that
    only read take a plain record too.
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


def _no_praise(sheets: Any) -> list[dict[str, Any]]:
    return []


def _no_position(state: Record, description: Mapping[str, Any], components: Any) -> None:
    raise PositionError("this game does not read set-up positions; expected a game that does")


def _hidden(before: Record, action: int, after: Record) -> dict[str, Any]:
    return {"key": "table.log.hidden", "params": {}}


def _no_gallery(components: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a score sheet as text.

    Attributes:
        points: what it adds to the total; None for what is worth knowing beside it, such as what decides a tie.
        item: what it is called, in a few words.
        reasons: where the points come from, one line each.
    """

    points: int | None
    item: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Presentation:
    """The functions that show a game; only the first three are due, the rest have plain defaults.

    Those that tell of an action, a decision or an outcome of chance, get the states ``before`` and ``after`` it: they
    compare, and never apply it themselves.

    Attributes:
        format_action: ``(state, action) -> text``, unique among the legal actions (or chance outcomes) of ``state``.
        view: ``(state) -> dict``: all that can be seen in an already redacted state, JSON-able.
        text: ``(state) -> str``: a text board.
        describe: ``(before, action, after) -> {"key", "params"}``: log line of an action.
        refusal: ``(state, text) -> IllegalAction``: why a text that is no legal action may not be done.
        read: ``(state, text) -> (record, action) or None``: an action that says more than an id can, such as
            any place on a table where the legal actions list a selection: a copy of the state that holds what the text
            says, and the action to apply to it. None if the text is no such action or it may not be done.
        choices: ``(state, actions) -> list``: for each of these legal actions what a client needs to show it.
        previews: ``(state) -> list``: what each legal action would lead to.
        preview: ``(state, text) -> dict``: what one action that ``read`` understands would lead to, or what is
            wrong with it; asked while somebody moves a piece about.
        score_sheets: ``(state) -> list``: the score of every seat with the reason for every point; each has
            at least ``seat``, ``total`` and ``rank``. Needs ``state.players`` if it is left to the default.
        explain: ``(sheet) -> list``: a score sheet as text, a ``ScoreLine`` for each item; their points add up to its
            total. By default everything on the sheet that has ``points``.
        rows: ``(sheet) -> {row: points}``: a score sheet as the client's rows, by their ids: what hints give as
            reasons. Nothing by default.
        score_unit: what a total counts, in a word.
        praise: ``(sheets) -> list of {"seat", "key", "params"}``: what final score sheets give somebody credit for, the
            rarest first; ``seat`` None for all together.
        position: ``(state, description, components)`` turns a fresh state into the described one, or raises
            ``PositionError``.
        gallery: ``(components) -> dict``: every kind of piece once.
        picture: ``(view, components) -> str``: a small picture of a view as SVG, for notebooks; None: there is none.
        secret: ``(before, action, after) -> seat or None``: the only seat that sees what an action or an outcome is;
            None if everybody does. A game with hidden information that does not say is taken to keep all of them
            secret.
        untold: ``(before, action, after) -> {"key", "params"} or None``: what everybody else is told of such a secret;
            None if they are not to notice it at all, such as a choice that is not final. ``table.log.hidden`` by
            default.
        aloud: ``(before, action, after) -> text``: what everybody may read of an action where only texts are shown,
            such as in the terminal: of a secret what ``untold`` says, and of what completes secret decisions all that
            is known then. By default the action's own text, of a secret the word "hidden".
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
    praise: Callable[[Any], Sequence[Mapping[str, Any]]] = _no_praise
    position: Callable[[Record, Mapping[str, Any], Any], None] = _no_position
    gallery: Callable[[Any], Mapping[str, Any]] = _no_gallery
    picture: Callable[[Any, Any], str] | None = None
    secret: Callable[[Record, int, Record], int | None] | None = None
    untold: Callable[[Record, int, Record], dict[str, Any] | None] = _hidden
    aloud: Callable[[Record, int, Record], str] | None = None

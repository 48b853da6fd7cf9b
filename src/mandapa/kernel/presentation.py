"""How people read and write a game: plain Python above the compiled rules, and never part of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mandapa.kernel.errors import IllegalAction, PositionError
from mandapa.kernel.generic import CHANCE, chance_outcomes, current_player, legal_actions, scores
from mandapa.kernel.types import Record

if TYPE_CHECKING:
    from mandapa.kernel.compiling import Engine

BUFFER = 1024
"""Capacity for legal actions and chance outcomes here."""


def listed_actions(state: Record) -> list[int]:
    """Legal actions, or the possible outcomes at a chance node, ascending."""
    actions = np.empty(BUFFER, np.int32)
    if current_player(state) == CHANCE:
        count = chance_outcomes(state, actions, np.empty(BUFFER, np.float64))
    else:
        count = legal_actions(state, actions)
    listed: list[int] = actions[:count].tolist()
    return listed


def _describe(state: Record, action: int) -> dict[str, Any]:
    return {"key": "log.action", "params": {"action": action}}


def _refusal(state: Record, text: str) -> IllegalAction:
    return IllegalAction(text, "illegal_action", "", "refusal.illegal", {}, "not among the legal actions of this state")


def _plain_choices(state: Record) -> list[dict[str, Any]]:
    return [{} for _ in listed_actions(state)]


def _no_previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    return []


def _plain_sheets(state: Record, engine: Engine) -> list[dict[str, Any]]:
    players = int(state.players)
    totals = np.zeros(players)
    scores(state, totals)
    return [
        {"seat": seat, "total": total, "rank": 1 + int((totals > total).sum())}
        for seat, total in enumerate(totals.tolist())
    ]


def _no_position(state: Record, description: Mapping[str, Any], components: Any) -> None:
    raise PositionError("this game does not read set-up positions; expected a game that does")


def _no_gallery(components: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Presentation:
    """The functions that show a game; only the first three are due, the rest have plain defaults.

    Attributes:
        format_action: ``(state, action) -> text``, unique among the legal actions (or chance outcomes) of ``state``.
        view: ``(state, engine) -> dict``: all that can be seen in an already redacted state, JSON-able.
        text: ``(state, engine) -> str``: a text board.
        describe: ``(state, action) -> {"key", "params"}``: log line of an action about to be applied.
        refusal: ``(state, text) -> IllegalAction``: why a text that is no legal action may not be done.
        choices: ``(state) -> list``: for each legal action, in order, what a client needs to show it.
        previews: ``(state, engine) -> list``: what each legal action would lead to.
        score_sheets: ``(state, engine) -> list``: the score of every seat with the reason for every point; each has
            at least ``seat``, ``total`` and ``rank``. Needs ``state.players`` if it is left to the default.
        position: ``(state, description, components)`` turns a fresh state into the described one, or raises
            ``PositionError``.
        gallery: ``(components) -> dict``: every kind of piece once.
    """

    format_action: Callable[[Record, int], str]
    view: Callable[[Record, Engine], dict[str, Any]]
    text: Callable[[Record, Engine], str]
    describe: Callable[[Record, int], dict[str, Any]] = _describe
    refusal: Callable[[Record, str], IllegalAction] = _refusal
    choices: Callable[[Record], list[dict[str, Any]]] = _plain_choices
    previews: Callable[[Record, Engine], list[dict[str, Any]]] = _no_previews
    score_sheets: Callable[[Record, Engine], list[dict[str, Any]]] = _plain_sheets
    position: Callable[[Record, Mapping[str, Any], Any], None] = _no_position
    gallery: Callable[[Any], dict[str, Any]] = _no_gallery

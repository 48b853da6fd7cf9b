"""The shapes of the HTTP interface for puzzles, for better turns that are looked for, and for statistics."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from mandapa.server.errors import Reason
from mandapa.server.models import ActionText, Body, HintReason, HintStep


class AttemptRequest(Body):
    """Actions that are tried, and what is wanted: where they lead, the verdict on a complete turn, or the answer."""

    actions: list[ActionText] = Field(default=[], max_length=100)
    want: Literal["picture", "verdict", "answer"] = "picture"


class AttemptVerdict(BaseModel):
    """What a turn is worth less than the best; ``reasons``: what the best brings more. ``right``: it is as good."""

    right: bool
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    lost_chance: float
    reasons: list[HintReason]


class AttemptAnswer(BaseModel):
    """The best turn in words, and what it brings more than another one: all in all, in the unit of the attempt and as
    chance to win, and by ``reasons``."""

    plan: list[HintStep]
    gain: float
    gain_chance: float
    reasons: list[HintReason]


class Attempt(BaseModel):
    """Where what was tried leads, as ``seat`` sees it. ``over``: the turn is complete; ``unit``: of what is lost."""

    view: dict[str, Any]
    choices: list[dict[str, Any]]
    previews: list[dict[str, Any]]
    log: list[Reason]
    seat: int
    over: bool
    unit: Literal["points", "lead", "chance"] | None
    verdict: AttemptVerdict | None
    answer: AttemptAnswer | None


class TurnVerdict(BaseModel):
    """What a complete turn is worth less than the best: ``plan``, in words, unless it is as good (``right``)."""

    right: bool
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    lost_chance: float
    plan: list[HintStep]


class CompleteTurn(BaseModel):
    """The coach on the turn of ``seat`` that is complete; ``unit``: of what is lost. Without a ``verdict`` there was
    nothing to judge."""

    seat: int
    unit: Literal["points", "lead", "chance"] | None
    verdict: TurnVerdict | None


class PuzzleName(BaseModel):
    """Which puzzle."""

    game: str
    id: str


class PuzzleSummary(PuzzleName):
    """A line of the list of puzzles; ``seat``: whose turn is looked for."""

    players: int
    seat: int
    difficulty: Literal["easy", "medium", "hard"]


class Puzzles(BaseModel):
    """All puzzles that come with the games, and the one of today."""

    today: PuzzleName | None
    puzzles: list[PuzzleSummary]


class JudgedPhase(BaseModel):
    """My decisions in a part of a game, and how many of them had a better one."""

    decisions: int
    inaccuracy: int
    mistake: int
    blunder: int


class JudgedGame(BaseModel):
    """What the coach says of my turns in a game: how much of the chance to win they lost, all together; ``phases``: by
    thirds of the game. Where there was nothing to decide does not count."""

    decisions: int
    lost_chance: float
    phases: list[JudgedPhase]


class PlayedGame(BaseModel):
    """A finished game of mine. ``bots``: the computer players there; ``people``: how many others; ``whole``: it came to
    its end with me; ``judged``: null if the coach was not asked."""

    id: str
    game: str
    updated: str
    players: int
    bots: list[str]
    people: int
    points: float
    rank: int
    won: bool
    whole: bool
    judged: JudgedGame | None


class Statistics(BaseModel):
    """My finished games, the newest 1000 of ``total``."""

    games: list[PlayedGame]
    total: int

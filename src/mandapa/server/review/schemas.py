"""The shapes of the HTTP interface for hints, judged matches, turns that are looked for, and statistics."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from mandapa.coach.analysis import Luck, Summary
from mandapa.server.errors import Reason
from mandapa.server.fields import ActionText
from mandapa.server.tables.schemas import Body


class HintRequest(Body):
    """The position to think about; without ``ply`` the present one."""

    ply: int | None = Field(default=None, ge=0, le=100_000)


class HintChoice(BaseModel):
    """A legal action and what it is worth, in the unit of the hint."""

    action: str
    value: float
    log: Reason


class HintStep(BaseModel):
    """One action of a plan."""

    action: str
    log: Reason


class HintReason(BaseModel):
    """Points of a row of the score sheet that the best turn brings more than the next one; ``row`` null: later."""

    row: str | None
    points: float


class HintNext(BaseModel):
    """What may come after a turn and matters most: the answer of ``seat`` that costs most, or the best that chance
    (null) can bring. ``brings``: beside the average of all that may come, in the unit of the hint."""

    seat: int | None
    plan: list[HintStep]
    brings: float


class Hint(BaseModel):
    """What the strongest bot would do. ``best``: its actions for the rest of the turn; ``plan``: the same in words.

    ``unit`` of all values: ``points``, ``lead`` (points more than an opponent has who is no seat) or ``chance`` (to
    win, 0 to 1); none where there is nothing to win. ``choices``: what the bot would do first, then by value;
    ``order``: key of the sentence why the first is the first, though another's value may be higher. ``instead``: for
    each action of the plan what might be done that is of its kind. ``idea``: the strongest reason for the turn in a
    sentence, where the game gives one; ``reason``: what was expected of it, and how. ``ahead``: points by which the
    best turn is ahead of the next one, where that was compared; ``close``: the next one is about as good. ``sure``:
    between what its lead lies in 19 of 20 cases, in the unit; none where it may have none. ``next``: what comes after
    the turn, where something stands out. ``before``, ``expected``: what every seat has, and may expect; ``chances``:
    each seat's chance to win then, none where there is nothing to win.
    """

    seat: int
    choices: list[HintChoice]
    best: list[str]
    plan: list[HintStep]
    instead: list[list[Reason]]
    idea: Reason | None
    reason: Reason
    reasons: list[HintReason]
    ahead: float | None
    close: bool
    sure: tuple[float, float] | None
    next: HintNext | None
    order: str
    unit: Literal["points", "lead", "chance"] | None
    before: list[float] | None
    expected: list[float]
    chances: list[float] | None


class Expected(BaseModel):
    """What the coach expects of each of the own choices by the end, by action: the chance to win, or points (of the
    ``lead``) that come from now on. ``unit``: of the game."""

    unit: Literal["points", "lead", "chance"] | None
    values: dict[str, float]


class Verdict(BaseModel):
    """What the coach says of ``count`` decisions of a seat in a row, after ``ply`` actions.

    ``lost``: by not playing the best, in the unit of the analysis, with ``doubt`` as its standard error;
    ``lost_chance``: of the chance to win. ``expected``, ``chances``: what each seat could expect if the best was
    played. ``plan``: the best in words, where something else was played. ``reasons``: what it brings more, where it was
    clearly better.
    """

    seat: int
    ply: int
    count: int
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    lost_chance: float
    doubt: float
    expected: list[float]
    chances: list[float]
    plan: list[HintStep]
    reasons: list[HintReason]


class Analysis(BaseModel):
    """A finished match, judged. ``unit``: as in ``Hint``; ``won``: each seat's share of the win."""

    unit: Literal["points", "lead", "chance"] | None
    verdicts: list[Verdict]
    luck: list[Luck]
    summaries: list[Summary]
    won: list[float]
    simulations: int


class AnalysisState(BaseModel):
    """How far the coach is with a match: nobody has asked, ``done`` of ``total`` parts, or what it has found."""

    state: Literal["none", "working", "done"]
    done: int
    total: int
    analysis: Analysis | None


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
    """The best turn in words, the strongest reason for it (``idea``), and what it brings more than another one: all in
    all, in the unit of the attempt and as chance to win, and by ``reasons``."""

    plan: list[HintStep]
    idea: Reason | None
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


class LessonProof(BaseModel):
    """What turns that follow an idea were worth, in so many positions in which one could also do the contrary: share of
    them in which it was better, and by how much on average."""

    positions: int
    better: float
    gain: float
    gain_chance: float
    unit: Literal["points", "lead", "chance"]


class Lesson(BaseModel):
    """An idea of a game; its words are in the game's catalogue. Its ``tasks`` are tried as puzzles are."""

    id: str
    proof: LessonProof
    tasks: list[PuzzleSummary]


class Lessons(BaseModel):
    """The lessons that come with a game, in their order."""

    lessons: list[Lesson]


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

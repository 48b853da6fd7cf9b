"""Request and response models of the HTTP API for hints, analyses, attempts and statistics."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from mandapa.coach.analysis import Luck, Summary
from mandapa.server.errors import Reason
from mandapa.server.fields import ActionText
from mandapa.server.tables.schemas import Body


class HintRequest(Body):
    """The position to analyse; without ``ply``, the current one."""

    ply: int | None = Field(default=None, ge=0, le=100_000)


class HintChoice(BaseModel):
    """A legal action and its value in the unit of the hint."""

    action: str
    value: float
    log: Reason


class HintStep(BaseModel):
    """One action of a plan."""

    action: str
    log: Reason


class HintReason(BaseModel):
    """Points in a row of the score sheet by which the best turn exceeds the next one; ``row`` null: later in the
    game."""

    row: str | None
    points: float


class HintOutlook(BaseModel):
    """The most important event after a turn: the costliest reply of ``seat``, or the best that chance (null) can bring.
    ``brings``: difference from the average of all possible events, in the unit of the hint."""

    seat: int | None
    plan: list[HintStep]
    brings: float


class Hint(BaseModel):
    """Advice of the strongest bot. ``best``: its actions for the rest of the turn; ``plan``: the same in words.

    ``unit`` of all values: ``points``, ``lead`` (points more than a virtual opponent) or ``chance`` (to win, 0 to 1);
    null if there is nothing to win. ``choices``: the bot's choice first, then by value; ``order``: key of the sentence
    that explains why the first is the first, even if another has a higher value. ``instead``: for each action of the
    plan, alternatives of the same kind. ``idea``: the strongest reason for the turn in a sentence, if the game provides
    one; ``reason``: what was expected of it, and how. ``ahead``: points by which the best turn leads the next one, if
    they were compared; ``close``: true if the next one is about as good. ``sure``: 95% confidence interval of the lead,
    in the unit; null if the next one may be as good. ``next``: what follows the turn, if something stands out.
    ``before``, ``expected``: current and expected values of every seat; ``chances``: each seat's chance to win after
    the turn, null if there is nothing to win.
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
    next: HintOutlook | None
    order: str
    unit: Literal["points", "lead", "chance"] | None
    before: list[float] | None
    expected: list[float]
    chances: list[float] | None


class ExpectedResults(BaseModel):
    """The final result that the coach expects for each of my choices, by action: the chance to win, or the points (of
    the ``lead``) still to come. ``unit``: of the game."""

    unit: Literal["points", "lead", "chance"] | None
    values: dict[str, float]


class Verdict(BaseModel):
    """The coach's verdict on ``count`` consecutive decisions of a seat, after ``ply`` actions.

    ``lost``: loss compared with the best, in the unit of the analysis, with ``doubt`` as its standard error;
    ``lost_chance``: loss in chance to win. ``expected``, ``chances``: expectations of each seat if the best had been
    played. ``plan``: the best in words, if something else was played. ``reasons``: its advantages, if it was clearly
    better.
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
    """Analysis of a finished match. ``unit``: as in ``Hint``; ``won``: each seat's share of the win."""

    unit: Literal["points", "lead", "chance"] | None
    verdicts: list[Verdict]
    luck: list[Luck]
    summaries: list[Summary]
    won: list[float]
    simulations: int


class AnalysisState(BaseModel):
    """State of an analysis: not requested, ``done`` of ``total`` parts, or its result."""

    state: Literal["none", "working", "done"]
    done: int
    total: int
    analysis: Analysis | None


class AttemptRequest(Body):
    """Actions to try, and the requested response: the resulting position, the verdict on a complete turn, or the
    solution."""

    actions: list[ActionText] = Field(default=[], max_length=100)
    want: Literal["picture", "verdict", "answer"] = "picture"


class AttemptVerdict(BaseModel):
    """The loss of a turn compared with the best; ``reasons``: advantages of the best. ``right``: true if it is as
    good."""

    right: bool
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    lost_chance: float
    reasons: list[HintReason]


class AttemptAnswer(BaseModel):
    """The best turn in words, the strongest reason for it (``idea``), and its advantage over the weaker one: in total,
    in the unit of the attempt and as chance to win, and by ``reasons``."""

    plan: list[HintStep]
    idea: Reason | None
    gain: float
    gain_chance: float
    reasons: list[HintReason]


class Attempt(BaseModel):
    """The result of an attempt as ``seat`` sees it. ``over``: true if the turn is complete; ``unit``: of losses."""

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
    """The loss of a complete turn compared with the best: ``plan`` in words, unless it is as good (``right``)."""

    right: bool
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    lost_chance: float
    plan: list[HintStep]


class CompleteTurn(BaseModel):
    """The coach's verdict on the complete turn of ``seat``; ``unit``: of losses. Without a ``verdict``, there was
    nothing to judge."""

    seat: int
    unit: Literal["points", "lead", "chance"] | None
    verdict: TurnVerdict | None


class PuzzleName(BaseModel):
    """Identifies a puzzle."""

    game: str
    id: str


class PuzzleSummary(PuzzleName):
    """A puzzle in the list; ``seat``: the seat to find a turn for."""

    players: int
    seat: int
    difficulty: Literal["easy", "medium", "hard"]


class Puzzles(BaseModel):
    """All puzzles that come with the games, and the puzzle of the day."""

    today: PuzzleName | None
    puzzles: list[PuzzleSummary]


class LessonProof(BaseModel):
    """Evidence for an idea from positions where a player could follow it or do the opposite: the share of them in which
    it was better, and its average gain."""

    positions: int
    better: float
    gain: float
    gain_chance: float
    unit: Literal["points", "lead", "chance"]


class Lesson(BaseModel):
    """An idea of a game, with its text in the game's catalogue. Its ``tasks`` are tried like puzzles."""

    id: str
    proof: LessonProof
    tasks: list[PuzzleSummary]


class Lessons(BaseModel):
    """The lessons that come with a game, in order."""

    lessons: list[Lesson]


class AnalysedPhase(BaseModel):
    """Number of my decisions in a phase of a game, and of those with a better alternative."""

    decisions: int
    inaccuracy: int
    mistake: int
    blunder: int


class AnalysedGame(BaseModel):
    """The coach's assessment of my turns in a game: the total chance to win that they lost; ``phases``: by thirds of
    the game. Forced decisions do not count."""

    decisions: int
    lost_chance: float
    phases: list[AnalysedPhase]


class PlayedGame(BaseModel):
    """One of my finished games. ``bots``: the bots at the table; ``people``: number of other people; ``whole``: true if
    I played to the end; ``judged``: null if it was not analysed."""

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
    judged: AnalysedGame | None


class Statistics(BaseModel):
    """My finished games: the newest 1000 of ``total``."""

    games: list[PlayedGame]
    total: int

"""Request and response models of the HTTP API for hints, analyses, attempts and statistics."""

from typing import Any, Literal

from pydantic import Field

from mandapa.coach.analysis import Luck, Summary
from mandapa.server.errors import Reason
from mandapa.server.fields import ActionText
from mandapa.server.tables.schemas import Body, Schema


class HintRequest(Body):
    """Request for a hint on a position."""

    ply: int | None = Field(default=None, ge=0, le=100_000)
    """Number of actions before the position; null for the current position."""


class HintChoice(Schema):
    """A legal action with its value."""

    action: str
    value: float
    """Value of the action, in the unit of the hint."""
    log: Reason


class HintStep(Schema):
    """One action of a plan, which is a list of actions that complete a turn."""

    action: str
    log: Reason


class HintReason(Schema):
    """One advantage of the best turn over another turn."""

    row: str | None
    """Row of the score sheet in which the best turn earns more; null for gains later in the game."""
    points: float
    """Points by which the best turn exceeds the other turn in this row."""


class HintOutlook(Schema):
    """The most important event after a turn: the opponent's most costly reply, or the best chance outcome."""

    seat: int | None
    """Seat that replies; null for chance."""
    plan: list[HintStep]
    brings: float
    """Effect of the event compared with the average of all possible events, in the unit of the hint."""


class Hint(Schema):
    """Advice of the strongest bot on the rest of a turn."""

    seat: int
    """Seat to act."""
    choices: list[HintChoice]
    """Legal actions with their values: first the bot's choice, then the others, highest value first."""
    best: list[str]
    """Actions of the plan for the rest of the turn."""
    plan: list[HintStep]
    """The same actions as in ``best``, with their log entries."""
    instead: list[list[Reason]]
    """For each action of the plan: log entries of the other legal actions of the same kind."""
    idea: Reason | None
    """Strongest reason for the proposed turn; null if the game gives none."""
    reason: Reason
    """Message with the expected result of the turn."""
    reasons: list[HintReason]
    """Advantages of the proposed turn over the next best one."""
    ahead: float | None
    """Points by which the proposed turn exceeds the next best one in total; null if they were not compared."""
    close: bool
    """True if the next best turn is about as good as the proposed one."""
    sure: tuple[float, float] | None
    """95% confidence interval of the lead over the next best turn, in ``unit``; null if the lead may be zero."""
    next: HintOutlook | None
    """Most important event after the turn; null if none stands out."""
    order: str
    """Key of a message that explains why the first choice is first, even if another one has a higher value."""
    unit: Literal["points", "lead", "chance"] | None
    """Unit of values: ``points``; ``lead``, the points ahead of an automatic opponent; or ``chance``, the chance of
    winning from 0 to 1. Null if there is nothing to win."""
    before: list[float] | None
    """Current result of each seat, in ``unit``; null if it can only be estimated."""
    expected: list[float]
    """Expected final result of each seat after the proposed turn, in ``unit``."""
    chances: list[float] | None
    """Each seat's chance of winning after the proposed turn, from 0 to 1; null if it cannot be estimated."""


class ExpectedResults(Schema):
    """Expected results of all choices in the current position."""

    unit: Literal["points", "lead", "chance"] | None
    """Unit of values; see ``Hint.unit``."""
    values: dict[str, float]
    """For each action: the chance of winning, or the points that the seat will still gain."""


class Verdict(Schema):
    """The coach's verdict on consecutive decisions of one seat."""

    seat: int
    ply: int
    """Number of actions before the decisions."""
    count: int
    """Number of decisions."""
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn, in the unit of the analysis."""
    lost_chance: float
    """Loss in winning probability compared with the best turn, from 0 to 1."""
    doubt: float
    """Standard error of ``lost``."""
    expected: list[float]
    """Expected final result of each seat if the best turn is played, in the unit of the analysis."""
    chances: list[float]
    """Each seat's chance of winning if the best turn is played, from 0 to 1."""
    plan: list[HintStep]
    """The best turn; empty if the decisions were forced or already the best."""
    reasons: list[HintReason]
    """Advantages of the best turn over the one played; empty unless it was clearly better."""


class Analysis(Schema):
    """Analysis of a finished match."""

    unit: Literal["points", "lead", "chance"] | None
    """Unit of values; see ``Hint.unit``."""
    verdicts: list[Verdict]
    luck: list[Luck]
    """Effect of each chance event, compared with its average outcome."""
    summaries: list[Summary]
    """Summary of the match for each seat."""
    won: list[float]
    """Each seat's share of the win, from 0 to 1."""
    simulations: int
    """Number of simulations for each decision."""


class AnalysisState(Schema):
    """Progress or result of an analysis."""

    state: Literal["none", "working", "done"]
    """``none``: not requested; ``working``: in progress; ``done``: finished."""
    done: int
    """Number of parts of the analysis that are finished; 0 unless it is in progress."""
    total: int
    """Number of all parts of the analysis; 0 unless it is in progress."""
    analysis: Analysis | None


class AttemptRequest(Body):
    """Actions of an attempt to find the best turn."""

    actions: list[ActionText] = Field(default=[], max_length=100)
    want: Literal["picture", "verdict", "answer"] = "picture"
    """Content of the response, which always has the resulting position: with ``verdict``, also the verdict on a
    complete turn; with ``answer``, also the solution."""


class AttemptVerdict(Schema):
    """Verdict on an attempt."""

    right: bool
    """True if the attempt is as good as the best turn."""
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn, in the unit given with the verdict."""
    lost_chance: float
    """Loss in winning probability compared with the best turn, from 0 to 1."""
    reasons: list[HintReason]
    """Advantages of the best turn over the attempt; empty if the attempt is right."""


class AttemptAnswer(Schema):
    """The solution: the best turn, and why it is better than a weaker one."""

    plan: list[HintStep]
    idea: Reason | None
    """Strongest reason for the best turn; null if the game gives none."""
    gain: float
    """Advantage of the best turn over the weaker one, in the unit of the attempt."""
    gain_chance: float
    """Advantage of the best turn over the weaker one in winning probability, from 0 to 1."""
    reasons: list[HintReason]
    """Advantages of the best turn, by row of the score sheet."""


class Attempt(Schema):
    """Result of an attempt, as seen by ``seat``."""

    view: dict[str, Any]
    choices: list[dict[str, Any]]
    previews: list[dict[str, Any]]
    log: list[Reason]
    seat: int
    over: bool
    """True if the turn is complete."""
    unit: Literal["points", "lead", "chance"] | None
    """Unit of values; see ``Hint.unit``."""
    verdict: AttemptVerdict | None
    answer: AttemptAnswer | None


class TurnVerdict(Schema):
    """The coach's verdict on a complete turn."""

    right: bool
    """True if the turn is as good as the best one."""
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn, in the unit given with the verdict."""
    lost_chance: float
    """Loss in winning probability compared with the best turn, from 0 to 1."""
    plan: list[HintStep]
    """The best turn; empty if the turn played is as good."""


class CompleteTurn(Schema):
    """A seat's complete but unconfirmed turn, with the coach's verdict."""

    seat: int
    unit: Literal["points", "lead", "chance"] | None
    """Unit of values; see ``Hint.unit``."""
    verdict: TurnVerdict | None
    """Null if the player had no decision to make, or nothing could be gained."""


class PuzzleName(Schema):
    """Identifier of a puzzle."""

    game: str
    id: str


class PuzzleSummary(PuzzleName):
    """A puzzle in a list."""

    players: int
    seat: int
    """Seat for which to find the best turn."""
    difficulty: Literal["easy", "medium", "hard"]


class Puzzles(Schema):
    """All puzzles."""

    today: PuzzleName | None
    """Puzzle of the day."""
    puzzles: list[PuzzleSummary]


class LessonProof(Schema):
    """Evidence for the idea of a lesson, from positions in which a player could follow the idea or do the opposite."""

    positions: int
    """Number of positions."""
    better: float
    """Share of positions in which following the idea was better, from 0 to 1."""
    gain: float
    """Average gain from following the idea, in ``unit``."""
    gain_chance: float
    """Average gain in winning probability from following the idea, from 0 to 1."""
    unit: Literal["points", "lead", "chance"]
    """Unit of values; see ``Hint.unit``."""


class Lesson(Schema):
    """A lesson that teaches one idea of a game. Its text is in the game's message catalogue."""

    id: str
    proof: LessonProof
    tasks: list[PuzzleSummary]
    """Tasks of the lesson. They are solved like puzzles."""


class Lessons(Schema):
    """Lessons of a game, in order."""

    lessons: list[Lesson]


class AnalysedPhase(Schema):
    """Decisions in one phase of a game, and how many of them were inaccuracies, mistakes and blunders."""

    decisions: int
    """Number of decisions."""
    inaccuracy: int
    mistake: int
    blunder: int


class AnalysedGame(Schema):
    """The coach's assessment of the current guest's decisions in a game. Forced decisions are not counted."""

    decisions: int
    lost_chance: float
    """Total loss in winning probability over all decisions."""
    phases: list[AnalysedPhase]
    """The first, second and last third of the game, by number of actions."""


class PlayedGame(Schema):
    """A finished game of the current guest."""

    id: str
    game: str
    updated: str
    players: int
    bots: list[str]
    """Names of the bots at the table."""
    people: int
    """Number of other people at the table."""
    points: float
    rank: int
    won: bool
    whole: bool
    """True if the guest did not resign and the game did not end early."""
    judged: AnalysedGame | None
    """The coach's assessment; null if there is no analysis, or if the game is not among the latest analysed ones."""


class Statistics(Schema):
    """Finished games of the current guest."""

    games: list[PlayedGame]
    """The latest 1000 games, newest first."""
    total: int
    """Number of all finished games."""

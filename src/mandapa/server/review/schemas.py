"""Request and response models of the HTTP API for hints, analyses, attempts and statistics."""

from typing import Any, Literal

from pydantic import Field

from mandapa.coach.analysis import Luck, Summary
from mandapa.server.errors import Reason
from mandapa.server.fields import ActionText
from mandapa.server.tables.schemas import Body, Schema


class HintRequest(Body):
    """Position of a hint."""

    ply: int | None = Field(default=None, ge=0, le=100_000)
    """Number of actions before the position; null for the current position."""


class HintChoice(Schema):
    """A legal action with its value."""

    action: str
    value: float
    """Value in the unit of the hint."""
    log: Reason


class HintStep(Schema):
    """One action of a plan."""

    action: str
    log: Reason


class HintReason(Schema):
    """An advantage of the best turn."""

    row: str | None
    """Row of the score sheet; null for gains later in the game."""
    points: float
    """Points by which it exceeds the next best turn in this row."""


class HintOutlook(Schema):
    """The most important event after a turn: the most costly reply, or the best chance outcome."""

    seat: int | None
    """Seat that replies; null for chance."""
    plan: list[HintStep]
    brings: float
    """Difference from the average of all possible events, in the unit of the hint."""


class Hint(Schema):
    """Advice of the strongest bot."""

    seat: int
    """Seat to act."""
    choices: list[HintChoice]
    """Legal actions with values: the bot's choice first, then by value."""
    best: list[str]
    """Actions of the plan for the rest of the turn."""
    plan: list[HintStep]
    """The plan with log entries."""
    instead: list[list[Reason]]
    """Alternatives of the same kind for each action of the plan."""
    idea: Reason | None
    """Strongest reason for the turn, if the game gives one."""
    reason: Reason
    """Message with the expected result of the turn."""
    reasons: list[HintReason]
    """Advantages of the best turn over the next best one."""
    ahead: float | None
    """Points by which the best turn leads the next best one, if compared."""
    close: bool
    """True if the next best turn is about as good."""
    sure: tuple[float, float] | None
    """95% confidence interval of the lead, in the unit; null if not significant."""
    next: HintOutlook | None
    """Most important event after the turn, if one stands out."""
    order: str
    """Message key: why the first choice is first, even if another has a higher value."""
    unit: Literal["points", "lead", "chance"] | None
    """``points``, ``lead`` (over an automatic opponent) or ``chance`` (to win, 0 to 1); null without a winner."""
    before: list[float] | None
    """Current value of each seat."""
    expected: list[float]
    """Expected value of each seat."""
    chances: list[float] | None
    """Chance to win of each seat after the turn; null without a winner."""


class ExpectedResults(Schema):
    """Expected results of all choices."""

    unit: Literal["points", "lead", "chance"] | None
    """Unit of values, as in ``Hint``."""
    values: dict[str, float]
    """By action: chance to win, or points still to come."""


class Verdict(Schema):
    """Verdict on consecutive decisions of a seat."""

    seat: int
    ply: int
    """Number of actions before the decisions."""
    count: int
    """Number of decisions."""
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn, in the unit of the analysis."""
    lost_chance: float
    """Loss in chance to win."""
    doubt: float
    """Standard error of ``lost``."""
    expected: list[float]
    """Expected value of each seat after the best turn."""
    chances: list[float]
    """Chance to win of each seat after the best turn."""
    plan: list[HintStep]
    """The best turn, if another one was played."""
    reasons: list[HintReason]
    """Advantages of the best turn, if it was clearly better."""


class Analysis(Schema):
    """Analysis of a finished match."""

    unit: Literal["points", "lead", "chance"] | None
    """Unit of values, as in ``Hint``."""
    verdicts: list[Verdict]
    luck: list[Luck]
    """Luck of each chance event."""
    summaries: list[Summary]
    """Summary by seat."""
    won: list[float]
    """Share of the win by seat."""
    simulations: int
    """Number of simulations for each decision."""


class AnalysisState(Schema):
    """Progress or result of an analysis."""

    state: Literal["none", "working", "done"]
    """Not requested, in progress, or done."""
    done: int
    """Number of finished parts."""
    total: int
    """Number of parts."""
    analysis: Analysis | None


class AttemptRequest(Body):
    """Actions to try."""

    actions: list[ActionText] = Field(default=[], max_length=100)
    want: Literal["picture", "verdict", "answer"] = "picture"
    """Response: the resulting position, the verdict on a complete turn, or the solution."""


class AttemptVerdict(Schema):
    """Verdict on an attempt."""

    right: bool
    """True if the turn is as good as the best."""
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn."""
    lost_chance: float
    """Loss in chance to win."""
    reasons: list[HintReason]
    """Advantages of the best turn."""


class AttemptAnswer(Schema):
    """The best turn."""

    plan: list[HintStep]
    idea: Reason | None
    """Strongest reason for it."""
    gain: float
    """Advantage over the weaker turn, in the unit of the attempt."""
    gain_chance: float
    """Advantage in chance to win."""
    reasons: list[HintReason]
    """Advantages by row of the score sheet."""


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
    """Unit of values, as in ``Hint``."""
    verdict: AttemptVerdict | None
    answer: AttemptAnswer | None


class TurnVerdict(Schema):
    """Verdict on a complete turn."""

    right: bool
    """True if it is as good as the best turn."""
    mark: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    lost: float
    """Loss compared with the best turn."""
    lost_chance: float
    """Loss in chance to win."""
    plan: list[HintStep]
    """The best turn, if it was better."""


class CompleteTurn(Schema):
    """Verdict on the complete turn of a seat."""

    seat: int
    unit: Literal["points", "lead", "chance"] | None
    """Unit of values, as in ``Hint``."""
    verdict: TurnVerdict | None
    """Null if there was nothing to judge."""


class PuzzleName(Schema):
    """Identifier of a puzzle."""

    game: str
    id: str


class PuzzleSummary(PuzzleName):
    """A puzzle in a list."""

    players: int
    seat: int
    """Seat to find a turn for."""
    difficulty: Literal["easy", "medium", "hard"]


class Puzzles(Schema):
    """All puzzles."""

    today: PuzzleName | None
    """Puzzle of the day."""
    puzzles: list[PuzzleSummary]


class LessonProof(Schema):
    """Evidence for an idea, from positions in which a player could follow it or do the opposite."""

    positions: int
    """Number of positions."""
    better: float
    """Share of positions in which following it was better."""
    gain: float
    """Average gain of following it."""
    gain_chance: float
    """Average gain in chance to win."""
    unit: Literal["points", "lead", "chance"]
    """Unit of values, as in ``Hint``."""


class Lesson(Schema):
    """A lesson on an idea of a game, whose text is in the game's message catalogue."""

    id: str
    proof: LessonProof
    tasks: list[PuzzleSummary]
    """Tasks, which are tried like puzzles."""


class Lessons(Schema):
    """Lessons of a game, in order."""

    lessons: list[Lesson]


class AnalysedPhase(Schema):
    """Decisions in a phase of a game, and those with a better alternative by grade."""

    decisions: int
    """Number of decisions."""
    inaccuracy: int
    mistake: int
    blunder: int


class AnalysedGame(Schema):
    """The coach's assessment of the current guest's decisions in a game, without forced ones."""

    decisions: int
    lost_chance: float
    """Total loss in chance to win."""
    phases: list[AnalysedPhase]
    """By thirds of the game."""


class PlayedGame(Schema):
    """A finished game of the current guest."""

    id: str
    game: str
    updated: str
    players: int
    bots: list[str]
    """Names of the bots at the table."""
    people: int
    """Number of other people."""
    points: float
    rank: int
    won: bool
    whole: bool
    """True if the guest played to the end."""
    judged: AnalysedGame | None
    """Null if it was not analysed."""


class Statistics(Schema):
    """Finished games of the current guest."""

    games: list[PlayedGame]
    """The newest 1000."""
    total: int
    """Number of all finished games."""

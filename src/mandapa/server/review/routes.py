"""HTTP: looking back at a match, hints, and what a turn loses."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from mandapa.coach.hint import Outlook, expectations
from mandapa.coach.win_probability import runs
from mandapa.kernel.generic import CHANCE, imagine
from mandapa.library import State
from mandapa.play import Story, story
from mandapa.play.story import Praise, record_of
from mandapa.server.errors import ApiError, documented
from mandapa.server.identity.guests import CurrentGuest, CurrentHall, Visitor, payer, unless_shut
from mandapa.server.jobs.work import Effort, unless_gone
from mandapa.server.live.permissions import check_coach
from mandapa.server.live.table import LiveTable
from mandapa.server.review import attempts
from mandapa.server.review.plans import plan_of
from mandapa.server.review.schemas import AnalysisState, CompleteTurn, Expected, Hint, HintRequest
from mandapa.server.tables.record_routes import as_json
from mandapa.server.tables.routes import TableId, check_ply, only_open_information, watched
from mandapa.server.tables.schemas import PositionAt, Replay
from mandapa.server.tables.schemas import Story as StoryModel

router = APIRouter(prefix="/api/tables", tags=["review"])


@router.get("/{id}/replay", response_model=Replay, responses=documented(403, 404, 409, 422, 429))
async def replay(id: TableId, request: Request, visitor: Visitor, hall: CurrentHall) -> Response:
    """All actions in force, with their log lines."""
    table = await watched(hall, id, visitor)
    only_open_information(table)
    events = list(table.match.actions)  # the match may move on meanwhile

    def tell(effort: Effort) -> Response:
        plies = [
            {
                "seq": event.entry.seq,
                "details": event.entry.details is not None,
                "ply": event.ply,
                "seat": event.entry.seat,
                "text": event.entry.text,
                "log": event.log.to_json(),
                "turn": event.turn,
            }
            for event in effort.each(events)
        ]
        return as_json({"plies": plies, "length": len(plies)})

    return await unless_gone(request, hall.reviews.run(payer(request, visitor), tell))


@router.get("/{id}/at/{ply}", response_model=PositionAt, responses=documented(403, 404, 409, 422, 429))
async def position(
    id: TableId, ply: Annotated[int, Path(ge=0, le=100_000)], request: Request, visitor: Visitor, hall: CurrentHall
) -> dict[str, Any]:
    """The position after ``ply`` actions."""
    table = await watched(hall, id, visitor)
    only_open_information(table)
    match = table.match
    check_ply(match, ply)
    now = match.state.copy()  # the match may move on while this is computed

    def look(effort: Effort) -> dict[str, Any]:
        state = now.at(ply)
        effort.step()
        return {"ply": ply, "view": state.view(None), "scores": state.scores(explain=True)}

    return await unless_gone(request, hall.reviews.run(payer(request, visitor), look))


@router.get("/{id}/story", response_model=StoryModel, responses=documented(403, 404, 409, 429, 503))
async def end_of(id: TableId, request: Request, visitor: Visitor, hall: CurrentHall) -> dict[str, Any]:
    """What can be told of a match that is over: everybody's best turn, and praise."""
    table = await watched(hall, id, visitor)
    if table.status != "over":
        raise ApiError(409, "not_over", "The story of a match is told when it is over.")

    def tell(effort: Effort) -> Story:
        return story(table.match, effort.each)

    if table.story is None:
        table.story = await unless_gone(request, hall.reviews.run(payer(request, visitor), tell))
    told = table.story.to_json()
    return {**told, "praise": [*[one.to_json() for one in await _records(table)], *told["praise"]]}


async def _records(table: LiveTable) -> list[Praise]:
    """The records of those who sit here with one seat, each against their own earlier matches."""
    result = table.match.result()
    if result is None or table.match.ending is not None or table.row.review:
        return []
    found = []
    for seat, owner in enumerate(table.owners):
        if owner is not None and table.owners.count(owner) == 1:
            before = await table.hall.store.points_before(owner, table.row)
            found += record_of(seat, result["totals"][seat], before)
    return found


@router.get("/{id}/analysis", response_model=AnalysisState, responses=documented(403, 404, 409, 429, 503))
async def analysis(id: TableId, visitor: Visitor, hall: CurrentHall) -> dict[str, Any]:
    """What the coach has found in a finished match, or how far it is."""
    table = await watched(hall, id, visitor)
    _can_be_judged(table)
    study = hall.studies[id]
    if study is not None:
        return {"state": "working", "done": study.done, "total": study.total, "analysis": None}
    found = await hall.store.analysis_of(id)
    return {"state": "none" if found is None else "done", "done": 0, "total": 0, "analysis": found}


@router.post(
    "/{id}/analysis",
    response_model=AnalysisState,
    dependencies=[unless_shut("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def analyse(
    id: TableId, request: Request, guest: CurrentGuest, visitor: Visitor, hall: CurrentHall
) -> dict[str, Any]:
    """Have a finished match judged by the coach, which takes a minute; once for all who look at it."""
    hall.limits.check("heavy", payer(request, guest))
    table = await watched(hall, id, guest)
    _can_be_judged(table)
    hall.machine_code.need(table.match.game.name)
    if await hall.store.analysis_of(id) is None:
        hall.studies.begin(table, payer(request, guest))
    return await analysis(id, visitor, hall)


def _can_be_judged(table: LiveTable) -> None:
    """A match that its rules have ended, and that could be won."""
    if table.match.result() is None or table.match.ending is not None:
        raise ApiError(409, "not_over", "The coach judges a match when its rules have ended it.")
    if table.match.game.type.worth(table.match.state.record) is None:
        raise ApiError(409, "no_aim", "In this match there was nothing to win.")


@router.post(
    "/{id}/hint",
    response_model=Hint,
    dependencies=[unless_shut("heavy")],
    responses=documented(401, 403, 404, 409, 413, 422, 429, 503),
)
async def hint(
    id: TableId, body: HintRequest, request: Request, guest: CurrentGuest, hall: CurrentHall
) -> dict[str, Any]:
    """What the strongest bot would do for the rest of the turn, and what it expects from that.

    At a running match for the own turn only; for past positions of an open game for everybody who may look.
    """
    hall.limits.check("heavy", payer(request, guest))
    table = await watched(hall, id, guest)
    return await unless_gone(request, _hint(table, body.ply, guest))


async def _hint(table: LiveTable, ply: int | None, guest: str) -> dict[str, Any]:
    hall, payer = table.hall, table.hall.payer(guest)
    now = ply is None or (ply == table.match.ply and table.status == "playing")
    seat, state = await _position_to_hint(table, ply, guest)
    events = table.match.actions[: len(state.history)]
    turns = runs(CHANCE if event.entry.seat is None else event.entry.seat for event in events)
    if seat < 0:
        raise ApiError(409, "nobody_to_act", "At this position nobody is to decide.", where="ply")
    own = state.for_seat(seat)

    async def think() -> dict[str, Any]:
        found = await hall.thinkers.hint(own, seat, turns, payer, seated=now)
        return await hall.reviews.run(payer, lambda effort: _explained(own, seat, found))

    question = "hint", guest, table.id, table.match.seq, seat, len(state.history)
    found: dict[str, Any] = await hall.questions.answer(question, think, lambda: hall.thinkers.place(payer))
    return found


async def _position_to_hint(table: LiveTable, ply: int | None, guest: str) -> tuple[int, State]:
    match = table.match
    if ply is None or (ply == match.ply and table.status == "playing"):
        seat = match.to_act
        if seat is None or table.row.review or seat not in table.seats_of(guest):
            raise ApiError(409, "not_your_turn", "A hint is for your own turn, or for a past position.")
        return seat, match.state.copy()
    only_open_information(table)
    check_ply(match, ply)
    now = match.state.copy()
    state = await table.hall.reviews.run(table.hall.payer(guest), lambda effort: now.at(ply))
    return state.current_player, state


def _explained(state: State, seat: int, found: dict[str, Any]) -> dict[str, Any]:
    choices = [
        {"action": choice["action"], "value": float(choice["value"]), "log": state.describe(choice["action"])}
        for choice in found["choices"]
    ]
    unit, before, expected = found["unit"], found["before"], found["expected_of_all"]
    params = {"expected": expected[seat], **({"before": before[seat]} if before else {})}
    return {
        "seat": seat,
        "choices": choices,
        "best": list(found["line"]),
        "plan": plan_of(state.copy(), found["line"]),
        "instead": _instead(state.copy(), found["line"]),
        "idea": found["idea"],
        "reasons": found["reasons"],
        "ahead": found["ahead"],
        "close": found["close"],
        "sure": found["sure"],
        "next": _next(state.copy(), found["line"], found["next"]),
        "order": f"table.hint.order.{'rivals' if state.game.type.planning.rivalry else 'alone'}",
        "reason": {"key": f"table.hint.reason.{unit or 'practice'}", "params": params if unit else {}},
        "unit": unit,
        "before": before,
        "expected": expected,
        "chances": found["chances"],
    }


def _next(state: State, line: Sequence[str], next_: Outlook | None) -> dict[str, Any] | None:
    """What comes after a turn and matters most, in words."""
    if next_ is None:
        return None
    imagine(state.record)
    for action in line:
        state.apply(action)
    return {"seat": next_.seat, "plan": plan_of(state, next_.actions), "brings": next_.brings}


def _instead(state: State, line: Sequence[str]) -> list[list[dict[str, Any]]]:
    """For each action of a plan what might be done instead that is of its kind, in words."""
    imagine(state.record)
    found = []
    for action in line:
        kind = state.describe(action)["key"]
        logs = [state.describe(other) for other in state.legal_actions if other != action]
        found.append([log for log in logs if log["key"] == kind])
        state.apply(action)
    return found


@router.post(
    "/{id}/expected",
    response_model=Expected,
    dependencies=[unless_shut("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def expected(id: TableId, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """What the coach expects of each of the own choices by the end."""
    whose = payer(request, guest)
    hall.limits.check("heavy", whose)
    table = await watched(hall, id, guest)
    seat, state = await _position_to_hint(table, None, guest)
    hall.machine_code.need(state.game.name)
    own = state.for_seat(seat)

    def think() -> Coroutine[Any, Any, dict[str, float]]:
        return hall.thinkers.ponder(whose, lambda: expectations(own, seat), seated=True)

    question = "expected", guest, table.id, table.match.seq, seat
    asking = hall.questions.answer(question, think, lambda: hall.thinkers.place(whose))
    values = await unless_gone(request, asking)
    worth = state.game.type.worth(state.record)
    return {"unit": worth and worth.unit, "values": values}


@router.post(
    "/{id}/verdict",
    response_model=CompleteTurn,
    dependencies=[unless_shut("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def verdict(id: TableId, request: Request, guest: CurrentGuest, hall: CurrentHall) -> dict[str, Any]:
    """What the own turn loses that is complete and waits for its confirmation, at a table that was opened so."""
    whose = payer(request, guest)
    hall.limits.check("heavy", whose)
    table = await watched(hall, id, guest)
    check_coach(table.row, table.seat_rows, guest)
    match = table.match
    seat = match.open_turn
    if seat is None or table.row.review or seat not in table.seats_of(guest):
        raise ApiError(409, "not_your_turn", "The coach looks at your own turn when it is complete.")
    hall.machine_code.need(match.game.name)
    ply, state = match.free_floor(seat), match.state.copy()  # the match may move on while this is computed
    turns = runs(CHANCE if event.entry.seat is None else event.entry.seat for event in match.actions[:ply])
    # It steps back for all else, for as long as the turn waits: whoever takes it back or confirms it goes away.
    found = await unless_gone(
        request, hall.studies.ponder(whose, lambda cancel: attempts.complete(state, ply, turns, cancel))
    )
    worth = match.game.type.worth(state.record)
    return {"seat": seat, "unit": worth and worth.unit, "verdict": found}

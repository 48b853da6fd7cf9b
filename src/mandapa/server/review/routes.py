"""HTTP routes for reviewing a match, hints, and verdicts on turns."""

from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from mandapa.bots.simulation_base import planning_of
from mandapa.coach import hint as coach
from mandapa.coach.win_probability import runs
from mandapa.kernel.generic import CHANCE
from mandapa.library import State
from mandapa.play import Story, story
from mandapa.play.story import Praise, record_of
from mandapa.server.errors import ApiError, documented
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor, reject_exhausted, requester_of
from mandapa.server.jobs.job_pool import JobBudget, cancel_on_disconnect
from mandapa.server.live.permissions import check_coach
from mandapa.server.live.registry import CurrentTables
from mandapa.server.live.table import LiveTable
from mandapa.server.review import turn_exercise
from mandapa.server.review.analysis_jobs import CurrentAnalysisJobs
from mandapa.server.review.schemas import AnalysisState, CompleteTurn, ExpectedResults, Hint, HintRequest
from mandapa.server.services import CurrentServices
from mandapa.server.tables.record_routes import as_json
from mandapa.server.tables.routes import TableId, check_ply, get_watchable_table, only_open_information
from mandapa.server.tables.schemas import PositionAt, Replay, Story as StoryModel

router = APIRouter(prefix="/api/tables", tags=["review"])


@router.get("/{id}/replay", summary="Get replay", response_model=Replay, responses=documented(403, 404, 409, 422, 429))
async def replay(
    id: TableId, request: Request, visitor: Visitor, services: CurrentServices, tables: CurrentTables
) -> Response:
    """Return all actions of a match except those that were undone, with their log entries."""
    table = await get_watchable_table(tables, id, visitor)
    only_open_information(table)
    events = list(table.match.actions)  # the match may change meanwhile

    def build(budget: JobBudget) -> Response:
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
            for event in budget.each(events)
        ]
        return as_json({"plies": plies, "length": len(plies)})

    return await cancel_on_disconnect(request, services.review_jobs.run(requester_of(request, visitor), build))


@router.get(
    "/{id}/at/{ply}", summary="Get position", response_model=PositionAt, responses=documented(403, 404, 409, 422, 429)
)
async def position(
    id: TableId,
    ply: Annotated[int, Path(ge=0, le=100_000, description="Number of actions before the position.")],
    request: Request,
    visitor: Visitor,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Return the position after ``ply`` actions, with nothing hidden."""
    table = await get_watchable_table(tables, id, visitor)
    only_open_information(table)
    match = table.match
    check_ply(match, ply)
    now = match.state.copy()  # the match may change during the computation

    def look(budget: JobBudget) -> dict[str, Any]:
        state = now.at(ply)
        budget.step()
        return {"ply": ply, "view": state.full_view(), "scores": state.scores(explain=True)}

    return await cancel_on_disconnect(request, services.review_jobs.run(requester_of(request, visitor), look))


@router.get(
    "/{id}/story", summary="Get highlights", response_model=StoryModel, responses=documented(403, 404, 409, 429, 503)
)
async def end_of(
    id: TableId, request: Request, visitor: Visitor, services: CurrentServices, tables: CurrentTables
) -> dict[str, Any]:
    """Return the highlights of a finished match: the best turn of each seat, and messages of praise."""
    table = await get_watchable_table(tables, id, visitor)
    if table.status != "over":
        raise ApiError(409, "not_over", "The highlights of a match are available once it is over.")

    def build(budget: JobBudget) -> Story:
        return story(table.match, budget.each)

    if table.story is None:
        table.story = await cancel_on_disconnect(
            request, services.review_jobs.run(requester_of(request, visitor), build)
        )
    found = table.story.to_json()
    return {**found, "praise": [*[one.to_json() for one in await _records(table)], *found["praise"]]}


async def _records(table: LiveTable) -> list[Praise]:
    """Return praise for each player who set a personal record, compared with the player's earlier matches.

    Players with several seats at the table are left out.
    """
    result = table.match.result()
    if result is None or table.match.ending is not None or table.row.review:
        return []
    found = []
    for seat, owner in enumerate(table.owners):
        if owner is not None and table.owners.count(owner) == 1:
            before = await table.services.store.points_before(owner, table.row)
            found += record_of(seat, result["totals"][seat], before)
    return found


@router.get(
    "/{id}/analysis",
    summary="Get analysis",
    response_model=AnalysisState,
    responses=documented(403, 404, 409, 429, 503),
)
async def analysis(
    id: TableId, visitor: Visitor, services: CurrentServices, tables: CurrentTables, analysis_jobs: CurrentAnalysisJobs
) -> dict[str, Any]:
    """Return the coach's analysis of a finished match, or its progress."""
    table = await get_watchable_table(tables, id, visitor)
    _can_be_judged(table)
    job = analysis_jobs[id]
    if job is not None:
        return {"state": "working", "done": job.done, "total": job.total, "analysis": None}
    found = await services.store.analysis_of(id)
    elsewhere = tables.remote_analysis(id)
    if found is None and elsewhere is not None:
        return {"state": "working", "done": elsewhere[0], "total": elsewhere[1], "analysis": None}
    return {"state": "none" if found is None else "done", "done": 0, "total": 0, "analysis": found}


@router.post(
    "/{id}/analysis",
    summary="Start analysis",
    response_model=AnalysisState,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def analyse(
    id: TableId,
    guest: CurrentGuest,
    requester: CurrentRequester,
    visitor: Visitor,
    services: CurrentServices,
    tables: CurrentTables,
    analysis_jobs: CurrentAnalysisJobs,
) -> dict[str, Any]:
    """Start the coach's analysis of a finished match. It takes about a minute, and everyone who can view the match sees
    the result."""
    services.limits.check("heavy", requester)
    table = await get_watchable_table(tables, id, guest)
    _can_be_judged(table)
    services.compiler.require(table.match.game.name)
    if await services.store.analysis_of(id) is None and tables.remote_analysis(id) is None:
        analysis_jobs.begin(id, table.match.state.copy(), requester)
    return await analysis(id, visitor, services, tables, analysis_jobs)


def _can_be_judged(table: LiveTable) -> None:
    """Raise an error unless the match was played to its end under the rules, and could be won."""
    if table.match.result() is None or table.match.ending is not None:
        raise ApiError(409, "not_over", "The coach analyses a match only after it has ended by its rules.")
    if table.match.game.type.worth(table.match.state.record) is None:
        raise ApiError(409, "no_aim", "There was nothing to win in this match.")


@router.post(
    "/{id}/hint",
    summary="Get hint",
    response_model=Hint,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 403, 404, 409, 413, 422, 429, 503),
)
async def hint(
    id: TableId,
    body: HintRequest,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Return the strongest bot's plan for the rest of the turn, with the expected result.

    In a running match, hints are available only for the current guest's turn. For past positions of a game without
    secrets, they are available to everyone who can watch the table.
    """
    services.limits.check("heavy", requester)
    table = await get_watchable_table(tables, id, guest)
    return await cancel_on_disconnect(request, _hint(table, body.ply, guest))


async def _hint(table: LiveTable, ply: int | None, guest: str) -> dict[str, Any]:
    services, requester = table.services, table.services.visitors.requester(guest)
    now = ply is None or (ply == table.match.ply and table.status == "playing")
    ply = table.match.ply if ply is None else ply
    known = await _position_to_hint(table, None if now else ply, guest)
    turns = runs(CHANCE if event.entry.seat is None else event.entry.seat for event in table.match.actions[:ply])

    async def think() -> dict[str, Any]:
        found = await services.bot_pool.hint(known, turns, requester, seated=now)
        return await services.review_jobs.run(requester, lambda budget: _hint_json(known, found))

    question = "hint", table.id, table.match.seq, known.current_player, ply
    found: dict[str, Any] = await services.pending_coach_requests.result(requester, question, think)
    return found


async def _position_to_hint(table: LiveTable, ply: int | None, guest: str) -> State:
    """Return the position for a hint, reduced to what the seat to act knows.

    This is the position after ``ply`` actions. Without ``ply``, it is the current position, and it must be the guest's
    turn.
    """
    match = table.match
    if ply is None:
        seat = match.to_act
        if seat is None or table.row.review or seat not in table.seats_of(guest):
            raise ApiError(409, "not_your_turn", "Hints are available for your own turn or a past position.")
        return match.state.for_seat(seat)
    only_open_information(table)
    check_ply(match, ply)
    now = match.state.copy()
    state = await table.services.review_jobs.run(table.services.visitors.requester(guest), lambda budget: now.at(ply))
    if state.current_player < 0:
        raise ApiError(409, "nobody_to_act", "No player has a decision in this position.", where="ply")
    return state.for_seat(state.current_player)


def _hint_json(known: State, hint: coach.Hint) -> dict[str, Any]:
    """Return a hint as JSON, with log lines for the actions that it contains."""
    choices = [(known.format(action), value) for action, value in hint.choices]
    expected = hint.expected[known.current_player]
    params = {"expected": expected, **({"before": hint.before[known.current_player]} if hint.before else {})}
    after = hint.outlook
    return {
        "seat": known.current_player,
        "choices": [{"action": text, "value": float(value), "log": known.describe(text)} for text, value in choices],
        "best": list(hint.plan.texts),
        "plan": hint.plan.to_json(),
        "instead": hint.plan.alternatives(),
        "idea": hint.idea,
        "reasons": hint.reasons,
        "ahead": hint.ahead,
        "close": hint.is_close,
        "sure": hint.interval,
        "next": after and {"seat": after.seat, "plan": after.plan.to_json(), "brings": after.brings},
        "order": f"table.hint.order.{'rivals' if planning_of(known.game).rivalry else 'alone'}",
        "reason": {"key": f"table.hint.reason.{hint.unit or 'practice'}", "params": params if hint.unit else {}},
        "unit": hint.unit,
        "before": hint.before,
        "expected": hint.expected,
        "chances": hint.chances,
    }


@router.post(
    "/{id}/expected",
    summary="Get expected results",
    response_model=ExpectedResults,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def expected(
    id: TableId,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Return the coach's estimate of the result of each choice that the current guest has."""
    services.limits.check("heavy", requester)
    table = await get_watchable_table(tables, id, guest)
    known = await _position_to_hint(table, None, guest)
    services.compiler.require(known.game.name)

    def think() -> Coroutine[Any, Any, dict[str, float]]:
        return services.bot_pool.run_for_coach(requester, lambda: coach.expectations(known), seated=True)

    question = "expected", table.id, table.match.seq, known.current_player
    values = await cancel_on_disconnect(request, services.pending_coach_requests.result(requester, question, think))
    worth = known.game.type.worth(known.record)
    return {"unit": worth and worth.unit, "values": values}


@router.post(
    "/{id}/verdict",
    summary="Judge unconfirmed turn",
    response_model=CompleteTurn,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 403, 404, 409, 429, 503),
)
async def verdict(
    id: TableId,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
    analysis_jobs: CurrentAnalysisJobs,
) -> dict[str, Any]:
    """Judge the current guest's turn, which must be complete but not yet confirmed, against the best turn.

    This is possible only at tables that were created with ``coach``.
    """
    services.limits.check("heavy", requester)
    table = await get_watchable_table(tables, id, guest)
    check_coach(table.row, table.seat_rows, guest)
    match = table.match
    seat = match.open_turn
    if seat is None or table.row.review or seat not in table.seats_of(guest):
        raise ApiError(409, "not_your_turn", "The coach judges your own turn once it is complete.")
    services.compiler.require(match.game.name)
    ply, state = match.earliest_undo_ply(seat), match.state.copy()  # the match may change during the computation
    turns = runs(CHANCE if event.entry.seat is None else event.entry.seat for event in match.actions[:ply])
    # The computation has the lowest priority. Clients close this request when the turn is confirmed or undone, which
    # cancels the computation.
    found = await cancel_on_disconnect(
        request,
        analysis_jobs.run_between_parts(requester, lambda cancel: turn_exercise.complete(state, ply, turns, cancel)),
    )
    worth = match.game.type.worth(state.record)
    return {"seat": seat, "unit": worth and worth.unit, "verdict": found}

"""HTTP routes for puzzles, lessons, and exercises to find better turns in a finished match."""

from collections.abc import Coroutine, Hashable
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from mandapa import library
from mandapa.coach import lessons as courses, puzzles as coach
from mandapa.coach.win_probability import runs
from mandapa.kernel.generic import CHANCE
from mandapa.server.errors import ApiError, documented, not_found
from mandapa.server.identity.guest_cookie import CurrentGuest, CurrentRequester, Visitor
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.job_pool import cancel_on_disconnect
from mandapa.server.live.registry import CurrentTables
from mandapa.server.live.table import LiveTable
from mandapa.server.review import turn_exercise
from mandapa.server.review.schemas import Attempt, AttemptRequest, Lessons, Puzzles
from mandapa.server.services import CurrentServices, Services
from mandapa.server.tables.routes import TableId, check_ply, get_watchable_table

router = APIRouter(prefix="/api", tags=["exercises"])

GameInPath = Annotated[str, Path(max_length=80, description="Name of the game.")]
PuzzleId = Annotated[str, Path(max_length=40, description="Id of the puzzle or task.")]


@router.get("/puzzles", summary="List puzzles", response_model=Puzzles, responses=documented(429))
async def puzzles(visitor: Visitor) -> dict[str, Any]:
    """List all puzzles, the easiest of each game first, and the puzzle of the day (UTC)."""
    today = coach.of_the_day(datetime.now(UTC).date())
    return {
        "today": today and {"game": today.game, "id": today.id},
        "puzzles": [_summary(one) for name in library.games() for one in coach.puzzles(name)],
    }


@router.get("/lessons/{game}", summary="List lessons of a game", response_model=Lessons, responses=documented(404, 429))
async def lessons(game: GameInPath, visitor: Visitor) -> dict[str, Any]:
    """List the lessons of a game in order. The list is empty if the game has none."""
    if game not in library.games():
        raise not_found(f"game {game!r}")
    return {
        "lessons": [
            {"id": one.id, "proof": asdict(one.proof), "tasks": [_summary(task) for task in one.tasks]}
            for one in courses.lessons(game)
        ]
    }


def _summary(one: coach.Puzzle) -> dict[str, Any]:
    return {
        "game": one.game,
        "id": one.id,
        "players": one.options["players"],
        "seat": one.seat,
        "difficulty": one.difficulty,
    }


@router.post(
    "/puzzles/{game}/{id}",
    summary="Try puzzle",
    response_model=Attempt,
    responses=documented(401, 403, 404, 409, 413, 422, 429, 503),
)
async def solve(
    game: GameInPath,
    id: PuzzleId,
    body: AttemptRequest,
    request: Request,
    requester: CurrentRequester,
    services: CurrentServices,
) -> dict[str, Any]:
    """Try a turn in a puzzle or in a task of a lesson.

    Return the resulting position and, if requested, the verdict on a complete turn or the solution.
    """
    services.limits.check("heavy", requester)
    found = coach.puzzle(game, id) or courses.task(game, id) if game in library.games() else None
    if found is None:
        raise not_found(f"puzzle {id!r} of {game!r}")
    task = await services.review_jobs.run(requester, lambda budget: turn_exercise.of_puzzle(found))
    return await _attempt(task, (game, id), body, request, requester, services)


@router.post(
    "/tables/{id}/analysis/{ply}",
    summary="Try to improve turn",
    response_model=Attempt,
    responses=documented(401, 403, 404, 409, 413, 422, 429, 503),
)
async def better(
    id: TableId,
    ply: Annotated[int, Path(ge=0, le=100_000, description="Number of actions before the turn.")],
    body: AttemptRequest,
    request: Request,
    guest: CurrentGuest,
    requester: CurrentRequester,
    services: CurrentServices,
    tables: CurrentTables,
) -> dict[str, Any]:
    """Try to find a better turn than the one played in an analysed match. Attempts work as in puzzles.

    ``ply`` must be the ``ply`` of a verdict in the analysis for which the coach found a better turn.
    """
    services.limits.check("heavy", requester)
    table = await get_watchable_table(tables, id, guest)
    check_ply(table.match, ply)
    found = await services.store.analysis_of(id)
    verdict = next((one for one in (found or {"verdicts": []})["verdicts"] if one["ply"] == ply and one["plan"]), None)
    if verdict is None:
        raise not_found(f"better turn after {ply} actions")
    task = await services.review_jobs.run(requester, lambda budget: _task(table, verdict))
    return await _attempt(task, (id, ply), body, request, requester, services)


def _task(table: LiveTable, verdict: dict[str, Any]) -> turn_exercise.PracticeTask:
    ply, count = verdict["ply"], verdict["count"]
    events = table.match.actions
    players = [CHANCE if event.entry.seat is None else event.entry.seat for event in events]
    played = [event.entry.text for event in events[ply : ply + count]]
    state = table.match.state.copy().at(ply)
    known = state.for_seat(state.current_player)
    return turn_exercise.of_turn(known, played, verdict, 1 - runs(players[:ply]) / max(1, runs(players)))


async def _attempt(
    task: turn_exercise.PracticeTask,
    key: Hashable,
    body: AttemptRequest,
    request: Request,
    requester: Requester,
    services: Services,
) -> dict[str, Any]:
    """Return the response to an attempt at a task. ``key`` identifies the task, so that equal requests are computed
    once."""
    shown = await cancel_on_disconnect(
        request,
        services.review_jobs.run(requester, lambda budget: turn_exercise.position_after(task, body.actions, budget)),
    )
    if body.want == "verdict" and not shown["over"]:
        raise ApiError(409, "not_over", "The turn is not complete yet.", where="actions")
    answer: dict[str, Any] = {}
    if body.want != "picture":
        services.compiler.require(task.state.game.name)

        def think() -> Coroutine[Any, Any, Any]:
            judge = (
                partial(turn_exercise.solution, task)
                if body.want == "answer"
                else partial(turn_exercise.judge, task, body.actions)
            )
            return services.bot_pool.run_for_coach(requester, judge)

        pending = services.pending_coach_requests.result(requester, (body.want, key, *body.actions), think)
        answer = {body.want: await cancel_on_disconnect(request, pending)}
    worth = task.state.game.type.worth(task.state.record)
    return {**shown, "unit": worth and worth.unit, "verdict": None, "answer": None, **answer}

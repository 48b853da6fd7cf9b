"""HTTP routes for the installed games: pieces, rules, tutorials, scoring and practice without a table."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from mandapa import __version__, bots, library
from mandapa.i18n import messages
from mandapa.kernel.errors import ComponentError, OptionError
from mandapa.kernel.game_type import GameType, Option
from mandapa.library import Game, State
from mandapa.server.errors import LIBRARY_ERRORS, UNAVAILABLE_MESSAGE, documented, from_library, not_found
from mandapa.server.identity.guest_cookie import CurrentRequester, Visitor, reject_exhausted, requester_of
from mandapa.server.jobs.job_pool import JobBudget, cancel_on_disconnect
from mandapa.server.protection.addresses import on_this_machine
from mandapa.server.services import CurrentServices
from mandapa.server.tables import adaptive_level, create, rules_guide, schemas

router = APIRouter(prefix="/api", tags=["games"])

GameInPath = Annotated[str, Path(description="Name of the game.")]
OwnPieces = Annotated[str | None, Query(description="Name of a custom component set of this server.")]
Language = Annotated[str, Query(pattern="^[a-z]{2}$", description="Two-letter language code, such as ``de``.")]


def _type(name: str) -> GameType:
    if name not in library.games():
        raise not_found(f"game {name!r}")
    return library.game_type(name)


@router.get("/health", summary="Check health", response_model=schemas.Health, responses=documented(429))
async def health(request: Request, response: Response, services: CurrentServices) -> dict[str, Any]:
    """Return the health of the server, the games that are compiled, and the progress of compilation.

    If the database is unavailable, the status is 503 and the response contains a reason. Only for clients on this
    machine does the reason include names and addresses of the database.
    """
    services.limits.check("http", requester_of(request, None))
    reason = await services.store.check()
    if reason is not None:
        response.status_code = 503
        reason = reason if on_this_machine(request) else UNAVAILABLE_MESSAGE
    engines = {name: library.game_type(name).engine for name in library.games()}
    compiled = {name: engine.ready or engine.cached for name, engine in engines.items()}
    compiling = {name: step._asdict() for name, step in services.compiler.steps.items()}
    return {
        "status": "ok" if reason is None else "store_away",
        "reason": reason,
        "version": __version__,
        "compiled": compiled,
        "compiling": compiling,
    }


@router.get("/alive", summary="Check liveness", response_model=schemas.Liveness)
async def alive() -> dict[str, Any]:
    """Return a fixed response without using the database. A process that does not respond should be restarted."""
    return {"status": "ok"}


@router.get("/games", summary="List games", response_model=list[schemas.GameInfo], responses=documented(429))
async def games(visitor: Visitor, services: CurrentServices) -> list[dict[str, Any]]:
    """List all installed games with their options and bots."""
    return [_game_info(library.game_type(name), services.settings.bots) for name in library.games()]


def _game_info(game: GameType, external_names: Sequence[str]) -> dict[str, Any]:
    ours = [level._asdict() for level in bots.levels(game)]
    others = [
        {"name": player.name, "title": player.title, "description": player.description}
        for player in create.external_bots_for(game.name, external_names)
    ]
    credits = game.credits
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "credits": {
            "designer": credits.designer,
            "publisher": credits.publisher,
            "year": credits.year,
            "url": credits.url,
        },
        "players": {"min": game.min_players, "max": game.max_players, "default": game.default_players},
        "minutes": game.minutes,
        "complexity": game.complexity,
        "rules_version": game.rules_version,
        "hidden_information": game.hidden_information,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "at_table": option.default if option.at_table is None else option.at_table,
                "choices": list(option.choices) or None,
                "players": _offered_to(game, option),
                "help": option.help,
            }
            for option in (_for_clients(game.name, option) for option in game.options)
            if option is not None
        ],
        "bots": [*ours, *others],
        "adjusts": adaptive_level.supports_adaptive_level(game.name),
    }


def _offered_to(game: GameType, option: Option) -> list[int]:
    """Return the numbers of players with which an option accepts a value other than its default."""
    counts = range(game.min_players, game.max_players + 1)
    listed = {"flag": (True, False), "choice": option.choices}.get(option.kind)
    if listed is None:
        return list(counts)
    others = [value for value in listed if value != option.default]
    return [players for players in counts if any(_changes(option, value, players) for value in others)]


def _changes(option: Option, value: Any, players: int) -> bool:
    """Return True if the option accepts a value with this many players and the value differs from the default."""
    try:
        return bool(option.parse(value, players) != option.default)
    except OptionError:
        return False


def _for_clients(game: str, option: Option) -> Option | None:
    """Return an option as clients see it: an option for a file with pieces lists the files that the host has provided.

    Return None if the host has provided no files.
    """
    if option.kind != "file":
        return option
    own = tuple(library.custom_components(game))
    return replace(option, choices=(option.default, *own)) if own else None


@router.get("/games/{game}/components", summary="Get components of a game", responses=documented(404, 422, 429))
async def components(game: GameInPath, visitor: Visitor, own: OwnPieces = None) -> dict[str, Any]:
    """Return all kinds of pieces of a game, in the game's own format."""
    found = _type(game)
    file = None if own is None else library.custom_components(game).get(own)
    if own is not None and file is None:
        raise not_found(f"pieces {own!r} of {game!r}")
    try:
        if file is None:
            return _built_in_gallery(found.presentation.gallery, found.load_components)
        return dict(found.presentation.gallery(found.load_components(str(file))))
    except ComponentError as error:
        raise from_library(error, "own") from error


@cache
def _built_in_gallery(gallery: Callable[[Any], Any], load_components: Callable[[str | None], Any]) -> dict[str, Any]:
    """Return the pieces that come with a game. They never change, and reading them takes up to 20 ms."""
    return dict(gallery(load_components(None)))


@router.get(
    "/games/{game}/guide",
    summary="Get rules of a game",
    response_model=schemas.Guide,
    responses=documented(404, 422, 429),
)
async def guide(game: GameInPath, visitor: Visitor, lang: Language = "en") -> dict[str, Any]:
    """Return the rules clause by clause, in English if they are not available in the requested language."""
    sections = rules_guide.read_guide(_type(game).folder, lang)
    if sections is None:
        raise not_found(f"guide of {game!r}")
    return {"sections": sections}


@router.get("/games/{game}/words", summary="Get messages of a game", responses=documented(404, 422, 429))
async def words(game: GameInPath, visitor: Visitor, lang: Language = "en") -> dict[str, str]:
    """Return a game's messages (ICU format) by key, for clients that do not include them."""
    return messages(_type(game).content / "messages", lang)


@router.get("/games/{game}/tutorial", summary="Get tutorial of a game", responses=documented(404, 429))
async def tutorial(game: GameInPath, visitor: Visitor) -> dict[str, Any]:
    """Return the steps of a game's tutorial, in the game's own format."""
    path = _type(game).content / "tutorial.json"
    if not path.exists():
        raise not_found(f"tutorial of {game!r}")
    steps: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return steps


@router.post(
    "/score",
    summary="Score a position",
    response_model=schemas.Scores,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 404, 422, 429, 403, 413),
)
async def score(
    body: schemas.ScoreRequest, request: Request, requester: CurrentRequester, services: CurrentServices
) -> dict[str, Any]:
    """Score a position, for example from a physical table, and explain every point."""
    services.limits.check("heavy", requester)
    game = create.load_game(body.game, body.options)

    def explain(budget: JobBudget) -> dict[str, Any]:
        state = _position(game, body.position)
        budget.step()
        return {"scores": state.scores(), "sheets": state.scores(explain=True)}

    return await cancel_on_disconnect(request, services.review_jobs.run(requester, explain))


@router.post(
    "/sandbox",
    summary="Practice without a table",
    response_model=schemas.Sandbox,
    dependencies=[reject_exhausted("heavy")],
    responses=documented(401, 404, 422, 429, 403, 413),
)
async def sandbox(
    body: schemas.SandboxRequest, request: Request, requester: CurrentRequester, services: CurrentServices
) -> dict[str, Any]:
    """Apply actions to a position, as in tutorials, and return the resulting position. No table is needed.

    The position is shown as the seat to act sees it; during a chance event, as the last seat to act sees it.
    """
    services.limits.check("heavy", requester)
    game = create.load_game(body.game, body.options)
    services.compiler.request(game.name)
    work = services.review_jobs.run(requester, lambda budget: _practise(game, body, budget))
    return await cancel_on_disconnect(request, work)


def _practise(game: Game, body: schemas.SandboxRequest, budget: JobBudget) -> dict[str, Any]:
    state = game.new_state() if body.position is None else _position(game, body.position)
    log = []
    viewer = _actor(state)
    for n, action in enumerate(budget.each(body.actions)):
        try:
            log.append(state.describe(action))
            state.apply(action)
        except LIBRARY_ERRORS as error:
            raise from_library(error, f"actions.{n}") from error
        if (actor := _actor(state)) is not None:
            viewer = actor
    budget.step()
    return {
        "view": state.view(viewer),
        "choices": state.choices(viewer),
        "previews": state.previews(),
        "scores": state.scores(explain=True),
        "log": log,
        "current": state.current_player,
    }


def _actor(state: State) -> int | None:
    """Return the seat to act; None at chance events and at the end."""
    return state.current_player if state.current_player >= 0 else None


def _position(game: Game, description: dict[str, Any]) -> State:
    try:
        return game.position(description)
    except LIBRARY_ERRORS as error:
        raise from_library(error, "position") from error

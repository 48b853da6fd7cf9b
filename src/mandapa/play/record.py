"""The game-record file: one match as JSON, readable for ever or refused with a precise reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn

from mandapa import library
from mandapa.kernel.errors import ComponentError, OptionError, PositionError
from mandapa.library import Game
from mandapa.play.entries import CHANCE, SEAT, Entry
from mandapa.play.match import MOST_ENTRIES, Match, ReplayError
from mandapa.play.names import is_printable
from mandapa.play.seats import BOT, CLAIM, FAIL, FILL, LATE, LEVEL, ONCE, OPEN, PERSON, Seat

SCHEMAS = PLAIN, CHANGES, SET_UP = (1, 2, 3)
"""Versions of record files that are read. 2 knows changes of the computer player at a seat, 3 games that begin at a
set-up position; what has none of them is written as 1, so that older software reads it too."""
LONGEST_NAME, LONGEST_BOT, LONGEST_TEXT, LONGEST_TIME = 80, 40, 8000, 32
LONGEST_DETAILS, DEEPEST_DETAILS = 256 * 1024, 20
"""What a referee may keep of an outcome: bytes of JSON, and lists within lists."""
TIME = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})")


class RecordError(ValueError):
    """A record that cannot be read: ``what`` is wrong, ``where`` in the file, what was ``expected``.

    ``key`` is the message of the table's catalogue that says so to people, with ``what`` and ``where``.
    """

    def __init__(self, what: str, where: str, expected: str, key: str = "refusal.bad_record.where") -> None:
        super().__init__(f"{where}: {what}; expected {expected}")
        self.key = key
        self.what = what
        self.where = where
        self.expected = expected


def software() -> str:
    """Name and version of this software, as records carry it."""
    try:
        return f"mandapa {version('mandapa')}"
    except PackageNotFoundError:
        return "mandapa"


def export_record(match: Match) -> dict[str, Any]:
    """The record file of a match, take-backs and changes of seats included."""
    return record_file(**parts_of(match))


def parts_of(match: Match) -> dict[str, Any]:
    """What ``record_file`` puts together: the match as it is now, whatever becomes of it meanwhile."""
    game = match.game
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "options": {"players": game.players, **game.options},
        "components": components_of(game),
        **beginning_of(game),
        "seats": [seat.to_json() for seat in match.first_seats],
        "entries": match.entries,
        "result": match.result(),
    }


def record_file(*, entries: Sequence[Entry], **parts: Any) -> dict[str, Any]:
    """A record file out of its parts, for a match that cannot be replayed here."""
    changes = any(_changes_player(entry) for entry in entries)
    schema = SET_UP if parts.get("position") else CHANGES if changes else PLAIN
    return {"schema": schema, **parts, "entries": [entry.to_json() for entry in entries], "software": software()}


def _changes_player(entry: Entry) -> bool:
    return entry.kind == SEAT and entry.text.partition(" ")[0] in (LEVEL, FAIL, FILL, LATE, ONCE)


def beginning_of(game: Game) -> dict[str, Any]:
    """The set-up position at which a game begins, if it does not begin as the rules say."""
    return {} if game.begins_at is None else {"position": game.begins_at}


def components_of(game: Game) -> dict[str, Any]:
    """Hash of the pieces, and the pieces themselves if they are not the built-in ones."""
    own = any(option.kind == "file" and game.options[option.name] != option.default for option in game.type.options)
    return {"hash": game.components_hash} | ({"data": game.components.data} if own else {})


def import_record(data: Any, game: Game | None = None, watch: Callable[[], None] = lambda: None) -> Match:
    """Replays a record file; raises ``RecordError`` with what is wrong, where, and what was expected.

    ``game`` is needed only for a record with component data of its own: a game loaded with that data. ``watch`` is
    called before each entry, and ends it all by raising an error.
    The match has no confirmation of turns: it is for looking at and for playing on from.
    """
    record = _mapping(data, "record")
    schema = record.get("schema")
    if schema not in SCHEMAS:
        _fail(f"schema {schema!r}", "schema", f"{' or '.join(map(str, SCHEMAS))}, which this version reads")
    seats = [_seat(seat, f"seats[{n}]") for n, seat in enumerate(_list(record.get("seats"), "seats"))]
    game = _game(record, len(seats), game)
    if len(seats) != game.players:
        _fail(f"{len(seats)} seats", "seats", f"{game.players}, as in options.players")
    raw = _list(record.get("entries"), "entries")
    if len(raw) > MOST_ENTRIES:
        _fail(f"{len(raw)} entries", "entries", f"at most {MOST_ENTRIES}")
    entries = [_entry(entry, f"entries[{n}]") for n, entry in enumerate(raw)]
    match = Match(game, seats, confirm=False)
    for n, entry in enumerate(entries):
        watch()
        _replay(match, entry, f"entries[{n}]")
    _check_result(match, record.get("result"))
    return match


def actions_until(match: Match, ply: int) -> list[Entry]:
    """The first ``ply`` actions in force, renumbered from 1: the beginning of a match that plays on from there."""
    if not 0 <= ply <= match.ply:
        raise ValueError(f"ply {ply} is outside of 0 to {match.ply}")
    first = (action.entry for action in match.actions[:ply])
    return [replace(entry, seq=n) for n, entry in enumerate(first, start=1)]


def _game(record: Mapping[str, Any], seats: int, game: Game | None) -> Game:
    name = _string(record.get("game"), "game")
    try:
        newest = library.game_type(name)
    except OptionError:
        expected = f"one of {', '.join(library.games())}"
        raise RecordError(f"unknown game {name!r}", "game", expected, "refusal.bad_record.game") from None
    version = record.get("rules_version")
    versions = [one.rules_version for one in (newest, *newest.former)]
    if version not in versions:
        expected = " or ".join(map(str, versions))
        raise RecordError(f"rules version {version!r}", "rules_version", expected, "refusal.bad_record.rules")
    if game is None:
        options = {"players": seats, **_mapping(record.get("options"), "options")}
        try:
            players = options.pop("players")
            game = library.Game(library.game_type(name, version), players, options)
        except (OptionError, ComponentError) as error:
            _fail(str(error), "options", "options that this game knows")
        except (TypeError, ValueError) as error:
            _fail(str(error), "options", "values of the right kind")
    if version != game.rules_version:
        _fail(f"rules version {version!r}", "rules_version", f"{game.rules_version}")
    found = _mapping(record.get("components"), "components").get("hash")
    if found != game.components_hash:
        expected = f"{game.components_hash!r}, the pieces installed here"
        raise RecordError(f"pieces with hash {found!r}", "components.hash", expected, "refusal.bad_record.pieces")
    if record.get("position") is None:
        return game
    try:
        return game.at(_mapping(record["position"], "position"))
    except PositionError as error:
        _fail(str(error), "position", "a position that this game can have")


def _seat(data: Any, where: str) -> Seat:
    seat = _mapping(data, where)
    name, kind, bot = seat.get("name"), seat.get("kind"), seat.get("bot")
    _string(name, f"{where}.name", LONGEST_NAME)
    if kind not in (PERSON, BOT, OPEN):
        _fail(f"kind {kind!r}", f"{where}.kind", "person, bot or open")
    if bot is not None:
        _string(bot, f"{where}.bot", LONGEST_BOT)
    return Seat.from_json(seat)


def _entry(data: Any, where: str) -> Entry:
    entry = _mapping(data, where)
    seq, seat = entry.get("seq"), entry.get("seat")
    if not isinstance(seq, int) or isinstance(seq, bool):
        _fail(f"seq {seq!r}", f"{where}.seq", "a whole number")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool)):
        _fail(f"seat {seat!r}", f"{where}.seat", "a seat number or null")
    kind = _string(entry.get("kind"), f"{where}.kind")
    text = _string(entry.get("text"), f"{where}.text", LONGEST_TEXT)
    if kind == SEAT:
        what, _, who = text.partition(" ")
        if what == FILL:
            bot, _, who = who.partition(" ")
            _string(bot, f"{where}.text", LONGEST_BOT)
        _string(who, f"{where}.text", LONGEST_NAME if what in (CLAIM, FILL) else LONGEST_BOT)
    at = _string(entry.get("at"), f"{where}.at", LONGEST_TIME)
    if not TIME.fullmatch(at):
        _fail(f"time {at!r}", f"{where}.at", "a time in UTC such as 2026-01-02T03:04:05.678Z")
    details = entry.get("details")
    return Entry(seq, kind, seat, text, at, None if details is None else _details(details, f"{where}.details"))


def _details(data: Any, where: str) -> Mapping[str, Any]:
    """Nothing follows from details, but they are stored, and handed to everybody who looks on."""
    details = _mapping(data, where)
    expected = f"finite numbers and texts, at most {LONGEST_DETAILS} bytes and {DEEPEST_DETAILS} levels"
    try:
        length, depth = len(json.dumps(details, allow_nan=False, ensure_ascii=False).encode()), _depth(details)
    except (ValueError, RecursionError):
        _fail("what no JSON can say", where, expected)
    if length > LONGEST_DETAILS or depth > DEEPEST_DETAILS:
        _fail(f"{length} bytes, {depth} levels", where, expected)
    return details


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, parts), default=0)


def _replay(match: Match, entry: Entry, where: str) -> None:
    if entry.details is not None and not (entry.kind == CHANCE and match.state.referee_due):
        _fail("details", f"{where}.details", "none: no referee had to say what happened")
    try:
        match.extend([entry])
    except ReplayError as error:
        _fail(error.what, where, error.expected)


def _check_result(match: Match, claimed: Any) -> None:
    if claimed is None:
        return
    result = match.result()
    if result is None:
        _fail("a result", "result", "null: the entries do not end the game")
    if dict(_mapping(claimed, "result")) != result:
        _fail(f"{claimed!r}", "result", f"{result!r}, which the entries lead to")


def _mapping(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        _fail(f"{type(data).__name__}", where, "an object")
    return data


def _list(data: Any, where: str) -> Sequence[Any]:
    if not isinstance(data, list):
        _fail(f"{type(data).__name__}", where, "a list")
    return data


def _string(data: Any, where: str, longest: int = 80) -> str:
    if not isinstance(data, str):
        _fail(f"{type(data).__name__}", where, "a string")
    if len(data) > longest:
        _fail(f"{len(data)} characters", where, f"at most {longest}")
    if not is_printable(data):
        _fail(f"{data!r}", where, "printable characters")
    return data


def _fail(what: str, where: str, expected: str) -> NoReturn:
    raise RecordError(what, where, expected)


def repeated_outcomes(match: Match) -> Iterator[tuple[int, str]]:
    """Repeat a referee's outcomes from their details: the ply after each, and how it differs, empty if it does not."""
    referee, state = match.game.type.referee, match.game.new_state()
    for ply, action in enumerate(match.actions, 1):
        entry = action.entry
        if referee is not None and entry.details is not None:
            try:
                yield ply, referee.repeat(state.record, match.game.components, entry.text, entry.details)
            except (ValueError, RuntimeError) as error:
                yield ply, f"cannot be repeated: {error}"
        state.apply(entry.text)

"""Game-record files, which store a match as JSON. An invalid record is rejected with a precise reason."""

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
from mandapa.play.history import ReplayError
from mandapa.play.match import MAX_ENTRIES, Match
from mandapa.play.names import is_printable
from mandapa.play.seats import BOT, CLAIM, FAIL, FILL, LATE, LEVEL, ONCE, OPEN, PERSON, Seat

SCHEMAS = PLAIN, CHANGES, SET_UP = (1, 2, 3)
"""Supported versions of record files.

Version 2 adds changes of the bot at a seat, version 3 adds games that begin at a set-up position. A record without
these features is written as version 1, so that older software can read it.
"""
LONGEST_NAME, LONGEST_BOT, LONGEST_TEXT, LONGEST_TIME = 80, 40, 8000, 32
LONGEST_DETAILS, DEEPEST_DETAILS = 256 * 1024, 20
"""Limits on the details that a referee stores with an outcome: bytes of JSON, and nesting depth."""
TIME = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})")


class RecordError(ValueError):
    """A record that cannot be read; the error says ``what`` was found, ``where``, and what was ``expected``.

    ``key`` is the key of a message to the user in the message catalogues, with the parameters ``what`` and ``where``.
    """

    def __init__(self, what: str, where: str, expected: str, key: str = "refusal.bad_record.where") -> None:
        super().__init__(f"{where}: {what}; expected {expected}")
        self.key = key
        self.what = what
        self.where = where
        self.expected = expected


def software() -> str:
    """Return the name and version of this software, as stored in records."""
    try:
        return f"mandapa {version('mandapa')}"
    except PackageNotFoundError:
        return "mandapa"


def export_record(match: Match) -> dict[str, Any]:
    """Return the record file of a match, including take-backs and changes of seats."""
    return record_file(**parts_of(match))


def parts_of(match: Match) -> dict[str, Any]:
    """Return the arguments for ``record_file``, as a snapshot of the match that later changes do not affect."""
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
    """Assemble a record file from its parts, which may be those of a match that this version cannot replay."""
    changes = any(_changes_player(entry) for entry in entries)
    schema = SET_UP if parts.get("position") else CHANGES if changes else PLAIN
    return {"schema": schema, **parts, "entries": [entry.to_json() for entry in entries], "software": software()}


def _changes_player(entry: Entry) -> bool:
    return entry.kind == SEAT and entry.text.partition(" ")[0] in (LEVEL, FAIL, FILL, LATE, ONCE)


def beginning_of(game: Game) -> dict[str, Any]:
    """Return the record field for the position from which a game begins; empty for the normal start."""
    return {} if game.begins_at is None else {"position": game.begins_at}


def components_of(game: Game) -> dict[str, Any]:
    """Return the record fields for the components: a hash, and the components themselves if they are custom."""
    own = any(option.kind == "file" and game.options[option.name] != option.default for option in game.type.options)
    return {"hash": game.components_hash} | ({"data": game.components.data} if own else {})


def import_record(data: Any, game: Game | None = None, watch: Callable[[], None] = lambda: None) -> Match:
    """Replay a record file and return the match; raise ``RecordError`` if the record is invalid.

    ``game`` is only needed for a record with custom components; it must have been loaded with these components.
    ``watch`` is called before each entry and can abort the import by raising an error. The match does not require
    confirmation of turns, because it is for viewing and for continuing the game.
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
    if len(raw) > MAX_ENTRIES:
        _fail(f"{len(raw)} entries", "entries", f"at most {MAX_ENTRIES}")
    entries = [_entry(entry, f"entries[{n}]") for n, entry in enumerate(raw)]
    match = Match(game, seats, confirm=False)
    for n, entry in enumerate(entries):
        watch()
        _replay(match, entry, f"entries[{n}]")
    _check_result(match, record.get("result"))
    return match


def actions_until(match: Match, ply: int) -> list[Entry]:
    """Return the first ``ply`` actions of the effective history, renumbered from 1.

    They can be the beginning of a new match, which then continues from that position.
    """
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
    versions = [one.rules_version for one in (newest, *newest.former_versions)]
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
    """Validate a referee's details, which do not affect the game but are stored and sent to all spectators."""
    details = _mapping(data, where)
    expected = f"finite numbers and texts, at most {LONGEST_DETAILS} bytes and {DEEPEST_DETAILS} levels"
    try:
        length, depth = len(json.dumps(details, allow_nan=False, ensure_ascii=False).encode()), _depth(details)
    except (ValueError, RecursionError):
        _fail("a value that JSON cannot represent", where, expected)
    if length > LONGEST_DETAILS or depth > DEEPEST_DETAILS:
        _fail(f"{length} bytes, {depth} levels", where, expected)
    return details


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, parts), default=0)


def _replay(match: Match, entry: Entry, where: str) -> None:
    if entry.details is not None and not (entry.kind == CHANCE and match.state.referee_due):
        _fail("details", f"{where}.details", "none: no referee was needed")
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
    """Recompute all outcomes that the game's referee determined, and compare them with those of the match.

    For each outcome, yield the ply after it and a text that describes the difference; the text is "" if they are equal.
    """
    referee, state = match.game.type.referee, match.game.new_state()
    for ply, action in enumerate(match.actions, 1):
        entry = action.entry
        if referee is not None and entry.details is not None:
            try:
                yield ply, referee.repeat(state.record, match.game.components, entry.text, entry.details)
            except (ValueError, RuntimeError) as error:
                yield ply, f"cannot be repeated: {error}"
        state.apply(entry.text)

"""Record files of stored matches. They are built without a replay, so they do not need the rules of the game."""

from typing import Any

from mandapa import library
from mandapa.play.record import components_of, record_file
from mandapa.server.live.table import OutdatedMatch, game_of
from mandapa.server.store.rows import StoredMatch


def stored_record(stored: StoredMatch) -> dict[str, Any]:
    """Return the record of a match, built from its stored entries."""
    row = stored.row
    try:
        components = components_of(game_of(row, len(stored.seats)))
    except OutdatedMatch:
        components = {"hash": row.components_hash}
    result = row.result and {name: value for name, value in row.result.items() if name != "returns"}
    return record_file(
        game=row.game,
        rules_version=row.rules_version,
        options={"players": len(stored.seats), **row.options},
        components=components,
        seats=[seat.first for seat in stored.seats],
        entries=stored.entries,
        result=result,
    )


def has_secrets(game: str) -> bool:
    """Return whether a game has hidden information. A game that is no longer installed is assumed to have some."""
    return game not in library.games() or library.game_type(game).hidden_information

"""Create tables for new games, imported records, forks and rematches."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from mandapa import bots, library
from mandapa.bots import external_policies
from mandapa.kernel.errors import ComponentError, OptionError
from mandapa.library import Game
from mandapa.play import Entry, Match, RequestRefused, Seat, now
from mandapa.play.clock import runs_out
from mandapa.server.errors import ApiError, bad_option, from_library, not_found
from mandapa.server.live.registry import TableRegistry
from mandapa.server.live.table import LiveTable
from mandapa.server.live.table_state import ending_of
from mandapa.server.social.chat_store import ChatStore
from mandapa.server.store.rows import MatchRow, SeatRow, StoredMatch
from mandapa.server.store.secret_codes import new_id, new_invite
from mandapa.server.store.store import Store
from mandapa.server.tables.adaptive_level import ADJUST
from mandapa.server.tables.schemas import SeatPlan

BOT_NAMES = ("Asha", "Ravi", "Meena", "Kiran", "Devi")
"""Names of bots, by seat. The client shows the level of a bot beside its name."""


def load_game(name: str, options: Mapping[str, Any], seats: int | None = None) -> Game:
    """Load a game with options chosen by a client. ``seats``: number of players that the game must have.

    An option for a file with pieces accepts only the default and the files that the host has provided.
    """
    if name not in library.games():
        raise not_found(f"game {name!r}")
    chosen = dict(options)
    players = chosen.pop("players", seats)
    if seats is not None and players != seats:
        raise ApiError(
            422,
            "bad_option",
            f"{seats} seats for {players!r} players",
            where="seats",
            expected="a seat for each player",
        )
    own = library.custom_components(name)
    for option in library.game_type(name).options:
        pieces = [option.default, *own]
        if option.kind == "file" and chosen.get(option.name, option.default) not in pieces:
            raise ApiError(
                422,
                "bad_option",
                f"{option.name}: the server's own pieces only",
                where=f"options.{option.name}",
                expected=", ".join(pieces),
            )
    try:
        return library.load(name, players=players, **chosen)
    except OptionError as error:
        raise _bad_option(error, name) from error
    except ComponentError as error:
        raise from_library(error, "options") from error
    except (TypeError, ValueError) as error:
        raise ApiError(422, "bad_option", str(error), where="options") from error


def check_playable(game: Game) -> None:
    """Raise an error with status 422 if a library that the chosen options need is not installed on this server."""
    try:
        game.check_playable()
    except OptionError as error:
        raise _bad_option(error, game.name) from error


def _bad_option(error: OptionError, game: str) -> ApiError:
    """Convert an option error into a 422 response with the expected value as a separate field.

    The text of the error starts with the name of the option.
    """
    said = str(error)
    option = said.partition(":")[0]
    if all(one.name != option for one in library.game_type(game).options):
        return bad_option(error, "options")
    found = re.fullmatch(r"\w+: found .*, expected (.*)", said, re.DOTALL)
    return bad_option(error, f"options.{option}", found[1] if found else None)


def with_colour(game: Game, seat: int, colour: str) -> Game:
    """Return the game with colours assigned so that the player at ``seat`` gets the chosen ``colour``."""
    option = next((option for option in game.type.options if option.kind == "colours"), None)
    if option is None:
        raise ApiError(422, "bad_option", f"{game.type.title} has no colours to choose.", where="colour")
    given = game.options[option.name]
    by_seat = isinstance(given, list) and len(given) == game.players
    colours = list(given) if by_seat else [option.default] * game.players
    colours[seat] = colour
    try:
        return Game(game.type, game.players, dict(game.options) | {option.name: colours})
    except OptionError as error:
        raise bad_option(error, "colour") from error


def rematch_game(game: Game) -> Game:
    """Return the game for a rematch, in which all players change seats. Colours that players picked move with them."""
    moved = {
        option.name: [given[rematch_seat(seat, game.players, -1)] for seat in range(game.players)]
        for option in game.type.options
        if option.kind == "colours"
        and isinstance(given := game.options[option.name], list)
        and len(given) == game.players
    }
    return Game(game.type, game.players, dict(game.options) | moved) if moved else game


def usual_options(name: str) -> dict[str, Any]:
    """Return the options of a game whose default at tables differs from the library's default, each with its default at
    tables."""
    if name not in library.games():
        raise not_found(f"game {name!r}")
    options = library.game_type(name).options
    return {one.name: one.at_table for one in options if one.at_table is not None and one.at_table != one.default}


def check_external_bots(names: Sequence[str]) -> None:
    """Import the external bots that the host has configured; raise ``OptionError`` if one of them is invalid."""
    for name in names:
        if name not in external_policies.installed_names() or name in (*bots.built_in_names(), ADJUST):
            there = ", ".join(one for one in external_policies.installed_names() if one not in bots.built_in_names())
            raise OptionError(
                f"MANDAPA_BOTS: found {name!r}, expected players of installed packages: {there or 'none'}"
            )
        external_policies.load_installed(name)


def external_bots_for(game: str, names: Sequence[str]) -> list[external_policies.ExternalPolicy]:
    """Return the external bots among ``names`` that can play a game."""
    return [player for name in names if (player := external_policies.load_installed(name)).plays(game)]


def check_bot(name: str | None, where: str, game: str, external_names: Sequence[str]) -> str:
    """Return the name of a bot. Raise an error if this server does not have the bot, or if the bot cannot play the
    game.

    ``where``: part of the request that names the bot. ``external_names``: names of the external bots on this server.
    """
    known = [*bots.built_in_names(), *(player.name for player in external_bots_for(game, external_names))]
    if name not in known:
        raise ApiError(422, "unknown_bot", f"There is no bot {name!r}.", where=where, expected=", ".join(known))
    return name


class SeatAssignment:
    """Planned seats of a new table.

    The match needs ``seats``. The store needs ``owners``, the guest id of each seat, which is None for bots and open
    seats.
    """

    def __init__(
        self,
        plans: Sequence[SeatPlan] = (),
        guest_id: str = "",
        guest_name: str = "",
        game: str = "",
        external_names: Sequence[str] = (),
    ) -> None:
        self._game, self._external_names = game, external_names
        self.seats: list[Seat] = []
        self.owners: list[str | None] = []
        for n, plan in enumerate(plans):
            self._add(n, plan, guest_id, guest_name)

    def _add(self, n: int, plan: SeatPlan, guest_id: str, guest_name: str) -> None:
        if plan.kind == "bot":
            bot = check_bot(plan.bot, f"seats.{n}.bot", self._game, self._external_names)
            self.seats.append(Seat(plan.name or BOT_NAMES[n % len(BOT_NAMES)], "bot", bot))
            self.owners.append(None)
            return
        if plan.bot is not None:
            raise ApiError(
                422, "malformed", "Only a seat of kind bot can have a bot.", where=f"seats.{n}.bot", expected="null"
            )
        if plan.kind == "open":
            self.seats.append(Seat("", "open"))
            self.owners.append(None)
            return
        name = plan.name or (guest_name if plan.kind == "me" else f"{guest_name} {n + 1}")
        self.seats.append(Seat(name[:80], "person"))
        self.owners.append(guest_id)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Settings of a new table.

    Attributes:
        spectators, listed, talk, coach: as in ``MatchRow``.
        origin: network address of the guest who creates the table.
        clock: settings for ``play.clock``; None for no time limit.
    """

    spectators: bool = True
    listed: bool = True
    origin: str | None = None
    clock: Mapping[str, Any] | None = None
    talk: bool = True
    coach: bool = False


async def open_table(
    tables: TableRegistry,
    owner: str,
    match: Match,
    owners: Sequence[str | None],
    terms: TableSettings,
) -> LiveTable:
    """Create a table for a match, resolve chance events that are due, and start the bots.

    ``owner``: id of the guest who creates the table. ``owners``: guest id of each seat; None for bots and open seats.
    """
    stored = _stored(match, owner, owners)
    row = replace(
        stored.row,
        spectators=terms.spectators,
        listed=terms.listed,
        clock=terms.clock,
        talk=terms.talk,
        coach=terms.coach,
        due=runs_out(match, terms.clock),
    )
    if terms.listed and row.status == "waiting":
        row = replace(row, origin=terms.origin, seen=row.created)
    table = await tables.create(StoredMatch(row, stored.seats, stored.entries))
    table.driver.wake()
    return table


async def open_review(store: Store, owner: str, match: Match) -> str:
    """Store a read-only table that shows a record, and return the id of the table."""
    stored = _stored(match, owner, [None] * len(match.seats))
    row = replace(stored.row, review=True, status="over", turn=None)
    await store.create_match(StoredMatch(row, stored.seats, stored.entries))
    return row.id


def rematch_seating(table: LiveTable, guest_id: str) -> SeatAssignment:
    """Return the seats of a rematch: the same players and bots, shifted by one seat so that the second player begins.

    ``guest_id`` is the guest who starts the rematch and is seated at once. Seats of other guests are open until those
    guests accept.
    """
    seating = SeatAssignment()
    count = len(table.match.seats)
    for old in (rematch_seat(n, count, -1) for n in range(count)):
        seat, owner = table.match.seats[old], table.owners[old]
        if owner in (None, guest_id):
            seating.seats.append(Seat(seat.name, seat.kind, seat.bot if seat.kind == "bot" else None))
        else:
            seating.seats.append(Seat("", "open"))
        seating.owners.append(owner if owner == guest_id else None)
    return seating


def rematch_seat(seat: int, count: int, on: int = 1) -> int:
    """Return the seat that the player at ``seat`` has in the rematch.

    With ``on=-1``, ``seat`` is a seat in the rematch, and its player's seat in the finished match is returned.
    """
    return (seat - on) % count


async def accept_rematch(tables: TableRegistry, chat: ChatStore, old: LiveTable, new_id: str, guest_id: str) -> None:
    """Give a guest all seats of the rematch that are reserved for the guest and still open.

    Do nothing if the guest is blocked by a player there.
    """
    new = await tables.get(new_id)
    if await chat.is_blocked_at(new_id, guest_id):
        return
    for seat in old.seats_of(guest_id):
        kept = rematch_seat(seat, len(old.match.seats))
        if new.seat_rows[kept].kind == "open":
            with suppress(RequestRefused):  # another request took the seat first
                await new.perform(partial(claim, kept, old.match.seats[seat].name, guest_id))


def claim(seat: int, name: str, guest_id: str, match: Match, at: str) -> list[Entry]:
    """Let a guest take an open seat. Return the entries that this adds to the match."""
    return match.claim(seat, name, guest_id, at)


async def fill(table: LiveTable, seat: int, bot: str) -> None:
    """Let a bot take an open seat. The bot gets a name that is not used at the table yet, if there is one."""
    taken = {row.name for row in table.seat_rows}
    names = [*BOT_NAMES[seat % len(BOT_NAMES) :], *BOT_NAMES]
    name = next((one for one in names if one not in taken), names[0])
    await table.perform(lambda match, at: match.fill(seat, bot, name, at))


def _stored(match: Match, owner: str, owners: Sequence[str | None]) -> StoredMatch:
    """Return a new match in the form that the store accepts."""
    match_id, at = new_id(), now()
    game = match.game
    seats = [
        SeatRow(
            seat=n,
            first=first.to_json(),
            name=seat.name,
            kind=seat.kind,
            bot=seat.bot,
            guest_id=owners[n],
            invite=new_invite(match_id) if seat.kind == "open" else None,
        )
        for n, (first, seat) in enumerate(zip(match.first_seats, match.seats, strict=True))
    ]
    row = MatchRow(
        id=match_id,
        game=game.name,
        options=dict(game.options),
        rules_version=game.rules_version,
        components_hash=game.components_hash,
        confirm=match.confirm_turns,
        spectators=True,
        listed=False,
        review=False,
        owner=owner,
        status=match.status,
        seq=match.seq,
        turn=match.turn,
        created=at,
        updated=at,
        ending=ending_of(match),
    )
    return StoredMatch(row, seats, match.entries)

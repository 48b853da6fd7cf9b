"""Set-up positions of Hampi for the reference, with the same descriptions that ``Game.position`` takes."""

from __future__ import annotations

from typing import Any

from hampi_reference import MEASURES, Reference
from hampi_zones import INFLUENCERS


def at_position(given: dict[str, Any], **options: Any) -> Reference:
    """Return a game in the described position."""
    game = Reference(**options)
    for word in given["board"].split():
        tile, _, place = word.partition("@")
        cell, _, rotation = place.partition("/")
        q, r = map(int, cell.split(","))
        game.lay((q, r), game.box.name_of[tile], int(rotation))
        game.unseen[game.box.name_of[tile]] -= 1
    game.setup_tiles = [game.board[cell][0] for cell in game.laid[:3]]
    for row in given.get("markers", []):
        game.markers[row["seat"]].append(place_of(game, row["tile"], row["at"]))
    for seat, row in enumerate(given.get("support", [])):
        game.support[seat] = [row.get(name, 0) for name in INFLUENCERS]
    game.in_round_2 = list(given.get("in_round_2", game.in_round_2))
    game.round, game.seat = given.get("round", 1), given.get("seat", 0)
    drawn = given.get("conditions", [])
    game.undrawn = [measure for measure in MEASURES if measure not in drawn]
    found = game.round > 1 or bool(drawn)
    game.holders = set(given.get("holders", [0] if found else []))
    for name in given.get("returned", []):
        game.returned[name] += 1
    for name in given.get("gone", []):
        game.gone[name] += 1
    game.unseen -= game.returned + game.gone
    game.phase = given.get("phase", "draw")
    if "drawn" in given:
        game.drawn, game.phase = game.box.name_of[given["drawn"]], "cell"
        game.unseen[game.drawn] -= 1
    if game.first_player is None:
        game.first_player = 0
    stacks = given.get("stacks") or usual_stacks(game)
    game.stack, game.specials = [items for items, _ in stacks], [specials for _, specials in stacks]
    return game


def place_of(game: Reference, tile: str, at: str | int) -> Any:
    """Return the place of a marker: ``at`` is a part, a kind of zone, or ``building``."""
    cell = next(cell for cell in game.laid if game.board[cell][0] == game.box.name_of[tile])
    if at == "building" or isinstance(at, int):
        return cell, at
    kinds = [part["kind"] for part in game.box.tiles[tile].parts]
    return cell, kinds.index("road" if at == "village" else at)


def usual_stacks(game: Reference) -> list[list[int]]:
    """Later stacks are full, the current one has the rest; stack 2 has four conditions unless set otherwise."""
    full = len(game.box.tiles) // 3 - 1
    left = game.unseen.total() + game.returned.total()
    drawn = 7 - len(game.undrawn)
    second = max(0, (4 if game.split is None else game.split) - drawn) if game.round < 3 else 0
    specials = [0 if game.holders else 1, second, 7 - drawn - second]
    land = [0, 0, 0]
    for stack in reversed(range(game.round - 1, 3)):
        land[stack] = left if stack == game.round - 1 else min(full, left)
        left -= land[stack]
    return [[count + special, special] for count, special in zip(land, specials, strict=True)]

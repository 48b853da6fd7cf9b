"""Invariants of every state of Kerala, used by checks but not in play."""

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import GAME_TILES
from mandapa.kernel.record import Record


def invariant(start: Record, state: Record) -> str | None:
    """Return the first violated invariant of ``state``, which was reached from ``start``; None if all hold."""
    for seat in range(state.players):
        wrong = _platform(state, seat)
        if wrong is not None:
            return f"platform of seat {seat}: {wrong}"
    return _piles(start, state) or _offer(start, state) or _end(start, state)


def _piles(start: Record, state: Record) -> str | None:
    """Check that the number of tiles of every type is the same as at the start (KER-INV-1)."""
    for name in ("bag", "box", "removed"):
        if (state[name] < 0).any():
            return f"{name}: fewer than no tiles of a type (KER-INV-1)"
    before, now = tile_census(start), tile_census(state)
    for tile in np.flatnonzero(before != now):
        return f"tile type {tile}: {now[tile]} in all, expected {before[tile]} (KER-INV-1)"
    return None


def tile_census(state: Record) -> np.ndarray:
    """Return the number of game tiles of each type wherever they are; shape (GAME_TILES,)."""
    census: np.ndarray = state.bag.astype(np.int64) + state.box + state.removed
    lying = [tile for tile in state.offer.tolist() if tile != kerala.NONE]
    if state.phase == kerala.STEP:
        lying.append(int(state.taken))
    for seat in range(state.players):
        platform = state.platforms[seat]
        lying += [tile for tile in platform.tile[: platform.tiles].tolist() if tile < GAME_TILES]
    np.add.at(census, lying, 1)
    return census


def _offer(start: Record, state: Record) -> str | None:
    """Check that the offer is sorted and has a tile for each seat still to act in the round (KER-TURN-2)."""
    offer = state.offer.tolist()
    tiles = [tile for tile in offer if tile != kerala.NONE]
    if offer != sorted(tiles) + [kerala.NONE] * (len(offer) - len(tiles)):
        return f"offer {offer}, expected ascending tiles, then {kerala.NONE}"
    in_hand = kerala.DRAW < state.phase < kerala.OVER and state.phase != kerala.TAKE
    set_up = start.phase > kerala.DRAW and state.round_number == start.round_number  # a set-up position may offer fewer
    if kerala.DRAW < state.phase < kerala.OVER and not set_up and len(tiles) < state.turns_left - in_hand:
        return f"offer of {len(tiles)} tiles for {state.turns_left} turns (KER-TURN-2)"
    return None


def _platform(state: Record, seat: int) -> str | None:
    platform = state.platforms[seat]
    cells, tiles = int(platform.cells), int(platform.tiles)
    if cells == 0:
        return None if state.phase < kerala.DRAW else "no start tile (KER-SETUP-3)"
    return (
        _grid(platform, cells) or _stacks(state, seat, cells, tiles) or _figures(platform, cells) or _passes(platform)
    )


def _grid(platform: Record, cells: int) -> str | None:
    """Check that cells are distinct and connected, and ``neighbour`` is correct (KER-PLACE-12, KER-SHIFT-8)."""
    slots = {(int(platform.x[slot]), int(platform.y[slot])): slot for slot in range(cells)}
    if len(slots) != cells:
        return "two slots on one cell"
    for (x, y), slot in slots.items():
        around = [
            slots.get((x + dx, y + dy), kerala.NONE)
            for dx, dy in zip(kerala.DX.tolist(), kerala.DY.tolist(), strict=True)
        ]
        if platform.neighbour[slot].tolist() != around:
            return f"neighbours of ({x},{y}) are {platform.neighbour[slot].tolist()}, expected {around}"
    reached, waiting = {0}, [0]
    while waiting:
        around = [other for other in platform.neighbour[waiting.pop()].tolist() if other != kerala.NONE]
        waiting += [other for other in around if other not in reached]
        reached.update(around)
    return None if len(reached) == cells else "separate parts (KER-PLACE-12, KER-SHIFT-8)"


def _stacks(state: Record, seat: int, cells: int, tiles: int) -> str | None:
    """Check that heights, top tiles and sides agree with the tiles laid, and that slot 0 holds the start tile."""
    platform = state.platforms[seat]
    laid = platform.tile[:tiles].tolist()
    slots = platform.tile_slot[:tiles].tolist()
    starts = [(tile, slot) for tile, slot in zip(laid, slots, strict=True) if tile >= kerala.FIRST_START_TILE]
    if starts != [(kerala.FIRST_START_TILE + int(platform.colour), 0)]:
        return f"start tiles {starts}, expected the own one in slot 0 (KER-SETUP-3)"
    turning = state.phase == kerala.TURN and seat == state.seat
    for slot in range(cells):
        stack = [tile for tile, at in zip(laid, slots, strict=True) if at == slot]
        if len(stack) != platform.height[slot] or stack[-1:] != [platform.top[slot]]:
            return f"slot {slot} holds {stack}, expected {platform.height[slot]} with {platform.top[slot]} on top"
        has_side = platform.side[slot] in range(4)
        in_hand = turning and platform.figure[state.mover] == slot
        if has_side != (kerala.KIND_OF[stack[-1]] == kerala.EDGE and not in_hand):
            return f"slot {slot}: side {platform.side[slot]} of tile type {stack[-1]} (KER-PLACE-10)"
    return None


def _figures(platform: Record, cells: int) -> str | None:
    """Check that figures are on cells of the platform, and that only the start cell has two (KER-PLACE-3)."""
    figures = platform.figure.tolist()
    if any(slot not in range(cells) for slot in figures):
        return f"figures on slots {figures} of {cells}"
    if figures[0] == figures[1] and figures[0] != 0:
        return "two figures on one cell (KER-PLACE-3)"
    return None


def _passes(platform: Record) -> str | None:
    passes = int(platform.passes)
    return (
        None if passes in range(kerala.PASSES + 1) else f"{passes} passes, expected 0 to {kerala.PASSES} (KER-PASS-5)"
    )


def _end(start: Record, state: Record) -> str | None:
    """Check at the end of the game that each turn laid one tile, and that each pass left one in the box (KER-INV-2)."""
    if state.phase != kerala.OVER or start.phase > kerala.DRAW:  # a set-up position need not match its round
        return None
    passes = 0
    for seat in range(state.players):
        platform = state.platforms[seat]
        passes += int(platform.passes)
        expected = 1 + int(state.rounds) - int(platform.passes)
        if platform.tiles != expected:
            return f"platform of seat {seat}: {platform.tiles} tiles, expected {expected} (KER-INV-2)"
    if int(state.box.sum()) != passes:
        return f"{state.box.sum()} leftovers in the box, expected {passes} (KER-INV-2)"
    return None

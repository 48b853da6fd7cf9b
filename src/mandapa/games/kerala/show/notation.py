"""Set-up positions of Kerala, read from their notation.

A platform is written as a list of stacks: the cell ``(x,y)``, then the tiles from bottom to top, for example
``(0,0)BS (1,0)K1/G2/B>R@S``. ``@S`` is the side of the top tile's coloured edge.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, SIDES, TILE_TYPES, Components
from mandapa.games.kerala.rules.geometry import add_cell, lay, slot_at
from mandapa.kernel.input.positions import expect, whole
from mandapa.kernel.record import Record

STACK = re.compile(r"\((-?[0-9]{1,3}),(-?[0-9]{1,3})\)(\S+)")
CELL = re.compile(r"\((-?[0-9]{1,3}),(-?[0-9]{1,3})\)")


def position(state: Record, description: Mapping[str, Any], components: Components) -> None:
    """Change a new state into the described position.

    These are the keys of ``description``; only ``platforms`` is required:

    * ``players``: must agree with the game.
    * ``colours``: by seat.
    * ``round``: by default, the first round in which all platforms can have their tiles and passes.
    * ``seat``: seat to act, 0 by default.
    * ``first_leader``: by default, the seat that makes ``seat`` the leader of the round.
    * ``phase``: ``take``, ``step`` or ``over``.
    * ``held``: tile in hand, for the phase ``step``.
    * ``offer``, ``box``, ``removed``: lists of tile codes.
    * ``platforms``: by seat, with ``cells`` as text, ``figures`` as two cells, and ``passes``.

    The bag holds all other tiles. Unless the phase is ``over``, the game must be playable from the position to its end.
    """
    known = {
        "players",
        "colours",
        "round",
        "seat",
        "first_leader",
        "phase",
        "held",
        "offer",
        "box",
        "removed",
    }
    for key in description:
        expect(key in known | {"platforms"}, "position", key, sorted(known | {"platforms"}))
    players = int(state.players)
    whole("players", description.get("players", players), players, players)
    _set_colours(state, description)
    for name in ("box", "removed"):
        getattr(state, name)[:] = _tile_counts(name, description.get(name, []))
    offer = _tile_counts("offer", description.get("offer", []))
    expect(sum(offer) <= players, "offer", f"{sum(offer)} tiles", f"at most {players}")
    for i, tile in enumerate(tile for tile, count in enumerate(offer) for _ in range(count)):
        state.offer[i] = tile
    rows = description.get("platforms")
    expect(isinstance(rows, list) and len(rows) == players, "platforms", rows, f"a list of {players}")
    assert isinstance(rows, list)
    for seat, row in enumerate(rows):
        _set_platform(state.platforms[seat], row, f"platforms[{seat}]")
    _set_moment(state, description)
    _fill_bag(state, components)
    if state.phase != kerala.OVER:
        _check_supply(state)


def _set_colours(state: Record, description: Mapping[str, Any]) -> None:
    colours = description.get("colours")
    given = [platform.colour for platform in state.platforms[: state.players]]
    if colours is None:
        free = [c for c in range(kerala.NUM_COLOURS) if c not in given]
        colours = [COLOURS[c] if c != kerala.NONE else COLOURS[free.pop(0)] for c in given]
    right = (
        isinstance(colours, list)
        and len(colours) == len(given)
        and all(c in COLOURS for c in colours)
        and len(set(colours)) == len(colours)
    )
    expect(right, "colours", colours, f"{len(given)} different colours of {', '.join(COLOURS)}")
    for seat, colour in enumerate(colours):
        state.platforms[seat].colour = COLOURS.index(colour)


def _tile_counts(where: str, codes: Any) -> list[int]:
    expect(isinstance(codes, list), where, codes, "a list of tile codes")
    for code in codes:
        expect(code in kerala.CODES[:GAME_TILES], where, code, "a game tile such as K3, B>K, RJ or PM")
    counted = Counter(codes)
    return [counted[code] for code in kerala.CODES[:GAME_TILES]]


def _set_platform(platform: Record, row: Any, where: str) -> None:
    expect(isinstance(row, Mapping), where, row, "an object with cells, figures and passes")
    for key in row:
        expect(key in ("cells", "figures", "passes"), where, key, "cells, figures, passes")
    start = kerala.CODES[kerala.FIRST_START_TILE + platform.colour]
    stacks = _parse_stacks(row.get("cells", f"(0,0){start}"), f"{where}.cells")
    stacks.sort(key=lambda stack: start not in stack[1])  # the start tile's cell is slot 0
    starts = [
        tile for _, tiles, _ in stacks for tile in tiles if tile in kerala.CODES[kerala.FIRST_START_TILE : TILE_TYPES]
    ]
    expect(starts == [start], f"{where}.cells", f"start tiles {starts}", f"the own start tile {start}, once")
    laid = sum(len(tiles) for _, tiles, _ in stacks)
    expect(laid <= kerala.MAX_CELLS, f"{where}.cells", f"{laid} tiles", f"at most {kerala.MAX_CELLS}")
    for (x, y), tiles, side in stacks:
        expect(slot_at(platform, x, y) == kerala.NONE, f"{where}.cells", f"({x},{y}) twice", "each cell once")
        slot = add_cell(platform, x, y)
        for tile in tiles:
            lay(platform, slot, kerala.CODES.index(tile))
        platform.side[slot] = side
    expect(
        _connected(platform),
        f"{where}.cells",
        "separate parts",
        "cells connected orthogonally (KER-PLACE-12)",
    )
    platform.passes = whole(f"{where}.passes", row.get("passes", 0), 0, kerala.PASSES)
    _set_figures(platform, row.get("figures", ["(0,0)", "(0,0)"]), f"{where}.figures")


def _parse_stacks(cells: Any, where: str) -> list[tuple[tuple[int, int], list[str], int]]:
    example = "stacks such as (0,0)BS (1,0)K1/G2/B>R@S"
    expect(isinstance(cells, str), where, cells, example)
    stacks = []
    for word in cells.split():
        match = STACK.fullmatch(word)
        expect(match is not None, where, word, example)
        assert match is not None
        x, y = int(match[1]), int(match[2])
        expect(max(abs(x), abs(y)) <= 45, where, word, "cells from -45 to 45")
        *covered, last = match[3].split("/")
        top, _, side = last.partition("@")
        tiles = [*(tile.partition("@")[0] for tile in covered), top]
        for tile in tiles:
            expect(tile in kerala.CODES, where, tile, example)
        has_edge = kerala.KIND_OF[kerala.CODES.index(top)] == kerala.EDGE
        expect(
            side in SIDES if has_edge else side == "",
            where,
            last,
            "a side @N, @E, @S or @W on edge tiles only",
        )
        stacks.append(((x, y), tiles, SIDES.index(side) if has_edge else kerala.NONE))
    return stacks


def _connected(platform: Record) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        around = {int(other) for other in platform.neighbour[waiting.pop()] if other != kerala.NONE}
        waiting += around - reached
        reached |= around
    return len(reached) == int(platform.cells)


def _set_figures(platform: Record, figures: Any, where: str) -> None:
    expect(
        isinstance(figures, list) and len(figures) == 2,
        where,
        figures,
        'two cells such as ["(1,0)", "(0,0)"]',
    )
    for number, cell in enumerate(figures):
        match = CELL.fullmatch(str(cell))
        slot = slot_at(platform, int(match[1]), int(match[2])) if match else kerala.NONE
        expect(slot != kerala.NONE, where, cell, "an occupied cell such as (1,0)")
        platform.figure[number] = slot
    together = platform.figure[0] == platform.figure[1]
    expect(not together or platform.figure[0] == 0, where, figures, "different cells, or both on the start cell")


def _set_moment(state: Record, description: Mapping[str, Any]) -> None:
    players = int(state.players)
    rounds = int(state.rounds)
    turns_taken = [int(platform.tiles) - 1 + int(platform.passes) for platform in state.platforms[:players]]
    round_number = whole("round", description.get("round", min(1 + max(turns_taken), rounds)), 1, rounds)
    seat = whole("seat", description.get("seat", 0), 0, players - 1)
    leads = (seat - round_number + 1) % players
    first_leader = whole("first_leader", description.get("first_leader", leads), 0, players - 1)
    phases = {"take": kerala.TAKE, "step": kerala.STEP, "over": kerala.OVER}
    phase = description.get("phase", "take")
    expect(isinstance(phase, str) and phase in phases, "phase", phase, sorted(phases))
    held = description.get("held")
    expect(
        (held is not None) == (phase == "step"),
        "held",
        held,
        "a tile code if phase is step, nothing otherwise",
    )
    if held is not None:
        expect(held in kerala.CODES[:GAME_TILES], "held", held, "a game tile such as K3")
        state.taken = kerala.CODES.index(held)
    state.phase = phases[phase]
    state.round_number = round_number
    state.seat = seat
    state.first_leader = first_leader
    state.to_remove = state.to_draw = 0
    leader = (first_leader + round_number - 1) % players
    state.turns_left = 0 if phase == "over" else players - (seat - leader) % players


def _fill_bag(state: Record, components: Components) -> None:
    """Put all tiles that the description does not mention into the bag (KER-INV-1)."""
    used = state.box + state.removed
    for tile in state.offer.tolist():
        if tile != kerala.NONE:
            used[tile] += 1
    for seat in range(state.players):
        platform = state.platforms[seat]
        for tile in platform.tile[: platform.tiles].tolist():
            if tile < GAME_TILES:
                used[tile] += 1
    if state.taken != kerala.NONE:
        used[state.taken] += 1
    for tile, (count, available) in enumerate(zip(used.tolist(), components.counts, strict=True)):
        expect(count <= available, "position", f"{count} tiles {kerala.CODES[tile]}", f"at most {available} of the set")
        state.bag[tile] = available - count


def _check_supply(state: Record) -> None:
    """Check that there are enough tiles and free slots for all turns to come.

    Otherwise a player could have no legal action, or a platform could get more cells than the record holds.
    """
    players, turns = int(state.players), int(state.turns_left)
    rounds = int(state.rounds) - int(state.round_number)
    bag = int(state.bag.sum())
    expect(bag >= rounds * players, "bag", f"{bag} tiles", f"{rounds * players} for the rounds to come, or phase over")
    tiles = sum(tile != kerala.NONE for tile in state.offer.tolist()) + (state.phase == kerala.STEP)
    for k in range(players):
        seat = (int(state.seat) + k) % players
        platform, due = state.platforms[seat], k < turns
        stuck = due and platform.passes == kerala.PASSES and tiles <= k
        expect(not stuck, "offer", f"{tiles} tiles", f"a tile for seat {seat}, whose passes are used up (KER-TURN-2)")
        laid, room = int(platform.tiles), kerala.MAX_CELLS - rounds - due
        expect(
            laid <= room, f"platforms[{seat}].cells", f"{laid} tiles", f"at most {room}, a later round, or phase over"
        )


# ---------------------------------------------------------------- writing


def platform_text(platform: Record) -> str:
    """Return the notation of a platform: its stacks in the order of their slots."""
    stacks: list[list[str]] = [[] for _ in range(int(platform.cells))]
    for k in range(int(platform.tiles)):
        stacks[platform.tile_slot[k]].append(kerala.CODES[platform.tile[k]])
    shown = []
    for slot, stack in enumerate(stacks):
        side = f"@{SIDES[platform.side[slot]]}" if platform.side[slot] != kerala.NONE else ""
        shown.append(f"({platform.x[slot]},{platform.y[slot]}){'/'.join(stack)}{side}")
    return " ".join(shown)

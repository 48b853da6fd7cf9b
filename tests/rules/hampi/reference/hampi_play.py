"""Helpers for tests of Hampi: notation, positions, random play, and the state of both implementations in one form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hampi_positions as positions
import numpy as np
from hampi_reference import LOG_ORDER, MEASURES, Reference
from hampi_zones import INFLUENCERS, Box, building_zone

import mandapa
from mandapa.games.hampi.rules.components import MAX_PARTS
from mandapa.games.hampi.rules.state import DRAW, NODES, PHASES

TRIANGLE = "H56@0,0/0 H57@1,0/0 H58@0,1/0"
"""The set-up of three tiles of land: ``TRI`` in the notation of these tests."""

RING = (
    "H57@0,0/0 H58@1,0/0 H59@0,1/0 H12@1,-1/4 H03@2,-1/0 H14@2,0/4 H06@3,-1/3 H31@3,0/2 H08@2,1/5 H13@3,1/1 H04@2,2/3 "
    "H05@1,2/0 H19@0,2/1"
)
"""Six tiles around the empty cell (1,1), which all have land facing it."""

BOX = Box()
PROGRAMS = ["package", "reference"]
VECTORS = Path(__file__).parents[1] / "vectors"


def vectors() -> list[dict[str, Any]]:
    """Load the worked examples."""
    files = [VECTORS / "zones.toml", VECTORS / "turns.toml"]
    return [row for file in files for row in tomllib.loads(file.read_text(encoding="utf-8"))["vector"]]


def load(players: int | None = None, **options: Any) -> mandapa.Game:
    """Load a game of Hampi as ``mandapa.load`` does."""
    return mandapa.load("hampi", players, **options)


def described(given: dict[str, Any]) -> dict[str, Any]:
    """Return a description for ``Game.position``: markers may be words, ``0:H38:pond`` or ``1:H01:2``, optionally
    ``x7``."""
    found = {**given, "board": given["board"].replace("TRI", TRIANGLE)}
    words = [word for row in given.get("markers", []) if isinstance(row, str) for word in row.split()]
    if words:
        found["markers"] = [row for word in words for row in marker_rows(word)]
    return found


def marker_rows(word: str) -> list[dict[str, Any]]:
    seat, tile, at, *times = word.split(":")
    row = {"seat": int(seat), "tile": tile, "at": int(at) if at.isdigit() else at}
    return [row] * (int(times[0]) if times else 1)


def begun(program: str, players: int = 3, position: dict[str, Any] | None = None, **options: Any) -> Any:
    """Start the game of the package or of the reference, at its beginning or in a position."""
    if position is None:
        return load(players, **options).new_state() if program == "package" else Reference(players, **options)
    given = described(position)
    if program == "package":
        return load(players, **options).position(given)
    return positions.at_position(given, players=players, **options)


def at(board: str, players: int = 3, mode: str = "basic", **given: Any) -> mandapa.State:
    """Return a position of the package."""
    state: mandapa.State = begun("package", players, {"board": board, **given}, mode=mode)
    return state


def place(state: Any, where: str) -> None:
    """Lay the drawn tile: ``2,1/3``; the rotation is given only if it is asked for."""
    cell, rotation = where.split("/")
    state.apply(f"cell ({cell})")
    if state.legal_actions and state.legal_actions[0].startswith("turn"):
        state.apply(f"turn {rotation}")


def plays(seed: int, players: int = 3, choose: Any = None, **options: Any) -> Iterator[mandapa.State]:
    """Yield the state before every action and at the end. ``choose(state, rng)`` returns the text of a decision."""
    rng = np.random.default_rng(seed)
    state = load(players, **options).new_state()
    while not state.is_terminal:
        yield state
        state.apply(state.sample(rng) if state.is_chance else (choose or pick_any)(state, rng))
    yield state


def pick_any(state: Any, rng: np.random.Generator) -> str:
    """Choose at random."""
    texts = state.legal_actions
    return str(texts[int(rng.integers(len(texts)))])


def eager(state: Any, rng: np.random.Generator) -> str:
    """Mark whatever is possible, so that markers run out."""
    texts = state.legal_actions
    return str(texts[-1]) if texts[0] == "decline" else pick_any(state, rng)


# ---------------------------------------------------------------- compare both implementations


def known_of(state: Any) -> dict[str, Any]:
    """Return everything that matters in a game, as plain data."""
    return of_reference(state) if isinstance(state, Reference) else of_package(state)


def of_reference(game: Reference) -> dict[str, Any]:
    counts = {name: dict(+getattr(game, name)) for name in ("unseen", "returned", "aside", "gone")}
    return {
        "board": dict(game.board),
        "laid": list(game.laid),
        "markers": [list(row) for row in game.markers],
        "in_round_2": list(game.in_round_2),
        "support": [list(row) for row in game.support],
        "zones_scored": list(game.zones_scored),
        "holders": sorted(game.holders),
        "undrawn": list(game.undrawn),
        "stack": list(game.stack),
        "specials": list(game.specials),
        "round": game.round,
        "phase": game.phase if game.phase not in ("tiles", "rotations", "split", "start") else "setup",
        "drawn": game.drawn,
        **counts,
    }


def of_package(state: mandapa.State) -> dict[str, Any]:
    record = state.record
    names = [face.name for face in state.game.components.faces]
    players, laid = int(record.players), int(record.laid)
    cells = [cell_of(record, tile) for tile in range(laid)]
    tiles = [
        (names[kind], turn) for kind, turn in zip(record.type[:laid], record.rotation[:laid].tolist(), strict=True)
    ]
    counts = {
        key: {name: int(count) for name, count in zip(names, record[key], strict=False) if count}
        for key in ("unseen", "returned", "aside", "gone")
    }
    return {
        "board": dict(zip(cells, tiles, strict=True)),
        "laid": cells,
        "markers": [
            [place_of(record, int(node)) for node in record.marker[seat, : record.markers_out[seat]]]
            for seat in range(players)
        ],
        "in_round_2": record.in_round_2[:players].tolist(),
        "support": record.score[:players].tolist(),
        "zones_scored": [int((record.scored >> seat & 1).sum()) for seat in range(players)],
        "holders": [seat for seat in range(players) if record.holders >> seat & 1],
        "undrawn": [measure for measure, left in zip(MEASURES, record.undrawn, strict=True) if left],
        "stack": record.stack.tolist() if record.phase >= DRAW else [],
        "specials": record.specials.tolist() if record.phase >= DRAW else [],
        "round": int(record.round_number),
        "phase": PHASES[record.phase],
        "drawn": names[record.drawn] if record.drawn >= 0 else None,
        **counts,
    }


def cell_of(record: Any, tile: int) -> tuple[int, int]:
    cell = int(record.cell[tile])
    return cell // 64 - 32, cell % 64 - 32


def place_of(record: Any, node: int) -> tuple[tuple[int, int], Any]:
    """Return the cell and part of a marker."""
    if node >= NODES:
        return cell_of(record, node - NODES), "building"
    return cell_of(record, node // MAX_PARTS), node % MAX_PARTS


def support(**entries: int) -> list[int]:
    return [entries.get(name, 0) for name in INFLUENCERS]


def totals(state: Any) -> list[int]:
    return [sum(row) for row in known_of(state)["support"]]


# ---------------------------------------------------------------- zones


def zones_of(state: Any) -> list[dict[str, Any]]:
    """Return all zones of the landscape: kind, members (cell, part), tiles, gaps, complete; also dead land and mere
    roads."""
    if isinstance(state, Reference):
        return [
            {key: zone[key] for key in ("kind", "members", "tiles", "gaps", "complete")} for zone in all_zones(state)
        ]
    record = state.record
    found = []
    for zone in state.view()["zones"]:
        members = [(cell_of(record, tile), part) for tile, part in zone["parts"]]
        found.append(
            {
                "kind": "dead" if zone["status"] == "dead" else zone["kind"],
                "members": sorted(members) or [(tuple(zone["cells"][0]), "building")],
                "tiles": sorted(tuple(cell) for cell in zone["cells"]),
                "gaps": zone["gaps"],
                "complete": zone["status"] == "complete",
            }
        )
    return found


def all_zones(game: Reference) -> list[dict[str, Any]]:
    found = list(game.zones)
    if game.advanced:
        found += [zone for cell in game.board if (zone := building_zone(game.box, game.board, cell)) is not None]
    return found


def finished(state: Any) -> list[dict[str, Any]]:
    """Return the zones completed by the last tile, in the order of the log: kind, tiles, vector, leaders."""
    if isinstance(state, Reference):
        return [
            {"kind": zone["kind"], "tiles": zone["tiles"], "vector": zone["vector"], "leaders": list(zone["gains"])}
            for zone in state.finished
        ]
    last = tuple(cell_of(state.record, int(state.record.laid) - 1))
    rows = [zone for zone in state.view()["zones"] if zone["scored"] and last in zone["cells"]]
    found = [
        {
            "kind": zone["kind"],
            "tiles": sorted(tuple(cell) for cell in zone["cells"]),
            "vector": support(**zone["support"]),
            "leaders": zone["paid"],
        }
        for zone in rows
    ]
    return sorted(found, key=lambda zone: (LOG_ORDER.index(zone["kind"]), zone["tiles"]))


def zone_at(state: Any, text: str) -> dict[str, Any]:
    """Return the zone that ``mark 2`` refers to."""
    here = known_of(state)["laid"][-1]
    return next(zone for zone in zones_of(state) if (here, int(text.split()[1])) in zone["members"])


def locked(state: Any) -> list[int]:
    """Return how many markers of each seat are in complete zones."""
    complete = [member for zone in zones_of(state) if zone["complete"] for member in zone["members"]]
    return [sum(place in complete for place in row) for row in known_of(state)["markers"]]


def cells_in(text: str) -> list[tuple[int, int]]:
    """Return the cells of ``1,1 -2,0``, sorted."""
    return sorted((int(q), int(r)) for q, r in (word.split(",") for word in text.split()))

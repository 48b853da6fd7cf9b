"""Helpers for tests of Chola: positions, random play, and the state of both implementations in one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import chola_pieces as pieces
import chola_positions as positions
import numpy as np
from chola_pieces import CARDS, LETTERS, NAMES
from chola_reference import Reference

import mandapa

TEMPLE = pieces.Temple(pieces.DATA)
SQUARES, SLOTS = TEMPLE.squares, list(TEMPLE.slots)
TILES = [row["id"] for kind in pieces.SLOT_SIZES for row in pieces.DATA["sculpture_rules"][kind]]
TREASURES = pieces.TREASURES


def filled(squares: list[str]) -> str:
    """Return stones for these squares such that no two neighbours have the same colour."""
    return " ".join(square + LETTERS[(TEMPLE.columns.index(square[0]) + 2 * int(square[1:])) % 5] for square in squares)


def described(position: dict[str, Any]) -> dict[str, Any]:
    """Return a position for ``Game.position``: ``full_but`` leaves some squares empty, ``scatter`` counts stones by
    colour."""
    given = dict(position)
    empty = given.pop("full_but", None)
    if empty is not None:
        given["stones"] = filled([square for square in SQUARES if square not in empty.split()])
    scattered = Counter(given.pop("scatter", {})).elements()
    if "stones" not in given:
        given["stones"] = " ".join(square + letter for square, letter in zip(SQUARES, scattered, strict=False))
    return given


def load(players: int | None = None, **options: Any) -> mandapa.Game:
    """Load a game of Chola as ``mandapa.load`` does."""
    return mandapa.load("chola", players, **options)


def options_of(colours: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game in which the seats have these colours; a single colour means a solo game."""
    found = {"variant": "solo" if len(colours) == 1 else "basic"}
    return {"players": len(colours), "colours": [NAMES[letter] for letter in colours], **found, **options}


def begun(program: str, colours: str = "BWG", position: dict[str, Any] | None = None, **options: Any) -> Any:
    """Start a game of the package or of the reference, at its beginning or in a position."""
    settled = options_of(colours, options)
    given = None if position is None else {"colours": list(colours), **described(position)}
    if given is not None and settled["variant"] == "expert":
        given.setdefault("tiles", {"S40": "M6"})  # or all sculptures are carved
    if program == "package":
        game = load(**settled)
        return game.new_state() if given is None else game.position(given)
    return Reference(**settled) if given is None else positions.at_position(given, **settled)


def at(position: dict[str, Any], colours: str = "BWG", **options: Any) -> mandapa.State:
    """Return a position of the package, without treasures and with full values unless the options say otherwise."""
    return begun("package", colours, position, **{"treasures": "none", "pattern_scoring": "full", **options})


def plays(seed: int, players: int = 4, choose: Any = None, **options: Any) -> Iterator[mandapa.State]:
    """Yield the state before every action and at the end. ``choose(state, rng)`` returns the text of a decision."""
    rng = np.random.default_rng(seed)
    state = load(players=players, **options).new_state()
    while not state.is_terminal:
        yield state
        if state.is_chance:
            state.apply(state.sample(rng))
        else:
            state.apply((choose or pick_any)(state, rng))
    yield state


def pick_any(state: Any, rng: np.random.Generator) -> str:
    """Choose at random, but prefer building to stalling, so that games make progress."""
    texts = state.legal_actions
    busy = [text for text in texts if text.startswith(("build", "sculpt"))]
    if busy and rng.random() < 0.7:
        texts = busy
    return texts[int(rng.integers(len(texts)))]


def careful(state: Any, rng: np.random.Generator) -> str:
    """Build and carve if possible and keep room in the hands, so that most games reach their regular end."""
    texts = state.legal_actions
    if texts[0].split()[0] not in ("pick", "replace", "draw", "build", "sculpt") or rng.random() < 0.05:
        return texts[int(rng.integers(len(texts)))]
    hand, cards = (int(state.record[name][state.current_player].sum()) for name in ("hand", "cards"))
    open_cards = [text for text in texts if text in ("draw one", "draw same2", "draw diff2")]
    pick = [text for text in texts if text == "pick"]
    wanted = [
        [text for text in texts if text.startswith(("sculpt", "build"))],
        pick if hand < 3 else [],
        open_cards if cards < 3 else [],
        pick if hand < 5 else [],
        [text for text in texts if text.startswith("replace")],
        open_cards,
    ]
    found = next((choices for choices in wanted if choices), texts)
    return found[int(rng.integers(len(found)))]


def played(seed: int, players: int = 4, **options: Any) -> mandapa.State:
    """Return the final state of a random game."""
    *_, state = plays(seed, players, **options)
    return state


# ---------------------------------------------------------------- compare both implementations


def known_of(state: Any) -> dict[str, Any]:
    """Return everything that matters in a game, including secrets, as plain data."""
    return of_reference(state) if isinstance(state, Reference) else of_package(state)


def of_reference(game: Reference) -> dict[str, Any]:
    plain = [[dict(+counts) for counts in rows] for rows in (game.hands, game.cards, game.known, game.wagons)]
    return {
        "turn": game.turn,
        "turns_left": game.turns_left or 0,
        "replace_run": game.replace_run,
        "stones": dict(sorted(game.stones.items())),
        "carved": game.carved,
        "tiles": game.tiles,
        "treasures": game.treasures,
        "colours": game.colours,
        **dict(zip(("hands", "cards", "known", "wagons"), plain, strict=True)),
        "bag": dict(+game.bag),
        "row": dict(+game.row),
        "stack": dict(+game.stack),
        "bonus": game.bonus,
        "resting": sorted(game.resting),
        "points": [list(rows.values()) for rows in game.points],
    }


def of_package(state: mandapa.State) -> dict[str, Any]:
    record = state.record
    players = int(record.players)
    temple = state.game.components.temple
    squares = dict(zip(temple.names, record.stone.tolist(), strict=False))
    stars = record.treasure[: len(TEMPLE.stars)].tolist()
    names = state.game.components.tiles
    slots = [(f"S{n + 1}", int(record.tile_at[n]), int(record.carver[n])) for n in range(int(record.slots))]
    reds, blues = record.red.tolist(), record.blue.tolist()
    return {
        "turn": int(record.turn),
        "turns_left": int(record.last_turns),
        "replace_run": int(record.replace_run),
        "stones": {square: LETTERS[n - 1] for square, n in sorted(squares.items()) if n},
        "carved": {slot: carver for slot, _, carver in slots if carver >= 0},
        "tiles": {slot: names[tile] for slot, tile, carver in slots if tile >= 0 and carver < 0},
        "treasures": {star: TREASURES[n - 1] for star, n in zip(TEMPLE.stars, stars, strict=True) if n},
        "colours": [LETTERS[colour] for colour in record.colour[:players].tolist() if colour >= 0],
        "hands": [counted(LETTERS, row) for row in record.hand[:players]],
        "cards": [counted(CARDS, row) for row in record.cards[:players]],
        "known": [counted(CARDS, row) for row in record.known[:players]],
        "wagons": [counted(LETTERS, row) for row in record.wagon[:players]],
        "bag": counted(LETTERS, record.bag),
        "row": counted(CARDS, record.row),
        "stack": counted(CARDS, record.stack),
        "bonus": [
            [f"R{red}"] * (red > 0) + [f"U{blue}"] * (blue > 0)
            for red, blue in zip(reds[:players], blues[:players], strict=True)
        ],
        "resting": [seat for seat in range(players) if record.resting[seat]],
        "points": record.points[: 2 if players == 1 else players].tolist(),
    }


def counted(names: list[str], numbers: Any) -> dict[str, int]:
    """Return ``{name: number}`` without the zeros."""
    return {name: number for name, number in zip(names, numbers.tolist(), strict=True) if number}


def build(state: Any, text: str) -> None:
    """Return the actions of a whole Build: ``diff2 WG c1-c2 0`` is card, colours, place, arrangement; optional parts
    are omitted."""
    card, colours, place, *way = text.split()
    state.apply(f"build {card}")
    for text in (f"colours {' '.join(colours)}", f"place {place}", f"arrange {' '.join(way)}"):
        if state.legal_actions and text.split()[0] == state.legal_actions[0].split()[0]:
            state.apply(text)


def gains(state: Any, *texts: str) -> list[int]:
    """Return the points that these actions bring each seat; a Build may be given as a whole."""
    before = totals(state)
    for text in texts:
        if text.startswith("build") and len(text.split()) > 2:
            build(state, text.removeprefix("build "))
        else:
            state.apply(text)
    return [now - then for now, then in zip(totals(state), before, strict=True)]


def winners(state: Any) -> list[int]:
    """Return the winning seats."""
    if isinstance(state, Reference):
        return state.winners()
    sheets = state.scores(explain=True)
    return [sheet["seat"] for sheet in sheets if sheet["rank"] == 1 and sheet.get("won", True)]


def ending(state: Any) -> str | None:
    """Return the reason why the game is over."""
    found: str | None = state.reason if isinstance(state, Reference) else state.view()["ending"]
    return found


def those(state: Any, verb: str) -> list[str]:
    """Return the legal actions that begin with this word."""
    return [text for text in state.legal_actions if text.split()[0] == verb]


def totals(state: Any) -> list[int]:
    """Return the points of every seat; in a solo game also of the opponent."""
    return [sum(rows) for rows in known_of(state)["points"]]

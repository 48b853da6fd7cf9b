"""Set-up positions for the reference implementation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from chola_pieces import LETTERS
from chola_reference import Reference


def at_position(given: dict[str, Any], **options: Any) -> Reference:
    """Return a game with these options in a position, given as to ``Game.position``."""
    game = Reference(**options)
    game.stones = {word[:-1]: word[-1] for word in given.get("stones", "").split()}
    game.carved = dict(given.get("carved", {}))
    game.tiles = dict(given.get("tiles", {}))
    game.treasures = dict(given.get("treasures", {}))
    game.colours = list(given.get("colours", LETTERS))[: game.players]
    for name in ("hands", "cards", "known", "wagons"):
        rows = given.get(name, [])
        setattr(game, name, [Counter(rows[seat] if seat < len(rows) else {}) for seat in range(game.players)])
    game.row = Counter(given.get("face_up", {}))
    game.bag = Counter(dict.fromkeys(LETTERS, game.data["stones"]["per_colour"]))
    game.bag.subtract(Counter(game.stones.values()) + sum(game.hands, Counter()))
    everything = Counter({row["id"]: row["count"] for row in game.data["build_cards"]})
    everything.subtract(game.row + sum(game.cards, Counter()))
    game.stack = Counter(given["stack"]) if "stack" in given else everything
    bonus = given.get("bonus", [])
    game.bonus = [list(bonus[seat]) if seat < len(bonus) else [] for seat in range(game.players)]
    for rows, points in zip(game.points, given.get("points", [0] * len(game.points)), strict=True):
        rows["other"] = points
    game.seat = given.get("seat", 0)
    game.turn = given.get("turn", 1) - 1
    game.turns_left = given.get("turns_left")
    game.replace_run = given.get("replace_run", 0)
    game.removed_value = None
    game.history = []
    game.run(game.play())
    return game

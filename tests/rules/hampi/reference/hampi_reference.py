"""Reference implementation of Hampi's rules, written as directly as possible with dicts, lists and text. Slow.

It shares only the component file with the rule package, and searches for all zones again after every tile.

``Reference`` implements the parts of ``State`` that tests need, with the same texts.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from hampi_zones import DATA, INFLUENCERS, Board, Box, Cell, beside, building_zone, placements, vector, zones

MEASURES = ["total", *INFLUENCERS]
DIRECTIONS = ["E", "SE", "SW", "W", "NW", "NE"]
SETUP_CELLS = [(0, 0), (1, 0), (0, 1)]
SPLITS = [0, 7, 21, 35, 35, 21, 7, 0]
WHICH = ["first", "second", "third"]
LOG_ORDER = ["land", "village", "farm", "pond", "temple", "market"]


class Reference:
    """A game in progress."""

    def __init__(
        self,
        players: int = 3,
        mode: str = "basic",
        length: str = "full",
        replace_tile: bool = False,
        terrain_marks: str = "any",
        conditions_in_stack_2: str | int = "random",
        tie_shares: str = "influencers",
        final_tie: str = "shared",
        first_player: str | int = "random",
        data: dict[str, Any] = DATA,
    ) -> None:
        self.box = Box(data)
        self.players, self.advanced = players, mode == "advanced"
        self.replace_tile = replace_tile
        self.by_total = tie_shares == "total"
        self.terrain_early = terrain_marks == "any"
        self.last_round = {"quick": 2, "full": 3}[length]
        self.total_decides = final_tie == "total"
        self.split = None if conditions_in_stack_2 == "random" else int(conditions_in_stack_2)
        self.first_player = None if first_player == "random" else int(first_player)
        self.unseen = Counter(self.box.name_of.values())
        self.returned: Counter[str] = Counter()
        self.aside: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()
        self.undrawn = list(MEASURES)
        self.stack: list[int] = []
        self.specials: list[int] = []
        self.board: Board = {}
        self.laid: list[Cell] = []
        self.zones: list[dict[str, Any]] = []
        self.setup_tiles: list[str] = []
        self.markers: list[list[tuple[Cell, Any]]] = [[] for _ in range(players)]  # oldest first
        self.in_round_2 = [0] * players
        self.support = [[0] * 6 for _ in range(players)]
        self.zones_scored = [0] * players
        self.holders: set[int] = set()
        self.round = 1
        self.seat = 0
        self.drawn: str | None = None
        self.cell: Cell | None = None
        self.target: tuple[Cell, Any] | None = None
        self.finished: list[dict[str, Any]] = []  # zones completed by the last placement, as scored
        self.phase = "tiles"

    # ------------------------------------------------------------ chance

    @property
    def is_terminal(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase in ("tiles", "rotations", "split", "start", "draw")

    def chance_outcomes(self) -> dict[str, Fraction]:
        """Return every outcome with its probability."""
        weights = {
            "tiles": self.tile_weights,
            "rotations": self.rotation_weights,
            "split": lambda: {f"split {number}": weight for number, weight in enumerate(SPLITS) if weight},
            "start": lambda: {f"start {seat}": 1 for seat in range(self.players)},
            "draw": self.draw_weights,
        }[self.phase]()
        total = sum(weights.values())
        return {text: Fraction(weight) / total for text, weight in weights.items()}

    def tile_weights(self) -> dict[str, Any]:
        """HAM-SETUP-1 and 2: a tile can come next if some set-up begins with the settled tiles and this one."""
        left = self.unseen - Counter(self.setup_tiles)
        fitting = {name: number for name, number in left.items() if self.leads_on([*self.setup_tiles, name])}
        which = WHICH[len(self.setup_tiles)]
        return {f"{which} {name}": number for name, number in fitting.items()}

    def leads_on(self, tiles: list[str]) -> bool:
        if len(tiles) == 3:
            return bool(self.setups(tiles))
        return any(self.leads_on([*tiles, name]) for name in self.unseen - Counter(tiles))

    def setups(self, tiles: list[str]) -> list[tuple[int, int]]:
        """Return the pairs of rotations in which everything matches and nothing is complete."""
        pairs = []
        for second in range(6):
            if self.box.edge(tiles[0], 0, 0) != self.box.edge(tiles[1], second, 3):
                continue
            for third in range(6):
                if self.box.edge(tiles[0], 0, 1) != self.box.edge(tiles[2], third, 4):
                    continue
                if self.box.edge(tiles[1], second, 2) != self.box.edge(tiles[2], third, 5):
                    continue
                board = dict(zip(SETUP_CELLS, zip(tiles, [0, second, third], strict=True), strict=True))
                if not any(zone["complete"] for zone in zones(self.box, board)):
                    pairs.append((second, third))
        return pairs

    def rotation_weights(self) -> dict[str, Any]:
        return {f"rotations {second} {third}": 1 for second, third in self.setups(self.setup_tiles)}

    def draw_weights(self) -> dict[str, Any]:
        """Return the items of the current stack, all equally likely; see the information rules."""
        here = self.round - 1
        weights: Counter[str] = Counter()
        if self.round == 1 and self.specials[0]:
            weights["draw jewel"] = 1
        if self.round > 1 and self.specials[here]:
            for measure in self.undrawn:
                weights[f"draw condition {measure}"] += Fraction(self.specials[here], len(self.undrawn))
        for name, number in self.returned.items():
            weights[f"draw {name}"] += number
        others = self.stack[here] - self.specials[here] - self.returned.total()
        if others:
            for name, number in self.unseen.items():
                weights[f"draw {name}"] += Fraction(others * number, self.unseen.total())
        return {text: weight for text, weight in weights.items() if weight}

    # ------------------------------------------------------------ decisions

    @property
    def legal_actions(self) -> list[str]:
        """Return the legal actions in the order of the action numbers."""
        if self.is_chance:
            return sorted(self.chance_outcomes(), key=self.number_of)
        if self.phase == "cell":
            assert self.drawn is not None
            cells = dict.fromkeys(cell for cell, _ in placements(self.box, self.board, self.drawn))
            found = [f"cell ({q},{r})" for q, r in cells]
            may_replace = self.replace_tile and not self.aside.total() and self.stack[self.round - 1] > 0
            return [*found, "replace"] if may_replace else found
        if self.phase == "turn":
            return [f"turn {rotation}" for rotation in self.rotations()]
        if self.phase == "mark":
            return self.marks()
        if self.phase == "withdraw":
            return [f"withdraw {number}" for number in self.sources(self.zone_at(self.target))]
        return []

    def rotations(self) -> list[int]:
        assert self.drawn is not None
        return [rotation for cell, rotation in placements(self.box, self.board, self.drawn) if cell == self.cell]

    def zone_at(self, member: tuple[Cell, Any] | None) -> dict[str, Any]:
        """Return the zone of a part, or of a building."""
        assert member is not None
        if member[1] == "building":
            zone = building_zone(self.box, self.board, member[0])
            assert zone is not None
            return zone
        return next(zone for zone in self.zones if member in zone["members"])

    def marks(self) -> list[str]:
        """HAM-MARK-1 to 9."""
        here = self.laid[-1]
        parts = range(len(self.box.tiles[self.board[here][0]].parts))
        found = ["decline"]
        offered: list[Any] = []
        for number in parts:
            zone = self.zone_at((here, number))
            if zone["members"] not in offered and self.may_mark(zone):
                found.append(f"mark {number}")
            offered.append(zone["members"])
        if self.may_mark_building(here):
            found.append("mark building")
        for number, direction in enumerate(DIRECTIONS):
            other = beside(here, number)
            if other in self.board and self.may_mark_building(other) and self.zone_at((other, "building"))["complete"]:
                found.append(f"mark building {direction}")
        return found

    def may_mark(self, zone: dict[str, Any]) -> bool:
        if zone["kind"] in ("road", "dead"):
            return False
        if not zone["complete"] and (not self.terrain_early if self.advanced else self.round == 1):
            return False
        if not self.advanced and self.round == 2 and self.in_round_2[self.seat] == 3:
            return False
        return self.has_marker_for(zone)

    def may_mark_building(self, cell: Cell) -> bool:
        """HAM-MARK-7; the caller ensures that a neighbour's building has just been completed."""
        if not self.advanced or building_zone(self.box, self.board, cell) is None:
            return False
        zone = self.zone_at((cell, "building"))
        return sum(self.count_markers(zone)) == 0 and self.has_marker_for(zone)

    def has_marker_for(self, zone: dict[str, Any]) -> bool:
        return len(self.markers[self.seat]) < 8 or bool(self.sources(zone))

    def sources(self, target: dict[str, Any]) -> list[int]:
        """HAM-MARK-9: in every open zone except the target, the marker that was placed first."""
        found: list[int] = []
        seen = [target["members"]]
        for number, place in enumerate(self.markers[self.seat]):
            zone = self.zone_at(place)
            if zone["gaps"] and zone["members"] not in seen:
                found.append(number)
            seen.append(zone["members"])
        return found

    def count_markers(self, zone: dict[str, Any]) -> list[int]:
        """Return how many markers each player has in a zone."""
        return [sum(place in zone["members"] for place in row) for row in self.markers]

    def number_of(self, text: str) -> int:
        """Return the number of an action or outcome, as the game documents it."""
        words = text.split()
        if text.startswith("cell"):
            q, r = cell_in(text)
            return 64 * (q + 32) + r + 32
        if words[0] == "mark":
            if words[1] == "building":
                return 4111 + DIRECTIONS.index(words[2]) if words[2:] else 4110
            return 4103 + int(words[1])
        if words[0] == "draw":
            return 67 if words[1] == "jewel" else 60 + MEASURES.index(words[2]) if words[2:] else self.type_of(words[1])
        if words[0] in WHICH:
            return self.type_of(words[1])
        if words[0] == "rotations":
            return 6 * int(words[1]) + int(words[2])
        first = {"turn": 4096, "decline": 4102, "withdraw": 4117, "replace": 4125}.get(words[0], 0)
        return first + int(words[1]) if words[1:] else first

    def type_of(self, tile: str) -> int:
        return self.box.types.index(self.box.name_of[tile])

    # ------------------------------------------------------------ effects of actions

    def apply(self, text: str) -> None:
        words = text.split()
        if self.phase in ("tiles", "rotations", "split", "start"):
            self.set_up(words)
        elif self.phase == "draw":
            self.draw(words[1:])
        elif text == "replace":
            assert self.drawn is not None
            self.aside[self.drawn] += 1
            self.drawn, self.phase = None, "draw"
        elif self.phase == "cell":
            self.cell = cell_in(text)
            self.phase = "turn"
            if len(self.rotations()) == 1:
                self.place(self.rotations()[0])
        elif self.phase == "turn":
            self.place(int(words[1]))
        elif self.phase == "mark":
            self.mark(words)
        else:
            del self.markers[self.seat][int(words[1])]
            self.put()

    def set_up(self, words: list[str]) -> None:
        if words[0] in WHICH:
            self.setup_tiles.append(words[1])
        elif words[0] == "rotations":
            for cell, tile, rotation in zip(SETUP_CELLS, self.setup_tiles, [0, *map(int, words[1:])], strict=True):
                self.lay(cell, tile, rotation)
                self.unseen[tile] -= 1
        elif words[0] == "split":
            self.split = int(words[1])
        else:
            self.first_player = int(words[1])
        if len(self.setup_tiles) < 3:
            self.phase = "tiles"
        elif not self.board:
            self.phase = "rotations"
        elif self.split is None:
            self.phase = "split"
        elif self.first_player is None:
            self.phase = "start"
        else:
            land = self.unseen.total() // 3
            self.specials = [1, self.split, 7 - self.split]
            self.stack = [land + number for number in self.specials]
            self.seat, self.phase = self.first_player, "draw"

    def lay(self, cell: Cell, tile: str, rotation: int) -> None:
        self.board[cell] = tile, rotation
        self.laid.append(cell)
        self.zones = zones(self.box, self.board)

    def draw(self, words: list[str]) -> None:
        """HAM-TURN-1 to 6."""
        self.finished = []
        self.stack[self.round - 1] -= 1
        if words == ["jewel"]:
            self.specials[0] -= 1
            self.holders = {self.seat}
            self.end_turn()
        elif words[0] == "condition":
            self.specials[self.round - 1] -= 1
            self.undrawn.remove(words[1])
            self.pass_jewel(words[1])
            if self.undrawn:
                self.end_turn()
            else:
                self.phase = "over"
        else:
            self.draw_tile(self.box.name_of[words[0]])

    def draw_tile(self, tile: str) -> None:
        (self.returned if self.returned[tile] else self.unseen)[tile] -= 1
        if placements(self.box, self.board, tile):
            self.drawn, self.phase = tile, "cell"
            return
        self.aside[tile] += 1
        if self.stack[self.round - 1] == 0:
            self.gone += self.aside
            self.aside.clear()
            self.end_turn()

    def place(self, rotation: int) -> None:
        assert self.cell is not None and self.drawn is not None
        self.lay(self.cell, self.drawn, rotation)
        self.cell = self.drawn = None
        self.phase = "mark"
        if self.marks() == ["decline"]:
            self.score_and_end()

    def mark(self, words: list[str]) -> None:
        if words == ["decline"]:
            self.score_and_end()
            return
        here = self.laid[-1]
        if words[1] == "building":
            self.target = (beside(here, DIRECTIONS.index(words[2])) if words[2:] else here), "building"
        else:
            self.target = here, int(words[1])
        if self.round == 2 and not self.advanced:
            self.in_round_2[self.seat] += 1
        if len(self.markers[self.seat]) == 8:
            self.phase = "withdraw"
        else:
            self.put()

    def put(self) -> None:
        assert self.target is not None
        self.markers[self.seat].append(self.target)
        self.target = None
        self.score_and_end()

    # ------------------------------------------------------------ scoring

    def completed(self) -> list[dict[str, Any]]:
        """Return the zones completed by the last tile, in the order of the log."""
        here = self.laid[-1]
        found = [zone for zone in self.zones if here in zone["tiles"] and zone["complete"]]
        if self.advanced:
            around = [here, *[beside(here, direction) for direction in range(6)]]
            buildings = [building_zone(self.box, self.board, cell) for cell in around if cell in self.board]
            found += [zone for zone in buildings if zone is not None and zone["complete"]]
        return sorted(found, key=lambda zone: (LOG_ORDER.index(zone["kind"]), zone["tiles"]))

    def score_and_end(self) -> None:
        """HAM-SCORE, HAM-ADV-2."""
        self.finished = self.completed()
        for zone in self.finished:
            zone["counts"] = self.count_markers(zone)
            zone["vector"] = vector(self.box, self.board, zone)
            zone["gains"] = shares(zone["vector"], zone["counts"], self.by_total)
            for seat, gain in zone["gains"].items():
                self.support[seat] = [old + new for old, new in zip(self.support[seat], gain, strict=True)]
                self.zones_scored[seat] += 1
        if self.advanced:
            members = [member for zone in self.finished for member in zone["members"]]
            for row in self.markers:
                row[:] = [place for place in row if place not in members]
        self.end_turn()

    def end_turn(self) -> None:
        """HAM-TURN-5 and 7, HAM-END-3."""
        self.stack[self.round - 1] += self.aside.total()
        self.returned += self.aside
        self.aside.clear()
        self.seat, self.phase = (self.seat + 1) % self.players, "draw"
        if self.stack[self.round - 1] == 0:
            self.returned.clear()
            if self.round == self.last_round:
                self.phase = "over"
            else:
                self.round += 1

    # ------------------------------------------------------------ the Jewel

    def value(self, seat: int, measure: str) -> int:
        return sum(self.support[seat]) if measure == "total" else self.support[seat][INFLUENCERS.index(measure)]

    def pass_jewel(self, measure: str) -> None:
        """HAM-JEWEL-3 and 4, HAM-END-2."""
        values = [self.value(seat, measure) for seat in range(self.players)]
        if max(values) >= 1:
            self.holders = {seat for seat in range(self.players) if values[seat] == max(values)}

    def winners(self) -> set[int]:
        """HAM-END-4 and 5."""
        if not self.total_decides:
            return set(self.holders)
        best = max(self.value(seat, "total") for seat in self.holders)
        return {seat for seat in self.holders if self.value(seat, "total") == best}

    def returns(self) -> list[Fraction]:
        """HAM-END-6."""
        won = self.winners()
        return [Fraction(seat in won, len(won)) - Fraction(1, self.players) for seat in range(self.players)]


def shares(zone_vector: list[int], counts: list[int], by_total: bool = False) -> dict[int, list[int]]:
    """HAM-SCORE-3 to 5: the share of each player with the most markers."""
    leaders = [seat for seat, count in enumerate(counts) if count == max(counts) and count]
    parts = [Fraction(entry, max(1, len(leaders))) for entry in zone_vector]
    each = [math.trunc(part) for part in parts]
    if by_total:
        rest = math.trunc(sum(parts)) - sum(each)
        sign = 1 if rest > 0 else -1
        furthest = sorted(range(6), key=lambda i: sign * (each[i] - parts[i]))
        for i in furthest[: abs(rest)]:
            each[i] += sign
    return {seat: list(each) for seat in leaders}


def cell_in(text: str) -> Cell:
    """Return the cell of ``cell (1,-1)``."""
    q, r = text.removeprefix("cell (").removesuffix(")").split(",")
    return int(q), int(r)

"""Reference implementation of Menara's rules, written as directly as possible with dicts, lists and text. Slow.

It shares with the rule package the component file, the standing test (which is tested separately against a linear
program) and the lists of places; every place that the package offers is checked here with Shapely.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import menara_reference as plain
import numpy as np
from shapely import Point, Polygon, affinity

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules import components
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, new_places
from mandapa.games.menara.rules.physics.random_towers import new_tower
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.games.menara.rules.physics.tower import MAX_LEVELS, STANDING, lay
from mandapa.kernel.record import Record, copy_of

BOX = tomllib.loads(components.DEFAULT_FILE.read_text(encoding="utf-8"))
COLOURS = ["yellow", "red", "black", "white", "blue"]
PILES = ["blue", "yellow", "red"]
SIDES = ["light", "dark"]
Place = tuple[str, int]
"""A base: floor and number."""


def card_text(card: dict[str, Any]) -> str:
    return " ".join(str(word) for word in (card["pile"], card["type"], card["n"] or None, card["rim"]) if word)


START = new_tower(components.load())
"""A temple without floors."""
CARDS = {card_text(card): card for card in BOX["card"]}
FLOORS = [row["id"] for row in BOX["floor"]]
BASES = {
    (row["id"], side): [colour for *_, colour in row[name]] for row in BOX["floor"] for side, name in enumerate(SIDES)
}


class Reference:
    """A game in progress."""

    def __init__(
        self,
        players: int = 2,
        difficulty: str = "medium",
        level_cards: int | str = "by_difficulty",
        first_player: int | str = "random",
        two_columns: bool = False,
    ) -> None:
        self.least_covered = 2 if two_columns else 3
        row = BOX["difficulty"][difficulty]
        self.players = players
        self.target = row["level_cards"] if level_cards == "by_difficulty" else int(level_cards)
        self.full_number = row["start_columns"][players - 1]
        self.bag = Counter(BOX["columns"])
        self.camp: Counter[str] = Counter()
        self.fresh: Counter[str] = Counter()
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.unseen = Counter(card_text(card) for card in BOX["card"])
        self.discarded: list[str] = []
        self.row: list[str] = []
        self.quarry = list(FLOORS)  # unseen ones, in no order
        self.top: str | None = None
        self.base_floors: list[str] = []
        self.order: list[str] = []  # floors of the temple in the order of building
        self.poses: dict[str, tuple[int, int, int, int, int]] = {}  # side, level, x, y, rotation
        self.columns: set[Place] = set()
        self.phase = "start" if first_player == "random" else "setup camp"
        self.seat = self.first = 0 if first_player == "random" else int(first_player)
        self.turn_number = 1
        self.ending: str | None = None
        self.pile = ""
        self.clear()

    def clear(self) -> None:
        """Forget everything about the last turn."""
        self.card: str | None = None
        self.built = 0
        self.moved: set[Place] = set()
        self.given: list[str] = []
        self.taken: list[str] = []
        self.one_floor: str | None = None
        self.partner: Place | None = None
        self.lifted: Place | None = None
        self.triggers = 0
        self.extended = False
        self.floor: str | None = None
        self.shifting = False
        self.side = 0
        self.level = 0

    # ------------------------------------------------------------ the temple

    @property
    def is_terminal(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase in (
            "start", "setup camp", "hands", "base floors", "next floor", "card", "camp draw", "replenish",
        )  # fmt: skip

    @property
    def kind(self) -> str:
        assert self.card is not None
        return str(CARDS[self.card]["type"])

    def colour(self, place: Place) -> str:
        floor, base = place
        return str(BASES[floor, self.poses[floor][0]][base])

    def level_of(self, floor: str) -> int:
        return self.poses[floor][1]

    def levels(self) -> int:
        return max((self.level_of(floor) for floor in self.poses), default=0)

    def bases(self) -> list[Place]:
        """Return all bases of the temple, in the order of the action numbers."""
        return [
            (floor, base) for floor in sorted(self.poses) for base in range(len(BASES[floor, self.poses[floor][0]]))
        ]

    def empty(self) -> list[Place]:
        return [place for place in self.bases() if place not in self.columns and place != self.partner]

    # ------------------------------------------------------------ statics

    def tower(self, without: str | None = None, columns: set[Place] | None = None) -> Record:
        """Return the tower in the form used by the standing test."""
        record = copy_of(START)
        record.two_suffice = self.least_covered == 2
        for floor in self.order:
            if floor != without:
                side, level, x, y, rotation = self.poses[floor]
                lay(record, FLOORS.index(floor), side, level, x / 100, y / 100, rotation / 100)
        for floor, base in self.columns if columns is None else columns:
            if floor != without:
                record.column_state[FLOORS.index(floor), base] = STANDING
        return record

    def stands(self, columns: set[Place] | None = None, without: str | None = None) -> bool:
        return bool(compiled(standing_test.stands)(self.tower(without, columns)))

    def has_place(self, floor: str, side: int, level: int) -> bool:
        record = self.tower()
        return bool(compiled(floor_places)(record, FLOORS.index(floor), side, level, True, new_places()) > 0)

    # ------------------------------------------------------------ chance

    def chance_outcomes(self) -> dict[str, Fraction]:
        weights: dict[str, int] = {}
        if self.phase == "start":
            weights = {f"start {seat}": 1 for seat in range(self.players)}
        elif self.phase in ("base floors", "next floor"):
            weights = {f"floor {floor}": 1 for floor in sorted(self.quarry)}
        elif self.phase == "card":
            weights = {f"card {card}": left for card, left in self.unseen.items() if CARDS[card]["pile"] == self.pile}
        else:
            weights = {f"draw {colour}": self.bag[colour] for colour in COLOURS}
        total = sum(weights.values())
        return {text: Fraction(weight, total) for text, weight in weights.items() if weight}

    # ------------------------------------------------------------ decisions

    @property
    def legal_actions(self) -> list[str] | None:
        """Return the legal actions in the order of the action numbers; None where places are listed."""
        if self.phase == "side":
            return ["side light", "side dark"]
        if self.phase == "exchange":
            return ["done", *self.swaps()]
        if self.phase == "pile":
            return [f"pile {pile}" for pile in PILES if self.cards_in(pile)]
        if self.phase == "camp":
            return ["camp keep", "camp exchange"]
        if self.phase == "build":
            return ["give up", *(f"place {floor}.{base}" for floor, base in self.good_bases())]
        if self.phase == "partner":
            assert self.partner is not None
            return [f"place {floor}.{base}" for floor, base in self.partners(self.partner)]
        if self.phase == "take":
            return ["give up", *(f"lift {floor}.{base}" for floor, base in self.liftable())]
        if self.phase == "put":
            assert self.lifted is not None
            return [*(f"put {floor}.{base}" for floor, base in self.goals(self.lifted)), "back"]
        if self.phase == "shift":
            return ["give up", *(f"shift {floor}" for floor in sorted(self.poses) if self.may_shift(floor))]
        if self.phase == "where":
            return self.open_levels()
        return None

    def swaps(self) -> list[str]:
        """MEN-TURN-2; each net exchange in the order of the colours."""
        found = []
        for give, take in product(COLOURS, COLOURS):
            if give == take or not self.hands[self.seat][give] or not self.camp[take]:
                continue
            if take in self.given or give in self.taken:
                continue
            orders = [[*self.given, give], [*self.taken, take]]
            if all(order == sorted(order, key=COLOURS.index) for order in orders):
                found.append(f"give {give} take {take}")
        return found

    def cards_in(self, pile: str) -> int:
        return sum(left for card, left in self.unseen.items() if CARDS[card]["pile"] == pile)

    def fitting(self, first: Place | None = None) -> list[Place]:
        """Return empty bases for columns of the hand; ``first``: that one is taken by the other hand (MEN-COL-5)."""
        hand = Counter(self.hands[self.seat])
        only = self.one_floor
        if first is not None:
            hand[self.colour(first)] -= 1
            if self.kind != "PLACE":
                only = first[0]
        return [
            place
            for place in self.bases()
            if place not in self.columns
            and place != first
            and hand[self.colour(place)] > 0
            and only in (None, place[0])
        ]

    def good_bases(self) -> list[Place]:
        return [place for place in self.fitting() if self.stands(self.columns | {place}) or self.partners(place)]

    def partners(self, first: Place) -> list[Place]:
        if self.left(first[0]) < 2:
            return []
        return [second for second in self.fitting(first) if self.stands(self.columns | {first, second})]

    def left(self, floor: str) -> int:
        """Return how many columns remain to place if the next one is put on a floor."""
        assert self.card is not None
        if self.kind == "FILL":
            return sum(place[0] == floor for place in self.bases() if place not in self.columns)
        return int(CARDS[self.card]["n"]) - self.built

    def goals(self, column: Place) -> list[Place]:
        """MEN-CARD-3: empty bases of the colour on higher floors, where the tower stands."""
        rest = self.columns - {column}
        return [
            place
            for place in self.bases()
            if place not in self.columns
            and self.colour(place) == self.colour(column)
            and self.level_of(place[0]) > self.level_of(column[0])
            and self.stands(rest | {place})
        ]

    def liftable(self) -> list[Place]:
        return [
            column
            for column in sorted(self.columns - self.moved)
            if self.stands(self.columns - {column}) and self.goals(column)
        ]

    def may_shift(self, floor: str) -> bool:
        """MEN-CARD-7; there is always room at the base (MEN-FLOOR-12)."""
        if self.level_of(floor) == 0 or not self.stands(without=floor):
            return False
        number = FLOORS.index(floor)
        return all(column[0] != number for column, _, _ in plain.contacts(self.tower()))

    def open_levels(self) -> list[str]:
        assert self.floor is not None
        found = ["base"]
        for level in range(1, min(self.levels() + 1, MAX_LEVELS) + 1):
            own = self.shifting and level == self.level_of(self.floor)
            if not own and self.has_place(self.floor, self.side, level):
                found.append(f"level {level}")
        return found

    # ------------------------------------------------------------ checking a place by simple geometry

    def fault(self, x: int, y: int, rotation: int, covers: list[Place]) -> str | None:
        """Return what is wrong with a place for the floor in hand, or None if nothing is (MEN-FLOOR-4 to 11)."""
        assert self.floor is not None
        record = self.tower(without=self.floor)
        shape = outline_at(self.floor, self.side, x, y, rotation)
        others = {
            floor: outline_at(floor, pose[0], *pose[2:])
            for floor, pose in self.poses.items()
            if floor != self.floor and pose[1] == self.level
        }
        gap = 0.5 if self.level else 0.3
        if any(shape.distance(other) < gap - 1e-6 for other in others.values()):
            return "too near to another floor of its level (MEN-FLOOR-6)"
        if self.level == 0:
            return None if touches(shape, list(others.values())) else "does not touch twice (MEN-FLOOR-11)"
        taken = {column for column, _, _ in plain.contacts(record)}
        area = shape.buffer(1e-6)
        free = [
            (FLOORS[floor], base)
            for (floor, base), (across, along) in plain.columns(record).items()
            if record.floor_level[floor] == self.level - 1
            and (floor, base) not in taken
            and all(area.covers(Point(across + dx, along + dy)) for dx, dy in plain.HEXAGON)
        ]
        if sorted(free) != covers:
            return f"covers {sorted(free)}, not {covers} (MEN-COL-4)"
        return None if len(free) >= self.least_covered else "covers too few (MEN-FLOOR-5)"

    # ------------------------------------------------------------ effects of actions

    def apply(self, text: str, pose: tuple[int, int, int] | None = None) -> None:
        """Apply an action. ``pose``: where the floor comes to lie, if the action settles it."""
        word, *rest = text.split()
        if self.is_chance:
            self.chance(word, rest)
        elif text == "done":
            self.phase = "pile"
        elif word == "give" and rest[0] != "up":
            self.swap(rest[0], rest[2])
        elif word == "pile":
            self.pile, self.phase = rest[0], "card"
        elif word == "camp":
            self.phase = "camp draw" if rest == ["exchange"] else "replenish"
            self.replenish()
        elif text in ("give up", "back"):
            if text == "back":
                assert self.lifted is not None
                self.columns.add(self.lifted)
            self.end_build(False)
        elif word in ("side", "base", "level", "lay", "cover", "shift"):
            self.floor_step(word, rest, pose)
        else:
            floor, base = rest[0].split(".")
            self.column_step(word, (floor, int(base)))

    def chance(self, word: str, rest: list[str]) -> None:
        if word == "start":
            self.seat = self.first = int(rest[0])
            self.phase = "setup camp"
        elif word == "draw":
            self.draw(rest[0])
        elif word == "card":
            self.card = " ".join(rest)
            self.unseen[self.card] -= 1
            self.go_on()
        else:
            self.quarry.remove(rest[0])
            if self.phase == "base floors":
                self.base_floors.append(rest[0])
                self.phase = "base floors" if len(self.base_floors) < 3 else "next floor"
                return
            self.top = rest[0]
            if len(self.order) < 3:
                self.floor, self.phase = self.base_floors[0], "side"
            else:
                self.choose_side()

    def draw(self, colour: str) -> None:
        self.bag[colour] -= 1
        if self.phase == "setup camp":
            self.camp[colour] += 1
            if self.camp.total() == 6:
                self.phase = "hands"
        elif self.phase == "camp draw":
            self.fresh[colour] += 1
            if self.fresh.total() == 6:  # MEN-END-2: first draw six, then put the old ones back
                self.bag += self.camp
                self.camp, self.fresh = self.fresh, Counter()
                self.phase = "replenish"
                self.replenish()
        else:
            self.hands[self.seat][colour] += 1
            if self.phase == "replenish":
                self.replenish()
            elif self.hands[self.seat].total() == self.full_number:
                self.seat = (self.seat + 1) % self.players
                if self.hands[self.seat]:
                    self.phase = "base floors"

    def swap(self, give: str, take: str) -> None:
        hand = self.hands[self.seat]
        hand[give] -= 1
        hand[take] += 1
        self.camp[give] += 1
        self.camp[take] -= 1
        self.given.append(give)
        self.taken.append(take)

    def column_step(self, word: str, place: Place) -> None:
        if word == "lift":
            self.columns.remove(place)
            self.lifted, self.phase = place, "put"
            return
        if word == "put":
            self.lifted = None
            self.moved.add(place)
            new = [place]
        else:
            if self.partner is None and not self.stands(self.columns | {place}):
                self.partner, self.phase = place, "partner"
                return
            new = [place] if self.partner is None else [self.partner, place]
            self.partner = None
            for one in new:
                self.hands[self.seat][self.colour(one)] -= 1
            if self.kind != "PLACE":
                self.one_floor = place[0]
        self.columns |= set(new)
        self.built += len(new)
        floors = {one[0] for one in new}
        self.triggers += sum(self.is_full(floor) for floor in floors)
        self.go_on()

    def is_full(self, floor: str) -> bool:
        return all(place in self.columns for place in self.bases() if place[0] == floor)

    def go_on(self) -> None:
        """Continue with a required floor, with the rest of the card, or with its end."""
        if self.triggers:
            self.triggers -= 1
            self.floor, self.top = self.top, None
            if self.quarry:
                self.phase = "next floor"
            else:
                self.choose_side()
        elif self.is_done():
            self.end_build(True)
        else:
            self.phase = {"MOVE": "take", "SHIFT": "shift"}.get(self.kind, "build")

    def is_done(self) -> bool:
        assert self.card is not None
        if self.kind == "FILL":
            return self.one_floor is not None and self.is_full(self.one_floor)
        return self.kind != "SHIFT" and self.built == CARDS[self.card]["n"]

    def choose_side(self) -> None:
        assert self.card is not None
        rim = CARDS[self.card]["rim"]
        if rim == "free":
            self.phase = "side"
        else:
            self.side, self.phase = SIDES.index(rim), "where"

    def floor_step(self, word: str, rest: list[str], pose: tuple[int, int, int] | None) -> None:
        if word == "side":
            self.side = SIDES.index(rest[0])
            self.level = 0
            if len(self.order) == 0:
                self.lay(0, 0, 0)
            else:
                self.phase = "pose" if len(self.order) < 3 else "where"
        elif word == "shift":
            self.floor, self.shifting, self.phase = rest[0], True, "where"
            self.side = self.poses[rest[0]][0]
        elif word in ("base", "level"):
            self.level = 0 if word == "base" else int(rest[0])
            self.phase = "set"
        elif pose is None:
            self.phase = "pose"
        else:
            self.lay(*pose)

    def lay(self, x: int, y: int, rotation: int) -> None:
        """Lay the floor in hand there."""
        assert self.floor is not None
        self.poses[self.floor] = (self.side, self.level, x, y, rotation)
        if not self.shifting:
            self.order.append(self.floor)
        setting_up = self.card is None
        if self.level == 0 and not setting_up:
            self.extended = True
        self.floor = None
        if setting_up:
            if len(self.order) == 3:
                self.phase = "exchange"
            else:
                self.floor, self.phase = self.base_floors[len(self.order)], "side"
        elif self.shifting:
            self.end_build(True)
        elif len(self.order) == len(FLOORS):
            assert self.card is not None
            if self.extended:
                self.join_row()
            else:
                self.discarded.append(self.card)
            self.over("floors")
        else:
            self.go_on()

    # ------------------------------------------------------------ end of the turn

    def end_build(self, done: bool) -> None:
        assert self.card is not None
        self.moved, self.lifted = set(), None
        if done and not self.extended:
            self.discarded.append(self.card)
            self.phase = "replenish"
        else:
            self.join_row()
            self.phase = "camp" if self.bag.total() >= 6 else "replenish"
        self.replenish()

    def join_row(self) -> None:
        assert self.card is not None
        self.row.append(self.card)
        self.target += 1

    def replenish(self) -> None:
        """MEN-END-3 and 4, when they apply."""
        if self.phase != "replenish":
            return
        if self.hands[self.seat].total() < self.full_number:
            if not self.bag.total():
                self.over("bag")
        elif not self.unseen.total():
            self.over("cards")
        else:
            self.clear()
            self.seat = (self.seat + 1) % self.players
            self.turn_number += 1
            self.phase = "exchange"

    def over(self, ending: str) -> None:
        self.clear()
        self.ending, self.phase = ending, "over"

    def won(self) -> bool:
        return self.levels() >= self.target


PHASES = {
    "start": "setup",
    "setup camp": "setup",
    "hands": "setup",
    "base floors": "setup",
    "next floor": "quarry",
    "camp draw": "draw",
    "replenish": "draw",
}
"""Phases that have a separate name in the package."""


def known_of(game: Reference) -> dict[str, Any]:
    """Return everything that matters, in the form of ``menara_play.known_of``."""
    current = game.card if game.phase not in ("camp", "camp draw", "replenish") else None
    return {
        "phase": PHASES.get(game.phase, game.phase),
        "turn": None if game.phase in ("start", "over") else game.seat,
        "turn_number": game.turn_number,
        "target": game.target,
        "levels": game.levels(),
        "bag": [game.bag[colour] for colour in COLOURS],
        "camp": [game.camp[colour] for colour in COLOURS],
        "hands": [[hand[colour] for colour in COLOURS] for hand in game.hands],
        "quarry": game.top,
        "hidden": sorted(game.quarry),
        "unseen": sorted(game.unseen.elements()),
        "discarded": sorted(game.discarded),
        "row": sorted(game.row),
        "card": current,
        "built": game.built,
        "lifted": game.lifted,
        "ending": game.ending,
        "floors": {
            floor: (*pose, sorted(base for other, base in game.columns if other == floor))
            for floor, pose in game.poses.items()
        },
    }


def outline_at(floor: str, side: int, x: int, y: int, rotation: int) -> Polygon:
    """Return the outline of a floor at a pose in the units of the record."""
    corners = BOX["floor"][FLOORS.index(floor)]["outline"]
    shape = Polygon([(-across if side else across, along) for across, along in corners])
    return affinity.translate(affinity.rotate(shape, rotation / 100, origin=(0, 0)), x / 100, y / 100)


def touches(shape: Polygon, others: list[Polygon]) -> bool:
    """Return whether an outline is within 1 mm of others in two points 5 mm apart (MEN-FLOOR-11)."""
    near = [shape.exterior.intersection(other.buffer(1 + 1e-6)) for other in others]
    points = np.array([point for part in near if not part.is_empty for point in coordinates(part)])
    if len(points) < 2:
        return False
    return float(np.linalg.norm(points[:, None] - points[None], axis=-1).max()) >= 5


def coordinates(shape: Any) -> list[tuple[float, float]]:
    parts = getattr(shape, "geoms", [shape])
    return [point for part in parts for point in part.coords]

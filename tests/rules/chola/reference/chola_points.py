"""Points of a Build for the reference implementation: groups, patterns, treasures."""

from __future__ import annotations

from chola_pieces import NAMES, POINTS, TEN_OR_MORE, WAGON_MAX, Temple


class Points:
    """The scoring part of ``Reference``."""

    temple: Temple

    def resolve(self, card: str, placed: dict[str, str]) -> None:
        """CHO-BUILD-9 and 10."""
        if self.variant == "solo":
            self.row[card] -= 1
        else:
            self.cards[self.seat][card] -= 1
            self.known[self.seat][card] = max(0, self.known[self.seat][card] - 1)  # CHO-INFO-3
        for letter in placed.values():
            self.hands[self.seat][letter] -= 1
        taken_off = {square: self.treasures.pop(square) for square in placed if square in self.treasures}
        before = self.groups()
        self.stones |= placed
        self.count(placed, before, taken_off)
        if self.variant == "expert":
            for letter in placed.values():
                self.wagons[self.seat][letter] = min(WAGON_MAX, self.wagons[self.seat][letter] + 1)

    def count(self, placed: dict[str, str], before: list[set[str]], taken_off: dict[str, str]) -> None:
        """Count the points of a Build."""
        mine = self.points[self.seat]
        own_colour = self.colours[self.seat]
        own = list(placed.values()).count(own_colour)
        gained = {"foreign": len(placed) - own, "own": 0, "r1": own if "R1" in self.bonus[self.seat] else 0}
        for group in self.groups():
            if group & set(placed):
                letter = self.stones[min(group)]
                owner = self.owner(letter)
                points = self.pays(letter, group, before)
                if owner == self.seat:
                    gained["own"] += points
                elif owner is not None:
                    self.points[owner]["given"] += points
        for name, points in gained.items():
            mine[name] += points
        for square, kind in taken_off.items():
            mine["treasure"] += self.treasure_points(kind, square)
        if self.treasure_rule == "double" and any(square in self.temple.stars for square in placed):
            mine["doubling"] += sum(gained.values())

    def owner(self, letter: str) -> int | None:
        """CHO-DEF-8."""
        if letter in self.colours:
            return self.colours.index(letter)
        return 1 if self.variant == "solo" else None

    def visible(self) -> dict[str, str]:
        """CHO-DEF-5."""
        covered = {square for slot in self.carved for square in self.temple.slots[slot]}
        return {square: letter for square, letter in self.stones.items() if square not in covered}

    def groups(self) -> list[set[str]]:
        """CHO-DEF-6."""
        visible, found = self.visible(), []
        left = set(visible)
        while left:
            group = {min(left)}
            while True:
                beside = {other for square in group for other in self.temple.neighbours(square)}
                letter = visible[min(group)]
                more = {other for other in beside if visible.get(other) == letter} - group
                if not more:
                    break
                group |= more
            left -= group
            found.append(group)
        return found

    def value(self, letter: str, size: int) -> int:
        """CHO-SCORE-4, CHO-SOLO-2."""
        if size == 2 and self.variant == "solo" and letter != self.colours[0]:
            return 2
        return TEN_OR_MORE if size >= 10 else POINTS.get(size, 0)

    def pays(self, letter: str, group: set[str], before: list[set[str]]) -> int:
        """CHO-SCORE-6 and 7."""
        value = self.value(letter, len(group))
        if self.full:
            return value
        return max(0, value - sum(self.value(letter, len(old)) for old in before if old <= group))

    def treasure_points(self, kind: str, square: str) -> int:
        """CHO-TREAS-2 to 4."""
        letter = self.stones[square]
        if kind == "pattern2":
            size = next(len(group) for group in self.groups() if square in group)
            return 2 if self.value(letter, size) > 0 else 0
        if kind in ("plus1", "plus2"):
            return int(kind[-1])
        return 2 if kind.removesuffix("2") == NAMES[letter] else 0

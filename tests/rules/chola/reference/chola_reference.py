"""Reference implementation of Chola's rules, written as directly as possible with dicts, sets and lists. Slow.

It shares only the component file with the rule package. The course of the game is one generator that yields a ``Node``
for every decision or chance event. ``Reference`` drives it and implements the parts of ``State`` that tests need.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
from chola_pieces import (
    BLUES,
    CARD_LIMIT,
    CARDS,
    DATA,
    HAND_LIMIT,
    LETTER_OF,
    LETTERS,
    ORDERED,
    PAIRS,
    REDS,
    ROWS,
    SLOT_SIZES,
    TREASURES,
    Ended,
    Flow,
    Node,
    Temple,
    arrangements,
    place_text,
)
from chola_points import Points

# ---------------------------------------------------------------- the game


class Reference(Points):
    """A game in progress."""

    def __init__(
        self,
        players: int = 4,
        variant: str = "basic",
        treasures: str = "open",
        pattern_scoring: str = "increment",
        stuck_rule: str = "literal",
        colours: str | list[str] = "random",
        first_player: str | int = "random",
        removed_value: str | int = "random",
        head_start: int = 100,
        turn_cap: int = 1000,
        data: dict[str, Any] = DATA,
    ) -> None:
        self.players, self.variant, self.treasure_rule = players, variant, treasures
        self.full, self.replace_counts, self.turn_cap = (
            pattern_scoring == "full",
            stuck_rule == "replace_counts",
            turn_cap,
        )
        self.data, self.temple = data, Temple(data)
        self.tile_rows = {
            row["id"]: row | {"kind": kind} for kind in SLOT_SIZES for row in data["sculpture_rules"][kind]
        }
        self.given_colours = None if colours == "random" else [LETTER_OF[name] for name in colours]
        self.given_first = None if first_player == "random" else first_player
        self.given_value = None if removed_value == "random" else removed_value
        self.stones: dict[str, str] = {}
        self.carved: dict[str, int] = {}
        self.tiles: dict[str, str] = {}
        self.treasures: dict[str, str] = {}
        self.colours: list[str] = []
        self.bag = Counter(dict.fromkeys(LETTERS, data["stones"]["per_colour"]))
        self.stack = Counter({row["id"]: row["count"] for row in data["build_cards"]})
        self.row: Counter[str] = Counter()
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.cards: list[Counter[str]] = [Counter() for _ in range(players)]
        self.known: list[Counter[str]] = [Counter() for _ in range(players)]
        self.wagons: list[Counter[str]] = [Counter() for _ in range(players)]
        self.bonus: list[list[str]] = [[] for _ in range(players)]
        self.resting: set[int] = set()
        self.points = [dict.fromkeys(ROWS, 0) for _ in range(2 if variant == "solo" else players)]
        self.removed_value: int | None = None
        self.first = 0
        self.seat = 0
        self.turn = 0
        self.turns_left: int | None = None
        self.replace_run = 0
        self.reason: str | None = None
        if variant == "solo":
            self.points[1]["other"] = head_start
        self.node: Node | None = None
        self.history: list[str] = []
        self.run(self.whole_game())

    def run(self, flow: Flow) -> None:
        """Continue the game with this generator."""
        self.flow = flow
        self.node = next(flow, None)

    # ------------------------------------------------------------ interface for tests

    @property
    def is_terminal(self) -> bool:
        return self.node is None

    @property
    def is_chance(self) -> bool:
        return self.node is not None and self.node.chances is not None

    @property
    def current_player(self) -> int:
        if self.node is None:
            return -4
        return -1 if self.is_chance else self.node.seat

    @property
    def legal_action_ids(self) -> list[int]:
        return [number for number, _ in self.node.options] if self.node else []

    @property
    def legal_actions(self) -> list[str]:
        return [text for _, text in self.node.options] if self.node else []

    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        assert self.node is not None and self.node.chances is not None
        return list(zip(self.legal_actions, self.node.chances, strict=True))

    def sample(self, rng: np.random.Generator) -> str:
        """Draw an outcome of this chance event."""
        texts, chances = zip(*self.chance_outcomes(), strict=True)
        return str(rng.choice(texts, p=np.array(chances, float)))

    def apply(self, text: str) -> None:
        assert text in self.legal_actions, text
        self.history.append(text)
        try:
            self.node = self.flow.send(text)
        except StopIteration:
            self.node = None

    def totals(self) -> list[int]:
        """Return the total of each seat; in Solo also the opponent's."""
        return [sum(rows.values()) for rows in self.points]

    def winners(self) -> list[int]:
        """CHO-TIE-1 to 4, CHO-SOLO-11."""
        totals = self.totals()
        if self.variant == "solo":
            return [0] if totals[0] > totals[1] else []
        best = [seat for seat in range(self.players) if totals[seat] == max(totals)]
        second = [self.tie_break(seat) for seat in best]
        return [seat for seat in best if self.tie_break(seat) == max(second)]

    def tie_break(self, seat: int) -> int:
        if self.variant == "expert":
            return sum(self.wagons[seat].values())
        return list(self.stones.values()).count(self.colours[seat])

    # ------------------------------------------------------------ decisions and chance

    def ask(self, kind: str, options: list[tuple[int, str]]) -> Flow:
        """Yield a decision of the current seat; take an only choice without asking, except for ACTION and END."""
        options = sorted(options)
        if len(options) == 1 and kind not in ("action", "end"):
            return options[0][1]
        return (yield Node(kind, self.seat, options))

    def chance(self, kind: str, weights: dict[str, int], seat: int) -> Flow:
        """Yield a chance event: texts with their weights."""
        possible = {text: weight for text, weight in weights.items() if weight}
        total = sum(possible.values())
        options = list(enumerate(possible))
        return (yield Node(kind, seat, options, [Fraction(weight, total) for weight in possible.values()]))

    def draw_stone(self, seat: int, kind: str = "stone") -> Flow:
        """CHO-CHANCE-1. Does nothing if the bag is empty."""
        if sum(self.bag.values()) == 0:
            return
        text = yield from self.chance(kind, {f"stone {letter}": self.bag[letter] for letter in LETTERS}, seat)
        letter = text.split()[1]
        self.bag[letter] -= 1
        self.hands[seat][letter] += 1

    def draw_card(self, seat: int, where: Counter[str], kind: str) -> Flow:
        """Move the top card of the stack to ``where``. Does nothing if the stack is empty."""
        if sum(self.stack.values()) == 0:
            return
        text = yield from self.chance(kind, {f"card {card}": self.stack[card] for card in CARDS}, seat)
        card = text.split()[1]
        self.stack[card] -= 1
        where[card] += 1

    # ------------------------------------------------------------ set-up

    def whole_game(self) -> Flow:
        if self.variant == "solo":
            yield from self.set_up_alone()
        else:
            yield from self.set_up()
            self.seat = self.first
        yield from self.play()

    def play(self) -> Flow:
        """Play from the start of a turn to the end of the game."""
        try:
            yield from self.solo_loop() if self.variant == "solo" else self.turns()
        except Ended as end:
            self.reason = str(end)

    def set_up(self) -> Flow:
        """CHO-SETUP-1 to 10."""
        yield from self.set_up_first()
        yield from self.set_up_colours()
        order = [(self.first + number) % self.players for number in range(self.players)]
        for seat in order:
            for letter in LETTERS:
                self.bag[letter] -= 1
                self.hands[seat][letter] += 1
        for seat in order:
            for _ in range(2):
                yield from self.draw_stone(seat, "deal_stone")
        yield from self.set_up_treasures()
        for seat in order:
            for _ in range(1 if self.variant == "expert" else 2):
                yield from self.draw_card(seat, self.cards[seat], "deal_card")
        for _ in range(self.players):
            yield from self.draw_card(self.first, self.row, "deal_row")
        if self.variant == "expert":
            yield from self.set_up_sculptures()
            yield from self.set_up_bonus()

    def set_up_first(self) -> Flow:
        self.first = self.given_first
        if self.given_first is None:
            text = yield from self.chance("first", {f"first {seat}": 1 for seat in range(self.players)}, 0)
            self.first = int(text.split()[1])

    def set_up_colours(self) -> Flow:
        self.colours = self.given_colours or []
        while len(self.colours) < self.players:
            seat, left = len(self.colours), [letter for letter in LETTERS if letter not in self.colours]
            text = yield from self.chance("colour", {f"colour {seat} {letter}": 1 for letter in left}, seat)
            self.colours = [*self.colours, text.split()[2]]

    def set_up_treasures(self) -> Flow:
        """CHO-SETUP-4."""
        left = Counter({row["id"]: row["count"] for row in self.data["treasures"]})
        for square in self.temple.stars if self.treasure_rule == "open" else []:
            weights = {f"treasure {square} {kind}": left[kind] for kind in TREASURES}
            text = yield from self.chance("treasure", weights, 0)
            self.treasures[square] = text.split()[2]
            left[self.treasures[square]] -= 1

    def set_up_sculptures(self) -> Flow:
        """CHO-SETUP-8."""
        self.removed_value = self.given_value
        if self.given_value is None:
            values = self.data["sculpture_rules"]["big_values"]
            text = yield from self.chance("remove", {f"remove {value}": 1 for value in values}, 0)
            self.removed_value = int(text.split()[1])
        left = [
            tile for tile, row in self.tile_rows.items() if row["kind"] != "big" or row["value"] != self.removed_value
        ]
        for slot, kind in self.temple.slot_kinds.items():
            fitting = [tile for tile in left if self.tile_rows[tile]["kind"] == kind]
            text = yield from self.chance("tile", {f"tile {slot} {tile}": 1 for tile in fitting}, 0)
            self.tiles[slot] = text.split()[2]
            left.remove(self.tiles[slot])

    def set_up_bonus(self) -> Flow:
        """CHO-SETUP-10."""
        for seat in range(self.players):
            for cards in (REDS, BLUES):
                left = [card for card in cards if not any(card in bonus for bonus in self.bonus)]
                text = yield from self.chance("bonus_card", {f"bonus {seat} {card}": 1 for card in left}, seat)
                self.bonus[seat].append(text.split()[2])

    def set_up_alone(self) -> Flow:
        """CHO-SOLO-1."""
        yield from self.set_up_colours()
        yield from self.set_up_treasures()
        yield from self.draw_card(0, self.row, "deal_row")

    # ------------------------------------------------------------ turns

    def turns(self) -> Flow:
        """Play turns until ``Ended`` is raised."""
        while True:
            if self.seat in self.resting:  # CHO-BONUS-11
                self.resting.remove(self.seat)
            else:
                yield from self.one_turn()
                yield from self.perhaps_extra_turn()
            self.seat = (self.seat + 1) % self.players

    def perhaps_extra_turn(self) -> Flow:
        """CHO-BONUS-10."""
        if "U4" not in self.bonus[self.seat] or not self.can_do_something():
            return
        if (yield from self.ask("end", [(self.last_id(577), "end"), (self.last_id(578), "extra")])) == "extra":
            self.resting.add(self.seat)
            yield from self.one_turn()

    def one_turn(self) -> Flow:
        """CHO-TURN-1 to 4."""
        self.turn += 1
        if not self.can_do_something():
            raise Ended("stuck")  # CHO-END-4
        last_turns_began_before = self.turns_left is not None
        text = yield from self.ask("action", self.actions())
        verb, *words = text.split()
        yield from getattr(self, f"do_{verb}")(*words)
        if last_turns_began_before:
            self.turns_left -= 1
            if self.turns_left == 0:
                raise Ended("last_turns")  # CHO-END-3
        self.replace_run = self.replace_run + 1 if verb == "replace" else 0
        if self.replace_run >= 3 * self.players:
            raise Ended("stalled")  # CHO-END-7
        if self.turn_cap and self.turn >= self.turn_cap:
            raise Ended("capped")  # CHO-END-8

    def actions(self) -> list[tuple[int, str]]:
        """Return all legal actions of a turn with their ids."""
        hand = self.hands[self.seat]
        found = [(0, "pick")] if self.can_pick() else []
        for c, letter in enumerate(LETTERS):
            found += [(1 + 5 * c + k - 3, f"replace {letter} {k}") for k in range(3, hand[letter] + 1)]
        if self.can_draw():
            found += [(26, "draw stack")] if sum(self.stack.values()) else []
            found += [(27 + number, f"draw {card}") for number, card in enumerate(CARDS) if self.row[card]]
        found += [(32 + number, f"build {card}") for number, card in enumerate(CARDS) if self.can_build(card)]
        slots = list(self.temple.slots)
        return found + [(37 + number, f"sculpt {slot}") for number, slot in enumerate(slots) if self.can_sculpt(slot)]

    def can_do_something(self) -> bool:
        """CHO-END-4: any action except Replace, unless that counts."""
        counted = [text for _, text in self.actions() if self.replace_counts or not text.startswith("replace")]
        return len(counted) > 0

    def last_id(self, number: int) -> int:
        """Return the id of a choice after the places; this is ``number`` with the built-in file."""
        built_in = 40 + 120 + 105 + 106 + 92
        temple = self.temple
        places = len(temple.squares) + len(temple.flat) + len(temple.upright) + len(temple.blocks)
        return number - built_in + len(temple.slots) + places

    # ------------------------------------------------------------ stones and cards

    def can_pick(self) -> bool:
        """CHO-PICK-1."""
        return sum(self.hands[self.seat].values()) <= HAND_LIMIT - 2 and sum(self.bag.values()) > 0

    def do_pick(self) -> Flow:
        was_empty = sum(self.hands[self.seat].values()) == 0
        for _ in range(2):
            yield from self.draw_stone(self.seat)
        size, left = sum(self.hands[self.seat].values()), sum(self.bag.values())
        if "U3" in self.bonus[self.seat] and size < HAND_LIMIT and left >= 1:
            yield from self.extra_stones(1)
        if "U5" in self.bonus[self.seat] and was_empty and left >= 2:
            yield from self.extra_stones(2)

    def extra_stones(self, count: int) -> Flow:
        if (yield from self.ask_bonus()):
            for _ in range(count):
                yield from self.draw_stone(self.seat)

    def ask_bonus(self) -> Flow:
        """CHO-BONUS-1."""
        return (yield from self.ask("bonus", [(self.last_id(575), "no"), (self.last_id(576), "yes")])) == "yes"

    def do_replace(self, letter: str, count: str) -> Flow:
        """CHO-REPL-2."""
        self.hands[self.seat][letter] -= int(count)
        self.bag[letter] += int(count)
        for _ in range(int(count)):
            yield from self.draw_stone(self.seat)

    def can_draw(self) -> bool:
        """CHO-DRAW-1."""
        cards = sum(self.cards[self.seat].values())
        return cards < CARD_LIMIT and sum(self.stack.values()) + sum(self.row.values()) > 0

    def do_draw(self, what: str) -> Flow:
        had_none = sum(self.cards[self.seat].values()) == 0
        if what == "stack":
            yield from self.draw_card(self.seat, self.cards[self.seat], "card")
        else:
            self.row[what] -= 1
            self.cards[self.seat][what] += 1
            self.known[self.seat][what] += 1
            yield from self.draw_card(self.seat, self.row, "refill")
        if "U6" in self.bonus[self.seat] and had_none and sum(self.stack.values()):
            yield from self.extra_card()

    def extra_card(self) -> Flow:
        if (yield from self.ask_bonus()):
            yield from self.draw_card(self.seat, self.cards[self.seat], "card")

    # ------------------------------------------------------------ building

    def can_build(self, card: str) -> bool:
        """CHO-BUILD-1."""
        offered = self.row if self.variant == "solo" else self.cards[self.seat]
        return offered[card] > 0 and len(self.colour_choices(card)) > 0 and self.has_place(card)

    def colour_choices(self, card: str) -> list[tuple[int, str]]:
        """CHO-BUILD-2: the colours of which the hand has enough stones."""
        hand, first = self.hands[self.seat], 37 + len(self.temple.slots)
        each = {"one": 1, "same2": 2, "diff2": 1, "hv4": 2, "diag4": 2}[card]
        have = [letter for letter in LETTERS if hand[letter] >= each]
        if card in ("one", "same2"):
            return [(first + c, f"colours {letter}") for c, letter in enumerate(LETTERS) if letter in have]
        found = [(n, pair) for n, pair in enumerate(PAIRS) if pair[0] in have and pair[1] in have]
        return [(first + 5 + n, f"colours {pair[0]} {pair[1]}") for n, pair in found]

    def place_choices(self, card: str) -> dict[str, tuple[int, tuple[str, ...]]]:
        """CHO-BUILD-3 to 8: the places of a card, by text, with id and squares."""
        temple, stones = self.temple, set(self.stones)
        names = ["squares", "flat", "upright", "blocks"]
        lists: list[list[Any]] = [[(one,) for one in temple.squares], temple.flat, temple.upright, temple.blocks]
        wanted = {"one": ["squares"], "same2": ["flat", "upright"], "diff2": ["flat", "upright"]}.get(card, ["blocks"])
        first, found = 37 + len(temple.slots) + 15, {}
        for name, places in zip(names, lists, strict=True):
            for number, squares in enumerate(places if name in wanted else []):
                if temple.may_stand(squares, stones):
                    found[place_text(squares)] = (first + number, squares)
            first += len(places)
        return found

    def has_place(self, card: str) -> bool:
        return len(self.place_choices(card)) > 0

    def do_build(self, card: str) -> Flow:
        text = yield from self.ask("colours", self.colour_choices(card))
        colours = text.split()[1:]
        places = self.place_choices(card)
        text = yield from self.ask("place", [(number, f"place {text}") for text, (number, _) in places.items()])
        squares = places[text.split()[1]][1]
        ways = arrangements(card, colours)
        way = 0
        if len(ways) > 1:
            options = [(self.last_id(515) + number, f"arrange {number}") for number in range(len(ways))]
            way = int((yield from self.ask("arrange", options)).split()[1])
        self.resolve(card, dict(zip(squares, ways[way], strict=True)))
        if self.variant == "basic":
            self.end_of_basic_build()
        elif self.variant == "expert":
            yield from self.bonus_of_build(card)

    def end_of_basic_build(self) -> None:
        """CHO-END-1 and 2."""
        spaces = len(self.temple.squares) - len(self.stones)
        if spaces == 0:
            raise Ended("full")
        if spaces <= 6 and self.turns_left is None:
            self.turns_left = 2 * self.players

    def bonus_of_build(self, card: str) -> Flow:
        """CHO-BONUS-8."""
        pair = card in ("same2", "diff2")
        if "U1" in self.bonus[self.seat] and pair and sum(self.bag.values()):
            yield from self.extra_stones(2)
        if "U2" in self.bonus[self.seat] and not pair and sum(self.stack.values()):
            yield from self.extra_card()

    # ------------------------------------------------------------ sculptures

    def can_sculpt(self, slot: str) -> bool:
        """CHO-SCULPT-1 and 2."""
        there = all(square in self.stones for square in self.temple.slots[slot])
        return self.variant == "expert" and slot in self.tiles and there and len(self.plans(slot)) > 0

    def plans(self, slot: str) -> dict[str, tuple[int, Counter[str]]]:
        """Return the ways to pay, by text, with id and effective cost."""
        row, cards = self.tile_rows[self.tiles[slot]], self.bonus[self.seat]
        cost = Counter(row["cost"])
        found = {"normal": (519, cost)}
        if "R2" in cards:
            found["double"] = (520, cost)
        if "R3" in cards:
            found["free"] = (521, Counter())
        if row["kind"] == "big":
            found |= self.big_plans(cost, cards)
        have = self.hands[self.seat] + self.wagons[self.seat]
        payable = {text: plan for text, plan in found.items() if plan[1] <= have}
        return {text: (self.last_id(number), +changed) for text, (number, changed) in payable.items()}

    def big_plans(self, cost: Counter[str], cards: list[str]) -> dict[str, tuple[int, Counter[str]]]:
        """CHO-BONUS-5 to 7 and 13."""
        found: dict[str, tuple[int, Counter[str]]] = {}
        printed = sorted(cost, key=lambda letter: (-cost[letter], LETTERS.index(letter)))
        for number, (x, y) in enumerate(ORDERED):
            if "R4" in cards and cost[x]:
                found[f"substitute {x} {y}"] = (522 + number, cost - Counter(x) + Counter(y))
            if "R5" in cards and len(printed) == 2 and [x, y] != printed:
                found[f"recolour {x} {y}"] = (542 + number, Counter({x: cost[printed[0]], y: cost[printed[1]]}))
            first_other = next(letter for letter in LETTERS if letter != x)
            if "R5" in cards and len(printed) == 1 and x != printed[0] and y == first_other:
                found[f"recolour {x} {y}"] = (542 + number, Counter({x: cost[printed[0]]}))
        for number, x in enumerate(LETTERS):
            if "R6" in cards and cost[x]:
                found[f"less {x}"] = (562 + number, cost - Counter(x))
        return found

    def do_sculpt(self, slot: str) -> Flow:
        plans = self.plans(slot)
        plan = yield from self.ask("plan", [(number, text) for text, (number, _) in plans.items()])
        hand, wagon = self.hands[self.seat], self.wagons[self.seat]
        payment = {}
        cost = plans[plan][1]
        for letter in [letter for letter in LETTERS if cost[letter]]:
            need = cost[letter]
            from_hand = range(max(0, need - wagon[letter]), min(need, hand[letter]) + 1)
            options = [(self.last_id(567) + h, f"hand {letter} {h}") for h in from_hand]
            payment[letter] = int((yield from self.ask("split", options)).split()[2])
        for letter, h in payment.items():  # CHO-SCULPT-3
            hand[letter] -= h
            self.bag[letter] += h
            wagon[letter] -= cost[letter] - h
        self.carve(slot, plan)

    def carve(self, slot: str, plan: str) -> None:
        """CHO-SCULPT-4."""
        value = self.tile_rows[self.tiles.pop(slot)]["value"]
        self.carved[slot] = self.seat
        self.points[self.seat]["sculptures"] += value
        if plan == "double":
            self.points[self.seat]["r2"] += value
        for card, once in (("R2", "double"), ("R3", "free")):
            if plan == once:
                self.bonus[self.seat].remove(card)
        if not self.tiles:
            raise Ended("all_carved")  # CHO-END-5

    # ------------------------------------------------------------ solo

    def solo_loop(self) -> Flow:
        """CHO-SOLO-3 to 10."""
        while True:
            if sum(self.hands[0].values()) == 0:  # a
                yield from self.draw_up_to_seven()
            if sum(self.row.values()) == 0:
                yield from self.draw_card(0, self.row, "refill")
            if self.some_card_fits():  # b
                yield from self.solo_build()
                continue
            yield from self.draw_card(0, self.row, "refill")  # c
            if self.some_card_fits():  # d
                yield from self.solo_build()
                continue
            yield from self.draw_up_to_seven()  # e
            for card in CARDS:  # f
                if not self.has_place(card):
                    self.row[card] = 0
            if sum(self.stack.values()) == 0:  # g
                raise Ended("solo_done")

    def draw_up_to_seven(self) -> Flow:
        while sum(self.hands[0].values()) < HAND_LIMIT and sum(self.bag.values()) > 0:
            yield from self.draw_stone(0)

    def some_card_fits(self) -> bool:
        return any(self.can_build(card) for card in CARDS)

    def solo_build(self) -> Flow:
        self.turn += 1
        fitting = [(32 + number, f"build {card}") for number, card in enumerate(CARDS) if self.can_build(card)]
        text = yield from self.ask("action", fitting)
        yield from self.do_build(text.split()[1])
        if len(self.stones) == len(self.temple.squares):
            raise Ended("full")
        if self.turn_cap and self.turn >= self.turn_cap:
            raise Ended("capped")  # CHO-END-8

"""Chola in the terminal: the temple stone by stone, the hands beside it, and the words of the browser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mandapa.games.chola.components import CARDS, LETTERS
from mandapa.kernel.face import Block, Canvas, Face, Line, Marks, crossing

STYLES = {
    "B": "white on #7a4a21",
    "L": "black on #c89f6a",
    "W": "black on #efe9dc",
    "G": "white on #6d6d6d",
    "Y": "black on #e3b23c",
}
WANTS = {"brown2": "B", "light_brown2": "L", "white2": "W", "grey2": "G", "gold2": "Y"}
"""Treasures for a stone of a colour."""
SIGNS = {"plus1": "+1", "plus2": "+2", "pattern2": "◇2"}
MOTIFS = ("lotus", "yali", "dancer", "elephant", "makara", "lamp")
GREAT = {"B": "elephant", "L": "dancer", "W": "lotus", "G": "yali", "Y": "makara"}
PAIRS = ("lotus", "elephant", "yali", "dancer", "makara", "lamp", "dancer", "lotus")
"""What sculptures of four squares show, by their colour, and those of two, by their number."""
STEP = 4


class CholaFace(Face):
    """Chola, in words and characters."""

    pieces = ("letter", "card", "tile", "treasure", "placed", "paid", "letters", "squares")
    unsaid = tuple(f"chola.log.{step}" for step in ("build", "colours", "place", "arrange", "sculpt", "plan", "split"))

    def colour(self, letter: str) -> str:
        """``white``."""
        return self.say(f"chola.colour.{letter}")

    def card(self, card: str) -> str:
        """``pair of two colours``."""
        return self.say(f"chola.card.{card}")

    def piece(self, code: str) -> str:
        """A stone, a stone on its square, a card, a treasure, a sculpture, a bonus card, or points."""
        if code in LETTERS:
            return self.colour(code)
        if code in CARDS:
            return self.card(code)
        if code in WANTS or code in SIGNS:
            return self.treasure(code)
        if re.fullmatch(r"[BLWGY][a-z]\d+", code):
            return self.placed(code[0], code[1:])
        if re.fullmatch(r"[RU]\d", code):
            return self.say(f"chola.bonus.{code}.name")
        if re.fullmatch(r"[QTDM]\d+[A-Z]?", code):
            return self.tile(code)
        return self.paid(code) if "=" in code else self.square(code) if re.fullmatch(r"[a-z]\d+", code) else code

    def treasure(self, treasure: str) -> str:
        """``2 points for a white stone``."""
        letter = WANTS.get(treasure)
        if letter is None:
            return self.say(f"chola.treasure.{treasure}")
        return self.both("chola.treasure.colour", colour=(self.colour(letter), letter))

    def square(self, square: str) -> str:
        """A square by its column and row."""
        return self.say("chola.square.at", square=square)

    def placed(self, letter: str, square: str) -> str:
        """``white d5``."""
        return self.both("chola.placed", colour=(self.colour(letter), letter), at=self.square(square))

    def tile(self, tile: str) -> str:
        """What a sculpture shows."""
        return self.say("chola.tile.name", motif=motif_of(tile), tile=tile)

    def tile_words(self, tile: Mapping[str, Any]) -> str:
        """``value 8, costs 4 light brown, 1 gold``."""
        return self.say("chola.tile.words", value=tile["value"], cost=self.stones(tile["cost"]))

    def stones(self, stones: Mapping[str, int] | None) -> str:
        """``2 white, 1 gold``."""
        words = [
            self.both("chola.count", count=count, what=(self.colour(letter), letter))
            for letter, count in (stones or {}).items()
            if count
        ]
        return self.listed(words) or self.say("chola.none")

    def cards(self, cards: Mapping[str, int]) -> str:
        """``2 blocks in lines, 1 single stone``."""
        words = [self.say(f"chola.count.{card}", count=count) for card, count in cards.items() if count]
        return self.listed(words) or self.say("chola.none")

    def paid(self, code: str) -> str:
        """Points as a log line has them: ``W=foreign:1,own_patterns:3`` are those of who owns white."""
        owner, _, parts = code.partition("=")
        rows = [part.split(":") for part in parts.split(",") if part]
        words = [
            self.both(
                "chola.gain.part", points=int(points), source=(self.say(f"chola.gain.{row}", points=int(points)), row)
            )
            for row, points in rows
        ]
        name = self.colour(owner) if owner in LETTERS else self.say("chola.opponent")
        if len(words) < 2:
            return self.say("chola.gain.paid.one", name=name, list="".join(words) or "0")
        total = sum(int(points) for _, points in rows)
        return self.say("chola.gain.paid", name=name, list=" ".join(words), total=total)

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """``Build: pair of two colours``."""
        kind = choice["kind"]
        key = f"chola.choice.{kind}"
        if kind == "pick":
            return self.say(key)
        if kind == "replace":
            return self.both(key, count=choice["count"], colour=(self.colour(choice["letter"]), choice["letter"]))
        if kind in ("draw", "build"):
            card = choice["card"]
            return self.both(key, card=(self.card(card), card)) if card else self.say("chola.choice.draw_stack")
        if kind == "sculpt":
            return self.sculpture(choice["slot"], view)
        if kind == "colours":
            return self.say(key, colours=self.listed(self.colour(letter) for letter in choice["letters"]))
        if kind == "place":
            return self.say(key, squares=self.listed(self.square(square) for square in upwards(choice["squares"])))
        if kind == "arrange":
            stones = [self.placed(letter, square) for square, letter in choice["stones"].items()]
            return self.say(key, stones=self.listed(stones))
        if kind == "plan":
            names = [self.colour(letter) for letter in choice["letters"]]
            cost = self.stones(choice["cost"])
            named = dict(zip(("from", "to"), [*names, "", ""], strict=False))
            return self.say(f"chola.way.{choice['plan']}", cost=cost, **named)
        if kind == "split":
            letter, hand = choice["letter"], choice["count"]
            wagon = view["carving"]["cost"].get(letter, hand) - hand
            return self.both(key, hand=hand, wagon=wagon, colour=(self.colour(letter), letter))
        return self.say(f"{key}.{choice['card']}.{choice['answer']}")

    def sculpture(self, slot: str, view: Any) -> str:
        """A sculpture that may be carved, with its place and its cost."""
        found = next(one for one in view["slots"] if one["slot"] == slot)
        first, last = found["squares"][0], found["squares"][-1]
        squares = self.square(first) if first == last else self.say("chola.squares.at", first=first, last=last)
        motif, tile = self.tile(found["tile"]["id"]), self.tile_words(found["tile"])
        return self.say("chola.choice.sculpt", slot=slot, squares=squares, motif=motif, tile=tile)

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """The lowest square of a place, or the first of a sculpture."""
        if choice["kind"] == "sculpt":
            return next(one["squares"][0] for one in view["slots"] if one["slot"] == choice["slot"])
        return upwards(choice["squares"])[0] if choice["kind"] == "place" else None

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """``What will you do?``"""
        first, phase = choices[0], view["phase"]
        if first["kind"] in ("bonus", "end"):
            return self.say(f"chola.ask.{first['kind']}.{first['card']}")
        if phase == "action" and view["variant"] == "solo":
            return self.say("chola.ask.solo")
        if phase == "split":
            letter = view["carving"]["next"]
            return self.both("chola.ask.split", colour=(self.colour(letter), letter))
        return self.say(f"chola.ask.{phase}")

    def status(self, view: Any) -> str:
        """How many squares are still to be built on; towards the end the turns that are left."""
        spaces = view["spaces"]
        if view["phase"] == "over":
            return self.say(f"chola.status.over.{view['ending'] or 'full'}")
        if view["phase"] == "setup":
            return self.say("chola.status.setup")
        if view["opponent"]:
            cards, opponent = view["stack"]["total"], view["opponent"]["total"]
            return self.say("chola.status.solo", spaces=spaces, cards=cards, opponent=opponent)
        if view["last_turns"] > 0:
            return self.say("chola.status.last", spaces=spaces, turns=view["last_turns"])
        if view["variant"] == "expert":
            left = sum(slot["carver"] is None and slot["tile"] is not None for slot in view["slots"])
            return self.say("chola.status.expert", spaces=spaces, left=left)
        return self.say("chola.status", spaces=spaces)

    # ------------------------------------------------------------ the picture

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The temple, what lies open, and what everybody has."""
        canvas = Canvas()
        for square in view["squares"]:
            x, y = column_of(square["square"]) * STEP, -int(square["square"][1:])
            text, style = self._square(square, view)
            canvas.put(x, y, f"{text:^3}", style)
            mark = crossing(marks, square["square"], 3)
            if mark:
                canvas.put(x, y, mark, "bold reverse")
        for column in {column_of(square["square"]) for square in view["squares"]}:
            canvas.put(column * STEP, 0, f" {'abcdefghijklmnopqrstuvwxyz'[column]} ", "dim")
        for row in {int(square["square"][1:]) for square in view["squares"]}:
            canvas.put(-4, -row, f"{row:>2}", "dim")
        return [Block([], canvas.lines(), drawn=True), Block([], [*self._supply(view), [], *self._hands(view)])]

    def _square(self, square: Any, view: Any) -> tuple[str, str]:
        """What is drawn on a square, and its style."""
        stone, treasure = square["stone"], square["treasure"]
        if square["covered"]:
            return "▒" * 3, STYLES[stone] if stone else "reverse"
        if stone:
            return stone, STYLES[stone]
        if treasure in WANTS:
            return f"{WANTS[treasure]}2", "italic"
        if treasure:
            return SIGNS[treasure], "italic"
        return ("★" if square["star"] else "·"), ("bold" if square["open"] else "dim")

    def _supply(self, view: Any) -> list[Line]:
        """The open cards."""
        return [[(self.say("chola.log.row_card.run", items=self.cards(view["row"])), "")]]

    def _hands(self, view: Any) -> Iterable[Line]:
        """Everybody with points, stones and cards."""
        for one in view["seats"]:
            letter = one["colour"]
            acts = "▶" if view["turn_seat"] == one["seat"] else " "
            yield [
                (f"{acts} ", "bold"),
                (f" {letter or '?'} ", STYLES.get(letter or "", "")),
                (f" {self.seats[one['seat']]}  {one['total']}", "bold"),
            ]
            stones: Line = [("      ", "")]
            for stone, count in one["stones"].items():
                stones += [(f" {stone} " * count, STYLES[stone]), (" " if count else "", "")]
            yield stones
            known = self.cards(one["cards"])
            yield [(f"      {self.say('chola.players.cards', held=one['held'], known=known)}", "dim")]


def column_of(square: str) -> int:
    """The column of a square, from 0."""
    return ord(square[0]) - ord("a")


def upwards(squares: Iterable[str]) -> list[str]:
    """Squares from the ground up, from the left to the right."""
    return sorted(squares, key=lambda square: (int(square[1:]), column_of(square)))


def motif_of(tile: str) -> str:
    """What a sculpture shows: the first thing on it."""
    number = int(re.sub(r"\D", "", tile))
    if tile[0] == "Q":
        return GREAT[tile[2]]
    if tile[0] == "D":
        return PAIRS[number - 1]
    return MOTIFS[(number if tile[0] == "T" else number - 1) % len(MOTIFS)]

"""Menara in the terminal: the temple from its front, its floors base by base, and the words of the browser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mandapa.games.menara.components import COLOURS
from mandapa.kernel.face import Block, Canvas, Face, Line, Marks

STYLES = {"yellow": "#f2cf3a", "red": "#e8604a", "black": "#a39e98", "white": "#ffffff", "blue": "#5aa0f0"}
LETTERS = {"yellow": "y", "red": "r", "black": "k", "white": "w", "blue": "b"}
SLAB = "#d6a36a"
EDGE = 18.0
"""From the outermost base of a floor to its edge, about, in mm."""
PER_LETTER = 7.0
"""Millimetres of the picture that a character shows, at least."""
WAYS = ("right", "back-right", "back", "back-left", "left", "front-left", "front", "front-right")
STEPS = {
    "build": "place",
    "partner": "partner",
    "take": "lift",
    "put": "put",
    "shift": "shift",
    "exchange": "exchange",
    "set": "lay",
    "pose": "lay",
    "where": "level",
    "camp": "camp",
}
"""Phases in which there is one thing to do; else the first kind of choice tells."""
COUNTED = ("build", "partner", "take", "put")


class MenaraFace(Face):
    """Menara, in words and characters."""

    pieces = ("floor", "colour", "give", "take", "place")
    unsaid = ("menara.log.done", "menara.log.set/cover", "menara.log.level", "menara.log.pile")

    def colour(self, colour: str) -> str:
        """``yellow``."""
        return self.say(f"menara.colour.{colour}")

    def floor(self, floor: str) -> str:
        """``F07``."""
        return self.say(f"menara.floor.{floor}")

    def piece(self, code: str) -> str:
        """A colour, a floor or a base."""
        if code in COLOURS:
            return self.colour(code)
        floor, dot, base = code.partition(".")
        return self.base(floor, int(base)) if dot else self.floor(floor)

    def base(self, floor: str, base: int) -> str:
        """``F07 b``."""
        return self.say("menara.base", code=f"{floor} {'abcdef'[base]}", floor=self.floor(floor), which="none")

    def level(self, level: int) -> str:
        """``Level 2``."""
        return self.say("menara.level", level=level) if level else self.say("menara.level.base")

    def columns(self, columns: Mapping[str, int]) -> str:
        """``2 yellow, 1 blue``."""
        words = [
            self.both("menara.columns", count=count, colour=(self.colour(colour), colour))
            for colour, count in columns.items()
            if count > 0
        ]
        return self.listed(words) or self.say("menara.none")

    def card(self, card: Mapping[str, Any]) -> str:
        """``move two columns up``."""
        return self.say(f"menara.card.{card['kind']}", count=card.get("columns") or 0)

    def floors(self, floors: Iterable[str]) -> str:
        """Floors, each once."""
        return self.listed(self.floor(floor) for floor in dict.fromkeys(floors)) or self.say("menara.none")

    def words(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Levels, cards, what fell, and how a build step or the game ended."""
        words: dict[str, Any] = {"end": self.end(params)}
        if isinstance(params.get("level"), int):
            words["level_name"], words["level_name_id"] = self.level(params["level"]), params["level"]
        if "kind" in params and "pile" in params:
            words["task"] = self.card(params)
        if isinstance(params.get("base"), int):
            words["place"] = f"{params['floor']}.{params['base']}"
        if "covers" in params:
            words["count"] = len(params["covers"])
        if "columns" in params and isinstance(params["columns"], list):
            fallen = params["columns"]
            words["count"] = len(fallen)
            words["fallen"] = self.listed(self.base(floor, base) for floor, base in fallen)
            words["fallen_floors"] = self.floors(floor for floor, _ in fallen)
        if "floors" in params:
            words["lost"] = self.floors(params["floors"])
        return words

    def end(self, params: Mapping[str, Any]) -> str:
        """``The card is done.`` and what follows from it; ``none`` within a build step."""
        card, over, parts = params.get("card"), params.get("over"), []
        if isinstance(card, Mapping):
            joins = card["joins_row"]
            outcome = ("extended" if joins else "done") if card["done"] else ("failed" if joins else "kept")
            parts.append(self.say(f"menara.log.card.{outcome}", target=card["target"]))
        if over:
            why = (self.say(f"menara.ending.{over['ending']}"), over["ending"])
            parts.append(self.both("menara.log.over", why=why, levels=over["levels"], target=over["target"]))
        return " ".join(parts) or "none"

    def pose(self, pose: Mapping[str, Any]) -> str:
        """``x 12, y −3, turned by 45°``."""
        exact = {name: round(pose[name], 1) for name in ("x", "y", "rotation")}
        return self.say("menara.pose.words", **{name: int(at) if at == int(at) else at for name, at in exact.items()})

    def way(self, pose: Mapping[str, Any]) -> str:
        """``to the back left``: where a floor of the base lies, seen from the middle."""
        degrees = math.degrees(math.atan2(pose["y"], pose["x"]))
        return self.say(f"menara.way.{WAYS[round(degrees / 45) % 8]}")

    def covers(self, bases: Sequence[Sequence[Any]]) -> str:
        """``F01 a, F06 c``: what a floor would lie on."""
        floors = self.floors(floor for floor, _ in bases)
        named = self.listed(self.base(*base) for base in bases)
        return self.say("menara.covers", bases=named, floors=floors, count=len(bases))

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """``Place yellow on F06 e, level 1``."""
        kind = choice["kind"]
        key = f"menara.choice.{kind}"
        if kind == "side":
            side = choice["side"]
            named = (self.say(f"{key}.{side}"), side)
            return self.both(f"{key}.bases", side=named, bases=self.columns(choice["bases"]))
        if kind in ("lay", "cover"):
            pose, covers = choice["pose"], choice.get("covers")
            params = {"pose": self.pose(pose), "way": self.way(pose), "count": choice.get("poses", 1)}
            if not covers:
                return self.say(f"{key}.base", **params)
            return self.say(key, covers=self.covers(covers), **params)
        if kind == "swap":
            give, take = choice["give"], choice["take"]
            return self.both(key, give=(self.colour(give), give), take=(self.colour(take), take))
        if kind == "pile":
            pile = choice["pile"]
            return self.both(key, pile=(self.say(f"menara.pile.{pile}"), pile), count=view["piles"][pile]["left"])
        if kind in ("place", "put", "lift", "reset"):
            colour, (floor, base) = choice["colour"], choice["base"]
            level = level_of(view, floor)
            words = {"colour": (self.colour(colour), colour), "level": (self.level(level), level)}
            return self.both(key, base=self.base(floor, base), **words)
        if kind == "shift":
            floor = choice["floor"]
            level = level_of(view, floor)
            return self.both(key, floor=(self.floor(floor), floor), level=(self.level(level), level))
        if kind == "level":
            level = choice["level"]
            form = "base" if level == 0 else "level.free" if "free" in choice else "level"
            return self.say(f"menara.choice.{form}", level=level)
        return self.say("menara.choice.stop" if kind == "give_up" and view["free_build"] else key)

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """The base of a choice."""
        return tuple(choice["base"]) if "base" in choice else None

    def outlook(self, preview: Mapping[str, Any]) -> str:
        """``risky: in about 7 of 100 tries the temple falls and the game ends``."""
        tries = min(99, max(1, round(100 * preview.get("risk", 0))))
        return self.say(f"menara.outlook.{preview['outlook']}", tries=tries)

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """``Choose a lit base on F06.``, with how much of the card is done."""
        placing, lifted, phase = view["placing"], view["lifted"], view["phase"]
        floor = placing["floor"] if placing else view["one_floor"]
        laying = phase == "where" and placing and placing["level"] is not None
        step = "lay" if laying else STEPS.get(phase, choices[0]["kind"])
        if all(choice["kind"] == "give_up" for choice in choices):
            step = "give_up"
        asked = self.say(
            f"menara.ask.{step}",
            floor=self.floor(floor) if floor else "any",
            level=self.level(placing["level"] or 0 if placing else 0),
            built=view["built"],
            colour=self.colour(lifted["colour"]) if lifted else "",
        )
        counted = view["card"] and view["wanted"] > 1 and phase in COUNTED
        done = self.say("menara.built", built=view["built"], wanted=view["wanted"])
        return f"{done}. {asked}" if counted else asked

    def status(self, view: Any) -> str:
        """``2 of 5 levels, turn 7``."""
        if view["free_build"]:
            return self.say("menara.status.free", levels=view["levels"])
        return self.say("menara.status", levels=view["levels"], target=view["target"], turn=view["turn_number"])

    # ------------------------------------------------------------ the picture

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The temple from its front, everybody's columns, and every floor base by base."""
        blocks = [Block([], self.front(view, marks, width), drawn=True)] if view["floors"] else []
        return [*blocks, Block([], self.piles(view)), Block([], self.bases(view, marks))]

    def front(self, view: Any, marks: Marks, width: int) -> list[Line]:
        """The floors of each level as slabs, what stands on them, and free bases; what is nearer hides the rest."""
        bases = [(floor, number, base) for floor in view["floors"] for number, base in enumerate(floor["bases"])]
        xs = [base["at"][0] for _, _, base in bases]
        scale = max(PER_LETTER, (max(xs) - min(xs) + 2 * EDGE) / max(20, width - 4))
        canvas = Canvas()
        for floor in sorted(view["floors"], key=lambda floor: -min(base["at"][1] for base in floor["bases"])):
            own = [base["at"][0] for base in floor["bases"]]
            left, right = round((min(own) - EDGE) / scale), round((max(own) + EDGE) / scale)
            canvas.put(left, -3 * floor["level"], f"{floor['floor']:▀<{right - left}}"[: right - left], SLAB)
        for floor, number, base in sorted(bases, key=lambda one: -one[2]["at"][1]):
            x, y, colour = round(base["at"][0] / scale), -3 * floor["level"], base["colour"]
            mark = marks.get((floor["floor"], number))
            if base["column"] == "standing":
                canvas.put(x, y - 1, "┃", STYLES[colour])
                canvas.put(x, y - 2, "┃", STYLES[colour])
            elif not mark:
                canvas.put(x, y - 1, LETTERS[colour], STYLES[colour])
            if mark:
                canvas.put(x - len(mark) // 2, y - 1, mark, f"bold reverse {STYLES[colour]}")
        return canvas.lines()

    def bases(self, view: Any, marks: Marks) -> list[Line]:
        """A line for each floor, from the highest level down: its bases, ● where a column stands."""
        lines: list[Line] = []
        for floor in sorted(view["floors"], key=lambda floor: -floor["level"]):
            name = f"{self.level(floor['level'])}, {self.floor(floor['floor'])}"
            lines.append([(self.say("log.action", name=name, text=""), "bold")])
            for number, base in enumerate(floor["bases"]):
                stands = {"standing": "●", "none": "○"}.get(base["column"], "✗")
                mark = marks.get((floor["floor"], number))
                lines[-1].append((f"{'abcdef'[number]}{stands}{LETTERS[base['colour']]}", STYLES[base["colour"]]))
                lines[-1].append((f" ({mark})  " if mark else "  ", "bold"))
        return lines

    def piles(self, view: Any) -> list[Line]:
        """The card, the quarry, and the columns of everybody, of the camp and of the bag."""
        lines: list[Line] = []
        card = view["card"]
        if card:
            pile, rim = card["pile"], card["rim"]
            named, shown = (self.say(f"menara.pile.{pile}"), pile), (self.say(f"menara.rim.{rim}"), rim)
            lines.append([(self.both("menara.card.words", pile=named, task=self.card(card), rim=shown), "bold")])
        top, hidden = view["quarry"]["top"], len(view["quarry"]["hidden"])
        floor = self.floor(top) if top else self.say("menara.none")
        lines.append([(self.say("menara.text.quarry", floor=floor, count=hidden), "")])
        heaps = [
            *zip(self.seats, view["hands"], strict=True),
            (self.say("menara.camp"), view["camp"]),
            (self.say("menara.bag"), view["bag"]),
        ]
        for name, columns in heaps:
            line: Line = [(f"{name} ", "bold")]
            for colour, count in columns.items():
                line.append((f" {count}{LETTERS[colour]}" if count else "", STYLES[colour]))
            lines.append(line)
        legend = [(f"{LETTERS[colour]} {self.colour(colour)}  ", STYLES[colour]) for colour in COLOURS]
        return [*lines, legend]


def level_of(view: Any, floor: str) -> int:
    """The level at which a floor lies."""
    return int(next((one["level"] for one in view["floors"] if one["floor"] == floor), 0))

"""Kerala in the terminal: tiles as coloured cells with their elephants, and the words of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mandapa.kernel.face import Block, Canvas, Face, Line, Marks, crossing, frames, written

COLOUR_NAMES = {"B": "blue", "K": "black", "R": "red", "G": "green", "P": "purple"}
STYLES = {
    "B": "white on #2b59c3",
    "K": "white on #3a3632",
    "R": "white on #b3261e",
    "G": "black on #74bc5c",
    "P": "white on #7b2d8b",
}
ARROWS = {"N": "▲", "E": "▶", "S": "▼", "W": "◀"}
KINDS = {"J": "jump", "M": "shift", "S": "start"}
SIGNS = {"J": "↷", "M": "⇄", "S": "●"}
FREE, SMALL = "dim", (7, 1)
"""The style of what is no tile, and the size of a cell where a platform is drawn small."""
LARGE = (8, 3)
"""From one cell to the next where a platform is drawn with frames."""

Cell = tuple[int, int]


class KeralaFace(Face):
    """Kerala, in words and characters."""

    pieces = ("tile", "covers")

    def piece(self, code: str) -> str:
        """``green 3``, ``blue with black fringe``, ``red jump``."""
        kind = "edge" if code[1] == ">" else KINDS.get(code[1], "symbol")
        edge = (self.colour(code[2]), COLOUR_NAMES[code[2]]) if kind == "edge" else ""
        colour = (self.colour(code[0]), COLOUR_NAMES[code[0]])
        return self.both(f"kerala.tile.{kind}", colour=colour, symbols=code[1:], edge=edge)

    def colour(self, letter: str) -> str:
        """A colour by its letter."""
        return self.say(f"kerala.colour.{COLOUR_NAMES[letter]}")

    def where(self, cell: Sequence[int]) -> str:
        """A cell as the picture numbers it."""
        return f"({written(cell[0])},{written(cell[1])})"

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """``Take green 3``."""
        kind = choice["kind"]
        params = {name: (self.piece(choice[name]), choice[name]) for name in self.pieces if choice.get(name)}
        side = choice.get("side") or choice.get("direction")
        if side:
            params["side"] = (self.say(f"kerala.side.{side}"), side)
        if "cell" in choice:
            params["place"] = (self.where(choice["cell"]), "")
        names = {"turn2": "turn", "step": "step_over" if choice.get("covers") else "step"}
        figure, left = choice.get("figure", 0) + 1, choice.get("left")
        return self.both(f"kerala.choice.{names.get(kind, kind)}", figure=figure, left=left, **params)

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """The cell of the own platform to which a choice leads."""
        return tuple(choice["cell"]) if "cell" in choice else None

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """``Take a tile, or pass and lay a figure down.``"""
        passes = any(choice["kind"] == "pass" for choice in choices)
        return self.say(f"kerala.ask.{view['phase']}{'_or_pass' if passes else ''}")

    def status(self, view: Any) -> str:
        """``Round 7 of 24``."""
        if view["phase"] == "over":
            return self.say("kerala.status.over")
        if not view["round"]:
            return self.say("kerala.status.setup")
        return self.say("kerala.status", round=view["round"], rounds=view["rounds"])

    def row(self, row: str) -> str:
        """``Elephants, red``: one row for each colour."""
        name, _, colour = row.partition("-")
        if name != "symbols":
            return super().row(row)
        return self.both("kerala.score.symbols", colour=(self.say(f"kerala.colour.{colour}"), colour))

    # ------------------------------------------------------------ the picture

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The platform of ``seat`` with frames, the tray, and the other platforms."""
        platforms = sorted(view["platforms"], key=lambda platform: (platform["seat"] != seat, platform["seat"]))
        laid = [platform for platform in platforms if platform["cells"]]
        blocks: list[Block] = []
        for platform in laid:
            first = not blocks
            canvas = self.drawn(platform, marks if first else {}, width if first else 0)
            blocks.append(Block(self.heading(platform), canvas.lines(), drawn=True))
        return [*blocks[:1], self.tray(view), *blocks[1:]]

    def tray(self, view: Any) -> Block:
        """What lies open, and how much is in the bag."""
        offer: Line = []
        for code in view["offer"]:
            offer += [(f" {self.face_of(code)} ", STYLES[code[0]]), ("  ", "")]
        tiles = self.listed(self.piece(code) for code in view["offer"]) or self.say("kerala.text.nothing")
        said = self.say("kerala.text.offer", tiles=tiles)
        held = view["held"]
        lines: list[Line] = [offer] if offer else []
        if held:
            lines.append([(self.both("kerala.text.held", tile=(self.piece(held), held)), "bold")])
        return Block([(said, "")], lines)

    def heading(self, platform: Any) -> Line:
        """Whose platform it is, and its points as if the game ended now."""
        colour = platform["colour"]
        letter = next(letter for letter, name in COLOUR_NAMES.items() if name == colour)
        name, total = self.seats[platform["seat"]], platform["sheet"]["total"]
        words = self.both("kerala.text.platform", name=name, colour=(self.colour(letter), colour), total=total)
        left = platform["passes_left"]
        standing = platform["sheet"]["standing"]["figures"]
        return [(words, "bold"), ("\n" + self.say("kerala.standing", standing=standing, left=left), "dim")]

    def face_of(self, code: str) -> str:
        """A tile in a few characters: ``G ●●●``, ``B >R``."""
        if code[1] == ">":
            return f"{code[0]} >{code[2]}"
        return f"{code[0]} {SIGNS.get(code[1]) or '●' * int(code[1])}"

    def drawn(self, platform: Any, marks: Marks, width: int) -> Canvas:
        """A platform: with frames where ``width`` has room for them, else a line for each row."""
        cells = {tuple(cell["cell"]): cell for cell in platform["cells"]}
        free = [cell for cell in marks if cell not in cells]
        xs = [x for x, _ in [*cells, *free]]
        large = (max(xs) - min(xs) + 1) * LARGE[0] + 5 <= width
        step = LARGE if large else SMALL
        gone = {tuple(cell) for area in platform["sheet"]["removed"]["areas"] for cell in area["cells"]}
        canvas = Canvas()
        if large:
            frames(canvas, [*cells, *free], LARGE, FREE)
        inner = (step[0] - 1) if large else step[0]
        for x, y in free:
            canvas.put(x * step[0] + large, y * step[1] + large, f"{marks[x, y]:^{inner}}", "bold")
        for place, cell in cells.items():
            self._tile(canvas, platform, cell, place, marks, step, place in gone)
        ys = {y for _, y in [*cells, *free]}
        for x in range(min(xs), max(xs) + 1):
            canvas.put(x * step[0] + large, min(ys) * step[1] - 1, f"{written(x):^{inner}}", FREE)
        for y in ys:
            canvas.put(min(xs) * step[0] - 4, y * step[1] + large, f"{written(y):>3}", FREE)
        return canvas

    def _tile(
        self, canvas: Canvas, platform: Any, cell: Any, place: Cell, marks: Marks, step: Cell, gone: bool
    ) -> None:
        """The uppermost tile of a stack, with what stands on it; small it has no room for its height."""
        code, side = cell["stack"][-1], cell["side"]
        face = self.face_of(code)
        if side:
            face = f"{code[0]} {ARROWS[side]}{code[2]}"
        figures = "".join(
            f"{'♙' if figure['lying'] else '♟'}{number + 1}"
            for number, figure in enumerate(platform["figures"])
            if tuple(figure["cell"]) == place
        )
        style = STYLES[code[0]]
        x, y = place[0] * step[0], place[1] * step[1]
        if step == SMALL:
            canvas.put(x, y, f"{face:<5}{figures[:1] or chr(32)}", style)
            return
        height = f"×{len(cell['stack'])}" if len(cell["stack"]) > 1 else ""
        canvas.put(x + 1, y + 1, f" {face:<5}{'✗' if gone else ' '}", style)
        canvas.put(x + 1, y + 2, f" {figures:<4}{height:>2}", style)
        mark = crossing(marks, place, len(marks.get(place, "")))
        if mark:
            canvas.put(x + 7 - len(mark), y + 2, mark, f"bold reverse {style}")

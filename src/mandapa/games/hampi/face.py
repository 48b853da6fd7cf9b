"""Hampi in the terminal: the landscape tile by tile, with what their edges are, and the words of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mandapa.games.hampi.components import INFLUENCERS
from mandapa.kernel.face import Block, Canvas, Face, Line, Marks, signed, written

SIDES = ("E", "SE", "SW", "W", "NW", "NE")
"""Of a tile, clockwise: the order of its edges."""
EDGES = {"R": "bold #f0c36a", "F": "bold #9fd67a", "P": "bold #7fc4f0", "L": "#8d8468"}
GROUND = "on #33301f"
SHORT = {"temple": "▲", "market": "■", "mine": "◆"}
SEATS = ("bold #4fd0e0", "bold #f0c040", "bold #e07ad0", "bold #8fe07a", "bold #f07a6a")
HIGH = 3
WIDTHS = (10, 8, 6)
"""Characters from one tile to the next: as many as there is room for."""


class HampiFace(Face):
    """Hampi, in words and characters."""

    pieces = ("tile",)
    unsaid = ("hampi.log.cell", "hampi.log.draw")

    def piece(self, code: str) -> str:
        """``tile H07``."""
        return self.say("hampi.tile", tile=code, words=code)

    def where(self, cell: Sequence[int]) -> str:
        """``cell (1,−1)``."""
        return self.say("hampi.cell", cell=f"({written(cell[0])},{written(cell[1])})")

    def measure(self, measure: str) -> str:
        """``Lady``, ``Total``."""
        return self.say(f"hampi.measure.{measure}")

    def support(self, support: Mapping[str, int]) -> str:
        """``Lady +4, Elder +2``."""
        words = [f"{self.measure(who)} {signed(support[who])}" for who in INFLUENCERS if support.get(who)]
        return self.listed(words) or self.say("hampi.nothing")

    def names(self, seats: Sequence[int]) -> str:
        """Names at the table."""
        return self.listed(self.seats[seat] for seat in seats)

    def words(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Zones that were paid, a condition and its outcome, tiles that leave the game."""
        words: dict[str, Any] = {
            "scored": " ".join(self.zone_paid(zone) for zone in params.get("zones", [])) or "none",
            "following": "none" if params.get("next_round") is None else params["next_round"],
        }
        if params.get("cell") is not None:
            words["where"] = self.where(params["cell"])
        if "gone" in params:
            tiles = params["gone"]
            words["lost"] = self.say("hampi.lost", tiles=self.listed(tiles), count=len(tiles)) if tiles else "none"
        return {**words, **(self.condition(params) if "measure" in params else {})}

    def condition(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """A condition: what everybody has of it, and whose the Jewel is now."""
        met, held, holders = params["met"], params["before"], params["holders"]
        values = (f"{self.seats[seat]} {written(value)}" for seat, value in enumerate(params["values"]))
        return {
            "measure_name": self.measure(params["measure"]),
            "measure_name_id": params["measure"],
            "table": self.listed(values),
            "outcome": "unmet" if not met else "stays" if held == holders else "passes",
            "many": str(len(holders)),
            "holder_names": self.names(holders),
            "left_names": self.listed(self.measure(one) for one in params["left"]) or "none",
            "winner_names": self.names(params["winners"]) or "none",
        }

    def zone_paid(self, zone: Mapping[str, Any]) -> str:
        """``The pond of 3 tiles is complete: Lady +4 = +4 to Asha.``"""
        leaders = zone["leaders"]
        counts = sorted((count for count in zone["markers"] if count), reverse=True)
        share = "nobody" if not leaders else "one" if len(leaders) == 1 else "shared"
        contested = " : ".join(map(str, counts)) if len(counts) > 1 and len(leaders) == 1 else "none"
        return self.say(
            f"hampi.log.zone.{share}",
            kind=zone["kind"],
            count=len(zone["cells"]),
            support=self.support(zone["support"]),
            total=signed(zone["total"]),
            names=self.names(leaders),
            by=len(leaders),
            each=self.support(zone["each"]),
            each_total=signed(zone["each_total"]),
            contested=contested,
        )

    def zone(self, view: Any, number: int) -> Mapping[str, Any]:
        """What a choice says of a zone: its kind and size, what lacks, what it is worth."""
        zone = next(one for one in view["zones"] if one["id"] == number)
        kind = zone["kind"]
        named = self.both("hampi.zone", kind=(self.say(f"hampi.kind.{kind}"), kind), count=len(zone["cells"]))
        return {
            "zone": (named, kind),
            "state": self.gaps(zone),
            "support": self.support(zone["support"]),
            "total": signed(zone["total"]),
        }

    def gaps(self, zone: Mapping[str, Any]) -> str:
        """``complete``, ``2 gaps left``, ``can never score``."""
        status = zone["status"]
        if status == "open":
            return self.say("hampi.gaps.land" if zone["kind"] == "land" else "hampi.gaps", count=zone["gaps"])
        return self.say(f"hampi.zone.{'scored' if status == 'complete' and zone['scored'] else status}")

    def edges(self, face: Mapping[str, Any], rotation: int) -> str:
        """``east road, south-east road, otherwise land``."""
        sides = []
        for side, edge in zip(SIDES, turned(face["edges"], rotation), strict=True):
            if edge != "L":
                named, ground = (self.say(f"hampi.side.{side}"), side), (self.say(f"hampi.edge.{edge}"), edge)
                sides.append(self.both("hampi.edge", side=named, edge=ground))
        if not sides:
            return self.say("hampi.edges.land")
        return self.say("hampi.edges", sides=self.listed(sides), count=len(SIDES) - len(sides))

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """``Lay H07 on cell (1,−1), 2 ways``."""
        kind = choice["kind"]
        if kind == "cell":
            where, ways = self.where(choice["cell"]), len(choice["rotations"])
            return self.say("hampi.choice.cell", tile=view["drawn"], cell=where, count=ways)
        if kind == "turn":
            rotation = choice["rotation"]
            edges = self.edges(view["faces"][view["drawn"]], rotation)
            return self.say("hampi.choice.turn", rotation=rotation, edges=edges)
        if kind == "decline":
            return self.say("hampi.decline")
        return self.both(f"hampi.choice.{kind}", **self.zone(view, choice["zone"]))

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """The cell of a choice; a turn of the tile has the place that was chosen already."""
        return tuple(choice["cell"]) if choice["kind"] == "cell" else None

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """``Choose a lit cell for your tile.``"""
        kind = choices[0]["kind"]
        return self.say(f"hampi.ask.{'mark' if kind == 'decline' else kind}")

    def status(self, view: Any) -> str:
        """The round, and how much is left of its stack."""
        if view["phase"] == "over":
            history = view["jewel"]["history"]
            if not history:
                return self.say("hampi.ask.over")
            measure = history[-1]["measure"]
            return self.both("hampi.status.over", measure=(self.measure(measure), measure))
        if view["phase"] == "setup":
            return self.say("hampi.status.setup")
        left = view["stacks"][view["round"] - 1]["items"]
        return self.say("hampi.status", round=view["round"], rounds=view["last_round"], count=left)

    def row(self, row: str) -> str:
        """An influencer, or what a kind of zone has brought."""
        if row in INFLUENCERS:
            return self.measure(row)
        kind = row.removeprefix("kind-")
        if kind != row:
            return self.both("hampi.score.kind", kind=(self.say(f"hampi.kinds.{kind}"), kind))
        return super().row(row)

    # ------------------------------------------------------------ the picture

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The landscape, the tile to be laid, and what everybody has."""
        spots = [*(tuple(tile["cell"]) for tile in view["tiles"]), *marks]
        if not spots:
            return super().board(view, marks, width, seat)
        across = [2 * q + r for q, r in spots]
        fitting = (wide for wide in WIDTHS if (max(across) - min(across) + 2) * wide // 2 <= width)
        wide = next(fitting, WIDTHS[-1])
        canvas = Canvas()
        for tile in view["tiles"]:
            self._tile(canvas, view, tuple(tile["cell"]), tile["tile"], tile["rotation"], wide)
        for cell, mark in marks.items():
            x, y = at(cell, wide)
            canvas.put(x, y + 1, f"{f'({mark})':^{wide - 1}}", "bold cyan")
        beside = [*self._drawn(view), *self._seats(view), [], *self._legend()]
        return [Block([], canvas.lines(), drawn=True), Block([], beside)]

    def _tile(self, canvas: Canvas, view: Any, cell: tuple[int, int], name: str, rotation: int, wide: int) -> None:
        """A tile in three lines: its edges round what is built on it, and the markers there."""
        face, (x, y) = view["faces"][name], at(cell, wide)
        inner, middle, aside = wide - 1, wide // 2 - 1, 1 if wide == WIDTHS[-1] else 2
        for line in range(HIGH):
            canvas.put(x, y + line, " " * inner, GROUND)
        left, right = middle - aside, middle + aside
        places = ((inner - 1, 1), (right, 2), (left, 2), (0, 1), (left, 0), (right, 0))
        for (dx, dy), edge in zip(places, turned(face["edges"], rotation), strict=True):
            canvas.put(x + dx, y + dy, "·" if edge == "L" else edge, f"{EDGES[edge]} {GROUND}")
        villages = sum(part["village"] for part in face["parts"])
        built = (SHORT.get(face["building"] or "", "") + "⌂" * villages)[: inner - 4]
        canvas.put(x + 2, y + 1, f"{built:^{inner - 4}}", f"bold {GROUND}")
        markers = [marker["seat"] for marker in view["markers"] if tuple(marker["cell"]) == cell]
        for line, seat in zip((0, 2), markers, strict=False):
            canvas.put(x + middle, y + line, str(seat + 1), f"reverse {SEATS[seat]}")

    def _drawn(self, view: Any) -> list[Line]:
        """The tile that is to be laid, as it is drawn on the board."""
        name = view["drawn"]
        if name is None:
            return []
        canvas = Canvas()
        self._tile(canvas, {**view, "markers": []}, (0, 0), name, 0, WIDTHS[0])
        face = view["faces"][name]
        said = self.say("hampi.drawn", tile=self.piece(name))
        return [[(said, "bold")], *canvas.lines(), [(self.support(face["support"]), "")], []]

    def _seats(self, view: Any) -> list[Line]:
        """Everybody's support, and how many markers are left."""
        lines: list[Line] = []
        for row in view["seats"]:
            seat, total = row["seat"], written(row["total"])
            acts = "▶" if view["turn"] == seat else " "
            jewel = " ☀" if seat in view["jewel"]["holders"] else ""
            name = f" {self.seats[seat]}  {total}{jewel}"
            lines.append([(f"{acts} ", "bold"), (f" {seat + 1} ", f"reverse {SEATS[seat]}"), (name, "bold")])
            lines.append([(f"      {self.support(row['support'])}", "dim")])
            lines.append([(f"      {'●' * row['markers_left']}", SEATS[seat])])
        return lines

    def _legend(self) -> list[Line]:
        """What the signs on tiles stand for."""
        edges: Line = []
        for edge, style in EDGES.items():
            edges += [("·" if edge == "L" else edge, style), (f" {self.say(f'hampi.edge.{edge}')}   ", "dim")]
        built = [("⌂ ", "bold"), (f"{self.say('hampi.villages', count=1)}   ", "dim")]
        for building, sign in SHORT.items():
            built += [(f"{sign} ", "bold"), (f"{self.say(f'hampi.building.{building}')}   ", "dim")]
        return [edges, built]


def turned(edges: str, rotation: int) -> str:
    """The edges of a tile from the east on, as it lies."""
    return "".join(edges[(direction - rotation) % 6] for direction in range(6))


def at(cell: Sequence[int], wide: int) -> tuple[int, int]:
    """Where a tile is drawn: rows are half a tile aside of each other."""
    return (2 * cell[0] + cell[1]) * wide // 2, cell[1] * HIGH

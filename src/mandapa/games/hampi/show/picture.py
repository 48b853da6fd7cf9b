"""Small picture of a game of Hampi: the landscape with roads, buildings and markers, and each player's support."""

import math

from mandapa.games.hampi.rules.components import EDGES, Components
from mandapa.games.hampi.show.view_types import Face, View
from mandapa.kernel.pictures import svg

SIZE = 26.0
TERRAIN = {"L": "#a9bf7c", "R": "#a9bf7c", "F": "#e0bd5c", "P": "#6fb0c9"}
ROAD, SKY, INK = "#f2e6c8", "#efe6d2", "#33291a"
TOP = 40.0


def picture(view: View, components: Components) -> str:
    """Return an SVG image of the game."""
    centres = [_centre(*tile["cell"]) for tile in view["tiles"]] or [(0.0, 0.0)]
    left, top = min(x for x, _ in centres) - 40, min(y for _, y in centres) - 40 - TOP
    width = max(max(x for x, _ in centres) - left + 40, 110.0 * len(view["seats"]))
    height = max(y for _, y in centres) - top + 40
    parts: list[str] = []
    for tile in view["tiles"]:
        x, y = _centre(*tile["cell"])
        parts += _tile((x - left, y - top), view["faces"][tile["tile"]], tile["rotation"])
    seen: dict[tuple[int, ...], int] = {}
    for marker in view["markers"]:
        cell = tuple(marker["cell"])
        number = seen[cell] = seen.get(cell, -1) + 1
        x, y = _centre(*marker["cell"])
        at = x - left - 7 + 9 * (number % 3), y - top + 8 - 9 * (number // 3)
        parts.append(
            svg.rect(at[0] - 4, at[1] - 4, 8, 8, svg.SEATS[marker["seat"]], rx=1.5, stroke="#ffffff", stroke_width=1)
        )
    for seat in view["seats"]:
        x = 14.0 + 100 * seat["seat"]
        parts.append(svg.rect(x, 13, 14, 14, svg.SEATS[seat["seat"]], rx=2))
        jewel = " ★" if seat["seat"] in view["jewel"]["holders"] else ""
        parts.append(svg.text_line((x + 22, 20), f"{seat['total']}{jewel}", 13, INK, "start"))
    return svg.picture(width, height, parts, f"Hampi, round {view['round']}", SKY)


def _centre(q: int, r: int) -> svg.Point:
    return SIZE * math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def _corner(at: svg.Point, number: float, far: float = SIZE) -> svg.Point:
    """Return the position of a corner of a tile, ``far`` from its centre.

    Corners are counted clockwise from the one before the eastern edge.
    """
    angle = math.radians(60 * number - 30)
    return at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)


def _tile(at: svg.Point, face: Face, rotation: int) -> list[str]:
    """Draw a tile: six triangles of terrain, roads to the middle, and a symbol for a building."""
    edges = [face["edges"][(direction - rotation) % EDGES] for direction in range(EDGES)]
    parts = [
        svg.polygon([at, _corner(at, direction), _corner(at, direction + 1)], TERRAIN[terrain])
        for direction, terrain in enumerate(edges)
    ]
    for direction, terrain in enumerate(edges):
        if terrain == "R":
            parts.append(svg.line(at, _corner(at, direction + 0.5, SIZE * 0.84), ROAD, 4))
    outline = [_corner(at, number) for number in range(EDGES)]
    parts.append(svg.polygon(outline, "none", stroke="#7b7a52", stroke_width=0.8))
    building = face["building"]
    if building:
        sign = {"temple": "▲", "market": "■", "mine": "◆"}[building]
        parts += [svg.circle(at, 8, "#fffaf0", stroke=INK, stroke_width=0.8), svg.text_line(at, sign, 9, INK)]
    return parts

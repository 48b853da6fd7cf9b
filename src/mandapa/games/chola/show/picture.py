"""Small picture of a game of Chola: the temple with its stones, stars and sculptures, and each player's points."""

from mandapa.games.chola.rules.components import ALPHABET, Components
from mandapa.games.chola.show.view_types import View
from mandapa.kernel.pictures import svg

CELL, EDGE = 24, 18
SKY, INK, FREE = "#f1e4cb", "#3d2a17", "#fbf3e1"
STONE = {"B": "#7a4a2a", "L": "#c99a62", "W": "#ffffff", "G": "#8e9096", "Y": "#e2b52c"}


def picture(view: View, components: Components) -> str:
    """Return a picture of the table as SVG."""
    rows = max(int(square["square"][1:]) for square in view["squares"])
    columns = 1 + max(ALPHABET.index(square["square"][0]) for square in view["squares"])
    width = max(columns * CELL + 2 * EDGE, 84 * len(view["seats"]) + EDGE)
    top, left = 34, (width - columns * CELL) / 2
    parts = []
    for square in view["squares"]:
        x = left + ALPHABET.index(square["square"][0]) * CELL
        y = top + (rows - int(square["square"][1:])) * CELL
        stone = square["stone"]
        fill = STONE[stone] if stone else "#c9b48c" if square["covered"] else FREE
        edge = {"stroke": INK if stone else "#c9b48c", "stroke_width": 1.0 if stone else 0.8}
        parts.append(svg.rect(x + 1, y + 1, CELL - 2, CELL - 2, fill, rx=2, **edge))
        if square["star"]:
            parts.append(svg.text_line((x + CELL / 2, y + CELL / 2), "★", 12, "#b3541e" if not stone else INK))
        elif square["covered"]:
            parts.append(svg.circle((x + CELL / 2, y + CELL / 2), 5, "none", stroke=INK, stroke_width=1.2))
    for cell in view["entrance"]:
        x = left + ALPHABET.index(cell[0]) * CELL
        parts.append(svg.rect(x, top + (rows - int(cell[1:])) * CELL, CELL, CELL, "#5b3d22"))
    for seat in view["seats"]:
        x = EDGE + 84.0 * seat["seat"]
        parts.append(svg.rect(x, 11, 13, 13, STONE[seat["colour"]] if seat["colour"] else FREE, rx=2, stroke=INK))
        parts.append(svg.text_line((x + 20, 18), seat["total"], 13, INK, "start"))
    return svg.picture(width, top + rows * CELL + EDGE, parts, f"Chola, {view['spaces']} spaces left", SKY)

"""Small SVG picture of a game of Indus: the board with its ruins, and researchers on fields and start spaces."""

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import Components
from mandapa.games.indus.show.view_types import View
from mandapa.kernel.pictures import svg

CELL, EDGE = 46, 40
SAND, SLAB, INK = "#e6cd9d", "#f0dcb4", "#4a321a"
TEAM = {"B": "#2f6fae", "Y": "#d9a514", "G": "#4b8b3b", "R": "#b8402a"}
RUIN = {
    "building": "#c1754b",
    "graveyard": "#ab9673",
    "canal": "#2f86bd",
    "path": "#8a6a3c",
    "alley": "#a9723a",
    "wall": "#5d3f24",
}
SHIFT = {"building": 0, "graveyard": 0, "canal": -4, "path": 4, "alley": 8, "wall": -9}


def picture(view: View, components: Components) -> str:
    """Return an SVG image of the board with each team's total."""
    board = EDGE * 2 + CELL * indus.SIZE
    parts = [svg.rect(EDGE, EDGE, CELL * indus.SIZE, CELL * indus.SIZE, SLAB, stroke=INK, stroke_width=1.5)]
    for number in range(1, indus.SIZE):
        along = EDGE + number * CELL
        parts.append(svg.line((along, EDGE), (along, EDGE + CELL * indus.SIZE), "#d3b182", 1))
        parts.append(svg.line((EDGE, along), (EDGE + CELL * indus.SIZE, along), "#d3b182", 1))
    for ruin in view["ruins"]:
        shift = SHIFT[ruin["kind"]]
        solid = ruin["kind"] in ("building", "graveyard")
        for first, second in ruin["links"]:
            one, other = ((x + shift, y + shift) for x, y in (_middle(first), _middle(second)))
            parts.append(svg.line(one, other, RUIN[ruin["kind"]], 26 if solid else 5, opacity=0.45 if solid else 0.8))
        for name in ruin["fields"]:
            x, y = _middle(name)
            size = 15 if ruin["kind"] == "building" else 12 if solid else 3.5
            parts.append(svg.circle((x + shift, y + shift), size, RUIN[ruin["kind"]], opacity=0.45 if solid else 0.8))
    for field in view["fields"]:
        x, y = _middle(field["field"])
        for level, piece in enumerate(field["stack"]):
            parts += _researcher((x, y + 6 - 7 * level), piece)
        if field["secured"]:
            parts.append(
                svg.rect(x - 20, y - 20, 40, 40, "none", rx=6, stroke=TEAM[field["secured"][0].upper()], stroke_width=3)
            )
    for start in view["starts"]:
        at = _start(start["space"])
        parts.append(svg.circle(at, 9, "none", stroke="#a67c4d", stroke_width=1))
        if start["piece"]:
            parts += _researcher(at, start["piece"])
    for number, team in enumerate(view["teams"]):
        x = EDGE + number * CELL * indus.SIZE / 4
        parts.append(svg.circle((x + 8, board + 2), 7, TEAM[team["team"][0].upper()]))
        parts.append(svg.text_line((x + 20, board + 2), team["total"], 13, INK, "start"))
    return svg.picture(board, board + 20, parts, f"Indus, {view['phase']}", SAND)


def _middle(field: str) -> svg.Point:
    row, column = divmod(indus.FIELD_NAMES.index(field), indus.SIZE)
    return EDGE + (column + 0.5) * CELL, EDGE + (row + 0.5) * CELL


def _start(space: str) -> svg.Point:
    """Return the coordinates of a start space. The number in its name is that of its row or column."""
    side, along = space[0], EDGE + (int(space[1]) - 0.5) * CELL
    near, far = EDGE / 2, EDGE * 1.5 + CELL * indus.SIZE
    return {"N": (along, near), "S": (along, far), "W": (near, along), "E": (far, along)}[side]


def _researcher(at: svg.Point, piece: str) -> list[str]:
    """Return an SVG disc in the colour of the team with the letter of the rank."""
    return [
        svg.circle(at, 8, TEAM[piece[0]], stroke="#20150a", stroke_width=1),
        svg.text_line(at, piece[1], 9, "#ffffff"),
    ]

"""Small picture of a game of Kerala: the offer above, the platforms side by side."""

from collections.abc import Mapping

from mandapa.games.kerala.rules.components import COLOURS, Components
from mandapa.games.kerala.show.view_types import View
from mandapa.kernel.pictures import svg

CELL, GAP = 30, 22
TOP = 62
PAPER, INK = "#f3ead6", "#3a2a18"


def picture(view: View, components: Components) -> str:
    """Return an SVG image of the game."""
    fills = dict(zip(components.letters, components.screen, strict=True))
    of_colour = dict(zip(COLOURS, components.screen, strict=True))
    parts = [svg.text_line((12, 26), f"Round {view['round']} of {view['rounds']}", 13, INK, "start")]
    offer = view["offer"] + ([view["held"]] if view["held"] else [])
    for number, code in enumerate(offer):
        held = number == len(view["offer"])
        parts += _tile((150 + number * (CELL + 4) + 14 * held, 11), code, None, 1, fills)
    x = float(GAP)
    height = 0.0
    for platform in view["platforms"]:
        cells = [cell["cell"] for cell in platform["cells"]] or [(0, 0)]
        left, top = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        columns, rows = max(cell[0] for cell in cells) - left + 1, max(cell[1] for cell in cells) - top + 1
        name = f"{platform['sheet']['total']}"
        colour = platform["colour"]
        parts.append(svg.circle((x + 7, TOP), 6, of_colour[colour] if colour else "#999999"))
        parts.append(svg.text_line((x + 20, TOP), name, 12, INK, "start"))
        for cell in platform["cells"]:
            at = x + (cell["cell"][0] - left) * CELL, TOP + 16 + (cell["cell"][1] - top) * CELL
            parts += _tile(at, cell["stack"][-1], cell["side"], len(cell["stack"]), fills)
        for number, figure in enumerate(platform["figures"]):
            column, row = figure["cell"][0] - left + 0.3 + 0.4 * number, figure["cell"][1] - top + 0.72
            lying = 0.35 if figure["lying"] else 1.0
            parts.append(
                svg.circle(
                    (x + column * CELL, TOP + 16 + row * CELL),
                    5,
                    "#fffaf0",
                    stroke=INK,
                    stroke_width=1.5,
                    opacity=lying,
                )
            )
        x += max(columns * CELL, 40) + GAP
        height = max(height, rows * CELL)
    width = max(x, 160 + len(offer) * (CELL + 4) + 30)
    return svg.picture(width, TOP + height + 34, parts, f"Kerala, round {view['round']}", PAPER)


def _tile(at: svg.Point, code: str, side: str | None, height: int, fills: Mapping[str, str]) -> list[str]:
    """Draw a tile: its colour, dots for elephants, an edge in the other colour, symbols for jump and shift."""
    (x, y), size = at, CELL - 2
    parts = [svg.rect(x, y, size, size, fills[code[0]], rx=4, stroke=INK, stroke_width=0.8 + 0.5 * (height > 1))]
    middle = x + size / 2, y + size / 2
    face = code[1:]
    if face.startswith(">"):
        end = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0), None: (0, 1)}[side]
        across = end[1], end[0]
        rim = middle[0] + end[0] * (size / 2 - 4), middle[1] + end[1] * (size / 2 - 4)
        one = rim[0] - across[0] * 9, rim[1] - across[1] * 9
        other = rim[0] + across[0] * 9, rim[1] + across[1] * 9
        parts.append(svg.line(one, other, fills[face[1]], 5))
    elif face == "J":
        parts.append(svg.polygon([(middle[0], y + 7), (x + size - 7, y + size - 8), (x + 7, y + size - 8)], PAPER))
    elif face == "M":
        parts.append(svg.rect(x + 8, y + 8, size - 16, size - 16, PAPER, rx=2))
    else:
        count = 1 if face == "S" else int(face)
        parts += [svg.circle((middle[0] + 7 * (n - (count - 1) / 2), middle[1] - 4), 2.6, PAPER) for n in range(count)]
        if face == "S":
            parts.append(svg.circle(middle, 9, "none", stroke=PAPER, stroke_width=1.5))
    return parts

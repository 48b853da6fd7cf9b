"""Small picture of a game of Menara: the floors from above, level by level, with their columns."""

import math

from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.show.view_types import Floor, View
from mandapa.kernel.pictures import svg

PLAN, TOP = 200.0, 34.0
SKY, INK = "#e8e4d8", "#2b2721"
COLUMN = {"yellow": "#e0b020", "red": "#b8402a", "black": "#2b2b2b", "white": "#ffffff", "blue": "#2f6fae"}
SIDE = {"light": "#d8c29a", "dark": "#8a6f50"}


def picture(view: View, components: Components) -> str:
    """Return a picture of the table as SVG."""
    outlines = {floor["floor"]: _outline(floor, components) for floor in view["floors"]}
    corners = [corner for outline in outlines.values() for corner in outline] or [(0.0, 0.0)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    near, far = min(y for _, y in corners), max(y for _, y in corners)
    scale = (PLAN - 24) / max(right - left, far - near, 200)
    shown = sorted({floor["level"] for floor in view["floors"]}) or [0]

    def place(level: int, at: svg.Point) -> svg.Point:
        middle = PLAN * (shown.index(level) + 0.5), TOP + 12 + PLAN / 2
        return middle[0] + (at[0] - (left + right) / 2) * scale, middle[1] - (at[1] - (near + far) / 2) * scale

    parts = [svg.text_line((12, 18), f"{view['levels']} of {view['target']} levels", 13, INK, "start")]
    for number, level in enumerate(shown):
        parts.append(svg.text_line((PLAN * (number + 0.5), TOP + 8), f"level {level}" if level else "base", 11, INK))
    for floor in view["floors"]:
        corners = [place(floor["level"], corner) for corner in outlines[floor["floor"]]]
        parts.append(svg.polygon(corners, SIDE[floor["side"]], stroke=INK, stroke_width=0.8, opacity=0.92))
    for floor in view["floors"]:
        for base in floor["bases"]:
            at, fill = place(floor["level"], base["at"]), COLUMN[base["colour"]]
            parts.append(svg.circle(at, 4.5, "none", stroke=fill, stroke_width=1.6))
            if base["column"]:
                parts.append(svg.circle(at, 3.2, fill, stroke=INK, stroke_width=0.6))
    return svg.picture(PLAN * len(shown), TOP + PLAN + 16, parts, f"Menara, {view['levels']} levels", SKY)


def _outline(floor: Floor, components: Components) -> list[svg.Point]:
    """Return the corners of a floor on the table, mm. On its dark side, the outline is mirrored."""
    angle = math.radians(floor["rotation"])
    across, along = math.cos(angle), math.sin(angle)
    mirror = -1 if floor["side"] == "dark" else 1
    corners = [(mirror * x, y) for x, y in components.floors[int(floor["floor"][1:]) - 1].outline]
    return [(across * x - along * y + floor["x"], along * x + across * y + floor["y"]) for x, y in corners]

"""SVG helpers with which games draw small pictures of their boards (``Presentation.picture``)."""

from collections.abc import Iterable, Mapping
from html import escape

Point = tuple[float, float]
SEATS = ("#2f7fb4", "#c0503a", "#4f8a3c", "#8a5aa8", "#b98a1e")
"""Seat colours for games that define none."""


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """Return an SVG element. ``fill_opacity`` becomes ``fill-opacity``, and floats are rounded to two decimals."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))


def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """Return a rectangle with its top left corner at (x, y)."""
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=fill, **more)


def circle(at: Point, radius: float, fill: str, **more: object) -> str:
    """Return a filled circle."""
    return tag("circle", cx=float(at[0]), cy=float(at[1]), r=float(radius), fill=fill, **more)


def line(one: Point, other: Point, stroke: str, width: float, **more: object) -> str:
    """Return a line with round ends."""
    ends = {"x1": float(one[0]), "y1": float(one[1]), "x2": float(other[0]), "y2": float(other[1])}
    return tag("line", stroke=stroke, stroke_width=float(width), stroke_linecap="round", **ends, **more)


def polygon(points: Iterable[Point], fill: str, **more: object) -> str:
    """Return a filled polygon."""
    written = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polygon", points=written, fill=fill, **more)


def text_line(at: Point, text: object, size: float = 10, fill: str = "#20150a", anchor: str = "middle") -> str:
    """Return a line of text, vertically centred at a point."""
    where = {"x": float(at[0]), "y": float(at[1] + size * 0.35), "font_size": float(size)}
    return tag("text", escape(str(text)), fill=fill, text_anchor=anchor, **where)


def picture(width: float, height: float, parts: Iterable[str], title: str, background: str) -> str:
    """Return a complete SVG picture. ``title`` describes it in a few words for screen readers."""
    return tag(
        "svg",
        tag("title", escape(title)) + rect(0, 0, width, height, background, rx=8) + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=round(width),
        height=round(height),
        role="img",
        font_family="system-ui, sans-serif",
    )


def text_picture(text: str, title: str) -> str:
    """Return an SVG picture with lines of text, for games without pictures."""
    lines = text.splitlines() or [""]
    width, height = 8.5 * max(map(len, lines)) + 24, 18.0 * len(lines) + 24
    drawn = [
        tag(
            "text",
            escape(line),
            x=12.0,
            y=27.0 + 18 * number,
            font_size=14.0,
            fill="#20150a",
            font_family="monospace",
            style="white-space: pre",
        )
        for number, line in enumerate(lines)
    ]
    return picture(width, height, drawn, title, "#ffffff")


def facts_table(title: str, values: Mapping[str, object]) -> str:
    """Return an HTML table of names and values, with a heading."""
    rows = "".join(f"<tr><th>{name}</th><td>{escape(str(value))}</td></tr>" for name, value in values.items())
    return f"<p><b>{escape(title)}</b></p><table>{rows}</table>"


def picture_html(drawn: str | None, text: str) -> str:
    """Return HTML that shows the SVG picture ``drawn``, or ``text`` if it is None."""
    return f"<pre>{escape(text)}</pre>" if drawn is None else f"<div>{drawn}</div>"

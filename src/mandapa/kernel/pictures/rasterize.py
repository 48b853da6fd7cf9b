"""Render SVG pictures as PNG or as RGB arrays with resvg (``pip install 'mandapa[preview]'``)."""

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

MARGIN = 0.02
"""Width of the empty border around a picture, as a share of the total width."""
BACKGROUND = "#f5ebdc"
FONT, MONOSPACE_FONT = "DejaVu Sans", "DejaVu Sans Mono"
SVG = "http://www.w3.org/2000/svg"


def card_of(svg: str, width: int, height: int) -> str:
    """Return an SVG of the given size, in pixels, with a picture centred in it and scaled to fit."""
    margin = round(MARGIN * width)
    drawing = ElementTree.fromstring(svg)  # embedded as an element, because resvg draws no text in an <image>
    inside = {"x": margin, "y": margin, "width": width - 2 * margin, "height": height - 2 * margin}
    drawing.attrib |= {name: str(number) for name, number in inside.items()}
    card = ElementTree.Element(f"{{{SVG}}}svg", width=str(width), height=str(height))
    card.append(drawing)
    return ElementTree.tostring(card, "unicode")


def can_rasterize() -> bool:
    """Return whether resvg, and matplotlib for its fonts, are installed."""
    return all(find_spec(name) is not None for name in ("resvg_py", "matplotlib"))


def to_png(svg: str, width: int, height: int) -> bytes:
    """Render a picture, centred and scaled to fit, as a PNG of the given size in pixels.

    Raises:
        ImportError: resvg or matplotlib is not installed (``can_rasterize``).
    """
    if not can_rasterize():
        raise ImportError("drawing pictures needs libraries that are not installed: pip install 'mandapa[preview]'")
    import resvg_py

    drawn = resvg_py.svg_to_bytes(
        svg_string=card_of(svg, width, height),
        background=BACKGROUND,
        skip_system_fonts=True,
        font_files=[font_file(FONT), font_file(MONOSPACE_FONT)],
        sans_serif_family=FONT,
        monospace_family=MONOSPACE_FONT,
    )
    return bytes(drawn)


def to_rgb(svg: str, width: int, height: int) -> NDArray[np.uint8]:
    """Render a picture like ``to_png`` and return its pixels, uint8, shape (height, width, 3)."""
    png = BytesIO(to_png(svg, width, height))
    from matplotlib.image import imread

    pixels: NDArray[np.uint8] = np.rint(imread(png, format="png")[:, :, :3] * 255).astype(np.uint8)
    return pixels


@cache
def font_file(name: str) -> str:
    """Return the path of a font that is part of matplotlib, because containers often have no fonts."""
    matplotlib = find_spec("matplotlib")
    assert matplotlib is not None and matplotlib.origin is not None, "only called if can_rasterize()"
    return str(Path(matplotlib.origin).parent / "mpl-data" / "fonts" / "ttf" / f"{name.replace(' ', '')}.ttf")

"""Render SVG pictures as PNG (``pip install 'mandapa[preview]'``) or as RGB arrays (``'mandapa[research]'``)."""

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
FONTS = Path(__file__).with_name("fonts")
"""Folder of the fonts, which are part of the package because containers often have none."""
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
    """Return whether resvg is installed."""
    return find_spec("resvg_py") is not None


def to_png(svg: str, width: int, height: int) -> bytes:
    """Render a picture, centred and scaled to fit, as a PNG of the given size in pixels.

    Raises:
        ImportError: resvg is not installed (``can_rasterize``).
    """
    if not can_rasterize():
        raise ImportError("drawing pictures needs a library that is not installed: pip install 'mandapa[preview]'")
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
    """Render a picture like ``to_png`` and return its pixels, uint8, shape (height, width, 3).

    Raises:
        ImportError: resvg or Pillow is not installed.
    """
    if find_spec("PIL") is None:
        raise ImportError("pixels of pictures need a library that is not installed: pip install 'mandapa[research]'")
    from PIL import Image

    with Image.open(BytesIO(to_png(svg, width, height)), formats=["PNG"]) as image:
        return np.array(image.convert("RGB"))


def font_file(name: str) -> str:
    """Return the path of a font."""
    return str(FONTS / f"{name.replace(' ', '')}.ttf")

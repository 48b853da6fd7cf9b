"""Render modes that all environments share: text (``human``, ``ansi``) and pictures (``svg``, ``rgb_array``)."""

from typing import Any

from mandapa.adapters.position import presentation_of, text_of
from mandapa.kernel.errors import OptionError
from mandapa.kernel.pictures.rasterize import to_rgb
from mandapa.kernel.pictures.svg import text_picture
from mandapa.kernel.record import Record
from mandapa.library import Game

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH, HEIGHT = 960, 640
"""Size of an ``rgb_array`` in pixels, which is the same for every frame, as video recorders require."""


def checked_render_mode(mode: str | None) -> str | None:
    """Return a render mode or None unchanged; raise ``OptionError`` if the mode is unknown."""
    if mode not in (None, *RENDER_MODES):
        raise OptionError(f"render_mode: found {mode!r}, expected {', '.join(RENDER_MODES)} or None")
    return mode


def render(game: Game, record: Record, mode: str | None) -> Any:
    """Render a record as text or as a picture.

    Args:
        game: the game of the record.
        record: the state to show, with all information in the record; redact it first to show the view of a seat.
        mode: ``human`` prints text and returns None; ``ansi`` returns the text; ``svg`` returns a picture as text;
            ``rgb_array`` returns a picture as an array of bytes, shape (HEIGHT, WIDTH, 3). The picture of a game
            without pictures shows the text.

    Raises:
        OptionError: ``mode`` is None.
        ImportError: ``rgb_array`` requires the libraries of ``mandapa[research]``.
    """
    if mode is None:
        raise OptionError(f"render_mode: found None, expected {', '.join(RENDER_MODES)}")
    if mode in ("human", "ansi"):
        text = text_of(game, record)
        return print(text) if mode == "human" else text
    picture = svg_of(game, record)
    return picture if mode == "svg" else to_rgb(picture, WIDTH, HEIGHT)


def svg_of(game: Game, record: Record) -> str:
    """Return a picture of a record as SVG; it shows the text if the game has no pictures."""
    shown = presentation_of(game)
    if shown.picture is None:
        return text_picture(shown.text(record), game.type.title)
    return shown.picture(shown.view(record), game.components)

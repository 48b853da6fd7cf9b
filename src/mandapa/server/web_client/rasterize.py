"""Convert an SVG image to PNG: ``python -P rasterize.py GROUND FONT_FILE FONT_FAMILY < in > out``.

This runs as a separate process, because `resvg-py` holds the global interpreter lock while it draws. In the server
process, that would stop every table for a tenth of a second. The script imports nothing from Mandapa, so that it starts
within milliseconds.
"""

import sys

import resvg_py


def main(ground: str, font_file: str, font_family: str) -> None:
    """Read an SVG image from standard input and write it in PNG format to standard output.

    ``ground``: background colour; ``font_file`` and ``font_family``: the font for text.
    """
    drawn = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        background=ground,
        skip_system_fonts=True,
        font_files=[font_file],
        sans_serif_family=font_family,
    )
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    main(*sys.argv[1:])

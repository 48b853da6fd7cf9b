"""Convert an SVG image to PNG: ``python -P rasterize.py GROUND FONT_FILE FONT_FAMILY < in > out``.

This is a separate process because `resvg-py` holds the interpreter lock while it draws, which would stop every table on
the server for a tenth of a second. It imports nothing from Mandapa so that it starts within milliseconds.
"""

import sys

import resvg_py


def main(ground: str, font_file: str, font_family: str) -> None:
    """Read an SVG image from standard input and write its PNG to standard output."""
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

"""Replace characters that the encoding of the output does not contain.

An example is the encoding cp1252, which files and pipes use on Windows.
"""

import codecs
import sys
from unicodedata import normalize

PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "×": "x", "→": "->", "±": "+/-"}
)


def use_plain_characters() -> None:
    """Make standard output and standard error replace characters that they cannot encode with similar ones."""
    codecs.register_error("mandapa.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="mandapa.plain")


def _plain(error: UnicodeError) -> tuple[str | bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end].translate(PLAIN)
    similar = "".join(
        char if char.isascii() else normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
        for char in lacking
    )
    return similar, error.end

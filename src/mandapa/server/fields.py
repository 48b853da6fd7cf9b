"""Field types and validators shared by all HTTP and WebSocket messages."""

from typing import Annotated
from unicodedata import category

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from mandapa.play.names import is_printable

BLANKS = str.maketrans("", "", "\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as printable, but are displayed as blank space."""
MAX_MARKS = 6
"""Maximum number of combining marks on one character. Longer stacks overlap the lines above and below."""


def visible(text: str) -> str:
    """Return a name unchanged if it is valid.

    Raise an error if it is blank, begins or ends with a space, has unprintable characters, or has so many combining
    marks on one letter that it overlaps neighbouring text.
    """
    if not is_printable(text) or text != text.strip() or not text.translate(BLANKS).strip():
        raise PydanticCustomError("unprintable", "expected printable characters without spaces at the start or end")
    marks = 0
    for letter in text:
        marks = marks + 1 if category(letter) in ("Mn", "Me") else 0
        if marks > MAX_MARKS:
            raise PydanticCustomError("marks", "expected at most {most} marks on a letter", {"most": MAX_MARKS})
    return text


def _storable(text: str) -> str:
    if "\x00" in text:
        raise PydanticCustomError("null_character", "expected text without null characters")
    return text


STORABLE = AfterValidator(_storable)
"""Validator for text that every database can store. It must follow the length constraint of a field."""
Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(visible)]
BotName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]
ActionText = Annotated[str, Field(min_length=1, max_length=200), STORABLE]
GameName = Annotated[str, Field(min_length=1, max_length=80), STORABLE]

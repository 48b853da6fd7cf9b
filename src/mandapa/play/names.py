"""Validation of names and other text that people see."""

from unicodedata import bidirectional, category, combining

NON_JOINER, JOINER = "\u200c", "\u200d"
EMOJI_STYLE = "\ufe0f"
VIRAMA = 9
"""Unicode combining class of the virama, the sign that removes the vowel of a consonant in Indic scripts."""


def is_printable(text: str) -> bool:
    """Return whether every character is visible, or joins visible characters.

    Many scripts and emoji need zero-width characters that join others.
    """
    return all(char.isprintable() or _joins(text, at) for at, char in enumerate(text))


def _joins(text: str, at: int) -> bool:
    """Return whether a zero-width character affects the rendering (RFC 5892, appendix A; UTS 51 for emoji)."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char not in (NON_JOINER, JOINER) or not before:
        return False
    if combining(before) == VIRAMA:
        return True
    if char == NON_JOINER:
        return bidirectional(before) in ("AL", "NSM") and bidirectional(after or " ") == "AL"
    emoji = before == EMOJI_STYLE or category(before) in ("So", "Sk")
    return emoji and category(after or " ") in ("So", "Sm")

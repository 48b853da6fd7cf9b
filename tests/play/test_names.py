"""Player names in every script."""

from __future__ import annotations

import pytest

from mandapa.play.names import is_printable


@pytest.mark.parametrize(
    "name",
    [
        "Asha",
        "ශ්\u200dරී ලංකා",  # Sinhala: a joiner after the virama
        "പ്രകാശന്\u200d",  # Malayalam as it was written before Unicode 5.1: a joiner at the end
        "राजन् \u0915\u094d\u200c\u0937",  # Hindi: a non-joiner after the virama
        "می\u200cخواهم",  # Persian: a non-joiner between two letters
        "سَ\u200cلا",  # the same behind a vowel sign
        "👨\u200d👩\u200d👧",
        "👩🏽\u200d💻",
        "🏳️\u200d🌈",
        "🙂\u200d↔️",
    ],
)
def test_joiners_where_scripts_and_emoji_need_them(name: str) -> None:
    assert is_printable(name)


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dsha",
        "Asha\u200d",
        "\u200dAsha",
        "A\u200csha",
        "خ\u200c",
        "👨\u200d",
        "👨\u200c👩",
        "ශ්\u200d\u200dර",
        "A\u200b",
        "A\n",
    ],
)
def test_characters_that_would_only_hide(name: str) -> None:
    assert not is_printable(name)

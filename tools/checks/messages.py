"""Report gaps in a translation: ``python tools/checks/messages.py de [--done]``.

The messages of the hall are in ``src/mandapa/messages``, those of all tables in its folder ``table``, those of the
server in ``src/mandapa/server/messages``, those of a game in ``src/mandapa/games/NAME/content/messages``, a file per
language. Prints which keys of the English files are missing in a language, which English catalogues have changed since
they were translated, which keys are unused, and where placeholders or plural forms differ. ``--done`` marks the
existing translation as up to date; later changes of the English messages are reported again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mandapa import library
from mandapa.i18n import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "mandapa"
GAMES = sorted(path.parent.parent.name for path in PACKAGE.glob("games/*/content/messages"))
TRANSLATED = Path(__file__).with_name("translated.json")
"""Fingerprints of the English catalogues from which translations were made, by language and room."""

ALWAYS = {"planned"}
"""Parameters that a translation may use without the English text: true if a log line describes a planned action."""

HALL, TABLE, SERVER = "hall", "table", "server"
TRANSLATIONS = sorted(LANGUAGES.keys() - {"en"})


class MessageError(Exception):
    """A message that cannot be parsed, with the place and what was expected."""


@dataclass
class Placeholders:
    """Parameters of a message: kind of each name (``""`` for plain insertion), and forms of each number."""

    kinds: dict[str, set[str]] = field(default_factory=dict)
    forms: list[tuple[str, set[str]]] = field(default_factory=list)


def placeholders(message: str) -> Placeholders:
    """Return the placeholders of an ICU message; raise ``MessageError`` if its braces do not match."""
    found = Placeholders()
    if _text(message, 0, found) != len(message):
        raise MessageError(f"found a closing brace too many in {message!r}")
    return found


def _text(message: str, at: int, found: Placeholders) -> int:
    """Read up to the brace that closes this text, or to the end; return its position."""
    while at < len(message) and message[at] != "}":
        at = _argument(message, at + 1, found) if message[at] == "{" else at + 1
    return at


def _argument(message: str, at: int, found: Placeholders) -> int:
    """Read the part after an opening brace; return the position after the closing one."""
    end = min((where for where in (message.find(",", at), message.find("}", at)) if where >= 0), default=-1)
    if end < 0:
        raise MessageError(f"found no end of {message[at - 1 :]!r}, expected a closing brace")
    name = message[at:end].strip()
    kinds = found.kinds.setdefault(name, set())
    if message[end] == "}":
        kinds.add("")
        return end + 1
    close, comma = message.find("}", end + 1), message.find(",", end + 1)
    if comma < 0 or close < comma:
        kinds.add(message[end + 1 : close].strip())
        return close + 1
    kind = message[end + 1 : comma].strip()
    kinds.add(kind)
    forms: set[str] = set()
    at = comma + 1
    while message[at : at + 1] != "}":
        begin = message.find("{", at)
        if begin < 0:
            raise MessageError(f"found no form in {message[at:]!r}, expected one such as other {{...}}")
        forms.add(message[at:begin].strip())
        at = _text(message, begin + 1, found) + 1
        at += len(message[at:]) - len(message[at:].lstrip())
    if "other" not in forms:
        raise MessageError(f"found the forms {sorted(forms)} of {name}, expected other among them")
    found.forms.append((kind, forms))
    return at + 1


def rooms() -> dict[str, Path]:
    """Return the folders of messages: of the hall, of all tables, of the server, and of each game."""
    games = {name: PACKAGE / "games" / name / "content" / "messages" for name in GAMES}
    hall = PACKAGE / "messages"
    return {HALL: hall, TABLE: hall / "table", SERVER: PACKAGE / "server" / "messages"} | games


def catalogue(folder: Path, language: str) -> dict[str, str]:
    """Return the messages of a folder in a language, empty if there are none; duplicate keys are an error."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        twice = {key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1}
        if twice:
            raise MessageError(f"{folder / language}.json: found {sorted(twice)} more than once")
        return dict(pairs)

    file = folder / f"{language}.json"
    return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once) if file.is_file() else {}


def english_of(room: str, folder: Path) -> dict[str, str]:
    """Return the English messages of a room, with the game's one-line description from its declaration."""
    declared = {f"summary.{name}": library.game_type(name).summary for name in GAMES} if room == HALL else {}
    return catalogue(folder, "en") | declared


def fingerprint(messages: dict[str, str]) -> str:
    """Return a short hash of the messages."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()[:8]


def translated() -> dict[str, dict[str, str]]:
    """Return the fingerprints of translated English catalogues, by language and room."""
    return json.loads(TRANSLATED.read_text(encoding="utf-8")) if TRANSLATED.is_file() else {}


def problems(language: str) -> Iterator[str]:
    """Return everything in which a language is behind English, a line each."""
    seen = translated().get(language, {})
    for room, folder in rooms().items():
        english, own = english_of(room, folder), catalogue(folder, language)
        if LANGUAGES[language].covers(room):
            yield from (f"{room}: new: {key}: {english[key]!r}" for key in english if key not in own)
        yield from (f"{room}: used no more: {key}" for key in own if key not in english)
        if own and seen.get(room) != fingerprint(english):
            yield f"{room}: the English words have changed: git log -p -- {(folder / 'en.json').relative_to(ROOT)}"
        for key in english.keys() & own.keys():
            yield from (f"{room}: {key}: {said}" for said in differences(english[key], own[key], language))


def differences(english: str, own: str, language: str) -> Iterator[str]:
    """Return the differences in placeholders between two messages of a key."""
    try:
        theirs, ours = placeholders(english), placeholders(own)
    except MessageError as error:
        yield str(error)
        return
    # Where English writes a name, others may choose by its id.
    named = {name if name in theirs.kinds else name.removesuffix("_id") for name in ours.kinds.keys() - ALWAYS}
    if theirs.kinds.keys() - ALWAYS != named:
        yield f"found the placeholders {sorted(ours.kinds)}, expected {sorted(theirs.kinds)}"
    known = {"plural": LANGUAGES[language].plural, "selectordinal": LANGUAGES[language].ordinal}
    for kind, forms in ours.forms:
        unknown = {form for form in forms if not form.startswith("=")}.difference(known.get(kind, forms))
        if unknown:
            yield f"found the forms {sorted(unknown)}, expected {sorted(known[kind])}"


def main() -> int:
    """Print the gaps; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("language", choices=TRANSLATIONS)
    parser.add_argument("--done", action="store_true", help="all that is there has been looked at")
    asked = parser.parse_args()
    if asked.done:
        seen = translated()
        made = {room: english_of(room, folder) for room, folder in rooms().items() if catalogue(folder, asked.language)}
        seen[asked.language] = {room: fingerprint(english) for room, english in made.items()}
        TRANSLATED.write_text(json.dumps(seen, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    found = list(problems(asked.language))
    print("\n".join(found) or "nothing to do")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

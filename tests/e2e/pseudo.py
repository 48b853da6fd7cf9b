"""Pseudo-localisation: English with accents, a third longer and in brackets, in place of German."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Route

LETTERS = str.maketrans(
    {
        **{vowel: far * 2 for vowel, far in zip("aeiou", "áéíóú", strict=True)},
        **dict(zip("AEIOU", "ÁÉÍÓÚ", strict=True)),
    }
)
"""Vowels are about a third of a text: doubling them makes it a third longer and keeps it readable."""


def translated(message: str) -> str:
    """Translate an ICU message: its words, not its placeholders."""
    text, _ = _text(message, 0)
    return f"⟦{text}⟧" if text else ""


def _text(message: str, at: int) -> tuple[str, int]:
    said = []
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            argument, at = _argument(message, at)
            said.append(argument)
        else:
            said.append(message[at].translate(LETTERS))
            at += 1
    return "".join(said), at


def _argument(message: str, at: int) -> tuple[str, int]:
    plain = re.compile(r"\{\s*\w+\s*(?:,\s*\w+\s*)?\}").match(message, at)
    if plain:
        return plain[0], plain.end()
    head = re.compile(r"\{\s*\w+\s*,\s*\w+\s*,").match(message, at)
    assert head, message
    said, at = [head[0]], head.end()
    while message[at] != "}":
        begin = message.find("{", at)
        closing = message.find("}", at)
        if begin < 0 or closing < begin:
            at = closing
            break
        form, after = _text(message, begin + 1)
        said.append(f"{message[at : begin + 1]}{form}}}")
        at = after + 1
    return "".join([*said, "}"]), at + 1


def speak(page: Page, package: Path, more: dict[str, str]) -> None:
    """Show all texts in this language on the page of a guest who has chosen German.

    Args:
        page: the page.
        package: the folder of the catalogues.
        more: English messages from elsewhere, by key.
    """
    catalogues = [
        json.loads(file.read_text(encoding="utf-8"))
        for file in [*package.glob("messages/**/en.json"), *package.glob("games/*/content/messages/en.json")]
    ]
    by_key = {key: message for messages in (*catalogues, more) for key, message in messages.items()}

    bodies: dict[str, str] = {}

    def answer(route: Route) -> None:
        address = route.request.url
        if address not in bodies:
            keys = re.findall(r'"([\w-]+(?:\.[\w-]+)+)":', route.fetch().text())
            words = {key: translated(by_key[key]) for key in keys if key in by_key}
            bodies[address] = f"export default {json.dumps(words)}"
        route.fulfill(body=bodies[address], content_type="text/javascript")

    page.route(re.compile(r"/assets/(?:\w+-)?de-[\w-]+\.js$"), answer)


FAULTS = """(names) => {
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found = new Set();
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page is wider than the window');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent.trim();
    if (words === '' || !shown(parent) || parent.closest('script, style, svg, .visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    for (let around = parent; around !== document.body; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX) || position === 'fixed' || edge.width <= 2) break;
      const button = around.matches('button, .button');
      const beyond = Math.max(edge.left - box.left, box.right - edge.right, button ? box.bottom - edge.bottom - 8 : 0);
      if ((button || /hidden|clip/.test(overflowX)) && beyond > 1.5 && !around.closest('[title]'))
        found.add(`cut off by ${beyond.toFixed()} px in ${around.className}: ${words}`);
    }
    if (parent.closest('[aria-hidden="true"], [lang]:not(html), .clause, .person, code, kbd')) continue;
    for (const word of words.match(/(?<![\\p{L}\\d])[A-Za-z]{3,}(?![\\p{L}\\d])/gu) ?? [])
      if (/[aeiou]/.test(word) && !names.includes(word)) found.add(`from no catalogue: ${word} in ${words}`);
  }
  return [...found];
}"""
"""Finds texts that are cut off and have no title, and words that come from no catalogue, except ``names``."""

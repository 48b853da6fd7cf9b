"""Checks for every screen: it fits, axe finds nothing serious, and a screenshot is kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from player import still
from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / ".output" / "screenshots"

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
"""The part of a 390 x 844 phone screen that browsers leave visible."""

LIGHT = {"color_scheme": "light", "contrast": "no-preference"}
DARK = {"color_scheme": "dark", "contrast": "no-preference"}
CONTRAST = {"color_scheme": "light", "contrast": "more"}

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""Rules of axe that depend on a page's appearance, which changes only colours."""
SERIOUS_FAULTS = """async (rules) => {
  const chosen = rules.length > 0 ? { runOnly: rules } : {};
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...chosen });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((one) => `${id}: ${one.target} ${one.failureSummary}`));
}"""
"""Returns the serious and critical violations of some of axe's rules, by default all. The whole report would take long
to transfer."""


class Looks(NamedTuple):
    """A device and the appearances in which it shows a page, the default one first."""

    name: str
    device: dict[str, Any]
    looks: dict[str, dict[str, str]]

    def inspect(self, page: Page, name: str) -> None:
        """Check the current page in every appearance: it fits, nothing is serious for axe.

        Keep a screenshot of the default appearance: one takes as long as all other steps.
        """
        for number, (look, media) in enumerate(self.looks.items()):
            page.emulate_media(**media)  # type: ignore[arg-type]
            still(page)
            if number == 0:
                keep_picture(page, f"{name}-{self.name}-{look}")
            assert_fits(page)
            found = faults(page, OF_COLOURS if number else ())
            assert found == [], f"{name}, {look}: {found}"
        page.emulate_media(**next(iter(self.looks.values())))  # type: ignore[arg-type]

    @property
    def at_first(self) -> Looks:
        """Return the same device with the default appearance only."""
        look, media = next(iter(self.looks.items()))
        return self._replace(looks={look: media})


ON_DESKTOP = Looks("desktop", DESKTOP, {"light": LIGHT, "dark": DARK, "contrast": CONTRAST})
ON_PHONE = Looks("phone", PHONE, {"dark": DARK})
"""A phone: it has another layout; its colours are those of the desktop."""
EVERYWHERE = [pytest.param(looks, id=looks.name) for looks in (ON_DESKTOP, ON_PHONE)]
LIGHT_AND_DARK = [pytest.param(looks.at_first, id=looks.name) for looks in (ON_DESKTOP, ON_PHONE)]
"""For a page whose kind was checked in every appearance elsewhere: light on a desktop, dark on a phone."""
DARK_AND_LIGHT = Looks("phone", PHONE, {"dark": DARK, "light": LIGHT})


@cache
def axe() -> str:
    """Return the source of axe."""
    return (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Return serious and critical violations found by axe, one line each; by selected rules only, if any are given."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(SERIOUS_FAULTS, rules)
    return found


def assert_fits(page: Page) -> None:
    """Check that the page never scrolls sideways."""
    width, visible = page.evaluate("() => [document.documentElement.scrollWidth, window.innerWidth]")
    assert width <= visible, f"the page is {width} px wide, the window {visible} px"


def keep_picture(page: Page, name: str) -> None:
    """Keep a screenshot of the page as output of the test run."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")

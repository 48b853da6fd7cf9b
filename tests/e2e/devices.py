"""A pool of guests' devices, reused between tests, since creating one takes longer than most tests."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

FLAT = "--disable-3d-apis"
"""Starts a browser without WebGL, which software draws slowly: Menara is played on its plan there."""

ONE_PROCESS = "--renderer-process-limit=1"
"""Shows all pages in one process: starting one and compiling the client in it takes longer than opening a page."""

TIMEOUT = 120_000
"""Timeout in milliseconds for anything expected, generous enough for a busy machine."""

DEFAULT_PREFERENCES = """
if (location.origin !== "null")
  localStorage["mandapa.preferences"] ??= JSON.stringify({ pace: "instant", soundAsked: true });
"""
"""Default preferences: show the moves of others immediately, and don't ask about sound. Settings that a test changes
stay."""

POLL_OFTEN = """{
  const { setInterval } = window;
  window.setInterval = (step, pause) => setInterval(step, pause / 20);
}"""
"""Makes a page poll 20 times as often."""


class Kind(NamedTuple):
    """Properties of a device that cannot change while it is running: which hall it visits, and whether it has touch."""

    base: str
    is_mobile: bool
    has_touch: bool


class Device(NamedTuple):
    """A browser with its own cookies and storage. A page that stays open keeps its window and compiled code."""

    context: BrowserContext
    devtools: CDPSession

    @classmethod
    def new(cls, browser: Browser, kind: Kind) -> Device:
        """Create an unused device."""
        context = browser.new_context(
            base_url=kind.base,
            is_mobile=kind.is_mobile,
            has_touch=kind.has_touch,
            reduced_motion="reduce",
            service_workers="block",  # so that tests see all network traffic
        )
        return cls(context, context.new_cdp_session(context.new_page()))

    def forget(self, base: str) -> None:
        """Reset the device: no cookies, no storage, no pages."""
        for page in self.context.pages[1:]:
            page.close()
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": base, "storageTypes": "all"})


class Devices:
    """The devices of one browser."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[Kind, list[Device]] = {}
        self._lent: list[tuple[Kind, Device]] = []

    def page(self, base: str, *, lively: bool, viewport: dict[str, int], **settings: Any) -> Page:
        """Open a page on a free device.

        Args:
            base: address of the hall that its guest visits.
            lively: animate changes, and show the moves of others one after the other.
            viewport: width and height in pixels.
            settings: ``is_mobile``, ``has_touch``, and the arguments of ``Page.emulate_media``.
        """
        kind = Kind(base, settings.pop("is_mobile", False), settings.pop("has_touch", False))
        free = self._free.setdefault(kind, [])
        device = free.pop() if free else Device.new(self._browser, kind)
        self._lent.append((kind, device))
        page = device.context.new_page()
        page.set_viewport_size(viewport)
        page.set_default_timeout(TIMEOUT)
        page.emulate_media(**{"reduced_motion": "no-preference" if lively else "reduce", **settings})
        if not lively:
            page.add_init_script(DEFAULT_PREFERENCES)
        return page

    def take_back(self) -> None:
        """Free and reset all devices."""
        for kind, device in self._lent:
            device.forget(kind.base)
            self._free[kind].append(device)
        self._lent.clear()

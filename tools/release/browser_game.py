"""Start an installed Mandapa as a new user would, play a game to its end in a browser, and measure the times."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from devices import DEFAULT_PREFERENCES, FLAT
from halls import free_port
from player import play_to_the_end, play_turn, short_table, totals, wait_for_me
from playwright.sync_api import Browser, Error, sync_playwright

from chromium import ADVICE, find_chromium
from installs import ReleaseError, new_user_environment

TIMEOUT = 300
"""Seconds until a hall must be open; pipx and uvx download and install before."""
PAGE_TIMEOUT = 60_000
"""Milliseconds for anything expected on a page."""


class Played(NamedTuple):
    """Seconds from the start of the program until the hall was open, and until the first turn was made; totals."""

    opened: float
    first_move: float
    totals: list[int]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    program = find_chromium()
    if program is None:
        raise ReleaseError(f"a browser: found none. {ADVICE}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[FLAT, "--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def hall(command: Sequence[str | Path], home: Path) -> Iterator[tuple[str, float]]:
    """Start a hall on a free port with an empty home folder; yield its address, and the seconds until it was open."""
    home.mkdir(parents=True, exist_ok=True)
    words = [*map(str, command), "serve", "--port", str(free_port())]
    log = home / "hall.log"
    started = time.monotonic()
    with log.open("w") as output:
        # A separate group: pipx and uvx start the program as a child.
        server = subprocess.Popen(
            words,
            cwd=home,
            env=new_user_environment(home),
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        while not (found := re.search(r"open at (http://\S+)/", log.read_text(errors="replace"))):
            if server.poll() is not None or time.monotonic() - started > TIMEOUT:
                raise ReleaseError(
                    f"{' '.join(words)}: found exit status {server.poll()} after {time.monotonic() - started:.0f} s, "
                    f"expected an open hall\n{log.read_text(errors='replace')}"
                )
            time.sleep(0.05)
        yield found[1], time.monotonic() - started
    finally:
        stop(server)


def stop(server: subprocess.Popen[bytes]) -> None:
    """Stop a server and what started it."""
    if os.name == "nt":
        server.terminate()
    elif server.poll() is None:
        os.killpg(server.pid, signal.SIGTERM)
    server.wait(30)


def play(browser: Browser, command: Sequence[str | Path], home: Path, whole: bool = True) -> Played:
    """Start the hall, press "Play now" of Kerala and make the first turn; if ``whole``, also play a game to its end."""
    with hall(command, home) as (address, opened):
        started = time.monotonic()
        context = browser.new_context(base_url=address, reduced_motion="reduce")
        context.add_init_script(DEFAULT_PREFERENCES)
        context.set_default_timeout(PAGE_TIMEOUT)
        page = context.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        try:
            page.goto("/")
            page.get_by_role("article", name=re.compile("Kerala")).get_by_role("button", name="Play now").click()
            wait_for_me(page)
            play_turn(page)
            first_move = opened + time.monotonic() - started
            found: list[int] = []
            if whole:
                page.goto(short_table(page, address))
                wait_for_me(page)
                play_to_the_end(page)
                found = totals(page)
        except (Error, AssertionError) as error:
            page.screenshot(path=home / "page.png")
            raise ReleaseError(f"a game at {address}: {error}\nThe page is in {home / 'page.png'}") from error
        finally:
            context.close()
    if problems:
        raise ReleaseError(f"a game at {address}: found errors of the page, expected none: {'; '.join(problems)}")
    return Played(opened, first_move, found)

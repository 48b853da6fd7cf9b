"""A hall with many tables, for `load.py`: how fast the server lists them, and how fast a browser shows the list."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from load_server import Server, serve
from load_stored import TOKEN, Plan, fill
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from mandapa.server.store.secret_codes import new_id

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from chromium import ADVICE, find_chromium

REQUESTS = 100
VISITS = 10
FIRST = 12
"""Number of the guest's tables that the hall requests when it opens."""
ME = TOKEN.format(0)

LISTED = "section[aria-labelledby=mine] a.card"
WATCH = f"""
new MutationObserver((_, watching) => {{
  if (!document.querySelector("{LISTED}")) return;
  window.listed = performance.now();
  watching.disconnect();
}}).observe(document, {{ childList: true, subtree: true }});
"""
"""Records the time from the request of the page until it shows the first table."""
MOMENTS = """() => {
  const asked = performance.getEntriesByType("resource").find((one) => one.name.includes("/api/tables"));
  return [asked.startTime, asked.responseEnd, window.listed];
}"""
MEASURED = ("lists asked for, ms", "lists answered, ms", "first list shown, ms", "CPU of the page, ms")
"""Measurements of each visit: the first three, from ``MOMENTS``, since the request of the page; the last without
other work."""


def measure(database: str, mine: int, others: int) -> dict[str, Any]:
    """Fill a database with tables of one guest and open ones of others, and open the hall as that guest."""
    guests = [new_id() for _ in range(max(100, others // 10))]
    fill(database, guests, _plans(guests, mine, others), 20)
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit(ADVICE)
    with serve(database, warm=False) as server:
        asyncio.run(server.ready(None))
        report = _ask(server)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, chromium_sandbox=os.geteuid() != 0)
            report |= _visit(browser, server)
            browser.close()
    return report


def _plans(guests: list[str], mine: int, others: int) -> Iterator[Plan]:
    rng = random.Random(1)
    for number in range(mine):
        people = [guests[0], *rng.sample(guests[1:], 3)]
        yield Plan(rng.choices(["over", "playing", "waiting"], [6, 3, 1])[0], False, people, 30 * number / mine)
    for number in range(others):
        yield Plan("waiting", True, rng.sample(guests[1:], 4), 3 * number / others)


def _ask(server: Server) -> dict[str, Any]:
    times = []
    with httpx.Client(base_url=server.base, headers={"Cookie": f"mandapa={ME}"}) as client:
        client.get(f"/api/tables?mine={FIRST}&open={FIRST}").raise_for_status()
        used = server.seconds()
        for _ in range(REQUESTS):
            began = time.perf_counter()
            answer = client.get(f"/api/tables?mine={FIRST}&open={FIRST}")
            times.append((time.perf_counter() - began) * 1000)
            answer.raise_for_status()
        used = server.seconds() - used
    found = answer.json()
    slow = statistics.quantiles(times, n=20)[-1]
    return {
        "my tables": found["total"],
        "open tables that are shown": len(found["open"]),
        "lists, ms": f"median {statistics.median(times):.0f}, p95 {slow:.0f}, max {max(times):.0f}",
        "lists, server CPU ms": round(used * 1000 / REQUESTS, 1),
    }


def _visit(browser: Browser, server: Server) -> dict[str, Any]:
    """Measure a browser's first visit without a cache, and later ones with a cache of what does not change."""
    report = {}
    for which, fresh in (("never here before", True), ("here before", False)):
        visits: list[list[float]] = []
        context: BrowserContext | None = None
        for _ in range(VISITS + 1):
            if context is None or fresh:
                context = browser.new_context(base_url=server.base, service_workers="block")
                context.add_cookies([{"name": "mandapa", "value": ME, "url": server.base}])
                context.add_init_script(WATCH)
            page = context.new_page()
            devtools = context.new_cdp_session(page)
            devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
            page.goto("/")
            page.locator(LISTED).first.wait_for()
            used = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
            visits.append([*page.evaluate(MOMENTS), used["TaskDuration"] * 1000])
            page.close()
        del visits[0]  # the browser itself was starting
        for number, what in enumerate(MEASURED):
            times = [visit[number] for visit in visits]
            report[f"{which}: {what}"] = f"median {statistics.median(times):.0f}, max {max(times):.0f}"
    return report

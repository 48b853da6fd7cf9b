"""The client as an installed app: cached by the browser, available without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from halls import wait_for
from player import open_table, play_turn
from playwright.sync_api import Browser, BrowserType, Page, expect
from wire import Wire

from chromium import find_chromium

IS_KEPT = """async () => {
  const loaded = () => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  const settings = loaded().find((name) => /SettingsPage-.*js$/.test(name));  // the last that is fetched ahead
  if (!settings) return false;
  await import(settings);
  const cache = await caches.open("client");
  const names = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return ["/", ...loaded().filter((name) => name.startsWith("/assets/"))].every((name) => names.includes(name));
}"""
"""True if everything that the page has loaded is in the cache, and it has loaded all pages."""


STANDS = "async () => (await (await caches.open('positions')).keys()).length === 1"
"""Read the cached state of the table."""


def test_the_page_opens_without_a_network(browser: Browser, wire: Wire) -> None:
    """A table shows its cached state and says what is unknown. It continues when the server is reachable again."""
    context = browser.new_context(base_url=f"http://127.0.0.1:{wire.port}", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    manifest = page.request.get(str(page.locator('link[rel="manifest"]').get_attribute("href")))
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json()["display"] == "standalone"
    # A predicate that returns a promise counts as true for the page's own wait.
    wait_for(lambda: page.evaluate(IS_KEPT), "the client is in the cache")
    kept = page.evaluate("async () => (await (await caches.open('client')).keys()).map((request) => request.url)")
    assert not [url for url in kept if "/api/" in url]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    table = open_table(page, f"http://127.0.0.1:{wire.port}", "kerala", seats, first_leader=0)
    page.goto(table)
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()
    wait_for(lambda: page.evaluate(STANDS), "the table is in the cache")
    wire.cut()
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("Can’t reach the server.")
    page.get_by_role("link", name="Your tables as last seen").click()
    page.get_by_role("link", name="Kerala").click()
    expect(page.get_by_text("You’re offline. Last updated: ")).to_be_visible()
    expect(page.get_by_text("Round 1 of", exact=False).first).to_be_visible()
    expect(page.get_by_text("Your move", exact=True)).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("Can’t reach the server.")
    wire.mend()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("article").first).to_be_visible()
    context.close()


AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.away === true })"
"""Hides the page, since a browser without windows never does."""
NOTIFICATION_TITLES = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.getNotifications()).map(({ title }) => title);
}"""


SUBSCRIBES = """
PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
  const { publicKey } = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const keys = { p256dh: await crypto.subtle.exportKey("raw", publicKey), auth: new Uint8Array(16).buffer };
  return { endpoint: "https://push.invalid/" + applicationServerKey, getKey: (name) => keys[name] };
};
"""
"""Simulates a subscription in a browser without a push service."""


def deliver(page: Page, hall: str, notification: dict[str, object]) -> None:
    """Deliver a push message to the browser, with Chromium's developer tools."""
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(one["registrationId"] for one in news["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    message = {"origin": hall, "registrationId": found[0], "data": json.dumps(notification)}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    devtools.detach()


def assert_told(page: Page, titles: list[str]) -> None:
    """Wait until exactly these notifications are shown."""
    wait_for(lambda: page.evaluate(NOTIFICATION_TITLES) == titles, f"the notifications are {titles}")


@pytest.fixture
def browser_with_windows(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that can show notifications; ``chromium-headless-shell`` cannot."""
    found = find_chromium(windows=True)
    if found is None:
        pytest.skip("needs a Chromium or Chrome that can open windows")
    browser = browser_type.launch(**{**browser_type_launch_args, "executable_path": str(found)})
    yield browser
    browser.close()


def test_the_device_tells_that_i_am_waited_for(browser_with_windows: Browser, hall: str) -> None:
    """Once permitted, while the page is hidden; a notification is removed as soon as the page is visible."""
    context = browser_with_windows.new_context(base_url=hall, reduced_motion="reduce", permissions=["notifications"])
    page = context.new_page()
    page.add_init_script(AWAY)
    page.add_init_script(SUBSCRIBES)
    page.goto("/settings")
    page.get_by_label("in another tab or app").check()
    box = page.get_by_label("Also when Mandapa isn’t open")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        box.check()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.request.get("/api/me")
    page.goto(open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], first_leader=0))
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()
    assert page.evaluate(NOTIFICATION_TITLES) == []
    notification, path = {"body": "Bala", "lang": "en", "holds": True}, urlsplit(page.url).path
    deliver(page, hall, notification | {"title": "Your move: Kerala", "path": path, "still": "/api/me/push/turn/none"})
    late = path.replace("/t/", "/api/me/push/asked/")
    deliver(page, hall, notification | {"title": "Bala invites you to Kerala", "path": "/", "still": late})
    over = "Kerala: no longer waiting for you"
    assert_told(page, [over])
    page.evaluate("window.away = true")
    play_turn(page)
    expect(page).to_have_title("● Your move · Kerala · Mandapa")
    assert_told(page, [over, "Your move · Kerala · Mandapa"])
    page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    assert_told(page, [over])
    assert page.request.get("/api/me/push").json()["on"]
    page.goto("/settings")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        box.check()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        box.uncheck()
    assert not page.request.get("/api/me/push").json()["on"]
    context.close()

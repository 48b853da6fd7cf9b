"""The client as an app: kept by the browser, there without a network."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from wire import Wire

IS_KEPT = """async () => {
  const loaded = () => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  const settings = loaded().find((name) => /SettingsPage-.*js$/.test(name));  // the last that is fetched ahead
  if (!settings) return false;
  await import(settings);
  const cache = await caches.open("client");
  const names = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return ["/", ...loaded().filter((name) => name.startsWith("/assets/"))].every((name) => names.includes(name));
}"""
"""All that the page has loaded is in the cache, and it has loaded all pages."""


def test_the_page_opens_without_a_network(browser: Browser, wire: Wire) -> None:
    """Of what it knows nothing then it says so, and it goes on when the server is there again."""
    context = browser.new_context(base_url=f"http://127.0.0.1:{wire.port}", reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    manifest = page.request.get(str(page.locator('link[rel="manifest"]').get_attribute("href")))
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json()["display"] == "standalone"
    for _ in range(300):  # a predicate that is a promise counts as true at once, so we ask again and again
        if page.evaluate(IS_KEPT):
            break
        page.wait_for_timeout(100)
    assert page.evaluate(IS_KEPT)
    kept = page.evaluate("async () => (await (await caches.open('client')).keys()).map((request) => request.url)")
    assert not [url for url in kept if "/api/" in url]
    wire.cut()
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    wire.mend()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("article").first).to_be_visible()
    context.close()

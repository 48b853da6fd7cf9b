"""What a browser is called in the list of a guest's devices: only what tells them apart is kept."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""By what the browser says of itself, the first that is in it: most say the names of others too."""
SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Browser and system, such as ``Firefox, Android``; empty where neither is known."""
    found = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(name for name in found if name)


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in names if sign in user_agent), None)

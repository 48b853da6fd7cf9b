"""Names of browsers in a guest's device list. Only the names of browser and system are stored."""

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
"""Browser names by a part of the user agent. The first match counts, since most user agents mention other browsers,
too."""
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
    """Return the browser and system, such as ``Firefox, Android``; an empty string if neither is recognised."""
    found = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(name for name in found if name)


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for sign, name in names if sign in user_agent), None)

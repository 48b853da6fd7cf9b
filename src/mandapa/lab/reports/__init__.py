"""Reports on studies: tables, HTML pages, and the page about playing strength.

The modules of this package draw plots with matplotlib, which only ``mandapa[plots]`` installs. Import them only in
functions that write a page, after a call of ``check_plots``.
"""

from importlib.util import find_spec


def check_plots() -> None:
    """Raise ``ImportError`` if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise ImportError("plots need matplotlib: pip install 'mandapa[plots]'", name="matplotlib")

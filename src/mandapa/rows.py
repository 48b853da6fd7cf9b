"""Results as rows of plain values, for pandas data frames and HTML tables in notebooks."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Protocol, TypeVar

MAX_HTML_ROWS = 60
"""Maximum number of rows in an HTML table; ``rows`` and ``frame`` return all rows."""


class Rows:
    """Base class for results that can be shown as a table."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per row, all with the same keys, as ``pandas.DataFrame`` accepts."""
        raise NotImplementedError

    def frame(self) -> Any:
        """Return the rows as a ``pandas.DataFrame``; requires pandas."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError(f"frame: needs pandas ({error}); pip install pandas, or use rows()") from error
        return pandas.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        return html_table(self.rows())


class SupportsRow(Protocol):
    """An item that can be represented as a row."""

    def row(self) -> dict[str, Any]:
        """Return the values of the row by column name; all items of a type have the same columns."""


T = TypeVar("T", bound=SupportsRow)


class TabularTuple(tuple[T, ...], Rows):
    """A tuple of items of one type that is also a table with one row per item."""

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per item."""
        return [one.row() for one in self]


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Render rows as an HTML table, with three decimals for floats."""
    if not rows:
        return "<p>no rows</p>"
    head = "".join(f"<th>{escape(key.replace('_', ' '))}</th>" for key in rows[0])
    lines = ["".join(_cell(value) for value in row.values()) for row in rows[:MAX_HTML_ROWS]]
    more = f"<p>and {len(rows) - MAX_HTML_ROWS} more</p>" if len(rows) > MAX_HTML_ROWS else ""
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.3f}</td>'
    side = "right" if isinstance(value, int) else "left"
    return f'<td style="text-align:{side}">{escape("" if value is None else str(value))}</td>'

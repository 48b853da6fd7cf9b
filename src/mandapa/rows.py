"""What was found as rows of plain values: for pandas, and as tables in notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Protocol, TypeVar

MOST = 60
"""So many rows are shown; all of them are given."""


class Rows:
    """What a study found, row by row."""

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary a row, all with the same keys: what ``pandas.DataFrame`` takes."""
        raise NotImplementedError

    def frame(self) -> Any:
        """The rows as a ``pandas.DataFrame``; needs pandas."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError(f"frame: needs pandas ({error}); pip install pandas, or use rows()") from error
        return pandas.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        return html_table(self.rows())


class HasRow(Protocol):
    """What tells itself in a row."""

    def row(self) -> dict[str, Any]:
        """Plain values by name, the same names for all of a kind."""


T = TypeVar("T", bound=HasRow)


class Several(tuple[T, ...], Rows):
    """Several of a kind, a row each."""

    def rows(self) -> list[dict[str, Any]]:
        """A row each."""
        return [one.row() for one in self]


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a table in HTML; numbers with three digits behind the point."""
    if not rows:
        return "<p>no rows</p>"
    head = "".join(f"<th>{escape(key.replace('_', ' '))}</th>" for key in rows[0])
    lines = ["".join(_cell(value) for value in row.values()) for row in rows[:MOST]]
    more = f"<p>and {len(rows) - MOST} more</p>" if len(rows) > MOST else ""
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.3f}</td>'
    side = "right" if isinstance(value, int) else "left"
    return f'<td style="text-align:{side}">{escape("" if value is None else str(value))}</td>'

"""Result of a finished game."""

from typing import Any

from mandapa.library import State


def result_of(state: State) -> dict[str, Any]:
    """Return the result of a game that has ended by its rules: ``{"totals", "ranks", "winners"}``."""
    returns = state.returns()
    sheets = state.scores(explain=True)
    by_returns = [1 + sum(other > mine for other in returns) for mine in returns]
    return {
        "totals": state.scores(),
        "ranks": [sheet.get("rank", rank) for sheet, rank in zip(sheets, by_returns, strict=True)],
        "winners": [seat for seat, share in enumerate(state.game.shares_of_win(returns)) if share > 0],
    }

"""Formatting of text output that several commands share."""

from collections.abc import Sequence

from mandapa.library import Game, State


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun, such as ``1 game`` or ``2 games``.

    ``several`` is the plural of the noun if it is irregular.
    """
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def study_title(game: Game, games: int) -> str:
    """Return the heading of a study's tables: the game and the numbers of players and games."""
    return f"{game.type.title}, {counted(game.players, 'player')}, {counted(games, 'game')}"


def seat_name(seat: int) -> str:
    """Return a name for a seat whose player has none."""
    return f"seat {seat}"


def sheet_lines(state: State, names: Sequence[str], *, ranked: bool = True) -> list[str]:
    """Return the lines of all score sheets, the winner's first, with the reasons for the points of each item.

    Players of a cooperative game share one sheet. ``ranked`` adds the place of each player, which is wanted for
    finished games.
    """
    game, sheets = state.game, state.scores(explain=True)
    shows = game.type.presentation
    if game.together and game.players > 1:
        sheets, names = sheets[:1], ["all together"]
    lines = []
    for sheet in sorted(sheets, key=lambda sheet: int(sheet["rank"])):
        place = f"{sheet['rank']}. " if ranked else ""
        lines.append(f"{place}{names[sheet['seat']]}: {sheet['total']} {shows.score_unit}")
        for line in shows.explain(sheet):
            lines.append(f"  {'' if line.points is None else line.points:>5}  {line.item}")
            lines += [f"           {reason}" for reason in line.reasons]
    return lines

"""Check that a game's options conform to ``Option``: defaults, normal forms, rejections, effects."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mandapa.kernel.game_type import GameType, Option, OptionError
from mandapa.kernel.record import contents
from mandapa.library import Game
from mandapa.testing.playthrough import CheckFailed

Options = Mapping[str, Any]


def check_options(
    type: GameType,
    players: int | None = None,
    *,
    accepted: Iterable[tuple[Options, Options]] = (),
    refused: Iterable[tuple[Options, str]] = (),
) -> None:
    """Check the options that a game declares, and tables of accepted and rejected options.

    The checks for every option:

    * the default is accepted, and each choice is accepted for some number of players, also as text, as on the command
      line
    * the normal form of a value is JSON-compatible, and parsing it again does not change it
    * invalid values are rejected with an error that names the option
    * some value changes the start of the game, unless the option is a file

    Options that do not exist are rejected, and so are too few and too many players.

    Args:
        type: the game.
        players: number of players for rows without ``players``; by default the game's default.
        accepted: pairs of options and the expected normal form of some of these options.
        refused: pairs of options and an expected part of the ``OptionError`` message.

    Raises:
        CheckFailed: named ``options``, with the option, and the actual and the expected result.
    """
    players = players or type.default_players
    tried = list(_check_declared(type, players))
    for given, normal in accepted:
        _check_normal_form(_load(type, players, given), given, normal)
        tried.append(given)
    for given, message in [*_impossible(type), *refused]:
        _check_refused(type, players, given, message)
    for option in type.options:
        if option.kind != "file" and not any(_starts_otherwise(type, players, option, given) for given in tried):
            expected = "expected one that is offered or in `accepted`, with which the game starts otherwise"
            raise _failure(type, players, {}, f"{option.name}: found no value that changes anything, {expected}")


def _check_declared(type: GameType, players: int) -> Iterator[Options]:
    """Check the default and the choices of each option; yield the accepted options."""
    _check_normal_form(_load(type, players, {}), {}, {})
    for option in type.options:
        for value in _offered(option, players):
            given = {option.name: value}
            game = _load(type, _players_of(type, players, given), given)
            _check_normal_form(game, given, {})
            text = {option.name: _as_text(value)}
            _check_normal_form(_load(type, game.players, text), text, {option.name: game.options[option.name]})
            yield {"players": game.players, **given}


def _offered(option: Option, players: int) -> Iterator[Any]:
    """Yield sample values of an option, if the kind of the option determines valid values."""
    if option.kind == "flag":
        yield from (True, False)
    elif option.kind == "choice":
        yield from option.choices
    elif option.kind == "seat":
        yield players - 1
    elif option.kind == "colours":
        yield list(option.choices[::-1][:players])


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _impossible(type: GameType) -> Iterator[tuple[Options, str]]:
    for option in type.options:
        yield {option.name: "" if option.kind == "file" else "☃"}, f"{option.name}: found "
    yield {"no_such_option": 1}, "option: found no_such_option, expected "
    yield {"players": type.min_players - 1}, "players: found "
    yield {"players": type.max_players + 1}, "players: found "


def _players_of(type: GameType, players: int, given: Options) -> int:
    """Return a number of players for which the options ``given`` are accepted, preferably ``players``."""
    tried: list[int] = [players, *range(type.min_players, type.max_players + 1)]
    for seats in tried:
        try:
            Game(type, seats, given)
        except OptionError:
            continue
        return seats
    return players


def _load(type: GameType, players: int, given: Options) -> Game:
    named = dict(given)
    players = int(named.pop("players", players))
    try:
        return Game(type, players, named)
    except OptionError as error:
        raise _failure(type, players, given, f"found {error}, expected that it is accepted") from error


def _check_normal_form(game: Game, given: Options, normal: Options) -> None:
    for name, value in normal.items():
        if game.options[name] != value:
            message = f"{name}: found the normal form {game.options[name]!r}, expected {value!r}"
            raise _failure(game.type, game.players, given, message)
    again = _load(game.type, game.players, json.loads(json.dumps(game.options)))
    if again.options != game.options:
        message = f"found {again.options} when read again, expected the normal form {game.options}"
        raise _failure(game.type, game.players, given, message)


def _check_refused(type: GameType, players: int, given: Options, message: str) -> None:
    named = dict(given)
    seats = named.pop("players", players)
    try:
        game = Game(type, seats, named)
    except OptionError as error:
        if message not in str(error):
            raise _failure(type, players, given, f"found {str(error)!r}, expected {message!r}") from error
    else:
        raise _failure(type, players, given, f"found {game.options}, expected that it is refused: {message!r}")


def _starts_otherwise(type: GameType, players: int, option: Option, given: Options) -> bool:
    """Return whether the initial record changes if ``option`` is left out of the options ``given``."""
    if option.name not in given:
        return False
    without = {name: value for name, value in given.items() if name != option.name}
    games = [_load(type, players, options) for options in (given, without)]
    return contents(games[0].new_state().record) != contents(games[1].new_state().record)


def _failure(type: GameType, players: int, given: Options, message: str) -> CheckFailed:
    record = {"game": type.name, "players": players, "options": dict(given), "actions": []}
    return CheckFailed("options", f"{dict(given)}: {message}", record)

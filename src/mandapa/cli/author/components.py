"""``mandapa components``: validate component files."""

from typing import Annotated

import typer

import mandapa
from mandapa.cli.errors import Failure
from mandapa.cli.options import ReadableFile
from mandapa.kernel.input.parsing import parse_toml

app = typer.Typer(no_args_is_help=True)


@app.callback()
def components() -> None:
    """Component files: tiles, cards and boards as data."""


@app.command()
def check(
    file: ReadableFile,
    game: Annotated[str | None, typer.Option(help="The game, if the file does not name it.")] = None,
) -> None:
    """Validate a component file, such as one with the pieces of your own copy of a game."""
    try:
        named = parse_toml(file.read_text(encoding="utf-8")).get("game")
    except ValueError as error:
        raise Failure(f"{file}: not a TOML text file: {error}") from error
    name = game or named
    if not isinstance(name, str):
        raise Failure(f'{file}: game: found {named!r}, expected a name, such as game = "kerala"; or give --game')
    loaded = mandapa.game_type(name).load_components(str(file))
    typer.echo(f"{file}: a valid component file for {name}, hash {getattr(loaded, 'hash', '')}")

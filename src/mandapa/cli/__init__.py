"""The ``mandapa`` command.

Each subcommand is in a separate module, which is imported only when the subcommand runs. The modules are grouped by
the people who use them: players, researchers, authors of games, and server administrators.
"""

import os
import sys
from importlib.metadata import version
from typing import Annotated, Any, ClassVar

import typer

from mandapa.cli.encoding import use_plain_characters
from mandapa.cli.errors import exit_code, explain
from mandapa.cli.lazy import LazyGroup


class _Mandapa(LazyGroup):
    """The top-level command group.

    Expected errors are printed as one sentence; the exit code is 2 for wrong usage, 1 for failure.
    """

    modules: ClassVar = {
        "serve": "mandapa.cli.host.serve",
        "play": "mandapa.cli.play.play",
        "simulate": "mandapa.cli.lab.simulate",
        "arena": "mandapa.cli.lab.arena",
        "evaluate": "mandapa.cli.lab.benchmark.evaluate",
        "leaderboard": "mandapa.cli.lab.benchmark.leaderboard",
        "puzzles": "mandapa.cli.play.puzzles",
        "bench": "mandapa.cli.lab.bench",
        "replay": "mandapa.cli.play.replay",
        "analyse": "mandapa.cli.play.analyse",
        "score": "mandapa.cli.play.score",
        "new": "mandapa.cli.author.new",
        "components": "mandapa.cli.author.components",
        "lab": "mandapa.cli.lab",
        "admin": "mandapa.cli.host.admin",
    }

    def main(self, *args: Any, **kwargs: Any) -> Any:
        use_plain_characters()
        return super().main(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (ValueError, OSError) as error:
            code = exit_code(error)
            if code is None:
                raise
            if ctx.params.get("verbose") and error.__cause__ is not None:
                typer.echo(str(error.__cause__), err=True)
            typer.echo(f"mandapa: {explain(error)}", err=True)
            raise typer.Exit(code) from error


app = typer.Typer(
    cls=_Mandapa,
    name="mandapa",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mandapa {version('mandapa')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Show the cause of an error, such as the message of the compiler.")
    ] = False,
) -> None:
    """Board games in a hall open to everyone. Without a command: start the server and open the browser."""
    sys.path.append(os.getcwd())  # package.module:policy may be a module in the current folder
    if context.invoked_subcommand is None:
        from mandapa.cli.host.serve import run_server

        run_server({}, open_browser=True)

"""The command ``mandapa``: what each subcommand takes. What it does is in the module named beside it.

Modules are imported when their command runs, so that ``mandapa play`` shows the first legal move at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mandapa.cli import admin
from mandapa.cli.encoding import use_plain_characters
from mandapa.cli.errors import exit_code, explain


class _Commands(TyperGroup):
    """Turns errors that people cause into a sentence and an exit code: 2 for wrong usage, 1 for failure."""

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
    cls=_Commands,
    name="mandapa",
    help="Board games in a hall open to everyone. Without a command: start the server and open the browser.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
components = typer.Typer(help="Component files: tiles, cards and boards as data.", no_args_is_help=True)
app.add_typer(components, name="components")
lab = typer.Typer(help="Studies of games and of computer players, here or on many machines.", no_args_is_help=True)
app.add_typer(lab, name="lab")
app.add_typer(admin.app, name="admin")

Game = Annotated[str, typer.Argument(help="Name of the game, e.g. kerala.", metavar="GAME")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-n", help="Number of players; by default as many as the game likes best."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(help="Makes every random draw repeatable.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes that play at the same time.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Play on a Ray cluster, e.g. ray://head:10001; local: on a Ray begun on this machine."
    ),
]
Folder = Annotated[
    Path | None, typer.Option(help="Where games are kept; what is there is not played again.", file_okay=False)
]
Recorded = Annotated[
    Path | None,
    typer.Option(
        help="Write every game into this file, a record as JSON in each line (docs/research.md).", dir_okay=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
Readable = typer.Argument(exists=True, dir_okay=False, readable=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

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
        bool, typer.Option("--verbose", help="Show what lies behind an error, such as the compiler's own account.")
    ] = False,
) -> None:
    """Board games in a hall open to everyone. Without a command: start the server and open the browser."""
    sys.path.append(os.getcwd())  # whoever names package.module:policy has it here, or installed
    if context.invoked_subcommand is None:
        from mandapa.cli import serving

        serving.serve({}, open_browser=True)


@app.command()
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; 0.0.0.0 lets the network in. [127.0.0.1]"),
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on. [8000]")] = None,
    database: Annotated[
        str | None,
        typer.Option(help="sqlite:///FILE or postgresql://... [an SQLite file in your data folder]"),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Start the server. All further settings are environment variables MANDAPA_..., see docs/hosting.md."""
    from mandapa.cli import serving

    given = {"host": host, "port": port, "database": database}
    serving.serve({name: value for name, value in given.items() if value is not None}, open_browser)


@app.command()
def play(
    game: Game,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="Computer players: one name for all of them, or one for each, with commas.")
    ] = "adept",
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    name: Annotated[str | None, typer.Option(help="What you are called. [your name on this machine]")] = None,
    seed: Seed = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Play in the terminal against computer players."""
    from mandapa.cli import terminal

    terminal.play(game, players, bots, seat, seed, option or [], save, name)


@app.command()
def simulate(
    game: Game,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="Computer players: one name for all seats, or one for each, with commas.")
    ] = "random",
    games: Annotated[
        int | None, typer.Option("--games", "-g", min=1, help="Number of games. [1000; with --check 20]")
    ] = None,
    seed: Seed = None,
    option: Options = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="First assert every invariant in as many random games."),
    ] = False,
    save: Annotated[
        Path, typer.Option(help="Folder for the records of games that break something.", file_okay=False)
    ] = Path("broken-records"),
    record: Recorded = None,
    json: Json = False,
) -> None:
    """Let computer players play many games; print scores, lengths, choices, how often each rule acts."""
    from secrets import randbits

    from mandapa.cli import simulation
    from mandapa.cli.common import load_game, names_for_seats

    loaded = load_game(game, players, option or [])
    names = names_for_seats(bots, loaded.players, "--bots")
    number = games or (simulation.CHECKED_GAMES if check else simulation.SIMULATED_GAMES)
    seed = randbits(32) if seed is None else seed
    simulation.simulate(simulation.Order(loaded, names, number, seed, check, save, record), json)


@lab.command()
@app.command()
def arena(
    game: Game,
    bots: Annotated[list[str], typer.Argument(help="Computer players to compare.")],
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games.")] = 400,
    seed: Seed = None,
    option: Options = None,
    workers: Workers = 1,
    ray: Ray = None,
    folder: Folder = None,
    record: Recorded = None,
    json: Json = False,
) -> None:
    """Compare computer players, paired seeds, all seats: win rates, scores, 95 % intervals, ratings.

    A name may carry parameters and a budget for each decision: planner+width=20@400 (simulations) or planner@0.2s.
    """
    from mandapa.cli import contests
    from mandapa.cli.common import load_game

    loaded = load_game(game, players, option or [])
    contests.arena(loaded, bots, games, seed, contests.executor(workers, ray), contests.Printed(json, record), folder)


@lab.command()
@app.command()
def evaluate(
    policy: Annotated[
        str, typer.Argument(help="package.module:policy, or a computer player by name.", metavar="POLICY")
    ],
    game: Game,
    players: Players = None,
    seeds: Annotated[
        int | None, typer.Option(min=2, help="Fewer seeds, for a first look; not the protocol's result.")
    ] = None,
    option: Options = None,
    folder: Folder = None,
    workers: Workers = 1,
    ray: Ray = None,
) -> None:
    """How good a policy is against a fixed pool on fixed seeds: one line of JSON, the same on every machine.

    The table for people is on standard error.
    """
    from mandapa.cli import contests
    from mandapa.cli.common import load_game
    from mandapa.lab.arena.evaluation import GROUPS

    loaded = load_game(game, players, option or [])
    contests.evaluate(policy, loaded, seeds or GROUPS, contests.executor(workers, ray), folder)


@lab.command()
def ladder(
    game: Annotated[
        str,
        typer.Argument(
            help="Name of the game; all: every one, with --page those that have a place there.", metavar="GAME|all"
        ),
    ],
    bots: Annotated[
        list[str] | None, typer.Argument(help="More players, such as package.module:policy: each meets every level.")
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated. [all there are]")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-g", min=0, help="Number of games of each meeting; 0: only those in the folder.")
    ] = 400,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    option: Options = None,
    folder: Folder = None,
    page: Annotated[
        list[Path] | None,
        typer.Option(
            help="Write tables and plots into this page, between its marks for the game; may be repeated.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    methods: Annotated[bool, typer.Option("--methods", help="Other ways to think meet some levels, too.")] = False,
    curve: Annotated[bool, typer.Option("--curve", help="More simulations meet fewer, too.")] = False,
    workers: Workers = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """How far apart the levels are: each against the one below, paired seeds, all seats; others against all levels.

    Where all win or lose together everybody plays with all the seats.
    """
    from mandapa.cli import contests

    order = contests.Climb(
        game, bots or [], players or [], option or [], games, seed, folder, page or [], methods, curve
    )
    contests.ladder(order, contests.executor(workers, ray), json)


@lab.command()
def train(
    game: Game,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; repeat to learn from several.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games that positions come from, a number.")] = 700,
    passes: Annotated[int, typer.Option(min=1, help="Passes over the positions.")] = 40,
    proof: Annotated[int, typer.Option(min=0, help="Games against the player that it is built on.")] = 200,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a decision in those games.")] = 200,
    folder: Annotated[Path, typer.Option(help="Where positions are kept; what is there is not made again.")] = Path(
        "positions"
    ),
    to: Annotated[Path | None, typer.Option(help="The file of weights; by default the game's own.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of games and learning.")] = 0,
    option: Options = None,
    workers: Workers = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Let a network learn to evaluate a game, from positions that simulations judge; what was broken off goes on."""
    from mandapa.cli import contests, training
    from mandapa.cli.common import load_game

    loaded = [load_game(game, number, option or []) for number in players or (None,)]
    weights = to or loaded[0].type.folder / "ai" / "network.npz"
    order = training.Order(loaded, games, passes, proof, simulations, seed, folder, weights)
    training.train(order, contests.executor(workers, ray), json)


@lab.command()
def calibrate(
    game: Game,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games.")] = 40,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations a decision.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    option: Options = None,
    folder: Folder = None,
    workers: Workers = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """How far results lie from what players expect, and whether chances to win are true."""
    from mandapa.cli import coaching, contests
    from mandapa.cli.common import load_game

    loaded = load_game(game, players, option or [])
    coaching.calibrate(loaded, games, simulations, seed, contests.executor(workers, ray), json, folder)


@lab.command("puzzles")
def find_puzzles(
    game: Game,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; repeat for puzzles of several.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Self-play games to look through, a number.")] = 40,
    lessons: Annotated[
        bool,
        typer.Option("--lessons", help="Look for lessons: what the game's ideas are worth, and where they decide."),
    ] = False,
    wanted: Annotated[
        int | None, typer.Option(min=1, help="To keep at most: puzzles (60), or tasks of a lesson (3).")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Where what was found is kept; no game is looked through again.")
    ] = None,
    to: Annotated[Path | None, typer.Option(help="The file to write; by default the game's own.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game.")] = 0,
    option: Options = None,
    workers: Workers = 1,
    ray: Ray = None,
) -> None:
    """Look for positions in which one turn is clearly best and not the one that meets the eye, or for lessons."""
    from mandapa.cli import coaching, contests
    from mandapa.cli.common import load_game

    kind, usual = ("lessons", 3) if lessons else ("puzzles", 60)
    variants = [load_game(game, number, option or []) for number in players or (None,)]
    own = variants[0].type.content / f"{kind}.json"
    hunt = coaching.Hunt(variants, games, seed, wanted or usual, folder or Path(kind), to or own, lessons)
    coaching.find_puzzles(hunt, contests.executor(workers, ray))


@lab.command()
def dataset(
    folder: Annotated[Path, typer.Argument(help="Where its files go.", file_okay=False)],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Names of games; by default every one.")
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated. [2]")
    ] = None,
    bot: Annotated[str, typer.Option(help="The computer player that plays itself.")] = "master",
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games of each.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    workers: Workers = 1,
    ray: Ray = None,
) -> None:
    """Write a data set: games of a computer player as records and as tables of decisions, with a page about them."""
    from mandapa.cli import contests
    from mandapa.cli.common import load_game
    from mandapa.library import games as installed

    variants = [load_game(name, number, []) for name in names or installed() for number in players or (2,)]
    contests.dataset(folder, variants, bot, games, seed, contests.executor(workers, ray))


@lab.command()
def balance(
    game: Game,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="Computer players: one name for all seats, or one for each, with commas.")
    ] = "adept",
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Number of games of each variant.")] = 200,
    seed: Seed = None,
    option: Options = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Compare with this changed, an option or a component file; repeat for more."
        ),
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write the report to this HTML file.")] = None,
    data: Annotated[Path | None, typer.Option(help="Write tables for pandas to this folder.")] = None,
    folder: Folder = None,
    workers: Workers = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """How balanced a game is: scores and wins by seat and turn order, length, choices, lead changes, what counts."""
    from mandapa.cli import contests
    from mandapa.cli.common import load_game, names_for_seats

    given = option or []
    loaded = load_game(game, players, given)
    variants = {"as it is" if change else game: loaded}
    variants |= {text: load_game(game, loaded.players, [*given, text]) for text in change or []}
    names = names_for_seats(bots, loaded.players, "--bots")
    output = contests.Output(page, data, json)
    contests.balance(variants, names, games, seed, contests.executor(workers, ray), output, folder)


@lab.command()
def tune(
    game: Game,
    bot: Annotated[str, typer.Argument(help="The computer player, with its budget, e.g. planner@200.")],
    parameters: Annotated[
        list[str], typer.Argument(help="What to tune: NAME=LOW:HIGH or NAME=LOW:HIGH:START, e.g. width=4:30:12.")
    ],
    players: Players = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of the search.")] = 50,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games of each step.")] = 40,
    proof: Annotated[int, typer.Option(min=1, help="Games of the result against what it began from.")] = 400,
    seed: Seed = None,
    option: Options = None,
    folder: Folder = None,
    workers: Workers = 1,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Look for better parameters of a computer player, and prove them in games that it was not tuned on."""
    from mandapa.cli import contests
    from mandapa.cli.common import load_game

    loaded = load_game(game, players, option or [])
    contest = contests.Tuning(loaded, bot, parameters, steps, games, proof, seed, folder)
    contests.tune(contest, contests.executor(workers, ray), json)


@app.command()
def puzzles(
    game: Game,
    id: Annotated[str | None, typer.Argument(help="One of them, as the list names it.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Say what its best turn is.")] = False,
) -> None:
    """List the puzzles that come with a game, or show one."""
    from mandapa.cli import coaching

    if id is None:
        coaching.list_puzzles(game)
    else:
        coaching.show_puzzle(game, id, solution)


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games to measure; all by default.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How often each measurement is repeated.")] = 5,
    json: Json = False,
) -> None:
    """Measure speed on this machine, also against other libraries when the extra `bench` is installed."""
    from mandapa.cli import contests

    contests.bench(games or [], repeats, json)


@app.command()
def replay(
    file: Annotated[Path, Readable],
    at: Annotated[int | None, typer.Option(help="Show the position after this many actions.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the whole game, one action a line.")] = False,
    audit: Annotated[
        bool, typer.Option("--audit", help="Simulate again what a physics engine decided, and report differences.")
    ] = False,
) -> None:
    """Check a record file and step through its game."""
    from mandapa.cli import files

    files.replay(file, at, text, audit)


@app.command()
def analyse(
    file: Annotated[Path, Readable],
    simulations: Annotated[int, typer.Option(min=20, help="Simulations for each decision.")] = 400,
    page: Annotated[Path | None, typer.Option(help="Write a page (HTML) to this file.")] = None,
    json: Json = False,
) -> None:
    """Judge the finished game of a record: what each turn lost beside the best one, and what was luck."""
    from mandapa.cli import coaching

    coaching.analyse_file(file, simulations, page, json)


@app.command()
def score(file: Annotated[Path, Readable], json: Json = False) -> None:
    """Score a position from a real table, with the reason for every point.

    FILE is a JSON object with "game" and "position"; "players" and "options" may stand beside them.
    """
    from mandapa.cli import files

    files.score(file, json)


@app.command()
def new(name: Annotated[str, typer.Argument(help="Small letters, such as frogs.")]) -> None:
    """Begin a game of your own that runs at once: in a checkout of Mandapa with a board, elsewhere as a package."""
    from mandapa.cli import beginning

    beginning.new(name, Path.cwd())


@components.command("check")
def check_components(
    file: Annotated[Path, Readable],
    game: Annotated[str | None, typer.Option(help="The game, if the file does not name it.")] = None,
) -> None:
    """Validate a component file, such as the true pieces of your own box."""
    from mandapa.cli import files

    files.check_components(file, game)

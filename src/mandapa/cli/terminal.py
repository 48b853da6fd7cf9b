"""``mandapa play``: a match in the terminal, one person against computer players."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import typer

from mandapa import bots
from mandapa.cli.common import load_game, names_for_seats, sheet_lines
from mandapa.cli.errors import UsageError
from mandapa.cli.warmup import Warmup
from mandapa.library import Game, State
from mandapa.play import Match, Refused, Seat, export_record, now, told
from mandapa.play.match import OVER
from mandapa.play.seats import BOT, PERSON

HELP = """\
number or text   do that action, e.g. 1 or {example}
hint             what the strongest computer player would do now
back             take back your last decision of this turn
score            the score as if the game ended now, with the reason for every point
board            show the board again
help             these commands
quit             leave the game"""

EXPECTS = {
    "points": "; it expects to end with {:.1f} points",
    "lead": "; it expects to end {:.1f} points ahead",
    "chance": "; it takes the chance to win for {:.0%}",
    None: "",
}
"""What the computer player expects, by the unit of a hint."""


class Left(Exception):
    """The person leaves the game."""


def play(
    name: str,
    players: int | None,
    bot_names: str,
    seat: int,
    seed: int | None,
    options: list[str],
    save: Path | None,
) -> None:
    """Play a game to its end, or until the person leaves."""
    game = load_game(name, players, options)
    if not 0 <= seat < game.players:
        raise UsageError(f"--seat: found {seat}, expected 0 to {game.players - 1}")
    table = Table(game, seat, names_for_seats(bot_names, game.players - 1, "--bots"), np.random.default_rng(seed))
    try:
        table.run()
    except Left:
        typer.echo("\nYou leave the game.")
    finally:
        table.warmup.stop()
    if save is not None:
        save.write_text(json.dumps(export_record(table.match), indent=1) + "\n", encoding="utf-8")
        typer.echo(f"record written to {save}")


class Table:
    """A match with one person; reads from standard input, writes to standard output."""

    def __init__(self, game: Game, seat: int, bot_names: list[str], rng: np.random.Generator) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        names = [*bot_names[:seat], "you", *bot_names[seat:]]
        seats = [Seat("you", PERSON) if n == seat else Seat(name, BOT, name) for n, name in enumerate(names)]
        self.match = Match(game, seats)
        self.warmup = Warmup(game)
        self.bots = {n: bots.make_named(name, game, rng) for n, name in enumerate(names) if n != seat}
        self.commands: Mapping[str, Callable[[], None]] = {
            "hint": self.hint,
            "back": self.back,
            "score": self.score,
            "board": self.board,
            "help": self.help,
            "quit": self.leave,
        }

    def run(self) -> None:
        """Ask whoever is to act until the game is over."""
        typer.echo(f"{self.game.type.title}: {self.game.players} players. `help` lists the commands.")
        match = self.match
        while not self.over:
            if match.chance_due:
                self.tell_chance()
            elif match.turn == self.seat:
                self.ask_person()
            else:
                self.ask_bot()
        typer.echo("\nThe game is over.")
        self.board()
        typer.echo("")
        self.score()

    # ------------------------------------------------------------ chance and computer players

    def tell_chance(self) -> None:
        """Let chance act, or the referee, and say what came, as far as this seat may know."""
        seq = self.match.seq
        if self.match.referee_due:
            self.match.rule(*self.match.state.rule(self.rng), now())
        else:
            self.match.resolve_chance(self.rng, now())
        typer.echo(f"\nchance: {', '.join(self.heard_since(seq))}")

    def ask_bot(self) -> None:
        """One decision of a computer player."""
        seat = self.match.to_act
        assert seat is not None
        text, seq = self.bots[seat].choose(self.match.state, seat), self.match.seq
        self.match.act(seat, text, now())
        for line in self.heard_since(seq):
            typer.echo(f"{self.name(seat)}: {line}")

    def heard_since(self, seq: int) -> list[str]:
        """What this seat is told of what happened after entry ``seq``, one line an entry."""
        return [event.line for event in told(self.match.events[seq:], None if self.over else (self.seat,))]

    @property
    def over(self) -> bool:
        """The game is over: nothing is kept secret any more."""
        return self.match.status == OVER

    @property
    def known(self) -> State:
        """The position, as this seat may see it."""
        return self.match.state if self.over else self.match.state.for_seat(self.seat)

    def name(self, seat: int) -> str:
        """What a seat is called here."""
        return "you" if seat == self.seat else f"seat {seat} ({self.match.seats[seat].name})"

    # ------------------------------------------------------------ the person

    def ask_person(self) -> None:
        """One decision of the person, its roll, or the confirmation of its turn."""
        if self.match.open_turn == self.seat:
            self.ask_to_confirm("turn complete: Enter ends it, `back` takes back")
            return
        if self.match.to_roll == self.seat:
            self.ask_to_confirm("chance is next: Enter asks for it, `back` takes back")
            return
        if self.match.free_floor(self.seat) == self.match.ply:
            self.board()
            self.warmup.start()
        legal = self.match.state.legal_actions
        outlooks = self.outlooks()
        typer.echo("")
        for number, text in enumerate(legal, 1):
            typer.echo(f"{number:>4}  {text}{f'  ({outlooks[text]})' if text in outlooks else ''}")
        self.obey(legal)

    def outlooks(self) -> dict[str, str]:
        """How actions may end that a referee will judge, in a word, as the game's previews have it: ``risky``."""
        state, referee = self.match.state, self.game.type.referee
        if referee is None or not referee.plays(state.record):
            return {}
        return {shown["action"]: shown["outlook"] for shown in state.previews() if "outlook" in shown}

    def ask_to_confirm(self, question: str) -> None:
        """The turn, or what comes before its roll, is played; it can still be taken back."""
        answer = read(question)
        if not answer:
            self.match.confirm([self.seat], now())
        elif answer.lower() in self.commands:
            self.commands[answer.lower()]()
        else:
            typer.echo(f"{answer!r} is no command here; press Enter, or type one of {', '.join(self.commands)}")

    def obey(self, legal: list[str]) -> None:
        """Read lines until an action is done or the position has changed."""
        ply = self.match.ply
        while self.match.ply == ply:
            answer = read("your action")
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif answer.isdecimal():
                self.act_by_number(int(answer), legal)
            elif answer:
                self.act(next((text for text in legal if text.lower() == answer.lower()), answer))

    def act_by_number(self, number: int, legal: list[str]) -> None:
        """Do the action with this number in the list."""
        if 1 <= number <= len(legal):
            self.act(legal[number - 1])
        else:
            typer.echo(f"{number} is not in the list; expected 1 to {len(legal)}")

    def act(self, text: str) -> None:
        """Do an action, or say why it may not be done."""
        try:
            self.match.act(self.seat, text, now())
        except Refused as refused:
            clause = f" (rule {refused.clause})" if refused.clause else ""
            typer.echo(f"{text!r}: {refused}{clause}")

    # ------------------------------------------------------------ commands

    def hint(self) -> None:
        """What the strongest computer player would do."""
        if self.match.to_act != self.seat:
            typer.echo("Now there is nothing to decide; press Enter or take back.")
            return
        advice = bots.hint(self.match.state, self.seat)
        expects = EXPECTS[advice["unit"]].format(advice["expected"])
        typer.echo(f"master would: {', then '.join(advice['line'])}{expects}")

    def back(self) -> None:
        """Take back the last decision of this turn."""
        if self.match.free_floor(self.seat) == self.match.ply:
            typer.echo("There is nothing to take back in this turn.")
            return
        self.match.back([self.seat], None, now())
        typer.echo("taken back")

    def score(self) -> None:
        """The running score with reasons."""
        names = [self.name(seat) for seat in range(self.game.players)]
        typer.echo("\n".join(sheet_lines(self.known, names)))

    def board(self) -> None:
        """The position as text, as this seat may see it."""
        typer.echo(f"\n{self.known}")

    def help(self) -> None:
        """The commands."""
        legal = self.match.state.legal_actions
        typer.echo(HELP.format(example=legal[0] if legal else "the text in the list"))

    def leave(self) -> None:
        """Leave the game."""
        raise Left


def read(prompt: str) -> str:
    """A line from the person, with single spaces; the end of the input means leaving."""
    try:
        return " ".join(input(f"{prompt}> ").split())
    except (EOFError, KeyboardInterrupt):
        raise Left from None

"""``mandapa play``: a match in the terminal, one person against computer players.

What is shown of a game is its ``Face``; what is said are the sentences of the browser, in the language of the locale.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.bots import cores
from mandapa.cli import speech
from mandapa.cli.common import load_game, names_for_seats
from mandapa.cli.errors import UsageError
from mandapa.cli.screen import Left, Screen
from mandapa.cli.telling import Teller
from mandapa.cli.warmup import Warmup
from mandapa.kernel.face import signed, written
from mandapa.languages import WORDS, Words
from mandapa.library import Game, State
from mandapa.play import Match, Refused, Seat, export_record, now, told
from mandapa.play.match import OVER
from mandapa.play.seats import BOT, PERSON


def play(
    name: str,
    players: int | None,
    bot_names: str,
    seat: int,
    seed: int | None,
    options: list[str],
    save: Path | None,
    person: str | None = None,
) -> None:
    """Play a game to its end, or until the person leaves."""
    game = load_game(name, players, options)
    if not 0 <= seat < game.players:
        raise UsageError(f"--seat: found {seat}, expected 0 to {game.players - 1}")
    asked = names_for_seats(bot_names, game.players - 1, "--bots")
    table = Table(game, seat, asked, np.random.default_rng(seed), person or own_name())
    try:
        table.run()
    except Left:
        table.screen.console.print()
        table.screen.say(table.say("terminal.left"))
    finally:
        table.warmup.stop()
    if save is not None:
        save.write_text(json.dumps(export_record(table.match), indent=1) + "\n", encoding="utf-8")
        table.screen.say(table.say("terminal.saved", file=save))


def own_name() -> str:
    """What the person is called on this machine."""
    try:
        return getpass.getuser().title()
    except (KeyError, OSError):
        return "1"


def seat_names(say: Words, seat: int, person: str, bot_names: Sequence[str]) -> list[str]:
    """The person's name among those of the computer players: their levels, numbered where several are alike."""
    levels = [say(f"level.{bot}") if f"level.{bot}" in say else bot for bot in bot_names]
    numbers = [levels[:at].count(level) + 1 if levels.count(level) > 1 else 0 for at, level in enumerate(levels)]
    named = [f"{level} {number}" if number else level for level, number in zip(levels, numbers, strict=True)]
    return [*named[:seat], person, *named[seat:]]


class Table:
    """A match with one person; reads from standard input, writes to standard output."""

    def __init__(
        self, game: Game, seat: int, bot_names: list[str], rng: np.random.Generator, person: str = "Asha"
    ) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        folders = [WORDS, WORDS / "table", speech.WORDS, game.type.folder / "words"]
        self.say = Words(speech.spoken(), folders)
        self.names = seat_names(self.say, seat, person, bot_names)
        bots_by_seat = [*bot_names[:seat], "", *bot_names[seat:]]
        seats = [
            Seat(name, BOT, bot) if bot else Seat(name, PERSON)
            for name, bot in zip(self.names, bots_by_seat, strict=True)
        ]
        self.match = Match(game, seats)
        self.warmup = Warmup(game)
        cores.share()
        self.bots = {n: bots.make_named(bot, game, rng) for n, bot in enumerate(bots_by_seat) if bot}
        self.face = game.type.presentation.face(game.name, self.say, self.names, game.components)
        self.teller = Teller(self.face)
        self.screen = Screen([self.say("log.who", name=name) for name in self.names])
        self.heard = 0
        acts: Mapping[str, Callable[[], None]] = {
            "hint": self.hint,
            "back": self.back,
            "score": self.score,
            "board": self.board,
            "all": self.everything,
            "log": self.log,
            "help": self.help,
            "quit": self.quit,
        }
        self.words = {name: self.say(f"terminal.command.{name}") for name in acts}
        self.commands = {**acts, **{word.lower(): acts[name] for name, word in self.words.items()}, "?": self.help}

    def run(self) -> None:
        """Ask whoever is to act until the game is over."""
        self.screen.rule(self.game.type.title)
        self.screen.say(self.say("terminal.begin", help=self.words["help"]), "dim")
        match = self.match
        while not self.over:
            if match.chance_due:
                self.chance()
            elif match.turn == self.seat:
                self.ask_person()
            else:
                self.ask_bot()
        self.tell()
        self.screen.rule(self.say("result.title"), self.face.status(self.match.state.view(None)))
        self.board()
        self.winners()
        self.score()

    def winners(self) -> None:
        """Who has won, or that all have lost."""
        result = self.match.result()
        assert result is not None, "the game is over by its rules"
        names = [self.names[seat] for seat in result["winners"]]
        self.screen.say(self.say("turn.over", count=len(names), winners=", ".join(names)), "bold")

    # ------------------------------------------------------------ chance and computer players

    def chance(self) -> None:
        """Let chance act, or the referee."""
        if self.match.referee_due:
            self.match.rule(*self.match.state.rule(self.rng), now())
        else:
            self.match.resolve_chance(self.rng, now())

    def ask_bot(self) -> None:
        """One decision of a computer player; a turn is told when it has ended."""
        seat = self.match.to_act
        assert seat is not None
        with self.screen.waiting(f"{self.names[seat]} …"):
            text = self.bots[seat].choose(self.match.state, seat)
        self.match.act(seat, text, now())
        if self.match.to_act != seat and not self.match.chance_due:
            self.tell()

    def tell(self) -> None:
        """What has happened since this was told last, as far as this seat may know."""
        events, self.heard = self.match.events[self.heard :], len(self.match.events)
        self.screen.tell(self.teller.paragraphs(told(events, None if self.over else (self.seat,))))

    @property
    def over(self) -> bool:
        """The game is over: nothing is kept secret any more."""
        return self.match.status == OVER

    @property
    def known(self) -> State:
        """The position, as this seat may see it."""
        return self.match.state if self.over else self.match.state.for_seat(self.seat)

    # ------------------------------------------------------------ the person

    def ask_person(self) -> None:
        """One decision of the person, its roll, or the confirmation of its turn."""
        self.tell()
        for due, question in ((self.match.open_turn, "confirm"), (self.match.to_roll, "roll")):
            if due == self.seat:
                self.confirm(self.say(f"terminal.{question}", back=self.words["back"]))
                return
        if self.match.free_floor(self.seat) == self.match.ply:
            self.screen.rule(self.names[self.seat], self.face.status(self.known.view(self.seat)))
            self.warmup.start()
        self.show()
        self.obey()

    def show(self) -> None:
        """The table, what is asked, and what may be done."""
        self.board()
        choices, _ = self.choices()
        asked = self.face.asks(self.match.state.view(self.seat), choices) if choices else ""
        if asked:
            self.screen.say(asked, "bold")
        self.list_choices()

    def list_choices(self, whole: bool = False) -> None:
        """What may be done, by number, grouped by what it decides."""
        choices, labels = self.choices()
        numbered = [(self.face.group(choice), number) for number, choice in enumerate(choices, 1)]
        kinds = groupby(numbered, key=lambda one: one[0])
        groups = [[(number, labels[number - 1]) for _, number in group] for _, group in kinds]
        left = self.screen.choices(groups, whole)
        if left:
            self.screen.say(self.say("terminal.more", count=left, all=self.words["all"]), "dim")

    def choices(self) -> tuple[list[dict[str, Any]], list[str]]:
        """What this seat may do, and each of it in words, with how it may end where a referee will judge it."""
        choices = self.match.state.choices(self.seat)
        view = self.match.state.view(self.seat)
        outlooks = self.outlooks() if choices else {}
        labels = [self.face.choice(choice, view) for choice in choices]
        for at, choice in enumerate(choices):
            if choice["action"] in outlooks:
                labels[at] += f" ({self.face.outlook(outlooks[choice['action']])})"
        return choices, labels

    def outlooks(self) -> dict[str, Mapping[str, Any]]:
        """The previews of actions that a referee will judge, which say how each may end: ``risky``."""
        state, referee = self.match.state, self.game.type.referee
        if referee is None or not referee.plays(state.record):
            return {}
        return {shown["action"]: shown for shown in state.previews() if "outlook" in shown}

    def confirm(self, question: str) -> None:
        """The turn, or what comes before its roll, is played; it can still be taken back."""
        answer = self.screen.ask(question, list(self.words.values()))
        if not answer:
            self.match.confirm([self.seat], now())
        elif answer.lower() in self.commands:
            self.commands[answer.lower()]()
        else:
            self.unknown(answer)

    def obey(self) -> None:
        """Read lines until an action is done or the position has changed."""
        ply = self.match.ply
        choices, labels = self.choices()
        actions = [choice["action"] for choice in choices]
        completions = list(dict.fromkeys([*labels, *self.words.values()]))
        while self.match.ply == ply:
            answer = self.screen.ask(self.say("terminal.prompt"), completions, self.show)
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif answer.isdecimal():
                self.act_by_number(int(answer), actions)
            elif answer:
                self.act_by_words(answer, actions, labels)

    def act_by_number(self, number: int, actions: Sequence[str]) -> None:
        """Do the action with this number in the list."""
        if 1 <= number <= len(actions):
            self.act(actions[number - 1])
        else:
            self.screen.say(self.say("terminal.not_listed", number=number, count=len(actions)))

    def act_by_words(self, answer: str, actions: Sequence[str], labels: Sequence[str]) -> None:
        """Do what the answer is the text of, or the only one whose words begin so."""
        wanted = answer.lower()
        named = [(action, label.lower()) for action, label in zip(actions, labels, strict=True)]
        exact = [action for action, label in named if wanted in (action.lower(), label)]
        begun = [action for action, label in named if label.startswith(wanted)]
        found = exact or begun
        if len(found) > 1:
            numbers = ", ".join(str(actions.index(action) + 1) for action in found)
            self.screen.say(self.say("terminal.several", answer=answer, numbers=numbers))
        else:
            self.act(found[0] if found else answer)

    def act(self, text: str) -> None:
        """Do an action, or say why it may not be done."""
        try:
            self.match.act(self.seat, text, now())
        except Refused as refused:
            if refused.code == "unknown_action":
                self.unknown(text)
                return
            key = refused.reason.key if refused.reason.key in self.say else f"refusal.{refused.code}"
            clause = f" ({self.say('refusal.rule', clause=refused.clause)})" if refused.clause else ""
            self.screen.say(self.teller.part(key, refused.reason.params, self.seat) + clause, "yellow")

    def unknown(self, answer: str) -> None:
        """What was typed is nothing that is known here."""
        self.screen.say(self.say("terminal.unknown", answer=answer, commands=", ".join(self.words.values())))

    # ------------------------------------------------------------ commands

    def hint(self) -> None:
        """What the strongest computer player would do with the rest of the turn, and why."""
        if self.match.to_act != self.seat:
            self.screen.say(self.say("terminal.undecided"))
            return
        from mandapa.coach import reasons

        with self.screen.waiting(self.say("hint.thinking")):
            advice = reasons.advise(self.match.state, self.seat)
        trial, logs = self.match.state.for_seat(self.seat), []
        for action in advice["line"]:
            logs.append((trial.describe(action), action))
            trial.apply(action)
        self.screen.say(self.say("hint.title"), "bold")
        self.screen.tell([(None, f"• {step}") for step in self.teller.plan(logs, self.seat)])
        self.screen.say(self.because(advice))
        names = {None: self.say("hint.later"), reasons.OTHERS: self.say("hint.others")}
        rows = [row for row in advice["reasons"] if round(row["points"])]
        if rows:
            self.screen.say(self.say("hint.brings"))
            for row in rows:
                name = names.get(row["row"]) or self.face.row(row["row"])
                self.screen.tell([(None, f"{speech.numbers(signed(row['points'])):>5} {name}")])

    def because(self, advice: Mapping[str, Any]) -> str:
        """What is expected after the hint's turn, in the unit of the game."""
        unit = advice["unit"]
        if unit is None:
            return self.say("table.hint.reason.practice")
        write: Callable[[float], str] = {"points": written, "lead": signed, "chance": "{:.0%}".format}[unit]
        before = advice["before"]
        shown = {"expected": advice["expected"], **({"before": before[self.seat]} if before else {})}
        told = {name: speech.numbers(write(value)) for name, value in shown.items()}
        return self.say(f"table.hint.reason.{unit}", **told)

    def back(self) -> None:
        """Take back the last decision of this turn."""
        if self.match.free_floor(self.seat) == self.match.ply:
            self.screen.say(self.say("refusal.nothing_to_take_back"))
            return
        self.match.back([self.seat], None, now())

    def score(self) -> None:
        """The score sheets: a row for each source of points, a column for each seat, the winner's first."""
        shows = self.game.type.presentation
        sheets = sorted(self.known.scores(explain=True), key=lambda sheet: (int(sheet["rank"]), int(sheet["seat"])))
        names = [self.names[sheet["seat"]] for sheet in sheets]
        if self.game.together and self.game.players > 1:
            sheets, names = sheets[:1], [self.say("score.together")]
        told = [shows.rows(sheet) for sheet in sheets]
        rows = [
            [self.face.row(row), *(speech.numbers(written(points[row])) for points in told)]
            for row in told[0]
            if any(points[row] for points in told)
        ]
        self.screen.say(self.say("score.final" if self.over else "score.as-if"), "dim")
        totals = [speech.numbers(written(float(sheet["total"]))) for sheet in sheets]
        self.screen.table(["", *names], rows, [self.say("score.total"), *totals])

    def board(self) -> None:
        """The table, as this seat may see it, with the numbers of the choices where they lead."""
        state = self.match.state
        view, known = state.view(None if self.over else self.seat), self.known
        marks: dict[Any, str] = {}
        for number, choice in enumerate(state.choices(self.seat), 1):
            place = self.face.place(choice, view)
            if place is not None:
                marks[place] = f"{marks[place]}/{number}" if place in marks else str(number)
        self.face.text = str(known)
        self.screen.board(self.face.board(view, marks, self.screen.width, None if self.over else self.seat))

    def everything(self) -> None:
        """All that may be done, by number."""
        self.list_choices(whole=True)

    def log(self) -> None:
        """All that happened, as far as this seat may know."""
        self.screen.tell(self.teller.paragraphs(told(self.match.events, None if self.over else (self.seat,))))

    def help(self) -> None:
        """The commands."""
        self.screen.say(self.say("terminal.help"))
        told = {word: self.say(f"terminal.help.{name}") for name, word in self.words.items()}
        self.screen.tell([(None, self.say("log.action", name=word, text=text)) for word, text in told.items()])

    def quit(self) -> None:
        """Leave the game."""
        raise Left

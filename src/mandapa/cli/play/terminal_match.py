"""A match in the terminal between one person and bots.

Boards are printed by ``Presentation.text``. Choices, the log and the player's input use the notation of actions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

import numpy as np

from mandapa import bots
from mandapa.bots import core_pool
from mandapa.cli.play.terminal import PlayerQuit, Terminal
from mandapa.cli.play.warmup import BackgroundCompile
from mandapa.cli.text import sheet_lines
from mandapa.coach import comparison, hint, win_probability
from mandapa.coach.hint import Hint
from mandapa.i18n import MESSAGES, catalogue, format_message
from mandapa.kernel.hints import HintReason
from mandapa.library import Game, State
from mandapa.play import Event, Match, RequestRefused, Seat, history, now, visible_to
from mandapa.play.entries import ACT, CHANCE, CONFIRM, ROLL
from mandapa.play.seats import BOT, PERSON

COMMANDS = {
    "hint": "show the master's choice and the reason",
    "back": "take back your last decision of this turn",
    "score": "show the score sheet, as if the game ended now",
    "board": "show the table again",
    "all": "list all your actions",
    "log": "show what has happened so far",
    "help": "list these commands",
    "quit": "leave the game",
}


def seat_names(seat: int, person: str, bot_names: Sequence[str]) -> list[str]:
    """Return the name of the player in each seat. The person has ``seat``; bots with the same name get a number."""
    levels = [bot.capitalize() if bot.isalpha() else bot for bot in bot_names]
    numbers = [levels[:at].count(level) + 1 if levels.count(level) > 1 else 0 for at, level in enumerate(levels)]
    named = [f"{level} {number}" if number else level for level, number in zip(levels, numbers, strict=True)]
    return [*named[:seat], person, *named[seat:]]


def log_lines(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Return the lines of the log. Consecutive actions of a player or of chance share a line."""
    shown = [event for event in events if event.entry.kind not in (CONFIRM, ROLL)]
    lines = []
    for (kind, seat), group in groupby(shown, key=lambda event: (event.entry.kind, event.entry.seat)):
        name = "Chance" if seat is None else names[seat]
        if kind in (ACT, CHANCE):
            lines.append(f"{name}: {', '.join(event.line for event in group)}")
        else:
            lines += [
                format_message(event.log.key, {**event.log.params, "name": name}, folder=MESSAGES / "table")
                for event in group
            ]
    return lines


def idea_sentence(game: Game, idea: HintReason, names: Sequence[str]) -> str:
    """Return the main reason of a hint as an English sentence, from the game's message catalogue."""
    params = dict(idea.params)
    if "seat" in params:
        params["seat_name"] = names[params["seat"]]
    shown = {name: str(value).lower() if isinstance(value, bool) else value for name, value in params.items()}
    return format_message(idea.key, shown, folder=game.type.content / "messages")


class TerminalMatch:
    """A match between a person and bots that reads from standard input and writes to standard output."""

    def __init__(
        self, game: Game, seat: int, bot_names: list[str], rng: np.random.Generator, person: str = "You"
    ) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.names = seat_names(seat, person, bot_names)
        bots_by_seat = [*bot_names[:seat], "", *bot_names[seat:]]
        seats = [
            Seat(name, BOT, bot) if bot else Seat(name, PERSON)
            for name, bot in zip(self.names, bots_by_seat, strict=True)
        ]
        self.match = Match(game, seats)
        self.warmup = BackgroundCompile(game)
        core_pool.configure()
        self.bots = {n: bots.make_named(bot, game, rng) for n, bot in enumerate(bots_by_seat) if bot}
        self.screen = Terminal()
        self.heard = 0
        self.commands: Mapping[str, Callable[[], None]] = {
            "hint": self.hint,
            "back": self.take_back,
            "score": self.score,
            "board": self.board,
            "all": self.show_all_actions,
            "log": self.log,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    def run(self) -> None:
        """Run the match until the game is over."""
        self.screen.rule(self.game.type.title)
        self.screen.say(", ".join(f"seat {seat}: {name}" for seat, name in enumerate(self.names)))
        self.screen.say('Type a number or an action; Tab completes it. "help" lists the commands.', "dim")
        match = self.match
        while not self.show_result:
            if match.chance_due:
                self.chance()
            elif match.turn == self.seat:
                self.ask_person()
            else:
                self.ask_bot()
        self.print_new_events()
        self.screen.rule("The game is over")
        self.board()
        self.winners()
        self.score()

    def winners(self) -> None:
        """Print the winners, or that all players have lost."""
        result = self.match.result()
        assert result is not None, "the game is over by its rules"
        names = [self.names[seat] for seat in result["winners"]]
        won = f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}." if names else "The game is lost."
        self.screen.say(won, "bold")

    # ------------------------------------------------------------ chance and computer players

    def chance(self) -> None:
        """Apply a random chance outcome, or an outcome that the game's referee determines."""
        if self.match.referee_due:
            self.match.add_referee_outcome(*self.match.state.rule(self.rng), now())
        else:
            self.match.resolve_chance(self.rng, now())

    def ask_bot(self) -> None:
        """Let the bot whose turn it is make a decision; if this ends the turn, print the turn."""
        seat = self.match.to_act
        assert seat is not None
        with self.screen.waiting(f"{self.names[seat]} is thinking ..."):
            text = self.bots[seat].choose(self.match.state, seat)
        self.match.act(seat, text, now())
        if self.match.to_act != seat and not self.match.chance_due:
            self.print_new_events()

    def print_new_events(self) -> None:
        """Print the events since the last call, without information hidden from the person."""
        events, self.heard = self.match.events[self.heard :], len(self.match.events)
        self.print_log(events)

    def print_log(self, events: Iterable[Event]) -> None:
        """Print events, without information hidden from the person."""
        for line in log_lines(visible_to(events, None if self.show_result else (self.seat,)), self.names):
            self.screen.say(line)

    @property
    def show_result(self) -> bool:
        """True if the game is over, and hidden information can be shown."""
        return self.match.status == history.OVER

    @property
    def known(self) -> State:
        """The position, without information hidden from the person."""
        return self.match.state if self.show_result else self.match.state.for_seat(self.seat)

    # ------------------------------------------------------------ the person

    def ask_person(self) -> None:
        """Ask the person for the next step: a decision, a roll, or the confirmation of the turn."""
        self.print_new_events()
        if self.match.open_turn == self.seat:
            self.confirm('Enter ends your turn, "back" takes something back')
            return
        if self.match.to_roll == self.seat:
            self.confirm('Enter lets chance decide, "back" takes something back')
            return
        if self.match.earliest_undo_ply(self.seat) == self.match.ply:
            self.screen.rule(self.names[self.seat])
            self.warmup.start()
        self.board()
        self.list_choices()
        self.run_commands()

    def list_choices(self, whole: bool = False) -> None:
        """Print the legal actions with numbers, grouped by their first word; with ``whole``, print all of them."""
        numbered = list(enumerate(zip(self.actions(), self.labels(), strict=True), 1))
        groups = [
            [(number, label) for number, (_, label) in group]
            for _, group in groupby(numbered, key=lambda one: one[1][0].split(" ", 1)[0])
        ]
        left = self.screen.choices(groups, whole)
        if left:
            self.screen.say(f'{left} more: "all" lists them.', "dim")

    def actions(self) -> list[str]:
        """Return the texts of the person's legal actions."""
        return [choice["action"] for choice in self.match.state.choices(self.seat)]

    def labels(self) -> list[str]:
        """Return the person's legal actions as they are listed.

        An action whose outcome the game's referee will determine is followed by its outlook, such as ``risky``.
        """
        actions, outlooks = self.actions(), self.outlooks()
        return [f"{action} ({outlooks[action]})" if action in outlooks else action for action in actions]

    def outlooks(self) -> dict[str, str]:
        """Return an outlook, such as ``risky``, for each action whose outcome the game's referee will determine."""
        state, referee = self.match.state, self.game.type.referee
        if referee is None or not referee.plays(state.record):
            return {}
        return {shown["action"]: shown["outlook"] for shown in state.previews() if "outlook" in shown}

    def confirm(self, question: str) -> None:
        """Ask the person to confirm the turn, or the part of it before a roll, or to enter a command."""
        answer = self.screen.ask(question, list(COMMANDS))
        if not answer:
            self.match.confirm([self.seat], now())
        elif answer.lower() in self.commands:
            self.commands[answer.lower()]()
        else:
            self.unknown(answer)

    def run_commands(self) -> None:
        """Read and carry out input until an action has been taken or taken back."""
        ply = self.match.ply
        actions = self.actions()
        while self.match.ply == ply:
            answer = self.screen.ask("Your move", [*actions, *COMMANDS])
            if answer.lower() in self.commands:
                self.commands[answer.lower()]()
            elif answer.isdecimal():
                self.act_by_number(int(answer), actions)
            elif answer:
                self.act_by_text(answer, actions)

    def act_by_number(self, number: int, actions: Sequence[str]) -> None:
        """Take the action with this number in the list of choices."""
        if 1 <= number <= len(actions):
            self.act(actions[number - 1])
        else:
            self.screen.say(f"{number} is not in the list, which goes from 1 to {len(actions)}.")

    def act_by_text(self, answer: str, actions: Sequence[str]) -> None:
        """Take the action with this text, or the only one that starts with it, ignoring case."""
        wanted = answer.lower()
        found = [action for action in actions if action.lower() == wanted]
        found = found or [action for action in actions if action.lower().startswith(wanted)]
        if len(found) > 1:
            numbers = ", ".join(str(actions.index(action) + 1) for action in found)
            self.screen.say(f'"{answer}" is the beginning of several: {numbers}.')
        else:
            self.act(found[0] if found else answer)

    def act(self, text: str) -> None:
        """Take an action, or print the reason why it is illegal."""
        try:
            self.match.act(self.seat, text, now())
        except RequestRefused as refused:
            if refused.code == "unknown_action":
                self.unknown(text)
                return
            clause = f" (rule {refused.clause})" if refused.clause else ""
            self.screen.say(f"Not possible: {refused}{clause}", "yellow")

    def unknown(self, answer: str) -> None:
        """Print that the input is neither an action nor a command."""
        self.screen.say(f'"{answer}" is neither in the list nor a command: {", ".join(COMMANDS)}.')

    # ------------------------------------------------------------ commands

    def hint(self) -> None:
        """Print how the strongest bot would continue the turn, and why."""
        if self.match.to_act != self.seat:
            self.screen.say("There is nothing to decide now: press Enter, or take something back.")
            return
        state = self.match.state
        with self.screen.waiting("The master is thinking ..."):
            advice = hint.compute_hint(state.for_seat(self.seat), win_probability.turns_of(state))
        self.screen.say(f"The master would play: {', '.join(advice.plan.texts)}", "bold")
        if advice.idea:
            self.screen.say(idea_sentence(self.game, advice.idea, self.names))
        self.screen.say(self.expected(advice))
        rows = [reason for reason in advice.reasons if round(reason.points)]
        if rows:
            self.screen.say("Compared with the next best turn, on average:")
            for reason in rows:
                self.screen.say(f"{reason.points:+7.1f} {self.row_name(reason.row)}")

    def expected(self, advice: Hint) -> str:
        """Return a sentence with the result that the hint predicts, in the unit of the game."""
        unit, expected = advice.unit, advice.expected[self.seat]
        now = f" Now it is {advice.before[self.seat]:g}." if advice.before else ""
        if unit == "points":
            return f"The master expects {expected:.1f} points at the end, on average.{now}"
        if unit == "lead":
            return f"The master expects to end {expected:+.1f} points ahead of the opponent, on average.{now}"
        return f"The chance to win is {expected:.0%}." if unit == "chance" else "There is nothing to win or lose here."

    def row_name(self, row: str | None) -> str:
        """Return the name of a row of the score sheet, or a description for points of later rounds or other rows."""
        if row is None or row == comparison.OTHERS:
            return "in later rounds" if row is None else "in other ways"
        words = catalogue(self.game.type.content / "messages", "en")
        return words.get(f"{self.game.name}.score.{row}") or row.replace("_", " ").replace("-", ", ")

    def take_back(self) -> None:
        """Take back the last decision of this turn."""
        if self.match.earliest_undo_ply(self.seat) == self.match.ply:
            self.screen.say("There is nothing to take back.")
            return
        self.match.back([self.seat], None, now())

    def score(self) -> None:
        """Print the score sheets, the winner's first, with the reason for each item."""
        self.screen.say("The final score" if self.show_result else "The score, as if the game ended now", "dim")
        self.screen.show("\n".join(sheet_lines(self.known, self.names)))

    def board(self) -> None:
        """Print the position, without information hidden from the person."""
        self.screen.show(str(self.known))

    def show_all_actions(self) -> None:
        """Print all legal actions with their numbers."""
        self.list_choices(whole=True)

    def log(self) -> None:
        """Print the whole log, without information hidden from the person."""
        self.print_log(self.match.events)

    def help(self) -> None:
        """Print the list of commands."""
        self.screen.say("Type the number of an action, or the beginning of its text. Commands:")
        for name, about in COMMANDS.items():
            self.screen.say(f"  {name:<6} {about}")

    def quit(self) -> None:
        """Quit the game."""
        raise PlayerQuit

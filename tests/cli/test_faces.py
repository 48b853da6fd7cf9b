"""What the terminal shows of the games: pictures that fit, and whole sentences, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mandapa
from mandapa.cli import speech
from mandapa.cli.telling import Teller
from mandapa.kernel.face import Canvas, Face, frames
from mandapa.languages import LANGUAGES, WORDS, Words
from mandapa.play import Entry, Match, Seat
from mandapa.play.entries import ACT, CHANCE

RECORDS = Path(__file__).parent.parent / "records"
NARROW, WIDE = 80, 160
EVERY = {"menara": 50}
"""A position is looked at every so many actions, where a game does not say it nine."""


def replayed(name: str) -> Iterator[Match]:
    """A recorded game, at every few of its actions and at its end: the same match."""
    head, *lines = (RECORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    game = mandapa.load(head.removeprefix("game: "), **json.loads(lines[0].removeprefix("options: ")))
    match = Match(game, [Seat(f"N{seat}", "bot", "adept") for seat in range(game.players)])
    played = [line.split(maxsplit=2)[2] for line in lines if line[:3].strip().isdigit()]
    every = EVERY.get(game.name, 9)
    for number, line in enumerate(played, 1):
        who, text = line.split(": ", 1)
        seat = None if who == "chance" else int(who.removeprefix("seat "))
        match.extend([Entry(number, CHANCE if seat is None else ACT, seat, text, "")])
        if number % every == 0 or number == len(played):
            yield match


def face_of(match: Match, language: str) -> Face:
    kind = match.game.type
    say = Words(language, [WORDS, WORDS / "table", speech.WORDS, kind.folder / "words"])
    return kind.presentation.face(kind.name, say, [seat.name for seat in match.seats], match.game.components)


@pytest.mark.parametrize(
    "name", ["kerala/short", "indus/three_players", "chola/expert_two", "chola/solo", "hampi/advanced_quick"]
)
def test_a_game_is_told_and_drawn_to_its_end(name: str) -> None:
    for number, match in enumerate(replayed(name)):
        language = list(LANGUAGES)[number % len(LANGUAGES)]
        face = face_of(match, language)
        state = match.state
        seat = state.current_player if state.current_player >= 0 else 0
        view, choices = state.view(seat), state.choices(seat)
        labels = [face.choice(choice, view) for choice in choices]
        assert len(set(labels)) == len(labels), "what reads alike cannot be told apart"
        assert not any("{" in label or "None" in label for label in labels)
        assert not choices or face.asks(view, choices)
        assert face.status(view)
        places = [face.place(choice, view) for choice in choices]
        marks = {place: str(at) for at, place in enumerate(places, 1) if place is not None}
        for width in (NARROW, WIDE):
            blocks = face.board(view, marks, width, seat)
            drawn = [line for block in blocks if block.drawn for line in block.lines]
            assert drawn or (name.startswith("menara") and not view["floors"])
            assert max(sum(len(text) for text, _ in line) for line in [*drawn, []]) <= width
            shown = "".join(text for line in drawn for text, _ in line)
            assert all(mark in shown for mark in marks.values() if len(marks) < 10), "choices stand where they lead"
        for row in state.game.type.presentation.rows(state.scores(explain=True)[0]):
            assert face.row(row)
    for language in LANGUAGES:
        teller = Teller(face_of(match, language))
        told = teller.paragraphs(match.events)
        assert len(told) > 20
        plan = teller.plan(
            [
                ({"key": event.log.key, "params": event.log.params}, event.line)
                for event in match.events
                if event.entry.kind == ACT
            ],
            0,
        )
        for text in [*plan, *(text for _, text in told)]:
            assert not any(fault in text for fault in ("{", "None", "log."))
        assert not any(re.search(r"[.!?] [a-zäöüàéêñ]", text) for _, text in told), "a sentence begins with a capital"


@pytest.mark.slow
def test_a_temple_is_told_and_drawn() -> None:
    mandapa.load("menara").engine.warm()
    test_a_game_is_told_and_drawn_to_its_end("menara/dexterity_two")


def test_a_game_without_a_face_shows_its_text_and_its_actions() -> None:
    *_, match = replayed("kerala/short")
    face = Face("plain", Words("en", [WORDS, WORDS / "table"]), ["Asha", "Ravi", "Mira", "Jon"])
    face.text = "a\nb"
    (block,) = face.board({}, {}, NARROW, 0)
    assert block.lines == [[("a", "")], [("b", "")]]
    assert face.choice({"action": "take K3"}, {}) == "take K3"
    told = [text for _, text in Teller(face).paragraphs(match.events)]
    assert told[0].startswith("Chance: colour 0") and any("take " in text for text in told)


def test_frames_meet_where_cells_touch() -> None:
    canvas = Canvas()
    frames(canvas, [(0, 0), (1, 0), (0, 1)], (2, 2))
    assert ["".join(text for text, _ in line) for line in canvas.lines()] == [
        "┌─┬─┐",
        "│ │ │",
        "├─┼─┘",
        "│ │  ",
        "└─┘  ",
    ]

"""Indus in the terminal: the dig with its ruins and stacks between the start spaces, and the words of the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mandapa.games.indus.components import KINDS, RANKS, TEAMS
from mandapa.kernel.face import Block, Canvas, Face, Line, Marks, crossing, frames

STYLES = {"B": "white on #2b59c3", "Y": "black on #e0b93f", "G": "black on #5fae5b", "R": "white on #b3261e"}
RUINS = {"b": "#d98f5c", "g": "#c9c2b8", "c": "#5cb3d9", "p": "#d9c65c", "a": "#b58fd9", "t": "#8fbf7f"}
"""Colours of the kinds of ruin, by the letters of their names."""
SECURED = "▣"
SIZE = 6
ROOM = 4
"""Characters of a line that the picture leaves."""


def letter_of(team: str) -> str:
    """The letter of a team in the codes of researchers."""
    return team[0].upper()


class IndusFace(Face):
    """Indus, in words and characters."""

    pieces = ("effect_captured",)

    def team(self, team: str) -> str:
        """``blue``."""
        return self.say(f"indus.team.{team}")

    def piece(self, code: str) -> str:
        """``blue professor``."""
        team = next(team for team in TEAMS if letter_of(team) == code[0])
        rank = next(rank for rank in RANKS if rank[0] == code[1])
        return self.both("indus.piece", team=(self.team(team), team), rank=(self.say(f"indus.rank.{rank}"), rank))

    def space(self, space: str) -> str:
        """``start space N4``."""
        return self.say("indus.space", space=space, side=space[0], number=int(space[1]))

    def field(self, field: str) -> str:
        """``field 54``."""
        return self.say("indus.field", field=field, row=int(field[0]), column=int(field[1]))

    def words(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Where somebody comes from, and where to."""
        words: dict[str, Any] = {}
        if isinstance(params.get("space"), str):
            words["from"] = self.space(params["space"])
        if isinstance(params.get("field"), str):
            words["into"] = self.field(params["field"])
        return words

    def effect(self, effect: Mapping[str, Any]) -> str:
        """``secures the field, captures yellow worker (+1)``."""
        return self.say(
            f"indus.effect.{effect['kind']}",
            on=self.team(effect["on"]) if effect["on"] else "",
            captured=self.listed(self.piece(code) for code in effect["captured"]),
            count=len(effect["captured"]),
            points=effect["points"],
            to=self.team(effect["to"]) if effect["to"] else "",
        )

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """``Blue worker from start space N4 to field 54: free field``."""
        kind = choice["kind"]
        key = f"indus.choice.{kind}"
        if kind == "team":
            return self.both(key, team=(self.team(choice["team"]), choice["team"]))
        if kind == "add":
            space, rank = choice["space"], choice["rank"]
            fields = " ".join(choice["fields"])
            way = "down" if space[0] in "NS" else "across"
            line = self.say("indus.line", fields=fields, way=way, number=int(space[1]))
            named = (self.say(f"indus.rank.{rank}"), rank)
            return self.both(key, kind=rank, rank=named, space=self.space(space), line=line)
        if kind == "reroll":
            ranks = self.listed(self.say(f"indus.ranks.{rank}") for rank in choice["ranks"])
            return self.say(key, ranks=ranks, roll=choice["roll"], die=view["die"] or 0)
        piece = (self.piece(choice["piece"]), choice["piece"])
        if kind == "move":
            space, field = self.space(choice["space"]), self.field(choice["field"])
            return self.both(key, piece=piece, space=space, field=field, effect=self.effect(choice["effect"]))
        return self.both(key, piece=piece, points=choice["points"], to=(self.team(choice["to"]), choice["to"]))

    def group(self, choice: Mapping[str, Any]) -> Any:
        """Those of one rank stand together."""
        return choice["kind"], choice.get("rank")

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """The field where a researcher lands, or the start space to which one is added."""
        return choice.get("field") or choice.get("space")

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """``Who goes in 4 fields? Or roll again.``"""
        phase = view["phase"]
        reroll = phase == "go" and any(choice["kind"] == "reroll" for choice in choices)
        only = len(choices) == 1 and phase in ("team", "place_team")
        return self.say(f"indus.ask.{phase}{'_or_reroll' if reroll else '_only' if only else ''}", die=view["die"] or 0)

    def status(self, view: Any) -> str:
        """How many researchers are still to go in."""
        if view["phase"] == "over":
            return self.say("indus.status.over")
        if view["turn"] is None:
            return self.say("indus.status.setup")
        if view["phase"] in ("place", "place_team"):
            return self.say("indus.status.place", count=view["to_place"])
        standing = sum(start["piece"] is not None for start in view["starts"])
        return self.say("indus.status", left=standing + sum(sum(team["reserve"].values()) for team in view["teams"]))

    def row(self, row: str) -> str:
        """``Graveyards``: the kinds of ruin, and captures."""
        return self.say(f"indus.kinds.{row}") if row in KINDS else super().row(row)

    # ------------------------------------------------------------ the picture

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The dig, the teams, and what the letters of ruins say."""
        if not view["ruins"]:
            return super().board(view, marks, width, seat)
        step = max(6, min(11, (width - ROOM) // (SIZE + 2)))
        canvas = Canvas()
        frames(canvas, [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)], (step, 3), "dim")
        for field in view["fields"]:
            self._field(canvas, field, marks, step)
        for start in view["starts"]:
            self._start(canvas, start, marks, step)
        return [Block([], canvas.lines(), drawn=True), Block([], [*self.teams(view), [], *self.legend(view)])]

    def _field(self, canvas: Canvas, field: Any, marks: Marks, step: int) -> None:
        """Ruins above; below the stack from its bottom to its top, whose it is for good, and the choice."""
        name, inner = field["field"], step - 1
        left, top = int(name[1]) * step + 1, int(name[0]) * 3 + 1
        at = left
        for ruin in field["ruins"]:
            canvas.put(at, top, ruin.lower(), RUINS[ruin[0].lower()])
            at += len(ruin) + (inner >= 9)
        at = left
        for code in field["stack"][-3:]:
            canvas.put(at, top + 1, code, STYLES[code[0]])
            at += 2
        if field["secured"]:
            canvas.put(at, top + 1, SECURED, "bold")
        mark = marks.get(name, "")
        canvas.put(left + inner - len(mark), top + 1, mark if len(mark) <= inner else "", "bold reverse")

    def _start(self, canvas: Canvas, start: Any, marks: Marks, step: int) -> None:
        """A start space beside its row or column, with who stands there and the choices."""
        space = start["space"]
        line, side = int(space[1]), space[0]
        column, row = {"N": (line, 0), "S": (line, SIZE + 1), "W": (0, line), "E": (SIZE + 1, line)}[side]
        left, top = column * step + 1, row * 3 + 1
        inner = step - 1
        canvas.put(left, top, f"{space:^{inner}}", "dim")
        mark = crossing(marks, space, inner)
        if start["piece"]:
            canvas.put(left + (inner - 2) // 2, top + 1, start["piece"], STYLES[start["piece"][0]])
        elif mark:
            canvas.put(left, top + 1, mark, "bold")

    def teams(self, view: Any) -> list[Line]:
        """Every team with its player, its points as if the game ended now, and its reserve."""
        lines: list[Line] = []
        for team in view["teams"]:
            reserve = team["reserve"]
            words = []
            for rank, count in reserve.items():
                named = self.say(f"indus.{'rank' if count == 1 else 'ranks'}.{rank}")
                words.append(self.say("indus.text.reserve", count=count, rank=named))
            letter = letter_of(team["team"])
            acts = "▶" if view["team"] == team["team"] else " "
            name = f" {self.seats[team['seat']]}  {team['total']}"
            lines.append([(f"{acts} ", "bold"), (f" {letter} ", STYLES[letter]), (name, "bold")])
            lines.append([(f"      {self.listed(words)}", "dim")])
        return lines

    def legend(self, view: Any) -> list[Line]:
        """What the letters of ruins stand for."""
        kinds = {ruin["name"][0].lower(): ruin["kind"] for ruin in view["ruins"]}
        return [[(f"{letter} ", RUINS[letter]), (self.say(f"indus.kind.{kind}"), "")] for letter, kind in kinds.items()]

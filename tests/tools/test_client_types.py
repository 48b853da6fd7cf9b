"""tools/client_types.py: TypeScript types of the client from Python declarations."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import TypedDict

import pytest

import client_types
from mandapa.kernel.actions import Vocabulary, below, fixed_by_state, one_of

DECLARED = '''
from typing import Annotated, Literal, NotRequired, TypedDict

from mandapa.kernel.presentation import Every

Side = Literal["left", "right"]
Pond = Annotated[tuple[int, str], "where it lies"]
Word = Annotated[str, "in small letters"]


class Named(TypedDict):
    name: str


class Frog(Named):
    """One of the ``frogs``,
    with its place.
    """

    at: Pond | None  # not while it leaps
    leaps: NotRequired[list[Side | None]]
    wet: bool
    ways: list[tuple[float, ...]]
    by_side: Every[Side, int]
    counts: dict[Side, int]
    by_word: dict[Word, int]
    more: dict[str, object]


class Toad(TypedDict):
    warts: int


Leap = TypedDict("Leap", {"from": Pond})
View = Frog | Toad


class Distance(TypedDict):
    far: int
'''

WRITTEN = """// Made by `python tools/client_types.py` from what the server declares; not to be edited.

export type Side = "left" | "right";

/** where it lies */
export type Pond = [number, string];

/** in small letters */
export type Word = string;

export interface Named {
  name: string;
}

/** One of the `frogs`, with its place. */
export interface Frog extends Named {
  /** not while it leaps */
  at: Pond | null;
  leaps?: (Side | null)[];
  wet: boolean;
  ways: number[][];
  by_side: Record<Side, number>;
  counts: Partial<Record<Side, number>>;
  by_word: Record<Word, number>;
  more: Record<string, unknown>;
}

export interface Toad {
  warts: number;
}

export interface Leap {
  from: Pond;
}

export type View = Frog | Toad;

export interface Distance {
  far: number;
}

export type Choice =
  | { action: string; kind: "hop"; frog: number; side: Side; far: number }
  | { action: string; kind: "dive"; depth: "low" | "deep"; pond: string }
  | { action: string; kind: "rest"; mood: string };
"""


@pytest.fixture
def ponds(tmp_path: Path) -> ModuleType:
    """A module that declares view types."""
    path = tmp_path / "wire.py"
    path.write_text(DECLARED, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("mandapa_ponds_wire", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frogs(module: ModuleType) -> Vocabulary:
    """The vocabulary of decisions in a game of frogs."""

    def mood(state: object) -> str:
        return "sleepy"

    def distance(state: object, frog: int, side: int) -> object:
        return {"far": 2}

    distance.__annotations__["return"] = module.Distance
    vocabulary = Vocabulary("frogs", over="FRO-END-1", chance="FRO-TURN-2", due="FRO-TURN-1")
    hop = vocabulary.decision("hop {frog} {side}", frog=below(3), side=one_of("left", "right"))
    ponds = one_of(*(f"pond {number}" for number in range(20)))
    vocabulary.decision("dive {depth} {pond}", depth=one_of("low", "deep"), pond=ponds)
    vocabulary.decision("rest {mood}", mood=fixed_by_state("[a-z]+", mood))
    vocabulary.event("rain {drops}", drops=below(9))
    vocabulary.choices({hop: distance})
    return vocabulary


def test_every_type_is_written_as_the_client_reads_it(ponds, monkeypatch):
    monkeypatch.setattr(client_types, "WIRE", "")
    assert client_types.page(ponds, frogs(ponds)).rstrip() == WRITTEN.rstrip()


def test_long_unions_and_choices_stand_on_several_lines(ponds):
    words = [f'"word {number}"' for number in range(12)]
    assert client_types.union("Word", words).splitlines()[:2] == ["export type Word =", '  | "word 0"']
    fields = [f"a_field_{number}: number;" for number in range(8)]
    assert client_types.member(fields).splitlines()[1] == "      a_field_0: number;"


class Loose(TypedDict, total=False):
    one: int


def test_what_may_be_missing_is_said_for_each_field():
    with pytest.raises(TypeError, match="Loose: expected NotRequired"):
        client_types.hints_of(Loose)


def test_what_the_client_cannot_read_is_refused(ponds):
    with pytest.raises(TypeError, match="expected what JSON knows"):
        client_types.written(set[int], client_types.names_in(ponds))


def test_a_stale_file_is_named_with_the_command_that_renews_it(ponds, tmp_path, monkeypatch, capsys):
    file = tmp_path / "wire.ts"
    monkeypatch.setattr(client_types, "ROOT", tmp_path)
    monkeypatch.setattr(client_types, "declared", lambda: [(file, ponds, frogs(ponds))])
    assert client_types.main(check=True) == 1
    assert "wire.ts is stale: run python tools/client_types.py" in capsys.readouterr().out
    assert not file.exists()
    assert client_types.main(check=False) == 0 and client_types.main(check=True) == 0
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert client_types.main(check=True) == 1

"""The numba backend: readable errors, the pinned version, and machine code called from other machine code."""

from __future__ import annotations

import importlib
from importlib.metadata import version

import numpy as np
import pytest

from forks import in_fork
from mandapa.kernel.errors import RuleError

FAULTS = {
    "a misspelt field": (
        "tiny_game.py",
        "state.plies += 1",
        "state.pleis += 1",
        "tiny_game.apply_action (tiny/tiny_game.py, line 30): found the field 'pleis', which the record does not have; "
        "did you mean 'plies'?",
    ),
    "a field that is read": (
        "tiny_game.py",
        "out[0] = state.tiny_points",
        "out[0] = state.score",
        "tiny_game.scores (tiny/tiny_game.py, line 35): found the field 'score', which the record does not have; "
        "its fields are players, plies, tiny_points.",
    ),
    "a misspelt name": (
        "tiny_rules.py",
        "action * 1",
        "actoin * 1",
        "tiny_rules.gain (tiny/tiny_rules.py, line 7): found the name 'actoin', which is not defined there; "
        "expected a definition or an import before.",
    ),
    "a function that is not compilable": (
        "tiny_rules.py",
        "action * 1",
        "open(action)",
        "tiny_rules.gain (tiny/tiny_rules.py, line 7): found 'open', which machine code does not know; "
        "mark rule functions with @compilable, and keep constants as numbers, tuples or arrays.",
    ),
    "a wrong type": (
        "tiny_rules.py",
        "action * 1",
        "action + 'a'",
        "tiny_rules.gain (tiny/tiny_rules.py, line 7): found add(int64, Literal[str](a)), which machine code "
        "cannot do; expected other types there.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_author_reads_one_sentence(fault, tiny, monkeypatch):
    import mandapa.kernel.compile.numba_backend  # noqa: F401  # before the fork, so that it is imported only once

    name, right, wrong, expected = FAULTS[fault]
    file = tiny / "tiny" / name
    assert right in file.read_text()
    file.write_text(file.read_text().replace(right, wrong))
    monkeypatch.syspath_prepend(tiny / "tiny")
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tiny / "cache"))
    assert in_fork(compile_tiny_game) == expected


def compile_tiny_game() -> str:
    """Compile the game in a child process; return the error message."""
    game = importlib.import_module("tiny_game").GAME
    with pytest.raises(RuleError) as error:
        game.engine.warm(report=lambda step: None)
    return str(error.value)


def test_the_version_of_numba_is_the_one_whose_inside_is_known():
    """numba has the version whose internals the backend was written for.

    If another version is installed, read kernel/compile/numba_backend.py together with numba's sources:
    ``CPUCodeLibrary`` and ``JITCPUCodegen`` in core/codegen.py (replaced by ``_CollectedLibrary`` and
    ``_CollectingCodegen``), ``get_call_template`` in core/dispatcher.py, ``get_executable`` and ``_internal_codegen``
    in core/cpu.py. When all tests pass and ``mandapa bench`` is as fast, update the pin in pyproject.toml and this
    test.
    """
    assert version("numba").startswith("0.68.")


def test_ordinary_functions_of_numba_are_compiled_beside_it(first_play):
    """A user's @njit function may call a rule function, and both may use numba's own functions."""
    assert first_play.ordinary == ["5.0"]


def test_code_refuses_arguments_of_other_types():
    import mandapa
    from mandapa.kernel import generic

    game = mandapa.load("connect_four")
    code = game.engine.machine_code(generic.scores)
    out = np.zeros(2)
    code(game.new_state().record, out)
    with pytest.raises(TypeError, match="No matching definition"):
        code(out, out)

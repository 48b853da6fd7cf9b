"""Machine code is loaded in the background while a person plays."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mandapa.cli.play.warmup import BackgroundCompile


def game(ready: bool = False) -> Any:
    """A game whose engine only records requests to load machine code."""
    engine = SimpleNamespace(ready=ready, warmed=0)

    def warm() -> None:
        engine.warmed += 1

    engine.warm = warm
    return SimpleNamespace(name="kerala", engine=engine)


@pytest.fixture(autouse=True)
def machine_code_allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setenv("MANDAPA_CACHE_DIR", str(tmp_path))


def test_what_another_process_made_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []

    class Done:
        def __init__(self, command: list[str], **settings: Any) -> None:
            begun.append(command)

        def wait(self) -> int:
            return 0

        def poll(self) -> int:
            return 0

    monkeypatch.setattr("mandapa.cli.play.warmup.subprocess.Popen", Done)
    warm = game()
    warmup = BackgroundCompile(warm)
    warmup.start()
    warmup.start()
    assert warmup._thread is not None
    warmup._thread.join()
    assert warm.engine.warmed == 1 and [command[1:] for command in begun] == [["-m", "mandapa.warm", "kerala"]]
    warmup.stop()


def test_leaving_early_ends_the_process_that_compiles() -> None:
    cold = game()
    warmup = BackgroundCompile(cold)
    warmup.start()
    assert warmup._compiling is not None and warmup._compiling.poll() is None
    warmup.stop()
    assert warmup._compiling.returncode not in (None, 0)
    assert warmup._thread is not None
    warmup._thread.join()
    assert cold.engine.warmed == 0


@pytest.mark.parametrize(("ready", "disabled"), [(True, "0"), (False, "1")])
def test_there_may_be_nothing_to_do(monkeypatch: pytest.MonkeyPatch, ready: bool, disabled: str) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
    warmup = BackgroundCompile(game(ready=ready))
    warmup.start()
    assert warmup._thread is None
    warmup.stop()

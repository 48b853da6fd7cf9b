"""Discovery of a game's functions by name in its folders: missing, misspelt or misplaced ones are rejected."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import mandapa
from mandapa.kernel import contract
from mandapa.kernel.generic import current_player

FILES = {
    "rules/rules": "current_player = legal_actions = apply_action = print",
    "rules/scoring": "scores = print",
    "rules/setup": "new_state = print",
    "rules/bounds": "bounds = print",
    "show/view": "view = print",
    "show/text": "text = print",
}


@pytest.fixture
def supplies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):
    """Return the functions found in a package with these files, after a test's additions and changes."""

    def found(**changed: str) -> dict:
        name = f"package_{abs(hash(request.node.name))}"
        for file, text in (FILES | {file.replace("__", "/"): text for file, text in changed.items()}).items():
            path = tmp_path / name / f"{file}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (tmp_path / name / "game.py").write_text("", encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        __import__(f"{name}.game")
        return contract.supplies(f"{name}.game")

    yield found
    for name in [name for name in sys.modules if name.startswith("package_")]:
        del sys.modules[name]


def test_all_that_a_game_brings_is_found(supplies):
    found = supplies(show__log="choices = print\ndef describe(before, action, after): ...\ndef helper(): ...")
    assert found.keys() == {*contract.REQUIRED, "choices", "describe"}


def test_what_is_due_is_missed(supplies):
    with pytest.raises(ValueError, match=r"found no function text, expected it in .*show/text\.py"):
        supplies(show__text="")


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("show__log", "def desribe(before, action, after): ...", r"log\.py: found desribe, expected describe"),
        (
            "rules__rules",
            "def is_leagl(state, action): ...",
            "found is_leagl, expected is_legal",
        ),
        (
            "show__view",
            FILES["show/view"] + "\ndef explain(sheet): ...",
            r"found explain, expected it in show/text\.py",
        ),
        ("show__preview", "def previews(state): ...", r"show: found preview\.py, expected previews\.py"),
    ],
)
def test_what_is_misspelt_or_misplaced_is_refused(supplies, file, text, expected):
    with pytest.raises(ValueError, match=expected):
        supplies(**{file: text})


def test_a_helper_may_have_any_other_name(supplies):
    assert "rim" not in supplies(show__view=FILES["show/view"] + "\ndef rim(state): ...\ndef _explain(sheet): ...")


def test_a_generic_function_that_a_file_uses_is_not_its_own(supplies):
    text = "from mandapa.kernel.generic import current_player\n" + FILES["rules/scoring"]
    assert supplies(rules__scoring=text)["current_player"] is not current_player


def test_a_game_in_one_file_has_all_of_it_there():
    game = mandapa.game_type("connect_four")
    assert game.presentation.view is sys.modules["mandapa_connect_four"].view and game.observation_size == 3 * 42


def test_the_page_for_authors_has_the_same_table(repository: Path):
    page = (repository / "docs/adding-a-game.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/(\w+)\.py` \| (.*) \|$", page, re.MULTILINE)
    documented = {f"{room}.{file}": tuple(re.findall(r"`(\w+)`", names)) for room, file, names in rows}
    assert documented == contract.FILES
    due = [name for *_, names in rows for name in re.findall(r"\*\*`(\w+)`\*\*", names)]
    assert due == list(contract.REQUIRED)

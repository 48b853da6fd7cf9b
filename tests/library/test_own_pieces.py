"""Custom component files, known by name: a folder for each game in the folder of ``MANDAPA_PIECES``."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import mandapa
from mandapa import library
from mandapa.kernel.errors import ComponentError


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a custom Kerala set, whose edge tiles differ."""
    original = library.game_type("kerala").folder / "rules" / "components.toml"
    own = tmp_path / "pieces" / "kerala" / "my-box.toml"
    own.parent.mkdir(parents=True)
    own.write_text(original.read_text(encoding="utf-8").replace("symbols = 3", "symbols = 4"), encoding="utf-8")
    monkeypatch.setenv("MANDAPA_PIECES", str(tmp_path / "pieces"))
    return own


def test_a_name_stands_for_the_file(box):
    assert library.custom_components("kerala") == {"my-box": box} and library.custom_components("indus") == {}
    library.check_custom_components()
    named, by_path = (mandapa.load("kerala", tile_set=value) for value in ("my-box", str(box)))
    assert named.components_hash == by_path.components_hash != mandapa.load("kerala").components_hash
    assert named.options["tile_set"] == "my-box"


def test_a_game_with_them_travels_to_where_they_are_not(box, monkeypatch):
    game = mandapa.load("kerala", tile_set="my-box")
    packed = pickle.dumps(game)
    monkeypatch.delenv("MANDAPA_PIECES")
    box.unlink()
    library._unpacked.cache_clear()
    assert pickle.loads(packed).components_hash == game.components_hash
    with pytest.raises(ComponentError, match=r"my-box: cannot be read"):
        mandapa.load("kerala", tile_set="my-box")


def test_without_a_folder_there_are_none(monkeypatch):
    monkeypatch.delenv("MANDAPA_PIECES", raising=False)
    library.check_custom_components()
    assert library.custom_components("kerala") == {}


def test_what_is_wrong_in_the_folder_is_told(box, monkeypatch):
    (box.parent.parent / "carcassonne").mkdir()
    with pytest.raises(ComponentError, match="found folder 'carcassonne', expected chola, "):
        library.check_custom_components()
    (box.parent.parent / "carcassonne").rmdir()
    builtin = box.rename(box.with_name("default.toml"))
    with pytest.raises(ComponentError, match="'default' are the built-in pieces, expected another name"):
        library.check_custom_components()
    builtin.rename(box)
    box.write_text(box.read_text(encoding="utf-8").replace("symbols = 4", "symbols = -1"), encoding="utf-8")
    with pytest.raises(ComponentError, match=r"my-box\.toml"):
        library.check_custom_components()
    monkeypatch.setenv("MANDAPA_PIECES", str(box))
    with pytest.raises(ComponentError, match="expected a folder with folders named as games"):
        library.check_custom_components()

"""The parts of `make release` that need no network: notes, licences, contents, interpreters."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

import artefacts
import release
from artefacts import Part
from installs import ROOT, ReleaseError, find_interpreters, run, version_of
from set_version import set_version

CHANGES = """# Changelog

## [Unreleased]

* A thing.

## [1.1.0] - 2027-01-01

* Another thing.

## [1.0.0] - 2026-12-01

* The first.
"""


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "CHANGELOG.md"
    file.write_text(CHANGES)
    monkeypatch.setattr(artefacts, "ROOT", tmp_path)
    return file


def test_notes_are_the_section_of_the_version(changelog: Path) -> None:
    assert artefacts.release_notes("1.1.0") == ("* Another thing.\n", True)
    assert artefacts.release_notes("1.0.0") == ("* The first.\n", True)
    assert artefacts.release_notes("1.2.0") == ("* A thing.\n", False)
    changelog.write_text("# Changelog\n\n## [Unreleased]\n")
    with pytest.raises(ReleaseError, match=r"found no changes of 1\.2\.0, expected a section \[1\.2\.0\]"):
        artefacts.release_notes("1.2.0")


def test_a_version_is_set_in_all_places_or_in_none(tmp_path: Path) -> None:
    names = ("src/mandapa/__init__.py", "CITATION.cff", "CHANGELOG.md")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    set_version(tmp_path, "91.2.0", "2099-01-31")
    package, citation, changes = ((tmp_path / name).read_text(encoding="utf-8") for name in names)
    assert '__version__ = "91.2.0"' in package
    assert "\nversion: 91.2.0\ndate-released: 2099-01-31\n" in citation
    assert "## [Unreleased]\n\n## [91.2.0] - 2099-01-31\n" in changes
    with pytest.raises(ReleaseError, match=r"found '92\.0', expected three numbers"):
        set_version(tmp_path, "92.0", "2099-02-01")
    with pytest.raises(ReleaseError, match=r"found a section \[91\.2\.0\]"):
        set_version(tmp_path, "91.2.0", "2099-02-01")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    with pytest.raises(ReleaseError, match=r"CHANGELOG\.md: found 0 lines"):
        set_version(tmp_path, "92.0.0", "2099-02-01")
    assert (tmp_path / names[0]).read_text(encoding="utf-8") == package


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("MIT", True),
        ("BSD-3-Clause AND NCSA", True),
        ("Apache Software License", True),
        ("OFL-1.1", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("LGPLv3, MIT", False),
        ("", False),
    ],
)
def test_accepted_licences(licence: str, expected: bool) -> None:
    assert artefacts.accepted(licence) is expected


def test_an_unknown_licence_is_named() -> None:
    parts = [Part("pypi", "good", "1", "MIT"), Part("npm", "odd", "2", "")]
    with pytest.raises(ReleaseError, match="found odd 2: none; expected permissive ones"):
        artefacts.check_licences(parts)


def test_shared_libraries_inside_packages_are_listed(tmp_path: Path) -> None:
    (tmp_path / "shapely.libs").mkdir()
    parts = artefacts.python_parts(tmp_path)
    assert parts == [Part("lib", "GEOS", "in shapely", "LGPL-2.1-or-later")]
    artefacts.check_licences([*parts, *artefacts.font_parts()])
    listed = artefacts.third_party([*parts, *artefacts.font_parts()])
    assert "GEOS in shapely: LGPL-2.1-or-later" in listed and "Bitstream Vera Fonts Copyright" in listed
    (tmp_path / "new.libs").mkdir()
    with pytest.raises(ReleaseError, match=r"new\.libs: found shared libraries that are not in SHARED_LIBRARIES"):
        artefacts.python_parts(tmp_path)


def test_the_wheel_has_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as opened:
        opened.writestr("mandapa/machine_code/kerala-1/tables.code", b"1" * 1000)
        opened.writestr("mandapa/server/static/assets/board.jpg", b"1" * 500)
        opened.writestr("mandapa/server/static/assets/hall.js.br", b"1" * 50)
        opened.writestr("mandapa/library.py", b"1" * 20)
    expected = {"machine code": 1000, "pictures": 500, "client, compressed for the server": 50, "Python": 20}
    assert artefacts.contents(wheel) == expected
    monkeypatch.setattr(artefacts, "BUDGET", 1500)
    with pytest.raises(ReleaseError, match=r"machine code 0\.0 MB.*expected at most 10 MB"):
        artefacts.contents(wheel)


def test_the_client_tells_the_licences_of_its_packages() -> None:
    names = {part.name for part in artefacts.client_parts()}
    assert {"svelte", "three", "@fontsource-variable/source-sans-3"} <= names
    assert all(artefacts.accepted(part.licence) for part in artefacts.client_parts())


def test_the_program_loads_with_its_helpers_from_the_browser_tests(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        release.main(["--help"])
    assert "--python" in capsys.readouterr().out


def test_interpreters_are_found_by_version(tmp_path: Path) -> None:
    found = find_interpreters([Path(sys.executable), tmp_path / "nothing"])
    assert found[version_of(Path(sys.executable))] == Path(sys.executable)
    assert version_of(tmp_path / "nothing") == ""


def test_a_failed_command_shows_its_output() -> None:
    with pytest.raises(ReleaseError, match="trying: found exit status 3, expected 0\nout of paper\n"):
        run([sys.executable, "-c", "print('out of paper'); raise SystemExit(3)"], "trying")

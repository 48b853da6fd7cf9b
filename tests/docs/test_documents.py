"""Documents are correct: their tables agree with the program, and their links work."""

import hashlib
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import mandapa
import site_pages
from mandapa.bots.weights import origin_of, weights_label
from mandapa.server.settings import Settings

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]


def documents(repository: Path) -> list[Path]:
    return [*(repository / name for name in DOCUMENTS), *sorted((repository / "docs").rglob("*.md"))]


def test_links_lead_to_files(repository: Path) -> None:
    for document in documents(repository):
        text = document.read_text(encoding="utf-8")
        targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text)
        for target in targets:
            if not target.startswith("http"):
                assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_reference_is_made_of_modules_that_there_are() -> None:
    names = [name for _, modules in site_pages.REFERENCE.values() for name in modules]
    assert [name for name in names if find_spec(name) is None] == []


def test_hosting_lists_every_setting_with_its_default(repository: Path) -> None:
    rows = dict(
        re.findall(
            r"^\| `MANDAPA_([A-Z_]+)` \| (.*?) \|", (repository / "docs/hosting.md").read_text(encoding="utf-8"), re.M
        )
    )
    fields = {name.upper(): field for name, field in Settings.model_fields.items()}
    assert rows.keys() == fields.keys()
    for name, field in fields.items():
        if field.default_factory is None and name != "BOT_THREADS":
            assert rows[name] == shown(field.default), name


def shown(default: object) -> str:
    """Return a default as the table shows it."""
    if default in ((), "", None):
        return "none"
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, float) and default == int(default):
        return str(int(default))
    return str(default)


def networks_table() -> str:
    """Return the facts about the networks in the package, from their files."""
    facts: dict[str, list[str]] = {}
    types = [mandapa.game_type(name) for name in ("kerala", "chola", "indus")]
    for type in types:
        network, file, made = type.planning.network, type.planning.weights, origin_of(type)
        assert network is not None and file is not None
        before, after = (
            made["errors"].values() if "errors" in made else (made[when]["correlation"] for when in ("before", "after"))
        )
        found = {
            "sets of rows: rows × numbers": ", ".join(f"{rows} × {width}" for rows, width in network.sets),
            "facts about the position": f"{network.whole}",
            "units per hidden layer": f"{network.hidden}",
            "parameters": f"{network.weights:,}",
            "size of the file, bytes": f"{file.stat().st_size:,}",
            "SHA-256 of the file": f"`{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}…`",
            "digest of the weights": f"`{weights_label(type, '{digest}')}`",
            "trained by": f"`{made['command']}`",
            "version of Mandapa": made["version"],
            "players": ", ".join(map(str, made["players"])),
            "games": f"{made['games']:,}",
            "positions": f"{made.get('positions', made.get('decisions')):,}",
            "passes": f"{made['passes']}",
            "held out, before → after": f"{before:.3f} → {after:.3f}" + ("" if "errors" in made else " (correlation)"),
        }
        for name, value in found.items():
            facts.setdefault(name, []).append(value)
    heads = ["", *(type.title.partition(":")[0] for type in types)]
    lines = [heads, ["---"] * len(heads), *([name, *values] for name, values in facts.items())]
    return "\n".join(f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in lines)


def test_the_model_cards_are_of_the_networks_in_the_package(repository: Path) -> None:
    page, experiments = (
        (repository / "docs/data" / name).read_text(encoding="utf-8") for name in ("models.md", "experiments.md")
    )
    table = page.partition("<!-- networks -->\n\n")[2].partition("\n\n<!-- end of networks -->")[0]
    assert table == networks_table()
    assert [one for one in re.findall(r"[\d.]+ ± [\d.]+", page) if one not in experiments] == []


def names_on_the_page(manual: str) -> set[str]:
    """Texts in italics in the manual are texts of the page."""
    plain = re.sub(r"```.*?```|`[^`]*`|\*\*.*?\*\*", "", manual, flags=re.S)
    return {" ".join(name.split()) for name in re.findall(r"\*([^*]+)\*", plain)}


def test_the_manual_names_what_stands_on_the_page(repository: Path) -> None:
    package = repository / "src/mandapa"
    catalogues = [*package.glob("messages/**/en.json"), *package.glob("games/*/content/messages/en.json")]
    words = {message for path in catalogues for message in json.loads(path.read_text(encoding="utf-8")).values()}
    names = names_on_the_page((repository / "docs/playing.md").read_text(encoding="utf-8"))
    assert names
    for name in names:
        varying = ".*".join(re.escape(part) for part in name.split("…"))
        assert any(re.fullmatch(varying, word) for word in words), f"the page does not say {name!r}"


def test_the_manual_lists_keys_that_there_are(repository: Path) -> None:
    source = (repository / "web/src/lib/browser/shortcuts.ts").read_text(encoding="utf-8")
    keys = set(re.findall(r'^  \w+: \["([^"]+)", "', source, re.M))
    table = (repository / "docs/playing.md").read_text(encoding="utf-8").partition("| key | does |")[2]
    listed = re.findall(r"^\| ([^|]+) \|", table.partition("\n\n")[0], re.M)
    known = {"Tab, arrows": "Tab", "1 to 9": "1 – 9"}
    assert {known.get(key, key) for key in listed[1:]} <= keys


@pytest.mark.parametrize("name", ["table.png", "lobby.png", "score.png"])
def test_pictures_are_there(repository: Path, name: str) -> None:
    picture = (repository / "docs/images/screenshots" / name).read_bytes()
    assert picture.startswith(b"\x89PNG")

"""Build the documentation site in `.output/site`: ``python tools/docs/site_pages.py``. `make docs`.

Collects all pages in `.output/pages`, from which Zensical builds the site (see mkdocs.yml): those of `docs`, the
changelog, the guides of the games, the notebooks with their output, the replay of the home page, and the reference,
which mkdocstrings makes of docstrings. Links to repository files lead to the page made of them, or to a copy of the
file. Each version of Mandapa has a separate folder in the site, next to those of existing versions: its pages offer all
of them, and the site's root redirects to the newest.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from packaging.version import Version

import mandapa
from mandapa import bots

sys.path.insert(0, str(Path(__file__).resolve().parent))
import notebooks

ROOT = notebooks.ROOT
DOCS = ROOT / "docs"
OUTPUT = ROOT / ".output"
PAGES_FOLDER, BUILT = OUTPUT / "pages", OUTPUT / "built-site"
"""The folders that mkdocs.yml names."""
SITE = OUTPUT / "site"
REPLAY_PLAYERS, REPLAY_SEED = 3, 3
REPLAY = """<figure class="replay" data-last="{last}">
<img src="images/replay/{last:02}.svg" alt="A game of Hampi between three bots, turn by turn">
<figcaption><button type="button" hidden>Pause</button> A game of Hampi between three bots</figcaption>
</figure>"""
"""The replay on the home page, for ``docs/site/replay.js``."""
GUIDE = "src/mandapa/games/{}/guide.md"
HOME = "docs/site/index.md"
LOGO = "web/public/lamp.svg"
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"} | {
    GUIDE.format(game): f"rules/{game}.md" for game in ("kerala", "indus", "chola", "hampi", "menara")
}
"""Files of the repository outside `docs` that become pages."""
REFERENCE = {
    "library": ("Games and states", ["mandapa.library", "mandapa.kernel.errors"]),
    "environments": (
        "Environments",
        [
            f"mandapa.adapters.{name}"
            for name in ("batch", "observation_formats", "gymnasium", "pettingzoo", "openspiel", "position")
        ],
    ),
    "studies": (
        "Studies",
        [f"mandapa.lab.arena.{name}" for name in ("matches", "evaluation", "ladder", "simulation", "balance")]
        + [
            f"mandapa.lab.training.{name}"
            for name in ("tuning", "dataset", "calibration", "positions", "value_training")
        ]
        + ["mandapa.lab.exact_solver", "mandapa.lab.records"]
        + [f"mandapa.coach.{name}" for name in ("hint", "comparison", "plan", "analysis", "puzzles", "lessons")]
        + ["mandapa.lab.puzzles", "mandapa.lab.bench", "mandapa.rows"],
    ),
    "players": (
        "Computer players",
        ["mandapa.bots", "mandapa.bots.external_policies", "mandapa.adapters.policy_files"],
    ),
    "games": (
        "For games of your own",
        [f"mandapa.kernel.{name}" for name in ("game_type", "generic", "actions", "learning.compact")]
        + ["mandapa.testing"],
    ),
}
LINK = re.compile(r'(\]\(|src=")([^)"#\s]+)')


def place_of(file: str) -> str:
    """Return the place of a repository file on the site."""
    if file in PAGES:
        return PAGES[file]
    if file.startswith("docs/notebooks/"):
        file = file.removesuffix(".py") + ".md"
    return file.removeprefix("docs/").removeprefix("site/") if file.startswith("docs/") else f"files/{file}"


def relinked(text: str, file: str, page: str) -> str:
    """Return the text of a repository file, with links as needed on its page."""

    def link(match: re.Match[str]) -> str:
        before, target = match.groups()
        if ":" in target:
            return match[0]
        meant = os.path.normpath(os.path.join(os.path.dirname(file), target))
        return before + os.path.relpath(place_of(meant), os.path.dirname(page) or ".")

    return LINK.sub(link, text)


def linked_files(text: str, file: str) -> set[str]:
    """Return the files outside `docs` that a text links to and that are not pages."""
    targets = {target for _, target in LINK.findall(text) if ":" not in target}
    meant = {os.path.normpath(os.path.join(os.path.dirname(file), target)) for target in targets}
    return {one for one in meant if place_of(one).startswith("files/") and (ROOT / one).is_file()}


def notebook(path: Path) -> str:
    """Run a notebook and return it as a page."""
    cells = notebooks.cells_of(path.read_text(encoding="utf-8"))
    notebooks.run(cells, path.name)
    return notebooks.as_markdown(cells)


def replay() -> Iterator[str]:
    """Play a game of Hampi between bots and yield a picture of the position after each turn, as SVG."""
    game = mandapa.load("hampi", players=REPLAY_PLAYERS)
    state, rng = game.new_state(), np.random.default_rng(REPLAY_SEED)
    player, mover = bots.make("greedy", game, seed=REPLAY_SEED), -1
    while not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        if state.current_player != mover:
            mover = state.current_player
            yield state.picture() or ""
        state.apply(player.choose(state.for_seat(mover), mover))
    yield state.picture() or ""


def collect() -> None:
    """Write all pages, and the files that they show or link to, into the folder of pages."""
    shutil.rmtree(PAGES_FOLDER, ignore_errors=True)
    files = {file.relative_to(ROOT).as_posix(): file for file in sorted(DOCS.rglob("*")) if file.is_file()}
    for name in [name for name in files if name.startswith("docs/notebooks/")]:
        del files[name]
    sources = [*PAGES, *(name for name in files if name.endswith(".md"))]
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in sources}
    for name in sorted({LOGO}.union(*(linked_files(text, name) for name, text in texts.items()))):
        files[name] = ROOT / name
    for name, file in files.items():
        write(place_of(name), file.read_bytes())
    for name, text in texts.items():
        write(place_of(name), relinked(text, name, place_of(name)).encode())
    for path in sorted(notebooks.FOLDER.glob("*.py")):
        write(f"notebooks/{path.stem}.md", notebook(path).encode())
    for name, (title, modules) in REFERENCE.items():
        write(f"reference/{name}.md", "\n\n".join([f"# {title}", *(f"::: {module}" for module in modules)]).encode())
    pictures = list(replay())
    for number, picture in enumerate(pictures):
        write(f"images/replay/{number:02}.svg", picture.encode())
    home = texts[HOME].replace("<!-- replay -->", REPLAY.format(last=len(pictures) - 1))
    write("index.md", relinked(home, HOME, "index.md").encode())


def write(place: str, content: bytes) -> None:
    """Write a file into the folder of pages."""
    file = PAGES_FOLDER / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def publish() -> None:
    """Move the built site into the folder of its version; list all versions, and redirect to the newest."""
    folder = SITE / mandapa.__version__
    shutil.rmtree(folder, ignore_errors=True)
    SITE.mkdir(parents=True, exist_ok=True)
    shutil.move(BUILT, folder)
    there = sorted((page.parent.name for page in SITE.glob("[0-9]*/index.html")), key=Version, reverse=True)
    listed = [{"version": name, "title": name, "aliases": []} for name in there]
    (SITE / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    (SITE / "index.html").write_text(f'<meta http-equiv="refresh" content="0; url={there[0]}/">', encoding="utf-8")


def main() -> int:
    """Build the site; return the exit status."""
    collect()
    shutil.rmtree(BUILT, ignore_errors=True)
    zensical = Path(sys.executable).with_name("zensical")
    status = subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT).returncode
    if status == 0:
        publish()
    return status


if __name__ == "__main__":
    sys.exit(main())

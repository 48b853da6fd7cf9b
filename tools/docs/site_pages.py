"""Add pages to the documentation site that are not files of `docs`: a hook of mkdocs (see mkdocs.yml).

These are README, changelog, the guides of the games, the notebooks with their output, and the reference, which
mkdocstrings makes of docstrings. Links to repository files lead to the page made of them, or to a copy of the file.
Each version of Mandapa has a separate folder in the site, next to those of existing versions: its pages offer all of
them, and the site's root redirects to the newest.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.version import Version

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

sys.path.insert(0, str(Path(__file__).resolve().parent))
import notebooks

ROOT = notebooks.ROOT
VERSION = re.search(r'__version__ = "(.+)"', (ROOT / "src/mandapa/__init__.py").read_text(encoding="utf-8"))[1]
GUIDE = "src/mandapa/games/{}/guide.md"
PAGES = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"} | {
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
    return file.removeprefix("docs/") if file.startswith("docs/") else f"files/{file}"


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


def on_config(config: Any) -> Any:
    """Build this version into a separate folder of the site."""
    config.site_dir = str(Path(config.site_dir) / VERSION)
    config.extra["version"] = {"provider": "mike"}  # the theme then reads the versions.json above; mike is not needed
    return config


def on_post_build(config: Any) -> None:
    """List the existing versions, newest first, and redirect to the newest."""
    site = Path(config.site_dir).parent
    there = sorted((page.parent.name for page in site.glob("[0-9]*/index.html")), key=Version, reverse=True)
    listed = [{"version": name, "title": name, "aliases": []} for name in there]
    (site / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    (site / "index.html").write_text(f'<meta http-equiv="refresh" content="0; url={there[0]}/">', encoding="utf-8")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and files that are not in `docs`."""
    from mkdocs.structure.files import File

    added = {page: relinked((ROOT / file).read_text(encoding="utf-8"), file, page) for file, page in PAGES.items()}
    added |= {f"notebooks/{path.stem}.md": notebook(path) for path in sorted(notebooks.FOLDER.glob("*.py"))}
    for name, (title, modules) in REFERENCE.items():
        added[f"reference/{name}.md"] = "\n\n".join([f"# {title}", *(f"::: {module}" for module in modules)])
    for page, text in added.items():
        files.append(File.generated(config, page, content=text))
    sources = [*PAGES, *(f"docs/{file.src_uri}" for file in files.documentation_pages() if not file.generated_by)]
    linked: set[str] = set()
    for source in sources:
        linked |= linked_files((ROOT / source).read_text(encoding="utf-8"), source)
    for file in sorted(linked):
        files.append(File.generated(config, f"files/{file}", content=(ROOT / file).read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Adapt the links in the pages of `docs` to the site."""
    here = page.file.src_uri
    return markdown if page.file.generated_by else relinked(markdown, f"docs/{here}", here)

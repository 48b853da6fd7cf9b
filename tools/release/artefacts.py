"""Build the files of a release, list their contents, and write the notes, licences and bill of materials."""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, NamedTuple

from installs import ROOT, ReleaseError, run

DIST = ROOT / "dist"
WORK = ROOT / "build" / "release"
"""Folder of environments and of machine code, which later runs use again."""
CLIENT_NOTICES = ROOT / "src" / "mandapa" / "server" / "static" / "third-party.txt"
BUDGET = 10_000_000
"""Maximum size of a wheel in bytes."""

PERMISSIVE = re.compile(
    r"MIT|BSD|Apache|ISC|OFL|PSF|Python Software Foundation|MPL|Mozilla|Zlib|Unlicense|CC0|HPND|Bitstream-Vera",
    re.IGNORECASE,
)
"""Licences with which a part may accompany this program. Others need a decision, made in this file."""
SHARED_LIBRARIES = {"numpy.libs": ("OpenBLAS", "BSD-3-Clause"), "shapely.libs": ("GEOS", "LGPL-2.1-or-later")}
"""Names and licences of the libraries inside Python packages, by their folder."""
REPLACEABLE = {"GEOS"}
"""Libraries under the LGPL, accepted because each is a separate file that users can replace."""
FONTS = ROOT / "src" / "mandapa" / "kernel" / "pictures" / "fonts"


class Part(NamedTuple):
    """A library with its licence; ``ecosystem`` as in package URLs."""

    ecosystem: str
    name: str
    version: str
    licence: str


def build(target: str, code: Path | None = None) -> Path:
    """Build the ``sdist``, or a ``wheel`` with the machine code in a folder, and return the file."""
    DIST.mkdir(exist_ok=True)
    before = {file: file.stat().st_mtime_ns for file in DIST.iterdir()}
    known = {name: value for name, value in os.environ.items() if name != "MANDAPA_MACHINE_CODE"}
    if code is not None:
        known["MANDAPA_MACHINE_CODE"] = str(code)
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(DIST)]
    run(command, f"building the {target}", cwd=ROOT, env=known)
    built = [file for file in DIST.iterdir() if before.get(file) != file.stat().st_mtime_ns]
    if len(built) != 1:
        raise ReleaseError(f"building the {target} in {DIST}: found {len(built)} new files, expected one")
    return built[0]


def contents(wheel: Path) -> dict[str, int]:
    """Return compressed bytes by kind of content; ``ReleaseError`` if the wheel is over its budget."""
    kinds: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as opened:
        for entry in opened.infolist():
            kinds[kind_of(entry.filename)] += entry.compress_size
    if wheel.stat().st_size > BUDGET:
        largest = ", ".join(f"{kind} {size / 1e6:.1f} MB" for kind, size in kinds.most_common(3))
        raise ReleaseError(f"{wheel}: found {wheel.stat().st_size / 1e6:.1f} MB ({largest}), expected at most 10 MB")
    return dict(kinds.most_common())


def kind_of(name: str) -> str:
    """Return the kind of a file in a wheel."""
    if "/machine_code/" in name:
        return "machine code"
    if "/static/" in name:
        compressed = name.endswith((".br", ".gz"))
        pictures = name.endswith((".jpg", ".png", ".webp", ".svg", ".ico"))
        fonts = name.endswith((".woff2", ".woff"))
        kind = "fonts" if fonts else "pictures" if pictures else "client"
        return "client, compressed for the server" if compressed else kind
    return "Python" if name.endswith(".py") else "texts and data"


def release_notes(version: str) -> tuple[str, bool]:
    """Return the section of a version in the changelog, and whether it is final; else the unreleased changes."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## \[([^]]+)\][^\n]*\n(.*?)(?=^## \[|\Z)", text, re.MULTILINE | re.DOTALL))
    for name in (version, "Unreleased"):
        if sections.get(name, "").strip():
            return sections[name].strip() + "\n", name == version
    raise ReleaseError(f"CHANGELOG.md: found no changes of {version}, expected a section [{version}] or [Unreleased]")


# ---------------------------------------------------------------- licences


def client_parts() -> list[Part]:
    """Return the npm packages in the built client, from the notices that its build writes."""
    if not CLIENT_NOTICES.is_file():
        raise ReleaseError(f"{CLIENT_NOTICES}: not found, expected from `npm run build` in web/")
    heads = re.findall(r"^=== (\S+) (\S+) \((.+)\)$", CLIENT_NOTICES.read_text(encoding="utf-8"), re.MULTILINE)
    return [Part("npm", *head) for head in heads]


def python_parts(packages: Path) -> list[Part]:
    """Return the installed Python packages in a folder, except pip and this one."""
    found = []
    for file in sorted(packages.glob("*.dist-info/METADATA")):
        fields = HeaderParser().parsestr(file.read_text(encoding="utf-8"))
        if fields["Name"].lower() not in ("pip", "setuptools", "mandapa"):
            found.append(Part("pypi", fields["Name"], fields["Version"], licence_of(fields)))
    for folder in sorted(packages.glob("*.libs")):
        if folder.name not in SHARED_LIBRARIES:
            raise ReleaseError(f"{folder}: found shared libraries that are not in SHARED_LIBRARIES of {__file__}")
        name, licence = SHARED_LIBRARIES[folder.name]
        found.append(Part("lib", name, f"in {folder.stem}", licence))
    return found


def font_parts() -> list[Part]:
    """Return the fonts in the package, for pictures that the server draws."""
    return [Part("font", file.stem, "2.35", "Bitstream-Vera") for file in sorted(FONTS.glob("*.ttf"))]


def licence_of(fields: Any) -> str:
    """Return the licence that the metadata of a package names; "" if there is none."""
    classifiers = [line.rpartition(" :: ")[2] for line in fields.get_all("Classifier", []) if "License ::" in line]
    stated = (fields["License"] or "").strip().splitlines()
    short = stated[0] if stated and len(stated[0]) < 80 else ""
    return fields["License-Expression"] or ", ".join(classifiers) or short


def check_licences(parts: Iterable[Part]) -> None:
    """Raise ``ReleaseError`` for parts whose licence is unknown, or not among those that this project accepts."""
    unknown = [part for part in parts if part.name not in REPLACEABLE and not accepted(part.licence)]
    strange = [f"{part.name} {part.version}: {part.licence or 'none'}" for part in unknown]
    if strange:
        raise ReleaseError(f"licences: found {'; '.join(strange)}; expected permissive ones (PERMISSIVE in {__file__})")


def accepted(licence: str) -> bool:
    """Return whether a licence is permissive, or offers a permissive one as a choice."""
    choices = re.split(r"\bOR\b", licence)
    return any(PERMISSIVE.search(choice) and not re.search(r"\b[AL]?GPL", choice) for choice in choices)


def third_party(parts: Iterable[Part]) -> str:
    """Return the list of all parts with their licences, and the licence texts of those inside the wheel."""
    head = "Mandapa is under the Apache License 2.0. It contains or installs these libraries and fonts:\n\n"
    lines = [f"{part.ecosystem:<5} {part.name} {part.version}: {part.licence}\n" for part in parts]
    texts = [file.read_text(encoding="utf-8") for file in (FONTS / "LICENSE.txt", CLIENT_NOTICES)]
    return head + "".join(lines) + "\n" + "\n".join(texts)


# ---------------------------------------------------------------- bill of materials


def bill_of_materials(cyclonedx: Path, python: Path, version: str, parts: Iterable[Part]) -> dict[str, Any]:
    """Return a CycloneDX document of this version in an environment, with the npm packages of the client added."""
    command: list[str | Path] = [
        cyclonedx,
        "environment",
        "--pyproject",
        ROOT / "pyproject.toml",
        "--output-reproducible",
        python,
    ]
    text = run(command, "cyclonedx-py").output
    bill: dict[str, Any] = json.loads(text[text.index("{") :])
    bill["metadata"]["component"]["version"] = version
    bill["components"] = [one for one in bill["components"] if one["name"] not in ("pip", "setuptools", "mandapa")]
    bill["components"] += list(npm_components(parts))
    return bill


def npm_components(parts: Iterable[Part]) -> Iterator[dict[str, Any]]:
    """Return the npm packages as components."""
    for part in parts:
        if part.ecosystem == "npm":
            url = f"pkg:npm/{part.name.replace('@', '%40')}@{part.version}"
            licences = [{"expression": part.licence.removeprefix("(").removesuffix(")")}]
            yield {
                "type": "library",
                "bom-ref": url,
                "name": part.name,
                "version": part.version,
                "purl": url,
                "licenses": licences,
            }

"""Build a release into `dist/`, and test each file as a new user would. `make release`.

    python tools/release/release.py [--python PATH]... [--only 3.13]...

`--python` names interpreters besides those on the PATH and of pyenv; `--only` tries some versions of Python only.

Builds the source distribution, a wheel for any platform, and one for this platform with machine code for every Python
found; checks them; installs each in an empty environment, plays a random game of each kind with every Python, and a
game in the browser from each file. Each failure says what was found where, and what was expected; the other steps still
run. Run by the environment's Python; takes about ten minutes at first, since all rules are compiled for each Python.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "e2e"))
import artefacts
import mandapa
from artefacts import DIST, WORK, Part
from browser_game import chromium, play
from installs import INSTALL, ROOT, VERSIONS, Environment, ReleaseError, find_interpreters, run

UNREACHED = re.compile("connection|timed out|max retries|failed to resolve|unreachable", re.IGNORECASE)
"""Words of pip-audit if it cannot reach its service."""
FIRST_MOVE_SECONDS = 10
"""Budget from the start of an installed program to the first move."""


@dataclass
class Release:
    """Files and environments, filled in by the steps.

    Attributes:
        lines: the summary.
        failures: messages of failed steps.
    """

    interpreters: dict[str, Path]
    lines: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    files: dict[str, Path] = field(default_factory=dict)
    environments: dict[tuple[str, str], Environment] = field(default_factory=dict)

    @property
    def newest(self) -> str:
        """The Python for what is tried with one only: the version with which most people install, or the newest."""
        return "3.13" if "3.13" in self.interpreters else list(self.interpreters)[-1]

    def say(self, line: str) -> None:
        """Add a line to the summary."""
        self.lines.append(line)
        print(f"  {line}", flush=True)

    def step(self, name: str, do: Callable[[Release], None]) -> None:
        """Run a step; its failure is reported, and further steps run."""
        print(f"[release] {name}", flush=True)
        started = time.monotonic()
        try:
            do(self)
        except ReleaseError as error:
            self.failures.append(f"{name}: {error}")
            print(f"FAILED {error}", file=sys.stderr, flush=True)
        except KeyError as missing:
            self.failures.append(f"{name}: left out, since there is no {missing} (see above)")
        print(f"  ({time.monotonic() - started:.0f} s)", flush=True)

    def environment(self, kind: str, version: str) -> Environment:
        """Return the environment in which a file was installed, created on first use."""
        if (kind, version) not in self.environments:
            folder = WORK / f"{kind}-{version}"
            self.environments[kind, version] = Environment.new(folder, self.interpreters[version], self.files[kind])
        return self.environments[kind, version]


def megabytes(size: int) -> str:
    """Return a size for people."""
    return f"{size / 1e6:.1f} MB"


def write_notes(release: Release) -> None:
    """Write the release notes."""
    notes, final = artefacts.release_notes(mandapa.__version__)
    DIST.mkdir(exist_ok=True)
    (DIST / "release-notes.md").write_text(notes, encoding="utf-8")
    draft = "" if final else f": the section [Unreleased], rename it to [{mandapa.__version__}] before publishing"
    release.say(f"release-notes.md{draft}")


def build_portable(release: Release) -> None:
    """Build the files that contain no machine code."""
    for kind, target in (("source", "sdist"), ("portable", "wheel")):
        release.files[kind] = artefacts.build(target)
        release.say(f"{release.files[kind].name}: {megabytes(release.files[kind].stat().st_size)}")


def try_interpreters(release: Release) -> None:
    """Install the portable wheel in each Python, compile all rules, and play a game of each kind."""
    for version in VERSIONS:
        if version not in release.interpreters:
            release.say(f"Python {version}: NOT TRIED, no such interpreter, or left out (--python PATH, --only)")
            continue
        made = release.environment("portable", version)
        report = made.probe(WORK / "code" / version)
        how = f"rules of {len(report['compiled'])} games compiled" if report["compiled"] else "rules compiled before"
        release.say(
            f"Python {report['python']}: installed in {made.installed_in:.0f} s, {how}, "
            f"a game of each of {len(report['scores'])} kinds in {report['seconds']:.0f} s"
        )
        for file in map(Path, report["code"]):
            target = WORK / "shipped" / file.parent.name
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)


def build_platform(release: Release) -> None:
    """Build the wheel with machine code, and check that no Python compiles anything with it."""
    shipped = WORK / "shipped"
    if not list(shipped.glob("*/*")):
        raise ReleaseError(f"{shipped}: found no machine code, expected that of every Python that was tried")
    release.files["platform"] = artefacts.build("wheel", shipped)
    for version in release.interpreters:
        cache = WORK / f"empty-{version}"
        shutil.rmtree(cache, ignore_errors=True)
        report = release.environment("platform", version).probe(cache)
        if report["compiled"]:
            raise ReleaseError(
                f"Python {version}: found {report['compiled']} compiled again, expected machine code for them"
            )
        release.say(f"Python {report['python']}: a game of each kind in {report['seconds']:.0f} s, nothing compiled")


def check_wheels(release: Release) -> None:
    """Check metadata, contents and size."""
    tools = tool_folder()
    run([tools / "twine", "check", "--strict", *release.files.values()], "twine check")
    wheels = [release.files["portable"], release.files["platform"]]
    run([tools / "check-wheel-contents", "--config", ROOT / "pyproject.toml", *wheels], "check-wheel-contents")
    for wheel in wheels:
        kinds = artefacts.contents(wheel)
        report = ", ".join(f"{kind} {megabytes(size)}" for kind, size in kinds.items())
        release.say(f"{wheel.name}: {megabytes(wheel.stat().st_size)} ({report})")


def check_licences(release: Release) -> None:
    """Check licences, and write them and the bill of materials."""
    made = release.environment("portable", release.newest)
    release.parts = [*artefacts.client_parts(), *artefacts.font_parts(), *artefacts.python_parts(made.packages)]
    (DIST / "THIRD-PARTY.txt").write_text(artefacts.third_party(release.parts), encoding="utf-8")
    cyclonedx, version = tool_folder() / "cyclonedx-py", mandapa.__version__
    bill = artefacts.bill_of_materials(cyclonedx, made.python, version, release.parts)
    (DIST / f"mandapa-{version}.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    artefacts.check_licences(release.parts)
    release.say(
        f"{len(release.parts)} libraries and fonts, all with accepted licences; a plain installation takes "
        f"{megabytes(made.size())}"
    )


def audit(release: Release) -> None:
    """Look for known vulnerabilities of what a plain installation brings, if the service for that can be reached."""
    made = release.environment("portable", release.newest)
    report = WORK / "audit.json"
    report.unlink(missing_ok=True)
    command: list[str | Path] = [tool_folder() / "pip-audit", "--path", made.packages, "--progress-spinner", "off"]
    failure = ""
    try:
        run([*command, "--format", "json", "--output", report], "pip-audit")
    except ReleaseError as error:
        failure = str(error)
    asked: list[dict[str, Any]] = []
    with suppress(FileNotFoundError):
        asked = [one for one in json.loads(report.read_text())["dependencies"] if one["name"] != "mandapa"]
    answered = [one for one in asked if "skip_reason" not in one]
    if not asked and not UNREACHED.search(failure):
        raise ReleaseError(failure)
    if not answered:
        release.say(
            "vulnerabilities: NOT CHECKED, the service that pip-audit asks was not reached or knows no package;"
        )
        release.say("  run pip-audit elsewhere, in an environment with the wheel")
        return
    found = [f"{one['name']} {one['version']}: {bug['id']}" for one in answered for bug in one["vulns"]]
    if found:
        raise ReleaseError(f"pip-audit: found {'; '.join(found)}; expected no known vulnerabilities")
    if failure:
        raise ReleaseError(failure)
    release.say(f"vulnerabilities: none known in {len(answered)} packages; {len(asked) - len(answered)} not audited")


def play_from(kind: str, release: Release) -> None:
    """Play a game in the browser from a file that was installed in an empty environment."""
    made = release.environment(kind, release.newest)
    home = made.folder / "player"
    shutil.rmtree(home, ignore_errors=True)
    with chromium() as browser:
        played = play(browser, [made.scripts / "mandapa"], home)
    release.say(
        f"{release.files[kind].name}, Python {release.newest}: installed in {made.installed_in:.0f} s, open after "
        f"{played.opened:.1f} s, first move after {played.first_move:.1f} s, game played to the end: {played.totals}"
    )
    if played.first_move > FIRST_MOVE_SECONDS:
        load = os.getloadavg()[0] if os.name != "nt" else 0.0
        slow = f"first move after {played.first_move:.1f} s, expected at most {FIRST_MOVE_SECONDS} s"
        if load <= (os.cpu_count() or 1):
            raise ReleaseError(slow)
        release.say(f"  NOT JUDGED: {slow}, but other programs were running (load {load:.0f})")


def play_at_once(release: Release) -> None:
    """Open the hall with pipx and uvx, which install the platform wheel on the way, and make a move."""
    wheel, python, tools = release.files["platform"], release.interpreters[release.newest], tool_folder()
    commands: dict[str, list[str | Path]] = {
        "pipx run": [tools / "pipx", "run", "--python", python, "--spec", wheel, "mandapa"],
        "uvx": [tools / "uvx", "--python", python, "--from", wheel, "mandapa"],
    }
    with chromium() as browser:
        for name, command in commands.items():
            home = WORK / name.replace(" ", "-")
            shutil.rmtree(home, ignore_errors=True)
            played = play(browser, command, home, whole=False)
            release.say(
                f"{name}: open after {played.opened:.1f} s with all downloads, "
                f"first move after {played.first_move:.1f} s"
            )


def tool_folder() -> Path:
    """Return the folder of the programs for releases, installed in a separate environment if the list has changed."""
    folder = WORK / "tools"
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["release"]
    stamp = folder / "installed.txt"
    if not stamp.is_file() or stamp.read_text() != "\n".join(needed):
        shutil.rmtree(folder, ignore_errors=True)
        run([sys.executable, "-m", "venv", folder], f"{folder}: an environment")
        run([folder / "bin" / "python", *INSTALL, *needed], "the tools for releases", cwd=WORK)
        stamp.write_text("\n".join(needed))
    return folder / "bin"


STEPS: dict[str, Callable[[Release], None]] = {
    "release notes": write_notes,
    "source distribution and portable wheel": build_portable,
    "every Python, with rules compiled on first use": try_interpreters,
    "wheel with machine code": build_platform,
    "metadata, contents, sizes": check_wheels,
    "licences, bill of materials": check_licences,
    "known vulnerabilities": audit,
    "a game in the browser: wheel with machine code": partial(play_from, "platform"),
    "a game in the browser: portable wheel": partial(play_from, "portable"),
    "a game in the browser: source distribution": partial(play_from, "source"),
    "pipx run and uvx": play_at_once,
}


def main(arguments: list[str]) -> int:
    """Run all steps and print the summary; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", type=Path, default=[], help="a further interpreter")
    parser.add_argument("--only", action="append", choices=VERSIONS, help="a version of Python to try, by default all")
    given = parser.parse_args(arguments)
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(WORK / "shipped", ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    found = find_interpreters(given.python)
    release = Release({version: path for version, path in found.items() if version in (given.only or VERSIONS)})
    print(f"[release] Mandapa {mandapa.__version__} with Python {', '.join(release.interpreters)}", flush=True)
    for name, do in STEPS.items():
        release.step(name, do)
    print("\n" + "\n".join(release.lines))
    for failure in release.failures:
        print(f"\nFAILED {failure}", file=sys.stderr)
    print(f"\n{len(STEPS) - len(release.failures)} steps of {len(STEPS)} passed; the files are in {DIST}")
    return 1 if release.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Every command in docs/hosting.md, docs/troubleshooting.md and the files of deploy/ is run by a test."""

from __future__ import annotations

import re
from pathlib import Path

COMMAND = re.compile(r"^(?:sudo |\w+=\S+ )*(mandapa|pip|docker|python3?|pytest|createdb|journalctl|systemctl|psql) ")

TESTED_BY = {
    r"mandapa serve --(host|port|help).*|mandapa serve": "tests/hosting/test_site.py",
    r"mandapa serve --database postgresql.*": "tests/hosting/test_site.py",
    r"mandapa admin backup FILE": "tests/hosting/test_site.py",
    r"mandapa admin restore FILE( --database .*)?": "tests/hosting/test_site.py",
    r"mandapa admin push-key": "tests/server/social/test_push.py",
    r"mandapa admin upgrade --without-backup": "tests/server/upgrades/test_releases.py",
    r"mandapa admin( guests --name NAME| revoke GUEST)?": "tests/server/ops/test_host.py",
    r"docker (build|run) .*": "tests/hosting/test_container.py",
    r"MANDAPA_CADDY=\S+ pytest\s+tests/deploy/test_proxy.py": "tests/deploy/test_proxy.py",
    r"python benchmarks/load.py.*": "benchmarks/load.py",
    r"python tools/soak.py .*": "tools/soak.py",
    r"createdb mandapa2": "tests/hosting/test_site.py",
    r"pip install .*|(sudo )?python3 -m venv .*": "tools/release",
    r"docker compose .*|(sudo )?systemctl .*|journalctl .*|psql URL": "CANNOT",
}
"""The file that runs a command, or CANNOT if it needs the Docker daemon, systemd as process 1, or a host database."""


def commands(repository: Path) -> set[str]:
    """Return the commands in backquotes and in the heads of deployment files."""
    pages = [(repository / "docs" / name).read_text(encoding="utf-8") for name in ("hosting.md", "troubleshooting.md")]
    found = [" ".join(one.split()) for page in pages for one in re.findall(r"`([^`]+)`", page)]
    for name in ("Containerfile", "compose.yaml", "mandapa.service"):
        found += re.findall(r"^#     (.*)", (repository / "deploy" / name).read_text(encoding="utf-8"), re.M)
    return {part.strip() for one in found for part in one.split("&&") if COMMAND.match(part.strip())}


def test_every_command_is_run_by_a_test(repository: Path) -> None:
    found = commands(repository)
    assert len(found) > 15
    for command in found:
        files = [file for pattern, file in TESTED_BY.items() if re.fullmatch(pattern, command)]
        assert files, f"nothing runs: {command}"
        assert files == ["CANNOT"] or (repository / files[0]).exists()

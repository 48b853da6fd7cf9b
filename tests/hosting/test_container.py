"""The container is built by its Containerfile and serves with no more rights than `compose.yaml` gives it."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import START_SECONDS, Visitor, answers, free_port

HERE = Path(__file__).parent
NAME = "mandapa-hosting-test"
MEGABYTES = 700


def podman(*arguments: str) -> str:
    done = subprocess.run([HERE / "podman.sh", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"podman {' '.join(arguments)}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout.strip()


def exists(image: str) -> bool:
    return subprocess.run([HERE / "podman.sh", "image", "exists", image], check=False).returncode == 0


@pytest.fixture(scope="module")
def image(repository: Path) -> str:
    """Build the image; its base is made from Debian's packages if it cannot be pulled."""
    file = repository / "deploy" / "Containerfile"
    (base,) = set(re.findall(r"^FROM (\S+)", file.read_text(encoding="utf-8"), re.M))
    base = f"docker.io/library/{base}"
    pulled = exists(base) or subprocess.run([HERE / "podman.sh", "pull", "--quiet", base], check=False).returncode == 0
    if not pulled:
        subprocess.run([HERE / "base_image.sh", base], check=True)
    podman("build", "--network=host", "--format=docker", f"--file={file}", f"--tag={NAME}", str(repository))
    return NAME


@pytest.fixture
def container(image: str) -> Iterator[str]:
    """Run the container with a read-only root, and yield its URL."""
    port = free_port()
    rights = ["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--no-healthcheck"]
    podman(
        "run",
        "--detach",
        f"--name={NAME}",
        f"--publish=127.0.0.1:{port}:8000",
        *rights,
        f"--volume={NAME}:/data",
        image,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        end = time.monotonic() + START_SECONDS
        while not answers(f"{url}/api/health"):
            assert time.monotonic() < end, podman("logs", NAME)
            time.sleep(0.5)
        yield url
    finally:
        podman("rm", "--force", "--time=20", NAME)
        podman("volume", "rm", "--force", NAME)


def inside(*command: str) -> str:
    return podman("exec", NAME, *command)


def test_the_image_is_small(image: str) -> None:
    size = int(podman("image", "inspect", "--format={{.Size}}", image))
    assert size < MEGABYTES * 1_000_000, f"{size / 1e6:.0f} MB"


def test_a_container_serves_a_game_with_machine_code_and_no_rights(container: str, image: str) -> None:
    assert inside("id", "-u") == "10001" and inside("id", "-g") == "10001"
    status = inside("cat", "/proc/1/status")
    assert re.search(r"CapEff:\s+0+$", status, re.M) and re.search(r"NoNewPrivs:\s+1$", status, re.M)
    asha = Visitor(container, "Asha")
    assert all(asha.get("/api/health")["compiled"].values())
    assert inside("ls", "/data") == "mandapa.sqlite3\nmandapa.sqlite3-shm\nmandapa.sqlite3-wal", "nothing was compiled"
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "adept"}]))
    page.play_turn()
    seq = page.seq
    inside("mandapa", "admin", "backup", "/data/copy.sqlite3")
    inside(*json.loads(podman("image", "inspect", "--format={{json .Config.Healthcheck.Test}}", image))[1:])
    podman("stop", "--time=20", NAME)
    assert podman("inspect", "--format={{.State.ExitCode}}", NAME) == "0", "ends by itself"
    podman("start", NAME)
    end = time.monotonic() + START_SECONDS
    while not answers(f"{container}/api/health"):
        assert time.monotonic() < end
        time.sleep(0.5)
    again = asha.connect(page.url.split("/")[-2])
    again.hello()
    assert again.seq >= seq


def test_a_container_that_still_starts_ends_when_asked(image: str) -> None:
    podman("run", "--detach", f"--name={NAME}", image)
    try:
        podman("stop", "--time=60", NAME)
        assert podman("inspect", "--format={{.State.ExitCode}}", NAME) == "0", "not killed after a minute"
    finally:
        podman("rm", "--force", "--volumes", NAME)

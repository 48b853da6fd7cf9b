"""The files in `deploy/` match the program and each other; they are run with the tools that this machine has."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from mandapa.cli import app
from mandapa.server.settings import Settings

NOT_OF_THE_SERVER = {"MANDAPA_CACHE_DIR", "MANDAPA_DOMAIN", "MANDAPA_NAME"}


@pytest.fixture(scope="module")
def folder(repository: Path) -> Path:
    return repository / "deploy"


@pytest.fixture(scope="module")
def compose(folder: Path) -> dict:
    return yaml.safe_load((folder / "compose.yaml").read_text(encoding="utf-8"))


def lines(file: Path) -> list[str]:
    """Return the lines of a Containerfile, with continuation lines joined."""
    return file.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "mandapa.service"])
def test_only_settings_that_there_are_are_set(folder, name):
    named = set(re.findall(r"MANDAPA_[A-Z_]+", (folder / name).read_text(encoding="utf-8"))) - NOT_OF_THE_SERVER
    known = {f"MANDAPA_{field.upper()}" for field in Settings.model_fields}
    assert named and named <= known


def test_the_container_is_not_root_and_keeps_what_lasts_in_its_volume(folder):
    last = lines(folder / "Containerfile")
    last = last[max(index for index, line in enumerate(last) if line.startswith("FROM")) :]
    assert "USER 10001:10001" in last and "VOLUME /data" in last and 'CMD ["mandapa", "serve"]' in last
    environment = dict(re.findall(r"(MANDAPA_\w+)=(\S+)", "\n".join(last)))
    assert environment["MANDAPA_DATABASE"].startswith("sqlite:////data/")
    assert environment["MANDAPA_CACHE_DIR"].startswith("/data/")


def test_the_container_s_health_check_tells_a_server_that_runs_from_one_that_does_not(folder, start):
    (command,) = re.findall(r"HEALTHCHECK .*?CMD (\[.*\])", "\n".join(lines(folder / "Containerfile")))
    server = start()
    python, *arguments = json.loads(command)
    assert python == "python"
    arguments = [argument.replace("127.0.0.1:8000", server.address.removeprefix("http://")) for argument in arguments]
    assert subprocess.run([sys.executable, *arguments], check=False).returncode == 0
    server.stop()
    assert subprocess.run([sys.executable, *arguments], check=False, capture_output=True).returncode == 1


def test_only_the_proxy_is_open_to_the_world(compose):
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert services["mandapa"]["environment"]["FORWARDED_ALLOW_IPS"] == "*"


def test_the_server_finds_the_database_and_answers_its_own_health_check(compose):
    server, database = compose["services"]["mandapa"], compose["services"]["database"]["environment"]
    url = server["environment"]["MANDAPA_DATABASE"]
    assert re.fullmatch(r"postgresql://mandapa:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database/mandapa", url)
    assert database["POSTGRES_USER"] == "mandapa"
    filled = {name: re.sub(r"\$\{\w+[^}]*\}", "word", text) for name, text in server["environment"].items()}
    settings = Settings(
        **{
            name.removeprefix("MANDAPA_").lower(): json.loads(text) if text[0] == "[" else text
            for name, text in filled.items()
            if name.startswith("MANDAPA_")
        }
    )
    assert settings.workers == 2 and settings.secure_cookie and "127.0.0.1" in settings.allowed_hosts
    for volumes in (service.get("volumes", []) for service in compose["services"].values()):
        named = {volume.split(":")[0] for volume in volumes if not volume.startswith(".")}
        assert named <= compose["volumes"].keys()


def blocks(file: Path) -> dict[str, dict]:
    """Parse a Caddyfile into a tree: a block's opening line maps to its lines, other lines to nothing."""
    root: dict[str, dict] = {}
    open_blocks = [root]
    for line in (line.partition("# ")[0].strip() for line in file.read_text(encoding="utf-8").splitlines()):
        if line == "}":
            open_blocks.pop()
        elif line:
            inner = open_blocks[-1].setdefault(line.removesuffix("{").strip(), {})
            if line.endswith("{"):
                open_blocks.append(inner)
    assert len(open_blocks) == 1, "every block ends"
    return root


def test_the_proxy_leads_to_the_server_and_takes_every_record(compose, folder):
    services, caddyfile = compose["services"], blocks(folder / "Caddyfile")
    caddyfile.pop("")  # options of the whole proxy, see test_proxy.py
    ((name, settings),) = caddyfile.items()
    (variable,) = re.fullmatch(r"\{\$(\w+)\}", name).groups()
    assert variable in services["proxy"]["environment"], "the domain comes from there"
    assert settings.keys() == {"reverse_proxy mandapa:8000", "request_body"}
    host, port = next(line for line in settings if line.startswith("reverse_proxy")).split()[1].split(":")
    assert host in services and int(port) == Settings.model_fields["port"].default
    assert f"EXPOSE {port}" in lines(folder / "Containerfile")
    (largest,) = (line.split()[1] for line in settings["request_body"] if line.startswith("max_size"))
    assert int(largest.removesuffix("MB")) * 1_000_000 > Settings.model_fields["record_bytes"].default
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in services["proxy"]["volumes"]


def test_what_is_waited_for_says_whether_it_is_healthy(compose, folder):
    services = compose["services"]
    built = {name for name, service in services.items() if "build" in service}
    for name in built:
        build = services[name]["build"]
        assert (folder / build["context"] / build["dockerfile"]).samefile(folder / "Containerfile")
    for service in services.values():
        for name, wanted in service.get("depends_on", {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert name in built or "healthcheck" in services[name], "of what is built the Containerfile says how"


def test_the_server_may_do_nothing_but_serve(compose, folder):
    server = compose["services"]["mandapa"]
    assert server["read_only"] and server["cap_drop"] == ["ALL"] and "no-new-privileges:true" in server["security_opt"]
    assert "user" not in server and "privileged" not in server
    written = {volume.split(":")[1] for volume in server["volumes"]} | set(server["tmpfs"])
    kept = re.findall(
        r"MANDAPA_(?:CACHE_DIR|DATABASE)=(?:sqlite:///)?(/\S+)", "\n".join(lines(folder / "Containerfile"))
    )
    assert len(kept) == 2 and all(any(path.startswith(f"{place}/") for place in written) for path in kept)


def test_the_unit_of_systemd(folder, tmp_path):
    text = (folder / "mandapa.service").read_text(encoding="utf-8")
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string(text)
    program, *arguments = unit["Service"]["ExecStart"].split()
    assert program == "/opt/mandapa/bin/mandapa"
    assert CliRunner().invoke(app, [*arguments, "--help"]).exit_code == 0
    assert unit["Service"]["DynamicUser"] == "true" and unit["Service"]["StateDirectory"] == "mandapa"
    assert unit["Service"]["UMask"] == "0077", "nobody else reads the database"
    for place, directory in (("/var/lib", "StateDirectory"), ("/var/cache", "CacheDirectory")):
        assert f"{place}/{unit['Service'][directory]}" in text
    analyse = shutil.which("systemd-analyze")
    if analyse:
        here = tmp_path / "mandapa.service"
        here.write_text(text.replace(program, sys.executable), encoding="utf-8")
        done = subprocess.run([analyse, "verify", "--man=no", str(here)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        command = [analyse, "security", "--offline=true", "--threshold=20", "--no-pager", str(here)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"an exposure above 2.0: {done.stdout}"

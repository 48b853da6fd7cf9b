"""docs/protocol.md is correct: its examples are valid, and its bot plays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from mandapa.server.live.messages import parse_message
from mandapa.server.tables.schemas import NewTable

from .conftest import QUICK, Guest, Page, RunningServer

BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="session")
def page_text(repository: Path) -> str:
    return (repository / "docs" / "protocol.md").read_text(encoding="utf-8")


def blocks(text: str, language: str, label: str = "") -> Iterator[str]:
    return (body for found, name, body in BLOCK.findall(text) if (found, name) == (language, label))


def objects(text: str, label: str) -> list[dict[str, Any]]:
    """Return the JSON objects of all code blocks with that label; a block may hold several."""
    found = []
    decoder = json.JSONDecoder()
    for body in blocks(text, "json", label):
        rest = body.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def same_fields(example: Any, real: Any, where: str) -> None:
    if isinstance(example, dict) and isinstance(real, dict) and example:
        assert example.keys() == real.keys(), where
        for name in example.keys() - {"params"}:  # those belong to the sentence
            same_fields(example[name], real[name], f"{where}.{name}")
    elif isinstance(example, list) and isinstance(real, list) and example and real:
        same_fields(example[0], real[0], f"{where}[0]")


def test_the_examples_of_clients_are_valid(page_text: str) -> None:
    examples = objects(page_text, "client")
    assert {example["type"] for example in examples} == {
        "hello",
        "look",
        "act",
        "confirm",
        "back",
        "answer",
        "withdraw",
        "preview",
        "point",
        "ping",
    }
    for example in examples:
        parsed = parse_message.validate_json(json.dumps(example))
        assert parsed.model_dump(exclude_unset=True) == example


def test_the_examples_of_the_server_are_what_it_sends(
    page_text: str, two_pages: tuple[Page, Page, str], arrive: Callable[..., Guest]
) -> None:
    asha, bala, _ = two_pages
    examples = {example["type"]: example for example in objects(page_text, "server")}
    sync = asha.hello()
    bala.request("act", action="pass")
    asha.send({"type": "preview", "id": "p", "base_seq": asha.seq})
    asha.wait_for("preview")
    asha.send({"type": "ping", "id": "p"})
    asha.wait_for("pong")
    bala.send({"type": "point", "at": "K3"})
    asha.wait_for("point")
    words = bala.url.replace("ws:", "http:").replace("/live", "/words")
    httpx.post(words, headers=bala.headers, json={"text": "thanks", "quick": True}).raise_for_status()
    asha.wait_for("word")
    asha.act()
    against = arrive("Chand")
    bots = against.look(against.open_table([{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]))
    bots.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    wrong = against.connect(against.open_table())
    wrong.send({"type": "hello", "proto": 2})
    error = wrong.wait_for("error")
    thinking = [message for message in bots.log if message["type"] == "thinking"]
    rejected = next(message for message in bala.log if message["type"] == "rejected")
    real = {m["type"]: m for m in [*asha.log, rejected, error, *thinking]} | {"sync": sync}
    assert set(examples) <= set(real)
    for name, example in examples.items():
        view_free = {field: value for field, value in example.items() if field not in ("view", "sync", "choices")}
        same_fields(view_free, {field: real[name][field] for field in view_free}, name)
        assert example.keys() == real[name].keys(), name
    choice = examples["sync"]["choices"][0]
    assert choice.keys() == next(c for c in sync["choices"] if c["kind"] == "take").keys()


def test_every_code_is_explained(page_text: str, repository: Path) -> None:
    sources = [repository / "src" / "mandapa" / part for part in ("play/match.py", "server/live/socket.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    codes = {*re.findall(r'Refused\(\s*"(\w+)"', text), *re.findall(r'_reject\([^",]+, "(\w+)"', text)}
    by_http_only = {"unknown_seat", "seat_unavailable"}
    assert len(codes) > 8
    assert {code for code in codes - by_http_only if f"`{code}`" not in page_text} == set()


def test_the_new_table_is_valid(page_text: str) -> None:
    (example,) = objects(page_text, "table")
    assert NewTable.model_validate_json(json.dumps(example)).seats[3].kind == "open"


def test_every_path_is_documented(page_text: str, server: RunningServer) -> None:
    for path in server.app.openapi()["paths"]:
        last = path.replace("{n}", "").rstrip("/").rpartition("/")[2]
        assert last in page_text, path


def test_the_bot_is_the_example(page_text: str, repository: Path) -> None:
    (program,) = blocks(page_text, "python")
    assert (repository / "examples/client.py").read_text(encoding="utf-8").endswith(f'"""\n\n{program}')


@pytest.mark.parametrize("game", ["kerala", "chola"])
def test_the_bot_takes_a_seat_at_somebody_s_table(repository: Path, arrive: Callable[..., Guest], game: str) -> None:
    """The game is Chola with a hand of secret cards."""
    asha = arrive("Asha")
    options = QUICK if game == "kerala" else {}
    table = asha.open_table(game=game, options=options)
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"]
    program = [sys.executable, str(repository / "examples/client.py"), f"http://{asha.address}", invite]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as bot:
        page = asha.look(table)
        page.wait_until(lambda picture: picture["table"]["status"] == "playing")
        page.play_turn()
        page.wait_until(lambda picture: bool(picture["choices"]))
        asha.post(f"/api/tables/{table}/seats/0/resign")
        assert bot.stdout is not None
        assert "'winners': [1]" in bot.stdout.read()


def test_the_bot_plays(page_text: str, server: RunningServer, tmp_path: Path) -> None:
    (program,) = blocks(page_text, "python")
    script = tmp_path / "bot.py"
    script.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), f"http://{server.address}"],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout

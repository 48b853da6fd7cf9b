"""Attack a server that this program starts, from loopback addresses that respect its default limits.

    python benchmarks/attack.py                             every attack, 30 addresses
    python benchmarks/attack.py imports previews --addresses 6 --seconds 20
    python benchmarks/attack.py --postgresql --workers 2

One player plays meanwhile. For each attack, prints the player's latency from `act` to `ok` before and during the
attack, whether the player's page was closed, and the results of honest clients that request what the attack targets.
The aim is a 99th percentile under 250 ms, and no seated player disconnected. Each attack ends after `--seconds`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from load_people import needed
from load_server import Server, new_database, serve, stop_on_termination
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from mandapa import library
from mandapa.play import Match, Seat, export_record, now

ALONE = [{"kind": "me"}, {"kind": "local"}]
PAUSE_SECONDS = 0.1
"""Delay between two actions of the player, in seconds."""
LONGEST_SECONDS = 120.0
RECORD_ENTRIES = 17_500
TURNING_POINTS = {"connect_four": (6, 2)}
"""The ply at which the player to act takes back, and the ply to return to, so that a game never ends; otherwise
``USUAL``."""
USUAL = (30, 10)


# ---------------------------------------------------------------- clients


class Guest:
    """A guest with a session cookie at a loopback address."""

    game = "kerala"
    """The game they play; see `--game`."""

    def __init__(self, base: str, address: str) -> None:
        self.base, self.address = base, address
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=100))
        self.http = httpx.AsyncClient(base_url=base, timeout=60, transport=transport)

    async def arrive(self) -> Guest:
        (await self.http.get("/api/me")).raise_for_status()
        return self

    async def open_table(self, seats: list[dict[str, Any]] | None = None, **more: Any) -> str:
        plan = {"game": self.game, "seats": seats or ALONE, "confirm": False, "listed": False} | more
        answer = await self.http.post("/api/tables", json=plan)
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def page(self, table: str) -> ClientConnection:
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/live"
        cookie = {"Cookie": f"mandapa={self.http.cookies['mandapa']}"} if "mandapa" in self.http.cookies else {}
        page = await connect(
            url,
            additional_headers=cookie,
            compression=None,
            ping_interval=None,
            max_size=None,
            local_addr=(self.address, 0),
            open_timeout=60,
        )
        await page.send(json.dumps({"type": "hello", "proto": 1, "have_seq": 0}))
        return page


@dataclass
class Player:
    """The player: measures how long each action takes, and how often the page is closed."""

    table: str
    latencies: list[float] = field(default_factory=list)
    closed: int = 0
    rejected: int = 0

    async def play(self, guest: Guest, rng: random.Random) -> None:
        while True:
            try:
                async with await guest.page(self.table) as page:
                    await self._sit(page, rng)
            except (WebSocketException, OSError):
                self.closed += 1
                await asyncio.sleep(0.2)

    async def _sit(self, page: ClientConnection, rng: random.Random) -> None:
        state: dict[str, Any] = {}
        ply, (farthest, back_to) = 0, TURNING_POINTS.get(Guest.game, USUAL)
        for number in itertools.count():
            while not state.get("choices"):
                state |= _picture(await _next(page))
            act = {"type": "act", "action": rng.choice(state["choices"])["action"]}
            request = {"type": "back", "to_ply": back_to} if ply >= farthest else act
            id = f"a{number}"
            sent = time.perf_counter()
            await page.send(json.dumps({"id": id, "base_seq": state["seq"], **request}))
            ply = back_to if request["type"] == "back" else ply + 1
            state["choices"] = []
            while True:
                message = await _next(page)
                state |= _picture(message)
                if message.get("id") == id:
                    break
            if message["type"] == "rejected":
                self.rejected += 1
                raise OSError(str(message))
            self.latencies.append(time.perf_counter() - sent)
            await asyncio.sleep(PAUSE_SECONDS)


async def _next(page: ClientConnection) -> dict[str, Any]:
    return needed(await page.recv(decode=False))


def _picture(message: dict[str, Any]) -> dict[str, Any]:
    return {"seq": message["seq"], "choices": message["choices"]} if message["type"] in ("sync", "delta") else {}


# ---------------------------------------------------------------- attacks


@dataclass
class Attack:
    """The target and the duration of one address's attack."""

    base: str
    address: str
    table: str
    """The player's table."""
    record: bytes
    """A record of the greatest allowed length; see `long_record`."""
    finished: bytes
    """See `finished_record`."""
    until: float
    answers: Counter[str] = field(default_factory=Counter)

    def going(self) -> bool:
        return time.monotonic() < self.until

    async def count(self, name: str, request: Awaitable[httpx.Response]) -> httpx.Response | None:
        try:
            answer = await request
        except httpx.HTTPError as error:
            self.answers[f"{name} {type(error).__name__}"] += 1
            return None
        self.answers[f"{name} {answer.status_code}"] += 1
        if answer.status_code == 429:
            await asyncio.sleep(1)
        return answer


async def imports(attack: Attack) -> None:
    """Import three long records concurrently, repeatedly."""
    guest = await Guest(attack.base, attack.address).arrive()

    async def send() -> None:
        headers = {"Content-Type": "application/json"}
        while attack.going():
            await attack.count("import", guest.http.post("/api/records", content=attack.record, headers=headers))

    await asyncio.gather(*(send() for _ in range(3)))


async def previews(attack: Attack) -> None:
    """Open sixteen connections that request previews of two tables, one of which a bot keeps changing."""
    guest = await Guest(attack.base, attack.address).arrive()
    own = await guest.open_table([{"kind": "bot", "bot": "random"}] * 4)
    watching = await guest.page(own)

    async def ask(numbers: itertools.count[int]) -> None:
        while attack.going():
            table = attack.table if next(numbers) % 2 else own
            path = f"/api/tables/{table}/preview.png?seq={next(numbers)}"
            await attack.count("preview", guest.http.get(path))

    numbers = itertools.count()
    try:
        await asyncio.gather(*(ask(numbers) for _ in range(16)))
    finally:
        await watching.close()


async def codes(attack: Attack) -> None:
    """Try wrong resume codes and wrong invitation codes, and create new guests."""
    stranger = Guest(attack.base, attack.address)
    for number in itertools.count():
        if not attack.going():
            return
        code = f"{number:08d}"
        await attack.count("resume", stranger.http.post("/api/me/resume", json={"code": code}))
        await attack.count("invite", stranger.http.get(f"/api/invites/{code}"))
        stranger.http.cookies.clear()
        await attack.count("newcomer", stranger.http.get("/api/me"))
        stranger.http.cookies.clear()


async def presence(attack: Attack) -> None:
    """Open the table as spectators and leave immediately."""

    async def come_and_go() -> None:
        guest = Guest(attack.base, attack.address)
        while attack.going():
            with suppress(WebSocketException, OSError):
                page = await guest.page(attack.table)
                message = json.loads(await page.recv())
                attack.answers[f"page {message.get('code', 'open')}"] += 1
                await page.close()
                if message["type"] == "error":
                    await asyncio.sleep(1)

    await asyncio.gather(*(come_and_go() for _ in range(4)))


async def hints(attack: Attack) -> None:
    """Request six hints at a time for one guest, repeatedly."""
    guest = await Guest(attack.base, attack.address).arrive()
    own = await guest.open_table()
    page = await guest.page(own)

    async def ask() -> None:
        while attack.going():
            await attack.count("hint", guest.http.post(f"/api/tables/{own}/hint", json={}))

    try:
        await asyncio.gather(*(ask() for _ in range(6)))
    finally:
        await page.close()


async def reviews(attack: Attack) -> None:
    """Request analyses, reviews and stories of finished matches, and verdicts on a turn, two of each at a time."""
    guest = await Guest(attack.base, attack.address).arrive()
    headers = {"Content-Type": "application/json"}
    own, page = await coached_turn(guest)
    imported = asyncio.Queue[str]()

    async def analyse() -> None:
        while attack.going():
            answer = await attack.count(
                "import", guest.http.post("/api/records", content=attack.finished, headers=headers)
            )
            if answer is not None and answer.status_code == 200:
                table = str(answer.json()["id"])
                imported.put_nowait(table)
                await attack.count("analysis", guest.http.post(f"/api/tables/{table}/analysis"))

    async def look_back() -> None:
        table = await imported.get()
        for number in itertools.count():
            if not attack.going():
                return
            what = (f"at/{number % 20}", "replay", "story", "analysis", "record")[number % 5]
            await attack.count(what.partition("/")[0], guest.http.get(f"/api/tables/{table}/{what}"))

    async def judge() -> None:
        while attack.going():
            await attack.count("verdict", guest.http.post(f"/api/tables/{own}/verdict"))

    try:
        await asyncio.gather(*(work() for work in (analyse, look_back, judge) for _ in range(2)))
    finally:
        await page.close()


async def coached_turn(guest: Guest) -> tuple[str, ClientConnection]:
    """Open a table with the live coach, and a page of it with a turn of the guest that awaits confirmation."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = await guest.open_table(seats, confirm=True, coach=True)
    page = await guest.page(table)
    while True:
        message = await _next(page)
        if message.get("prompt", {}).get("can_confirm"):
            return table, page
        if message.get("choices"):
            act = {"type": "act", "id": f"a{message['seq']}", "action": message["choices"][0]["action"]}
            await page.send(json.dumps(act | {"base_seq": message["seq"]}))


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    one.__name__: one for one in (imports, previews, codes, presence, hints, reviews)
}


def strike(
    name: str,
    game: str,
    base: str,
    addresses: list[str],
    table: str,
    records: tuple[bytes, bytes],
    seconds: float,
    told: Any,
) -> None:
    """Run an attack in a process of low priority, since attackers would not share the server's machine."""
    os.nice(10)
    Guest.game = game
    until = time.monotonic() + seconds
    attacks = [Attack(base, address, table, *records, until) for address in addresses]

    async def all_of_them() -> None:
        async with asyncio.timeout(seconds + 60):
            await asyncio.gather(*(ATTACKS[name](one) for one in attacks), return_exceptions=True)

    with suppress(TimeoutError):
        asyncio.run(all_of_them())
    told.put(dict(sum((one.answers for one in attacks), Counter())))


# ---------------------------------------------------------------- honest clients during the attack


async def ask_for_hint(base: str, address: str) -> str:
    """Request a hint for another guest at a separate table, with retries while the coach is busy, as the page does."""
    guest = await Guest(base, address).arrive()
    table = await guest.open_table()
    started, places = time.perf_counter(), list[int]()
    while True:
        answer = await guest.http.post(f"/api/tables/{table}/hint", json={})
        if answer.status_code != 503:
            return f"{answer.status_code} after {time.perf_counter() - started:.1f} s, places {places}"
        places.append(answer.json()["error"].get("place"))
        await asyncio.sleep(1)


async def come_by_invitation(base: str, address: str, code: str) -> str:
    """Join a table as a newcomer with the right invitation code."""
    guest = Guest(base, address)
    return f"code {await _timed(guest.http.get(f'/api/invites/{code}'))}; new {await _timed(guest.http.get('/api/me'))}"


async def ask_for_verdict(base: str, address: str) -> str:
    """Request a verdict for another guest on their own turn."""
    guest = await Guest(base, address).arrive()
    table, page = await coached_turn(guest)
    told = await _timed(guest.http.post(f"/api/tables/{table}/verdict"))
    await page.close()
    return told


async def _timed(request: Awaitable[httpx.Response]) -> str:
    started = time.perf_counter()
    answer = await request
    return f"{answer.status_code} after {time.perf_counter() - started:.1f} s"


async def honest(name: str, base: str, code: str, found: list[str]) -> None:
    """Repeatedly request what the attack targets, from an address that does not take part in it."""
    for number in itertools.count():
        address = f"127.{200 + number % 50}.0.1"
        with suppress(httpx.HTTPError):
            if name == "hints":
                found.append(await ask_for_hint(base, address))
            elif name == "codes":
                found.append(await come_by_invitation(base, address, code))
            elif name == "reviews":
                found.append(await ask_for_verdict(base, address))
        await asyncio.sleep(2)


# ---------------------------------------------------------------- measuring


def long_record() -> bytes:
    """Return a legal record of the greatest allowed length, made long by taking moves back and forth."""
    farthest, back_to = TURNING_POINTS.get(Guest.game, USUAL)
    return random_record(lambda match: match.seq < RECORD_ENTRIES, farthest, back_to)


def finished_record() -> bytes:
    """Return the record of a whole game."""
    return random_record(lambda match: match.result() is None)


def random_record(goes_on: Callable[[Match], bool], farthest: float = math.inf, back_to: int = 0) -> bytes:
    """Return a record of random play, in which the player to act at ply ``farthest`` takes back."""
    actions, chance = random.Random(1), np.random.default_rng(1)
    match = Match(library.load(Guest.game, players=2), [Seat("Asha", "person"), Seat("Bala", "person")], confirm=False)
    match.persons = ["x", "x"]
    match.resolve_chance(chance, now())
    while goes_on(match):
        if match.ply >= farthest:
            match.back([0, 1], back_to, now())
        else:
            seat = match.to_act
            assert seat is not None
            match.act(seat, actions.choice(match.state.legal_actions), now())
        match.resolve_chance(chance, now())
    return json.dumps(export_record(match)).encode()


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000 if values else float("nan")


def summary(latencies: list[float]) -> str:
    parts = {name: percentile(latencies, part) for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))}
    worst = max(latencies, default=float("nan")) * 1000
    return (
        f"{len(latencies)} actions, " + ", ".join(f"{n} {v:.0f}" for n, v in parts.items()) + f", worst {worst:.0f} ms"
    )


async def measure(
    name: str, server: Server, arguments: argparse.Namespace, records: tuple[bytes, bytes]
) -> dict[str, Any]:
    await server.ready(Guest.game)
    asha = await Guest(server.base, "127.100.0.1").arrive()
    player = Player(await asha.open_table())
    waiting = await asha.open_table([{"kind": "me"}, {"kind": "open"}])
    code = (await asha.http.post(f"/api/tables/{waiting}/code")).json()["code"]
    playing = asyncio.create_task(player.play(asha, random.Random(1)))
    await asyncio.sleep(3)
    player.latencies.clear()
    await asyncio.sleep(arguments.seconds / 2)
    before, player.latencies = player.latencies, []
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    addresses = [f"127.{n}.0.1" for n in range(1, arguments.addresses + 1)]
    attack = (name, Guest.game, server.base, addresses, player.table, records, arguments.seconds, told)
    process = context.Process(target=strike, args=attack)
    process.start()
    found: list[str] = []
    others = asyncio.create_task(honest(name, server.base, code, found))
    try:
        while process.is_alive():
            await asyncio.sleep(0.2)
    finally:
        others.cancel()
        process.terminate()
    during = player.latencies
    playing.cancel()
    await asyncio.gather(playing, others, return_exceptions=True)
    return {
        "before": summary(before),
        "during": summary(during),
        "page closed": player.closed,
        "rejected": player.rejected,
        "honest people": "; ".join(found) or "-",
        "attackers were answered": told.get(timeout=5) if not told.empty() else "?",
    }


def main() -> None:
    stop_on_termination()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="default: all")
    parser.add_argument("--game", default=Guest.game)
    parser.add_argument("--addresses", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own; default: SQLite")
    parser.add_argument("--workers", type=int, default=1, help="server processes")
    parser.add_argument("--against", type=Path, help="src of another checkout, which is attacked instead")
    arguments = parser.parse_args()
    arguments.seconds = min(arguments.seconds, LONGEST_SECONDS)
    arguments.addresses = min(arguments.addresses, 100)
    Guest.game = arguments.game
    records = long_record(), finished_record()
    for name in arguments.attacks or ATTACKS:
        with (
            new_database(arguments.postgresql) as database,
            serve(database, arguments.against, limited=True, workers=arguments.workers) as server,
        ):
            report = asyncio.run(measure(name, server, arguments, records))
        print(name, *(f"{what:>26}  {value}" for what, value in report.items()), sep="\n", flush=True)


if __name__ == "__main__":
    main()

"""Measure a server under load, with scripted clients over WebSocket on loopback, which share the processors with it.

    python benchmarks/load.py play                      500 tables of 4 people, 600 actions a second offered
    python benchmarks/load.py play --tables 200 --rate 300 --masters 4
    python benchmarks/load.py play --postgresql --workers 2
    python benchmarks/load.py play --against ../old/src --repeats 5     by turns with the server of another checkout
    python benchmarks/load.py capacity                  how many tables and people this machine serves; 5 to 15 minutes
    python benchmarks/load.py memory --minutes 60       tables that are opened, finished and forgotten
    python benchmarks/load.py stored --matches 100000   start and lists of a server that has many matches
    python benchmarks/load.py hall                      opening a hall with 200 tables of mine and 2,000 others

An action counts when it is stored and its ``ok`` has arrived. *Latency* is the time from sending an action to its
``ok``; *fan-out* the time until the last player at the table has the new view. Rate and times exclude the first and the
last tenth of the actions.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import time
from pathlib import Path
from typing import Any

import load_hall
import load_stored
from load_people import Pace, Tally, Town
from load_server import Server, new_database, serve, stop_on_termination

Report = dict[str, Any]


def main() -> None:
    stop_on_termination()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own; default: SQLite")
    modes = parser.add_subparsers(required=True)
    play = modes.add_parser("play", help="actions a second, times, memory")
    play.add_argument("--game", default="kerala")
    play.add_argument("--tables", type=int, default=500)
    play.add_argument("--players", type=int, default=4)
    play.add_argument("--rounds", type=int, default=0, help="shorter games; 0: whole ones")
    play.add_argument("--rate", type=float, default=600, help="actions a second offered; 0: as fast as they go")
    play.add_argument("--seconds", type=float, default=60, help="how long; 0: until the games are over")
    play.add_argument("--masters", type=int, default=0, help="computer players that think all the time besides")
    play.add_argument("--workers", type=int, default=1, help="server processes")
    play.add_argument("--against", type=Path, help="src of another checkout, measured by turns with this one")
    play.add_argument("--repeats", type=int, default=1)
    play.add_argument("--seed", type=int, default=1)
    play.set_defaults(measure=measure_play)
    capacity = modes.add_parser("capacity", help="twice as many tables until actions are late")
    capacity.add_argument("--game", default="kerala")
    capacity.add_argument("--tables", type=int, default=125, help="to begin with")
    capacity.add_argument("--players", type=int, default=4)
    capacity.add_argument("--seconds", type=float, default=60, help="of each measurement")
    capacity.add_argument("--workers", type=int, default=1, help="server processes")
    capacity.add_argument("--seed", type=int, default=1)
    capacity.set_defaults(measure=measure_capacity)
    memory = modes.add_parser("memory", help="memory while tables come and go")
    memory.add_argument("--game", default="kerala")
    memory.add_argument("--tables", type=int, default=40, help="at a time")
    memory.add_argument("--minutes", type=float, default=10)
    memory.set_defaults(measure=measure_memory)
    stored = modes.add_parser("stored", help="a server with many stored matches")
    stored.add_argument("--matches", type=int, default=100_000)
    stored.add_argument("--entries", type=int, default=20, help="of each match")
    stored.set_defaults(measure=measure_stored)
    hall = modes.add_parser("hall", help="a hall with many tables, with a browser that opens it")
    hall.add_argument("--mine", type=int, default=200, help="tables of who comes in")
    hall.add_argument("--others", type=int, default=2_000, help="open ones of others")
    hall.set_defaults(measure=measure_hall)
    arguments = parser.parse_args()
    report = {"load before": _load(), **arguments.measure(arguments), "load after": _load()}
    print(json.dumps(report) if arguments.json else "\n".join(f"{name:>36}  {value}" for name, value in report.items()))


def _load() -> float:
    """Return the number of processes that want a processor, averaged over the last minute."""
    return round(os.getloadavg()[0], 1)


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] * 1000


# ---------------------------------------------------------------- players


def measure_play(arguments: argparse.Namespace) -> Report:
    sources = [None, arguments.against] if arguments.against else [None]
    reports: dict[Path | None, list[Report]] = {source: [] for source in sources}
    for _ in range(arguments.repeats):
        for source in sources:
            reports[source].append(_play_once(arguments, source))
    if sources == [None] and arguments.repeats == 1:
        return reports[None][0]
    return {
        f"{name}{'' if source is None else ', other'}": "  ".join(str(report[name]) for report in reports[source])
        for name in reports[None][0]
        for source in sources
    }


def _play_once(arguments: argparse.Namespace, source: Path | None) -> Report:
    more: dict[str, Any] = {"workers": arguments.workers}
    if arguments.masters:
        more |= {"bot_threads": arguments.masters, "bot_pace": 0}
    with new_database(arguments.postgresql) as database, serve(database, source, **more) as server:
        return asyncio.run(_play(arguments, server))


async def _play(arguments: argparse.Namespace, server: Server) -> Report:
    await server.ready(arguments.game)
    report: Report = {"server MB idle": round(server.memory())}
    tally = Tally()
    town = Town(server.base, tally)
    opening = asyncio.Barrier(arguments.tables + 1)
    mean = arguments.tables / arguments.rate if arguments.rate else 0.0
    options = {"rounds": arguments.rounds} if arguments.rounds else {}
    games = [
        asyncio.create_task(
            town.play(
                arguments.game, options, arguments.players, Pace(mean, random.Random(arguments.seed + n)), opening
            )
        )
        for n in range(arguments.tables)
    ]
    all_open = asyncio.create_task(opening.wait())
    await asyncio.wait([all_open, *games], return_when=asyncio.FIRST_COMPLETED)
    if not all_open.done():
        await next(game for game in games if game.done())  # raises the error
    watching = [
        asyncio.create_task(town.watch_bots(arguments.game, "master", arguments.players))
        for _ in range(arguments.masters)
    ]
    gc.collect()
    gc.freeze()  # so that pauses of the clients are not counted as the server's
    began, used, loop_used, own = time.perf_counter(), server.seconds(), server.loop_seconds(), time.process_time()
    playing: asyncio.Future[Any] = asyncio.gather(*games)
    memory = 0.0
    while not playing.done() and not 0 < arguments.seconds < time.perf_counter() - began:
        await asyncio.wait([playing, *watching], timeout=1, return_when=asyncio.FIRST_COMPLETED)
        memory = max(memory, server.memory())
    seconds = time.perf_counter() - began
    used, loop_used, own = server.seconds() - used, server.loop_seconds() - loop_used, time.process_time() - own
    for task in (*games, *watching):
        if task.done() and not task.cancelled():
            task.result()  # raises the error
        task.cancel()
    await asyncio.gather(playing, *watching, return_exceptions=True)
    actions = len(tally.latencies)
    edge = actions // 10
    steady = tally.stored_at[edge : actions - edge]
    report |= {
        "server MB loaded": round(memory),
        "tables finished": tally.finished,
        "actions": actions,
        "rejected": tally.rejected,
        "actions a second": round((len(steady) - 1) / (steady[-1] - steady[0]), 1),
        "latency p50 ms": round(percentile(tally.latencies[edge : actions - edge], 0.5), 1),
        "latency p99 ms": round(percentile(tally.latencies[edge : actions - edge], 0.99), 1),
        "latency max ms": round(max(tally.latencies) * 1000, 1),
        "fan-out p50 ms": round(statistics.median(tally.fan_outs) * 1000, 1),
        "fan-out p99 ms": round(percentile(tally.fan_outs[edge : actions - edge], 0.99), 1),
        "server CPU ms an action": round(used * 1000 / actions, 3),
        "... of the event loop": round(loop_used * 1000 / actions, 3),
        "clients CPU ms an action": round(own * 1000 / actions, 3),
    }
    if arguments.masters:
        report |= {"moves of masters": tally.bot_moves, "processors that think": round((used - loop_used) / seconds, 2)}
    return report


# ---------------------------------------------------------------- capacity

ACTIONS_A_SECOND = 1.2
"""Actions offered at each table: 500 tables of Kerala with four people make 600 actions a second."""
LATE_MS = 250.0
"""Latency of the slowest hundredth of the actions above which a server counts as overloaded."""


def measure_capacity(arguments: argparse.Namespace) -> Report:
    """Double the number of tables until the server is overloaded, and report the last number that it served."""
    report: Report = {"processors": os.cpu_count()}
    tables, served = arguments.tables, 0
    while True:
        rate = ACTIONS_A_SECOND * tables
        plan = {"tables": tables, "rate": rate, "rounds": 0, "masters": 0, "postgresql": arguments.postgresql}
        found = _play_once(argparse.Namespace(**{**vars(arguments), **plan}), None)
        names = ("actions a second", "latency p99 ms", "server MB loaded", "server CPU ms an action")
        report[f"{tables} tables"] = "  ".join(f"{name} {found[name]}" for name in names)
        if found["latency p99 ms"] > LATE_MS or found["actions a second"] < 0.9 * rate or found["rejected"]:
            break
        served, tables = tables, 2 * tables
    return report | {"tables served": served, "people served": served * arguments.players}


# ---------------------------------------------------------------- tables that are opened and forgotten


def measure_memory(arguments: argparse.Namespace) -> Report:
    with new_database(arguments.postgresql) as database, serve(database, idle_seconds=10) as server:
        return asyncio.run(_come_and_go(arguments, server))


async def _come_and_go(arguments: argparse.Namespace, server: Server) -> Report:
    await server.ready(arguments.game)
    tally = Tally()
    town = Town(server.base, tally)
    until = time.perf_counter() + arguments.minutes * 60

    async def one_after_another(rng: random.Random) -> None:
        while time.perf_counter() < until:
            await town.play(arguments.game, {}, rng.randint(2, 4), Pace(0.0, rng))

    playing = asyncio.gather(*(one_after_another(random.Random(n)) for n in range(arguments.tables)))
    finished, megabytes = [], []
    while not playing.done():
        await asyncio.wait([playing], timeout=arguments.minutes * 6)
        finished.append(tally.finished)
        megabytes.append(round(server.memory()))
    await playing
    return {
        "tables finished": "  ".join(map(str, finished)),
        "server MB": "  ".join(map(str, megabytes)),
        "actions": len(tally.latencies),
    }


# ---------------------------------------------------------------- many stored matches


def measure_stored(arguments: argparse.Namespace) -> Report:
    with new_database(arguments.postgresql) as database:
        return load_stored.measure(database, arguments.matches, arguments.entries)


def measure_hall(arguments: argparse.Namespace) -> Report:
    with new_database(arguments.postgresql) as database:
        return load_hall.measure(database, arguments.mine, arguments.others)


if __name__ == "__main__":
    main()

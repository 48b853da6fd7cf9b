"""Prometheus metrics. They are always collected, but served only if the setting ``metrics`` is on."""

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable with the folder in which the processes of a server share their metrics.

prometheus_client reads the variable on import. Without it, each process keeps its metrics in memory.
"""


class Metrics:
    """Metrics of one server process. Their text form adds up the metrics of all processes that share a metrics
    folder."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("mandapa_tables", "tables in memory", registry=self.registry, multiprocess_mode="livesum")
        self.sockets = Gauge(
            "mandapa_sockets", "open connections to tables", registry=self.registry, multiprocess_mode="livesum"
        )
        self.actions = Counter("mandapa_entries", "entries stored", ["kind"], registry=self.registry)
        self.rejected = Counter("mandapa_rejected", "requests rejected", ["code"], registry=self.registry)
        self.dropped = Counter("mandapa_dropped", "slow clients dropped", registry=self.registry)
        self.store_seconds = Histogram(
            "mandapa_store_seconds",
            "time until entries are stored",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "mandapa_bot_seconds",
            "thinking time of a bot",
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """Return the metrics in Prometheus format.

        The sums include the counters of processes that have ended, but not their numbers of tables and connections.
        """
        folder = os.environ.get(SHARED)
        if folder is None:
            return generate_latest(self.registry)
        for file in Path(folder).glob("gauge_live*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _lives(pid):
                mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
        all_of_them = CollectorRegistry()
        MultiProcessCollector(all_of_them, folder)  # type: ignore[no-untyped-call]
        return generate_latest(all_of_them)


def _lives(pid: int) -> bool:
    if os.name == "nt":  # os.kill would terminate the process there
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True

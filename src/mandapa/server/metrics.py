"""What Prometheus may ask; counted always, served only if the settings say so."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("mandapa_tables", "tables in memory", registry=self.registry)
        self.sockets = Gauge("mandapa_sockets", "open connections to tables", registry=self.registry)
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
            "time that a bot thinks",
            buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5),
            registry=self.registry,
        )

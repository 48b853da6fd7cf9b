"""Structured logging with structlog, as readable lines, coloured in a terminal, or as JSON."""

import logging
import os
import sys

import structlog

from mandapa.server.settings import Settings

CLIENT_ERRORS = frozenset(
    {
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
    }
)
"""Messages that uvicorn logs for malformed requests. They are dropped, since any client could fill the disk with
them."""


def configure(settings: Settings) -> None:
    """Configure logging. Call this once per process."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    logging.getLogger("uvicorn.error").addFilter(_not_a_client_error)
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if settings.log_format == "console":
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty() and not os.environ.get("NO_COLOR"))
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=_to_stderr,
        cache_logger_on_first_use=False,
    )


def _not_a_client_error(record: logging.LogRecord) -> bool:
    return record.msg not in CLIENT_ERRORS


def _to_stderr(*_: object) -> structlog.PrintLogger:
    """Create a logger for the current ``sys.stderr``, since the one at startup may have been replaced and closed."""
    return structlog.PrintLogger(sys.stderr)

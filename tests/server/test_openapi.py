"""Test the HTTP interface with schemathesis: its schema is complete and correct, and no request makes the server
fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from mandapa.server import Settings, create_app
from scaling import scaled

from .conftest import QUICK, TIMEOUT, RunningServer, settings_for

EXAMPLES = scaled(6)
INTERFACE = schemathesis.openapi.from_dict(create_app(Settings(log_level="error")).openapi())
OPERATIONS = [result.ok() for result in INTERFACE.get_all_operations()]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(settings_for(tmp_path_factory.mktemp("fuzzed")))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def cookie(fuzzed: RunningServer) -> str:
    with httpx.Client(base_url=f"http://{fuzzed.address}", timeout=TIMEOUT) as client:
        client.get("/api/me").raise_for_status()
        return f"mandapa={client.cookies['mandapa']}"


@pytest.fixture(scope="module")
def tables(fuzzed: RunningServer, cookie: str) -> dict[str, str]:
    """A waiting, a running and a finished table, so that generated paths find something."""
    bot, me = {"kind": "bot", "bot": "random"}, {"kind": "me"}
    plans = {"waiting": [me, {"kind": "open"}], "playing": [me, {"kind": "local"}], "over": [bot, bot]}
    with httpx.Client(base_url=f"http://{fuzzed.address}", headers={"Cookie": cookie}, timeout=TIMEOUT) as client:
        return {
            name: client.post("/api/tables", json={"game": "kerala", "options": QUICK, "seats": seats}).json()["id"]
            for name, seats in plans.items()
        }


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_operation_keeps_its_promise(
    operation: Any, mode: GenerationMode, fuzzed: RunningServer, cookie: str, tables: dict[str, str]
) -> None:
    ids = sorted(tables.values())

    @settings(
        max_examples=EXAMPLES,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        case.headers = {**(case.headers or {}), "Cookie": cookie}
        given_id = (case.path_parameters or {}).get("id")
        if given_id is not None and mode is GenerationMode.POSITIVE:  # usually a table that exists
            case.path_parameters["id"] = [*ids, given_id][len(given_id) % (len(ids) + 1)]
        # What is valid by the schema may still be against the rules of a game: 4xx is documented for that.
        case.call_and_validate(
            base_url=f"http://{fuzzed.address}", excluded_checks=[positive_data_acceptance, unsupported_method]
        )

    try:
        check()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "an operation without parameters cannot be called wrongly"


def test_every_operation_documents_its_refusals(fuzzed: RunningServer) -> None:
    description = httpx.get(f"http://{fuzzed.address}/api/openapi.json").json()
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            documented = set(operation["responses"])
            # Liveness probes are never rate-limited.
            assert "429" in documented or path == "/api/alive", f"{method} {path}"
            assert "200" in documented, f"{method} {path}"
            assert operation["summary"], f"{method} {path}"
            if method != "get":
                assert "403" in documented, f"{method} {path}: foreign origins are refused"

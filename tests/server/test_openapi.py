"""schemathesis on the HTTP interface: the OpenAPI description is complete and true, and nothing makes the server fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import unsupported_method

from .conftest import QUICK, RunningServer, settings_for

EXAMPLES = int(os.environ.get("MANDAPA_TEST_EXAMPLES", "12"))


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(settings_for(tmp_path_factory.mktemp("fuzzed"), resume_limit="100000/minute"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def cookie(fuzzed: RunningServer) -> str:
    with httpx.Client(base_url=f"http://{fuzzed.address}") as client:
        client.get("/api/me").raise_for_status()
        return f"mandapa={client.cookies['mandapa']}"


@pytest.fixture(scope="module")
def interface(fuzzed: RunningServer) -> Any:
    return schemathesis.openapi.from_url(f"http://{fuzzed.address}/api/openapi.json")


@pytest.fixture(scope="module")
def tables(fuzzed: RunningServer, cookie: str) -> dict[str, str]:
    """A table that waits, one that is played, and one that is over: so that paths lead somewhere."""
    bot, me = {"kind": "bot", "bot": "random"}, {"kind": "me"}
    plans = {"waiting": [me, {"kind": "open"}], "playing": [me, {"kind": "local"}], "over": [bot, bot]}
    with httpx.Client(base_url=f"http://{fuzzed.address}", headers={"Cookie": cookie}) as client:
        return {
            name: client.post("/api/tables", json={"game": "kerala", "options": QUICK, "seats": seats}).json()["id"]
            for name, seats in plans.items()
        }


schema = schemathesis.pytest.from_fixture("interface")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_operation_keeps_its_promise(case: Any, cookie: str, tables: dict[str, str]) -> None:
    case.headers = {**(case.headers or {}), "Cookie": cookie}
    if "id" in (case.path_parameters or {}) and sum(map(ord, str(case.path_parameters["id"]))) % 2:
        case.path_parameters["id"] = tables[sorted(tables)[len(case.path_parameters["id"]) % len(tables)]]
    # A method that is not offered is answered by 405 or, below the page's addresses, by the page.
    case.call_and_validate(excluded_checks=[unsupported_method])


def test_every_operation_documents_its_refusals(fuzzed: RunningServer) -> None:
    description = httpx.get(f"http://{fuzzed.address}/api/openapi.json").json()
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            documented = set(operation["responses"])
            assert "429" in documented, f"{method} {path}"
            assert "200" in documented, f"{method} {path}"
            assert operation["summary"], f"{method} {path}"
            if method != "get":
                assert "403" in documented, f"{method} {path}: foreign origins are refused"

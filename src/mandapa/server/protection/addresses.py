"""Network addresses of clients, and checks that depend on them."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MAX_ADDRESS = 45


def address(connection: HTTPConnection) -> str:
    """Return the client's address. For IPv6, return the 64-bit prefix that identifies a subscriber.

    An IPv4 address in IPv6 form (``::ffff:192.0.2.1``), as seen by a server that accepts both protocols, is returned
    in IPv4 form.
    """
    if connection.client is None:
        return "unknown"
    host = connection.client.host
    try:
        found = IPv6Address(host)
    except ValueError:  # IPv4, a local socket, or any text that a proxy has passed on
        return host[:MAX_ADDRESS]
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def on_this_machine(connection: HTTPConnection) -> bool:
    """Return whether the request comes from the server's own machine and not through a proxy."""
    try:
        return ip_address(connection.client.host if connection.client else "").is_loopback
    except ValueError:
        return False

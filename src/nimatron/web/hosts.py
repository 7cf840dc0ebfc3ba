"""Names of this machine."""

from __future__ import annotations

from ipaddress import ip_address


def loopback(host: str) -> bool:
    """Does this name always mean this machine itself?

    >>> [loopback(host) for host in ("localhost", "127.0.0.2", "::1", "0.0.0.0", "127.0.0.1.example.org")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def host_name(header: str) -> str:
    """The name in a Host header, without its port.

    >>> host_name("localhost:8642"), host_name("[::1]:8642"), host_name("::1")
    ('localhost', '::1', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header if header.count(":") > 1 else header.partition(":")[0]

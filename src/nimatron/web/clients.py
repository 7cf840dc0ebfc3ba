"""Who asks, and how long a client that does not want to wait is kept waiting."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address, ip_network
from math import inf

from starlette.types import Scope

REFUSALS, REFUSALS_A_SECOND = 30, 10.0
"""A client is refused at once this many times in a row; then only so often."""

LONGEST_PAUSE = 5.0
"""The most seconds that a refusal is held back."""

CLIENTS = 10_000
"""How many clients are remembered."""


def client_of(scope: Scope) -> str:
    """The client that sent a request: its address, for IPv6 its network, in which it can choose addresses freely.

    >>> [client_of({"client": (host, 5000)}) for host in ("192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1:2:3")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::/64']
    """
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class Patience:
    """Clients that ask again and again although they are refused are refused more slowly.

    An answer costs the server about a millisecond, a refusal too: thirty clients that ask again at once would keep it
    from answering anybody else.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[str, float] = OrderedDict()

    def pause(self, client: str, moment: float) -> float:
        """For how many seconds a refusal at this moment is held back.

        >>> patience = Patience()
        >>> pauses = [patience.pause("192.0.2.7", 100.0) for _ in range(REFUSALS + 2)]
        >>> [round(pause, 3) for pause in pauses[-3:]]
        [0.0, 0.1, 0.2]
        >>> patience.pause("192.0.2.7", 110.0)
        0.0
        """
        every = 1 / REFUSALS_A_SECOND
        turn = max(self._last.pop(client, -inf) + every, moment - (REFUSALS - 1) * every)
        turn = min(turn, moment + LONGEST_PAUSE)
        self._last[client] = turn
        if len(self._last) > CLIENTS:
            self._last.popitem(last=False)
        return max(0.0, turn - moment)

"""The clients of the server: their addresses, the queue in which each has its turn, and how slowly they are refused."""

from __future__ import annotations

from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network
from math import inf
from typing import Generic, TypeVar

from starlette.types import Scope

from ..core.errors import NimatronError
from ..core.message import Message

T = TypeVar("T")

REFUSALS, REFUSALS_A_SECOND = 30, 10.0
"""The number of refusals in a row that a client gets at once, and the number a second that it gets after them."""

LONGEST_PAUSE = 5.0
"""The most seconds that the server holds a refusal back."""

CLIENTS = 10_000
"""The most clients whose refusals are remembered."""


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


class Full(NimatronError):
    """Too many questions are waiting; there may be room in `after` seconds."""

    def __init__(self, message: Message, after: int) -> None:
        super().__init__(message)
        self.after = after


class TooMany(Full):
    """One client alone has too many questions waiting."""


class FairQueue(Generic[T]):
    """A queue of at most `longest` items, at most `each` of one client; the clients take turns.

    >>> queue = FairQueue[str](longest=5, each=4, after=1)
    >>> for client, question in ("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"):
    ...     queue.join(client, question)
    >>> [queue.next() for _ in range(5)]
    ['a1', 'b1', 'c1', 'a2', 'a3']
    """

    def __init__(self, longest: int, each: int, after: int) -> None:
        self.longest, self.each, self.after = longest, each, after
        self._length = 0
        self._items: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return self._length

    def check(self, client: str) -> None:
        """Raise TooMany or Full if this client would have to wait and there is no room."""
        if len(self._items.get(client, ())) >= self.each:
            text = "too many questions from your address are waiting: please try again in a moment"
            raise TooMany(Message(text), self.after)
        if self._length >= self.longest:
            raise Full(Message("too many questions are waiting: please try again in a moment"), self.after)

    def join(self, client: str, item: T) -> None:
        self._items.setdefault(client, deque()).append(item)
        self._length += 1

    def next(self) -> T:
        """The oldest item of the client whose turn it is; that client then waits until all others had theirs."""
        # The order of the dictionary is the order of turns: who was served goes to its end.
        client, items = self._items.popitem(last=False)
        item = items.popleft()
        if items:
            self._items[client] = items
        self._length -= 1
        return item

    def leave(self, client: str, item: T) -> None:
        """Remove an item, if it still waits."""
        items = self._items.get(client, deque())
        if item in items:
            items.remove(item)
            self._length -= 1
            if not items:
                del self._items[client]


class RefusalPauses:
    """The pauses before refusals: clients that ask again and again although they are refused are refused more slowly.

    An answer costs the server about a millisecond, a refusal too: thirty clients that ask again at once would keep it
    from answering anybody else.
    """

    def __init__(self) -> None:
        self._last: OrderedDict[str, float] = OrderedDict()

    def pause(self, client: str, moment: float) -> float:
        """The seconds for which the server holds back a refusal at this moment.

        >>> pauses = RefusalPauses()
        >>> [round(pauses.pause("192.0.2.7", 100.0), 3) for _ in range(REFUSALS + 2)][-3:]
        [0.0, 0.1, 0.2]
        >>> pauses.pause("192.0.2.7", 110.0)
        0.0
        """
        every = 1 / REFUSALS_A_SECOND
        # A bucket of REFUSALS tokens, written as the moment at which the last one was due.
        turn = max(self._last.pop(client, -inf) + every, moment - (REFUSALS - 1) * every)
        turn = min(turn, moment + LONGEST_PAUSE)
        self._last[client] = turn
        if len(self._last) > CLIENTS:
            self._last.popitem(last=False)
        return max(0.0, turn - moment)

"""The clients of the server: their addresses, the queue in which each has its turn, and the pace of each."""

from __future__ import annotations

from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, TypeVar

from starlette.types import Scope

from ..core.errors import NimatronError
from ..core.message import Message

T = TypeVar("T")

CLIENTS = 10_000
"""The most clients whose pace is remembered."""


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


class Pace:
    """The pace of each client: a few requests `at_once`, then so many `each_second`.

    >>> pace = Pace(1.0, 2)
    >>> [pace.wait("a", moment) for moment in (10.0, 10.0, 10.5, 11.0)]
    [0.0, 0.0, 0.5, 0.0]
    """

    def __init__(self, each_second: float, at_once: int) -> None:
        self.each_second, self.at_once = each_second, at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, moment: float, most: float = 0.0) -> float:
        """The seconds until a request of this moment is due; if there are more than `most`, it does not count."""
        # Removed and added again, so that the client who was quiet longest is forgotten first.
        left, then = self._left.pop(client, (float(self.at_once), moment))
        left = min(self.at_once, left + (moment - then) * self.each_second) - 1
        wait = max(0.0, -left / self.each_second)
        # A request that is refused costs nothing, so a client recovers while it waits.
        self._left[client] = (left + (wait > most), moment)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return wait

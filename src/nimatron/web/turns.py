"""Who waits for a worker: a queue in which every client has its turn, however many questions another one asks."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from ..errors import NimatronError
from ..message import Message

T = TypeVar("T")


class Full(NimatronError):
    """Too many questions are waiting; `after` says in how many seconds there may be room."""

    def __init__(self, message: Message, after: int) -> None:
        super().__init__(message)
        self.after = after


class TooMany(Full):
    """One client alone has too many questions waiting."""


class Turns(Generic[T]):
    """What waits, at most `longest` in all and `each` of one client.

    >>> turns = Turns[str](longest=5, each=4, after=1)
    >>> for client, question in ("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"):
    ...     turns.join(client, question)
    >>> [turns.next() for _ in range(5)]
    ['a1', 'b1', 'c1', 'a2', 'a3']
    """

    def __init__(self, longest: int, each: int, after: int) -> None:
        self.longest, self.each, self.after = longest, each, after
        self._length = 0
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()

    def __len__(self) -> int:
        return self._length

    def check(self, client: str) -> None:
        """Raise TooMany or Full if this client would have to wait and there is no room."""
        if len(self._waiting.get(client, ())) >= self.each:
            text = "too many questions from your address are waiting: please try again in a moment"
            raise TooMany(Message(text), self.after)
        if self._length >= self.longest:
            raise Full(Message("too many questions are waiting: please try again in a moment"), self.after)

    def join(self, client: str, waiter: T) -> None:
        self._waiting.setdefault(client, deque()).append(waiter)
        self._length += 1

    def next(self) -> T:
        """The oldest of the client whose turn it is; that client then waits until all others had theirs."""
        client, line = self._waiting.popitem(last=False)
        waiter = line.popleft()
        if line:
            self._waiting[client] = line
        self._length -= 1
        return waiter

    def leave(self, client: str, waiter: T) -> None:
        """Somebody goes away, and no longer waits if it did."""
        line = self._waiting.get(client, deque())
        if waiter in line:
            line.remove(waiter)
            self._length -= 1
            if not line:
                del self._waiting[client]

"""Checks the claim that nobody can force a win: from each drawn position a move stays among them, and no move wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import Refuted
from ..game import State
from ..games.catalog import Catalog
from ..message import Message, Number
from .files import Unreadable, brief, items
from .outcome import Check, checked_claim
from .verdict import Verdict
from .work import Work


def check_draw(data: Mapping[str, Any], catalog: Catalog, work: Work) -> Verdict:
    """Can both players keep to the drawn positions, and is every move away from them answered by a win?"""
    if data.get("outcome") != "D":
        raise Unreadable("a draw has the outcome D, not {outcome}", outcome=brief(data.get("outcome")))
    return checked_claim(data, catalog, work, DrawCheck)


class DrawCheck(Check):
    """The kernel that answers moves out of the draw, with ranks, and the drawn positions."""

    def read(self) -> None:
        super().read()
        self.ranks = dict(zip(self.members, self._numbers("ranks", len(self.members)), strict=True))
        if len(self.ranks) < len(self.members):
            raise Unreadable("a member occurs twice")
        self.drawn = [self._state(written) for written in items(self.data, "drawn")]
        self.draw = set(self.drawn)
        self.stays = self._numbers("stays", len(self.drawn))

    def _numbers(self, key: str, count: int) -> list[int]:
        """The field `key`: a list of `count` whole numbers."""
        found = list(items(self.data, key))
        if len(found) != count or not all(type(number) is int and number >= 0 for number in found):
            raise Unreadable("the field {key} must be a list of {count} whole numbers", key=key, count=count)
        return found

    def start(self, state: State, outcome: object) -> None:
        if state not in self.draw:
            raise Refuted("the position is not among the drawn ones")

    def members_hold(self) -> None:
        super().members_hold()
        self._draws_hold()

    def play_ends(self) -> None:
        """A rank is the number of rounds that play from a member can last, so it falls with each answer."""
        for member, replies in self.leads.items():
            self.work.look()
            rank = 1 + max((self.ranks[reply] for reply in replies), default=-1)
            if self.ranks[member] != rank:
                raise Refuted(
                    "the rank of {position} is not {rank}", position=self.show(member), rank=self.ranks[member]
                )

    def _draws_hold(self) -> None:
        for state, place in zip(self.drawn, self.stays, strict=True):
            if state in self.kernel:
                raise Refuted("{position} is drawn and in the kernel", position=self.show(state))
            if place >= len(self.drawn):
                raise Refuted("the move from {before} leads to a position that is not there", before=self.show(state))
            self.check_move(state, self.drawn[place])
            for option in self.game.options(state):
                if option in self.draw:
                    self.work.spend()
                else:
                    self.answer(state, option)

    def whole(self) -> Message:
        params = {"drawn": Number(len(self.drawn)), "all": Number(len(self.members))}
        return Message("all {drawn} drawn positions and {all} members of the kernel checked", params=params)

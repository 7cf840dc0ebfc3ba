"""Checks who wins, or that nobody can: a set of positions that the other player cannot escape from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.errors import NimatronError, Refuted
from ..core.game import Compound, Game, Position, State
from ..core.message import Message, Number
from ..families.catalog import Catalog
from ..notation.reader import parse
from .seal import Unreadable, brief, items, printable, text
from .verdict import CheckBudget, CheckLimit, Verdict

END: Any = object()
"""Stands for "no move". Not None, which may be a state."""

LONGEST_TEXT = 1 << 20
"""The most characters of a position, so that reading one never takes long."""


def read_state(game: Game, written: object) -> State:
    """The state that a certificate writes as a text, or in a sum as a list of texts."""
    if isinstance(game, Compound) and isinstance(written, list) and len(written) == len(game.games):
        return tuple(read_state(part, its) for part, its in zip(game.games, written, strict=True))
    if isinstance(game, Compound) or not isinstance(written, str):
        raise Unreadable("expected a state of {game}, not {text}", game=game, text=brief(written))
    if len(written) > LONGEST_TEXT:
        raise Unreadable("a position of more than {most} characters is too long to check", most=Number(LONGEST_TEXT))
    return game.parse(written)


def write_state(game: Game, state: State) -> Any:
    """The inverse of `read_state`."""
    if isinstance(game, Compound):
        return [write_state(part, its) for part, its in game.parts(state)]
    return game.show(state)


def check_kernel(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Is the set a kernel, and is the position in it or one move away from it?

    The rules of the game are all that is trusted: no value is computed, and no search is needed.
    """
    if data.get("outcome") not in ("N", "P"):
        raise Unreadable("expected an outcome N or P, and true or false for misere")
    return checked_claim(data, catalog, work, Check)


def checked_claim(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget, kind: type[Check]) -> Verdict:
    """What a check of this kind finds."""
    outcome, misere = data["outcome"], data.get("misere")
    if not isinstance(misere, bool):
        raise Unreadable("expected an outcome N or P, and true or false for misere")
    written = text(data, "position")
    if len(written) > LONGEST_TEXT:
        raise Unreadable("a position of more than {most} characters is too long to check", most=Number(LONGEST_TEXT))
    claim = _claim(printable(written), outcome, misere)
    try:
        position = parse(written, catalog)
        check = kind(position, data, misere, work)
        check.read()
        check.start(position.state, outcome)
        check.members_hold()
        check.play_ends()
    except CheckLimit as fault:
        counts = {"limit": fault.limit, "done": Number(work.done)}
        return Verdict(claim, None, Message("{limit}: {done} states and moves checked", params=counts), work.done)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    except NimatronError as fault:  # from the notation: no such game, no such position
        raise Unreadable("the certificate cannot be read: {fault}", fault=fault) from None
    except (MemoryError, RecursionError, OverflowError) as fault:
        raise Unreadable("the positions are too large to check: {fault}", fault=brief(repr(fault))) from None
    except (Exception, SystemExit) as fault:  # a user's rules may fail on states that are none of theirs
        raise Unreadable("the rules fail: {fault}", fault=brief(repr(fault))) from fault
    return Verdict(claim, True, check.whole(), work.done)


def _claim(position: str, outcome: str, misere: bool) -> Message:
    if outcome == "D":
        text = "{position} is drawn in misere play" if misere else "{position} is drawn"
    elif outcome == "N":
        text = "{position} is an N-position in misere play" if misere else "{position} is an N-position"
    else:
        text = "{position} is a P-position in misere play" if misere else "{position} is a P-position"
    return Message(text, position=position)


class Check:
    """The members and replies of a certificate, and how far they have been checked."""

    def __init__(self, position: Position, data: Mapping[str, Any], misere: bool, work: CheckBudget) -> None:
        self.game, self.data, self.misere, self.work = position.game, data, misere, work
        self.members: list[State] = []
        self.kernel: set[State] = set()
        self.replies: dict[State, State] = {}
        # An option may be reached from many members; its reply needs to be checked only once.
        self.answered: set[State] = set()
        # From each member to the members that two moves, one by each player, lead to.
        self.leads: dict[State, set[State]] = {}

    # -- reading ----------------------------------------------------------------------------

    def read(self) -> None:
        """Read members and replies one by one: texts can be made so that the states are slow to tell apart."""
        for member in items(self.data, "members"):
            self.members.append(self._state(member))
            self.kernel.add(self.members[-1])
        for pair in items(self.data, "replies"):
            option, reply = self._reply(pair)
            self.replies[option] = reply

    def _state(self, written: object) -> State:
        self.work.spend()
        return read_state(self.game, written)

    def _reply(self, pair: object) -> tuple[State, State]:
        if not isinstance(pair, list) or len(pair) != 2 or type(pair[1]) is not int:
            raise Unreadable("a reply is a state and the place of a member, not {pair}", pair=brief(pair))
        if not 0 <= pair[1] < len(self.members):
            raise Refuted(
                "the reply to {option} leads to member {place}, which does not exist",
                option=brief(pair[0]),
                place=pair[1],
            )
        return self._state(pair[0]), self.members[pair[1]]

    def show(self, state: State) -> str:
        return printable(self.game.show(state))

    # -- checking ---------------------------------------------------------------------------

    def start(self, state: State, outcome: object) -> None:
        """The position is a member, or its first move leads to one."""
        if outcome == "P":
            if state not in self.kernel:
                raise Refuted("the position is not a member of the kernel")
        elif self.data.get("first") is None:
            if not (self.misere and self.is_end(state)):
                raise Refuted("an N-position needs a first move")
        else:
            first = self._state(self.data["first"])
            if first not in self.kernel:
                raise Refuted("the first move to {option} does not lead to the kernel", option=self.show(first))
            self.check_move(state, first)

    def members_hold(self) -> None:
        """Every move from a member leads out of the kernel and has a reply back into it."""
        for member in self.members:
            if self.misere and self.is_end(member):
                raise Refuted(
                    "the end of the game, {position}, is won for the player to move in misere play",
                    position=self.show(member),
                )
            self.leads[member] = {self.answer(member, option) for option in self.game.options(member)} - {END}

    def answer(self, member: State, option: State) -> State:
        """The reply to a move from a member; END if that move has ended a misere game."""
        self.work.spend()
        if option in self.kernel:
            raise Refuted(
                "the move from {before} to {after} stays in the kernel",
                before=self.show(member),
                after=self.show(option),
            )
        if option not in self.replies:
            if self.misere and self.is_end(option):
                return END
            raise Refuted(
                "the move from {before} to {after} has no reply", before=self.show(member), after=self.show(option)
            )
        reply = self.replies[option]
        if option not in self.answered:
            self.check_move(option, reply)
            self.answered.add(option)
        return reply

    def check_move(self, before: State, after: State) -> None:
        for option in self.game.options(before):
            self.work.spend()
            if option == after:
                return
        raise Refuted("no move leads from {before} to {after}", before=self.show(before), after=self.show(after))

    def is_end(self, state: State) -> bool:
        return next(iter(self.game.options(state)), END) is END

    def whole(self) -> Message:
        """The message that nothing is left to check."""
        return Message("all {all} members of the kernel checked", params={"all": Number(len(self.members))})

    def play_ends(self) -> None:
        """A player who can always reply never loses, but wins only if play cannot go round in a circle."""
        # Kahn's topological sort: the members that never become ready are on a circle or behind one.
        waiting = dict.fromkeys(self.leads, 0)
        for replies in self.leads.values():
            self.work.look()
            for reply in replies:
                waiting[reply] += 1
        ready = [member for member, count in waiting.items() if count == 0]
        seen = 0
        while ready:
            self.work.look()
            seen += 1
            for reply in self.leads[ready.pop()]:
                waiting[reply] -= 1
                if waiting[reply] == 0:
                    ready.append(reply)
        if seen < len(waiting):
            stuck = next(member for member, count in waiting.items() if count)
            raise Refuted("play can return to {position}", position=self.show(stuck))


# -- draws: from each drawn position a move stays among them, and no move wins ---------------------


def check_draw(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
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
            raise Refuted("the position is not among the drawn positions")

    def members_hold(self) -> None:
        super().members_hold()
        self._draws_hold()

    def play_ends(self) -> None:
        """A rank is the number of rounds that play from a member can last, so it falls with each answer."""
        for member, replies in self.leads.items():
            self.work.look()
            # A member without moves has rank 0.
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
                raise Refuted(
                    "the move from {before} leads to a position that is not in the certificate", before=self.show(state)
                )
            self.check_move(state, self.drawn[place])
            for option in self.game.options(state):
                if option in self.draw:
                    self.work.spend()
                else:
                    self.answer(state, option)

    def whole(self) -> Message:
        params = {"drawn": Number(len(self.drawn)), "all": Number(len(self.members))}
        return Message("all {drawn} drawn positions and {all} members of the kernel checked", params=params)

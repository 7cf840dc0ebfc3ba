"""Checks the value of a position: a list of lines, each of which follows from lines before it.

A line says that a part has a value, or that it does not have one because one of its options has it. Trusted are the
rules of the game: its moves, its parts, and which parts it calls alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ..core.errors import NimatronError, Refuted
from ..core.game import Position, State, Sum
from ..core.message import Message, Number
from ..families.catalog import Catalog
from ..notation.reader import parse
from .outcome_check import LONGEST_TEXT, read_state
from .seal import Unreadable, brief, integer, items, printable, text
from .verdict import CheckBudget, CheckLimit, Verdict


def check_value(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Does each line follow from those before it, and the value from all of them?"""
    written, value = text(data, "position"), integer(data, "value")
    if len(written) > LONGEST_TEXT:
        raise Unreadable("a position of more than {most} characters is too long to check", most=Number(LONGEST_TEXT))
    claim = Message("{position} has value {value}", position=printable(written), value=value)
    try:
        check = ValueCheck(parse(written, catalog), work)
        for line in items(data, "lines"):
            check.read(line)
        check.conclude(value)
    except CheckLimit as fault:
        counts = {"limit": fault.limit, "done": Number(work.done)}
        return Verdict(claim, None, Message("{limit}: {done} states and moves checked", params=counts), work.done)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    except NimatronError as fault:
        raise Unreadable("the certificate cannot be read: {fault}", fault=fault) from None
    except (Exception, SystemExit) as fault:  # a user's rules may fail on states that are none of theirs
        raise Unreadable("the rules fail: {fault}", fault=brief(repr(fault))) from fault
    return Verdict(claim, True, Message("all {all} lines checked", all=Number(check.count)), work.done)


class ValueCheck:
    """The values that parts have and do not have, by the lines so far."""

    def __init__(self, position: Position, work: CheckBudget) -> None:
        self.game, self.state, self.work = position.game, position.state, work
        if isinstance(self.game, Sum):
            raise Unreadable("the value of a sum is the nim-sum of the values: expected one game")
        self.values: dict[Hashable, int] = {}
        self.others: set[tuple[Hashable, int]] = set()
        self.count = 0
        self.sources: dict[Hashable, int] = {}
        """The line that says so, for each value and each value that a part does not have."""
        self.uses: list[set[int]] = []
        """The earlier lines on which each line rests."""

    def read(self, line: object) -> None:
        """Check the next line: `[state, value]`, or `[state, value, option]` if the part does not have it."""
        if not isinstance(line, list) or len(line) not in (2, 3) or type(line[1]) is not int or line[1] < 0:
            raise Unreadable("a line is a state, a value, and perhaps an option, not {line}", line=brief(line))
        state, value = read_state(self.game, line[0]), line[1]
        key = self.game.canonical(state)
        self.work.spend()
        self.uses.append(set())
        if len(line) == 2:
            self.follow(state, value)
            self.values[key] = value
            self.sources[key] = self.count
        else:
            self.reply(state, read_state(self.game, line[2]), value)
            self.others.add((key, value))
            self.sources[key, value] = self.count
        self.count += 1

    def total(self, state: State) -> tuple[int, list[Hashable]]:
        """The nim-sum of the parts whose values are known, and the others."""
        total, unknown = 0, set[Hashable]()
        for game, part in self.game.components(state):
            if game != self.game:
                raise Unreadable("a part is a position of another game")
            key = game.canonical(part)
            if key in self.values:
                total ^= self.values[key]
                self.uses[-1].add(self.sources[key])
            else:
                unknown ^= {key}  # equal parts cancel
        return total, list(unknown)

    def follow(self, state: State, value: int) -> None:
        """No option has the value, and some option has each smaller one."""
        seen = set()
        for option in self.game.options(state):
            self.work.spend()
            total, unknown = self.total(option)
            if not unknown and total != value:
                seen.add(total)
            elif not unknown:
                raise Refuted("{option} is an option with value {value}", option=self.show(option), value=value)
            elif len(unknown) == 1 and (unknown[0], value ^ total) in self.others:
                self.uses[-1].add(self.sources[unknown[0], value ^ total])
            else:
                raise Refuted(
                    "no line shows that {option} does not have value {value}", option=self.show(option), value=value
                )
        for smaller in range(value):
            if smaller not in seen:
                raise Refuted("no option of {position} has value {value}", position=self.show(state), value=smaller)

    def reply(self, state: State, option: State, value: int) -> None:
        """The option is one, and has the value."""
        total, unknown = self.total(option)
        if unknown or total != value:
            raise Refuted("no line shows that {option} has value {value}", option=self.show(option), value=value)
        for other in self.game.options(state):
            self.work.spend()
            if other == option:
                return
        raise Refuted("no move leads from {before} to {after}", before=self.show(state), after=self.show(option))

    def conclude(self, value: int) -> None:
        """The position itself has the value."""
        self.uses.append(set())
        total, unknown = self.total(self.state)
        if unknown or total != value:
            raise Refuted("no line shows that {option} has value {value}", option=self.show(self.state), value=value)

    def show(self, state: State) -> str:
        return printable(self.game.show(state))

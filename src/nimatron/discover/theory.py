"""The rules of a game as automata: where its moves lead, that play ends, and what the lost positions must be."""

from __future__ import annotations

from functools import cached_property, reduce
from itertools import product

from ..core.limits import Budget
from ..families.formula.conditions import Form, FormulaCondition, Statement, Tree, at_most, constant, put_in
from ..families.formula.formula import PRIME
from ..families.formula.rules import Move, Play, Rules
from .automaton import Automaton
from .numeration import Numeration
from .relations import Relations

LARGEST_WEIGHT = 3
"""The largest weight of a number in the sums that show that play ends."""

VALUE, LESS = "#v", "#w"
"""The tracks of a value, and of a smaller one."""

Measure = list[tuple[int, ...]]
"""Weights of the numbers: a move makes the first sum smaller, or keeps it and makes the next one smaller, ..."""


class Clause:
    """One rule with as few numbers as possible: y' = y is not a number of its own, and k = x - x' is put in for k."""

    def __init__(self, move: Move, heaps: tuple[str, ...]) -> None:
        tree, chosen = _without_chosen(move.condition)
        items = list(tree.items)
        after = list(move.after)
        for i, heap in enumerate(heaps):
            copies = [item for item in items if isinstance(item, Statement) and _copies(item, heap)]
            if copies:
                items = [item for item in items if item not in copies]
                items = [put_in(item, heap + PRIME, Form({heap: 1})) for item in items]
                after[i] = heap
        self.tree, self.chosen, self.after = Tree("all", tuple(items)), chosen, tuple(after)
        self.changed = tuple(name for name in after if name.endswith(PRIME))

    def change(self, heaps: tuple[str, ...], weights: tuple[int, ...]) -> Form:
        """By how much a move makes a weighted sum of the numbers larger."""
        total = Form()
        for heap, after, weight in zip(heaps, self.after, weights, strict=True):
            total = total.plus({after: weight}).plus({heap: weight}, -1)
        return total


def _copies(statement: Statement, heap: str) -> bool:
    return (
        statement.kind == "zero"
        and statement.yes
        and dict(statement.form)
        in (
            {heap + PRIME: 1, heap: -1},
            {heap + PRIME: -1, heap: 1},
        )
    )


def _without_chosen(condition: FormulaCondition) -> tuple[Tree, tuple[str, ...]]:
    """The condition without the chosen numbers that an equation determines."""
    items = _flat(condition.tree)
    chosen = list(condition.chosen)
    for name in condition.chosen:
        solved = next((item for item in items if _determines(item, name)), None)
        if isinstance(solved, Statement):
            coefficient = solved.form[name]
            form = Form({n: c for n, c in solved.form.items() if n != name}).times(-coefficient)
            rest = [put_in(item, name, form) for item in items if item is not solved]
            items = [*rest, at_most(form.times(-1))]
            chosen.remove(name)
    return Tree("all", tuple(items)), tuple(chosen)


def _determines(item: Tree | Statement, name: str) -> bool:
    return isinstance(item, Statement) and item.kind == "zero" and item.yes and abs(item.form.get(name, 0)) == 1


def _flat(tree: Tree | Statement) -> list[Tree | Statement]:
    """The items of nested `all`s."""
    if isinstance(tree, Statement) or tree.op == "any":
        return [tree]
    return [item for inner in tree.items for item in _flat(inner)]


class Theory:
    """The rules of a game in one numeration."""

    def __init__(self, game: Rules, numeration: Numeration, budget: Budget) -> None:
        self.game, self.play = game, game.play()
        self.heaps = self.play.heaps
        self.relations = Relations(numeration, budget)
        self.clauses = clauses(self.play)

    @property
    def numeration(self) -> Numeration:
        return self.relations.numeration

    def _about(self, condition: FormulaCondition | None) -> Automaton:
        """The positions that fulfil a condition."""
        everything = self.relations.numbers(self.heaps)
        if condition is None:
            return everything
        return self.relations.both(everything, self.relations.tree(condition.tree, condition.chosen)).widen(self.heaps)

    @cached_property
    def positions(self) -> Automaton:
        """All positions."""
        return self._about(self.play.positions)

    @cached_property
    def moves(self) -> list[Automaton]:
        """For each rule, the pairs of positions before and after a move; numbers that stay occur once."""
        return [self._move(clause) for clause in self.clauses]

    def _move(self, clause: Clause) -> Automaton:
        found = self.relations.tree(clause.tree, clause.chosen)
        if self.play.positions is not None:
            found = self.relations.both(
                self.relations.both(found, self.positions), self.positions.rename(*clause.after)
            )
        return found

    def into(self, target: Automaton) -> Automaton:
        """The positions with a move into a set of positions; further numbers of `target`, as a value, stay."""
        extra = target.tracks[len(self.heaps) :]
        found = [
            self.relations.exists(self.relations.both(move, target.rename(*clause.after, *extra)), clause.changed)
            for clause, move in zip(self.clauses, self.moves, strict=True)
        ]
        return reduce(self.relations.either, found).widen([*self.heaps, *extra])

    def moves_into(self, target: Automaton) -> Automaton:
        """All moves into a set, as numbers before, further numbers of the set, numbers after."""
        relations, extra = self.relations, target.tracks[len(self.heaps) :]
        after = [heap + PRIME for heap in self.heaps]
        found = []
        for clause, move in zip(self.clauses, self.moves, strict=True):
            there = relations.both(move, target.rename(*clause.after, *extra))
            for heap, name in zip(self.heaps, clause.after, strict=True):
                if name == heap:  # a number that stays has a track of its own here
                    there = relations.both(there, relations.linear(Form({heap + PRIME: 1, heap: -1}), "zero"))
            found.append(there.widen([*self.heaps, *extra, *after]))
        return reduce(relations.either, found)

    def won_by_move(self, lost: Automaton) -> Automaton:
        """The positions with a move to a lost one that cannot be blocked."""
        if not self.game.block:
            return self.into(lost)
        after = [heap + PRIME for heap in self.heaps]
        return self.relations.more_than(self.moves_into(lost), after, self.game.block)

    @cached_property
    def won_at_end(self) -> Automaton:
        """The positions without a move that the player to move has won."""
        if not self.game.misere and self.play.won is None:
            return Automaton(
                self.heaps, self.numeration.digits, [[0] * self.numeration.digits ** len(self.heaps)], set()
            )
        final = self.relations.minus(self.positions, self.into(self.positions))
        return final if self.game.misere else self.relations.both(final, self._about(self.play.won))

    def consequence(self, lost: Automaton) -> Automaton:
        """What the lost positions must be if `lost` are: the positions without a move to them that are not won."""
        rest = self.relations.minus(self.positions, self.won_by_move(lost))
        return self.relations.minus(rest, self.won_at_end)

    def required_values(self, values: Automaton) -> Automaton:
        """What the pairs of position and value must be if they are `values`: the value is the least that no move has.

        Like the lost positions, exactly one relation equals what is required of it, if play ends.
        """
        relations = self.relations
        free = relations.minus(relations.both(self.positions, relations.numbers([VALUE])), self.into(values))
        less = relations.linear(Form({LESS: 1, VALUE: -1, "": 1}), "at most")
        other = relations.both(free.widen([*self.heaps, VALUE]).rename(*self.heaps, LESS), less)
        return relations.minus(free, relations.exists(other, [LESS])).widen([*self.heaps, VALUE])

    def required_layer(self, left: Automaton, layer: Automaton) -> Automaton:
        """What the positions of the next value must be, if `left` are the positions without the values before it."""
        return self.relations.minus(left, self.into(layer)).widen(self.heaps)

    def measure(self) -> Measure | None:
        """Weights that show that play ends; None if none are found."""
        count = len(self.heaps)
        weights = [w for w in product(range(LARGEST_WEIGHT + 1), repeat=count) if any(w)]
        weights.sort(key=lambda w: (max(w), -sum(w)))
        left, found = list(range(len(self.clauses))), []
        while left:
            for weight in weights:
                smaller = [i for i in left if self._shrinks(i, weight, 1)]
                if smaller and all(i in smaller or self._shrinks(i, weight, 0) for i in left):
                    found.append(weight)
                    left = [i for i in left if i not in smaller]
                    break
            else:
                return None
        return found

    def _shrinks(self, i: int, weights: tuple[int, ...], by: int) -> bool:
        """Does every move of a rule make a weighted sum smaller by at least this much?"""
        change = self.clauses[i].change(self.heaps, weights).plus(constant(by))
        return self.relations.includes(self.relations.linear(change, "at most"), self.moves[i])

    def never_grows(self) -> bool:
        """Does no move make a number larger? Then the positions in a box lead nowhere else."""
        count = len(self.heaps)
        singles = [tuple(int(i == j) for j in range(count)) for i in range(count)]
        return all(self._shrinks(i, single, 0) for i in range(len(self.clauses)) for single in singles)


def clauses(play: Play) -> list[Clause]:
    """The rules of a game, each with as few numbers as possible."""
    return [Clause(move, play.heaps) for move in play.moves]

"""The tasks: the five programs of the lesson plan, three of the slides on recursion, one of the lecture on nimbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from ...core.errors import UsageError
from ...core.message import Message
from ...play.lexicon import MOVE
from .task import Case, Task

IS_LOSING = Message("name of a function: is_losing, losing")
WINNING_MOVE = Message("name of a function: winning_move")
VALUES = Message("name of a function: values, table")
PRODUCT = Message("name of a function: nim_product, nim_mul")

SETS = ((1, 2, 3), (1, 2), (1, 3, 4), (2, 3, 7, 8), (1, 2, 6, 11))


def _take_away() -> Iterator[Case]:
    return (Case((n,), f"subtraction{{1,2,3}}: {n}") for n in range(1, 61))


def _sets() -> Iterator[Case]:
    for n in range(1, 41):
        for moves in SETS:
            if n >= moves[0]:
                yield Case((n, list(moves)), f"subtraction{{{','.join(map(str, moves))}}}: {n}")


def _heaps(most: int, total: int, more: Sequence[tuple[int, ...]] = ()) -> list[tuple[int, ...]]:
    """One to three heaps, the small ones first."""
    found = [heaps for size in (1, 2, 3) for heaps in product(range(most + 1), repeat=size) if 0 < sum(heaps) <= total]
    return [*sorted(found, key=lambda heaps: (sum(heaps), len(heaps), heaps)), *more]


def _nim(heaps: Sequence[tuple[int, ...]]) -> Iterator[Case]:
    return (Case((list(state),), f"nim: {' '.join(map(str, state))}") for state in heaps)


def _large_nim() -> Iterator[Case]:
    return _nim(_heaps(5, 12, [(11, 20, 25), (7, 9, 14, 100), (1000, 2000, 3000)]))


def _small_nim() -> Iterator[Case]:
    return _nim(_heaps(4, 6))


def _wythoff() -> Iterator[Case]:
    squares = sorted(product(range(14), repeat=2), key=lambda square: (sum(square), square))
    return (Case(square, f"wythoff: {square[0]} {square[1]}") for square in squares)


def _kayles() -> Iterator[Case]:
    return (Case((n,), f"kayles: {n}") for n in (*range(13), 100))


def _chomp() -> Iterator[Case]:
    """Small bars and two large ones, which are beyond recursion without a memory."""
    found = [rows[::-1] for size in (1, 2, 3) for rows in combinations_with_replacement(range(1, 5), size)]
    for rows in [*sorted(found, key=lambda rows: (sum(rows), rows)), (5, 5, 5, 5), (7, 7, 7, 7)]:
        yield Case((list(rows),), f"chomp: {' '.join(map(str, rows))}")


def _product() -> Iterator[Case]:
    pairs = sorted(product(range(11), repeat=2), key=lambda pair: (sum(pair), pair))
    return (Case(pair, f"corners: {pair[0]},{pair[1]}") for pair in pairs)


TASKS: tuple[Task, ...] = (
    Task(
        "take-away",
        Message("Take-away by the remainder"),
        Message(
            "Players take 1, 2 or 3 coins in turn; whoever takes the last coin wins. There are n coins, and it is "
            "your program's turn. The function returns how many coins it takes, and wins whenever that is "
            "possible."
        ),
        MOVE,
        "n",
        "move",
        _take_away,
        (
            Message("Which numbers of coins would you like to leave?"),
            Message("What is the remainder of such numbers when you divide by 4?"),
            Message("n % 4 is the remainder. What if it is 0, and you must take at least one coin?"),
        ),
        "return 1",
        "def {name}(n):\n    return n % 4 or 1\n",
        "subtraction{1,2,3}: 13",
    ),
    Task(
        "nim",
        Message("Nim by bit operations"),
        Message(
            "heaps is a list of numbers, such as [3, 4, 5]. A move takes any number of coins from one heap; "
            "whoever takes the last coin wins. The function returns the list of heaps after its move, such as [1, "
            "4, 5]."
        ),
        MOVE,
        "heaps",
        "move",
        _large_nim,
        (
            Message("When do two heaps lose? And what takes the place of “equal” for three heaps?"),
            Message("In Python, a ^ b is the nim-sum. What should it be for the heaps that you leave?"),
            Message("Let s be the nim-sum of all heaps. For which heap h is h ^ s less than h?"),
        ),
        "return heaps",
        """\
def {name}(heaps):
    s = 0
    for h in heaps:
        s ^= h
    for i, h in enumerate(heaps):
        if h ^ s < h:
            return heaps[:i] + [h ^ s] + heaps[i + 1:]
    i = heaps.index(max(heaps))
    return heaps[:i] + [heaps[i] - 1] + heaps[i + 1:]
""",
        "nim: 3 4 5",
    ),
    Task(
        "any-set",
        Message("Any set of moves, by a table"),
        Message(
            "As take-away, but moves is a list of the numbers that may be taken, such as [2, 3, 7, 8]; whoever "
            "cannot move loses. The function returns how many of n coins it takes. A remainder is not enough "
            "here."
        ),
        MOVE,
        "n, moves",
        "move",
        _sets,
        (
            Message("Which numbers of coins are losing? What about 0, where there is no move?"),
            Message("n is losing if no move leads to a losing number. Can you fill a list from 0 to n?"),
            Message(
                "losing[k] = not any(losing[k - m] for m in moves if m <= k). Which move leads to a losing number?"
            ),
        ),
        "return moves[0]",
        """\
def {name}(n, moves):
    losing = []
    for k in range(n + 1):
        losing.append(not any(losing[k - m] for m in moves if m <= k))
    for m in moves:
        if m <= n and losing[n - m]:
            return m
    return min(moves)
""",
    ),
    Task(
        "wythoff",
        Message("The queen, square by square"),
        Message(
            "A queen is on column x and row y, counted from 0. She moves left, down, or diagonally left and down; "
            "whoever puts her on (0, 0) wins. The function returns True if the player to move loses, else False."
        ),
        IS_LOSING,
        "x, y",
        "losing",
        _wythoff,
        (
            Message("Which squares can the queen reach from (x, y)?"),
            Message("A square is losing if no move leads to a losing one. In which order can you mark them?"),
            Message(
                "Keep a table of marks, row by row: all squares that the queen reaches come before. Do you use it?"
            ),
        ),
        "return False",
        """\
def {name}(x, y):
    losing = {}
    for b in range(y + 1):
        for a in range(x + 1):
            left = any(losing[c, b] for c in range(a))
            down = any(losing[a, d] for d in range(b))
            diagonal = any(losing[a - k, b - k] for k in range(1, min(a, b) + 1))
            losing[a, b] = not (left or down or diagonal)
    return losing[x, y]
""",
    ),
    Task(
        "kayles",
        Message("Kayles by dynamic programming"),
        Message(
            "n bottles stand in a row; a throw breaks one bottle or two neighbours. The function returns the list "
            "of the Sprague-Grundy values of rows of 0, 1, 2, ..., n bottles: n + 1 numbers."
        ),
        VALUES,
        "n",
        "values",
        _kayles,
        (
            Message("Which two rows does a throw leave, and what is the value of the two together?"),
            Message("The value is the mex of all values that a throw leads to. How do you compute a mex?"),
            Message("Does a throw at the end of the row leave a row of 0 bottles on one side in your loop?"),
        ),
        "return [0] * (n + 1)",
        """\
def {name}(n):
    g = [0]
    for k in range(1, n + 1):
        reached = set()
        for broken in (1, 2):
            for left in range(k - broken + 1):
                reached.add(g[left] ^ g[k - broken - left])
        value = 0
        while value in reached:
            value += 1
        g.append(value)
    return g
""",
    ),
    Task(
        "is-losing",
        Message("Losing positions by recursion"),
        Message(
            "heaps is a list of Nim heaps. A position is losing if no option of it is losing. The function "
            "returns True if the player to move loses, else False. Use the definition: the function may call "
            "itself."
        ),
        IS_LOSING,
        "heaps",
        "losing",
        _small_nim,
        (
            Message("Which lists of heaps can a move leave? Can you make them all?"),
            Message("For each option: what does it mean if the function says that it is losing?"),
            Message("After all options: what do you return if none of them was losing?"),
        ),
        "return True",
        """\
def {name}(heaps):
    for i, h in enumerate(heaps):
        for left in range(h):
            if {name}(heaps[:i] + [left] + heaps[i + 1:]):
                return False
    return True
""",
    ),
    Task(
        "winning-move",
        Message("A winning move by recursion"),
        Message(
            "heaps is a list of Nim heaps. The function returns the heaps after a winning move, or None if no "
            "move wins. Write a function for losing positions beside it, and let both look at all options."
        ),
        WINNING_MOVE,
        "heaps",
        "winning move",
        _small_nim,
        (
            Message("Which option do you want to leave to the other player?"),
            Message("Can you use a second function that says whether a position is losing?"),
            Message("Do you return None after the loop over all options, and not inside it?"),
        ),
        "return None",
        """\
def options(heaps):
    for i, h in enumerate(heaps):
        for left in range(h):
            yield heaps[:i] + [left] + heaps[i + 1:]


def losing(heaps):
    return not any(losing(option) for option in options(heaps))


def {name}(heaps):
    for option in options(heaps):
        if losing(option):
            return option
    return None
""",
    ),
    Task(
        "memo",
        Message("Recursion with a memory"),
        Message(
            "Chomp: rows is the list of the lengths of the rows of a bar, from the bottom up, such as [3, 3, 1]. "
            "A move chooses a square and eats it with all squares above and to the right; nobody may eat the "
            "square at the bottom left. The function returns True if the player to move loses, also for 4 rows of "
            "7: remember results."
        ),
        IS_LOSING,
        "rows",
        "losing",
        _chomp,
        (
            Message("A move at row r and column c: what becomes of row r and of the rows above it?"),
            Message("How often does your function meet the same bar? Where could it remember its answer?"),
            Message("A dictionary needs keys that do not change: do you use tuple(rows) as the key?"),
        ),
        "return rows == [1]",
        """\
memory = {}


def {name}(rows):
    key = tuple(rows)
    if key not in memory:
        memory[key] = True
        for r in range(len(rows)):
            for c in range(rows[r]):
                if r + c > 0:
                    after = rows[:r] + [min(c, length) for length in rows[r:]]
                    if {name}([length for length in after if length]):
                        memory[key] = False
    return memory[key]
""",
    ),
    Task(
        "nim-product",
        Message("The nim-product by its definition"),
        Message(
            "x ⊗ y is the value of one coin at (x, y) in Turning Corners: the mex of (a ⊗ y) ^ (x ⊗ b) ^ (a ⊗ b) "
            "for all a < x and b < y. The function returns x ⊗ y."
        ),
        PRODUCT,
        "x, y",
        "value",
        _product,
        (
            Message("What is the product if x or y is 0? Is there any pair a, b then?"),
            Message("The three products on the right are smaller ones: can the function call itself?"),
            Message("Without a memory the same products are computed again and again. Where do you keep them?"),
        ),
        "return x * y",
        """\
from functools import cache


@cache
def {name}(x, y):
    reached = {{name}(a, y) ^ {name}(x, b) ^ {name}(a, b) for a in range(x) for b in range(y)}
    value = 0
    while value in reached:
        value += 1
    return value
""",
    ),
)


def task_of(id: str) -> Task:
    """The task with this id; UsageError if there is none.

    >>> task_of("kayles").parameters
    'n'
    """
    for task in TASKS:
        if task.id == id:
            return task
    ids = ", ".join(task.id for task in TASKS)
    raise UsageError("there is no task {id!r}: expected one of {ids}", id=id[:40], ids=ids)

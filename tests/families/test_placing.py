"""Placing games beside a definition of their own: sets of squares, no bits, no parts, no symmetry."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from every_row import every_row

import nimatron as nt
from nimatron.core.limits import Budget
from nimatron.families.placing.board_shapes import PIECES, SURFACES
from nimatron.families.placing.placing_search import PlacingSearch, placing_table
from nimatron.show.pictures import draw, pictures

Squares = frozenset[tuple[int, int]]
Moves = set[tuple[Squares, Squares]]
NODE_KAYLES = {"covers": ["#"], "forbids": [".#.", "#.#", ".#."]}


def plain_moves(drawings: list[str], turns: bool, width: int, height: int, surface: str) -> Moves:
    """The squares that each move covers, and those that it takes, by trying every square as the origin."""
    found = set()
    for text in drawings:
        drawn = {(x, y): mark for y, row in enumerate(text.split("/")) for x, mark in enumerate(row) if mark != "."}
        for _ in range((6 if surface == "hexagons" else 4) if turns else 1):
            for a, b in product(range(-12, width + 12), range(-12, height + 12)):
                covers, takes, whole = set(), set(), True
                for (x, y), mark in drawn.items():
                    square = (x + a, y + b)
                    if surface in ("cylinder", "torus"):
                        square = (square[0] % width, square[1])
                    if surface == "torus":
                        square = (square[0], square[1] % height)
                    inside = 0 <= square[0] < width and 0 <= square[1] < height
                    if mark == "#":
                        whole &= inside and square not in covers
                        covers.add(square)
                    if inside:
                        takes.add(square)
                if whole:
                    found.add((frozenset(covers), frozenset(takes)))
            turn = (lambda x, y: (-y, x + y)) if surface == "hexagons" else (lambda x, y: (-y, x))
            drawn = {turn(x, y): mark for (x, y), mark in drawn.items()}
    return found


def plain_value(moves: Moves, free: Squares) -> int:
    @cache
    def value(left: Squares) -> int:
        seen = {value(left - takes) for covers, takes in moves if covers <= left}
        return next(n for n in range(len(seen) + 1) if n not in seen)

    return value(free)


def random_drawing(random: Random) -> str:
    """A connected shape with up to three squares, and some blocked squares around it."""
    squares = {(2, 2)}
    while len(squares) < random.randint(1, 3):
        x, y = random.choice(sorted(squares))
        squares.add(random.choice([(x + 1, y), (x, y + 1), (x - 1, y), (x + 1, y + 1)]))
    blocked = {(random.randrange(5), random.randrange(5)) for _ in range(random.choice([0, 0, 1, 3, 6]))}
    marks = {**dict.fromkeys(blocked, "x"), **dict.fromkeys(squares, "#")}
    return "/".join("".join(marks.get((x, y), ".") for x in range(7)) for y in range(7))


def random_board(random: Random) -> tuple[str, int, int, Squares]:
    width, height = random.choice([(3, 3), (4, 3), (2, 5), (4, 4), (5, 3), (7, 2)])
    rows = ["".join(random.choice("....#") for _ in range(width)) for _ in range(height)]
    free = frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == ".")
    return "/".join(rows), width, height, free


def one_random(seed: int) -> None:
    """A random game on a random board: the whole solver, and the kernel alone, beside the definition."""
    random = Random(seed)
    drawings = [random_drawing(random) for _ in range(random.choice([1, 1, 2]))]
    turns, surface = random.random() < 0.5, random.choice(SURFACES)
    board, width, height, free = random_board(random)
    moves = plain_moves(drawings, turns, width, height, surface)
    if not moves:
        with pytest.raises(nt.BadText, match="no shape fits"):
            nt.Placing(f"{board} {surface}", " ".join(drawings), turns=turns)
        return
    game = nt.Placing(f"{board} {surface}", " ".join(drawings), turns=turns)
    position, expected = game(), plain_value(moves, free)
    assert nt.parse(str(position)) == position, seed
    assert nt.grundy(position) == expected, (seed, str(position))
    search = PlacingSearch(game, placing_table(game, width, height), Budget())
    assert search.value(game.start) == expected, (seed, str(position))


def test_random_boards() -> None:
    for seed in range(12):
        one_random(seed)


@pytest.mark.slow
def test_many_random_boards() -> None:
    for seed in range(100, 140):
        one_random(seed)


def plain_attacks(name: str, width: int, height: int) -> Moves:
    """Chess pieces on a rectangle: each square with those that differ from it as the piece moves."""

    def attacks(dx: int, dy: int) -> bool:
        straight, diagonal, near = 0 in (dx, dy), abs(dx) == abs(dy), max(abs(dx), abs(dy)) <= 1
        return {
            "queen": straight or diagonal, "rook": straight, "bishop": diagonal, "king": near,
            "knight": {abs(dx), abs(dy)} == {1, 2} or dx == dy == 0,
        }[name]  # fmt: skip

    squares = list(product(range(width), range(height)))
    return {(frozenset([(a, b)]), frozenset((x, y) for x, y in squares if attacks(x - a, y - b))) for a, b in squares}


@pytest.mark.parametrize("name", PIECES)
def test_chess_pieces(name: str) -> None:
    for width, height in ((3, 3), (4, 3), (4, 4)):
        moves = plain_attacks(name, width, height)
        expected = plain_value(moves, frozenset(product(range(width), range(height))))
        assert nt.grundy(nt.Placing(f"{width}x{height}", name)()) == expected
        assert nt.grundy(nt.Placing(f"{width}x{height}", name)()) == expected


def test_known_games() -> None:
    """Cram, Node Kayles on a path (Dawson's Kayles one square shorter) and rooks (each takes a row and a column)."""
    for size in ("4x3", "5x3", "4x4", "6x4"):
        assert nt.grundy(f"placing{{## turns}}: {size}") == nt.grundy(f"cram: {size}")
    for n in range(1, 20):
        assert nt.grundy(nt.Placing(f"{n}x1", covers=["#"], forbids=["###"])()) == nt.grundy(nt.DawsonKayles(n + 1))
    for width, height in ((3, 5), (6, 6), (8, 3)):
        assert nt.grundy(f"placing{{rook}}: {width}x{height}") == min(width, height) % 2


def test_queens() -> None:
    """A344227."""
    assert [nt.grundy(f"placing{{queen}}: {n}x{n}") for n in range(1, 9)] == [1, 1, 2, 1, 3, 1, 2, 3]


def test_two_words() -> None:
    """Boards of more than 64 squares, in words of two halves: parts of it have the values that they have alone."""
    game = nt.Placing("11x7", **NODE_KAYLES)
    one, two = nt.Placing("3x3", **NODE_KAYLES), nt.Placing("4x2", **NODE_KAYLES)
    rows = ["...#...####", "...########", "...########", "###########", "#######....", "#######....", "###########"]
    position = nt.Placing("/".join(rows), **NODE_KAYLES)()
    lone = nt.grundy(nt.Placing("3x1", **NODE_KAYLES)())
    assert nt.grundy(position) == nt.grundy(one()) ^ nt.grundy(two()) ^ lone
    assert str(game) == str(one)
    assert nt.grundy(nt.Placing("22x3", **NODE_KAYLES)()) == nt.grundy(nt.Placing("3x22", **NODE_KAYLES)())


def test_hexagons_are_drawn_beside_their_neighbours() -> None:
    """The squares that are near on the picture are blocked by a piece that blocks its six neighbours."""
    neighbours = nt.parse("placing{.xx/x#x/xx. hexagons}: 5x4")
    (picture,) = pictures(neighbours)
    assert picture is not None
    assert picture.name == "hexagons"
    places = {shape.id: complex(shape.x, shape.y) for shape in picture.shapes}
    for option in neighbours:
        ((x, y),) = [(i % 5 + 1, i // 5 + 1) for i in range(20) if option.state[3] >> i & 1]
        blocked = {f"{i % 5 + 1},{i // 5 + 1}" for i in range(20) if not (option.state[2] | option.state[3]) >> i & 1}
        near = {id for id, at in places.items() if 0.5 < abs(at - places[f"{x},{y}"]) < 1.2}
        assert near <= blocked
    assert draw(neighbours).splitlines()[1].startswith(" 2")


def test_winning_moves() -> None:
    for text in ("placing{queen}: 4x4", "placing{## turns}: 4x3 + nim: 2", "placing{#./#x turns}: 4x4"):
        position = nt.parse(text)
        winning = nt.winning_moves(position)
        assert set(winning) == {option for option in position if nt.is_losing(option)}
        assert len({*position}) == len([*position])


def test_notation() -> None:
    game = nt.Placing("6x7", covers=["##"], turns=True)
    assert str(game) == "placing{## turns}"
    assert nt.Placing("8x8 torus", "queen").parameters == "queen torus"
    assert nt.Placing(["..", ".#"], "king")().state == (2, 2, 7, 0)
    assert nt.Placing("3x3", covers=[["##"], ["#", "#"]]).parameters == "## #/#"
    assert nt.Placing("3x3", "queen") == nt.Placing("4x4", "queen") != nt.Placing("4x4", "rook")
    position = nt.parse("placing{.x./x#x/.x.}: 3x2")
    after = next(iter(position))
    assert str(after) == "placing{.x./x#x/.x.}: o#./#.."
    assert position.game.describe(position.state, after.state).msgid == "cover {squares}"
    turned = nt.parse("placing{#x turns}: 2x2")
    assert len({str(turned.game.describe(turned.state, option.state).params) for option in turned}) == 12


@every_row(("text", "fault"), [
    ("placing{}: 3x3", "name a piece"),
    ("placing: 3x3", "expected parameters in braces"),
    ("placing{quen}: 3x3", "draw a shape with #"),
    ("placing{#.#}: 3x3", "must touch"),
    ("placing{..}: 3x3", "at least one square"),
    ("placing{##/#}: 3x3", "as long as the first"),
    ("placing{queen}: 12x12", "1 to 128 squares"),
    ("placing{queen}: 0x2", "1 to 128 squares"),
    ("placing{####}: 3x3", "no shape fits"),
    ("placing{## torus}: 1x1", "no shape fits"),
    ("placing{queen}: ..#/..", "as long as the first"),
    ("placing{queen}: .y", "expected a board"),
    ("placing{queen}:", "expected a board"),
    ("placing{queen torus cylinder}: 3x3", "one surface"),
    ("placing{# # # # # # # # # # # # #}: 3x3", "at most 12 shapes"),
])  # fmt: skip
def test_bad_text(text: str, fault: str) -> None:
    with pytest.raises(nt.BadText, match=fault):
        nt.parse(text)


@every_row(("arguments", "fault"), [
    ({"board": "3x3"}, "name a piece"),
    ({"board": "3x3", "covers": ["##"], "forbids": ["#"]}, "common centre"),
    ({"board": "3x3", "covers": "##"}, "rows of characters"),
    ({"board": "3x3", "covers": [["##"]], "forbids": [["#"], ["#"]]}, "rows of characters"),
    ({"board": "3x3", "piece": "kng"}, "draw a shape"),
    ({"board": "abc", "piece": "king"}, "expected a board"),
    ({"board": 5, "piece": "king"}, "a board is text"),
    ({"board": "5x5", "piece": 5}, "a piece is text"),
    ({"board": "5x5", "covers": [5]}, "rows of characters"),
])  # fmt: skip
def test_bad_arguments(arguments: dict[str, object], fault: str) -> None:
    with pytest.raises((nt.UsageError, nt.BadText), match=fault):
        nt.Placing(**arguments)


def test_promises() -> None:
    for board, piece in (("3x3", "king"), ("2x3", "##"), ("2x2", "#x")):
        assert nt.check(nt.Placing(board, piece, turns=piece != "king")).passed

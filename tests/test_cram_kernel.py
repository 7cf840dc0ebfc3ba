"""The Cram kernel against plain search, and its limits."""

import random

import pytest

from nimatron.games.cram import Cram, cropped, dominoes, regions, smallest_image
from nimatron.nimbers import mex
from nimatron.values.budget import Budget
from nimatron.values.cramming import Cramming
from nimatron.values.cramtable import CramTable

VALUES: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}


def plain(width: int, height: int, cells: int) -> int:
    """The value by the definition, region by region."""
    total = 0
    for region in regions(width, height, cells):
        image = smallest_image(width, height, region)
        if image not in VALUES:
            w, h, squares = image
            VALUES[image] = mex({plain(w, h, squares ^ domino) for domino in dominoes(w, h, squares)})
        total ^= VALUES[image]
    return total


@pytest.fixture(scope="module")
def table() -> CramTable:
    return CramTable()


def kernel(table: CramTable, width: int, height: int, cells: int) -> int:
    return Cramming(table, Budget()).value(Cram, (width, height, cells))


def full(width: int, height: int) -> tuple[int, int, int]:
    return width, height, (1 << width * height) - 1


def polyominoes(most: int) -> set[tuple[int, int, int]]:
    """All connected shapes of up to `most` squares, one of each set of images."""
    level = {(1, 1, 1)}
    found = set(level)
    for _ in range(most - 1):
        level = {image for shape in level for image in grown(*shape)}
        found |= level
    return found


def grown(width: int, height: int, cells: int) -> set[tuple[int, int, int]]:
    """The shapes with one more square."""
    w, h = width + 2, height + 2
    framed = sum((cells >> y * width & (1 << width) - 1) << (y + 1) * w + 1 for y in range(height))
    new = (framed << 1 | framed >> 1 | framed << w | framed >> w) & ~framed
    return {smallest_image(w, h, framed | 1 << i) for i in range(w * h) if new >> i & 1}


def test_all_shapes_up_to_nine_squares(table: CramTable) -> None:
    shapes = polyominoes(9)
    assert len(shapes) == 1 + 1 + 2 + 5 + 12 + 35 + 108 + 369 + 1285
    for shape in shapes:
        assert kernel(table, *shape) == plain(*shape), shape


@pytest.mark.parametrize("size", [(6, 6), (8, 4), (5, 7), (12, 3), (16, 2), (9, 5), (21, 3)])
def test_random_shapes(table: CramTable, size: tuple[int, int]) -> None:
    width, height = size
    chance = random.Random(width * 100 + height)
    for count in [8, 12, 14, 16] * 15:
        cells = sum(1 << i for i in chance.sample(range(width * height), count))
        assert kernel(table, width, height, cells) == plain(width, height, cells)
    for _ in range(20):  # connected ones are harder
        cells = 1 << chance.randrange(width * height)
        while cells.bit_count() < 16:
            w, h, squares = chance.choice(sorted(grown(*cropped(width, height, cells))))
            if w > width or h > height:
                continue
            cells = sum((squares >> y * w & (1 << w) - 1) << y * width for y in range(h))
        assert kernel(table, width, height, cells) == plain(width, height, cells)


def test_shapes_with_holes(table: CramTable) -> None:
    for text in ["...../.#.#./...../.#.#./.....", "......../.######./........", "...../.###./.###./....."]:
        state = Cram.parse(text)
        assert kernel(table, *state) == plain(*state)

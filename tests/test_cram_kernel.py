"""The Cram kernel against plain search, and its limits."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from nimatron import Limit, UsageError, analyse, grundy, outcome, parse, winning_moves
from nimatron.cli.program import app
from nimatron.core.limits import Budget, Limits
from nimatron.families.cram import regions as cramming
from nimatron.families.cram import table_search as cramtable
from nimatron.families.cram.cram_folder import CramFolder
from nimatron.families.cram.regions import CramSearch
from nimatron.families.cram.rules import Cram, dominoes, regions, smallest_image
from nimatron.families.cram.table_search import LARGE_PAGE, CramTable, prefer_large_pages
from nimatron.nimbers.finite import mex

VALUES: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
WIDE: dict[int, CramTable] = {}
"""For pieces in words of two halves, by the most squares of a box that goes to one half."""


BOXES = np.zeros(1 << 22, np.uint8)
"""The values of small boxes, filled by the kernel."""


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
    return CramSearch(table, Budget()).value((width, height, cells))


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


def connected(width: int, height: int, count: int, chance: random.Random) -> int:
    """A random connected shape on a board."""
    cells, first = 1 << chance.randrange(width * height), sum(1 << y * width for y in range(height))
    last, board = first << width - 1, (1 << width * height) - 1
    while cells.bit_count() < count:
        around = (cells & ~last) << 1 | (cells & ~first) >> 1 | cells << width | cells >> width
        free = [i for i in range(width * height) if (around & board & ~cells) >> i & 1]
        cells |= 1 << chance.choice(free)
    return cells


@pytest.mark.parametrize("most", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_all_small_shapes(table: CramTable, most: int) -> None:
    shapes = polyominoes(most)
    assert len(shapes) == sum([1, 1, 2, 5, 12, 35, 108, 369, 1285][:most])
    for shape in shapes:
        assert kernel(table, *shape) == plain(*shape), shape


@pytest.mark.parametrize("size", [(6, 6), (8, 4), (5, 7), (12, 3), (16, 2), (9, 5), (21, 3)])
@pytest.mark.one_in(3)
def test_random_shapes(table: CramTable, size: tuple[int, int]) -> None:
    width, height = size
    chance = random.Random(width * 100 + height)
    for count in [8, 12, 14, 16] * 15:
        cells = sum(1 << i for i in chance.sample(range(width * height), count))
        assert kernel(table, width, height, cells) == plain(width, height, cells)
    for _ in range(20):  # connected ones are harder
        cells = connected(width, height, 16, chance)
        assert kernel(table, width, height, cells) == plain(width, height, cells)


def test_shapes_with_holes(table: CramTable) -> None:
    for text in ["...../.#.#./...../.#.#./.....", "......../.######./........", "...../.###./.###./....."]:
        state = Cram.parse(text)
        assert kernel(table, *state) == plain(*state)


# -- boards --------------------------------------------------------------------------------------

# Nimbers of rows x columns: the table of the igs solver (Beling), recomputed there and here.
BOARDS = {
    3: {3: 0, 4: 1, 5: 1, 6: 4, 7: 1, 8: 3, 9: 1, 10: 2, 11: 0, 12: 1, 13: 2, 14: 3, 15: 1},
    4: {4: 0, 5: 2, 6: 0, 7: 3, 8: 0, 9: 1, 10: 0, 11: 1},
    5: {5: 0, 6: 2, 7: 1, 8: 1},
}


@pytest.mark.parametrize("most", [28, pytest.param(45, marks=pytest.mark.slow)])
@pytest.mark.parametrize("height", BOARDS)
def test_boards(table: CramTable, height: int, most: int) -> None:
    values = {width: value for width, value in BOARDS[height].items() if width * height <= most}
    assert {width: kernel(table, *full(width, height)) for width in values} == values
    assert {width: kernel(table, *full(height, width)) for width in values} == values


@pytest.mark.long
@pytest.mark.parametrize(("board", "value"), [("9x5", 1), ("7x6", 5), ("7x7", 1), ("17x3", 0), ("18x3", 1)])
def test_large_boards(board: str, value: int) -> None:
    assert kernel(CramTable(jobs=2), *Cram.parse(board)) == value


def test_thin_boards(table: CramTable) -> None:
    row = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0]
    assert [kernel(table, *full(n, 1)) for n in range(1, 36)] == row[1:]
    assert [kernel(table, *full(1, n)) for n in range(1, 36)] == row[1:]
    assert [kernel(table, *full(n, 2)) for n in range(2, 33)] == [n % 2 for n in range(2, 33)]
    assert kernel(table, *full(128, 1)) == cramtable.dawsons_kayles(128)[128]


def wide(monkeypatch: pytest.MonkeyPatch, most: int) -> CramTable:
    """A table in which boxes of more than `most` squares are in words of two halves, although one would do."""
    monkeypatch.setattr(cramming, "word_for", lambda width, height: 2)
    monkeypatch.setattr(cramtable, "HALF_BOX", most)
    return WIDE.setdefault(most, CramTable())


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", [(6, 6), (12, 3), (21, 3), (16, 8), (11, 11), (9, 9), (40, 3), (60, 2)])
def test_words_of_two_halves(size: tuple[int, int], count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in words of 128 bits, in rows of 16 or of any width, against plain search."""
    width, height = size
    chance = random.Random(width)
    for i in range(count):
        cells = connected(width, height, 16, chance)
        cells |= connected(width, height, 7, chance)
        assert kernel(wide(monkeypatch, 30 * (i % 2)), width, height, cells) == plain(width, height, cells)


@given(st.data())
def test_values_of_small_boxes(data: st.DataObject) -> None:
    """Those of positions that fall apart, too: the search only asks about single pieces."""
    from nimatron.kernels.cram.crampieces import SEVENS, box_value

    width, height = data.draw(st.sampled_from([(5, 4), (7, 3)]))
    cells = data.draw(st.integers(0, (1 << width * height) - 1))
    shape = cells | SEVENS * (width == 7)
    assert box_value(BOXES, shape, width) == 1 + plain(width, height, cells)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.long)])
def test_both_sizes_of_words_agree(table: CramTable, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    states = [full(6, 5), full(9, 4), *((8, 6, connected(8, 6, 34, chance)) for _ in range(count))]
    values = [kernel(table, *state) for state in states]
    assert [kernel(wide(monkeypatch, 0), *state) for state in states] == values
    half = wide(monkeypatch, 30)
    assert [kernel(half, *state) for state in states] == values
    assert half.tables[1].nodes > 1000
    assert half.tables[2].nodes > 1000


def frame() -> tuple[int, int, int]:
    """The border of a board of 10x9, with two squares inside."""
    rows = ["." * 10, *["." + "#" * 8 + "."] * 7, "." * 10]
    rows[1], rows[5] = "..#######.", ".#######.."
    state: tuple[int, int, int] = Cram.parse("/".join(rows))
    return state


@pytest.mark.slow
def test_a_region_that_needs_two_words(table: CramTable) -> None:
    assert kernel(table, *frame()) == mex({kernel(table, *option) for option in Cram.options(frame())})
    assert table.tables[2].entries


@pytest.mark.slow
def test_a_region_that_fits_into_no_word(table: CramTable) -> None:
    spread = Cram.parse("/".join(["." * 8 + "#" * 62 + "." * 8, "#" * 7 + "." * 64 + "#" * 7]))
    assert kernel(table, *spread) == plain(*spread)


@pytest.mark.slow
def test_the_search_above_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of 10 squares nearly all is searched by the twin in Python."""
    monkeypatch.setattr(cramming, "word_for", lambda width, height: int(width * height <= 10))
    few = CramTable()
    chance = random.Random(7)
    for width, height in [(5, 3), (4, 4), (7, 2), (8, 3)]:
        for _ in range(10):
            cells = sum(1 << i for i in chance.sample(range(width * height), min(14, width * height - 1)))
            assert kernel(few, width, height, cells) == plain(width, height, cells)
    assert few.spread


@pytest.mark.slow
@pytest.mark.parametrize("text", ["6x5", "......./...#.../......./.#...#.", "9x3"])
def test_values_outcomes_and_winning_moves_agree(text: str) -> None:
    p = parse(f"cram: {text}")
    options = list(dict.fromkeys(p.options()))
    values = [grundy(option) for option in options]
    assert grundy(p) == mex(values)
    assert outcome(p) == ("N" if 0 in values else "P")
    expected = {str(option) for option, value in zip(options, values, strict=True) if value == 0}
    assert {str(move) for move in winning_moves(p)} == expected
    assert analyse(p).parts[0].because.kind == "kernel"


def test_a_heap_higher_than_any_value_of_a_piece() -> None:
    moves = winning_moves(parse("nim: 1000 + cram: 6x5"))
    assert [str(move).split(" + ")[0] for move in moves] == ["nim: 2"]


@pytest.mark.parametrize(
    ("boards", "value", "left"),
    [("5x4 + cram: 4x3", 2 ^ 1, 3), pytest.param("6x5 + cram: 7x4", 2 ^ 3, 1, marks=pytest.mark.slow)],
)
def test_winning_moves_of_a_sum(boards: str, value: int, left: int) -> None:
    p = parse(f"cram: {boards} + nim: 4")
    assert grundy(p) == value ^ 4
    assert all(outcome(move) == "P" for move in winning_moves(p))
    assert any(f"nim: {left}" in str(move) for move in winning_moves(p))


def test_misere_stays_with_plain_search() -> None:
    p = parse("cram: 4x3")
    assert outcome(p, misere=True) in "NP"
    with pytest.raises(Limit):
        outcome(parse("cram: 7x5"), misere=True, limit=100)


# -- limits --------------------------------------------------------------------------------------


def test_limits_leave_what_is_known() -> None:
    small = CramTable()
    found = cramming.explore(full(8, 5), small, Budget(Limits(positions=9000)), moves=True)
    assert (found.value, found.excluded) == (None, (0,))
    assert found.trouble
    assert found.moves
    assert 9000 <= found.positions <= 9010
    assert any(move.wins is None for move in found.moves)


# -- a table that forgets ------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "places"), [(1 << 12, 4), (1 << 19, 1 << 14)])
def test_lists_that_are_overwritten_change_no_value(words: int, places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options are kept for when a piece is met again; the smaller ring is overwritten all the time."""
    monkeypatch.setattr(cramtable, "LISTS", words)
    monkeypatch.setattr(cramtable, "PLACES", places)
    few = CramTable()
    assert [kernel(few, *full(*sides)) for sides in ((6, 5), (7, 5), (13, 3))] == [2, 1, 2]
    work = few.tables[1].works[0]
    assert work.counts[7] > words


@pytest.mark.parametrize("room", [1, 40, 700])
@pytest.mark.parametrize(("size", "value"), [((6, 5), 2), ((12, 3), 1)])
@pytest.mark.one_in(3)
def test_a_table_of_a_few_kilobytes(
    size: tuple[int, int], value: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never grows, so it forgets nearly all it finds, and gives the same values."""
    monkeypatch.setattr(cramtable, "FIRST_ROOM", room)
    monkeypatch.setattr(cramtable, "SLICE", 1000)  # what it forgot between two slices would be lost for good
    tiny = CramTable(memory=0)
    assert kernel(tiny, *full(*size)) == value
    assert tiny.bytes <= 16 * (room + 8)
    assert tiny.entries <= room + 8
    assert tiny.fill <= 1


@settings(max_examples=7)
@given(st.sets(st.integers(0, 44), min_size=12, max_size=20), st.integers(1, 60), st.integers(1, 3))
def test_what_is_forgotten_does_not_matter(squares: set[int], room: int, jobs: int) -> None:
    cells = sum(1 << square for square in squares)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cramtable, "FIRST_ROOM", room)
        assert kernel(CramTable(memory=0, jobs=jobs), 9, 5, cells) == plain(9, 5, cells)


def test_memory_is_kept_to_and_ends_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cramtable, "FIRST_ROOM", 16)
    table = CramTable(memory=1)
    assert kernel(table, *full(7, 5)) == 1
    assert 2**19 < table.bytes <= 2**20 + 16 * 8  # it has grown to what it may have
    assert table.entries > 30_000


@pytest.mark.slow
def test_a_table_in_large_pages_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows from 8 kB on, and asks for large pages each time; where there are none, nothing changes."""
    asked = []

    def ask(start: int, size: int) -> bool:
        asked.append(size)
        return prefer_large_pages(start, size)

    monkeypatch.setattr(cramtable, "FIRST_ROOM", 512)
    plain_pages, large_pages = CramTable(), CramTable()
    assert kernel(plain_pages, *full(8, 5)) == 1
    monkeypatch.setattr(cramtable, "LARGE", 1 << 13)
    monkeypatch.setattr(cramtable, "prefer_large_pages", ask)
    assert kernel(large_pages, *full(8, 5)) == 1
    assert max(asked) == large_pages.bytes > 2 * LARGE_PAGE
    assert (plain_pages.tables[1].slots == large_pages.tables[1].slots).all()


@given(st.integers(0, 3 * LARGE_PAGE), st.integers(0, 3 * LARGE_PAGE))
@settings(max_examples=5)
def test_large_pages_keep_what_is_there(start: int, size: int) -> None:
    numbers = np.arange(6 * LARGE_PAGE // 8, dtype=np.uint64)
    prefer_large_pages(numbers.ctypes.data + start, size)
    assert (numbers == np.arange(len(numbers), dtype=np.uint64)).all()


@pytest.mark.parametrize("library", [SimpleNamespace(), SimpleNamespace(madvise=lambda *_: -1)])
def test_large_pages_may_be_missing_or_refused(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.zeros(4 * LARGE_PAGE, np.uint8)
    monkeypatch.setattr("ctypes.CDLL", lambda _: library)
    assert not prefer_large_pages(numbers.ctypes.data, numbers.nbytes)


def test_a_new_table_is_small_where_memory_is_short() -> None:
    assert CramTable(memory=1).of_words(1).slots.nbytes < 2**18
    assert CramTable().of_words(1).slots.nbytes > 2**22


def test_what_was_hardest_to_find_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that grew keeps everything; one that takes in more than it can hold keeps what took most positions."""
    monkeypatch.setattr(cramtable, "FIRST_ROOM", 16)
    large, small = CramTable(), CramTable(memory=0)
    assert kernel(large, *full(6, 5)) == 2
    some = np.concatenate([entries.ravel() for entries in large.of_words(1).costly()])
    assert 0 < len(some) // 2 < large.entries
    small.take_in(1, some)
    assert small.entries <= 16 + 8
    part = cramtable.CramPiece(1, 0x3F3F3F3F3F, 8)
    assert large.info(part) == small.info(part) == (2, 0)
    large.take_in(1, some)
    assert large.info(part) == (2, 0)


def test_values_that_have_no_place_in_the_table() -> None:
    with pytest.raises(Limit, match="too high"):
        CramTable().test(cramtable.CramPiece(1, (1 << 63) - 1, 8), 24, Budget())


def test_seconds() -> None:
    table = CramTable()
    with pytest.raises(Limit, match="limit of 0 s"):
        CramSearch(table, Budget(Limits(seconds=0.0))).value(full(8, 5))
    assert table.nodes == 0  # a slice takes long: none is begun


def test_hopeless_boards_are_not_begun() -> None:
    with pytest.raises(Limit, match="positions, limit"):
        grundy(parse("cram: 11x11"))
    with pytest.raises(Limit, match="positions, limit"):
        grundy(parse("cram: 31x31"))


def test_slices_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cramtable, "FIRST_ROOM", 16)
    whole = CramTable()
    assert kernel(whole, *full(6, 5)) == 2
    monkeypatch.setattr(cramtable, "SLICE", 100)
    sliced = CramTable()
    assert kernel(sliced, *full(6, 5)) == 2
    assert sliced.bytes == whole.bytes


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "seed"), [(1, 1), (2, 0), (3, 5)])
def test_threads_and_other_orders_give_the_same_values(jobs: int, seed: int) -> None:
    other = CramTable(jobs=jobs, seed=seed)
    assert [kernel(other, *full(*size)) for size in [(6, 5), (9, 4), (7, 5), (13, 3)]] == [2, 1, 1, 2]


# -- kept tables ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_kept_table_goes_on(tmp_path: Path) -> None:
    with CramFolder(tmp_path, first := CramTable()), pytest.raises(Limit):
        CramSearch(first, Budget(Limits(positions=20_000))).value(full(7, 5))
    with CramFolder(tmp_path, second := CramTable()) as kept:
        assert not kept.damage
        assert 0 < second.entries < first.entries  # what is soon found again is not written
        assert kernel(second, *full(7, 5)) == 1
        assert second.nodes < 200_000
    with CramFolder(tmp_path, third := CramTable(jobs=2)):
        assert kernel(third, *full(7, 5)) == 1
        assert third.nodes == 0


@pytest.mark.slow
def test_pieces_of_two_words_are_kept_too(tmp_path: Path) -> None:
    with CramFolder(tmp_path, first := CramTable()):
        value = kernel(first, *frame())
    with CramFolder(tmp_path, second := CramTable()):
        assert kernel(second, *frame()) == value
        assert second.nodes == 0
    assert {file.name for file in tmp_path.iterdir()} == {"cram.table", "cram-wide.table", "lock"}


@pytest.mark.parametrize("harm", ["flip", "cut", "foreign", "empty"])
def test_a_damaged_table_is_set_aside(tmp_path: Path, harm: str) -> None:
    with CramFolder(tmp_path, table := CramTable()):
        kernel(table, *full(6, 5))
    file = tmp_path / "cram.table"
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2] ^= 1
    file.write_bytes({"flip": raw, "cut": file.read_bytes()[:-8], "foreign": b"hello\n", "empty": b""}[harm])
    with CramFolder(tmp_path, table := CramTable()) as kept:
        assert kept.damage == ["cram.table"]
        assert table.entries == 0
    assert (tmp_path / "cram.damaged").exists()


def test_a_table_larger_than_the_memory_is_not_read(tmp_path: Path) -> None:
    with CramFolder(tmp_path, table := CramTable()):
        kernel(table, *full(7, 5))
    with pytest.raises(UsageError, match="--memory"):
        CramFolder(tmp_path, CramTable(memory=0))


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="other files"):
        CramFolder(tmp_path, CramTable())


@pytest.mark.slow
def test_resume_after_kill(tmp_path: Path) -> None:
    code = "import nimatron.families.cram.cram_folder as k; k.EVERY = 0.0; k.SHARE = 0"
    code += "; from nimatron.cli.program import app; app()"
    command = [sys.executable, "-c", code, "cram", "9x5", "--resume", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (tmp_path / "cram.table").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    with CramFolder(tmp_path, table := CramTable()) as kept:
        assert not kept.damage
        assert table.entries > 100
        assert [kernel(table, *full(*size)) for size in [(6, 5), (9, 4), (7, 5)]] == [2, 1, 1]


# -- command line --------------------------------------------------------------------------------


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["cram", *arguments], env={"LANGUAGE": "en"})
    assert result.exit_code == code, result.output
    return result.stdout


def test_map_of_first_moves() -> None:
    lines = run("5x4", "--moves").splitlines()
    assert lines[1:4] == ["The player to move wins (N-position, value 2).", "5 winning moves:", "  o 4 o 4 o 4 o 4 o"]
    assert lines[6] == "  *   *   *   *   *"
    assert "(P-position, value 0)." in run("2x2", "--moves")
    assert "  #   o" in run("#./..", "--moves").splitlines()


def test_json(tmp_path: Path) -> None:
    data: dict[str, Any] = json.loads(run("6x5", "--moves", "--json", "--jobs", "2", "--resume", str(tmp_path)))
    assert data["value"] == 2
    assert data["outcome"] == "N"
    assert data["trouble"] is None
    assert sum(move["wins"] for move in data["moves"]) == len(winning_moves(parse("cram: 6x5")))
    assert data["moves"][0]["text"] == "cover column 1, row 1 and column 2, row 1"
    assert {file.name for file in tmp_path.iterdir()} == {"cram.table", "lock"}


def test_limits_and_faults_on_the_command_line(tmp_path: Path) -> None:
    assert "not one of 0" in run("8x5", "--positions", "20000", code=5)
    run("20x20", code=2)
    run("4y4", code=4)
    (tmp_path / "letter.txt").write_text("dear")
    run("4x4", "--resume", str(tmp_path), code=2)
    assert os.listdir(tmp_path) == ["letter.txt"]

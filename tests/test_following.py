"""A reader of the five documents follows them with the command line: for each fact its place, a command, what it says.

Places are the sections of the digest (see test_sources.py, which has the numbers). Where a document errs, the true
number stands here; docs/errata.md says so.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from every_row import every_row
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.show.words import use_language


class Row(NamedTuple):
    """A fact of a document, where it is, a command line, and pieces of its answer."""

    fact: str
    place: str
    command: str
    said: tuple[str, ...]


def row(fact: str, place: str, command: str, *said: str) -> Row:
    return Row(fact, place, command, said)


BELING = [
    row("a game is the set of its options", "1.2", 'solve "{{},{{}}}"', "value 2"),
    row("won or lost by backward induction", "1.2", 'explain --steps "nim: 2"', "some move leads to P: N"),
    row("mex of a set", "1.2", 'nimber "mex(0,1,3,4)"', "2\n"),
    row("mex without 0", "1.2", 'nimber "mex(1,2,5)"', "0\n"),
    row("a heap by the definition", "1.2", 'explain --mex "nim: 2"', "nim: 2 = mex {0, 1} = 2"),
    row("a play of Nim", "1.3", 'moves "nim: 1 3 2"', "nim: 1 1 2"),
    row("the poison alone is the end", "1.3", 'explain "chomp: 1x1"', "only the poisoned square is left", "over"),
    row("Cram on 3x2", "1.3", 'solve "cram: 3x2"', "value 1"),
    row("Chop: one part is kept", "1.3", 'moves "chop: 2x1"', "chop: 1x1"),
    row("one heap is won", "1.4", 'solve "nim: 7"', "take 7  ->  nim: 0"),
    row("two heaps: make them equal", "1.4", 'explain "nim: 3 7"', "Make the two heaps equal", "nim: 3 3"),
    row("equal heaps: copy the moves", "1.4", 'explain "nim: 4 4"', "Copy the move", "loses"),
    row("Chomp: strategy stealing", "1.4", 'explain "chomp: 5x7"', "Strategy stealing: "),
    row("only weakly solved", "1.4", 'solve "chomp: 60x60"', "player to move wins", "Weakly solved"),
    row("Bouton", "1.5", 'explain "nim: 3 4 5"', "2  0 1 0", "3 ⊕ 2 = 1: 1 move does it", "nim: 1 4 5"),
    row("Lemma 2", "1.5", 'explain "nim: 11 20 25"', "6  0 0 1 1 0", "20 ⊕ 6 = 18: 1 move does it"),
    row("fact 2: a move to each smaller value", "1.5", 'moves --to 5 "nim: 4 9 11"', "take 3 from heap 3"),
    row("Chomp, the L", "1.5", 'explain --mex "chomp: 2 1"', "chomp: 2 1 = mex {1} = 0"),
    row("Chomp 2x2", "1.5", 'explain --mex "chomp: 2x2"', "chomp: 2 2 = mex {0, 1} = 2"),
    row("Chomp, a row of three", "1.5", 'explain --mex "chomp: 3"', "chomp: 3 = mex {0, 1} = 2"),
    row("Chomp 3 1", "1.5", 'explain --mex "chomp: 3 1"', "chomp: 3 1 = mex {0, 1, 2} = 3"),
    row("its mirror image", "1.5", 'explain --mex "chomp: 2 1 1"', "= mex {0, 1, 2} = 3"),
    row("positions by value", "1.5", 'classes "chomp: 2x2"', "0         2  1, 2 1", "2         1  2 2"),
    row("a sum", "1.5", 'explain "chomp: 2x2 + nim: 5 4"', "3  0 1 1", "2 ⊕ 3 = 1: 2 moves do it"),
    row("a bar falls apart", "1.5", 'explain "chomp: 7 2 2"', "a heap of 5 and chomp: 2 2 of value 2"),
    row("... lost for n = 2 only", "1.5", 'solve "chomp: 4 2 2"', "loses"),
    row("... however long", "1.5", 'solve "chomp: 1000002 2 2"', "eat from column 5, row 1"),
    row("Cram: a sum of 2 and 0", "1.5", 'explain "cram: ....#../#####.."', "2 parts", "value 2", "value 0"),
    row("values of Cram", "1.6", "table cram -n 4x4", "4   2  [0]  1  [0]"),
    row("values of Chop", "1.6", "table chop -n 4x4", "4   3   2   1  [0]"),
    row("... as Nim", "1.6", 'solve "chop: 30x20"', "value 14"),
]  # fmt: skip

NIM_ADDITION = [
    row("good positions: the kernel", "2.1", "table nim -n 4x4", "P-positions in brackets", "3   3   2   1  [0]"),
    row("rook to the corner is Nim", "2.2", 'explain "rook: 3 5"', "Nim with two heaps", "rook: 3 3"),
    row("values of the rook", "2.2", "table rook -n 4x4", "3   3   2   1  [0]"),
    row("one heap: the identity", "2.2", "seq nim -n 8", "0 1 2 3 4 5 6 7"),
    row("a sum of games", "2.2", 'explain "nim: 2 + nim: 3"', "2  1 0", "3  1 1", "1  0 1"),
    row("nim-monotone: every smaller value", "2.3", 'moves --to 2 "nim: 5 6"', "nim: 4 6"),
    row("addition without carry", "2.3", 'nimber "13 + 42 + 30 + 43"', "18\n"),
    row("four heaps in binary", "2.4", 'explain "nim: 13 42 30 43"', "18  0 1 0 0 1 0", "leftmost column"),
    row("... no good move in 13", "2.4", 'explain "nim: 13 42 30 43"', "13 ⊕ 18 = 31: no move leads there"),
    row("... none in 42 and 43", "2.4", 'explain "nim: 13 42 30 43"', "42 ⊕ 18 = 56: no", "43 ⊕ 18 = 57: no"),
    row("... the good move", "2.4", 'explain "nim: 13 42 30 43"', "30 ⊕ 18 = 12: 1 move does it", "13 42 12 43"),
]  # fmt: skip

BULANT = [
    row("backward induction", "3.1", 'explain --steps "take-away{1-3}: 9"', "step 3 P N N N P"),
    row("... in misere play", "3.1", 'explain --steps --misere "nim: 1 2"', "no move left: N in misere play"),
    row("21 stones", "3.2", 'solve "subtraction{1,2,3}: 21"', "take 1  ->  subtraction{1,2,3}: 20"),
    row("the table of take-away", "3.2", 'seq "{1,2,3}" -n 10', "0 1 2 3 0 1 2 3 0 1"),
    row("G(m): v mod (m+1)", "3.2", 'explain "subtraction{1-5}: 10"', "value 4", "remainder modulo m+1"),
    row("by the definition", "3.2", 'explain --mex "subtraction{1,2,3}: 4"', "mex {1, 2, 3} = 0"),
    row("three heaps", "3.3", 'solve "nim: 5 7 9"', "take 7 from heap 3"),
    row("1 2 3 is lost", "3.3", 'solve "nim: 1 2 3"', "loses against best play (P-position, value 0)"),
    row("a nim-sum", "3.3", 'nimber "16 + 27"', "11\n"),
    row("the only winning move", "3.3", 'solve "nim: 16 27 32"', "value 43", "1 winning move:", "nim: 16 27 11"),
    row("an odd number of winning moves", "3.3", 'solve "nim: 1 1 1"', "3 winning moves"),
    row("misere Nim", "3.4", 'explain --misere "nim: 5 1 1 1"', "leave an odd number of ones", "nim: 0 1 1 1"),
    row("... its table", "3.4", "table nim --misere -n 4x4", "0   N  [P]  N   N", "2   N   N  [P]  N"),
    row("Nimble", "3.5", 'solve "nimble: 0 3 5"', "move coin 3 from square 5 to square 3"),
    row("Turning Turtles", "3.5", 'solve "turtles: RLRLRL"', "turtles: 2 4 6", "value 0"),
    row("Moore's columns", "3.5", 'explain "moore{2}: 1 1 1"', "modulo 3", "every column is divisible by 3"),
    row("Wythoff as a graph", "3.6", 'explain --steps "wythoff: 7 7"', "4  · · · · · · · P"),
    row("... its values", "3.6", "table wythoff -n 8x8", "3   3   4   5   6   2  [0]  1   9"),
    row("two-dimensional Nim", "3.6", 'solve "nim2d: 5,2"', "value ω·2 + 5"),
    row("... on a board", "3.6", 'table "nim2d{5}" -n 5x3', "1   5   6   7   8   9"),
    row("G(3) + G(5) + G(7)", "3.7", 'solve "take-away{1-3}: 9 + take-away{1-5}: 10 + take-away{1-7}: 14"',
        "2 winning moves", "take 3 in part 1", "take 1 in part 3"),
    row("Lasker's Nim", "3.8", "seq lasker -n 9", "0 1 2 4 3 5 6 8 7"),
    row("... the exercise", "3.8", 'solve "lasker: 2 5 7"', "value 15", "3 winning moves", "split heap 3 into 1, 6"),
    row("Kayles, 12 to a row", "3.8", "table kayles -n 12x7", "8    5*   4    7    2    1    8    6*   7"),
    row("... its period", "3.8", "period kayles", "Period 12 from heap 71 on."),
    row("... a row of three", "3.8", 'explain --mex "kayles: 3"', "kayles: 3 = mex {0, 1, 2} = 3"),
    row("Dudeney's start", "3.8", 'solve "kayles: 1 11"', "2 winning moves", "pin 4 of row 2", "pin 8 of row 2"),
    row("coins as a take-away", "3.9", 'table "subtraction-coins{1,2,3}" -n 8', "1   2   3  [0]  1   2   3  [0]"),
    row("Twins", "3.9", "seq twins -n 6", "0 1 2 3 4 5"),
    row("Mock Turtles", "3.9", "seq mock-turtles -n 11", "1  2  4  7  8 11 13 14 16 19 21"),
    row("... odd parity", "3.9", 'explain "mock-turtles: 5"', "value 11", "odd number of ones: 11"),
    row("Ruler", "3.9", "table ruler -n 8", "1  2  1  4  1  2  1  8"),
    row("... by the definition", "3.9", 'explain --mex "ruler: 4"', "ruler: 4 = mex {0, 1, 2, 3} = 4"),
    row("Turning Corners", "3.10", "table corners -n 8x8", "7  [0]  7   9  14  10  13   3   4"),
    row("... ten values", "3.10", 'explain --mex "corners: 4,4"', "mex {0, 1, 2, 3, 4, 5, 8, 11, 12, 14} = 6"),
    row("... the position", "3.10", 'solve "corners: RRRRR/RRRLR/RRRRR/RRLRR/RRRRL"',
        "corners: 3,1 2,3 4,4", "value 4", "1 winning move:", "turn coins 3,3, 4,3, 3,4, 4,4"),
    row("nim-division", "3.10", 'nimber "6/5"', "9\n"),
    row("24 times 17", "3.10", 'nimber "24*17" --steps', "24 ⊕ 16 ⊕ 128 ⊕ 8 = 128"),
    row("8 times 8", "3.10", 'nimber "8*8" --steps', "3 ⊗ 6 = 13", "8 ⊕ 3 ⊕ 4 ⊕ 2 = 13"),
    row("the tartan theorem", "3.10", 'explain "corners: 4,4"', "4 ⊗ 4 = 6: the values of twins: 4 and twins: 4"),
    row("Rugs", "3.10", "table rugs -n 8x8", "8   8  12   8  11   8  12   8  13"),
    row("... the same position", "3.10", 'solve "rugs: RRRRR/RRRLR/RRRRR/RRLRR/RRRRL"', "value 13", "4 winning moves"),
]  # fmt: skip

ARTICLE = [
    row("Table 1, {}", "4.2", 'period "{}"', "Period 1 from heap 0 on."),
    row("Table 1, {1,4}", "4.2", 'seq "{1,4}" -n 10', "0 1 0 1 2 0 1 0 1 2"),
    row("Table 1, {2,3}: period 5", "4.2", 'period "{2,3}"', "Period 5 from heap 0 on."),
    row("Table 1, {1,2,6}", "4.2", 'seq "{1,2,6}" -n 7', "0 1 2 0 1 2 3"),
    row("a preperiod", "4.2", 'period "{1,2,6,11}"', "Period 12 from heap 3 on.", "a window of 11 values repeats"),
    row("G(4) by mex", "4.2", 'explain --mex "{1,2,3} 4"', "mex {1, 2, 3} = 0"),
    row("Theorem 1", "4.3", 'explain "subtraction{3}: 7"', "0 s times, then 1 s times"),
    row("Theorem 3", "4.3", 'period "{2,6}"', "Period 4 from heap 0 on."),
    row("Theorem 4, r > 0", "4.3", 'explain "subtraction{3,8}: 12"', "8 = 2·3·1 + 2", "(000111) 00 2 11"),
    row("Theorem 4, r < 0", "4.3", 'explain "subtraction{3,11}: 12"', "11 = 2·3·2 - 1", "(000111)^2 2"),
    row("1 to m", "4.3", 'period "{1-4}"', "Period 5 from heap 0 on."),
    row("{1,3,4}", "4.3", 'period "{1,3,4}"', "Period 7 from heap 0 on."),
    row("all amounts", "4.4", 'period "allbut{}"', "Period 1 from heap 0 on, each time 1 more"),
    row("Table 4, {1,2,3}", "4.4", 'period "allbut{1,2,3}" --pattern', "G = 0,0,0,0 | 1,1,1,1 | ", "subtraction{}"),
    row("Table 4, {2,4}", "4.4", 'period "allbut{2,4}" --pattern', "subtraction{1,3}", "G = 0,1,0,1,0,1 | 2,3,2,3,2,3"),
    row("Table 4, {1,3}", "4.4", 'period "allbut{1,3}" --pattern', "subtraction{2}", "G = 0,0 | 1,1 | "),
    row("Table 4, {1,2,3,5,8}", "4.4", 'period "allbut{1,2,3,5,8}" --pattern', "subtraction{4,6,7}", "G = 0,0,0,0 |"),
    row("H_k and its boundary", "4.4", 'period "allbut{2,4}" --pattern', "H_1   *[@*@*]@@@@@", "H_2   ******[@@@@]"),
    row("... comes back", "4.4", 'period "allbut{2,4}" --pattern', "period 6 - 0 = 6, saltus 2 - 0 = 2"),
    row("... and gives a value", "4.4", 'explain "allbut{2,4}: 12"', "so G(12) = 0 + 2·2 = 4"),
    row("not pure with four amounts", "4.4", 'period "allbut{2,3,5,7}"', "Period 10 from heap 2 on, each time 3 more"),
    row("Table 5, {1}", "4.4", 'period "allbut{1}" --pattern', "G = 0,0 | 1,1 | "),
    row("Table 5, {2}", "4.4", 'period "allbut{2}" --pattern', "G = 0,1,0,1 | 2,3,2,3 | "),
    row("Table 5, {3}", "4.4", 'period "allbut{3}" --pattern', "G = 0,1,2,0,1,2 | 3,4,5,3,4,5 | "),
    row("Table 5, {4}", "4.4", 'period "allbut{4}" --pattern', "G = 0,1,2,3,0,1,2,3 | 4,5,6,7,4,5,6,7 | "),
    row("1 in S, yet saltus 4", "4.4", 'period "allbut{1,3,4}"', "Period 12 from heap 0 on, each time 4 more"),
    row("Table 6, first row", "4.4", 'period "allbut{1,105,3,36,62}"', "Period 2 from heap 0 on, each time 1 more"),
]  # fmt: skip

LESSONS = [
    row("the five conditions", "5.1", "check nim", "common moves", "no draws", "Every promise is kept."),
    row("13 coins", "5.2", 'solve "take-away{1-3}: 13"', "take 1  ->  subtraction{1,2,3}: 12"),
    row("12 coins are lost", "5.2", 'explain "take-away{1-3}: 12"', "take 3  is answered by: take 1", "loses"),
    row("copy the moves", "5.2", 'explain "nim: 5 5"', "Copy the move"),
    row("coins on a table", "5.2", 'explain "table{6,4,2}:"', "symmetry through the middle", "wins"),
    row("P and W, 0 to 13", "5.3", '--lang pl explain --steps "take-away{1-3}: 13"', "P  W  W  W  P  W  W  W  P"),
    row("Nim: the move by bits", "5.3", 'explain "nim: 3 4 5"', "3 ⊕ 2 = 1: 1 move does it"),
    row("mex from 0 on", "5.4", 'nimber "mex(1,2,3,5)"', "0\n"),
    row("a token on a graph", "5.4", 'explain --steps "graph{S>a S>b a>K b>a b>K}: S"', "no move left: P: K", "P: S"),
    row("a sum of graphs", "5.4", 'solve "graph{S>a S>b a>K b>a b>K}: b + graph{S>a S>K a>K}: S"', "value 0"),
    row("any set of amounts", "5.5", 'period "{2,3,7,8}"', "Period 5 from heap 0 on."),
    row("... as it is written", "5.5", 'solve "{2, 3, 7, 8} 10"', "subtraction{2,3,7,8}: 10", "value 0"),
    row("Wythoff's queen", "5.5", 'explain --steps "Wythoff\'s game: 7 7"', "5  · · · P · · · ·"),
    row("Kayles: the middle", "5.5", 'solve "kayles: 13"', "knock down pin 7 of row 1   ->  kayles: 6 6"),
]  # fmt: skip

DOCUMENTS = {"beling": BELING, "nim-addition": NIM_ADDITION, "bulant": BULANT, "article": ARTICLE, "lessons": LESSONS}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=f"{name} {row.place} {row.fact}") for name, rows in DOCUMENTS.items() for row in rows],
)
@pytest.mark.one_in(5)
def test_a_fact(row: Row) -> None:
    result = CliRunner().invoke(app, shlex.split(row.command))
    assert result.exit_code == 0, result.output
    text = " ".join(result.output.split())  # lines are folded
    for piece in row.said:
        assert " ".join(piece.split()) in text


PAGE = Path(__file__).parents[1] / "docs" / "sources.md"
TYPED = [
    found
    for found in re.findall(r"`([^`]+)`", PAGE.read_text())
    if not re.search(r"mine|program|^play|^referee|/", found)
]


@every_row("command", TYPED, one_in=5)
def test_what_the_page_on_the_sources_says_to_type(command: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output

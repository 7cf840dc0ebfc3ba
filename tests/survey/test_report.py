"""Summaries against an independent program, the commands, the repeated experiment, the records."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest
from faults import Full
from typer.testing import CliRunner

import nimatron as nt
from nimatron import AllBut, Octal, sequence, survey
from nimatron.cli.program import app
from nimatron.kernels.taking.recurrence import allbut_values
from nimatron.proof.checkers import verify
from nimatron.survey import Sets
from nimatron.survey.summary import share

DOCS = Path(__file__).parents[2] / "docs"

# Size, maximum, number, median, mean, 99th percentile, longest period and its set, longest preperiod and its set, pure
# sets, and sets whose period is a sum of two amounts. By an independent program; the shares are exact here.
ROWS = """
3  10     36  15  15.0  45    45 {3,7,10}          16 {1,4,10}         0.92 0.97
3  40    741  60  58.9  79   715 {11,29,40}       572 {16,23,40}       0.68 0.95
3  60   1711  90  87.8 118  1615 {17,43,60}      1345 {23,49,60}       0.65 0.96
4  10     84  14  13.3  33    33 {1,6,9,10}        30 {3,7,8,10}       0.88 0.92
4  25   2024  36  37.8 214   433 {4,6,21,25}      371 {7,18,19,25}     0.66 0.85
4  30   3654  44  48.2 270   903 {9,20,21,30}     988 {4,13,17,30}     0.63 0.89
5  12    330  16  16.4  39    54 {3,4,8,9,12}      71 {1,4,7,8,12}     0.85 0.94
5  22   5985  31  32.9 131   420 {3,7,15,18,22}   387 {5,13,18,19,22}  0.64 0.86
5  24   8855  33  37.1 155   767 {3,11,13,21,24}  633 {4,5,18,23,24}   0.61 0.86
"""


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["survey", *arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("survey") / "sets"
    families = [Sets("subtraction", 3, 60), Sets("subtraction", 4, 30), Sets("subtraction", 5, 24)]
    survey.run(families, path, jobs=1)
    return path


def test_summaries_of_all_sets(folder: Path) -> None:
    frame = survey.load(folder)
    assert len(frame) == 34_220 + 27_405 + 42_504
    assert frame.columns == ["moves", "preperiod", "period", "saltus", "proved", "max_value", "computed"]
    assert frame["proved"].all()
    found = {(row["size"], row["largest"]): row for row in survey.summary(frame).iter_rows(named=True)}
    for line in ROWS.strip().splitlines():
        size, largest, count, median, mean, p99, longest, who, latest, late, pure, sums = line.split()
        row = found[int(size), int(largest)]
        sets = "{" + ",".join(map(str, row["longest_of"])) + "}", "{" + ",".join(map(str, row["latest_of"])) + "}"
        numbers = row["members"], row["median"], row["p99"], row["longest"], row["latest"]
        assert [str(n) for n in numbers] == [count, median, p99, longest, latest]
        assert abs(row["mean"] - float(mean)) < 0.051
        assert sets == (who, late)
        assert (share(row["pure"], row["members"]), share(row["sums"], row["members"])) == (pure, sums)


def test_shares_are_rounded_once() -> None:
    assert share(1099, 1176) == "0.93"  # 0.9345: by way of three digits it would be 0.94
    assert [share(n, 200) for n in (0, 1, 199, 200)] == ["0.00", "0.01", "1.00", "1.00"]


@pytest.mark.slow
def test_the_report(folder: Path, tmp_path: Path) -> None:
    text = run("report", str(folder), "--out", str(tmp_path / "a"), "--figures", "svg,png,pdf")
    assert re.search(r"5 +24 +8,855 +0 +33 +37.1 +155 +767 +\{3,11,13,21,24\}", text)
    assert "104,129 games, 104,129 with a proved period." in text
    figures = {path.name for path in (tmp_path / "a").iterdir()} - {"report.html"}
    names = ("periods", "periods-log", "pure", "sizes")
    assert figures == {f"{name}.{ending}" for name in names for ending in ("svg", "png", "pdf")}
    page = (tmp_path / "a" / "report.html").read_text("utf-8")
    assert page.count("data:image/svg+xml;base64,") == 4
    assert not re.search(r'(src|href)="(?!data:)|@import|url\(', page)
    rows = json.loads(run("report", str(folder), "--out", str(tmp_path / "b"), "--json"))["rows"]
    assert rows[0]["longest_of"] == [1, 2, 3]
    for name in ("periods.svg", "report.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert "figures are svg, png, pdf, not 'gif'" in run("report", str(folder), "--figures", "gif", code=2)
    assert "does not contain a survey" in run("report", str(tmp_path), code=2)


@pytest.mark.slow
def test_the_commands(tmp_path: Path) -> None:
    common = ["--jobs", "1", "--out"]
    out = str(tmp_path / "a")
    text = run("subtraction", "--size", "2-3", "--max", "9", *common, out)
    assert "120 games, 120 with a proved period." in text
    assert "Longest period: 22, of {2,5,7}." in text
    data = json.loads(run("subtraction", "--size", "2-3", "--max", "9", *common, out, "--json"))
    assert data["members"] == 120
    assert data["content"] == survey.read_manifest(tmp_path / "a")["content"]
    assert "contains another survey" in run("subtraction", "--size", "3", "--max", "9", *common, out, code=2)
    text = run("octal", "--digits", "1", "--limit", "1000", *common, str(tmp_path / "b"))
    assert "is unresolved within 1,000 terms." in text  # 0.6
    assert "octal --digits 1" in run("report", str(tmp_path / "b"))
    text = run("allbut", "--max", "20", "--with-1", "--sample", "50", "--seed", "4", *common, str(tmp_path / "d"))
    assert "allbut --size 3 --max 20 --with-1 --sample 50 --seed 4" in text


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["subtraction", "--size", "5", "--max", "4"], "maximum of 5 or more, not 4"),
        (["subtraction", "--size", "two"], "such as 2-6, not 'two'"),
        (["subtraction", "--size", "6-2"], "sizes must rise"),
        (
            ["subtraction", "--size", "2", "--max", "3", "--symmetric", "--additive"],
            "this family does not contain any games",
        ),
        (["subtraction", "--limit", "0"], "1 term or more, not 0"),
        (["subtraction", "--scheduler", "x", "--cluster", "2"], "not both"),
        (["octal", "--digits", "0"], "1 to 12 digits"),
    ],
)
def test_bad_options(words: list[str], fault: str, tmp_path: Path) -> None:
    assert fault in run(*words, "--out", str(tmp_path / "x"), code=2)
    assert not [*tmp_path.rglob("*.parquet")]


OWN = '''
import numpy as np
from nimatron import Subtraction, period
from nimatron.survey import Family

class Progressions(Family):
    """{a, 2a, 3a}"""
    text = "progressions up to 20"
    def __len__(self): return 20
    def members(self, places): return [(int(a) + 1) * np.array([1, 2, 3]) for a in places]
    def columns(self, members): return {"moves": np.array(members)}
    def solve(self, members, limit):
        found = [period(Subtraction(m.tolist()), limit) for m in members]
        return [(p.preperiod, p.period, p.saltus, 3, 0) for p in found]

half = 3
'''


@pytest.mark.slow
def test_a_family_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    text = run("own", f"{file}:Progressions", "--jobs", "2", "--out", str(tmp_path / "a"))
    assert "Longest period: 80, of {20,40,60}." in text
    assert "has no family 'Nothing'" in run("own", f"{file}:Nothing", "--out", str(tmp_path / "b"), code=3)
    assert "half is not a family: it lacks text" in run("own", f"{file}:half", "--out", str(tmp_path / "b"), code=2)
    assert "there is no file" in run("own", f"{file}x:half", "--out", str(tmp_path / "b"), code=3)


@pytest.mark.slow
def test_a_full_disk_has_an_exit_code(tmp_path: Path) -> None:
    words = ["subtraction", "--jobs", "1", "--out"]
    with Full(4):  # from the beginning: refused before any work
        assert "nothing can be saved in" in run(*words, str(tmp_path / "a"), code=2)
    whole = run(*words, str(tmp_path / "b"))
    with Full(20):  # later: all the same the answer
        text = run(*words, str(tmp_path / "c"), code=8)
    assert "No space left on device" in text
    assert whole in text
    assert run(*words, str(tmp_path / "c")) == whole


@pytest.mark.slow
def test_the_tables_of_the_experiment() -> None:
    script = runpy.run_path(str(DOCS.parent / "benchmarks" / "paper003.py"))
    wrong = {(number, row.moves) for number in range(1, 7) for row in script["table"](number) if not row.right}
    assert wrong == {(1, (2, 3)), (4, (2, 4)), *((6, moves) for moves in script["BLANK"])}
    assert len(script["TABLE_6"].split()) == 30


def test_the_kept_experiment() -> None:
    """The page in the docs has the rows of the independent program."""
    text = (DOCS / "reference/paper003.md").read_text("utf-8")
    for line in ROWS.strip().splitlines():
        _, largest, count, median, mean, p99, longest, who, *_ = line.split()
        if int(largest) % 10 == 0:
            row = f"| {largest} | {int(count):,} | {median} | {mean} | {p99} | {int(longest):,} | {who} |"
            assert row in text
    for name in re.findall(r"\]\((paper003/.*?)\)", text):
        assert (DOCS / "reference" / name).is_file()


def test_the_claim_about_allbut_games_with_1(tmp_path: Path) -> None:
    text = run("allbut", "--size", "2-3", "--max", "30", "--with-1", "--out", str(tmp_path / "claim"))
    assert re.search(r"^ +2 +29 +28 +1 +0 +0$", text, re.MULTILINE)
    assert re.search(r"^ +3 +406 +351 +28 +27 +0$", text, re.MULTILINE)
    assert re.search(r"^ +3 +406 +\{1,2,4\}: period 3$", text, re.MULTILINE)
    # A sample of one's own has the rows of the article: period, saltus, set.
    rows = run("report", str(tmp_path / "claim")).splitlines()
    assert " ".join(rows[rows.index("period  saltus      set") + 1].split()) == "3 1 {1,2}"


@pytest.mark.slow
def test_every_record_has_a_certificate_that_holds() -> None:
    text = (DOCS / "reference/records.md").read_text("utf-8")
    rows = re.findall(r"\| \[`(\S+)`\]\(../(records/\S+)\) \| ([\d,]+) \| ([\d,]+) \|(?: ([\d,]+) \|)?", text)
    assert len(rows) > 40
    for game, file, period, preperiod, saltus in rows:
        verdict = verify(DOCS / file)
        assert verdict.holds, (file, verdict)
        data = json.loads((DOCS / file).read_text("ascii"))
        claimed = [data[name] for name in ("period", "preperiod", "saltus")]
        assert claimed == [int(number.replace(",", "")) for number in (period, preperiod, saltus or "0")]
        assert data["game"] == game
    listed = {row[1] for row in rows}
    others = [path for path in (DOCS / "records").glob("[sa]*.json") if f"records/{path.name}" not in listed]
    assert all(verify(path).holds for path in others)


@pytest.mark.slow
def test_every_code_of_the_records_has_a_certificate_that_holds() -> None:
    text = (DOCS / "reference/records.md").read_text("utf-8")
    rows = re.findall(r"\| (\S+) \| ([\d,]+) \| ([\d,]+) \| (\d+) \| \[.*?\]\(../(records/octal\S+)\) \|", text)
    for code, preperiod, period, largest, file in rows:
        assert verify(DOCS / file).holds, file
        data = json.loads((DOCS / file).read_text("ascii"))
        claimed = [data[name] for name in ("preperiod", "period", "saltus")]
        assert claimed == [int(preperiod.replace(",", "")), int(period.replace(",", "")), 0]
        assert data["game"] == f"octal{{{code}}}"
        assert sequence(Octal(code), data["preperiod"] + data["period"]).max() == int(largest)
    assert rows
    assert {file for *_, file in rows} == {f"records/{path.name}" for path in (DOCS / "records").glob("o*.json")}


@pytest.mark.parametrize("excluded", [{20, 33, 53}, {1, 22, 29, 30}])
def test_long_sequences_of_all_but_games(excluded: set[int]) -> None:
    """Their periods are proved by patterns before a whole period of values is known."""
    for size in (8192, 59_573, 60_000, 140_000):
        assert (sequence(AllBut(excluded), size) == allbut_values(excluded, size)).all()


def test_a_report_of_random_rules(tmp_path: Path) -> None:
    rules = str(tmp_path / "rules")
    told = run("rules", "--games", "8", "--heaps", "1", "--limit", "2000", "--jobs", "1", "--out", rules)
    frame = survey.load(rules)
    assert f"{int(frame['proved'].sum())} of 8 games have a rule that is proved" in told
    assert int(frame["proved"].sum()) > 4
    for code, states in frame.filter("proved").select("code", "states").iter_rows():
        assert len(nt.discover(nt.Rules.from_parameters(code)).automaton) == states
    told = run("report", rules)
    assert "1 heap:" in told
    assert "the player to move loses exactly if" in told
    with pytest.raises(nt.UsageError, match="1 to 3 heaps"):
        survey.RandomRules(10, 4)


@pytest.mark.parametrize(
    ("digits", "limit", "line", "unsolved", "rows"),
    [
        (1, 12, r" +2 +5 +2 +0\.2 +2 +0\.1", "0.4 (14: 12)", ["0.4,12,,,,14", "0.2,2,1,1,2,5"]),
        pytest.param(
            2, 30, r" +36 +1 +6 +0\.71 +3 +0\.71", "0.77 (30: 40)", ["0.77,40,,,,30", "0.71,36,9,3,6,18"],
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_report_of_misere_quotients(
    tmp_path: Path, digits: int, limit: int, line: str, unsolved: str, rows: list[str]
) -> None:
    codes = str(tmp_path / "codes")
    run("misere", "--digits", str(digits), "--limit", str(limit), "--jobs", "1", "--out", codes)
    told = run("report", codes, "--out", str(tmp_path / "report"))
    assert re.search(f"^{line}$", told, re.M)
    assert unsolved in told
    table = (tmp_path / "report" / "table.csv").read_text().splitlines()
    assert table[0] == "code,order,p_elements,preperiod,period,heap"
    assert len(table) == 1 + 8**digits
    assert {*rows} <= {*table}
    assert f"<h1>misere --digits {digits}</h1>" in (tmp_path / "report" / "report.html").read_text()

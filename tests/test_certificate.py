"""Certificates: what is true verifies, what was tampered with is refuted, what is garbage is refused politely."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from nimatron import AllBut, Game, Kayles, Lasker, Nim, Octal, Period, Subtraction, parse, period, sequence
from nimatron.cli.program import COMMANDS, app
from nimatron.core.errors import Limit, NimatronError, UsageError, UserCodeError
from nimatron.families.catalog import CATALOG
from nimatron.proof import seal as files
from nimatron.proof import write_file
from nimatron.proof.checkers import verify
from nimatron.proof.seal import Unreadable, read, seal
from nimatron.proof.verdict import CheckBudget, Verdict
from nimatron.proof.write_file import write
from nimatron.proof.write_outcome import outcome_certificate
from nimatron.proof.write_period import period_certificate, values_to_prove

Certificate = dict[str, Any]
CHOCOLATE = Path(__file__).parent.parent / "examples" / "chocolate.py"


def of_period(game: Game) -> Certificate:
    found = period(game)
    assert isinstance(found, Period), game
    return period_certificate(game, found, sequence(game, values_to_prove(game, found)))


def claimed(
    game: str, preperiod: int, period: int, values: list[int], saltus: int = 0, kind: str = "theorem", size: str = "u1"
) -> Certificate:
    """A claim that nobody has proved."""
    raw = b"".join(value.to_bytes(int(size[1]), "little") for value in values)
    field = {"type": size, "zlib": base64.b64encode(zlib.compress(raw)).decode()}
    return seal({
        "claim": "period", "game": game, "preperiod": preperiod, "period": period, "saltus": saltus, "kind": kind,
        "computed": len(values), "values": field,
    })  # fmt: skip


def changed(certificate: Certificate, **fields: Any) -> Certificate:
    return seal({**deepcopy(certificate), **fields})


def unpacked(certificate: Certificate) -> list[int]:
    return files.unpack_values(certificate, certificate["computed"], None, CheckBudget()).tolist()


def refuted(certificate: Certificate, words: str = "") -> Verdict:
    verdict = verify(certificate)
    assert verdict.holds is False
    assert not verdict
    assert words in str(verdict.reason)
    return verdict


# -- what is true verifies -----------------------------------------------------------------------

CODES = [
    "0.77",
    "0.07",
    "0.137",
    "0.1",
    "0",
    "4",
    "4.1",
    "0.3",
    "0.333",
    "0.03",
    "0.7!",
    "0.16!1",
    "0.14!7!",
    "0.17!5!",
    "0.134",
]
SETS: list[set[int]] = [set(), {1}, {2}, {1, 2, 6, 11}, {2, 3, 5, 7}, {3, 5, 8, 13}, {4, 10}, {5, 9, 10, 17, 23}]


@every_row("code", CODES)
def test_periods_of_codes(code: str) -> None:
    verdict = verify(of_period(Octal(code)))
    assert verdict.holds is True, verdict


@every_row("amounts", SETS)
@every_row("family", [Subtraction, AllBut])
def test_periods_of_sets(family: type[Subtraction] | type[AllBut], amounts: set[int]) -> None:
    verdict = verify(of_period(family(amounts)))
    assert verdict.holds is True, verdict


@given(st.sets(st.integers(1, 9)), st.sampled_from([Subtraction, AllBut]))
@settings(max_examples=10)
def test_periods_of_random_sets(amounts: set[int], family: type[Subtraction] | type[AllBut]) -> None:
    assert verify(of_period(family(amounts)))


@given(st.text("01234567", min_size=1, max_size=2), st.sampled_from(["", "!"]))
@settings(max_examples=10)
def test_periods_of_random_codes(digits: str, mark: str) -> None:
    game = Octal("0." + "".join(digit + mark for digit in digits))
    found = period(game, limit=1500)
    if isinstance(found, Period):
        assert verify(period_certificate(game, found, sequence(game, values_to_prove(game, found))))


@every_row(
    ("game", "text"),
    [
        (Kayles, "octal{0.77}"),
        (Nim, "allbut{}"),
        (Subtraction("1,5-"), "allbut{2,3,4}"),
        (AllBut("4-"), "subtraction{1,2,3}"),
    ],
)
def test_games_are_written_by_their_rules(game: Game, text: str) -> None:
    certificate = of_period(game)
    assert certificate["game"] == text
    assert verify(certificate)


def test_a_known_certificate() -> None:
    certificate = of_period(Subtraction({1, 2, 6, 11}))
    assert {key: certificate[key] for key in ("preperiod", "period", "saltus", "kind", "computed")} == {
        "preperiod": 3, "period": 12, "saltus": 0, "kind": "window", "computed": 26,
    }  # fmt: skip
    assert str(verify(certificate).claim) == "subtraction{1,2,6,11}: G(n + 12) = G(n) + 0 from n = 3 on"


POSITIONS = [
    "nim: 3 4 5", "nim: 3 5 6", "nim:", "nim: 1", "nim: 1 1", "chomp: 3x4", "chomp: 3 2", "kayles: 5 + nim: 4",
    "kayles: 3 + kayles: 3 + kayles: 1", "graph{a>b a>c b>c b>d c>d}: a b", "cram: 3x3", "moore{2}: 2 2 2",
    "wythoff: 5 7", "turtles: 2 4 6", "corners: 3,1 2,3", "nim2d{5}: 0,2 1,1", "table{4,4,2}:", "rook: 3 3",
    "subtraction{1,2,3}: 12", "chop: 3x3", "nimble: 0 3 3", "grundy: 9",
]  # fmt: skip


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.one_in(5)
def test_kernels(text: str, misere: bool) -> None:
    certificate = json.loads(json.dumps(outcome_certificate(parse(text), misere)))
    verdict = verify(certificate)
    assert verdict.holds is True, verdict


class Bar(Game):
    """Break a bar and keep one piece."""

    start = (3, 4)

    def options(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        rows, cols = state
        yield from ((r, cols) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, cols))


@pytest.mark.parametrize("misere", [False, True])
def test_kernels_of_own_games(misere: bool) -> None:
    alone = outcome_certificate(Bar()(), misere)
    assert verify(alone, Bar())
    assert verify(outcome_certificate(Bar()(2, 3) + Nim(2), misere), catalog=CATALOG.with_games(Bar()))
    with pytest.raises(Unreadable, match="no game is called 'bar'"):
        verify(alone)


def test_limits() -> None:
    with pytest.raises(Limit):
        outcome_certificate(parse("chomp: 6x6"), limit=20)
    certificate = outcome_certificate(parse("nim: 5 6 7"))
    for verdict in (verify(certificate, limit=100), verify(certificate, seconds=0.0)):
        assert verdict.holds is None
        assert not verdict
        assert "limit" in str(verdict.reason)


def test_no_certificate_without_a_proof() -> None:
    for game in (Lasker, Octal("0.8="), parse("chomp: 2x2").game):
        with pytest.raises(UsageError):
            period_certificate(game, Period(0, 1), [0] * 100)
    with pytest.raises(UsageError, match="observed"):
        period_certificate(Kayles, Period(71, 12, proved=False), [0] * 1000)
    with pytest.raises(UsageError, match="needs 167 values"):
        period_certificate(Kayles, Period(71, 12), [0] * 166)


class Mute(Game):
    def options(self, state: int) -> Iterator[int]:
        yield from range(state)

    def show(self, state: int) -> str:
        return "7"


def test_states_that_cannot_be_written() -> None:
    with pytest.raises(UserCodeError, match="does not read as the same state"):
        outcome_certificate(Mute()(5))


# -- what was tampered with is refuted -----------------------------------------------------------

PROVED = [Kayles, Octal("0.07"), Octal("0.7!"), Octal("0.3"), Subtraction({1, 2, 6, 11}), AllBut({2, 3, 5, 7})]


@every_row("game", PROVED)
def test_every_number_matters(game: Game) -> None:
    good = of_period(game)
    n0, p, saltus, size = (good[key] for key in ("preperiod", "period", "saltus", "computed"))
    for numbers in (
        {"preperiod": n0 + 1}, {"period": 2 * p, "saltus": 2 * saltus}, {"period": p + 1},
        {"saltus": saltus + 1}, {"kind": "magic"}, {"kind": None},
    ):  # fmt: skip
        refuted(changed(good, **numbers))
    if n0:
        refuted(changed(good, preperiod=n0 - 1))
    for computed in (size - 1, size + 1):
        with pytest.raises(Unreadable) if computed > size else _refuted_too_short():
            assert verify(changed(good, computed=computed))


@contextmanager
def _refuted_too_short() -> Iterator[None]:
    with pytest.raises(AssertionError, match="a proof needs"):
        yield


@every_row("game", PROVED)
def test_with_more_values_too_nothing_smaller_or_larger_passes(game: Game) -> None:
    """Enough values for every claim, so that it is not the bound that refuses them."""
    good = of_period(game)
    n0, p, saltus, kind = (good[key] for key in ("preperiod", "period", "saltus", "kind"))
    values = sequence(game, 8 * (n0 + p) + 100).tolist()
    assert verify(claimed(good["game"], n0, p, values, saltus, kind))
    refuted(claimed(good["game"], n0, 2 * p, values, 2 * saltus, kind), "the period is not the smallest")
    refuted(claimed(good["game"], n0 + 1, p, values, saltus, kind), "the preperiod is not the smallest")
    refuted(claimed(good["game"], n0, p + 1, values, saltus, kind), "is not G(")
    refuted(claimed(good["game"], n0, p, values, saltus + 1, kind), "is not G(" if saltus else "saltus")
    if n0:
        refuted(claimed(good["game"], n0 - 1, p, values, saltus, kind), "is not G(")


@every_row("game", PROVED)
def test_every_value_matters(game: Game) -> None:
    good = of_period(game)
    values = unpacked(good)
    for n in range(len(values)):
        wrong = [*values[:n], values[n] + 1, *values[n + 1 :]]
        refuted(claimed(good["game"], good["preperiod"], good["period"], wrong, good["saltus"], good["kind"]))


def test_values_that_repeat_but_are_not_those_of_the_game() -> None:
    refuted(claimed("octal{0.77}", 0, 1, [0] * 50), "G(1) is not 0")
    refuted(claimed("subtraction{1,2}", 0, 2, [0, 1] * 20, kind="window"), "G(2) is not 0")
    refuted(claimed("allbut{2}", 0, 1, list(range(40)), 1, "pattern"), "G(2) is not 2")


@every_row("text", ["octal{0.07}", "octal{0.7!7!}", "octal{0.774}", "subtraction{1,2,6,11}", "allbut{2}"])
def test_the_game_matters(text: str) -> None:
    refuted(changed(of_period(Kayles), game=text))


@every_row("text", ["kayles", "octal{0.77", "octal{3.7}", "octal{}", "octal{0.7W}", "chess{1}", "",
                                  "subtraction{0}", "subtraction{1-}", "allbut{3-2}", "subtraction{1,,2}", "octal{٣}",
                                  "subtraction{9999999999999}", "octal{0." + "7" * 200_000 + "}"])  # fmt: skip
def test_games_that_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        verify(changed(of_period(Kayles), game=text))


@every_row("text", [f"octal{{{code}}}" for code in ("0.[3]", "4.[3]", "0.8=", "0.*", "0.{2+}!", "0.3[7]")])
def test_no_theorem_no_proof(text: str) -> None:
    refuted(claimed(text, 0, 1, list(range(200)), 1), "no theorem")


def test_false_periods() -> None:
    """Claims that other bounds would let pass."""
    traps = 0
    # Unequal splits: the plain bound 2q + 2p + k - 1 is satisfied by a period 3 that does not last.
    start = sequence(Octal("0.16!"), 13).tolist()
    for n0 in range(4):
        if all(start[n] == start[n + 3] for n in range(n0, 10)) and 2 * max(n0, 1) + 2 * 3 + 2 - 1 <= 13:
            refuted(claimed("octal{0.16!}", n0, 3, start), "a proof needs")
            refuted(claimed("octal{0.16!0}", n0, 3, start), "a proof needs")
            traps += 1
    assert traps
    # Heap 0 is no part: 0.1 would have period 2 from 0 on.
    assert sequence(Octal("0.1"), 5).tolist() == [0, 1, 0, 0, 0]
    refuted(claimed("octal{0.1}", 0, 2, [0, 1, 0]), "a proof needs")
    refuted(claimed("octal{0.1}", 0, 2, [0, 1, 0, 0]), "is not G(")
    # The values at |S| places instead of max(S): S = {2}, G(2) = G(3).
    refuted(claimed("subtraction{2}", 2, 1, [0, 0, 1, 1], kind="window"), "a proof needs 5 values")
    refuted(claimed("subtraction{2}", 0, 1, [0, 0], kind="window"), "a proof needs 3 values")


def test_only_all_but_games_grow() -> None:
    """True values, as many as a period needs, and yet no arithmetic period."""
    refuted(claimed("subtraction{1,2,3}", 0, 1, [0, 1, 2, 3], 1, "window"), "saltus")
    refuted(claimed("octal{0.333}", 0, 1, [0, 1, 2, 3], 1), "saltus")
    refuted(claimed("octal{0.3333333}", 0, 2, list(range(8)), 2), "saltus")


@every_row("m", range(2, 8))
def test_all_but_one_amount_looks_periodic_for_long(m: int) -> None:
    """With S = {m} there are 2m - 1 heaps in a row with G(n + 1) = G(n) + 1 that mean nothing... nearly enough."""
    values = sequence(AllBut({m}), 40 * m).tolist()
    steps = [n for n in range(len(values) - 1) if values[n + 1] != values[n] + 1]
    longest = max(b - a - 1 for a, b in zip([-1, *steps], steps, strict=False))
    assert longest == 2 * m - 1
    start = next(a + 1 for a, b in zip([-1, *steps], steps, strict=False) if b - a - 1 == longest)
    claim = claimed(f"allbut{{{m}}}", start, 1, values[: start + longest + 1], 1, "pattern")
    refuted(claim, "a proof needs")


SMALL: list[Game] = [
    Octal("0." + "".join(d + mark for d in f"{pair:o}")) for pair in range(1, 64, 5) for mark in ("", "!")
]
SMALL += [family(set(pair)) for family in (Subtraction, AllBut) for pair in combinations(range(1, 5), 2)]


@every_row("game", SMALL, one_in=5)
def test_no_short_beginning_proves_a_false_period(game: Game) -> None:
    """All claims that the first few values allow: what passes goes on for as long as anybody looks."""
    kind = {Octal: "theorem", Subtraction: "window", AllBut: "pattern"}[type(game)]
    values = sequence(game, 200).tolist()
    for size in range(2, 20):
        for p in range(1, size):
            for saltus in {0, max(0, values[size - 1] - values[size - 1 - p])}:
                n0 = size - p
                while n0 and values[n0 - 1] + saltus == values[n0 - 1 + p]:
                    n0 -= 1
                if verify(claimed(str(game), n0, p, values[:size], saltus, kind)):
                    assert all(values[n + p] == values[n] + saltus for n in range(n0, 200 - p))


Tamper = Callable[[Certificate], None]


def _reply_changed(data: Certificate) -> None:
    data["replies"][0][1] = (data["replies"][0][1] + 1) % len(data["members"])


def _reply_removed(data: Certificate) -> None:
    data["replies"].pop()


def _member_removed(data: Certificate) -> None:
    data["members"].pop()


def _end_removed(data: Certificate) -> None:
    place = data["members"].index("0 0 0")
    data["members"].pop(place)
    data["replies"] = [[s, i - (i > place)] for s, i in data["replies"] if i != place]


def _member_added(data: Certificate) -> None:
    data["members"].append("0 0 1")


def _outcome(data: Certificate) -> None:
    data["outcome"] = "P"


def _misere(data: Certificate) -> None:
    data["misere"] = True


def _no_first(data: Certificate) -> None:
    data["first"] = None


def _first_far_away(data: Certificate) -> None:
    data["first"] = "0 0 0"


def _other_position(data: Certificate) -> None:
    data["position"] = "nim: 3 4 6"


def _other_game(data: Certificate) -> None:
    data["position"] = "moore{2}: 3 4 5"


@every_row(
    "tamper",
    [_reply_changed, _reply_removed, _member_removed, _end_removed, _member_added, _outcome, _misere, _no_first,
     _first_far_away, _other_position, _other_game],
)  # fmt: skip
def test_kernels_that_are_none(tamper: Tamper) -> None:
    data = deepcopy(outcome_certificate(parse("nim: 3 4 5")))
    tamper(data)
    refuted(seal(data))


def test_every_reply_and_every_member_matters() -> None:
    for misere in (False, True):
        good = outcome_certificate(parse("kayles: 4 + nim: 3"), misere)
        for i in range(len(good["replies"])):
            refuted(changed(good, replies=good["replies"][:i] + good["replies"][i + 1 :]), "has no reply")
        for i in range(len(good["members"])):
            others = [m for k, m in enumerate(good["members"]) if k != i]
            assert not verify(changed(good, members=others))


def test_the_wrong_winner_cannot_be_proved() -> None:
    # In misere play the end is N: the kernel of normal play says nothing.
    good = outcome_certificate(parse("nim: 1 1"))
    assert good["outcome"] == "P"
    refuted(changed(good, misere=True), "won for the player to move")
    refuted(changed(good, position="nim: 1 1", members=["1 1"], replies=[["0 1", 0], ["1 0", 0]]), "no move leads")


class Round(Game):
    """Four places in a circle: nobody ever wins."""

    def options(self, state: int) -> list[int]:
        return [(state + 1) % 4]


def test_a_game_without_end_is_no_win() -> None:
    claim = seal({
        "claim": "kernel", "position": "round: 0", "misere": False, "outcome": "P", "first": None,
        "members": ["0", "2"], "replies": [["1", 1], ["3", 0]],
    })  # fmt: skip
    verdict = verify(claim, Round())
    assert verdict.holds is False
    assert "return to" in str(verdict.reason)


@every_row(
    "fields",
    [
        {"position": "nim: x"}, {"position": 5}, {"position": "nim"}, {"position": "graph{@secret.json}: a"},
        {"outcome": "X"}, {"misere": 1}, {"members": "1 1"}, {"members": [5]}, {"members": [["1 1"]]},
        {"members": ["x"]}, {"replies": [["1 0"]]}, {"replies": [["1 0", "0"]]}, {"replies": [["1 0", True]]},
        {"replies": {"1 0": 0}}, {"first": 7}, {"claim": "draw"}, {"claim": None}, {"claim": ["period"]},
    ],
)  # fmt: skip
def test_kernels_that_cannot_be_read(fields: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        verify(changed(outcome_certificate(parse("nim: 1 2")), **fields))


def test_rules_that_fail_are_told() -> None:
    claim = changed(outcome_certificate(Bar()()), members=["'ab'"], replies=[], first="'ab'", position="bar: 'ab'")
    with pytest.raises(Unreadable, match="the rules fail"):
        verify(claim, Bar())


def test_positions_with_endless_moves_stop_at_the_limit() -> None:
    claim = seal({
        "claim": "kernel", "position": "nim: w", "misere": False, "outcome": "N", "first": "0",
        "members": ["0", "w"], "replies": [],
    })  # fmt: skip
    assert verify(claim).holds is False  # w to 0 stays in the kernel
    claim = changed(claim, members=["7"], first="9999999999999")
    assert verify(claim, limit=1000).holds is False
    claim = changed(claim, members=["99999999999999"], first="99999999999999")
    assert verify(claim, limit=1000).holds is None


# -- files ---------------------------------------------------------------------------------------


def test_round_trip(tmp_path: Path) -> None:
    for i, certificate in enumerate([of_period(Kayles), outcome_certificate(parse("kayles: 3 + chomp: 2x2"), True)]):
        file = write(certificate, tmp_path / f"{i}.json")
        assert read(file) == certificate
        assert verify(file) == verify(str(file)) == verify(certificate)
        assert sorted(path.name for path in tmp_path.iterdir()) == [f"{k}.json" for k in range(i + 1)]


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(of_period(Kayles), tmp_path / "k.json")
    before = file.read_bytes()
    (tmp_path / ".k.json.abcd.tmp").write_bytes(before[:100])  # a crash has left it

    def crash(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", crash)
        with pytest.raises(NimatronError, match="No space left"):
            write(of_period(Octal("0.07")), file)
    assert file.read_bytes() == before
    assert verify(file)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".k.json.abcd.tmp", "k.json"]
    with pytest.raises(NimatronError, match="cannot write"):
        write(of_period(Kayles), tmp_path / "no" / "k.json")


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate whose values lie in a file of their own."""
    monkeypatch.setattr(write_file, "INSIDE", 10)
    return write(of_period(AllBut({2, 3, 5, 7})), tmp_path / "a.json")


def test_large_values_lie_beside(outside: Path) -> None:
    name = read(outside)["values"]["file"]
    assert verify(outside)
    with pytest.raises(Unreadable, match="another file"):
        verify(read(outside))
    values = outside.with_name(name)
    content = bytearray(values.read_bytes())
    content[3] ^= 1
    values.write_bytes(content)
    with pytest.raises(Unreadable, match="damaged"):
        verify(outside)
    values.write_bytes(content[:-1])
    with pytest.raises(Unreadable, match="expected a file"):
        verify(outside)
    values.unlink()
    with pytest.raises(Unreadable, match="expected a file"):
        verify(outside)


@pytest.mark.parametrize(
    "name",
    ["../a.values", "/etc/passwd", "sub/a.values", "..", ".", "", "C:a", "a\\b", "a\0b", "a\nb", ".hidden", "x" * 999,
     5, None],
)  # fmt: skip
def test_values_are_looked_for_only_beside(outside: Path, name: object) -> None:
    data = dict(read(outside))
    (outside.parent / "sub").mkdir()
    data["values"] = {**data["values"], "file": name}
    outside.write_text(json.dumps(seal(data)))
    with pytest.raises(Unreadable):
        verify(outside)


def test_a_link_is_not_followed(outside: Path) -> None:
    values = outside.with_name(read(outside)["values"]["file"])
    values.rename(values.with_suffix(".moved"))
    values.symlink_to(values.with_suffix(".moved"))
    with pytest.raises(Unreadable, match="expected a file"):
        verify(outside)


def _zipped(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw)).decode()


@every_row(
    "field",
    [
        {"type": "u1", "zlib": _zipped(bytes(166))},
        {"type": "u1", "zlib": _zipped(bytes(168))},
        {"type": "u2", "zlib": _zipped(bytes(167))},
        {"type": "u1", "zlib": base64.b64encode(zlib.compress(bytes(167)) + b"x").decode()},
        {"type": "u1", "zlib": base64.b64encode(zlib.compress(bytes(167))[:-3]).decode()},
        {"type": "u1", "zlib": "no base64!"}, {"type": "u1", "zlib": "ąę"}, {"type": "u1", "zlib": 7}, {"type": "u1"},
        {"type": "u8", "zlib": _zipped(bytes(167 * 8))}, {"type": ["u1"]}, {"type": None}, {}, [], None, 7, "u1",
        {"type": "u1", "zlib": _zipped(bytes(50_000_000))},  # a bomb
    ],
)  # fmt: skip
def test_values_that_cannot_be_unpacked(field: object) -> None:
    with pytest.raises(Unreadable):
        verify(changed(of_period(Kayles), values=field))


def test_values_out_of_reach_cost_nothing() -> None:
    refuted(claimed("octal{0.77}", 0, 1, [2**32 - 1] * 20, size="u4"), "options")
    refuted(claimed("subtraction{1}", 0, 1, [2**32 - 1] * 20, kind="window", size="u4"), "options")
    refuted(claimed("allbut{1}", 0, 1, [2**32 - 1] * 20, kind="pattern", size="u4"), "options")


@pytest.mark.parametrize("key", ["preperiod", "period", "saltus", "computed"])
@pytest.mark.parametrize("value", [-1, 2**41, 10**30, 1.0, True, "3", None, [], {}])
@pytest.mark.one_in(5)
def test_numbers_are_numbers(key: str, value: object) -> None:
    with pytest.raises(Unreadable, match=key):
        verify(changed(of_period(Kayles), **{key: value}))


def test_huge_counts_are_refused_before_anything_is_made() -> None:
    with pytest.raises(Unreadable, match="too many"):
        verify(changed(of_period(Kayles), computed=2**40))
    refuted(changed(of_period(Kayles), period=2**40), "a proof needs")
    refuted(changed(of_period(Kayles), game="subtraction{1-1000000000000}", kind="window"), "a proof needs")


GARBAGE = [
    b"", b"{", b"[]", b"null", b"7", b'"x"', b"\xff\xfe", b"{}", b'{"schema": "nimatron.certificate/2"}',
    b"[" * 100_000, b'{"a":' * 50_000, b'{"schema": NaN}', b'{"schema": 1.5}', b"9" * 10_000, b'{"a": 1, "a": 2}',
    b"\0" * 1000,
    b'{"schema": "nimatron.certificate/1"}', b'{"schema": "nimatron.certificate/1", "sha256": "\\ud800"}',
]  # fmt: skip


@pytest.mark.parametrize("content", GARBAGE, ids=lambda content: content[:20].hex())
def test_garbage(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    file.write_bytes(content)
    with pytest.raises(Unreadable):
        verify(file)


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, "a\0b"):
        with pytest.raises(Unreadable):
            verify(path)


def test_a_file_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(of_period(Kayles), tmp_path / "k.json")
    for name in ("LARGEST_FILE", "MOST_ITEMS"):
        with monkeypatch.context() as patch:
            patch.setattr(files, name, 10)
            with pytest.raises(Unreadable, match="larger"):
                verify(file)
            with pytest.raises(NimatronError, match="larger"):
                write(of_period(Kayles), file)
    assert verify(file)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["N", "u1", "octal{0.3}", "1 1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
SEEDS = [of_period(Kayles), of_period(AllBut({2})), outcome_certificate(parse("nim: 1 2")),
         outcome_certificate(parse("kayles: 2 + nim: 1"), True)]  # fmt: skip


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in `data` with every key or index."""
    if isinstance(data, (dict, list)):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from places(data[key])


@given(st.sampled_from(SEEDS), st.data())
@settings(max_examples=75)
def test_a_changed_field_never_crashes(good: Certificate, data: st.DataObject) -> None:
    certificate = deepcopy(good)
    container, key = data.draw(st.sampled_from(list(places(certificate))))
    if data.draw(st.booleans()):
        container[key] = data.draw(ANYTHING)
    else:
        del container[key]
    if "schema" not in certificate:
        return
    try:
        verdict = verify({**seal(certificate), "schema": certificate["schema"]}, limit=10_000)
    except Unreadable:
        return
    assert verdict.holds in (True, False, None)


@given(st.sampled_from(SEEDS), st.integers(0), st.binary(max_size=3), st.integers(0, 3))
@settings(max_examples=50)
def test_a_changed_byte_never_passes(good: Certificate, at: int, put: bytes, cut: int) -> None:
    content = json.dumps(good).encode()
    at %= len(content)
    tampered = content[:at] + put + content[at + cut :]
    try:
        data = json.loads(tampered)
    except (ValueError, RecursionError):
        return
    if data != good:
        with pytest.raises(Unreadable):
            verify(data)


# -- the command line ----------------------------------------------------------------------------

runner = CliRunner()


def run(*arguments: object) -> Result:
    """The commands under the errors of the real program, whether or not they are in its list yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(COMMANDS, "verify", ("verify.verify_files", "Check certificates."))
        patch.setitem(COMMANDS, "prove", ("prove.prove", "Write a certificate."))
        return runner.invoke(app, [*map(str, arguments)], env={"LANGUAGE": "en"})


def test_prove_and_verify(tmp_path: Path) -> None:
    for i, words in enumerate(
        [["nim: 3 4 5"], ["nim", "3", "4"], ["kayles"], ["subtraction{1,", "2}"], ["chomp: 3x3", "--misere"]]
    ):
        file = tmp_path / f"{i}.json"
        assert run("prove", *words, "-o", file).exit_code == 0
        result = run("verify", file)
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith(f"{file}: holds: ")
    result = run("verify", tmp_path / "0.json", tmp_path / "2.json", "--json")
    assert [(v["holds"], v["status"]) for v in json.loads(result.stdout)] == [(True, "holds")] * 2


def test_exit_codes(tmp_path: Path) -> None:
    good, wrong, bad = (tmp_path / name for name in ("good.json", "wrong.json", "bad.json"))
    write(of_period(Kayles), good)
    write(changed(of_period(Kayles), preperiod=72), wrong)
    bad.write_text("{}")
    assert run("verify", good).exit_code == 0
    result = run("verify", good, wrong, bad)
    assert result.exit_code == 6
    assert len(result.stdout.splitlines()) == 3
    assert "does not hold" in result.stdout
    assert run("verify", good, bad).exit_code == 1
    assert run("verify", tmp_path / "none.json").exit_code == 1
    write(outcome_certificate(parse("nim: 5 6 7")), bad)
    assert run("verify", bad, "--moves", 10).exit_code == 5
    assert run("prove", "octal{0.007}", "-o", tmp_path / "t.json", "--positions", 100).exit_code == 5
    assert run("prove", "lasker", "-o", tmp_path / "t.json").exit_code == 2
    assert run("prove", "kayles", "-o", good).exit_code == 2
    assert run("prove", "kayles", "-o", good, "--force").exit_code == 0
    assert run("prove", "kayles", "-o", tmp_path / "no" / "t.json").exit_code == 2
    assert not (tmp_path / "t.json").exists()


def test_own_games_and_graph_files(tmp_path: Path) -> None:
    file = tmp_path / "bar.json"
    assert run("prove", f"{CHOCOLATE}:Chocolate", "(3, 4)", "-o", file).exit_code == 0
    assert run("verify", file).exit_code == 1
    assert run("--load", f"{CHOCOLATE}:Chocolate", "verify", file).exit_code == 0
    graph = tmp_path / "graph.json"
    graph.write_text('{"a": ["b"], "b": []}')
    write(changed(outcome_certificate(parse("nim: 1 2")), position=f"graph{{@{graph}}}: a"), file)
    result = run("verify", file)
    assert result.exit_code == 1
    assert "command line only" in result.stdout


def test_help_shows_an_example() -> None:
    assert "Example: nimatron verify" in run("verify", "--help").stdout
    assert "Example: nimatron prove" in run("prove", "--help").stdout

"""Games whose positions can repeat: labels, sums, moves that make progress, draws.

Source of `data/loopy.json`: random graphs and sums of two, labelled by a program of its own and compared with
retrograde analysis.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from io import BytesIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.cli.screen import transliterate
from nimatron.play.computer import choose
from nimatron.play.judge import MatchRules, mistake, scores
from nimatron.play.levels import Level
from nimatron.play.match import PERSON, Match, Player, Result
from nimatron.play.referee import Duel, Entrant
from nimatron.proof.checkers import verify
from nimatron.proof.seal import Unreadable, seal
from nimatron.proof.write_outcome import outcome_certificate
from nimatron.show import talk
from nimatron.show.match_table import referee_lines
from nimatron.solve.search import labels as labelling
from nimatron.solve.search.labels import INFINITE, UNKNOWN
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "loopy.json").read_text())


def retrograde(position: nt.Position, misere: bool = False) -> dict[Hashable, str]:
    """Outcomes of all that can be reached, from the definition: whole states, marked again and again."""
    options: dict[Hashable, list[Any]] = {}
    todo = [position.state]
    while todo:
        state = todo.pop()
        if state not in options:
            options[state] = list(position.game.options(state))
            todo += options[state]
    marks = {state: "N" if misere else "P" for state, listed in options.items() if not listed}
    changed = True
    while changed:
        before = len(marks)
        for state, listed in options.items():
            if state in marks:
                continue
            if any(marks.get(option) == "P" for option in listed):
                marks[state] = "N"
            elif all(marks.get(option) == "N" for option in listed):
                marks[state] = "P"
        changed = len(marks) > before
    return {state: marks.get(state, "D") for state in options}


@st.composite
def graphs(draw: st.DrawFn, most: int = 7) -> list[list[int]]:
    size = draw(st.integers(1, most))
    forth, back = draw(st.sampled_from([(0.2, 0.2), (0.5, 0.03), (0.5, 0.08), (0.8, 0.05)]))
    rng = Random(draw(st.integers(0, 2**32)))
    return [[w for w in range(size) if rng.random() < (forth if w < v else back)] for v in range(size)]


def game_of(graph: list[list[int]]) -> nt.Graph:
    return nt.Graph(dict(enumerate(graph)))


class Wandering(nt.Game):
    """A token on a graph, as a game of one's own that says nothing of its circles."""

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self.graph = tuple(map(tuple, graph))

    def options(self, v: int) -> tuple[int, ...]:
        return self.graph[v]


# -- labels --------------------------------------------------------------------------------------


@every_row("case", VECTORS, one_in=5)
def test_vectors(case: dict[str, Any]) -> None:
    expected = case["value"] if isinstance(case["value"], int) else nt.Loopy(case["value"])
    assert (nt.grundy(case["position"]), nt.outcome(case["position"])) == (expected, case["outcome"])


@every_row(
    ("arrows", "values"),
    [
        ("a>a", "∞()"),
        ("a>a a>e", "∞(0) 0"),
        ("a>b b>a", "∞() ∞()"),
        ("a>b b>a b>e", "0 1 0"),
        ("a>b b>a b>e e>f", "∞() ∞(1) 1 0"),
    ],
)
def test_small_graphs(arrows: str, values: str) -> None:
    game = nt.Graph(arrows)
    assert " ".join(str(nt.grundy(game(v))) for v in sorted(game.vertices)) == values


@given(graphs(12))
def test_labels_keep_the_definition(graph: list[list[int]]) -> None:
    """No option has the label m; smaller ones are there; larger and infinite options lead back to m, with less rank."""
    found = labelling.label_graph(graph, [UNKNOWN] * len(graph))
    for v, m in enumerate(found.labels):
        options = [found.labels[w] for w in graph[v]]
        answers = [
            [found.ranks[x] for x in graph[w] if found.labels[x] == m]
            for w in graph[v]
            if found.labels[w] == INFINITE or found.labels[w] > m
        ]
        if m == INFINITE:
            # Some infinite option has no answer at the first number that is missing.
            least = next(n for n in range(len(graph) + 1) if n not in options)
            assert any(
                found.labels[w] == INFINITE and least not in [found.labels[x] for x in graph[w]] for w in graph[v]
            )
        else:
            assert m not in options
            assert set(range(m)) <= set(options)
            assert all(answers)
            if found.knots[v] != labelling.NO_KNOT:
                assert all(min(ranks) < found.ranks[v] for ranks in answers)


# -- sums ----------------------------------------------------------------------------------------


@given(graphs(), graphs(5), st.integers(0, 4), st.booleans())
@settings(max_examples=15)
def test_sums_are_as_retrograde_analysis_says(a: list[list[int]], b: list[list[int]], heap: int, own: bool) -> None:
    first = Wandering(a)(len(a) - 1) if own else game_of(a)(len(a) - 1)
    position = first + game_of(b)(len(b) - 1) + nt.Nim(heap)
    marks = retrograde(position)
    assert nt.outcome(position) == marks[position.state]
    found = nt.analyse(position)
    draws = {state for state in position.game.options(position.state) if marks[state] == "D"}
    if found.outcome == "D":
        assert found.drawing_moves is not None
        assert {move.state for move in found.drawing_moves} == draws
    assert found.winning_moves is not None
    assert bool(found.winning_moves) == (found.outcome == "N")
    assert all(marks[move.state] == "P" for move in found.winning_moves)


@given(graphs(), graphs(4))
@settings(max_examples=10)
def test_misere_outcomes(a: list[list[int]], b: list[list[int]]) -> None:
    for position in (Wandering(a)(len(a) - 1), game_of(a)(len(a) - 1) + game_of(b)(len(b) - 1) + nt.Nim(1)):
        marks = retrograde(position, misere=True)
        assert nt.outcome(position, misere=True) == marks[position.state]
        moves = nt.winning_moves(position, misere=True)
        assert bool(moves) == (marks[position.state] == "N" and not position.ended)
        assert all(marks[move.state] == "P" for move in moves)


@given(graphs(8), graphs(8), st.integers(0, 3), st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=15)
def test_a_winner_who_follows_the_moves_comes_to_the_end(
    a: list[list[int]], b: list[list[int]], heap: int, rng: Random, misere: bool
) -> None:
    """Whatever the other player does: here he moves at random, the winner takes any winning move."""
    start = game_of(a)(rng.randrange(len(a)), rng.randrange(len(a)))
    start = start + (
        Wandering(b)(rng.randrange(len(b))) if misere else game_of(b)(rng.randrange(len(b))) + nt.Nim(heap)
    )
    solver = Solver()
    game = start.game
    for state in islice([start.state, *game.options(start.state)], 6):
        if solver.outcome(game, state, misere) != "N":
            continue
        for _ in range(400):
            moves = list(wins(solver, game, state, misere))
            if not moves:
                assert misere
                assert not list(game.options(state))
                break
            state = rng.choice(moves)
            answers = list(game.options(state))
            if not answers:
                break
            state = rng.choice(answers)
        else:
            raise AssertionError("the winner goes round in circles")


def wins(solver: Solver, game: nt.Game, state: Any, misere: bool) -> Iterator[Any]:
    for part, options in solver.winning_moves(game, state, misere):
        for option in options:
            yield option if part is None else game.put(state, part, option)


def test_the_fastest_way_round_a_ring() -> None:
    """From a the winner could go to P-positions c and e for ever: b is answered only by the exit."""
    game = nt.Graph("a>c c>a a>e c>d d>e")
    assert [str(move) for move in nt.winning_moves(game("a"))] == [str(game("e"))]


# -- games of one's own ---------------------------------------------------------------------------


class Refilled(nt.HeapGame):
    """Take 1 or 2, split a heap of 7 or more in two; a heap of 3 may be filled up to 4."""

    def heap_options(self, n: int) -> Iterator[Any]:
        yield from (n - k for k in (1, 2) if k <= n)
        yield from ((k, n - k) for k in range(1, n // 2 + 1) if n >= 7)
        if n == 3:
            yield 4


class Marked(Refilled):
    """The same, and it says that positions can come back."""

    loopy = True


@every_row("heap", range(10))
def test_parts_are_labelled_one_by_one(heap: int) -> None:
    for game in (Refilled(), Marked()):
        position = game(heap)
        assert nt.outcome(position) == retrograde(position)[position.state]
        both = position + game(4)
        assert nt.outcome(both) == retrograde(both)[both.state]


def test_equal_parts_of_a_game_that_may_go_on_do_not_cancel() -> None:
    for game in (Wandering([[1], [0]]), nt.Graph("0>1 1>0")):
        pair = game(0) + game(0)
        assert (nt.outcome(pair), nt.grundy(pair)) == ("D", nt.Loopy())


def test_a_circle_deep_inside_is_found() -> None:
    class Deep(nt.Game):
        def options(self, n: int) -> list[int]:
            return [n - 1] if n > 1 else [2] if n else []

    assert nt.outcome(Deep()(3000)) == "D"
    assert nt.outcome(Deep()(0)) == "P"


def test_endless_games_end_at_a_limit() -> None:
    class Climbing(nt.Game):
        def options(self, n: int) -> list[int]:
            return [n + 1, n - 1 if n else 0]

    for misere in (False, True):
        with pytest.raises(nt.Limit):
            nt.outcome(Climbing()(5), misere, limit=500)
    assert nt.analyse(Climbing()(5), limit=500).solution == "unresolved"


def test_what_is_known_is_used_again() -> None:
    tables = Tables()
    game = Wandering([[1, 2], [0], [3], []])
    assert Solver(tables=tables).value(game, 0) == nt.Loopy({1})
    limited = Solver(nt.Limits(positions=0), tables=tables)
    assert [limited.value(game, v) for v in range(4)] == [nt.Loopy({1}), nt.Loopy(), 1, 0]
    assert [limited.outcome(game, v) for v in range(4)] == ["D", "D", "N", "P"]


def test_many_loopy_parts() -> None:
    game = nt.Graph("a>b b>a b>e e>f")
    position = game(*"ab" * 200) + nt.Nim(10**18)
    assert nt.outcome(position) == "D"
    assert len(nt.analyse(position).drawing_moves or ()) == 10_000 + 600
    assert "Very many moves keep the draw, such as:" in str(nt.analyse(position))
    assert nt.outcome(game("a") + nt.parse("cram: 7x7"), limit=1000) == "D"
    ordinal = game("b") + nt.parse("nim: w")
    assert str(nt.grundy(ordinal)) == "∞(ω + 1)"


# -- values --------------------------------------------------------------------------------------


def test_values_add_up() -> None:
    a, b = nt.Loopy({0, 2}), nt.Loopy({1})
    assert a ^ 3 == 3 ^ a == nt.Loopy({3, 1})
    assert a ^ b == nt.Loopy() == b ^ a
    assert nt.nim_sum(a, 1, 1) == a
    assert (str(a), repr(a), a.ascii(), str(nt.Loopy()), repr(nt.Loopy())) == (
        "∞(0, 2)",
        "Loopy({0, 2})",
        "inf(0, 2)",
        "∞()",
        "Loopy()",
    )
    assert a != 0
    assert len({a, nt.Loopy([2, 0, 0]), b}) == 2
    assert sorted([a, 5, b, 0]) == [0, 5, a, b]
    assert bool(nt.Loopy())
    for wrong in (lambda: a ^ 0.5, lambda: nt.Loopy({-1}), lambda: setattr(a, "values", ())):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            wrong()


# -- play ----------------------------------------------------------------------------------------

RING = nt.Graph("a>b b>a b>c c>d")
"""a and b are drawn; c wins for the player to move, and d is the end."""


def test_the_computer_keeps_a_draw_and_wins_a_win() -> None:
    assert choose(RING("b")) == RING("a")
    assert choose(RING("c")) == RING("d")
    pairs = RING("b") + nt.Nim(1)  # ∞(1) + 1 contains 0: c + nim 1 is lost for the other side
    assert choose(pairs, seconds=60) == RING("c") + nt.Nim(1)


def test_a_draw_is_agreed_on_after_a_position_came_back() -> None:
    match = Match(RING("a"), players=(PERSON, PERSON))
    assert not match.agree()
    for vertex in "ba":
        match.play(RING(vertex))
    assert (match.returns, match.result) == (2, None)
    assert match.agree()
    assert match.result == Result(None, 1, False)
    assert match.undo()
    assert match.result is None


def test_a_position_that_comes_back_too_often_ends_the_match() -> None:
    match = Match(RING("a"), players=(PERSON, Player(Level.PERFECT)))
    moves = 0
    while match.result is None:
        match.play(RING("b"))
        match.answer()
        moves += 2
    assert (match.result.winner, moves) == (None, 8)


def test_the_computer_that_can_win_agrees_on_no_draw() -> None:
    game = nt.Graph("a>b b>a b>c")  # a is lost for the player to move
    match = Match(game("a"), players=(PERSON, Player(Level.RANDOM)), seed=1)
    match.history += [game("b"), game("a")]
    assert not match.agree()
    assert match.result is None


def test_the_referee_knows_draws() -> None:
    computer = Entrant("nimatron"), Entrant("again")
    played = Duel(computer, RING("a"), MatchRules()).play()
    assert (played.winner, played.drawn, str(played.reason)) == (
        None,
        True,
        "a draw: graph{a>b b>a b>c c>d}: b has repeated",
    )
    table = scores(["nimatron", "again"], [played])
    assert [(score.drawn, score.stopped, score.won, score.lost) for score in table] == [(1, 0, 0, 0)] * 2
    assert any("drawn" in line.text for line in referee_lines(RING, [RING("a")], MatchRules(), table))


def test_giving_a_draw_away_is_a_mistake() -> None:
    found = mistake(RING("b"), RING("c"), False)
    assert found is not None
    assert (found.better, found.kept) == (RING("a"), "D")
    assert mistake(RING("b"), RING("a"), False) is None
    assert mistake(RING("a"), RING("b"), False) is None


def test_hints_speak_of_the_draw() -> None:
    match = Match(RING("b"), players=(PERSON, PERSON))
    said = [talk.hint_sentence(match, match.hint()) for _ in range(3)]
    assert said == [
        "Nobody can force a win here: look for a move that keeps the draw.",
        "Look for a move after which the game can continue for ever.",
        "This keeps the draw: move from b to a",
    ]


def test_a_match_in_the_terminal_ends_with_a_draw() -> None:
    words = ["play", "--level", "perfect", "graph{v>w w>v w>x x>y}: v"]
    result = CliRunner().invoke(app, words, input="draw\nw\ndraw\n\n")
    assert result.exit_code == 0
    for sentence in (
        "You can agree on a draw when a position repeats.",
        "This position has repeated: type draw to agree on a draw.",
        "A draw: the position has repeated, and nobody has won.",
    ):
        assert sentence in result.stdout


def test_moves_that_change_nothing_have_words() -> None:
    loop = nt.Graph("a>a a>b")
    for position in (loop("a"), nt.Nim(10**18) + loop("a"), loop("b", "a"), loop("b") + loop("a")):
        passing = position.state
        assert "from a to a" in str(position.game.describe(position.state, passing))
    assert str(Refilled().describe((3, 1), (4, 1))) == "turn heap 1 into 4"


# -- certificates --------------------------------------------------------------------------------


@given(graphs(6), graphs(4), st.integers(0, 2), st.booleans())
@settings(max_examples=10)
def test_every_outcome_has_a_certificate(a: list[list[int]], b: list[list[int]], heap: int, misere: bool) -> None:
    position = game_of(a)(len(a) - 1) + game_of(b)(len(b) - 1) + nt.Nim(heap)
    certificate = outcome_certificate(position, misere)
    assert certificate["outcome"] == retrograde(position, misere)[position.state]
    assert verify(certificate)


DRAWN = outcome_certificate(nt.parse("graph{a>b b>a b>c c>d}: b + nim: 3"))


@every_row(
    "false",
    [
        {"position": "graph{a>b b>a b>c c>d}: c + nim: 3"},
        {"position": "graph{a>b b>a b>c c>d}: b + nim: 1"},
        {"position": "graph{a>b b>a b>c c>d d>a}: b + nim: 3"},
        {"misere": True},
        {"misere": 1},
        {"outcome": "N"},
        {"outcome": "P"},
        {"claim": "kernel"},
        {"claim": "period"},
        {"drawn": DRAWN["drawn"][1:], "stays": DRAWN["stays"][1:]},
        {"drawn": DRAWN["drawn"][:-1], "stays": DRAWN["stays"][:-1]},
        {"drawn": [*DRAWN["drawn"], ["c", "1"]], "stays": [*DRAWN["stays"], 0]},
        {"drawn": [*DRAWN["drawn"], ["b", "1"]], "stays": [*DRAWN["stays"], 0]},
        {"drawn": [["b"]] * 7},
        {"drawn": None},
        {"stays": DRAWN["stays"][:-1]},
        {"stays": [0] * 7},
        {"stays": [99] * 7},
        {"stays": [-1] * 7},
        {"stays": [True] * 7},
        {"members": DRAWN["members"][1:], "ranks": DRAWN["ranks"][1:]},
        {"members": DRAWN["members"][:1] * 2},
        {"members": [["c", "2"], ["d", "0"]]},
        {"ranks": [0, 0]},
        {"ranks": [2, 0]},
        {"ranks": [1, 1]},
        {"ranks": [1]},
        {"ranks": ["1", 0]},
        {"replies": DRAWN["replies"][1:]},
        {"replies": [[option, 1 - place] for option, place in DRAWN["replies"]]},
        {"replies": [[option, 7] for option, _ in DRAWN["replies"]]},
        {"replies": [*DRAWN["replies"], 5]},
    ],
)
def test_a_false_certificate_of_a_draw(false: dict[str, Any]) -> None:
    assert DRAWN["outcome"] == "D"
    assert verify(DRAWN)
    forged = seal(DRAWN | false)
    try:
        assert not verify(forged)
    except Unreadable:
        return


@every_row("field", sorted(DRAWN.keys() - {"schema", "sha256"}))
def test_no_field_of_a_draw_can_be_left_out(field: str) -> None:
    with pytest.raises(Unreadable):
        verify(seal({key: value for key, value in DRAWN.items() if key != field}))


def test_prove_and_verify_a_draw(tmp_path: Path) -> None:
    file = str(tmp_path / "draw.json")
    written = CliRunner().invoke(app, ["prove", "graph{a>b b>a b>c c>d}: b", "-o", file])
    assert written.exit_code == 0, written.output
    assert "is D" in written.stdout + written.stderr
    told = CliRunner().invoke(app, ["verify", file])
    assert told.exit_code == 0
    assert "is drawn" in told.stdout


# -- hostile games --------------------------------------------------------------------------------


def test_a_sequence_has_numbers_only() -> None:
    with pytest.raises(nt.OutOfReach, match="refilled: 3 can continue for ever"):
        nt.sequence(Refilled(), 9)
    assert nt.sequence(Refilled(), 3).tolist() == [0, 1, 2]


def test_parts_that_lead_back_to_themselves() -> None:
    class Inside(nt.Game):
        loopy = True

        def options(self, n: int) -> list[int]:
            return [n - 1] if n else []

        def components(self, n: int) -> list[Any]:
            return [(self, n ^ 1)]

    with pytest.raises(nt.UserCodeError, match="leads back to itself"):
        nt.outcome(Inside()(4))


@pytest.mark.parametrize("loopy", [False, True])
def test_states_that_are_no_keys(loopy: bool) -> None:
    class Lists(nt.Game):
        def options(self, state: Any) -> list[Any]:
            return [[1, 2]]

    Lists.loopy = loopy
    for misere in (False, True):
        with pytest.raises(nt.UserCodeError, match="use tuples"):
            nt.outcome(Lists()((1, 2)), misere)


def test_moves_that_change_nothing_are_listed_once() -> None:
    found = nt.analyse("graph{a>a}: a a + nim: 1")
    assert [str(move) for move in found.drawing_moves or ()] == [
        "graph{a>a}: a a + nim: 1",
        "graph{a>a}: a a + nim: 0",
    ]


def test_a_terminal_with_letters_only(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = TextIOWrapper(BytesIO(), encoding="ascii", errors="replace")
    monkeypatch.setattr("sys.stdout", plain)
    assert transliterate(str(nt.Loopy({0, nt.Ordinal("w*2")}))) == "inf(0, w*2)"
    monkeypatch.setattr("sys.stdout", TextIOWrapper(BytesIO(), encoding="utf-8"))
    assert transliterate("∞(0)") == "∞(0)"

"""Rules that are guessed and proved: compared with the definition, and refused when they are spoilt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner

import nimatron as nt
from nimatron.core.limits import Budget, Limits
from nimatron.discover.automaton import Automaton
from nimatron.discover.discovery import RULES, known_rule
from nimatron.discover.numeration import BINARY, PELL, TERNARY, ZECKENDORF, Numeration, fraenkel
from nimatron.discover.relations import Relations
from nimatron.discover.rule_store import RuleStore
from nimatron.discover.search import RuleSearch
from nimatron.discover.values import RuleStrategy
from nimatron.families.formula.conditions import Form, read_condition
from nimatron.families.formula.rules import OVER, holds
from nimatron.proof.checkers import verify
from nimatron.proof.seal import seal
from nimatron.solve.store.results import IN_USE
from nimatron.survey.rule_family import random_rules

BIG = 10**18


@pytest.fixture(autouse=True)
def no_rules_of_other_tests() -> Iterator[None]:
    RULES.clear()
    yield
    RULES.clear()


class Plain:
    """Who loses, by the definition alone."""

    def __init__(self, game: nt.Rules) -> None:
        self.game, self.known = game, dict[Any, bool]()

    def is_lost(self, state: Any) -> bool:
        if state not in self.known:
            options = list(self.game.options(state))
            self.known[state] = not any(map(self.is_lost, options)) and not (self.game.misere and not options)
        return self.known[state]


def small(game: nt.Rules, side: int) -> Iterator[Any]:
    count = len(game.numbers.split())
    return (state for state in product(range(side), repeat=count) if game.play().is_position(state))


NUMERATIONS = (BINARY, TERNARY, ZECKENDORF, PELL, Numeration(6, 0), fraenkel(1, 3), fraenkel(2, 1), fraenkel(3, 1))


@every_row("numeration", NUMERATIONS)
def test_conditions_as_automata(numeration: Numeration) -> None:
    relations, rng = Relations(numeration, Budget()), Random(1)
    for n in range(200):
        assert numeration.read(numeration.word((n,)), 1) == (n,)
    for text in (
        "x = y + 1",
        "x - 2y <= -1",
        "x % 3 = y % 3",
        "x // 3 = y",
        "abs(x - y) <= 2",
        "not (x < y and y % 4 = 1)",
    ):
        condition = read_condition(text, ("x", "y"), after=False)
        automaton = relations.both(relations.numbers(("x", "y")), relations.tree(condition.tree, condition.chosen))
        automaton = automaton.widen(("x", "y"))
        for _ in range(150):
            x = rng.randrange(rng.choice((6, 30, 1000)))
            y = rng.choice((x - 1, x // 3, x // 2, rng.randrange(40))) % 1000
            assert automaton.accepts(numeration.word((x, y))) is holds(condition, ("x", "y"), (x, y)), (text, x, y)


@every_row(
    ("rules", "words", "numeration"),
    (
        ("x y; x' < x; y' < y; x - x' = y - y' > 0", "golden ratio", "fib"),
        ("x y z; x' < x; symmetric", "nim-sum of the numbers is 0", "2"),
        ("x y z; x' < x; symmetric; misere", "their sum is odd", "2"),
        ("x y z; x' <= x, y' <= y, x' + y' < x + y; symmetric", "all numbers are equal", "2"),
        ("x; 1 <= x - x' <= 3", "x is a multiple of 4", "2"),
        ("x; x' < x <= 2x'", "x + 1 is a power of 2", "2"),
        ("n m; 1 <= k <= m, n' = n - k, m' = 2k", "least Fibonacci number", "fib"),
        ("x y; x' + y' = x; x' + y' = y; positions x > 0, y > 0", "remainder 1 when divided by 2", "2"),
        ("x; x' = x - k, k in {1, 2}; won x = 0", "remainder 1 when divided by 3", "2"),
        ("x; x' = x - 1; x' = x // 2, x > 0", "odd number of digits 0", "2"),
        ("x y; x' < x, x - x' <= y; symmetric", "one of the numbers is 0", "2"),
        ("x y z; x' < x; z' < z", "x and z are equal", "2"),
        ("x y z; 1 <= x - x' <= 3; symmetric", "the nim-sum of x % 4, y % 4, z % 4 is 0", "2"),
        ("x y z; x' < x; y' < y; 1 <= z - z' <= 3", "the nim-sum of x, y, z % 4 is 0", "2"),
        (
            "x y z w; x' < x; x < y' < y; y < z' < z; z < w' < w; positions x < y < z < w",
            "the nim-sum of w - z - 1, y - x - 1 is 0",
            "2",
        ),
        ("x y; x' < x; x' = x - k, y' = y - l, 0 < k <= l < 2k + 1; symmetric", "units u(n)", "2,1"),
    ),
    one_in=9,
)
def test_a_rule_is_found_worded_and_proved(rules: str, words: str, numeration: str) -> None:
    game = nt.Rules.from_parameters(rules)
    assert isinstance(game, nt.Rules)
    found = nt.discover(game, check_seconds=None)
    assert found
    assert found.numeration is not None
    assert (found.numeration.id, found.check and found.check.holds) == (numeration, True)
    assert words in str(found.rule)
    assert found.strategy is not None
    _agrees_with_the_definition(game, found.strategy, 9 if len(game.numbers.split()) < 3 else 5)


def _agrees_with_the_definition(game: nt.Rules, strategy: RuleStrategy, side: int) -> None:
    plain = Plain(game)
    for state in small(game, side):
        assert strategy.is_lost(state) is plain.is_lost(state), state
        replies = list(strategy.replies(state))
        assert len(replies) == len(set(replies))
        assert set(replies) == {option for option in game.options(state) if option != OVER and plain.is_lost(option)}


@pytest.mark.slow
def test_random_rules_agree_with_the_definition() -> None:
    proved = 0
    for seed in range(30):
        game = random_rules(Random(seed))
        with suppress(nt.Limit):
            found = RuleSearch(game, Budget(Limits(positions=20_000))).run()
            if found is not None:
                proved += 1
                found[0].relations.budget.positions = None
                _agrees_with_the_definition(game, RuleStrategy(*found), 12 if len(game.numbers.split()) < 3 else 5)
    assert proved >= 20


def test_a_proved_rule_decides_numbers_of_any_size() -> None:
    wythoff = nt.Rules("x y", ["x' < x", "y' < y", "x - x' = y - y' > 0"])
    nt.discover(wythoff)
    position = wythoff(BIG, BIG // 2)
    (move,) = nt.winning_moves(position)
    assert str(nt.winning_moves(f"wythoff: {BIG} {BIG // 2}")[0]).split(": ")[1] == str(move).split(": ")[1]
    assert nt.outcome(move) == "P"
    assert nt.analyse(position).outcome == "N"
    odd = nt.Rules("x", ["x' < x, (x - x') % 2 = 1"])
    nt.discover(odd)
    assert nt.winning_moves(odd(BIG + 1)).total == BIG // 2 + 1
    assert "multiple of 2" in str(nt.explain(odd(BIG + 1)).text())


@every_row(
    ("rules", "block"),
    (("x y; x' < x; y' < y", 1), ("x y; x' < x; y' < y; x - x' = y - y' > 0", 2), ("x; x' < x <= 2x'", 3)),
)
def test_moves_that_are_blocked(rules: str, block: int) -> None:
    game = nt.Rules.from_parameters(f"{rules}; block {block}")
    assert isinstance(game, nt.Rules)
    lost, wins = {}, {}
    for state in small(game, 10):
        lost[state] = sum(lost[option] for option in set(game.moves_from(state))) <= block
        wins[state] = {move.state for move in nt.winning_moves(game(*state))}
    found = nt.discover(game, check_seconds=None)
    assert found.check
    assert found.strategy is not None
    for state, is_lost in lost.items():
        assert found.strategy.is_lost(state) is is_lost is (nt.outcome(game(*state)) == "P")
        assert {move.state for move in nt.winning_moves(game(*state))} == wins[state]
    with pytest.raises(nt.UsageError, match="normal play"):
        nt.Rules("x", ["x' < x"], block=1, misere=True)


def test_a_class_of_formulas_keeps_its_rule() -> None:
    class Halve(nt.Rules):
        numbers, moves, start, title = "n", ("n' < n <= 2n'",), (13,), "Take at most half"

    class Other(Halve):
        def options(self, state: Any) -> Iterator[Any]:
            return iter([(state[0] - 1,)] if state[0] else [])

    assert nt.discover(Halve())
    assert nt.outcome(Halve()(2**70 - 1)) == "P"
    RULES[Other()] = RULES[Halve()]
    assert "".join(nt.outcome(Other()(n)) for n in range(4)) == "PNPN"
    assert nt.discover(Other()).status == "observed"


@every_row(
    ("rules", "named"),
    (
        ("x y; x' < x; y' < y", "nim: {} {}"),
        ("x y z; x' < x; symmetric", "nim: {} {} {}"),
        ("x y; x' < x; y' < y; x - x' = y - y' > 0", "wythoff: {} {}"),
        ("x y z; x' <= x, y' <= y, x' + y' < x + y; symmetric", "moore{{2}}: {} {} {}"),
        ("x; x' = x - k, k in {2, 5, 7}", "subtraction{{2,5,7}}: {}"),
        ("x; x' = x - k, k > 0, k not in {2, 5}", "allbut{{2,5}}: {}"),
        ("n m; 1 <= k <= m, n' = n - k, m' = 2k", "fibonacci: {} {}"),
        ("x y; x' < x; y' < y; abs(x - x' - y + y') < 2, x' < x, y' < y", "wythoff{{2}}: {} {}"),
        ("x y; x' < x; y' < y; abs(x - x' - y + y') < 4, x' < x, y' < y", "wythoff{{4}}: {} {}"),
        ("x y z w; x' <= x, y' <= y, x' + y' < x + y; symmetric", "moore{{2}}: {} {} {} {}"),
        ("x y z; x' < x; y' = y - k, x' = x + k, k > 0; z' = z - k, y' = y + k, k > 0", "staircase: {} {} {}"),
    ),
    one_in=3,
)
def test_the_catalog_and_the_discovered_rule_agree(rules: str, named: str) -> None:
    """Theorems of the catalog against discovered ones, for small and for huge numbers."""
    game, rng = nt.Rules.from_parameters(rules), Random(7)
    assert isinstance(game, nt.Rules)
    found = nt.discover(game)
    assert found.strategy is not None
    compared = 0
    for _ in range(120):
        top = rng.choice((8, 30, 10**6, BIG))
        state = tuple(rng.randrange(top) for _ in game.numbers.split())
        if len(state) == 2 and rng.random() < 0.5:
            state = state[0], int(state[0] * 0.6180339887498949) + rng.randint(0, 2)
        with suppress(nt.NimatronError):
            known = nt.outcome(named.format(*state), limit=20_000)
            if game.play().is_position(state):
                compared += 1
                assert found.strategy.is_lost(state) is (known == "P"), state
    assert compared > 20


def test_what_is_not_proved_is_not_called_so() -> None:
    endless = nt.discover(nt.Rules("x y", ["x' = x - 1, y' = y + 1", "y' = y - 1, x' = x + 1"]))
    assert (endless.status, str(endless.reason)) == ("unresolved", "play can go on for ever: 0 1 → 1 0 → 0 1")
    short = nt.discover(nt.Rules("x y", ["x' = x - y, y > 0"], symmetric=True), 0.2)
    assert not short
    assert short.status in ("observed", "unresolved")
    with pytest.raises(nt.UsageError, match="formulas"):
        nt.discover(nt.Kayles)


@every_row(
    ("game", "rules"),
    (
        (nt.Wythoff, "x y; x' < x; y' < y; x - x' = y - y' > 0"),
        (nt.Subtraction({1, 3, 4}), "x; x' = x - k, k in {1, 3, 4}"),
        (nt.Nim, "x y z; x' < x; y' < y; z' < z"),
    ),
    one_in=2,
)
def test_a_game_of_options_is_observed_and_never_proved(game: nt.Game, rules: str) -> None:
    class Own(nt.Game):
        start = tuple(game.start)[: 3 if game is nt.Nim else 2 if game is nt.Wythoff else 1]

        def options(self, state: Any) -> Any:
            return game.options(state)

    found = nt.discover(Own())
    assert (found.status, found.like and found.like.parameters, bool(found)) == ("observed", rules, False)
    assert found.rule is not None
    assert known_rule(Own()) is None


def certificates() -> Iterator[dict[str, Any]]:
    for rules in (
        "x y; x' < x; y' < y",
        "x; x' = x - k, k in {1, 3, 4}; misere",
        "x y; x' < x; x < y' < y; positions x < y",
        "x; x' < x <= 2x'",
    ):
        found = nt.discover(nt.Rules.from_parameters(rules))
        assert found.certificate is not None
        yield found.certificate


def spoilt(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The certificate with one lie, sealed again."""
    false = json.loads(json.dumps(data))
    states = len(false["step"])
    kind = rng.choice(
        ("step", "accept", "moves", "misere", "measure", "positions", "numeration", "values", "block", "won", "numbers")
    )
    if kind == "step":
        rng.choice(false["step"])[rng.randrange(len(false["step"][0]))] = rng.randrange(states)
    elif kind == "values":
        table = rng.choice([*filter(None, [false["values"]]), *false["layers"], false])
        table["accept"] = sorted(set(table["accept"]) ^ {rng.randrange(len(table["step"]))})
    elif kind == "accept":
        false["accept"] = sorted(set(false["accept"]) ^ {rng.randrange(states)})
    elif kind == "moves":
        false["moves"][0] = rng.choice(("x' < x, x' != 1", "x' <= x", "x' = x - 1"))
    elif kind == "misere":
        false["misere"] = not false["misere"]
    elif kind == "won":
        false["won"] = "x = 0"
    elif kind == "numbers":
        false["numbers"] = rng.choice(("x z", "y", "a b c"))
    elif kind == "block":
        false["block"] = 1
    elif kind == "measure":
        false["measure"] = [[0] * len(false["measure"][0])]
    elif kind == "positions":
        false["positions"] = "x > 0" if not false["positions"] else ""
    else:
        false["s"], false["c"] = rng.choice(((0, 3), (1, 1), (2, 1)))
    return seal(false)


def test_whatever_certificate_holds_is_true() -> None:
    rng, refused = Random(5), 0
    for data in certificates():
        assert verify(data)
        for _ in range(40):
            false = spoilt(data, rng)
            try:
                verdict = verify(false, seconds=20)
            except nt.NimatronError:
                refused += 1
                continue
            refused += verdict.holds is False
            if verdict:  # the lie was none: a step that no number takes, or a rule that changes nothing
                _is_true(false)
    assert refused > 60


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All fields, at any depth, and what they contain."""
    if path:
        yield path, data
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from leaves(value, (*path, key))


def changes(value: Any) -> list[Any]:
    """Other values of the same kind."""
    if type(value) is bool:
        return [not value]
    if type(value) is int:
        return [value + 1, value - 1, value + 10**6]
    if type(value) is str:
        return ["x", "x = 0", value + " z", "x' = x", "-" * 30 + "x < 1"]
    return [[], value[:-1], value + value[:1]] if isinstance(value, list) else [None, {}]


@every_row(
    "rules",
    (
        "x; x' < x <= 2x'",
        "x y; x' < x; y' < y",
        "x; x' = x - k, k in {1, 3, 4}; misere",
        "x y; x' < x; x < y' < y; positions x < y",
        "n m; 1 <= k <= m, n' = n - k, m' = 2k",
        "x; x' = x - k, k in {1, 2}; won x = 0",
        "x; x' < x <= 2x'; block 1",
    ),
    one_in=7,
)
def test_every_field_of_a_certificate_counts(rules: str) -> None:
    data = nt.discover(nt.Rules.from_parameters(rules)).certificate
    assert data is not None
    fields = {key for key in data if key not in ("claim", "sha256", "schema", "nimatron")}
    refused = set()
    places = [place for place in leaves(data) if place[0][0] in fields]
    deep = [place for place in places if len(place[0]) > 2]
    for path, value in [place for place in places if len(place[0]) < 3] + Random(1).sample(deep, min(20, len(deep))):
        kinds = [kind for kind in (None, "1", 2.5, True, [[1]], {"a": 1}) if type(kind) is not type(value)]
        for i, change in enumerate([*kinds, *changes(value)]):
            false = json.loads(json.dumps(data))
            place = false
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = change
            try:
                verdict = verify(seal(false), seconds=2)
            except (nt.NimatronError, ValueError):  # JSON has no floats here
                refused.add(path[0])
                continue
            if verdict:
                assert i >= len(kinds) or change is None, (path, change)  # no value of another kind is read
                _is_true(false)
            refused |= {path[0]} if verdict.holds is False else set()
    assert refused == fields


@every_row(
    ("rules", "known"),
    (
        ("x y z; x' < x; symmetric", "all"),
        ("x; x' = x - k, k in {2, 5, 7}", "all"),
        ("x; x' < x <= 2x'", 4),
        ("n m; 1 <= k <= m, n' = n - k, m' = 2k", 3),
    ),
    one_in=2,
)
def test_values_are_proved(rules: str, known: str | int) -> None:
    game = nt.Rules.from_parameters(rules)
    assert isinstance(game, nt.Rules)
    found = nt.discover(game, check_seconds=None)
    assert found.values is not None
    assert found.strategy is not None
    assert found.check
    assert (found.values.relation is not None) is (known == "all")
    RULES.clear()
    for state in small(game, 6):
        value = nt.grundy(game(*state))
        known_value = found.strategy.value(state)
        assert known_value == value or (known_value is None and isinstance(known, int) and value >= known)
        for wanted in range(4):
            replies = found.strategy.replies(state, wanted)
            if replies is not None:
                assert set(replies) == {o for o in game.options(state) if nt.grundy(game(*o)) == wanted}


def test_misere_moves_of_any_size() -> None:
    game = nt.Rules("x y", ["x' < x", "y' < y"], misere=True)
    assert nt.discover(game)
    (move,) = nt.winning_moves(game(BIG, 1))
    assert move == game(0, 1)
    (move,) = nt.winning_moves(game(BIG, BIG - 1))
    assert move == game(BIG - 1, BIG - 1)


def _is_true(claim: dict[str, Any]) -> None:
    named = {key: claim[key] for key in ("positions", "won", "misere", "block")}
    game = nt.Rules(claim["numbers"], claim["moves"], **named)
    numeration, plain = Numeration(claim["c"], claim["s"]), Plain(game)
    lost = Automaton(tuple(game.numbers.split()), numeration.digits, claim["step"], claim["accept"])
    layers = [Automaton(lost.tracks, lost.digits, one["step"], one["accept"]) for one in claim["layers"]]
    values = claim["values"] and Automaton(
        (*lost.tracks, "#v"), lost.digits, *map(claim["values"].get, ("step", "accept"))
    )
    for state in small(game, 6):
        assert lost.accepts(numeration.word(state)) is plain.is_lost(state), (claim, state)
        for value in range(1, 8) if layers or values else ():
            is_value = nt.grundy(game(*state)) == value
            assert len(layers) < value or layers[value - 1].accepts(numeration.word(state)) is is_value
            assert not values or values.accepts(numeration.word((*state, value))) is is_value


def test_the_command(tmp_path: Path) -> None:
    from nimatron.cli.program import app

    run, proof = CliRunner(), tmp_path / "half.json"
    found = run.invoke(app, ["discover", "x; x' < x <= 2x'", "--certificate", str(proof)])
    assert found.exit_code == 0
    assert "Proved for all positions." in found.output
    assert "x + 1 is a power of 2" in found.output
    assert run.invoke(app, ["verify", str(proof)]).exit_code == 0
    data = json.loads(run.invoke(app, ["discover", "x; x' < x <= 2x'", "--json"]).output)
    assert (data["status"], data["numeration"], data["checked"]) == ("proved", "2", True)
    assert run.invoke(app, ["discover", "x y; x' = y"]).exit_code == 5


def test_a_rule_outlives_the_process_and_is_checked_again(tmp_path: Path) -> None:
    game, text = nt.Rules("x y", ["x' < x"], symmetric=True), f"rules{{x y; x' < x; symmetric}}: {BIG} 5"
    try:
        IN_USE[:] = [nt.Store(tmp_path / "store.sqlite3")]
        with pytest.raises(nt.Limit):
            nt.outcome(text, limit=1000)
        assert nt.discover(game)
        RULES.clear()  # as in a new process
        assert nt.grundy(text) == BIG ^ 5
        (file,) = (tmp_path / "rules").iterdir()
        for lie in ({"accept": []}, {"moves": ["x' < x"]}, {"step": 3}):
            RULES.clear()
            file.write_text(json.dumps(seal(json.loads(file.read_text()) | lie)))
            assert known_rule(game) is None
            nt.discover(game)
        assert RuleStore(tmp_path / "store.sqlite3").clear() == 1
    finally:
        IN_USE.clear()


def test_limits_end_a_search() -> None:
    budget = Budget(Limits(positions=50))
    with pytest.raises(nt.Limit):
        Relations(BINARY, budget).multiple(Form({"x": 1}), 999)

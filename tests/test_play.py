"""A match: what the computer chooses, whose turn it is, how typed moves are read."""

from itertools import cycle, islice
from time import process_time

import pytest
from every_row import every_row

from nimatron import (
    Game,
    IllegalMove,
    Limit,
    Message,
    Position,
    Rook,
    UsageError,
    Wythoff,
    grundy,
    outcome,
    parse,
    winning_moves,
)
from nimatron.core.game import Spoken, Sum
from nimatron.core.limits import Budget, Limits
from nimatron.families.catalog import CATALOG, Entry
from nimatron.play.computer import choose
from nimatron.play.levels import LEVELS, Level
from nimatron.play.match import PERSON, Match, Player
from nimatron.play.remoteness import Lengths
from nimatron.play.typed_moves import Misread, numbered_options, read_move
from nimatron.play.vocabulary import fold_letters, spoken_values, vocabulary_of
from nimatron.show import talk
from nimatron.show.board_text import HEIGHT, WIDTH
from nimatron.show.face import COMPUTER, NAMED, YOU
from nimatron.show.pictures import draw
from nimatron.show.words import languages, speaking, tr, word

SMALLER = {"corners": "corners: 2,1 1,2", "rugs": "rugs: 2,2 3,1", "nim2d": "nim2d: 1,1 2,0"}
STARTS = [SMALLER.get(entry.id, entry.sample) for entry in CATALOG]
SUMS = ["nim: 2 3 + chomp: 2x2", "kayles: 3 + nim: 2 + graph{a>b b>c a>c}: a"]
RANDOM, PERFECT = Player(Level.RANDOM), Player(Level.PERFECT)


class Stairs(Game):
    """Go down one step or two."""

    start = 5

    def options(self, step: int) -> list[int]:
        return [step - k for k in (1, 2) if k <= step]

    def describe(self, before: int, after: int) -> str:
        return "hop" if before - after == 1 else "jump"


def played(start: Position, misere: bool, players: tuple[Player, Player], seed: int) -> Match:
    match = Match(start, misere, players, seed)
    while match.result is None:
        match.answer()
    return match


def longest(position: Position, misere: bool) -> int:
    """Moves until the end when the winner hurries and the loser resists: straight from the definition."""
    options = list(position.options())
    if not options:
        return 0
    lost = [option for option in options if outcome(option, misere) == "P"]
    return 1 + (min if lost else max)(longest(option, misere) for option in lost or options)


# -- the computer's moves ------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*STARTS, *SUMS])
@every_row("misere", [False, True])
def test_perfect_never_loses_a_won_game(text: str, misere: bool) -> None:
    start = parse(text)
    side = 0 if outcome(start, misere) == "N" else 1
    players = (PERFECT, RANDOM) if side == 0 else (RANDOM, PERFECT)
    for seed in range(2):
        match = played(start, misere, players, seed)
        assert match.result is not None
        drawn = outcome(start, misere) == "D" and match.result.winner is None
        assert drawn or match.result.winner == side, [str(position) for position in match.history]


@every_row("misere", [False, True])
@every_row("text", ["nim: 1 2 3", "nim: 2 2", "subtraction{1,2,3}: 8", "kayles: 1 2 3", "chomp: 3 1 1"])
def test_perfect_resists_longest_and_wins_fastest(text: str, misere: bool) -> None:
    position = parse(text)
    length = longest(position, misere)
    assert Lengths(position.game, misere, Budget(Limits(positions=4000))).of(position.state) == length
    for seed in range(3):
        assert longest(choose(position, "perfect", seed, misere), misere) == length - 1
        match = played(position, misere, (PERFECT, PERFECT), seed)
        assert len(match.history) - 1 == length


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("text", ["nim: 3 4 5", "cram: 3x3", "corners: 3,1 2,3", "nim: w 3", "nim2d: 1,2"])
@pytest.mark.one_in(4)
def test_the_same_seed_gives_the_same_move(text: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "nimatron.core.limits.now", lambda: 0.0
    )  # as many moves are looked at on a busy machine as on a quiet one
    position = parse(text)
    for seed in range(4):
        assert choose(position, level, seed) == choose(position, level, seed)


def test_seeds_differ() -> None:
    moves = {choose(parse("nim: 5 6 7"), "random", seed) for seed in range(30)}
    assert len(moves) > 5


@pytest.mark.slow
def test_half_is_in_between() -> None:
    position = parse("nim: 13 7 9")
    right = [choose(position, "half", seed) in winning_moves(position) for seed in range(60)]
    assert 20 < sum(right) < 50


@every_row("text", ["nim: 0 9 0", "kayles: 2", "subtraction{1,2,3}: 3", "graph{a>b b>c a>c}: a", "nim: 1" + "0" * 18])
def test_one_ahead_wins_at_once(text: str) -> None:
    for seed in range(10):
        assert not list(choose(parse(text), "one-ahead", seed).options())


@pytest.mark.parametrize(("text", "after"), [("nim: 0 9", "nim: 0 1"), ("nim: 2 1", "nim: 0 1"), ("kayles: 2 1", None)])
def test_one_ahead_wins_at_once_in_misere_play(text: str, after: str | None) -> None:
    for seed in range(10):
        option = choose(parse(text), "one-ahead", seed, misere=True)
        replies = list(option.options())
        assert replies
        assert all(not list(reply.options()) for reply in replies)
        assert after is None or str(option) in (after, "nim: 1 0")


def test_one_ahead_does_not_end_a_misere_game() -> None:
    for seed in range(10):
        assert list(choose(parse("nim: 1 1 1 0"), "one-ahead", seed, misere=True).options())


@every_row(
    ("text", "value"),
    [
        ("nim: 1000000000000000000 5", 0),
        ("nim: w*2+1 7", 0),
        ("nim2d: 3,2 7,0", 0),
        ("wythoff: 1000000000 7", 0),
        ("nim: " + "3 " * 5001, 0),
        ("kayles: 1000000000000000000", 0),
        ("subtraction{2,3,7,8}: 1000000000004", 0),
        ("cram: 6x5", 0),
        ("table{13,13,2}: 5,5", None),
    ],
)
def test_perfect_copes_with_what_cannot_be_listed(text: str, value: int | None) -> None:
    option = choose(parse(text), "perfect", limit=2000, seconds=None)
    if value is not None:
        assert grundy(option) == value


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "text", ["nim: w w", "nim: 1000000000000000000 1000000000000000000", "nim2d: 1,2 1,2", "cram: 7x7"]
)
@pytest.mark.one_in(4)
def test_every_level_moves_where_options_have_no_end(text: str, level: str) -> None:
    position = parse(text)
    option = choose(position, level, 3, seconds=0.5)
    assert option != position
    assert option.game == position.game


def test_no_move_and_no_such_level() -> None:
    with pytest.raises(IllegalMove):
        choose(parse("nim: 0"))
    with pytest.raises(UsageError, match="one-ahead"):
        choose(parse("nim: 1"), "godlike")


# -- turns ---------------------------------------------------------------------------------------


def test_undo_takes_back_the_pair_and_redo_makes_it_again() -> None:
    match = Match(parse("nim: 3 4 5"))
    assert not match.undo()
    match.play(parse("nim: 3 4 4"))
    match.answer()
    after = match.position
    assert match.undo()
    assert str(match.position) == "nim: 3 4 5"
    assert not match.undo()
    assert match.redo()
    assert match.position == after
    assert not match.redo()


def test_undo_between_two_people_takes_back_one_move() -> None:
    match = Match(parse("nim: 3 4"), players=(PERSON, PERSON))
    match.play(parse("nim: 3 3"))
    match.play(parse("nim: 2 3"))
    assert match.undo()
    assert str(match.position) == "nim: 3 3"
    assert match.turn == 1
    match.play(parse("nim: 3 0"))
    assert not match.redo()


def test_the_computers_opening_cannot_be_taken_back() -> None:
    match = Match(parse("nim: 3 4"), players=(PERFECT, PERSON))
    opening = match.answer()
    assert not match.undo()
    assert match.position == opening
    match.play(parse("nim: 3 2") if str(opening) == "nim: 3 3" else next(opening.options()))
    match.answer()
    assert match.undo()
    assert match.position == opening


def test_a_last_move_can_be_taken_back_and_made_again() -> None:
    match = Match(parse("nim: 2"))
    match.play(parse("nim: 0"))
    assert match.undo()
    assert match.redo()
    assert match.result is not None
    assert match.result.winner == 0


@pytest.mark.parametrize(("misere", "winner"), [(False, 0), (True, 1)])
def test_who_wins(misere: bool, winner: int) -> None:
    match = Match(parse("nim: 1"), misere)
    assert match.result is None
    match.play(parse("nim: 0"))
    assert match.result is not None
    assert (match.result.winner, match.result.last, match.result.misere) == (winner, 0, misere)


@pytest.mark.parametrize(("misere", "winner"), [(False, 1), (True, 0)])
def test_a_game_without_moves(misere: bool, winner: int) -> None:
    result = Match(parse("nim: 0"), misere).result
    assert result is not None
    assert (result.winner, result.last) == (winner, None)


def test_an_illegal_move_is_refused() -> None:
    match = Match(parse("nim: 3"))
    for wrong in ("nim: 3", "nim: 4", "nim: 1 1", "kayles: 2"):
        with pytest.raises(IllegalMove):
            match.play(parse(wrong))
    assert len(match.history) == 1


def test_changing_sides() -> None:
    match = Match(parse("nim: 3 4"))
    match.swap()
    assert not match.player.is_person
    match.answer()
    assert match.player.is_person


# -- hints ---------------------------------------------------------------------------------------


def test_hints_come_in_steps() -> None:
    match = Match(parse("nim: 3 4 5"))
    first, second, third, again = (match.hint() for _ in range(4))
    assert (first.step, first.outcome, first.move, dict(first.where)) == (1, "N", None, {})
    assert (second.step, second.count, second.move, dict(second.where)) == (2, 1, None, {"heap": 1})
    assert str(third.move) == "nim: 1 4 5"
    assert again == third
    match.play(parse("nim: 1 4 5"))
    assert match.hint() == first.__class__(1, "P")
    assert talk.hint_sentence(match, match.hint_step(2)) != talk.hint_sentence(match, match.hint_step(3))


def test_hints_name_the_part_of_a_sum() -> None:
    hint = Match(parse("chomp: 2x2 + nim: 1 9")).hint_step(2)
    assert dict(hint.where) == {"part": 2, "heap": 2}


@pytest.mark.slow
def test_hints_where_little_is_known() -> None:
    hint = Match(parse("cram: 9x9"), limit=50, seconds=0.5).hint_step(3)
    assert hint.outcome is None
    assert hint.count is None
    assert hint.move is not None


# -- typed moves ---------------------------------------------------------------------------------


ENDLESS = "nim2d: 1,1 2,0"
"""Each of its moves is looked for in a list without end."""


@pytest.mark.parametrize(
    "text",
    [text for text in (*STARTS, *SUMS) if text != ENDLESS]
    + ["nim: w*2+1 7", "nim: w w*2", "nim2d{3}: 1,2 0,1", "cram: 2x3 + cram: 2x2"],
)
def test_every_move_reads_back(text: str) -> None:
    reads_back(text, 100)


def test_moves_of_an_endless_list_read_back() -> None:
    reads_back(ENDLESS, 12)


def reads_back(text: str, most: int) -> None:
    position = parse(text)
    for number, option in islice(numbered_options(position), most):
        said = position.game.describe(position.state, option.state)
        for typed in (str(said), str(said).upper(), f"#{number}", str(option)):
            assert read_move(position, typed) == option


@every_row(
    ("before", "typed", "after"),
    [
        ("nim: 3 4 5", "2 from 3", "nim: 3 4 3"),
        ("nim: 3 4 5", "2 3", "nim: 3 4 3"),
        ("nim: 3 4 5", "take 2 coins from pile 3, please", "nim: 3 4 3"),
        ("nim: 3 4 5", "heap 3: take 2", "nim: 3 4 3"),
        ("nim: 3 4 5", "heap 3 to 1", "nim: 3 4 1"),
        ("nim: 3 4 5", "1 4 5", "nim: 1 4 5"),
        ("nim: 3 4 5", "nim:1 4 5", "nim: 1 4 5"),
        ("nim: 3 3", "take 2", "nim: 1 3"),
        ("nim: 5", "3", "nim: 2"),
        ("nim: 7 7", "take 3 from the second heap", "nim: 7 4"),
        ("nim: 7 7", "Three from the 2nd heap", "nim: 7 4"),
        ("nim: 7 7", "2. heap: 3", "nim: 7 4"),
        ("nim: 7 7", "3 from the second", "nim: 7 4"),
        ("nim: 7 7", "from the second take 3", "nim: 7 4"),
        ("nim: 7 7", "all of heap 2", "nim: 7 0"),
        ("nim: 7 7", "take everything from the first heap", "nim: 0 7"),
        ("nim: 5", "all", "nim: 0"),
        ("kayles: 5 5", "the third pin of the second row", "kayles: 5 2 2"),
        ("nim: 3 + nim: 4", "two in the second part", "nim: 3 + nim: 2"),
        ("graph{one>two one>three}: one", "two", "graph{one>two one>three}: two"),
        ("nim: 5", "to 3", "nim: 3"),
        ("nim: 1000000000000000000 3", "2 from 1", "nim: 999999999999999998 3"),
        ("nim: 1000000000000000000 3", "nim: 7 3", "nim: 7 3"),
        ("nim: w*2+1 7", "1 w+3", "nim: w+3 7"),
        ("nim: w*2+1 7", "reduce heap 1 to ω·2", "nim: w*2 7"),
        ("nim: w*2+1 7", "heap 2 to 5", "nim: w*2+1 5"),
        ("nim: 3 4 5", "leave 1 in heap 3", "nim: 3 4 1"),
        ("nim: 3 4 5", "leave heap 3 with only one", "nim: 3 4 1"),
        ("nim: 3 4 5", "in heap 3 keep 1", "nim: 3 4 1"),
        ("nim: 3 4 5", "take all but 1 from heap 3", "nim: 3 4 1"),
        ("nim: 3 4 5", "take all of heap 3, but leave 1", "nim: 3 4 1"),
        ("nim: 3 4 5 + chomp: 2x2", "in part 1 leave 1 in heap 3", "nim: 3 4 1 + chomp: 2 2"),
        ("lasker: 2 5 7", "leave 2 and 3 of heap 2", "lasker: 2 2 3 7"),
        ("fibonacci: 13", "leave 12", "fibonacci: 12 2"),
        ("subtraction{1,2,3}: 13", "I take 3", "subtraction{1,2,3}: 10"),
        ("subtraction{1,2,3}: 1000000000000", "3", "subtraction{1,2,3}: 999999999997"),
        ("allbut{2}: 9 9", "3 from 2", "allbut{2}: 9 6"),
        ("moore{2}: 3 4 5", "2 from 1 and 1 from 2", "moore{2}: 1 3 5"),
        ("lasker: 2 5 7", "split heap 2 into 2 and 3", "lasker: 2 2 3 7"),
        ("grundy: 12", "7 and 5", "grundy: 5 7"),
        ("kayles: 11", "4", "kayles: 3 7"),
        ("kayles: 11", "4 5", "kayles: 3 6"),
        ("kayles: 5 7", "4 2", "kayles: 5 3 3"),
        ("kayles: 5 7", "row 2, pin 4", "kayles: 5 3 3"),
        ("nimble: 0 3 3 7", "7 to 5", "nimble: 0 3 3 5"),
        ("nimble: 0 3 3 7", "3 1", "nimble: 0 1 3 7"),
        ("nimble: 0 3 3 7", "coin 4 to square 5", "nimble: 0 3 3 5"),
        ("turtles: 2 4 6", "coins 4 and 1", "turtles: 1 2 6"),
        ("corners: 3,1 2,3", "3,1 2,1 3,0 2,0", "corners: 2,0 3,0 2,1 2,3"),
        ("corners: 3,1 2,3 4,4", "3,3 4,4", "corners: 3,1 2,3 3,3 4,3 3,4"),
        ("rugs: 4,2 3,4 5,5", "from 4,2 to 1,1", "rugs: 1,1 2,1 3,1 4,1 1,2 2,2 3,2 3,4 5,5"),
        ("rook: 5 7", "column 2", "rook: 2 7"),
        ("wythoff: 5 5", "3,3", "wythoff: 3 3"),
        ("nim2d: 1,2 0,1", "stone 2 to 3,0", "nim2d: 1,2 3,0"),
        ("chomp: 4x3", "row 2, column 3", "chomp: 4 2 2"),
        ("cram: 2x2", "1,1 2,1", "cram: ##/.."),
        ("cram: 2x2", "##/..", "cram: ##/.."),
        ("chop: 4x6", "3x6", "chop: 3x6"),
        ("graph{a>b a>c b>c}: a", "b", "graph{a>b a>c b>c}: b"),
        ("graph{S>K S>x}: S", "k", "graph{S>K S>x}: K"),
        ("graph{a>b a>c b>c}: a b", "a c", "graph{a>b a>c b>c}: c b"),
        ("graph{a>b a>c b>c}: a b", "token 2 to c", "graph{a>b a>c b>c}: a c"),
        ("table{4,4,2}:", "2 2", "table{4,4,2}: 1,1"),
        ("nim: 3 4 5 + chomp: 2x2", "2 from 3", "nim: 3 4 3 + chomp: 2 2"),
        ("nim: 3 4 5 + chomp: 2x2", "eat 2 2", "nim: 3 4 5 + chomp: 2 1"),
        ("nim: 3 + nim: 4", "2 in part 2", "nim: 3 + nim: 2"),
        ("nim: 3 + nim: 1000000000000000000", "5 2", "nim: 3 + nim: 999999999999999995"),
    ],
)  # fmt: skip
def test_moves_as_people_say_them(before: str, typed: str, after: str) -> None:
    assert str(read_move(parse(before), typed)) == after


@every_row(
    ("before", "typed"),
    [
        ("nim: 3 4 5", "leave nothing"),
        ("nim: 3 4 5", "take 2 from heap 3 and leave 1"),
        ("nim: 3 4 5 + chomp: 2x2", "leave 1 in heap 3"),
        ("euclid: 50 7", "leave 3"),
        ("staircase: 3 1 2", "leave 1 on step 3"),
        ("kayles: 11", "leave 11"),
        ("moore{2}: 3 4 5", "leave 1 in heap 1"),
    ],
)
def test_what_is_left_is_never_taken(before: str, typed: str) -> None:
    with pytest.raises(Misread):
        read_move(parse(before), typed)


@every_row(
    ("language", "typed"),
    [
        ("pl", "zostaw 1 na stosie 3"), ("pl", "na stosie 3 zostaw jeden"), ("pl", "weź wszystko oprócz 1 ze stosu 3"),
        ("cs", "nech 1 v hromádce 3"), ("cs", "na třetí hromádce nechám jednu"),
        ("cs", "vezmi všechno kromě 1 z hromádky 3"),
        ("hu", "hagyj 1-et a 3. halomban"), ("hu", "vegyél el mindet a 3. kupacból, hagyj 1-et"),
    ],
)  # fmt: skip
def test_leaving_in_every_language(language: str, typed: str) -> None:
    with speaking(language):
        assert str(read_move(parse("nim: 3 4 5"), typed, word)) == "nim: 3 4 1"


@pytest.mark.slow
@every_row(
    ("before", "typed", "moves"),
    [
        ("nim: 3 4 5", "2", ["take 2 from heap 1", "take 2 from heap 2", "take 2 from heap 3"]),
        ("kayles: 5 7", "4", ["knock down pin 4 of row 1", "knock down pin 4 of row 2"]),
        ("rook: 5 7", "3", ["move to column 3, row 7", "move to column 5, row 3"]),
        ("graph{a>c b>c}: a b", "c", ["move token 1 from a to c", "move token 2 from b to c"]),
        ("nim: 3 + nim: 4", "2", ["take 2 in part 1 (nim)", "take 2 in part 2 (nim)"]),
        ("nim: 1000000000000000000 3", "2", ["take 2 from heap 1"]),
        ("nim: 7 7", "take 3 from the last heap", ["take 3 from heap 1", "take 3 from heap 2"]),
    ],
)  # fmt: skip
def test_an_ambiguous_move_lists_what_it_can_mean(before: str, typed: str, moves: list[str]) -> None:
    with pytest.raises(Misread, match="more than one") as caught:
        read_move(parse(before), typed)
    assert caught.value.several
    assert list(map(str, caught.value.moves)) == moves


@every_row(
    ("before", "typed", "reason"),
    [
        ("nim: 3 4 5", "9 from 2", "heap 2 has only 4"),
        ("nim: 3 4 5", "1 from 7", "there is no heap 7"),
        ("nim: 3 4 5", "0 from 1", "takes something away"),
        ("nim: 3 4 5", "-1 from 2", "not a move"),
        ("nim: 3 4 5", "1.2", "not a move"),
        ("nim: 3 4 5", "", "not a move"),
        ("nim: 3 4 5", "nim: 9 9 9", "not one move away"),
        ("nim: 3 4 5", "nim: x", "expected a heap size"),
        ("nim: 3 4 5", "#13", "no move with the number #13"),
        ("nim: 3 4 5", "#0", "no move with the number"),
        ("nim: 3 4 5", "#99999999999999", "no move with the number"),
        ("nim: 0 1 1 + nim: 1", "2", "not a move"),
        ("subtraction{1,2,3}: 13", "12", "12 may not be taken, only 1,2,3"),
        ("subtraction{1,2,3}: 13", "7" * 5000, "not a move"),
        ("twins: 1 3 6", "3", "not a move"),
        ("chomp: 4x3", "1 1", "not a move"),
        ("graph{a>b b>c}: a", "c", "not a move"),
        ("nim: 3 + nim: 4", "9 in part 2", "has only 4"),
        ("nim: 3 + nim: 4", "", "not a move"),
        ("nim: 3 + nim: 4", "1 " + "7" * 5000, "not a move"),
    ],
)  # fmt: skip
def test_what_is_no_move_is_explained(before: str, typed: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        read_move(parse(before), typed)


def test_moves_that_an_own_game_words_itself() -> None:
    game = Stairs()
    assert read_move(game(5), "Jump") == game(3)
    assert read_move(game(5), "hop!") == game(4)
    assert read_move(game(5) + game(2), "jump in part 2").state == (5, 0)
    with pytest.raises(Misread, match="more than one"):
        read_move(game(5) + game(2), "jump")


def test_words_in_another_language() -> None:
    def polish(move: Message | str) -> str:
        return str(move).replace("take", "weź").replace("from heap", "ze stosu")

    assert str(read_move(parse("nim: 3 4"), "Weź 2 ze stosu 2", polish)) == "nim: 3 2"


@every_row(
    ("before", "typed", "after"),
    [
        ("nim: 3 4 5", "stos 3: weź 2", "nim: 3 4 3"),
        ("nim: 3 4 5", "2 ze stosu 3", "nim: 3 4 3"),
        ("nim: 3 4 5", "zmniejsz stos 3 do 1", "nim: 3 4 1"),
        ("nim: 3 4 5", "stos 3 do 1", "nim: 3 4 1"),
        ("nim: 3 4 5", "heap 3 to 1", "nim: 3 4 1"),
        ("nim: 1000000000000 4", "kupka 1: zabieram 2", "nim: 999999999998 4"),
        ("nim: w*2+1 7", "zmniejsz stos 1 do w", "nim: w 7"),
        ("nim: w 7", "na stosie 2 zostaw do 3", "nim: w 3"),
        ("subtraction{1,2,3}: 9", "do 7", "subtraction{1,2,3}: 7"),
        ("nim: 3 4 + chomp: 2x2", "weź 2 ze stosu 1 w części 1", "nim: 1 4 + chomp: 2 2"),
        ("nim: 3 4 + nim: 1000000000000", "część 2: weź 1", "nim: 3 4 + nim: 999999999999"),
        ("graph{a>i i>do}: a", "przejdź z a do i", "graph{a>i i>do}: i"),
        ("graph{a>i i>do}: i", "do", "graph{a>i i>do}: do"),
        ("rook: 5 7", "do kolumny 3, wiersza 7", "rook: 3 7"),
        ("turtles: 2 4", "odwracam monety 4 i 1", "turtles: 1 2"),
        ("nim: 7 7", "3 z drugiego stosu", "nim: 7 4"),
        ("nim: 7 7", "trzy ze stosu drugiego", "nim: 7 4"),
        ("nim: 7 7", "biorę 3 z 2. kupki", "nim: 7 4"),
        ("nim: 7 7", "wszystko ze stosu 2", "nim: 7 0"),
        ("nim: 7 7", "take three from the second heap", "nim: 7 4"),
    ],
)
def test_moves_as_poles_say_them(before: str, typed: str, after: str) -> None:
    with speaking("pl"):
        assert str(read_move(parse(before), typed, word)) == after


@every_row(
    ("before", "typed", "after"),
    [
        ("nim: 3 4 5", "hromádka 3: vezmi 2", "nim: 3 4 3"),
        ("nim: 3 4 5", "hromádka 3 na 1", "nim: 3 4 1"),
        ("nim: 3 4 5", "zmensi hromadku 3 na 1", "nim: 3 4 1"),
        ("nim: 7 7", "beru 3 mince z druhé hromádky", "nim: 7 4"),
        ("nim: 7 7", "tri ze druhe kupky", "nim: 7 4"),
        ("nim: 7 7", "vezmi celou druhou hromádku", "nim: 7 0"),
        ("subtraction{1,2,3}: 9", "na 7", "subtraction{1,2,3}: 7"),
        ("subtraction{1,2,3}: 9", "jednu", "subtraction{1,2,3}: 8"),
        ("lasker: 2 5 7", "rozdel hromadku 3 na 3 a 4", "lasker: 2 5 3 4"),
        ("nim: 3 4 + nim: 3 4", "ve druhé části vezmi 2 z první hromádky", "nim: 3 4 + nim: 1 4"),
        ("kayles: 7 3", "druhou a třetí kuželku v první řadě", "kayles: 1 4 3"),
        ("kayles: 7 3", "kuzelky 1 az 2 v rade 2", "kayles: 7 0 1"),
        ("rook: 5 7", "do sloupce 3, řádku 7", "rook: 3 7"),
        ("turtles: 2 4", "otáčím mince 4 a 1", "turtles: 1 2"),
        ("graph{a>i i>do}: a", "jdi z a do i", "graph{a>i i>do}: i"),
    ],
)
def test_moves_as_czechs_say_them(before: str, typed: str, after: str) -> None:
    with speaking("cs"):
        assert str(read_move(parse(before), typed, word)) == after


WORDED = [
    # A stone has moves without end, and those that are no command in a language are looked for among the first ones.
    pytest.param(entry, id=entry.id, marks=[pytest.mark.slow] if entry.id == "nim2d" else [])
    for entry in CATALOG
]


@pytest.mark.parametrize("entry", WORDED)
def test_moves_are_read_as_every_language_words_them(entry: Entry) -> None:
    """Also without the marks on letters."""
    position = parse(entry.sample)
    for language in languages():
        with speaking(language):
            for option in islice(position.options(), 4):
                said = word(position.game.describe(position.state, option.state))
                assert read_move(position, said, word) == read_move(position, fold_letters(said), word) == option


@every_row(
    ("before", "typed", "after"),
    [
        ("nim: 3 4 5", "vegyél el 2 érmét a 3. kupacból", "nim: 3 4 3"),
        ("nim: 3 4 5", "vegyel el 2-t a 3. kupacbol", "nim: 3 4 3"),
        ("nim: 3 4 5", "a harmadik kupacból kettőt", "nim: 3 4 3"),
        ("nim: 3 4 5", "a harmadikból kettőt", "nim: 3 4 3"),
        ("nim: 3 4 5", "2-t a 3-ból", "nim: 3 4 3"),
        ("nim: 3 4 5", "a 3. kupacban hagyj 1-et", "nim: 3 4 1"),
        ("nim: 3 4 5", "az összeset a második kupacból", "nim: 3 0 5"),
        ("subtraction{1,2,3}: 9", "elveszek hármat", "subtraction{1,2,3}: 6"),
        ("kayles: 5 3", "a második sor első bábuja", "kayles: 5 0 2"),
        ("turtles: 1 3", "az 1. és a 3. érmét", "turtles:"),
        ("nimble: 3 5", "az 1. érmét a 0. mezőre", "nimble: 0 5"),
        ("nim: w+1 3", "csokkentsd az 1. kupacot 5-re", "nim: 5 3"),
        ("nim: 3 4 + chomp: 2x1", "az 1. részben (nim): vegyél el 3 érmét az 1. kupacból", "nim: 0 4 + chomp: 2"),
        ("nim: 3 4 + chomp: 2x1", "az 1. részben a 2. kupacból 2", "nim: 3 2 + chomp: 2"),
    ],
)
def test_moves_as_hungarians_say_them(before: str, typed: str, after: str) -> None:
    with speaking("hu"):
        assert str(read_move(parse(before), typed, word)) == after


def test_a_complaint_quotes_what_was_typed() -> None:
    with pytest.raises(Misread, match='"take two from the second heap of all" is not a move here'):
        read_move(parse("chomp: 4x3"), "take two from the second heap of all")


@every_row("position", ["ruler: 1 2 3 9000", "nim: 9000 9000", "nim: 3 + ruler: 9000"])
def test_a_wrong_move_is_compared_with_some_moves_only(position: str) -> None:
    began = process_time()
    with pytest.raises(Misread, match=r"one of the first [0-9,]+ moves; type the position after the move instead: t"):
        read_move(parse(position), "zzz")
    assert process_time() - began < 3  # 0.3 s alone; 17 s before there was a limit


@every_row("text", ["zzz", "#999999", "ruler: 5 7 11", "5 7 11"])
def test_reading_a_move_obeys_the_clock(text: str) -> None:
    with pytest.raises(Limit):
        read_move(parse("ruler: 1 2 3 9000"), text, limits=Limits(seconds=0.01))


def test_spoken_values_have_roles_in_every_language() -> None:
    said = [Spoken("3", "heap"), Spoken("1", "left")]
    assert spoken_values("heap 3 to 1", vocabulary_of(str)) == said
    with speaking("pl"):
        vocabulary = vocabulary_of(word)
    assert spoken_values("stos 3 do 1", vocabulary) == said
    assert spoken_values("weź 2 w części 1", vocabulary) == [Spoken("2", "other"), Spoken("1", "part")]
    assert spoken_values("stos 1 do w", vocabulary)[1] == Spoken("w", "left")
    assert spoken_values("2 1 now", vocabulary) == [Spoken("2"), Spoken("1", "other")]


# -- words and boards ----------------------------------------------------------------------------


def test_every_move_of_the_catalog_is_told_in_the_past() -> None:
    for text in [*STARTS, *SUMS]:
        position = parse(text)
        for _, option in islice(numbered_options(position), 60):
            for who in (COMPUTER, YOU, NAMED):
                assert "played:" not in talk.move_sentence(position, option.state, who, "Ann")


def test_a_row_may_be_cut_without_taking() -> None:
    row = parse("octal{4.7 rows}: 3")
    assert talk.move_sentence(row, (1, 2), YOU) == "You split heap 1 into 1, 2."
    assert talk.move_sentence(row, (0, 2), YOU) == "You knocked down pin 1 of row 1."


def test_a_turn_reads_like_a_sentence() -> None:
    match = Match(parse("subtraction{1,2,3}: 11"), players=(PERFECT, PERSON))
    match.answer()
    assert talk.last_move_sentence(match) == "I took 3 coins. 8 coins are left."
    match.play(parse("subtraction{1,2,3}: 7"))
    assert talk.last_move_sentence(match) == "You took 1 coin. 7 coins are left."
    assert talk.move_sentence(Stairs()(5), 3, YOU) == "You played: jump."


@every_row(
    ("misere", "players", "said"),
    [
        (False, (PERSON, PERFECT), "You made the last move: you win!"),
        (True, (PERSON, PERFECT), "You made the last move, so I win."),
        (False, (PERFECT, PERSON), "I made the last move, so I win."),
        (True, (PERFECT, PERSON), "I made the last move, so you win."),
        (False, (PERSON, PERSON), "Player 1 made the last move and wins."),
        (True, (PERSON, PERSON), "Player 1 made the last move, so Player 2 wins."),
    ],
)
def test_the_end_in_words(misere: bool, players: tuple[Player, Player], said: str) -> None:
    match = Match(parse("nim: 1"), misere, players)
    match.play(parse("nim: 0"))
    assert match.result is not None
    assert talk.ending_sentence(match, match.result) == said


LARGE = [
    "nim: 1000000000000000000 w*2+1", "nim: " + "3 " * 1000, "kayles: 1000000000000000000", "wythoff: 1000000000 3",
    "chomp: 3x9999", "chomp: 1000000000x2", "cram: 99x99", "nim2d: 1000000000,100000", "turtles: 1 1000000000",
    "corners: 100000000,1", "table{100,100,10}:", "nimble: 5 1000000000000", "chop: 100000000000x3", "nim:", "turtles:",
    "nimble:", "graph{a>b}:", "kayles: 0 0", "nim: 3 + cram: 99x99",
]  # fmt: skip


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("text", [*STARTS, *SUMS, *LARGE])
@pytest.mark.one_in(5)
def test_a_board_fits_the_terminal(text: str, ascii: bool) -> None:
    position = parse(text)
    board = draw(position, ascii)
    assert board
    assert board.isascii() or not ascii or "w" in text
    is_notation = len(board.splitlines()) == 1
    assert is_notation or max(map(len, board.splitlines())) <= WIDTH
    assert len(board.splitlines()) <= HEIGHT


def test_an_own_picture_is_drawn() -> None:
    class Drawn(Stairs):
        def picture(self, step: int) -> str:
            return f"{'=' * step}/ X.\n"

    assert draw(Drawn()(3)) == "= = =\n  X ."
    assert draw(Stairs()(3)) == "3"
    assert "= = =" in draw(Drawn()(3) + Drawn()(1))
    assert isinstance((Drawn()(3) + Drawn()(1)).game, Sum)


@pytest.mark.parametrize("game", [Rook, Wythoff])
def test_a_piece_may_go_exactly_where_an_option_is(game: Game) -> None:
    squares = [(a, b) for a in range(8) for b in range(8)]
    assert {s for s in squares if game.move((5, 6), [Spoken(str(n)) for n in s])} == set(game.options((5, 6)))
    assert game.move((10**18, 7), [Spoken("4"), Spoken("7")]) == (4, 7)


@every_row(
    ("text", "said"),
    [
        ("subtraction{1,2,3}: 13", "Take one of these numbers from one heap: 1, 2, 3."),
        ("allbut{2,4}: 12", "Take any number from one heap, but none of these: 2, 4."),
        ("moore{2}: 3 4 5", "Take any numbers from up to 2 heaps."),
        ("subtraction-coins{1,2}: 5", "at one of these distances: 1, 2."),
        ("nim2d{4}: 1,2", "any square of a lower row."),
        ("nim2d: 1,2", "rows have no end"),
        ("table{4,4,2}:", "a coin of 2 x 2 squares"),
    ],
)
def test_rules_name_the_numbers_of_the_game(text: str, said: str) -> None:
    [rule] = talk.rule_lines(parse(text))
    assert said in rule


@every_row(
    "text",
    [
        "część 2: weź 2 ze stosu 1",
        "w części 2 weź 2 ze stosu 1",
        "weź 2 ze stosu 1 w części 2",
        "2. część: 2 ze stosu 1",
        "CZĘŚĆ 2: 2 ze stosu 1",
        "czesc 2: wez 2 ze stosu 1",
        "w drugiej części 2 z pierwszego stosu",
        "part 2: take 2 from heap 1",
    ],
)
def test_a_part_may_be_named_before_or_after_the_move(text: str) -> None:
    with speaking("pl"):
        assert str(read_move(parse("nim: 3 4 + nim: 3 4"), text, word)) == "nim: 3 4 + nim: 1 4"


def test_every_move_of_a_sum_is_read_with_its_part() -> None:
    """Each in one of the languages, in turn."""
    games = [parse(entry.sample) for entry in CATALOG if entry.id not in ("end-nim", "moore")]
    for one, other, language in zip(games, games[1:] + games[:1], cycle(languages()), strict=False):
        with speaking(language):
            after = next(iter(one.options()))
            text = f"{tr('part {number}', number=1)}: {word(one.game.describe(one.state, after.state))}"
            assert read_move(one + other, text, word) == after + other, text
            assert read_move(other + one, text.replace("1", "2", 1), word) == other + after, text

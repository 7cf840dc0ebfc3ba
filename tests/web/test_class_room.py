"""The class as a machine, without a server: whatever happens in whatever order, it stays consistent and can be kept."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from nimatron.core.errors import UsageError
from nimatron.web.classroom.activities import Programs, Quiz, Riddle
from nimatron.web.classroom.class_limits import LIFE, MOST_MOVES, MOST_PUPILS, RETURNS, ClassRefusal, Stranger
from nimatron.web.classroom.contest import FORMS, Bout, Contest, robin, robin_rounds
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.classroom.pairing import BOT, REST, Pairing
from nimatron.web.classroom.room import ClassState, nickname
from nimatron.web.classroom.views import for_pupil, for_teacher

HEAP = 6
"""All games take one or two from one heap of this size; the heap is the position."""


class Lessons(RuleBasedStateMachine):
    """Pupils come and go, play and answer; the teacher does what teachers do."""

    def __init__(self) -> None:
        super().__init__()
        self.room = ClassState("the-key", 0.0)
        self.tokens: dict[str, str] = {}
        self.written: dict[str, str] = {}
        self.joined = 0

    def someone(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.room.pupils)))

    @rule(name=st.sampled_from(["Anna", "Bo", "Zoë", "anna", "", "x" * 30, "a\u202eb", "Łukasz 2", "C", "D"]))
    def join(self, name: str) -> None:
        token = f"token {self.joined}"
        try:
            pupil = self.room.join(name, token)
        except ClassRefusal:
            return
        self.joined += 1
        self.tokens[pupil.id] = token

    @precondition(lambda self: self.room.pupils)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        gone = self.someone(data)
        self.room.remove(gone)
        with pytest.raises(Stranger):
            self.room.pupil(self.tokens.pop(gone))

    @precondition(lambda self: self.room.pupils)
    @rule(data=st.data(), name=st.sampled_from(["Anna", "New", "Zoë"]))
    def rename(self, data: st.DataObject, name: str) -> None:
        self.allowed(lambda: self.room.give_name(self.someone(data), name))

    @rule(what=st.sampled_from(["paused", "hidden", "closed"]), on=st.booleans())
    def switch(self, what: str, on: bool) -> None:
        self.room.switch(what, on)

    @rule(form=st.sampled_from(FORMS), misere=st.booleans(), seed=st.integers(0, 9))
    def contest(self, form: str, misere: bool, seed: int) -> None:
        before = self.room.activity
        contest = Contest(form, str(HEAP), misere, list(self.room.pupils), seed)
        if not self.allowed(lambda: self.room.begin(contest)):
            assert self.room.activity is before
            assert len(self.room.pupils) < 2

    @rule()
    def riddle(self) -> None:
        self.room.begin(Riddle("4", False))

    @rule()
    def quiz(self) -> None:
        self.room.begin(Quiz("nim-sum", "easy", 1, 2))

    @rule()
    def go_on(self) -> None:
        self.allowed(self.room.next_round)
        self.allowed(self.room.next_question)
        self.allowed(self.room.show_answer)

    @rule()
    def podium(self) -> None:
        self.allowed(self.room.show_podium)

    @precondition(lambda self: isinstance(self.room.activity, Contest) and self.room.activity.bouts)
    @rule(data=st.data(), take=st.integers(1, 2), early=st.sampled_from([0, 0, 0, 1]))
    def move(self, data: st.DataObject, take: int, early: int) -> None:
        contest: Any = self.room.activity
        bout = data.draw(st.sampled_from(list(contest.bouts.values())))
        mover, ply, after = bout.turn, len(bout.line) + early, max(0, int(bout.position) - take)
        expected = not (early or bout.over or self.room.paused or self.room.podium)
        assert self.allowed(lambda: self.room.move(bout.id, mover, ply, str(after), after == 0)) == expected

    @precondition(
        lambda self: isinstance(self.room.activity, Contest) and self.room.pupils and self.room.activity.bouts
    )
    @rule(data=st.data(), what=st.sampled_from(["again", "give_up", "settle"]))
    def end_games(self, data: st.DataObject, what: str) -> None:
        contest: Any = self.room.activity
        bout = data.draw(st.sampled_from(list(contest.bouts.values())))
        if what == "settle":
            self.room.settle(bout.id, data.draw(st.sampled_from(["", *bout.players])))
        else:
            self.allowed(lambda: getattr(self.room, what)(bout.id, self.someone(data)))

    @precondition(lambda self: self.room.pupils)
    @rule(data=st.data(), right=st.booleans(), number=st.integers(0, 1))
    def answer(self, data: st.DataObject, right: bool, number: int) -> None:
        pupil, activity = self.someone(data), self.room.activity
        if isinstance(activity, Quiz):
            self.allowed(lambda: self.room.answer(activity, pupil, number, "3", right))
        elif isinstance(activity, Riddle):
            found = pupil in activity.found
            closed = found or self.room.paused or self.room.podium
            assert self.allowed(lambda: self.room.try_riddle(activity, pupil, right)) != closed

    def allowed(self, act: Any) -> bool:
        """Was it done? What is refused changes nothing, and what is done is a change."""
        before = self.room.parts()
        try:
            act()
        except ClassRefusal:
            assert self.room.parts() == before
            return False
        return True

    @rule()
    def restart(self) -> None:
        parts = self.room.parts()
        self.room = ClassState.restore(parts)
        assert (self.room.parts(), self.room.changed) == (parts, set())

    @invariant()
    def what_changes_is_what_has_to_be_written(self) -> None:
        changes = self.room.changes()
        self.room.changed.clear()
        self.written = {name: text for name, text in (self.written | changes).items() if text is not None}
        assert self.written == self.room.parts()

    @invariant()
    def everybody_is_known_by_one_name_and_one_token(self) -> None:
        assert set(self.tokens) == set(self.room.pupils)
        assert all(self.room.pupil(token).id == id for id, token in self.tokens.items())
        names = [pupil.name.casefold() for pupil in self.room.pupils.values()]
        assert len(set(names)) == len(names)

    @invariant()
    def nobody_plays_twice_and_results_add_up(self) -> None:
        contest = self.room.activity
        if not isinstance(contest, Contest):
            return
        playing = [pupil for bout in contest.bouts.values() if not bout.over for pupil in bout.players if pupil != BOT]
        assert len(set(playing)) == len(playing)
        scores = contest.scores.values()
        assert sum(score.won for score in scores) == sum(score.lost for score in scores)
        assert sum(score.drawn for score in scores) % 2 == 0
        for bout in contest.bouts.values():
            assert int(bout.position) == 0 or bout.how != "end"
            assert not bout.over or bout.with_bot or bout.id in contest.counted
        if contest.form != "robin":
            assert all(contest.bout_of(pupil) for pupil in self.room.pupils)

    @invariant()
    def views_tell_no_secrets(self) -> None:
        shown = [for_teacher(self.room, (), {}), *(for_pupil(self.room, one) for one in self.room.pupils.values())]
        secrets = ["the-key", *(pupil.digest for pupil in self.room.pupils.values())]
        assert not any(secret in str(view) for secret in secrets for view in shown)


Lessons.TestCase.settings = settings(max_examples=10, stateful_step_count=25, deadline=None)
TestLessons = Lessons.TestCase


@every_row("count", range(2, 9))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    pupils = [f"p{i}" for i in range(count)]
    met = [frozenset(pair) for number in range(robin_rounds(count)) for pair in robin(pupils, number)]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(pupils, 2)))


def test_a_ladder_is_climbed_by_winning() -> None:
    room = ClassState("key", 0.0)
    for name in "ABCD":
        room.join(name, name)
    room.begin(Contest("ladder", "1", False, list(room.pupils)))
    for bout in list(room.activity.bouts.values()):  # type: ignore[union-attr]
        room.settle(bout.id, max(bout.players))  # the lower one wins
    room.next_round()
    assert room.activity.order == ["p2", "p1", "p4", "p3"]  # type: ignore[union-attr]
    games = sorted(sorted(bout.players) for bout in room.activity.bouts.values())  # type: ignore[union-attr]
    assert games == [[BOT, "p2"], [BOT, "p3"], ["p1", "p4"]]  # whoever has no neighbour plays the bot


def test_the_odd_one_plays_the_bot_until_somebody_comes() -> None:
    room = ClassState("key", 0.0)
    for name in "ABC":
        room.join(name, name)
    room.begin(Contest("pairs", "1", False, list(room.pupils)))
    contest: Any = room.activity
    (odd,) = [pupil for pupil, at in contest.pairing.tables.items() if at == BOT]
    assert contest.bout_of(odd).players == [odd, BOT]
    late = room.join("D", "D")
    assert set(contest.bout_of(late.id).players) == {odd, late.id}
    assert len(contest.bouts) == 2


def test_a_pair_plays_twice_and_the_other_one_begins_then() -> None:
    room = ClassState("key", 0.0)
    a, b = room.join("A", "a"), room.join("B", "b")
    room.begin(Contest("pairs", "1", False, [a.id, b.id]))
    (first,) = room.activity.bouts.values()  # type: ignore[union-attr]
    room.give_up(first.id, a.id)
    room.again(first.id, a.id)
    (second,) = room.activity.bouts.values()  # type: ignore[union-attr]
    assert (second.players, second.leg, second.first) == (first.players[::-1], 2, b.id)
    with pytest.raises(ClassRefusal):  # the game is gone: the device of B shows the second one
        room.again(first.id, b.id)


def test_a_podium_ends_what_is_played() -> None:
    room = ClassState("key", 0.0)
    a, b = room.join("A", "a"), room.join("B", "b")
    room.begin(Contest("robin", "2", False, [a.id, b.id]))
    (bout,) = room.activity.bouts.values()  # type: ignore[union-attr]
    room.settle(bout.id, b.id)
    room.show_podium()
    assert for_pupil(room, a)["podium"] == [{"id": b.id, "name": "B", "place": 1}]
    with pytest.raises(ClassRefusal):
        room.again(bout.id, a.id)


# -- pairs ---------------------------------------------------------------------------------------

PUPILS = [f"p{i}" for i in range(7)]


@given(st.lists(st.tuples(st.sampled_from(["free", "free", "without"]), st.sampled_from(PUPILS)), max_size=60))
def test_nobody_waits_and_few_play_the_bot(events: list[tuple[str, str]]) -> None:
    pairing = Pairing()
    for what, pupil in events:
        before = pairing
        pairing = getattr(pairing, what)(pupil)
        tables = pairing.tables
        assert (pupil in tables) == (what == "free")
        at_bot = [one for one, at in tables.items() if at == BOT]
        assert all(at in (BOT, REST) or tables[at] == one for one, at in tables.items())
        assert len(at_bot) <= 2
        # Whoever is free plays, and whoever plays a pupil is not disturbed.
        assert what != "free" or tables[pupil] != REST
        for one, at in before.tables.items():
            if at not in (BOT, REST, pupil) and one != pupil:
                assert tables[one] == at
        # Two who have just met do not meet again at once.
        if len(tables) > 2 and what == "free" and tables[pupil] not in (BOT, REST):
            assert before.last.get(pupil) != tables[pupil]


@given(st.sets(st.sampled_from(PUPILS), min_size=2), st.integers(0, 99))
def test_at_the_start_only_the_odd_one_plays_the_bot(pupils: set[str], seed: int) -> None:
    tables = Pairing().shuffle(sorted(pupils), seed).tables
    assert set(tables) == pupils
    assert sum(at == BOT for at in tables.values()) == len(pupils) % 2


def test_a_move_that_is_sent_twice_is_made_once() -> None:
    room = ClassState("key", 0.0)
    a, b = room.join("A", "a"), room.join("B", "b")
    room.begin(Contest("pairs", "6", False, [a.id, b.id]))
    (bout,) = room.activity.bouts.values()  # type: ignore[union-attr]
    mover = bout.turn
    room.move(bout.id, mover, 0, "5", False)
    version = room.version
    room.move(bout.id, mover, 0, "5", False)
    assert (bout.line, room.version) == (["5"], version)
    with pytest.raises(ClassRefusal):
        room.move(bout.id, mover, 0, "4", False)


def test_play_that_goes_round_or_on_for_ever_is_a_draw() -> None:
    bout = Bout("b1", ["p1", "p2"], "a", False)
    for ply in range(2 * RETURNS):
        if bout.over:
            break
        bout.move(bout.turn, ply, "b" if ply % 2 == 0 else "a", False)
    assert (bout.how, bout.winner) == ("draw", "")
    long = Bout("b2", ["p1", "p2"], "0", False)
    while not long.over:
        long.move(long.turn, len(long.line), str(len(long.line) + 1), False)
    assert len(long.line) == MOST_MOVES


def test_nothing_of_a_class_is_taken_for_a_younger_one() -> None:
    room = ClassState("key", 1000.0)
    moments = {999.0: True, 1000.0: False, 999.0 + LIFE: False, 1001.0 + LIFE: True}
    assert {moment: room.is_late(moment) for moment in moments} == moments


def test_a_class_has_a_last_seat() -> None:
    room = ClassState("key", 0.0)
    for i in range(MOST_PUPILS):
        room.join(f"Pupil {i}", str(i))
    with pytest.raises(ClassRefusal):
        room.join("One more", "more")


@every_row("name", ["", "   ", "x" * 21, "<b>", "a\x00b", "a\u202eb", "\u0301a", "z" + 4 * "\u0323", "--", "👾"])
def test_a_nickname_is_made_of_letters(name: str) -> None:
    with pytest.raises(ClassRefusal):
        nickname(name)


@every_row("blank", [0x34F, 0x115F, 0x1160, 0x17B4, 0x180B, 0x200B, 0x2800, 0x3164, 0xFE0F, 0xFFA0, 0xE0100])
def test_a_nickname_has_no_letters_that_nobody_sees(blank: int) -> None:
    for name in (chr(blank), f"Anna{chr(blank)}", f"A{chr(blank)}nna"):
        with pytest.raises(ClassRefusal):
            nickname(name)


LOOKS = {
    "Anna": "\u0410nn\u0430",
    "Hanna": "\u0570\u0251nn\u0251",
    "Bob": "\u0392\u043eb",
    "Peter": "\u0420\u0435t\u0435r",
    "HENNO": "\u041dE\u039dNO",
}
"""Names, and the same ones with some letters from Cyrillic and Greek."""


@every_row("name", LOOKS)
def test_names_that_look_alike_are_the_same(name: str) -> None:
    room = ClassState("key", 0.0)
    room.join(name, "a")
    for other in (LOOKS[name], LOOKS[name].upper(), LOOKS[name].lower()):
        with pytest.raises(ClassRefusal, match="somebody has this nickname"):
            room.join(other, "b")


def test_names_of_other_alphabets_stay_different() -> None:
    room = ClassState("key", 0.0)
    for name in ("Анна", "Вова", "Вера", "Νίκος", "Ελένη", "Anna", "Vera", "Nikos"):
        room.join(name, name)


@pytest.mark.parametrize("back", ["device", "name"])
def test_nothing_is_gained_by_leaving(back: str) -> None:
    room = ClassState("key", 0.0)
    first, other = room.join("Anna", "a"), room.join("Ben", "b")

    def leave_and_return(token: str) -> str:
        room.remove(first.id)
        restored = ClassState.restore(room.parts())
        assert (restored.gone, "Anna" in str(room.parts())) == (room.gone, False)
        name, before = ("Zoe", token) if back == "device" else ("ANNA", "")
        return room.join(name, f"{token}2", before=before).id

    riddle = Riddle("4", False)
    room.begin(riddle)
    room.try_riddle(riddle, first.id, False)
    assert leave_and_return("a") == first.id
    assert for_pupil(room, room.pupils[first.id])["activity"]["tries"] == 1
    room.give_name(first.id, "Anna")
    quiz = Quiz("nim-sum", "easy", 1, 2)
    room.begin(quiz)
    room.answer(quiz, first.id, 0, "3", False)
    assert leave_and_return("a2") == first.id
    with pytest.raises(ClassRefusal, match="answered already"):
        room.answer(quiz, first.id, 0, "4", True)
    room.remove(first.id)
    assert for_teacher(room, (), {})["activity"]["answers"] == {}
    room.begin(Riddle("5", False))
    assert room.join("Anna", "c", before="a22").id not in (first.id, other.id)  # another activity begins anew


def test_what_programs_did_is_counted() -> None:
    programs = Programs("nim: 3", False, 1, 0, 0.0)
    programs.hear({"say": "begin", "names": ["a.py", "b.py"], "matches": 2})
    programs.hear({"say": "match", "number": 1, "players": ["a.py", "b.py"], "start": "nim: 3"})
    programs.hear({"say": "move", "position": "nim: 0"})
    assert programs.now is not None
    assert programs.now["line"] == ["nim: 0"]
    programs.hear({"say": "played", "result": {"players": ["a.py", "b.py"], "winner": 1, "fault": "time"}})
    programs.hear({"say": "played", "result": {"players": ["b.py", "a.py"], "winner": None, "fault": ""}})
    programs.hear({"say": "end"})
    assert not programs.running
    assert programs.table() == [
        {"name": "b.py", "won": 1, "lost": 0, "drawn": 1, "faults": 0},
        {"name": "a.py", "won": 0, "lost": 1, "drawn": 1, "faults": 1},
    ]


# -- what is kept --------------------------------------------------------------------------------


def test_what_is_kept_is_there_for_the_next_server_and_gone_after_the_class(tmp_path: Path) -> None:
    path, chance = tmp_path / "class.sqlite3", random.Random(1)
    kept = ClassStore(path)
    parts: dict[str, str] = {}
    for _ in range(30):
        name = chance.choice("abcdef")
        if not parts.pop(name, None):
            parts[name] = f"{name} secret {chance.random()}"
        kept.write({name: parts.get(name)})
    with pytest.raises(UsageError, match="another server"):
        ClassStore(path)
    assert path.stat().st_mode & 0o077 == 0
    kept.close()
    again = ClassStore(path)
    assert again.read() == parts
    again.clear()
    assert (again.read(), b"secret" in b"".join(file.read_bytes() for file in tmp_path.iterdir())) == ({}, False)
    again.remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"not a database " * 100])
def test_a_damaged_file_begins_a_new_class(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "class.sqlite3"
    path.write_bytes(content)
    kept = ClassStore(path)
    assert kept.read() == {}
    kept.write({"a": "b"})
    kept.close()
    assert ClassStore(path).read() == {"a": "b"}

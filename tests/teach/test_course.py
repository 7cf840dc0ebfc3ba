"""The course: every lesson is done to its end with right and with wrong answers, and faults in files are named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.core.errors import BadText, UsageError
from nimatron.families.catalog import CATALOG
from nimatron.show.words import use_language, word
from nimatron.teach.course.lesson import QUESTIONS, Lesson, texts_of
from nimatron.teach.course.lesson_file import STEPS, check_lessons, read_lesson
from nimatron.teach.course.library import course, read_folder
from nimatron.teach.questions.question import Teacher
from nimatron.web.answer import ANSWERS
from nimatron.web.answers.request import AnswerContext

LESSONS = course().lessons
HEAD = 'id = "x"\npath = "school"\norder = 1\ntitle = "X"\naim = "Y"\n'


def ask(route: str, lang: str = "en", **arguments: Any) -> Any:
    return ANSWERS[route](AnswerContext(CATALOG, 5.0, lang), **arguments)


def made(steps: str) -> tuple[Lesson | None, list[str]]:
    lesson, faults = read_lesson(HEAD + steps, "x.toml")
    return lesson, [str(fault.message) for fault in faults]


@every_row("lesson", LESSONS, one_in=3)
def test_a_lesson_is_done_to_its_end(lesson: Lesson) -> None:
    teacher = Teacher()
    assert [str(fault.message) for fault in check_lessons([lesson], teacher)] == []
    shown = ask("lesson", id=lesson.id)
    assert len(shown["steps"]) == len(lesson.steps)
    for number, question in lesson.questions(teacher):
        for tries in range(3):
            wrong = ask("judge", lesson=lesson.id, step=number, answer=question.mistake(), tries=tries)
            assert not wrong["right"], number
            assert wrong["hint"].endswith(("?", "…")), wrong["hint"]
        right = ask("judge", lesson=lesson.id, step=number, answer=question.solution())
        assert right["right"], number
        assert right["reason"], f"{lesson.id} {number} is right, and nobody says why"
        told = ask("judge", lesson=lesson.id, step=number, give_up=True)
        assert told["solution"] == question.solution()


def test_the_paths() -> None:
    paths = ask("lessons")["paths"]
    assert [path["id"] for path in paths][:1] == ["school"]
    use_language("pl")
    assert ask("lessons", "pl")["paths"][0]["title"] == "Szkoła"
    use_language("en")


def test_no_example_is_an_answer() -> None:
    """What the page shows beside a question to say how it is answered is itself no answer."""
    teacher = Teacher()
    for lesson in LESSONS:
        for number, question in lesson.questions(teacher):
            example = question.data().get("example")
            if example:
                assert not question.judge(example).right, (lesson.id, number)


def test_a_new_term_has_its_meaning_in_the_reader_s_language() -> None:
    use_language("cs")
    terms = [step.get("terms", []) for step in ask("lesson", "cs", id="mock-ruler")["steps"]]
    use_language("en")
    assert [term["term"].split()[0] for found in terms for term in found] == ["hnusné"]


FAULTS = [
    ('[[steps]]\nkind = "dance"', "x.toml: step 1, kind: expected play, collect"),
    ('[[steps]]\nkind = "play"\ntext = "x"', "x.toml: step 1, position: is missing"),
    ('[[steps]]\nkind = "guess"\ntext = "x"\nwins = 2', "x.toml: step 1, wins: is unknown: expected"),
    (
        '[[steps]]\nkind = "question"\ntext = "x"\nask = "value"\nposition = "nim: 3"\nhints = ["Take it."]',
        "x.toml: step 1, hints: expected questions: 'Take it.' does not end with ?",
    ),
    (
        '[[steps]]\nkind = "proof"\ntext = "x"\n[[steps.parts]]\ntext = "y"\nask = "mex"\nset = 4',
        "x.toml: step 1, part 1, set: expected a list of whole numbers from 0",
    ),
    (
        '[[steps]]\nkind = "question"\ntext = "x"\nask = "choice"\nchoices = ["a", "b"]\nreason = "c"\nright = [3]',
        "x.toml: step 1, right: expected numbers of choices from 1 to 2, not all of them",
    ),
    (
        '[[steps]]\nkind = "rule"\ntext = "x"\nterms = ["mexx"]',
        "x.toml: step 1, terms: expected a list of terms of the glossary: impartial game; ",
    ),
    ("steps = 3", "x.toml: steps: expected 1 to"),
    ("steps = [", "x.toml: is not TOML: "),
]


@every_row(("steps", "said"), FAULTS)
def test_faults_name_their_place(steps: str, said: str) -> None:
    lesson, faults = made(steps)
    assert lesson is None
    assert faults[0].startswith(said)


WRONG = [
    ('ask = "value"\nposition = "nimm: 3"', "no game is called 'nimm'"),
    ('ask = "winning move"\nposition = "nim: 2 2"', "nim: 2 2 has no winning move"),
    ('ask = "missing"\nposition = "nim: 1 2 ?"\nmost = 2', "no number from 0 to 2 fits"),
    ('ask = "values"\ngame = "nim"\ncolumns = 40\nrows = 20', "a table in a lesson has at most 400 cells"),
]


@every_row(("question", "said"), WRONG)
def test_the_check_asks_the_solver(question: str, said: str) -> None:
    lesson, faults = made(f'[[steps]]\nkind = "question"\ntext = "x"\n{question}')
    assert lesson is not None, faults
    found = [str(fault.message) for fault in check_lessons([lesson], Teacher())]
    assert len(found) == 1
    assert found[0].startswith(f"x.toml: step 1: {said}")


def test_an_answer_that_is_given_away_is_found() -> None:
    question = 'text = "Such as: take 1 from heap 1."\nask = "winning move"\nposition = "nim: 3 2"'
    lesson, _ = made(f'[[steps]]\nkind = "question"\n{question}')
    assert lesson is not None
    [fault] = check_lessons([lesson], Teacher())
    assert "gives the answer away" in str(fault.message)


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    steps = '[[steps]]\nkind = "rule"\ntext = "Hello"\n[words.pl]\n"Hello" = "Hej"\n'
    (tmp_path / "own.toml").write_text(HEAD.replace("school", "My class") + steps, "utf-8")
    result = CliRunner().invoke(app, ["lessons", "check", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (0, "1 lesson, no fault found\n")
    asked = AnswerContext(CATALOG, 5.0, "pl", lessons=tuple(read_folder(tmp_path).items()))
    assert ANSWERS["lessons"](asked)["paths"][-1]["title"] == "My class"
    assert ANSWERS["lesson"](asked, id="x")["steps"][0]["text"] == ["Hej"]
    use_language("en")
    (tmp_path / "same.toml").write_text(HEAD + steps, "utf-8")
    result = CliRunner().invoke(app, ["lessons", "check", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (1, "same.toml: id: own.toml has the same id\n")
    served = CliRunner().invoke(app, ["serve", "--lessons", str(tmp_path)])
    assert served.exit_code == 2
    assert "same.toml: id: own.toml has the same id (all faults: nimatron lessons check " in served.stderr


def test_what_is_asked_amiss_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no lesson 'nothing'"):
        ask("lesson", id="nothing")
    with pytest.raises(UsageError, match="does not ask a question"):
        ask("judge", lesson="take-away", step="1", answer="1")
    with pytest.raises(BadText, match="expected 1 "):
        ask("judge", lesson="take-away", step="6", answer="me")


def test_the_document_names_all_that_there_is() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "lessons.md").read_text("utf-8")
    assert [name for name in (*QUESTIONS, *STEPS) if f"`{name}`" not in text] == []
    assert all(word(hint).endswith("?") for kind in QUESTIONS.values() for hint in kind.hints)


def test_the_page_of_the_course_names_every_lesson() -> None:
    text = (Path(__file__).parents[2] / "docs" / "course.md").read_text("utf-8")
    assert [lesson.id for lesson in LESSONS if not re.search(rf"[ |(]{lesson.id}[ ,|)]", text)] == []


FIRST_USES = {
    "impartial game": r"\bimpartial",
    "P-position, losing position": r"P-position",
    "N-position, winning position": r"N-position",
    "kernel": r"\bkernel\b",
    "backward induction": r"backward induction",
    "mex": r"\bmex\b",
    "nim-sum": r"\bnim-sum",
    "nim-monotone": r"\bnim-monotone",
    "odious number, evil number": r"\bodious",
    "period, preperiod": r"\bperiods? ",
    "saltus": r"\bsaltus\b",
}
"""How the texts of the course call what the glossary explains."""


@pytest.mark.parametrize("path", [name for name, _ in course().paths()])
def test_a_path_explains_each_term_where_it_appears_first(path: str) -> None:
    explained = set[str]()
    for lesson in dict(course().paths())[path]:
        for number, step in lesson.numbered_steps():
            explained |= set(step.given.get("terms", ()))
            text = " ".join(texts_of(step.given))
            used = {term for term, pattern in FIRST_USES.items() if re.search(pattern, text)}
            assert used <= explained, (lesson.id, number)

"""A class in browsers: a teacher and two pupils, from joining to the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from class_server import Server, serving_class
from screening import complaints, keep


class ClassState:
    """Browsers of a class; none of them may have complained."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server, self.faults = browser, server, list[str]()

    def open(self, path: str, wide: int = 375, high: int = 667) -> Any:
        settings = {"viewport": {"width": wide, "height": high}, "reduced_motion": "reduce", "locale": "en"}
        context = self.browser.new_context(base_url=self.server.url, **settings)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.goto(f"/class?lang=en{path}")
        return page

    def join(self, name: str) -> Any:
        page = self.open("")
        assert page.locator("nav a[aria-current]").inner_text() == "Class"
        nickname = page.get_by_label("Your nickname")
        nickname.wait_for()
        assert complaints(page) == ""
        page.get_by_label("Code of the class").fill(self.server.code.lower())
        nickname.fill(name)
        page.get_by_role("button", name="Join", exact=True).click()
        page.locator("#leave").wait_for()
        return page


def shows(page: Any, selector: str, words: str) -> None:
    page.locator(selector).filter(has_text=words).first.wait_for()


def begin(teacher: Any, what: str) -> None:
    teacher.locator(".setting .seg label").filter(has_text=what).click()
    teacher.locator("#begin").click()


def move(page: Any) -> None:
    """A move on the board, confirmed if it could mean several."""
    shows(page, ".message", "Your move")
    page.locator("figure.summand .live").first.click()
    confirm = page.locator(".message .confirm")
    page.wait_for_function("!/Your move/.test(document.querySelector('.message').textContent)")
    if confirm.count():
        confirm.click()


def test_a_teacher_and_two_pupils(browser: Any, tmp_path: Path) -> None:
    with serving_class(tmp_path) as server:
        room = ClassState(browser, server)
        teacher = room.open(f"#key={server.key}", 1280, 900)
        shows(teacher, ".join-address", "/class")
        anna = room.join("Anna")
        ben = room.join("Ben")
        shows(teacher, "h2", "Pupils (2 of 2 connected)")
        find_a_move(teacher, anna, ben, room)
        play(teacher, anna, ben, server)
        answer(teacher, anna)
        teacher.locator("#end-class").click()
        teacher.locator("#end-surely").click()
        shows(anna, ".join", "no longer in the class")
        shows(teacher, ".panel", "Nobody has joined yet.")
        for page in (anna, teacher):
            page.context.close()
        # While the server was gone, and when the class had ended, browsers name what was refused.
        assert [fault for fault in room.faults if "ERR_" not in fault and "401" not in fault] == []


def find_a_move(teacher: Any, anna: Any, ben: Any, room: ClassState) -> None:
    """The same position for all: the teacher sees who has found a move, others do not see which."""
    begin(teacher, "Find a winning move")
    projector = room.open(f"#key={room.server.key}&project", 1280, 800)
    shows(projector, "p", "0 of 2 have found it")
    shows(anna, ".task", "Find a winning move.")
    anna.locator("figure.summand .live").first.wait_for()
    keep(anna, "class riddle")
    assert complaints(anna) == ""
    anna.locator("#none").click()
    shows(anna, ".sentence", "There is a winning move. Look again.")
    ben.locator('[data-id="0.1"], [data-id="1.2"]').first.wait_for()
    anna.locator("figure.summand").locator("[data-id]").nth(1).click()  # two of the first heap of 3
    shows(anna, ".sentence", "Right!")
    shows(teacher, "h2", "1 of 2 have found it")
    shows(projector, "p", "1 of 2 have found it")
    assert "heap" not in ben.locator(".class-told").inner_text()
    assert not projector.locator(".projected-values").inner_text()
    projector.keyboard.press("v")
    shows(projector, ".projected-values", "winning move")
    assert complaints(projector) == ""
    assert (projector.locator(".coins i").count(), projector.locator(".coins .full").count()) == (2, 1)
    assert projector.locator(".projected-way .join-code").inner_text() == room.server.code
    keep(projector, "class projector")
    teacher.locator("#podium").click()
    shows(projector, ".podium .step-1", "Anna")
    shows(anna, "h1", "Your place: 1")
    assert complaints(projector) == ""
    keep(projector, "class podium")
    projector.context.close()


def play(teacher: Any, anna: Any, ben: Any, server: Server) -> None:
    """A game between two devices, across a pause and a server that is killed and started again."""
    begin(teacher, "Play in pairs")
    anna.locator("#resign").wait_for()
    anna.locator(".message").filter(has_text="move").wait_for()
    first, second = (anna, ben) if "Your move" in anna.locator(".message").inner_text() else (ben, anna)
    move(first)
    shows(second, ".message", "Your move")
    teacher.locator("#switch-paused").click()
    shows(second, ".class-notice", "paused")
    teacher.locator("#switch-paused").click()
    second.locator(".class-notice").filter(has_not_text="paused").wait_for(state="attached")
    server.kill()
    server.start()
    second.reload()
    move(second)
    shows(first, ".message", "Your move")
    keep(first, "class game")
    assert complaints(first) == ""
    assert complaints(teacher) == ""
    keep(teacher, "class teacher")
    first.locator("#resign").click()
    name = "Anna" if first is anna else "Ben"
    shows(second, ".result", f"You beat {name}!")
    shows(first, ".result", "You lose.")
    teacher.locator(".results tr").filter(has_text="1").first.wait_for()
    # One goes on to the second game; the other one still sees the end of the first, then follows.
    second.locator("#again").click()
    shows(second, ".versus", "Game 2 of 2")
    shows(second, ".so-far", "1 : 0")
    shows(first, ".versus", "Game 1 of 2")
    first.locator("#again").click()
    shows(first, ".so-far", "0 : 1")
    assert complaints(first) == ""
    teacher.locator(".live-board svg").first.wait_for()


def answer(teacher: Any, anna: Any) -> None:
    """A question of a quiz, and its answer for all."""
    begin(teacher, "Quiz")
    anna.locator(".way button").first.click()
    anna.locator(".sentence:not(:empty)").wait_for()
    shows(teacher, "p", "1 of 2 have answered")
    teacher.locator("#show-answer").click()
    shows(anna, ".reason", "The answer:")
    assert complaints(anna) == ""
    keep(anna, "class quiz")


def test_a_class_that_is_not_saved_and_several_pupils_who_are_removed(browser: Any, tmp_path: Path) -> None:
    cache = tmp_path / "file"
    cache.write_text("")  # where a folder should be: nothing can be saved
    with serving_class(cache) as server:
        room = ClassState(browser, server)
        teacher = room.open(f"#key={server.key}", 1280, 900)
        shows(teacher, "#unsaved", "This class is not being saved: Not a directory")
        anna, ben, cleo = (room.join(name) for name in ("Anna", "Ben", "Cleo"))
        shows(teacher, "h2", "Pupils (3 of 3 connected)")
        assert teacher.locator("#unsaved").count() == 1
        assert complaints(teacher) == ""
        teacher.locator("#remove-several").click()
        for name in ("Anna", "Cleo"):
            teacher.get_by_role("checkbox", name=name).check()
        keep(teacher, "class removing")
        assert complaints(teacher) == ""
        teacher.locator("#remove").click()
        for page in (anna, cleo):
            shows(page, ".join", "no longer in the class")
        shows(teacher, "h2", "Pupils (1 of 1 connected)")
        assert ben.locator("#leave").is_visible()
        anna.get_by_label("Your nickname").fill("Anna")
        anna.get_by_role("button", name="Join", exact=True).click()
        shows(anna, ".join", "the teacher has removed this device")
        for page in (anna, ben, cleo, teacher):
            page.context.close()
        assert [fault for fault in room.faults if "401" not in fault and "429" not in fault] == []

"""Lessons in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


def test_a_lesson_checks_its_questions(open_page: Any) -> None:
    page = open_page("learn.html?lesson=take-away")
    form = page.locator("form.question").first
    form.get_by_role("textbox").fill("5")
    form.get_by_role("button", name="Check").click()
    form.locator(".answer.wrong").wait_for()
    form.get_by_role("textbox").fill("8")
    form.get_by_role("button", name="Check").click()
    form.locator(".answer.right").wait_for()
    who = page.locator("section.question").first
    who.get_by_role("button", name="the player to move").click()
    who.locator(".answer.wrong").wait_for()
    who.get_by_role("button", name="the other player").click()
    who.locator(".answer.right").wait_for()
    move = page.locator("form.question").nth(1)
    move.get_by_role("textbox").fill("take 3")
    move.get_by_role("button", name="Check").click()
    move.locator(".answer.right").wait_for()


def test_backward_induction_step_by_step(open_page: Any) -> None:
    page = open_page("learn.html?lesson=positions")
    panel = page.locator("section.card").first
    panel.get_by_role("button", name="Next step").click()
    expect(panel.locator(".pn.P")).to_have_count(1)
    panel.get_by_role("button", name="All steps").click()
    expect(panel.locator(".pn.P")).to_have_count(4)  # 0, 4, 8 and 12 coins
    page.locator("section.card").nth(2).get_by_role("button", name="All steps").click()
    expect(page.locator("section.card").nth(2).locator(".marked")).to_have_count(7)


def test_coins_on_a_table(open_page: Any) -> None:
    """Where the page says that there is room, a click puts a coin, though a pointer is not exact."""
    page = open_page("learn.html?lesson=coins", wide=375, high=667)
    table = page.locator(".coin-table")
    table.locator(".coin").wait_for()
    coins = 1
    while "I win" not in page.locator(".message").first.inner_text():
        page.get_by_role("button", name="Is there room?").click()
        ghost = table.locator(".ghost").bounding_box()
        page.mouse.click(round(ghost["x"] + ghost["width"] / 2), round(ghost["y"] + ghost["height"] / 2))
        coins += 2
        expect(table.locator(".coin")).to_have_count(coins)
    assert coins < 40

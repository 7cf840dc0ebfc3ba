"""A first visit: addresses, the manifest, the rules in sight, and words that name what is visible."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playing import api, play, ready
from playwright.sync_api import expect
from screening import complaints

BROKEN = r"""
() => {  // words that are cut off, or broken inside, and what is wider than its place
  const seen = (one) => one.getClientRects().length && getComputedStyle(one).visibility !== "hidden";
  const wide = [...document.querySelectorAll("main, .why, .why .scroll, .title, .below, .tools, .step-body, .verdict")]
    .filter((one) => seen(one) && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.className || one.tagName}: ${one.scrollWidth} > ${one.clientWidth}`);
  if (document.documentElement.scrollWidth > innerWidth) wide.push("the page");
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: place } = walker.currentNode;
    if (!seen(place) || place.closest(".spoken, .skip, svg, code, script, noscript, .position")) continue;
    for (const { index, 0: word } of data.matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ y }) => Math.round(y)));
      if (lines.size > 1) cut.push(`${word} in ${place.className || place.tagName}`);
    }
  }
  return [...wide, ...cut];
}
"""


def test_addresses(server: str) -> None:
    person, program = {"accept": "text/html", "accept-language": "pl"}, {"accept": "*/*"}
    nowhere = httpx.get(f"{server}/nowhere", headers=person)
    assert nowhere.status_code == 404
    assert "Pod tym adresem niczego nie ma" in nowhere.text
    assert httpx.get(f"{server}/nowhere", headers=program).headers["content-type"] == "application/problem+json"
    manifest = httpx.get(f"{server}/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert httpx.get(f"{server}/{icon['src']}").headers["content-type"] == "image/png"
    assert "Graj, rozwiązuj" in httpx.get(f"{server}/", headers=person).text


def test_a_hint_lights_the_place_that_it_names(server: str) -> None:
    hint = api(server, "hint", position="kayles: 4 4 0 0 1", step=2)
    row = hint["text"].rstrip(".").split()[-1]
    assert hint["changes"]
    assert {id.split(".")[0] for id in hint["changes"]} == {f"0:{row}"}
    assert api(server, "hint", position="kayles: 4 4 0 0 1", step=1)["changes"] == []


@pytest.mark.slow
def test_nothing_is_cut_or_broken(open_page: Any) -> None:
    """Why, the rules and a verdict, at the widths of phones, laptops and projectors, in four languages."""
    page = open_page(play(p="nim: 9 12 21 30"))
    wrong = []
    for lang in ("en", "pl", "cs", "hu"):
        for position in ("nim: 9 12 21 30", "nim: 3 4 + chomp: 4x3 + kayles: 7"):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto("/" + play(p=position, lang=lang))
            page.locator("#why").click()
            page.locator(".why .say").wait_for()
            for wide in (320, 375, 768, 1024, 1280, 1440, 1920):
                page.set_viewport_size({"width": wide, "height": 800})
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                wrong += [f"{lang} {wide} {position}: {what}" for what in page.evaluate(BROKEN)]
    assert wrong == []


@pytest.mark.slow
def test_what_is_pressed_can_be_read_under_the_pointer(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.locator("#new").click()
    adding = page.locator("dialog .chip").first
    adding.click()
    adding.hover()
    assert complaints(page, runOnly=["color-contrast"]) == ""
    page.goto("/learn.html?lesson=take-away&step=8")
    page.locator("#step-next").hover()
    assert complaints(page, runOnly=["color-contrast"]) == ""


def test_the_rules_and_the_next_level(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 1 3"), has_touch=True, is_mobile=True))
    expect(page.locator(".how")).to_have_text("Take any number from one heap. Whoever makes the last move wins.")
    expect(page.locator(".message")).to_contain_text("Tap a coin")
    page.locator("#share").evaluate("(button) => button.click()")
    page.locator("#share-link").wait_for()
    expect(page.locator(".qr")).to_have_count(0)  # a phone would look for 127.0.0.1 on itself
    page.keyboard.press("Escape")
    page.locator("#rules").click()
    expect(page.locator(".move-pictures svg")).to_have_count(3)
    page.keyboard.press("Escape")
    board = page.locator(".boards")
    before = board.bounding_box()
    for _ in range(9):
        if page.locator("#again").count():
            break
        heaps = page.evaluate("() => new URLSearchParams(location.search).get('p')").split()[1:]
        small = min(int(heap) for heap in heaps)
        large = max(range(2), key=lambda k: int(heaps[k]))
        page.locator(f'[data-id="{large + 1}.{small + 1}"]').click()
        page.wait_for_function("() => /Your move|over/.test(document.querySelector('.message').textContent)")
    assert board.bounding_box() == before
    expect(page.locator(".ladder .done")).to_have_text(["★ First steps"])
    expect(page.locator("#again")).to_have_text("Next level")
    page.locator("#again").click()
    expect(page.locator(".against")).to_contain_text("Fair")
    assert "nim: 1 3" not in page.evaluate("() => new URLSearchParams(location.search).get('p')")


def test_the_board_never_moves(open_page: Any) -> None:
    """Whatever is said below it: what to click, a preview, that a place has no move, the answer of the computer."""
    page = open_page("learn.html", 320, 568, has_touch=True, is_mobile=True)
    for lang, position, clicks in (
        ("hu", "kayles: 7 3", 2),
        ("hu", "nimstring: 2x1", 1),
        ("pl", "cram: 4x4", 1),
        ("en", "chomp: 4x3", 1),
    ):
        page.goto("/" + play(p=position, lang=lang))
        page.locator("figure.summand .live").first.wait_for()
        seen, said = [page.locator(".boards").bounding_box()], {page.locator(".message").inner_text()}
        for _ in range(clicks):
            page.locator("figure.summand .live").nth(1).dispatch_event("click")
            page.wait_for_function(
                "(said) => !said.includes(document.querySelector('.message').innerText)", arg=[*said]
            )
            said.add(page.locator(".message").inner_text())
            seen.append(page.locator(".boards").bounding_box())
        assert seen == seen[:1] * len(seen), position

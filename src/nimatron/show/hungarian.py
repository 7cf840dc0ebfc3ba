"""The Hungarian article and case endings, which follow the sound of the number or name that is filled in.

A translator writes the article and the ending with back vowels as the format of a {name}: `{heap:az}. kupac`,
`{n:ból}`, `{place:az tól}`. `web/static/js/hungarian.js` does the same for the page, and one table tests both.
"""

from __future__ import annotations

import re

ONES = ("nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc")
TENS = ("", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven")

LETTERS = {
    **{letter: f"e{letter}" for letter in "flmnrs"},
    **{"h": "há", "k": "ká", "q": "kú", "x": "iksz", "y": "ipszilon", "ω": "ómega"},
}
"""The names of letters; the names of the other consonants end in é."""

LOW = ("három", "nyolc", "húsz", "harminc", "hatvan", "nyolcvan", "száz")
"""Their accusative ends in -at, where other words with back vowels have -ot."""

ENDINGS = "t|s|on|ban|ba|ból|nak|nál|ra|ról|tól|hoz|val|vá|szor|ig|ért|ként"

_VOWELS = "aáeéiíoóöőuúüű"
_LAST = re.compile(r"(?:(?P<number>[0-9][0-9\u00a0]*)|(?P<word>[^\W\d_]+)|^)[\W_]*$")
_CONSONANT = re.compile(rf"(?:sz|gy|ny|cs|zs|[^{_VOWELS}])$")
_FRONT, _ROUND = str.maketrans("aáoó", "eéeő"), str.maketrans("aáoó", "eéöő")


def inflect(text: str, form: str) -> str:
    """`text` with what the words of `form` ask for: az or Az for the article, then an ending.

    >>> [inflect(n, "az val") for n in ("1", "3", "10", "1000")]
    ['az 1-gyel', 'a 3-mal', 'a 10-zel', 'az 1000-rel']
    """
    for word in form.split():
        text = f"{_article(text, word)} {text}" if word in ("az", "Az") else f"{text}-{_ending(text, word)}"
    return text


def is_form(form: str) -> bool:
    """May a translator write this?"""
    return bool(re.fullmatch(rf"(?:[aA]z)?(?:(?:^| )(?:{ENDINGS}))?", form))


def _article(text: str, article: str) -> str:
    match = re.match(r"\W*?(?P<minus>-(?=[0-9]))?(?P<number>[0-9][0-9\u00a0]*)|\W*(?P<word>[^\W\d_]+)", text)
    if not match or match["minus"]:
        return article[0]
    if word := match["word"]:
        return article if _name(word)[0] in _VOWELS else article[0]
    digits = match["number"].replace("\u00a0", "")
    group = digits[: (len(digits) - 1) % 3 + 1]  # 1,000 is ezer and 1,000,000 egymillió, but 10,000 tízezer
    return article if group == "1" or group.startswith("5") else article[0]


def _ending(text: str, ending: str) -> str:
    word = _last_word(text)
    if word == "kettő" and ending in ("s", "szor"):
        word = "kett"  # kettes, kétszer
    sounds = [letter for letter in word if letter in _VOWELS]
    vowel = next((letter for letter in reversed(sounds) if letter not in "ií"), "e")  # harminc has back vowels
    front = _ROUND if vowel in "öőüű" else _FRONT if vowel in "eé" else {}
    consonant = _CONSONANT.search(word)
    if ending in ("t", "s", "on"):
        link = "a" if word in LOW and ending != "on" else "o"
        return (link.translate(front) if consonant else "") + ending[-1]
    return (consonant[0] + ending[1:] if consonant and ending[0] == "v" else ending).translate(front)


def _last_word(text: str) -> str:
    """The last word as it is read aloud."""
    match = _LAST.search(text)
    if match and (word := match["word"]):
        return _name(word)
    digits = ((match and match["number"]) or "").replace("\u00a0", "").lstrip("0") or "0"
    zeros = len(digits) - len(digits.rstrip("0")) if digits != "0" else 0
    if zeros < 2:
        return TENS[int(digits[-2])] if zeros else ONES[int(digits[-1])]
    return "száz" if zeros == 2 else "ezer" if zeros < 6 else "milliárd" if zeros // 3 % 2 else "millió"


def _name(word: str) -> str:
    """A word, or the name of a letter, in lower case."""
    word = word.casefold()
    return word if len(word) > 1 or word in _VOWELS else LETTERS.get(word, f"{word}é")

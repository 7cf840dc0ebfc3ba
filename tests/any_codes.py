"""Random codes: signs, lists, digits that repeat, coins that are added."""

from __future__ import annotations

from hypothesis import strategies as st

from nimatron.families.octal.digits import DIGITS

SIGNS = st.sampled_from(["", "!", "?", "="])
DIGIT = st.builds(lambda digit, sign: digit + sign, st.sampled_from(DIGITS), SIGNS)
ITEM = st.builds(lambda heaps, sign: f"{heaps}{sign}", st.integers(0, 5), SIGNS)
ITEMS = st.lists(ITEM, min_size=1, max_size=3)
LIST = st.builds(lambda items, more: f"{{{','.join(items)}{more}}}", ITEMS, st.sampled_from(["", "+"]))
ANY = DIGIT | LIST | st.builds(lambda sign: f"*{sign}", SIGNS)
FIRST = st.sampled_from(["0", "4", "4!", "8?", "G", "C=", "{2+}", "{2!,4}", "80", "G0", "8!04"])


def code_of(first: str, digits: list[str], again: list[str]) -> str:
    block = f"[{''.join(again)}]" if again else ""
    return f"{first}.{''.join(digits)}{block}"


CODES = st.builds(code_of, FIRST, st.lists(ANY, max_size=3), st.just([]) | st.lists(ANY, min_size=1, max_size=2))
FINITE = st.builds(code_of, FIRST.filter(lambda text: "+" not in text), st.lists(DIGIT, max_size=3), st.just([]))

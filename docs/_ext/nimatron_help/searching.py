"""The search takes letters for the same with and without their marks: misere finds misère, Mobius finds Möbius."""

from __future__ import annotations

from sphinx.search.en import SearchEnglish

from nimatron.play.vocabulary import fold_letters


class Folded(SearchEnglish):
    """English words without marks, in the index as in what is looked for."""

    js_splitter_code = r"""
var splitQuery = (query) =>
  query
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/ł/g, "l")
    .split(/[^\p{Letter}\p{Number}_]+/gu)
    .filter(Boolean);
"""

    def split(self, input: str) -> list[str]:  # a parameter that Sphinx has named
        return super().split(fold_letters(input))

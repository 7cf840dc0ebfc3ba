"""From the sources that games and theorems name to the entries of references.bib."""

from __future__ import annotations

SOURCES: dict[str, tuple[str, ...]] = {
    # theorems and reasons
    "Albert, Nowakowski 2001": ("AlbertNowakowski2001",),
    "Beling 2021": ("Beling2021",),
    "Berlekamp, Conway, Guy, Winning Ways": ("WinningWays",),
    "Bouton 1901": ("Bouton1901",),
    "Bulant 2008": ("Bulant2008",),
    "Cole, Davie 1969": ("ColeDavie1969",),
    "Conway 1976": ("Conway1976",),
    "Ferguson 1974": ("Ferguson1974",),
    "Fraenkel 1982": ("Fraenkel1982",),
    "Fraenkel, Scheinerman, Ullman 1993": ("FraenkelScheinermanUllman1993",),
    "Gale 1974": ("Gale1974",),
    "Guy, Smith 1956": ("GuySmith1956",),
    "Kulbabiński, lesson plan": ("Kulbabinski",),
    "Lemoine, Viennot 2012; Nagai 2002": ("LemoineViennot2012", "Nagai2002"),
    "Moore 1910": ("Moore1910",),
    "Nim-addition, Hungarian slides": ("NimAddition",),
    "Nivasch 2006": ("Nivasch2006",),
    "Plambeck, Siegel 2008": ("PlambeckSiegel2008",),
    "Plambeck, Whitehead 2013": ("PlambeckWhitehead2013",),
    "Smith 1966, Fraenkel, Perl 1975": ("Smith1966", "FraenkelPerl1975"),
    "Sobociński, Tłaczała, Szewczak 2025": ("SobocinskiTlaczalaSzewczak2025",),
    "Sprague 1935, Grundy 1939": ("Sprague1935", "Grundy1939"),
    "Sprague 1937": ("Sprague1937",),
    "Welter 1954": ("Welter1954",),
    "Whinihan 1963": ("Whinihan1963",),
    "Wythoff 1907": ("Wythoff1907",),
    # games
    "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm (1969); J. W. Grossman (1997)": (
        "ColeDavie1969",
        "Grossman1997",
    ),
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)": (
        "FraenkelScheinermanUllman1993",
    ),
    "B. Kulbabiński, How to win in games (lesson plan)": ("Kulbabinski",),
    "Berlekamp, Conway, Guy, Winning Ways (2nd ed. 2001-04)": ("WinningWays",),
    "C. P. Welter, The theory of a class of games on a sequence of squares (1954)": ("Welter1954",),
    "D. Gale, A curious Nim-type game (1974)": ("Gale1974",),
    "M. Bulant, Combinatorial games (2008)": ("Bulant2008",),
    "M. Gardner, Of sprouts and Brussels sprouts (1967)": ("Gardner1967",),
    "M. H. Albert, R. J. Nowakowski, The game of End-Nim (2001)": ("AlbertNowakowski2001",),
    "M. J. Whinihan, Fibonacci Nim (1963)": ("Whinihan1963",),
    "Nim-addition, sums of games (Hungarian slides)": ("NimAddition",),
    "P. Beling, The theorems of Bouton and Sprague-Grundy (2019/2021)": ("Beling2021",),
    "R. Sprague, Über zwei Abarten von Nim (1937)": ("Sprague1937",),
    "Sobociński, Tłaczała, Szewczak, Sprague-Grundy values in Subtraction and All-But games (2025)": (
        "SobocinskiTlaczalaSzewczak2025",
    ),
    "T. E. Plambeck, G. Whitehead, The secrets of Notakto (2013)": ("PlambeckWhitehead2013",),
    "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)": ("Schaefer1978",),
}
"""A source that is missing here fails the build, and the test of the help."""


def cited(source: str) -> str:
    """A source as a link to its entry in the literature."""
    return f"{{cite}}`{','.join(SOURCES[source])}`"

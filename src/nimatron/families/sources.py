"""The publications that several games, theorems and reasons name; other theorems name theirs where they stand."""

from __future__ import annotations


class Source(str):
    """A publication: its text is a name and a year, the same in every language.

    >>> BOUTON, BOUTON.keys
    ('Bouton 1901', ('Bouton1901',))
    """

    keys: tuple[str, ...]
    """Its entries in docs/references.bib; without any, the help prints the text."""
    full: str
    """The author, the title and the year in full, as the catalog prints them."""

    def __new__(cls, text: str, *keys: str, full: str = "") -> Source:
        source = super().__new__(cls, text)
        source.keys, source.full = keys, full or text
        return source


BELING = Source("Beling 2021", "Beling2021", full="P. Beling, The theorems of Bouton and Sprague-Grundy (2019/2021)")
BOUTON = Source("Bouton 1901", "Bouton1901")
BULANT = Source("Bulant 2008", "Bulant2008", full="M. Bulant, Combinatorial games (2008)")
CONWAY = Source("Conway 1976", "Conway1976")
END_NIM = Source(
    "Albert, Nowakowski 2001",
    "AlbertNowakowski2001",
    full="M. H. Albert, R. J. Nowakowski, The game of End-Nim (2001)",
)
EUCLID = Source(
    "Cole, Davie 1969; Grossman 1997",
    "ColeDavie1969",
    "Grossman1997",
    full="A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm (1969); J. W. Grossman (1997)",
)
GALE = Source("Gale 1974", "Gale1974", full="D. Gale, A curious Nim-type game (1974)")
GARDNER = Source("Gardner 1967", "Gardner1967", full="M. Gardner, Of sprouts and Brussels sprouts (1967)")
GEOGRAPHY = Source(
    "Fraenkel, Scheinerman, Ullman 1993",
    "FraenkelScheinermanUllman1993",
    full="A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)",
)
LESSONS = Source("Kulbabiński, lesson plan", "Kulbabinski", full="B. Kulbabiński, How to win in games (lesson plan)")
NOTAKTO = Source(
    "Plambeck, Whitehead 2013",
    "PlambeckWhitehead2013",
    full="T. E. Plambeck, G. Whitehead, The secrets of Notakto (2013)",
)
SCHAEFER = Source(
    "Schaefer 1978",
    "Schaefer1978",
    full="T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)",
)
SMITH = Source("Smith 1966, Fraenkel, Perl 1975", "Smith1966", "FraenkelPerl1975")
SPRAGUE_1937 = Source("Sprague 1937", "Sprague1937", full="R. Sprague, Über zwei Abarten von Nim (1937)")
SPRAGUE_GRUNDY = Source("Sprague 1935, Grundy 1939", "Sprague1935", "Grundy1939")
SUBTRACTIONS = Source(
    "Sobociński, Tłaczała, Szewczak 2025",
    "SobocinskiTlaczalaSzewczak2025",
    full="Sobociński, Tłaczała, Szewczak, Sprague-Grundy values in Subtraction and All-But games (2025)",
)
SUMS = Source("Nim-addition, Hungarian slides", "NimAddition", full="Nim-addition, sums of games (Hungarian slides)")
WELTER = Source(
    "Welter 1954",
    "Welter1954",
    full="C. P. Welter, The theory of a class of games on a sequence of squares (1954)",
)
WHINIHAN = Source("Whinihan 1963", "Whinihan1963", full="M. J. Whinihan, Fibonacci Nim (1963)")
WINNING_WAYS = Source(
    "Berlekamp, Conway, Guy, Winning Ways",
    "WinningWays",
    full="Berlekamp, Conway, Guy, Winning Ways (2nd ed. 2001-04)",
)

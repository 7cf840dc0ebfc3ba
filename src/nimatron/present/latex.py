"""Values and periods as LaTeX, for notebooks and papers."""

from __future__ import annotations

from ..nimbers import Loopy, Nimber, Ordinal, Value
from ..values.misere.genus import Genus
from ..values.sequences.periods import Period
from .sequences import status


def value_latex(value: Value | Nimber | str | None) -> str:
    r"""A value in formulas, without dollar signs; None is a value that is not known.

    >>> print(value_latex(Ordinal("w^(w+1)*3+w+5")), value_latex(Nimber(24)), value_latex(Loopy({0, 2})))
    \omega^{\omega + 1} \cdot 3 + \omega + 5 {\ast}24 \infty(0, 2)
    """
    match value:
        case None:
            return "?"
        case Nimber():
            inner = value_latex(value.value)
            return rf"{{\ast}}{inner}" if isinstance(value.value, int) else rf"{{\ast}}({inner})"
        case Ordinal():
            return " + ".join(_term(exponent, times) for exponent, times in value.terms) or "0"
        case Loopy():
            return rf"\infty({', '.join(map(value_latex, sorted(value)))})"
        case Genus():
            normal, _, misere = value.partition("^")
            return f"{normal}^{{{misere}}}" if misere else normal
        case str():
            return rf"\mathrm{{{value}}}"
    return str(value)


def _term(exponent: int | Ordinal, times: int) -> str:
    if exponent == 0:
        return str(times)
    power = r"\omega" if exponent == 1 else rf"\omega^{{{value_latex(exponent)}}}"
    return power if times == 1 else rf"{power} \cdot {times}"


def period_latex(found: Period) -> str:
    r"""What a period says, as one formula without dollar signs.

    >>> print(period_latex(Period(71, 12)))
    G(n + 12) = G(n) \quad (n \ge 71)
    """
    more = f" + {found.saltus}" if found.saltus else ""
    return rf"G(n + {found.period}) = G(n){more} \quad (n \ge {found.preperiod})"


def shown(value: Value | Nimber) -> str:
    """A value between dollar signs, as notebooks typeset it."""
    return f"${value_latex(value)}$"


def period_shown(found: Period) -> str:
    """A period between dollar signs, and what proves it."""
    return f"${period_latex(found)}$ {status(found)}"

"""nimatron survey"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from ... import survey
from ...core.errors import NotKept, UnknownGame, UsageError
from ...core.files import make_folder, write_file
from ...notation.own_file import load_names
from ...show.surveys import (
    claim_lines,
    damaged_line,
    of_kind,
    report_lines,
    survey_page,
    survey_title,
    table_csv,
    total_lines,
)
from ..screen import show, show_json
from ..session import FailedSaves, Json, Scheduler, Session, Workers, tell_at_once

app = typer.Typer(
    name="survey",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Solve every game of a family, on all cores or many machines; draw tables and figures.\n\n"
    "Each member is solved exactly; the data are Parquet files. After an interruption, run the same command again "
    "to resume.\n\n"
    "Example: nimatron survey subtraction --size 3 --max 60 --out three\n\n"
    "Example: nimatron survey report three",
)

Size = Annotated[str, typer.Option("--size", help="Amounts in a set: 3, or several sizes such as 2-6.")]
Largest = Annotated[int, typer.Option("--max", help="The largest maximum of a set.")]
Least = Annotated[int, typer.Option("--from", help="The least maximum of a set.")]
One = Annotated[bool, typer.Option("--with-1", help="Only sets that contain 1.")]
Coprime = Annotated[bool, typer.Option("--gcd-1", help="Only sets with no common divisor.")]
Symmetric = Annotated[bool, typer.Option("--symmetric", help="Only sets {a, b, c-b, c-a, c}.")]
Additive = Annotated[bool, typer.Option("--additive", help="Only sets with two amounts that add up to the largest.")]
Digits = Annotated[int, typer.Option("--digits", help="The most digits after the point.")]
First = Annotated[int, typer.Option("--first", help="The digit before the point: 0 or 4.")]
Out = Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="The folder of the data set.")]
Sample = Annotated[int | None, typer.Option("--sample", metavar="N", help="Only N random games of each size.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed draws the same games.")]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="TERMS", help="Compute at most this many terms of each game.")
]
CodeSeconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="Processor time for each code.", show_default=False)
]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes; by default one for each core.")]


def _run(
    families: Sequence[survey.Family],
    out: Out,
    sample: Sample = None,
    seed: Seed = 0,
    limit: Limit = None,
    jobs: Jobs = None,
    scheduler: Scheduler = "",
    cluster: Workers = 0,
    json: Json = False,
) -> None:
    """Solve every game of some families, with the options that all such commands share."""
    if sample is not None:
        families = [survey.Sample(family, min(sample, len(family)) or 1, seed) for family in families]
    lost = FailedSaves()
    data = _survey(families, out, limit, jobs, scheduler, cluster, lost)
    frame, manifest = data.frame(), data.manifest()
    if json:
        show_json(_data(out, manifest, frame))
    else:
        show(total_lines(manifest, frame))
        show(claim_lines(manifest, frame))
    lost.end()


def _command(families: Callable[..., Sequence[survey.Family]], name: str = "") -> None:
    """Add a command that solves families: it has their options, and the options of `_run`."""
    _, out, *shared = signature(_run, eval_str=True).parameters.values()
    own = signature(families, eval_str=True).parameters

    def command(**values: Any) -> None:
        selection = families(**{option: values.pop(option) for option in own})
        _run(selection, **values)

    options = (out, *own.values(), *shared)
    # By keyword only, because options without a default stand between others.
    parameters = Signature([option.replace(kind=Parameter.KEYWORD_ONLY) for option in options])
    command.__signature__ = parameters  # type: ignore[attr-defined]
    app.command(name or families.__name__, help=families.__doc__)(command)


def _of_sets(kind: str, text: str) -> None:
    """Add a command for games that are given by a set of amounts."""

    def families(
        size: Size = "3",
        largest: Largest = 20,
        least: Least = 1,
        one: One = False,
        coprime: Coprime = False,
        symmetric: Symmetric = False,
        additive: Additive = False,
    ) -> list[survey.Family]:
        conditions = {"one": one, "coprime": coprime, "symmetric": symmetric, "additive": additive}
        return [survey.Sets(kind, k, largest, least, **conditions) for k in _sizes(size)]

    families.__doc__ = text
    _command(families, kind)


_of_sets(
    "subtraction",
    """Subtraction games of all sets of a size, up to a maximum.

    Example: nimatron survey subtraction --size 5 --from 61 --max 61 --symmetric --out symmetric
    """,
)
_of_sets(
    "allbut",
    """All-but games of all sets of a size, up to a maximum; terms are boundary patterns.

    Example: nimatron survey allbut --size 5 --max 120 --with-1 --sample 2000 --out allbut
    """,
)


@_command
def octal(digits: Digits = 2, first: First = 0) -> list[survey.Family]:
    """Take-and-break games of all octal codes with at most this many digits.

    Example: nimatron survey octal --digits 3 --limit 100000 --out octal
    """
    return [survey.Codes(digits, first)]


@_command
def misere(digits: Digits = 2, first: First = 0, seconds: CodeSeconds = None) -> list[survey.Family]:
    """Misere quotients of all octal codes with at most this many digits.

    Example: nimatron survey misere --digits 3 --seconds 0.8 --out misere
    """
    return [survey.MisereCodes(digits, first, seconds)]


@_command
def rules(
    games: Annotated[int, typer.Option("--games", help="The number of random games.")] = 300,
    heaps: Annotated[int, typer.Option("--heaps", help="Heaps of each game; 0 for one to three.")] = 0,
) -> list[survey.Family]:
    """Random rules as formulas: what share has a rule for its lost positions that is proved.

    Example: nimatron survey rules --games 1000 --out rules
    """
    return [survey.RandomRules(games, heaps)]


@_command
def own(
    ctx: typer.Context,
    place: Annotated[str, typer.Argument(metavar="FILE.py:NAME", help="A family of your own.")],
) -> list[survey.Family]:
    """A family of your own: an object, or a class, with the methods of nimatron.survey.Family.

    Example: nimatron survey own progressions.py:Progressions --out progressions
    """
    session: Session = ctx.obj
    # So that a fault in the family is blamed on its file, not on Nimatron.
    session.files.append(place.rpartition(":")[0])
    return [_own(place)]


@app.command()
def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A data set.")],
    out: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="Folder for the page and the figures.")] = "",
    formats: Annotated[str, typer.Option("--figures", help="Formats of the figures: svg, png, pdf.")] = "svg",
    json: Json = False,
) -> None:
    """The summary of a data set, its figures, and a page with both; by default in DIR/report.

    For misere quotients it also writes table.csv: every code, and the heap up to which it is solved. For random rules
    it prints the share of games with a rule, and rules that can be said in a sentence.

    Example: nimatron survey report three --figures svg,png,pdf
    """
    from ...show.figures import FORMATS, figure_file, figures

    wanted = [format.strip() for format in formats.split(",") if format.strip()]
    if bad := [format for format in wanted if format not in FORMATS]:
        raise UsageError("figures are {formats}, not {format!r}", formats=", ".join(FORMATS), format=bad[0])
    frame = survey.load(folder)
    manifest = survey.read_manifest(Path(folder))
    if json:
        show_json({"schema": "nimatron.survey-report/1", "rows": survey.summary(frame).to_dicts()})
    else:
        show(report_lines(manifest, frame))
    if of_kind(manifest, "rules"):
        return
    pictures = figures(frame, survey_title(manifest))
    target = Path(out or Path(folder) / "report")
    # Always as SVG, because the page embeds these, whatever formats the user wants as files.
    vectors = {name: figure_file(figure, "svg") for name, figure in pictures.items()}
    for name, figure in pictures.items():
        for format in wanted:
            _write(target / f"{name}.{format}", vectors[name] if format == "svg" else figure_file(figure, format))
    _write(target / "report.html", survey_page(manifest, frame, vectors).encode())
    if of_kind(manifest, "misere"):
        _write(target / "table.csv", table_csv(frame))


# -- arguments and data --------------------------------------------------------------------------


def _sizes(text: str) -> list[int]:
    low, dash, high = text.partition("-")
    if not low.strip().isdigit() or (dash and not high.strip().isdigit()):
        raise UsageError("a size is a number such as 3, or several such as 2-6, not {text!r}", text=text)
    sizes = list(range(int(low), int(high if dash else low) + 1))
    if not sizes:
        raise UsageError("sizes must rise, such as 2-6, not {text}", text=text)
    return sizes


def _own(place: str) -> survey.Family:
    path, name, names = load_names(place)
    thing = names.get(name)
    if thing is None:
        raise UnknownGame("{path} has no family {name!r}: give FILE.py:NAME", path=path, name=name)
    family = thing() if isinstance(thing, type) else thing
    lacking = [m for m in ("text", "__len__", "members", "columns", "solve") if not hasattr(family, m)]
    if lacking:
        raise UsageError("{name} is not a family: it lacks {lacking}", name=name, lacking=", ".join(lacking))
    return cast(survey.Family, family)


def _survey(
    families: Sequence[survey.Family],
    out: str,
    limit: int | None,
    jobs: int | None,
    scheduler: str,
    cluster: int,
    lost: FailedSaves,
) -> survey.DataSet:
    if scheduler and cluster:
        raise UsageError("give --scheduler or --cluster, not both")
    # Before the work: without polars the results could not be written.
    survey.need("polars")
    data = survey.DataSet(out, survey.Plan.of(families, limit), tell_at_once)
    survey.fill(
        data,
        jobs=jobs,
        scheduler=scheduler,
        cluster=cluster,
        damaged=lambda names: print(f"nimatron: {damaged_line(out, names)}", file=sys.stderr),
    )
    lost.note(data.trouble)
    return data


def _data(out: str, manifest: dict[str, Any], frame: Any) -> dict[str, Any]:
    return {
        "schema": "nimatron.survey/1",
        "folder": out,
        "families": manifest["families"],
        "members": len(frame),
        "unresolved": int((~frame["proved"]).sum()),
        "longest": frame["period"].max() if "period" in frame.columns else None,
        "content": manifest["content"],
    }


def _write(path: Path, content: bytes) -> None:
    try:
        make_folder(path.parent)
    except OSError as fault:
        raise NotKept("cannot write {path}: {reason}", path=path.parent, reason=fault.strerror) from fault
    write_file(path, [content])

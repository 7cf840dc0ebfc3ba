"""Asks Coq whether a proof holds. Coq is another program, which may be missing, slow, or killed.

An *extracted* checker is a program that Coq writes from a checker of its library, with the certificate in it. It
computes the same much faster; whoever believes it trusts the extraction of Coq, OCaml, and the three files in `coq/`.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..core.errors import NimatronError, Refuted
from ..core.files import cache_folder, make_folder, replace_folder, write_file
from ..core.message import Message, plain
from ..families.catalog import KNOWN, Catalog
from .checkers import verify
from .coq_library import modules, source
from .coq_source import COMPUTED, coq_source
from .seal import brief, read
from .verdict import CheckBudget, CheckLimit, Verdict

logger = logging.getLogger(__name__)

OLDEST = (8, 16)
"""The oldest version of Coq that is known to accept the library."""

TRUSTED = ("PrimInt63", "Uint63", "PArray", "Int63", "PrimArray")
"""The parts of Coq itself, machine integers and arrays, that a proof may rest on."""

PROGRAM = ("uint63.ml", "parray.ml", "checker.mli", "checker.ml", "verdict.ml")
"""An extracted checker; Coq writes the two files of that name."""

EXTRACTED = """From Nimatron Require Import Extracted.
Axiom computed : verdict = true.
Definition program : bool := verdict.
Extraction "checker.ml" program.
"""
"""What stands in a file for an extracted checker, where Coq would compute the verdict."""


STACK = 1 << 30
"""Bytes for the calls of a program that Coq extracts."""


BROKEN = re.compile("(?i)out.of.memory|stack.overflow|sys(tem)?.error|anomaly")
"""What Coq and its programs print if they fail for another reason than a false claim."""


class NoCoq(NimatronError):
    """Coq is not installed, or too old."""


@cache
def version_of(program: str, option: str) -> str | None:
    """The version of an installed program, or None."""
    if shutil.which(program) is None:
        return None
    try:
        answer = subprocess.run([program, option], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.split()[0] if answer.returncode == 0 and answer.stdout.strip() else None


def coq_version() -> str | None:
    """The version of Coq, or None."""
    return version_of("coqc", "--print-version")


def ocaml_version() -> str | None:
    """The version of the compiler that extracted checkers need, or None."""
    return version_of("ocamlopt", "-version")


def need_coq(extracted: bool = False) -> str:
    """The version of Coq; NoCoq with what to install."""
    found = coq_version()
    if found is None:
        raise NoCoq("no Coq is here: install it first (Debian, Ubuntu: apt-get install coq)")
    if tuple(map(int, re.findall(r"\d+", found)[:2])) < OLDEST:
        raise NoCoq("Coq {found} is too old: 8.16 or newer is needed", found=found)
    if extracted and ocaml_version() is None:
        raise NoCoq("no OCaml compiler is here: install it first (Debian, Ubuntu: apt-get install ocaml-nox)")
    return found


def library() -> Path:
    """The folder of the compiled library of proofs; the first call compiles it, which takes half a minute."""
    names = [*(f"{name}.v" for name in modules()), *(name for name in PROGRAM if not name.startswith("checker"))]
    sources = {name: source(name).encode() for name in names}
    digest = hashlib.sha256(b"".join(sources.values())).hexdigest()[:12]
    folder = cache_folder() / "coq" / f"{need_coq()}-{digest}"
    if not folder.is_dir():
        logger.warning("nimatron compiles its library of proofs, once ...")
        make_folder(folder.parent)
        with TemporaryDirectory(dir=folder.parent, prefix="part-") as scratch:
            made = Path(scratch) / "library"
            make_folder(made)
            for name, content in sources.items():
                write_file(made / name, [content])
            for name in filter(re.compile(r".*\.v").fullmatch, sources):
                code, output = run_coq(made, made / name, 600, None)
                if code != 0:  # also if it was killed
                    raise NoCoq(
                        "Coq {found} does not accept the library: {reason}", found=need_coq(), reason=output[-200:]
                    )
            replace_folder(made, folder)
    return folder


def run_coq(folder: Path, file: Path, seconds: float | None, memory: int | None) -> tuple[int | None, str]:
    """The exit code of `coqc` and what it printed; None if it was stopped by a limit or killed."""
    return run(["coqc", "-q", "-w", "none", "-Q", str(folder), "Nimatron", str(file)], file.parent, seconds, memory)


def run(command: Sequence[str], folder: Path, seconds: float | None, memory: int | None) -> tuple[int | None, str]:
    """The exit code of a program and what it printed; None if it was stopped by a limit or killed."""

    def limit() -> None:
        import resource

        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        # An extracted checker calls itself as often as there are values.
        _, most = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (STACK if most < 0 else min(STACK, most), most))

    try:
        started = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            cwd=folder, start_new_session=True, preexec_fn=limit if sys.platform == "linux" else None,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as fault:  # a folder may not allow programs
        raise NoCoq("{program} does not start: {reason}", program=command[0], reason=str(fault)) from None
    with started as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            output = ""
        finally:  # also after an interrupt: nothing runs on
            if process.poll() is None:
                _kill(process)
    killed = process.returncode < 0 or BROKEN.search(output)
    return (None if killed else process.returncode), output


def _kill(process: subprocess.Popen[str]) -> None:
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def verify_formally(
    certificate: str | os.PathLike[str],
    *,
    catalog: Catalog = KNOWN,
    limit: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    extracted: bool = False,
    report: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The verdict of Coq, or of a checker extracted from it, on a file; Unreadable if it is no certificate.

    The plain checker looks first, because a certificate may say more than its formal proof: all values of a long
    period, windows, layers.
    """
    data, work, began = read(certificate), CheckBudget(limit, seconds, memory), time.monotonic()
    try:
        # A catalog that reads no graph files, which a certificate from elsewhere could name.
        proof = coq_source(data, Path(certificate).parent, Catalog(catalog.entries), work)
    except CheckLimit as reached:
        return Verdict(_claim(data), None, reached.limit, work.done)
    except Refuted as fault:
        return Verdict(_claim(data), False, fault.message, work.done)
    plain_verdict = verify(
        certificate, catalog=catalog, limit=limit, seconds=_left(seconds, began), memory=memory, report=report
    )
    if not plain_verdict:
        return plain_verdict
    return check_formally(proof, plain_verdict.claim, _left(seconds, began), memory, extracted)


def _claim(data: Mapping[str, Any]) -> Message:
    return plain(brief(data.get("game", data.get("position", data.get("moves")))))


def _left(seconds: float | None, began: float) -> float | None:
    """What is left of a time."""
    return None if seconds is None else max(0.0, began + seconds - time.monotonic())


def check_formally(
    proof: str, claim: Message, seconds: float | None = None, memory: int | None = None, extracted: bool = False
) -> Verdict:
    """The verdict of Coq, or of a checker extracted from it, on a file that `coq_source` wrote."""
    need_coq(extracted)
    folder, began = library(), time.monotonic()
    with TemporaryDirectory(prefix="nimatron-coq-") as scratch:
        file = Path(scratch) / "certificate.v"
        write_file(file, [(proof.replace(COMPUTED, EXTRACTED) if extracted else proof).encode()])
        code, output = run_coq(folder, file, seconds, memory)
        if extracted and code == 0:
            code = run_extracted(folder, file.parent, _left(seconds, began), memory)
    if code is None:
        return Verdict(claim, None, Message("Coq was stopped before it was done: raise --seconds or --memory"))
    if code:
        words = "the extracted checker does not accept the claim" if extracted else "Coq does not accept the proof"
        return Verdict(claim, False, Message(words))
    rests = _assumed(output)
    foreign = [name for name in rests if name.split(".")[0] not in TRUSTED and not (extracted and name == "computed")]
    if foreign or ("Closed under the global context" not in output and "Axioms:" not in output):
        return Verdict(claim, False, Message("the proof assumes {names}", params={"names": ", ".join(foreign)[:200]}))
    if extracted:
        words = "a checker extracted by Coq {version} accepts the proof, which rests on the extraction and on OCaml"
    elif rests:
        words = "Coq {version} accepts the proof, which rests on its machine integers"
    else:
        words = "Coq {version} accepts the proof, which assumes nothing"
    return Verdict(claim, True, Message(words, version=need_coq()))


def run_extracted(folder: Path, scratch: Path, seconds: float | None, memory: int | None) -> int | None:
    """Compile the checker that Coq wrote into a folder, and run it: 0 if its verdict is true, 1 if not."""
    for name in PROGRAM:
        if (folder / name).exists():
            write_file(scratch / name, [(folder / name).read_bytes()])
    began = time.monotonic()
    code, output = run(["ocamlopt", "-inline", "200", *PROGRAM, "-o", "checker"], scratch, seconds, memory)
    if code:
        raise NoCoq("OCaml {found} does not compile the checker: {reason}", found=ocaml_version(), reason=output[-200:])
    if code == 0:
        code, _ = run([str(scratch / "checker")], scratch, _left(seconds, began), memory)
    # Any other exit code is an exception, which says nothing about the claim.
    return code if code in (0, 1) else None


def _assumed(output: str) -> list[str]:
    """The names that a proof assumes."""
    return [name for name in re.findall(r"^([\w.]+)\s*:", output, re.MULTILINE) if name != "Axioms"]

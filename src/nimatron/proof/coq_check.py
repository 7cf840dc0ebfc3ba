"""Asks Coq whether a proof holds. Coq is another program, which may be missing, slow, or killed."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ..core.errors import NimatronError, Refuted
from ..core.files import cache_folder, make_folder, replace_folder, write_file
from ..core.message import Message, plain
from ..families.catalog import KNOWN, Catalog
from .coq_library import modules, source
from .coq_source import coq_source
from .seal import brief, read
from .verdict import CheckBudget, CheckLimit, Verdict

logger = logging.getLogger(__name__)

OLDEST = (8, 16)
"""The oldest version of Coq that is known to accept the library."""

TRUSTED = ("PrimInt63", "Uint63", "PArray", "Int63", "PrimArray")
"""The parts of Coq itself, machine integers and arrays, that a proof may rest on."""


class NoCoq(NimatronError):
    """Coq is not installed, or too old."""


@cache
def coq_version() -> str | None:
    """The version of the installed Coq, or None."""
    if shutil.which("coqc") is None:
        return None
    try:
        answer = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.split()[0] if answer.returncode == 0 and answer.stdout else None


def need_coq() -> str:
    """The version of Coq; NoCoq with what to install."""
    found = coq_version()
    if found is None:
        raise NoCoq("no Coq is here: install it first (Debian, Ubuntu: apt-get install coq)")
    if tuple(map(int, re.findall(r"\d+", found)[:2])) < OLDEST:
        raise NoCoq("Coq {found} is too old: 8.16 or newer is needed", found=found)
    return found


def library() -> Path:
    """The folder of the compiled library of proofs; the first call compiles it, which takes half a minute."""
    sources = {f"{name}.v": source(name).encode() for name in modules()}
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
            for name in sources:
                code, output = run_coq(made, made / name, 600, None)
                if code:
                    raise NoCoq(
                        "Coq {found} does not accept the library: {reason}", found=need_coq(), reason=output[-200:]
                    )
            replace_folder(made, folder)
    return folder


def run_coq(folder: Path, file: Path, seconds: float | None, memory: int | None) -> tuple[int | None, str]:
    """The exit code of `coqc` and what it printed; None if it was stopped by a limit or killed."""

    def limit() -> None:
        import resource

        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with subprocess.Popen(
        ["coqc", "-q", "-Q", str(folder), "Nimatron", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        cwd=file.parent, start_new_session=True, preexec_fn=limit if memory and sys.platform == "linux" else None,
    ) as process:  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            output = ""
        finally:  # also after an interrupt: nothing runs on
            if process.poll() is None:
                _kill(process)
    killed = process.returncode < 0 or "Out of memory" in output or "Stack overflow" in output
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
    report: object = None,
) -> Verdict:
    """The verdict of Coq on a certificate in a file; Unreadable if there is none."""
    data, work = read(certificate), CheckBudget(limit, seconds, memory)
    claim = plain(brief(data.get("game", data.get("position", data.get("moves")))))
    try:
        proof = coq_source(data, Path(certificate).parent, catalog, work)
    except CheckLimit as reached:
        return Verdict(claim, None, reached.limit, work.done)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    return check_formally(proof, claim, seconds, memory)


def check_formally(
    proof: str,
    claim: Message,
    seconds: float | None = None,
    memory: int | None = None,
) -> Verdict:
    """The verdict of Coq on a file that `coq_source` wrote."""
    folder = library()
    with TemporaryDirectory(prefix="nimatron-coq-") as scratch:
        file = Path(scratch) / "certificate.v"
        write_file(file, [proof.encode()])
        code, output = run_coq(folder, file, seconds, memory)
    if code is None:
        return Verdict(claim, None, Message("Coq was stopped before it was done: raise --seconds or --memory"))
    if code:
        return Verdict(claim, False, Message("Coq does not accept the proof"))
    foreign = [name for name in _assumed(output) if name.split(".")[0] not in TRUSTED]
    if foreign or ("Closed under the global context" not in output and "Axioms:" not in output):
        return Verdict(claim, False, Message("the proof assumes {names}", params={"names": ", ".join(foreign)[:200]}))
    words = "Coq {version} accepts the proof, which rests on its machine integers" if _assumed(output) else (
        "Coq {version} accepts the proof, which assumes nothing"
    )  # fmt: skip
    return Verdict(claim, True, Message(words, version=need_coq()))


def _assumed(output: str) -> list[str]:
    """The names that a proof assumes."""
    _, _, axioms = output.partition("Axioms:")
    return re.findall(r"^([\w.]+)\s*:", axioms, re.MULTILINE)

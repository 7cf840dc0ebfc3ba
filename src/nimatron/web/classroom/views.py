"""The class as each device sees it: a pupil sees the own results, the teacher sees all, and nobody sees a token."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .activities import Idle, Programs, Quiz, Riddle
from .contest import Bout, Contest
from .pairing import BOT
from .room import ClassState, Pupil


def for_pupil(room: ClassState, pupil: Pupil) -> dict[str, Any]:
    """The class as one pupil sees it."""
    about = {"role": "pupil", "you": {"id": pupil.id, "name": pupil.name}}
    return _common(room) | about | {"activity": _mine(room, pupil.id)}


def for_teacher(room: ClassState, online: Collection[str], more: Mapping[str, Any]) -> dict[str, Any]:
    """The class as the teacher sees it; `more` has the facts that only the server knows."""
    pupils = [{"id": one.id, "name": one.name, "online": one.id in online} for one in room.pupils.values()]
    about: dict[str, Any] = {"role": "teacher", "closed": room.closed, "pupils": pupils, **more}
    return _common(room) | about | {"activity": _all(room)}


def _common(room: ClassState) -> dict[str, Any]:
    return {"paused": room.paused, "hidden": room.hidden, "podium": podium(room) if room.podium else None}


def _mine(room: ClassState, pupil: str) -> dict[str, Any]:
    head: dict[str, Any] = {"kind": room.activity.kind, "id": room.begun}
    match room.activity:
        case Riddle() as riddle:
            position = {"position": riddle.position, "misere": riddle.misere}
            finders = sum(id in room.pupils for id in riddle.found)
            progress = {"tries": riddle.tries.get(pupil, 0), "found": pupil in riddle.found, "finders": finders}
            return head | position | progress
        case Quiz() as quiz:
            return head | _quiz_view(quiz) | {"answer": quiz.answers.get(pupil), "points": quiz.points.get(pupil, 0)}
        case Contest() as contest:
            bout = contest.bout_of(pupil)
            return head | _form(contest) | {"bout": bout and _bout(room, bout)}
        case Programs() as programs:
            return head | _programs(programs)
        case Idle():
            return head


def _all(room: ClassState) -> dict[str, Any]:
    head: dict[str, Any] = {"kind": room.activity.kind, "id": room.begun}
    match room.activity:
        case Riddle() as riddle:
            finders = [pupil for pupil in riddle.found if pupil in room.pupils]
            return head | riddle.data() | {"tries": _here(room, riddle.tries), "found": finders}
        case Quiz() as quiz:
            rights = {pupil: answer["right"] for pupil, answer in quiz.answers.items()}
            return head | _quiz_view(quiz) | {"answers": _here(room, rights), "points": _here(room, quiz.points)}
        case Contest() as contest:
            bouts = [_bout(room, bout) for bout in contest.bouts.values()]
            waiting = [pupil for pupil in room.pupils if contest.bout_of(pupil) is None]
            rest = {"bouts": bouts, "waiting": waiting, "finished": contest.finished}
            return head | _form(contest) | rest
        case Programs() as programs:
            return head | _programs(programs)
        case Idle():
            return head


def _here(room: ClassState, results: Mapping[str, Any]) -> dict[str, Any]:
    """The results of those who have not left."""
    return {pupil: result for pupil, result in results.items() if pupil in room.pupils}


def _quiz_view(quiz: Quiz) -> dict[str, Any]:
    # No device gets the seed: it is enough to make the question at home, with its answer.
    kind = {"subject": quiz.subject, "difficulty": quiz.difficulty}
    return kind | {"number": quiz.number, "count": quiz.count, "shown": quiz.shown, "finished": quiz.finished}


def _form(contest: Contest) -> dict[str, Any]:
    started = {"position": contest.position, "misere": contest.misere}
    return started | {"form": contest.form, "round": contest.round, "rounds": contest.rounds}


def standings(room: ClassState) -> list[dict[str, Any]]:
    """The table of a contest, the same for all."""
    if not isinstance(room.activity, Contest):
        return []
    return [
        {"id": id, "name": room.pupils[id].name, "won": score.won, "lost": score.lost, "drawn": score.drawn}
        for id, score in room.activity.table(room.pupils)
    ]


def podium(room: ClassState) -> list[dict[str, Any]]:
    """The pupils with their places, the best first; equal results share a place, and no result means no place."""
    rows: list[tuple[str, Any]] = []
    match room.activity:
        case Riddle() as riddle:
            rows = [(id, -i) for i, id in enumerate(riddle.found)]
        case Quiz() as quiz:
            rows = sorted(quiz.points.items(), key=lambda row: -row[1])
        case Contest(form="ladder") as contest:
            rows = [(id, -i) for i, (id, _) in enumerate(contest.table(room.pupils))]
        case Contest() as contest:
            table = contest.table(room.pupils)
            rows = [(id, (score.won, score.drawn, -score.lost)) for id, score in table if score.won or score.drawn]
        case Programs() as programs:
            return _places([(row["name"], row["name"], row["won"]) for row in programs.table() if row["won"]])
    return _places([(id, room.pupils[id].name, result) for id, result in rows if id in room.pupils])


def _places(rows: Sequence[tuple[str, str, Any]]) -> list[dict[str, Any]]:
    results = [result for _, _, result in rows]
    return [{"id": id, "name": name, "place": results.index(result) + 1} for id, name, result in rows]


def _bout(room: ClassState, bout: Bout) -> dict[str, Any]:
    """A game; of its line only the last move, with the position before it."""
    # A pupil may have left after the game; the result stays.
    name_of = {BOT: "Nimatron"} | {id: pupil.name for id, pupil in room.pupils.items()}
    names = [name_of.get(id, "?") for id in bout.players]
    # One move is enough for the other device to show it; the whole line would grow with every move.
    before = ([bout.start, *bout.line])[-2] if bout.line else ""
    return {
        "id": bout.id,
        "players": bout.players,
        "names": names,
        "start": bout.start,
        "misere": bout.misere,
        "ply": len(bout.line),
        "before": before,
        "position": bout.position,
        "turn": bout.turn,
        "how": bout.how,
        "winner": bout.winner,
        "bot": bout.with_bot,
        "leg": bout.leg,
        "first": bout.first,
    }


def _programs(programs: Programs) -> dict[str, Any]:
    last = programs.played[-1] if programs.played else None
    return {
        "position": programs.position,
        "misere": programs.misere,
        "matches": programs.matches,
        "played": len(programs.played),
        "now": programs.now,
        "last": last,
        "running": programs.running,
        "trouble": programs.trouble,
        "table": programs.table(),
    }

"""What is said during a match: rules, moves in the past tense, hints, the winner, questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..errors import IllegalMove
from ..game import Game, Position
from ..games.amounts import Amounts
from ..games.catalog import Entry, name_of
from ..games.coins import SubtractionCoins
from ..games.heaps import AllBut, Heaps, Moore, NimbleGame, NimGame, Subtraction, TakeAway
from ..games.lattice import Nim2DGame
from ..games.octal import Octal
from ..games.table import Table
from ..message import Message
from ..play import Hint, Match, Misread, Result
from .words import tr, trn, word

Who = Literal[0, 1, 2]
"""Whose deed is told: that of the computer, which says `I`; yours; or that of a player with a name."""

COMPUTER: Who = 0
YOU: Who = 1
NAMED: Who = 2

# -- moves, told ---------------------------------------------------------------------------------

TOLD: dict[str, tuple[Message, Message, Message]] = {
    "take {n}": (
        Message("I took {n} coin.", "I took {n} coins."),
        Message("You took {n} coin.", "You took {n} coins."),
        Message("{player} took {n} coin.", "{player} took {n} coins."),
    ),
    "take {n} from heap {heap}": (
        Message("I took {n} coin from heap {heap}.", "I took {n} coins from heap {heap}."),
        Message("You took {n} coin from heap {heap}.", "You took {n} coins from heap {heap}."),
        Message("{player} took {n} coin from heap {heap}.", "{player} took {n} coins from heap {heap}."),
    ),
    "take {n} from heap {heap} and leave {left}": (
        Message("I took {n} from heap {heap} and left {left}."),
        Message("You took {n} from heap {heap} and left {left}."),
        Message("{player} took {n} from heap {heap} and left {left}."),
    ),
    "split heap {heap} into {left}": (
        Message("I split heap {heap} into {left}."),
        Message("You split heap {heap} into {left}."),
        Message("{player} split heap {heap} into {left}."),
    ),
    "reduce heap {heap} to {left}": (
        Message("I reduced heap {heap} to {left}."),
        Message("You reduced heap {heap} to {left}."),
        Message("{player} reduced heap {heap} to {left}."),
    ),
    "take from {k} heaps (amount/heap): {taken}": (
        Message("I took from {k} heaps (amount/heap): {taken}."),
        Message("You took from {k} heaps (amount/heap): {taken}."),
        Message("{player} took from {k} heaps (amount/heap): {taken}."),
    ),
    "move coin {coin} from square {before} to square {after}": (
        Message("I moved coin {coin} from square {before} to square {after}."),
        Message("You moved coin {coin} from square {before} to square {after}."),
        Message("{player} moved coin {coin} from square {before} to square {after}."),
    ),
    "knock down pin {first} of row {row}": (
        Message("I knocked down pin {first} of row {row}."),
        Message("You knocked down pin {first} of row {row}."),
        Message("{player} knocked down pin {first} of row {row}."),
    ),
    "knock down pins {first} to {last} of row {row}": (
        Message("I knocked down pins {first} to {last} of row {row}."),
        Message("You knocked down pins {first} to {last} of row {row}."),
        Message("{player} knocked down pins {first} to {last} of row {row}."),
    ),
    "turn coin {coins}": (
        Message("I turned coin {coins}.", "I turned coins {coins}."),
        Message("You turned coin {coins}.", "You turned coins {coins}."),
        Message("{player} turned coin {coins}.", "{player} turned coins {coins}."),
    ),
    "move to column {x}, row {y}": (
        Message("I moved to column {x}, row {y}."),
        Message("You moved to column {x}, row {y}."),
        Message("{player} moved to column {x}, row {y}."),
    ),
    "move stone {stone} to column {x}, row {y}": (
        Message("I moved stone {stone} to column {x}, row {y}."),
        Message("You moved stone {stone} to column {x}, row {y}."),
        Message("{player} moved stone {stone} to column {x}, row {y}."),
    ),
    "eat from column {x}, row {y}": (
        Message("I ate from column {x}, row {y}."),
        Message("You ate from column {x}, row {y}."),
        Message("{player} ate from column {x}, row {y}."),
    ),
    "cut down to {x}x{y}": (
        Message("I cut it down to {x}x{y}."),
        Message("You cut it down to {x}x{y}."),
        Message("{player} cut it down to {x}x{y}."),
    ),
    "cover column {x}, row {y} and column {x2}, row {y2}": (
        Message("I covered column {x}, row {y} and column {x2}, row {y2}."),
        Message("You covered column {x}, row {y} and column {x2}, row {y2}."),
        Message("{player} covered column {x}, row {y} and column {x2}, row {y2}."),
    ),
    "move from {before} to {after}": (
        Message("I moved from {before} to {after}."),
        Message("You moved from {before} to {after}."),
        Message("{player} moved from {before} to {after}."),
    ),
    "move token {token} from {before} to {after}": (
        Message("I moved token {token} from {before} to {after}."),
        Message("You moved token {token} from {before} to {after}."),
        Message("{player} moved token {token} from {before} to {after}."),
    ),
    "take {first} and {second}": (
        Message("I took {first} and {second}."),
        Message("You took {first} and {second}."),
        Message("{player} took {first} and {second}."),
    ),
    "take {vertex}": (
        Message("I took {vertex}."),
        Message("You took {vertex}."),
        Message("{player} took {vertex}."),
    ),
    "take {vertex} and with it {others}": (
        Message("I took {vertex} and with it {others}."),
        Message("You took {vertex} and with it {others}."),
        Message("{player} took {vertex} and with it {others}."),
    ),
    "take {element}": (
        Message("I took {element}."),
        Message("You took {element}."),
        Message("{player} took {element}."),
    ),
    "take {element} and with it {others}": (
        Message("I took {element} and with it {others}."),
        Message("You took {element} and with it {others}."),
        Message("{player} took {element} and with it {others}."),
    ),
    "put a coin at column {x}, row {y}": (
        Message("I put a coin at column {x}, row {y}."),
        Message("You put a coin at column {x}, row {y}."),
        Message("{player} put a coin at column {x}, row {y}."),
    ),
    "move to {position}": (
        Message("I moved to {position}."),
        Message("You moved to {position}."),
        Message("{player} moved to {position}."),
    ),
}
"""From what a move says to do, to what was done."""

PLAYED = (Message("I played: {move}."), Message("You played: {move}."), Message("{player} played: {move}."))
"""For moves that an own game words itself."""


def told(move: Message | str, who: Who, player: str = "") -> str:
    """A move that was made, in a full sentence.

    >>> told(Message("take {n}", params={"n": 3}), COMPUTER)
    'I took 3 coins.'
    """
    if isinstance(move, Message) and "move" in move.params:  # a move in a part of a sum
        inner = move.params["move"]
        sentence = told(inner, who, player) if isinstance(inner, (Message, str)) else str(inner)
        return tr("Part {part}: {sentence}", part=move.params["part"], sentence=sentence)
    form = TOLD.get(move.msgid, PLAYED)[who] if isinstance(move, Message) else PLAYED[who]
    params = {"move": word(move), "player": player, **(move.params if isinstance(move, Message) else {})}
    n = params.get("n", 1)
    return word(Message(form.msgid, form.plural, n if isinstance(n, int) else 1, params))


def told_move(match: Match) -> str:
    """The last move of a match, told, and what is left where a number says it all."""
    before, after = match.history[-2:]
    mover = 1 - match.turn
    move = before.game.describe(before.state, after.state)
    return f"{told(move, who(match, mover), player(mover))} {left(after)}".rstrip()


def who(match: Match, i: int) -> Who:
    """How to speak of player `i`."""
    if all(p.is_person for p in match.players):
        return NAMED
    return YOU if match.players[i].is_person else COMPUTER


def player(i: int) -> str:
    """The name of player `i` where two people play."""
    return tr("Player {number}", number=i + 1)


def left(position: Position) -> str:
    """How much is left of a single heap."""
    if not isinstance(position.game, (NimGame, TakeAway)) or len(position.state) != 1:
        return ""
    (heap,) = position.state
    if not isinstance(heap, int):
        return ""
    return trn("{n} coin is left.", "{n} coins are left.", heap) if heap else tr("No coin is left.")


# -- the course of a match -----------------------------------------------------------------------


def opening(match: Match) -> Iterator[str]:
    """The game, its rules, who wins, who begins."""
    yield tr(name_of(match.position.game))
    yield from rules(match.position)
    yield winning_rule(match.misere)
    if all(p.is_person for p in match.players):
        yield tr("{player} begins.", player=player(0))
    elif match.player.is_person:
        yield tr("You begin. My level is {level}.", level=match.players[1].level)
    else:
        yield tr("I begin. My level is {level}.", level=match.players[0].level)
    yield tr("Type a move, or: hint, moves, undo, board, help, quit.")


def rules(position: Position) -> Iterator[str]:
    """What a move is, of each part of a sum."""
    games = dict.fromkeys(game for game, _ in position.summands())
    if len(position.summands()) > 1:
        yield tr("A move is a move in one of the parts.")
    for game in games:
        text = _numbered(game) or " ".join(filter(None, (_docstring(game), _amounts(game))))
        if text:
            yield f"{tr(name_of(game))}: {text}" if len(games) > 1 else text


def _numbered(game: Game) -> str:
    """The rules with the numbers of this very game, where the catalog speaks of a set or a size."""
    if type(game) is Subtraction and game.amounts.runs:
        return tr("Take one of these numbers from one heap: {amounts}.", amounts=_listed(game.amounts))
    if type(game) is AllBut and game.excluded.runs:
        return tr("Take any number from one heap, but none of these: {amounts}.", amounts=_listed(game.excluded))
    if type(game) is Moore:
        return trn("Take any numbers from one heap.", "Take any numbers from up to {n} heaps.", game.k)
    if type(game) is SubtractionCoins and game.amounts.runs:
        return tr(
            "Turn a coin from heads to tails, and with it one to its left, so many places away: {amounts}.",
            amounts=_listed(game.amounts),
        )
    if type(game) is Nim2DGame:
        if game.width is None:
            return tr("Move one stone left in its row, or to any square of a lower row; rows have no end on the right.")
        return tr("Move one stone left in its row, or to any square of a lower row.")
    if type(game) is Table:
        return tr("Put a coin of {n} x {n} squares on the table; coins may not overlap.", n=game.side)
    return ""


def _listed(amounts: Amounts) -> str:
    return str(amounts).replace(",", ", ")


def _docstring(game: Game) -> str:
    """The first paragraph: of a ready instance its own, otherwise that of the class."""
    text = " ".join((game.__doc__ or "").strip().partition("\n\n")[0].split())
    return tr(text) if text else ""


def _amounts(game: Game) -> str:
    if isinstance(game, AllBut):
        return tr("Not allowed: {amounts}.", amounts=game.excluded) if game.excluded.runs else ""
    if isinstance(game, TakeAway):
        return tr("Allowed: {amounts}.", amounts=game.amounts)
    return ""


def winning_rule(misere: bool) -> str:
    """Who wins, in a full sentence."""
    if misere:
        return tr("Whoever makes the last move loses (misere play).")
    return tr("Whoever makes the last move wins (normal play); who cannot move has lost.")


def prompt(match: Match) -> str:
    """What stands before the cursor."""
    if all(p.is_person for p in match.players):
        return tr("{player}, your move:", player=player(match.turn))
    return tr("Your move:")


def ending(match: Match, result: Result) -> str:
    """Who has won and why."""
    winner, loser = result.winner, 1 - result.winner
    if result.last is None:
        facts = {COMPUTER: tr("There is no move, so I win."), YOU: tr("There is no move, so you win.")}
        return facts.get(who(match, winner)) or tr("There is no move, so {player} wins.", player=player(winner))
    if who(match, winner) == NAMED:
        if result.misere:
            return tr("{loser} made the last move, so {player} wins.", loser=player(loser), player=player(winner))
        return tr("{player} made the last move and wins.", player=player(winner))
    if who(match, winner) == YOU:
        return tr("I made the last move, so you win.") if result.misere else tr("You made the last move: you win!")
    return tr("You made the last move, so I win.") if result.misere else tr("I made the last move, so I win.")


def refusal(fault: IllegalMove) -> Iterator[str]:
    """Why a typed move is none, and the moves that it might have been."""
    if not isinstance(fault, Misread):
        reason = fault.args[0] if fault.args else ""
        yield sentence(word(reason) if isinstance(reason, Message) else str(fault))
        return
    if not fault.moves:
        yield sentence(word(fault.reason))
        return
    if fault.several:
        yield tr("{reason}:", reason=_upper(word(fault.reason)))
    else:
        yield tr("{reason}. You can, for example:", reason=_upper(word(fault.reason)))
    yield from (f"  {word(move)}" for move in fault.moves)


def sentence(text: str) -> str:
    """With a capital and a full stop; text that points at a place stays as it is."""
    return _upper(text) if "\n" in text or text.endswith((".", "?", "!")) else f"{_upper(text)}."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- hints ---------------------------------------------------------------------------------------


PLACES = {
    "part": Message("part {number}"),
    "heap": Message("heap {number}"),
    "row": Message("row {number}"),
    "token": Message("token {number}"),
    "stone": Message("stone {number}"),
    "coin": Message("coin {number}"),
}


def hinted(match: Match, hint: Hint) -> str:
    """A step of the hints, in words."""
    if hint.step == 1:
        return _hint_outcome(hint)
    if hint.move is not None:
        before = match.position
        move = word(before.game.describe(before.state, hint.move.state))
        if hint.outcome == "N" and hint.count != 0:
            return tr("Winning: {move}", move=move)
        return tr("Try this, it makes it hard for the other side: {move}", move=move)
    if hint.outcome == "P":
        return tr("Look for the move that keeps the game going longest.")
    return _hint_place(hint)


def _hint_outcome(hint: Hint) -> str:
    if hint.outcome == "N":
        return tr("You can win: there is a winning move here.")
    if hint.outcome == "P":
        return tr("Every move here loses against best play: hope for a mistake.")
    return tr("Who wins here is more than I can find out in the time I have.")


def _hint_place(hint: Hint) -> str:
    places = [word(Message(PLACES[name].msgid, params={"number": number})) for name, number in hint.where.items()]
    if places:
        return tr("Look at {place}.", place=", ".join(reversed(places)))
    if hint.count is None:
        return tr("Look for symmetry, or try a small case first.")
    return trn("There is {n} winning move.", "There are {n} winning moves.", hint.count)


# -- questions before a match --------------------------------------------------------------------


def which_game() -> str:
    """The first question of all."""
    return tr("Which game? (list shows them all)")


def which_parameters(entry: Entry) -> str:
    """The question for what stands in braces."""
    if isinstance(entry.game, type) and issubclass(entry.game, AllBut):
        return tr("Which numbers may not be taken?")
    if isinstance(entry.game, type) and issubclass(entry.game, TakeAway):
        return tr("Which numbers may be taken?")
    if entry.game is Moore:
        return tr("From how many heaps at most may be taken in one move?")
    if entry.game is Octal:
        return tr("Which code?")
    return tr("Which {name}? (what stands between the braces)", name=entry.id)


def which_start(game: Game) -> str:
    """The question for a position."""
    if isinstance(game, TakeAway):
        return tr("How many coins?")
    if isinstance(game, Heaps) and not isinstance(game, NimbleGame):
        return tr("How many coins in each heap?")
    return tr("Which position?")


def usual(question: str, answer: str) -> str:
    """A question, and what Enter means."""
    return tr("{question} [Enter: {answer}]", question=question, answer=answer) if answer else question


def helped() -> Iterator[str]:
    """All that may be typed."""
    yield tr("A move: as the list of moves says it, or just its numbers; #4 is the fourth of the list;")
    yield tr("  or the position after the move, such as: nim: 1 4 5")
    yield tr("hint    a hint; again, for a stronger one")
    yield tr("moves   the list of moves")
    yield tr("why     who wins here and why")
    yield tr("undo    take your last move back; redo makes it again")
    yield tr("board   show the board again")
    yield tr("swap    change sides")
    yield tr("new     begin again; undo leads back")
    yield tr("quit    leave")

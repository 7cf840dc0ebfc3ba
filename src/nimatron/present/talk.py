"""Everything said during a match: rules, moves in the past tense, hints, the winner, questions."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import IllegalMove
from ..game import Game, Position, State, Sum
from ..games.catalog import Entry, name_of
from ..message import Message
from ..play import Hint, Match, Misread, Player, Result
from ..play.choosing import How
from ..play.levels import DESCRIBED
from ..play.phrases import PLACES
from .cards import card_of
from .families import FACES, face_of
from .families.face import COMPUTER, NAMED, YOU, Told, Who
from .words import tr, trn, word, word_error

PLAYED = Told("", Message("I played: {move}."), Message("You played: {move}."), Message("{player} played: {move}."))
"""For a user's own game that words its moves itself."""

MOVED = Told(
    "move to {position}",
    Message("I moved to {position}."),
    Message("You moved to {position}."),
    Message("{player} moved to {position}."),
)
"""For moves that nobody has worded: the sentence that `Game.describe` gives by default."""


# -- moves, told ---------------------------------------------------------------------------------


def told(before: Position, after: State, who: Who, player: str = "") -> str:
    """A move that was made, as a full sentence.

    >>> from nimatron import Nim
    >>> told(Nim(5), (2,), COMPUTER)
    'I took 3 coins.'
    """
    game, state = before.game, before.state
    if isinstance(game, Sum):
        k = game.moved(state, after)
        sentence = told(Position(game.games[k], state[k]), after[k], who, player)
        return tr("Part {part}: {sentence}", part=k + 1, sentence=sentence)
    move = game.describe(state, after)
    params = {"move": word(move), "player": player, **(move.params if isinstance(move, Message) else {})}
    # A move that counts something calls the number n, which decides between singular and plural.
    form, n = _sentence(game, move).by(who), params.get("n", 1)
    return word(Message(form.msgid, form.plural, n if isinstance(n, int) else 1, params))


def _sentence(game: Game, move: Message | str) -> Told:
    """How the family of the game words this move."""
    if isinstance(move, str):
        return PLAYED
    return next((told for told in (*face_of(game).told, MOVED) if told.move == move.msgid), PLAYED)


def told_move(match: Match) -> str:
    """The last move of a match, and what is left if one number says it all."""
    before, after = match.history[-2:]
    mover = 1 - match.turn
    return f"{told(before, after.state, who(match, mover), player(mover))} {left(after)}".rstrip()


def who(match: Match, i: int) -> Who:
    """How to speak of player `i`."""
    if all(p.is_person for p in match.players):
        return NAMED
    return YOU if match.players[i].is_person else COMPUTER


def player(i: int) -> str:
    """The name of player `i` where two people play."""
    return tr("Player {number}", number=i + 1)


def left(position: Position) -> str:
    """What is left, if one number says it all; else nothing."""
    said = face_of(position.game).left(position.game, position.state)
    return word(said) if said else ""


def remark(how: How) -> str:
    """What is said about a move that need not be the best one."""
    if how == "best":
        return tr("I cannot see to the end of this game: this is the best move I found.")
    return tr("I had no time to think: this is just some move.") if how == "any" else ""


# -- the course of a match -----------------------------------------------------------------------


def opening(match: Match) -> Iterator[str]:
    """The game, its rules, who wins and who begins."""
    yield tr(name_of(match.position.game))
    yield from rules(match.position)
    yield winning_rule(match.misere)
    if all(p.is_person for p in match.players):
        yield tr("{player} begins.", player=player(0))
    elif match.player.is_person:
        yield tr("You begin. My level: {level}.", level=_level(match.players[1]))
    else:
        yield tr("I begin. My level: {level}.", level=_level(match.players[0]))
    yield tr("Type a move, or: hint, moves, undo, board, help, quit.")


def _level(computer: Player) -> str:
    """The name that people know a level by; those of experiments have none but that of the command line."""
    level = computer.level
    return word(DESCRIBED[level].title) if level in DESCRIBED else str(level)


def rules(position: Position) -> Iterator[str]:
    """What a move is, for each different game of a sum."""
    games = dict.fromkeys(game for game, _ in position.summands())
    if len(position.summands()) > 1:
        yield tr("A move is a move in one of the parts.")
    for game in games:
        if text := rules_of(game):
            yield f"{tr(name_of(game))}: {text}" if len(games) > 1 else text


def rules_of(game: Game) -> str:
    """The rules with the parameters of this game, if its class is one of ours; else what the game says of itself."""
    face = face_of(game)
    # A user's subclass inherits the face, but its rules may differ from those the face speaks of.
    if type(game) in FACES and (rules := face.rules(game)):
        return word(rules)
    allowed = face.allowed(game)
    return " ".join(filter(None, (_docstring(game), word(allowed) if allowed else "")))


def _docstring(game: Game) -> str:
    """The first paragraph of the docstring: that of a ready-made instance, otherwise that of its class."""
    text = " ".join((game.__doc__ or "").strip().partition("\n\n")[0].split())
    return tr(text) if text else ""


def clicks(position: Position) -> Iterator[str]:
    """What to click for a move, for each different game of a sum."""
    games = dict.fromkeys(game for game, _ in position.summands())
    for game in games:
        text = word(card_of(game).how)
        yield f"{tr(name_of(game))}: {text}" if len(games) > 1 else text


def winning_rule(misere: bool) -> str:
    """Who wins, in a full sentence."""
    if misere:
        return tr("Whoever makes the last move loses (misere play).")
    return tr("Whoever makes the last move wins (normal play); a player who cannot move has lost.")


def prompt(match: Match) -> str:
    """The text before the cursor."""
    if all(p.is_person for p in match.players):
        return tr("{player}, your move:", player=player(match.turn))
    return tr("Your move:")


def ending(match: Match, result: Result) -> str:
    """Who has won, and why."""
    if result.winner is None:
        return tr("A draw: the position has come back, and nobody has won.")
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


def returned(match: Match) -> str:
    """What to say when a position has come back; else nothing."""
    return tr("This position has come back: type draw to agree on a draw.") if match.returns > 1 else ""


def no_draw(match: Match) -> str:
    """Why no draw was agreed on."""
    if match.returns > 1:
        return tr("I can win from here, so I play on.")
    return tr("A draw can be agreed on when a position has come back.")


def refusal(fault: IllegalMove) -> Iterator[str]:
    """Why what was typed is not a move, and the moves that may have been meant."""
    if not isinstance(fault, Misread):
        yield sentence(word_error(fault))
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
    """`text` with a capital letter and a full stop; text that points at a place gets no full stop."""
    return _upper(text) if "\n" in text or text.endswith((".", "?", "!")) else f"{_upper(text)}."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- hints ---------------------------------------------------------------------------------------


def hinted(match: Match, hint: Hint) -> str:
    """One hint, in words."""
    if hint.step == 1:
        return _hint_outcome(hint)
    if hint.move is not None:
        before = match.position
        move = word(before.game.describe(before.state, hint.move.state))
        if hint.outcome == "N" and hint.count != 0:
            return tr("Winning: {move}", move=move)
        if hint.outcome == "D":
            return tr("This keeps the draw: {move}", move=move)
        return tr("Try this, it makes it hard for the other side: {move}", move=move)
    if hint.outcome == "P":
        return tr("Look for the move that keeps the game going longest.")
    return _hint_place(hint)


def _hint_outcome(hint: Hint) -> str:
    if hint.outcome == "N":
        return tr("You can win: there is a winning move here.")
    if hint.outcome == "P":
        return tr("Every move here loses against best play: hope for a mistake.")
    if hint.outcome == "D":
        return tr("Nobody can force a win here: look for a move that keeps the draw.")
    return tr("Who wins here is more than I can find out in the time I have.")


def _hint_place(hint: Hint) -> str:
    places = [word(Message(PLACES[name].msgid, params={"number": number})) for name, number in hint.where.items()]
    if places:
        return tr("Look at {place}.", place=", ".join(reversed(places)))
    if hint.outcome == "D":
        return tr("Look for a move after which the game can go on for ever.")
    if hint.count is None:
        return tr("Look for symmetry, or try a small case first.")
    return trn("There is {n} winning move.", "There are {n} winning moves.", hint.count)


# -- questions before a match --------------------------------------------------------------------


def which_game() -> str:
    """The very first question."""
    return tr("Which game? (list shows them all)")


def which_parameters(entry: Entry) -> str:
    """The question that asks for the parameters, which stand in braces."""
    question = face_of(entry.game).which_parameters
    return word(question) if question else tr("Which {name}? (what stands between the braces)", name=entry.id)


def which_start(game: Game) -> str:
    """The question that asks for a position."""
    return word(face_of(game).which_start)


def usual(question: str, answer: str) -> str:
    """A question, with the answer that Enter stands for."""
    return tr("{question} [Enter: {answer}]", question=question, answer=answer) if answer else question


def helped() -> Iterator[str]:
    """Everything that can be typed."""
    yield tr("A move: as the list of moves says it, or just its numbers; #4 is the fourth of the list;")
    yield tr("  or the position after the move, such as: nim: 1 4 5")
    yield tr("hint    a hint; type it again for a stronger one")
    yield tr("moves   the list of moves")
    yield tr("why     who wins here and why")
    yield tr("draw    agree on a draw, if a position has come back")
    yield tr("undo    take your last move back; redo makes it again")
    yield tr("board   show the board again")
    yield tr("swap    change sides")
    yield tr("new     begin again; undo leads back")
    yield tr("quit    leave")

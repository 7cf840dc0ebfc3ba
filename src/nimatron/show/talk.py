"""The words of a match: rules, moves in the past tense, hints, the winner, questions; and of the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Compound, Game, Position, State, Sum
from ..core.message import Message, in_all_languages
from ..families.catalog import Entry, is_ours, name_of
from ..play.computer import How
from ..play.levels import LADDER, LEVEL_TEXTS, Level
from ..play.match import Hint, Match, Player, Result
from ..play.opponents import OPPONENTS
from ..play.phrases import PLACES
from ..play.typed_moves import Misread
from .face import COMPUTER, LIST_CARD, NAMED, YOU, Card, Group, PastTense, Who, list_card
from .faces import face_of, own_face
from .words import tr, trn, word, word_error

PLAYED = PastTense("", "played: {move}")
"""For a user's own game, which has its own words for moves."""

MOVED = PastTense("move to {position}", "moved to {position}")
"""For moves without words of their own: the default sentence of `Game.describe`."""


# -- moves ---------------------------------------------------------------------------------


def move_sentence(before: Position, after: State, who: Who, player: str = "") -> str:
    """A move that was made, as a full sentence.

    >>> from nimatron import Nim
    >>> move_sentence(Nim(5), (2,), COMPUTER)
    'I took 3 coins.'
    """
    game, state = before.game, before.state
    if isinstance(game, Compound):
        parts = list(zip(before.boards(), Position(game, after).boards(), strict=True))
        changes = ((k, *parts[k]) for k in game.boards_of_move(state, after))
        sentences = ((k, move_sentence(Position(*part), end, who, player)) for k, part, (_, end) in changes)
        return " ".join(tr("Part {part}: {sentence}", part=k + 1, sentence=sentence) for k, sentence in sentences)
    return past_sentence(game, game.describe(state, after), who, player)


def past_sentence(game: Game, move: Message | str, who: Who, player: str = "") -> str:
    """The sentence of `Game.describe` about a move, as a full sentence in the past tense."""
    params = {"move": word(move), "player": player, **(move.params if isinstance(move, Message) else {})}
    # A move that counts something calls the number n, which decides between singular and plural.
    form, n = _sentence(game, move).by(who), params.get("n", 1)
    return word(Message(form.msgid, form.plural, n if isinstance(n, int) else 1, params))


def _sentence(game: Game, move: Message | str) -> PastTense:
    """The sentence of the game's family for this move."""
    if isinstance(move, str):
        return PLAYED
    # By the English sentence, which is the same in every language of the reader.
    return next((form for form in (*face_of(game).past, MOVED) if form.move == move.msgid), PLAYED)


def last_move_sentence(match: Match) -> str:
    """The sentence about the last move of a match, and about the rest if one number describes it."""
    before, after = match.history[-2:]
    # The turn has passed on already.
    mover = 1 - match.turn
    sentence = move_sentence(before, after.state, speaker(match, mover), player_name(mover))
    return f"{sentence} {rest_sentence(after)}".rstrip()


def speaker(match: Match, i: int) -> Who:
    """The way to speak of player `i`: as you, the computer, or by name."""
    if all(p.is_person for p in match.players):
        return NAMED  # "you" would mean both
    return YOU if match.players[i].is_person else COMPUTER


def player_name(i: int) -> str:
    """The name of player `i` where two people play."""
    return tr("Player {number}", number=i + 1)


def rest_sentence(position: Position) -> str:
    """The sentence about the rest, if one number describes the position; else nothing."""
    message = face_of(position.game).left(position.game, position.state)
    return word(message) if message else ""


def remark(how: How) -> str:
    """The remark on a move that need not be the best one."""
    if how == "best":
        return tr("I cannot see to the end of this game: this is the best move I found.")
    return tr("I had no time to think: this is a random move.") if how == "any" else ""


# -- the course of a match -----------------------------------------------------------------------


def opening_lines(match: Match) -> Iterator[str]:
    """The game, its rules, who wins and who begins."""
    yield title_of(match.position.game)
    yield from rule_lines(match.position)
    yield winning_rule(match.misere)
    if all(p.is_person for p in match.players):
        yield tr("{player} begins.", player=player_name(0))
    elif program := match.players[0].program or match.players[1].program:
        first = Message("You begin, against {player}.") if match.player.is_person else Message("{player} begins.")
        yield tr(first.msgid, player=program)
    elif match.player.is_person:
        yield tr("You begin. My level: {level}.", level=_level(match.players[1]))
    else:
        yield tr("I begin. My level: {level}.", level=_level(match.players[0]))
    yield choice_line()


def title_of(game: Game) -> str:
    """The title of a game; of a compound the titles of its games, and of a sum each once."""
    if not isinstance(game, Compound):
        return tr(name_of(game))
    titles = (f"({title_of(part)})" if isinstance(part, Compound) else title_of(part) for part in game.games)
    return game.sign.join(dict.fromkeys(titles) if isinstance(game, Sum) else titles)


def choice_line() -> str:
    """The words that a player may type."""
    return tr("Type a move, or: hint, why, moves, undo, board, new, help, quit.")


def _level(computer: Player) -> str:
    """The title of a level; the levels of experiments only have the name of the command line."""
    name = computer.level or ""
    if name in OPPONENTS:
        return word(OPPONENTS[name].title)
    return word(LEVEL_TEXTS[Level(name)].title) if name in LADDER else name


def opponent_data(name: str) -> dict[str, Any]:
    """An opponent with one idea."""
    opponent = OPPONENTS[name]
    return {
        "id": name,
        "title": word(opponent.title),
        "about": word(opponent.idea),
        "next": word(opponent.next),
        "start": opponent.start,
        "games": list(opponent.games),
    }


def rule_lines(position: Position) -> Iterator[str]:
    """The rules of each different game of a sum."""
    games = dict.fromkeys(game for game, _ in position.boards())
    yield from dict.fromkeys(_joining_lines(position.game))
    for game in games:
        if text := rules_of(game):
            yield f"{tr(name_of(game))}: {text}" if len(games) > 1 else text


def _joining_lines(game: Game, brackets: bool = False) -> Iterator[str]:
    """How the games are joined, and how those within brackets are."""
    if isinstance(game, Compound):
        line = word(game.joining)
        yield f"({game}) {line}" if brackets else line
        for part in game.games:
            yield from _joining_lines(part, brackets=True)


def rules_of(game: Game) -> str:
    """The rules with the parameters of this game, if its class is one of ours; else its docstring."""
    face = face_of(game)
    # A user's subclass inherits the face, but its rules may differ from those the face speaks of.
    if own_face(type(game)) and (rules := face.rules(game)):
        return word(rules)
    allowed = face.allowed(game)
    return " ".join(filter(None, (_docstring(game), word(allowed) if allowed else "")))


def _docstring(game: Game) -> str:
    """The first paragraph of the docstring of a ready-made instance, otherwise of its class."""
    text = " ".join((game.__doc__ or "").strip().partition("\n\n")[0].split())
    return tr(text) if text else ""


def click_lines(position: Position) -> Iterator[str]:
    """The sentence on how to make a move by clicks, for each different game of a sum."""
    games = dict.fromkeys(game for game, _ in position.boards())
    for game in games:
        text = word(card_of(game).how)
        yield f"{tr(name_of(game))}: {text}" if len(games) > 1 else text


def winning_rule(misere: bool) -> str:
    """The rule about the last move, in a full sentence."""
    if misere:
        return tr("Whoever makes the last move loses (misere play).")
    return tr("Whoever makes the last move wins (normal play); a player who cannot move has lost.")


def prompt(match: Match) -> str:
    """The text before the cursor."""
    if all(p.is_person for p in match.players):
        return tr("{player}, your move:", player=player_name(match.turn))
    return tr("Your move:")


def ending_sentence(match: Match, result: Result) -> str:
    """The sentence about the winner and the reason."""
    if result.winner is None:
        return tr("A draw: the position has repeated, and nobody has won.")
    winner, loser = result.winner, 1 - result.winner
    if result.last is None:
        facts = {COMPUTER: tr("There is no move, so I win."), YOU: tr("There is no move, so you win.")}
        return facts.get(speaker(match, winner)) or tr(
            "There is no move, so {player} wins.", player=player_name(winner)
        )
    if speaker(match, winner) == NAMED:
        if result.misere:
            return tr(
                "{loser} made the last move, so {player} wins.", loser=player_name(loser), player=player_name(winner)
            )
        return tr("{player} made the last move and wins.", player=player_name(winner))
    if speaker(match, winner) == YOU:
        return tr("I made the last move, so you win.") if result.misere else tr("You made the last move: you win!")
    return tr("You made the last move, so I win.") if result.misere else tr("I made the last move, so I win.")


def repetition_sentence(match: Match) -> str:
    """The sentence about a repeated position; else nothing."""
    return tr("This position has repeated: type draw to agree on a draw.") if match.returns > 1 else ""


def no_draw_sentence(match: Match) -> str:
    """The reason why there is no agreement on a draw."""
    if match.returns > 1:
        return tr("I can win from here, so I play on.")
    return tr("You can agree on a draw when a position repeats.")


def refusal_lines(fault: IllegalMove) -> Iterator[str]:
    """The reason why a typed text is not a move, and similar moves."""
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
    return _upper(text) if "\n" in text or text.endswith((".", "?", "!", ":")) else f"{_upper(text)}."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- hints ---------------------------------------------------------------------------------------


def hint_sentence(match: Match, hint: Hint) -> str:
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
        return tr("Try this move, which makes it hard for the other side: {move}", move=move)
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
    return tr("I cannot find out who wins here in the time I have.")


def _hint_place(hint: Hint) -> str:
    places = [word(Message(PLACES[name].msgid, number=number)) for name, number in hint.where.items()]
    if places:
        return tr("Look at {place}.", place=", ".join(reversed(places)))
    if hint.outcome == "D":
        return tr("Look for a move after which the game can continue for ever.")
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
    return word(question) if question else tr("Which {name}? (the part between the braces)", name=entry.id)


def which_start(game: Game) -> str:
    """The question that asks for a position."""
    return word(face_of(game).which_start)


def question_with_default(question: str, answer: str) -> str:
    """A question, with the answer that Enter stands for."""
    return tr("{question} [Enter: {answer}]", question=question, answer=answer) if answer else question


COMMANDS = {
    "hint": Message("to type: hint, h"),
    "moves": Message("to type: moves"),
    "why": Message("to type: why"),
    "draw": Message("to type: draw"),
    "undo": Message("to type: undo, u"),
    "redo": Message("to type: redo"),
    "board": Message("to type: board, b"),
    "swap": Message("to type: swap"),
    "new": Message("to type: new, again"),
    "quit": Message("to type: quit, exit, bye, q"),
    "help": Message("to type: help, ?"),
}
"""The commands at the prompt of a match, with the words for each."""


def find_command(typed: str) -> str:
    """The command that a word of any language means; else the text itself."""
    return _command_words().get(typed.strip().casefold(), typed.casefold())


@cache
def _command_words() -> dict[str, str]:
    texts = [(text, name) for name, message in COMMANDS.items() for text in in_all_languages(message.msgid)]
    return {word.strip().casefold(): name for text, name in texts for word in text.partition(":")[2].split(",")}


def help_lines() -> Iterator[str]:
    """Everything that can be typed."""
    yield tr("A move: as the list of moves says it, or just its numbers; #4 is the fourth of the list;")
    yield tr("  or the position after the move, such as: nim: 1 4 5")
    yield tr("hint    a hint; type it again for a stronger one")
    yield tr("moves   the list of moves")
    yield tr("why     who wins here and why")
    yield tr("draw    agree on a draw, if a position has repeated")
    yield tr("undo    take your last move back; redo makes it again")
    yield tr("board   show the board again")
    yield tr("swap    change sides")
    yield tr("new     begin again; undo leads back")
    yield tr("quit    leave")


# -- the gallery -------------------------------------------------------------------------------------


GROUPS: dict[Group, Message] = {
    "heaps": Message("Heaps"),
    "rows": Message("Rows"),
    "coins": Message("Coins"),
    "boards": Message("Boards"),
    "graphs": Message("Graphs"),
    "own": Message("Your own games"),
}
"""The groups in the order in which they are shown."""

GROUP_TEXTS: dict[Group, Message] = {
    "heaps": Message("Take coins from heaps, or split the heaps."),
    "rows": Message("Pins and coins in a line, where neighbours count."),
    "coins": Message("Turn coins over until no move is left."),
    "boards": Message("Pieces, dominoes and chocolate on squares."),
    "graphs": Message("Points and lines: walk along them or take them away."),
    "own": Message("The games that you have written."),
}
"""One line about each group."""

OWN_PICTURE = Card("own", Message("Click what your move changes, or choose it from the list of moves."))


def card_of(game: Game) -> Card:
    """The card of a game. A user's own rules may use a board in another way, even if they are derived from ours."""
    card = face_of(game).card
    if is_ours(game):
        return card(game)
    return LIST_CARD if card is list_card and type(game).picture is Game.picture else OWN_PICTURE

// The lessons, following the lesson plan "How to win in games": play first, then the strategy, then questions.

import { get } from "../api.js";
import { field, h, replace } from "../dom.js";
import { t } from "../words.js";
import { board, exact, mexOf, nimSum, question, reveal, text, valueOf, whoWins, winningMove } from "./blocks.js";
import { coinTable } from "./coins.js";
import { inductionSteps } from "./induction.js";

const TAKE = "subtraction{1,2,3}: 13";

export const LESSONS = () => [
  {
    id: "take-away",
    game: "subtraction",
    title: t("Take-away"),
    about: t("13 coins; take 1, 2 or 3. Whoever takes the last one wins."),
    blocks: ({ titles }) => [
      text(
        t(
          "There are 13 coins on the table. You and I take turns; each takes 1, 2 or 3 coins. Whoever takes the " +
            "last coin wins. Can you beat me?",
        ),
      ),
      board(TAKE, titles),
      question(
        t("How many coins did you leave me when you were winning? Name a number from 1 to 12 that is good to leave."),
        h("input", { type: "text", inputmode: "numeric" }),
        (answer) => {
          const n = Number(answer);
          return Number.isInteger(n) && n > 0 && n < 13 ? n % 4 === 0 : t("A number from 1 to 12, please.");
        },
        t("From 4, 8 or 12 every move can be completed to four."),
      ),
      reveal(
        t("The strategy"),
        t(
          "Complete to four: whatever the other takes, 1, 2 or 3, you take 3, 2 or 1. So you always leave a " +
            "multiple of 4, and at last 0. From 13 the first move is to take 1.",
        ),
      ),
      whoWins(t("12 coins, and it is your move. Who wins if both play well?"), "subtraction{1,2,3}: 12"),
      winningMove(t("15 coins. Type a winning move (such as: take 2)."), "subtraction{1,2,3}: 15"),
    ],
  },
  {
    id: "positions",
    game: "rook",
    title: t("Winning and losing positions"),
    about: t("Backward induction, one step at a time: a row of numbers, a chessboard, a graph."),
    blocks: () => [
      text(
        t(
          "A position is lost (P) when every move from it leads to a won one, or when there is no move. It is won " +
            "(N) when some move leads to a lost one. So all positions can be marked from the end backwards.",
        ),
      ),
      h("h2", {}, t("A row of numbers: take-away")),
      inductionSteps(TAKE),
      h("h2", {}, t("A chessboard: Wythoff's queen")),
      inductionSteps("wythoff: 7 7"),
      h("h2", {}, t("A graph: one token")),
      inductionSteps("graph{s>a s>b a>c a>d b>d b>e c>k d>k e>d e>k}: s"),
      whoWins(t("Take-away with 8 coins: who wins?"), "subtraction{1,2,3}: 8"),
      whoWins(
        t("The same with 9 coins in misère play, where the player who takes the last coin loses?"),
        "subtraction{1,2,3}: 9",
        true,
      ),
    ],
  },
  {
    id: "two-heaps",
    sample: "nim: 5 7",
    title: t("Two heaps"),
    about: t("Take any number from one of two heaps. A strategy without any arithmetic."),
    blocks: ({ titles }) => [
      text(
        t(
          "Two heaps of coins. In one move choose one heap and take as many as you like, at least one. Whoever takes " +
            "the last coin wins.",
        ),
      ),
      board("nim: 5 7", titles),
      reveal(
        t("The strategy"),
        t(
          "Make the heaps equal, then copy: what the other takes from one heap you take from the other. After your " +
            "move the heaps are always equal, and so you take the last coin.",
        ),
      ),
      whoWins(t("Heaps 6 and 6, your move: who wins?"), "nim: 6 6"),
      winningMove(t("Heaps 4 and 9. Type a winning move (such as: 2 from heap 1)."), "nim: 4 9"),
    ],
  },
  {
    id: "coins",
    game: "table",
    title: t("Coins on a table"),
    about: t("Round coins on a real table: win by symmetry, without computing anything."),
    blocks: ({ titles }) => [
      text(
        t(
          "Players put equal round coins on a rectangular table in turn; coins may not overlap or hang over the " +
            "edge. Whoever finds no room loses. I begin.",
        ),
      ),
      coinTable(),
      reveal(
        t("The strategy"),
        t(
          "The first coin goes to the very middle. From then on every coin is answered opposite, by point " +
            "reflection. Where there was room for yours, there is room for mine: so I never get stuck first.",
        ),
        t("This game has infinitely many positions, and nobody needs its values: symmetry alone wins."),
      ),
      text(
        t(
          "Here is the same game on squared paper, where the computer knows all positions; now you begin. Can you win?",
        ),
      ),
      board("table{4,4,2}:", titles),
      winningMove(
        t("Which first coin wins here? (Such as: put a coin at column 1, row 1.)"),
        "table{4,4,2}:",
        false,
        t("It lies in the very middle."),
      ),
      whoWins(
        t(
          "On a table of 5 by 2 squares a coin of 2 by 2 squares cannot lie in the middle. Who wins there, if you " +
            "begin?",
        ),
        "table{5,2,2}:",
      ),
    ],
  },
  {
    id: "nim",
    game: "nim",
    title: t("Nim and XOR"),
    about: t("Three heaps and more: Bouton's theorem of 1901."),
    blocks: ({ titles }) => [
      text(
        t(
          "Three heaps: 3, 4 and 5. Take any number from one heap; whoever takes the last coin wins. " +
            "Copying no longer helps. Try it!",
        ),
      ),
      board("nim: 3 4 5", titles, { explain: true }),
      text(
        t(
          "Write the heaps in binary below each other and look at the columns. Adding without carrying (XOR, " +
            "nim-sum ⊕) tells which columns have an odd number of ones.",
        ),
      ),
      nimSum(3, 5),
      nimSum(3, 4, 5),
      nimSum(11, 20, 25),
      reveal(
        t("The strategy"),
        t(
          "A position is lost exactly when the nim-sum of the heaps is 0. If it is m and not 0: take the highest 1 " +
            "of m, choose a heap with a 1 in that column, and reduce it from a to a ⊕ m. Then the nim-sum is 0.",
        ),
      ),
      whoWins(t("Heaps 1, 2 and 3: who wins?"), "nim: 1 2 3"),
      winningMove(t("Heaps 7, 10 and 12. Type a winning move."), "nim: 7 10 12"),
      h("h2", {}, t("Misère: whoever takes the last coin loses")),
      board("nim: 1 2 2", titles, { misere: true }),
      reveal(
        t("The strategy in misère play"),
        t("Play as in normal play until your move would leave only heaps of 1. Then leave an odd number of them."),
      ),
    ],
  },
  {
    id: "mex",
    game: "graph",
    title: t("Mex and graphs"),
    about: t("A number for every position of every game: the Sprague-Grundy value."),
    blocks: ({ titles }) => [
      text(
        t(
          "mex of a set is the least number 0, 1, 2, ... that is not in it. The value of a position is the mex of " +
            "the values that one move leads to. Value 0 means lost.",
        ),
      ),
      mexOf(3, 0, 1, 5),
      mexOf(1, 2, 3, 5),
      mexOf(),
      text(t("A token stands on a vertex; a move goes along an arrow; a player who cannot move loses.")),
      board("graph{s>a s>b a>c a>d b>d b>e c>k d>k e>d e>k}: s", titles, { explain: true }),
      valueOf(t("What is the value of s in this graph?"), "graph{s>a s>b a>c a>d b>d b>e c>k d>k e>d e>k}: s"),
      text(h("a", { href: "explore.html?tab=graph" }, t("Draw your own graph and see the values change."))),
    ],
  },
  {
    id: "sums",
    game: "chomp",
    title: t("Sums of games"),
    about: t("Several games at once: move in one of them. The values add up by XOR."),
    blocks: ({ titles }) => [
      text(
        t(
          "Put several games side by side. A move is a move in one of them; a player who cannot move in any of " +
            "them loses. The value of the sum is the nim-sum of the values (Sprague 1935, Grundy 1939).",
        ),
      ),
      board("nim: 5 4 + chomp: 2x2", titles, { explain: true }),
      valueOf(t("The value of Chomp 2x2?"), "chomp: 2x2"),
      winningMove(
        t("Type a winning move for the sum nim: 5 4 + chomp: 2x2 (such as: eat from column 2, row 1)."),
        "nim: 5 4 + chomp: 2x2",
      ),
      text(t("Two tokens on two different graphs are a sum as well:")),
      board("graph{s>a s>b a>k b>a}: s + graph{u>v u>w v>w w>z}: u", titles),
      whoWins(t("Who wins this sum?"), "graph{s>a s>b a>k b>a}: s + graph{u>v u>w v>w w>z}: u"),
    ],
  },
  {
    id: "draws",
    sample: "graph{a>b b>a b>c c>d}: a",
    title: t("Round in circles"),
    about: t("Where play can go on for ever, perhaps nobody can force a win."),
    blocks: ({ titles }) => [
      text(
        t(
          "If arrows go round in a circle, a match need not end. A position is won, lost or drawn (D): in a draw " +
            "nobody can force a win, for each player can always go on.",
        ),
      ),
      inductionSteps("graph{a>b b>a b>c c>d}: a"),
      text(t("Positions are marked from the end backwards, as always. What is left is a draw.")),
      board("graph{a>b b>a b>c c>d}: b", titles, { explain: true }),
      whoWins(
        t("The token stands on b: who can force a win?"),
        "graph{a>b b>a b>c c>d}: b",
        false,
        t("A move to c would lose, for the other player moves on to d. So the token goes to and fro."),
        true,
      ),
      whoWins(
        t("Without d the game ends at c. The token stands on a: who can force a win?"),
        "graph{a>b b>a b>c}: a",
        false,
        t("There is only the move to b, and from there the other player ends the game."),
        true,
      ),
    ],
  },
  {
    id: "kayles",
    game: "kayles",
    title: t("Kayles"),
    about: t("Bottles in a row: break one, or two neighbours. Symmetry wins; values tell more."),
    blocks: ({ titles }) => [
      text(t("Bottles stand in a row. A throw breaks one bottle or two neighbours. Whoever breaks the last one wins.")),
      board("kayles: 9", titles),
      reveal(
        t("The strategy"),
        t(
          "Break the middle one, or the two in the middle. Two equal rows are left: from then on copy every throw " +
            "in the other row. So the first player always wins.",
        ),
      ),
      valueOf(t("The value of a single row of 5?"), "kayles: 5"),
      winningMove(
        t("Rows 3 and 5. Type a winning move (the list of moves on the Play screen has the words)."),
        "kayles: 3 5",
      ),
      text(
        t("When rows are left over, values decide. They repeat with period 12 from 71 bottles on."),
        h("a", { href: "explore.html?tab=sequence&game=kayles" }, ` ${t("See the values.")}`),
      ),
    ],
  },
  {
    id: "wythoff",
    game: "wythoff",
    title: t("Wythoff's queen"),
    about: t("A queen goes home to the corner. Mark the chessboard, and meet the golden ratio."),
    blocks: ({ titles }) => [
      text(
        t("The queen moves left, down, or diagonally left and down. Whoever brings her to the lower left corner wins."),
      ),
      board("wythoff: 6 7", titles),
      inductionSteps("wythoff: 10 10"),
      reveal(
        t("The strategy"),
        t(
          "The lost squares are (1, 2), (3, 5), (4, 7), (6, 10), ... and their mirror images: the n-th is n steps " +
            "from the diagonal, and the numbers are those of the golden ratio: ⌊nφ⌋ and ⌊nφ²⌋.",
        ),
      ),
      whoWins(t("The queen on (8, 13): who wins?"), "wythoff: 8 13"),
      exact(
        t("What is the partner of 9 in a lost square (9, ?), with ? larger than 9?"),
        Math.floor(6 * ((1 + Math.sqrt(5)) / 2) ** 2),
      ),
    ],
  },
  {
    id: "own",
    game: "poset",
    title: t("Invent your own"),
    about: t("Any set of moves, any graph, any rules: check the five conditions and ask who wins."),
    blocks: ({ titles }) => [
      text(
        t(
          "A game can be solved here when five things hold: two players move in turn; every match ends; both see " +
            "everything; both have the same moves; there are no draws.",
        ),
      ),
      h("h2", {}, t("Take-away with your own moves")),
      ownMoves(titles),
      whoWins(t("Moves 2, 3, 7 or 8, and 10 coins: who wins?"), "subtraction{2,3,7,8}: 10"),
      h("h2", {}, t("Any rules at all")),
      text(
        t(
          "A new game is a few lines of Python. These commands write one to begin with, check the five conditions, " +
            "and bring it to this page:",
        ),
      ),
      h(
        "pre",
        { class: "code", tabindex: 0, "aria-label": t("command") },
        "nimatron new mygame.py\nnimatron check mygame.py:Mygame\nnimatron serve mygame.py:Mygame",
      ),
    ],
  },
];

// A match whose allowed moves the reader chooses first.
function ownMoves(titles) {
  const moves = h("input", { type: "text", value: "2,3,7,8" });
  const coins = h("input", { type: "text", inputmode: "numeric", value: "19" });
  const place = h("div", {});
  const begin = async (event) => {
    event?.preventDefault();
    try {
      const { position } = await get("text", { game: "subtraction", parameters: moves.value, state: coins.value });
      replace(place, board(position, titles, { explain: true }));
    } catch (fault) {
      replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    }
  };
  begin();
  return h(
    "div",
    { class: "lesson" },
    h(
      "form",
      { class: "card row", onsubmit: begin },
      field(t("Which numbers may be taken?"), moves),
      field(t("How many coins?"), coins),
      h("button", { type: "submit" }, t("Play")),
    ),
    place,
  );
}

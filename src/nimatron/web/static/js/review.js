// The match so far, and after it the review: a strip of who was winning, one step back or forward, each mistake with
// what would have won, variations, and the match as a file. Who was winning is told when the game has ended or when
// somebody asks.

import { get } from "./api.js";
import { button, download, h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { judge, ribbon } from "./ribbon.js";
import { name, winningRule } from "./phrases.js";
import { capital, t } from "./language.js";

export class Review {
  /** @type {Match} */
  match;
  open = false;
  told = false;
  ended = false;
  asked = {};

  /**
   * @param {{go: (id: number) => void, attempt: (id: number, move: {after: string}) => void, picture: () => string,
   *   share: () => void}} doing what the buttons do
   */
  constructor(doing) {
    this.doing = doing;
    this.body = h("div", {});
    this.element = h("section", { class: "review" }, h("h2", {}, t("The match so far")), this.body);
  }

  // Another match begins: nothing is given away.
  reset() {
    this.told = false;
  }

  /** @param {Match} match @param {boolean} ended */
  async show(match, ended) {
    this.match = match;
    this.ended = ended;
    await this.draw();
  }

  async draw() {
    const { match } = this;
    if (!match || !this.open) return;
    const tell = this.told || this.ended;
    const lines = tell ? [match.line, ...match.variations.map(({ from, ids }) => [from, ...ids])] : [];
    const asked = (this.asked = {});
    this.place(null, new Map());
    const ids = [...new Set(lines.flat())];
    if (!ids.length) return;
    const found = await Promise.all(ids.map((id) => analysis(match.nodes[id].position, match.misere)));
    if (this.asked === asked) this.place(match, new Map(ids.map((id, i) => [id, found[i]])));
  }

  /** @param {Match | null} known @param {Map<number, Analysed>} analyses */
  place(known, analyses) {
    const { match } = this;
    const outcomes = known ? match.line.map((id) => analyses.get(id)?.outcome) : null;
    const strip = ribbon(match, outcomes, (id) => this.doing.go(id));
    replace(
      this.body,
      strip,
      this.steps(),
      this.legend(),
      outcomes ? this.mistakes(outcomes, analyses) : null,
      this.variations(),
      this.files(),
    );
    const now = strip.querySelector("[aria-current]");
    if (now) strip.scrollLeft = now.offsetLeft - strip.clientWidth / 2;
  }

  steps() {
    const { match } = this;
    const { line } = match;
    const at = line.indexOf(match.at);
    /** @param {number} to @param {string} picture @param {string} text */
    const go = (to, picture, text) =>
      button(icon(picture), () => this.doing.go(line[to]), {
        class: "icon",
        id: `step-${picture}`,
        disabled: to < 0 || to >= line.length || to === at,
        "aria-label": text,
        title: text,
      });
    return h(
      "div",
      { class: "row steps" },
      go(0, "first", t("To the start")),
      go(at - 1, "back", t("One move back")),
      go(at + 1, "forward", t("One move forward")),
      go(line.length - 1, "last", t("To the end")),
    );
  }

  legend() {
    const { match } = this;
    if (!(this.told || this.ended)) {
      const tell = () => {
        this.told = true;
        this.draw();
      };
      return button(t("Show who was winning"), tell, { class: "icon", id: "who-was-winning" });
    }
    const sides =
      match.computer < 0
        ? t("Up: player 1 was winning; down: player 2. ! marks a mistake.")
        : t("Up: you were winning; down: the computer. ! marks a mistake.");
    return h("p", { class: "dim small" }, sides);
  }

  /** @param {Outcomes} outcomes @param {Map<number, Analysed>} analyses */
  mistakes(outcomes, analyses) {
    const { match } = this;
    const found = match.line.flatMap((id, i) => {
      const { mistake } = judge(outcomes, i);
      const before = match.line[i - 1];
      const better = mistake ? (analyses.get(before)?.winning_moves?.[0] ?? analyses.get(before)?.known_move) : null;
      return better ? [this.mistake(i, before, better)] : [];
    });
    if (found.length) return h("ul", { class: "mistakes" }, found);
    return outcomes.length > 1 && outcomes.every(Boolean) ? h("p", { class: "good" }, t("No mistake so far.")) : null;
  }

  /** @param {number} i @param {number} before @param {Api.Move} better */
  mistake(i, before, better) {
    const { match } = this;
    const side = (i - 1) % 2;
    const who = match.computer >= 0 && side !== match.computer;
    const text = who
      ? t("Move {n} was a mistake. Here you could have won: {move}.", { n: i, move: better.text })
      : t("Move {n} ({who}) was a mistake. This would have won: {move}.", {
          n: i,
          who: name(match, side),
          move: better.text,
        });
    return h(
      "li",
      {},
      text,
      " ",
      button(t("Try it"), () => this.doing.attempt(before, better), { class: "link" }),
    );
  }

  variations() {
    const { match } = this;
    const { main, variations } = match;
    if (!variations.length) return null;
    /** @param {number} id @param {string} text */
    const entry = (id, text) =>
      h(
        "li",
        {},
        button(text, () => this.doing.go(id), { class: "link", "aria-current": match.path().includes(id) }),
      );
    /** @param {{ids: number[]}} line */
    const told = ({ ids }) => {
      const first = match.depth(ids[0]);
      return t("From move {n}: {moves}", { n: first, moves: ids.map((id) => match.nodes[id].text).join(", ") });
    };
    return [
      h("h3", {}, t("Variations")),
      h(
        "ul",
        { class: "variations" },
        entry(main.at(-1), t("The match as it was played")),
        variations.map((line) => entry(line.ids.at(-1), told(line))),
      ),
    ];
  }

  files() {
    const { match, doing } = this;
    if (match.line.length < 2) return null;
    return h(
      "div",
      { class: "row files" },
      button(t("As text"), () => download("match.txt", matchText(match), "text/plain"), { class: "icon small" }),
      button(t("Board as SVG"), () => download("board.svg", doing.picture(), "image/svg+xml"), { class: "icon small" }),
      button(t("Link"), () => doing.share(), { class: "icon small" }),
      button(t("Print"), () => print(), { class: "icon small" }),
    );
  }
}

/** The line of a match in words, a move on each line; the start and the end in the notation. @param {Match} match */
function matchText(match) {
  const nodes = match.line.map((id) => match.nodes[id]);
  const moves = nodes.slice(1).map(({ text }, i) => `${i + 1}. ${name(match, i % 2)}: ${text}`);
  const ends = [
    `${t("start")}: ${match.start}`,
    winningRule(match.misere),
    "",
    ...moves,
    "",
    `${t("end")}: ${nodes.at(-1).position}`,
  ];
  return `${capital(ends.join("\n"))}\n`;
}

/** @param {string} position @param {boolean} misere */
async function analysis(position, misere) {
  try {
    return await get("analysis", { position, misere }, undefined, true);
  } catch {
    return { outcome: null };
  }
}

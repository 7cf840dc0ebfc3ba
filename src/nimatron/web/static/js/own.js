// The screen for a game of your own: its code, what is wrong with it, and a match against the computer. The code
// runs in the reader's browser, shut off from everything else, whether or not there is a server behind the page.

import { askInstead, get } from "./api.js";
import { decode, encode } from "./own/code-link.js";
import { CodeEditor } from "./own/code-editor.js";
import { Crew } from "./engine/crew.js";
import { loadingBar } from "./engine/loading-bar.js";
import { Sandbox, pythonPlace, supplies } from "./engine/sandbox.js";
import { registerService } from "./engine/register-service.js";
import { button, h, replace } from "./dom.js";
import { Match } from "./match.js";
import { say, shell } from "./shell.js";
import { MatchView } from "./match-view.js";
import { Why } from "./why.js";
import { lang, t } from "./language.js";

const DRAFT = "nimatron.own";
const LATE = 10_000; // milliseconds that code may take to be read

const COMMAND = { command: "nimatron play game.py" };

const SAMPLE = `from nimatron import Game


class Chocolate(Game):
    """Break a bar of chocolate along a line and eat one of the two pieces."""

    start = (4, 6)

    def options(self, bar):
        rows, columns = bar
        for left in range(1, rows):
            yield left, columns
        for left in range(1, columns):
            yield rows, left
`;

class Own {
  /** @type {Crew | undefined} */
  crew;
  /** @type {Crew | undefined} */
  shown;

  /** @param {HTMLElement} main @param {string} code @param {boolean} foreign */
  constructor(main, code, foreign) {
    this.editor = new CodeEditor(code, () => this.changed());
    this.told = h("div", { class: "told", role: "status" });
    this.answer = h("section", { class: "answer-place" });
    this.notice = h("div", {});
    if (foreign) this.warn();
    main.append(
      h("h1", {}, t("A game of your own")),
      h("p", { class: "dim" }, t("Write the rules as a Python class. It runs in your browser only.")),
      this.notice,
      this.editor.element,
      h(
        "div",
        { class: "row" },
        button(t("Run"), () => this.run(), { class: "icon main", id: "run" }),
        button(t("Share"), () => this.share(), { id: "share" }),
      ),
      this.told,
      this.answer,
    );
  }

  // Code that came with a link runs only if the reader wants it to.
  warn() {
    const text = t(
      "This code came with the link. Read it, and run it if you trust it: it has no network and no files.",
    );
    replace(this.notice, h("p", { class: "card notice" }, text));
  }

  changed() {
    localStorage.setItem(DRAFT, this.editor.code);
    this.editor.mark(null);
  }

  async run() {
    replace(this.notice);
    replace(this.answer);
    replace(this.told, h("p", { class: "dim" }, t("Python is loading")));
    this.editor.mark(null);
    this.crew?.dismiss();
    const { code } = this.editor;
    const folder = await registerService();
    if (!(await pythonPlace(folder))) {
      this.fault({
        fault: t("This server does not provide Python for browsers. In a terminal: {command}", COMMAND),
        line: null,
      });
      return;
    }
    const given = await supplies(folder);
    const crew = new Crew(() => this.opened(given, code), loadingBar, 1);
    this.crew = crew;
  }

  /** @param {Supplies} given @param {string} code */
  opened(given, code) {
    const sandbox = new Sandbox(given, code, lang);
    let later = 0;
    sandbox.addEventListener("message", (event) => {
      const { data } = /** @type {MessageEvent} */ (event);
      if (data.runs) later = setTimeout(() => this.late(sandbox), LATE);
      if (data.taken) {
        clearTimeout(later);
        this.taken(data.taken);
      }
    });
    return sandbox;
  }

  /** @param {Sandbox} sandbox */
  late(sandbox) {
    sandbox.terminate();
    loadingBar(1);
    this.fault({ fault: t("no answer within {seconds} s", { seconds: LATE / 1000 }), line: null });
  }

  /** @param {any} told */
  taken(told) {
    if (told.fault) return this.fault(told);
    if (!this.crew || this.shown === this.crew) return undefined; // a worker that was ended has started again
    this.shown = this.crew;
    askInstead(this.crew);
    replace(this.told, report(told));
    say(told.passed ? t("The game can be played.") : t("The game breaks a rule that Nimatron relies on."));
    return this.play(told.start);
  }

  /** @param {any} told */
  fault({ fault, line }) {
    this.editor.mark(line);
    const place = line ? `${t("line {n}", { n: line })}: ` : "";
    replace(this.told, h("p", { class: "bad", id: "fault" }, place, fault));
  }

  /** A match, with what the solver says of each position. @param {string} start */
  play(start) {
    const match = new Match(start, {
      misere: false,
      computer: 1,
      level: "perfect",
      seed: Math.floor(Math.random() * 1e9),
    });
    const solved = h("div", { class: "lines", id: "solved" });
    const why = new Why({ matchView: () => matchView, play: (move) => matchView.play(move) });
    const changed = () => {
      why.show(match.position, false, match.computersTurn ? "computer" : "you");
      this.solve(match.position, solved);
    };
    const matchView = new MatchView(match, { changed, list: true });
    const again = button(t("Begin again"), () => this.play(start));
    replace(
      this.answer,
      h("div", { class: "card own-board" }, matchView.element, h("div", { class: "row" }, again)),
      solved,
      why.element,
    );
    matchView.refresh();
  }

  /** @param {string} position @param {HTMLElement} place */
  async solve(position, place) {
    try {
      const { lines } = await get("analysis", { position }, undefined, true);
      replace(
        place,
        lines.map(({ text, style }) => h("p", { class: style }, text)),
      );
    } catch (fault) {
      this.fault(splitFault(fault.message));
    }
  }

  async share() {
    const url = new URL("own.html", document.baseURI);
    url.searchParams.set("lang", lang);
    url.hash = `code=${await encode(this.editor.code)}`;
    const field = h("input", {
      type: "text",
      readonly: true,
      value: url.href,
      id: "share-link",
      "aria-label": t("link"),
    });
    replace(
      this.told,
      h("p", {}, t("The link contains the code: everyone who opens it sees the code before it runs.")),
      field,
    );
    field.select();
  }
}

/** @param {{passed: boolean, lines: Api.Line[]}} told */
function report({ passed, lines }) {
  return h(
    "details",
    { class: "card", open: !passed },
    h("summary", {}, passed ? t("The game can be played.") : t("The game breaks a rule that Nimatron relies on.")),
    lines.map(({ text, style }) => h("p", { class: `mono ${style}` }, text)),
  );
}

/** A fault as the engine words it, with the line of the code taken out. @param {string} text */
function splitFault(text) {
  const found = /\/own\/game\.py:(\d+)(: )?/i.exec(text);
  return found ? { fault: text.replace(found[0], ""), line: Number(found[1]) } : { fault: text, line: null };
}

const main = await shell("own.html", "A game of your own");
main.classList.add("own");
const linked = await decode(location.hash);
new Own(main, linked ?? localStorage.getItem(DRAFT) ?? SAMPLE, linked !== null);

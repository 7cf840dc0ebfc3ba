// A pupil's own program, which moves for the pupil in a class. It runs in the pupil's browser, shut off from everything
// else; the class gets its moves, as if the pupil had clicked them.

import { Problem, address } from "../api.js";
import { Dialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { Crew, helpless } from "../engine/crew.js";
import { loadingBar } from "../engine/loading-bar.js";
import { registerService } from "../engine/register-service.js";
import { Sandbox, pythonPlace, supplies } from "../engine/sandbox.js";
import { lang, t } from "../language.js";
import { CodeEditor } from "../own/code-editor.js";

const KEPT = "nimatron.program";
const STARTER = "def move(position):\n    return 1\n";

export class OwnProgram {
  /** @type {Promise<Crew> | null} */
  crew = null;
  moves = false; // does it move whenever this pupil is to move?

  constructor() {
    this.editor = new CodeEditor(localStorage.getItem(KEPT) ?? STARTER, () => this.changed(), t("Your program"));
    this.possible = pythonPlace(new URL("./", document.baseURI).href);
  }

  /** @param {(wanted: boolean) => void} choose called with whether the program is to move from now on */
  open(choose) {
    const dialog = new Dialog(t("Your program"));
    /** @param {boolean} wanted */
    const set = (wanted) => {
      this.moves = wanted;
      dialog.close();
      choose(wanted);
    };
    dialog.open(
      h("p", {}, t("Write move(position). It gets the number of one heap, the list of several heaps, or text.")),
      h("p", {}, t("It returns the number that it takes, the list of heaps after the move, or the move in words.")),
      this.editor.element,
      h(
        "div",
        { class: "row" },
        button(t("Let it play for you"), () => set(true), { class: "primary", id: "program-moves" }),
        button(t("Play yourself"), () => set(false), { id: "program-rests" }),
      ),
      h("p", { class: "dim small" }, t("Your program runs in your browser only.")),
    );
  }

  changed() {
    localStorage.setItem(KEPT, this.editor.code);
    this.leave();
  }

  /**
   * The program's move; a Problem if it has none.
   * @param {string} position @param {boolean} misere @returns {Promise<Move>}
   */
  async move(position, misere) {
    this.crew ??= this.started();
    const crew = await this.crew;
    const response = await crew.ask(address("turn", { position, misere }));
    const answer = await response.json();
    if (!response.ok) throw new Problem(answer);
    return answer.computer;
  }

  /** @returns {Promise<Crew>} */
  async started() {
    const given = await supplies(await registerService());
    const { code } = this.editor;
    return new Promise((done, fail) => {
      const crew = new Crew(() => this.opened(given, code, () => done(crew), fail), loadingBar, 1);
    });
  }

  /** @param {Supplies} given @param {string} code @param {() => void} done @param {(fault: Problem) => void} fail */
  opened(given, code, done, fail) {
    const sandbox = new Sandbox(given, code, lang, { plays: true });
    sandbox.addEventListener("message", async (event) => {
      const { data } = /** @type {MessageEvent} */ (event);
      if (data.failed) fail(new Problem(await helpless().json()));
      if (data.taken?.fault) fail(new Problem({ detail: data.taken.fault }));
      else if (data.taken) done();
    });
    return sandbox;
  }

  leave() {
    this.moves = false;
    this.crew?.then(
      (crew) => crew.dismiss(),
      () => {},
    );
    this.crew = null;
  }
}

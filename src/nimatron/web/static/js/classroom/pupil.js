// The class on a pupil's device: join with a nickname, then whatever the teacher has set.

import { button, field, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../language.js";
import { Connection, asPupil, send } from "./connection.js";
import { OwnProgram } from "./own-program.js";
import { sceneFor } from "./scenes.js";

const KEPT = "nimatron.class";

function readToken() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/** @param {HTMLElement} main @param {Api.Games} catalog */
export function open(main, catalog) {
  new PupilScreen(main, catalog).begin();
}

class PupilScreen {
  /** @type {Connection} */
  line;
  /** @type {ReturnType<typeof sceneFor> | null} */
  scene = null;
  /** @type {ClassView | undefined} */
  view;
  isLost = false;
  key = "";

  /** @param {HTMLElement} main @param {Api.Games} catalog */
  constructor(main, catalog) {
    this.main = main;
    this.titles = new Map(catalog.games.map((game) => [game.id, game.title]));
    this.program = new OwnProgram();
    this.bar = h("div", { class: "class-bar" });
    this.notice = h("p", { class: "class-notice", role: "status" });
    this.place = h("div", { class: "class-scene" });
    main.classList.add("class");
  }

  begin() {
    const known = readToken();
    if (known?.token) this.connect(known.token);
    else this.join();
  }

  // -- joining --

  join(sentence = "") {
    document.body.classList.remove("one-screen");
    const name = h("input", {
      type: "text",
      maxlength: 20,
      required: true,
      autocomplete: "off",
      autocapitalize: "words",
      enterkeyhint: "go",
      value: readToken()?.name ?? "",
    });
    const given = new URLSearchParams(location.hash.slice(1)).get("code") ?? readToken()?.code ?? "";
    const code = h("input", {
      type: "text",
      class: "code",
      maxlength: 4,
      required: true,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      value: given,
    });
    const told = h("p", { class: "bad", role: "alert" }, sentence);
    /** @param {On<Event>} event */
    const submit = async (event) => {
      event.preventDefault();
      try {
        // A device that was here before returns to its tries and answers.
        const before = readToken()?.before;
        const asked = { name: name.value, code: code.value };
        const { token, name: known } = await send("join", asked, before ? asPupil(before) : {});
        localStorage.setItem(KEPT, JSON.stringify({ token, name: known, code: code.value }));
        this.connect(token);
      } catch (fault) {
        replace(told, fault.message);
      }
    };
    replace(
      this.main,
      h(
        "form",
        { class: "card join", onsubmit: submit },
        h("h1", {}, t("Join the class")),
        field(t("Code of the class"), code),
        field(t("Your nickname"), name),
        told,
        h("button", { type: "submit", class: "primary" }, t("Join")),
        h("p", { class: "dim small" }, t("Take a nickname, not your full name. It is deleted when the class ends.")),
      ),
    );
    (given ? name : code).focus();
  }

  /** @param {string} token */
  connect(token) {
    this.token = token;
    replace(this.main, this.bar, this.notice, this.place);
    replace(this.place, h("p", { class: "dim" }, t("One moment ...")));
    this.line = new Connection(asPupil(token), {
      seen: (view) => this.seen(view),
      gone: () => this.gone(),
      lost: (yes) => this.lost(yes),
    });
    this.line.follow();
  }

  // The class has ended, or the teacher has sent this device away.
  gone() {
    this.scene?.leave();
    this.scene = null;
    this.program.leave();
    const { name, code } = readToken() ?? {};
    localStorage.setItem(KEPT, JSON.stringify({ name, code, before: this.token }));
    this.join(this.view ? t("You are no longer in the class. You can join again.") : "");
  }

  async leave() {
    try {
      await this.line.send("leave");
    } catch (fault) {
      replace(this.notice, fault.message);
    }
  }

  // -- the class --

  /** @param {boolean} yes */
  lost(yes) {
    if (yes === this.isLost) return;
    this.isLost = yes;
    this.drawBar();
  }

  /** @param {ClassView} view */
  seen(view) {
    this.view = view;
    this.drawBar();
    const key = sceneKey(view);
    if (this.scene && this.key === key) this.scene.update(view);
    else if (!(this.scene && "holds" in this.scene && this.scene.holds(view))) this.change(key, view);
  }

  /** @param {string} key @param {ClassView} view */
  change(key, view) {
    this.scene?.leave();
    this.key = key;
    const { line, titles, program } = this;
    this.scene = sceneFor(view, { line, titles, program, again: () => this.restart() });
    document.body.classList.toggle("one-screen", "full" in this.scene);
    replace(this.place, this.scene.element);
    this.scene.update(view);
  }

  // The scene is made anew from what the class says now.
  restart() {
    if (this.view) this.change(sceneKey(this.view), this.view);
  }

  drawBar() {
    const { view } = this;
    if (!view) return;
    const quiet = this.isLost
      ? t("The connection is lost. Trying again ...")
      : view.paused
        ? t("The teacher has paused the class.")
        : "";
    this.main.classList.toggle("paused", view.paused);
    this.main.classList.toggle("lost", Boolean(this.isLost));
    if (this.notice.textContent !== quiet) {
      this.notice.textContent = quiet;
      if (quiet) say(quiet);
    }
    replace(
      this.bar,
      h("b", { class: "who" }, view.you.name),
      button(t("Leave the class"), () => this.leave(), { class: "quiet", id: "leave" }),
    );
  }
}

/** While this stays the same, the scene does. @param {ClassView} view */
function sceneKey({ activity: { kind, id, bout, number }, podium }) {
  return podium ? "podium" : [kind, id, bout?.id, number].join(" ");
}

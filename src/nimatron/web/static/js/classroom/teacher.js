// The teacher's screen: how to join, what the class does, how it goes, and who is there.

import { address, get } from "../api.js";
import { still } from "../board.js";
import { button, field, h, replace, segments, select } from "../dom.js";
import { Gallery } from "../gallery.js";
import { Dialog } from "../dialog.js";
import { lang, t } from "../language.js";
import { Connection, asTeacher } from "./connection.js";
import { LiveBoards } from "./live-boards.js";
import { overview } from "./overview.js";
import { Rungs } from "./rungs.js";

const PREVIEW = { width: 300, height: 170 };
const KEPT = "nimatron.class.setting";
const PACES = () => [
  ["0", t("as fast as they can")],
  ["0.5", t("two moves a second")],
  ["1.5", t("slowly")],
];

/** @param {HTMLElement} main @param {string} key @param {Api.Games} catalog */
export function open(main, key, catalog) {
  new TeacherScreen(main, key, catalog);
}

class TeacherScreen {
  doorKnown = "";

  /** @param {HTMLElement} main @param {string} key @param {Api.Games} catalog */
  constructor(main, key, catalog) {
    this.main = main;
    this.key = key;
    this.titles = new Map(catalog.games.map((game) => [game.id, game.title]));
    this.told = h("p", { class: "bad", role: "alert" });
    this.unsaved = h("p", { class: "bad", id: "unsaved", role: "alert" });
    this.switches = h("div", { class: "row class-switches" });
    this.door = h("section", { class: "panel", "aria-label": t("Join the class") });
    this.setting = new Setting(catalog, (path, body) => this.send(path, body));
    this.now = h("section", { class: "panel now", "aria-label": t("Now") });
    this.people = h("section", { class: "panel", "aria-label": t("Pupils") });
    this.parts = { live: new LiveBoards((bout) => this.game(bout)), rungs: new Rungs() };
    this.line = new Connection(asTeacher(key), {
      seen: (view) => this.seen(view),
      gone: () => this.gone(),
      lost: (yes) => this.lost(yes),
    });
    main.classList.add("class", "teacher");
    replace(
      main,
      h("div", { class: "heading" }, h("h1", {}, t("Class")), this.switches),
      this.told,
      this.unsaved,
      h(
        "div",
        { class: "class-columns" },
        h("div", {}, this.now, this.setting.element),
        h("div", { class: "class-corner" }, this.door, this.people),
      ),
      this.setting.bar,
    );
    this.line.follow();
  }

  /** @param {string} path @param {object} body */
  async send(path, body = {}) {
    try {
      await this.line.send(path, body);
      replace(this.told);
      return true;
    } catch (fault) {
      replace(this.told, fault.message);
      return false;
    }
  }

  gone() {
    replace(
      this.main,
      h("p", { class: "bad", role: "alert" }, t("This is not the link of the teacher of this class.")),
    );
  }

  /** @param {boolean} yes */
  lost(yes) {
    if (yes) replace(this.told, t("The connection is lost. Trying again ..."));
    else if (this.wasLost) replace(this.told);
    this.wasLost = yes;
  }

  /** @param {ClassView} view */
  seen(view) {
    this.view = view;
    this.setting.allow(view.programs);
    this.drawUnsaved(view);
    this.drawSwitches(view);
    this.drawDoor(view);
    this.drawPeople(view);
    this.now.hidden = view.activity.kind === "idle";
    replace(
      this.now,
      overview(view, (path, body) => this.send(path, body), this.parts),
    );
    if (view.activity.form === "ladder") this.parts.rungs.update(view.table);
  }

  /** Written once, so that a reader's device says it once. @param {ClassView} view */
  drawUnsaved({ unsaved }) {
    const text = unsaved ? t("This class is not being saved: {reason}", { reason: unsaved }) : "";
    if (this.unsaved.textContent !== text) this.unsaved.textContent = text;
  }

  // -- switches --

  /** @param {ClassView} view */
  drawSwitches(view) {
    /** @param {"closed" | "hidden" | "paused"} what @param {string} text */
    const toggle = (what, text) =>
      button(text, () => this.send("switch", { what, on: !view[what] }), {
        class: "chip",
        id: `switch-${what}`,
        "aria-pressed": String(view[what]),
      });
    const project = () => open_(`class?lang=${lang}#key=${encodeURIComponent(this.key)}&project`);
    replace(
      this.switches,
      toggle("paused", t("Paused")),
      toggle("hidden", t("Values hidden")),
      toggle("closed", t("Door closed")),
      button(t("Project"), project, { class: "icon main", id: "project" }),
      button(t("End the class"), () => this.end(), { class: "icon", id: "end-class" }),
    );
  }

  end() {
    const dialog = new Dialog(t("End the class?"));
    const go = () => {
      dialog.close();
      this.send("end");
    };
    dialog.open(
      h("p", {}, t("This deletes all nicknames and results, and all devices leave the class.")),
      h("div", { class: "row" }, [
        button(t("Cancel"), () => dialog.close(), { class: "icon" }),
        button(t("End the class"), go, { class: "icon main", id: "end-surely" }),
      ]),
    );
  }

  // -- how to join --

  /** @param {ClassView} view */
  drawDoor({ addresses, closed, code }) {
    const [first] = addresses;
    const known = `${first} ${closed}`;
    if (known === this.doorKnown) return;
    this.doorKnown = known;
    const link = `${first ?? new URL("./", location.href).href}class`;
    replace(
      this.door,
      h("h2", {}, t("Join the class")),
      closed ? h("p", { class: "bad" }, t("The door is closed: nobody else can join.")) : null,
      h(
        "div",
        { class: "join-way" },
        h("img", {
          src: address("qr", { text: `${link}#code=${code}` }),
          alt: t("QR code of the link"),
          width: 144,
          height: 144,
          class: "qr",
        }),
        h(
          "div",
          {},
          h("p", { class: "join-address", translate: "no" }, link.replace("http://", "")),
          h("p", { class: "join-code" }, code),
        ),
      ),
      first
        ? null
        : h("p", { class: "bad" }, t("This machine is not connected to a network, so other devices cannot reach it.")),
    );
  }

  /** A game, which the teacher can end if somebody has left. @param {BoutView} bout */
  game({ id, names, players, how, position }) {
    const dialog = new Dialog(`${names[0]} – ${names[1]}`);
    /** @param {string} text @param {string} winner */
    const end = (text, winner) =>
      button(
        text,
        () => {
          dialog.close();
          this.send("settle", { bout: id, winner });
        },
        { class: "icon" },
      );
    dialog.open(
      h("p", {}, h("code", {}, position)),
      how
        ? null
        : h(
            "div",
            { class: "row" },
            names.map((/** @type {string} */ name, /** @type {number} */ i) =>
              players[i] === "bot" ? null : end(t("{name} wins", { name }), players[i]),
            ),
            end(t("nobody wins"), ""),
          ),
    );
  }

  // -- who is there --

  /** @param {ClassView} view */
  drawPeople({ pupils }) {
    const there = pupils.filter(({ online }) => online).length;
    replace(
      this.people,
      h("h2", {}, t("Pupils ({there} of {all} connected)", { there, all: pupils.length })),
      pupils.length ? null : h("p", { class: "dim" }, t("Nobody has joined yet.")),
      h(
        "ul",
        { class: "pupils" },
        pupils.map((pupil) =>
          h(
            "li",
            {},
            button([h("span", { class: `dot-${pupil.online ? "on" : "off"}` }), pupil.name], () => this.pupil(pupil), {
              class: "chip",
              id: `pupil-${pupil.id}`,
              title: pupil.online ? t("connected") : t("not connected"),
            }),
          ),
        ),
      ),
      pupils.length > 1
        ? button(t("Remove several pupils"), () => this.removeSeveral(pupils), { class: "quiet", id: "remove-several" })
        : null,
    );
  }

  /** @param {Pupil[]} pupils */
  removeSeveral(pupils) {
    const dialog = new Dialog(t("Remove several pupils"));
    const boxes = pupils.map(({ id }) => h("input", { type: "checkbox", value: id }));
    const remove = () => {
      const id = boxes.filter((box) => box.checked).map((box) => box.value);
      dialog.close();
      if (id.length) this.send("remove", { id });
    };
    dialog.open(
      h(
        "ul",
        { class: "pupils" },
        pupils.map(({ name }, i) => h("li", {}, h("label", { class: "chip" }, boxes[i], name))),
      ),
      h("div", { class: "row" }, button(t("Remove from the class"), remove, { class: "icon", id: "remove" })),
    );
  }

  /** @param {Pupil} pupil */
  pupil({ id, name }) {
    const dialog = new Dialog(name);
    const input = h("input", { type: "text", maxlength: 20, value: name, autocomplete: "off" });
    /** @param {On<Event>} event */
    const rename = async (event) => {
      event.preventDefault();
      if (await this.send("rename", { id, name: input.value })) dialog.close();
      else replace(told, this.told.textContent);
    };
    const told = h("p", { class: "bad", role: "alert" });
    const remove = () => {
      dialog.close();
      this.send("remove", { id });
    };
    dialog.open(
      h(
        "form",
        { class: "row typed", onsubmit: rename },
        field(t("Another nickname"), input),
        h("button", { type: "submit", class: "icon main" }, t("Rename")),
      ),
      told,
      h("div", { class: "row" }, button(t("Remove from the class"), remove, { class: "icon", id: "remove" })),
    );
  }
}

/** In a window of its own, which can be moved to the projector. @param {string} url */
function open_(url) {
  window.open(url, "nimatron-projector", "popup,width=1280,height=800");
}

// What the class is to do next.
class Setting {
  /** @type {boolean | undefined} */
  programs;
  /** @type {Map<string, string> | undefined} */
  names;

  /** @param {Api.Games} catalog @param {Send} send */
  constructor(catalog, send) {
    this.catalog = catalog;
    this.send = send;
    this.kind = "riddle";
    this.misere = "normal";
    this.form = "robin";
    this.pace = "0.5";
    this.starts = 2;
    this.position = localStorage.getItem(KEPT) ?? "nim: 3 4 5";
    this.quiz = { subject: "who-wins", difficulty: "easy", count: 10 };
    this.picture = h("div", { class: "preview" });
    this.rest = h("div", {});
    this.summary = h("span", { class: "begin-summary" });
    this.bar = h(
      "div",
      { class: "begin-bar" },
      this.summary,
      button(t("Begin"), () => this.begin(), { class: "primary", id: "begin" }),
    );
    this.kinds = h("div", {});
    this.element = h(
      "section",
      { class: "panel setting", "aria-label": t("What the class does") },
      h("h2", {}, t("What the class does")),
      this.kinds,
      this.rest,
    );
    this.gallery = new Gallery(catalog, {
      choose: (game) => this.take(game.sample),
      begin: (position) => this.take(position),
    });
    this.allow(false);
    this.preview();
  }

  /** Programs can play if the teacher has named a folder. @param {boolean} programs */
  allow(programs) {
    if (programs === this.programs) return;
    this.programs = programs;
    const kinds = [
      ["riddle", t("Find a winning move"), t("One position for all")],
      ["quiz", t("Quiz"), t("The same questions for all")],
      ["pairs", t("Play in pairs"), t("Whoever is free plays next")],
      ["contest", t("Tournament"), t("Rounds or a ladder")],
      ...(programs ? [["programs", t("Programs"), t("Programs from your folder")]] : []),
    ];
    const tiles = kinds.map(([kind, title, about]) => [kind, [h("b", {}, title), h("small", {}, about)]]);
    this.names = new Map(kinds.map(([kind, title]) => [kind, title]));
    /** @param {string} kind */
    const change = (kind) => {
      this.kind = kind;
      this.draw();
    };
    replace(this.kinds, segments(t("What the class does"), tiles, this.kind, change, "tiles"));
    this.draw();
  }

  /** Takes another position, or returns the fault of a text that is not a position. @param {string} position */
  async take(position) {
    try {
      const { position: written } = await get("position", { position });
      this.position = written;
      localStorage.setItem(KEPT, written);
      await this.preview();
      this.draw();
      return null;
    } catch (fault) {
      return fault;
    }
  }

  async random() {
    const { position } = await get("start", { game: this.position, seed: Math.floor(Math.random() * 1e9) });
    await this.take(position);
  }

  async preview() {
    try {
      const { pictures } = await get("position", { position: this.position });
      const [picture] = pictures.filter(Boolean);
      replace(
        this.picture,
        picture ? still(picture, PREVIEW) : null,
        h("code", { class: "preview-text" }, this.position),
      );
    } catch {
      this.position = "nim: 3 4 5";
      await this.preview();
    }
  }

  draw() {
    replace(
      this.summary,
      h("b", {}, this.names?.get(this.kind)),
      this.kind === "quiz" ? null : h("code", {}, this.position),
    );
    if (this.kind === "quiz") {
      this.drawQuiz();
      return;
    }
    const rule = segments(
      t("Whoever makes the last move"),
      [
        ["normal", t("wins")],
        ["misere", t("loses")],
      ],
      this.misere,
      (value) => (this.misere = value),
    );
    rule.dataset.caption = t("Last move");
    replace(
      this.rest,
      this.picture,
      h(
        "div",
        { class: "row" },
        button(t("Choose a game"), () => this.gallery.open(this.position), { class: "icon", id: "choose" }),
        button(t("Random start"), () => this.random(), { class: "icon" }),
      ),
      h("div", { class: "row" }, rule),
      this.kind === "contest" ? h("div", { class: "row" }, this.forms()) : null,
      this.kind === "programs" ? this.paces() : null,
    );
  }

  forms() {
    const forms = [
      ["robin", t("everybody against everybody")],
      ["ladder", t("a ladder")],
    ];
    return segments(t("Tournament"), forms, this.form, (form) => (this.form = form));
  }

  paces() {
    const counts = [1, 2, 4, 6, 10].map((n) => [String(n), n]);
    return h(
      "div",
      { class: "grid-fields" },
      field(
        t("Starts"),
        select(counts, String(this.starts), (n) => (this.starts = Number(n))),
      ),
      field(
        t("Pace"),
        select(PACES(), this.pace, (pace) => (this.pace = pace)),
      ),
    );
  }

  async drawQuiz() {
    const { kinds, difficulties } = await get("quizzes");
    if (this.kind !== "quiz") return;
    /** @param {Api.Named[]} list */
    const pairs = (list) => list.map(({ id, title }) => [id, title]);
    const { quiz } = this;
    replace(
      this.rest,
      h(
        "div",
        { class: "grid-fields" },
        field(
          t("Kind of question"),
          select(pairs(kinds), quiz.subject, (value) => (quiz.subject = value)),
        ),
        field(
          t("Difficulty"),
          select(pairs(difficulties), quiz.difficulty, (value) => (quiz.difficulty = value)),
        ),
        field(
          t("Questions"),
          select(
            [5, 10, 15, 20].map((n) => [String(n), n]),
            String(quiz.count),
            (value) => (quiz.count = Number(value)),
          ),
        ),
      ),
    );
  }

  begin() {
    const { position } = this;
    const misere = this.misere === "misere";
    if (this.kind === "quiz") return this.send("begin/quiz", this.quiz);
    if (this.kind === "riddle") return this.send("begin/riddle", { position, misere });
    if (this.kind === "programs") {
      const { starts, pace } = this;
      return this.send("begin/programs", { position, misere, starts, pace: Number(pace) });
    }
    return this.send("begin/contest", { position, misere, form: this.kind === "pairs" ? "pairs" : this.form });
  }
}

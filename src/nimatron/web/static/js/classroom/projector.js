// The screen for the whole class: how to join, a large board, a table. Key V shows the values.

import { address, get } from "../api.js";
import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { lang, t } from "../language.js";
import { Connection, asTeacher } from "./connection.js";
import { QuizQuestion } from "./quiz-question.js";
import { LiveBoards } from "./live-boards.js";
import { coins, podium } from "./podium.js";
import { Rungs } from "./rungs.js";
import { programsTable, ranks } from "./standings.js";
import { Watch } from "./watch.js";

/** @param {HTMLElement} main @param {string} key @param {Api.Games} catalog */
export function open(main, key, catalog) {
  new Projector(main, key, catalog);
}

/** What a part of the screen needs to be scrolled by keyboard. @param {string} label */
const scrolled = (label) => ({ tabindex: 0, role: "region", "aria-label": label });

class Projector {
  /** @type {Watch | null} */
  watch = null;
  /** @type {QuizQuestion | null} */
  question = null;
  /** @type {HTMLElement} */
  side;
  /** @type {ClassView | undefined} */
  view;
  /** @type {LiveBoards | null} */
  live = null;
  rungs = new Rungs();
  rules = h("p", {});
  shown = "";
  wayKnown = "";
  link = "";
  open = false;

  /** @param {HTMLElement} main @param {string} key @param {Api.Games} catalog */
  constructor(main, key, catalog) {
    this.main = main;
    this.key = key;
    this.titles = new Map(catalog.games.map((game) => [game.id, game.title]));
    this.place = h("div", { class: "projected" });
    this.values = h("div", { class: "projected-values", role: "status" });
    document.body.classList.add("projecting", "one-screen");
    main.classList.add("class");
    const full = () =>
      document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    this.bar = h(
      "div",
      { class: "row projected-bar" },
      (this.way = h("div", { class: "projected-way" })),
      button(t("Values (key V)"), () => this.toggle(), { class: "icon", id: "values" }),
      button(t("Full screen (key F)"), full, { class: "icon", id: "full" }),
    );
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key.toLowerCase() === "v") this.toggle();
      if (event.key.toLowerCase() === "f") full();
    });
    replace(main, this.place, this.bar);
    this.line = new Connection(asTeacher(key), {
      seen: (view) => this.seen(view),
      gone: () => replace(main, h("p", { class: "bad" }, t("This is not the link of the teacher of this class."))),
    });
    this.line.follow();
  }

  /** @param {ClassView} view */
  seen(view) {
    const { activity } = view;
    const key = view.podium ? "podium" : [activity.kind, activity.id, activity.number].join(" ");
    this.view = view;
    this.drawWay(view);
    if (view.podium) {
      this.crown(view.podium, key);
      return;
    }
    if (key !== this.shown) this.begin(key, activity);
    this.update(view);
  }

  /** How to join, always in a corner. @param {ClassView} view */
  drawWay({ addresses, code, closed, activity }) {
    const link = `${addresses[0] ?? new URL("./", location.href).href}class`;
    const known = `${link} ${closed} ${activity.kind === "idle"}`;
    if (known === this.wayKnown) return;
    this.wayKnown = known;
    this.link = link;
    replace(
      this.way,
      closed || activity.kind === "idle"
        ? null
        : [
            h("img", {
              src: address("qr", { text: `${link}#code=${code}` }),
              alt: t("QR code of the link"),
              class: "qr",
            }),
            h("span", { class: "join-address", translate: "no" }, link.replace("http://", "")),
            h("span", { class: "join-code" }, code),
          ],
    );
  }

  /** @param {PodiumPlace[]} places @param {string} key */
  crown(places, key) {
    if (this.shown === key) return;
    this.shown = key;
    this.watch?.leave();
    this.question?.leave();
    this.watch = this.question = null;
    this.hide();
    replace(
      this.place,
      h("div", { class: "projected-join", ...scrolled(t("Class")) }, h("h1", {}, t("Podium")), podium(places)),
    );
  }

  /** What is played, and who wins. @param {Activity} activity */
  async rule({ position, misere }) {
    const { rules, winning_rule } = await get("position", { position }, undefined, true);
    replace(this.rules, rules[0] ?? "", " ", h("b", {}, winning_rule[misere ? "misere" : "normal"]));
  }

  /**
   * Another thing to show; what was known about the one before is hidden again.
   * @param {string} key @param {Activity} activity
   */
  begin(key, activity) {
    this.shown = key;
    this.watch?.leave();
    this.question?.leave();
    this.watch = this.question = null;
    this.hide();
    this.side = h("div", { class: "projected-side" });
    this.rules = h("p", { class: "projected-rule" });
    this.live = activity.kind === "contest" ? new LiveBoards() : null;
    this.rungs = new Rungs();
    if (["riddle", "programs"].includes(activity.kind)) this.watch = new Watch(this.titles);
    if (activity.position) this.rule(activity).catch(() => {});
    if (activity.kind === "quiz" && !activity.finished) {
      this.question = new QuizQuestion(this.line, { titles: this.titles });
    }
    const board = this.watch?.element ?? this.live?.element ?? this.question?.element ?? h("div", {});
    const beside = h("div", { class: "projected-beside", ...scrolled(t("Now")) }, this.side, this.values);
    replace(this.place, h("div", { class: "projected-board", ...scrolled(t("Board")) }, board), beside);
    this.bar.querySelector("#values").hidden = activity.kind !== "riddle";
  }

  /** @param {ClassView} view */
  update({ activity, pupils, paused, table, code }) {
    const pause = paused ? h("p", { class: "bad" }, t("Paused")) : null;
    const { link } = this;
    const way = [
      h("p", { class: "join-address", translate: "no" }, link.replace("http://", "")),
      h("img", {
        src: address("qr", { text: `${link}#code=${code}` }),
        alt: t("QR code of the link"),
        width: 320,
        height: 320,
        class: "qr",
      }),
      h("p", { class: "join-code" }, code),
    ];
    /** @param {number} n */
    const count = (n) => t("{n} of {all} have found it", { n, all: pupils.length });
    const show = {
      idle: () => {
        replace(
          this.place,
          h(
            "div",
            { class: "projected-join", ...scrolled(t("Class")) },
            h("h1", {}, t("Join the class")),
            way,
            this.names(pupils),
          ),
        );
        this.shown = "idle";
      },
      riddle: () => {
        this.watch?.show(activity.position);
        replace(
          this.side,
          pause,
          h("h1", {}, t("Find a winning move.")),
          this.rules,
          h("p", { class: "large" }, count(activity.found.length)),
          coins(activity.found.length, pupils.length),
        );
      },
      contest: () => {
        const { round, rounds, form, bouts } = activity;
        this.live?.update(bouts);
        const number = rounds ? t("Round {n} of {all}", { n: round, all: rounds }) : t("Round {n}", { n: round });
        const title = form === "pairs" ? t("Play in pairs") : number;
        const places = form === "ladder" ? this.rungs.element : ranks(table, "", form);
        replace(this.side, pause, h("h1", {}, title), this.rules, places);
        if (form === "ladder") this.rungs.update(table);
      },
      programs: () => {
        this.watch?.match(activity);
        replace(this.side, pause, h("h1", {}, t("Programs play")), this.rules, programsTable(activity));
      },
      quiz: () => this.quiz(activity, pupils, pause),
    }[activity.kind];
    show();
  }

  /** @param {Pupil[]} pupils */
  names(pupils) {
    return h("p", { class: "large" }, pupils.map(({ name }) => name).join(" · "));
  }

  /** @param {Activity} activity @param {Pupil[]} pupils @param {Child} pause */
  quiz({ number, count, finished, shown, answers, points }, pupils, pause) {
    if (shown) this.question?.reveal();
    const best = [...pupils].sort((a, b) => (points[b.id] ?? 0) - (points[a.id] ?? 0)).slice(0, 10);
    replace(
      this.side,
      pause,
      h("h1", {}, finished ? t("The quiz is over.") : t("Question {n} of {all}", { n: number + 1, all: count })),
      finished
        ? h(
            "ol",
            { class: "large" },
            best.map(({ id, name }) => h("li", {}, `${name}: ${points[id] ?? 0}`)),
          )
        : h(
            "p",
            { class: "large" },
            t("{n} of {all} have answered", { n: Object.keys(answers).length, all: pupils.length }),
          ),
    );
  }

  // -- values --

  hide() {
    this.open = false;
    replace(this.values);
    this.watch?.boards.mark("hinted", new Set());
  }

  async toggle() {
    if (this.open || this.view?.activity.kind !== "riddle") {
      this.hide();
      return;
    }
    this.open = true;
    const { position, misere } = this.view.activity;
    try {
      const query = new URLSearchParams({ position, misere: String(misere), lang });
      const response = await fetch(`api/v1/analysis?${query}`, { headers: asTeacher(this.key) });
      /** @type {{lines?: Api.Line[], detail?: string}} */
      const { lines, detail } = await response.json();
      if (!this.open) return;
      const texts = (lines?.map(({ text }) => text) ?? [detail]).filter(Boolean);
      replace(
        this.values,
        texts.map((text) => h("p", {}, text)),
      );
      say(texts.join(" "));
    } catch (fault) {
      replace(this.values, fault.message);
    }
  }
}

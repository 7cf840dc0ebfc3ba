// The teacher's overview: who has found the move, who has answered, which games are open.

import { button, h } from "../dom.js";
import { t } from "../language.js";
import { coins, podium } from "./podium.js";
import { programsTable, ranks } from "./standings.js";

/**
 * The panel about what the class does now; `live` shows its games, `rungs` its ladder.
 * @param {ClassView} view @param {Send} send @param {{live: LiveBoards, rungs: Rungs}} parts
 */
export function overview(view, send, parts) {
  const { activity } = view;
  const show = { riddle, quiz, contest, programs, idle }[activity.kind];
  const stop =
    activity.kind === "idle"
      ? null
      : h(
          "div",
          { class: "row" },
          button(t("Podium"), () => send("podium"), { class: "icon", id: "podium", disabled: Boolean(view.podium) }),
          button(t("Finish this"), () => send("begin/idle"), { class: "icon", id: "finish" }),
        );
  if (view.podium) return [h("h2", {}, t("Podium")), podium(view.podium), stop];
  return [show(view, send, parts), stop];
}

/** @param {Pupil[]} pupils */
const nameMap = (pupils) => new Map(pupils.map(({ id, name }) => [id, name]));

function idle() {
  return [h("h2", {}, t("Now")), h("p", { class: "dim" }, t("The class is waiting for you to start an activity."))];
}

/** @param {ClassView} view */
function riddle({ activity: { position, tries, found }, pupils }) {
  const names = nameMap(pupils);
  const trying = pupils.filter(({ id }) => tries[id] && !found.includes(id));
  return [
    h("h2", {}, t("{n} of {all} have found it", { n: found.length, all: pupils.length })),
    coins(found.length, pupils.length),
    h("p", {}, h("code", {}, position)),
    h(
      "ol",
      { class: "found" },
      found.map((/** @type {string} */ id) =>
        h("li", {}, `${names.get(id)} `, h("span", { class: "dim" }, triesText(tries[id]))),
      ),
    ),
    trying.length ? h("h3", {}, t("Still trying")) : null,
    h(
      "ul",
      { class: "found" },
      trying.map(({ id, name }) => h("li", {}, `${name} `, h("span", { class: "dim" }, triesText(tries[id])))),
    ),
  ];
}

/** @param {number} n */
const triesText = (n) => t("tries: {n}", { n });

/** @param {ClassView} view @param {Send} send */
function quiz({ activity, pupils }, send) {
  const { number, count, answers, points, shown, finished } = activity;
  const right = Object.values(answers).filter(Boolean).length;
  const best = [...pupils].sort((a, b) => (points[b.id] ?? 0) - (points[a.id] ?? 0));
  /** @param {Pupil} pupil */
  const said = ({ id }) => (id in answers ? (answers[id] ? t("right") : t("wrong")) : "");
  return [
    h("h2", {}, finished ? t("The quiz is over.") : t("Question {n} of {all}", { n: number + 1, all: count })),
    finished
      ? null
      : h(
          "p",
          {},
          t("{n} of {all} have answered, {right} of them right.", {
            n: Object.keys(answers).length,
            all: pupils.length,
            right,
          }),
        ),
    finished
      ? null
      : h("div", { class: "row" }, [
          button(t("Show the answer"), () => send("show"), { class: "icon", id: "show-answer", disabled: shown }),
          button(number + 1 < count ? t("Next question") : t("End the quiz"), () => send("next"), {
            class: "icon main",
            id: "next-question",
          }),
        ]),
    h(
      "table",
      { class: "results" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("Name"), t("Points"), t("Now")].map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        best.map((pupil) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, pupil.name),
            h("td", {}, points[pupil.id] ?? 0),
            h("td", {}, said(pupil)),
          ),
        ),
      ),
    ),
  ];
}

/** @param {ClassView} view @param {Send} send @param {{live: LiveBoards, rungs: Rungs}} parts */
function contest({ activity, pupils, table }, send, { live, rungs }) {
  const { form, round, rounds, bouts, waiting, finished } = activity;
  const names = nameMap(pupils);
  const open = bouts.filter(({ how, bot }) => !how && !bot);
  const between = bouts.filter(({ bot }) => !bot);
  live.update(bouts);
  const title = rounds ? t("Round {n} of {all}", { n: round, all: rounds }) : t("Round {n}", { n: round });
  const last = rounds && round >= rounds;
  return [
    h("h2", {}, finished ? t("Everybody has played everybody.") : form === "pairs" ? t("Play in pairs") : title),
    rounds || form === "ladder"
      ? h("p", {}, t("{n} of {all} games are over.", { n: between.length - open.length, all: between.length }))
      : h("p", { class: "dim" }, t("Whoever is free plays next. Click a game to end it.")),
    waiting.length
      ? h("p", { class: "dim" }, t("Without a game: {names}", { names: waiting.map((id) => names.get(id)).join(", ") }))
      : null,
    last
      ? null
      : h(
          "div",
          { class: "row" },
          button(form === "pairs" ? t("New pairs") : t("Next round"), () => send("round"), {
            class: "icon main",
            id: "next-round",
          }),
        ),
    live.element,
    form === "ladder" ? rungs.element : ranks(table, "", form),
  ];
}

/** @param {ClassView} view @param {Send} send */
function programs({ activity }, send) {
  return [
    h("h2", {}, t("Programs play")),
    activity.running
      ? h(
          "div",
          { class: "row" },
          button(t("Stop"), () => send("stop"), { class: "icon", id: "stop" }),
        )
      : null,
    programsTable(activity),
  ];
}

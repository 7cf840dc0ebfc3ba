// The kinds of steps, each drawn by a function from the data of the step: {element, leave}.

import { get } from "../api.js";
import { button, field, h, replace, unique } from "../dom.js";
import { t } from "../words.js";
import { coinTable } from "./coins.js";
import { collect } from "./collect.js";
import { inductionSteps } from "./induction.js";
import { pictures } from "./pictures.js";
import { playing } from "./playing.js";
import { question } from "./question.js";

const KINDS = { play, collect, guess, rule, proof, question: asked, induction, coins, "own moves": ownMoves };

export function drawStep(step, context) {
  const { element, leave = () => {} } = KINDS[step.kind](step, context);
  return { element: h("article", { class: `step-body is-${step.kind.replace(" ", "-")}` }, element), leave };
}

// The heading and the paragraphs of a step.
function told({ title, text }, kind) {
  return [
    kind ? h("p", { class: "kind" }, kind) : null,
    title ? h("h2", { tabindex: -1 }, title) : null,
    text.map((paragraph, i) => h("p", { class: "told", tabindex: i || title ? null : -1 }, paragraph)),
  ];
}

function rule(step, { finish }) {
  finish(); // to have read it is all
  return { element: [told(step), pictures(step)] };
}

function play(step, context) {
  const match = playing(step, context);
  return { element: [told(step, t("Play")), match.element], leave: match.leave };
}

function asked(step, context) {
  const form = question(step, { ...context, right: context.finish });
  return { element: [told(step, t("Question")), pictures(step), form.element], leave: form.leave };
}

function induction(step, { finish }) {
  return { element: [told(step), inductionSteps(step.position, finish)] };
}

function coins(step, { finish }) {
  return { element: [told(step, t("Play")), coinTable(finish)] };
}

// A guess is kept and not judged.
function guess(step, { answer, keep, finish }) {
  const kept = answer(step.number) ?? "";
  const after = h("p", { class: "answer kept-guess", role: "status" });
  const note = (text) => {
    if (!text.trim()) return;
    keep(step.number, text);
    finish();
    replace(after, step.after ?? t("Your guess is kept. You will see whether it holds."));
  };
  const name = unique("guess");
  const control = step.choices
    ? h(
        "fieldset",
        { class: "choices-of" },
        h("legend", { class: "spoken" }, step.text.join(" ")),
        step.choices.map((choice) =>
          h(
            "label",
            { class: "choice" },
            h("input", { type: "radio", name, value: choice, checked: kept === choice, onchange: () => note(choice) }),
            h("span", {}, choice),
          ),
        ),
      )
    : freely(kept, note);
  return { element: [told(step, t("Guess")), h("div", { class: "card" }, control, after)] };
}

function freely(kept, note) {
  const area = h("textarea", { rows: 3, maxlength: 1000 });
  area.value = kept;
  return [field(t("Your guess"), area), button(t("Keep it"), () => note(area.value), { class: "primary" })];
}

// A proof unfolds part by part; a question opens the next part.
function proof(step, context) {
  const list = h("ol", { class: "proof" });
  const leaves = [];
  const open = (i) => {
    if (i >= step.parts.length) {
      context.finish();
      return;
    }
    if (list.children.length > i) return;
    const part = step.parts[i];
    const go = button(t("Go on"), () => {
      go.remove();
      open(i + 1);
    });
    const form = part.ask ? question(part, { ...context, right: () => open(i + 1) }) : null;
    if (form) leaves.push(form.leave);
    const onward =
      form?.element ?? (i < step.parts.length - 1 ? go : h("p", { class: "qed" }, t("This ends the proof.")));
    list.append(h("li", {}, told(part), pictures(part), onward));
    if (!form && i === step.parts.length - 1) context.finish();
  };
  open(0);
  return {
    element: [told(step, t("Proof")), pictures(step), list],
    leave: () => leaves.forEach((leave) => leave()),
  };
}

// A match whose allowed moves the reader chooses first.
function ownMoves(step, context) {
  const moves = h("input", { type: "text", value: "2,3,7,8", autocomplete: "off" });
  const heap = h("input", { type: "text", inputmode: "numeric", value: "19", autocomplete: "off" });
  const place = h("div", {});
  let match = null;
  const begin = async (event) => {
    event?.preventDefault();
    try {
      const { position } = await get("text", { game: "subtraction", parameters: moves.value, state: heap.value });
      match?.leave();
      match = playing({ position, level: "perfect", first: "choose", wins: 0, why: true }, context);
      replace(place, match.element);
    } catch (fault) {
      replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    }
  };
  begin();
  const form = h(
    "form",
    { class: "card row", onsubmit: begin },
    field(t("Which numbers may be taken?"), moves),
    field(t("How many coins?"), heap),
    h("button", { type: "submit", class: "primary" }, t("Play")),
  );
  return { element: [told(step, t("Play")), form, place], leave: () => match?.leave() };
}

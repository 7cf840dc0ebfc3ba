// The kinds of steps, each drawn by a function from the data of the step: {element, leave}.

import { get } from "../api.js";
import { button, field, h, replace, unique } from "../dom.js";
import { glossaryLink } from "../glossary.js";
import { t } from "../language.js";
import { callsStep } from "./calls-step.js";
import { coinTable } from "./coins.js";
import { collect } from "./collect.js";
import { inductionSteps } from "./induction.js";
import { pictures } from "./pictures.js";
import { lessonMatch } from "./lesson-match.js";
import { lessonQuestion } from "./lesson-question.js";
import { programStep } from "./program-step.js";

/** @type {Record<string, (step: Step, context: LessonContext) => Part>} */
const KINDS = {
  play,
  collect,
  guess,
  rule,
  proof,
  question: questionStep,
  induction,
  coins,
  "own moves": ownMoves,
  program,
  calls,
};

/** @param {Step} step @param {LessonContext} context */
export function drawStep(step, context) {
  const { element, leave = () => {} } = KINDS[step.kind](step, context);
  return { element: h("article", { class: `step-body is-${step.kind.replace(" ", "-")}` }, element), leave };
}

/** The heading, the paragraphs and the new terms of a step.
 * @param {Pick<Step, "title" | "text" | "terms">} step @param {string} [kind] */
function stepWords({ title, text, terms = [] }, kind) {
  return [
    kind ? h("p", { class: "kind" }, kind) : null,
    title ? h("h2", { tabindex: -1 }, title) : null,
    text.map((paragraph, i) => h("p", { class: "told", tabindex: i || title ? null : -1 }, paragraph)),
    terms.map((term) => h("p", { class: "term" }, glossaryLink(term), `: ${term.meaning}`)),
  ];
}

/** @param {Step} step @param {LessonContext} context */
function rule(step, { finish }) {
  finish(); // to have read it is all
  return { element: [stepWords(step), pictures(step)] };
}

/** @param {Step} step @param {LessonContext} context */
function play(step, context) {
  const match = lessonMatch(step, context);
  return { element: [stepWords(step, t("Play")), match.element], leave: match.leave };
}

/** @param {Step} step @param {LessonContext} context */
function questionStep(step, context) {
  const form = lessonQuestion(step, { ...context, right: () => void context.finish() });
  return { element: [stepWords(step, t("Question")), pictures(step), form.element], leave: form.leave };
}

/** @param {Step} step @param {LessonContext} context */
function induction(step, { finish }) {
  return { element: [stepWords(step), inductionSteps(step.position, finish)] };
}

/** @param {Step} step @param {LessonContext} context */
function coins(step, { finish }) {
  return { element: [stepWords(step, t("Play")), coinTable(finish)] };
}

/** @param {Step} step @param {LessonContext} context */
function program(step, context) {
  const { element, leave } = programStep(step, context);
  const words = { title: step.title ?? step.shown.title, text: step.text };
  return { element: [stepWords(words, t("Program")), element], leave };
}

/** @param {Step} step @param {LessonContext} context */
function calls(step, { finish }) {
  finish(); // to have looked at it is all
  return { element: [stepWords(step), callsStep(step.shown.calls)] };
}

/** A guess is kept and not judged. @param {Step} step @param {LessonContext} context */
function guess(step, { answer, keep, finish }) {
  const kept = answer(step.number) ?? "";
  const after = h("p", { class: "answer kept-guess", role: "status" });
  /** @param {string} text */
  const note = (text) => {
    if (!text.trim()) return;
    keep(step.number, text);
    finish();
    replace(after, step.after ?? t("Your guess is saved. You will see whether it is right."));
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
  return { element: [stepWords(step, t("Guess")), h("div", { class: "card" }, control, after)] };
}

/** @param {string} kept @param {(text: string) => void} note */
function freely(kept, note) {
  const area = h("textarea", { rows: 3, maxlength: 1000 });
  area.value = kept;
  return [field(t("Your guess"), area), button(t("Keep it"), () => note(area.value), { class: "primary" })];
}

/** A proof unfolds part by part; a question opens the next part. @param {Step} step @param {LessonContext} context */
function proof(step, context) {
  if (step.proof) return computedProof(step, context);
  const list = h("ol", { class: "proof" });
  /** @type {(() => void)[]} */
  const leaves = [];
  /** The next part, if there is one. @param {number} i @returns {Further} */
  const open = (i) => {
    if (i >= step.parts.length) return void context.finish();
    if (list.children.length > i) return list.children[i];
    const part = step.parts[i];
    const go = button(t("Go on"), () => {
      go.remove();
      open(i + 1);
    });
    const form = part.ask ? lessonQuestion(part, { ...context, right: () => open(i + 1) }) : null;
    if (form) leaves.push(form.leave);
    const onward =
      form?.element ?? (i < step.parts.length - 1 ? go : h("p", { class: "qed" }, t("This ends the proof.")));
    list.append(h("li", {}, stepWords(part), pictures(part), onward));
    if (!form && i === step.parts.length - 1) context.finish();
    return list.lastElementChild;
  };
  open(0);
  return {
    element: [stepWords(step, t("Proof")), pictures(step), list],
    leave: () => leaves.forEach((leave) => leave()),
  };
}

/**
 * A proof whose steps are computed for the numbers that the reader chooses.
 * @param {Step} step @param {LessonContext} context
 */
function computedProof(step, { finish }) {
  const input = h("input", { type: "text", value: step.proof.instance, autocomplete: "off" });
  const place = h("div", { "aria-live": "polite" });
  /** @param {Api.Proof} found */
  const show = ({ steps }) =>
    replace(
      place,
      h(
        "ol",
        { class: "proof" },
        steps.map(({ text, holds }) => h("li", { class: holds ? "" : "bad" }, text)),
      ),
      h("p", { class: "qed" }, t("This ends the proof.")),
    );
  /** @param {Event} event */
  const again = async (event) => {
    event.preventDefault();
    try {
      show(await get("proof", { name: step.proof.name, instance: input.value }));
    } catch (fault) {
      replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    }
  };
  show(step.proof);
  finish(); // to have read it is all
  const form = h(
    "form",
    { class: "card row", onsubmit: again },
    field(t("Your own numbers: {expected}", { expected: step.proof.expected }), input),
    h("button", { type: "submit", class: "primary" }, t("Show the steps")),
  );
  return { element: [stepWords(step, t("Proof")), h("p", {}, h("strong", {}, step.proof.statement)), form, place] };
}

/** A match whose allowed moves the reader chooses first. @param {Step} step @param {LessonContext} context */
function ownMoves(step, context) {
  const moves = h("input", { type: "text", value: "2,3,7,8", autocomplete: "off" });
  const heap = h("input", { type: "text", inputmode: "numeric", value: "19", autocomplete: "off" });
  const place = h("div", {});
  /** @type {Part | null} */
  let match = null;
  /** @param {Event} [event] */
  const begin = async (event) => {
    event?.preventDefault();
    try {
      const { position } = await get("text", { game: "subtraction", parameters: moves.value, state: heap.value });
      match?.leave?.();
      match = lessonMatch({ position, level: "perfect", first: "choose", wins: 0, why: true }, context);
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
  return { element: [stepWords(step, t("Play")), form, place], leave: () => match?.leave?.() };
}

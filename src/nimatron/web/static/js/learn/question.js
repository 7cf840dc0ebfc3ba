// A question: how it is answered, what is said to the answer. The solver judges; nothing here knows an answer.

import { get } from "../api.js";
import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../words.js";
import { CONTROLS } from "./controls.js";
import { figure } from "./pictures.js";

const ON_BOARD = ["move", "moves"]; // controls that draw the position themselves
const ENOUGH = 2; // after so many tries the answer may be asked for

// `right()` is called when the answer is right, or was asked for and told.
export function question(step, { id, titles, answer, keep, right }) {
  const { number } = step;
  const kept = answer(number);
  const verdict = h("div", { class: "verdict", role: "status" });
  let tries = 0;

  const judge = async (given) => {
    if (!String(given).trim()) {
      show("wrong", t("Answer first, then check."));
      return;
    }
    try {
      const found = await get("judge", { lesson: id, step: number, answer: given, tries });
      control.pressed?.(given);
      control.wrong?.(found.wrong);
      keep(number, { answer: given, right: found.right });
      if (found.right) passed(found);
      else failed(found);
    } catch (fault) {
      show("wrong", fault.message);
    }
  };
  const passed = ({ reason }) => {
    show("right", t("Right!"), reason);
    right();
  };
  const failed = ({ said, hint }) => {
    tries++;
    show("wrong", said || t("Not yet: try again."), hint);
    if (tries >= ENOUGH) verdict.append(button(t("Show me the answer"), giveUp, { class: "plain give-up" }));
  };
  const giveUp = async () => {
    const { said, reason } = await get("judge", { lesson: id, step: number, give_up: true });
    show("told", said, reason);
    right();
  };
  const show = (look, first, second = "") => {
    const sign = { right: "✔ ", wrong: "✖ ", told: "" }[look];
    replace(
      verdict,
      h("p", { class: `answer ${look}` }, sign, first),
      second ? h("p", { class: "because" }, second) : null,
    );
    say(`${first} ${second}`);
  };

  const control = CONTROLS[step.control]({ ...step, titles, kept: kept?.answer }, judge);
  if (kept?.right) {
    show("right", t("You have answered this."));
    queueMicrotask(right);
  }
  const position = !step.boards && !ON_BOARD.includes(step.control) ? step.shown.position : null;
  const board = position ? h("div", { class: "figures" }, figure(position)) : null;
  return { element: [board, control.element, verdict], leave: control.leave };
}

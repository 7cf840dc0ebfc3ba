// A question of a lesson: its control, and the verdict on the answer. The solver judges; nothing here knows an answer.

import { get } from "../api.js";
import { button, h } from "../dom.js";
import { t } from "../language.js";
import { CONTROLS } from "./controls.js";
import { figure } from "./pictures.js";

const ON_BOARD = ["move", "moves"]; // controls that draw the position themselves
const ENOUGH = 2; // after so many tries the answer may be asked for

/**
 * `right()` is called when the answer is right, or was asked for and told; it returns what the reader sees next, if
 * that is still in this step.
 * @param {Step} step @param {LessonContext & {right: () => Further}} context
 */
export function lessonQuestion(step, { id, titles, answer, keep, verdict, right }) {
  const { number } = step;
  const kept = answer(number);
  let tries = 0;

  /** @param {string} given */
  const judge = async (given) => {
    if (!String(given).trim()) {
      verdict("wrong", t("Answer first, then check."));
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
      verdict("wrong", fault.message);
    }
  };
  /** @param {Api.Judged} found */
  const passed = ({ reason }) => verdict("right", t("Right!"), { reason, further: right() });
  /** @param {Api.Judged} found */
  const failed = ({ said, hint }) => {
    tries++;
    const tool = tries < ENOUGH ? null : button(t("Show me the answer"), giveUp, { class: "link give-up" });
    verdict("wrong", said || t("Not yet: try again."), { reason: hint, tool });
  };
  const giveUp = async () => {
    const { said, reason } = await get("judge", { lesson: id, step: number, give_up: true });
    verdict("told", said, { reason, further: right() });
  };

  const control = CONTROLS[step.control]({ ...step, titles, kept: kept?.answer }, judge);
  if (kept?.right) queueMicrotask(() => verdict("right", t("You have answered this."), { further: right() }));
  const position = !step.boards && !ON_BOARD.includes(step.control) ? step.shown.position : null;
  const board = position ? h("div", { class: "figures" }, figure(position)) : null;
  return { element: [board, control.element], leave: control.leave ?? (() => {}) };
}

// The Homework screen: a teacher puts tasks together, pupils answer them, and the teacher opens what they hand in.
// The homework is in the part of the address after #, which no server receives.

import { get } from "./api.js";
import { h, replace } from "./dom.js";
import { AnswersTable } from "./homework/answers-table.js";
import { codesIn, printOf, readSet } from "./homework/code.js";
import { Maker } from "./homework/maker.js";
import { PupilPage } from "./homework/pupil-page.js";
import { tabs } from "./learn/tabs.js";
import { shell } from "./shell.js";
import { t } from "./language.js";

const main = await shell("learn.html", "Homework");
const place = h("div", { class: "lesson-page homework" });
main.append(tabs("homework.html"), place);

async function open() {
  const address = new URLSearchParams(location.hash.slice(1));
  const [code] = codesIn(address.get("set") ?? "");
  try {
    if (!address.has("set")) {
      const [catalog, quizzes] = await Promise.all([get("games"), get("quizzes")]);
      return replace(place, new Maker(catalog, quizzes).element);
    }
    const set = await readSet(code ?? "");
    const view = address.has("answers") ? new AnswersTable(set, printOf(code)) : new PupilPage(set, printOf(code));
    replace(place, view.element);
  } catch (fault) {
    replace(place, h("h1", {}, t("Homework")), h("p", { class: "bad", role: "alert" }, fault.message));
  }
}

addEventListener("hashchange", open);
await open();

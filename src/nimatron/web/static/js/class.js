// The class: the teacher's link has a key behind its #, everybody else joins with a nickname.

import { get } from "./api.js";
import { h } from "./dom.js";
import { shell } from "./shell.js";

const main = await shell("class", "Class");
const said = new URLSearchParams(location.hash.slice(1));
const key = said.get("key");
try {
  const catalog = await get("games");
  if (key && said.has("project")) (await import("./classroom/projector.js")).open(main, key, catalog);
  else if (key) (await import("./classroom/teacher.js")).open(main, key, catalog);
  else (await import("./classroom/pupil.js")).open(main, catalog);
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
addEventListener("hashchange", () => location.reload());

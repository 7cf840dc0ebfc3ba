// A text that goes to other people: a field to copy it from, and the same as a file.

import { button, download, h, replace } from "../dom.js";
import { copyText } from "../share.js";
import { t } from "../language.js";

/** @param {string} label @param {string} text @param {string} name of the file @param {Child[]} tools */
export function handOver(label, text, name, ...tools) {
  const told = h("p", { class: "small", role: "status" });
  const area = h("textarea", {
    readonly: true,
    rows: 3,
    spellcheck: "false",
    "aria-label": label,
    onfocus: (event) => event.target.select(),
  });
  area.value = text;
  const copy = async () => {
    area.select();
    replace(told, (await copyText(text)) ? t("Copied.") : t("Press Ctrl+C to copy."));
  };
  return h(
    "div",
    { class: "hand-over" },
    area,
    h(
      "div",
      { class: "row" },
      button(t("Copy"), copy, { class: "primary" }),
      button(t("Save as a file"), () => download(name, `${text}\n`, "text/plain")),
      tools,
    ),
    told,
  );
}

/**
 * Opens files that somebody handed over; `read` gets their texts.
 * @param {string} label @param {(text: string) => void} read
 */
export function fileButton(label, read) {
  const input = h("input", {
    type: "file",
    accept: ".txt,text/plain",
    multiple: true,
    class: "spoken",
    "aria-label": label,
    onchange: async () => {
      const texts = await Promise.all([...(input.files ?? [])].slice(0, 200).map((file) => file.slice(0, 1e5).text()));
      input.value = "";
      read(texts.join("\n"));
    },
  });
  return h("label", { class: "file-button" }, input, h("span", {}, label));
}

// A link that holds game, position and settings, with a code for phones.

import { address } from "./api.js";
import { button, h } from "./dom.js";
import { say } from "./shell.js";
import { lang, t } from "./words.js";

const LONGEST = 1500;

export function linkTo(match, position = match.position) {
  const url = new URL("./", location.href);
  url.search = "";
  const settings = { p: position, lang };
  if (match.misere) settings.misere = 1;
  settings.opponent = match.computer < 0 ? "person" : match.level;
  if (match.computer >= 0 && match.turn === match.computer) settings.first = "computer";
  url.search = new URLSearchParams(settings);
  return url.href;
}

export function shareDialog(match) {
  const link = linkTo(match);
  const close = () => dialog.remove();
  const text = h("input", { type: "text", readonly: true, value: link, id: "share-link", "aria-label": t("link"), onfocus: (event) => event.target.select() });
  const copy = async () => {
    await navigator.clipboard?.writeText(link);
    text.select();
    say(t("The link is copied."));
  };
  const code = link.length <= LONGEST ? h("img", { src: address("qr", { text: link }), alt: t("QR code of the link"), width: 220, height: 220, class: "qr" }) : null;
  const dialog = h("dialog", { class: "panel", "aria-label": t("Share") }, h("h2", {}, t("Share this position")), text,
    h("div", { class: "row" }, button(t("Copy"), copy, { class: "primary" }), button(t("Close"), close)), code);
  dialog.addEventListener("close", close);
  document.body.append(dialog);
  dialog.showModal();
}

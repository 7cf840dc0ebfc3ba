// A link that contains game, position and settings, with a QR code for phones.

import { address } from "./api.js";
import { button, h, replace } from "./dom.js";
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

// Plays a position with the usual settings.
export function playLink(position, misere = false) {
  return `./?${new URLSearchParams({ p: position, lang, ...(misere ? { misere: 1 } : {}) })}`;
}

// Browsers deny the clipboard to unencrypted pages of another machine; the old way still works there.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

function loopback() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

export function shareDialog(match) {
  const link = linkTo(match);
  const close = () => dialog.close();
  const told = h("p", { class: "small", role: "status" });
  const text = h("input", {
    type: "text",
    readonly: true,
    value: link,
    id: "share-link",
    "aria-label": t("link"),
    onfocus: (event) => event.target.select(),
  });
  const copy = async () => {
    text.select();
    replace(told, (await copied(link)) ? t("The link is copied.") : t("Press Ctrl+C to copy the link."));
  };
  const code =
    link.length <= LONGEST
      ? h("img", {
          src: address("qr", { text: link }),
          alt: t("QR code of the link"),
          width: 220,
          height: 220,
          class: "qr",
        })
      : null;
  const dialog = h(
    "dialog",
    { class: "panel", "aria-label": t("Share") },
    h("h2", {}, t("Share this position")),
    text,
    h("div", { class: "row" }, button(t("Copy"), copy, { class: "primary" }), button(t("Close"), close)),
    told,
    code,
    loopback()
      ? h(
          "p",
          { class: "dim small" },
          t(
            "This address works on this computer only. To let other machines in, start the server with --host 0.0.0.0.",
          ),
        )
      : null,
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

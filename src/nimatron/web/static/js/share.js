// A link that contains game, position and settings: large, and with a QR code, for the phones of a class.

import { get, pictured, served } from "./api.js";
import { button, h, replace } from "./dom.js";
import { linkTo } from "./links.js";
import { Sheet } from "./sheet.js";
import { t } from "./words.js";

const LONGEST = 1500;

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

// Where other devices find this server, and a sentence about who can.
async function reached() {
  if (!served) return { addresses: [], open: true, text: "" };
  try {
    return await get("address", {}, undefined, true);
  } catch {
    return { addresses: [], open: !loopback(), text: "" };
  }
}

// The link as other devices must write it.
function elsewhere(link, { addresses: [first] }) {
  return first && loopback() ? link.replace(new URL("./", location.href).href, first) : link;
}

export async function shareSheet(match) {
  const sheet = new Sheet(t("Share this position"));
  const place = h("div", { class: "share" });
  sheet.open(place);
  const where = await reached();
  replace(place, shared(elsewhere(linkTo(match), where), where));
}

function code(link) {
  const picture = h("img", { alt: t("QR code of the link"), width: 220, height: 220, class: "qr" });
  pictured("qr", { text: link }).then(
    (src) => (picture.src = src),
    () => picture.remove(),
  );
  return picture;
}

function shared(link, where) {
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
  return [
    link.length <= LONGEST ? code(link) : null,
    where.addresses[0] ? h("p", { class: "address" }, where.addresses[0]) : null,
    where.text ? h("p", { class: "dim small" }, where.text) : null,
    h("div", { class: "row copy" }, text, button(t("Copy"), copy, { class: "icon main" })),
    told,
  ];
}

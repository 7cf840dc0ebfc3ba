// A link that contains game, position and settings: large, and with a QR code, for the phones of a class.

import { get, pictureUrl, hasServer } from "./api.js";
import { button, h, replace } from "./dom.js";
import { linkTo } from "./play-links.js";
import { Dialog } from "./dialog.js";
import { t } from "./language.js";

const LONGEST = 1500;

/**
 * Browsers deny the clipboard to unencrypted pages of another machine; the old way still works there.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

function loopback(hostname = location.hostname) {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Where other devices find this server, and a sentence about who can. @returns {Promise<Reach>} */
async function findReach() {
  if (!hasServer) return { addresses: [], open: true, text: "" };
  try {
    return await get("address", {}, undefined, true);
  } catch {
    return { addresses: [], open: !loopback(), text: "" };
  }
}

/** The link as other devices must write it. @param {string} link @param {Reach} server */
function elsewhere(link, { addresses: [first] }) {
  return first && loopback() ? link.replace(new URL("./", location.href).href, first) : link;
}

/** @param {Match} match */
export async function shareDialog(match) {
  const dialog = new Dialog(t("Share this position"));
  const place = h("div", { class: "share" });
  dialog.open(place);
  const where = await findReach();
  replace(place, shareContent(elsewhere(linkTo(match), where), where));
}

/** @param {string} link */
function code(link) {
  const picture = h("img", { alt: t("QR code of the link"), width: 220, height: 220, class: "qr" });
  pictureUrl("qr", { text: link }).then(
    (src) => (picture.src = src),
    () => picture.remove(),
  );
  return picture;
}

/** @param {string} link @param {Reach} where */
function shareContent(link, where) {
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
    replace(told, (await copyText(link)) ? t("The link is copied.") : t("Press Ctrl+C to copy the link."));
  };
  return [
    // To a phone that scans it, the address of this machine means the phone.
    link.length <= LONGEST && !loopback(new URL(link, location.href).hostname) ? code(link) : null,
    where.addresses[0] ? h("p", { class: "address" }, where.addresses[0]) : null,
    where.text ? h("p", { class: "dim small" }, where.text) : null,
    h("div", { class: "row copy" }, text, button(t("Copy"), copy, { class: "icon main" })),
    told,
  ];
}

// Links to a position on the Play screen, with the settings of its match.

import { lang } from "./language.js";

/** @param {Match} match */
export function linkTo(match, position = match.position) {
  const url = new URL("./", location.href);
  /** @type {Record<string, string>} */
  const settings = { p: position, lang };
  if (match.misere !== match.usual) settings.misere = match.misere ? "1" : "0";
  settings.opponent = match.computer < 0 ? "person" : match.level;
  if (match.computer >= 0 && match.turn === match.computer) settings.first = "computer";
  url.search = String(new URLSearchParams(settings));
  return url.href;
}

/** Plays a position with the usual settings. @param {string} position */
export function playLink(position, misere = false) {
  return `./?${new URLSearchParams({ p: position, lang, ...(misere ? { misere: "1" } : {}) })}`;
}

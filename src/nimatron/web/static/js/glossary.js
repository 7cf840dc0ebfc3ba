// Links to the glossary in the reader's language.

import { h } from "./dom.js";
import { lang } from "./language.js";

/** A term, which leads to its place in the glossary. @param {Term} term */
export function glossaryLink({ term, meaning, anchor }) {
  return h("a", { href: `help/glossary/${lang}.html#${anchor}`, title: meaning }, h("dfn", {}, term));
}

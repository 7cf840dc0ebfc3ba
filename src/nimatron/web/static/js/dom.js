// Makes an element in one line: h("button", {class: "big", onclick: go}, "Go").

const SVG = "http://www.w3.org/2000/svg";

/** @param {Child[]} children @returns {(Node | string)[]} */
function present(children) {
  const flat = /** @type {any[]} */ (children).flat(Infinity);
  return flat.filter((child) => child !== null && child !== undefined && child !== false);
}

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    const aria = name.startsWith("aria-"); // here "false" differs from absent
    if (value === null || value === undefined || (value === false && !aria)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true && !aria ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} attributes @param {Child[]} children
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes} attributes @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  return fill(element, attributes, children);
}

/**
 * Replaces the content of a place, and restores the focus if an element with the same id had it.
 * @param {Element} place @param {Child[]} children
 */
export function replace(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.id : "";
  place.replaceChildren(...present(children));
  if (focused) document.getElementById(focused)?.focus();
}

let numbered = 0;

/** An id that no other element has. @param {string} name */
export function unique(name) {
  return `${name}-${++numbered}`;
}

/** A label and its field, linked by an id. @param {Child} label @param {HTMLElement} control */
export function field(label, control) {
  control.id ||= unique("field");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

/** @param {(string | number)[][]} choices @param {unknown} chosen @param {(value: string) => unknown} onchange */
export function select(choices, chosen, onchange) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { onchange: (event) => onchange(event.target.value) }, options);
}

/** @param {Child} text @param {(event: any) => unknown} onclick @param {Attributes} attributes */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * One of a few, all in sight: radio buttons that look like one switch.
 * @param {string} label @param {any[][]} choices value and text @param {string | null} chosen
 * @param {(value: any) => unknown} onchange
 */
export function segments(label, choices, chosen, onchange, look = "") {
  const name = unique("segments");
  const parts = choices.map(([value, text]) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        class: "spoken",
        name,
        value,
        checked: value === chosen,
        onchange: () => onchange(value),
      }),
      h("span", {}, text),
    ),
  );
  return h("fieldset", { class: `seg ${look}` }, h("legend", { class: "spoken" }, label), parts);
}

/**
 * Content that may be wider than the page and can be scrolled by mouse or keyboard.
 * @param {string} label @param {Child[]} children
 */
export function scrollRegion(label, ...children) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, children);
}

/** The head of an arrow; arrows refer to it by its id. @param {string} id */
export function arrowhead(id, size = 7) {
  return s(
    "marker",
    { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: size, markerHeight: size, orient: "auto" },
    s("path", { class: "arrowhead", d: "M0 0L10 5L0 10z" }),
  );
}

/**
 * A text with a mark at the place where reading failed; of a long text only the surroundings.
 * @param {string} text @param {number | undefined} place
 */
export function markPlace(text, place, near = 60) {
  if (place === undefined) return "";
  const [from, to] = [Math.max(0, place - near), Math.min(text.length, place + near)];
  return `${from ? "…" : ""}${text.slice(from, place)}⟨?⟩${text.slice(place, to)}${to < text.length ? "…" : ""}`;
}

/**
 * Lets you save a file that this page made.
 * @param {string} name @param {Blob | string} content @param {string} [type]
 */
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Loads a style sheet that the first sight of a screen can do without. @param {string} href */
export function style(href) {
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

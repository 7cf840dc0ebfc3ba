// Elements in a line: h("button", {class: "big", onclick: go}, "Go").

const SVG = "http://www.w3.org/2000/svg";

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const aria = name.startsWith("aria-"); // where false is not the same as absent
    if (value === null || value === undefined || (value === false && !aria)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true && !aria ? "" : value);
  }
  element.append(...present(children));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Puts children into a place instead of what was there, and keeps the focus where an element of the same id had it.
export function replace(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(...present(children));
  if (focused) document.getElementById(focused)?.focus();
}

let numbered = 0;

// An id that no other element has.
export function unique(name) {
  return `${name}-${++numbered}`;
}

// A label and its field, joined by an id.
export function field(label, control) {
  control.id ||= unique("field");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

export function select(choices, chosen, onchange) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { onchange: (event) => onchange(event.target.value) }, options);
}

export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

// What may be wider than the page, to be scrolled by mouse or keyboard.
export function scrolled(label, ...children) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, children);
}

// The head of arrows; they name it by its id.
export function arrowhead(id, size = 7) {
  return s(
    "marker",
    { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: size, markerHeight: size, orient: "auto" },
    s("path", { class: "arrowhead", d: "M0 0L10 5L0 10z" }),
  );
}

// A text with a mark where it cannot be read; of a long one only what is near.
export function pointedAt(text, place, near = 60) {
  if (place === undefined) return "";
  const [from, to] = [Math.max(0, place - near), Math.min(text.length, place + near)];
  return `${from ? "…" : ""}${text.slice(from, place)}⟨?⟩${text.slice(place, to)}${to < text.length ? "…" : ""}`;
}

// A file made here, handed to the user.
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

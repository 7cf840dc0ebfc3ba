// Makes an element in one line: h("button", {class: "big", onclick: go}, "Go").

const SVG = "http://www.w3.org/2000/svg";

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const aria = name.startsWith("aria-"); // here "false" differs from absent
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

// Replaces the content of a place, and keeps the focus if an element with the same id had it.
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

// A label and its field, linked by an id.
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

// One of a few, all in sight: radio buttons that look like one switch. `choices` are pairs of value and text.
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

// Content that may be wider than the page and can be scrolled by mouse or keyboard.
export function scrolled(label, ...children) {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, children);
}

// The head of an arrow; arrows refer to it by its id.
export function arrowhead(id, size = 7) {
  return s(
    "marker",
    { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: size, markerHeight: size, orient: "auto" },
    s("path", { class: "arrowhead", d: "M0 0L10 5L0 10z" }),
  );
}

// A text with a mark at the place where reading failed; of a long text only the surroundings.
export function pointedAt(text, place, near = 60) {
  if (place === undefined) return "";
  const [from, to] = [Math.max(0, place - near), Math.min(text.length, place + near)];
  return `${from ? "…" : ""}${text.slice(from, place)}⟨?⟩${text.slice(place, to)}${to < text.length ? "…" : ""}`;
}

// Lets the user save a file that was made here.
export function download(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Loads a style sheet that the first sight of a screen can do without.
export function style(href) {
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
  });
}

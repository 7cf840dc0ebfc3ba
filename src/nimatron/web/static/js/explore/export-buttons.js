// Ways out of the page: files, and commands that give the same answer on the command line or in Python.

import { button, download, h, s } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../language.js";

/** @param {Cell[][]} rows */
export function csv(rows) {
  /** @param {Cell} value */
  const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return `${rows.map((row) => row.map(cell).join(",")).join("\n")}\n`;
}

/** @type {Record<string, string>} */
const SPELT = { "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}" };

/** @param {Cell[][]} rows */
function latex(rows) {
  /** @param {Cell} value */
  const escape = (value) => String(value ?? "").replace(/[\\^~&%$#_{}]/g, (letter) => SPELT[letter] ?? `\\${letter}`);
  const lines = rows.map((row) => `${row.map(escape).join(" & ")} \\\\`);
  return `\\begin{tabular}{${"r".repeat(rows[0].length)}}\n${lines.join("\n")}\n\\end{tabular}\n`;
}

/**
 * A picture for a file: dark on white, whatever the page looks like.
 * @param {number} width @param {number} height @param {Child[]} inside
 */
export function svgPicture(width, height, ...inside) {
  const letters = { "font-family": "system-ui, sans-serif", "font-size": 14, fill: "#111" };
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, ...letters },
    s("rect", { width, height, fill: "#fff" }),
    inside,
  );
}

/** @param {Cell[][]} rows */
function tablePicture(rows) {
  const high = 26;
  let right = 0;
  const ends = rows[0].map((_, j) => (right += 16 + 9 * Math.max(...rows.map((row) => String(row[j]).length))));
  /** @param {Cell} value @param {number} i @param {number} j */
  const cell = (value, i, j) => s("text", { x: ends[j] - 8, y: (i + 0.7) * high, "text-anchor": "end" }, value);
  return svgPicture(
    right,
    rows.length * high,
    rows.map((row, i) => row.map((value, j) => cell(value, i, j))),
  );
}

/** @param {SVGSVGElement} svg */
function sizeOf(svg) {
  const [, , width, height] = String(svg.getAttribute("viewBox")).split(" ").map(Number);
  return { width, height };
}

/**
 * An SVG that needs no style sheet: its size and the colours of the page are written into it.
 * @param {SVGSVGElement} svg
 */
function svgFile(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const inside = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"]) {
      inside[i].style.setProperty(name, style.getPropertyValue(name));
    }
  });
  for (const [name, length] of Object.entries(sizeOf(svg))) copy.setAttribute(name, length);
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} svg */
async function pngOf(svg, scale = 2) {
  const { width, height } = sizeOf(svg);
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgFile(svg)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = h("canvas", { width: width * scale, height: height * scale });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--card");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The commands that give the same answer without the page. @param {string[]} lines */
export function commands(lines) {
  if (!lines.length) return null;
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, t("The same with the command line or Python")),
    lines.map((line) => h("pre", { class: "code", tabindex: 0, "aria-label": t("command") }, line)),
  );
}

const NAMES = { csv: "CSV", tex: "LaTeX", svg: "SVG", png: "PNG" };

/**
 * `rows()` returns the table and `svg()` its picture; `lines` are the commands.
 * @param {{name: string, rows: () => Cell[][], svg?: () => SVGSVGElement, lines: string[]}} exported
 */
export function exportButtons({ name, rows, svg = () => tablePicture(rows()), lines }) {
  /** @param {string} ending */
  const save = async (ending) => {
    if (ending === "csv") download(`${name}.csv`, csv(rows()), "text/csv");
    if (ending === "tex") download(`${name}.tex`, latex(rows()), "text/x-tex");
    if (ending === "svg") download(`${name}.svg`, svgFile(svg()), "image/svg+xml");
    if (ending === "png") download(`${name}.png`, await pngOf(svg()), "image/png");
    say(t("{file} is saved.", { file: `${name}.${ending}` }));
  };
  const buttons = Object.entries(NAMES).map(([ending, text]) => button(text, () => save(ending), { class: "quiet" }));
  return h(
    "div",
    { class: "exports" },
    h("div", { class: "row" }, h("span", { class: "dim" }, t("Save as")), buttons),
    commands(lines),
  );
}

// Ways out of the page: files, and the lines that make the same with the command line or Python.

import { button, download, h } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../words.js";

export function csv(rows) {
  const cell = (value) => (/[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

export function latex(rows) {
  const escape = (value) => String(value ?? "").replace(/[&%$#_{}]/g, (letter) => `\\${letter}`);
  const lines = rows.map((row) => `${row.map(escape).join(" & ")} \\\\`);
  return `\\begin{tabular}{${"r".repeat(rows[0].length)}}\n${lines.join("\n")}\n\\end{tabular}\n`;
}

// An SVG that stands by itself: the colours of the page are written into it.
export function svgFile(svg) {
  const copy = svg.cloneNode(true);
  const inside = copy.querySelectorAll("*");
  svg.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-family"]) inside[i].style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

export async function pngOf(svg, scale = 2) {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgFile(svg)], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = h("canvas", { width: width * scale, height: height * scale });
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--panel");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// `rows()` gives the table; `svg()` the picture, or `png()` where there is none; `lines` the commands.
export function exports({ name, rows, svg, png, lines }) {
  const save = async (ending) => {
    if (ending === "csv") download(`${name}.csv`, csv(rows()), "text/csv");
    if (ending === "tex") download(`${name}.tex`, latex(rows()), "text/x-tex");
    if (ending === "svg") download(`${name}.svg`, svgFile(svg()), "image/svg+xml");
    if (ending === "png") download(`${name}.png`, png ? await png() : await pngOf(svg()), "image/png");
    say(t("{file} is saved.", { file: `${name}.${ending}` }));
  };
  const endings = ["csv", "tex", ...(svg ? ["svg"] : []), "png"];
  const names = { csv: "CSV", tex: "LaTeX", svg: "SVG", png: "PNG" };
  return h("div", { class: "exports" },
    h("div", { class: "row" }, h("span", { class: "dim" }, t("Save as")), endings.map((ending) => button(names[ending], () => save(ending), { class: "quiet" }))),
    h("details", {}, h("summary", {}, t("The same with the command line or Python")), lines.map((line) => h("pre", { class: "code", tabindex: 0, "aria-label": t("command") }, line))));
}

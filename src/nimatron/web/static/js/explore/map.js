// Values of a game by one or two numbers, as a coloured table; pointer or arrow keys read a cell, a click plays it.

import { get } from "../api.js";
import { field, h, replace, s, scrolled, select } from "../dom.js";
import { playLink } from "../share.js";
import { say } from "../shell.js";
import { capital, letter, t } from "../words.js";
import { answering, asking, complaint, showing } from "./answering.js";
import { exports, picture } from "./export.js";

const SAMPLES = [
  "wythoff",
  "rook",
  "chomp",
  "chop",
  "cram",
  "corners",
  "rugs",
  "tartan{mock-turtles,ruler}",
  "nim2d{12}",
  "kayles",
  "lasker",
  "subtraction{1,3,4}",
  "ruler",
];

const MARGIN = 30;
const SMALL = 11;
const RING = "#b84a00";

// From dark blue to yellow, which everyone can tell apart (after the colour map cividis).
const COLOURS = [
  [0, 34, 78],
  [53, 69, 108],
  [102, 105, 112],
  [148, 142, 119],
  [200, 184, 102],
  [254, 232, 56],
];

function colour(share) {
  const place = Math.min(0.9999, Math.max(0, share)) * (COLOURS.length - 1);
  const [a, b] = [COLOURS[Math.floor(place)], COLOURS[Math.floor(place) + 1]];
  return a.map((part, i) => Math.round(part + (b[i] - part) * (place % 1)));
}

export function mapTab(values, remember) {
  const usual = innerWidth < 600 ? 10 : 16;
  const game = h("input", {
    type: "text",
    required: true,
    value: values.game ?? "wythoff",
    spellcheck: "false",
    list: "map-games",
  });
  const columns = h("input", { type: "number", required: true, min: 1, max: 200, value: values.columns ?? usual });
  const rows = h("input", { type: "number", required: true, min: 1, max: 200, value: values.rows ?? usual });
  const play = select(
    [
      ["", t("normal play")],
      ["1", t("misère play")],
    ],
    values.misere ?? "",
    () => show(),
  );
  const place = h("div", {});
  const answered = answering(place);
  const show = () => {
    const asked = { game: game.value.trim(), columns: columns.value, rows: rows.value, misere: play.value === "1" };
    remember({ ...asked, misere: play.value });
    answered(async (signal) => new HeatMap(await get("table", asked, signal), asked).element);
  };
  show();
  return h(
    "div",
    {},
    asking(
      show,
      h(
        "datalist",
        { id: "map-games" },
        SAMPLES.map((sample) => h("option", { value: sample })),
      ),
      h(
        "div",
        { class: "grid-fields" },
        field(t("Game"), game),
        field(t("Columns"), columns),
        field(t("Rows"), rows),
        field(t("Rule"), play),
      ),
      showing(SAMPLES.slice(0, 6), game, show),
    ),
    place,
  );
}

class HeatMap {
  constructor(table, asked) {
    Object.assign(this, { table, asked });
    this.wide = table.columns.length;
    this.high = table.rows.length;
    this.flat = table.rows.length === 1 && table.rows[0] === "";
    this.most = Math.max(1, ...table.cells.flat().filter((value) => typeof value === "number"));
    this.at = [0, 0];
    this.size = Math.max(
      7,
      Math.min(this.flat ? 40 : 36, Math.floor(Math.min(760, Math.max(280, innerWidth - 75)) / this.wide)),
    );
    this.canvas = h("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      "aria-roledescription": t("heat map"),
      "aria-describedby": "map-cell",
      "aria-label": t("Values of {game}: arrows move, Enter plays", { game: table.game }),
    });
    this.told = h("div", { class: "told panel", id: "map-cell" });
    this.draw();
    this.listen();
    this.repaint();
    const limited = table.trouble ? h("p", { class: "bad" }, capital(table.trouble)) : null;
    this.element = h(
      "div",
      {},
      limited,
      h(
        "div",
        { class: "columns-2" },
        h(
          "section",
          { class: "panel" },
          h("h2", {}, table.game),
          this.legend(),
          h("div", { class: "scroll" }, this.canvas),
          this.asTable(),
          this.ways(),
        ),
        this.told,
      ),
    );
    this.tell();
  }

  // While it is on the page, its letters have the colour of the theme.
  repaint() {
    const paint = () => (this.canvas.isConnected ? this.draw() : removeEventListener("theme", paint));
    addEventListener("theme", paint);
  }

  legend() {
    if (this.asked.misere) {
      return h("p", { class: "dim" }, t("N: the player to move wins. P: the player to move loses, white with a ring."));
    }
    const scale = h("span", { class: "scale", "aria-hidden": "true" });
    return h(
      "p",
      { class: "dim" },
      t("value 0 (P: the player to move loses): white with a ring"),
      " · ",
      "0 ",
      scale,
      ` ${this.most}`,
    );
  }

  // Rows count from below, as on a board; a margin holds the numbers.
  draw() {
    const { size, wide, high } = this;
    const scale = window.devicePixelRatio || 1;
    const width = wide * size + MARGIN;
    const height = high * size + MARGIN;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.font = `${this.letters}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--dim");
    for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) this.cell(pen, x, y);
    pen.fillStyle = ink;
    pen.font = `${SMALL}px system-ui, sans-serif`;
    for (const { text, x, y } of this.numbered()) pen.fillText(text, x, y);
    this.cursor(pen);
  }

  // The numbers of columns and rows, as many as there is room for.
  numbered() {
    const { size, wide, high } = this;
    const every = Math.max(1, Math.ceil(26 / size));
    const some = (count) => [...Array(count).keys()].filter((i) => i % every === 0);
    const columns = some(wide).map((x) => ({
      text: this.table.columns[x],
      x: MARGIN + (x + 0.5) * size,
      y: high * size + 14,
    }));
    const rows = this.flat
      ? []
      : some(high).map((y) => ({ text: this.table.rows[y], x: MARGIN / 2, y: (high - y - 0.5) * size }));
    return [...columns, ...rows];
  }

  get letters() {
    return Math.min(13, this.size * 0.42);
  }

  // How a cell looks: its colour, a ring if it is lost, and the value if there is room.
  look(x, y) {
    const value = this.table.cells[y][x];
    const { size } = this;
    const lost = value === 0 || value === "P";
    const number = typeof value === "number" ? value : value === "N" ? this.most / 5 : null;
    const rgb = lost ? [255, 255, 255] : number === null ? [128, 128, 128] : colour(number / this.most);
    const dark = rgb[0] * 0.3 + rgb[1] * 0.59 + rgb[2] * 0.11 < 130;
    const text = String(letter(value) ?? "?");
    return {
      left: MARGIN + x * size,
      top: (this.high - 1 - y) * size,
      side: size - (size > 12 ? 1 : 0),
      fill: `rgb(${rgb})`,
      ring: lost ? { radius: size * 0.38, width: Math.max(1, size / 14) } : null,
      text: size >= 18 && text.length * size * 0.26 < size ? text : "",
      ink: dark ? "#fff" : "#111",
    };
  }

  cell(pen, x, y) {
    const { left, top, side, fill, ring, text, ink } = this.look(x, y);
    pen.fillStyle = fill;
    pen.fillRect(left, top, side, side);
    if (ring) {
      pen.strokeStyle = RING;
      pen.lineWidth = ring.width;
      pen.beginPath();
      pen.arc(left + side / 2, top + side / 2, ring.radius, 0, 7);
      pen.stroke();
    }
    pen.fillStyle = ink;
    pen.fillText(text, left + side / 2, top + side / 2);
  }

  // The same picture for a file, without the cursor.
  picture() {
    const { size, wide, high } = this;
    const middle = { "text-anchor": "middle", "dominant-baseline": "central" };
    const drawn = ({ left, top, side, fill, ring, text, ink }) => {
      const [x, y] = [left + side / 2, top + side / 2];
      return [
        s("rect", { x: left, y: top, width: side, height: side, fill }),
        ring
          ? s("circle", { cx: x, cy: y, r: ring.radius, fill: "none", stroke: RING, "stroke-width": ring.width })
          : null,
        text ? s("text", { ...middle, x, y, fill: ink, "font-size": this.letters }, text) : null,
      ];
    };
    const cells = [...Array(wide * high).keys()].map((i) => drawn(this.look(i % wide, Math.floor(i / wide))));
    const numbers = this.numbered().map(({ text, x, y }) => s("text", { ...middle, x, y, "font-size": SMALL }, text));
    return picture(wide * size + MARGIN, high * size + MARGIN, cells, numbers);
  }

  cursor(pen) {
    const { size } = this;
    const [x, y] = this.at;
    pen.strokeStyle = "#e60073";
    pen.lineWidth = 2.5;
    pen.strokeRect(MARGIN + x * size + 1, (this.high - 1 - y) * size + 1, size - 2, size - 2);
  }

  listen() {
    const place = (event) => {
      const box = this.canvas.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left - MARGIN) / this.size);
      const y = this.high - 1 - Math.floor((event.clientY - box.top) / this.size);
      return x >= 0 && x < this.wide && y >= 0 && y < this.high ? [x, y] : null;
    };
    const go = (at) => {
      if (!at || String(at) === String(this.at)) return;
      this.at = at;
      this.draw();
      this.tell();
    };
    this.canvas.addEventListener("mousemove", (event) => go(place(event)));
    this.canvas.addEventListener("click", (event) => {
      if (place(event)) {
        go(place(event));
        this.play();
      }
    });
    this.canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (event.key === "Enter" || event.key === " ") this.play();
      else if (step) {
        go([
          Math.min(this.wide - 1, Math.max(0, this.at[0] + step[0])),
          Math.min(this.high - 1, Math.max(0, this.at[1] + step[1])),
        ]);
      } else return;
      event.preventDefault();
    });
  }

  // The numbers by which the server finds a cell.
  get numbers() {
    const [column, row] = this.table.first.map((first, k) => first + this.at[k]);
    return { column, row };
  }

  tell() {
    const [x, y] = this.at;
    const value = letter(this.table.cells[y][x]) ?? "?";
    const name = this.flat ? `${this.table.columns[x]}` : `(${this.table.columns[x]}, ${this.table.rows[y]})`;
    replace(this.told, h("h2", {}, name), h("p", {}, t("value {value}", { value })));
    say(`${name}: ${value}`);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.more(), 120);
  }

  async more() {
    this.asking?.abort();
    const control = (this.asking = new AbortController());
    try {
      const { game, misere } = this.asked;
      const found = await get("cell", { game, misere, ...this.numbers }, control.signal);
      if (control.signal.aborted) return;
      const moves = (found.winning_moves ?? []).slice(0, 8).map((move) => h("li", {}, move.text));
      replace(
        this.told,
        h("h2", {}, found.position),
        found.lines
          .filter((line) => line.style === "good" || line.style === "bad")
          .map((line) => h("p", {}, line.text)),
        moves.length ? [h("p", {}, t("Winning moves:")), h("ul", {}, moves)] : null,
        h("p", {}, h("a", { href: playLink(found.position, misere) }, t("Play from here"))),
      );
    } catch (fault) {
      if (fault.name !== "AbortError") replace(this.told, h("p", { class: "bad" }, fault.message));
    }
  }

  async play() {
    const { game, misere } = this.asked;
    try {
      const { position } = await get("cell", { game, misere, ...this.numbers });
      location.assign(playLink(position, misere));
    } catch (fault) {
      replace(this.told, complaint(fault));
    }
  }

  rows() {
    const heading = this.flat ? this.table.columns : ["", ...this.table.columns];
    return [heading, ...this.table.cells.map((cells, y) => (this.flat ? cells : [this.table.rows[y], ...cells]))];
  }

  asTable() {
    if (this.wide * this.high > 1600) return null;
    const [heading, ...rows] = this.rows();
    const body = () => [
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heading.map((text) => (text === "" ? h("td", {}) : h("th", { scope: "col" }, text))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            row.map((value, i) =>
              i === 0 && !this.flat ? h("th", { scope: "row" }, value) : h("td", {}, value ?? "?"),
            ),
          ),
        ),
      ),
    ];
    const place = h("table", { class: "values" });
    const details = h("details", {}, h("summary", {}, t("As a table")), scrolled(t("table of values"), place));
    details.addEventListener("toggle", () => {
      if (details.open && !place.children.length) place.append(...body());
    });
    return details;
  }

  ways() {
    return exports({
      name: "nimatron-table",
      rows: () => this.rows(),
      svg: () => this.picture(),
      lines: this.table.commands,
    });
  }
}

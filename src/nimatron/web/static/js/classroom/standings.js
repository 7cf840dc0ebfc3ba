// Tables of results.

import { h, scrollRegion } from "../dom.js";
import { t } from "../language.js";

/** @param {string} label @param {string[]} heads @param {Child[]} rows */
function results(label, heads, rows) {
  return scrollRegion(
    label,
    h(
      "table",
      { class: "results" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col", class: head === t("Name") ? "name" : null }, head)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** The places of a contest; `me` is brought out. @param {Standing[]} table */
export function ranks(table, me = "", form = "pairs") {
  const drawn = table.some((row) => row.drawn);
  const heads = [t("Place"), t("Name"), t("won"), drawn ? t("drawn") : null, t("lost")].filter((head) => head !== null);
  const rows = table.map((row, i) =>
    h(
      "tr",
      { class: row.id === me ? "me" : null },
      h("td", {}, form === "ladder" ? i + 1 : place(table, i)),
      h("th", { scope: "row" }, row.name),
      h("td", {}, row.won),
      drawn ? h("td", {}, row.drawn) : null,
      h("td", {}, row.lost),
    ),
  );
  return results(t("Table"), heads, rows);
}

/** Those with equal results share a place. @param {Standing[]} table @param {number} i */
function place(table, i) {
  /** @param {Standing} a @param {Standing} b */
  const same = (a, b) => a.won === b.won && a.drawn === b.drawn && a.lost === b.lost;
  return table.findIndex((row) => same(row, table[i])) + 1;
}

/** What the programs did. @param {Activity} activity */
export function programsTable({ table, played, matches, running, trouble, last }) {
  const drawn = table.some((row) => row.drawn);
  const heads = [t("Program"), t("won"), drawn ? t("drawn") : null, t("lost"), t("by a fault")];
  const rows = table.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row.name),
      h("td", {}, row.won),
      drawn ? h("td", {}, row.drawn) : null,
      h("td", {}, row.lost),
      h("td", {}, row.faults),
    ),
  );
  const done = running ? t("{n} of {all} matches played", { n: played, all: matches }) : t("All matches are played.");
  return [
    trouble ? h("p", { class: "bad", role: "alert" }, trouble) : h("p", { class: "dim" }, done),
    last?.fault ? h("p", { class: "bad" }, faulty(last)) : null,
    results(
      t("Table"),
      heads.filter((head) => head !== null),
      rows,
    ),
  ];
}

/** How the last match was lost, if by a fault. @param {{players: string[], winner: number, fault: string}} match */
function faulty({ players, winner, fault }) {
  const name = players[1 - winner];
  return {
    illegal: t("{name} made an illegal move.", { name }),
    crash: t("{name} failed.", { name }),
    time: t("{name} was too slow.", { name }),
    memory: t("{name} used too much memory.", { name }),
    processes: t("{name} started too many processes.", { name }),
    flood: t("{name} wrote too much.", { name }),
  }[fault];
}

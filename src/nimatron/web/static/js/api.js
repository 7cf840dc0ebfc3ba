// The one way to the server: get("analysis", {position}) -> data, or a Problem with the server's own words.

import { lang, t } from "./words.js";

export class Problem extends Error {
  constructor(data) {
    super(data.detail ?? data.title);
    Object.assign(this, data);
  }
}

const kept = new Map();
const MOST_KEPT = 300;

export function address(path, values = {}) {
  const query = new URLSearchParams({ ...values, lang });
  return `api/v1/${path}?${query}`;
}

export async function get(path, values = {}, signal = undefined) {
  const url = address(path, values);
  if (kept.has(url)) return kept.get(url);
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({ detail: t("The server does not answer. Is it still running?") });
  }
  const data = await response.json();
  if (!response.ok) throw new Problem(data);
  if (response.headers.has("etag")) {
    kept.set(url, data);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return data;
}

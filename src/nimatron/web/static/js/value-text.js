// Values as text for people: numbers, ordinals, and the set K of a value ∞(K) of play that need not end.

import { letter } from "./language.js";

/** @param {Value} value */
export function fullValue(value) {
  return Array.isArray(value) ? `∞(${value.join(", ")})` : String(letter(value) ?? "?");
}

/** For a small place. @param {Value} value */
export function shortValue(value) {
  return Array.isArray(value) ? "∞" : fullValue(value);
}

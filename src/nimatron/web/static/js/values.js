// Values as people read them: numbers, ordinals, and the set K of a value ∞(K) of play that need not end.

import { letter } from "./words.js";

export function told(value) {
  return Array.isArray(value) ? `∞(${value.join(", ")})` : String(letter(value) ?? "?");
}

// For a small place.
export function brief(value) {
  return Array.isArray(value) ? "∞" : told(value);
}

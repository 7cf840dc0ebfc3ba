// All that Play needs besides the board. It is loaded when the first board is drawn, or when a button needs it before.

import { style } from "./dom.js";
import "./editing.js"; // these two are used by others, and should be at hand even if the server is lost
import "./settings.js";

export { exported } from "./export-board.js";
export { Gallery, trouble } from "./gallery.js";
export { opponentSheet } from "./opponent.js";
export { Panels } from "./panels.js";
export { Review } from "./review.js";
export { Setup } from "./setup.js";
export { shareSheet } from "./share.js";
export { Sheet } from "./sheet.js";
export { play as sound } from "./sound.js";
export { Why } from "./why.js";

await style("why.css");

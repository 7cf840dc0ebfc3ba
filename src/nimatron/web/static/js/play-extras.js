// Everything on the Play screen except the board. It loads after the first board, or when a button needs it before.

import { style } from "./dom.js";
import "./position-editor.js"; // these two are used by others, and should be at hand even if the server is lost
import "./settings.js";

export { boardPicture } from "./board-picture.js";
export { Gallery, faultText } from "./gallery.js";
export { opponentDialog } from "./opponent.js";
export { Panels } from "./panels.js";
export { Review } from "./review.js";
export { rulesDialog } from "./rules.js";
export { Setup } from "./setup.js";
export { shareDialog } from "./share.js";
export { Dialog } from "./dialog.js";
export { play as sound } from "./sound.js";
export { Why } from "./why.js";

await style("why.css");

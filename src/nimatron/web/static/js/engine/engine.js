// A page without a server: questions go to workers in which Python runs, and come back as a server's answers would.

import { Crew } from "./crew.js";
import { known } from "./first.js";
import { progress } from "./progress.js";
import { service } from "./service.js";

// Python starts as soon as there is a page: the board is drawn meanwhile, from what was written with the site.
const crew = service().then((folder) => new Crew(folder, progress));

// A Response to an address such as api/v1/position?position=...; if the signal ends it, so does the work.
export async function ask(url, signal) {
  const found = await known(url);
  if (found) return found;
  return (await crew).ask(url, signal);
}

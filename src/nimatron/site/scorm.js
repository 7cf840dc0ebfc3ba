// A lesson in a learning platform: reports to its SCORM 1.2 interface how many steps are done. The platform has the
// record, because several pupils may share a browser.

const COURSE = "nimatron.course";
const STEPS = /^[0-9]{1,3}(,[0-9]{1,3}){0,199}$/; // the numbers of the steps that are done
const FRAMES = 10; // how far up the interface is looked for

const { lesson, steps } = document.body.dataset;
const api = interfaceOf(window) ?? interfaceOf(window.opener);

function interfaceOf(place) {
  for (let i = 0; place && i < FRAMES; i += 1) {
    try {
      if (place.API) return place.API;
    } catch {
      return null; // a page of another site
    }
    if (place.parent === place) return null;
    place = place.parent;
  }
  return null;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(COURSE) ?? "null") ?? {};
  } catch {
    return {};
  }
}

function begin() {
  api.LMSInitialize("");
  const told = String(api.LMSGetValue("cmi.suspend_data") ?? "");
  const done = STEPS.test(told) ? Object.fromEntries(told.split(",").map((step) => [step, true])) : {};
  localStorage.setItem(COURSE, JSON.stringify({ ...read(), [lesson]: { done, answers: {} } }));
}

function report() {
  const done = Object.keys(read()[lesson]?.done ?? {});
  const share = Math.min(1, done.length / Number(steps));
  const values = {
    "cmi.core.score.min": "0",
    "cmi.core.score.max": "100",
    "cmi.core.score.raw": String(Math.round(100 * share)),
    "cmi.core.lesson_status": share === 1 ? "completed" : "incomplete",
    "cmi.core.exit": share === 1 ? "" : "suspend",
    "cmi.suspend_data": done.join(","),
  };
  for (const [name, value] of Object.entries(values)) api.LMSSetValue(name, value);
  api.LMSCommit("");
}

if (api) {
  begin();
  report();
  addEventListener("storage", ({ key }) => key === COURSE && report()); // the lesson in the frame has written
  addEventListener("pagehide", () => api.LMSFinish(""), { once: true });
} else {
  document.querySelector("p").hidden = false;
}
document.querySelector("iframe").src = `learn.html?lesson=${encodeURIComponent(lesson)}`;

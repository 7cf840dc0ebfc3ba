// The widget: a match of the page in the cell of a notebook. CARRIED has the modules of the page and its style sheets.

// The page's modules, made anew for each view: one of them remembers whom to ask.
async function loaded() {
  const urls = {};
  for (const [name, source] of Object.entries(CARRIED.modules)) {
    const placed = source.replace(/\bfrom "\.\/([\w-]+\.js)"/g, (_, other) => `from "${urls[other]}"`);
    urls[name] = URL.createObjectURL(new Blob([placed], { type: "text/javascript" }));
  }
  const found = {};
  for (const name of ["api.js", "dom.js", "language.js", "match-view.js", "match.js", "screen-reader.js"]) {
    Object.assign(found, await import(urls[name]));
  }
  Object.values(urls).forEach((url) => URL.revokeObjectURL(url));
  return found;
}

// Asks the Python behind the widget as the page asks its server.
function engine(model) {
  const waiting = new Map();
  let asked = 0;
  model.on("msg:custom", ({ id, status, media, kept, body }) => {
    const headers = { "content-type": media, ...(kept ? { etag: "kept" } : {}) };
    waiting.get(id)?.(new Response(body, { status, headers }));
    waiting.delete(id);
  });
  return {
    ask(url, signal) {
      const id = `${model.get("start")}-${Math.random()}-${++asked}`;
      return new Promise((done, fail) => {
        signal?.addEventListener("abort", () => {
          waiting.delete(id);
          fail(new DOMException("no longer wanted", "AbortError"));
        });
        waiting.set(id, done);
        model.send({ id, url });
      });
    },
  };
}

// As light or dark as the notebook is, where it says so; else as the system is.
function theme(host) {
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight) host.style.colorScheme = jpThemeLight === "true" ? "light" : "dark";
}

async function render({ model, el }) {
  const { Match, MatchView, askInstead, button, h, live, speak, t } = await loaded();
  speak(model.get("lang"), model.get("words"));
  askInstead(engine(model));
  const host = document.createElement("div");
  host.className = "nimatron";
  theme(host);
  const root = host.attachShadow({ mode: "open" });
  el.append(host);
  let view = null;
  const place = h("div", {});
  const told = () => {
    const { history, position } = view.match;
    model.set("position", position);
    model.set("moves", history.map(({ text }) => text).filter(Boolean));
    model.save_changes();
  };
  const begin = () => {
    view?.leave();
    const { computer, level, misere, seed } = model.get("settings");
    view = new MatchView(new Match(model.get("start"), { computer, level, misere, seed }), {
      changed: told,
      list: false,
    });
    place.replaceChildren(view.element);
    return view.refresh();
  };
  const back = () => {
    if (!view.match.undo()) return undefined;
    return view.refresh();
  };
  root.append(
    h("style", {}, CARRIED.style),
    place,
    live,
    h(
      "div",
      { class: "bar" },
      button(t("New game"), begin, { class: "again" }),
      button(t("Undo"), back, { class: "undo" }),
    ),
  );
  model.on("change:start", begin);
  await begin();
  return () => view.leave();
}

export default { render };

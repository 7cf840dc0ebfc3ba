// Answers that were written with the site, so that the first board need not wait for Python. Those of the first screen
// come in one file, those behind its buttons in another.

const FILES = ["first", "more"];
const read = new Map();

export async function known(url) {
  const lang = new URL(url, location.href).searchParams.get("lang");
  for (const file of FILES) {
    const answers = await loaded(`${file}/${lang}.json`);
    if (url in answers) {
      return new Response(JSON.stringify(answers[url]), {
        headers: { etag: "written", "content-type": "application/json" },
      });
    }
  }
  return null;
}

function loaded(path) {
  if (!read.has(path)) read.set(path, fetched(path));
  return read.get(path);
}

async function fetched(path) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : {};
  } catch {
    return {}; // Python can answer all of it
  }
}

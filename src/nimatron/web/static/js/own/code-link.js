// Code as a part of a link: packed, and in letters that an address may have. The part after # is sent to no server.

const LONGEST = 50_000; // characters of code

/** @param {string} code */
export async function encode(code, format = /** @type {CompressionFormat} */ ("deflate-raw")) {
  const packed = new Blob([code]).stream().pipeThrough(new CompressionStream(format));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The code in the last part of an address; null if there is none, or if it is damaged. @param {string} hash */
export async function decode(hash) {
  const given = new URLSearchParams(hash.slice(1)).get("code");
  return given ? unpack(given) : null;
}

/** What was encoded; null if it is damaged. @param {string} given */
export async function unpack(given, format = /** @type {CompressionFormat} */ ("deflate-raw")) {
  try {
    const bytes = Uint8Array.from(atob(given.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return await readText(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)));
  } catch {
    return null;
  }
}

/** A small link may hold gigabytes of nothing. @param {ReadableStream<Uint8Array>} stream */
async function readText(stream) {
  const reader = stream.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) throw new RangeError("too long");
  }
}

// The Hungarian article and case endings, which follow the sound of what is filled in: {heap:az}, {n:ból}, {n:az tól}.
// The same as show/hungarian.py, which explains it; tests/data/hungarian.json tests both.

const ONES = ["nulla", "egy", "kettő", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc"];
const TENS = ["", "tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven"];
const LOW = ["három", "nyolc", "húsz", "harminc", "hatvan", "nyolcvan", "száz"];

/** @type {Record<string, string>} */
const LETTERS = { h: "há", k: "ká", q: "kú", x: "iksz", y: "ipszilon", ω: "ómega" };
for (const letter of "flmnrs") LETTERS[letter] = `e${letter}`;

const VOWELS = "aáeéiíoóöőuúüű";
const CONSONANT = new RegExp(`(?:sz|gy|ny|cs|zs|[^${VOWELS}])$`);

/** @type {Record<string, string>} */
const FRONT = { a: "e", á: "é", o: "e", ó: "ő" };
const ROUND = { ...FRONT, o: "ö" };

/** @param {any} value @param {string} form */
export function inflected(value, form) {
  let text = String(value);
  for (const word of form.split(" ")) {
    if (/^[aA]z$/.test(word)) text = `${article(text, word)} ${text}`;
    else if (word) text = `${text}-${ending(text, word)}`;
  }
  return text;
}

/** @param {string} text @param {string} az */
function article(text, az) {
  const [, minus, number, word] = /^[^\p{L}\d]*?(-(?=\d))?(\d[\d\u00a0]*)|^[^\p{L}\d]*(\p{L}+)/u.exec(text) ?? [];
  if (word) return VOWELS.includes(named(word)[0]) ? az : az[0];
  const digits = number?.replaceAll("\u00a0", "") ?? "";
  const group = digits.slice(0, ((digits.length - 1) % 3) + 1);
  return !minus && (group === "1" || group[0] === "5") ? az : az[0];
}

/** @param {string} text @param {string} asked */
function ending(text, asked) {
  let word = lastWord(text);
  if (word === "kettő" && ["s", "szor"].includes(asked)) word = "kett";
  const vowel = [...word].reverse().find((letter) => VOWELS.includes(letter) && !"ií".includes(letter)) ?? "e";
  /** @type {Record<string, string>} */
  const front = "öőüű".includes(vowel) ? ROUND : "eé".includes(vowel) ? FRONT : {};
  const consonant = CONSONANT.exec(word)?.[0];
  let found = consonant && asked[0] === "v" ? consonant + asked.slice(1) : asked;
  if (["t", "s", "on"].includes(asked)) {
    const link = LOW.includes(word) && asked !== "on" ? "a" : "o";
    found = (consonant ? link : "") + asked.at(-1);
  }
  return found.replace(/[aáoó]/g, (letter) => front[letter] ?? letter);
}

/** @param {string} text */
function lastWord(text) {
  const word = /(\p{L}+)[^\p{L}\d]*$/u.exec(text)?.[1];
  if (word) return named(word);
  const digits = /([\d\u00a0]*)\D*$/.exec(text)?.[1].replaceAll("\u00a0", "").replace(/^0+/, "") || "0";
  const zeros = digits === "0" ? 0 : (/0*$/.exec(digits)?.[0].length ?? 0);
  if (zeros < 2) return zeros ? TENS[Number(digits.at(-2))] : ONES[Number(digits.at(-1))];
  return zeros === 2 ? "száz" : zeros < 6 ? "ezer" : Math.floor(zeros / 3) % 2 ? "milliárd" : "millió";
}

/** @param {string} word */
function named(word) {
  const lower = word.toLowerCase();
  return lower.length > 1 || VOWELS.includes(lower) ? lower : (LETTERS[lower] ?? `${lower}é`);
}

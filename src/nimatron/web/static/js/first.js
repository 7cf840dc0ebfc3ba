// What the page carries inside: the words of a language, and answers to what its screen asks first. Whoever serves the
// page may leave it out (web/screens.py says how it is written): then everything is asked for.

const element = globalThis.document?.getElementById("first"); // tests run without a page

/** @type {{lang: string, words: object, answers: {ask: string, values: object, answer: any}[]}} */
export const first = element ? JSON.parse(element.textContent) : { lang: "", words: {}, answers: [] };

// The data inside the page: the words of a language, and answers to the first questions of its screen. A server may
// leave them out (web/pages.py writes them): then the scripts ask for everything.

const element = globalThis.document?.getElementById("first"); // tests run without a page

/** @type {{lang: string, words: Record<string, string>, answers: {ask: string, values: object, answer: any}[]}} */
export const pageData = element ? JSON.parse(element.textContent ?? "") : { lang: "", words: {}, answers: [] };

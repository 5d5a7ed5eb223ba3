/** Answers that boot.js has asked for before the scripts were there. */

/** @type {Map<string, Promise<Response>>} */
const early = /** @type {any} */ (globalThis).early ?? new Map();

/** Ask, or take the answer that is on its way already: once, since the next one may be newer. @param {URL} url */
export function fetchEarly(url) {
  const answer = early.get(url.href);
  early.delete(url.href);
  return answer ?? fetch(url);
}

/** The first page is there: what nobody has taken by now would be old when somebody does. */
export function forgetEarly() {
  early.clear();
}

/** Style sheets that only one page needs: fetched with the page, so that the start page stays light. */

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Wait until the sheet is there: a page must not flash without it. @param {string} name */
export function loadStylesheet(name) {
  return asked.get(name) ?? loadStylesheets([name]);
}

/**
 * Several at once; what the server has joined for a page is one file.
 * @param {string[]} names
 * @returns {Promise<void>}
 */
export function loadStylesheets(names) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../css/${names.join("+")}.css`, import.meta.url).href;
  /** @type {Promise<void>} */
  const there = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve(); // a page without its colours is better than none
  });
  document.head.append(link);
  for (const name of names) asked.set(name, there);
  return there;
}

/** Which of them nobody has asked for yet. @param {string[]} names */
export const missing = (names) => names.filter((name) => !asked.has(name));

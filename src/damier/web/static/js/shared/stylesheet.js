/** Style sheets that only one page needs: fetched with the page, so that the start page stays light. */

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Wait until the sheet is there: a page must not flash without it. @param {string} name */
export function loadStylesheet(name) {
  const known = asked.get(name);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
  /** @type {Promise<void>} */
  const there = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve(); // a page without its colours is better than none
  });
  document.head.append(link);
  asked.set(name, there);
  return there;
}

/** The files of a page, fetched before it is opened: on the way to its link, or while the server is asked. */
import { loadStylesheet, loadStylesheets, missing } from "./stylesheet.js";

/** @import { Route } from "../router.js" */

/** What the server says that each page needs. */
/** @type {{base: string, pages: Record<string, {script: string | null, sheets: string[]}>}} */
const files = JSON.parse(document.getElementById("files")?.textContent ?? '{"base": "", "pages": {}}');

/** @type {Set<string>} */
const asked = new Set();

/** Fetch what a page needs, once; nothing of it is run. @param {Route["page"]} page */
export function fetchPage(page) {
  const { script, sheets } = files.pages[page] ?? { script: null, sheets: [] };
  if (asked.has(page)) return;
  asked.add(page);
  if (script) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `${files.base}scripts/${script}`;
    document.head.append(link);
  }
  const lacking = missing(sheets);
  if (lacking.length && lacking.length === sheets.length) loadStylesheets(sheets);
  else lacking.forEach(loadStylesheet);
}

/** The navigation at the top of every page. */
import { el } from "../dom.js";
import { say } from "../language.js";

/** Which pages belong to a link: a page deeper down marks none as the current one. */
/** @type {Record<string, "start" | "archive" | "tournaments">} */
const PAGES = { start: "start", archive: "archive", tournaments: "tournaments" };

/** @param {string} page */
export function navigation(page) {
  const link = (/** @type {string} */ href, /** @type {string} */ title, /** @type {string} */ name) =>
    el("li", {}, el("a", { href, "aria-current": PAGES[page] === name ? "page" : null }, title));
  return el("ul", {}, 
    link("#/", say("Games"), "start"),
    link("#/archive", say("Archive"), "archive"),
    link("#/tournaments", say("Tournaments"), "tournaments"));
}

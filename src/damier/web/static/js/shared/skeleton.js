/** What stands in the place of a page until it is there: its outline, at once. */
import { el } from "../dom.js";
import { say } from "../language.js";

/** @import { Route } from "../router.js" */

/** Pages by what they look like from afar; all others are lines of text. @type {Record<string, string>} */
const OUTLINES = {
  start: "cards", table: "board", review: "board", position: "board", puzzles: "board", replay: "board",
};
/** How many cards or lines are drawn. */
const MANY = 6;

/** @param {Route["page"]} page */
export function skeleton(page) {
  const outline = OUTLINES[page] ?? "lines";
  const blocks = outline === "board" ? ["ghost-board", "ghost-panel"] : Array(MANY).fill("ghost-part");
  return el("div", { class: `skeleton skeleton-${outline}` },
    el("h1", { class: "unseen" }, say("Loading…")),
    el("div", { class: "ghost ghost-title" }),
    el("div", { class: "ghosts" }, blocks.map((name) => el("div", { class: `ghost ${name}` }))));
}

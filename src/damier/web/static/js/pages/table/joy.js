/** The end of a game, large and brief over the board; the status and the announcement say it for good. */
import { el } from "../../dom.js";
import { loadStylesheet } from "../../shared/stylesheet.js";

/** @import { Board } from "../../board/board.js" */

/** How long it is seen, in milliseconds. */
const BRIEF = 2600;
/** Enough to be a rain, few enough for a phone. */
const PIECES = 48;

/**
 * @param {Board} board
 * @param {{words: string, kind: "win" | "loss" | "draw"}} end
 */
export async function celebrate(board, { words, kind }) {
  await loadStylesheet("joy");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const rain = kind === "win" && !still ? [...Array(PIECES).keys()].map(piece) : [];
  const node = el("div", { class: `joy ${kind}`, "aria-hidden": "true" }, rain, el("strong", {}, words));
  board.host.parentElement?.append(node);
  if (!still) board.svg.classList.add("rejoices");
  setTimeout(() => {
    node.remove();
    board.svg.classList.remove("rejoices");
  }, BRIEF);
}

/** One of the rain, in a seat's colour, at a place and a time of its own. @param {number} i */
function piece(i) {
  const node = el("i", { class: `board seat-${i % 4}` });
  const spread = (/** @type {number} */ step) => (i * step) % 1; // even, and the same every time
  node.style.setProperty("--x", `${100 * spread(0.618)}%`);
  node.style.setProperty("--late", `${0.7 * spread(0.414)}s`);
  node.style.setProperty("--turn", `${360 + 720 * spread(0.732)}deg`);
  return node;
}

/** What a board needs besides itself: what a tap means, how large it is, which keys it knows. */
import { el } from "../dom.js";
import { say } from "../language.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Scene} Scene */

/** @param {Game} game @param {Board} board */
export function tools(game, board) {
  return [taps(game, board), board.large && zoom(board)];
}

/**
 * Where a game has several gestures, a finger may choose which one a tap makes.
 * @param {Game} game
 * @param {Board} board
 */
function taps(game, board) {
  const [first, second] = Object.entries(game.gestures);
  if (!first || !second) return null;
  const choices = [["plain", first[1]], ["second", second[1]]];
  return el("fieldset", { class: "switch" },
    el("legend", { class: "unseen" }, say("A tap means")),
    choices.map(([tool, title]) => el("label", {},
      el("input", { type: "radio", name: "tool", value: tool, checked: tool === board.tool, change: () => {
        board.tool = tool === "second" ? "second" : "plain";
      } }), el("span", {}, title))));
}

/** @param {Board} board */
function zoom(board) {
  const button = (/** @type {1 | -1} */ way, /** @type {string} */ sign, /** @type {string} */ title) =>
    el("button", { type: "button", "aria-label": title, title, click: () => board.scale(way) },
      el("span", { "aria-hidden": "true" }, sign));
  return el("div", { class: "zoom", role: "group", "aria-label": say("Size of the board") },
    button(-1, "−", say("Smaller")), button(1, "+", say("Larger")));
}

/** Only the keys that this game has a use for. @param {Game} game @param {Scene} scene */
export function keysFor(game, scene) {
  const walls = scene.marks.some((mark) => "horizontal" in mark.moves || "vertical" in mark.moves)
    || "horizontal" in game.gestures;
  return el("ul", {},
    el("li", {}, say("Arrow keys walk over the board, Enter or Space plays.")),
    "flag" in game.gestures && el("li", {}, say("F sets or removes a flag, C digs around a number.")),
    walls && el("li", {}, say("H and V build a wall, flat or upright, at a corner.")),
    el("li", {}, say("Elsewhere on the page, left and right look back and forth in the game.")));
}

/** What a board needs besides itself: what a tap means, how large it is, which keys it knows. */
import { el } from "../dom.js";
import { say } from "../language.js";

/** @import { Board } from "../board/board.js" */
/** @import { Click, Game } from "../types.js" */

/** @param {Game} game @param {Board} board */
export function boardTools(game, board) {
  return [taps(game, board), board.large && zoom(board)];
}

/**
 * Where moves are made by clicks that a finger cannot make, it may choose what a tap means.
 * @param {Game} game
 * @param {Board} board
 */
function taps(game, board) {
  const clicks = /** @type {Click[]} */ (["plain", "second", "shift"]);
  const choices = clicks.flatMap((click) => {
    const gesture = Object.values(game.gestures).find((one) => one.click === click);
    return gesture ? [{ click, title: gesture.title || say("Play") }] : [];
  });
  if (choices.length < 2) return null;
  return el("fieldset", { class: "switch" },
    el("legend", { class: "unseen" }, say("A tap means")),
    choices.map(({ click, title }) => el("label", {},
      el("input", { type: "radio", name: "tool", value: click, checked: click === board.tool, change: () => {
        board.tool = click;
      } }), el("span", {}, title))));
}

/** @param {Board} board */
function zoom(board) {
  import("../board/pinch_zoom.js").then(({ listenToPinches }) => listenToPinches(board));
  const button = (/** @type {1 | -1} */ way, /** @type {string} */ sign, /** @type {string} */ title) =>
    el("button", { type: "button", "aria-label": title, title, click: () => board.scale(way) },
      el("span", { "aria-hidden": "true" }, sign));
  return el("div", { class: "zoom", role: "group", "aria-label": say("Size of the board") },
    button(-1, "−", say("Smaller")), button(1, "+", say("Larger")));
}

/** What each letter does. @param {Game} game @returns {{letter: string, does: string}[]} */
export function letters(game) {
  const all = [...Object.values(game.gestures), ...(game.inquiry ? [{ ...game.inquiry, about: "" }] : [])];
  return [...new Set(all.map(({ key }) => key))].filter(Boolean).map((letter) => ({
    letter: letter.toUpperCase(),
    does: all.filter(({ key }) => key === letter).map(({ title, about }) => title || about).join(", "),
  }));
}

/** Only the keys that this game has a use for. @param {Game} game */
export function keysFor(game) {
  return el("ul", {},
    el("li", {}, say("Arrow keys walk over the board, Enter or Space plays.")),
    Object.values(game.gestures).some(({ digits }) => digits) && el("li", {}, say("1 to 9: play in the column of that number.")),
    letters(game).map(({ letter, does }) => el("li", {}, say("{title}: {words}", { title: letter, words: does }))),
    el("li", {}, say("Space at the end: the same game again.")),
    el("li", {}, say("Elsewhere on the page, left and right look back and forth in the game.")));
}
